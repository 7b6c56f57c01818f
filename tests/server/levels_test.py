"""Games against levels, and levels that hang or die."""

import contextlib
import os
import shutil
import signal
import tempfile
import time
import unittest
import unittest.mock

import client
from client import PATIENCE, Person, Refused, Server


def is_running(pid):
    """False also for a zombie, which nobody may have waited for."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class LevelsTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(None, "--workers", "1")
        self.addCleanup(self.server.__exit__)
        self.ann = Person(self.server.port)

    def wait_for_turn(self, socket, game):
        state = socket.do("watch", game=game)["game"]
        while state["state"] == "playing" and state["turn"]["seat"] != state["you"]:
            if socket.read()["is"] in ("moved", "game"):
                state = socket.do("watch", game=game)["game"]
        return state

    def play_to_the_end(self, game, points):
        socket = self.ann.socket()
        state = self.wait_for_turn(socket, game)
        for point in points:
            if state["state"] != "playing":
                break
            if point in state["moves"]:
                continue
            try:
                socket.do("play", game=game, ply=state["ply"], line=state["line"], move=point)
            except Refused as refused:
                if refused.code not in ("occupied", "illegal_move"):
                    raise
                continue
            state = self.wait_for_turn(socket, game)
        return state

    def test_a_game_to_its_end(self):
        for level in (2, -2):
            game = self.ann.new_game(f"level:{level}", size=7)
            self.assertIn((f"Level {level}", "level", level), [(s["name"], s["kind"], s["level"]) for s in game["seats"]])
            points = [f"{column}{row}" for row in range(1, 8) for column in "abcdefg"]
            state = self.play_to_the_end(game["game"], points)
            self.assertEqual(state["state"], "over")
            self.assertIn(state["result"]["reason"], ("five", "full"))

    def test_a_game_in_the_mist(self):
        game = self.ann.new_game("level:3", mist=True, color="black")["game"]
        points = [f"{column}{row}" for row in (5, 9, 15) for column in "bdfhjlnpr"]
        state = self.play_to_the_end(game, points)
        self.assertGreater(state["ply"], 6)

    def test_swap2_with_a_level(self):
        for color in ("black", "white"):
            game = self.ann.new_game("level:1", opening="swap2", color=color)["game"]
            socket = self.ann.socket()
            state = self.wait_for_turn(socket, game)
            moves = iter(["c3", "m3", "c13", "m13", "h8"])
            while state["ply"] < 7:
                turn = state["turn"]
                move = turn["choices"][0] if turn["asks"] == "choice" else next(m for m in moves if m not in state["moves"])
                socket.do("play", game=game, ply=state["ply"], line=0, move=move)
                state = self.wait_for_turn(socket, game)
            self.assertEqual(state["turn"]["asks"], "stone")

    def test_a_level_begins_where_the_opening_lets_it(self):
        for opening, least in (("pro", 3), ("long-pro", 4)):
            for level in ("level:1", "level:4"):
                game = self.ann.new_game(level, opening=opening, color="white")["game"]
                socket = self.ann.socket()
                state = self.wait_for_turn(socket, game)
                socket.do("play", game=game, ply=state["ply"], line=0, move="i9")
                state = self.wait_for_turn(socket, game)
                self.assertEqual((state["state"], state["ply"]), ("playing", 3), state["result"])
                third = state["moves"][2]
                distance = max(abs(ord(third[0]) - ord("h")), abs(int(third[1:]) - 8))
                self.assertGreaterEqual(distance, least, (opening, level))
                self.ann.act(game, do="resign")

    def test_a_level_takes_back_at_once_and_does_not_draw(self):
        game = self.ann.new_game("level:1", color="black")["game"]
        socket = self.ann.socket()
        socket.do("watch", game=game)
        socket.do("play", game=game, ply=0, line=0, move="h8")
        socket.wait("moved", lambda m: m["ply"] == 2)
        state = self.ann.act(game, do="takeback", plies=2)
        self.assertEqual((state["ply"], state["line"]), (0, 1))
        with self.assertRaises(Refused) as caught:
            self.ann.act(game, do="draw")
        self.assertEqual(caught.exception.code, "not_now")

    def test_a_rematch_with_a_level_begins_at_once(self):
        game = self.ann.new_game("level:1")["game"]
        self.ann.act(game, do="resign")
        self.assertIsNotNone(self.ann.act(game, do="rematch")["next"])

    def test_a_network_with_many_games_does_not_delay_others(self):
        crowd = [Person(self.server.port, address="127.9.9.9") for _ in range(4)]
        games = [(one, one.new_game("level:9", color="black")["game"]) for one in crowd for _ in range(2)]
        for one, game in games:
            one.play(game, "h8")
        game = self.ann.new_game("level:1", color="black")["game"]
        self.ann.play(game, "h8")
        socket = self.ann.socket()
        self.wait_for_turn(socket, game)
        answered = sum(one.get("/api/games/" + game)["ply"] == 2 for one, game in games)
        self.assertLess(answered, 4, "the level answered most of the others first")

    def test_a_killed_worker_is_restarted(self):
        game = self.ann.new_game("level:1", color="black")["game"]
        socket = self.ann.socket()
        socket.do("watch", game=game)
        free = ["a1", "o1", "a15", "o15", "c8", "m8", "h1", "h15", "e4", "k12"]
        for ply in range(0, 8, 2):  # nobody has five stones yet, so the game goes on
            socket.do("play", game=game, ply=ply, line=0, move=free.pop(0))
            self.server.signal_workers(signal.SIGKILL)
            answer = socket.wait("moved", lambda m, ply=ply: m["ply"] == ply + 2)["move"]
            free = [point for point in free if point != answer]

    def test_a_hanging_worker_is_killed(self):
        game = self.ann.new_game("level:1", color="black")["game"]
        socket = self.ann.socket()
        socket.do("watch", game=game)
        socket.do("play", game=game, ply=0, line=0, move="a1")
        socket.wait("moved", lambda m: m["ply"] == 2)
        self.server.signal_workers(signal.SIGSTOP)
        socket.do("play", game=game, ply=2, line=0, move="o15")
        socket.wait("moved", lambda m: m["ply"] == 4)
        self.assertIn("took too long", self.server.log())

    def test_stopped_workers_end_with_a_killed_server(self):
        game = self.ann.new_game("level:1", color="black")["game"]
        socket = self.ann.socket()
        socket.do("watch", game=game)
        socket.do("play", game=game, ply=0, line=0, move="a1")
        socket.wait("moved", lambda m: m["ply"] == 2)
        socket.close()
        workers = self.server.workers()
        self.assertTrue(workers)
        self.server.signal_workers(signal.SIGSTOP)
        self.server.kill()
        deadline = time.monotonic() + PATIENCE
        while any(is_running(worker) for worker in workers):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)

    def test_broken_workers_do_not_affect_others(self):
        """While all workers hang, and then while they are killed again and again, two users play a whole game, a
        third begins one, and the page, the lobby and a new guest are served."""
        stuck = self.ann.new_game("level:1", color="black")["game"]
        self.ann.play(stuck, "a1")
        state = self.ann.get("/api/games/" + stuck)
        while state["ply"] < 2:
            state = self.ann.get(f"/api/games/{stuck}?after={state['seq']}")
        for harm in (signal.SIGSTOP, signal.SIGKILL):
            self.server.signal_workers(harm)
            state = self.ann.get("/api/games/" + stuck)
            if state["turn"]["seat"] == state["you"]:
                free = next(point for point in ("c3", "e3", "m3", "m13") if point not in state["moves"])
                self.ann.play(stuck, free, state)
            ben, eve = Person(self.server.port), Person(self.server.port)
            game = ben.new_game("link", color="black")["game"]
            sockets = [ben.socket(), eve.socket()]
            sockets[1].do("join", game=game)
            for ply in range(9):
                move = f"{'h' if ply % 2 == 0 else 'i'}{ply // 2 + 1}"
                sockets[ply % 2].do("play", game=game, ply=ply, line=0, move=move)
                if harm == signal.SIGKILL:
                    self.server.signal_workers(harm)
            self.assertEqual(ben.get("/api/games/" + game)["result"]["reason"], "five")
            self.assertEqual(Person(self.server.port).get("/api/lobby")["open"], [])
            for socket in sockets:
                socket.close()
        state = self.ann.get("/api/games/" + stuck)
        while state["state"] == "playing" and state["turn"]["seat"] != state["you"]:
            state = self.ann.get(f"/api/games/{stuck}?after={state['seq']}")
        self.assertIn(state["state"], ("playing", "over"))


class RemovedProgramTest(unittest.TestCase):
    @contextlib.contextmanager
    def serve(self, **environment):
        """A server whose executable is removed before its first worker starts."""
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ, environment):
            copy = os.path.join(folder, "pentad")
            shutil.copy(client.PROGRAM, copy)
            with unittest.mock.patch.object(client, "PROGRAM", copy), Server() as server:
                end = time.monotonic() + PATIENCE
                while '"event":"sandbox"' not in server.log():
                    self.assertLess(time.monotonic(), end)
                    time.sleep(0.01)
                os.unlink(copy)
                yield server

    def test_an_upgrade_of_the_package_does_not_end_games(self):
        """The sandbox lets the server start what it was started from."""
        with self.serve() as server:
            ann = Person(server.port)
            game = ann.new_game("level:1", color="white")["game"]
            state = ann.get("/api/games/" + game)
            while state["ply"] < 1 and state["state"] == "playing":
                state = ann.get(f"/api/games/{game}?after={state['seq']}")
            self.assertEqual((state["state"], state["ply"]), ("playing", 1))

    def test_a_level_without_a_worker_loses_and_the_server_continues(self):
        """Without the sandbox it starts workers by the program's path, so none can be started."""
        with self.serve(PENTAD_SANDBOX="off") as server:
            ann = Person(server.port)
            game = ann.new_game("level:1", color="white")["game"]
            socket = ann.socket()
            state = socket.do("watch", game=game)["game"]
            if state["state"] != "over":
                state = socket.wait("game", lambda m: m["state"] == "over")
            self.assertEqual((state["result"]["reason"], state["result"]["winner"]), ("crash", "white"))
            self.assertEqual(ann.get("/api/session")["name"], ann.me["name"])
