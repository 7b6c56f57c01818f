#!/usr/bin/env python3
"""Several instances on one PostgreSQL: latency of a move between them, and durable moves per second.

    bench/server/instances.py [ROUNDS]        # needs build/pentad; default: 5

Latency: from a player's message to the opponent's `moved`, both on one instance or each on its own, in turn. Moves: 4
processes with 30 games each, one move of every game at a time, on 3 instances with PostgreSQL or on one server with
SQLite, in turn. POSTGRES_FOLDER=FOLDER puts the databases on a disk; otherwise they are in memory.
"""

import multiprocessing
import os
import statistics
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
for folder in ("server", "store"):
    sys.path.append(os.path.join(ROOT, "tests", folder))

from client import Person, Server  # noqa: E402
from restart_test import POINTS  # noqa: E402
from with_postgres import Cluster  # noqa: E402

FOLDER = os.environ.get("POSTGRES_FOLDER", "/dev/shm")
PROCESSES, GAMES, PLIES, LATENCY_PLIES = 4, 30, 80, 100


def begin(ports):
    people = [Person(port) for port in ports]
    game = people[0].new_game("link", color="black", size=25, time="900")["game"]
    people[1].act(game, do="join")
    sockets = [person.socket() for person in people]
    for socket in sockets:
        socket.do("watch", game=game)
    return game, sockets


def latencies(ports):
    game, sockets = begin(ports)
    found = []
    for ply in range(LATENCY_PLIES):
        began = time.perf_counter()
        sockets[ply % 2].send({"do": "play", "id": ply, "game": game, "ply": ply, "line": 0, "move": POINTS[ply % 2][ply // 2]})
        sockets[1 - ply % 2].wait("moved", lambda m, ply=ply: m["ply"] == ply + 1)
        found.append(time.perf_counter() - began)
        time.sleep(0.002)
    for socket in sockets:
        socket.close()
    return found


def play(ports, ready, start, done):
    games = []
    for i in range(GAMES):
        people = [Person(ports[(i + seat) % len(ports)]) for seat in range(2)]
        game = people[0].new_game("link", color="black", size=25, time="900")["game"]
        people[1].act(game, do="join")
        games.append((game, [person.socket() for person in people]))
    ready.put(1)
    start.wait()
    for ply in range(PLIES):
        for game, sockets in games:
            sockets[ply % 2].send({"do": "play", "id": ply, "game": game, "ply": ply, "line": 0, "move": POINTS[ply % 2][ply // 2]})
        for _, sockets in games:
            sockets[ply % 2].wait("ok", lambda m, ply=ply: m["to"] == ply)
    done.put(GAMES * PLIES)


def moves_per_second(ports):
    ready, done, start = multiprocessing.Queue(), multiprocessing.Queue(), multiprocessing.Event()
    crowd = [multiprocessing.Process(target=play, args=(ports, ready, start, done)) for _ in range(PROCESSES)]
    for process in crowd:
        process.start()
    for _ in crowd:
        ready.get()
    began = time.perf_counter()
    start.set()
    count = sum(done.get() for _ in crowd)
    took = time.perf_counter() - began
    for process in crowd:
        process.join()
    return count / took


def percentile(values, share):
    return sorted(values)[int(share * (len(values) - 1))]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    os.environ.setdefault("POSTGRES_FOLDER", FOLDER)
    cluster = Cluster()
    data = tempfile.TemporaryDirectory(dir=FOLDER)
    options = ("--rate-limit-factor", "100")
    alone = Server(data.name, *options)
    instances = [Server(None, "--database", cluster.url, *options) for _ in range(3)]
    try:
        within, across, speeds = [], [], []
        for _ in range(rounds):
            within.append(latencies([instances[0].port] * 2))
            across.append(latencies([server.port for server in instances[:2]]))
        for name, share in (("p50", 0.5), ("p99", 0.99)):
            one, two = (percentile(sum(found, []), share) for found in (within, across))
            print(f"{name} of a move: within an instance {1000 * one:.2f} ms, across two {1000 * two:.2f} ms, ratio {two / one:.2f}")
        for _ in range(rounds):
            speeds.append((moves_per_second([alone.port]), moves_per_second([server.port for server in instances])))
            print(f"moves/s: SQLite {speeds[-1][0]:.0f}, 3 instances {speeds[-1][1]:.0f}")
        print(f"ratio, median of {rounds}: {statistics.median(three / one for one, three in speeds):.2f}")
    finally:
        for server in [alone, *instances]:
            server.__exit__()
        cluster.remove()
        data.cleanup()


if __name__ == "__main__":
    main()
