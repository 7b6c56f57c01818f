#!/usr/bin/env python3
"""What a level's move costs when a remote worker plays it: CPU time and latency, against a process of the server.

    bench/server/job_cost.py [ROUNDS [LEVEL]]        # needs build/pentad; default: 5 rounds, level 5

Two servers on one PostgreSQL: one plays with a process of its own (--workers 1), the other by jobs (--workers 0 --jobs)
and a `pentad worker`. In each round each plays the same number of moves, in turn. Counted is the CPU time of the server,
of what plays, and of all of PostgreSQL, less what they use while idle.
"""

import os
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
for folder in ("server", "store"):
    sys.path.append(os.path.join(ROOT, "tests", folder))

import client  # noqa: E402
from client import Person, Server, psql  # noqa: E402
from with_postgres import Cluster  # noqa: E402

GAMES, MOVES, IDLE_S = 25, 4, 5  # a level has not won after 4 moves
FREE = ("a1", "o15", "a15", "o1", "h1", "a8", "o8", "h15")


def cpu(pid):
    """User and system time of a process and of its children that have ended."""
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as found:
        return [int(child) for child in found.read().split()]


class Side:
    def __init__(self, cluster, name, *options):
        psql(cluster.url, f"CREATE SCHEMA {name}")
        self.url = f"{cluster.url}&options=-csearch_path%3D{name}"
        self.server = Server(None, "--database", self.url, *options)
        with open(os.path.join(cluster.data, "postmaster.pid"), encoding="ascii") as pid:
            self.postmaster = int(pid.readline())
        self.worker, self.spent, self.waits, self.moves, self.idle = None, [0, 0, 0], [], 0, [0, 0, 0]

    def start_worker(self):
        self.worker = subprocess.Popen([client.PROGRAM, "worker", "--database", self.url, "--kinds", "move", "--quiet"],
                                       stdout=subprocess.PIPE)
        self.worker.stdout.readline()
        time.sleep(1.5)

    def used(self):
        players = [self.worker.pid] if self.worker else children(self.server.process.pid)
        return [cpu(self.server.process.pid), sum(map(cpu, players)),
                cpu(self.postmaster) + sum(map(cpu, children(self.postmaster)))]

    def measure(self, act):
        before, began = self.used(), time.perf_counter()
        act()
        seconds = time.perf_counter() - began
        return [after - first for after, first in zip(self.used(), before)], seconds

    def rest(self):
        spent, seconds = self.measure(lambda: time.sleep(IDLE_S))
        self.idle = [part / seconds for part in spent]

    def play(self, level):
        for _ in range(GAMES):
            ann = Person(self.server.port)  # each has its own rate limits
            socket = ann.socket()
            game = ann.new_game(f"level:{level}", color="black")["game"]
            state = socket.do("watch", game=game)["game"]
            for ply in range(MOVES):
                taken = set(state["moves"])
                move = next(point for point in FREE if point not in taken)
                began = time.perf_counter()
                socket.do("play", game=game, ply=2 * ply, line=0, move=move)
                socket.wait("moved", lambda m, ply=ply: m["ply"] == 2 * ply + 2)
                self.waits.append(time.perf_counter() - began)
                self.moves += 1
                state = socket.do("watch", game=game)["game"]
            socket.do("resign", game=game)
            socket.close()

    def round(self, level):
        spent, seconds = self.measure(lambda: self.play(level))
        return [part - idle * seconds for part, idle in zip(spent, self.idle)]


def main():
    rounds, level = (int(word) for word in (sys.argv[1:] + ["5", "5"][len(sys.argv) - 1:]))
    cluster = Cluster()
    sides = []
    try:
        sides = [Side(cluster, "here", "--workers", "1"), Side(cluster, "there", "--workers", "0", "--jobs")]
        time.sleep(1)  # until there is a queue
        sides[1].start_worker()
        for side in sides:
            side.play(1)  # which starts the process here
            side.moves, side.waits = 0, []
            side.rest()
        totals = [[], []]
        for i in range(rounds):
            for k in ((0, 1), (1, 0))[i % 2]:
                spent = sides[k].round(level)
                sides[k].spent = [a + b for a, b in zip(sides[k].spent, spent)]
                totals[k].append(sum(spent))
        for name, side in zip(("here", "by a job"), sides):
            parts = ", ".join(f"{what} {1000 * part / side.moves:.2f}" for what, part in zip(("server", "player", "PostgreSQL"), side.spent))
            print(f"{name}: {side.moves} moves of level {level}; CPU in ms a move: {parts}; "
                  f"together {1000 * sum(side.spent) / side.moves:.2f}; median wait {1000 * statistics.median(side.waits):.0f} ms; "
                  f"idle, CPU in ms a second: {', '.join(f'{1000 * part:.1f}' for part in side.idle)}")
        ratios = [there / here for here, there in zip(*totals)]
        print(f"CPU by a job / here, median of {rounds} rounds: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
        answers = [line for line in Person(sides[1].server.port).ask("GET", "/metrics")[2].decode().splitlines()
                   if line.startswith(("pentad_remote_answers_total", "pentad_remote_failures_total"))]
        print("; ".join(answers))
    finally:
        for side in sides:
            if side.worker:
                side.worker.terminate()
                side.worker.wait()
            side.server.__exit__()
        cluster.remove()


if __name__ == "__main__":
    main()
