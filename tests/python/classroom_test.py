"""pentad.classroom: the course's test vectors, and random boards against the reference implementation."""

import contextlib
import copy
import io
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import twin
from pentad import classroom
from support import printed, rows, talk

PROGRAM = os.path.join(os.path.dirname(classroom.__file__), "..", "..", "pentad")
DIALOGUES = [("C", "C"), ("ann", "bob", "x9", "c4", "c4", "d4"), ("l", "nofile"), ("l", " "), ("", "ann"), (),
             ("ann", "c2", "c4", "undo", "undo", "c4", "show", "help", "save no/where", "quit", "d4"),
             ("\xdf", "\u0149", "c4", "x" * 1001, "\t", "c4")]

TASK_ROWS = [[0, 0, 0, 0, 0, 0, 0, 0],
             [0, 0, 0, 0, 0, 0, 0, 0],
             [0, 0, 1, 2, 1, 0, 0, 0],
             [0, 0, 1, 2, 2, 2, 0, 0],
             [0, 0, 1, 2, 1, 0, 0, 0],
             [0, 0, 0, 2, 1, 0, 0, 0],
             [0, 0, 0, 0, 0, 0, 0, 0],
             [0, 0, 0, 0, 0, 0, 0, 0]]
TASK_GAME = {"player1": "Stefan", "player2": "C", "who": 1, "board": TASK_ROWS}
TASK_LINES = ["Stefan", "C", "1"] + [",".join(map(str, row)) for row in TASK_ROWS]
TASK_FILE = "\n".join(TASK_LINES)

PICTURE = """\
 |a|b|c|d|e|f|g|h|
 +-+-+-+-+-+-+-+-+
1| | | | | | | | |
2| | | | | | | | |
3| | |X|O|X| | | |
4| | |X|O|O|O| | |
5| | |X|O|X| | | |
6| | | |O|X| | | |
7| | | | | | | | |
8| | | | | | | | |
 +-+-+-+-+-+-+-+-+
"""


def task_board():
    return copy.deepcopy(TASK_ROWS)


def board_of(positions1="", positions2=""):
    board = [[0] * 8 for _ in range(8)]
    for who, positions in (1, positions1), (2, positions2):
        for position in positions.split():
            board["12345678".index(position[1])]["abcdefgh".index(position[0])] = who
    return board


# Name, input, and the result (None: ValueError).
POSITIONS = [
    ("P01", ["C4", "4c", " c 4 ", "4 C"], (3, 2)),
    ("P02_a1", ["a1"], (0, 0)),
    ("P02_h8", ["H8", "8h"], (7, 7)),
    ("P03", [" x 9", "c3 3"], None),
    ("P04", ["", "  ", "c", "4"], None),
    ("P05", ["cc", "44", "c4d", "c 44"], None),
    ("P06", ["c9", "c0", "i1", "{1"], None),
    ("P07", ["\tc4", "c\t4", "c4\n"], None),
    ("P08", ["c,4", ",4", "c-4"], None),
    ("P09", ["c\uff14", "c\u0664"], None),
    ("odd_characters", ["c\0", "\u212a1", "c\u00b2", "\ud800" + "4", "c4\u00a0"], None),
]


@rows(POSITIONS)
class Positions(unittest.TestCase):
    def check(self, texts, want):
        for text in texts:
            with self.subTest(text=ascii(text)):
                if want is None:
                    with self.assertRaises(ValueError):
                        classroom.posToIndex(text)
                else:
                    self.assertEqual(classroom.posToIndex(text), want)


# Name, the pieces of player 1, and whether that is a win.
WINS = [
    ("P15_row_at_the_left", "a1 b1 c1 d1 e1", True),
    ("P15_row_at_the_right", "d8 e8 f8 g8 h8", True),
    ("P15_column", "h4 h5 h6 h7 h8", True),
    ("P16_diagonal_top", "a1 b2 c3 d4 e5", True),
    ("P16_diagonal_bottom", "d4 e5 f6 g7 h8", True),
    ("P16_other_diagonal_top", "h1 g2 f3 e4 d5", True),
    ("P16_other_diagonal_bottom", "e4 d5 c6 b7 a8", True),
    ("P17_four", "a1 b1 c1 d1", False),
    ("P17_four_gap_three", "a1 b1 c1 d1 f1 g1 h1", False),
    ("P18_six", "b3 c3 d3 e3 f3 g3", True),
    ("P19_no_wrapping", "e1 f1 g1 h1 a2", False),
]


@rows(WINS)
class Wins(unittest.TestCase):
    def check(self, pieces, want):
        for who, board in (1, board_of(pieces)), (2, board_of("", pieces)):
            self.assertIs(classroom.hasWon(board, who), want)
            self.assertIs(classroom.hasWon(board, 3 - who), False)  # P20


# Name, pieces of player 1 and 2, who moves, the move.
SUGGESTIONS = [
    ("P22_empty", "", "", 1, (0, 0)),
    ("P23_own", "a1 b1 c1 d1", "", 1, (0, 4)),
    ("P23_block", "a1 b1 c1 d1", "", 2, (0, 4)),
    ("P24_first", "a1 a2 a3 a4", "c8 d8 e8 f8", 1, (4, 0)),
    ("P24_second", "a1 a2 a3 a4", "c8 d8 e8 f8", 2, (7, 1)),
    ("P25", "b2 c2 e2 f2", "", 1, (1, 3)),
    ("P26", "", "h1 g2 f3 e4", 2, (4, 3)),
]


@rows(SUGGESTIONS)
class Suggestions(unittest.TestCase):
    def check(self, pieces1, pieces2, who, want):
        board = board_of(pieces1, pieces2)
        before = copy.deepcopy(board)
        self.assertEqual(classroom.suggestMove1(board, who), want)
        self.assertEqual(board, before)  # P27


class Functions(unittest.TestCase):
    def test_P10(self):
        for index, position in ((3, 2), "c4"), ((0, 0), "a1"), ((7, 7), "h8"), ((0, 7), "h1"):
            self.assertEqual(classroom.indexToPos(index), position)

    def test_P11(self):
        game = classroom.newGame("Ann", "C")
        self.assertEqual(game, {"player1": "Ann", "player2": "C", "who": 1, "board": [[0] * 8] * 8})
        game["board"][0][0] = 1
        self.assertEqual(sum(map(sum, game["board"])), 1)

    def test_P12(self):
        moves = classroom.getValidMoves(task_board())
        self.assertEqual((len(moves), moves[0], moves[-1]), (52, (0, 0), (7, 7)))
        self.assertEqual(moves, sorted(moves))

    def test_P13(self):
        full = [[1] * 8 for _ in range(8)]
        self.assertEqual(classroom.getValidMoves(full), [])
        full[5][6] = 0
        self.assertEqual(classroom.getValidMoves(full), [(5, 6)])

    def test_P14(self):
        board = task_board()
        self.assertIs(classroom.makeMove(board, (1, 3), 2), board)
        self.assertEqual(board[1][3], 2)
        self.assertIs(classroom.hasWon(board, 1), False)
        self.assertIs(classroom.hasWon(board, 2), True)

    def test_P21(self):
        for who in 1, 2:
            self.assertEqual(classroom.suggestMove1(task_board(), who), (1, 3))

    def test_picture(self):
        self.assertEqual(printed(classroom.printBoard, task_board()), PICTURE)

    def test_module_has_exactly_the_functions_of_the_course(self):
        public = {name for name in vars(classroom) if not name.startswith("_")}
        self.assertEqual(public, {
            "newGame", "printBoard", "posToIndex", "indexToPos", "loadGame", "getValidMoves",
            "makeMove", "hasWon", "suggestMove1", "suggestMove2", "play"})
        self.assertEqual(public, set(classroom.__all__))
        for name in public:
            self.assertGreater(len(getattr(classroom, name).__doc__), 60, name)

    def test_arguments_have_the_names_of_the_course(self):
        board = task_board()
        self.assertEqual(classroom.suggestMove1(board=board, who=1), (1, 3))
        self.assertIs(classroom.hasWon(board=board, who=1), False)
        self.assertEqual(len(classroom.getValidMoves(board=board)), 52)
        classroom.makeMove(board=board, move=(0, 0), who=1)


class AgainstTwin(unittest.TestCase):
    def test_1000_boards(self):
        rng = random.Random(1)
        for i in range(1000):
            empty = rng.random()
            board = [rng.choices([0, 1, 2], [empty + 0.05, 1, 1], k=8) for _ in range(8)]
            before = copy.deepcopy(board)
            with self.subTest(i=i, board=board):
                self.assertEqual(classroom.getValidMoves(board), twin.valid_moves(board))
                won = [classroom.hasWon(board, who) for who in (1, 2)]
                self.assertEqual(won, [twin.has_won(board, who) for who in (1, 2)])
                if not any(won) and twin.valid_moves(board):
                    for who in 1, 2:
                        self.assertEqual(classroom.suggestMove1(board, who),
                                         twin.suggest_move1(board, who))
                self.assertEqual(board, before)


class SecondPlayer(unittest.TestCase):
    def test_answers_in_time_and_leaves_the_board(self):
        board = task_board()
        start = time.process_time()  # CPU time, so that other load does not count
        move = classroom.suggestMove2(board, 1)
        self.assertLess(time.process_time() - start, 5)
        self.assertIn(move, classroom.getValidMoves(board))
        self.assertEqual(board, TASK_ROWS)

    def test_wins_blocks_and_finishes(self):
        self.assertEqual(classroom.suggestMove2(board_of("a1 b1 c1 d1", "a8 b8 c8"), 1), (0, 4))
        self.assertEqual(classroom.suggestMove2(board_of("a1 b1 c1 d1", "a8 b8 c8"), 2), (0, 4))
        won = board_of("a1 b1 c1 d1 e1")
        self.assertIn(classroom.suggestMove2(won, 2), classroom.getValidMoves(won))

    def test_beats_the_first_player(self):
        for strong in 1, 2:
            board, who = board_of(), 1
            while not classroom.hasWon(board, 3 - who) and classroom.getValidMoves(board):
                suggest = classroom.suggestMove2 if who == strong else classroom.suggestMove1
                classroom.makeMove(board, suggest(board, who), who)
                who = 3 - who
            self.assertTrue(classroom.hasWon(board, strong))


def changed(line, text):
    """The lines of the course's example file with one replaced."""
    return "\n".join(TASK_LINES[:line] + [text] + TASK_LINES[line + 1:])


ROW = "0,0,0,0,0,0,0,0"

# Name, texts of files, the game (None: ValueError).
FILES = [
    ("P28", [TASK_FILE, TASK_FILE + "\n", TASK_FILE.replace("\n", "\r\n")], TASK_GAME),
    ("P29", [changed(2, "3"), changed(2, "0"), changed(2, "x")], None),
    ("P30", [changed(0, ""), changed(0, "   "), changed(1, ""), changed(1, " ")], None),
    ("P31", ["\n".join(TASK_LINES[:10]), TASK_FILE + "\n" + ROW, TASK_FILE + "\n\n"], None),
    ("P32", [changed(3, "3" + ROW[1:]), changed(3, "a" + ROW[1:])], None),
    ("P33", [changed(5, ROW[:-2]), changed(5, ROW + ",0"), changed(5, ROW + ",")], None),
    ("P34", [TASK_FILE.replace(",", ";")], None),
    ("P35_empty", [""], None),
    ("blanks_and_zeros", [changed(2, " 1"), changed(2, "01"), changed(4, " " + ROW)], None),
    ("names_stay_as_they_are", [changed(0, "  de la Cruz ")],
     dict(TASK_GAME, player1="  de la Cruz ")),
    ("names_in_utf_8", [changed(1, "Zo\u00eb")], dict(TASK_GAME, player2="Zo\u00eb")),
    ("far_too_large", ["x" * 2000000], None),
    ("no_text", ["\0" * 100, "\x1b[2J" + TASK_FILE], None),
]


@contextlib.contextmanager
def file_with(text, name="game.txt"):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        yield path


@rows(FILES)
class Files(unittest.TestCase):
    def check(self, texts, want):
        for text in texts:
            with self.subTest(text=text[:200]), file_with(text) as path:
                if want is None:
                    with self.assertRaises(ValueError):
                        classroom.loadGame(path)
                else:
                    self.assertEqual(classroom.loadGame(path), want)


class MissingFiles(unittest.TestCase):
    def test_P35(self):
        for path in "/nonexistent/game.txt", "-", tempfile.gettempdir(), "":
            with self.subTest(path=path), self.assertRaises(FileNotFoundError):
                classroom.loadGame(path)

    def test_message_says_where_the_fault_is(self):
        with file_with(changed(3, "0,0,x,0,0,0,0,0")) as path:
            with self.assertRaisesRegex(ValueError, "line 4, column 5: expected 0, 1 or 2"):
                classroom.loadGame(path)


@contextlib.contextmanager
def inside(folder):
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def play(*lines, strong=None):
    with tempfile.TemporaryDirectory() as state, mock.patch.dict(os.environ, XDG_STATE_HOME=state):
        return talk(lambda: classroom.play(strong=strong), lines)[1]


def play_file(text, *lines):
    with file_with(text) as path:
        return play("L", path, *lines)


KEPT = ["Ann", "Bob", "2", ROW, ROW, ROW, "0,0,1,0,0,0,0,0", ROW, ROW, ROW, ROW]


class Program(unittest.TestCase):
    """python3 -m pentad.classroom: nothing crashes it, and the game is kept."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.kept = os.path.join(folder.name, "pentad", "classroom.txt")
        self.environment = dict(os.environ, XDG_STATE_HOME=folder.name, PYTHONIOENCODING="utf-8:strict")

    def start(self, *words):
        program = subprocess.Popen([sys.executable, "-m", "pentad.classroom", *words], env=self.environment,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(program.kill)
        return program

    def await_text(self, program, wanted, times=1):
        """Wait until the text was printed that often, from here on."""
        said = b""
        while said.count(wanted) < times:
            more = program.stdout.read1(4096)
            self.assertTrue(more, f"it ended, and did not print {wanted}")
            said += more

    def end_by(self, program, number):
        """Input stays open meanwhile: its end must not come first. A signal just before the program waits for input
        is noticed with the next one."""
        while program.poll() is None:
            program.send_signal(number)
            try:
                program.wait(5)
            except subprocess.TimeoutExpired:
                pass

    def finish(self, program, typed, status=0):
        out, err = program.communicate(typed)
        self.assertNotIn(b"Traceback", err)
        self.assertEqual(program.returncode, status, err)
        return out, err

    def check_kept(self):
        with open(self.kept, encoding="utf-8") as file:
            self.assertEqual(file.read().splitlines(), KEPT)

    def test_the_end_of_input(self):
        self.finish(self.start(), b"ann\nbob\nc4\n")
        self.check_kept()

    def test_quit(self):
        self.finish(self.start(), b"ann\nbob\nc4\nquit\nd4\n")
        self.check_kept()

    def test_signals(self):
        for number, status in (signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP):
            with self.subTest(number=number):
                program = self.start()
                program.stdin.write(b"ann\nbob\nc4\n")
                program.stdin.flush()
                self.await_text(program, b"Bob (O): ")
                self.end_by(program, number)
                self.assertIn(b"Interrupted.\nThe unfinished game is saved.", self.finish(program, b"", status)[1])
                self.check_kept()

    def test_a_signal_while_the_computer_thinks(self):
        program = self.start("--strong", "both")
        program.stdin.write(b"C\nC\n")
        program.stdin.flush()
        self.await_text(program, b"thinking...", 2)
        program.send_signal(signal.SIGINT)
        self.assertIn(b"Interrupted.\n", self.finish(program, b"", 130)[1])
        self.assertTrue(os.path.exists(self.kept))

    def test_bytes_that_are_no_text(self):
        out, err = self.finish(self.start(), b"\xff\nann\nbob\n\xc3\x28\nc4\n\xed\xb2\x80\n\0\n")
        self.assertEqual(out.count(b"Invalid input. Try again!\n"), 4)
        self.assertEqual(err.count(b"(that line is not text)\n"), 3)
        self.check_kept()

    def test_bytes_after_something_was_read(self):
        code = "import sys; sys.stdin.readline(); from pentad import classroom; classroom.play()"
        program = subprocess.Popen([sys.executable, "-c", code], env=self.environment,
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        program.stdin.write(b"first\n")
        program.stdin.flush()
        for typed in b"\xff\n", b"ann\n":
            self.await_text(program, b"Name of player 1: ")
            program.stdin.write(typed)
            program.stdin.flush()
        self.assertIn(b"Name of player 2: ", self.finish(program, b"bob\n")[0])

    def test_characters_that_cannot_be_shown(self):
        self.environment["PYTHONIOENCODING"] = "ascii:strict"
        with file_with(changed(0, "Zo\u00eb")) as path:
            self.assertIn(b"Zo? (X): Which", self.finish(self.start(), f"L\n{path}\n".encode())[0])

    def test_a_closed_pipe(self):
        program = self.start("--strong", "both")
        program.stdout.close()
        program.stdin.write(b"C\nC\n")
        program.stdin.close()
        err = program.stderr.read()
        program.stderr.close()
        program.wait()
        self.assertNotIn(b"Traceback", err)
        self.assertNotIn(b"Exception", err)
        self.assertNotIn(b"Interrupted", err)
        self.assertIn(b"Broken pipe", err)
        self.assertEqual(program.returncode, 1)

    def test_a_full_disk(self):
        with open("/dev/full", "wb") as full:
            program = subprocess.run([sys.executable, "-m", "pentad.classroom"], env=self.environment,
                                     input=b"ann\nbob\n", stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(program.stderr, b"pentad.classroom: [Errno 28] No space left on device\n")
        self.assertEqual(program.returncode, 1)

    def test_closed_streams(self):
        module = "-m pentad.classroom"
        call = "-c 'from pentad import classroom; classroom.play()'"
        closing = "-c 'import sys; from pentad import classroom; sys.%s.close(); classroom.play()'"
        for words in (f"{module} >&-", f"{module} <&-", f"{module} 2>&-", f"{call} >&-", f"{call} <&-",
                      closing % "stdin", closing % "stdout", closing % "stderr"):
            with self.subTest(words=words):
                program = subprocess.run(f"{sys.executable} {words}", shell=True, env=self.environment,
                                         input=b"ann\nbob\nc4\n", capture_output=True)
                self.assertEqual((program.returncode, program.stderr.count(b"Traceback")), (0, 0), program.stderr)

    def test_wrong_words(self):
        for words in ("--strong", "3"), ("--strong",), ("x",):
            with self.subTest(words=words):
                self.assertIn(b"usage: ", self.finish(self.start(*words), b"", 1)[1])


class Play(unittest.TestCase):
    def test_banner(self):
        text = play("c", "c")
        self.assertTrue(text.startswith(
            "*" * 55 + "\n****        WELCOME TO STEFAN'S GOMOKU!        ****\n"
            + "*" * 55 + " \n\n"
            "Enter the players' names, or type 'C' or 'L'.\n\n"))

    def test_P36(self):
        text = play("", "  ", "stefan", "c", "a1")
        self.assertEqual(text.count("Name of player 1: "), 3)
        self.assertEqual(text.count("Name of player 2: "), 1)
        self.assertIn("Stefan (X): Which move to make? ", text)
        self.assertIn("Computer (O) is thinking... and selected b1.", text)

    def test_only_the_first_letter_changes(self):
        self.assertIn("McDonald (X): ", play("mcDonald", "l"))

    def test_P37(self):
        text = play("ann", "bob", "x9", "c4", "c4")
        first, second = text.split("Bob (O): ", 1)
        self.assertEqual(first.count("Invalid input. Try again!\n"), 1)
        self.assertEqual(second.count("Invalid input. Try again!\n"), 1)
        self.assertEqual(text.count("4| | |X| | | | | |"), 1)

    def test_P38(self):
        text = play("C", "C")
        final = text.split(" +-+-+-+-+-+-+-+-+\n")[-2].splitlines()
        rows_drawn = [line[2:].replace("|", "") for line in final]
        self.assertEqual(rows_drawn, ["XOXOXOXO"] * 3 + ["XXOXOXOX", "OOXOXOXO"] + ["XOXOXOXO"] * 3)
        self.assertTrue(text.endswith("The game ends in a draw!\n"))
        moves = [line.split()[-1] for line in text.splitlines() if "and selected" in line]
        self.assertEqual(moves[:3] + moves[24:28], "a1. b1. c1. a4. a5. b4. c4.".split())

    def test_P39(self):
        with file_with(TASK_FILE) as path, inside(os.path.dirname(path)):
            text = play("l", "", "d2")
        self.assertIn(PICTURE, text)
        self.assertNotIn("Name of player 2", text)
        self.assertIn("Stefan (X): ", text)
        self.assertTrue(text.endswith("Computer (O) has won!\n"))

    def test_P40(self):
        self.assertTrue(play("L", "nofile").endswith(
            "The game cannot be loaded: nofile: No such file or directory\n"))

    def test_exceptions_while_printing(self):
        for error, notice in (KeyboardInterrupt(), "Interrupted.\n"), (OSError("full"), "pentad.classroom: full\n"):
            with self.subTest(error=error):
                notices = []
                with mock.patch.object(classroom, "_say", side_effect=error), \
                        mock.patch.object(classroom, "_notice", notices.append):
                    play("ann", "bob")
                self.assertEqual(notices, [notice])

    def test_a_pipe_is_not_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "pipe")
            os.mkfifo(path)
            self.assertIn("not a regular file", play("L", path))
            with self.assertRaisesRegex(FileNotFoundError, "Not a regular file"):
                classroom.loadGame(path)

    def test_a_file_that_is_no_game(self):
        with file_with("nonsense") as path:
            self.assertIn("cannot be loaded: ", play("L", path).splitlines()[-1])

    def test_a_loaded_game_that_is_over(self):
        won = task_board()
        won[1][3] = 2
        for board, want in (won, "Computer (O) has won!"), ([[1] * 8] * 8, "Stefan (X) has won!"):
            lines = TASK_LINES[:3] + [",".join(map(str, row)) for row in board]
            with file_with("\n".join(lines)) as path:
                self.assertEqual(play("L", path).splitlines()[-1], want)

    def test_a_win_with_the_last_piece_is_no_draw(self):
        board = ["12121212"] * 3 + ["21212121"] * 2 + ["12121212"] * 2 + ["01111222"]
        with file_with("\n".join(TASK_LINES[:3] + [",".join(row) for row in board])) as path:
            self.assertEqual(play("L", path, "a8").splitlines()[-1], "Stefan (X) has won!")

    def test_end_of_input_ends_the_game(self):
        with contextlib.redirect_stderr(io.StringIO()) as aside:
            self.assertTrue(play("ann").endswith("Name of player 2: \n"))
        self.assertEqual(aside.getvalue(), "The input ended.\n")

    def test_the_strong_computer(self):
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertIn("and selected a1.", play("ann", "c", "d4", strong=1))
            self.assertNotIn("and selected a1.", play("ann", "c", "d4", strong=2))
            self.assertNotIn("and selected a1.", play("c", "bob", strong="both"))
        for strong in 0, 3, "1", [], "":
            with self.subTest(strong=strong), self.assertRaises(ValueError):
                classroom.play(strong=strong)

    def test_only_C_is_the_computer(self):
        self.assertIn("C2 (O): Which move to make? ", play("ann", "c2", "d4"))
        self.assertIn("c (O): Which move to make? ", play_file(TASK_FILE.replace("C", "c"), "a1"))

    def test_an_exception_of_input_is_raised_again(self):
        for raised in StopIteration, RuntimeError:
            with self.subTest(raised=raised), mock.patch("builtins.input", side_effect=["ann", "bob", "c4", raised]):
                with contextlib.redirect_stderr(io.StringIO()) as aside, self.assertRaises(raised):
                    play()
                self.assertIn("The unfinished game is saved.", aside.getvalue())

    def test_what_input_returns_is_no_line(self):
        with mock.patch("builtins.input", side_effect=[7]), self.assertRaises(TypeError):
            with contextlib.redirect_stderr(io.StringIO()):
                play()

    def test_the_program_says_the_same(self):
        environment = {"PATH": os.environ["PATH"], "XDG_STATE_HOME": tempfile.gettempdir()}
        for lines in DIALOGUES:
            program = subprocess.run([PROGRAM, "classroom"], input="".join(line + "\n" for line in lines),
                                     capture_output=True, text=True, env=environment)
            with self.subTest(lines=lines), contextlib.redirect_stderr(io.StringIO()):
                self.assertEqual(play(*lines), program.stdout)
