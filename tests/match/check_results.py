#!/usr/bin/env python3
"""Checks every result of a match against the faults that brain.py logged.

    check_results.py GAMES.json LOG

Has its own implementation of the rules (freestyle: the first five wins). Prints wrong results, and the
number of games by end reason. Exit status 1 if a result was wrong.
"""
import collections
import json
import re
import sys

from brain import FATAL


def wins(stones, x, y):
    for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1):
        length = 1
        for sign in 1, -1:
            px, py = x + sign * dx, y + sign * dy
            while stones.get((px, py)) == stones[x, y]:
                length += 1
                px, py = px + sign * dx, py + sign * dy
        if length >= 5:
            return True
    return False


def replay(game):
    """The score on the board (None if the game is not over), and what is wrong with the moves."""
    stones, score = {}, None
    for number, (column, row) in enumerate(re.findall(r"([a-z])(\d+)", game["moves"])):
        point = ord(column) - ord("a"), int(row) - 1
        if score:
            return score, "a move after the end"
        if point in stones or not max(point) < game["size"]:
            return score, f"an impossible move {column}{row}"
        stones[point] = number % 2
        if wins(stones, *point):
            score = "1-0" if number % 2 == 0 else "0-1"
    if not score and len(stones) == game["size"] ** 2:
        score = "1/2-1/2"
    return score, None


def count_moves(text):
    return len(re.findall(r"[a-z]\d+", text))


def expectation(game, faults):
    """(score, reason) that the game must have. Removes the fault that ended it from `faults`."""
    score, wrong = replay(game)
    if wrong:
        return None, wrong
    if score:
        return score, "no legal move is left" if score == "1/2-1/2" else "five in a row"
    count = count_moves(game["moves"])
    to_move = "white" if count % 2 else "black"
    loss = "0-1" if to_move == "black" else "1-0"
    for (who, kind, moves), times in faults.items():
        if times == 0 or who != game[to_move]:
            continue
        if kind in FATAL and moves == game["moves"]:
            faults[who, kind, moves] -= 1
            return loss, FATAL[kind]
        if kind == "vanish" and game["moves"].startswith(moves) and count_moves(moves) == count - 2:
            return loss, "a crash"
    return None, "no reason to end"


def main():
    games = [json.loads(line) for line in open(sys.argv[1])]
    logged = [json.loads(line) for line in open(sys.argv[2])]
    faults = collections.Counter((d["who"], d["kind"], d["moves"]) for d in logged)
    wrong = 0
    ends = collections.Counter()
    for game in games:
        want = expectation(game, faults)
        got = game["score"], game["reason"]
        ends[game["reason"]] += 1
        if got != want:
            wrong += 1
            print(f"game {game['game']} is {got}, not {want}: {game['moves']}")
    for (who, kind, moves), times in faults.items():
        if kind in FATAL and times > 0:
            wrong += times
            print(f"{who} did '{kind}' after {moves}, and no game ended by it")
    print(f"{len(games)} games: " + ", ".join(f"{n} {reason}" for reason, n in sorted(ends.items())))
    print(f"{len(logged)} faults, {wrong} wrong results")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
