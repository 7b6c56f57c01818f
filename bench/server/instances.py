#!/usr/bin/env python3
"""Several instances on one PostgreSQL: latency of a move between them, and durable moves per second.

    bench/server/instances.py [ROUNDS]        # needs build/pentad; default: 5

Latency: from a player's message to the opponent's `moved`, both on one instance or each on its own, in turn. Moves: 4
processes with 30 games each, one move of every game at a time, on 3 instances with PostgreSQL or on one server with
SQLite, in turn, with how often an instance waits for an answer of PostgreSQL. POSTGRES_FOLDER=FOLDER puts the databases
on a disk; otherwise they are in memory. BEFORE=PROGRAM measures 3 instances of another build, too, in turn with the others.
"""

import multiprocessing
import os
import re
import statistics
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
for folder in ("server", "store"):
    sys.path.append(os.path.join(ROOT, "tests", folder))

from client import PROGRAM, Person, Server, psql  # noqa: E402
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


def round_trips(servers):
    """So far, and the sum over the servers; None if the program does not count them."""
    counts = [re.search(r"^pentad_database_round_trips_total (\d+)$", Person(server.port, enter=False).ask("GET", "/metrics")[2].decode(), re.M)
              for server in servers]
    return sum(int(count[1]) for count in counts) if all(counts) else None


class Instance(Server):
    """A server of a build, on a schema."""

    def __init__(self, program, url, *options):
        self.program = program
        super().__init__(None, "--database", url, *options)

    def command(self):
        return [self.program, *super().command()[1:]]


def cluster_of(cluster, program, schema, *options):
    psql(cluster.url, f"CREATE SCHEMA {schema}")
    return [Instance(program, f"{cluster.url}&options=-csearch_path%3D{schema}", *options) for _ in range(3)]


def percentile(values, share):
    return sorted(values)[int(share * (len(values) - 1))]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    os.environ.setdefault("POSTGRES_FOLDER", FOLDER)
    cluster = Cluster()
    data = tempfile.TemporaryDirectory(dir=FOLDER)
    options = ("--rate-limit-factor", "100")
    alone = Server(data.name, *options)
    builds = {"3 instances": cluster_of(cluster, PROGRAM, "one", *options)}
    if os.environ.get("BEFORE"):
        builds["3 instances before"] = cluster_of(cluster, os.environ["BEFORE"], "before", *options)
    try:
        within, across = {name: [] for name in builds}, {name: [] for name in builds}
        for _ in range(rounds):
            for name, instances in builds.items():
                within[name] += latencies([instances[0].port] * 2)
                across[name] += latencies([server.port for server in instances[:2]])
        for name in builds:
            for words, share in (("p50", 0.5), ("p99", 0.99)):
                one, two = percentile(within[name], share), percentile(across[name], share)
                print(f"{name}: {words} of a move: within an instance {1000 * one:.2f} ms, across two {1000 * two:.2f} ms, ratio {two / one:.2f}")
        speeds, trips = {name: [] for name in builds}, {}
        for _ in range(rounds):
            sqlite = moves_per_second([alone.port])
            told = [f"moves/s: SQLite {sqlite:.0f}"]
            for name, instances in builds.items():
                before = round_trips(instances)
                speed = moves_per_second([server.port for server in instances])
                speeds[name].append(speed / sqlite)
                if before is not None:
                    trips[name] = (round_trips(instances) - before) / (PROCESSES * GAMES * PLIES)
                told.append(f"{name} {speed:.0f} ({trips.get(name, 0):.2f} round trips per move)")
            print(", ".join(told), flush=True)
        for name, found in speeds.items():
            print(f"{name}: ratio to SQLite, median of {rounds}: {statistics.median(found):.2f}")
    finally:
        for server in [alone, *sum(builds.values(), [])]:
            server.__exit__()
        cluster.remove()
        data.cleanup()


if __name__ == "__main__":
    main()
