"""Bad networks, many reconnects at once, and hours of work: nothing is lost, nothing grows.

The long forms: FAULT_MOVES=20000, STORM=5000, SOAK_SECONDS=3600.
"""

import contextlib
import http.client
import os
import random
import resource
import selectors
import socket
import statistics
import threading
import time
import unittest

from client import PATIENCE, Closed, Person, Refused, Server
from faulty_proxy import FaultyProxy
from restart_test import Bot, stored_moves

FAULT_MOVES = int(os.environ.get("FAULT_MOVES", "400"))
STORM = int(os.environ.get("STORM", "200"))
SOAK_SECONDS = float(os.environ.get("SOAK_SECONDS", "10"))
SLOPE_SECONDS = 600  # a shorter soak says nothing about growth


def descriptors(server):
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def resident(server):
    with open(f"/proc/{server.process.pid}/statm", encoding="ascii") as found:
        return int(found.read().split()[1]) * resource.getpagesize()


def moves_of(bots):
    return sum(len(acked) for bot in bots for acked in list(bot.games.values()))


class BadNetworkTest(unittest.TestCase):
    def test_no_acknowledged_move_is_lost(self):
        """Every bot plays through a proxy that delays, fragments, stalls and drops."""
        with Server() as server, FaultyProxy(server.port) as proxy:
            bots = [PatientBot(server, proxy, seed) for seed in range(6)]
            for bot in bots:
                bot.start()
            deadline = time.monotonic() + max(PATIENCE, FAULT_MOVES / 4)
            while moves_of(bots) < FAULT_MOVES or not all(proxy.counts.values()):
                self.assertLess(time.monotonic(), deadline, (moves_of(bots), proxy.counts))
                time.sleep(0.05)
            for bot in bots:
                bot.stopping.set()
            for bot in bots:
                bot.join(PATIENCE)
                self.assertFalse(bot.is_alive())
            print(f"# {moves_of(bots)} acknowledged moves, {proxy.counts}")
            for game, acked in ((game, acked) for bot in bots for game, acked in bot.games.items()):
                stored = stored_moves(server, game)
                self.assertEqual(stored[: len(acked)], acked)
                self.assertLessEqual(len(stored), len(acked) + 1, "a move nobody sent")


class PatientBot(Bot):
    """Begins its games on a good network, because creating one without a key is not idempotent, and plays on a bad one."""

    def __init__(self, server, proxy, seed):
        self.good, self.bad = server.port, proxy.port
        super().__init__(server, seed)
        self.use(self.bad)

    def use(self, port):
        for person in self.people:
            person.port, person.origin = port, f"http://127.0.0.1:{port}"

    def begin(self):
        self.use(self.good)
        super().begin()
        self.use(self.bad)


class StormTest(unittest.TestCase):
    """All sockets break at once, and everybody connects again."""

    SOCKETS_PER_ADDRESS = 20

    def request(self, person, server):
        return (f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nOrigin: {person.origin}\r\n"
                f"Cookie: {person.cookie}\r\n\r\n").encode()

    def connect_all(self, server, people, count):
        """Opens `count` sockets as fast as possible; returns them when each has been welcomed."""
        selector = selectors.DefaultSelector()
        streams, welcomed = [], 0
        for i in range(count):
            person = people[i // self.SOCKETS_PER_ADDRESS]
            stream = socket.socket()
            stream.bind((person.address, 0))
            stream.setblocking(False)
            stream.connect_ex(("127.0.0.1", server.port))
            selector.register(stream, selectors.EVENT_WRITE, [self.request(person, server), b""])
            streams.append(stream)
        deadline = time.monotonic() + PATIENCE
        while welcomed < count:
            self.assertLess(time.monotonic(), deadline, f"{welcomed} of {count} sockets were welcomed")
            for key, events in selector.select(1):
                if events & selectors.EVENT_WRITE:
                    key.fileobj.send(key.data[0])
                    selector.modify(key.fileobj, selectors.EVENT_READ, key.data)
                    continue
                data = key.fileobj.recv(65536)
                key.data[1] += data
                self.assertTrue(data, key.data[1][:200])
                if b'"is":"welcome"' in key.data[1]:
                    self.assertTrue(key.data[1].startswith(b"HTTP/1.1 101 "), key.data[1][:200])
                    selector.unregister(key.fileobj)
                    welcomed += 1
        selector.close()
        return streams

    def test_everybody_comes_back_and_the_game_goes_on(self):
        with Server() as server:
            people = [Person(server.port) for _ in range(-(-STORM // self.SOCKETS_PER_ADDRESS))]
            bot = Bot(server, 1)
            before = descriptors(server)
            bot.start()
            streams = self.connect_all(server, people, STORM)
            played = len(bot.acked)
            for stream in streams:
                stream.close()
            begun = time.monotonic()
            streams = self.connect_all(server, people, STORM)
            spent = time.monotonic() - begun
            deadline = time.monotonic() + PATIENCE
            while len(bot.acked) <= played and len(bot.games) == 1:
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.02)
            for stream in streams:
                stream.close()
            bot.stopping.set()
            bot.join(PATIENCE)
            print(f"# {STORM} reconnects in {spent:.2f} s")
            while descriptors(server) > before:
                self.assertLess(time.monotonic(), deadline, f"{descriptors(server)} descriptors, {before} before")
                time.sleep(0.05)
            for game, acked in bot.games.items():
                self.assertEqual(stored_moves(server, game)[: len(acked)], acked)


class Visitor(threading.Thread):
    """Opens pages, lists, games and sockets, and goes again."""

    def __init__(self, server, bots, seed):
        super().__init__(daemon=True)
        self.server, self.bots, self.random = server, bots, random.Random(seed)
        self.stopping = threading.Event()
        self.visits = 0

    def run(self):
        while not self.stopping.wait(0.05):
            with contextlib.suppress(Closed, OSError, Refused, http.client.HTTPException):
                self.visit(Person(self.server.port))

    def visit(self, person):
        game = list(self.random.choice(self.bots).games)[-1]
        for path in ("/", "/api/lobby", "/api/games?limit=20", f"/api/games/{game}", "/api/nothing"):
            person.ask("GET", path)
        stream = person.socket()
        stream.do("watch", game=game)
        stream.do("lobby", on=True)
        stream.do("ping")  # not wait("moved"): the game may just have ended
        stream.close()
        mine = person.new_game("level:1", color="black")["game"]
        person.get(f"/api/games/{mine}?after={person.play(mine, 'h8')['seq']}")
        person.act(mine, do="resign")
        self.visits += 1


class SoakTest(unittest.TestCase):
    def test_memory_and_descriptors_do_not_grow(self):
        with Server() as server:
            bots = [Bot(server, seed) for seed in range(2)]
            visitors = [Visitor(server, bots, seed) for seed in range(2)]
            for thread in bots + visitors:
                thread.start()
            samples = []
            end = time.monotonic() + SOAK_SECONDS
            while time.monotonic() < end or not all(visitor.visits for visitor in visitors):
                self.assertLess(time.monotonic(), end + PATIENCE)
                time.sleep(1)
                samples.append((resident(server), descriptors(server)))
            for thread in bots + visitors:
                thread.stopping.set()
            for thread in bots + visitors:
                thread.join(2 * PATIENCE)
                self.assertFalse(thread.is_alive())
            visits = sum(visitor.visits for visitor in visitors)
            memory, files = ([sample[i] for sample in samples] for i in (0, 1))
            growth = [per_hour(values) for values in (memory, files)]
            print(f"# {SOAK_SECONDS:.0f} s, {moves_of(bots)} moves, {visits} visits; memory {memory[-1] >> 20} MiB, "
                  f"{growth[0] / 2**20:+.2f} MiB per hour; descriptors {files[-1]}, {growth[1]:+.1f} per hour")
            if SOAK_SECONDS >= SLOPE_SECONDS:
                self.assertLess(growth[0], 4 << 20)
                self.assertLess(growth[1], 2)


def per_hour(values):
    """The slope of the second half, by the medians of its first and last third: caches are full by then."""
    half = values[len(values) // 2 :]
    third = max(1, len(half) // 3)
    rise = statistics.median(half[-third:]) - statistics.median(half[:third])
    return rise * 3600 / max(1, len(half) - third)
