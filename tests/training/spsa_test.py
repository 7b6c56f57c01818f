"""SPSA tuning: the arithmetic on simulated games with a known optimum, the state file, the command
line."""
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
    """In logits: one step away from the optimum costs 0.05, two steps four times as much."""
    return -sum(0.05 * ((x - best) / p.step) ** 2 for p, x, best in zip(PARAMS, values, BEST))


class SimulatedGames:
    """Plays rounds between values of known quality."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def play(self, trial, worker, seed):
        chance = 1 / (1 + 2.718281828 ** (quality(trial.minus) - quality(trial.plus)))
        games = 2 * spsa.PAIRS_PER_ROUND
        return sum(1 if self.rng.random() < chance else -1 for _ in range(games))


def tuning_after(done=0):
    tuning = spsa.Tuning(PARAMS, 100)
    for _ in range(done // spsa.PAIRS_PER_ROUND):
        tuning.update(tuning.trial(random.Random(done)), 3, spsa.PAIRS_PER_ROUND)
    return tuning


class ArithmeticTest(unittest.TestCase):
    def test_the_optimum_is_found(self):
        tuning = spsa.Tuning(PARAMS, 20000)
        spsa.tune(tuning, SimulatedGames(1).play, random.Random(2))
        self.assertEqual(tuning.done, 20000)
        for p, x, best in zip(PARAMS, tuning.result(), BEST):
            with self.subTest(p.name, found=x):
                self.assertLess(abs(x - max(p.least, best)), p.step / 2)

    def test_parameters_without_effect_stay_near_their_values(self):
        tuning = spsa.Tuning(PARAMS, 20000)
        rng = random.Random(3)
        spsa.tune(tuning, lambda *_: rng.choice((-2, 0, 2)), random.Random(4))
        for p, x in zip(PARAMS, tuning.result()):
            with self.subTest(p.name, found=x):
                self.assertLess(abs(x - p.value), 2.5 * p.step)

    def test_a_trial_moves_each_parameter_both_ways_within_its_range(self):
        tuning, rng = tuning_after(), random.Random(5)
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

    def test_steps_and_rate_decay_to_their_final_values(self):
        tuning = spsa.Tuning(PARAMS, 1000)
        scales = []
        for tuning.done in (0, 500, 999):
            scales.append((tuning.trial(random.Random(7)).rate, tuning.scale(spsa.GAMMA)))
        self.assertEqual(scales, sorted(scales, reverse=True))
        self.assertAlmostEqual(scales[-1][0], spsa.RATE)
        self.assertAlmostEqual(scales[-1][1], 1)

    def test_the_result_is_the_mean_of_the_last_quarter(self):
        tuning = spsa.Tuning(PARAMS[:1], 16)
        neutral = spsa.Trial([1], 1, 0, [], [])
        for x in (1, 100, 100, 200):
            tuning.values = [x]
            tuning.update(neutral, 0, 4)
        self.assertEqual(tuning.result(), [200])
        tuning.values = [100]
        tuning.update(neutral, 0, 4)
        self.assertEqual(tuning.result(), [150])

    def test_several_rounds_at_once(self):
        tuning = spsa.Tuning(PARAMS, 400)
        seen = set()

        def play(trial, worker, seed):
            seen.add(worker)
            return 1

        spsa.tune(tuning, play, random.Random(8), workers=3)
        self.assertGreaterEqual(tuning.done, 400)
        self.assertLess(tuning.done, 400 + 3 * spsa.PAIRS_PER_ROUND)
        self.assertEqual(seen, {0, 1, 2})

    def test_a_failed_round_ends_the_run(self):
        stopped = []

        def play(trial, worker, seed):
            raise spsa.UserError("no such program")

        with self.assertRaisesRegex(spsa.UserError, "no such program"):
            spsa.tune(tuning_after(), play, random.Random(9), stop=lambda: stopped.append(True))
        self.assertTrue(stopped)


class StateTest(unittest.TestCase):
    def test_a_run_resumes_from_its_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.state")
            before, after = tuning_after(80), tuning_after()
            spsa.load_state(path, after, SETTINGS)
            self.assertEqual(after.done, 0)
            spsa.save_state(path, before, SETTINGS)
            spsa.load_state(path, after, SETTINGS)
            self.assertEqual(vars(after), vars(before))
            self.assertGreater(after.summed, 0)
            self.assertEqual(os.listdir(folder), ["a.state"])

    def test_an_invalid_state_is_refused(self):
        good = spsa.state_of(tuning_after(80), SETTINGS)
        numbers = good["numbers"]
        rows = (
            ("not an object", [], "not a state"),
            ("empty", {}, "not a state"),
            ("a count that is a string", {**good, "done": "8"}, "not a state"),
            ("a negative count", {**good, "summed": -1}, "not a state"),
            ("numbers as a list", {**good, "numbers": [1, 2]}, "not a state"),
            ("a value that is null", {**good, "numbers": {**numbers, "SMALL": None}}, "not a state"),
            ("a sum missing", {**good, "sums": good["sums"][1:]}, "not a state"),
            ("other nodes", {**good, "settings": {**SETTINGS, "nodes": 8}}, "nodes 8, not 7"),
            (
                "more parameters",
                {**good, "numbers": {**numbers, "X": 1}, "sums": [0] * 6},
                "not those of the program",
            ),
            ("out of range", {**good, "numbers": {**numbers, "SMALL": 31}}, "31, not between 0 and 30"),
        )
        spsa.take_state(tuning_after(), SETTINGS, good)
        for name, state, message in rows:
            with self.subTest(name), self.assertRaisesRegex(spsa.UserError, message):
                spsa.take_state(tuning_after(), SETTINGS, state)

    def test_a_file_that_is_not_json_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.state")
            for data in (b"{", b"\xff", b""):
                with open(path, "wb") as file:
                    file.write(data)
                with self.subTest(data), self.assertRaisesRegex(spsa.UserError, "a.state: "):
                    spsa.load_state(path, tuning_after(), SETTINGS)


class CommandTest(unittest.TestCase):
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
        with self.assertRaisesRegex(spsa.UserError, "fault: the program ended"):
            spsa.margin_of([game("plus", "minus", "0-1", "the program ended")])

    def test_only_the_values_of_the_table_change(self):
        table = "// PARAM(SMALL, 1)\nPARAM(SMALL,    4, 0) // why\nPARAM(RIGHT,  -60, 0)\n"
        self.assertEqual(
            spsa.rewrite(table, [PARAMS[2], PARAMS[3]], [12, 1234]),
            "// PARAM(SMALL, 1)\nPARAM(SMALL,   12, 0) // why\nPARAM(RIGHT, 1234, 0)\n",
        )
        with self.assertRaisesRegex(spsa.UserError, "0 rows for FAR_BELOW"):
            spsa.rewrite(table, PARAMS[:1], [1])

    def test_the_table_of_the_engine_is_parsed(self):
        with open("src/engine/search/params.inc", encoding="utf-8") as file:
            table = file.read()
        rows = re.findall(r"^PARAM\((\w+), +(-?\d+), +(-?\d+), +(-?\d+), +([\d.]+)\)", table, re.MULTILINE)
        self.assertEqual(len(rows), table.count("\nPARAM("))
        params = spsa.parse_params("\n".join(map(" ".join, rows)))
        self.assertEqual(spsa.rewrite(table, params, [p.value for p in params]), table)
        self.assertLess(set(spsa.TIME_ONLY_PARAMS), {p.name for p in params})

    def test_choosing_parameters(self):
        time_only = spsa.Param("NET_MARGIN", 400, 100, 2000, 60)
        params = [*PARAMS, time_only]
        self.assertEqual(spsa.choose(params, [], by_time=True), params)
        self.assertEqual(spsa.choose(params, [], by_time=False), PARAMS)
        self.assertEqual(spsa.choose(params, ["NET_MARGIN"], by_time=False), [time_only])
        self.assertEqual(spsa.choose(params, ["RIGHT"], by_time=True), [PARAMS[3]])
        with self.assertRaisesRegex(spsa.UserError, "no parameter 'WRONG'; known: FAR_BELOW, "):
            spsa.choose(params, ["WRONG"], by_time=True)

    def test_invalid_options_give_an_error(self):
        rows = (
            ([], 2, "required: --state"),
            (["--state", "s", "--pairs", "0"], 2, "--pairs: '0' is not a whole number above 0"),
            (["--state", "s", "--cores", "a"], 2, "'a' is not a list of cores like 0,1"),
            (["--state", "s", "--rate", "2"], 2, "'2' is not a number between 0 and 1"),
            (["--state", "s", "--size", "14"], 1, "data/openings/freestyle14.txt: no such file"),
            (["--state", "s", "--program", "/nowhere"], 1, "spsa: /nowhere: No such file"),
            (["--state", "s", "--program", "false"], 1, "spsa: false: "),
            (["--state", "s", "--program", "echo"], 1, "`: 'bench --params' is not a name, a value"),
            (["--state", "s", "--program", "true"], 1, "`bench --params`: it lists no parameters"),
        )
        for words, status, message in rows:
            with self.subTest(words):
                done = subprocess.run(
                    [sys.executable, "-m", "training.spsa", *words], capture_output=True, text=True
                )
                self.assertEqual(done.returncode, status)
                self.assertIn(message, done.stderr)
                self.assertNotIn("Traceback", done.stderr)

    def test_a_run_resumes_only_with_the_same_options(self):
        with tempfile.TemporaryDirectory() as folder:
            program, state = os.path.join(folder, "program"), os.path.join(folder, "s")
            for name in (program, program + "2"):
                with open(name, "w", encoding="utf-8") as file:
                    file.write('#!/bin/sh\n[ "$1" = bench ] && echo SMALL 4 0 30 1.5 || exit 7\n')
                os.chmod(name, 0o755)

            def errors(*words):
                command = [sys.executable, "-m", "training.spsa", "--state", state, *words]
                return subprocess.run(command, capture_output=True, text=True).stderr

            self.assertIn("the match exited with status 7", errors("--program", program))
            self.assertIn("started with program", errors("--program", program + "2"))
            book = "data/openings/standard15.txt"
            self.assertIn("started with openings", errors("--program", program, "--openings", book))


if __name__ == "__main__":
    unittest.main()
