"""The files of examples/courses, and the modules as programs."""

import importlib.util
import os
import pathlib
import signal
import subprocess
import sys
import unittest

import pentad
from pentad import classroom, sequences
from support import printed, talk

COURSES = pathlib.Path(__file__).resolve().parent.parent.parent / "examples" / "courses"
PROGRAM = pathlib.Path(pentad.__file__).parent / "../../pentad"
STARTER = ["test_is_empty", "test_is_bounded", "test_detect_row", "test_detect_rows", "test_search_max",
           "easy_testset_for_main_functions", "some_tests"]


def load_gomoku():
    spec = importlib.util.spec_from_file_location("gomoku", COURSES / "gomoku.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Gomoku(unittest.TestCase):
    def test_the_names_of_the_starter(self):
        gomoku = load_gomoku()
        for name in sequences.__all__ + STARTER:
            self.assertTrue(callable(getattr(gomoku, name)), name)
        self.assertEqual(gomoku.make_empty_board(sz=2), [[" ", " "], [" ", " "]])

    def test_the_tests_of_the_starter(self):
        text = printed(load_gomoku().easy_testset_for_main_functions)
        self.assertEqual([line for line in text.splitlines() if "TEST" in line],
                         [f"TEST CASE for {name[5:]} PASSED" for name in STARTER[:5]])

    def test_C64_to_C66(self):
        lines = printed(load_gomoku().some_tests).splitlines()
        found = [line for line in lines if "rows" in line and not line.endswith(": 0")]
        white = "Semi-open rows of length 3: 1"
        self.assertEqual(found, [white, "Open rows of length 2: 1", white, "Semi-open rows of length 3: 1", white])

    def test_it_plays(self):
        done = subprocess.run([sys.executable, COURSES / "gomoku.py"], input="0\n0\n0\n1\n0\n2\n0\n3\n",
                              capture_output=True, text=True, check=True)
        self.assertIn("Computer move: (1, 1)", done.stdout)

    def test_bad_input_and_its_end_are_no_traceback(self):
        rows = (("", "The input ended before the game was over."), ("x\n9\n", "Please enter a number from 0 to 7."),
                ("4\n4\n", "(4, 4) is taken."))
        for typed, text in rows:
            with self.subTest(typed=typed):
                done = subprocess.run([sys.executable, COURSES / "gomoku.py"], input=typed, capture_output=True, text=True,
                                      check=False)
                self.assertEqual(done.returncode, 0)
                self.assertIn(text, done.stdout + done.stderr)
                self.assertNotIn("Traceback", done.stderr)


class ClassroomGame(unittest.TestCase):
    def test_game_txt(self):
        game = classroom.loadGame(COURSES / "game.txt")
        self.assertEqual((game["player1"], game["player2"], game["who"]), ("Stefan", "C", 1))
        self.assertEqual(len(classroom.getValidMoves(game["board"])), 52)

    def test_it_is_the_default_file(self):
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(COURSES)
        self.assertTrue(talk(classroom.play, ["L", "", "a1"])[1].endswith("Computer (O) has won!\n"))


class Sequences(unittest.TestCase):
    """python3 -m pentad.sequences is `pentad sequences play`."""

    def run_both(self, typed):
        done = [subprocess.run(words, input=typed, capture_output=True, text=True, check=True, env=environment)
                for words, environment in (([sys.executable, "-m", "pentad.sequences"], None),
                                           ([PROGRAM, "sequences", "play"], {"PATH": os.environ["PATH"]}))]
        self.assertEqual(done[0].stdout, done[1].stdout)
        self.assertEqual(done[0].stderr, done[1].stderr)
        return done[0]

    def test_games(self):
        for typed, end in (("0\n0\n0\n1\n0\n2\n0\n3\n", "Result: Black won\n"),
                           ("4\n4\n9\n-1\nx\n\n0\n0\n", "\nThe input ended before the game was over.\n"),
                           ("", "\nThe input ended before the game was over.\n")):
            with self.subTest(typed=typed):
                self.assertEqual(self.run_both(typed).stderr, end)

    def test_ctrl_c(self):
        program = subprocess.Popen([sys.executable, "-m", "pentad.sequences"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        said = b""
        while b"y coord: " not in said and (more := program.stdout.read1(4096)):
            said += more
        while program.poll() is None: # input stays open: its end must not come first
            program.send_signal(signal.SIGINT)
            try:
                program.wait(5)
            except subprocess.TimeoutExpired:
                pass
        self.assertEqual(program.communicate()[1], b"\nInterrupted before the game was over.\n")
        self.assertEqual(program.returncode, 130)


if __name__ == "__main__":
    unittest.main()
