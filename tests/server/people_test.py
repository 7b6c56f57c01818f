"""Guests, accounts, sessions and tokens."""

import itertools
import json
import os
import signal
import socket
import threading
import time

from client import PATIENCE, Closed, Person, Refused, ServedTest


class PeopleTest(ServedTest):
    def person(self, **options):
        return Person(self.server.port, **options)

    def refuses(self, code, call, *args, **options):
        with self.assertRaises(Refused) as caught:
            call(*args, **options)
        self.assertEqual(caught.exception.code, code, caught.exception)
        return caught.exception

    def refuses_somehow(self, call, *args):
        with self.assertRaises(Refused) as caught:
            call(*args)
        return caught.exception

    def account(self, name):
        someone = self.person()
        someone.post("/api/register", {"name": name, "password": "correct horse"})
        return someone

    def test_first_visit_creates_a_guest_and_the_cookie_keeps_it(self):
        guest = self.person()
        self.assertEqual(guest.me["kind"], "guest")
        self.assertRegex(guest.me["name"], r"^Guest \d+$")
        self.assertEqual(guest.post("/api/session")["name"], guest.me["name"])
        self.assertEqual(guest.get("/api/session")["name"], guest.me["name"])

    def test_without_a_session(self):
        nobody = self.person(enter=False)
        self.assertEqual(nobody.get("/api/session"), {"name": None})
        self.refuses("no_session", nobody.post, "/api/games", {"opponent": "anyone"})

    def test_attributes_of_the_session_cookie(self):
        _, headers, _ = self.person(enter=False).ask("POST", "/api/session", {})
        flags = headers["Set-Cookie"].split("; ")[1:]
        for flag in ("HttpOnly", "SameSite=Lax", "Path=/"):
            self.assertIn(flag, flags)

    def test_the_session_cookie_is_renewed(self):
        someone = self.person()
        before = someone.cookie
        _, headers, _ = someone.ask("POST", "/api/session", {})
        self.assertTrue(headers["Set-Cookie"].startswith(before + ";"))
        self.assertIn("Max-Age=31536000", headers["Set-Cookie"])

    def test_a_guest_becomes_an_account_and_keeps_its_games(self):
        someone = self.person()
        game = someone.new_game("anyone")["game"]
        me = someone.post("/api/register", {"name": "Keeper", "password": "correct horse"})
        self.assertEqual((me["name"], me["kind"], me["games"]), ("Keeper", "account", [game]))
        elsewhere = self.person(enter=False)
        self.assertEqual(elsewhere.post("/api/login", {"name": "kEEPER", "password": "correct horse"})["games"],
                         [game])

    def test_names_are_taken_once_whatever_the_letter_case(self):
        self.account("Taken")
        self.refuses("name_taken", self.account, "tAKEN")

    def test_invalid_names_and_passwords(self):
        someone = self.person()
        names = [(name, "name_length") for name in ("", "x", "a" * 21)]
        names += [(name, "name_letters") for name in ("two words", "Guest\n1", "Level 3", "<b>bold</b>", "Аnn", "a\u202eb")]
        passwords = (("seven77", "password_length"), ("七个字的密码呀", "password_length"), ("password1", "password_weak"))
        rows = [(name, "correct horse", why) for name, why in names] + [("Short", word, why) for word, why in passwords]
        for name, password, why in rows:
            with self.subTest(name=name, password=password):
                refused = self.refuses("bad_value", someone.post, "/api/register", {"name": name, "password": password})
                self.assertEqual(refused.reason, why)
        self.assertIsNone(self.refuses("wrong_password", someone.post, "/api/login", {"name": "x", "password": "y"}).reason)

    def test_a_name_is_not_one_of_a_level(self):
        someone = self.person()
        for name in ("level-3", "Guest1234567", "第3级"):
            self.refuses("name_taken", someone.post, "/api/register", {"name": name, "password": "correct horse"})

    def test_a_user_is_logged_in_in_fifty_browsers_at_most(self):
        oldest, here = self.account("Everywhere"), self.person(enter=False)
        login = {"name": "Everywhere", "password": "correct horse"}
        here.post("/api/login", login)
        token = Person(self.server.port, token=here.post("/api/tokens", {"label": "bot"})["secret"])
        user = "(SELECT id FROM users WHERE name = 'Everywhere')"
        binary = "BYTEA" if self.server.database else "BLOB"
        self.server.query(f"""UPDATE sessions SET used = used - 1000 WHERE "user" = {user} AND label IS NULL""")
        for i in range(47):
            self.server.query(f"""INSERT INTO sessions (hash, "user", label, created, used)
                                  SELECT CAST('other{i}' AS {binary}), "user", NULL, created, used + 500 FROM sessions
                                  WHERE "user" = {user} AND label IS NULL LIMIT 1""")
        count = f"""SELECT COUNT(*) FROM sessions WHERE "user" = {user} AND label IS NULL"""
        last = self.person(enter=False)
        last.post("/api/login", login)
        self.assertEqual(self.server.query(count), [["50"]])
        socket = oldest.socket()
        socket.read()
        self.person(enter=False).post("/api/login", login)
        self.assertEqual(self.server.query(count), [["50"]])
        with self.assertRaises(Closed):
            socket.read()
        self.assertEqual(oldest.get("/api/session"), {"name": None})
        for person in (here, token, last):
            self.assertEqual(person.get("/api/session")["name"], "Everywhere")

    def test_names_in_other_scripts(self):
        self.assertEqual(self.account("五目並べ").get("/api/users/%E4%BA%94%E7%9B%AE%E4%B8%A6%E3%81%B9")["name"],
                         "五目並べ")

    def test_a_wrong_password_and_an_unknown_name_look_the_same(self):
        self.account("Careful")
        wrong = self.refuses("wrong_password", self.person().post, "/api/login",
                             {"name": "Careful", "password": "wrong horse"})
        unknown = self.refuses("wrong_password", self.person().post, "/api/login",
                               {"name": "Nobody", "password": "wrong horse"})
        self.assertEqual(wrong.text, unknown.text)

    def test_logging_out_ends_the_session_and_its_sockets(self):
        someone = self.person()
        socket = someone.socket()
        socket.read()
        cookie = someone.cookie
        someone.post("/api/logout")
        someone.cookie = cookie
        self.assertEqual(someone.get("/api/session"), {"name": None})
        with self.assertRaises(Exception):
            while True:
                socket.read()

    def in_one_round(self, *requests):
        """Sends requests, (person, method, path, headers, body) each, which the server finds all at once, in this order.
        Returns the connections."""
        port, pid = self.server.port, self.server.process.pid
        connections = [socket.create_connection(("127.0.0.1", port), PATIENCE, (row[0].address, 0)) for row in requests]
        for connection in connections:
            self.addCleanup(connection.close)
        self.person()  # by now the server has accepted them
        os.kill(pid, signal.SIGSTOP)
        os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOWAIT)
        try:
            for connection, (person, method, path, headers, body) in zip(connections, requests):
                data = b"" if body is None else json.dumps(body).encode()
                lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}"]
                lines += [f"{name}: {value}" for name, value in {**person.headers(), **headers}.items()]
                if body is not None:
                    lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
                connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode() + data)
                time.sleep(0.02)
        finally:
            os.kill(pid, signal.SIGCONT)
        return connections

    def test_a_socket_that_opens_while_its_session_ends_is_closed(self):
        new, someone = self.person(enter=False), self.person()
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "A" * 22 + "==", "Sec-WebSocket-Version": "13"}
        # The first request writes, so the upgrade waits for the commit; meanwhile the user logs out.
        _, opened, ended = self.in_one_round((new, "POST", "/api/session", {}, {}),
                                             (someone, "GET", "/api/socket", upgrade, None),
                                             (someone, "POST", "/api/logout", {}, {}))
        self.assertIn(b" 200 OK", ended.recv(4096))
        opened.settimeout(10)  # an open socket is silent until the first ping, after 20 s
        while opened.recv(4096):
            pass

    def test_of_two_new_passwords_at_once_one_is_set(self):
        here, there = self.account("Hurried"), self.person()
        there.post("/api/login", {"name": "Hurried", "password": "correct horse"})
        words = ("battery staple", "staple battery")
        connections = self.in_one_round(*((person, "POST", "/api/password", {}, {"old": "correct horse", "new": new})
                                          for person, new in zip((here, there), words)))
        statuses = [int(connection.recv(4096).split()[1]) for connection in connections]
        self.assertEqual(sorted(statuses), [200, 401])
        self.person().post("/api/login", {"name": "Hurried", "password": words[statuses.index(200)]})

    def test_registration_changes_the_session_cookie(self):
        someone = self.person()
        socket = someone.socket()
        socket.read()
        old = someone.cookie
        someone.post("/api/register", {"name": "Fixed", "password": "correct horse"})
        self.assertNotEqual(someone.cookie, old)
        self.assertEqual(someone.get("/api/session")["name"], "Fixed")
        thief = self.person(enter=False)
        thief.cookie = old
        self.assertEqual(thief.get("/api/session"), {"name": None})
        with self.assertRaises(Closed) as caught:
            while True:
                socket.read()
        self.assertEqual(caught.exception.status, 1001)
        self.assertEqual(someone.socket().read()["me"]["name"], "Fixed")

    def test_weak_passwords(self):
        someone = self.person()
        for password in ("password", "12345678", "Qwerty123!", "aaaaaaaaaa", "Original", "original1"):
            no = self.refuses("bad_value", someone.post, "/api/register", {"name": "Original", "password": password})
            self.assertIn("too easy to guess", no.text)
        someone.post("/api/register", {"name": "Original", "password": "correct horse"})
        self.refuses("bad_value", someone.post, "/api/password", {"old": "correct horse", "new": "password1"})

    def test_a_new_password_ends_the_other_sessions(self):
        here = self.account("Changer")
        there = self.person()
        there.post("/api/login", {"name": "Changer", "password": "correct horse"})
        self.refuses("wrong_password", here.post, "/api/password", {"old": "no horse", "new": "battery staple"})
        here.post("/api/password", {"old": "correct horse", "new": "battery staple"})
        self.assertEqual(here.get("/api/session")["name"], "Changer")
        self.assertEqual(there.get("/api/session"), {"name": None})
        there.post("/api/login", {"name": "Changer", "password": "battery staple"})

    def guess(self, name, attacker=None):
        """Tries a wrong password and returns the error code."""
        attacker = attacker or self.person(enter=False)
        return self.refuses_somehow(attacker.post, "/api/login", {"name": name, "password": "wrong horse"}).code

    def guess_on(self, names, attacker=None, *, most, forgiven_s):
        """Tries wrong passwords until `too_many`; returns the codes. Allowed are `most`, plus those refilled meanwhile."""
        begin, codes = time.monotonic(), []
        while codes[-1:] != ["too_many"]:
            codes.append(self.guess(next(names), attacker))
            self.assertLessEqual(codes.count("wrong_password"), most + (time.monotonic() - begin) / forgiven_s)
        return codes

    def is_refused(self, login):
        try:
            self.person(enter=False).post("/api/login", login)
        except Refused as no:
            return no.code == "too_many"
        return False

    def test_login_throttle_does_not_lock_the_owner_out(self):
        owner = self.account("Guarded")
        owner.post("/api/logout")
        attacker = self.person(enter=False, address=owner.address)
        codes = self.guess_on(itertools.repeat("Guarded"), attacker, most=5, forgiven_s=12)
        self.assertEqual(codes[:4], ["wrong_password"] * 4, "registering took one")
        spellings = itertools.cycle(("Guarded", "guarded", "GUARDED", "gUarded"))
        right = {"name": "guarded", "password": "correct horse"}
        # The bucket gets a token every ten seconds, perhaps just then.
        locked = (self.guess_on(spellings, most=30, forgiven_s=10) and self.is_refused(right) for _ in range(5))
        self.assertTrue(any(locked), "from many addresses")
        for _ in range(7):
            self.assertEqual(owner.post("/api/login", right)["name"], "Guarded", "from the attacker's own address")
        stranger = self.person(enter=False)
        stranger.device = owner.device
        self.assertEqual(stranger.post("/api/login", right)["name"], "Guarded", "the device, not the address")

    def test_login_throttle_of_a_known_device(self):
        owner = self.account("Forgetful")
        codes = self.guess_on(itertools.repeat("Forgetful"), owner, most=5, forgiven_s=12)
        self.assertEqual(codes[:5], ["wrong_password"] * 5)

    def test_device_token_is_valid_for_its_account_until_the_password_changes(self):
        owner, other = self.account("Mine"), self.account("Theirs")
        old = owner.device
        owner.post("/api/password", {"old": "correct horse", "new": "battery staple"})
        self.assertNotEqual(owner.device, old)
        self.assertNotEqual(owner.device, other.device)
        for device, known in ((owner.device, True), (old, False), (other.device, False), ("device=x", False)):
            self.assertEqual(self.is_known("Mine", device), known, device)

    def is_known(self, name, device):
        """True if a device token bypasses the exhausted bucket of its address."""
        someone = self.person(enter=False)
        self.guess_on(itertools.repeat("nobody at all"), someone, most=5, forgiven_s=12)
        someone.device = device
        return self.guess(name, someone) != "too_many"

    def test_a_name_like_an_address_does_not_share_its_bucket(self):
        bystander = self.person()
        for _ in range(5):
            self.refuses("wrong_password", self.person().post, "/api/login",
                         {"name": bystander.address, "password": "wrong horse"})
        self.refuses("wrong_password", bystander.post, "/api/login", {"name": "Third", "password": "wrong horse"})

    def test_a_token_makes_no_tokens_and_changes_no_password(self):
        owner = self.account("Minter")
        bot = Person(self.server.port, token=owner.post("/api/tokens", {"label": "bot"})["secret"])
        self.refuses("tokens_not", bot.post, "/api/tokens", {"label": "another"})
        self.refuses("tokens_not", bot.post, "/api/password", {"old": "correct horse", "new": "battery staple"})
        self.assertEqual([t["label"] for t in bot.get("/api/tokens")["tokens"]], ["bot"])

    def test_registering_twice_at_once_makes_one_account(self):
        guest = Person(self.server.port)
        twins = [Person(self.server.port, enter=False) for _ in range(2)]
        answers = {}

        def register(twin, name):
            twin.cookie = guest.cookie
            answers[name] = twin.ask("POST", "/api/register", {"name": name, "password": "correct horse"})[0]
        threads = [threading.Thread(target=register, args=(twin, f"Twin{i}")) for i, twin in enumerate(twins)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # The loser is too late when its password has been hashed (409), or finds its session gone (401).
        self.assertEqual(sorted(answers.values())[0], 200)
        self.assertIn(sorted(answers.values())[1], (401, 409))
        name = next(name for name, status in answers.items() if status == 200)
        self.assertEqual(twins[int(name[-1])].get("/api/session")["name"], name)

    def test_tokens_are_shown_once_and_can_be_revoked(self):
        owner = self.account("Owner")
        made = owner.post("/api/tokens", {"label": "my bot"})
        bot = Person(self.server.port, token=made["secret"])
        self.assertEqual(bot.get("/api/session")["name"], "Owner")
        self.assertEqual([t["label"] for t in owner.get("/api/tokens")["tokens"]], ["my bot"])
        self.assertNotIn(made["secret"], str(owner.get("/api/tokens")))
        owner.json("DELETE", f"/api/tokens/{made['tokens'][0]['token']}")
        self.assertEqual(bot.get("/api/session"), {"name": None})

    def test_tokens_and_cookies_are_not_interchangeable(self):
        owner = self.account("Strict")
        secret = owner.post("/api/tokens", {"label": "x"})["secret"]
        thief = self.person(enter=False)
        thief.cookie = "session=" + secret
        self.assertEqual(thief.get("/api/session"), {"name": None})
        cookie = Person(self.server.port, token=owner.cookie.split("=")[1])
        self.assertEqual(cookie.get("/api/session"), {"name": None})

    def test_guests_cannot_have_tokens_or_rated_games(self):
        guest = self.person()
        self.refuses("guests_not", guest.post, "/api/tokens", {"label": "x"})
        self.refuses("guests_not", guest.new_game, "level:1", rated=True)

    def test_cross_site_requests_are_refused(self):
        someone = self.person()
        for origin in ("http://evil.example", "null", f"http://127.0.0.1:{self.server.port + 1}",
                       f"https://127.0.0.1:{self.server.port}"):
            status, _, _ = someone.ask("POST", "/api/games", {"opponent": "anyone"},
                                       {"Cookie": someone.cookie, "Origin": origin})
            self.assertEqual(status, 403, origin)
        status, _, _ = someone.ask("POST", "/api/games", {"opponent": "anyone"}, {"Cookie": someone.cookie})
        self.assertEqual(status, 403, "no origin")

    def test_sockets_need_the_exact_origin(self):
        someone = self.person()
        for origin in ("http://evil.example", None):
            headers = {"Cookie": someone.cookie}
            if origin:
                headers["Origin"] = origin
            someone.headers = lambda headers=headers: headers
            with self.assertRaises(Refused) as caught:
                someone.socket()
            self.assertEqual(caught.exception.status, 403)

    def test_unknown_host_names_are_refused(self):
        someone = self.person(enter=False)
        status, _, _ = someone.ask("GET", "/api/lobby", headers={"Host": "evil.example"})
        self.assertEqual(status, 403)

    def test_profiles(self):
        self.account("Known")
        profile = self.person().get("/api/users/known")
        self.assertEqual((profile["name"], profile["won"], profile["rating"]["renju"]["games"]), ("Known", 0, 0))
        self.assertEqual(self.person().get("/api/users/Level%203")["kind"], "level")
        self.refuses("not_found", self.person().get, "/api/users/nobody")

    def test_nothing_secret_is_in_the_log(self):
        someone = self.account("Quiet")
        log = self.server.log()
        self.assertNotIn("correct horse", log)
        self.assertNotIn(someone.cookie.split("=")[1], log)
