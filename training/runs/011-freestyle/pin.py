#!/usr/bin/env python3
"""pin.py CORES COMMAND...: runs the command on these cores (3, or 10-14).  pin.py CORES --session ID: moves a session there."""
import os
import sys

first, _, last = sys.argv[1].partition("-")
cores = set(range(int(first), int(last or first) + 1)) & set(range(os.cpu_count()))
if sys.argv[2] != "--session":
    if cores:
        os.sched_setaffinity(0, cores)
    os.execvp(sys.argv[2], sys.argv[2:])
moved = 0
for pid in filter(str.isdigit, os.listdir("/proc")):
    try:
        with open(f"/proc/{pid}/stat") as file:
            session = file.read().rpartition(")")[2].split()[3]
        if session == sys.argv[3]:
            for task in os.listdir(f"/proc/{pid}/task"):
                os.sched_setaffinity(int(task), cores)
                moved += 1
    except OSError:
        pass  # it has ended
print(f"{moved} threads of session {sys.argv[3]} on cores {sorted(cores)}")
