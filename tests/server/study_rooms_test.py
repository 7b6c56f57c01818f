"""Study rooms: one shared board for all members, with actions in the order of the server."""

import re
import time
import unittest

from client import Person, Refused, ServedTest, Server

MOVES = ("h8", "i9", "j8")


class Study:
    """The client side of a study room: a short version of web/js/study/study.js."""

    def __init__(self, board):
        self.seq, self.at, self.next = board["seq"], board["at"], board["next"]
        self.nodes = {node: (parent, point) for node, parent, point in board["nodes"]}
        self.people, self.leader = board["people"], board["leader"]

    def take(self, push):
        if push["seq"] <= self.seq:
            return
        assert push["seq"] == self.seq + 1, "something was missed"
        self.seq = push["seq"]
        if "people" in push:
            self.people, self.leader = push["people"], push["leader"]
            return
        command = push["command"]
        getattr(self, command["do"])(command)

    def play(self, command):
        node = command["at"]
        for point in command["points"]:
            child = next((n for n, at in self.nodes.items() if at == (node, point)), None)
            if child is None:
                child, self.next = self.next, self.next + 1
                self.nodes[child] = (node, point)
            node = child
        self.at = node

    def go(self, command):
        self.at = command["to"]

    def remove(self, command):
        gone = {command["node"]}
        for node in sorted(self.nodes):
            if self.nodes[node][0] in gone:
                gone.add(node)
        if self.at in gone:
            self.at = self.nodes[command["node"]][0]
        for node in gone:
            del self.nodes[node]

    def state(self):
        return self.at, self.next, self.nodes


class StudyRoomsTest(ServedTest):
    def setUp(self):
        self.ann, self.ben, self.eve = (Person(self.server.port) for _ in range(3))
        self.game = self.ann.new_game("link", color="black")["game"]
        self.ben.act(self.game, do="join")
        for i, move in enumerate(MOVES):
            (self.ann, self.ben)[i % 2].act(self.game, do="play", ply=i, line=0, move=move)
        self.sockets = []
        self.addCleanup(lambda: [socket.close() for socket in self.sockets])

    def end(self):
        self.ann.act(self.game, do="resign")

    def join(self, person):
        socket = person.socket()
        self.sockets.append(socket)
        socket.study = Study(socket.do("together", game=self.game, on=True)["together"])
        return socket

    def refused(self, code, socket, word, **fields):
        with self.assertRaises(Refused) as caught:
            socket.do(word, game=self.game, **fields)
        self.assertEqual(caught.exception.code, code)

    @staticmethod
    def apply_until(socket, condition):
        """Applies pushes until the condition holds."""
        while True:
            push = socket.wait("together")
            socket.study.take(push)
            if condition(push):
                return push

    def agree(self, *sockets):
        """Checks that the pushes gave every member the board that a new member receives."""
        late = self.join(Person(self.server.port))
        for socket in sockets:
            socket.do("ping")
            for push in socket.drain():
                if push["is"] == "together":
                    socket.study.take(push)
            self.assertEqual(socket.study.state(), late.study.state())
        late.do("together", game=self.game, on=False)

    def test_refused_before_the_game_is_over(self):
        socket = self.ann.socket()
        self.sockets.append(socket)
        self.refused("not_now", socket, "together", on=True)
        self.refused("not_now", socket, "try", node=3, points="a1")

    def test_actions_are_broadcast(self):
        self.end()
        ann, ben, eve = (self.join(person) for person in (self.ann, self.ben, self.eve))
        self.assertEqual(ann.study.nodes, {1: (0, "h8"), 2: (1, "i9"), 3: (2, "j8")})
        self.assertEqual(ann.study.at, 3)
        ann.do("try", game=self.game, node=1, points="g9")
        shown = self.apply_until(ben, lambda m: "command" in m)
        self.assertEqual(shown["command"], {"do": "play", "at": 1, "points": ["g9"]})
        self.assertEqual(shown["by"], self.ann.me["name"])
        eve.do("try", game=self.game, node=4, points="a1o15")
        ben.do("show", game=self.game, node=2)
        ann.do("remove", game=self.game, node=5)
        self.agree(ann, ben, eve)

    def test_concurrent_actions_converge(self):
        self.end()
        ann, ben = self.join(self.ann), self.join(self.ben)
        for i, point in enumerate(("a1", "b1", "c1", "d1", "e1", "f1")):
            for j, socket in enumerate((ann, ben)):
                socket.send({"do": "try", "id": 100 + i, "game": self.game, "node": 3, "points": f"{point[0]}{i + j + 1}"})
        ann.do("ping")
        ben.do("ping")
        self.agree(ann, ben)

    def test_the_room_survives_rejoining(self):
        self.end()
        ann = self.join(self.ann)
        ann.do("try", game=self.game, node=3, points="k8")
        ann.close()
        again = self.join(self.ann)
        self.assertEqual((again.study.at, again.study.nodes[4]), (4, (3, "k8")))

    def test_members_are_broadcast(self):
        self.end()
        ann = self.join(self.ann)
        eve = self.join(self.eve)
        told = ann.wait("together", lambda m: len(m.get("people", ())) == 2)
        self.assertEqual(set(told["people"]), {self.ann.me["name"], self.eve.me["name"]})
        second = self.join(self.eve)
        self.assertEqual(len(second.study.people), 2)
        second.close()
        eve.close()
        ann.wait("together", lambda m: m.get("people") == [self.ann.me["name"]])

    def test_subscribers_of_the_game_are_notified(self):
        self.end()
        eve = self.eve.socket()
        self.sockets.append(eve)
        eve.do("watch", game=self.game)
        ann = self.join(self.ann)
        self.assertEqual(eve.wait("gathered")["people"], [self.ann.me["name"]])
        late = self.ben.socket()
        self.sockets.append(late)
        late.do("watch", game=self.game)
        self.assertEqual(late.wait("gathered")["people"], [self.ann.me["name"]])
        ann.close()
        self.assertEqual(eve.wait("gathered")["people"], [])

    def test_joining_again_and_again_floods_nobody(self):
        self.end()
        eve = self.eve.socket()
        self.sockets.append(eve)
        eve.do("watch", game=self.game)
        begin = time.monotonic()
        ann = self.join(self.ann)
        for _ in range(20):
            ann.do("together", game=self.game, on=False)
            ann.do("together", game=self.game, on=True)
        seconds = time.monotonic() - begin
        ben = self.join(self.ben)
        eve.wait("gathered", lambda m: len(m["people"]) == 2)
        ben.do("together", game=self.game, on=False)
        eve.wait("gathered", lambda m: len(m["people"]) == 1)
        ann.do("ping")
        told = [m for m in ann.pushes if "people" in m]
        self.assertLessEqual(len(told), seconds + 5)  # one a second

    def test_only_the_leader_may_act(self):
        self.end()
        ann, ben, eve = (self.join(person) for person in (self.ann, self.ben, self.eve))
        self.refused("not_yours", eve, "lead", on=True)
        ann.do("lead", game=self.game, on=True)
        eve.wait("together", lambda m: m.get("leader") == self.ann.me["name"])
        for socket in (ben, eve):
            self.refused("not_yours", socket, "try", node=3, points="a1")
            self.refused("not_yours", socket, "show", node=1)
        ann.do("try", game=self.game, node=3, points="a1")
        ann.close()
        eve.wait("together", lambda m: "people" in m and m["leader"] is None)
        eve.do("show", game=self.game, node=1)
        ann = self.join(self.ann)
        self.assertEqual(ann.study.leader, self.ann.me["name"])
        ann.do("lead", game=self.game, on=False)
        eve.do("show", game=self.game, node=0)

    def test_invalid_actions_are_refused(self):
        self.end()
        ann = self.join(self.ann)
        self.refused("occupied", ann, "try", node=3, points="h8")
        self.refused("stale", ann, "try", node=9, points="a1")
        self.refused("bad_value", ann, "try", node=3, points="swap")
        self.refused("not_now", ann, "remove", node=2)
        self.refused("malformed", ann, "try", node=-1, points="a1")
        ann.do("together", game=self.game, on=False)
        self.refused("not_now", ann, "show", node=1)
        eve = self.eve.socket()
        self.sockets.append(eve)
        self.refused("not_now", eve, "show", node=1)
        with self.assertRaises(Refused) as caught:
            self.ann.act(self.game, do="show", node=1)
        self.assertEqual(caught.exception.code, "not_now")

    def boards(self):
        metrics = self.eve.ask("GET", "/metrics")[2].decode()
        return int(re.search(r"^pentad_study_rooms (\d+)$", metrics, re.M)[1])

    def test_a_refused_join_creates_no_room(self):
        eve = self.eve.socket()
        self.sockets.append(eve)
        before = self.boards()
        for number in range(6):
            game = self.eve.new_game("level:1")["game"]
            self.eve.act(game, do="resign")
            if number < 4:
                eve.do("together", game=game, on=True)
                continue
            with self.assertRaises(Refused) as caught:
                eve.do("together", game=game, on=True)
            self.assertEqual(caught.exception.code, "too_many")
        self.assertEqual(self.boards(), before + 4)

    def rooms(self):
        metrics = Person(self.server.port, enter=False).ask("GET", "/metrics")[2].decode()
        return next(line.split()[1] for line in metrics.splitlines() if line.startswith("pentad_study_rooms "))

    def test_an_address_cannot_open_all_rooms(self):
        def finished():
            ann, ben = Person(self.server.port), Person(self.server.port)
            game = ann.new_game("link", color="black")["game"]
            ben.act(game, do="join")
            ann.act(game, do="resign")
            return game
        games = [finished() for _ in range(26)]
        near = [Person(self.server.port, address="127.6.6.6") for _ in range(7)]
        sockets = [someone.socket() for someone in near]
        for i in range(24):
            sockets[i // 4].do("together", game=games[i], on=True)
        with self.assertRaises(Refused) as caught:
            sockets[6].do("together", game=games[24], on=True)
        self.assertEqual(caught.exception.code, "too_many")
        sockets[6].do("together", game=games[0], on=True)  # that is open
        elsewhere = Person(self.server.port).socket()
        elsewhere.do("together", game=games[24], on=True)
        sockets[0].do("together", game=games[1], on=False)
        rooms = self.rooms()
        sockets[6].do("together", game=games[25], on=True)  # an own one that is empty goes
        self.assertEqual(self.rooms(), rooms)
        for each in (*sockets, elsewhere):
            each.close()

    def test_players_may_join_a_full_room(self):
        self.end()
        for _ in range(5):
            crowd = Person(self.server.port)
            for _ in range(10):
                self.join(crowd)
        eve = self.eve.socket()
        self.sockets.append(eve)
        self.refused("too_many", eve, "together", on=True)
        names = self.join(self.ben).study.people
        self.assertIn(self.ben.me["name"], names)
        self.assertEqual(len(names), 6)


class MistTest(unittest.TestCase):
    def test_in_the_mist_nothing_is_shown_before_the_end(self):
        with Server() as server:
            ann, ben = Person(server.port), Person(server.port)
            game = ann.new_game("link", color="black", mist=True)["game"]
            ben.act(game, do="join")
            ann.act(game, do="play", ply=0, line=0, move="j10")
            socket = ben.socket()
            with self.assertRaises(Refused) as caught:
                socket.do("together", game=game, on=True)
            self.assertEqual(caught.exception.code, "in_the_mist")
            ben.act(game, do="play", ply=1, line=0, move="a1")
            ben.act(game, do="resign")
            self.assertEqual(len(socket.do("together", game=game, on=True)["together"]["nodes"]), 2)
            socket.close()
