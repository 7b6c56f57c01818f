#!/usr/bin/env python3
"""A bot for Gomoku in the Mist, using only Python's standard library.

It sends the commands of `pentad mist` to standard output and reads the replies from standard input:

    pentad match --mist level:4 'bot=mist:examples/bots/mist_bot.py' --games 20

It remembers every stone it has seen or hit, wins if it can, stops a five if it must, and otherwise
extends its longest row.
"""
import sys

SIZE, REACH = 19, 3
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
# The worth of a row of five points with 0, 1, 2 ... stones of one color and none of the other.
OWN, OTHER = (1, 6, 30, 150, 100000), (1, 5, 25, 120, 10000)


class GameOver(Exception):
    """The controller has printed the result, or is gone."""


def ask(command):
    print(command, flush=True)


def reply():
    line = sys.stdin.readline().rstrip("\n")
    if not line or line.endswith("wins!") or line.startswith("Wow"):
        raise GameOver
    return line


def look(board):
    """Adds the stones in the hole to the board."""
    ask("view")
    line = reply()
    occupied = line == "Occupied coordinate"  # the answer to the last move, which was not made
    center, cells = (reply() if occupied else line).split(",")
    left, top = ord(center[0]) - ord("A") - REACH, int(center[1:]) + REACH
    for i, cell in enumerate(cells):
        if cell in "#o":
            board[left + i % 7, top - i // 7] = cell
    return occupied


def value(board, me, x, y):
    total = 0
    for dx, dy in DIRECTIONS:
        for start in range(-4, 1):
            row = [(x + (start + i) * dx, y + (start + i) * dy) for i in range(5)]
            if any(not (0 <= a < SIZE and 1 <= b <= SIZE) for a, b in row):
                continue
            stones = [board[point] for point in row if point in board]
            if all(stone == me for stone in stones):
                total += OWN[len(stones)]
            elif me not in stones:
                total += OTHER[len(stones)]
    return total


def choose(board, me):
    points = [(x, y) for x in range(SIZE) for y in range(1, SIZE + 1) if (x, y) not in board]
    return max(points, key=lambda p: (value(board, me, *p), -abs(p[0] - 9) - abs(p[1] - 10)))


def play():
    board, tried = {}, None
    ask("who")
    me = "#" if reply() == "B" else "o"
    while True:
        occupied = look(board)
        if tried:
            board.setdefault(tried, ("o" if me == "#" else "#") if occupied else me)
        tried = choose(board, me)
        ask(f"place {chr(ord('A') + tried[0])}{tried[1]}")


try:
    play()
except (GameOver, BrokenPipeError):
    pass
