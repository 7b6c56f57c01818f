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
    rules, size = "freestyle", 15
    vcf_seed = 2  # some boards take the slow VCF search very long, so not every seed will do
    corner = 0  # offset of the test positions from the first row and column

    @classmethod
    def setUpClass(cls):
        cls.kernels = build.library("cpu", cls.rules, cls.size)
        cls.points = cls.size**2
        cls.identity = np.arange(cls.points, dtype=np.int32)

    def random_board(self, rng, fewest, most, spread):
        return gomoku.random_board(rng, fewest, most, spread, self.rules, self.size)

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
            expected = np.array(gomoku.codes(board, side, self.rules))
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
            if not any(gomoku.five_points(board, colour, self.rules) for colour in (1, 2)):
                boards.append(board)
                sides.append(rng.choice((1, 2)))
        first = self.solve(boards, sides)
        expected = [
            gomoku.wins_by_vcf(board, side, rules=self.rules)
            for board, side in zip(boards, sides)
        ]
        self.assertEqual([move >= 0 for move in first], expected)
        self.assertTrue(all(move != -2 for move in first), "the board was not restored")
        deep = sum(
            won and not gomoku.wins_by_vcf(board, side, 0, rules=self.rules)
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

    rules = "standard"

    def test_six_are_not_a_five(self):
        # 7,4 makes six, and 3,3 makes five.
        board = self.board_with((7, 2, [1, 1, 0, 1, 1, 1]), (3, 2, [1, 0, 1, 1, 1]))
        codes = self.codes([board], [1])[0]
        self.assertEqual((codes[self.point(7, 4)] & 1, codes[self.point(3, 3)] & 1), (0, 1))


class CaroKernelsTest(StandardKernelsTest):
    """The same with caro: a five between two opposing stones does not count."""

    rules = "caro"
    overline = 0  # OWN_FIVE where six win

    def test_six_are_not_a_five(self):
        board = self.board_with((7, 2, [1, 1, 0, 1, 1, 1]), (3, 1, [2, 1, 1, 0, 1, 1, 1, 2]))
        codes = self.codes([board], [1])[0]
        for row, column in ((7, 4), (3, 4)):
            self.assertEqual(codes[self.point(row, column)] & 1, self.overline)

    def test_a_five_between_two_opposing_stones_does_not_count(self):
        rows = ((2, 1, [2, 1, 1, 0, 1, 1, 2]), (5, 1, [2, 1, 1, 0, 1, 1]))
        edge = self.board_with(*rows, (9, 0, [1, 1, 0, 1, 1, 2]))
        codes = self.codes([edge], [1])[0]
        found = [codes[self.point(*at)] & 1 for at in ((2, 4), (5, 4), (9, 2))]
        self.assertEqual(found, [0, 1, 1])

    def play(self, board, side, row, column):
        lines, to_move = lines_of([board]), np.array([side - 1], np.int8)
        move, status = np.array([self.point(row, column)], np.int32), np.full(1, 9, np.int8)
        arguments = map(pointer, (lines, to_move, move, status))
        self.kernels.pentad_play(*arguments, 1, None)
        return lines, (to_move[0] + 1, status[0])

    def test_a_four_with_several_stops_leaves_the_choice(self):
        # Seven cells from the block on: the five can be stopped in it and next to it.
        four = self.board_with((7, 2, [2, 1, 1, 1, 1]), (12, 7, [2]))
        three = self.board_with((7, 2, [2, 1, 1, 1]), (12, 7, [2]))
        lines, state = self.play(three, 1, 7, 6)
        self.assertTrue(np.array_equal(lines, lines_of([four])))
        self.assertEqual(state, (2, 0))
        # The opponent stops it in either place, or loses.
        for column, expected in ((7, (1, 0)), (8, (1, 0)), (9, (1, 1))):
            _, state = self.play(four, 2, 7, column)
            self.assertEqual(state, expected)
        self.assertEqual(gomoku.stops(four, 7, 6, 1, self.rules), {(7, 7), (7, 8)})

    def test_an_open_four_next_to_a_block_is_stopped(self):
        # On one side the stone that blocks the four also blocks the other five.
        board = self.board_with((7, 2, [2, 0, 1, 1, 1]))
        self.assertEqual(self.codes([board], [1])[0][self.point(7, 7)] & 0x54, 16)
        lines, state = self.play(board, 1, 7, 7)
        self.assertTrue(np.array_equal(lines, lines_of([self.board_with((7, 2, [2, 0, 1, 1, 1, 1, 2]))])))
        self.assertEqual(state, (1, 0))

    def test_a_four_is_blocked_within_the_move(self):
        # The border does not block, and nothing can be placed behind it.
        lines, state = self.play(self.board_with((7, 0, [1, 1, 1])), 1, 7, 3)
        blocked = self.board_with((7, 0, [1, 1, 1, 1, 2]))
        self.assertTrue(np.array_equal(lines, lines_of([blocked])))
        self.assertEqual(state, (1, 0))

    def test_a_block_that_makes_an_open_four_ends_the_attack(self):
        # As above, with a four at the border, because it can be blocked only at 7,4. With a block at
        # the other end there are two ways, and the attack is not followed.
        column = ((4, 3, [1]), (5, 3, [1]))
        board = self.board_with((7, 0, [1, 1, 1]), *column)
        with_three = self.board_with((7, 0, [1, 1, 1]), *column, *((row, 4, [2]) for row in (8, 9, 10)))
        with_choice = self.board_with((8, 2, [2, 1, 1, 1]), (5, 6, [1]), (6, 6, [1]))
        boards = [board, with_three, with_choice]
        self.assertEqual([gomoku.wins_by_vcf(b, 1, rules=self.rules) for b in boards], [True, False, False])
        self.assertEqual(self.solve(boards, [1, 1, 1]).tolist(), [self.point(7, 3), -1, -1])


class CaroOverlineKernelsTest(CaroKernelsTest):
    rules, overline = "caro-overline", 1


class LargeKernelsTest(KernelsTest):
    """The same on 20x20: words are wider and a point does not fit into a byte."""

    size, corner, vcf_seed = 20, 8, 5
