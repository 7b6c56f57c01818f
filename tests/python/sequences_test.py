"""pentad.sequences: the course's test vectors, and random boards against the reference implementation."""

import copy
import random
import signal
import time
import unittest

import twin
from pentad import sequences
from support import printed, rows, talk

# Name, put_seq_on_board calls on an empty 8 x 8 board, function, arguments after the board, result.
CALLS = [
    ("C01", [], "is_empty", [], True),
    ("C02", [(7, 7, 0, 1, 1, "w")], "is_empty", [], False),
    ("C03", [(1, 5, 1, 0, 3, "w")], "is_bounded", [3, 5, 3, 1, 0], "OPEN"),
    ("C04", [(4, 1, 1, 0, 3, "w")], "is_bounded", [6, 1, 3, 1, 0], "OPEN"),
    ("C05", [(3, 3, 0, 1, 3, "b"), (3, 6, 0, 1, 1, "w")], "is_bounded", [3, 5, 3, 0, 1], "SEMIOPEN"),
    ("C06", [(3, 0, 0, 1, 4, "w"), (3, 4, 0, 1, 1, "b")], "is_bounded", [3, 3, 4, 0, 1], "CLOSED"),
    ("C07", [(5, 0, 1, 1, 3, "b")], "is_bounded", [7, 2, 3, 1, 1], "CLOSED"),
    ("C08", [(0, 6, 1, -1, 4, "w")], "is_bounded", [3, 3, 4, 1, -1], "SEMIOPEN"),
    ("C09", [(0, 0, 1, 1, 2, "b")], "is_bounded", [1, 1, 2, 1, 1], "SEMIOPEN"),
    ("C10", [(6, 6, 1, 1, 2, "b")], "is_bounded", [7, 7, 2, 1, 1], "SEMIOPEN"),
    ("C11", [(3, 0, 0, 1, 8, "b")], "is_bounded", [3, 7, 8, 0, 1], "CLOSED"),
    ("C12", [(0, 4, 1, -1, 5, "w")], "is_bounded", [4, 0, 5, 1, -1], "CLOSED"),
    ("C13", [(1, 5, 1, 0, 3, "w")], "detect_row", ["w", 0, 5, 3, 1, 0], (1, 0)),
    ("C14", [(1, 5, 1, 0, 3, "w")], "detect_row", ["w", 0, 5, 2, 1, 0], (0, 0)),
    ("C15", [(1, 5, 1, 0, 3, "w")], "detect_row", ["b", 0, 5, 3, 1, 0], (0, 0)),
    ("C16", [(0, 0, 1, 0, 3, "b"), (5, 0, 1, 0, 3, "b")], "detect_row", ["b", 0, 0, 3, 1, 0], (0, 2)),
    ("C17", [(2, 0, 0, 1, 2, "b"), (2, 3, 0, 1, 2, "b"), (2, 6, 0, 1, 2, "b")], "detect_row", ["b", 2, 0, 2, 0, 1], (1, 2)),
    ("C18", [(2, 0, 0, 1, 2, "b"), (2, 2, 0, 1, 1, "w"), (2, 3, 0, 1, 2, "b")], "detect_row", ["b", 2, 0, 2, 0, 1], (0, 1)),
    ("C19", [(3, 6, 1, -1, 3, "b")], "detect_row", ["b", 2, 7, 3, 1, -1], (1, 0)),
    ("C20", [(3, 1, 0, 1, 6, "b")], "detect_row", ["b", 3, 0, 5, 0, 1], (0, 0)),
    ("C21", [(1, 5, 1, 0, 3, "w")], "detect_rows", ["w", 3], (1, 0)),
    ("C22", [(4, 1, 1, 0, 3, "w")], "detect_rows", ["w", 2], (0, 0)),
    ("C23", [(2, 3, 0, 1, 4, "b"), (0, 6, 1, 0, 4, "b")], "detect_rows", ["b", 4], (1, 1)),
    ("C24", [(5, 0, 1, 1, 3, "b")], "detect_rows", ["b", 3], (0, 0)),
    ("C25", [(3, 3, 0, 1, 2, "b"), (4, 3, 0, 1, 2, "b")], "detect_rows", ["b", 2], (6, 0)),
    ("C26", [(3, 1, 0, 1, 6, "b")], "detect_rows", ["b", 6], (1, 0)),
    ("longest", [(3, 1, 0, 1, 6, "b")], "detect_rows", ["b", 2**31 - 1], (0, 0)),
    ("C27", [], "score", [], 0),
    ("C28", [(3, 2, 0, 1, 5, "b")], "score", [], 100000),
    ("C29", [(3, 2, 0, 1, 5, "w")], "score", [], -100000),
    ("C30", [(1, 1, 0, 1, 5, "b"), (5, 1, 0, 1, 5, "w")], "score", [], 100000),
    ("C31", [(3, 0, 0, 1, 5, "b"), (3, 5, 0, 1, 1, "w")], "score", [], 0),
    ("C32", [(3, 1, 0, 1, 6, "b")], "score", [], 0),
    ("C33", [(3, 2, 0, 1, 4, "b")], "score", [], 500),
    ("C34", [(3, 0, 0, 1, 4, "b")], "score", [], 50),
    ("C35", [(3, 2, 0, 1, 4, "w")], "score", [], -10000),
    ("C36", [(3, 0, 0, 1, 4, "w")], "score", [], -10000),
    ("C37", [(3, 2, 0, 1, 3, "b")], "score", [], 50),
    ("C38", [(3, 0, 0, 1, 3, "b")], "score", [], 10),
    ("C39", [(3, 2, 0, 1, 3, "w")], "score", [], -100),
    ("C40", [(3, 0, 0, 1, 3, "w")], "score", [], -30),
    ("C41", [(3, 3, 0, 1, 2, "b")], "score", [], 1),
    ("C42", [(0, 0, 0, 1, 2, "w")], "score", [], -1),
    ("C43", [(1, 1, 0, 1, 3, "b"), (5, 5, 1, 0, 2, "w"), (7, 0, 0, 1, 2, "w")], "score", [], 48),
    ("C44", [(0, 5, 1, 0, 4, "w"), (0, 6, 1, 0, 4, "b")], "search_max", [], (4, 6)),
    ("C45", [(4, 4, 0, 1, 1, "b")], "search_max", [], (3, 3)),
    ("C46", [(4, 4, 0, 1, 1, "b"), (3, 3, 0, 1, 1, "w")], "search_max", [], (3, 4)),
    ("C47", [(3, 2, 0, 1, 4, "b")], "search_max", [], (3, 1)),
    ("C48", [(3, 2, 0, 1, 3, "w")], "search_max", [], (3, 1)),
    ("C49", [(3, 2, 0, 1, 4, "w")], "search_max", [], (0, 0)),
    ("C50", [(2, 1, 0, 1, 4, "w"), (2, 0, 0, 1, 1, "b")], "search_max", [], (2, 5)),
    ("C51", [(3, 0, 0, 1, 4, "b"), (3, 5, 0, 1, 1, "w")], "search_max", [], (2, 1)),
    ("C52", [], "search_max", [], (0, 0)),
    ("C53", [], "is_win", [], "Continue playing"),
    ("C54", [(2, 2, 0, 1, 4, "b")], "is_win", [], "Continue playing"),
    ("C55", [(2, 2, 0, 1, 5, "b")], "is_win", [], "Black won"),
    ("C56", [(3, 7, 1, 0, 5, "w")], "is_win", [], "White won"),
    ("C57", [(3, 3, 1, 1, 5, "b")], "is_win", [], "Black won"),
    ("C58", [(3, 4, 1, -1, 5, "w")], "is_win", [], "White won"),
    ("C59", [(3, 0, 1, 1, 5, "w")], "is_win", [], "White won"),
    ("C60", [(3, 0, 0, 1, 5, "b"), (3, 5, 0, 1, 1, "w")], "is_win", [], "Black won"),
    ("C61", [(3, 1, 0, 1, 6, "b")], "is_win", [], "Continue playing"),
    ("C62", [(0, 0, 1, 0, 8, "w")], "is_win", [], "Continue playing"),
    ("C63", [(0, 0, 0, 1, 6, "b"), (2, 2, 1, 0, 5, "b")], "is_win", [], "Black won"),
]

FULL = ["bbwwbbww", "wwbbwwbb", "bwwbbwwb", "wbbwwbbw", "wwbbwwbb", "bbwwbbww", "wbbwwbbw", "bwwbbwwb"]

# Name, stones added to those of the previous rows, and the counts that are not 0.
ANALYSES = [
    ("C64", [(0, 5, 0, 1, 1, "w"), (0, 6, 0, 1, 1, "b"), (5, 2, 1, 0, 3, "w")],
     {("White", "Semi-open", 3): 1}),
    ("C65", [(3, 5, 1, -1, 2, "b")],
     {("Black", "Open", 2): 1, ("White", "Semi-open", 3): 1}),
    ("C66", [(5, 3, 1, -1, 1, "b")],
     {("Black", "Semi-open", 3): 1, ("White", "Semi-open", 3): 1}),
]

# Name, the person's moves, the computer's (None: not all known), how many, the last one, the result.
GAMES = [
    ("C69", [(0, 0), (0, 1), (0, 2), (0, 3)], [(4, 4), (3, 3), (2, 2), (5, 5), (1, 1)],
     5, (1, 1), "Black won"),
    ("C70", [(2, 3), (1, 4), (1, 1), (6, 6), (1, 2), (1, 3), (1, 0)],
     [(4, 4), (3, 3), (2, 2), (5, 5), (3, 2), (3, 1), (3, 4)], 7, (3, 4), "White won"),
    ("C71", [(2, 1), (3, 0), (1, 1), (6, 6), (3, 1), (4, 1), (5, 2), (4, 2), (5, 3), (0, 2), (3, 4),
             (3, 6), (4, 3), (3, 7), (6, 0), (6, 5), (1, 5), (5, 7), (2, 3), (4, 7), (2, 7), (7, 3),
             (7, 4), (7, 2), (7, 1), (1, 3), (0, 4), (0, 3), (0, 7), (0, 0), (7, 7), (0, 6)],
     None, 32, (5, 6), "Draw"),
]

PICTURES = [
    ("C72", 12, "*0|1|2|3|4|5|6|7|8|9|0|1*", 10, "0" + "|".join(" " * 12) + "*", "*" * 25),
    ("C73", 1, "*0*", 0, "0 *", "***"),
]


def board_with(sequence_calls, n=8):
    board = sequences.make_empty_board(n)
    for call in sequence_calls:
        sequences.put_seq_on_board(board, *call)
    return board


@rows(CALLS)
class Calls(unittest.TestCase):
    def check(self, stones, name, args, want):
        board = board_with(stones)
        before = copy.deepcopy(board)
        got = getattr(sequences, name)(board, *args)
        self.assertEqual(got, want)
        self.assertIs(type(got), type(want))
        self.assertEqual(board, before)


def stones_up_to(name):
    stones = []
    for row_name, added, _ in ANALYSES:
        stones += added
        if row_name == name:
            return stones


@rows([(name, name, counts) for name, _, counts in ANALYSES])
class Analyses(unittest.TestCase):
    def check(self, name, counts):
        want = []
        for color in "Black", "White":
            want.append(f"{color} stones")
            for length in range(2, 6):
                for kind in "Open", "Semi-open":
                    count = counts.get((color, kind, length), 0)
                    want.append(f"{kind} rows of length {length}: {count}")
        text = printed(sequences.analysis, board_with(stones_up_to(name)))
        self.assertEqual(text, "\n".join(want) + "\n")
        self.assertEqual(len(want), 18)


class FullBoards(unittest.TestCase):
    def setUp(self):
        self.board = [list(row) for row in FULL]

    def test_C67(self):
        self.assertEqual(sequences.is_win(self.board), "Draw")
        self.assertEqual(sequences.score(self.board), 0)

    def test_C68(self):
        self.board[0][0] = " "
        self.assertEqual(sequences.is_win(self.board), "Continue playing")
        self.assertEqual(sequences.search_max(self.board), (0, 0))

    def test_no_move_is_left(self):
        self.assertEqual(sequences.search_max(self.board), (None, None))

    def test_a_six_on_a_full_board_is_a_draw(self):
        rows_of_six = ["bbbbbb", "wbwwbb", "wwbwbb", "bwwbwb", "wbwwww", "bbwbbb"]
        self.assertEqual(sequences.is_win([list(row) for row in rows_of_six]), "Draw")


@rows(GAMES)
class Games(unittest.TestCase):
    def check(self, typed, moves, count, last, want):
        lines = [str(number) for move in typed for number in move]
        result, text = talk(sequences.play_gomoku, lines, 8)
        said = [line for line in text.splitlines() if line.startswith("Computer move: ")]
        self.assertEqual(result, want)
        self.assertEqual(len(said), count)
        self.assertEqual(said[-1], f"Computer move: {last}")
        if moves:
            self.assertEqual(said, [f"Computer move: {move}" for move in moves])


class Dialogue(unittest.TestCase):
    def test_whole_text_until_the_second_move(self):
        board = sequences.make_empty_board(8)
        want = printed(sequences.print_board, board) + "Computer move: (4, 4)\n"
        board[4][4] = "b"
        want += printed(sequences.print_board, board) + printed(sequences.analysis, board)
        want += "Your move:\ny coord: x coord: "
        board[0][0] = "w"
        want += printed(sequences.print_board, board) + printed(sequences.analysis, board)
        want += printed(sequences.print_board, board) + "Computer move: (3, 3)\n"

        def play():
            with self.assertRaises(EOFError):
                sequences.play_gomoku(8)

        _, text = talk(play, ["0", "0"])
        self.assertEqual(text[:len(want)], want)

    def test_input_is_not_checked(self):
        for lines, error in (["x"], ValueError), (["8", "0"], IndexError), (["0"], EOFError):
            with self.subTest(lines=lines), self.assertRaises(error):
                talk(sequences.play_gomoku, lines, 8)

    def test_input_may_replace_a_stone(self):
        def play():
            with self.assertRaises(EOFError):
                sequences.play_gomoku(8)

        _, text = talk(play, ["4", "4"])
        self.assertIn("4 | | | |w| | | *", text)

    def test_smallest_board(self):
        self.assertEqual(talk(sequences.play_gomoku, [], 1)[0], "Draw")


@rows(PICTURES)
class Pictures(unittest.TestCase):
    def check(self, n, first, y, row, last):
        lines = printed(sequences.print_board, sequences.make_empty_board(n)).split("\n")
        self.assertEqual(lines[0], first)
        self.assertEqual(lines[1 + y], row)
        self.assertEqual(lines[-2:], [last, ""])
        self.assertEqual(len(lines), n + 3)


class Helpers(unittest.TestCase):
    def test_rows_of_an_empty_board_are_separate(self):
        board = sequences.make_empty_board(3)
        board[0][0] = "b"
        self.assertEqual(board, [["b", " ", " "], [" ", " ", " "], [" ", " ", " "]])

    def test_put_seq_replaces_and_may_be_nothing(self):
        board = board_with([(1, 1, 0, 1, 3, "w"), (1, 2, 1, 0, 2, "b"), (0, 0, 1, 1, 0, "w")])
        self.assertEqual(board[1], list(" wbw    "))
        self.assertEqual(board[2], list("  b     "))
        self.assertEqual(board[0], [" "] * 8)

    def test_put_seq_beyond_the_board(self):
        board = sequences.make_empty_board(8)
        with self.assertRaises(IndexError):
            sequences.put_seq_on_board(board, 0, 6, 0, 1, 3, "b")

    def test_arguments_have_the_names_of_the_course(self):
        board = board_with([(1, 5, 1, 0, 3, "w")])
        self.assertEqual(sequences.detect_row(board=board, col="w", y_start=0, x_start=5, length=3,
                                              d_y=1, d_x=0), (1, 0))
        self.assertEqual(sequences.is_bounded(board=board, y_end=3, x_end=5, length=3, d_y=1, d_x=0),
                         "OPEN")
        self.assertEqual(sequences.detect_rows(board=board, col="w", length=3), (1, 0))

    def test_equal_strings_that_are_other_objects(self):
        board = [["".join(["b", "w"])[i % 2] if i else " " for i in range(3)] for _ in range(3)]
        self.assertFalse(sequences.is_empty(board))

        class Letter(str):
            pass

        board = [[Letter(" "), " "], [Letter("b"), "b"]]
        self.assertEqual(sequences.detect_rows(board, "b", 2), (0, 0))
        self.assertEqual(sequences.detect_rows(board, "b", 1), (0, 4))

    def test_module_has_exactly_the_functions_of_the_course(self):
        public = {name for name in vars(sequences) if not name.startswith("_")}
        self.assertEqual(public, {
            "is_empty", "is_bounded", "detect_row", "detect_rows", "score", "search_max", "is_win",
            "analysis", "print_board", "put_seq_on_board", "make_empty_board", "play_gomoku"})
        self.assertEqual(public, set(sequences.__all__))
        for name in public:
            self.assertGreater(len(getattr(sequences, name).__doc__), 60, name)


def random_board(rng, n):
    weights = [rng.random() * 2 + 0.05, rng.random(), rng.random()]
    return [rng.choices(" bw", weights, k=n) for _ in range(n)]


class AgainstTwin(unittest.TestCase):
    def boards(self, seed, count, sizes):
        rng = random.Random(seed)
        for i in range(count):
            board = random_board(rng, rng.choice(sizes))
            with self.subTest(i=i, board=["".join(row) for row in board]):
                before = copy.deepcopy(board)
                yield rng, board
                self.assertEqual(board, before)

    def test_counts_score_and_verdict_of_1000_boards(self):
        for rng, board in self.boards(1, 1000, [1, 2, 3, 4, 5, 6, 8, 8, 8, 10, 15]):
            for length in 1, 2, 3, 4, 5, rng.randrange(6, 20):
                for col in "bw":
                    self.assertEqual(sequences.detect_rows(board, col, length),
                                     twin.detect_rows(board, col, length))
            self.assertEqual(sequences.score(board), twin.score(board))
            self.assertEqual(sequences.is_win(board), twin.is_win(board))
            self.assertEqual(sequences.is_empty(board), twin.is_empty(board))

    def test_no_run_is_longer_than_the_board(self):
        for size in 6, 10, 14, 30:  # these lengths times the row width overflow 32 bits
            board = sequences.make_empty_board(size)
            sequences.put_seq_on_board(board, 2, 2, 1, 0, 2, "b")
            for length in size + 1, 2**28 + 2, 2**29 + 2, 2**30 + 2, 2**31 - 1:
                with self.subTest(size=size, length=length):
                    self.assertEqual(sequences.detect_rows(board, "b", length), (0, 0))
                    self.assertEqual(sequences.detect_row(board, "b", 0, 2, length, 1, 0), (0, 0))

    def test_every_line_of_300_boards(self):
        for rng, board in self.boards(2, 300, [1, 2, 5, 8, 11]):
            for y, x, d_y, d_x in twin.line_starts(len(board)):
                args = board, rng.choice("bw"), y, x, rng.randrange(1, 6), d_y, d_x
                self.assertEqual(sequences.detect_row(*args), twin.detect_row(*args)[:2])

    def test_bounds_on_300_boards(self):
        for _, board in self.boards(3, 300, [1, 2, 5, 8]):
            n = len(board)
            for y in range(n):
                for x in range(n):
                    for d_y, d_x in twin.DIRECTIONS:
                        for length in range(1, n + 1):
                            args = board, y, x, length, d_y, d_x
                            if twin.is_on_board(board, y - (length - 1) * d_y,
                                                x - (length - 1) * d_x):
                                self.assertEqual(sequences.is_bounded(*args),
                                                 twin.is_bounded(*args))
                            else:
                                with self.assertRaises(ValueError):
                                    sequences.is_bounded(*args)

    def test_greedy_move_of_60_boards(self):
        for _, board in self.boards(4, 60, [1, 2, 4, 5, 8]):
            self.assertEqual(sequences.search_max(board), twin.search_max(board))

    def test_boards_larger_than_any_other_part_of_the_program_knows(self):
        for _, board in self.boards(5, 6, [26, 40, 60]):
            for col in "bw":
                self.assertEqual(sequences.detect_rows(board, col, 3),
                                 twin.detect_rows(board, col, 3))
            self.assertEqual(sequences.score(board), twin.score(board))
            self.assertEqual(sequences.is_win(board), twin.is_win(board))


class Interrupt(unittest.TestCase):
    """On a large board search_max is slow, but a signal can interrupt it."""

    def test_search_max_stops_at_a_signal(self):
        def stop(number, frame):
            raise KeyboardInterrupt

        board = sequences.make_empty_board(300)  # takes minutes
        before = signal.signal(signal.SIGALRM, stop)
        try:
            start = time.monotonic()
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            self.assertRaises(KeyboardInterrupt, sequences.search_max, board)
            self.assertLess(time.monotonic() - start, 60)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
