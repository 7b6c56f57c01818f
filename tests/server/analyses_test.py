"""Analyses: the fair queue, the cache, preemption by games, workers that hang or die."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import client
from client import Person, Refused, ServedTest, Server

LONG = 20000


def ask(person, **question):
    return person.post("/api/analyses", question)


def wait_for(person, analysis, condition=lambda a: a["state"] not in ("waiting", "thinking")):
    while not condition(analysis):
        analysis = person.get(f"/api/analyses/{analysis['analysis']}?after={analysis['seq']}")
    return analysis


def delete(person, analysis):
    return person.json("DELETE", "/api/analyses/" + analysis["analysis"])


def finished_game(server, moves=("h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"), **options):
    ann, ben = Person(server.port), Person(server.port)
    game = ann.new_game("link", color="black", **options)["game"]
    ben.act(game, do="join")
    for i, move in enumerate(moves):
        (ann, ben)[i % 2].act(game, do="play", ply=i, line=0, move=move)
    return ann, ben, game


class AnalysesTest(ServedTest):
    def setUp(self):
        self.ann = Person(self.server.port)

    def refused(self, code, part, **question):
        with self.assertRaises(Refused) as caught:
            ask(self.ann, **question)
        self.assertEqual(caught.exception.code, code)
        self.assertIn(part, caught.exception.text)

    def test_a_position(self):
        status, _, data = self.ann.ask("POST", "/api/analyses", {"moves": "h8i9h9", "lines": 3, "nodes": 20000})
        begun = json.loads(data)
        self.assertEqual((status, begun["result"], begun["cached"]), (202, None, False))
        self.assertIn(begun["state"], ("waiting", "thinking"))
        self.assertEqual(begun["budget"], {"lines": 3, "ms": LONG, "nodes": 20000, "positions": 1})
        done = wait_for(self.ann, begun)
        self.assertEqual((done["state"], done["known"], done["error"], done["place"]), ("done", 1, None, None))
        self.assertGreater(done["ms_used"], 0)

    def test_waiting_for_an_analysis_is_not_being_at_a_game(self):
        ben = Person(self.server.port)
        game = self.ann.new_game("link", color="black")["game"]
        ben.act(game, do="join")
        wait_for(self.ann, ask(self.ann, moves="h8i9h9", nodes=3000))
        self.assertEqual([seat["here"] for seat in ben.get("/api/games/" + game)["seats"]], [False, True])

    def test_result_equals_pentad_analyze(self):
        with tempfile.NamedTemporaryFile("w", suffix=".pos") as file:
            file.write("h8i9h9g7")
            file.flush()
            said = subprocess.run([client.PROGRAM, "analyze", "--json", "--lines", "2", "--nodes", "5000", file.name],
                                  capture_output=True, check=True, text=True).stdout
        with Server() as fresh:
            ann = Person(fresh.port)
            found = wait_for(ann, ask(ann, moves="h8i9h9g7", lines=2, nodes=5000))["result"]
        expected = json.loads(said)
        for answer in (expected, found):
            answer.pop("ms")
        self.assertEqual(found, expected)

    def test_a_proof(self):
        done = wait_for(self.ann, ask(self.ann, size=9, black="c5d5e5", white="a9a8a1", prove=True))
        self.assertEqual((done["result"]["outcome"], done["result"]["stones"]), ("win", 3))

    def test_a_deeper_result_answers_at_once(self):
        wait_for(self.ann, ask(self.ann, moves="h8i9j8", nodes=3000))
        ben = Person(self.server.port)
        status, _, data = ben.ask("POST", "/api/analyses", {"moves": "j8i9h8", "nodes": 2000})
        known = json.loads(data)
        self.assertEqual((status, known["state"], known["cached"], known["analysis"]), (200, "done", True, None))
        self.assertGreaterEqual(known["result"]["nodes"], 3000)
        self.assertEqual(ask(ben, moves="h8i9j8", nodes=4000)["cached"], False)

    def test_cache_keeps_node_and_time_budgets_apart(self):
        for how in ({}, {"prove": True}):
            wait_for(self.ann, ask(self.ann, moves="h8i9j10", nodes=10, **how))
            begun = ask(self.ann, moves="h8i9j10", ms=1000, **how)
            self.assertEqual(begun["cached"], False)
            delete(self.ann, begun)

    def test_settled_result_is_cached_for_every_budget(self):
        four = {"black": "h8i8j8k8", "white": "a1a2a3b4"}
        done = wait_for(self.ann, ask(self.ann, **four, ms=5000))
        self.assertEqual(done["result"]["lines"][0]["wins_in"], 1)
        self.assertEqual(ask(self.ann, **four, ms=LONG)["state"], "done")

    def test_cancelled_analysis_keeps_its_results(self):
        socket = self.ann.socket()
        begun = ask(self.ann, moves="h8g9", ms=LONG)
        socket.wait("analysis", lambda a: a["analysis"] == begun["analysis"] and a["result"])
        stopped = delete(self.ann, begun)
        self.assertEqual(stopped["state"], "stopped")
        self.assertIsNotNone(stopped["result"]["lines"][0]["move"])
        self.assertLess(stopped["ms_used"], LONG)
        self.assertEqual(delete(self.ann, begun)["state"], "stopped")
        last = wait_for(self.ann, stopped, lambda a: a["result"]["nodes"] >= stopped["result"]["nodes"])
        self.assertEqual(last["state"], "stopped")

    def test_pushes_go_to_the_owner_only(self):
        ben = Person(self.server.port)
        own, other = self.ann.socket(), ben.socket()
        begun = ask(self.ann, moves="h8g9i9", nodes=3000)
        last = own.wait("analysis", lambda a: a["state"] == "done")
        self.assertEqual(last["analysis"], begun["analysis"])
        self.assertEqual(last["result"], self.ann.get("/api/analyses/" + begun["analysis"])["result"])
        self.assertEqual([m for m in other.drain() if m["is"] == "analysis"], [])
        for method in ("GET", "DELETE"):
            with self.assertRaises(Refused) as caught:
                ben.json(method, "/api/analyses/" + begun["analysis"])
            self.assertEqual(caught.exception.code, "not_found")

    def test_a_whole_game(self):
        ann, _, game = finished_game(self.server)
        begun = ask(ann, game=game, nodes=300)
        self.assertEqual(begun["budget"]["positions"], 9)
        done = wait_for(ann, begun)
        self.assertEqual((done["state"], done["game"], done["known"]), ("done", game, 9))
        self.assertEqual([m["move"] for m in done["result"]], list(range(1, 10)))
        self.assertEqual([m["played"] for m in done["result"]][:3], ["h8", "a1", "i8"])
        self.assertEqual([m["grade"] for m in done["result"]][6:], ["good", "lost", "good"])
        again = ask(Person(self.server.port), game=game, nodes=300)
        self.assertEqual((again["cached"], again["result"]), (True, done["result"]))

    def test_a_whole_game_equals_pentad_analyze(self):
        ann, _, game = finished_game(self.server)
        done = wait_for(ann, ask(ann, game=game, nodes=400))
        with tempfile.NamedTemporaryFile("wb", suffix=".sgf") as file:
            file.write(ann.ask("GET", f"/api/games/{game}/sgf")[2])
            file.flush()
            said = subprocess.run([client.PROGRAM, "analyze", "--game", "--json", "-q", "--nodes", "400", file.name],
                                  capture_output=True, check=True, text=True).stdout
        expected = [json.loads(line) for line in said.splitlines()]
        self.assertEqual([sorted(m) for m in done["result"]], [sorted(m) for m in expected])
        self.assertEqual([m["played"] for m in done["result"]], [m["played"] for m in expected])
        for m in (*done["result"], *expected):
            m.pop("best")  # one of several
        self.assertEqual(done["result"][6:], expected[6:])  # certain: estimates depend on what was looked at before

    def test_a_long_game_counts_as_several(self):
        points = [f"{'abcdefghijklmno'[x]}{y + 1}" for y in range(15) for x in range(15)]
        colors = [[point for i, point in enumerate(points) if (i % 15 + 2 * (i // 15)) // 2 % 2 == color] for color in (0, 1)]
        ann, _, game = finished_game(self.server, [colors[i % 2][i // 2] for i in range(195)])
        ann.act(game, do="resign")
        wait_for(self.ann, ask(self.ann, game=game, ms=1))
        eve = Person(self.server.port)
        with self.assertRaises(Refused) as caught:
            for asked in range(60):
                self.assertTrue(ask(eve, game=game, ms=1)["cached"])
        self.assertIn("too many analyses", caught.exception.text)
        self.assertIn(asked, range(15, 25))  # four for each, and one more a second

    def test_a_game_in_progress_is_refused(self):
        for mist, code in ((False, "not_now"), (True, "in_the_mist")):
            ann, _, game = finished_game(self.server, ("j10", "a1"), mist=mist)
            with self.assertRaises(Refused) as caught:
                ask(ann, game=game)
            self.assertEqual(caught.exception.code, code)

    def test_errors_say_what_is_wrong(self):
        self.refused("malformed", "from 1 to 5", lines=6)
        self.refused("malformed", "from 1 to 20000", ms=20001)
        self.refused("malformed", "unknown field", depth=3)
        self.refused("malformed", "must be a string", moves=["h8"])
        self.refused("bad_value", "move 2: the point is occupied", moves="h8h8")
        self.refused("bad_value", "the game is over", moves="h8a1i8a2j8a3k8a4l8")
        self.refused("bad_value", "rule set", rules="go")
        self.refused("not_found", "no game", game="aaaaaaaaaaaa")
        self.refused("bad_value", "not both", game="aaaaaaaaaaaa", moves="h8")
        with self.assertRaises(Refused) as caught:
            self.ann.get("/api/analyses/aaaaaaaaaaaa")
        self.assertEqual(caught.exception.code, "not_found")
        with self.assertRaises(Refused) as caught:
            ask(Person(self.server.port, enter=False))
        self.assertEqual(caught.exception.code, "no_session")

    def test_a_bot_with_a_token_may_request_analyses(self):
        self.ann.post("/api/register", {"name": "Asker", "password": "a long enough one"})
        bot = Person(self.server.port, token=self.ann.post("/api/tokens", {"label": "bot"})["secret"])
        self.assertEqual(wait_for(bot, ask(bot, moves="h8h9", nodes=500))["state"], "done")


class QueueTest(unittest.TestCase):
    def setUp(self):
        self.server = Server(None, "--workers", "1")
        self.addCleanup(self.server.__exit__)

    def test_many_requests_of_one_user_do_not_delay_others(self):
        ann, ben = Person(self.server.port), Person(self.server.port)
        many = [ask(ann, moves="h8" + point, ms=ms) for point, ms in (("a1", LONG), ("a2", LONG), ("a3", 300), ("a4", 300))]
        self.assertEqual([a["place"] for a in many][1:], [1, 2, 3])
        with self.assertRaises(Refused) as caught:
            ask(ann, moves="h8a5", ms=300)
        self.assertEqual(caught.exception.code, "too_many")
        self.assertIn("4 of your analyses", caught.exception.text)
        one = ask(ben, moves="h8b1", ms=300)
        self.assertEqual(one["place"], 1)
        delete(ann, many[0])
        self.assertEqual(wait_for(ben, one)["state"], "done")
        states = [ann.get("/api/analyses/" + a["analysis"])["state"] for a in many]
        self.assertEqual(states[2:], ["waiting"] * 2)
        delete(ann, many[1])
        self.assertEqual([wait_for(ann, a)["state"] for a in many], ["stopped"] * 2 + ["done"] * 2)

    def test_newcomers_do_not_starve_others(self):
        ann = Person(self.server.port)
        wait_for(ann, ask(ann, moves="h8c1", nodes=10))
        first = [ask(Person(self.server.port), moves=f"h8{point}", ms=500) for point in ("c2", "c3")]
        own = ask(ann, moves="h8c4", ms=300)
        later = []
        for i in range(4):
            later.append((guest := Person(self.server.port), ask(guest, moves=f"h8d{i + 1}", ms=300)))
            self.assertLessEqual(ann.get("/api/analyses/" + own["analysis"])["place"] or 0, len(first))
        self.assertEqual(wait_for(ann, own)["state"], "done")
        for guest, begun in later:
            self.assertEqual(wait_for(guest, begun)["state"], "done")

    def test_a_few_addresses_cannot_hold_all_places(self):
        addresses = [f"127.9.9.{i}" for i in range(1, 9)]
        holders = [Person(self.server.port, address=address) for address in addresses for _ in range(2)]
        held = [(someone, ask(someone, moves=f"h8{'abcdefgijklmno'[n % 14]}{i + 1 + n // 14 * 8}", ms=LONG)) for n, someone in enumerate(holders) for i in range(4)]
        late = [Person(self.server.port, address="127.9.9.9") for _ in range(2)]
        taken = [ask(late[i // 4], moves=f"h9{'abcdefg'[i]}1", ms=300) for i in range(7)]
        with self.assertRaises(Refused) as caught:
            ask(late[1], moves="h9h1", ms=300)
        self.assertEqual(caught.exception.code, "too_many")
        now = [(i // 8, someone.get("/api/analyses/" + begun["analysis"])) for i, (someone, begun) in enumerate(held)]
        stopped = [address for address, a in now if a["state"] == "stopped"]
        self.assertEqual(len(set(stopped)), 7, "one of each address, and never of one with fewer")
        self.assertEqual({a["error"] for _, a in now if a["state"] == "stopped"}, {"others are waiting, and your address has the most"})
        self.assertEqual(wait_for(late[0], taken[0], lambda a: a["place"])["state"], "waiting")

    def test_a_long_game_does_not_delay_others(self):
        ann, ben, game = finished_game(self.server)
        long = ask(ann, game=game, ms=2000)
        wait_for(ann, long, lambda a: a["state"] == "thinking")
        self.assertEqual(wait_for(ben, ask(ben, moves="h8b2", nodes=300))["state"], "done")
        self.assertEqual(ann.get("/api/analyses/" + long["analysis"])["state"], "thinking")
        stopped = delete(ann, long)
        self.assertEqual((stopped["state"], len(stopped["result"])), ("stopped", stopped["known"]))

    def test_games_preempt_analyses(self):
        """The only worker is busy with an analysis of twenty seconds: the level moves long before that, and the
        analysis continues afterwards."""
        ann, ben = Person(self.server.port), Person(self.server.port)
        long = wait_for(ann, ask(ann, moves="h8b3", ms=LONG), lambda a: a["result"])
        game = ben.new_game("level:1", color="black")["game"]
        state = ben.play(game, "h8")
        while state["ply"] < 2:
            state = ben.get(f"/api/games/{game}?after={state['seq']}")
        now = ann.get("/api/analyses/" + long["analysis"])
        self.assertEqual(now["state"], "thinking")
        self.assertGreaterEqual(now["result"]["nodes"], long["result"]["nodes"])
        later = wait_for(ann, now, lambda a: a["ms_used"] > now["ms_used"])
        self.assertEqual((later["state"], later["error"]), ("thinking", None))

    def test_a_worker_that_dies_or_hangs_is_retried_once(self):
        ann = Person(self.server.port)
        for harm in (signal.SIGKILL, signal.SIGSTOP):
            begun = ask(ann, moves=f"h8c{int(harm) % 10 + 1}", ms=1500)
            wait_for(ann, begun, lambda a: a["result"] or a["state"] != "waiting")
            self.server.signal_workers(harm)
            self.assertEqual(wait_for(ann, begun)["state"], "done")

    def test_an_analysis_fails_after_the_second_crash(self):
        ann = Person(self.server.port)
        begun = ask(ann, moves="h8d4", ms=LONG)
        while begun["state"] in ("waiting", "thinking"):
            self.server.signal_workers(signal.SIGKILL)
            time.sleep(0.05)
            begun = ann.get("/api/analyses/" + begun["analysis"])
        self.assertEqual((begun["state"], begun["error"]), ("failed", "the engine failed twice here"))
        self.assertEqual(wait_for(ann, ask(ann, moves="h8d5", nodes=300))["state"], "done")


class CacheTest(unittest.TestCase):
    def test_cache_survives_a_restart_but_only_for_the_same_build(self):
        self.addCleanup(setattr, client, "PROGRAM", client.PROGRAM)
        with tempfile.TemporaryDirectory() as folder:
            data, other = os.path.join(folder, "data"), os.path.join(folder, "pentad")
            os.mkdir(data)
            shutil.copy(client.PROGRAM, other)
            with open(other, "ab") as program:
                program.write(b"another")

            def is_cached(program):
                client.PROGRAM = program
                with Server(data) as server:
                    ann = Person(server.port)
                    answer = ask(ann, moves="h8e5", nodes=400)
                    wait_for(ann, answer)
                    server.stop()
                    return answer["cached"]

            usual = client.PROGRAM
            self.assertEqual([is_cached(program) for program in (usual, usual, other, usual)],
                             [False, True, False, True])
