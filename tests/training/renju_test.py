"""The kernels of cuda/, compiled for the CPU and for renju, against the engine's rules. NumPy only,
no PyTorch."""
import random
import unittest

import gomoku
import numpy as np
import renju
from kernels_test import lines_of, pointer
from renju import BLACK, WHITE

from training import build

BLACK_PLANE, FORBIDDEN_PLANE = 11, 12


def random_boards(rng, count, black, white, size):
    """Boards with stones anywhere; `black` and `white` are percentages of the points."""
    share = 100 * rng.random((count, size, size))
    return np.where(share < black, BLACK, np.where(share < black + white, WHITE, 0)).astype(
        np.uint8
    )


def rows_of(boards):
    """Boards as the words of their rows."""
    size = boards.shape[1]
    word, half = (np.uint32, 16) if size == 15 else (np.uint64, 32)
    column = np.arange(size, dtype=word)
    both = (boards == BLACK).astype(word) | (boards == WHITE).astype(word) << word(half)
    return np.bitwise_or.reduce(both << column, 2)


def board_with(black=(), white=(), size=15):
    """A board with stones at these (row, column)."""
    board = [[0] * size for _ in range(size)]
    for colour, points in ((BLACK, black), (WHITE, white)):
        for row, column in points:
            board[row][column] = colour
    return board


# At 7,7 black would make two threes.
DOUBLE_THREE = dict(black=[(7, 5), (7, 6), (5, 7), (6, 7)])
FORK = (7, 7)


class Kernels(unittest.TestCase):
    size = 15

    @classmethod
    def setUpClass(cls):
        cls.kernels = build.library("cpu", "renju", cls.size)
        cls.points = cls.size**2
        cls.identity = np.arange(cls.points, dtype=np.int32)

    def point(self, row, column):
        return row * self.size + column

    def features(self, boards, sides):
        """Planes [boards, points, 16] as 0 and 1, codes [boards, points]."""
        rows, to_move = rows_of(np.asarray(boards)), np.array(sides, np.int8) - 1
        planes = np.zeros((len(boards), self.points, 16), np.uint16)
        codes = np.zeros((len(boards), self.points), np.uint8)
        self.kernels.pentad_features(
            pointer(rows),
            self.size,
            None,
            pointer(self.identity),
            pointer(to_move),
            pointer(planes),
            pointer(codes),
            len(boards),
            None,
        )
        return planes != 0, codes

    def candidates(self, boards, sides):
        rows, to_move = rows_of(np.asarray(boards)), np.array(sides, np.int8) - 1
        numbers = np.zeros((len(boards), self.points, 2, 4), np.int32)
        out = np.zeros((len(boards), self.points), np.uint8)
        self.kernels.pentad_line_numbers(
            pointer(rows),
            self.size,
            None,
            pointer(self.identity),
            pointer(to_move),
            1,
            pointer(numbers),
            pointer(out),
            len(boards),
            None,
        )
        return out != 0

    def play(self, board, side, point):
        """The board after a move and the blocks it forces, side to move, status for that side."""
        lines, to_move, status = (
            lines_of([board]),
            np.array([side - 1], np.int8),
            np.zeros(1, np.int8),
        )
        move = np.array([self.point(*point)], np.int32)
        self.kernels.pentad_play(
            pointer(lines), pointer(to_move), pointer(move), pointer(status), 1, None
        )
        return lines, int(to_move[0]) + 1, int(status[0])

    def solve(self, boards, sides):
        lines, to_move = lines_of(boards), np.array(sides, np.int8) - 1
        first = np.zeros(len(boards), np.int32)
        self.kernels.pentad_solve_vcf(
            pointer(lines), pointer(to_move), 20000, pointer(first), len(boards), None
        )
        return first


class RenjuTest(Kernels):
    def test_forbidden_points_match_the_engine(self):
        rng = np.random.default_rng(4)
        for black, white in ((6, 4), (15, 2), (25, 3), (25, 20)):
            with self.subTest(black=black, white=white):
                boards = random_boards(rng, 1500, black, white, self.size)
                expected = renju.forbidden_masks(boards).reshape(len(boards), -1) != 0
                for side in (BLACK, WHITE):
                    planes, _ = self.features(boards, [side] * len(boards))
                    self.assertTrue(np.array_equal(planes[:, :, FORBIDDEN_PLANE], expected))
                    self.assertTrue((planes[:, :, BLACK_PLANE] == (side == BLACK)).all())
                    self.assertFalse(planes[:, :, FORBIDDEN_PLANE + 1 :].any())
                self.assertGreater(expected.sum(), 300)

    def test_two_fours_win_only_for_white(self):
        threes = [(7, 4), (7, 5), (7, 6), (4, 7), (5, 7), (6, 7)]
        ends = [(7, 3), (3, 7)]  # blocked: at 7,7 there are two fours, neither of them straight
        white = board_with(black=ends, white=threes, size=self.size)
        black = board_with(black=threes, white=ends, size=self.size)
        expected = [self.point(*FORK), -1]
        self.assertEqual(self.solve([white, black], [WHITE, BLACK]).tolist(), expected)

    def test_forbidden_points_are_not_candidates_of_black(self):
        board = board_with(**DOUBLE_THREE, size=self.size)
        black, white = self.candidates([board, board], [BLACK, WHITE])
        self.assertEqual(np.flatnonzero(black != white).tolist(), [self.point(*FORK)])
        self.assertTrue(white[self.point(*FORK)])

    def test_a_forbidden_move_loses(self):
        board = board_with(**DOUBLE_THREE, size=self.size)
        self.assertEqual(self.play(board, BLACK, FORK)[1:], (WHITE, 1))
        self.assertEqual(self.play(board, WHITE, FORK)[1:], (BLACK, 0))

    def test_a_four_with_a_forbidden_block_wins(self):
        board = board_with(**DOUBLE_THREE, white=[(10, 4), (9, 5), (8, 6)], size=self.size)
        board[12][2] = board[6][8] = BLACK  # a four at 11,3 must be blocked at 7,7
        move = (11, 3)
        self.assertIn(FORK, renju.forbidden_points(board))
        self.assertEqual(self.play(board, WHITE, move)[1:], (BLACK, -1))
        self.assertEqual(self.solve([board], [WHITE]).tolist(), [self.point(*move)])
        board[7][4] = WHITE  # one three less: the block is allowed
        self.assertNotIn(FORK, renju.forbidden_points(board))
        lines, to_move, status = self.play(board, WHITE, move)
        self.assertEqual((to_move, status), (WHITE, 0))
        board[11][3], board[7][7] = WHITE, BLACK
        self.assertTrue(np.array_equal(lines, lines_of([board])))

    def test_six_win_only_for_white(self):
        row = [(7, 3), (7, 4), (7, 5), (7, 7), (7, 8)]
        for colour, stones in ((BLACK, dict(black=row)), (WHITE, dict(white=row))):
            _, codes = self.features([board_with(**stones, size=self.size)], [colour])
            self.assertEqual(int(codes[0, self.point(7, 6)] & 1), colour == WHITE)

    def test_black_without_a_legal_move_draws(self):
        """Rows of WWBB, each shifted by two against the one above, have no run of three in any
        direction. Two points are left, and at one of them black would make six."""
        size = self.size
        board = [
            [BLACK if (column + 2 * row) // 2 % 2 else WHITE for column in range(size)]
            for row in range(size)
        ]
        board[0][:8] = [WHITE, BLACK, BLACK, BLACK, 0, BLACK, BLACK, WHITE]
        board[size - 1][size - 1] = 0
        self.assertIn((0, 4), renju.forbidden_points(board))
        last = (size - 1, size - 1)
        self.assertEqual(self.play(board, WHITE, last)[1:], (BLACK, 2))
        self.assertEqual(self.play(board, BLACK, last)[1:], (WHITE, 0))

    def test_openings_skip_forbidden_points(self):
        order = [(7, 5), (0, 0), (7, 6), (0, 7), (5, 7), (0, 14), (6, 7), (14, 0), FORK, (9, 9)]
        moves = np.array([[self.point(*point) for point in order]], np.int32)
        lines = np.zeros_like(lines_of([board_with(size=self.size)]))
        to_move, status = np.zeros(1, np.int8), np.zeros(1, np.int8)
        stones = np.array([len(order)], np.int32)
        self.kernels.pentad_opening(
            pointer(lines),
            pointer(to_move),
            pointer(moves),
            pointer(stones),
            len(order),
            pointer(status),
            1,
            None,
        )
        expected = board_with(**DOUBLE_THREE, white=order[1:8:2], size=self.size)
        expected[9][9] = BLACK  # it was still black's turn
        self.assertTrue(np.array_equal(lines, lines_of([expected])))
        self.assertEqual((to_move[0], status[0]), (1, 0))


class Renju20Test(RenjuTest):
    """The same on 20x20, where words are wider."""

    size = 20


class TacticsTest(Kernels):
    """Against the slow rules of renju.py."""

    def test_tactical_codes_match_the_rules(self):
        rng = random.Random(1)
        boards = [gomoku.random_board(rng, 4, 110, 3.5) for _ in range(32)]
        sides = [rng.choice((BLACK, WHITE)) for _ in boards]
        met = 0
        for board, side, got in zip(boards, sides, self.features(boards, sides)[1]):
            expected = renju.codes(board, side)
            self.assertTrue(np.array_equal(expected & 3, got & 3))
            # If a side can make five the other bits are not used.
            if not (expected & 3).any():
                self.assertTrue(np.array_equal(expected, got))
                met |= int(np.bitwise_or.reduce(expected))
        self.assertEqual(met, 0xFC)

    def test_exactly_the_vcf_wins_are_found(self):
        rng = random.Random(2)
        boards, sides = [], []
        while len(boards) < 44:
            board = gomoku.random_board(rng, 18, 48, 2.6)
            if not any(renju.five_points(board, colour) for colour in (BLACK, WHITE)):
                boards.append(board)
                sides.append(rng.choice((BLACK, WHITE)))
        first = self.solve(boards, sides)
        expected = [renju.wins_by_vcf(board, side) for board, side in zip(boards, sides)]
        self.assertEqual([move >= 0 for move in first], expected)
        self.assertTrue(all(move != -2 for move in first), "the board was not restored")
        for colour in (BLACK, WHITE):
            own = [
                (won, board) for won, board, side in zip(expected, boards, sides) if side == colour
            ]
            self.assertIn(False, [won for won, _ in own])
            deep = sum(won and not renju.wins_by_vcf(board, colour, 0) for won, board in own)
            self.assertGreater(deep, 1)
