#!/usr/bin/env python3
"""Two workers against one in a distributed match: tests/store/with_postgres.py bench/distributed_bench.py PENTAD [GAMES [ROUNDS]]

The same games, by nodes, with one worker and with two in turn; every round prints the ratio of games per second, and for both the
share of the time in which a worker had a job, and the CPU time of a game. Each worker is in a session of its own, so that on a
machine with other work the scheduler does not count both as one.
"""

import os
import re
import statistics
import subprocess
import sys
import time

PENTAD = sys.argv[1]
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 60
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
URL = os.environ["PENTAD_TEST_DATABASE"]


class Run:
    def __init__(self, count):
        workers = [subprocess.Popen([PENTAD, "worker", "--database", URL], stdout=subprocess.PIPE, text=True, start_new_session=True)
                   for _ in range(count)]
        for worker in workers:
            worker.stdout.readline()
        begin = time.monotonic()
        match = [PENTAD, "match", "a=strong:nodes=5000", "b=strong:nodes=5001", "--games", str(GAMES), "--quiet", "--database", URL]
        self.table = subprocess.run(match, capture_output=True, text=True, check=True).stdout
        self.seconds = time.monotonic() - begin
        busy = cpu = 0
        for worker in workers:
            worker.terminate()
            busy += sum(int(ms) for ms in re.findall(r"done after (\d+) ms", worker.stdout.read())) / 1000
            usage = os.wait4(worker.pid, 0)[2]
            cpu += usage.ru_utime + usage.ru_stime
        self.busy = busy / (count * self.seconds)
        self.cpu = cpu / GAMES

    def __str__(self):
        return f"{self.seconds:.1f} s (busy {self.busy:.3f}, {1000 * self.cpu:.0f} ms of CPU per game)"


def main():
    subprocess.run([PENTAD, "store", "grant-jobs", "--quiet", URL, "postgres"], check=True)
    ratios = []
    for i in range(ROUNDS):
        one, two = Run(1), Run(2)
        assert one.table == two.table, "the games differ"
        ratios.append(one.seconds / two.seconds)
        print(f"round {i + 1}: one worker {one}, two {two}, ratio {ratios[-1]:.2f}, load {os.getloadavg()[0]:.1f}", flush=True)
    print(f"median ratio {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
