"""What training/slice.py is asked to do, as far as it is refused before a GPU is needed, and the
calls of training/slice.sh."""
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
    from training import home, kernels, schooling, slice, student, teaching
except ImportError:
    torch = None


@unittest.skipUnless(torch, "PyTorch is not installed")
class Refusals(unittest.TestCase):
    REFUSED = (
        (["--games", "/nowhere"], "there is no folder /nowhere"),
        (["--board", "19"], "invalid choice: 19 (choose from 15, 20)"),
        (["--teacher", "/nowhere"], "there is no file /nowhere"),
        (["--state=/nowhere"], "there is no file /nowhere"),
        (["--teacher", __file__], "slice_test.py is not a teacher's checkpoint"),
        (["--state", __file__], "slice_test.py is not a training state"),
        (["--students", __file__], "slice_test.py is not a file of students"),
        (["--check", "--device=cpu", "--replay", __file__], "slice_test.py is not a replay file"),
        (["--belief", "1"], "'1' is not two numbers, as 0.5,0.5"),
        (["--belief", "1,nan"], "'1,nan' has a number that is none"),
        (["--minutes", "soon"], "'soon' is not a number above 0"),
        (["--minutes", "nan"], "'nan' is not a number above 0"),
        (["--rate", "inf"], "'inf' is not a number above 0"),
        (["--slots", "0"], "'0' is not a whole number above 0"),
        (["--positions", "1e6"], "'1e6' is not a whole number above 0"),
        (["--size", "8*96"], "'8*96' is not blocks x channels, as 8x96"),
        (["--student", "a:rate=nan"], "rate is a number"),
        (["--student", "a", "--student", "a:value=2"], "two students have the name a"),
        (["--check", "--device=cpu", "--student", "b:begin=a"], "b begins from a, which is not there before"),
        (
            ["--check", "--device=cpu", "--student", "a:hidden=48", "--student", "b:begin=a"],
            "b cannot begin from a: ",
        ),
        (
            ["--check", "--device=cpu", "--student", "a:reach=5", "--student", "b:begin=a"],
            "b cannot begin from a: ",
        ),
    )

    def test_what_is_wrong_is_said_at_once_in_a_line(self):
        for words, said in self.REFUSED:
            with self.subTest(words), contextlib.redirect_stderr(io.StringIO()) as told:
                with self.assertRaises(SystemExit) as refusal:
                    slice.main(["--out", "/nowhere", *words])
                lines = told.getvalue() or str(refusal.exception)
                self.assertIn(said, lines)
                self.assertTrue(lines.startswith("slice: "))
                self.assertLessEqual(lines.count("\n"), 1)

    def refusal(self, *words):
        with self.assertRaises(SystemExit) as refused:
            slice.main(["--check", "--out", "/nowhere", *words])
        return str(refused.exception)

    @unittest.skipIf(torch and torch.cuda.is_available(), "there is a GPU")
    def test_a_machine_without_a_gpu(self):
        self.assertIn("PyTorch finds no GPU", self.refusal())

    def test_a_student_that_would_have_to_lose_something(self):
        self.addCleanup(kernels.play_by, "freestyle")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "students.pt")
            torch.save({"renju": student.Student(mapping_width=8, colours=2).state_dict()}, path)
            words = ["--device=cpu", "--mapping-width=8", "--students", path, "--student"]
            said = "a cannot begin from renju: it has a part for each colour"
            self.assertIn(said, self.refusal(*words, "a:begin=renju"))
            words.insert(0, "--rules=renju")
            slice.main(["--check", "--out", "/nowhere", *words, "a:begin=renju"])
            said = "a cannot begin from renju: Shape(reach=4, "
            for setting in ("hidden=16", "reach=5"):
                self.assertIn(said, self.refusal(*words, f"a:begin=renju,{setting}"))
            words[2] = "--mapping-width=16"
            said = "a cannot begin from renju: a mapping 8 wide cannot become one 16 wide"
            self.assertIn(said, self.refusal(*words, "a:begin=renju"))
            said = "a cannot begin from renju: "  # though another of that name will fit
            words[-1:] = ["--student=renju", "--student"]
            self.assertIn(said, self.refusal(*words, "a:begin=renju"))
            torch.save({"renju": {"kernel": 0}}, path)
            with contextlib.redirect_stderr(io.StringIO()) as told:
                self.refusal(*words, "a:begin=renju")
            self.assertIn("students.pt is not a file of students", told.getvalue())

    def test_what_can_be_done_is_only_looked_at(self):
        self.assertEqual(slice.main(["--check", "--device=cpu", "--out", "/nowhere", "--student", "a"]), 0)


@unittest.skipUnless(torch, "PyTorch is not installed")
class HomeTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.home = home.Home(self.folder.name)

    def tearDown(self):
        self.home.log.close()
        self.folder.cleanup()

    def test_what_counts_is_how_the_last_trial_of_a_part_ended(self):
        def train(outcome):
            if not outcome:
                raise ValueError("for the test")

        def teach():
            raise ValueError("for the test")

        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            self.home.attempt(train, False)
            self.assertEqual(self.home.failed, {"train"})
            self.home.attempt(teach)
            self.home.attempt(train, True)
        self.assertEqual(self.home.failed, {"teach"})
        self.assertIn("teach", slice.RESULTS)

    def test_a_folder_without_games_is_told(self):
        words = ["--out", self.folder.name, "--games", self.folder.name]
        student = schooling.Schooling(self.home, slice.arguments(words))
        with contextlib.redirect_stdout(io.StringIO()) as told:
            self.assertEqual(student._files_of_games(), [])
        self.assertIn('"no games"', told.getvalue())
        path = os.path.join(self.folder.name, "late.games")
        open(path, "w").close()
        with contextlib.redirect_stdout(io.StringIO()) as told:
            self.assertEqual(student._files_of_games(), [path])
        self.assertEqual(told.getvalue(), "")

    def test_a_run_goes_on_with_the_replay_it_was_given_until_it_has_kept_its_own(self):
        options = slice.arguments(["--out", self.folder.name, "--replay", __file__])
        self.assertEqual(teaching.replay_to_begin_with(self.home, options), __file__)
        own = self.home.local("local.replay")
        open(own, "w").close()
        self.assertEqual(teaching.replay_to_begin_with(self.home, options), own)


# Stands for Python and training/slice.py: notes what it was asked, and ends as it is told to.
STANDIN = """#!/bin/sh
case $* in
-c*) exec sh -c "${IMPORTED:-:}" ;;
*--check*) exec sh -c "${CHECKED:-:}" ;;
esac
while [ "$1" != --out ]; do shift; done
work=$2
shift 2
printf '%s\\n' "$@" >"$work/asked"
echo '{"t": 1, "event": "done"}' >"$work/home/log.jsonl"
echo "${ENDED:-done}" >"$work/done"
"""


class Calls(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        standin = self.path("python")
        with open(standin, "w", encoding="utf-8") as file:
            file.write(STANDIN)
        os.chmod(standin, 0o755)
        self.env = dict(
            os.environ,
            PYTHON=standin,
            SLICE_WORK=self.path("work"),
            OUT=self.path("out"),
            WATCH="0",
        )

    def tearDown(self):
        self.folder.cleanup()

    def path(self, *names):
        return os.path.join(self.folder.name, *names)

    def call(self, *words, **env):
        return subprocess.run(
            ["training/slice.sh", *words],
            env=dict(self.env, **env),
            capture_output=True,
            text=True,
            timeout=300,
        )

    def start(self, *words, **env):
        """Begins, and waits until all is done."""
        begun = self.call("start", "5", *words, **env)
        for _ in range(600):
            if os.path.exists(self.path("work", "done")):
                break
            time.sleep(0.1)
        return begun

    def test_folders_may_be_named_from_where_one_is(self):
        here = os.path.relpath(self.folder.name)
        self.start(SLICE_WORK=os.path.join(here, "work"), OUT=os.path.join(here, "out"))
        self.assertEqual(os.listdir(self.path("out")), ["results.tgz"])

    def test_nothing_to_watch_is_said_at_once(self):
        for word in ("poll", "finish"):
            told = self.call(word)
            self.assertEqual((told.returncode, told.stdout), (2, ""))
            self.assertIn("nothing was started here", told.stderr)
        self.assertFalse(os.path.exists(self.path("work")))

    def test_a_python_without_pytorch_is_told_in_a_line(self):
        told = self.call("start", "5", IMPORTED="echo no module >&2; exit 1")
        self.assertEqual((told.returncode, told.stdout), (2, ""))
        self.assertRegex(told.stderr, "^slice: .*/python cannot load NumPy and PyTorch \\(no module\\); PYTHON names another\n$")

    def test_what_is_refused_leaves_the_run_before_as_it_was(self):
        self.start("--seed", "1")
        told = self.call("start", "5", "--seed", "2", CHECKED="echo slice: no >&2; exit 2")
        self.assertEqual((told.returncode, told.stdout, told.stderr), (2, "", "slice: no\n"))
        with open(self.path("work", "asked"), encoding="utf-8") as file:
            self.assertEqual(file.read().split(), ["--minutes", "5", "--seed", "1"])

    def test_files_are_kept_however_they_are_named(self):
        for folder in ("one", "two"):
            os.mkdir(self.path(folder))
            with open(self.path(folder, "same.pt"), "w", encoding="utf-8") as file:
                file.write(folder)
        self.start(
            "--teacher", self.path("one", "same.pt"), "--state=" + self.path("two", "same.pt")
        )
        with open(self.path("work", "asked"), encoding="utf-8") as file:
            _, _, option, first, second = file.read().split()
        self.assertEqual(option, "--teacher")
        option, _, second = second.partition("=")
        self.assertEqual(option, "--state")
        for path, text in ((first, "one"), (second, "two")):
            self.assertTrue(path.startswith(self.path("work", "given")), path)
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), text)

    def test_a_slice_whose_students_failed_is_no_success(self):
        self.start()
        self.assertEqual(self.call("poll").returncode, 0)
        self.start(ENDED="failed label teach")
        told = self.call("poll")
        self.assertEqual(told.returncode, 1)
        self.assertIn("these parts failed: label teach", told.stdout)

    @unittest.skipUnless(torch, "PyTorch is not installed")
    def test_a_slice_comes_home(self):
        self.env["PYTHON"] = sys.executable
        begun = self.start(
            *("--device", "cpu", "--distil-minutes=4.5", "--size", "1x8", "--slots", "64"),
            *("--ring", "120", "--batch", "32", "--student-batch", "32", "--mapping-width", "8"),
            *("--first-simulations", "1", "--simulations", "1", "--candidates", "2"),
            *("--teacher-steps", "30", "--positions", "100", "--student-steps", "3"),
        )
        self.assertEqual(begun.returncode, 0, begun.stderr)
        told = self.call("finish")
        self.assertEqual(told.returncode, 0, told.stdout + told.stderr)
        self.assertIn('"done"', told.stdout)
        self.assertIn("results.tgz", os.listdir(self.path("out")))
        listed = subprocess.run(
            ["tar", "-tzf", self.path("out", "results.tgz")], capture_output=True, text=True
        )
        for name in ("log.jsonl", "output.txt", "line9.net"):
            self.assertIn(name, listed.stdout)
