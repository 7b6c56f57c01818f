#!/usr/bin/env python3
"""Distributed matches on a real PostgreSQL: tests/store/with_postgres.py tests/app/distributed.py build/pentad

Workers play the games of `pentad match --database`; the output must be that of a local match.
"""

import contextlib
import glob
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PENTAD = os.path.abspath(sys.argv.pop(1) if len(sys.argv) > 1 else "build/pentad")
BASE = os.environ["PENTAD_TEST_DATABASE"]
PSQL = sorted(glob.glob("/usr/lib/postgresql/*/bin/psql"))[-1:] or [shutil.which("psql")]
GAMES = ["strong:nodes=150", "greedy", "--size", "11", "--quiet"]


def psql(url, sql):
    done = subprocess.run([PSQL[0], "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "-c", sql, url],
                          capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout if done.returncode == 0 else done.stderr).strip()


class DistributedTest(unittest.TestCase):
    """Each test has a schema of its own."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="pentad-distributed-")
        self.addCleanup(shutil.rmtree, self.folder)
        schema = f"s{os.getpid()}_{self._testMethodName[:40].lower()}"
        self.assertEqual(psql(BASE, f"CREATE SCHEMA {schema}")[0], 0)
        self.schema = schema
        self.url = f"{BASE}&options=-csearch_path%3D{schema}"
        self.pentad("store", "grant-jobs", self.url, "postgres")

    def path(self, name):
        return os.path.join(self.folder, name)

    def pentad(self, *words, status=0, **more):
        done = subprocess.run([PENTAD, *words], capture_output=True, text=True, timeout=120, check=False, **more)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def start(self, *words, **more):
        """A process that is killed after the test."""
        process = subprocess.Popen([PENTAD, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)

        def end():
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.communicate()
        self.addCleanup(end)
        return process

    def worker(self, *words, url=None, **more):
        process = self.start("worker", "--database", url or self.url, *words, **more)
        line = process.stdout.readline()
        self.assertRegex(line, "^worker .*: build [0-9a-f]{12}, threads ")
        return process

    def sql(self, text):
        code, out = psql(self.url, text)
        self.assertEqual(code, 0, out)
        return out

    def wait_for(self, sql, wanted):
        end = time.monotonic() + 60
        while (found := self.sql(sql)) != wanted:
            self.assertLess(time.monotonic(), end, f"{sql}: {found}, not {wanted}")
            time.sleep(0.02)

    def files(self, name, *more):
        return ["--jsonl", self.path(name + ".jsonl"), "--sgf", self.path(name + ".sgf"), *more]

    def same_files(self, a, b):
        for ending in (".jsonl", ".sgf"):
            with open(self.path(a + ending), encoding="utf-8") as one, open(self.path(b + ending), encoding="utf-8") as two:
                self.assertEqual(one.read(), two.read())

    def test_equals_a_local_match(self):
        for name, options in {"plain": ["--games", "24"], "three": ["easy", "--games", "6"],
                              "swap2": ["--opening", "swap2", "--games", "6", "--rules", "renju"],
                              "sprt": ["--games", "400", "--sprt", "0,200"]}.items():
            with self.subTest(name):
                local = self.pentad("match", *GAMES, *options, *self.files(name + "1"))
                workers = [self.worker("--threads", "2"), self.worker()]
                there = self.pentad("match", *GAMES, *options, *self.files(name + "2"), "--database", self.url)
                self.assertEqual(there.stdout, local.stdout)
                self.same_files(name + "1", name + "2")
                for worker in workers:
                    worker.terminate()
                    self.assertEqual(worker.wait(), 0)
                self.assertEqual(self.sql("SELECT COUNT(*) FROM jobs"), "0")
        self.assertEqual(self.sql("SELECT state, COUNT(*) FROM job_batches GROUP BY state"), "1|4")

    def test_in_the_mist(self):
        options = ["--mist", "level:1,1", "level:2,1", "--games", "2", "--max-moves", "40", "--quiet"]
        local = self.pentad("match", *options, *self.files("local"))
        self.worker()
        self.assertEqual(self.pentad("match", *options, *self.files("there"), "--database", self.url).stdout, local.stdout)
        self.same_files("local", "there")

    def test_killed_worker(self):
        """Another finishes its jobs, each once."""
        local = self.pentad("match", *GAMES, "--games", "12", *self.files("local"))
        first = self.worker("--threads", "2", "--name", "first")
        match = self.start("match", *GAMES, "--games", "12", *self.files("there"), "--database", self.url)
        self.wait_for("SELECT COUNT(*) > 0 FROM jobs WHERE state = 2", "t")
        first.send_signal(signal.SIGSTOP)  # in mid-job, so that it is certain
        held = int(self.sql("SELECT COUNT(*) FROM jobs WHERE state = 1"))
        first.kill()
        self.sql("UPDATE jobs SET lease = lease - 19000 WHERE state = 1")  # do not wait for 20 s
        self.worker("--name", "second")
        out, err = match.communicate(timeout=120)
        self.assertEqual((match.returncode, out), (0, local.stdout), err)
        self.same_files("local", "there")
        self.assertGreater(held, 0)

    def test_signals_return_the_job(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            worker = self.worker()
            match = self.start("match", "strong:500", "strong:501", "--games", "2", "--database", self.url)
            self.wait_for("SELECT COUNT(*) FROM jobs WHERE state = 1", "1")
            worker.send_signal(number)
            self.assertEqual(worker.wait(timeout=20), 0)
            self.assertEqual(self.sql("SELECT state, attempts FROM jobs"), "0|0")
            match.send_signal(signal.SIGINT)
            self.assertEqual(match.wait(timeout=20), 130)
            self.assertEqual(self.sql("SELECT DISTINCT state FROM job_batches"), "2")
            self.sql("DELETE FROM jobs")

    def test_stopped_match_stops_its_workers(self):
        self.worker("--threads", "2")
        match = self.start("match", "strong:2000", "strong:2001", "--games", "4", "--database", self.url)
        self.wait_for("SELECT COUNT(*) FROM jobs WHERE state = 1", "2")
        match.send_signal(signal.SIGINT)
        self.assertEqual(match.wait(timeout=20), 130)
        self.wait_for("SELECT busy FROM job_workers", "0")
        self.assertEqual(self.sql("SELECT DISTINCT state FROM jobs"), "4")

    def test_resume(self):
        options = [*GAMES, "--games", "40"]
        local = self.pentad("match", *options, *self.files("local"))
        self.worker("--threads", "2")
        saved = [*options, *self.files("there", "--state", self.path("state")), "--database", self.url]
        match = self.start("match", *saved)
        self.wait_for("SELECT COUNT(*) > 3 FROM jobs WHERE state = 2", "t")
        match.send_signal(signal.SIGKILL)
        match.wait()
        self.sql("UPDATE job_batches SET seen = 0")
        there = self.pentad("match", *saved, "--resume")
        self.assertEqual(there.stdout, local.stdout)
        self.same_files("local", "there")
        self.assertEqual(self.sql("SELECT COUNT(*), MIN(state) FROM job_batches"), "1|1")

    def test_another_build_is_refused(self):
        self.sql("CREATE FUNCTION older() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.build = '0123456789ab'; RETURN NEW; END $$;"
                 "CREATE TRIGGER older BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION older()")
        worker = self.worker()
        match = self.start("match", *GAMES, "--games", "2", "--database", self.url)
        self.assertRegex(worker.stderr.readline(), "jobs wait for build 0123456789ab; this one is [0-9a-f]{12} and leaves them")
        self.assertEqual(self.sql("SELECT state, attempts FROM jobs"), "0|0")
        match.send_signal(signal.SIGINT)
        self.assertEqual(match.wait(timeout=20), 130)
        self.sql("UPDATE job_workers SET build = '0123456789ab'")
        match = self.start("match", *GAMES, "--games", "2", "--database", self.url)
        self.assertRegex(match.stderr.readline(), "worker of build 0123456789ab, but this match needs build")

    def test_no_worker(self):
        match = self.start("match", *GAMES, "--games", "2", "--database", self.url)
        self.assertRegex(match.stderr.readline(), "waiting for workers of build [0-9a-f]{12}: pentad worker --kinds match")

    def test_programs_only_where_they_are_allowed(self):
        engines = self.path("engines")
        os.mkdir(engines)
        with open(os.path.join(engines, "brain"), "w", encoding="utf-8") as out:
            out.write(f"#!/bin/sh\nexec {PENTAD} gomocup --player greedy\n")
        os.chmod(os.path.join(engines, "brain"), 0o755)
        options = ["b=gomocup:./brain", "easy", "--size", "11", "--games", "4", "--quiet"]
        local = self.pentad("match", *options, cwd=engines)
        careful = self.worker()
        match = self.start("match", *options, "--database", self.url)
        time.sleep(1)
        self.assertEqual(self.sql("SELECT DISTINCT kind, attempts FROM jobs"), "program-match|0")
        self.worker("--programs", engines)
        out, err = match.communicate(timeout=60)
        self.assertEqual((match.returncode, out), (0, local.stdout), err)
        # A job that pretends to be harmless.
        self.sql("CREATE FUNCTION lie() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.payload = "
                 f"replace(NEW.payload, 'easy', 'gomocup:/usr/bin/touch {self.path('made')}'); RETURN NEW; END $$;"
                 "CREATE TRIGGER lie BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION lie()")
        failed = self.pentad("match", "easy", "greedy", "--games", "2", "--database", self.url, status=2)
        self.assertRegex(failed.stderr, "games 1 and 2, by worker .*: gomocup:/usr.*: (it needs a program|the program must be)")
        self.assertFalse(os.path.exists(self.path("made")))
        careful.terminate()
        self.assertEqual(careful.wait(), 0)
        for bad, why in {"gomocup:/bin/sh": "must be ./NAME", "strong:net=/x": "a name without a folder"}.items():
            self.assertIn(why, self.pentad("match", bad, "easy", "--database", self.url, status=2).stderr)

    def test_malformed_payload(self):
        worker = self.worker()
        self.sql("CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.payload = '{\"size\":1e9}'; RETURN NEW; END $$;"
                 "CREATE TRIGGER spoil BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION spoil()")
        failed = self.pentad("match", *GAMES, "--games", "2", "--database", self.url, status=2)
        self.assertRegex(failed.stderr, "games 1 and 2, by worker .*\"first\" is missing")
        self.assertIsNone(worker.poll())

    def test_malformed_result(self):
        self.worker()
        self.sql("CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.result = 'won'; RETURN NEW; END $$;"
                 "CREATE TRIGGER spoil BEFORE UPDATE ON jobs FOR EACH ROW WHEN (NEW.state = 2) EXECUTE FUNCTION spoil()")
        failed = self.pentad("match", *GAMES, "--games", "2", "--database", self.url, status=2)
        self.assertRegex(failed.stderr, "games 1 and 2, by worker .*: the result of a pair has six lines")

    def test_walls_of_the_role(self):
        role = "w" + self.schema
        self.sql(f"CREATE ROLE {role} LOGIN; CREATE TABLE games (id TEXT); CREATE TABLE users (name TEXT)")
        there = self.url.replace("user=postgres", f"user={role}")
        refused = self.pentad("worker", "--database", there, status=1)
        self.assertIn("pentad store grant-jobs", refused.stderr)
        self.pentad("store", "grant-jobs", self.url, role)
        worker = self.worker(url=there)
        local = self.pentad("match", *GAMES, "--games", "4")
        self.assertEqual(self.pentad("match", *GAMES, "--games", "4", "--database", self.url).stdout, local.stdout)
        worker.terminate()
        self.assertEqual(worker.wait(), 0)
        forbidden = [
            "SELECT * FROM jobs", "SELECT payload FROM jobs", "SELECT * FROM job_workers", "SELECT * FROM job_batches",
            "SELECT * FROM games", "SELECT * FROM users", "SELECT * FROM job_state", "UPDATE jobs SET state = 0",
            "INSERT INTO jobs (batch) VALUES (1)", "DELETE FROM jobs", "TRUNCATE jobs", "DROP TABLE jobs",
            "CREATE TABLE mine (x INT)", "SELECT job_grant('postgres')", "SELECT job_turn('u', 1, 1)",
            "CREATE FUNCTION f() RETURNS INT LANGUAGE sql AS 'SELECT 1'", "ALTER FUNCTION job_leave OWNER TO " + role,
            "SELECT pg_read_file('/etc/passwd')", "COPY jobs TO STDOUT", "SET ROLE postgres", "BEGIN; LOCK TABLE jobs",
        ]
        for text in forbidden:
            code, message = psql(there, text)
            self.assertNotEqual(code, 0, text)
            self.assertRegex(message, "permission denied|must be owner|must be able to", text)
        # A table of its own in front of ours changes nothing for the functions.
        self.sql("INSERT INTO jobs (batch, number, kind, priority, owner, turn, build, payload, budget_ms, state, created) "
                 "VALUES (1, 1, 'match', 1, 'u', 0, 'b', 'secret', 1, 1, 0); UPDATE jobs SET session = 5, lease = job_now() + 60000")
        code, out = psql(there, "CREATE TEMP TABLE jobs (id BIGINT); SELECT * FROM job_take(7, 'n', 'match', 'b', 9, 1000, 5); "
                                "SELECT * FROM job_renew(7, 'n', 'b', 'match', 1, 0, 1000); SELECT job_finish(7, "
                                "(SELECT 1), 'forged', 0, 3)")
        self.assertEqual((code, out), (0, "0"))
        self.assertEqual(self.sql("SELECT result, state FROM jobs"), "|1")

    def test_refused_command_lines(self):
        for words, why in {
            ("worker",): "--database postgresql://USER@HOST/NAME is missing",
            ("worker", "--database", "x.db"): "jobs need PostgreSQL",
            ("worker", "--database", self.url, "--kinds", "mach"): "did you mean 'match'",
            ("worker", "--database", self.url, "--programs", "/nowhere"): "/nowhere: No such file",
            ("store", "grant-jobs", self.url, "no such role"): "does not exist",
        }.items():
            self.assertIn(why, self.pentad(*words, status=1).stderr)
        for words, why in {
            ("match", "easy", "greedy", "--database", "x.db"): "jobs need PostgreSQL",
            ("match", "easy", "greedy", "--database", self.url, "-c", "2"): "pentad worker --threads",
            ("match", "easy", "nobody:3", "--database", self.url): "there is no player 'nobody'",
            ("store", "grant", "x", "y"): "there is no 'store grant'",
        }.items():
            self.assertIn(why, self.pentad(*words, status=2).stderr)

    def test_database_goes_away(self):
        local = self.pentad("match", *GAMES, "--games", "30")
        worker = self.worker()
        match = self.start("match", *GAMES, "--games", "30", "--database", self.url)
        for _ in range(3):
            self.wait_for("SELECT COUNT(*) FROM jobs WHERE state = 1", "1")
            psql(BASE, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pentad'")
            time.sleep(0.3)
        out, err = match.communicate(timeout=120)
        self.assertEqual((match.returncode, out), (0, local.stdout), err)
        self.assertIn("trying again", err)
        worker.terminate()
        self.assertEqual(worker.wait(), 0)


if __name__ == "__main__":
    unittest.main(verbosity=2)
