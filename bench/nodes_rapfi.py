#!/usr/bin/env python3
"""Search speed in nodes per second, compared with a program that speaks the Gomocup protocol, such as Rapfi.

usage: bench/nodes_rapfi.py OPENINGS PROGRAM FOLDER [POSITIONS [NODES]]

OPENINGS has one opening per line (h8i9h9 ...), FOLDER is where PROGRAM finds its configuration. Each position is
given in turn to ours without the net, ours with it and PROGRAM, with one thread and a node limit
(INFO max_node). The result is CPU time minus that of the same program with a tenth of the nodes, so startup does not count;
neither does touching the pages of its table for the first time, if a tenth of the nodes reaches them all. Runs from the root of the tree, after ./run build.
"""

import re
import resource
import statistics
import subprocess
import sys

SIZE = 15


def children_s():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds_for(command, folder, moves, nodes):
    points = re.findall(r"([a-o])(\d+)", moves)
    # The side to move is 1.
    stones = [
        f"{ord(column) - ord('a')},{SIZE - int(row)},{1 if (len(points) - i) % 2 == 0 else 2}"
        for i, (column, row) in enumerate(points)
    ]
    limits = {"rule": 0, "timeout_turn": 10**8, "timeout_match": 10**9, "time_left": 10**9, "thread_num": 1,
              "max_memory": 96 << 20, "max_node": nodes}
    lines = [f"START {SIZE}", *(f"INFO {key} {value}" for key, value in limits.items()), "BOARD", *stones, "DONE"]
    before = children_s()
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write("\n".join(lines) + "\n")
    process.stdin.flush()
    while not re.fullmatch(r"\d+,\d+\s*", process.stdout.readline() or "0,0"):
        pass
    process.communicate("END\n")
    return children_s() - before


def nodes_a_second(command, folder, moves, nodes):
    few = nodes // 10
    return (nodes - few) / (seconds_for(command, folder, moves, nodes) - seconds_for(command, folder, moves, few))


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="ascii") as file:
        openings = [line.split()[0] for line in file if line.strip() and not line.startswith("#")]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 10
    nodes = int(sys.argv[5]) if len(sys.argv) > 5 else 1000000
    sides = {
        "ours, net off": (["build/pentad", "gomocup", "--player", "strong:net=off"], None),
        "ours, net on": (["build/pentad", "gomocup"], None),
        "theirs": ([sys.argv[2]], sys.argv[3]),
    }
    speeds = {name: [] for name in sides}
    for moves in openings[:: max(1, len(openings) // count)][:count]:
        for name, (command, folder) in sides.items():
            speeds[name].append(nodes_a_second(command, folder, moves, nodes))
    for name in sides:
        ratios = [a / b for a, b in zip(speeds[name], speeds["theirs"])]
        print(f"{name:14} median {statistics.median(speeds[name]) / 1e3:7.0f} knodes/s, "
              f"{statistics.median(ratios):.2f} of theirs ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
