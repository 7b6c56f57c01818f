"""Checks of the options of training/train_run.py, the run directory, and the calls of
training/train.sh."""
import contextlib
import io
import os
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import torch
    from training import distil_stage, kernels, run_dir, selfplay_stage, student, train_run
except ImportError:
    torch = None


@unittest.skipUnless(torch, "PyTorch is not installed")
class OptionsTest(unittest.TestCase):
    INVALID = (
        (["--games", "/nowhere"], "no such folder: /nowhere"),
        (["--board", "19"], "invalid choice: 19 (choose from 15, 20)"),
        (["--teacher", "/nowhere"], "no such file: /nowhere"),
        (["--state=/nowhere"], "no such file: /nowhere"),
        (["--teacher", __file__], "train_run_test.py is not a teacher's checkpoint"),
        (["--state", __file__], "train_run_test.py is not a training state"),
        (["--students", __file__], "train_run_test.py is not a file of students"),
        (["--check", "--device=cpu", "--replay", __file__], "run_test.py is not a replay file"),
        (["--label-mix", "1"], "'1' is not two numbers like 0.5,0.5"),
        (["--belief", "1,nan"], "'1,nan' contains a number that is not finite"),
        (["--minutes", "soon"], "'soon' is not a number above 0"),
        (["--minutes", "nan"], "'nan' is not a number above 0"),
        (["--rate", "inf"], "'inf' is not a number above 0"),
        (["--slots", "0"], "'0' is not a whole number above 0"),
        (["--positions", "1e6"], "'1e6' is not a whole number above 0"),
        (["--size", "8*96"], "'8*96' is not BLOCKSxCHANNELS, for example 8x96"),
        (["--explore", "1"], "'1' is not a number from 0 to below 1"),
        (["--explore", "some"], "'some' is not a number from 0 to below 1"),
        (["--explore", "0.3"], "--explore does not train the teacher, so it needs one: --teacher FILE"),
        (["--student", "a:rate=nan"], "rate must be a number"),
        (["--student", "a", "--student", "a:value=2"], "two students have the name a"),
        (
            ["--check", "--device=cpu", "--student", "b:begin=a"],
            "b begins from a, but there is no such student before it",
        ),
        (
            ["--check", "--device=cpu", "--student", "a:hidden=48", "--student", "b:begin=a"],
            "b cannot begin from a: ",
        ),
        (
            ["--check", "--device=cpu", "--student", "a:reach=5", "--student", "b:begin=a"],
            "b cannot begin from a: ",
        ),
    )

    def test_invalid_options_give_a_one_line_error(self):
        for words, message in self.INVALID:
            with self.subTest(words), contextlib.redirect_stderr(io.StringIO()) as stderr:
                with self.assertRaises(SystemExit) as refusal:
                    train_run.main(["--out", "/nowhere", *words])
                error = stderr.getvalue() or str(refusal.exception)
                self.assertIn(message, error)
                self.assertTrue(error.startswith("train: "))
                self.assertLessEqual(error.count("\n"), 1)

    def error(self, *words):
        with self.assertRaises(SystemExit) as refused:
            train_run.main(["--check", "--out", "/nowhere", *words])
        return str(refused.exception)

    @unittest.skipIf(torch and torch.cuda.is_available(), "there is a GPU")
    def test_a_machine_without_a_gpu(self):
        self.assertIn("PyTorch finds no GPU", self.error())

    def test_a_student_cannot_begin_from_a_larger_one(self):
        self.addCleanup(kernels.configure, "freestyle")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "students.pt")
            torch.save({"renju": student.Student(mapping_width=8, colours=2).state_dict()}, path)
            words = ["--device=cpu", "--mapping-width=8", "--students", path, "--student"]
            message = "a cannot begin from renju: it has a part for each colour"
            self.assertIn(message, self.error(*words, "a:begin=renju"))
            words.insert(0, "--rules=renju")
            train_run.main(["--check", "--out", "/nowhere", *words, "a:begin=renju"])
            message = "a cannot begin from renju: Shape(reach=4, "
            for setting in ("hidden=16", "reach=5"):
                self.assertIn(message, self.error(*words, f"a:begin=renju,{setting}"))
            words[2] = "--mapping-width=16"
            message = "a cannot begin from renju: its mapping has width 8, not 16"
            self.assertIn(message, self.error(*words, "a:begin=renju"))
            message = "a cannot begin from renju: "  # although the earlier student `renju` fits
            words[-1:] = ["--student=renju", "--student"]
            self.assertIn(message, self.error(*words, "a:begin=renju"))
            torch.save({"renju": {"kernel": 0}}, path)
            with contextlib.redirect_stderr(io.StringIO()) as stderr:
                self.error(*words, "a:begin=renju")
            self.assertIn("students.pt is not a file of students", stderr.getvalue())

    def test_check_does_nothing_else(self):
        words = ["--check", "--device=cpu", "--out", "/nowhere", "--student", "a"]
        self.assertEqual(train_run.main(words), 0)


@unittest.skipUnless(torch, "PyTorch is not installed")
class RunDirTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.run_dir = run_dir.RunDir(self.folder.name)

    def tearDown(self):
        self.run_dir.log_file.close()
        self.folder.cleanup()

    def test_the_last_attempt_of_a_step_counts(self):
        def train(outcome):
            if not outcome:
                raise ValueError("for the test")

        def train_students():
            raise ValueError("for the test")

        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            self.run_dir.attempt(train, False)
            self.assertEqual(self.run_dir.failed, {"train"})
            self.run_dir.attempt(train_students)
            self.run_dir.attempt(train, True)
        self.assertEqual(self.run_dir.failed, {"train_students"})

    def test_the_required_steps_exist(self):
        """Failed steps are recorded by the name of the method."""
        for step in train_run.REQUIRED_STEPS:
            stages = (selfplay_stage.SelfPlayStage, distil_stage.DistilStage)
            self.assertTrue(any(hasattr(stage, step) for stage in stages), step)

    def test_a_folder_without_games_is_logged(self):
        words = ["--out", self.folder.name, "--games", self.folder.name]
        stage = distil_stage.DistilStage(self.run_dir, train_run.arguments(words))
        with contextlib.redirect_stdout(io.StringIO()) as stdout:
            self.assertEqual(stage._game_files(), [])
        self.assertIn('"no games"', stdout.getvalue())
        path = os.path.join(self.folder.name, "late.games")
        open(path, "w").close()
        with contextlib.redirect_stdout(io.StringIO()) as stdout:
            self.assertEqual(stage._game_files(), [path])
        self.assertEqual(stdout.getvalue(), "")

    def test_a_resumed_run_uses_its_own_replay_file_if_there_is_one(self):
        options = train_run.arguments(["--out", self.folder.name, "--replay", __file__])
        self.assertEqual(selfplay_stage.initial_replay_path(self.run_dir, options), __file__)
        own = self.run_dir.scratch_path("local.replay")
        open(own, "w").close()
        self.assertEqual(selfplay_stage.initial_replay_path(self.run_dir, options), own)


# A fake Python and training/train_run.py: records its arguments and ends as ENDED says.
FAKE_PYTHON = """#!/bin/sh
case $* in
-c*) exec sh -c "${IMPORTED:-:}" ;;
*--check*) exec sh -c "${CHECKED:-:}" ;;
esac
while [ "$1" != --out ]; do shift; done
work=$2
shift 2
printf '%s\\n' "$@" >"$work/arguments"
echo '{"t": 1, "event": "done"}' >"$work/results/log.jsonl"
echo "${ENDED:-done}" >"$work/done"
"""


class TrainScriptTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        python = self.path("python")
        with open(python, "w", encoding="utf-8") as file:
            file.write(FAKE_PYTHON)
        os.chmod(python, 0o755)
        self.env = dict(
            os.environ,
            PYTHON=python,
            TRAIN_WORK=self.path("work"),
            OUT=self.path("out"),
            WATCH="0",
        )

    def tearDown(self):
        self.folder.cleanup()

    def path(self, *names):
        return os.path.join(self.folder.name, *names)

    def call(self, *words, **env):
        return subprocess.run(
            ["training/train.sh", *words],
            env=dict(self.env, **env),
            capture_output=True,
            text=True,
            timeout=300,
        )

    def start(self, *words, **env):
        """Starts a run and waits until it is done."""
        started = self.call("start", "5", *words, **env)
        for _ in range(600):
            if os.path.exists(self.path("work", "done")):
                break
            time.sleep(0.1)
        return started

    def test_folders_can_be_relative(self):
        here = os.path.relpath(self.folder.name)
        self.start(TRAIN_WORK=os.path.join(here, "work"), OUT=os.path.join(here, "out"))
        self.assertEqual(os.listdir(self.path("out")), ["results.tgz"])

    def test_poll_and_finish_need_a_run(self):
        for word in ("poll", "finish"):
            done = self.call(word)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("no run was started here", done.stderr)
        self.assertFalse(os.path.exists(self.path("work")))

    def test_a_python_without_pytorch_gives_a_one_line_error(self):
        done = self.call("start", "5", IMPORTED="echo no module >&2; exit 1")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(
            done.stderr,
            "^train: .*/python cannot load NumPy and PyTorch \\(no module\\); "
            "set PYTHON to one that can\n$",
        )

    def test_a_refused_start_does_not_touch_the_earlier_run(self):
        self.start("--seed", "1")
        done = self.call("start", "5", "--seed", "2", CHECKED="echo train: no >&2; exit 2")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", "train: no\n"))
        with open(self.path("work", "arguments"), encoding="utf-8") as file:
            self.assertEqual(file.read().split(), ["--minutes", "5", "--seed", "1"])

    def test_input_files_are_copied(self):
        for folder in ("one", "two"):
            os.mkdir(self.path(folder))
            with open(self.path(folder, "same.pt"), "w", encoding="utf-8") as file:
                file.write(folder)
        self.start(
            "--teacher", self.path("one", "same.pt"), "--state=" + self.path("two", "same.pt")
        )
        with open(self.path("work", "arguments"), encoding="utf-8") as file:
            _, _, option, first, second = file.read().split()
        self.assertEqual(option, "--teacher")
        option, _, second = second.partition("=")
        self.assertEqual(option, "--state")
        for path, text in ((first, "one"), (second, "two")):
            self.assertTrue(path.startswith(self.path("work", "inputs")), path)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), text)

    def test_failed_steps_give_exit_status_1(self):
        self.start()
        self.assertEqual(self.call("poll").returncode, 0)
        self.start(ENDED="failed label train_students")
        done = self.call("poll")
        self.assertEqual(done.returncode, 1)
        self.assertIn("these steps failed: label train_students", done.stdout)

    @unittest.skipUnless(torch, "PyTorch is not installed")
    def test_a_tiny_run_returns_its_results(self):
        self.env["PYTHON"] = sys.executable
        started = self.start(
            *("--device", "cpu", "--distil-minutes=4.5", "--size", "1x8", "--slots", "64"),
            *("--ring", "120", "--batch", "32", "--student-batch", "32", "--mapping-width", "8"),
            *("--first-simulations", "1", "--simulations", "1", "--candidates", "2"),
            *("--teacher-steps", "30", "--positions", "100", "--student-steps", "3"),
        )
        self.assertEqual(started.returncode, 0, started.stderr)
        done = self.call("finish")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn('"done"', done.stdout)
        self.assertIn("results.tgz", os.listdir(self.path("out")))
        listed = subprocess.run(
            ["tar", "-tzf", self.path("out", "results.tgz")], capture_output=True, text=True
        )
        for name in ("log.jsonl", "output.txt", "line9.net"):
            self.assertIn(name, listed.stdout)
