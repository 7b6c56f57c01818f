"""Several servers (instances) on one PostgreSQL database: any client on any of them, any game on any of them."""

import concurrent.futures
import contextlib
import http.client
import itertools
import json
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import unittest

import client
from client import PATIENCE, Closed, Person, Refused, Server, psql
from mist_test import play_and_record, random_twins
from restart_test import POINTS, stored_moves
from study_rooms_test import Study

sys.path.append(os.path.join(client.ROOT, "tests", "store"))
from with_postgres import Cluster  # noqa: E402

KILLS = int(os.environ.get("INSTANCE_KILLS", "8"))
LOGIN_ROUNDS = int(os.environ.get("LOGIN_ROUNDS", "3"))
PAIRS = int(os.environ.get("PAIRS", "50")) // 5
SEED = int(os.environ.get("SEED", "23"))


class InBackground(threading.Thread):
    """A call on a thread of its own."""

    def __init__(self, call):
        super().__init__(daemon=True)
        self.call = call
        self.value = self.error = None
        self.start()

    def run(self):
        try:
            self.value = self.call()
        except Exception as error:  # pylint: disable=broad-exception-caught
            self.error = error

    def outcome(self):
        """What it returned, or raised."""
        self.join(PATIENCE)
        return self.error or self.value

    def result(self):
        outcome = self.outcome()
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


class Instance(Server):
    """A server on a schema of a cluster. `program` may be changed before it starts again."""

    def __init__(self, url, *options, program=client.PROGRAM):
        self.program = program
        super().__init__(None, "--database", url, *options)
        self.database = url

    def command(self):
        return [self.program, *super().command()[1:]]


class Shared(unittest.TestCase):
    """Tests with their own cluster, and a schema for each."""

    count = 0

    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()
        cls.addClassCleanup(cls.cluster.remove)

    def schema(self):
        Shared.count += 1
        psql(self.cluster.url, f"CREATE SCHEMA shared{self.count}")
        return f"{self.cluster.url}&options=-csearch_path%3Dshared{self.count}"

    def instances(self, count=2, *options):
        url = self.schema()
        found = []
        for _ in range(count):
            found.append(Instance(url, *options))
            self.addCleanup(found[-1].__exit__)
        return found


def admin(server, *words):
    done = subprocess.run([client.PROGRAM, "admin", *words, "--data", server.data, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def visit(person, server):
    """The same user on another instance."""
    other = Person(server.port, enter=False)
    other.cookie, other.device, other.me = person.cookie, person.device, person.me
    return other


class TwoInstancesTest(Shared):
    def begin(self, one, two, **options):
        ann, ben = Person(one.port), Person(two.port)
        game = ann.new_game("link", color="black", **options)["game"]
        ben.act(game, do="join")
        return ann, ben, game

    def test_players_on_two_instances_see_each_move(self):
        one, two = self.instances()
        ann, ben, game = self.begin(one, two, time="300")
        sockets = [ann.socket(), ben.socket()]
        for socket in sockets:
            socket.do("watch", game=game)
        for ply, move in enumerate(("h8", "i9", "h9", "i10", "h10", "i11", "h11", "i12")):
            sockets[ply % 2].do("play", game=game, ply=ply, line=0, move=move)
            for socket in sockets:
                told = socket.wait("moved")
                self.assertEqual((told["ply"], told["move"]), (ply + 1, move))
        sockets[0].do("play", game=game, ply=8, line=0, move="h12")
        for socket in sockets:
            told = socket.wait("game", lambda m: m["state"] == "over")
            self.assertEqual(told["result"]["reason"], "five")
        for person in (ann, ben):
            self.assertEqual(len(person.get("/api/games/" + game)["moves"]), 9)

    @contextlib.contextmanager
    def locked(self, server, game):
        """Somebody else's transaction has the row of a game."""
        with subprocess.Popen(["psql", "--no-psqlrc", "--quiet", server.database], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as locker:
            locker.stdin.write(f"BEGIN; SELECT 1 FROM games WHERE id = '{game}' FOR UPDATE;\n")
            locker.stdin.flush()
            end = time.monotonic() + PATIENCE
            while server.query("SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE 'SELECT 1 FROM games%'") == [["0"]]:
                self.assertLess(time.monotonic(), end)
                time.sleep(0.02)
            yield
            locker.stdin.close()

    def test_a_game_that_is_locked_from_outside_holds_up_no_other(self):
        """Its move is refused after 3 s. Neither server waits for it."""
        one, two = self.instances()
        ann, ben, game = self.begin(one, two)
        cleo, dan, other = self.begin(one, one)
        socket = ben.socket()
        with self.locked(one, game):
            moves = [InBackground(lambda: ann.act(game, do="play", ply=0, line=0, move="h8")),
                     InBackground(lambda: socket.do("resign", game=game))]
            slowest, ply = 0, 0
            while any(move.is_alive() for move in moves):
                began = time.monotonic()
                (cleo, dan)[ply % 2].act(other, do="play", ply=ply, line=0, move=f"{'aceg'[ply % 4]}{1 + ply // 4 % 15}")
                ply += 1
                slowest = max(slowest, time.monotonic() - began)
                time.sleep(0.3)  # within the limit of requests
            self.assertEqual([move.outcome().code for move in moves], ["unavailable"] * 2)
        self.assertGreater(ply, 3)
        self.assertLess(slowest, 2)
        self.assertEqual(ann.act(game, do="play", ply=0, line=0, move="h8")["ply"], 1)

    def test_a_game_that_is_locked_for_a_moment_is_played_then(self):
        one, two = self.instances()
        ann, ben, game = self.begin(one, two)
        socket = ann.socket()
        socket.do("watch", game=game)
        with self.locked(one, game):
            move = InBackground(lambda: socket.do("play", game=game, ply=0, line=0, move="h8"))
            offer = InBackground(lambda: ben.act(game, do="draw"))
            time.sleep(0.5)
            self.assertTrue(move.is_alive() and offer.is_alive())
        for call in (move, offer):
            call.result()
        state = ann.get("/api/games/" + game)
        self.assertEqual((state["moves"], stored_moves(one, game)), (["h8"], ["h8"]))

    def test_repeated_requests_act_once(self):
        """The idempotency keys of clients hold over instances."""
        one, two = self.instances()
        ann, ben, game = self.begin(one, two, time="300")
        there = visit(ann, two)
        for person in (ann, there, ann):
            self.assertEqual(person.act(game, do="play", ply=0, line=0, move="h8")["moves"], ["h8"])
        games = {person.new_game("anyone", key="once")["game"] for person in (ann, there, ann)}
        self.assertEqual(len(games), 1)
        for person in (ann, there):
            person.act(game, do="say", text="hello", key="greeting")
        self.assertEqual([line["text"] for line in ben.get(f"/api/games/{game}/chat")["lines"]], ["hello"])

    def test_opposite_requests_on_two_instances_do_not_wait_for_each_other(self):
        """PostgreSQL would notice after a second, and refuse a round of one, with the moves of others in it."""
        servers = self.instances(2, "--rate-limit-factor", "100")
        ann = Person(servers[0].port)
        for key in ("one", "two"):
            ann.new_game("link", key=key)
        streams, requests = {}, {}
        for server, number, key in itertools.product(servers, range(2), ("one", "two")):
            streams[server, number] = visit(ann, server).connect()
            streams[server, number].connect()
            body = json.dumps({"opponent": "link", "key": key})
            lines = ["POST /api/games HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Origin: http://127.0.0.1:{server.port}",
                     f"Cookie: {ann.cookie}", "Content-Type: application/json", f"Content-Length: {len(body)}", "", body]
            requests[server, key] = "\r\n".join(lines).encode()
        one, two = servers
        for _ in range(30):
            for server, number, key in ((one, 0, "one"), (two, 0, "two"), (one, 1, "two"), (two, 1, "one")):
                streams[server, number].sock.sendall(requests[server, key])
            for stream in streams.values():
                self.assertEqual(stream.sock.recv(65536)[:12], b"HTTP/1.1 201")
            time.sleep(0.02)
        for stream in streams.values():
            stream.close()
        for server in servers:
            self.assertNotIn("deadlock", server.log())

    def test_a_client_may_change_the_instance_with_every_request(self):
        """What one has acknowledged, the next one knows."""
        servers = self.instances(3)
        ann, ben = Person(servers[0].port), Person(servers[0].port)
        people = [[visit(person, server) for server in servers] for person in (ann, ben)]
        game = people[0][0].new_game("link", color="black", size=25, time="300")["game"]
        people[1][1].act(game, do="join")
        for ply in range(120):
            move = POINTS[ply % 2][ply // 2]
            player = people[ply % 2]
            self.assertEqual(player[ply % 3].get("/api/turns")["games"][0]["game"], game)
            state = player[(ply + 1) % 3].act(game, do="play", ply=ply, line=0, move=move)
            self.assertEqual(state["ply"], ply + 1)
            self.assertEqual(player[(ply + 2) % 3].get("/api/games/" + game)["ply"], ply + 1)

    def test_lists_chat_and_long_polls(self):
        one, two = self.instances()
        ann, ben = Person(one.port), Person(two.port)
        lobby = ben.socket()
        self.assertEqual(lobby.do("lobby", on=True)["open"], [])
        anns = ann.socket()
        game = ann.new_game("anyone", color="black")["game"]
        told = lobby.wait("lobby", lambda m: m["open"])
        self.assertEqual([g["game"] for g in told["open"]], [game])
        self.assertEqual(told["online"]["count"], 2)
        anns.do("watch", game=game)
        ben.act(game, do="join")
        anns.wait("game", lambda m: m["state"] == "playing")
        anns.wait("mine", lambda m: m["games"] and m["games"][0]["state"] == "playing")
        lobby.wait("lobby", lambda m: not m["open"])
        seq = ann.get("/api/games/" + game)["seq"]
        waiting = InBackground(lambda: ben.get(f"/api/games/{game}?after={seq}"))
        turns = InBackground(lambda: ben.get("/api/turns?wait=true"))
        time.sleep(0.3)
        ann.play(game, "h8")
        self.assertEqual(waiting.result()["moves"], ["h8"])
        self.assertEqual([g["game"] for g in turns.result()["games"]], [game])
        ben.act(game, do="say", text="good luck")
        self.assertEqual(anns.wait("said")["text"], "good luck")
        ben.act(game, do="draw")
        anns.wait("game", lambda m: m["offers"]["draw"] == 1)
        ann.act(game, do="decline")
        declined = lobby.wait("declined")
        self.assertEqual((declined["what"], declined["name"]), ("draw", ann.me["name"]))

    def test_the_operator_sees_the_moves_of_a_game_that_nobody_here_watches(self):
        one, two = self.instances()
        ann, ben, game = self.begin(one, one)
        for person, move in ((ann, "h8"), (ben, "i9"), (ann, "h9")):
            person.play(game, move)
            wanted = person.get("/api/games/" + game)["ply"]
            end = time.monotonic() + PATIENCE
            while (shown := [row["ply"] for row in admin(two, "games")["games"]]) != [wanted]:
                self.assertLess(time.monotonic(), end, shown)
                time.sleep(0.1)

    def test_presence_over_instances(self):
        one, two = self.instances()
        ann, ben, game = self.begin(one, two)
        anns = ann.socket()
        anns.do("watch", game=game)
        bens = ben.socket()
        bens.do("watch", game=game)
        anns.wait("people", lambda m: m["here"] == [True, True])
        bens.wait("people", lambda m: m["here"] == [True, True])
        spectator = Person(two.port).socket()
        spectator.do("watch", game=game)
        anns.wait("people", lambda m: m["watchers"] == 1)
        spectator.close()
        anns.wait("people", lambda m: m["watchers"] == 0)
        two.kill()  # its lease ends
        anns.wait("people", lambda m: m["here"] == [True, False])

    def test_an_instance_that_stood_still_notes_its_users_again(self):
        one, two = self.instances()
        ann, ben, game = self.begin(one, two)
        sockets = [ann.socket(), ben.socket()]
        for socket in sockets:
            socket.do("watch", game=game)
        sockets[0].wait("people", lambda m: m["here"] == [True, True])
        two.process.send_signal(signal.SIGSTOP)
        sockets[0].wait("people", lambda m: m["here"] == [True, False])  # its lease has ended
        two.process.send_signal(signal.SIGCONT)
        sockets[0].wait("people", lambda m: m["here"] == [True, True])

    def test_ratings_are_shown_everywhere(self):
        one, two = self.instances()
        ann, ben = Person(one.port), Person(two.port)
        for person, name in ((ann, "ann"), (ben, "ben")):
            person.post("/api/register", {"name": name, "password": "correct horse battery"})
        game = ann.new_game("link", color="black", rated=True)["game"]
        for server in (one, two):
            self.assertEqual(visit(ann, server).get("/api/users/ann")["rating"]["gomoku"]["games"], 0)
        ben.act(game, do="join")
        ann.play(game, "h8")
        ben.play(game, "i9")
        ann.act(game, do="resign")
        for server in (one, two):
            self.wait_for(lambda server=server: visit(ann, server).get("/api/users/ann")["rating"]["gomoku"]["games"] == 1)

    def test_a_session_that_ends_ends_everywhere(self):
        one, two = self.instances()
        ann = Person(one.port)
        ann.post("/api/register", {"name": "ann", "password": "correct horse battery"})
        there = visit(ann, two)
        socket = there.socket()
        other = Person(one.port)
        other.post("/api/login", {"name": "ann", "password": "correct horse battery"})
        other.post("/api/password", {"old": "correct horse battery", "new": "another horse battery"})
        with self.assertRaises(Closed):
            socket.wait("nothing")
        self.assertIsNone(there.get("/api/session")["name"])

    def test_a_login_sees_what_another_instance_is_changing(self):
        one, = self.instances(1)
        login = {"name": "ann", "password": "correct horse battery"}
        Person(one.port).post("/api/register", login)
        for change, why in (("banned = 5", "banned"), ("password = 'another'", "wrong_password")):
            with self.subTest(change=change):
                locked = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted"
                other = InBackground(lambda change=change: psql(one.database, f"""BEGIN; UPDATE users SET {change} WHERE name = 'ann';
                    DELETE FROM sessions; DO $$ BEGIN FOR i IN 1..100 LOOP EXIT WHEN ({locked}) > 0; PERFORM pg_sleep(0.02); END LOOP; END $$; COMMIT"""))
                self.until_open(one.database)
                with self.assertRaises(Refused) as caught:
                    Person(one.port, enter=False).post("/api/login", login)
                other.result()
                self.assertEqual(caught.exception.code, why)
                self.assertEqual(psql(one.database, "SELECT COUNT(*) FROM sessions"), [["0"]])
                psql(one.database, "UPDATE users SET banned = 0")

    def change_users(self, database, change):
        """As another instance does in one round, until a server waits for it."""
        waiting = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted"
        other = InBackground(lambda: psql(database, f"""BEGIN; {change};
            DO $$ BEGIN FOR i IN 1..100 LOOP EXIT WHEN ({waiting}) > 0; PERFORM pg_sleep(0.02); END LOOP; END $$; COMMIT"""))
        self.until_open(database)
        return other

    def until_locks(self, database, count, wanted):
        end = time.monotonic() + PATIENCE
        while psql(database, count) != [[str(wanted)]]:
            self.assertLess(time.monotonic(), end)

    def test_logins_of_the_same_users_on_two_instances(self):
        """In one round of each, in another order: neither waits for the other. A lock from outside holds the rounds up."""
        servers = self.instances()
        users = [{"name": name, "password": "correct horse battery"} for name in ("ann", "ben")]
        for user in users:
            Person(servers[0].port).post("/api/register", user)
        locks = "SELECT COUNT(*) FROM pg_locks WHERE relation = 'moves'::regclass AND "
        for _ in range(LOGIN_ROUNDS):
            games = [[(ann, ann.new_game("link", color="black")["game"]) for ann in (Person(server.port), Person(server.port))] for server in servers]
            for server, (first, second) in zip(servers, games):
                for _, game in (first, second):
                    Person(server.port).act(game, do="join")
            lock = "BEGIN; LOCK TABLE moves IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(0.7); COMMIT; "
            outside = InBackground(lambda lock=lock: psql(servers[0].database, lock + lock))
            self.until_locks(servers[0].database, locks + "granted AND mode = 'AccessExclusiveLock'", 1)

            def move(ann, game):
                return InBackground(lambda: ann.act(game, do="play", ply=0, line=0, move="h8"))

            begun = [move(*first) for first, _ in games]
            self.until_locks(servers[0].database, locks + "NOT granted", 2)
            # Read in one round, which is held up by the second lock, until the passwords have been checked.
            for server, (_, second), order in zip(servers, games, (users, users[::-1])):
                for user in order:
                    begun.append(InBackground(lambda server=server, user=user: Person(server.port, enter=False).post("/api/login", user)))
                    time.sleep(0.03)
                begun.append(move(*second))
            for call in (*begun, outside):
                call.result()
        for server in servers:
            self.assertIn("pentad_failed_commits_total 0\n", Person(server.port).ask("GET", "/metrics")[2].decode())

    def test_two_instances_do_not_give_the_same_name(self):
        one, = self.instances(1)
        ann, _ = Person(one.port), Person(one.port)
        other = self.change_users(one.database, "SELECT FROM facts WHERE name = 'clock_offset' FOR UPDATE; "
                                  "UPDATE users SET kind = 1, name = 'Ann', folded = 'ann' WHERE id = (SELECT MAX(id) FROM users)")
        with self.assertRaises(Refused) as caught:
            ann.post("/api/register", {"name": "ann", "password": "correct horse battery"})
        other.result()
        self.assertEqual(caught.exception.code, "name_taken")

    def test_settings_do_not_bring_back_a_name(self):
        one, = self.instances(1)
        ann = Person(one.port)
        ann.post("/api/register", {"name": "ann", "password": "correct horse battery"})
        other = self.change_users(one.database, "UPDATE users SET name = 'Deleted 7', folded = 'deleted 7' WHERE name = 'ann'")
        self.assertEqual(ann.post("/api/settings", {"chat": False})["name"], "Deleted 7")
        other.result()
        self.assertEqual(one.query("SELECT COUNT(*) FROM users WHERE name = 'ann'"), [["0"]])

    def test_a_line_of_chat_does_not_wait_for_each_watcher(self):
        """More people than the server remembers users: here by pairs that take the same place."""
        one, two = self.instances()
        ann, ben = Person(one.port), Person(two.port)
        game = ann.new_game("link")["game"]
        ben.act(game, do="join")
        sockets = []
        for _ in range(2):
            sockets += [Person(one.port).socket() for _ in range(20)]
            newest = one.query("SELECT MAX(id) FROM users")[0][0]
            one.query(f"SELECT setval(pg_get_serial_sequence('users', 'id'), {newest} + 1024 - 20)")
        for socket in sockets:
            socket.do("watch", game=game)
        time.sleep(1.2)  # presence is told once a second
        for text, most in (("hello", 1000), ("again", 30)):
            waits = self.waits(one)
            ann.act(game, do="say", text=text)
            for socket in sockets:
                self.assertEqual(socket.wait("said")["text"], text)
            self.assertLess(self.waits(one) - waits, most)
        quiet = Person(one.port)
        listening = quiet.socket()
        listening.do("watch", game=game)
        visit(quiet, two).post("/api/settings", {"chat": False})
        ben.act(game, do="say", text="not for everybody")  # its note comes after that of the setting
        sockets[0].wait("said")
        ann.act(game, do="say", text="nor is this")
        sockets[0].wait("said")
        visit(quiet, two).post("/api/settings", {"chat": True})
        ben.act(game, do="say", text="for everybody")
        self.assertEqual(listening.wait("said")["text"], "for everybody")

    @staticmethod
    def waits(server):
        _, _, text = Person(server.port, enter=False).ask("GET", "/metrics")
        return int(re.search(rb"^pentad_database_round_trips_total (\d+)$", text, re.M).group(1))

    def until_open(self, database):
        """Until another program has changed users, and not committed that."""
        end = time.monotonic() + PATIENCE
        while psql(database, "SELECT COUNT(*) FROM pg_locks WHERE relation = 'users'::regclass AND mode = 'RowExclusiveLock'") == [["0"]]:
            self.assertLess(time.monotonic(), end)

    def test_a_guesser_does_not_get_more_from_several_servers(self):
        """Wrong passwords on one count on the other, right ones do not. Registrations count, too."""
        servers = self.instances()
        address = "127.2.0.1"
        Person(servers[0].port).post("/api/register", {"name": "ann", "password": "correct horse battery"})

        def answer(route, server, name, password):
            try:
                Person(server.port, address=address).post(route, {"name": name, "password": password})
                return 200
            except Refused as refused:
                return refused.status

        for server in servers * 4:
            self.assertEqual(answer("/api/login", server, "ann", "correct horse battery"), 200)
        answers = [answer("/api/register", servers[0], "ben", "correct horse battery")]
        answers += [answer("/api/login", servers[i % 2], "ann", "wrong horse battery") for i in range(8)]
        self.assertEqual(answers[:5], [200] + [401] * 4)
        self.assertIn(429, answers[5:7])  # a token may have come back

    def test_a_restart_is_announced_to_the_clients_of_all_servers(self):
        servers = self.instances()
        sockets = [Person(server.port).socket() for server in servers]
        at = admin(servers[1], "announce", "5")["restart"]
        for socket in sockets:
            self.assertEqual(socket.wait("restart")["at"], at)
        for server in servers:
            self.assertEqual(Person(server.port).socket().wait("welcome")["restart"], at)
        servers[0].stop()
        servers[0].start()
        self.assertEqual(Person(servers[0].port).socket().wait("welcome")["restart"], at)
        self.assertIsNone(admin(servers[0], "announce", "off")["restart"])
        self.assertIsNone(sockets[1].wait("restart")["at"])
        admin(servers[1], "announce", "5")
        for server in servers:
            server.stop()
        servers[0].start()  # all have been restarted
        self.assertIsNone(Person(servers[0].port).socket().wait("welcome")["restart"])

    def test_races(self):
        """Both players act on the same game at the same moment, on two instances: one after the other, nothing twice."""
        one, two = self.instances()
        ann, ben, game = self.begin(one, two, size=25)
        taken = {}
        for ply in range(60):
            state = ann.get("/api/games/" + game)
            self.assertEqual(state["ply"], ply)
            mover = (ann, ben)[ply % 2]
            here, there = (visit(mover, server) for server in (one, two))
            moves = [POINTS[ply % 2][ply], POINTS[ply % 2][ply + 60]]
            jobs = [InBackground(lambda p=p, m=m: p.act(game, do="play", ply=ply, line=0, move=m)) for p, m in ((here, moves[0]), (there, moves[1]))]
            if ply % 2 == 0:
                jobs.append(InBackground(lambda: ben.act(game, do="draw")))
            done = [job.outcome() for job in jobs][:2]
            won = [move for move, outcome in zip(moves, done) if not isinstance(outcome, Exception)]
            self.assertEqual(len(won), 1, done)
            lost = next(outcome for outcome in done if isinstance(outcome, Exception))
            self.assertEqual(lost.status, 409, lost)
            taken[ply] = won[0]
        self.assertEqual(stored_moves(one, game), list(taken.values()))
        self.assertEqual(ann.get("/api/games/" + game)["moves"], list(taken.values()))
        self.assertEqual(ben.get("/api/games/" + game)["moves"], list(taken.values()))

    def test_one_of_two_guests_gets_the_seat(self):
        one, two = self.instances()
        for _ in range(10):
            ann, ben, cid = Person(one.port), Person(one.port), Person(two.port)
            game = ann.new_game("anyone", color="black")["game"]
            jobs = [InBackground(lambda p=p: p.act(game, do="join")) for p in (ben, cid)]
            joined = [job for job in jobs if not isinstance(job.outcome(), Exception)]
            self.assertEqual(len(joined), 1)
            self.assertEqual(ann.get("/api/games/" + game)["state"], "playing")

    def test_a_level_moves_once_and_after_the_death_of_its_instance(self):
        one, two = self.instances()
        ann = Person(one.port)
        there = visit(ann, two)
        game = ann.new_game("level:1", color="black")["game"]
        for ply in range(0, 12, 2):
            taken = ann.get("/api/games/" + game)["moves"]
            free = next(point for point in POINTS[0] if point not in taken)
            (ann, there)[ply // 2 % 2].act(game, do="play", ply=ply, line=0, move=free)
            self.wait_for(lambda: len(stored_moves(one, game)) >= ply + 2)
            if ann.get("/api/games/" + game)["state"] != "playing":
                break
        game = there.new_game("level:1", color="black")["game"]
        two.signal_workers(19)  # they stop, and so never answer
        there.act(game, do="play", ply=0, line=0, move="h8")
        two.kill()
        self.wait_for(lambda: len(stored_moves(one, game)) == 2)
        self.assertEqual(ann.get("/api/games/" + game)["ply"], 2)

    def test_a_flag_falls_once(self):
        one, two = self.instances()
        ann, ben, game = self.begin(one, two, time="2")
        sockets = [ann.socket(), ben.socket()]
        for socket in sockets:
            socket.do("watch", game=game)
        ann.play(game, "h8")
        ben.play(game, "i9")
        for socket in sockets:
            told = socket.wait("game", lambda m: m["state"] == "over")
            self.assertEqual((told["result"]["winner"], told["result"]["reason"]), ("white", "time"))
        self.assertEqual(one.query("SELECT SUM(won), SUM(lost) FROM users"), [["1", "1"]])

    def test_games_do_not_notice_that_the_clock_of_the_database_is_set(self):
        url, schema = self.schema(), f"shared{self.count}"
        psql(url, f"""CREATE TABLE step AS SELECT 0 AS ms; CREATE FUNCTION {schema}.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
            $$ SELECT pg_catalog.clock_timestamp() + (SELECT ms FROM {schema}.step) * interval '1 ms' $$""")
        servers = []
        for steps in ((600000,), (1200000, 600000)):
            servers.append(Instance(url + "%2Cpg_catalog"))
            self.addCleanup(servers[-1].__exit__)
            ann, ben, game = self.begin(servers[0], servers[-1], time="300")
            for ply, move in enumerate(("h8", "i9", "h9", "i10")):
                (ann, ben)[ply % 2].act(game, do="play", ply=ply, line=0, move=move)
            for step in steps:
                noticed = sum(server.log().count("database_clock_set") for server in servers)
                psql(url, f"UPDATE step SET ms = {step}")
                self.wait_for(lambda before=noticed: sum(server.log().count("database_clock_set") for server in servers) > before)
                time.sleep(3)  # two heartbeats
                for server in servers:
                    clock = visit(ann, server).get("/api/games/" + game)["seats"][0]["clock"]
                    self.assertTrue(clock["runs"])
                    self.assertTrue(200000 < clock["main"] < 299000, clock)

    def test_clocks_stop_while_the_database_is_away(self):
        """After a crash, which empties the table of instances, and after an ordinary stop."""
        one, two = self.instances()
        ann, ben, game = self.begin(one, two, time="60")
        for ply, move in enumerate(("h8", "i9", "h9", "i10")):
            (ann, ben)[ply % 2].act(game, do="play", ply=ply, line=0, move=move)

        def left(server):
            return visit(ann, server).get("/api/games/" + game)["seats"][0]["clock"]["main"]

        for mode in ("immediate", "fast"):
            time.sleep(1.5)  # a heartbeat, and the leader saves the time
            lost = [server.log().count("database_back") for server in (one, two)]
            before, began = left(one), time.monotonic()
            self.cluster.stop(mode)
            time.sleep(8)
            self.cluster.start()
            self.wait_for(lambda seen=lost: all(server.log().count("database_back") > n for server, n in zip((one, two), seen)))
            seconds = time.monotonic() - began
            after = [left(server) for server in (one, two)]
            print(f"# away for {seconds:.1f} s: clocks went on by {before - after[0]} and {before - after[1]} ms")
            for clock in after:
                self.assertTrue(-1000 <= before - clock < 4000, (before, after))
            self.assertLess(abs(after[0] - after[1]), 1000)
            time.sleep(3)  # they may stand still for a second more
            self.assertLess(left(one), after[0] - 1000)
        ann.act(game, do="play", ply=4, line=0, move="h10")

    def test_instances_that_start_together_have_one_clock(self):
        """The time when no server ran does not count, also if the first one takes long to say so."""
        one, = self.instances(1)
        ann, ben, game = self.begin(one, one, time="300")
        for ply, move in enumerate(("h8", "i9", "h9", "i10")):
            (ann, ben)[ply % 2].act(game, do="play", ply=ply, line=0, move=move)
        one.stop()
        one.query("UPDATE facts SET value = value + 3600000 WHERE name = 'clock_offset'")  # an hour passes
        first_waits = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'"
        holder = InBackground(lambda: one.query(f"""BEGIN; SELECT FROM facts WHERE name = 'clock_offset' FOR UPDATE;
            DO $$ BEGIN FOR i IN 1..1000 LOOP EXIT WHEN ({first_waits}) > 0; PERFORM pg_sleep(0.02); END LOOP; PERFORM pg_sleep(2); END $$; COMMIT"""))
        held = "SELECT COUNT(*) > 0 FROM pg_locks WHERE relation = 'facts'::regclass AND mode = 'RowShareLock'"
        self.wait_for(lambda: one.query(held) == [["t"]])
        first = InBackground(one.start)
        self.wait_for(lambda: one.query(first_waits) != [["0"]])
        two = Instance(one.database)
        self.addCleanup(two.__exit__)
        first.result()
        holder.result()
        for server in (one, two):
            seen = visit(ann, server).get("/api/games/" + game)
            self.assertEqual(seen["state"], "playing")
            self.assertGreater(seen["seats"][0]["clock"]["main"], 200000)

    def wait_for(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)


class StudyRoomsTest(Shared):
    """Members of a study room on two instances: one tree, one order, one list of people."""

    def setUp(self):
        self.one, self.two = self.instances()
        self.ann, self.ben = Person(self.one.port), Person(self.two.port)
        self.game = self.ann.new_game("link", color="black")["game"]
        self.ben.act(self.game, do="join")
        for ply, move in enumerate(("h8", "i9", "j8")):
            (self.ann, self.ben)[ply % 2].act(self.game, do="play", ply=ply, line=0, move=move)
        self.ann.act(self.game, do="resign")

    def join(self, person):
        socket = person.socket()
        self.load(socket)
        return socket

    def load(self, socket):
        socket.study = Study(socket.do("together", game=self.game, on=True)["together"])

    def settle(self, sockets, done=lambda _: True):
        """Takes what comes until the boards are equal, and loads a board again after a gap, as the page does."""
        end = time.monotonic() + PATIENCE
        while not (all(done(socket.study) for socket in sockets) and len({str(socket.study.state()) for socket in sockets}) == 1):
            self.assertLess(time.monotonic(), end, [socket.study.state() for socket in sockets])
            for socket in sockets:
                for push in socket.drain():
                    if push["is"] == "together" and push["seq"] > socket.study.seq + 1:
                        self.load(socket)
                    elif push["is"] == "together":
                        socket.study.take(push)

    def test_members_see_the_same_board_and_people(self):
        spectator = Person(self.two.port).socket()
        spectator.do("watch", game=self.game)
        a = self.join(self.ann)
        names = [self.ann.me["name"], self.ben.me["name"]]
        self.assertEqual(spectator.wait("gathered", lambda m: m["people"])["people"], names[:1])
        b = self.join(self.ben)
        self.assertEqual(b.study.nodes, a.study.nodes)
        self.settle([a, b], lambda study: sorted(study.people) == sorted(names))
        a.do("try", game=self.game, node=3, points="h10")
        self.settle([a, b], lambda study: study.at == 4)
        b.do("try", game=self.game, node=4, points="i10j10")
        self.settle([a, b], lambda study: study.at == 6)
        a.do("remove", game=self.game, node=5)
        a.do("show", game=self.game, node=2)
        self.settle([a, b], lambda study: study.at == 2 and 5 not in study.nodes)
        late = self.join(Person(self.two.port))
        self.settle([a, b, late])
        a.do("lead", game=self.game, on=True)
        with self.assertRaises(Refused) as caught:  # also before the note is there
            b.do("show", game=self.game, node=1)
        self.assertEqual(caught.exception.code, "not_yours")
        self.settle([a, b, late], lambda study: study.leader == names[0])
        a.close()  # the leader has left
        self.settle([b, late], lambda study: names[0] not in study.people)
        b.do("show", game=self.game, node=1)
        self.settle([b, late], lambda study: study.at == 1)
        b.close()
        late.close()
        spectator.wait("gathered", lambda m: not m["people"])

    def test_what_a_member_does_elsewhere_is_done_without_reading_the_board(self):
        a, b = self.join(self.ann), self.join(self.ben)
        actions = (("try", {"node": 3, "points": "h10i10"}), ("show", {"node": 4}), ("remove", {"node": 5}), ("try", {"node": 4, "points": "a1"}))
        for shown, (word, fields) in enumerate(actions):
            a.do(word, game=self.game, **fields)
            b.study.take(b.wait("together", lambda m: "command" in m and m["seq"] > b.study.seq))
            psql(self.one.database, "UPDATE studies SET tree = 'x'")  # whoever reads that refuses
            b.do("show", game=self.game, node=shown)
            self.settle([a, b], lambda study, shown=shown: study.at == shown)
        for on in (True, False):
            a.do("lead", game=self.game, on=on)
            self.settle([a, b], lambda study, on=on: (study.leader is not None) == on)
        psql(self.one.database, "UPDATE studies SET tree = 'x'")
        b.do("show", game=self.game, node=4)
        late = self.join(Person(self.one.port))
        self.settle([a, b, late])

    def test_actions_at_the_same_moment(self):
        a, b = self.join(self.ann), self.join(self.ben)
        others = itertools.cycle([self.join(Person(server.port)) for server in (self.one, self.two)])
        chance = random.Random(11)
        done = 0
        for _ in range(12):  # 60 messages in 20 s are allowed
            for socket in (a, b, a, b):  # both at once: nobody waits for an answer
                point = f"{chance.choice('abcdefgklmno')}{chance.randint(1, 15)}"
                node = chance.choice([0, 3, *socket.study.nodes])
                socket.send({"do": "try", "id": 700, "game": self.game, "node": node, "points": point})
            for socket in (a, b, a, b):
                while (answer := socket.read()).get("to") != 700:
                    socket.pushes.append(answer)
                done += answer["is"] == "ok"
                self.assertIn(answer.get("code"), (None, "stale", "occupied", "unavailable"), answer)
            other = next(others)
            self.load(other)
            self.settle([a, b], lambda study, wanted=other.study.state(): study.state() == wanted)
        self.assertGreater(done, 20)
        self.assertGreater(len(a.study.nodes), 15)

    def test_the_room_outlives_its_instance(self):
        a, b = self.join(self.ann), self.join(self.ben)
        a.do("try", game=self.game, node=3, points="h10")
        self.settle([a, b], lambda study: study.at == 4)
        b.do("lead", game=self.game, on=True)
        self.two.kill()
        self.settle([a], lambda study: len(study.people) == 1)  # its lease has ended
        a.do("try", game=self.game, node=4, points="i10")  # nobody leads who is there
        there = visit(self.ben, self.one)
        self.assertEqual(self.join(there).study.nodes[5], (4, "i10"))
        self.two.start()
        b = self.join(Person(self.two.port))
        self.settle([a, b], lambda study: 5 in study.nodes)

    def test_a_lost_connection_to_the_database(self):
        a, b = self.join(self.ann), self.join(self.ben)
        pid = next(int(row[0]) for row in psql(self.one.database, "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND pid != pg_backend_pid() ORDER BY pid"))
        psql(self.one.database, f"SELECT pg_terminate_backend({pid})")
        b.study.at = None
        end = time.monotonic() + PATIENCE
        for socket, point in ((a, "h10"), (b, "h11")):
            while True:
                self.assertLess(time.monotonic(), end)
                try:
                    socket.do("try", game=self.game, node=3, points=point)
                    break
                except Refused as refused:
                    self.assertEqual(refused.code, "unavailable")
                    time.sleep(0.05)
        self.settle([a, b], lambda study: {(3, "h10"), (3, "h11")} <= set(study.nodes.values()))


class RoundRobin:
    """Stands for a server: each new client gets the next instance."""

    def __init__(self, ports):
        self.ports = itertools.cycle(ports)

    @property
    def port(self):
        return next(self.ports)


def without_chance(text):
    """Presence goes from one instance to the other once a second; that the game has begun may be told before the socket is open."""
    lines = [line for line in text.splitlines() if not line.startswith('{"is":"mine"')]
    return re.sub(r"\"(here|watchers)\":\w+|'Content-Length', '\d+'", "", "\n".join(lines))


TWINS, LANES = 4, 3


def play_twins(ports, seed):
    """A game and its twins, each with some of the hits that the opponent can make. Returns what is told differently."""
    chance = random.Random(seed)
    game, twins, seat = random_twins(chance, TWINS)
    turn = seed % 2
    told = []
    for points in [game] + twins:
        tried = {stone for stone in points[seat::2] if chance.random() < 0.5} if points is not game else set()
        told.append([without_chance(text) for text in
                     play_and_record(RoundRobin(ports[turn:] + ports[:turn] + ports[:1]), points, seat, tried.__contains__)])
    assert min(map(len, told[0])) > 5000
    return [(seed, who, first, other) for who, (first, *others) in zip(("player", "spectator"), zip(*told)) for other in others if other != first]


def begin_lane(counter):
    """In each process: addresses of its own, because limits are per address."""
    with counter:
        counter.value += 1
        client.addresses = itertools.count(counter.value * 1000000)


class MistOverInstancesTest(Shared):
    def test_twin_games_give_the_same_bytes(self):
        """The player, the opponent and the spectator are on two instances. Several games go on at once."""
        ports = [server.port for server in self.instances()]
        lanes = concurrent.futures.ProcessPoolExecutor(LANES, multiprocessing.get_context("fork"), begin_lane, (multiprocessing.Value("i"),))
        games = -(-PAIRS // TWINS)
        with lanes:
            for differing in lanes.map(play_twins, itertools.repeat(ports), range(SEED, SEED + games)):
                for seed, who, first, other in differing:
                    self.assertEqual(first, other, f"seed {seed}, {who}")
        print(f"# {games * TWINS} pairs of games over two instances")


class RoamingBot(threading.Thread):
    """Plays both sides of one game after another, each on any instance, and goes to another one when it fails."""

    def __init__(self, servers, seed):
        super().__init__(daemon=True)
        self.servers, self.random = servers, random.Random(seed)
        self.people = [Person(self.random.choice(servers).port) for _ in range(2)]
        self.games = {}  # id: the moves that were acknowledged
        self.sockets = [None, None]
        self.sent = self.key = None
        self.game, self.acked, self.count, self.slowest = None, [], 0, 0
        self.stopping = threading.Event()

    def move_house(self, seat):
        if self.sockets[seat]:
            self.sockets[seat].close()
        self.sockets[seat] = None
        self.people[seat] = visit(self.people[seat], self.random.choice(self.servers))

    def begin(self):
        self.key = self.key or f"game {self.count}"
        game = self.people[0].new_game("link", color="black", size=25, time="300", key=self.key)["game"]
        self.people[1].act(game, do="join")
        self.game, self.sent, self.key = game, None, None
        self.count += 1
        self.games[game] = self.acked = []

    def act(self, seat):
        if not self.game:
            self.begin()
            return
        if not self.sockets[seat]:
            self.sockets[seat] = self.people[seat].socket()
        ply = len(self.acked)
        if ply > 100:
            with contextlib.suppress(Refused):  # it has resigned, and did not hear of it
                self.sockets[seat].do("resign", game=self.game)
            self.game = None
            return
        if self.sent is None:
            taken = set(self.acked)
            self.sent = self.random.choice([point for point in POINTS[ply % 2] if point not in taken])
        self.sockets[seat].do("play", game=self.game, ply=ply, line=0, move=self.sent)
        self.acked.append(self.sent)
        self.sent = None

    def run(self):
        failed = None
        while not self.stopping.is_set():
            seat = len(self.acked) % 2 if self.game else 0
            try:
                self.act(seat)
                if failed:
                    self.slowest = max(self.slowest, time.monotonic() - failed)
                failed = None
            except (Closed, OSError, Refused, http.client.HTTPException):
                failed = failed or time.monotonic()
                for each in range(2):
                    self.move_house(each)
                time.sleep(0.02)
        for socket in filter(None, self.sockets):
            socket.close()


class RollingUpgradeTest(Shared):
    # Of the last commit, if there is a build of it. Otherwise this program, on a database of the schema before.
    PREVIOUS = os.environ.get("PENTAD_PREVIOUS")
    TAKE_BACK_MIGRATION = "DROP TABLE studies; UPDATE server_state SET version = 12"

    def version(self, server):
        return int(server.query("SELECT version FROM server_state")[0][0])

    def test_servers_are_replaced_one_after_the_other(self):
        """Old and new servers on one database: games go on, also while the first new one changes the schema."""
        url = self.schema()
        servers = [Instance(url, program=self.PREVIOUS or client.PROGRAM) for _ in range(3)]
        for server in servers:
            self.addCleanup(server.__exit__)
        newest = self.version(servers[0])
        if not self.PREVIOUS:
            servers[0].query(self.TAKE_BACK_MIGRATION)
        before = self.version(servers[0])
        bots = [RoamingBot(servers, seed) for seed in range(4)]
        for bot in bots:
            bot.start()

        def count():
            return [sum(len(acked) for acked in list(bot.games.values())) for bot in bots]

        def wait_for_moves():
            wanted, end = [moves + 10 for moves in count()], time.monotonic() + PATIENCE
            while any(moves < least for moves, least in zip(count(), wanted)):
                self.assertLess(time.monotonic(), end, [server.log()[-500:] for server in servers])
                time.sleep(0.01)

        wait_for_moves()
        for i, server in enumerate(servers):
            self.assertEqual(server.stop(), 0)
            server.program = client.PROGRAM
            server.start()
            wait_for_moves()  # each bot, on any of them
            if not self.PREVIOUS:
                self.assertEqual(self.version(server), newest, i)
        for bot in bots:
            bot.stopping.set()
        for bot in bots:
            bot.join(PATIENCE)
        print(f"# schema {before} to {self.version(servers[0])} under {sum(count())} moves")
        self.assertGreater(self.version(servers[0]), 12)
        for bot in bots:
            self.assertGreaterEqual(len(bot.games), 1)
            for game, acked in bot.games.items():
                stored = stored_moves(servers[0], game)
                self.assertEqual(stored[: len(acked)], acked)
                self.assertLessEqual(len(stored), len(acked) + 1)


class FailoverTest(Shared):
    def test_no_acknowledged_move_is_lost_or_made_twice(self):
        """Instances are killed, PostgreSQL stops at once, under play. INSTANCE_KILLS=500 for more."""
        servers = self.instances(3)
        bots = [RoamingBot(servers, seed) for seed in range(4)]
        for bot in bots:
            bot.start()
        chance = random.Random(7)
        for kill in range(KILLS):
            played = sum(len(acked) for bot in bots for acked in list(bot.games.values()))
            end = time.monotonic() + PATIENCE
            while sum(len(acked) for bot in bots for acked in list(bot.games.values())) < played + 10:
                self.assertLess(time.monotonic(), end, [server.log()[-500:] for server in servers])
                time.sleep(0.01)
            if kill % 4 == 3:
                self.cluster.stop("immediate")
                self.cluster.start()
            else:
                server = chance.choice(servers)
                server.kill()
                time.sleep(chance.random() * 0.5)
                server.start()
        for bot in bots:
            bot.stopping.set()
        for bot in bots:
            bot.join(PATIENCE)
            self.assertFalse(bot.is_alive())
        acked_moves = sum(len(acked) for bot in bots for acked in bot.games.values())
        lost = twice = 0
        for bot in bots:
            for game, acked in bot.games.items():
                stored = stored_moves(servers[0], game)
                lost += stored[: len(acked)] != acked
                twice += len(stored) > len(acked) + 1 or len(set(stored)) != len(stored)
        print(f"# {KILLS} kills, {acked_moves} acknowledged moves, {lost} games with lost moves, {twice} with moves made twice; "
              f"slowest return {max(bot.slowest for bot in bots):.2f} s")
        self.assertEqual((lost, twice), (0, 0))

    def test_a_client_continues_on_another_instance(self):
        one, two = self.instances()
        ann, ben = Person(one.port), Person(two.port)
        game = ann.new_game("link", color="black", time="300")["game"]
        ben.act(game, do="join")
        socket = ann.socket()
        socket.do("play", game=game, ply=0, line=0, move="h8")
        one.kill()
        began = time.monotonic()
        there = visit(ann, two)
        socket = there.socket()
        self.assertEqual(socket.do("watch", game=game)["game"]["moves"], ["h8"])
        socket.do("play", game=game, ply=0, line=0, move="h8")  # again: it may not have been acknowledged
        ben.play(game, "i9")
        socket.do("play", game=game, ply=2, line=0, move="h9")
        took = time.monotonic() - began
        print(f"# on another instance after {took:.2f} s")
        self.assertLess(took, 3)
        self.assertEqual(ben.get("/api/games/" + game)["moves"], ["h8", "i9", "h9"])

    def test_a_database_that_hangs_does_not_hold_a_server_for_ever(self):
        one, = self.instances(1)
        ann = Person(one.port)
        pids = [int(row[0]) for row in psql(one.database, "SELECT pid FROM pg_stat_activity WHERE application_name = 'pentad'")]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            with self.assertRaises(Refused) as caught:
                ann.new_game("anyone")
            self.assertEqual(caught.exception.status, 503)
        finally:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)
        end = time.monotonic() + PATIENCE
        while "database_back" not in one.log():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        ann.new_game("anyone")


class WorkerRoleTest(Shared):
    """What a role may do that was allowed to take jobs, and nothing else, on the database of a server."""

    def begin(self):
        self.one, = self.instances(1)
        role = f"worker{self.count}"
        psql(self.cluster.url, f"CREATE ROLE {role} LOGIN")
        subprocess.run([client.PROGRAM, "store", "grant-jobs", self.one.database, role], check=True, capture_output=True)
        return self.one.database.replace("user=postgres", "user=" + role)

    def refuses(self, url, sql):
        with self.assertRaises(RuntimeError) as caught:
            psql(url, sql)
        self.assertIn("permission denied", str(caught.exception))

    def test_it_does_not_know_the_channel_of_servers(self):
        url = self.begin()
        guessable = "pentad_' || abs(hashtext(current_schema())::bigint) || '"
        self.refuses(url, "SELECT channel FROM server_state")
        self.assertNotIn("LISTEN pentad", str(psql(url, "SELECT query FROM pg_stat_activity")))
        ann = Person(self.one.port)
        user = int(psql(self.one.database, "SELECT MAX(id) FROM users")[0][0])
        game = ann.new_game("link")["game"]
        socket = ann.socket()
        socket.do("watch", game=game)
        for note in (f"s {user} 0 0 1008", f"p 1 1 {user} 1", f"p 1 1 7 0 {game}", f"g {game} 99 6 0 0 0", "h 1"):
            psql(url, f"SELECT pg_notify('{guessable}', '{note}\n')")
        socket.do("ping")
        time.sleep(1.2)  # presence is told once a second
        socket.do("ping")
        self.assertNotIn(1, [push.get("watchers") for push in socket.pushes])
        channel = psql(self.one.database, "SELECT channel FROM server_state")[0][0]
        self.assertRegex(channel, "^[0-9a-f]{32}$")
        psql(url, f"SELECT pg_notify('pentad_{channel}', 's {user} 0 0 1008\n')")
        with self.assertRaises(Closed):  # so the notes above were ones
            socket.wait("nothing")

    def test_a_role_that_may_create_objects_is_refused(self):
        """Every role may in the schema `public` of PostgreSQL 14: an operator of its own would run with the owner's rights."""
        self.begin()
        url, role = self.one.database, f"worker{self.count}"
        schema = psql(url, "SELECT current_schema()")[0][0]
        grant = [client.PROGRAM, "store", "grant-jobs", url, role]
        for right, target in (("CREATE", f"SCHEMA {schema}"), ("CREATE", "DATABASE postgres")):
            with self.subTest(target=target):
                psql(url, f"GRANT {right} ON {target} TO {role}")
                refused = subprocess.run(grant, capture_output=True, text=True, check=False)
                psql(url, f"REVOKE {right} ON {target} FROM {role}")
                self.assertEqual(refused.returncode, 1)
                self.assertIn("REVOKE CREATE", refused.stderr)
        subprocess.run(grant, check=True, capture_output=True)

    def test_it_cannot_fill_the_list_of_workers(self):
        url = self.begin()
        huge = "repeat('x', 1000000)"
        psql(url, f"""SELECT job_renew(n, {huge}, {huge}, {huge}, 9223372036854775807, 9223372036854775807, 9223372036854775807)
                      FROM generate_series(1, 1100) n""")
        self.assertEqual(psql(self.one.database, "SELECT COUNT(*), MAX(length(name || build || kinds)) FROM job_workers"),
                         [["1000", "300"]])
        lab = Person(self.one.port).get("/api/lab")
        self.assertEqual((lab["workers"], lab["threads"], lab["busy"]), (1000, 1024000, 1024000))

    def test_what_it_leaves_out_shows_no_row(self):
        url = self.begin()
        psql(self.one.database, "INSERT INTO jobs (batch, number, kind, priority, owner, turn, build, payload, budget_ms, state, created) "
             "SELECT 1, n, 'match', 1, 'user 17', 0, '', '', 1, 0, 0 FROM generate_series(1, 3) n")
        psql(url, "SELECT job_take(1, NULL, 'match', '', NULL, NULL, NULL)")
        taken = psql(self.one.database, "SELECT id FROM jobs WHERE state = 1 AND worker = ''")
        self.assertEqual(len(taken), 3)
        psql(url, f"SELECT job_finish(1, {taken[0][0]}, NULL, 0, 0)")
        self.assertEqual(psql(self.one.database, f"SELECT state, result FROM jobs WHERE id = {taken[0][0]}"), [["2", ""]])
        functions = {"job_take": 7, "job_renew": 7, "job_finish": 5, "job_leave": 1, "job_other_build": 2}
        for name, count in functions.items():
            for null in range(count):
                given = ["NULL" if i == null else "'1'" for i in range(count)]
                try:
                    psql(url, f"SELECT {name}({', '.join(given)})")
                except RuntimeError as error:
                    self.assertNotIn("user 17", str(error))

    def test_its_numbers_are_bounded(self):
        url = self.begin()
        psql(self.one.database, "INSERT INTO jobs (batch, number, kind, priority, owner, turn, build, payload, budget_ms, state, created) "
             "SELECT 1, n, 'match', 1, 'ann', 0, '', '', 1, 0, 0 FROM generate_series(1, 300) n")
        lease = "SELECT COUNT(*), MAX(lease - job_now()) <= 60000 FROM jobs WHERE state = 1"
        psql(url, "SELECT job_take(1, 'w', 'match', '', 9223372036854775807, 1000000000, 0)")
        self.assertEqual(psql(self.one.database, lease), [["256", "t"]])
        psql(url, "SELECT job_renew(1, 'w', '', '', 1, 1, 1000000000)")
        self.assertEqual(psql(self.one.database, lease), [["256", "t"]])
        for result, want in (("'x'", "2 0 1"), ("repeat('x', 4194305)", "0 1 27"), ("repeat('x', 4194304)", "2 0 4194304")):
            taken = psql(self.one.database, "SELECT MIN(id) FROM jobs WHERE state = 1")[0][0]
            psql(url, f"SELECT job_finish(1, {taken}, {result}, 0, 0)")
            stored = psql(self.one.database, f"SELECT state, failures, length(result) FROM jobs WHERE id = {taken}")[0]
            self.assertEqual(" ".join(stored), want)
        psql(self.one.database, "UPDATE jobs SET lease = 0 WHERE state = 1")
        psql(url, "SELECT job_take(2, 'w', 'match', '', 0, 1, 0)")  # others' leases have ended
        self.assertEqual(psql(self.one.database, "SELECT COUNT(*) FROM jobs WHERE state = 3"), [["0"]])


if __name__ == "__main__":
    unittest.main()
