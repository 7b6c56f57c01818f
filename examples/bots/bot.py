#!/usr/bin/env python3
"""A bot for a Pentad server, using only Python's standard library.

    PENTAD_TOKEN=... ./bot.py [http://127.0.0.1:8080] [--games N]

The token comes from the page's settings or from POST /api/tokens. The bot joins every open game of the
lobby, and in its games wins if it can, stops a five if it must, and otherwise plays near other stones.
In the mist it plays by what it can see. It exits after N games (default: never), or on Ctrl-C. While the
server is away it tries again and again. Exit status: 0 after N games, 1 if the server refuses the token or
is not a Pentad server, 2 for a usage error, 130 after Ctrl-C.
"""

import argparse
import http.client
import json
import os
import random
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Refused(Exception):
    """The server refuses a request, with a code such as "occupied"."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class Away(Exception):
    """The server cannot be reached, is busy or restarts: worth another try."""


class Server:
    def __init__(self, url, token):
        self.url, self.token = url.rstrip("/"), token

    def ask(self, method, path, body=None):
        request = urllib.request.Request(
            self.url + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": "Bearer " + self.token, "Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=40) as answer:
                data = answer.read()
        except urllib.error.HTTPError as error:
            data = error.read()
            if error.code == 429 or error.code >= 500:
                raise Away(f"{self.url} answers {error.code} {error.reason}") from error
        except (OSError, http.client.HTTPException) as error:
            raise Away(f"cannot reach {self.url}: {getattr(error, 'reason', error)}") from error
        try:
            found = json.loads(data)
            refusal = found.get("error")
        except (ValueError, AttributeError):
            sys.exit(f"bot.py: {self.url} is not a Pentad server")
        if refusal:
            raise Refused(refusal["code"], refusal["text"])
        return found


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
        except Refused as refused:
            if refused.code not in ("occupied", "illegal_move"):
                time.sleep(1)
                return None  # the game has changed: load it again
    return server.ask("POST", "/api/games/" + game["game"], {"do": "resign"})


def join_open_games(server, me):
    for game in server.ask("GET", "/api/lobby")["open"]:
        if game["owner"] != me:
            try:
                server.ask("POST", "/api/games/" + game["game"], {"do": "join"})
            except Refused:
                pass  # somebody was faster


def watch_lobby(server, me):
    """Joins open games within a second, while the main thread waits for its turn in others."""
    while True:
        try:
            join_open_games(server, me)
        except (Away, Refused):
            pass  # the main thread reports it
        time.sleep(1)


def http_url(text):
    parts = urllib.parse.urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError
    return text


def play_games(server, count):
    """Plays until `count` games are over; 0: for ever. Waits longer and longer while the server is away."""
    me, finished, delay = None, 0, 1
    while count == 0 or finished < count:
        try:
            if not me:
                me = server.ask("GET", "/api/session")["name"]
                if not me:
                    raise Refused("no_session", "no session")
                threading.Thread(target=watch_lobby, args=(server, me), daemon=True).start()
            for game in server.ask("GET", "/api/turns?wait=true")["games"]:
                after = play(server, game)
                finished += bool(after and after["state"] == "over")
            delay = 1
        except Away as away:
            print(f"bot.py: {away}; trying again in {delay} s", file=sys.stderr)
            time.sleep(delay)
            delay = min(2 * delay, 30)


def main():
    parser = argparse.ArgumentParser(description="A bot for a Pentad server. PENTAD_TOKEN is its token, from the page.")
    parser.add_argument("url", nargs="?", type=http_url, default="http://127.0.0.1:8080", help="default: %(default)s")
    parser.add_argument("--games", type=int, default=0, metavar="N", help="exit after N games (default: never)")
    options = parser.parse_args()
    token = os.environ.get("PENTAD_TOKEN", "").strip()
    if not token.isascii() or not token.isprintable() or not token:
        parser.error("set PENTAD_TOKEN to a token; the page makes one: Account, API tokens")
    try:
        play_games(Server(options.url, token), options.games)
    except Refused as refused:
        unknown = "the server does not know this token; PENTAD_TOKEN must be one of its own"
        sys.exit(f"bot.py: {unknown if refused.code == 'no_session' else refused}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
