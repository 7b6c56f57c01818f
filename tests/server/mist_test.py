"""Gomoku in the Mist over sockets: twin games give the player and a spectator the same bytes.

Twin games look the same to a player by the rules: one hidden stone of the opponent is on another point that
moves the hole to the same place, and the opponent has hit other stones of the player. Compared are all messages and responses that the player and a spectator
get, from the first connection to the refused export, without names, ids and times, which differ between
any two games. If the player is a level: all bytes that its process gets.
"""

import json
import os
import random
import re
import shutil
import tempfile
import unittest
from unittest import mock

import client
from client import Person, Refused, ServedTest, Server

PAIRS = int(os.environ.get("PAIRS", "50"))
SIZE = 19
MOVES = 12


def centre_after(point):
    x, y = point
    return (5 * x * x + 3 * x + 4) % 19 + 1, (4 * y * y + 2 * y - 4) % 19 + 1


def name(point):
    return "abcdefghijklmnopqrs"[point[0] - 1] + str(point[1])


def sees(centre, point):
    return max(abs(centre[0] - point[0]), abs(centre[1] - point[1])) <= 3


def twins_of(game, seat):
    """All twins of a game that the player in that seat cannot distinguish from it."""
    points = [(x, y) for x in range(1, SIZE + 1) for y in range(1, SIZE + 1)]
    for k in range(1 - seat, MOVES, 2):
        holes = [centre_after(game[i - 1]) for i in range(k + 1, MOVES + 1) if i % 2 == seat]
        if not any(sees(hole, game[k]) for hole in holes):
            for p in points:
                if p not in game and centre_after(p) == centre_after(game[k]) and not any(sees(hole, p) for hole in holes):
                    yield game[:k] + [p] + game[k + 1 :]


def random_twins(chance, count):
    """Returns a game, some of its twins, and the seat of the player who cannot distinguish them."""
    points = [(x, y) for x in range(1, SIZE + 1) for y in range(1, SIZE + 1)]
    while True:
        game = chance.sample(points, MOVES)
        seat = chance.randrange(2)
        twins = list(twins_of(game, seat))
        if len(twins) >= count:
            return game, chance.sample(twins, count), seat


def random_pair(chance):
    game, (twin,), seat = random_twins(chance, 1)
    return game, twin, seat


def plain(text, names):
    """Removes what differs between any two games."""
    for found, word in names.items():
        text = text.replace(found, word)
    return re.sub(r'"(created|started|ended|now|at)":\d+', r'"\1":0', text)


def is_presence(data):
    """Presence is broadcast once a second, so its place among the other messages is chance. It has no room for a stone."""
    message = json.loads(data)
    if message["is"] != "people":
        return False
    assert set(message) == {"is", "game", "here", "watchers"} and isinstance(message["watchers"], int), message
    assert all(isinstance(here, bool) for here in message["here"]), message
    return True


class Recorder:
    """Records everything a user receives, except presence."""

    def __init__(self, person):
        self.person, self.told = person, []
        self.connect()

    def connect(self):
        self.socket = self.person.socket()
        original = self.socket.read_frame

        def read_frame():
            opcode, data = original()
            if opcode == 1 and not is_presence(data):
                self.told.append(data.decode())
            return opcode, data

        self.socket.read_frame = read_frame

    def ask(self, path):
        status, headers, data = self.person.ask("GET", path)
        headers.pop("Date", None)
        self.told.append(f"{status} {sorted(headers.items())} {data.decode()}")


def play_and_record(server, points, seat, opponent_tries):
    """Plays the game and returns what the player and a spectator received. The opponent tries to play on stones of
    the player as long as `opponent_tries(stone)`, or not."""
    people = [Person(server.port), Person(server.port)]
    eve = Person(server.port)
    game = people[0].new_game("link", color="black", mist=True, time="300")["game"]
    people[1].act(game, do="join")
    recorders = [Recorder(people[seat]), Recorder(eve)]
    for recorder in recorders:
        recorder.socket.do("watch", game=game)
    opponent = people[1 - seat].socket()
    names = {game: "GAME", people[0].me["name"]: "BLACK", people[1].me["name"]: "WHITE", eve.me["name"]: "EVE"}
    for ply, point in enumerate(points):
        if ply % 2 == seat:
            if ply >= 2:
                play_or_occupied(recorders[0].socket, game, ply, name(points[ply - 2]))
            recorders[0].socket.do("play", game=game, ply=ply, line=0, move=name(point))
        else:
            for taken in filter(opponent_tries, points[seat:ply:2]):
                play_or_occupied(opponent, game, ply, name(taken))
            people[1 - seat].act(game, do="play", ply=ply, line=0, move=name(point))
        for recorder in recorders:
            recorder.socket.wait("moved", lambda m, ply=ply: m["ply"] == ply + 1)
    for recorder in recorders:
        recorder.ask("/api/games/" + game)
        for kind in ("sgf", "psq", "pos", "svg", "chat"):
            recorder.ask(f"/api/games/{game}/{kind}")
        recorder.ask("/api/games?mist=true&player=" + people[seat].me["name"].replace(" ", "+"))
        recorder.ask("/api/turns")
        recorder.socket.do("mine")
        recorder.ask("/api/users/" + people[seat].me["name"].replace(" ", "%20"))
        recorder.socket.do("leave", game=game)
        recorder.socket.close()
        recorder.connect()
        recorder.socket.do("watch", game=game)
        recorder.socket.close()
    opponent.close()
    told = ["\n".join(recorder.told) for recorder in recorders]
    for someone in people:
        try:
            someone.act(game, do="resign")
        except Refused:
            pass
    return [re.sub(r'"(main|period)":\d+', r'"\1":0', plain(text, names)) for text in told]


def play_or_occupied(socket, game, ply, move):
    try:
        socket.do("play", game=game, ply=ply, line=0, move=move)
    except Refused as refused:
        assert refused.code == "occupied", refused


class MistTest(ServedTest):
    def test_twin_games_give_the_same_bytes(self):
        chance = random.Random(19)
        for pair in range(PAIRS):
            one, other, seat = random_pair(chance)
            self.assertNotEqual(one, other)
            for who, first, second in zip(("player", "spectator"), play_and_record(self.server, one, seat, lambda _: False),
                                          play_and_record(self.server, other, seat, lambda _: True)):
                self.assertEqual(first, second, f"pair {pair}, {who}")
                self.assertGreater(len(first), 5000)

    def test_what_a_player_sees(self):
        ann, ben = Person(self.server.port), Person(self.server.port)
        game = ann.new_game("link", color="black", mist=True)["game"]
        ben.act(game, do="join")
        state = ann.get("/api/games/" + game)
        self.assertEqual(state["view"], {"centre": "j10", "cells": "." * 49})
        self.assertIsNone(ben.get("/api/games/" + game)["view"])
        for someone, move in ((ann, "a1"), (ben, "b2"), (ann, "c3")):
            state = someone.play(game, move)
        self.assertEqual(state["moves"], ["a1", None, "c3"])
        state = ben.get("/api/games/" + game)
        self.assertEqual(state["moves"], [None, "b2", None])
        self.assertEqual(state["view"], {"centre": "b1", "cells": "xx.....xx..#..xx.o...xx#...." + "x" * 21})
        with self.assertRaises(Refused) as caught:
            ben.play(game, "a1")
        self.assertEqual(caught.exception.code, "occupied")
        with self.assertRaises(Refused) as caught:
            ben.act(game, do="takeback", plies=2)
        self.assertEqual(caught.exception.code, "not_now")
        self.assertEqual(ann.ask("GET", f"/api/games/{game}/sgf")[0], 403)
        ann.act(game, do="resign")
        self.assertEqual(ben.get("/api/games/" + game)["moves"], ["a1", "b2", "c3"])
        self.assertEqual(ann.ask("GET", f"/api/games/{game}/sgf")[0], 200)

    def begin(self, port):
        ann, ben = Person(port), Person(port)
        game = ann.new_game("link", color="black", mist=True)["game"]
        ben.act(game, do="join")
        return ann, ben, game

    def test_every_socket_of_a_player_gets_what_that_player_saw(self):
        ann, ben, game = self.begin(self.server.port)
        bens, others = [Recorder(ben), Recorder(ben)], [Recorder(ann), Recorder(Person(self.server.port))]
        for recorder in bens + others:
            self.assertEqual(recorder.socket.do("watch", game=game)["game"]["seen"], [])
        ann.play(game, "a1")
        for recorder in bens:
            recorder.socket.wait("moved", lambda m: m["ply"] == 1)
        with self.assertRaises(Refused):
            bens[0].socket.do("play", game=game, ply=1, line=0, move="a1")
        for recorder in bens:
            self.assertEqual(recorder.socket.wait("game")["seen"], ["a1"])
        ben.play(game, "b2")
        ann.play(game, "c3")  # Ben's hole is at b1 now: a1 and c3 are in it
        for recorders, seen, hits in ((bens, ["c3", "a1"], 1), (others, [], 0)):
            for recorder in recorders:
                self.assertEqual(recorder.socket.wait("moved", lambda m: m["ply"] == 3)["seen"], seen)
                pushes = [m for m in map(json.loads, recorder.told) if m["is"] in ("moved", "game")]
                self.assertEqual(len(pushes), 3 + hits, "a hit is told to nobody else")
                self.assertEqual(pushes[-1]["seq"], pushes[0]["seq"] + 2, "nor counted")
                recorder.socket.close()
        ann.act(game, do="resign")
        self.assertEqual(ben.get("/api/games/" + game)["seen"], [])

    def test_what_a_player_saw_survives_a_restart(self):
        with Server() as server:
            ann, ben, game = self.begin(server.port)
            ann.play(game, "a19")
            with self.assertRaises(Refused):
                ben.play(game, "a19")
            ben.play(game, "b2")
            ann.play(game, "c3")  # Ben's hole is at b1 now
            ben.play(game, "s19")
            server.kill()
            server.start()
            self.assertEqual(ben.get("/api/games/" + game)["seen"], ["a19", "c3"])
            for someone in (ann, Person(server.port)):
                self.assertEqual(someone.get("/api/games/" + game)["seen"], [])

    def test_attempts_on_hidden_stones_are_limited(self):
        ann, ben, game = self.begin(self.server.port)
        # After a stone in one of Ann's rows, none of them is in the hole.
        black, white = ([name((x, y)) for y in rows for x in range(1, 20, 2)] for rows in ((4, 16, 17), (1, 2, 10)))
        for ply in range(45):
            (ann, ben)[ply % 2].play(game, (black, white)[ply % 2][ply // 2])
        state = ben.get("/api/games/" + game)
        self.assertEqual(state["seen"], [])

        def outcomes(tried):
            codes = []
            for move in tried:
                with self.assertRaises(Refused) as caught:
                    ben.play(game, move, state)
                codes.append(caught.exception.code)
            return codes

        self.assertEqual(outcomes(black[:1] * 3 + white[:1]), ["occupied"] * 4, "a known stone costs nothing")
        self.assertEqual(outcomes(black[1:21]), ["occupied"] * 19 + ["too_many"])
        self.assertEqual(outcomes(["s19"]), ["too_many"], "nobody's, but out of sight")
        self.assertEqual(sorted(ben.get("/api/games/" + game)["seen"]), sorted(black[:20]))
        self.assertEqual(ben.play(game, state["view"]["centre"], state)["ply"], 46)
        for someone in (ann, ben):
            self.assertEqual(someone.get("/api/games/" + game)["tries"], [])
        ann.act(game, do="resign")
        for someone in (ann, ben, Person(self.server.port)):
            self.assertEqual(someone.get("/api/games/" + game)["tries"],
                             [{"ply": 45, "move": move} for move in black[:20]])

    def test_no_hidden_point_is_in_the_log(self):
        self.assertNotIn("move", json.dumps(self.server.log()))


# Stands in for the engine: records its input and plays what the test tells it.
FAKE_WORKER = """#!/usr/bin/python3 -I
import json, sys
for line in sys.stdin.buffer:
    with open("{folder}/input", "ab") as file:
        file.write(line)
    with open("{folder}/script", encoding="ascii") as file:
        script = json.load(file)
    words = line.decode().split()[5:]
    turn = sum(":" in word for word in words) - 1
    hit = script["hits"].get(str(turn))
    print(script["moves"][turn] if not hit or "!" + hit in words else hit, flush=True)
"""


def hidden_stones(game, seat, spared):
    """Yields (turn, stone): an opposing stone that the player cannot have seen by one of its turns."""
    for stone in range(1 - seat, MOVES, 2):
        for ply in range(stone + 1, MOVES + 1, 2):
            if sees(centre_after(game[ply - 1]), game[stone]):
                break
            if stone not in spared:
                yield ply // 2, stone


class LevelProcessTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        program = os.path.join(self.folder, "pentad")
        shutil.copy(client.PROGRAM, program)
        self.addCleanup(setattr, client, "PROGRAM", client.PROGRAM)
        client.PROGRAM = program
        with mock.patch.dict(os.environ, PENTAD_SANDBOX="off"):  # which allows no program but its own
            self.server = Server(None, "--workers", "1")
        self.addCleanup(self.server.__exit__)
        with open(program + ".fake", "w", encoding="ascii") as fake:
            fake.write(FAKE_WORKER.format(folder=self.folder))
        os.chmod(program + ".fake", 0o755)
        os.replace(program + ".fake", program)  # from now on the server starts this one

    def bytes_for_the_level(self, points, seat, script, opponent_tries):
        """Plays the game against a level in `seat`; returns what the level's process received."""
        path = os.path.join(self.folder, "input")
        with open(path, "wb"):
            pass
        with open(os.path.join(self.folder, "script"), "w", encoding="ascii") as file:
            json.dump(script, file)
        ann = Person(self.server.port)
        game = ann.new_game("level:1", color=("white", "black")[seat], mist=True)["game"]
        socket = ann.socket()
        state = socket.do("watch", game=game)["game"]
        for ply in range(1 - seat, MOVES, 2):
            if state["ply"] < ply:
                state = socket.wait("moved", lambda m, ply=ply: m["ply"] == ply)
            for taken in points[seat:ply:2] if opponent_tries else []:
                play_or_occupied(socket, game, ply, name(taken))
            socket.do("play", game=game, ply=ply, line=0, move=name(points[ply]))
            state = socket.wait("moved", lambda m, ply=ply: m["ply"] == ply + 2)
        socket.close()
        ann.act(game, do="resign")
        with open(path, "rb") as file:
            return file.read()

    def test_twin_games_send_the_same_bytes_to_a_level(self):
        chance = random.Random(26)
        hits = 0
        for pair in range(PAIRS):
            one, other, seat = random_pair(chance)
            differing = {i for i in range(MOVES) if one[i] != other[i]}
            hidden = list(hidden_stones(one, seat, differing))
            chosen = dict([chance.choice(hidden)]) if hidden else {}
            last = next(p for p in ((x, 1) for x in range(1, SIZE + 1)) if p not in one and p not in other)
            script = {"moves": [name(p) for p in one[seat::2] + [last]],
                      "hits": {turn: name(one[stone]) for turn, stone in chosen.items()}}
            first = self.bytes_for_the_level(one, seat, script, False)
            second = self.bytes_for_the_level(other, seat, script, True)
            self.assertEqual(first, second, f"pair {pair}")
            self.assertEqual(first.count(b"mist level:1 "), MOVES // 2 + (seat == 0) + len(chosen), first)
            hits += len(chosen)
        self.assertGreater(hits, 0)
