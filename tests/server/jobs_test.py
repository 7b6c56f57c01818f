"""Moves of levels and analyses as jobs: `pentad serve --jobs` and `pentad worker` on one PostgreSQL database."""

import concurrent.futures
import contextlib
import json
import os
import random
import signal
import subprocess
import tempfile
import threading
import time

import client
import mist_test
from admin_test import Admin
from analyses_test import LONG, ask, delete, wait_for
from client import PATIENCE, Person, psql
from instances_test import Instance, Shared
from mist_test import MOVES, name, play_or_occupied, random_pair
from restart_test import POINTS, stored_moves

PAIRS = int(os.environ.get("PAIRS", "50")) // 10
SEED = int(os.environ.get("SEED", "37"))
VERSION = subprocess.run([client.PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
BUILD = "-".join(VERSION.split(word + " ")[1].split()[0] for word in ("commit", "sources"))


class JobsTest(Shared):
    def serve(self, *options):
        server = Instance(self.schema(), "--jobs", *options)
        self.addCleanup(server.__exit__)
        self.wait_until(lambda: server.query("SELECT to_regclass('job_batches') IS NOT NULL") == [["t"]] and
                        server.query("SELECT COUNT(*) FROM job_batches WHERE kind = 'server'") != [["0"]])
        # Every result that is recorded, because the server deletes what it has read.
        server.query("CREATE TABLE recorded (job BIGINT, kind TEXT, worker TEXT, attempts BIGINT, result TEXT);"
                     "CREATE FUNCTION record() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO recorded VALUES "
                     "(NEW.id, NEW.kind, NEW.worker, NEW.attempts, NEW.result); RETURN NEW; END $$;"
                     "CREATE TRIGGER record AFTER UPDATE ON jobs FOR EACH ROW WHEN (NEW.state = 2) EXECUTE FUNCTION record()")
        return server

    def wait_until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def worker(self, server, *options, kinds="move,analysis", url=None):
        process = subprocess.Popen([client.PROGRAM, "worker", "--database", url or server.database, "--kinds", kinds, *options],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.said = process.stdout.readline()

        def end():
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.communicate()
        self.addCleanup(end)
        self.assertRegex(process.said, f"^worker .*: build {BUILD}, threads ")
        self.wait_until(lambda: server.query("SELECT COUNT(*) FROM job_workers WHERE seen > job_now() - 3000") != [["0"]])
        time.sleep(0.7)  # until the server has looked
        return process

    def metric(self, server, wanted):
        for line in Person(server.port).ask("GET", "/metrics")[2].decode().splitlines():
            if line.startswith(f"pentad_{wanted} "):
                return int(line.split()[1])
        raise KeyError(wanted)

    def level_moves(self, server, game, ply):
        self.wait_until(lambda: len(stored_moves(server, game)) >= ply)
        return stored_moves(server, game)

    def begin(self, server, level, person=None):
        ann = person or Person(server.port)
        return ann, ann.new_game(f"level:{level}", color="black")["game"]

    def play(self, server, ann, game, count):
        """Moves far from one another, so that the game goes on."""
        for ply in range(0, 2 * count, 2):
            taken = stored_moves(server, game)
            free = next(point for point in ("a1", "o15", "a15", "o1", "h1", "a8", "o8", "h15") if point not in taken)
            ann.act(game, do="play", ply=ply, line=0, move=free)
            self.level_moves(server, game, ply + 2)
        return stored_moves(server, game)

    def leased(self, server, kind, worker):
        return server.query(f"SELECT COUNT(*) FROM jobs WHERE state = 1 AND kind = '{kind}' AND worker = '{worker}'") != [["0"]]

    # ---- Moves

    def test_remote_workers_play_the_moves(self):
        server = self.serve("--workers", "0")
        self.worker(server)
        ann, game = self.begin(server, 3)
        moves = self.play(server, ann, game, 5)
        self.assertEqual(server.workers(), [], "no process here has played")
        recorded = server.query("SELECT result, attempts FROM recorded WHERE kind = 'move' ORDER BY job")
        self.assertEqual(recorded, [[move, "1"] for move in moves[1::2]])
        self.wait_until(lambda: server.query("SELECT COUNT(*) FROM jobs") == [["0"]])
        self.assertEqual(self.metric(server, "remote_answers_total"), 5)
        self.assertEqual(self.metric(server, "remote_failures_total"), 0)

    def test_the_server_plays_if_there_is_no_worker(self):
        server = self.serve("--workers", "0")
        ann, game = self.begin(server, 1)
        self.play(server, ann, game, 2)
        self.assertEqual(len(server.workers()), 1)
        self.assertEqual(self.metric(server, "remote_answers_total"), 0)

    def test_they_take_what_the_processes_here_cannot(self):
        server = self.serve("--workers", "1")
        worker = self.worker(server)
        ann, game = self.begin(server, 1)
        self.play(server, ann, game, 2)
        self.assertEqual(server.query("SELECT COUNT(*) FROM recorded"), [["0"]])
        server.signal_workers(signal.SIGSTOP)
        ann.act(game, do="play", ply=4, line=0, move="h1")  # never answered there
        other, second = self.begin(server, 1)
        self.play(server, other, second, 2)
        self.assertEqual(server.query("SELECT COUNT(*) FROM recorded"), [["2"]])
        server.signal_workers(signal.SIGCONT)
        self.level_moves(server, game, 6)
        worker.terminate()
        self.assertEqual(worker.wait(PATIENCE), 0)

    def hold_a_move(self, server, worker, ann):
        """A game in which that worker is stopped in the middle of its move."""
        for _ in range(20):
            _, game = self.begin(server, 10, ann)
            ann.act(game, do="play", ply=0, line=0, move="h8")
            self.wait_until(lambda g=game: self.leased(server, "move", "first") or len(stored_moves(server, g)) == 2)
            worker.send_signal(signal.SIGSTOP)
            time.sleep(0.1)
            if self.leased(server, "move", "first"):
                return game
            worker.send_signal(signal.SIGCONT)
            self.level_moves(server, game, 2)
            ann.act(game, do="resign")
        self.fail("it was never in the middle of a move")
        return None

    def test_a_worker_killed_in_a_move(self):
        """Another one plays it, once."""
        server = self.serve("--workers", "0")
        first = self.worker(server, "--name", "first")
        ann = Person(server.port)
        game = self.hold_a_move(server, first, ann)
        done = int(server.query("SELECT COUNT(*) FROM recorded")[0][0])
        self.worker(server, "--name", "second")
        first.kill()
        began = time.monotonic()
        self.wait_until(lambda: self.leased(server, "move", "second"))
        print(f"# {time.monotonic() - began:.1f} s until another worker had taken it")
        moves = self.level_moves(server, game, 2)
        rows = server.query("SELECT worker, attempts, result FROM recorded ORDER BY job")[done:]
        self.assertEqual(rows, [["second", "2", moves[1]]])
        self.assertEqual(len(stored_moves(server, game)), 2)
        self.assertEqual(server.workers(), [])

    def test_the_only_worker_killed_in_a_move(self):
        server = self.serve("--workers", "0")
        first = self.worker(server, "--name", "first")
        ann = Person(server.port)
        game = self.hold_a_move(server, first, ann)
        done = server.query("SELECT COUNT(*) FROM recorded")
        first.kill()
        began = time.monotonic()
        self.wait_until(lambda: "its worker was lost" in server.log())
        print(f"# {time.monotonic() - began:.1f} s until the server played itself")
        self.level_moves(server, game, 2)
        self.assertEqual(server.query("SELECT COUNT(*) FROM recorded"), done)
        self.assertEqual(self.metric(server, "remote_failures_total"), 1)
        self.assertIn("its worker was lost", server.log())

    def test_a_worker_that_comes_too_late_records_nothing(self):
        server = self.serve("--workers", "0")
        first = self.worker(server, "--name", "first")
        ann = Person(server.port)
        game = self.hold_a_move(server, first, ann)
        done = server.query("SELECT COUNT(*) FROM recorded")
        moves = self.level_moves(server, game, 2)
        first.send_signal(signal.SIGCONT)
        while "dropped" not in (line := first.stdout.readline()):
            self.assertTrue(line)
        self.assertEqual(stored_moves(server, game), moves)
        self.assertEqual(server.query("SELECT COUNT(*) FROM recorded"), done)

    def test_a_server_killed_while_a_worker_has_its_job(self):
        """It asks again when it is back; nobody reads the old result, and the old jobs are deleted."""
        server = self.serve("--workers", "0")
        first = self.worker(server, "--name", "first")
        ann = Person(server.port)
        game = self.hold_a_move(server, first, ann)
        server.kill()
        server.query("UPDATE job_batches SET seen = seen - 60000")
        server.start()
        first.send_signal(signal.SIGCONT)
        moves = self.level_moves(server, game, 2)
        self.assertEqual(len(moves), 2)
        self.wait_until(lambda: server.query("SELECT COUNT(*) FROM jobs") == [["0"]])
        self.assertEqual(server.query("SELECT COUNT(*) FROM job_batches"), [["1"]])
        self.assertEqual(stored_moves(server, game), moves)

    def test_jobs_deleted_while_the_server_was_suspended(self):
        """By another one. It begins again, so that nothing of it can stay when it is killed."""
        server = self.serve("--workers", "0")
        self.worker(server)
        ann, game = self.begin(server, 1)
        self.play(server, ann, game, 1)
        batch = server.query("SELECT id FROM job_batches")
        server.query("DELETE FROM jobs; DELETE FROM job_batches")
        self.wait_until(lambda: server.query("SELECT COUNT(*) FROM job_batches") == [["1"]])
        self.assertNotEqual(server.query("SELECT id FROM job_batches"), batch)
        ann, game = self.begin(server, 1, ann)
        self.play(server, ann, game, 1)
        self.assertEqual(server.query("SELECT COUNT(*) FROM recorded"), [["2"]])

    def test_two_instances_share_the_workers(self):
        one = self.serve("--workers", "0")
        two = Instance(one.database, "--workers", "0", "--jobs")
        self.addCleanup(two.__exit__)
        self.worker(one, "--threads", "2")
        time.sleep(1)
        games = [(server, *self.begin(server, 2)) for server in (one, two)]
        for server, ann, game in games:
            self.play(server, ann, game, 3)
        self.assertEqual(one.query("SELECT COUNT(*), MAX(attempts) FROM recorded"), [["6", "1"]])
        self.assertEqual(one.workers() + two.workers(), [])
        begun = ask(games[0][1], moves="h8i9", nodes=50000)
        self.assertEqual(wait_for(games[0][1], begun)["state"], "done")

    def test_a_worker_of_another_build_gets_nothing(self):
        server = self.serve("--workers", "0")
        worker = self.worker(server)
        server.query("CREATE FUNCTION older() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.build = '0123456789ab'; RETURN NEW; END $$;"
                     "CREATE TRIGGER older BEFORE INSERT OR UPDATE ON job_workers FOR EACH ROW EXECUTE FUNCTION older()")
        self.wait_until(lambda: "workers_of_another_build" in server.log())
        self.assertIn(f"theirs is 0123456789ab, ours {BUILD}: the commits are different; build both at the same one", server.log())
        ann, game = self.begin(server, 1)
        self.play(server, ann, game, 2)
        self.assertEqual(server.query("SELECT COUNT(*) FROM recorded"), [["0"]])
        self.assertIsNone(worker.poll())
        # It would not take one either.
        server.query("DROP TRIGGER older ON job_workers; CREATE TRIGGER older BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION older()")
        time.sleep(2)
        ann.act(game, do="play", ply=4, line=0, move="h1")
        self.level_moves(server, game, 6)
        self.assertEqual(server.query("SELECT COUNT(*) FROM recorded"), [["0"]])

    def test_workers_that_take_nothing_do_not_hold_a_level_up(self):
        """Their role may claim any number of threads; and those of a real worker may all be busy."""
        server = self.serve("--workers", "0")
        server.query(f"INSERT INTO job_workers VALUES (9, 'idle', '{BUILD}', 'move', 64, 0, 0, job_now() + 600000)")
        time.sleep(0.7)  # until the server has looked
        ann, game = self.begin(server, 1)
        self.play(server, ann, game, 1)
        self.assertEqual(len(server.workers()), 1)

    def test_workers_that_take_nothing_do_not_hold_an_analysis_up(self):
        """The process of the server does it once it was not taken for ten seconds."""
        server = self.serve("--workers", "0")
        server.query(f"INSERT INTO job_workers VALUES (9, 'idle', '{BUILD}', 'move,analysis', 64, 0, 0, job_now() + 600000)")
        time.sleep(0.7)  # until the server has looked
        ann = Person(server.port)
        begun = ask(ann, moves="h8i9", nodes=500)
        self.assertEqual(wait_for(ann, begun)["state"], "done")
        self.assertEqual(len(server.workers()), 1)
        self.assertEqual(server.query("SELECT COUNT(*) FROM jobs"), [["0"]])

    def test_malformed_payloads_are_refused(self):
        server = self.serve("--workers", "0")
        worker = self.worker(server)
        ann = Person(server.port)
        made = os.path.join(server.data, "made")
        for i, payload in enumerate(("think strong:weights=/etc/passwd 100 freestyle 15 none a1", "think level:3", "mist level:1 5 1 \t",
                                     "analyze 1 5000 0 h8", "stop", "", "think level:1 1 freestyle 15 none " + "a1 " * 40000,
                                     f"think level:1,{made} 100 freestyle 15 none a1", "think level:99 10 freestyle 15 none")):
            server.query("DROP TRIGGER IF EXISTS spoil ON jobs; CREATE OR REPLACE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS "
                         f"$$ BEGIN NEW.payload = '{payload}'; RETURN NEW; END $$;"
                         "CREATE TRIGGER spoil BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION spoil()")
            _, game = self.begin(server, 1, ann)
            ann.act(game, do="play", ply=0, line=0, move="h8")
            self.level_moves(server, game, 2)
            self.assertEqual(self.metric(server, "remote_failures_total"), i + 1, payload[:80])
            ann.act(game, do="resign")
        self.assertIsNone(worker.poll())
        self.assertEqual(server.query("SELECT COUNT(*) FROM recorded"), [["0"]])

    def test_malformed_results_are_played_here(self):
        server = self.serve("--workers", "0")
        self.worker(server)
        ann = Person(server.port)
        results = ("won", "", "h8", "z99", "a1\\nb1", "found {}", "x" * 20000, "?")
        for i, result in enumerate(results):
            server.query("DROP TRIGGER IF EXISTS spoil ON jobs; CREATE OR REPLACE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS "
                         f"$$ BEGIN NEW.result = E'{result}'; RETURN NEW; END $$;"
                         "CREATE TRIGGER spoil BEFORE UPDATE ON jobs FOR EACH ROW WHEN (NEW.state = 2) EXECUTE FUNCTION spoil()")
            _, game = self.begin(server, 1, ann)
            ann.act(game, do="play", ply=0, line=0, move="h8")
            self.level_moves(server, game, 2)
            self.assertEqual(self.metric(server, "remote_failures_total"), i + 1, result[:80])
            self.assertEqual(ann.get("/api/games/" + game)["state"], "playing")
            ann.act(game, do="resign")
        for i, result in enumerate(results):
            server.query("DROP TRIGGER IF EXISTS spoil ON jobs; CREATE OR REPLACE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS "
                         f"$$ BEGIN NEW.result = E'{result}'; RETURN NEW; END $$;"
                         "CREATE TRIGGER spoil BEFORE UPDATE ON jobs FOR EACH ROW WHEN (NEW.state = 2) EXECUTE FUNCTION spoil()")
            recorded = int(server.query("SELECT COUNT(*) FROM recorded")[0][0])
            done = wait_for(ann, ask(ann, moves=f"h8a{i + 1}", ms=20))
            self.assertEqual((done["state"], done["result"]["stones"]), ("done", 2), result[:80])
            self.assertEqual(int(server.query("SELECT COUNT(*) FROM recorded")[0][0]), recorded + 1, "and only once by a worker")

    def test_outages_of_the_database(self):
        server = self.serve("--workers", "0")
        self.worker(server)
        ann, game = self.begin(server, 3)
        for ply in range(0, 6, 2):
            self.cluster.stop("immediate")
            self.cluster.start()
            free = next(point for point in POINTS[0] if point not in stored_moves(server, game))
            self.wait_until(lambda p=free, n=ply: self.moved(ann, game, n, p))
            self.level_moves(server, game, ply + 2)
        self.wait_until(lambda: server.query("SELECT COUNT(*) FROM job_workers WHERE seen > job_now() - 1500") == [["1"]])
        time.sleep(2)
        done = int(server.query("SELECT COUNT(*) FROM recorded")[0][0])
        _, game = self.begin(server, 1, ann)
        self.play(server, ann, game, 1)
        self.assertEqual(int(server.query("SELECT COUNT(*) FROM recorded")[0][0]), done + 1, "and it works again")

    @staticmethod
    def moved(ann, game, ply, move):
        with contextlib.suppress(client.Refused):
            return ann.act(game, do="play", ply=ply, line=0, move=move)["ply"] > ply
        return False

    # ---- Analyses

    def test_analyses(self):
        server = self.serve("--workers", "0")
        worker = self.worker(server)
        ann = Person(server.port)
        socket = ann.socket()
        begun = ask(ann, moves="h8i9h9", lines=2, nodes=300000)
        self.assertIn(begun["state"], ("waiting", "thinking"))
        told = socket.wait("analysis", lambda m: m["result"])
        self.assertEqual(told["state"], "thinking", "a result so far")
        done = wait_for(ann, begun)
        self.assertEqual((done["state"], done["known"], done["error"]), ("done", 1, None))
        self.assertEqual(len(done["result"]["lines"]), 2)
        self.assertTrue(ask(ann, moves="h8i9h9", lines=2, nodes=300000)["cached"])
        proof = wait_for(ann, ask(ann, moves="h8a1i8a2j8a3", prove=True, nodes=10000))
        self.assertEqual((proof["state"], proof["result"]["outcome"]), ("done", "win"))
        self.assertEqual(server.workers(), [])
        # One that is canceled: the worker gives up, and keeps nothing.
        begun = ask(ann, moves="h8", rules="renju", ms=LONG)
        # Wait until the server shows a result: the worker stores it some time before the server reads it.
        self.wait_until(lambda: ann.get("/api/analyses/" + begun["analysis"])["result"])
        delete(ann, begun)
        while "dropped" not in (line := worker.stdout.readline()):
            self.assertTrue(line)
        stopped = ann.get("/api/analyses/" + begun["analysis"])
        self.assertEqual(stopped["state"], "stopped")
        self.assertTrue(stopped["result"]["lines"])
        self.wait_until(lambda: server.query("SELECT COUNT(*) FROM jobs") == [["0"]])

    def test_reviews_and_fairness(self):
        """A user with a whole game does not delay another with a position."""
        server = self.serve("--workers", "0")
        self.worker(server)
        ann, game = self.begin(server, 1)
        self.play(server, ann, game, 4)
        ann.act(game, do="resign")
        review = ask(ann, game=game, ms=150)
        self.wait_until(lambda: ann.get("/api/analyses/" + review["analysis"])["known"] > 0)
        ben = Person(server.port)
        wait_for(ben, ask(ben, moves="h8i9h9", ms=50))
        self.assertEqual(ann.get("/api/analyses/" + review["analysis"])["state"], "thinking")
        done = wait_for(ann, review)
        self.assertEqual((done["state"], done["known"]), ("done", 8))
        self.assertEqual(server.workers(), [])
        self.assertEqual(server.query("SELECT COUNT(*), MAX(attempts) FROM recorded WHERE kind = 'analysis'"), [["9", "1"]])

    def test_a_move_does_not_wait_behind_analyses(self):
        server = self.serve("--workers", "0")
        self.worker(server)
        people = [Person(server.port) for _ in range(2)]
        long = [ask(person, moves=moves, rules="renju", ms=LONG) for person, moves in zip(people, ("h8", "h8h9"))]
        self.wait_until(lambda: server.query("SELECT COUNT(*) FROM jobs WHERE state = 1") == [["1"]])
        ann, game = self.begin(server, 1)
        self.play(server, ann, game, 3)
        self.assertEqual(server.query("SELECT COUNT(*) FROM recorded WHERE kind = 'move'"), [["3"]])
        self.assertEqual(server.query("SELECT COUNT(*) FROM jobs WHERE state = 1 AND kind = 'analysis'"), [["1"]])
        for person, analysis in zip(people, long):
            delete(person, analysis)

    def test_a_worker_killed_in_an_analysis(self):
        server = self.serve("--workers", "0")
        first = self.worker(server, "--name", "first")
        ann = Person(server.port)
        begun = ask(ann, moves="h8", rules="renju", ms=1500)
        self.wait_until(lambda: self.leased(server, "analysis", "first"))
        first.send_signal(signal.SIGSTOP)
        self.worker(server, "--name", "second")
        first.kill()
        done = wait_for(ann, begun)
        self.assertEqual((done["state"], done["known"]), ("done", 1))
        self.assertEqual(server.query("SELECT worker, attempts FROM recorded"), [["second", "2"]])
        self.assertEqual(server.workers(), [])

    # ---- Walls

    def test_the_role_of_a_worker(self):
        server = self.serve("--workers", "0")
        role = f"worker{os.getpid()}"
        server.query(f"CREATE ROLE {role} LOGIN")
        there = server.database.replace("user=postgres", f"user={role}")
        refused = subprocess.run([client.PROGRAM, "worker", "--database", there, "--kinds", "move"], capture_output=True, text=True, check=False)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("pentad store grant-jobs creates the job queue", refused.stderr)
        subprocess.run([client.PROGRAM, "store", "grant-jobs", server.database, role], check=True, capture_output=True)
        self.worker(server, url=there)
        ann, game = self.begin(server, 1)
        self.play(server, ann, game, 1)
        wait_for(ann, ask(ann, moves="h8i9", nodes=100000))
        self.assertEqual(server.query("SELECT kind, COUNT(*) FROM recorded GROUP BY kind ORDER BY kind"), [["analysis", "1"], ["move", "1"]])
        granted = psql(server.database, "SELECT p.proname FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND "
                                        f"has_function_privilege('{role}', p.oid, 'EXECUTE') AND p.proname LIKE 'job%' ORDER BY 1")
        self.assertEqual([row[0] for row in granted], ["job_finish", "job_leave", "job_other_build", "job_renew", "job_take"])
        tables = psql(server.database, "SELECT c.relname FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'v') "
                                       f"AND has_any_column_privilege('{role}', c.oid, 'SELECT, INSERT, UPDATE, REFERENCES')")
        self.assertEqual(tables, [])

    def test_metrics(self):
        server = self.serve("--workers", "0")
        self.worker(server)
        people = [Person(server.port) for _ in range(2)]
        long = [ask(person, moves=moves, rules="renju", ms=LONG) for person, moves in zip(people, ("h8", "h8h9"))]
        self.wait_until(lambda: server.query("SELECT COUNT(*) FROM jobs WHERE state = 1") == [["1"]])
        server.query("UPDATE jobs SET taken = taken - 7000")
        text = Person(server.port).ask("GET", "/metrics")[2].decode()
        for line in ('pentad_jobs_leased{kind="analysis"} 1', 'pentad_jobs_waiting{kind="analysis"} 0',
                     'pentad_jobs_leased_budget_seconds{kind="analysis"} 20', 'pentad_jobs_priority{kind="analysis"} 50',
                     'pentad_jobs_waiting_budget_seconds{kind="analysis"} 0',
                     "pentad_remote_tasks 1", "pentad_job_workers 1"):
            self.assertIn("\n" + line + "\n", text)
        longest = next(line for line in text.splitlines() if line.startswith('pentad_jobs_longest_seconds{kind="analysis"}'))
        self.assertGreaterEqual(int(longest.split()[1]), 7)
        for person, analysis in zip(people, long):
            delete(person, analysis)

    def test_pentad_admin_lists_workers_and_jobs(self):
        server = self.serve("--workers", "0")
        admin = Admin(server.data)
        self.assertEqual(admin("workers"), {"workers": [], "jobs": []})
        self.assertEqual(admin.run("workers").stdout, "no workers\n")
        self.worker(server, "--name", "first", "--threads", "2")
        ann = Person(server.port)
        begun = ask(ann, moves="h8", rules="renju", ms=LONG)
        self.wait_until(lambda: admin("workers")["workers"][0]["busy"] == 1)
        server.query("UPDATE jobs SET taken = taken - 90000")
        told = admin("workers")
        self.assertEqual(told["workers"], [{"name": "first", "build": BUILD, "kinds": "move,analysis", "threads": 2, "busy": 1, "done": 0}])
        job = told["jobs"][0]
        self.assertGreaterEqual(job.pop("longest_ms"), 90000)
        self.assertEqual(job, {"kind": "analysis", "waiting": 0, "leased": 1, "failed": 0, "oldest_ms": 0, "waiting_budget_ms": 0,
                               "leased_budget_ms": LONG})
        lines = admin.run("workers").stdout.splitlines()
        self.assertEqual(lines[1].split(), ["first", BUILD, "move,analysis", "2", "1", "0"])
        self.assertRegex(lines[4], r"^analysis +0 +1 +0 +0 +9\d$")
        server.query(r"INSERT INTO job_workers SELECT 99, E'a\x1b[31m\x07b', 'b1', E'match\n', 1, 0, 0, job_now()")
        self.assertIn("a?[31m?b             b1                    match?", admin.run("workers").stdout)
        delete(ann, begun)

    def test_refused_command_lines(self):
        for options, why in {("--jobs",): "--jobs needs --database postgresql://USER@HOST/NAME",
                             ("--workers", "0"): "--workers 0 needs --jobs, or nobody would play"}.items():
            with tempfile.TemporaryDirectory() as data:
                done = subprocess.run([client.PROGRAM, "serve", "--port", "0", "--data", data, *options], capture_output=True,
                                      text=True, timeout=PATIENCE, check=False)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(why, done.stderr)


class ScriptedWorker(threading.Thread):
    """Stands in for `pentad worker`: takes moves by the functions of a worker, and plays what the test tells it."""

    def __init__(self, url):
        super().__init__(daemon=True)
        self.script = None
        self.stopping = threading.Event()
        self.psql = subprocess.Popen(["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1", url],
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.start()

    def ask(self, sql):
        self.psql.stdin.write(sql + ";\n\\echo end\n")
        rows = []
        while (line := self.psql.stdout.readline().rstrip("\n")) != "end":
            rows.append(line.split("|"))
        return rows

    def run(self):
        beat = 0
        while not self.stopping.is_set():
            if time.monotonic() > beat:
                self.ask(f"SELECT job_renew(5, 'scripted', '{BUILD}', 'move', 1, 0, 20000)")
                beat = time.monotonic() + 0.5
            for job, _, payload, _ in self.ask(f"SELECT * FROM job_take(5, 'scripted', 'move', '{BUILD}', 1, 20000, 5)"):
                words = payload.split()[5:]
                turn = sum(":" in word for word in words) - 1
                hit = self.script["hits"].get(str(turn))
                move = self.script["moves"][turn] if not hit or "!" + hit in words else hit
                self.ask(f"SELECT job_finish(5, {job}, '{move}', 0, 3)")
            time.sleep(0.005)

    def stop(self):
        self.stopping.set()
        self.join()
        self.psql.stdin.close()
        self.psql.stdout.close()
        self.psql.wait()


class MistJobsTest(Shared):
    """What of a game in the mist gets to a job of its level: all columns of the jobs, in twin games."""

    def test_twin_games_post_the_same_jobs(self):
        """Long runs on several servers at once."""
        lanes = 1 + min(3, PAIRS // 50)
        with concurrent.futures.ThreadPoolExecutor(lanes) as pool:
            hits = sum(pool.map(self.play_lane, [self.schema() for _ in range(lanes)], range(SEED, SEED + lanes), [PAIRS // lanes] * lanes))
        self.assertGreater(hits, 0)
        print(f"# {PAIRS // lanes * lanes} pairs of games")

    def play_lane(self, url, seed, pairs):
        """Pairs of games on a server of its own. Returns how often the level has hit a stone."""
        chance = random.Random(seed)
        server = Instance(url, "--workers", "0", "--jobs")
        self.addCleanup(server.__exit__)
        end = time.monotonic() + PATIENCE
        while server.query("SELECT to_regclass('job_batches') IS NOT NULL") != [["t"]]:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        # All but ids and times; job_turn depends on what else is waiting, which is nothing.
        server.query("CREATE TABLE posted AS SELECT * FROM jobs WITH NO DATA; CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS "
                     "$$ BEGIN INSERT INTO posted SELECT NEW.*; RETURN NEW; END $$;"
                     "CREATE TRIGGER note AFTER INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION note()")
        worker = ScriptedWorker(server.database)
        self.addCleanup(worker.stop)
        time.sleep(2)
        hits = 0
        for pair in range(pairs):
            one, other, seat = random_pair(chance)
            differing = {i for i in range(MOVES) if one[i] != other[i]}
            hidden = list(mist_test.hidden_stones(one, seat, differing))
            chosen = dict([chance.choice(hidden)]) if hidden else {}
            last = next(p for p in ((x, 1) for x in range(1, 20)) if p not in one and p not in other)
            worker.script = {"moves": [name(p) for p in one[seat::2] + [last]],
                             "hits": {str(turn): name(one[stone]) for turn, stone in chosen.items()}}
            address = f"127.9.{pair // 250}.{pair % 250 + 1}"  # the owner of the jobs
            first = self.jobs_of_a_game(server, one, seat, address, False)
            second = self.jobs_of_a_game(server, other, seat, address, True)
            self.assertEqual(server.workers(), [], f"pair {pair}: the worker was late, so the server has played itself")
            self.assertEqual(first, second, f"seed {seed}, pair {pair}")
            self.assertEqual(first.count("mist level:1 "), MOVES // 2 + (seat == 0) + len(chosen), first)
            hits += len(chosen)
        return hits

    @staticmethod
    def jobs_of_a_game(server, points, seat, address, opponent_tries):
        server.query("DELETE FROM posted")
        ann = Person(server.port, address=address)
        game = ann.new_game("level:1", color=("white", "black")[seat], mist=True)["game"]
        socket = ann.socket()
        state = socket.do("watch", game=game)["game"]
        for ply in range(1 - seat, MOVES, 2):
            if state["ply"] < ply:
                state = socket.wait("moved", lambda m, ply=ply: m["ply"] == ply)
            for taken in points[seat:ply:2] if opponent_tries else []:
                play_or_occupied(socket, game, ply, name(taken))
            socket.do("play", game=game, ply=ply, line=0, move=name(points[ply]))
            state = socket.wait("moved", lambda m, ply=ply: m["ply"] == ply + 2)
        socket.close()
        ann.act(game, do="resign")
        rows = server.query("SELECT to_jsonb(p) - '{id,batch,number,created}'::text[] FROM posted p ORDER BY id")
        return "\n".join(json.dumps(json.loads("|".join(row)), sort_keys=True) for row in rows)
