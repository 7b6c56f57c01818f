"""Game.analyze: limits, lines, and every way to stop it."""

import pathlib
import subprocess
import sys
import threading
import unittest

import pentad
from support import interrupt, rows

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def opening():
    return pentad.Game.set_up(black="h8i9", white="h9g7")


class Analyze(unittest.TestCase):
    def test_the_best_line(self):
        analysis = opening().analyze(nodes=2000)
        self.assertEqual(len(analysis.lines), 1)
        self.assertEqual(analysis.lines[0][:3], (analysis.value, analysis.win_rate, analysis.depth))
        self.assertEqual(analysis.move, analysis.moves[0])
        self.assertIn(analysis.move, opening().legal_moves())
        self.assertTrue(0 < analysis.win_rate < 1)
        self.assertTrue(analysis.nodes >= 1000 and analysis.depth >= 1 and analysis.seconds >= 0)
        self.assertTrue(analysis.net.startswith("freestyle15"))
        self.assertIsNone(analysis.lines[0].wins_in)

    def test_several_lines(self):
        analysis = opening().analyze(lines=4, nodes=2000, threads=2)
        self.assertEqual(len({line.move for line in analysis.lines}), 4)
        values = [line.value for line in analysis.lines]
        self.assertEqual(values, sorted(values, reverse=True))

    def test_the_depth_and_the_first_moves(self):
        analysis = opening().analyze(depth=3, lines=3, moves=["a1", "o15"])
        self.assertEqual({line.move for line in analysis.lines}, {"a1", "o15"})
        self.assertEqual(analysis.depth, 3)
        for moves in "a1o15a1", (move for move in ("a1", "o15")):
            self.assertEqual({line.move for line in opening().analyze(depth=3, lines=3, moves=moves).lines}, {"a1", "o15"})

    def test_certain_results(self):
        game = pentad.Game.set_up(black="e8f8g8h8", white="a1b3c5d7")
        self.assertEqual(game.analyze(1).lines[0].wins_in, 1)
        self.assertEqual(game.analyze(1).win_rate, 1)
        lost = pentad.Game.set_up(black="e8f8g8h8", white="a1b3c5", turn="white")
        self.assertEqual(lost.analyze(1).lines[0].wins_in, -2)

    def test_without_a_net(self):
        self.assertEqual(opening().analyze(nodes=100, net="off").net, "")
        for path in "/nowhere/net", pathlib.Path("/nowhere/net"), b"/nowhere/net":
            with self.assertRaisesRegex(ValueError, "/nowhere/net"):
                opening().analyze(net=path)

    def test_the_game_is_not_changed(self):
        game = opening()
        before = game.copy()
        game.analyze(nodes=100)
        self.assertEqual(game, before)

    def test_over(self):
        game = opening()
        game.resign()
        with self.assertRaisesRegex(ValueError, "the game is over"):
            game.analyze()

    def test_a_game_that_ends_while_the_arguments_are_read(self):
        game = opening()

        def moves():
            yield "a1"
            game.resign()
        with self.assertRaisesRegex(ValueError, "the game is over"):
            game.analyze(moves=moves())


@rows([
    ("seconds", {"seconds": 0}, "seconds must be from"),
    ("nan", {"seconds": float("nan")}, "seconds must be from"),
    ("lines", {"lines": 33}, "lines must be from 1 to 32"),
    ("threads", {"threads": 0}, "threads must be from 1 to 256"),
    ("depth", {"depth": -1}, "depth must be from 0 to 1000"),
    ("nodes", {"nodes": -1}, "nodes must be 0 or more"),
    ("an_occupied_point", {"moves": ["h8"]}, "h8: the point is occupied"),
    ("nodes_beyond_64_bits", {"nodes": 2**63}, "the number is far too large"),
    ("a_point_off_the_board", {"moves": ["z9"]}, ""),
    ("no_moves", {"moves": []}, "moves is empty"),
    ("a_nul", {"moves": ["a1\0"]}, "must not contain NUL"),
])
class OutOfRange(unittest.TestCase):
    def check(self, arguments, words):
        with self.assertRaisesRegex(ValueError, words):
            opening().analyze(**arguments)


class WrongTypes(unittest.TestCase):
    def test_they_are_refused(self):
        for arguments in ({"moves": 7}, {"moves": [7]}, {"net": 7}, {"lines": "3"}, {"seconds": "1"}):
            with self.assertRaises(TypeError):
                opening().analyze(**arguments)


# Without a stop each of these would take ten minutes.
class Stops(unittest.TestCase):
    def test_a_signal(self):
        interrupt(self, lambda seconds: opening().analyze(seconds))

    def test_a_signal_with_threads_and_progress(self):
        interrupt(self, lambda seconds: opening().analyze(seconds, threads=2, on_progress=lambda a: None))

    def test_a_callback(self):
        seen = []

        def third(analysis):
            seen.append(analysis)
            return len(seen) == 3
        result = opening().analyze(600, on_progress=third)
        self.assertEqual(len(seen), 3)
        self.assertIsInstance(seen[0], pentad.Analysis)
        self.assertGreaterEqual(result.nodes, seen[-1].nodes)

    def test_a_callback_that_raises(self):
        with self.assertRaises(ZeroDivisionError):
            opening().analyze(600, on_progress=lambda analysis: 1 / 0)

    def test_an_event_of_another_thread(self):
        stop, started, results = threading.Event(), threading.Event(), []
        worker = threading.Thread(target=lambda: results.append(
            opening().analyze(600, stop=stop, on_progress=lambda analysis: started.set())))
        worker.start()
        started.wait()  # this thread runs while the other searches
        stop.set()
        worker.join()
        self.assertTrue(results[0].move)

    def test_an_event_that_was_set_before(self):
        stop = threading.Event()
        stop.set()
        self.assertTrue(opening().analyze(600, stop=stop).move)

    def test_what_is_not_an_event(self):
        with self.assertRaises(AttributeError):
            opening().analyze(600, stop=7)

    def test_ctrl_c_in_a_program(self):
        code = ("import pentad, sys\n"
                "def show(analysis): print('searching', flush=True)\n"
                "try: pentad.Game().analyze(600, on_progress=show)\n"
                "except KeyboardInterrupt: print('interrupted')\n")
        program = subprocess.Popen([sys.executable, "-c", "import signal\n"
                                    "signal.signal(signal.SIGINT, signal.default_int_handler)\n" + code],
                                   stdout=subprocess.PIPE, text=True)
        program.stdout.readline()
        program.send_signal(2)
        self.assertIn("interrupted", program.communicate()[0])
        self.assertEqual(program.returncode, 0)

    def test_the_end_of_a_program(self):
        """Ends daemon threads in the middle of a search and of a callback, while their helpers search on."""
        code = ("import pentad, sys, threading, time, types\n"
                "threading.stack_size(1 << 26)\n"  # too large to be kept for the next thread: whoever still uses it crashes
                "deep = threading.Event()\n"
                "def show(analysis):\n"
                "    if analysis.depth >= 6: deep.set()\n"
                "    for _ in range(20): time.sleep(0.001)\n"
                "class Slow:\n"  # freed when no other thread may take the GIL any more
                "    def __del__(self, sleep=time.sleep): sleep(0.3)\n"
                "sys.modules['kept'] = types.ModuleType('kept')\n"
                "sys.modules['kept'].slow = Slow()\n"
                "game = pentad.Game.set_up('h8i9', 'h9g7')\n"
                "for on_progress in show, None:\n"
                "    options = {'threads': 2, 'on_progress': on_progress}\n"
                "    threading.Thread(target=game.analyze, args=(600,), kwargs=options, daemon=True).start()\n"
                "deep.wait()\n")
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Example(unittest.TestCase):
    def test_the_notebook(self):
        done = subprocess.run([sys.executable, ROOT / "examples/python/analysis.py"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for words in ("stopped at depth", "win with b5 in 3 stones", "Black's best chance was", "characters of <svg"):
            self.assertIn(words, done.stdout)


if __name__ == "__main__":
    unittest.main()
