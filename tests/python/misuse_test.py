"""Wrong types raise TypeError, invalid values ValueError, and nothing crashes or leaks."""

import resource
import unittest

import pentad
from pentad import classroom, gtp, mist, sequences
from support import rows, talk

BOARD = [[" "] * 8 for _ in range(8)]
CLASS_BOARD = [[0] * 8 for _ in range(8)]


# Valid calls: each argument in turn is replaced by objects of a wrong type.
CALLS = [
    ("is_empty", sequences.is_empty, [BOARD]),
    ("is_bounded", sequences.is_bounded, [BOARD, 3, 3, 2, 0, 1]),
    ("detect_row", sequences.detect_row, [BOARD, "b", 0, 0, 2, 0, 1]),
    ("detect_rows", sequences.detect_rows, [BOARD, "b", 2]),
    ("score", sequences.score, [BOARD]),
    ("search_max", sequences.search_max, [BOARD]),
    ("is_win", sequences.is_win, [BOARD]),
    ("analysis", sequences.analysis, [BOARD]),
    ("print_board", sequences.print_board, [BOARD]),
    ("put_seq_on_board", sequences.put_seq_on_board, [BOARD, 0, 0, 0, 1, 1, " "]),
    ("make_empty_board", sequences.make_empty_board, [8]),
    ("newGame", classroom.newGame, ["Ann", "Bob"]),
    ("printBoard", classroom.printBoard, [CLASS_BOARD]),
    ("posToIndex", classroom.posToIndex, ["c4"]),
    ("indexToPos", classroom.indexToPos, [(3, 2)]),
    ("getValidMoves", classroom.getValidMoves, [CLASS_BOARD]),
    ("hasWon", classroom.hasWon, [CLASS_BOARD, 1]),
    ("suggestMove1", classroom.suggestMove1, [CLASS_BOARD, 1]),
    ("Game", pentad.Game, ["freestyle", 15]),
    ("controller_command", mist.Controller().command, ["who"]),
    ("gtp_command", gtp.Session().command, ["name"]),
    ("gtp_session", gtp.Session, ["random", "course"]),
]


class Odd:
    """Equal to nothing, and not convertible to a number."""


WRONG = [None, 1.5, Odd(), b"b", {}, {1}, object, len]


@rows(CALLS)
class WrongTypes(unittest.TestCase):
    def check(self, function, args):
        talk(function, [], *args)
        for i in range(len(args)):
            for wrong in WRONG:
                with self.subTest(argument=i, wrong=wrong), self.assertRaises(TypeError):
                    talk(function, [], *args[:i], wrong, *args[i + 1:])
        if not isinstance(function, type):
            with self.assertRaises(TypeError):
                function()
        with self.assertRaises(TypeError):
            function(*args, 1, 1, 1)


class OtherWrongTypes(unittest.TestCase):
    def test_functions_with_effects(self):
        for wrong in WRONG:
            with self.subTest(wrong=wrong):
                for call in (lambda: sequences.play_gomoku(wrong),
                             lambda: classroom.makeMove(wrong, (0, 0), 1),
                             lambda: classroom.makeMove([[0] * 8 for _ in range(8)], wrong, 1),
                             lambda: classroom.makeMove([[0] * 8 for _ in range(8)], (0, 0), wrong),
                             lambda: classroom.makeMove([[0] * 8 for _ in range(8)], (0, wrong), 1),
                             lambda: classroom.suggestMove2(wrong, 1),
                             lambda: classroom.suggestMove2(CLASS_BOARD, wrong),
                             lambda: pentad.Game().play(wrong),
                             lambda: pentad.Game().play(wrong, 0),
                             lambda: pentad.Game().best_move(player=wrong)):
                    self.assertRaises(TypeError, call)
        for wrong in None, 0, 1.5, Odd(), {}:
            for call in classroom.loadGame, pentad.Game.load, pentad.Game().save:
                with self.subTest(wrong=wrong), self.assertRaises(TypeError):
                    call(wrong)
        with self.assertRaises(TypeError):
            pentad.Game().best_move(seconds="1")
        with self.assertRaises(TypeError):
            pentad.Game().play()
        with self.assertRaises(TypeError):
            classroom.play(1)

    def test_attributes_cannot_be_set(self):
        for name in "rules", "size", "moves", "turn", "winner", "result", "is_over", "board":
            with self.subTest(name=name), self.assertRaises(AttributeError):
                setattr(pentad.Game(), name, 1)


# Invalid boards, for the functions of both courses.
BAD_BOARDS = [
    ("no_list", (), TypeError),
    ("a_str", "        ", TypeError),
    ("rows_that_are_str", ["        "] * 8, TypeError),
    ("rows_that_are_tuples", [(" ",) * 8] * 8, TypeError),
    ("a_square_that_is_none", [[None] * 8] * 8, TypeError),
    ("no_rows", [], ValueError),
    ("empty_rows", [[]] * 8, ValueError),
]

LETTER_BOARDS = BAD_BOARDS + [
    ("a_row_too_short", [[" "] * 8] * 7 + [[" "] * 7], ValueError),
    ("a_row_too_long", [[" "] * 8] * 7 + [[" "] * 9], ValueError),
    ("a_row_missing", [[" "] * 8] * 7, ValueError),
    ("another_letter", [["x"] * 8] * 8, ValueError),
    ("a_capital", [["B"] * 8] * 8, ValueError),
    ("two_letters", [["bw"] * 8] * 8, ValueError),
    ("no_letter", [[""] * 8] * 8, ValueError),
    ("numbers", CLASS_BOARD, TypeError),
]

NUMBER_BOARDS = BAD_BOARDS + [
    ("a_row_too_short", [[0] * 8] * 7 + [[0] * 7], ValueError),
    ("nine_by_nine", [[0] * 9] * 9, ValueError),
    ("three", [[3] * 8] * 8, ValueError),
    ("negative", [[-1] * 8] * 8, ValueError),
    ("huge", [[10**40] * 8] * 8, ValueError),
    ("letters", BOARD, TypeError),
]


@rows(LETTER_BOARDS)
class BadLetterBoards(unittest.TestCase):
    def check(self, board, error):
        for name, function, args in CALLS[:9]:
            with self.subTest(function=name), self.assertRaises(error):
                talk(function, [], board, *args[1:])


@rows(NUMBER_BOARDS)
class BadNumberBoards(unittest.TestCase):
    def check(self, board, error):
        for call in (lambda: classroom.printBoard(board), lambda: classroom.getValidMoves(board),
                     lambda: classroom.hasWon(board, 1), lambda: classroom.suggestMove1(board, 1),
                     lambda: classroom.suggestMove2(board, 1),
                     lambda: classroom.makeMove(board, (0, 0), 1)):
            self.assertRaises(error, call)


BAD_VALUES = [
    ("is_bounded_off_board", lambda: sequences.is_bounded(BOARD, 8, 0, 2, 0, 1)),
    ("is_bounded_begins_outside", lambda: sequences.is_bounded(BOARD, 0, 0, 2, 0, 1)),
    ("is_bounded_huge", lambda: sequences.is_bounded(BOARD, 0, 0, 2**31 - 1, 1, 1)),
    ("is_bounded_no_direction", lambda: sequences.is_bounded(BOARD, 3, 3, 2, 0, 0)),
    ("is_bounded_no_stone", lambda: sequences.is_bounded(BOARD, 3, 3, 0, 0, 1)),
    ("detect_row_off_board", lambda: sequences.detect_row(BOARD, "b", -1, 0, 2, 0, 1)),
    ("detect_row_no_direction", lambda: sequences.detect_row(BOARD, "b", 0, 0, 2, 0, 0)),
    ("detect_row_far_direction", lambda: sequences.detect_row(BOARD, "b", 0, 0, 2, 0, 9)),
    ("detect_row_color", lambda: sequences.detect_row(BOARD, " ", 0, 0, 2, 0, 1)),
    ("detect_rows_color", lambda: sequences.detect_rows(BOARD, "black", 2)),
    ("detect_rows_length", lambda: sequences.detect_rows(BOARD, "b", -1)),
    ("detect_rows_huge", lambda: sequences.detect_rows(BOARD, "b", 10**30)),
    ("put_seq_color", lambda: sequences.put_seq_on_board(BOARD, 0, 0, 0, 1, 1, "x")),
    ("make_empty_board", lambda: sequences.make_empty_board(0)),
    ("play_gomoku", lambda: sequences.play_gomoku(-1)),
    ("new_game", lambda: classroom.newGame("", "C")),
    ("index_off_board", lambda: classroom.indexToPos((8, 0))),
    ("index_negative", lambda: classroom.indexToPos((-1, 0))),
    ("index_of_three", lambda: classroom.indexToPos((1, 2, 3))),
    ("move_taken", lambda: classroom.makeMove([[1] * 8 for _ in range(8)], (0, 0), 1)),
    ("move_who", lambda: classroom.makeMove([[0] * 8 for _ in range(8)], (0, 0), 3)),
    ("has_won_who", lambda: classroom.hasWon(CLASS_BOARD, 0)),
    ("suggest_who", lambda: classroom.suggestMove1(CLASS_BOARD, 10**20)),
    ("suggest_full", lambda: classroom.suggestMove1([[1] * 8] * 8, 1)),
    ("suggest2_full", lambda: classroom.suggestMove2([[1] * 8] * 8, 1)),
]


@rows(BAD_VALUES)
class BadValues(unittest.TestCase):
    def check(self, call):
        self.assertRaises(ValueError, call)


def attempt(call):
    try:
        call()
    except (TypeError, ValueError, OSError):
        pass


class Leaks(unittest.TestCase):
    # One leaked 60 x 60 board or game per call would add up to about 30 MB.
    def check(self, *calls):
        for call in calls:
            for _ in range(200):
                attempt(call)
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            for _ in range(8000):
                attempt(call)
            grown_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            self.assertLess(grown_kib, 6000)

    def test_sequences(self):
        large = [[" "] * 60 for _ in range(60)]
        bad = large[:-1] + [[" "] * 59 + ["x"]]
        self.check(lambda: sequences.detect_rows(large, "b", 3), lambda: sequences.is_empty(bad),
                   lambda: sequences.is_bounded(large, 60, 0, 1, 0, 1))

    def test_classroom(self):
        text = b"Ann\nBob\n1\n" + b"0,0,0,0,0,0,0,0\n" * 8
        parse = pentad._pentad.parse_game
        self.check(lambda: classroom.getValidMoves(CLASS_BOARD), lambda: parse(text),
                   lambda: parse(text[:-9]), lambda: classroom.hasWon(CLASS_BOARD, 7))

    def test_games_and_sessions(self):
        game = pentad.Game()
        game.play("h8")
        self.check(game.copy, lambda: str(game), lambda: repr(game), game.legal_moves,
                   lambda: (game.moves, game.board, game.result), lambda: game.play("h8"),
                   lambda: pentad.Game("chess"), lambda: game.best_move(player="random"),
                   lambda: pentad.Game.load("/nonexistent.sgf"), lambda: game.save("/none/x.sgf"),
                   lambda: mist.Controller().command("view"), lambda: gtp.Session().command("name"),
                   lambda: gtp.Session("nobody"))
