"""Puzzle attempts are synced between the devices of an account."""

import time

from client import Person, Refused, Server, ServedTest

PUZZLE = "021b4f72174a9ca7"


class PuzzlesTest(ServedTest):
    def account(self, name, server=None):
        someone = Person((server or self.server).port)
        someone.post("/api/register", {"name": name, "password": "correct horse"})
        return someone

    def login(self, name, server=None):
        someone = Person((server or self.server).port, enter=False)
        someone.post("/api/login", {"name": name, "password": "correct horse"})
        return someone

    def refuses(self, code, call, *args):
        with self.assertRaises(Refused) as caught:
            call(*args)
        self.assertEqual(caught.exception.code, code, caught.exception)

    def test_attempts_are_synced_to_all_devices_of_the_account_only(self):
        now = int(time.time())
        here = self.account("Solver")
        self.assertEqual(here.get("/api/puzzles"), {"attempts": []})
        self.assertEqual(here.post("/api/puzzles", {"puzzle": PUZZLE, "at": now, "score": 100}), {})
        there = self.login("Solver")
        there.post("/api/puzzles", {"puzzle": PUZZLE[::-1], "at": now - 60, "score": 50, "day": 20772})
        wanted = [{"puzzle": PUZZLE[::-1], "at": now - 60, "score": 50, "day": 20772},
                  {"puzzle": PUZZLE, "at": now, "score": 100, "day": None}]
        for device in (here, there):
            self.assertEqual(device.get("/api/puzzles")["attempts"], wanted)
        here.post("/api/puzzles", {"puzzle": PUZZLE, "at": now, "score": 0})
        self.assertEqual(here.get("/api/puzzles")["attempts"], wanted)
        self.assertEqual(self.account("Other").get("/api/puzzles"), {"attempts": []})

    def test_attempts_survive_a_restart(self):
        with Server() as server:
            self.account("Solver", server).post("/api/puzzles", {"puzzle": PUZZLE, "at": 1, "score": 100})
            server.kill()
            server.start()
            self.assertEqual(len(self.login("Solver", server).get("/api/puzzles")["attempts"]), 1)

    def test_invalid_attempts(self):
        someone = self.account("Refused")
        good = {"puzzle": PUZZLE, "at": 1, "score": 100}
        for what, value in (("puzzle", "021b"), ("puzzle", PUZZLE.upper()), ("puzzle", PUZZLE + "0"), ("puzzle", "x" * 16),
                            ("at", int(time.time()) + 3 * 24 * 3600)):
            self.refuses("bad_value", someone.post, "/api/puzzles", {**good, what: value})
        for what, value in (("score", 101), ("score", -1), ("score", "1"), ("at", -1), ("day", -1), ("extra", 1)):
            self.refuses("malformed", someone.post, "/api/puzzles", {**good, what: value})
        for what in good:
            self.refuses("malformed", someone.post, "/api/puzzles", {k: v for k, v in good.items() if k != what})
        self.assertEqual(someone.get("/api/puzzles"), {"attempts": []})
        guest = Person(self.server.port)
        self.refuses("guests_not", guest.get, "/api/puzzles")
        self.refuses("guests_not", guest.post, "/api/puzzles", good)
