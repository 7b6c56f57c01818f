"""The example bots, against the server and each other."""

import contextlib
import http.server
import json
import os
import signal
import socket
import subprocess
import threading
import unittest

from client import PATIENCE, ROOT, Person, Refused, Server


class LobbyStub(http.server.BaseHTTPRequestHandler):
    """A server whose long poll for a turn answers only after somebody has joined its open game."""

    joined = threading.Event()
    polled = threading.Event()

    def reply(self, value):
        data = json.dumps(value).encode()
        with contextlib.suppress(ConnectionError):  # the bot was ended
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    def do_GET(self):
        if self.path.startswith("/api/turns"):
            self.polled.set()
            self.joined.wait(PATIENCE)
        open_games = [{"game": "k3x9w2m8q4ta", "owner": "Ann"}] if self.polled.is_set() else []
        self.reply({"name": "Bot", "open": open_games, "games": []})

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.joined.set()
        self.reply({"state": "playing"})

    def log_message(self, *_):
        pass


class BotsTest(unittest.TestCase):
    def account(self, server, name):
        owner = Person(server.port)
        owner.post("/api/register", {"name": name, "password": "correct horse"})
        return owner

    def test_an_account_with_a_token_is_shown_as_a_bot(self):
        with Server() as server:
            owner, ann = self.account(server, "Machine"), self.account(server, "Ann")
            game = owner.new_game("anyone", color="black", rated=True)["game"]

            def marks():
                lobby = {g["game"]: g for g in ann.get("/api/lobby")["open"]}
                seats = [ann.get("/api/games/" + game)["seats"][0], lobby[game]["seats"][0]] if game in lobby else []
                return {owner.get("/api/session")["bot"], ann.get("/api/users/machine")["bot"],
                        ann.get("/api/games?player=machine")["games"][0]["seats"][0]["bot"], *(seat["bot"] for seat in seats)}

            self.assertEqual(marks(), {False})
            self.assertEqual(ann.get("/api/lobby")["online"]["bots"], [])
            tokens = owner.post("/api/tokens", {"label": "bot"})
            self.assertEqual(marks(), {True})
            self.assertEqual(ann.get("/api/users/Ann")["bot"], False)
            self.assertEqual(ann.get("/api/lobby")["online"]["bots"], ["Machine"])
            ann.act(game, do="join")
            ann.act(game, do="resign")
            ratings = {row["name"]: row["bot"] for row in ann.get("/api/ratings")["ratings"]}
            self.assertEqual(ratings, {"Machine": True, "Ann": False})
            owner.post("/api/settings", {"chat": False})
            self.assertEqual(marks(), {True})
            owner.ask("DELETE", f"/api/tokens/{tokens['tokens'][0]['token']}")
            self.assertEqual(marks(), {False})

    def test_a_bot_that_plays_by_requests_is_at_its_game(self):
        with Server() as server:
            bot, ann = self.account(server, "Machine"), self.account(server, "Ann")
            game = ann.new_game("link", color="black")["game"]
            socket = ann.socket()
            here = socket.do("watch", game=game)["game"]["seats"]
            self.assertEqual(here[0]["here"], True)
            bot.token = bot.post("/api/tokens", {"label": "bot"})["secret"]
            bot.act(game, do="join")
            self.assertEqual([seat["here"] for seat in ann.get("/api/games/" + game)["seats"]], [True, True])

    def test_a_browser_that_was_closed_is_not_at_its_game(self):
        with Server() as server:
            ben, ann = self.account(server, "Ben"), self.account(server, "Ann")
            game = ann.new_game("user:Ben", color="black")["game"]
            mine, his = ann.socket(), ben.socket()
            mine.do("watch", game=game)
            his.do("join", game=game)
            his.do("watch", game=game)
            mine.wait("people", lambda m: m["here"] == [True, True])
            ben.get("/api/games/" + game)
            his.close()
            mine.wait("people", lambda m: m["here"] == [True, False])

    def test_a_bot_joins_rated_games_only_if_it_was_asked(self):
        with Server() as server:
            bot, ann = self.account(server, "Machine"), self.account(server, "Ann")
            bot.token = bot.post("/api/tokens", {"label": "bot"})["secret"]
            with self.assertRaises(Refused) as caught:
                bot.act(ann.new_game("anyone", rated=True)["game"], do="join")
            self.assertEqual((caught.exception.code, caught.exception.reason), ("not_yours", "bot_not_invited"))
            for opponent, rated in (("anyone", False), ("link", True), ("user:Machine", True)):
                with self.subTest(opponent=opponent, rated=rated):
                    game = ann.new_game(opponent, rated=rated)["game"]
                    self.assertEqual(bot.act(game, do="join")["state"], "playing")

    def test_an_open_game_is_joined_during_a_long_poll(self):
        LobbyStub.joined.clear()
        LobbyStub.polled.clear()
        stub = http.server.ThreadingHTTPServer(("127.0.0.1", 0), LobbyStub)
        self.addCleanup(stub.server_close)
        self.addCleanup(stub.shutdown)
        threading.Thread(target=stub.serve_forever, daemon=True).start()
        bot = subprocess.Popen([os.path.join(ROOT, "examples", "bots", "bot.py"), f"http://127.0.0.1:{stub.server_port}"],
                               stderr=subprocess.DEVNULL, env={**os.environ, "PENTAD_TOKEN": "x"})
        try:
            self.assertTrue(LobbyStub.polled.wait(PATIENCE))
            self.assertTrue(LobbyStub.joined.wait(PATIENCE / 2))  # the poll itself lasts longer
        finally:
            bot.kill()
            bot.wait()

    def start(self, program, *arguments, token="x"):
        environment = {name: value for name, value in os.environ.items() if name != "PENTAD_TOKEN"}
        if token is not None:
            environment["PENTAD_TOKEN"] = token
        bot = subprocess.Popen([os.path.join(ROOT, "examples", "bots", program), *arguments], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True)
        self.addCleanup(bot.wait)
        self.addCleanup(bot.kill)
        return bot

    def test_the_examples_say_what_is_wrong_and_exit(self):
        class Other(LobbyStub):
            def reply(self, value):
                super().reply(["not a Pentad server"])

        other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other)
        self.addCleanup(other.server_close)
        self.addCleanup(other.shutdown)
        threading.Thread(target=other.serve_forever, daemon=True).start()
        LobbyStub.joined.set()  # nothing waits
        with Server() as server:
            rows = (
                ("no token", [server.url], None, 2, "set PENTAD_TOKEN"),
                ("an empty token", [server.url], "", 2, "set PENTAD_TOKEN"),
                ("a wrong token", [server.url], "wrong", 1, "does not know this token"),
                ("not a URL", ["127.0.0.1:8080"], "x", 2, "usage"),
                ("an unknown scheme", ["ftp://127.0.0.1"], "x", 2, "usage"),
                ("another server", [f"http://127.0.0.1:{other.server_port}"], "x", 1, "is not a Pentad server"),
            )
            for program in ("bot.py", "bot.sh"):
                for name, arguments, token, status, text in rows:
                    with self.subTest(program=program, row=name):
                        bot = self.start(program, *arguments, token=token)
                        out, err = bot.communicate(timeout=PATIENCE)
                        self.assertEqual((bot.returncode, out), (status, ""), err)
                        self.assertIn(text, err)
                        self.assertNotIn("Traceback", err)

    def test_the_examples_wait_for_a_server_that_is_away_and_obey_ctrl_c(self):
        for program in ("bot.py", "bot.sh"):
            with self.subTest(program=program):
                with socket.socket() as free:
                    free.bind(("127.0.0.1", 0))
                    port = free.getsockname()[1]
                bot = self.start(program, f"http://127.0.0.1:{port}")
                for delay in (1, 2):
                    line = bot.stderr.readline()
                    self.assertIn(f"cannot reach http://127.0.0.1:{port}", line)
                    self.assertIn(f"trying again in {delay} s", line)
                LobbyStub.polled.clear()
                LobbyStub.joined.clear()
                stub = http.server.ThreadingHTTPServer(("127.0.0.1", port), LobbyStub)
                threading.Thread(target=stub.serve_forever, daemon=True).start()
                try:
                    self.assertTrue(LobbyStub.polled.wait(PATIENCE))
                    os.killpg(bot.pid, signal.SIGINT)
                    self.assertEqual(bot.wait(PATIENCE), 130)
                    self.assertNotIn("Traceback", bot.stderr.read())
                finally:
                    LobbyStub.joined.set()
                    stub.shutdown()
                    stub.server_close()

    def test_the_examples_play_each_other(self):
        with Server() as server:
            accounts = []
            for name in ("PythonBot", "ShellBot"):
                owner = self.account(server, name)
                owner.token = owner.post("/api/tokens", {"label": "bot"})["secret"]
                accounts.append(owner)
            game = accounts[1].new_game("anyone", size=9, color="black")["game"]
            url = f"http://127.0.0.1:{server.port}"
            bots = []
            for owner, command in zip(accounts, (["bot.py", url, "--games", "1"], ["bot.sh", url])):
                program = os.path.join(ROOT, "examples", "bots", command[0])
                bots.append(subprocess.Popen([program, *command[1:]], stderr=subprocess.DEVNULL,
                                             env={**os.environ, "PENTAD_TOKEN": owner.token}))
            try:
                self.assertEqual(bots[0].wait(2 * PATIENCE), 0)
                state = accounts[0].get("/api/games/" + game)
                self.assertEqual((state["state"], state["result"]["reason"], state["result"]["winner"]),
                                 ("over", "five", "white"))
            finally:
                for bot in bots:
                    bot.kill()
                    bot.wait()
