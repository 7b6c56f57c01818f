"""Distributed matches, proofs and self-play on a real PostgreSQL: tests/store/with_postgres.py python3 tests/python/tap.py Distributed tests/app

Workers play the games of `pentad match --database`, do the work of `pentad solve --project --database`, and play the games of
`pentad selfplay --database`; the output must be that of a local run.
"""

import contextlib
import glob
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

PENTAD = os.path.abspath(os.environ.get("PENTAD", "build/pentad"))
BASE = os.environ["PENTAD_TEST_DATABASE"]
PSQL = sorted(glob.glob("/usr/lib/postgresql/*/bin/psql"))[-1:] or [shutil.which("psql")]
COMMIT, SOURCES = [subprocess.run([PENTAD, "--version"], capture_output=True, text=True, check=True).stdout.split(word + " ")[1].split()[0]
                   for word in ("commit", "sources")]
BUILD = f"{COMMIT}-{SOURCES}"
GAMES = ["strong:nodes=150", "greedy", "--size", "11", "--quiet"]


def psql(url, sql):
    done = subprocess.run([PSQL[0], "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "-c", sql, url],
                          capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout if done.returncode == 0 else done.stderr).strip()


class Distributed(unittest.TestCase):
    """Each test has a schema of its own."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="pentad-distributed-")
        self.addCleanup(shutil.rmtree, self.folder)
        name = self.id().rpartition("distributed_test.")[2].replace(".", "_").lower()
        schema = f"s{os.getpid()}_{name[:50]}"
        self.assertEqual(psql(BASE, f"CREATE SCHEMA {schema}")[0], 0)
        self.schema = schema
        self.url = f"{BASE}&options=-csearch_path%3D{schema}"
        self.pentad("store", "grant-jobs", self.url, "postgres")

    def path(self, name):
        return os.path.join(self.folder, name)

    def pentad(self, *words, status=0, timeout=120, **more):
        done = subprocess.run([PENTAD, *words], capture_output=True, text=True, timeout=timeout, check=False, **more)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def start(self, *words, program=PENTAD, **more):
        """A process that is killed after the test."""
        process = subprocess.Popen([program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)

        def end():
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.communicate()
        self.addCleanup(end)
        return process

    def worker(self, *words, url=None, **more):
        process = self.start("worker", "--database", url or self.url, *words, **more)
        line = process.stdout.readline()
        self.assertRegex(line, f"^worker .*: build {BUILD}, threads ")
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

    def kill_worker(self, worker):
        """In mid-job, so that it is certain. Returns how many jobs it had."""
        worker.send_signal(signal.SIGSTOP)
        held = int(self.sql("SELECT COUNT(*) FROM jobs WHERE state = 1"))
        worker.kill()
        self.sql("UPDATE jobs SET lease = lease - 19000 WHERE state = 1")  # do not wait for 20 s
        return held

    def spoil(self, change, when="INSERT", condition="TRUE"):
        """Somebody damages the jobs in the database."""
        self.sql(f"CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {change}; RETURN NEW; END $$;"
                 f"CREATE TRIGGER spoil BEFORE {when} ON jobs FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION spoil()")


class DistributedMatchTest(Distributed):
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
        self.wait_for("SELECT SUM(done) > 0 FROM job_workers", "t")
        held = self.kill_worker(first)
        self.worker("--name", "second")
        out, err = match.communicate(timeout=120)
        self.assertEqual((match.returncode, out), (0, local.stdout), err)
        self.same_files("local", "there")
        self.assertGreater(held, 0)

    def test_lost_reply(self):
        """A job that a worker has by the database, but was never told of, because the connection broke: it is not kept for ever."""
        local = self.pentad("match", *GAMES, "--games", "12", *self.files("local"))
        worker = self.worker()
        self.wait_for("SELECT COUNT(*) FROM job_workers", "1")
        self.spoil("NEW.state = 1; NEW.attempts = 1; NEW.lease = job_now() + 20000; NEW.session = (SELECT session FROM job_workers)",
                   condition="NEW.number = 1")
        there = self.pentad("match", *GAMES, "--games", "12", *self.files("there"), "--database", self.url)
        self.assertEqual(there.stdout, local.stdout)
        self.same_files("local", "there")
        worker.terminate()
        self.assertEqual(worker.wait(), 0)

    def test_more_jobs_than_asked_for(self):
        """A database that is broken: the worker has a slot for one."""
        self.sql("DO $$ BEGIN EXECUTE replace((SELECT pg_get_functiondef(oid) FROM pg_proc WHERE proname = 'job_take' AND "
                 "pronamespace = current_schema()::regnamespace), 'LIMIT p_count', 'LIMIT 9'); END $$")
        worker = self.worker()
        match = self.start("match", *GAMES, "--games", "12", "--database", self.url)
        self.assertRegex(match.communicate(timeout=60)[1], "the worker was not told of it")
        worker.terminate()
        self.assertEqual(worker.wait(), 0)

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
        self.assertEqual(self.sql("SELECT COUNT(*) FROM jobs"), "0")

    def test_resume(self):
        options = [*GAMES, "--games", "40"]
        local = self.pentad("match", *options, *self.files("local"))
        self.worker("--threads", "2")
        saved = [*options, *self.files("there", "--state", self.path("state")), "--database", self.url]
        match = self.start("match", *saved)
        self.wait_for("SELECT SUM(done) > 3 FROM job_workers", "t")
        match.send_signal(signal.SIGKILL)
        match.wait()
        self.sql("UPDATE job_batches SET seen = 0")
        there = self.pentad("match", *saved, "--resume")
        self.assertEqual(there.stdout, local.stdout)
        self.same_files("local", "there")
        self.assertEqual(self.sql("SELECT COUNT(*), MIN(state) FROM job_batches"), "1|1")

    def resumable(self, name, games=12):
        return [*GAMES, "--games", str(games), *self.files(name, "--state", self.path(name + ".state")), "--database", self.url]

    def test_resume_what_has_failed(self):
        local = self.pentad("match", *GAMES, "--games", "12", *self.files("local"))
        self.worker()
        self.spoil("NEW.payload = '{\"size\":1e9}'", condition="NEW.number = 3")
        failed = self.pentad("match", *self.resumable("there"), status=2)
        self.assertRegex(failed.stderr, "games 7 and 8, by worker .*\"first\" is missing")
        self.pentad("match", *self.resumable("there"), "--resume", status=2)
        self.sql("DROP TRIGGER spoil ON jobs")
        self.assertEqual(self.pentad("match", *self.resumable("there"), "--resume").stdout, local.stdout)
        self.same_files("local", "there")

    def test_two_posters_of_one_match(self):
        """Each has all results, whoever ends first."""
        local = self.pentad("match", *GAMES, "--games", "30")
        worker = self.worker()
        first = self.start("match", *self.resumable("first", 30))
        self.wait_for("SELECT SUM(done) > 1 FROM job_workers", "t")
        for process in (worker, first):
            process.kill()
            process.wait()
        shutil.copy(self.path("first.state"), self.path("second.state"))
        first, second = [self.start("match", *self.resumable(name, 30), "--resume") for name in ("first", "second")]
        self.wait_for("SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = 'pentad'", "2")
        time.sleep(0.5)
        first.send_signal(signal.SIGSTOP)
        self.sql("UPDATE jobs SET lease = 0 WHERE state = 1")
        self.worker()
        for process in (second, first):
            process.send_signal(signal.SIGCONT)
            out, err = process.communicate(timeout=60)
            self.assertEqual((process.returncode, out), (0, local.stdout), err)
            self.assertEqual(self.sql("SELECT COUNT(*) FROM jobs"), "0")

    def test_killed_match_is_not_played_on(self):
        """Once it was silent for a minute, if anybody posts jobs."""
        match = self.start("match", *self.resumable("killed"))
        self.wait_for("SELECT COUNT(*) FROM jobs", "6")
        match.kill()
        match.wait()
        self.sql("UPDATE job_batches SET seen = seen - 60001")
        self.worker("--kinds", "selfplay")
        self.pentad("selfplay", "--games", "1", "--size", "9", "--nodes", "100", self.path("games"), "--database", self.url)
        self.assertEqual(self.sql("SELECT COUNT(*) FROM jobs"), "0")
        self.assertEqual(self.sql("SELECT state FROM job_batches WHERE kind = 'match'"), "2")

    def test_interrupted_while_the_connection_is_lost(self):
        match = self.start("match", *self.resumable("there"))
        self.wait_for("SELECT COUNT(*) FROM jobs", "6")
        match.send_signal(signal.SIGSTOP)
        psql(BASE, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pentad'")
        match.send_signal(signal.SIGINT)
        match.send_signal(signal.SIGCONT)
        _, err = match.communicate(timeout=60)
        self.assertEqual(match.returncode, 130, err)
        self.assertEqual(self.sql("SELECT COUNT(*) FROM jobs"), "0")
        self.assertEqual(self.sql("SELECT state FROM job_batches"), "2")

    def test_another_build_is_refused(self):
        self.sql("CREATE FUNCTION older() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.build = '0123456789ab'; RETURN NEW; END $$;"
                 "CREATE TRIGGER older BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION older()")
        match = self.start("match", *GAMES, "--games", "2", "--database", self.url)
        self.wait_for("SELECT COUNT(*) FROM jobs", "1")
        worker = self.worker()
        self.assertRegex(worker.stderr.readline(), f"jobs wait for build 0123456789ab; this one is {BUILD} and leaves them: the commits are different; build both at the same one")
        self.assertEqual(self.sql("SELECT state, attempts FROM jobs"), "0|0")
        match.send_signal(signal.SIGINT)
        self.assertEqual(match.wait(timeout=20), 130)
        self.sql("UPDATE job_workers SET build = '0123456789ab'")
        match = self.start("match", *GAMES, "--games", "2", "--database", self.url)
        self.assertRegex(match.stderr.readline(), f"worker of build 0123456789ab, but this match needs build {BUILD}: the commits are different; build both at")

    def test_a_build_with_changes_is_refused(self):
        """Of the same commit: as if somebody had edited a file before `ninja`."""
        other = self.path("pentad")
        changed = ("0" if SOURCES[0] != "0" else "1") + SOURCES[1:]
        with open(PENTAD, "rb") as program, open(other, "wb") as out:
            out.write(program.read().replace(BUILD.encode(), f"{COMMIT}-{changed}".encode()))
        os.chmod(other, 0o755)
        match = self.start("match", *GAMES, "--games", "2", "--database", self.url)
        self.wait_for("SELECT COUNT(*) FROM jobs", "1")
        worker = self.start("worker", "--database", self.url, program=other)
        self.assertRegex(worker.stdout.readline(), f"build {COMMIT}-{changed}, threads")
        advice = "the commit is the same, but the sources are not; build both without uncommitted changes, or from the same files\n$"
        self.assertRegex(worker.stderr.readline(), f"jobs wait for build {BUILD}; this one is {COMMIT}-{changed} and leaves them: {advice}")
        self.assertRegex(match.stderr.readline(), f"a worker of build {COMMIT}-{changed}, but this match needs build {BUILD}: {advice}")
        self.assertEqual(self.sql("SELECT state, attempts FROM jobs"), "0|0")

    def test_no_worker(self):
        match = self.start("match", *GAMES, "--games", "2", "--database", self.url)
        self.assertRegex(match.stderr.readline(), f"waiting for workers of build {BUILD}: pentad worker --kinds match")

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
        self.assertRegex(failed.stderr, "games 1 and 2, by worker .*: the result of a pair has six lines\n$")
        self.assertEqual(failed.stderr.count("; played again"), 2)

    def test_one_malformed_result(self):
        """One worker that is broken does not end the match."""
        local = self.pentad("match", *GAMES, "--games", "12")
        self.sql("CREATE SEQUENCE results")
        self.spoil("IF nextval('results') = 3 THEN NEW.result = 'won'; END IF", "UPDATE", "NEW.state = 2")
        self.worker()
        done = self.pentad("match", *GAMES, "--games", "12", "--database", self.url)
        self.assertRegex(done.stderr, "^pentad match: games 5 and 6, by worker .*: the result of a pair has six lines; played again\n$")
        self.assertEqual(done.stdout, local.stdout)

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


class DistributedProofTest(Distributed):
    """The same log as by one thread here, if one job is out at once."""

    TINY = "h8h9i9a1k8j9"  # 5 jobs
    WON = "h8h9i9a1k8h10"  # 8 jobs
    LONG = "h8h9i9a1i7i8"  # 27 jobs, of a tenth of a second each with the queue
    HARD = "h8h9i9i7"      # takes hours
    logs = {}              # of local runs, by position

    def solve(self, name, *words, **more):
        return self.pentad("solve", "--project", self.path(name), "--quiet", *words, **more)

    def local(self, position=WON):
        if position not in self.logs:
            self.solve("local", position)
            self.logs[position] = self.log("local")
        return self.logs[position]

    def log(self, name):
        with open(self.path(name + "/project.log"), "rb") as file:
            return file.read()

    def there(self, name, *words):
        return ["solve", "--project", self.path(name), "--quiet", "--database", self.url, *words]

    def prover(self, *words, **more):
        return self.worker("--kinds", "proof", *words, **more)

    def clean(self):
        self.assertEqual(self.sql("SELECT COUNT(*) FROM jobs"), "0")

    def wait_for_records(self, name, count):
        end = time.monotonic() + 60
        while not os.path.exists(self.path(name + "/project.log")) or self.log(name).count(b"\n") < count:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def check(self, name):
        self.solve(name, "--certificate", self.path("c.jsonl"))
        self.assertIn("valid: Black wins", self.pentad("solve", "--verify", self.path("c.jsonl")).stdout)

    def test_equals_a_local_run(self):
        local = self.local()
        self.prover("--threads", "2")
        self.assertIn("proved: ", self.pentad(*self.there("there", "--threads", "1", self.WON)).stdout)
        self.assertEqual(self.log("there"), local)
        self.clean()
        self.check("there")

    def test_begins_with_the_other_side(self):
        """Also in part: as far as the shorter log goes."""
        start = ["--size", "8", "--seconds", "2", "c3a1d4"]
        self.solve("local", *start, status=3)
        self.prover()
        self.pentad(*self.there("there", "--threads", "1", *start), status=3)
        logs = sorted([self.log("local"), self.log("there")], key=len)
        self.assertGreater(logs[0].count(b"\n"), 5)
        self.assertTrue(logs[1].startswith(logs[0]))
        self.clean()

    def test_does_not_depend_on_the_workers(self):
        """Eight at once: the same log by one worker and by three threads of two."""
        workers = [self.prover()]
        self.pentad(*self.there("one", "--threads", "8", self.WON))
        workers.append(self.prover("--threads", "2"))
        self.pentad(*self.there("more", "--threads", "8", self.WON))
        self.assertEqual(self.log("one"), self.log("more"))
        self.check("more")
        self.pentad(*self.there("any", self.WON))
        self.check("any")
        for worker in workers:
            worker.terminate()
            self.assertEqual(worker.wait(), 0)

    def test_killed_worker(self):
        local = self.local(self.LONG)
        first = self.prover()
        solve = self.start(*self.there("there", "--threads", "1", self.LONG))
        self.wait_for_records("there", 4)
        self.wait_for("SELECT COUNT(*) FROM jobs WHERE state = 1", "1")
        self.kill_worker(first)
        self.prover()
        out, err = solve.communicate(timeout=120)
        self.assertEqual(solve.returncode, 0, out + err)
        self.assertEqual(self.log("there"), local)
        self.clean()

    def test_killed_project(self):
        """The same command goes on; what was left behind is deleted."""
        local = self.local(self.LONG)
        self.prover()
        for records in (4, 12):
            solve = self.start(*self.there("there", "--threads", "1", self.LONG))
            self.wait_for_records("there", records)
            solve.kill()
            solve.wait()
        self.assertEqual(self.sql("SELECT COUNT(*), MAX(state) FROM job_batches"), "2|0")
        self.sql("UPDATE job_batches SET seen = seen - 60001")
        self.pentad(*self.there("there", "--threads", "1", self.LONG))
        self.assertEqual(self.log("there"), local)
        self.assertEqual(self.sql("SELECT COUNT(*), MAX(state) FROM job_batches"), "1|1")
        self.clean()

    def test_interrupted(self):
        """At any time: nothing stays in the database."""
        self.prover()
        for name, ready in {"early": "SELECT COUNT(*) >= 0 FROM jobs", "posted": "SELECT COUNT(*) > 0 FROM jobs",
                            "working": "SELECT COUNT(*) > 0 FROM jobs WHERE state = 1"}.items():
            solve = self.start(*self.there(name, self.HARD))
            self.wait_for(ready, "t")
            if name == "early":
                time.sleep(0.05)
            solve.send_signal(signal.SIGINT)
            _, err = solve.communicate(timeout=20)
            self.assertEqual(solve.returncode, 130, err)
            self.clean()
        self.wait_for("SELECT busy FROM job_workers", "0")

    def test_false_results(self):
        """They do not get into the log: after three the project does that work itself."""
        local = self.local(self.TINY)
        cases = {
            "no text of ours": ("NEW.result = 'won'", "TRUE", "line 1, column 1"),
            "no proofs": ("NEW.result = regexp_replace(NEW.result, '\"proofs\":\\[.*\\],', '\"proofs\":[],')",
                          "NEW.result ~ '\"fact\":\"(won|all)'", "proof is missing"),
            "no win": ("NEW.result = '{\"proofs\":[],\"fact\":\"won\",\"move\":\"\",\"value\":0,\"open\":\"\"}'",
                       "NEW.payload ~ 'candidate'", "proof is missing"),
            "another proof": ("NEW.result = regexp_replace(NEW.result, '\"line\":\"[a-o0-9]*\"', '\"line\":\"a1\"')",
                              "NEW.result ~ '\"fact\":\"won'", "done again"),
            "given up": ("NEW.result = '{\"proofs\":[],\"fact\":\"done\",\"move\":\"\",\"value\":0,\"open\":\"\"}'", "TRUE", ""),
        }
        self.prover()
        for name, (change, condition, why) in cases.items():
            with self.subTest(name):
                self.spoil(change, "UPDATE", f"NEW.state = 2 AND {condition}")
                done = self.pentad(*self.there(name, "--threads", "1", self.TINY))
                self.assertIn(why, done.stderr)
                self.assertEqual(self.log(name), local)
                self.sql("DROP TRIGGER spoil ON jobs; DROP FUNCTION spoil()")
                self.clean()

    def test_one_false_result(self):
        """The job is done again, by a worker."""
        local = self.local()
        self.sql("CREATE SEQUENCE results")
        self.spoil("IF nextval('results') = 3 THEN NEW.result = 'damaged'; END IF", "UPDATE", "NEW.state = 2")
        self.prover()
        done = self.pentad(*self.there("there", "--threads", "1", self.WON))
        self.assertRegex(done.stderr, "^pentad solve: job 2, by worker .*: line 1, column 1: .*; done again\n$")
        self.assertEqual(self.log("there"), local)
        self.assertEqual(self.sql("SELECT done FROM job_workers"), str(local.count(b"\n")))

    def test_malformed_payloads(self):
        local = self.local()
        self.spoil("NEW.payload = '{\"size\":1e9}'", condition="NEW.number < 2")
        worker = self.prover("--name", "\x1b[31mred")
        done = self.pentad(*self.there("there", "--threads", "1", self.WON))
        self.assertRegex(done.stderr, r'job 0, by worker \?\[31mred: .*"kind" is missing; done again here')
        self.assertEqual(self.log("there"), local)
        self.assertIsNone(worker.poll())

    def test_deleted_batch(self):
        """As after a long suspension: the jobs are posted again."""
        local = self.local()
        solve = self.start(*self.there("there", "--threads", "1", self.WON))
        self.wait_for("SELECT COUNT(*) FROM jobs", "1")
        self.sql("DELETE FROM jobs; DELETE FROM job_batches")
        self.prover()
        out, err = solve.communicate(timeout=60)
        self.assertEqual(solve.returncode, 0, out + err)
        self.assertEqual(self.log("there"), local)

    def test_another_build_is_refused(self):
        self.spoil("NEW.build = '0123456789ab'")
        solve = self.start(*self.there("there", self.WON))
        self.wait_for("SELECT COUNT(*) > 0 FROM jobs", "t")
        worker = self.prover()
        self.assertRegex(worker.stderr.readline(), f"jobs wait for build 0123456789ab; this one is {BUILD} and leaves them: the commits are different; build both at the same one")
        self.assertEqual(self.sql("SELECT SUM(attempts) FROM jobs"), "0")
        solve.send_signal(signal.SIGINT)
        self.assertEqual(solve.wait(timeout=20), 130)
        self.sql("UPDATE job_workers SET build = '0123456789ab'")
        solve = self.start(*self.there("there"))
        self.assertRegex(solve.stderr.readline(), f"worker of build 0123456789ab, but this project needs build {BUILD}: ")

    def test_database_goes_away(self):
        local = self.local(self.LONG)
        self.prover()
        solve = self.start(*self.there("there", "--threads", "1", self.LONG))
        for records in (4, 8, 16):
            self.wait_for_records("there", records)
            psql(BASE, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pentad'")
        out, err = solve.communicate(timeout=120)
        self.assertEqual(solve.returncode, 0, out + err)
        self.assertIn("trying again", err)
        self.assertEqual(self.log("there"), local)

    def test_refused_command_lines(self):
        for words, status, why in [
            (("--database", self.url, "h8"), 2, "--database is for the work on a --project"),
            (("--database", "x.db", "--project", self.path("p"), "h8"), 1, "jobs need PostgreSQL"),
        ]:
            self.assertIn(why, self.pentad("solve", *words, status=status).stderr)


class DistributedSelfplayTest(Distributed):
    """The same file as by a local run."""

    RUN = ["--games", "20", "--nodes", "300", "--size", "11", "--rules", "renju", "--seed", "5"]

    def selfplay(self, name, *words, **more):
        return self.pentad("selfplay", *self.RUN, *words, self.path(name), **more)

    def file(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def player(self, *words):
        return self.worker("--kinds", "selfplay", *words)

    def test_equals_a_local_run(self):
        local = self.selfplay("local")
        self.player("--threads", "2")
        self.player()
        there = self.selfplay("there", "--database", self.url)
        self.assertEqual(self.file("there"), self.file("local"))
        self.assertEqual(there.stdout.split(":")[1], local.stdout.split(":")[1])
        self.assertEqual(self.sql("SELECT COUNT(*) FROM jobs"), "0")

    def test_killed_worker(self):
        self.selfplay("local")
        first = self.player("--threads", "2")
        run = self.start("selfplay", *self.RUN, self.path("there"), "--database", self.url)
        self.wait_for("SELECT SUM(done) > 2 FROM job_workers", "t")
        self.kill_worker(first)
        self.player()
        _, err = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 0, err)
        self.assertEqual(self.file("there"), self.file("local"))

    def test_interrupted(self):
        """The games so far are kept, and nothing in the database."""
        self.player()
        run = self.start("selfplay", *self.RUN, "--games", "10000", self.path("there"), "--database", self.url)
        self.wait_for("SELECT SUM(done) > 2 FROM job_workers", "t")
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=20), 130)
        self.assertEqual(self.sql("SELECT COUNT(*) FROM jobs"), "0")
        self.pentad("selfplay", "--print", self.path("there"))

    def test_false_results(self):
        self.selfplay("local")
        self.sql("CREATE SEQUENCE results")
        self.spoil("CASE nextval('results') WHEN 3 THEN NEW.result = 'damaged'; WHEN 5 THEN NEW.result = overlay(NEW.result placing 'ff' from 11); "
                   "WHEN 7 THEN NEW.result = ''; WHEN 9 THEN NEW.result = NEW.result || NEW.result; ELSE NULL; END CASE",
                   "UPDATE", "NEW.state = 2")
        self.player()
        done = self.selfplay("there", "--database", self.url)
        self.assertEqual(done.stderr.count("; played again"), 4)
        self.assertEqual(self.file("there"), self.file("local"))

    def test_malformed_payload(self):
        self.spoil("NEW.payload = '{\"size\":1e9}'")
        worker = self.player()
        failed = self.selfplay("there", "--database", self.url, status=2)
        self.assertRegex(failed.stderr, 'game 1, by worker .*"rules" is missing')
        self.assertIsNone(worker.poll())
        self.assertFalse(os.path.exists(self.path("there")))

    def test_refused_command_lines(self):
        for words, why in {
            ("--database", "x.db"): "jobs need PostgreSQL",
            ("--database", self.url, "--threads", "2"): "pentad worker --threads",
            ("--database", self.url, "--net", "x.net"): "--database goes without --net",
        }.items():
            self.assertIn(why, self.selfplay("there", *words, status=2).stderr)
