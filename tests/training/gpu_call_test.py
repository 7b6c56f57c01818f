"""The calls of training/gpu_call.sh, with a program and a training that do nothing."""
import os
import shutil
import subprocess
import tarfile
import tempfile
import time
import unittest

PROGRAM = """#!/bin/sh
case $* in
*endless*) trap 'echo table so far; exit' TERM; touch trapped; while :; do sleep 0.1; done ;;
*) echo table ;;
esac
"""
TRAINING = """
mkdir -p "$TRAIN_WORK/results"
echo '{"t": 1}' >"$TRAIN_WORK/results/log.jsonl"
echo done >"$TRAIN_WORK/done"
exit "${TRAINED:-0}"
"""


class GpuCallTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        os.mkdir(self.path("plan"))
        self.write("pentad", PROGRAM)
        os.chmod(self.path("plan", "pentad"), 0o755)
        self.write("train.sh", TRAINING)
        works = {name: self.path(name) for name in ("GAMES_WORK", "TRAIN_WORK", "OUT")}
        self.env = dict(os.environ, WATCH="0", **works)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text):
        with open(self.path("plan", name), "w", encoding="utf-8") as file:
            file.write(text)

    def call(self, *words, **env):
        return subprocess.run(
            ["training/gpu_call.sh", *words],
            env=dict(self.env, **env),
            capture_output=True,
            text=True,
            timeout=300,
        )

    def wait_for(self, *names):
        for _ in range(600):
            if os.path.exists(self.path(*names)):
                return
            time.sleep(0.1)
        self.fail(f"{names} did not appear")

    def result(self, name):
        with tarfile.open(self.path("OUT", "games.tgz")) as archive:
            return archive.extractfile(f"./{name}").read().decode()

    def test_games_outlive_the_call_and_come_back(self):
        self.write("games.sh", ". ./games_lib.sh\nmatch 9 a quick\nselfplay 9 b\ntouch done\n")
        started = self.call("start", self.path("plan"))
        self.assertEqual(started.returncode, 0, started.stderr)
        self.wait_for("GAMES_WORK", "done")
        ended = self.call("end", self.path("plan"), "9")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(self.result("match-a.txt"), "table\n")
        self.assertIn("match quick -c 13 -q --jsonl match-a.json", ended.stdout)
        self.assertIn("results.tgz", os.listdir(self.path("OUT")))

    def test_end_ends_a_match_and_keeps_its_table(self):
        self.write("games.sh", ". ./games_lib.sh\nmatch 60 a endless\n")
        self.call("start", self.path("plan"))
        self.wait_for("GAMES_WORK", "trapped")
        self.call("end", self.path("plan"), "0")
        self.assertEqual(self.result("match-a.txt"), "table so far\n")

    def test_a_file_ends_what_waits_for_it(self):
        self.write("late.sh", "sleep 1; touch file\n")
        wait = "sh late.sh &\nuntil_there file match 60 a endless\nsay after\ntouch done\n"
        self.write("games.sh", ". ./games_lib.sh\n" + wait)
        self.call("start", self.path("plan"))
        self.wait_for("GAMES_WORK", "done")
        self.assertIn("after", self.call("poll", self.path("plan")).stdout)

    def test_the_status_is_that_of_the_training(self):
        self.write("games.sh", "touch done\n")
        self.assertEqual(self.call("start", self.path("plan"), TRAINED="1").returncode, 1)

    def test_a_packed_program_runs_with_its_own_libraries(self):
        self.call("pack", shutil.which("true"), self.path("plan"))
        self.assertEqual(subprocess.run([self.path("plan", "pentad")]).returncode, 0)
        self.assertIn("libc.so.6", os.listdir(self.path("plan", "lib")))

    def test_usage(self):
        for words in ([], ["end", self.path("plan")], ["other", self.path("plan")], ["pack", "a"]):
            called = self.call(*words)
            self.assertEqual((called.returncode, called.stdout), (2, ""))
            self.assertIn("training/gpu_call.sh start PLAN", called.stderr)
