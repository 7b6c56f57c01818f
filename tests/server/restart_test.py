"""Durability: what was acknowledged survives kill -9, SIGTERM and a restore from backup."""

import contextlib
import http.client
import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest

import client
from client import PATIENCE, Closed, Person, Refused, Server

KILLS = int(os.environ.get("KILLS", "12"))


# Points of both colors in a pattern that never makes five: a game must not end by itself.
POINTS = [[f"{column}{y + 1}" for x, column in enumerate("abcdefghijklmnopqrstuvwxy") for y in range(25)
           if ((x + 2 * y) % 4 >= 2) == (color == 1)] for color in (0, 1)]


class Bot(threading.Thread):
    """Plays both sides of one game after another until stopped, and records what was acknowledged."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.server, self.random = server, random.Random(seed)
        self.people = [Person(server.port), Person(server.port)]
        self.games = {}  # id: the moves that were acknowledged
        self.stopping = threading.Event()
        self.begin()

    def begin(self):
        """The key makes it the same game again if only the answer was lost."""
        self.game = self.sent = None
        game = self.people[0].new_game("link", color="black", size=25, time="300", key=f"game {len(self.games)}")["game"]
        self.people[1].act(game, do="join")
        self.game = game
        self.games[game] = self.acked = []

    def run(self):
        sockets = []
        while not self.stopping.is_set():
            try:
                for person in self.people[len(sockets) :]:
                    sockets.append(person.socket())
                self.move(sockets)
            except (Closed, OSError, Refused, http.client.HTTPException):
                for socket in sockets:
                    socket.close()
                sockets = []
                time.sleep(0.2)  # an address may ask ten times a second
        for socket in sockets:
            socket.close()

    def move(self, sockets):
        if not self.game or len(self.acked) > 200:
            with contextlib.suppress(Refused):  # it has resigned, and did not hear of it
                if self.game:
                    sockets[0].do("resign", game=self.game)
            self.begin()
        # An unacknowledged move is sent again unchanged: it may have arrived or not.
        if self.sent is None:
            taken = set(self.acked)
            self.sent = self.random.choice([point for point in POINTS[len(self.acked) % 2] if point not in taken])
        ply = len(self.acked)
        sockets[ply % 2].do("play", game=self.game, ply=ply, line=0, move=self.sent)
        self.acked.append(self.sent)
        self.sent = None
        if self.random.random() < 0.1:  # once more, to no effect
            sockets[ply % 2].do("play", game=self.game, ply=ply, line=0, move=self.acked[-1])


def stored_moves(server, game):
    return [row[0] for row in server.query(f"SELECT move FROM moves WHERE game = '{game}' ORDER BY ply")]


def moves_in_file(folder, game):
    with contextlib.closing(sqlite3.connect(f"file:{folder}/pentad.db?mode=ro", uri=True)) as db:
        return [row[0] for row in db.execute("SELECT move FROM moves WHERE game = ? ORDER BY ply", (game,))]


class WaitingTest(unittest.TestCase):
    def test_an_open_game_is_listed_while_its_owner_is_online(self):
        """After a restart nobody is online until they reconnect: with a socket, or by polling as bots do."""
        with tempfile.TemporaryDirectory() as data, Server(data) as server:
            ann, bot, visitor = (Person(server.port) for _ in range(3))
            games = [owner.new_game("anyone")["game"] for owner in (ann, bot)]
            self.assertEqual({g["game"] for g in visitor.get("/api/lobby")["open"]}, set(games))
            server.kill()
            server.start()
            lobby = visitor.socket()
            self.assertEqual(lobby.do("lobby", on=True)["open"], [])
            ann.socket()
            told = lobby.wait("lobby", lambda m: m["open"])
            self.assertEqual([g["game"] for g in told["open"]], games[:1])
            bot.get("/api/turns")
            lobby.wait("lobby", lambda m: {g["game"] for g in m["open"]} == set(games))


class ClockedGame:
    """A game in which a clock runs: after a kill it may be off by at most the second between two saves."""

    DRIFT_MS = 1100  # a second, and the time of a save

    def __init__(self, server):
        self.server = server
        self.people = [Person(server.port), Person(server.port)]
        self.worst = 0
        self.begin()

    def begin(self):
        self.game = self.people[0].new_game("link", color="black", time="3600")["game"]
        self.people[1].act(self.game, do="join")
        for ply, move in enumerate(("h8", "i9", "h9")):
            self.people[ply % 2].play(self.game, move)

    def left(self):
        return self.people[1].get("/api/games/" + self.game)["seats"][1]["clock"]["main"]

    def kill(self, while_down):
        """Kills and starts the server. Returns how far the clock is off, in ms."""
        asked = time.monotonic()
        had = self.left()
        self.server.kill()
        down = time.monotonic()
        while_down()
        up = time.monotonic()
        self.server.start()
        left = self.left()
        ran = 1000 * (time.monotonic() - asked - (up - down))
        # It ran for `ran` at most, so without drift it is between had - ran and had.
        off = max(0, left - had, had - ran - left)
        self.worst = max(self.worst, off)
        if left < 60000:
            self.people[0].act(self.game, do="resign")
            self.begin()
        return off


class RestartTest(unittest.TestCase):
    def check_bots(self, server, bots):
        for game, acked in ((game, acked) for bot in bots for game, acked in bot.games.items()):
            stored = stored_moves(server, game)
            self.assertEqual(stored[: len(acked)], acked)
            self.assertLessEqual(len(stored), len(acked) + 1, "a move nobody sent")

    def test_no_acknowledged_move_is_lost_by_kill_9(self):
        with Server() as server:
            bots = [Bot(server, seed) for seed in range(6)]
            for bot in bots:
                bot.start()
            chance = random.Random(1)
            clocked = ClockedGame(server)
            for kill in range(KILLS):
                self.wait_for_moves(bots, 6 * (kill + 1))
                time.sleep(chance.random() * 0.4)
                off = clocked.kill(lambda: self.check_file(server))
                self.assertLessEqual(off, ClockedGame.DRIFT_MS)
            print(f"# {KILLS} kills; the clock was off by {clocked.worst:.0f} ms at worst")
            for bot in bots:
                bot.stopping.set()
            for bot in bots:
                bot.join(60)
                self.assertFalse(bot.is_alive())
            self.check_bots(server, bots)

    def check_file(self, server):
        if not server.database:
            self.assertEqual(server.query("PRAGMA integrity_check"), [["ok"]])

    def wait_for_moves(self, bots, count):
        """Waits until the bots have played that many moves."""
        end = time.monotonic() + PATIENCE
        while sum(len(acked) for bot in bots for acked in list(bot.games.values())) < count:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_sessions_games_offers_and_clocks_survive_a_restart(self):
        with Server() as server:
            ann, ben = Person(server.port), Person(server.port)
            game = ann.new_game("link", color="black", time="300")["game"]
            ben.act(game, do="join")
            for someone, move in ((ann, "h8"), (ben, "i9"), (ann, "h9")):
                someone.play(game, move)
            ann.act(game, do="draw")
            asked = time.monotonic()
            before = ben.get("/api/games/" + game)
            server.kill()
            down = time.monotonic()
            time.sleep(6)
            up = time.monotonic()
            server.start()
            after = ben.get("/api/games/" + game)
            counted = 1000 * (time.monotonic() - asked - (up - down))
            self.assertEqual(after["state"], "playing")
            self.assertEqual(after["moves"], before["moves"])
            self.assertEqual(after["offers"], before["offers"])
            self.assertEqual(after["seq"], before["seq"])
            left, had = (state["seats"][1]["clock"]["main"] for state in (after, before))
            self.assertTrue(had - counted - 1100 < left <= had + 1100, (had, left, counted))
            self.assertEqual(ann.get("/api/session")["name"], ann.me["name"])

    def test_a_level_moves_after_a_restart(self):
        with Server() as server:
            ann = Person(server.port)
            game = ann.new_game("level:1", color="black")["game"]
            ann.play(game, "h8")
            server.kill()
            server.start()
            state = ann.get("/api/games/" + game)
            while state["ply"] < 2:
                state = ann.get(f"/api/games/{game}?after={state['seq']}")

    def test_sigterm_closes_sockets_and_stops(self):
        with Server() as server:
            ann = Person(server.port)
            socket = ann.socket()
            socket.read()
            threading.Thread(target=server.stop).start()
            with self.assertRaises(Closed) as caught:
                socket.read()
            self.assertEqual(caught.exception.status, 1001)
            self.assertEqual(server.process.wait(60), 0)

    def test_data_of_a_newer_program_are_refused(self):
        with Server() as server:
            server.stop()
            server.query("UPDATE server_state SET version = 99" if server.database else "PRAGMA user_version=99")
            with self.assertRaises(RuntimeError) as caught:
                server.start()
            self.assertIn("made by a newer program", str(caught.exception))

    def test_an_absence_is_counted_over_a_kill(self):
        """A day passes in the server's clock between two kills; nobody has to wait for it."""
        day = 24 * 3600 * 1000
        with Server() as server:
            ann, ben = Person(server.port), Person(server.port)
            game = ann.new_game("link", color="black")["game"]
            ben.act(game, do="join")
            ann.play(game, "h8")
            ben.play(game, "i9")
            server.kill()
            server.start()  # from now on Ann is away

            self.wait_for(lambda: server.query(f"SELECT 1 FROM absences WHERE game = '{game}' AND seat0 IS NOT NULL"))
            self.assertNotIn("claim_win", ben.get("/api/games/" + game)["actions"])
            server.kill()
            server.query("DELETE FROM facts WHERE name = 'server_time'")
            server.query(f"INSERT INTO facts (name, value) SELECT 'server_time', seat0 + {day} FROM absences")
            server.start()
            self.wait_for(lambda: "claim_win" in ben.get("/api/games/" + game)["actions"])
            self.assertEqual(ben.act(game, do="claim_win")["result"]["reason"], "abandoned")

    def wait_for(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)


class FileTest(unittest.TestCase):
    """What is about the file of SQLite."""

    def test_a_second_server_on_the_same_data_is_refused(self):
        with Server() as server:
            other = subprocess.run([*server.command(), "--port", "0"], capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(other.returncode, 1)
            self.assertIn("another server uses it", other.stderr)

    def test_data_of_an_older_program_are_migrated(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(client.ROOT, "tests/store/versions/1.sql"), encoding="utf-8") as script:
                db = sqlite3.connect(f"{folder}/pentad.db")
                db.executescript(script.read())
                db.close()
            with Server(folder) as server:
                ann = Person(server.port, enter=False)
                me = ann.post("/api/login", {"name": "Ann", "password": "correct horse"})
                self.assertEqual(len(me["games"]), 2)
                games = ann.get("/api/games?player=Ann&state=over")["games"]
                self.assertEqual([game["result"]["winner"] for game in games], ["black"])
                self.assertEqual(ann.get(f"/api/games/{games[0]['game']}")["moves"], ["h8", "i9", "g7"])
                self.assertEqual(server.stop(), 0)

    def test_backup_of_a_running_server(self):
        with Server() as server, tempfile.TemporaryDirectory() as folder:
            bots = [Bot(server, seed) for seed in range(4)]
            for bot in bots:
                bot.start()
            for i in range(5):
                acked = [list(bot.acked) for bot in bots]
                copy = os.path.join(folder, f"copy{i}")
                os.mkdir(copy)
                subprocess.run([client.PROGRAM, "serve", "--backup", f"{copy}/pentad.db", "--data", server.data],
                               check=True, timeout=60)
                for bot, moves in zip(bots, acked):
                    self.assertEqual(moves_in_file(copy, bot.game)[: len(moves)], moves)
            for bot in bots:
                bot.stopping.set()
            for bot in bots:
                bot.join(60)
            with Server(copy) as restored:
                someone = Person(restored.port)
                self.assertEqual(someone.get("/api/games/" + bots[0].game)["state"], "playing")

    def test_colors_in_data_of_an_earlier_program(self):
        data = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, data, ignore_errors=True)
        with open(os.path.join(client.ROOT, "tests/store/versions/5.sql"), encoding="utf-8") as dump:
            database = sqlite3.connect(os.path.join(data, "pentad.db"))
            database.executescript(dump.read())
            database.close()
        with Server(data) as server:
            someone = Person(server.port)
            games = someone.get("/api/games?player=Ann")["games"]
            games.append(someone.get("/api/games/wxyma73xvsbz"))  # by link, and still played: not in the list
            found = {game["game"]: ([seat["color"] for seat in game["seats"]],
                                    game["result"] and game["result"]["winner"]) for game in games}
            swapped, kept = ["white", "black"], ["black", "white"]
            self.assertEqual(found, {"gbwd682g4esm": (swapped, "white"), "wxyma73xvsbz": (swapped, None),
                                     "z5xwr9japrmh": (kept, "white"), "evw4472jrzfw": (kept, "black")})
            for game in games:
                whole = someone.get("/api/games/" + game["game"])
                self.assertEqual([seat["color"] for seat in whole["seats"]], found[game["game"]][0])

    def test_a_full_disk_refuses_moves_and_recovers(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], check=False,
                          capture_output=True).returncode != 0:
            self.skipTest("no tmpfs can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", folder], check=False)
        with Server(folder) as server:
            ann, ben = Person(server.port), Person(server.port)
            game = ann.new_game("link", color="black")["game"]
            ben.act(game, do="join")
            ann.play(game, "h8")
            filler = os.path.join(folder, "filler")
            with open(filler, "wb", buffering=0) as out:
                try:
                    while True:
                        out.write(b"x" * 4096)
                except OSError:
                    pass
            with self.assertRaises(Refused) as caught:
                ben.act(game, do="play", ply=1, line=0, move="i9")
            self.assertEqual(caught.exception.code, "unavailable")
            self.assertEqual(ben.get("/api/games/" + game)["moves"], ["h8"])
            os.unlink(filler)
            self.assertEqual(ben.act(game, do="play", ply=1, line=0, move="i9")["moves"], ["h8", "i9"])
