"""cuda/, built for the CPU, against the rules written down slowly. Arrays are NumPy's: no
PyTorch."""
import ctypes
import random
import unittest

import gomoku
import numpy as np

from training import build, codebook

SIZE, POINTS, LINES = 15, 225, 88


def pointer(array):
    return ctypes.c_void_p(0 if array is None else array.ctypes.data)


def lines_of(boards):
    words = np.zeros((len(boards), LINES), np.uint32)
    for number, board in enumerate(boards):
        for row in range(SIZE):
            for column in range(SIZE):
                colour = board[row][column]
                if colour:
                    for line, place in (
                        (row, column),
                        (15 + column, row),
                        (44 + row - column, column),
                        (59 + row + column, column),
                    ):
                        words[number, line] |= np.uint32(1 << (place + 16 * (colour - 1)))
    return words


IDENTITY = np.arange(POINTS, dtype=np.int32)


class KernelsTest(unittest.TestCase):
    rules, exact = "freestyle", False

    @classmethod
    def setUpClass(cls):
        cls.kernels = build.library("cpu", cls.rules)

    def codes(self, boards, sides):
        lines, to_move = lines_of(boards), np.array(sides, np.int8) - 1
        out = np.zeros((len(boards), POINTS), np.uint8)
        self.kernels.pentad_features(
            pointer(lines),
            LINES,
            None,
            pointer(IDENTITY),
            pointer(to_move),
            None,
            pointer(out),
            len(boards),
            None,
        )
        return out

    def numbers(self, boards, sides, reach):
        lines, to_move = lines_of(boards), np.array(sides, np.int8) - 1
        out = np.zeros((len(boards), POINTS, 2, 4), np.int32)
        candidates = np.zeros((len(boards), POINTS), np.uint8)
        self.kernels.pentad_line_numbers(
            pointer(lines),
            LINES,
            None,
            pointer(IDENTITY),
            pointer(to_move),
            reach,
            pointer(out),
            pointer(candidates),
            len(boards),
            None,
        )
        return out, candidates

    def test_tactical_bits_are_those_of_the_rules(self):
        rng = random.Random(1)
        boards = [gomoku.random_board(rng, 4, 110, 3.5, self.exact) for _ in range(60)]
        sides = [rng.choice((1, 2)) for _ in boards]
        met = 0
        for board, side, got in zip(boards, sides, self.codes(boards, sides)):
            expected = np.array(gomoku.codes(board, side, self.exact))
            self.assertTrue(np.array_equal(expected & 3, got & 3))
            # Where somebody can make five nobody asks for less.
            if not (expected & 3).any():
                self.assertTrue(np.array_equal(expected, got))
                met |= int(np.bitwise_or.reduce(expected))
        self.assertEqual(met, 0xFC)

    def solve(self, boards, sides):
        lines, to_move, first = (
            lines_of(boards),
            np.array(sides, np.int8) - 1,
            np.zeros(len(boards), np.int32),
        )
        self.kernels.pentad_solve_fours(
            pointer(lines), pointer(to_move), 20000, pointer(first), len(boards), None
        )
        return first

    def test_a_block_that_makes_an_open_four_ends_the_attack(self):
        board = [[0] * SIZE for _ in range(SIZE)]
        board[7][2:6] = [2, 1, 1, 1]  # a four at 7,6 is blocked at 7,7
        board[4][6] = board[5][6] = 1  # and then there would be an open four in column 6
        with_three = [row[:] for row in board]
        for row in (8, 9, 10):
            with_three[row][
                7
            ] = 2  # but for the block, which makes an open four of three in column 7
        self.assertEqual([gomoku.wins_by_fours(b, 1) for b in (board, with_three)], [True, False])
        self.assertEqual(self.solve([board, with_three], [1, 1]).tolist(), [7 * SIZE + 6, -1])

    def test_wins_by_fours_are_found_and_no_others(self):
        rng = random.Random(2)
        boards, sides = [], []
        while len(boards) < 60:
            board = gomoku.random_board(rng, 14, 44, 2.6, self.exact)
            if not any(gomoku.five_points(board, colour, self.exact) for colour in (1, 2)):
                boards.append(board)
                sides.append(rng.choice((1, 2)))
        first = self.solve(boards, sides)
        expected = [
            gomoku.wins_by_fours(board, side, exact=self.exact)
            for board, side in zip(boards, sides)
        ]
        self.assertEqual([move >= 0 for move in first], expected)
        self.assertTrue(all(move != -2 for move in first), "the board was not restored")
        deep = sum(
            won and not gomoku.wins_by_fours(board, side, 0, exact=self.exact)
            for won, board, side in zip(expected, boards, sides)
        )
        self.assertGreater(deep, 2)
        self.assertIn(False, expected)

    def test_line_numbers_are_those_of_the_codebook(self):
        rng = random.Random(3)
        boards = [gomoku.random_board(rng, 0, 120, 4) for _ in range(12)]
        sides = [rng.choice((1, 2)) for _ in boards]
        for reach in (4, 5):
            numbers, _ = self.numbers(boards, sides, reach)
            for board, side, got in zip(boards, sides, numbers):
                for half, own in enumerate((side, 3 - side)):
                    expected = codebook.board_lines(np.array(board), own, reach).reshape(POINTS, 4)
                    self.assertTrue(np.array_equal(expected, got[:, half]))

    def test_candidates_are_near_stones_or_everywhere_at_first(self):
        few = [[0] * SIZE for _ in range(SIZE)]
        few[0][0] = 1
        more = [row[:] for row in few]
        more[0][1] = more[1][0] = 2
        more[1][1] = 1
        _, candidates = self.numbers([few, more], [2, 1], 4)
        self.assertEqual(candidates.sum(1).tolist(), [224, 5 * 5 - 4])
        self.assertEqual(candidates[1].reshape(SIZE, SIZE)[:5, :5].sum(), 21)

    def test_a_four_is_blocked_within_the_move(self):
        board = [[0] * SIZE for _ in range(SIZE)]
        board[7][3], board[7][4:7] = 2, [1, 1, 1]
        lines, to_move, status = lines_of([board]), np.zeros(1, np.int8), np.full(1, 9, np.int8)
        move = np.array([7 * SIZE + 7], np.int32)
        self.kernels.pentad_play(
            pointer(lines), pointer(to_move), pointer(move), pointer(status), 1, None
        )
        board[7][7], board[7][8] = 1, 2
        self.assertTrue(np.array_equal(lines, lines_of([board])))
        self.assertEqual((to_move[0], status[0]), (0, 0))

    def test_an_open_four_loses_for_the_other_side(self):
        board = [[0] * SIZE for _ in range(SIZE)]
        board[7][4:7] = [1, 1, 1]
        lines, to_move, status = lines_of([board]), np.zeros(1, np.int8), np.zeros(1, np.int8)
        move = np.array([7 * SIZE + 7], np.int32)
        self.kernels.pentad_play(
            pointer(lines), pointer(to_move), pointer(move), pointer(status), 1, None
        )
        self.assertEqual((to_move[0], status[0]), (1, -1))


class StandardKernelsTest(KernelsTest):
    """The same, where six in a row are no five."""

    rules, exact = "standard", True

    def test_six_are_no_five(self):
        board = [[0] * SIZE for _ in range(SIZE)]
        board[7][2:8] = [1, 1, 0, 1, 1, 1]  # 7,4 makes six
        board[3][2:7] = [1, 0, 1, 1, 1]  # 3,3 makes five
        codes = self.codes([board], [1])[0].reshape(SIZE, SIZE)
        self.assertEqual((codes[7, 4] & 1, codes[3, 3] & 1), (0, 1))
