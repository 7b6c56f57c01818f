#!/usr/bin/env python3
"""Stop latency: time from a command that ends the search to the answer.

usage: bench/stop_latency.py [ROUNDS [THREADS]]

Each round sends a stop while the engine searches for a move (YXSTOP) and a command while it ponders (ABOUT), each after
a different delay. Runs from the root of the tree, after ./run build.
"""

import statistics
import subprocess
import sys
import time


class Program:
    def __init__(self, threads):
        self.process = subprocess.Popen(["build/pentad", "gomocup"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("START 15")
        self.tell(f"INFO thread_num {threads}")
        self.tell("INFO timeout_turn 100000")
        self.tell("INFO pondering 1")

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self):
        """The next line that is not a message."""
        while (line := self.process.stdout.readline()).startswith(("MESSAGE", "DEBUG")):
            pass
        return line.strip()

    def ask(self, line):
        self.tell(line)
        return self.answer()

    def timed(self, line):
        before = time.perf_counter()
        self.ask(line)
        return (time.perf_counter() - before) * 1000


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    program = Program(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    thinking, pondering = [], []
    for i in range(rounds):
        program.tell("BOARD\n7,7,2\n8,8,1\n6,8,2\nDONE")
        time.sleep(0.03 + 0.0017 * i)
        thinking.append(program.timed("YXSTOP"))
        time.sleep(0.03 + 0.0017 * i)
        pondering.append(program.timed("ABOUT"))
    program.tell("END")
    program.process.wait()
    for name, times in (("thinking", thinking), ("pondering", pondering)):
        print(f"{name}: median {statistics.median(times):.2f} ms, longest {max(times):.2f} ms of {rounds}")


if __name__ == "__main__":
    main()
