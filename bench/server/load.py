#!/usr/bin/env python3
"""Load simulator for one server: load.py [--players N] [--watchers N] [--seconds S] [--database URL] [--folder FOLDER].

Starts `pentad serve` on loopback, measures what each kind of work costs (the inputs of the capacity model in
docs/develop/scale.md), predicts from them the CPU time of a mixed load, runs that load, and compares. A mixed load is
games whose players arrive and leave at random, watchers, correspondence games by HTTP requests, and a reconnect storm.
Bounded: at most 400 players and 120 seconds for each of the five phases.
"""

import argparse
import asyncio
import base64
import contextlib
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("PENTAD", os.path.join(ROOT, "build", "pentad"))
LEVELS = ("-2", "1", "3", "5", "7", "9", "10")


class Server:
    def __init__(self, folder, database):
        self.database = database
        words = [PROGRAM, "serve", "--port", "0", "--data", folder, *(["--database", database] if database else [])]
        self.log = open(os.path.join(folder, "log"), "wb")
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.url = self.process.stdout.readline().strip()
        self.port = int(self.url.rsplit(":", 1)[1])

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def cpu(self, pid=None):
        """Seconds of CPU time of the server's threads, without its workers."""
        total = 0
        for task in glob.glob(f"/proc/{pid or self.process.pid}/task/*/schedstat"):
            with open(task, encoding="ascii") as file:
                total += int(file.read().split()[0])
        return total / 1e9

    def workers(self):
        pid = self.process.pid
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(child) for child in file.read().split()]

    def written(self):
        """Bytes written to files (sockets do not count), or to the write-ahead log of PostgreSQL."""
        if self.database:
            return int(subprocess.run(["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--command",
                                       "SELECT (pg_current_wal_lsn() - '0/0')::bigint", self.database],
                                      capture_output=True, text=True, check=True).stdout)
        with open(f"/proc/{self.process.pid}/io", encoding="ascii") as file:
            return int(re.search(r"wchar: (\d+)", file.read()).group(1))

    def metrics(self):
        with urllib.request.urlopen(self.url + "/metrics") as answer:
            return {name: float(value) for name, value in re.findall(r"(?m)^pentad_(\S+) (\S+)$", answer.read().decode())}


class Measured:
    """What a phase took: CPU time, bytes written, and what was counted."""

    def __init__(self, server):
        self.server, self.at = server, time.monotonic()
        self.start = (server.cpu(), server.written(), server.metrics())

    def end(self):
        cpu, written, before = self.start
        after = self.server.metrics()
        self.seconds = time.monotonic() - self.at
        self.cpu, self.written = self.server.cpu() - cpu, self.server.written() - written
        self.counts = {name: after[name] - before.get(name, 0) for name in after}
        return self


class Player:
    """A guest with an address of its own, because rate limits are per address."""

    made = 0

    def __init__(self, server):
        Player.made += 1
        self.server = server
        self.address = f"127.4.{Player.made // 250}.{Player.made % 250 + 1}"
        self.cookie, self.reader, self.writer = "", None, None
        self.received, self.next_id, self.waiting, self.task = 0, 0, {}, None
        self.moved = asyncio.Event()
        self.is_open = False

    async def connect(self):
        return await asyncio.open_connection("127.0.0.1", self.server.port, local_addr=(self.address, 0))

    def head(self, method, path, more):
        return (f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nOrigin: {self.server.url}\r\n"
                + (f"Cookie: {self.cookie}\r\n" if self.cookie else "") + more + "\r\n").encode()

    async def ask(self, method, path, body=None):
        reader, writer = await self.connect()
        data = json.dumps(body or {}).encode() if method == "POST" else b""
        kind = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if data else ""
        writer.write(self.head(method, path, kind + "Connection: close\r\n") + data)
        head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        if found := re.search(rb"(?i)set-cookie: (session=[^;]+)", head):
            self.cookie = found.group(1).decode()
        status = int(head.split()[1])
        if status >= 400:
            raise RuntimeError(f"{method} {path}: {status} {answer[:200]!r}")
        return json.loads(answer)

    async def open(self):
        """The WebSocket, up to the welcome."""
        self.reader, self.writer = await self.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(self.head("GET", "/api/socket", "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                                    f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"))
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            raise RuntimeError(head.decode())
        await self.read()
        self.is_open = True
        self.task = asyncio.ensure_future(self.listen())

    async def frame(self):
        first, second = await self.reader.readexactly(2)
        length = second & 0x7F
        if length == 126:
            length = int.from_bytes(await self.reader.readexactly(2), "big")
        elif length == 127:
            length = int.from_bytes(await self.reader.readexactly(8), "big")
        self.received += length + 2 + 2 * (length > 125)
        return first & 15, await self.reader.readexactly(length)

    async def read(self):
        while True:
            opcode, data = await self.frame()
            if opcode == 9:
                self.send_frame(10, data)
            elif opcode == 8:
                raise ConnectionError("closed")
            elif opcode == 1:
                return json.loads(data)

    async def listen(self):
        try:
            while True:
                message = await self.read()
                if message.get("to") in self.waiting:
                    self.waiting.pop(message["to"]).set_result(message)
                elif message["is"] in ("moved", "game"):
                    self.moved.set()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass

    def send_frame(self, opcode, data):
        mask, size = os.urandom(4), len(data)
        head = bytes([0x80 | opcode]) + (bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big"))
        self.writer.write(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    async def do(self, word, **fields):
        if not self.is_open:
            raise ConnectionError("dropped")
        self.next_id += 1
        done = self.waiting[self.next_id] = asyncio.get_running_loop().create_future()
        self.send_frame(1, json.dumps({"do": word, "id": self.next_id, **fields}).encode())
        answer = await asyncio.wait_for(done, 30)
        if answer["is"] == "error":
            raise RuntimeError(answer)
        return answer

    async def drop(self):
        """As when a network breaks: what was not answered yet never will be."""
        self.is_open = False
        self.task.cancel()
        self.writer.transport.abort()
        for done in self.waiting.values():
            done.set_exception(ConnectionError("dropped"))
        self.waiting.clear()


def points(rng):
    """The points of a board in a random order."""
    found = [f"{chr(97 + x)}{y + 1}" for x in range(15) for y in range(15)]
    rng.shuffle(found)
    return found


async def begin_game(pair):
    black, white = pair
    game = (await black.ask("POST", "/api/games", {"opponent": "link", "color": "black"}))["game"]
    await white.ask("POST", "/api/games/" + game, {"do": "join"})
    return game


async def everyone_does(word, game, pair, options):
    """The players, and those watchers whose sockets are open: a storm may break them at any time."""
    for player in pair:
        await player.do(word, game=game)
    for watcher in options.watching.get(pair, ()):
        with contextlib.suppress(ConnectionError):
            await watcher.do(word, game=game)


async def play(pair, options, until, rng, latencies):
    """Games between two players on sockets, one after the other, with pauses; until the time is over."""
    while time.monotonic() < until:
        game = await begin_game(pair)
        await everyone_does("watch", game, pair, options)
        for ply, move in enumerate(points(rng)[:rng.randint(20, 40)]):
            await asyncio.sleep(rng.expovariate(1 / options.pause))
            if time.monotonic() > until:
                break
            began = time.monotonic()
            try:
                await pair[ply % 2].do("play", game=game, ply=ply, line=0, move=move)
            except RuntimeError:
                break  # five in a row
            latencies.append(time.monotonic() - began)
        try:
            await pair[0].do("resign", game=game)
        except RuntimeError:
            pass
        await everyone_does("leave", game, pair, options)


async def correspond(pair, options, until, rng, latencies):
    """A game by HTTP requests."""
    game = await begin_game(pair)
    for ply, move in enumerate(points(rng)[:200]):
        await asyncio.sleep(rng.expovariate(1 / (4 * options.pause)))
        if time.monotonic() > until:
            return
        began = time.monotonic()
        try:
            await pair[ply % 2].ask("POST", "/api/games/" + game, {"do": "play", "ply": ply, "line": 0, "move": move})
        except RuntimeError:
            return
        latencies.append(time.monotonic() - began)


async def enter(server, count, sockets=True):
    found = [Player(server) for _ in range(count)]
    for player in found:
        await player.ask("POST", "/api/session")
        if sockets:
            await player.open()
    return found


def pairs_of(players):
    return list(zip(players[0::2], players[1::2]))


async def storm(players):
    """All sockets break; everyone returns within a second. Returns the seconds until all are back."""
    for player in players:
        await player.drop()

    async def come_back(player):
        await asyncio.sleep(random.random())
        await player.open()
    began = time.monotonic()
    await asyncio.gather(*(come_back(player) for player in players))
    return time.monotonic() - began


async def level_cpu(server):
    """CPU seconds of a worker for a level's move, by level: the mean of up to 16 moves of the level against itself."""
    rows = []
    for level in LEVELS:
        # The level's moves in one game are the player's moves in the other.
        players = await enter(server, 2, sockets=False)
        games = [await player.ask("POST", "/api/games", {"opponent": f"level:{level}", "color": color})
                 for player, color in zip(players, ("white", "black"))]
        before = None
        moves, turn = 0, 0
        while moves < 16 and games[turn]["state"] == "playing":
            game = games[turn]
            while game["state"] == "playing" and game["ply"] <= moves:
                game = games[turn] = await players[turn].ask("GET", f"/api/games/{game['game']}?after={game['seq']}")
            if game["ply"] <= moves:
                break
            moves += 1
            if moves == 2:  # the first one of a worker includes its start
                before = sum(server.cpu(pid) for pid in server.workers())
            other = games[1 - turn]
            if other["state"] != "playing":
                break
            games[1 - turn] = await players[1 - turn].ask("POST", "/api/games/" + other["game"], {
                "do": "play", "ply": other["ply"], "line": 0, "move": game["moves"][moves - 1]})
            turn = 1 - turn
        spent = sum(server.cpu(pid) for pid in server.workers()) - before
        for player, game in zip(players, games):
            try:
                await player.ask("POST", "/api/games/" + game["game"], {"do": "resign"})
            except RuntimeError:
                pass  # it is over
        rows.append((level, spent / max(1, moves - 2)))
    return rows


def quantile(values, share):
    return sorted(values)[int(share * (len(values) - 1))] if values else float("nan")


async def phase(server, tasks):
    measured = Measured(server)
    await asyncio.gather(*tasks)
    return measured.end()


async def simulate(server, options):
    rng = random.Random(1)
    players = await enter(server, options.players)
    pairs = pairs_of(players)
    by_mail = pairs_of(await enter(server, options.players // 2, sockets=False))
    watchers = await enter(server, options.watchers * len(pairs) if options.watchers else 0)
    everyone = players + watchers
    options.watching = {}

    await asyncio.sleep(3)  # the start is over: files of the page are compressed
    idle = await phase(server, [asyncio.sleep(options.seconds / 2)])
    idle_cpu = idle.cpu / idle.seconds
    until = lambda: time.monotonic() + options.seconds

    latencies, end = [], until()
    moves = await phase(server, [play(pair, options, end, rng, latencies) for pair in pairs])
    count = max(1, moves.counts["durable_move_seconds_count"])
    per_move = (moves.cpu - idle_cpu * moves.seconds) / count
    print(f"moves on sockets: {count:.0f} in {moves.seconds:.0f} s, {count / moves.counts['commits_total']:.2f} per commit, "
          f"p50 {1000 * quantile(latencies, .5):.1f} ms, p99 {1000 * quantile(latencies, .99):.1f} ms (with the simulator's own time)")
    print(f"  CPU per durable move {1e6 * per_move:.0f} us, bytes written per move {moves.written / count:.0f}, "
          f"mean commit {1000 * moves.counts['commit_seconds_sum'] / moves.counts['commit_seconds_count']:.2f} ms")

    options.watching = {pair: watchers[i::len(pairs)] for i, pair in enumerate(pairs)}
    received = sum(player.received for player in watchers)
    latencies, end = [], until()
    watched = await phase(server, [play(pair, options, end, rng, latencies) for pair in pairs])
    count = watched.counts["durable_move_seconds_count"]
    sent = count * options.watchers
    per_push = max(0, watched.cpu - idle_cpu * watched.seconds - count * per_move) / sent if sent else 0
    if sent:
        print(f"with {options.watchers} watchers per game: {count:.0f} moves, bytes per watcher and move "
              f"{(sum(player.received for player in watchers) - received) / sent:.0f}, CPU per watcher and move {1e6 * per_push:.0f} us")

    latencies, end = [], until()
    mail = await phase(server, [correspond(pair, options, end, rng, latencies) for pair in by_mail])
    count = max(1, mail.counts["durable_move_seconds_count"])
    per_mail = (mail.cpu - idle_cpu * mail.seconds) / count
    print(f"moves by HTTP requests: {count:.0f}, CPU per move {1e6 * per_mail:.0f} us, p99 {1000 * quantile(latencies, .99):.1f} ms")

    storms = Measured(server)
    back = await storm(everyone)
    storms.end()
    per_return = (storms.cpu - idle_cpu * storms.seconds) / len(everyone)
    print(f"reconnect storm: {len(everyone)} sockets back in {back:.2f} s, CPU per socket {1e6 * per_return:.0f} us")

    latencies, mailed, end = [], [], until()

    async def storm_in_the_middle():
        await asyncio.sleep(options.seconds / 2)
        await storm(watchers)

    mixed = await phase(server, [
        *(play(pair, options, end, rng, latencies) for pair in pairs),
        *(correspond(pair, options, end, rng, mailed) for pair in by_mail),
        storm_in_the_middle(),
    ])
    on_sockets = len(latencies)
    # After the storm the watchers are back, but do not watch: half of the pushes.
    predicted = (idle_cpu * mixed.seconds + on_sockets * per_move + on_sockets * options.watchers * per_push / 2
                 + len(mailed) * per_mail + len(watchers) * per_return)
    print(f"mixed: {on_sockets} moves on sockets, {len(mailed)} by requests, {len(watchers)} reconnects: predicted CPU {predicted:.2f} s, "
          f"measured {mixed.cpu:.2f} s, ratio {mixed.cpu / predicted:.2f}; p99 {1000 * quantile(latencies, .99):.1f} ms")

    for player in everyone:
        await player.drop()
    if options.levels:
        print("CPU of a level's move: " + ", ".join(f"level {level} {1000 * cpu:.1f} ms" for level, cpu in await level_cpu(server)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=60, help="on sockets; half as many play by requests")
    parser.add_argument("--watchers", type=int, default=3, help="per game")
    parser.add_argument("--seconds", type=float, default=15, help="of each phase")
    parser.add_argument("--pause", type=float, default=0.5, help="mean time between the moves of a game")
    parser.add_argument("--database", help="as for pentad serve")
    parser.add_argument("--folder", help="for the data; default: a temporary one")
    parser.add_argument("--levels", action="store_true", help="measure the levels, too")
    options = parser.parse_args()
    if not (2 <= options.players <= 400 and 0 <= options.watchers <= 20 and 1 <= options.seconds <= 120 and options.pause >= 0.4):
        parser.error("players: 2 to 400, watchers: 0 to 20, seconds: 1 to 120, pause: at least 0.4, or the rate limits stop it")
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        server = Server(folder, options.database)
        try:
            asyncio.run(simulate(server, options))
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
