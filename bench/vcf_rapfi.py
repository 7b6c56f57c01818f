#!/usr/bin/env python3
"""VCF (wins by continuous fours) compared with a program that speaks the Gomocup protocol and reports mates as Rapfi does.

usage: bench/vcf_rapfi.py PROBLEMS PROGRAM FOLDER [ROUNDS]

PROBLEMS has lines "RULES MOVES", FOLDER is where PROGRAM finds its configuration. Each problem is given
to both in turn, and both are timed from outside: from the last byte of the request to the first line
that reports the win. The limit is 150 ms; Rapfi keeps 30 ms per move in reserve, so it
gets 180. Runs from the root of the tree, after ./run build.
"""

import re
import statistics
import subprocess
import sys
import time

SIZE = 15
LIMIT_S = 0.150
RULE_NUMBERS = {"freestyle": 0, "renju": 4}


def start(command, folder=None):
    return subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def ask(process, text):
    process.stdin.write(text)
    process.stdin.flush()
    return time.perf_counter()


class Ours:
    def __init__(self):
        self.process = start(["build/vcf-bench", "--serve", "--ms", "150"])

    def time(self, rules, moves):
        began = ask(self.process, f"{rules} {moves}\n")
        solved = self.process.stdout.readline().startswith("1")
        spent = time.perf_counter() - began
        return spent if solved and spent <= LIMIT_S else None


class Theirs:
    def __init__(self, program, folder):
        self.process = start([program], folder)
        self.rules = None

    def set_rules(self, rules):
        ask(self.process, f"INFO rule {RULE_NUMBERS[rules]}\nSTART {SIZE}\n")
        while self.process.stdout.readline().strip() != "OK":
            pass
        for key, value in (("timeout_turn", 180), ("timeout_match", 10**9), ("time_left", 10**9)):
            ask(self.process, f"INFO {key} {value}\n")
        self.rules = rules

    def time(self, rules, moves):
        self.set_rules(rules)
        points = re.findall(r"([a-o])(\d+)", moves)
        # The side to move is 1.
        lines = [
            f"{ord(column) - ord('a')},{SIZE - int(row)},{1 if (len(points) - i) % 2 == 0 else 2}"
            for i, (column, row) in enumerate(points)
        ]
        began = ask(self.process, "\n".join(["BOARD", *lines, "DONE"]) + "\n")
        found = None
        while True:
            line = self.process.stdout.readline()
            spent = time.perf_counter() - began
            if found is None and "Eval +M" in line:
                found = spent
            if re.fullmatch(r"\d+,\d+\s*", line):
                return found if found is not None and found <= LIMIT_S else None
            if not line:
                sys.exit("the other program went away")


def describe(name, times, count):
    solved = [t for t in times if t is not None]
    # Unsolved problems count as the slowest.
    median = statistics.median([t if t is not None else LIMIT_S for t in times])
    print(f"  {name:6} solved {len(solved)} of {count}, median {median * 1e3:.3f} ms, all {sum(t or LIMIT_S for t in times):.2f} s")
    return len(solved), median


def compare_common(pairs):
    """The problems that both solve: not selected in favour of either."""
    both = [(a, b) for a, b in pairs if a is not None and b is not None]
    only_ours = sum(a is not None and b is None for a, b in pairs)
    only_theirs = sum(a is None and b is not None for a, b in pairs)
    print(f"  both solve {len(both)}, only ours {only_ours}, only theirs {only_theirs}")
    if both:
        mine, other = (statistics.median(times) for times in zip(*both))
        print(f"  of both, medians: {mine * 1e3:.3f} and {other * 1e3:.3f} ms, {mine / other:.3f}", flush=True)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="ascii") as file:
        problems = [line.split() for line in file if line.strip() and not line.startswith("#")]
    ours, theirs = Ours(), Theirs(sys.argv[2], sys.argv[3])
    for round_number in range(int(sys.argv[4]) if len(sys.argv) > 4 else 1):
        for rules in RULE_NUMBERS:
            chosen = [moves for name, moves in problems if name == rules]
            pairs = [(ours.time(rules, moves), theirs.time(rules, moves)) for moves in chosen]
            print(f"round {round_number + 1}, {rules}:")
            _, mine = describe("ours", [a for a, _ in pairs], len(chosen))
            _, other = describe("theirs", [b for _, b in pairs], len(chosen))
            print(f"  median: {mine / other:.3f} of theirs", flush=True)
            compare_common(pairs)


if __name__ == "__main__":
    main()
