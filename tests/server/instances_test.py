"""Several servers (instances) on one PostgreSQL database: any client on any of them, any game on any of them."""

import contextlib
import http.client
import itertools
import os
import random
import re
import signal
import sys
import threading
import time
import unittest

import client
from client import PATIENCE, Closed, Person, Refused, Server, psql
from mist_test import play_and_record, random_pair
from restart_test import POINTS, stored_moves

sys.path.append(os.path.join(client.ROOT, "tests", "store"))
from with_postgres import Cluster  # noqa: E402

KILLS = int(os.environ.get("INSTANCE_KILLS", "8"))
PAIRS = int(os.environ.get("PAIRS", "50")) // 5


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
    """A server on a schema of a cluster."""

    def __init__(self, url, *options):
        self.url_of_data = url
        super().__init__(None, "--database", url, *options)
        self.database = url


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

    def wait_for(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)


class RoundRobin:
    """Stands for a server: each new client gets the next instance."""

    def __init__(self, servers):
        self.ports = itertools.cycle([server.port for server in servers])

    @property
    def port(self):
        return next(self.ports)


def without_chance(text):
    """Presence goes from one instance to the other once a second; that the game has begun may be told before the socket is open."""
    lines = [line for line in text.splitlines() if not line.startswith('{"is":"mine"')]
    return re.sub(r"\"(here|watchers)\":\w+|'Content-Length', '\d+'", "", "\n".join(lines))


class MistOverInstancesTest(Shared):
    def test_twin_games_give_the_same_bytes(self):
        """The player, the opponent and the spectator are on two instances."""
        servers = self.instances()
        chance = random.Random(23)
        for pair in range(PAIRS):
            one, other, seat = random_pair(chance)
            told = [play_and_record(RoundRobin(servers[pair % 2 :] + servers[: pair % 2] + servers[:1]), points, seat, tries)
                    for points, tries in ((one, False), (other, True))]
            for who, first, second in zip(("player", "spectator"), *told):
                first, second = without_chance(first), without_chance(second)
                self.assertEqual(first, second, f"pair {pair}, {who}")
                self.assertGreater(len(first), 5000)
        print(f"# {PAIRS} pairs of games over two instances")


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


if __name__ == "__main__":
    unittest.main()
