#!/usr/bin/env python3
"""How often the engine answers after its time limit, compared with a process that only waits for the clock.

usage: bench/time_limits.py [GAMES [LIMIT_MS [MAX_MEMORY_MIB]]]

Every game is played by a new process, because its first move also sets up its tables, against random neighbors. After
each answer of the engine the control is asked too: a process that spins until 10 ms before the limit and answers. It
suffers from the same machine, so the ratio of the two is the engine's own part. Runs from the root of the tree, after
./run build.
"""

import contextlib
import os
import random
import subprocess
import sys
import time

SIZE = 15
CONTROL = """
import sys, time
for line in sys.stdin:
    end = time.perf_counter() + float(line)
    while time.perf_counter() < end:
        pass
    print("done", flush=True)
"""


class Program:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self):
        """The next line that is not a message."""
        while (line := self.process.stdout.readline()).startswith(("MESSAGE", "DEBUG")):
            pass
        return line.strip()

    def timed(self, line):
        before = time.perf_counter()
        self.tell(line)
        answer = self.answer()
        return answer, (time.perf_counter() - before) * 1000

    def close(self):
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


class Series:
    def __init__(self, limit):
        self.limit, self.times = limit, []

    def share(self, over=0):
        return sum(ms > self.limit + over for ms in self.times) / max(1, len(self.times))

    def row(self, name):
        over = [sum(ms > self.limit + by for ms in self.times) for by in (0, 10, 30)]
        return f"| {name} | {len(self.times)} | {over[0]} | {over[1]} | {over[2]} | {max(self.times) - self.limit:+.1f} |"


def has_five(stones, point):
    x, y = point
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        count = 1
        for sign in (1, -1):
            at = (x + sign * dx, y + sign * dy)
            while at in stones:
                count += 1
                at = (at[0] + sign * dx, at[1] + sign * dy)
        if count >= 5:
            return True
    return False


def neighbor(chance, taken):
    near = [(x + dx, y + dy) for x, y in sorted(taken) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    near = [point for point in near if point not in taken and 0 <= point[0] < SIZE and 0 <= point[1] < SIZE]
    return chance.choice(near)


def play(chance, limit, memory, first, later, control, controlled):
    engine = Program(["build/pentad", "gomocup"])
    engine.tell(f"START {SIZE}")
    engine.answer()
    engine.tell(f"INFO timeout_turn {limit}")
    engine.tell(f"INFO max_memory {memory << 20}")
    stones = [set(), set()]
    line = "BEGIN"
    for ply in range(SIZE * SIZE // 2):
        answer, ms = engine.timed(line)
        (later if ply else first).times.append(ms)
        controlled.times.append(control.timed(f"{(limit - 10) / 1000}")[1])
        point = tuple(int(number) for number in answer.split(","))
        stones[0].add(point)
        if has_five(stones[0], point):
            break
        point = neighbor(chance, stones[0] | stones[1])
        stones[1].add(point)
        if has_five(stones[1], point):
            break
        line = f"TURN {point[0]},{point[1]}"
    engine.tell("END")
    engine.close()


def main():
    numbers = [int(word) for word in sys.argv[1:4]]
    games, limit, memory = numbers + [1000, 50, 350][len(numbers):]
    chance = random.Random(1)
    first, later, controlled = Series(limit), Series(limit), Series(limit)
    control = Program([sys.executable, "-c", CONTROL])
    for _ in range(games):
        play(chance, limit, memory, first, later, control, controlled)
    control.close()
    print(f"{games} games, {limit} ms per move, max_memory {memory} MiB, load average {os.getloadavg()[0]:.1f}")
    print("| | answers | over the limit | by more than 10 ms | by more than 30 ms | worst, ms |")
    print("|---|---|---|---|---|---|")
    print(first.row("first move of a process"))
    print(later.row("later moves"))
    print(controlled.row("control: spins until 10 ms before the limit"))
    for name, series in (("first", first), ("later", later)):
        ratio = series.share() / controlled.share() if controlled.share() else float("inf") if series.share() else 1
        print(f"share of late answers, {name} moves: {100 * series.share():.2f} %, {ratio:.2f} times the control's")


if __name__ == "__main__":
    main()
