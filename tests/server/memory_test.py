"""Memory runs out: each allocation of the server fails once, or all from one on, while people play.

Once: the server goes on. A request is answered, refused with 503, or its connection is closed.
All from one on: the server may end, with a message; started again it has every move that was acknowledged.

FAULTS is how many allocations of each scenario are chosen for each of the two; "all": every one.
"""

import contextlib
import http.client
import itertools
import json
import mmap
import os
import random
import resource
import shutil
import sqlite3
import struct
import subprocess
import tempfile
import time
import unittest
from unittest import mock

import client
from client import PATIENCE, Closed, Person, Refused, Server

FAULTS = os.environ.get("FAULTS", "12")
POINTS = [f"{column}{row}" for row in range(1, 26, 2) for column in "acegikmoqsuwy"]  # no two of them adjacent
NEVER = (1 << 62, 0)
FOREVER = 1 << 62
BROKEN = (Closed, OSError, http.client.HTTPException)


class Plan:
    """Which allocations fail: shared memory, tests/server/failing_malloc.c."""

    def __init__(self, path):
        with open(path, "w+b") as file:
            file.write(struct.pack("4q", 0, *NEVER, 0))
            file.flush()
            self.memory = mmap.mmap(file.fileno(), 32)

    def set(self, first, last):
        self.memory[:] = struct.pack("4q", 0, first, last, 0)

    def read(self):
        """How many allocations there were, and how many failed."""
        count, _, _, failed = struct.unpack("4q", self.memory[:])
        return count, failed


class Game:
    """A game of two people by link, with the moves that were acknowledged."""

    def __init__(self, people):
        self.people = people
        self.id = people[0].new_game("link", color="black", size=25, time="none")["game"]
        self.acked, self.sent = [], None
        people[1].act(self.id, do="join")

    def next_move(self):
        """An unacknowledged move is sent again unchanged: it may have arrived or not."""
        self.sent = self.sent or POINTS[len(self.acked)]
        return {"do": "play", "ply": len(self.acked), "line": 0, "move": self.sent}

    def to_move(self):
        return len(self.acked) % 2

    def acknowledge(self):
        self.acked.append(self.sent)
        self.sent = None

    def complaint(self, stored):
        """What is wrong with the moves that the server has."""
        if stored == self.acked or (self.sent and stored == self.acked + [self.sent]):
            return None
        return f"acknowledged {self.acked}, under way {self.sent}, but there is {stored}"


class World:
    """A server whose allocations can fail, and the people on it."""

    def __init__(self, folder, library):
        self.folder = folder
        self.plan = Plan(os.path.join(folder, "plan"))
        pages = os.path.join(folder, "pages")
        os.mkdir(pages)
        with open(os.path.join(pages, "index.html"), "w", encoding="ascii") as file:
            file.write("<!doctype html>" + "<p>page</p>" * 2000)
        data = os.path.join(folder, "data")
        os.mkdir(data)
        self.environment = {"LD_PRELOAD": library, "FAILING_MALLOC": os.path.join(folder, "plan")}
        with mock.patch.dict(os.environ, self.environment):
            self.server = Server(data, "--pages", pages, "--rate-limit-factor", "100")
        self.numbers = itertools.count(1)
        self.restarts = 0
        self.people = [Person(self.server.port) for _ in range(3)]
        self.account = Person(self.server.port)
        self.account.post("/api/register", {"name": "Remembered", "password": "a rather long phrase"})
        self.begin()

    def begin(self):
        self.game = Game(self.people[:2])

    def close(self):
        self.plan.set(*NEVER)
        self.server.__exit__()
        self.plan.memory.close()

    def is_running(self):
        """A connection may be closed because the process is just ending."""
        try:
            return self.people[2].ask("GET", "/healthz")[0] in (200, 503)
        except BROKEN:
            self.server.process.wait(PATIENCE)
            return False

    def restart(self):
        self.server.process.stdout.close()
        with mock.patch.dict(os.environ, self.environment):
            self.server.start()
        self.restarts += 1

    def stored_moves(self):
        return self.people[2].get("/api/games/" + self.game.id)["moves"]


# ---- Scenarios: what people do

def enter(world):
    Person(world.server.port)


def see_page(world):
    person = world.people[2]
    for path in ("/", "/healthz", "/nowhere"):
        status, _, data = person.ask("GET", path)
        if status == 503:
            raise Refused(503, "unavailable", data.decode())
        assert status == (404 if path == "/nowhere" else 200), (path, status, data)


def look_around(world):
    person = world.people[2]
    for path in ("/api/session", "/api/lobby", "/api/games", "/api/games?rules=renju", "/api/ratings", "/api/choices",
                 "/api/users/Remembered", "/api/turns"):
        person.get(path)


def play_over_http(world):
    game = world.game
    game.people[game.to_move()].post("/api/games/" + game.id, game.next_move())
    game.acknowledge()


def play_over_socket(world):
    game = world.game
    socket = game.people[game.to_move()].socket()
    try:
        socket.do("watch", game=game.id)
        message = game.next_move()
        socket.do(message.pop("do"), game=game.id, **message)
        game.acknowledge()
        socket.do("ping")
    finally:
        socket.close()


def begin_and_end_a_game(world):
    game = Game([Person(world.server.port), Person(world.server.port)])  # those of the last time may still wait
    game.people[0].act(game.id, **game.next_move())
    game.people[1].act(game.id, do="resign")
    stored = world.people[2].get("/api/games/" + game.id)
    assert stored["state"] == "over" and stored["moves"] == [game.sent], stored


def chat(world):
    number = next(world.numbers)
    person = Person(world.server.port)  # there is a limit for each
    game = person.new_game("link")["game"]
    person.act(game, do="say", text=f"line {number}")
    assert person.get(f"/api/games/{game}/chat")["lines"][-1]["text"] == f"line {number}"
    person.act(game, do="abort")


def export(world):
    for kind in ("sgf", "psq", "pos", "svg"):
        status, _, data = world.people[2].ask("GET", f"/api/games/{world.game.id}/{kind}")
        if status == 503:
            raise Refused(503, "unavailable", data.decode())
        assert status == 200, (kind, status, data)


def log_in(world):
    person = Person(world.server.port, enter=False)
    person.post("/api/login", {"name": "Remembered", "password": "a rather long phrase"})
    assert person.get("/api/session")["name"] == "Remembered"


def analyze(world):
    person = Person(world.server.port)
    analysis = person.post("/api/analyses", {"moves": "h8i9", "nodes": 100 + next(world.numbers)})
    end = time.monotonic() + PATIENCE
    while analysis["state"] not in ("done", "failed") and time.monotonic() < end:
        analysis = person.get(f"/api/analyses/{analysis['analysis']}?after={analysis['seq']}")
    assert analysis["state"] == "done", analysis


def play_a_level(world):
    person = Person(world.server.port)
    game = person.new_game("level:1", color="black")["game"]
    state = person.act(game, do="play", ply=0, line=0, move="h8")
    end = time.monotonic() + PATIENCE
    while state["ply"] < 2 and time.monotonic() < end:
        state = person.get(f"/api/games/{game}?after={state['seq']}")
    assert state["ply"] == 2, state
    person.act(game, do="resign")


SCENARIOS = [enter, see_page, look_around, play_over_http, play_over_socket, begin_and_end_a_game, chat, export, log_in,
             analyze, play_a_level]


def chosen(count, want=FAULTS):
    """Numbers from 1 to count: all, or so many, evenly spread."""
    if want == "all" or count <= int(want):
        return range(1, count + 1)
    return sorted({1 + i * (count - 1) // (int(want) - 1) for i in range(int(want))})


class MemoryTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.library = os.path.join(folder.name, "failing_malloc.so")
        compiler = shutil.which("gcc") or shutil.which("cc")
        if not compiler or os.path.basename(os.path.dirname(client.PROGRAM)) in ("build-asan", "build-tsan"):
            raise unittest.SkipTest("sanitizers have an allocator of their own")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", cls.library, os.path.join(client.ROOT, "tests/server/failing_malloc.c")],
                       check=True, timeout=PATIENCE)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.world = World(folder.name, self.library)
        self.addCleanup(self.world.close)

    def count(self, scenario):
        """The allocations of a scenario: the most of three times, because the first ones fill caches."""
        most = 0
        for _ in range(3):
            self.world.plan.set(*NEVER)
            scenario(self.world)
            most = max(most, self.world.plan.read()[0])
        return most

    def attempt(self, scenario):
        """Whether it succeeded. It may only be refused as unavailable, or lose its connection."""
        try:
            scenario(self.world)
            return True
        except Refused as refusal:
            self.assertTrue(refusal.code == "unavailable" or refusal.status == 503, f"{scenario.__name__}: {refusal}")
        except BROKEN:
            pass
        return False

    def check_moves(self, what):
        complaint = self.world.game.complaint(self.world.stored_moves())
        self.assertIsNone(complaint, what)
        if len(self.world.game.acked) > len(POINTS) - 4:
            self.world.begin()

    def check_database(self):
        path = os.path.join(self.world.server.data, "pentad.db")
        with contextlib.closing(sqlite3.connect(path)) as data:
            self.assertEqual(data.execute("PRAGMA integrity_check").fetchall(), [("ok",)])

    def wait_for(self, event):
        end = time.monotonic() + PATIENCE
        while event not in self.world.server.log() and time.monotonic() < end:
            time.sleep(0.1)

    def test_each_allocation_fails_once(self):
        failed = refused = 0
        for scenario in SCENARIOS:
            for number in chosen(self.count(scenario)):
                self.world.plan.set(number, number)
                done = self.attempt(scenario)
                failed += self.world.plan.read()[1]
                refused += not done
                self.world.plan.set(*NEVER)
                what = f"{scenario.__name__}, allocation {number}"
                self.assertTrue(self.world.is_running(), f"{what}: the server ended, {self.world.server.process.poll()}\n{self.world.server.log()[-500:]}")
                self.check_moves(what)
            self.assertTrue(self.attempt(scenario), scenario.__name__)
        self.assertGreater(failed, 0)
        self.check_database()
        print(f"# {failed} allocations failed once, {refused} scenarios refused")

    def test_all_allocations_fail_from_one_on(self):
        failed = 0
        want = FAULTS if FAULTS == "all" else max(2, int(FAULTS) // 3)
        for scenario in SCENARIOS:
            for number in chosen(self.count(scenario), want):
                self.world.plan.set(number, FOREVER)
                self.attempt(scenario)
                failed += self.world.plan.read()[1] > 0
                self.world.plan.set(*NEVER)
                what = f"{scenario.__name__}, from allocation {number}"
                if not self.world.is_running():
                    self.assertEqual(self.world.server.process.wait(), 1, f"{what}\n{self.world.server.log()[-500:]}")
                    self.world.restart()
                self.check_moves(what)
            self.assertTrue(self.attempt(scenario), scenario.__name__)
        self.assertGreater(failed, 0)
        self.check_database()
        print(f"# {failed} times all allocations failed, {self.world.restarts} restarts")

    def test_allocations_fail_in_quick_succession(self):
        """The server takes its reserve back at once, not only when the next request asks for it."""
        chance = random.Random(1)
        scenarios = [enter, see_page, look_around, play_over_http, play_over_socket, export]
        for _ in range(2000 if FAULTS == "all" else 10 * int(FAULTS)):
            scenario, number = chance.choice(scenarios), chance.choice((1, 2, 3, 4, 5, chance.randint(6, 60)))
            self.world.plan.set(number, number)
            self.attempt(scenario)
            self.world.plan.set(*NEVER)
            self.check_moves(f"{scenario.__name__}, allocation {number}")

    def test_when_memory_is_short_games_go_on_and_new_work_is_refused(self):
        world, game = self.world, self.world.game
        sockets = [person.socket() for person in game.people]
        for socket in sockets:
            self.addCleanup(socket.close)
            socket.do("watch", game=game.id)

        def play(count):
            for _ in range(count):
                message = game.next_move()
                sockets[game.to_move()].do(message.pop("do"), game=game.id, **message)
                game.acknowledge()

        play(4)
        with open(f"/proc/{world.server.process.pid}/status", encoding="ascii") as status:
            size = next(int(line.split()[1]) for line in status if line.startswith("VmSize")) << 10
        # No more memory than there is: the reserve, once used, cannot be had back.
        resource.prlimit(world.server.process.pid, resource.RLIMIT_AS, (size - (1 << 20), resource.RLIM_INFINITY))
        for number in range(1, 200):
            world.plan.set(number, number)
            with contextlib.suppress(*BROKEN):
                world.people[2].ask("GET", "/api/lobby")
            world.plan.set(*NEVER)
            status, _, data = world.people[2].ask("GET", "/api/lobby")
            if status != 200:
                break
        self.assertEqual((status, json.loads(data)["error"]["code"]), (503, "unavailable"))
        with self.assertRaises(Refused) as refused:
            sockets[0].do("mine")
        self.assertEqual(refused.exception.code, "unavailable")
        play(10)
        sockets[0].close()
        sockets[0] = game.people[0].socket()  # players may come back
        self.addCleanup(sockets[0].close)
        play(10)
        world.people[2].get("/api/games/" + game.id)
        self.wait_for("short_of_memory")
        resource.prlimit(world.server.process.pid, resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        world.people[2].get("/api/lobby")
        self.check_moves("after the shortage")
        self.wait_for("enough_memory")
        events = [json.loads(line)["event"] for line in world.server.log().splitlines()]
        self.assertEqual([event for event in events if event.endswith("_memory")], ["short_of_memory", "enough_memory"])
