#!/usr/bin/env python3
"""A bot for a Pentad server, using only Python's standard library.

    PENTAD_TOKEN=... ./bot.py [http://127.0.0.1:8080] [--games N]

The token comes from the page's settings or from POST /api/tokens. The bot joins every open game of the
lobby, and in its games wins if it can, stops a five if it must, and otherwise plays near other stones.
In the mist it plays by what it can see. It exits after N games (default: never).
"""

import argparse
import json
import os
import random
import threading
import time
import urllib.error
import urllib.request

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Server:
    def __init__(self, url, token):
        self.url, self.token = url.rstrip("/"), token

    def ask(self, method, path, body=None):
        request = urllib.request.Request(
            self.url + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": "Bearer " + self.token, "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=40) as answer:
            return json.load(answer)


def name(x, y):
    return chr(ord("a") + x) + str(y + 1)


def point(text):
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def stones_of(game):
    """The stones that are known, as {(x, y): 0 for black, 1 for white}."""
    stones, k = {}, 0
    for move in game["moves"]:
        if move not in ("stay", "swap", "more"):
            if move is not None:
                stones[point(move)] = k % 2
            k += 1
    for seen in game["seen"]:  # in the mist
        stones[point(seen)] = 1 if game["turn"]["color"] == "black" else 0
    return stones


def run_through(stones, color, at):
    """The longest line of that color after a stone on that point."""
    best = 1
    for dx, dy in DIRECTIONS:
        length = 1
        for side in (1, -1):
            x, y = at[0] + side * dx, at[1] + side * dy
            while stones.get((x, y)) == color:
                length, x, y = length + 1, x + side * dx, y + side * dy
        best = max(best, length)
    return best


def candidates(game):
    """Moves, the best first: in renju or in the mist the best may be refused."""
    turn = game["turn"]
    if turn["asks"] == "choice":
        return [random.choice(turn["choices"])]
    size, stones, mine = game["size"], stones_of(game), 0 if turn["color"] == "black" else 1
    free = [(x, y) for x in range(size) for y in range(size) if (x, y) not in stones]

    def value(at):
        near = sum((at[0] + dx, at[1] + dy) in stones for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        centre = -abs(at[0] - size // 2) - abs(at[1] - size // 2)
        return (3 * run_through(stones, mine, at) ** 3 + 2 * run_through(stones, 1 - mine, at) ** 3 + near,
                centre, random.random())

    return [name(*at) for at in sorted(free, key=value, reverse=True) if name(*at) not in game["fouls"]]


def play(server, game):
    for move in candidates(game):
        try:
            return server.ask("POST", "/api/games/" + game["game"],
                              {"do": "play", "ply": game["ply"], "line": game["line"], "move": move})
        except urllib.error.HTTPError as error:
            code = json.load(error)["error"]["code"]
            if code not in ("occupied", "illegal_move"):
                return None  # the game has changed: load it again
    return server.ask("POST", "/api/games/" + game["game"], {"do": "resign"})


def join_open_games(server, me):
    for game in server.ask("GET", "/api/lobby")["open"]:
        if game["owner"] != me:
            try:
                server.ask("POST", "/api/games/" + game["game"], {"do": "join"})
            except urllib.error.HTTPError:
                pass  # somebody was faster


def watch_lobby(server, me):
    """Joins open games within a second, while the main thread waits for its turn in others."""
    while True:
        try:
            join_open_games(server, me)
        except OSError:
            pass  # the server restarts, or is busy: try again
        time.sleep(1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("url", nargs="?", default="http://127.0.0.1:8080")
    parser.add_argument("--games", type=int, default=0)
    options = parser.parse_args()
    server = Server(options.url, os.environ["PENTAD_TOKEN"])
    me = server.ask("GET", "/api/session")["name"]
    threading.Thread(target=watch_lobby, args=(server, me), daemon=True).start()
    finished = 0
    while options.games == 0 or finished < options.games:
        for game in server.ask("GET", "/api/turns?wait=true")["games"]:
            after = play(server, game)
            finished += bool(after and after["state"] == "over")


if __name__ == "__main__":
    main()
