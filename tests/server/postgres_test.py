"""The server on PostgreSQL: what it refuses, a database that goes away under play, and moving there and back."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import client
from client import PATIENCE, Person, Refused, Server, psql
from restart_test import Bot, stored_moves

sys.path.append(os.path.join(client.ROOT, "tests", "store"))
from with_postgres import Cluster  # noqa: E402

OUTAGES = int(os.environ.get("OUTAGES", "3"))


class PostgresServer(Server):
    """A server with a schema of its own in a cluster."""

    count = 0

    def __init__(self, cluster):
        PostgresServer.count += 1
        self.cluster = cluster
        psql(cluster.url, f"CREATE SCHEMA own{self.count}")
        self.url_of_data = f"{cluster.url}&options=-csearch_path%3Down{self.count}"
        super().__init__(None, "--database", self.url_of_data)
        self.database = self.url_of_data

    def cut(self, before=""):
        """Ends the server's connection, after another command."""
        psql(self.database, f"{before}; SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'pentad'")

    def wait_for_log(self, event):
        end = time.monotonic() + PATIENCE
        while event not in self.log():
            if time.monotonic() > end:
                raise TimeoutError(self.log())
            time.sleep(0.02)


def count_acked(bots):
    return sum(len(acked) for bot in bots for acked in list(bot.games.values()))


class PostgresTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()
        cls.addClassCleanup(cls.cluster.remove)

    def refused(self, *options, status=1):
        with tempfile.TemporaryDirectory() as data:
            done = subprocess.run([client.PROGRAM, "serve", "--port", "0", "--data", data, *options], capture_output=True,
                                  text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertNotIn("secret", done.stdout + done.stderr)
        return done.stderr

    def test_the_lab_shows_distributed_matches(self):
        server = PostgresServer(self.cluster)
        self.addCleanup(server.stop)
        ann = Person(server.port)
        none = {"tests": [], "workers": 0, "threads": 0, "busy": 0}
        self.assertEqual(ann.get("/api/lab"), none)
        self.assertNotIn("pentad_job", ann.ask("GET", "/metrics")[2].decode())
        pentad = [client.PROGRAM]
        subprocess.run([*pentad, "store", "grant-jobs", server.database, "postgres"], check=True, capture_output=True)
        worker = subprocess.Popen([*pentad, "worker", "--database", server.database, "--threads", "2"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(worker.communicate)
        self.addCleanup(worker.kill)
        subprocess.run([*pentad, "match", "a=greedy", "b=easy", "--size", "9", "--games", "40", "--sprt", "0,100", "--quiet",
                        "--database", server.database], check=True, capture_output=True, timeout=PATIENCE)
        match = subprocess.Popen([*pentad, "match", "strong:5000", "strong:5001", "--games", "8", "--database", server.database],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(match.wait)
        self.addCleanup(match.kill)
        end = time.monotonic() + PATIENCE
        while (lab := ann.get("/api/lab"))["busy"] != 2 or len(lab["tests"]) != 2:
            self.assertLess(time.monotonic(), end, lab)
            time.sleep(0.1)
        running, finished = lab["tests"]
        self.assertEqual((lab["workers"], lab["threads"], running["state"], finished["state"]), (1, 2, "running", "finished"))
        self.assertEqual(running["report"]["games"], 0)
        report = finished["report"]
        self.assertEqual([row["name"] for row in report["participants"]], ["a", "b"])
        self.assertEqual(report["sprt"]["verdict"], "higher")
        first, second = report["participants"]
        self.assertEqual(2 * sum(first["pairs"]), report["games"])
        self.assertEqual(first["pairs"], second["pairs"][::-1])
        metrics = ann.ask("GET", "/metrics")[2].decode()
        self.assertIn('\npentad_jobs_leased{kind="match"} 2\n', metrics)
        self.assertIn('\npentad_jobs_waiting{kind="match"} 2\n', metrics)
        self.assertIn("\npentad_job_worker_threads 2\n", metrics)
        # What is not JSON does not break ours; a match that was killed is not running for ever.
        match.kill()
        match.wait()
        psql(server.database, "UPDATE job_batches SET report = 'x}', seen = seen - 60000; UPDATE job_batches SET state = 0")
        time.sleep(1.1)
        self.assertEqual([(test["state"], test["report"]) for test in ann.get("/api/lab")["tests"]], [("stopped", None)] * 2)
        # A lost connection is opened again; the games do not notice.
        server.cut()
        self.assertIn(ann.ask("GET", "/api/lab")[0], (200, 503))

    def test_a_folder_that_another_server_uses_is_refused(self):
        with PostgresServer(self.cluster) as server:
            error = self.refused("--data", server.data, "--database", server.database)
            self.assertIn(f"another server uses the folder {server.data}; give each its own with --data", error)
            self.assertTrue(os.path.exists(os.path.join(server.data, "admin.json")))

    def test_databases_that_are_refused(self):
        psql(self.cluster.url, "CREATE ROLE guarded LOGIN PASSWORD 'right'")
        psql(self.cluster.url, "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
        hba = os.path.join(self.cluster.data, "pg_hba.conf")
        with open(hba, encoding="utf-8") as file:
            rules = file.read()
        with open(hba, "w", encoding="utf-8") as file:
            file.write("local all guarded scram-sha-256\n" + rules)
        psql(self.cluster.url, "SELECT pg_reload_conf()")
        at = f"host={self.cluster.folder}"
        rows = (
            ("wrong password", f"postgresql://guarded:secret@/postgres?{at}", 'password authentication failed for user "guarded"'),
            ("missing database", f"postgresql://postgres@/nowhere?{at}", 'database "nowhere" does not exist; create it with createdb'),
            ("missing role", f"postgresql://stranger:secret@/postgres?{at}", 'role "stranger" does not exist'),
            ("no server", "postgresql://postgres:secret@/postgres?host=/nowhere", "No such file or directory"),
            ("wrong encoding", f"postgresql://postgres@/latin?{at}", "its encoding is LATIN1; create it with: createdb --encoding UTF8"),
            ("bad URL", "postgresql://ann:secret@[::1", "PostgreSQL: end of string reached"),
            ("unknown option", f"postgresql://ann:secret@/postgres?{at}&nonsense=1", 'invalid URI query parameter: "nonsense"'),
            ("another kind", "mysql://localhost/db", "a database is sqlite:PATH or postgresql://USER@HOST/NAME"),
        )
        for name, url, message in rows:
            with self.subTest(name):
                self.assertIn(message, self.refused("--database", url))
        with self.subTest("backup"):
            self.assertIn("for PostgreSQL use pg_dump", self.refused("--database", self.cluster.url, "--backup", "copy.db"))

    def test_settings_that_lose_commits_are_refused(self):
        for name in ("fsync", "full_page_writes", "synchronous_commit"):
            with self.subTest(name):
                psql(self.cluster.url, f"ALTER SYSTEM SET {name} = off")
                psql(self.cluster.url, "SELECT pg_reload_conf()")
                self.addCleanup(psql, self.cluster.url, "ALTER SYSTEM RESET ALL")
                end = time.monotonic() + PATIENCE
                while psql(self.cluster.url, f"SHOW {name}") != [["off"]] and time.monotonic() < end:
                    time.sleep(0.02)
                self.assertIn(f"its setting {name} is off", self.refused("--database", self.cluster.url))
                psql(self.cluster.url, f"ALTER SYSTEM RESET {name}")
                psql(self.cluster.url, "SELECT pg_reload_conf()")

    def test_a_lost_connection_refuses_writes_and_comes_back(self):
        with PostgresServer(self.cluster) as server:
            ann, ben = Person(server.port), Person(server.port)
            eve, login = Person(server.port, enter=False), {"name": "Owner", "password": "correct horse"}
            Person(server.port).post("/api/register", login)
            game = ann.new_game("link", color="black", time="300")["game"]
            ben.act(game, do="join")
            ann.play(game, "h8")
            socket = ben.socket()
            socket.do("watch", game=game)  # it is open: until then a lost database would close it
            self.cluster.stop("immediate")
            self.addCleanup(lambda: os.path.exists(os.path.join(self.cluster.data, "postmaster.pid")) or self.cluster.start())
            with self.assertRaises(Refused) as caught:
                socket.do("play", game=game, ply=1, line=0, move="i9")
            self.assertEqual(caught.exception.code, "unavailable")
            logins = 8 * [lambda: eve.post("/api/login", login)]  # five wrong passwords would be allowed
            for act in (lambda: ben.act(game, do="play", ply=1, line=0, move="i9"), lambda: ann.get("/api/session"),
                        lambda: Person(server.port), lambda: ann.new_game("anyone"), lambda: eve.get("/api/users/Owner"), *logins):
                with self.assertRaises(Refused) as caught:
                    act()
                self.assertEqual((caught.exception.status, caught.exception.code), (503, "unavailable"))
            server.wait_for_log("database_lost")
            self.assertEqual([ann.ask("GET", path)[0] for path in ("/healthz", "/readyz", "/livez")], [503, 503, 200])
            self.cluster.start()
            server.wait_for_log("database_back")
            self.assertEqual(ann.ask("GET", "/healthz")[0], 200)
            self.assertEqual(ann.get("/api/session")["name"], ann.me["name"])
            self.assertEqual(eve.post("/api/login", login)["name"], "Owner")
            self.assertEqual(ben.play(game, "i9")["moves"], ["h8", "i9"])
            self.assertEqual(stored_moves(server, game), ["h8", "i9"])
            self.assertNotIn(server.database, server.log())
            self.assertEqual(server.stop(), 0)

    def test_a_list_does_not_wait_for_each_of_its_games(self):
        """Otherwise one address, within its limits, would hold all others up."""
        server = PostgresServer(self.cluster)
        self.addCleanup(server.stop)
        ann, ben = Person(server.port), Person(server.port)
        for _ in range(12):
            game = ann.new_game("link", color="black")["game"]
            ben.act(game, do="join")
            ann.play(game, "h8")
            ben.play(game, "i9")
            ann.act(game, do="resign")
        for _ in range(12):
            game = ann.new_game("link", color="black")["game"]
            ben.act(game, do="join")

        def waits(path):
            before = self.metric(server, "database_round_trips_total")
            found = ann.get(path)["games"]
            self.assertGreaterEqual(len(found), 12)
            return self.metric(server, "database_round_trips_total") - before

        # Less those of the server itself: one a second, and one for each session.
        for path in ("/api/games?moves=true&state=over", "/api/games", "/api/turns"):
            self.assertLess(min(waits(path) for _ in range(3)), 9, path)

    def test_a_list_does_not_wait_for_each_of_its_players(self):
        """More users than the server keeps in memory: here it has just started."""
        server = PostgresServer(self.cluster)
        self.addCleanup(lambda: server.stop())
        for _ in range(12):
            ann, ben = Person(server.port), Person(server.port)
            ben.act(ann.new_game("link")["game"], do="join")
            ann.new_game("anyone")
        server.stop()
        server.start()
        stranger = Person(server.port, enter=False)
        stranger.get("/api/choices")
        before = self.metric(server, "database_round_trips_total")
        self.assertEqual(len(stranger.get("/api/games?limit=50")["games"]), 24 - 12)  # those by link are not listed
        self.assertLess(self.metric(server, "database_round_trips_total") - before, 9)

    def test_what_was_sent_while_the_database_hung_is_answered(self):
        server = PostgresServer(self.cluster)
        self.addCleanup(server.stop)
        backend = int(psql(server.database, "SELECT pid FROM pg_stat_activity WHERE application_name = 'pentad'")[0][0])
        ann = Person(server.port)
        first, second = ann.connect(), ann.connect()
        second.connect()
        time.sleep(0.2)
        os.kill(backend, signal.SIGSTOP)
        first.request("GET", "/api/session", headers=ann.headers())  # for this the server waits
        time.sleep(0.2)
        second.request("GET", "/api/choices")
        time.sleep(6)  # its head was due within 5 s
        os.kill(backend, signal.SIGCONT)
        self.assertEqual([stream.getresponse().status for stream in (first, second)], [200, 200])

    def test_a_round_that_has_written_for_long_ends(self):
        """Its lock holds other servers up, and its replies are held."""
        server = PostgresServer(self.cluster)
        self.addCleanup(server.stop)
        people = [Person(server.port) for _ in range(2)]
        streams = [person.connect() for person in people]
        names = [person.me["name"] for person in people]
        time.sleep(0.2)
        # In one round, in this order; each waits for a row of its own, the second one for longer.
        holders = [subprocess.Popen(["psql", "--no-psqlrc", "--quiet", "--command", "BEGIN", "--command",
                                     f"SELECT 1 FROM users WHERE name = '{name}' FOR UPDATE", "--command", f"SELECT pg_sleep({seconds})",
                                     "--command", "COMMIT", server.database], stdout=subprocess.DEVNULL)
                   for name, seconds in zip(names, (1, 2.5))]
        time.sleep(0.5)
        os.kill(server.process.pid, signal.SIGSTOP)
        for person, stream in zip(people, streams):
            stream.request("POST", "/api/settings", b'{"chat":false}', {**person.headers(), "Content-Type": "application/json"})
            time.sleep(0.05)
        os.kill(server.process.pid, signal.SIGCONT)
        self.assertEqual(streams[0].getresponse().status, 200)
        self.assertIsNone(holders[1].poll(), "while the second row is still locked")
        self.assertEqual(streams[1].getresponse().status, 200)
        for holder in holders:
            holder.wait()

    def test_a_logout_makes_nobody_else_wait(self):
        """Otherwise a guest who comes and goes has all users read again."""
        server = PostgresServer(self.cluster)
        self.addCleanup(server.stop)
        anns = Person(server.port).socket()
        anns.do("lobby", on=False)
        waits = 0
        for _ in range(8):
            Person(server.port).post("/api/logout")
            before = self.metric(server, "database_round_trips_total")
            anns.do("lobby", on=False)
            waits += self.metric(server, "database_round_trips_total") - before
        self.assertLess(waits, 5)  # the server itself waits once a second

    def test_a_known_review_does_not_wait_for_each_position(self):
        server = PostgresServer(self.cluster)
        self.addCleanup(server.stop)
        ann, ben = Person(server.port), Person(server.port)
        game = ann.new_game("link", color="black")["game"]
        ben.act(game, do="join")
        for number in range(80):  # in both colors, with rows left out: no five
            x, y = number % 15, 2 * (number // 15) + number // 15 % 2
            (ben if number % 2 else ann).act(game, do="play", ply=number, line=0, move="abcdefghijklmno"[x] + str(y + 1))
        ann.act(game, do="resign")
        request = {"game": game, "ms": 1}
        found = ann.post("/api/analyses", request)
        while found["state"] != "done":
            found = ann.get(f"/api/analyses/{found['analysis']}?after={found['seq']}")
        before = self.metric(server, "database_round_trips_total")
        again = ann.post("/api/analyses", request)
        self.assertEqual((again["cached"], again["result"]), (True, found["result"]))
        self.assertLess(self.metric(server, "database_round_trips_total") - before, 20)

    def test_a_query_that_is_not_utf8_does_not_fail_the_requests_of_others(self):
        """PostgreSQL refuses such a text, and with it everything in the transaction."""
        server = PostgresServer(self.cluster)
        self.addCleanup(server.stop)
        stranger = Person(server.port, enter=False)
        for path in ("/api/ratings?pool=%ff", "/api/games?player=%ff", "/api/games?rules=%ed%a0%80", "/api/games?rules=%c3&player=%a9"):
            self.assertEqual(stranger.ask("GET", path)[0], 400, path)
        self.assertEqual(self.metric(server, "failed_commits_total"), 0)

    def metric(self, server, wanted):
        for line in Person(server.port, enter=False).ask("GET", "/metrics")[2].decode().splitlines():
            if line.startswith(f"pentad_{wanted} "):
                return int(line.split()[1])
        raise KeyError(wanted)

    def test_the_clock_survives_a_connection_that_breaks_again_at_once(self):
        server = PostgresServer(self.cluster)
        self.addCleanup(server.stop)
        ann, ben = Person(server.port), Person(server.port)
        game = ann.new_game("link", color="black", time="300")["game"]
        ben.act(game, do="join")
        for ply, move in enumerate(("h8", "i9", "h9", "i10")):
            (ann, ben)[ply % 2].act(game, do="play", ply=ply, line=0, move=move)
        psql(server.database, """CREATE SEQUENCE beats; CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF nextval('beats') <= 3 THEN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); END IF; RETURN NEW; END $$;
            CREATE TRIGGER cut BEFORE INSERT ON instances FOR EACH ROW EXECUTE FUNCTION cut()""")
        end = time.monotonic() + PATIENCE
        while int(server.query("SELECT last_value FROM beats")[0][0]) < 5:  # twice it was cut while it came back
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        clock = ann.get("/api/games/" + game)["seats"][0]["clock"]
        self.assertTrue(clock["runs"])
        self.assertGreater(clock["main"], 200000)

    def test_a_level_moves_after_an_outage(self):
        with PostgresServer(self.cluster) as server:
            ann = Person(server.port)
            game = ann.new_game("level:1", color="black")["game"]
            ann.play(game, "h8")
            self.cluster.stop("immediate")
            self.cluster.start()
            end = time.monotonic() + PATIENCE
            while int(server.query(f"SELECT ply FROM games WHERE id = '{game}'")[0][0]) < 2:
                self.assertLess(time.monotonic(), end, server.log())
                time.sleep(0.05)

    def test_no_acknowledged_move_is_lost_by_outages(self):
        """PostgreSQL stops at once, or only the connection ends, under play."""
        with PostgresServer(self.cluster) as server:
            bots = [Bot(server, seed) for seed in range(4)]
            for bot in bots:
                bot.start()
            for outage in range(OUTAGES):
                played = count_acked(bots)
                end = time.monotonic() + PATIENCE
                while count_acked(bots) < played + 20:
                    self.assertLess(time.monotonic(), end, server.log())
                    time.sleep(0.01)
                if outage % 2:
                    server.cut()
                else:
                    self.cluster.stop("immediate")
                    self.cluster.start()
            for bot in bots:
                bot.stopping.set()
            for bot in bots:
                bot.join(PATIENCE)
                self.assertFalse(bot.is_alive())
            server.wait_for_log("database_back")
            print(f"# {OUTAGES} outages, {count_acked(bots)} acknowledged moves")
            for bot in bots:
                for game, acked in bot.games.items():
                    stored = stored_moves(server, game)
                    self.assertEqual(stored[: len(acked)], acked)
                    self.assertLessEqual(len(stored), len(acked) + 1, "a move nobody sent")

    def test_a_dump_of_a_running_server_is_restored(self):
        """As docs/use/operating.md says."""
        for name in ("dumped", "restored"):
            psql(self.cluster.url, f"CREATE DATABASE {name}")
        first, second = (self.cluster.url.replace("/postgres?", f"/{name}?") for name in ("dumped", "restored"))
        with tempfile.TemporaryDirectory() as data:
            dump = os.path.join(data, "pentad.dump")
            with Server(data, "--database", first) as server:
                ann, ben = Person(server.port), Person(server.port)
                game = ann.new_game("link", color="black")["game"]
                ben.act(game, do="join")
                ann.play(game, "h8")
                subprocess.run(["pg_dump", "--format=custom", f"--file={dump}", first], check=True, timeout=PATIENCE)
                ben.play(game, "i9")
            subprocess.run(["pg_restore", "--no-owner", f"--dbname={second}", dump], check=True, timeout=PATIENCE)
            with Server(data, "--database", second, port=server.port):
                self.assertEqual(ben.get("/api/games/" + game)["moves"], ["h8"])
                self.assertEqual(ben.play(game, "j10")["moves"], ["h8", "j10"])
                self.assertTrue(Person(server.port).me["name"])  # new ids come after the old

    def copy(self, *words):
        return subprocess.run([client.PROGRAM, "store", "copy", *words], capture_output=True, text=True, timeout=PATIENCE, check=False)

    def test_moving_to_postgresql_and_back(self):
        psql(self.cluster.url, "CREATE SCHEMA moved")
        url = f"{self.cluster.url}&options=-csearch_path%3Dmoved"
        with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as last:
            with Server(first) as server:
                ann, ben = Person(server.port), Person(server.port)
                game = ann.new_game("link", color="black")["game"]
                ben.act(game, do="join")
                ann.play(game, "h8")
                busy = self.copy(f"sqlite:{first}/pentad.db", url)
                self.assertEqual((busy.returncode, "another server uses it" in busy.stderr), (1, True), busy.stderr)
                server.stop()
            moved = self.copy(f"sqlite:{first}/pentad.db", url)
            self.assertEqual(moved.returncode, 0, moved.stderr)
            self.assertIn("row counts and hashes agree", moved.stdout)
            again = self.copy(f"{first}/pentad.db", url)
            self.assertEqual(again.returncode, 1)
            self.assertIn("the target is not empty", again.stderr)
            with Server(first, "--database", url, port=server.port) as server:
                ben.play(game, "i9")
                self.assertEqual(Person(server.port).get("/api/games/" + game)["moves"], ["h8", "i9"])
                server.stop()
            back = self.copy(url, f"sqlite:{last}/pentad.db")
            self.assertEqual(back.returncode, 0, back.stderr)
            with Server(last, port=server.port) as server:
                self.assertEqual(ann.play(game, "h9")["moves"], ["h8", "i9", "h9"])

    def test_copies_that_are_refused(self):
        rows = (
            (("nowhere.db", "target.db"), 1, "nowhere.db: No such file or directory"),
            (("nowhere.db",), 2, "missing argument"),
            (("postgresql://postgres@/nowhere?host=" + self.cluster.folder, "x.db"), 1, 'database "nowhere" does not exist'),
        )
        for words, status, message in rows:
            with self.subTest(words):
                done = self.copy(*words)
                self.assertEqual(done.returncode, status)
                self.assertIn(message, done.stderr)
        done = subprocess.run([client.PROGRAM, "store", "move", "a", "b"], capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual((done.returncode, "there is no 'store move'; there are: store copy FROM TO" in done.stderr), (2, True))
