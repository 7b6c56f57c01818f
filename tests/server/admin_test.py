"""`pentad admin` against a running server: users, bans, one-time links, ended games, announcements."""

import json
import os
import socket
import stat
import subprocess
import tempfile
import threading
import time
import unittest

from client import PATIENCE, PROGRAM, Closed, Person, Refused, Server, ServedTest

PASSWORD = "correct horse battery"


class Admin:
    def __init__(self, data):
        self.data = data

    def run(self, *words):
        return subprocess.run([PROGRAM, "admin", *words, "--data", self.data], capture_output=True, text=True, check=False, timeout=PATIENCE)

    def __call__(self, *words):
        done = self.run(*words, "--json")
        if done.returncode != 0:
            raise AssertionError(f"{words}: {done.stderr}")
        return json.loads(done.stdout)

    def refused(self, *words):
        """Exit status and message of a command that fails."""
        done = self.run(*words)
        return done.returncode, done.stderr.strip()


class AdminTest(ServedTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.admin = Admin(cls.server.data)

    def person(self, name=None):
        person = Person(self.server.port)
        if name:
            person.post("/api/register", {"name": name, "password": PASSWORD})
        return person

    def log_in(self, name, password=PASSWORD):
        return Person(self.server.port, enter=False).post("/api/login", {"name": name, "password": password})

    def game(self, one, two, moves=("h8", "a1"), **options):
        """A game that `one` began with Black, after some moves."""
        game = one.new_game("link", color="black", **options)["game"]
        two.act(game, do="join")
        for i, move in enumerate(moves):
            (one, two)[i % 2].play(game, move)
        return game

    def test_users_are_listed_in_order_and_by_pages(self):
        for name in ("Listed-b", "listed-A", "Listed-c"):
            self.person(name)
        names = lambda answer: [user["name"] for user in answer["users"]]
        self.assertEqual(names(self.admin("users", "LISTED-")), ["listed-A", "Listed-b", "Listed-c"])
        first = self.admin("users", "listed-", "--limit", "2")
        self.assertEqual((names(first), first["next"]), (["listed-A", "Listed-b"], "Listed-c"))
        rest = self.admin("users", "listed-", "--first", first["next"])
        self.assertEqual((names(rest), rest["next"]), (["Listed-c"], None))
        guest = self.person().me["name"]
        self.assertNotIn(guest, names(self.admin("users", "--limit", "1000")))
        self.assertIn(guest, names(self.admin("users", "guest", "--guests", "--limit", "1000")))
        self.admin("ban", "Listed-b")
        self.assertEqual(names(self.admin("users", "listed-", "--banned")), ["Listed-b"])

    def test_bad_input_is_explained(self):
        self.person("Errant")
        rows = (
            (("show", "nobody-here"), 1, "there is no user 'nobody-here'"),
            (("show", "Level 3"), 1, "Level 3 is not a person, but a level of the program"),
            (("rename", "Errant", "two words"), 1, "a name has letters, digits, - and _, no spaces"),
            (("rename", "Errant", "x"), 1, "a name has 2 to 20 characters"),
            (("unban", "Errant"), 1, "Errant is not banned"),
            (("end", "nogame", "draw"), 1, "there is no game nogame"),
            (("end", "nogame", "white-wins"), 1, "'white-wins' is no result: abort, black, white or draw"),
            (("delete", "Errant"), 2, "this cannot be undone; if you are sure, add --yes"),
            (("ban",), 2, "usage: pentad admin ban NAME"),
            (("ban", "a", "b"), 2, "usage: pentad admin ban NAME"),
            (("bann", "a"), 2, "there is no command 'bann'; did you mean 'ban'?"),
            (("announce", "soon"), 2, "'soon': minutes from 0 to 1440, or off"),
        )
        for words, status, text in rows:
            with self.subTest(words):
                self.assertEqual(self.admin.refused(*words), (status, "pentad admin: " + text))

    def test_the_secret_is_private_and_required(self):
        path = os.path.join(self.server.data, "admin.json")
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        with open(path, encoding="utf-8") as file:
            secret = json.load(file)["secret"]
        person = Person(self.server.port, enter=False)

        def status(headers):
            return person.ask("POST", "/api/admin/users", {}, headers)[0]
        self.assertEqual(status({"Authorization": "Bearer " + secret}), 200)
        for headers in ({}, {"Authorization": "Bearer " + secret[:-1] + ("A" if secret[-1] != "A" else "B")}, {"Authorization": "Bearer "},
                        {"Authorization": "Bearer " + secret, "Origin": "http://evil.example"}):
            with self.subTest(headers):
                self.assertIn(status(headers), (403, 404))
        self.assertNotIn(secret, self.server.log())

    def test_what_somebody_else_answers_has_no_escape_sequences(self):
        """As after the server was killed: its file is still there, and its port is free."""
        name = "\\u001b]0;x\\u0007\\u009b31m\\ny"
        answers = {(): f'{{"users":[{{"name":"{name}"}}]}}', ("--json",): '{"users":["\u009b31m\x7f"]}',
                   ("--limit", "7"): f'{{"error":{{"text":"{name}"}}}}'}
        with tempfile.TemporaryDirectory() as data, socket.create_server(("127.0.0.1", 0)) as listener:
            with open(os.path.join(data, "admin.json"), "w", encoding="ascii") as file:
                json.dump({"url": f"http://127.0.0.1:{listener.getsockname()[1]}", "secret": "s"}, file)

            def answer(body):
                stream, _ = listener.accept()
                with stream:
                    stream.recv(65536)
                    stream.sendall(f"HTTP/1.1 200 OK\r\n\r\n{body}".encode())
            for words, body in answers.items():
                with self.subTest(words):
                    thread = threading.Thread(target=answer, args=(body,))
                    thread.start()
                    done = Admin(data).run("users", *words)
                    thread.join()
                    printed = done.stdout + done.stderr
                    self.assertIn("31m", printed)
                    self.assertEqual([c for c in printed if c != "\n" and (c < " " or "\x7f" <= c < "\xa0")], [])

    def test_renaming(self):
        ann = self.person("Old-name")
        self.person("Taken-name")
        socket = ann.socket()
        self.assertEqual(self.admin.refused("rename", "Old-name", "taken-NAME"), (1, "pentad admin: the name Taken-name is taken"))
        self.assertEqual(self.admin("rename", "old-name", "New-name")["user"]["name"], "New-name")
        with self.assertRaises(Closed):
            socket.wait("never")
        self.assertEqual(ann.get("/api/session")["name"], "New-name")
        self.assertEqual(self.log_in("new-name")["name"], "New-name")
        self.assertEqual(self.admin("rename", "New-name", "NEW-name")["user"]["name"], "NEW-name")
        guest = self.person().me["name"]
        self.assertEqual(self.admin.refused("rename", guest, "Somebody"), (1, f"pentad admin: {guest} has no account"))

    def test_a_ban_ends_sessions_sockets_tokens_and_games(self):
        bad, good = self.person("Banned-1"), self.person("Good-1")
        token = Person(self.server.port, bad.post("/api/tokens", {"label": "bot"})["secret"])
        played = self.game(bad, good, rated=True)
        begun = self.game(good, bad, moves=("h8",))
        waiting = bad.new_game("anyone")["game"]
        bad_socket, good_socket = bad.socket(), good.socket()
        good_socket.do("watch", game=played)
        answer = self.admin("ban", "banned-1")
        self.assertEqual(answer["games_ended"], 3)
        end = good_socket.wait("game", lambda game: game["state"] == "over")
        self.assertEqual((end["result"]["seat"], end["result"]["reason"]), (1, "adjudicated"))
        self.assertEqual(good.get("/api/games/" + begun)["state"], "aborted")
        self.assertEqual(good.get("/api/games/" + waiting)["state"], "aborted")
        with self.assertRaises(Closed) as closed:
            bad_socket.wait("never")
        self.assertEqual(closed.exception.status, 1008)
        self.assertIsNone(bad.get("/api/session")["name"])
        with self.assertRaises(Refused) as refused:
            token.get("/api/tokens")
        self.assertEqual(refused.exception.code, "no_session")
        with self.assertRaises(Refused) as refused:
            self.log_in("Banned-1")
        self.assertEqual((refused.exception.status, refused.exception.code), (403, "banned"))
        with self.assertRaises(Refused) as refused:
            self.log_in("Banned-1", "a wrong password")
        self.assertEqual(refused.exception.code, "wrong_password")
        self.assertEqual(self.admin("show", "Good-1")["rating"]["gomoku"]["games"], 1)
        self.assertNotIn("Banned-1", [row["name"] for row in good.get("/api/ratings?pool=gomoku")["ratings"]])
        self.assertEqual(self.admin.refused("reset-password", "Banned-1")[1], "pentad admin: Banned-1 is banned; unban first")
        self.assertEqual(self.admin("ban", "Banned-1")["games_ended"], 0)  # again
        self.admin("unban", "Banned-1")
        self.assertEqual(self.log_in("Banned-1")["name"], "Banned-1")

    def test_a_ban_survives_a_restart(self):
        with Server() as server:
            person = Person(server.port)
            person.post("/api/register", {"name": "Gone", "password": PASSWORD})
            Admin(server.data)("ban", "Gone")
            server.kill()
            server.start()
            with self.assertRaises(Refused) as refused:
                Person(server.port, enter=False).post("/api/login", {"name": "Gone", "password": PASSWORD})
            self.assertEqual(refused.exception.code, "banned")

    def test_deleting_keeps_the_games_without_the_name(self):
        lost, kept = self.person("Lost-1"), self.person("Kept-1")
        game = self.game(lost, kept, chat=True)
        lost.socket().do("say", game=game, text="private words")
        kept.socket().do("say", game=game, text="fine words")
        answer = self.admin("delete", "Lost-1", "--yes")
        self.assertRegex(answer["name"], r"^Deleted \d+$")
        state = kept.get("/api/games/" + game)
        self.assertEqual((state["state"], state["seats"][0]["name"]), ("over", answer["name"]))
        self.assertEqual([line["text"] for line in kept.get(f"/api/games/{game}/chat")["lines"]], ["fine words"])
        self.assertEqual(self.admin.refused("show", "Lost-1")[0], 1)
        with self.assertRaises(Refused):
            self.log_in("Lost-1")
        self.assertEqual(self.person("Lost-1").get("/api/session")["name"], "Lost-1")  # the name is free
        for table in ("ratings", "rating_history", "attempts", "sessions"):
            self.assertEqual(self.server.query(f'SELECT COUNT(*) FROM {table} t JOIN users u ON t."user" = u.id '
                                               f"WHERE u.name = '{answer['name']}'"), [["0"]], table)
        self.assertNotIn("private words", json.dumps(self.server.query("SELECT text FROM chat")))

    def test_games_by_invitation_show_the_name_that_the_user_has_now(self):
        asked, asking = self.person("Asked-1"), self.person("Asking-1")
        game = asking.new_game("user:asked-1", color="black")["game"]
        asked.act(game, do="join")
        for command, name in ((("rename", "Asked-1", "Asked-2"), "Asked-2"), (("delete", "Asked-2", "--yes"), None)):
            answer = self.admin(*command)
            listed, = asking.get("/api/games?player=Asking-1")["games"]
            for shown in (listed, asking.get("/api/games/" + game)):
                self.assertEqual(shown["opponent"], "user:" + (name or answer["name"]))
        self.assertEqual(self.server.query(f"SELECT opponent FROM games WHERE id = '{game}'"), [["user:" + answer["name"]]])

    def test_an_invitation_follows_a_new_name_and_ends_with_the_user(self):
        asked, asking = self.person("Sought-1"), self.person("Seeking-1")
        game = asking.new_game("user:sought-1", color="black")["game"]
        stream, told = asked.socket(), asking.socket()
        stream.read()
        self.admin("rename", "Sought-1", "Sought-2")
        thief = self.person("Sought-1")
        with self.assertRaises(Refused) as refused:
            thief.act(game, do="join")
        self.assertEqual(refused.exception.reason, "for_another")
        self.assertEqual([g["game"] for g in asked.socket().do("mine")["games"]], [game])
        self.assertEqual(asking.get("/api/games/" + game)["opponent"], "user:Sought-2")
        answer = self.admin("delete", "Sought-2", "--yes")
        self.assertEqual(told.wait("declined")["game"], game)
        state = asking.get("/api/games/" + game)
        self.assertEqual((state["state"], state["declined"], state["opponent"]), ("aborted", True, "user:" + answer["name"]))
        self.assertEqual(self.server.query(f"SELECT opponent FROM games WHERE id = '{game}'"), [["user:" + answer["name"]]])
        again = self.person("Sought-2")
        self.assertEqual(again.socket().do("mine")["games"], [])

    def secret(self, name):
        link = self.admin("reset-password", name)["link"]
        self.assertTrue(link.startswith(self.server.url + "/reset#"), link)
        return link.partition("#")[2]

    def reset(self, secret, **more):
        person = Person(self.server.port)
        return person.post("/api/reset", {"secret": secret, **more}), person

    def refused_reset(self, secret, **more):
        with self.assertRaises(Refused) as refused:
            self.reset(secret, **more)
        return refused.exception.code

    def test_a_link_sets_a_password_once(self):
        ann = self.person("Forgetful")
        token = Person(self.server.port, ann.post("/api/tokens", {"label": "bot"})["secret"])
        secret = self.secret("forgetful")
        self.assertEqual(self.reset(secret)[0], {"name": "Forgetful"})
        self.assertEqual(self.refused_reset(secret, new="short"), "bad_value")  # does not use it up
        answer, person = self.reset(secret, new="a brand new phrase")
        self.assertEqual((answer["name"], person.get("/api/session")["name"]), ("Forgetful", "Forgetful"))
        self.assertEqual(self.refused_reset(secret), "link_expired")
        self.assertEqual(self.refused_reset(secret, new="yet another phrase"), "link_expired")
        self.assertIsNone(ann.get("/api/session")["name"])
        with self.assertRaises(Refused):
            token.get("/api/tokens")
        with self.assertRaises(Refused):
            self.log_in("Forgetful")
        self.log_in("Forgetful", "a brand new phrase")

    def test_links_are_hashed_expire_and_replace_each_other(self):
        twice = self.person("Twice")
        first, second = self.secret("Twice"), self.secret("Twice")
        self.assertEqual(self.refused_reset(first), "link_expired")
        self.assertEqual(self.refused_reset(""), "link_expired")
        self.assertEqual(self.refused_reset("x" * 1000), "link_expired")
        self.assertEqual(self.reset(second)[0]["name"], "Twice")
        self.assertNotIn(second, json.dumps(self.server.query("SELECT hash FROM password_resets")))
        self.assertNotIn(second, self.server.log())
        self.server.query(f"UPDATE password_resets SET expires = {int(time.time() * 1000) - 1}")
        self.assertEqual(self.refused_reset(second), "link_expired")
        third = self.secret("Twice")
        twice.post("/api/password", {"old": PASSWORD, "new": "battery staple"})
        self.assertEqual(self.refused_reset(third), "link_expired")
        third = self.secret("Twice")
        self.admin("ban", "Twice")
        self.assertEqual(self.refused_reset(third), "link_expired")

    def test_games_are_listed_and_ended(self):
        ann, ben = self.person("Ann-e"), self.person("Ben-e")
        for how, state, seat in (("abort", "aborted", None), ("black", "over", 0), ("white", "over", 1), ("draw", "over", None)):
            with self.subTest(how):
                game = self.game(ann, ben, moves=("h8", "a1", "h9"))
                self.assertIn(game, [row["game"] for row in self.admin("games")["games"]])
                self.assertEqual([row["game"] for row in self.admin("games", "ann-e")["games"]], [game])
                watch = ben.socket()
                watch.do("watch", game=game)
                self.admin("end", game, how)
                shown = watch.wait("game", lambda snapshot: snapshot["state"] == state)
                if state == "over":
                    self.assertEqual((shown["result"]["seat"], shown["result"]["reason"]), (seat, "adjudicated"))
                self.assertEqual(self.admin.refused("end", game, "abort")[1], f"pentad admin: game {game} has already ended")
        waiting = ann.new_game("anyone")["game"]
        self.assertEqual(self.admin.refused("end", waiting, "black")[1], f"pentad admin: game {waiting} has not begun: it can only be aborted")
        self.admin("end", waiting, "abort")
        self.assertEqual(self.admin("games", "Ann-e")["games"], [])

    def test_a_result_by_decision_survives_in_the_record(self):
        ann, ben = self.person(), self.person()
        game = self.game(ann, ben)
        self.admin("end", game, "white")
        self.assertIn("RE[W+]", ann.ask("GET", f"/api/games/{game}/sgf")[2].decode())
        self.assertEqual(ann.get("/api/games/" + game)["result"]["text"], "White wins by adjudication")

    def test_a_restart_is_announced_and_called_off(self):
        socket = self.person().socket()
        self.assertIsNone(socket.wait("welcome")["restart"])
        answer = self.admin("announce", "5")
        self.assertAlmostEqual(answer["restart"] / 1000, time.time() + 300, delta=PATIENCE)
        self.assertGreaterEqual(answer["sockets"], 1)
        self.assertEqual(socket.wait("restart")["at"], answer["restart"])
        self.assertEqual(self.person().socket().wait("welcome")["restart"], answer["restart"])
        self.assertIsNone(self.admin("announce", "off")["restart"])
        self.assertIsNone(socket.wait("restart")["at"])

    def test_output_for_people(self):
        ann, ben = self.person("Plain-a"), self.person("Plain-b")
        game = self.game(ann, ben)
        for words, wanted in ((("users", "plain-"), "Plain-a"), (("show", "plain-a"), game), (("games",), "Plain-b"),
                              (("reset-password", "Plain-a"), "for Plain-a; works once, until "),
                              (("rename", "Plain-b", "Plain-c"), "the name is now Plain-c"),
                              (("end", game, "black"), f"game {game}: black wins"), (("announce", "1"), "announced for "),
                              (("announce", "off"), "called off; told"), (("ban", "Plain-a"), "banned Plain-a; ended 0 games"),
                              (("unban", "Plain-a"), "Plain-a may log in again"), (("delete", "Plain-a", "--yes"), "deleted Plain-a; past games show Deleted ")):
            with self.subTest(words):
                done = self.admin.run(*words)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn(wanted, done.stdout)


class NoServerTest(unittest.TestCase):
    def test_without_a_server(self):
        with tempfile.TemporaryDirectory() as data:
            self.assertEqual(Admin(data).refused("users"), (1, f"pentad admin: no server is running on {data}; --data names another folder"))

    def test_after_a_crash_and_a_stop(self):
        with Server() as server:
            server.kill()
            self.assertEqual(Admin(server.data).refused("users"),
                             (1, f"pentad admin: the server is not running: nothing answers at 127.0.0.1 port {server.port}"))
            server.start()
            Admin(server.data)("users")
            server.stop()
            self.assertFalse(os.path.exists(os.path.join(server.data, "admin.json")))

    def test_a_damaged_file(self):
        with tempfile.TemporaryDirectory() as data:
            for text in ("", "{}", '{"url":"ftp://x:1","secret":"x"}', '{"url":"http://:","secret":"x"}', '{"url":"http://127.0.0.1","secret":"x"}'):
                with open(os.path.join(data, "admin.json"), "w", encoding="utf-8") as file:
                    file.write(text)
                with self.subTest(text):
                    self.assertEqual(Admin(data).refused("users")[0], 1)

    def test_not_through_a_proxy(self):
        with Server(None, "--behind-proxy") as server:
            with open(os.path.join(server.data, "admin.json"), encoding="utf-8") as file:
                secret = json.load(file)["secret"]
            person = Person(server.port, enter=False)
            headers = {"Authorization": "Bearer " + secret}
            self.assertEqual(person.ask("POST", "/api/admin/users", {}, headers)[0], 200)
            for address in ("10.0.0.1", "127.0.0.1"):
                self.assertEqual(person.ask("POST", "/api/admin/users", {}, {**headers, "X-Forwarded-For": address})[0], 404, address)

    def test_any_listen_address(self):
        for address in ("0.0.0.0", "::1"):
            with self.subTest(address), Server(None, "--address", address) as server:
                Admin(server.data)("users")


if __name__ == "__main__":
    unittest.main()
