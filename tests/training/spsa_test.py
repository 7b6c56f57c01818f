"""Tuning by games: its arithmetic on games whose best numbers are known, its file, its words."""
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

from training import spsa

PARAMS = [
    spsa.Param("FAR_BELOW", 100, 0, 400, 10),
    spsa.Param("FAR_ABOVE", 500, 0, 1000, 40),
    spsa.Param("SMALL", 4, 0, 30, 1.5),
    spsa.Param("RIGHT", 60, 0, 200, 12),
    spsa.Param("AT_ITS_END", 20, 10, 50, 5),
]
BEST = [150, 300, 11, 60, 0]
SETTINGS = {"pairs": 100, "nodes": 7}


def quality(values):
    """In logistic units: a step away from the best costs 0.05, two steps four times as much."""
    return -sum(0.05 * ((x - best) / p.step) ** 2 for p, x, best in zip(PARAMS, values, BEST))


class Games:
    """Rounds between numbers whose quality is known."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def play(self, trial, worker, seed):
        chance = 1 / (1 + 2.718281828 ** (quality(trial.minus) - quality(trial.plus)))
        games = 2 * spsa.PAIRS_A_ROUND
        return sum(1 if self.rng.random() < chance else -1 for _ in range(games))


def begun(done=0):
    tuning = spsa.Tuning(PARAMS, 100)
    for _ in range(done // spsa.PAIRS_A_ROUND):
        tuning.learn(tuning.trial(random.Random(done)), 3, spsa.PAIRS_A_ROUND)
    return tuning


class ArithmeticTest(unittest.TestCase):
    def test_the_best_numbers_are_found(self):
        tuning = spsa.Tuning(PARAMS, 20000)
        spsa.tune(tuning, Games(1).play, random.Random(2))
        self.assertEqual(tuning.done, 20000)
        for p, x, best in zip(PARAMS, tuning.answer(), BEST):
            with self.subTest(p.name, found=x):
                self.assertLess(abs(x - max(p.least, best)), p.step / 2)

    def test_numbers_that_change_nothing_stay_where_they_are(self):
        tuning = spsa.Tuning(PARAMS, 20000)
        rng = random.Random(3)
        spsa.tune(tuning, lambda *_: rng.choice((-2, 0, 2)), random.Random(4))
        for p, x in zip(PARAMS, tuning.answer()):
            with self.subTest(p.name, found=x):
                self.assertLess(abs(x - p.value), 2.5 * p.step)

    def test_a_trial_moves_each_number_both_ways_within_its_range(self):
        tuning, rng = begun(), random.Random(5)
        ends = [set() for _ in PARAMS]
        for _ in range(300):
            trial = tuning.trial(rng)
            for i, p in enumerate(PARAMS):
                ends[i] |= {trial.plus[i], trial.minus[i]}
                self.assertEqual(trial.plus[i] > trial.minus[i], trial.signs[i] > 0, p)
        for p, values in zip(PARAMS, ends):
            self.assertTrue(p.least <= min(values) < p.value < max(values) <= p.most, p)

    def test_rounding_keeps_the_mean(self):
        rng = random.Random(6)
        for x in (2.0, 2.3, -0.7):
            mean = sum(spsa.rounded(x, rng) for _ in range(4000)) / 4000
            self.assertAlmostEqual(mean, x, delta=0.03)

    def test_steps_fall_to_what_the_table_says(self):
        tuning = spsa.Tuning(PARAMS, 1000)
        scales = []
        for tuning.done in (0, 500, 999):
            scales.append((tuning.trial(random.Random(7)).rate, tuning.scale(spsa.STEP_FALLS)))
        self.assertEqual(scales, sorted(scales, reverse=True))
        self.assertAlmostEqual(scales[-1][0], spsa.RATE)
        self.assertAlmostEqual(scales[-1][1], 1)

    def test_the_answer_is_the_mean_of_the_last_quarter(self):
        tuning = spsa.Tuning(PARAMS[:1], 16)
        still = spsa.Trial([1], 1, 0, [], [])
        for x in (1, 100, 100, 200):
            tuning.at = [x]
            tuning.learn(still, 0, 4)
        self.assertEqual(tuning.answer(), [200])
        tuning.at = [100]
        tuning.learn(still, 0, 4)
        self.assertEqual(tuning.answer(), [150])

    def test_many_rounds_at_once(self):
        tuning = spsa.Tuning(PARAMS, 400)
        seen = set()

        def play(trial, worker, seed):
            seen.add(worker)
            return 1

        spsa.tune(tuning, play, random.Random(8), workers=3)
        self.assertGreaterEqual(tuning.done, 400)
        self.assertLess(tuning.done, 400 + 3 * spsa.PAIRS_A_ROUND)
        self.assertEqual(seen, {0, 1, 2})

    def test_a_round_that_fails_ends_all(self):
        stopped = []

        def play(trial, worker, seed):
            raise spsa.Trouble("no such program")

        with self.assertRaisesRegex(spsa.Trouble, "no such program"):
            spsa.tune(begun(), play, random.Random(9), stop=lambda: stopped.append(True))
        self.assertTrue(stopped)


class StateTest(unittest.TestCase):
    def test_a_run_goes_on_from_its_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.state")
            before, after = begun(80), begun()
            spsa.load_state(path, after, SETTINGS)
            self.assertEqual(after.done, 0)
            spsa.save_state(path, before, SETTINGS)
            spsa.load_state(path, after, SETTINGS)
            self.assertEqual(vars(after), vars(before))
            self.assertGreater(after.summed, 0)
            self.assertEqual(os.listdir(folder), ["a.state"])

    def test_a_state_of_something_else_is_refused(self):
        good = spsa.state_of(begun(80), SETTINGS)
        numbers = good["numbers"]
        rows = (
            ("not an object", [], "not a state"),
            ("nothing in it", {}, "not a state"),
            ("a count that is none", {**good, "done": "8"}, "not a state"),
            ("less than nothing", {**good, "summed": -1}, "not a state"),
            ("numbers as a list", {**good, "numbers": [1, 2]}, "not a state"),
            ("no number", {**good, "numbers": {**numbers, "SMALL": None}}, "not a state"),
            ("a sum missing", {**good, "sums": good["sums"][1:]}, "not a state"),
            ("other nodes", {**good, "settings": {**SETTINGS, "nodes": 8}}, "nodes 8, not 7"),
            ("more numbers", {**good, "numbers": {**numbers, "X": 1}, "sums": [0] * 6}, "other num"),
            ("out of range", {**good, "numbers": {**numbers, "SMALL": 31}}, "31, not between 0 and 30"),
        )
        spsa.take_state(begun(), SETTINGS, good)
        for name, state, said in rows:
            with self.subTest(name), self.assertRaisesRegex(spsa.Trouble, said):
                spsa.take_state(begun(), SETTINGS, state)

    def test_a_file_that_is_no_json_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.state")
            for data in (b"{", b"\xff", b""):
                with open(path, "wb") as file:
                    file.write(data)
                with self.subTest(data), self.assertRaisesRegex(spsa.Trouble, "a.state: "):
                    spsa.load_state(path, begun(), SETTINGS)


class WordsTest(unittest.TestCase):
    def test_the_margin_of_a_match(self):
        def game(black, white, score, why=""):
            return {"black": black, "white": white, "score": score, "why": why}

        games = [
            game("plus", "minus", "1-0"),
            game("minus", "plus", "0-1"),
            game("plus", "minus", "1/2-1/2"),
            game("minus", "plus", "1-0"),
        ]
        self.assertEqual(spsa.margin_of(games), 1)
        with self.assertRaisesRegex(spsa.Trouble, "fault: the program ended"):
            spsa.margin_of([game("plus", "minus", "0-1", "the program ended")])

    def test_the_table_keeps_all_but_the_values(self):
        table = "// PARAM(SMALL, 1)\nPARAM(SMALL,    4, 0) // why\nPARAM(RIGHT,  -60, 0)\n"
        self.assertEqual(
            spsa.rewrite(table, [PARAMS[2], PARAMS[3]], [12, 1234]),
            "// PARAM(SMALL, 1)\nPARAM(SMALL,   12, 0) // why\nPARAM(RIGHT, 1234, 0)\n",
        )
        with self.assertRaisesRegex(spsa.Trouble, "0 rows for FAR_BELOW"):
            spsa.rewrite(table, PARAMS[:1], [1])

    def test_the_rows_of_the_engine_are_understood(self):
        with open("src/engine/search/params.inc", encoding="utf-8") as file:
            table = file.read()
        rows = re.findall(r"^PARAM\((\w+), +(\d+), +(\d+), +(\d+), +([\d.]+)\)", table, re.MULTILINE)
        self.assertEqual(len(rows), table.count("\nPARAM("))
        params = spsa.parse_params("\n".join(map(" ".join, rows)))
        self.assertEqual(spsa.rewrite(table, params, [p.value for p in params]), table)
        self.assertLess(set(spsa.COST_TIME_ALONE), {p.name for p in params})

    def test_only_some(self):
        costly = spsa.Param("NET_MARGIN", 400, 100, 2000, 60)
        params = [*PARAMS, costly]
        self.assertEqual(spsa.choose(params, [], by_time=True), params)
        self.assertEqual(spsa.choose(params, [], by_time=False), PARAMS)
        self.assertEqual(spsa.choose(params, ["NET_MARGIN"], by_time=False), [costly])
        self.assertEqual(spsa.choose(params, ["RIGHT"], by_time=True), [PARAMS[3]])
        with self.assertRaisesRegex(spsa.Trouble, "no number 'WRONG'; it is one of: FAR_BELOW, "):
            spsa.choose(params, ["WRONG"], by_time=True)

    def test_the_command_says_what_is_wrong(self):
        rows = (
            ([], 2, "required: --state"),
            (["--state", "s", "--pairs", "0"], 2, "--pairs: '0' is not a whole number above 0"),
            (["--state", "s", "--cores", "a"], 2, "'a' is not a list of cores such as 0,1"),
            (["--state", "s", "--rate", "2"], 2, "'2' is not a number between 0 and 1"),
            (["--state", "s", "--size", "14"], 1, "data/openings/freestyle14.txt: there is no such"),
            (["--state", "s", "--program", "/nowhere"], 1, "spsa: /nowhere: No such file"),
            (["--state", "s", "--program", "false"], 1, "spsa: false: "),
            (["--state", "s", "--program", "echo"], 1, "and 'bench --params' is not a name, a value"),
            (["--state", "s", "--program", "true"], 1, "and it lists no numbers"),
        )
        for words, status, said in rows:
            with self.subTest(words):
                done = subprocess.run(
                    [sys.executable, "-m", "training.spsa", *words], capture_output=True, text=True
                )
                self.assertEqual(done.returncode, status)
                self.assertIn(said, done.stderr)
                self.assertNotIn("Traceback", done.stderr)

    def test_a_run_goes_on_with_what_it_was_begun_with(self):
        with tempfile.TemporaryDirectory() as folder:
            program, state = os.path.join(folder, "program"), os.path.join(folder, "s")
            for name in (program, program + "2"):
                with open(name, "w", encoding="utf-8") as file:
                    file.write('#!/bin/sh\n[ "$1" = bench ] && echo SMALL 4 0 30 1.5 || exit 7\n')
                os.chmod(name, 0o755)

            def said(*words):
                command = [sys.executable, "-m", "training.spsa", "--state", state, *words]
                return subprocess.run(command, capture_output=True, text=True).stderr

            self.assertIn("the match ended with 7", said("--program", program))
            self.assertIn("begun with program", said("--program", program + "2"))
            book = "data/openings/standard15.txt"
            self.assertIn("begun with openings", said("--program", program, "--openings", book))


if __name__ == "__main__":
    unittest.main()
