#!/usr/bin/env python3
"""Takes positions from self-play games, for build/solve-bench and `pentad solve --list`.

    bench/solve_positions.py COUNT FILE.games...  >bench/solve_positions.txt

COUNT positions, in equal parts from the first, second and last third of a game, at most one per
game. The files contribute equally. The choice depends on nothing but the arguments.
"""
import pathlib
import random
import re
import subprocess
import sys

STAGES = "early", "middle", "late"
LEAST_STONES = 5
PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "build" / "pentad"


def games_of(path):
    """Rules and moves of the games in a file, all on 15x15."""
    text = subprocess.run([PROGRAM, "selfplay", "--print", path], check=True, capture_output=True, text=True).stdout
    for line in text.splitlines():
        rules, size, _winner, moves = line.split()
        if size == "15":
            yield rules, re.findall(r"[a-o]\d+", moves)


def positions(count, paths):
    """Lines "RULES MOVES" by stage."""
    rng = random.Random(25)
    chosen = {stage: [] for stage in STAGES}
    for number, path in enumerate(paths):
        games = list(games_of(path))
        rng.shuffle(games)
        wanted = (count * (number + 1)) // len(paths) - (count * number) // len(paths)
        for rules, moves in games:
            if wanted == 0:
                break
            stage = wanted % len(STAGES)
            ply = (stage * len(moves) + rng.randrange(len(moves))) // len(STAGES)
            if ply >= LEAST_STONES:
                chosen[STAGES[stage]].append(f"{rules} {''.join(moves[:ply])}")
                wanted -= 1
        if wanted:
            sys.exit(f"solve_positions.py: {path} has too few games")
    return chosen


def main():
    if len(sys.argv) < 3 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    chosen = positions(int(sys.argv[1]), sys.argv[2:])
    print(f"# {' '.join(['bench/solve_positions.py', *sys.argv[1:]])}")
    for stage in STAGES:
        print(f"# {stage}")
        print(*chosen[stage], sep="\n")


if __name__ == "__main__":
    main()
