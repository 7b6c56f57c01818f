"""The kernels of cuda/, compiled for the CPU, against the simple rules of gomoku.py. NumPy only, no
PyTorch."""
import ctypes
import random
import unittest

import gomoku
import numpy as np

from training import build, codebook


def pointer(array):
    return ctypes.c_void_p(0 if array is None else array.ctypes.data)


def lines_of(boards):
    size = len(boards[0])
    word, half = (np.uint32, 16) if size == 15 else (np.uint64, 32)
    words = np.zeros((len(boards), 6 * size - 2), word)
    for number, board in enumerate(boards):
        for row, column in gomoku.all_points(board):
            colour = board[row][column]
            if colour:
                for line, place in (
                    (row, column),
                    (size + column, row),
                    (3 * size - 1 + row - column, column),
                    (4 * size - 1 + row + column, column),
                ):
                    words[number, line] |= word(1 << (place + half * (colour - 1)))
    return words


class KernelsTest(unittest.TestCase):
    rules, exact, size = "freestyle", False, 15
    vcf_seed = 2  # some boards take the slow VCF search very long, so not every seed will do
    corner = 0  # offset of the test positions from the first row and column

    @classmethod
    def setUpClass(cls):
        cls.kernels = build.library("cpu", cls.rules, cls.size)
        cls.points = cls.size**2
        cls.identity = np.arange(cls.points, dtype=np.int32)

    def random_board(self, rng, fewest, most, spread):
        return gomoku.random_board(rng, fewest, most, spread, self.exact, self.size)

    def board_with(self, *runs):
        """A board with runs of stones, each given by its first row and column and its colours."""
        board = gomoku.empty_board(self.size)
        for row, column, stones in runs:
            for i, colour in enumerate(stones):
                board[self.corner + row][self.corner + column + i] = colour
        return board

    def point(self, row, column):
        return (self.corner + row) * self.size + self.corner + column

    def codes(self, boards, sides):
        lines, to_move = lines_of(boards), np.array(sides, np.int8) - 1
        out = np.zeros((len(boards), self.points), np.uint8)
        self.kernels.pentad_features(
            pointer(lines),
            lines.shape[1],
            None,
            pointer(self.identity),
            pointer(to_move),
            None,
            pointer(out),
            len(boards),
            None,
        )
        return out

    def numbers(self, boards, sides, reach):
        lines, to_move = lines_of(boards), np.array(sides, np.int8) - 1
        out = np.zeros((len(boards), self.points, 2, 4), np.int32)
        candidates = np.zeros((len(boards), self.points), np.uint8)
        self.kernels.pentad_line_numbers(
            pointer(lines),
            lines.shape[1],
            None,
            pointer(self.identity),
            pointer(to_move),
            reach,
            pointer(out),
            pointer(candidates),
            len(boards),
            None,
        )
        return out, candidates

    def test_tactical_codes_match_the_rules(self):
        rng = random.Random(1)
        boards = [self.random_board(rng, 4, 110, 3.5) for _ in range(60)]
        sides = [rng.choice((1, 2)) for _ in boards]
        met = 0
        for board, side, got in zip(boards, sides, self.codes(boards, sides)):
            expected = np.array(gomoku.codes(board, side, self.exact))
            self.assertTrue(np.array_equal(expected & 3, got & 3))
            # If a side can make five the other bits are not used.
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
        self.kernels.pentad_solve_vcf(
            pointer(lines), pointer(to_move), 20000, pointer(first), len(boards), None
        )
        return first

    def test_a_block_that_makes_an_open_four_ends_the_attack(self):
        # A four at 7,6 is blocked at 7,7. Then an open four in column 6 wins, unless the block
        # makes an open four in column 7.
        attack = ((7, 2, [2, 1, 1, 1]), (4, 6, [1]), (5, 6, [1]))
        board = self.board_with(*attack)
        with_three = self.board_with(*attack, (8, 7, [2]), (9, 7, [2]), (10, 7, [2]))
        self.assertEqual([gomoku.wins_by_vcf(b, 1) for b in (board, with_three)], [True, False])
        self.assertEqual(self.solve([board, with_three], [1, 1]).tolist(), [self.point(7, 6), -1])

    def test_exactly_the_vcf_wins_are_found(self):
        rng = random.Random(self.vcf_seed)
        boards, sides = [], []
        while len(boards) < 60:
            board = self.random_board(rng, 14, 44, 2.6)
            if not any(gomoku.five_points(board, colour, self.exact) for colour in (1, 2)):
                boards.append(board)
                sides.append(rng.choice((1, 2)))
        first = self.solve(boards, sides)
        expected = [
            gomoku.wins_by_vcf(board, side, exact=self.exact)
            for board, side in zip(boards, sides)
        ]
        self.assertEqual([move >= 0 for move in first], expected)
        self.assertTrue(all(move != -2 for move in first), "the board was not restored")
        deep = sum(
            won and not gomoku.wins_by_vcf(board, side, 0, exact=self.exact)
            for won, board, side in zip(expected, boards, sides)
        )
        self.assertGreater(deep, 2)
        self.assertIn(False, expected)

    def test_line_numbers_match_the_codebook(self):
        rng = random.Random(3)
        boards = [self.random_board(rng, 0, 120, 4) for _ in range(12)]
        sides = [rng.choice((1, 2)) for _ in boards]
        for reach in (4, 5):
            numbers, _ = self.numbers(boards, sides, reach)
            for board, side, got in zip(boards, sides, numbers):
                for half, own in enumerate((side, 3 - side)):
                    expected = codebook.board_lines(np.array(board), own, reach).reshape(
                        self.points, 4
                    )
                    self.assertTrue(np.array_equal(expected, got[:, half]))

    def test_candidates_are_near_stones_or_everywhere_with_few_stones(self):
        few = gomoku.empty_board(self.size)
        few[0][0] = 1
        more = [row[:] for row in few]
        more[0][1] = more[1][0] = 2
        more[1][1] = 1
        _, candidates = self.numbers([few, more], [2, 1], 4)
        self.assertEqual(candidates.sum(1).tolist(), [self.points - 1, 5 * 5 - 4])
        self.assertEqual(candidates[1].reshape(self.size, self.size)[:5, :5].sum(), 21)

    def test_a_four_is_blocked_within_the_move(self):
        board = self.board_with((7, 3, [2, 1, 1, 1]))
        lines, to_move, status = lines_of([board]), np.zeros(1, np.int8), np.full(1, 9, np.int8)
        move = np.array([self.point(7, 7)], np.int32)
        self.kernels.pentad_play(
            pointer(lines), pointer(to_move), pointer(move), pointer(status), 1, None
        )
        blocked = self.board_with((7, 3, [2, 1, 1, 1, 1, 2]))
        self.assertTrue(np.array_equal(lines, lines_of([blocked])))
        self.assertEqual((to_move[0], status[0]), (0, 0))

    def test_an_open_four_loses_for_the_other_side(self):
        board = self.board_with((7, 4, [1, 1, 1]))
        lines, to_move, status = lines_of([board]), np.zeros(1, np.int8), np.zeros(1, np.int8)
        move = np.array([self.point(7, 7)], np.int32)
        self.kernels.pentad_play(
            pointer(lines), pointer(to_move), pointer(move), pointer(status), 1, None
        )
        self.assertEqual((to_move[0], status[0]), (1, -1))


class StandardKernelsTest(KernelsTest):
    """The same with standard rules: six in a row are not a five."""

    rules, exact = "standard", True

    def test_six_are_not_a_five(self):
        # 7,4 makes six, and 3,3 makes five.
        board = self.board_with((7, 2, [1, 1, 0, 1, 1, 1]), (3, 2, [1, 0, 1, 1, 1]))
        codes = self.codes([board], [1])[0]
        self.assertEqual((codes[self.point(7, 4)] & 1, codes[self.point(3, 3)] & 1), (0, 1))


class LargeKernelsTest(KernelsTest):
    """The same on 20x20: words are wider and a point does not fit into a byte."""

    size, corner, vcf_seed = 20, 8, 5
