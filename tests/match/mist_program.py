#!/usr/bin/env python3
"""A program that plays Gomoku in the Mist by a simple plan, or fails in one way.

    mist_program.py PLAN [LOG]

rowN: along row N, column by column; at=A1,C3: these points, then it resigns. Everything it reads goes
to LOG.
"""
import os
import signal
import sys
import time

plan = sys.argv[1]
log = open(sys.argv[2], "a") if len(sys.argv) > 2 else None


def ask(command):
    print(command, flush=True)


def reply():
    line = sys.stdin.readline()
    if log:
        log.write(line)
        log.flush()
    if not line or line.endswith("wins!\n") or line.startswith("Wow"):
        sys.exit()  # the moves of both sides follow
    return line.rstrip("\n")


def place(point):
    ask(f"place {point}")
    ask("who")  # answered on the next turn, or at once if the point is taken
    if reply() == "Occupied coordinate":
        reply()


def row(number):
    for column in "ABCDEFGHIJKLMNOPQRS":
        place(f"{column}{number}")


def at(points):
    for point in points.split(","):
        for command in ("history", "view"):
            ask(command)
            reply()
        place(point)
    ask("resign")


def bad():
    """Every bad line is answered, and none of them is a move."""
    for line in ("", "Place A1", "place A1 ", "place", "place Z1", "place A20", "x" * 5000, "who"):
        ask(line)
        reply()
    ask("resign")


def tries():
    """Hits stone after stone: the opponent has them on every other point of three rows."""
    for row_number in (5, 6, 7):
        for column in "ACEGIKMOQS":
            place(f"{column}{row_number}")


def talk():
    while True:
        ask("who")
        reply()


PLANS = {
    "bad": bad, "talk": talk, "tries": tries,
    "crash": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "exit": lambda: sys.exit(3),
    "hang": lambda: time.sleep(60),
    "late": lambda: (time.sleep(0.3), ask("place A1"), reply()),
    "resign": lambda: ask("resign"),
    "term": lambda: ask("term"),
}
try:
    ask("who")
    reply()
    if plan.startswith("at="):
        at(plan.removeprefix("at="))
    elif plan.startswith("row"):
        row(int(plan.removeprefix("row")))
    else:
        PLANS[plan]()
except BrokenPipeError:
    pass
