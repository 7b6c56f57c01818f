"""pentad.mist and pentad.gtp; their exact replies are tested elsewhere."""

import io
import signal
import subprocess
import sys
import threading
import unittest
from unittest import mock

from pentad import gtp, mist
from support import interrupt, rows, talk

# Name, lines, output, exit status.
MIST = [
    ("M01", ["who", "term"], "B\n", 1),
    ("M02", ["history", "term"], "\n", 1),
    ("M03", ["resign"], "White wins!\n\nThank you for playing!\n", 0),
    ("M05", ["view", "term"], "J10," + "." * 49 + "\n", 1),
    ("M06", ["place A1", "view", "term"], "M3," + "." * 42 + "x" * 7 + "\n", 1),
    ("M19", ["place A1", "place A1", "who", "term"], "Occupied coordinate\nW\n", 1),
    ("M20", ["place A1 ", "place  A1", "placeA1", "place", "place ", "history", "term"],
     "Invalid!\n" * 5 + "\n", 1),
    ("M22", ["", "", "term"], "Invalid!\n" * 2, 1),
    ("M25", ["place " + c for c in "A1 B1 A2 B2 A3 B3 A4 B4 A5".split()] + ["who"],
     "Black wins!\nA1B1A2B2A3B3A4B4A5\nThank you for playing!\n", 0),
    ("carriage_return", ["who\r", "term"], "Invalid!\n", 1),
    ("odd_characters", ["who\0", "\ud800", "\u00e9", "place \u00e9", "term"],
     "Invalid!\n" * 3 + "Invalid coordinate\n", 1),
    ("input_ends", ["who"], "B\n", 0),
]


@rows(MIST)
class MistProgram(unittest.TestCase):
    def check(self, lines, output, status):
        self.assertEqual(talk(mist.run, lines), (status, output))

        controller = mist.Controller()
        said = ""
        for line in lines:
            said += controller.command(line)
            if controller.finished:
                break
        self.assertEqual((said, controller.exit_status), (output, status))


class MistController(unittest.TestCase):
    def test_after_the_end(self):
        controller = mist.Controller()
        self.assertFalse(controller.finished)
        self.assertEqual(controller.command("term\n"), "")
        self.assertTrue(controller.finished)
        with self.assertRaises(ValueError):
            controller.command("who")

    def test_one_line_only(self):
        with self.assertRaises(ValueError):
            mist.Controller().command("who\nwho")

    def test_bytes_of_the_standard_input(self):
        typed = io.TextIOWrapper(io.BytesIO(b"who\r\n\xff\nwho\nterm"))
        said = io.StringIO()
        with mock.patch("sys.stdin", typed), mock.patch("sys.stdout", said):
            self.assertEqual(mist.run(), 1)
        self.assertEqual(said.getvalue(), "Invalid!\nInvalid!\nB\n")


class Gtp(unittest.TestCase):
    def test_a_session(self):
        session = gtp.Session()
        self.assertEqual(session.command("protocol_version"), "= 2\n\n")
        self.assertEqual(session.command("7 boardsize 9\n"), "=7 \n\n")
        self.assertEqual(session.command("play b a1"), "= \n\n")
        self.assertRegex(session.command("genmove w"), r"^= [a-j][1-9]\n\n$")
        self.assertEqual(session.command(""), "")
        self.assertEqual(session.command("# comment"), "")
        self.assertFalse(session.finished)
        self.assertEqual(session.command("quit"), "= \n\n")
        self.assertTrue(session.finished)
        with self.assertRaises(ValueError):
            session.command("name")

    def test_the_program(self):
        _, said = talk(gtp.run, ["protocol_version", "", "na\0me", "quit", "name"])
        self.assertEqual(said, "= 2\n\n= Go0\n\n= \n\n")

    def test_bytes_of_the_standard_input(self):
        typed = io.TextIOWrapper(io.BytesIO(b"name\r\n\xff\nquit\n"))
        said = io.StringIO()
        with mock.patch("sys.stdin", typed), mock.patch("sys.stdout", said):
            gtp.run()
        self.assertRegex(said.getvalue(), r"^= Go0\n\n\? [^\n]*\n\n= \n\n$")

    def test_bad_requests(self):
        for options in {"player": "nobody"}, {"profile": "none"}, {"profile": ""}:
            with self.subTest(options=options), self.assertRaises(ValueError):
                gtp.Session(**options)
        for line in "name\nname", "na\0me":
            with self.subTest(line=line), self.assertRaises(ValueError):
                gtp.Session().command(line)

    def test_ctrl_c(self):
        session = gtp.Session(player="strong:120000", profile="gogui")
        for line in "boardsize 15", "play b h8", "play w j9":
            session.command(line)
        before = session.command("showboard")
        interrupt(self, lambda seconds: session.command("genmove b"))
        self.assertEqual(session.command("showboard"), before)
        self.assertEqual(session.command("name"), "= Pentad\n\n")

    def test_another_thread_may_not_break_in(self):
        session = gtp.Session(player="strong:400", profile="gogui")
        session.command("play b h8")
        session.command("play w i9")
        thread = threading.Thread(target=session.command, args=["genmove b"])
        thread.start()
        refused = 0
        while thread.is_alive():
            try:
                session.command("name")
            except RuntimeError:
                refused += 1
        thread.join()
        self.assertGreater(refused, 0)
        self.assertEqual(session.command("name"), "= Pentad\n\n")


class Programs(unittest.TestCase):
    """python3 -m pentad.NAME"""

    def start(self, *words):
        return subprocess.Popen([sys.executable, "-m", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def test_options_of_gtp(self):
        program = self.start("pentad.gtp", "--player", "easy", "--profile", "gogui")
        said, errors = program.communicate("clear_board\ngenmove b\nquit\n")
        self.assertEqual((said, errors, program.returncode), ("=\n\n= A15\n\n=\n\n", "", 0))

    def test_wrong_words(self):
        for words, reason in ((("gtp", "--player", "nobody"), "there is no player 'nobody'"), (("gtp", "strong"), "strong"),
                              (("mist", "x"), "usage"), (("sequences", "9"), "usage")):
            program = self.start(f"pentad.{words[0]}", *words[1:])
            said, errors = program.communicate("")
            self.assertEqual(said, "")
            self.assertIn(reason, errors)
            self.assertNotEqual(program.returncode, 0)

    def test_ctrl_c(self):
        for name, line in (("gtp", "name\n"), ("mist", "who\n")):
            program = self.start(f"pentad.{name}")
            program.stdin.write(line)
            program.stdin.flush()
            program.stdout.readline()
            program.send_signal(signal.SIGINT)
            self.assertEqual(program.wait(), 130)  # while its input is open
            self.assertEqual(program.communicate()[1], "")

    def test_nobody_reads(self):
        for name, line in (("gtp", "name\n"), ("mist", "who\n")):
            program = self.start(f"pentad.{name}")
            program.stdout.close()
            program.stdin.write(line)
            program.stdin.flush()
            errors = program.stderr.read()
            program.stdin.close()
            program.stderr.close()
            self.assertEqual(program.wait(), 1)
            self.assertRegex(errors, r"^\S+: Broken pipe\n$")
