#!/usr/bin/env python3
"""Instructions of the server per durable move, by callgrind: instructions.py [--games N] [--at-once N] [--watchers N] [--profile FILE].

Repeatable within about 1 % on a machine however busy. Needs valgrind, and a program with symbols for a readable profile. Games
are created and watched first; only the moves are counted, each with the frames to both players. One game after the other
has a commit per move; with --at-once N, up to N moves share one. --profile keeps callgrind's file for callgrind_annotate.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile

from load import PROGRAM, Server, begin_game, enter, pairs_of

PLIES = 40  # a socket may send 60 messages in 20 seconds


class Counted(Server):
    """The server under callgrind. Its sandbox would refuse what valgrind needs."""

    def __init__(self, folder):
        self.database, self.folder = None, folder
        self.log = open(os.path.join(folder, "log"), "wb")
        words = ["valgrind", "--tool=callgrind", "--separate-threads=yes", f"--callgrind-out-file={folder}/callgrind.out",
                 PROGRAM, "serve", "--port", "0", "--data", folder]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=self.log, text=True, env={**os.environ, "PENTAD_SANDBOX": "off"})
        self.url = self.process.stdout.readline().strip()
        self.port = int(self.url.rsplit(":", 1)[1])

    def control(self, option):
        subprocess.run(["callgrind_control", option, str(self.process.pid)], check=True, stdout=subprocess.DEVNULL)

    def counted(self):
        """The instructions of the server's thread since the last dump, which sets them to zero."""
        self.control("--dump")
        with open(f"{self.folder}/callgrind.out.2-01", encoding="ascii", errors="replace") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(("summary:", "totals:")))


def moves_of(ply):
    """Two colors in a pattern that never makes five."""
    places = [(i % 15, i // 15) for i in range(225) if (((i % 15) + 2 * (i // 15)) % 4 >= 2) == bool(ply % 2)]
    x, y = places[ply // 2]
    return f"{chr(97 + x)}{y + 1}"


async def play(pair, game):
    for ply in range(PLIES):
        await pair[ply % 2].do("play", game=game, ply=ply, line=0, move=moves_of(ply))


async def measure(server, options):
    pairs = pairs_of(await enter(server, 2 * options.games))
    watchers = await enter(server, options.watchers)
    games = [await begin_game(pair) for pair in pairs]
    for pair, game in zip(pairs, games):
        for player in (*pair, *watchers):
            await player.do("watch", game=game)
    await asyncio.sleep(3)  # presence is told
    before = server.metrics()
    server.control("--dump")
    for i in range(0, len(games), options.at_once):
        await asyncio.gather(*(play(*table) for table in list(zip(pairs, games))[i:i + options.at_once]))
    total = server.counted()
    after = server.metrics()
    moves = after["durable_move_seconds_count"] - before["durable_move_seconds_count"]
    commits = after["commits_total"] - before["commits_total"]
    print(f"{moves:.0f} moves, {moves / commits:.2f} per commit: {total / moves:.0f} instructions per durable move")
    for player in (*[player for pair in pairs for player in pair], *watchers):
        await player.drop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--watchers", type=int, default=0)
    parser.add_argument("--profile")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Counted(folder)
        try:
            asyncio.run(measure(server, options))
        finally:
            server.stop()
        if options.profile:
            os.replace(f"{folder}/callgrind.out.2-01", options.profile)
    return 0


if __name__ == "__main__":
    sys.exit(main())
