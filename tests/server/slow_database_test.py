"""A database that is slow, or does not answer: what needs none is served meanwhile, and the rest afterwards, in order."""

import contextlib
import http.client
import json
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import unittest

import client
from client import PATIENCE, Closed, Person, Refused, Server, psql
from postgres_test import PostgresServer
from restart_test import Bot, stored_moves

sys.path.append(os.path.join(client.ROOT, "tests", "store"))
from with_postgres import Cluster  # noqa: E402

LOCKS = int(os.environ.get("LOCKS", "8"))

class HangingProxy:
    """A TCP address in front of the cluster. A connection is forwarded; or never answered ("silent"); or forwarded until
    it is ready for the first statement, which is never answered ("mute")."""

    def __init__(self, cluster):
        self.target = os.path.join(cluster.folder, ".s.PGSQL.5432")
        self.mode, self.hung, self.streams = "forward", threading.Event(), []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"postgresql://postgres@127.0.0.1:{self.listener.getsockname()[1]}/postgres?sslmode=disable&gssencmode=disable"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                stream, _ = self.listener.accept()
                self.streams.append(stream)
                threading.Thread(target=self.serve, args=(stream, self.mode), daemon=True).start()

    def serve(self, stream, mode):
        with contextlib.suppress(OSError):
            if mode == "silent":
                stream.recv(1)
                self.hung.set()
                return
            with socket.socket(socket.AF_UNIX) as server:
                server.connect(self.target)
                while True:
                    for source in select.select([stream, server], [], [])[0]:
                        data = source.recv(65536)
                        if not data:
                            stream.close()
                            return
                        (server if source is stream else stream).sendall(data)
                        if mode == "mute" and source is server and data.endswith(b"Z\0\0\0\5I"):
                            stream.recv(1)
                            self.hung.set()
                            return

    def cut(self, mode):
        """Ends all connections; the next ones behave as `mode` says."""
        self.mode = mode
        self.hung.clear()
        for stream in self.streams:
            with contextlib.suppress(OSError):
                stream.shutdown(socket.SHUT_RDWR)
        self.streams.clear()

    def close(self):
        self.cut("silent")
        self.listener.close()


class Asked:
    """A request that was sent, and whose response is read later."""

    def __init__(self, person, method, path, body=None):
        self.stream = person.connect()
        headers = person.headers()
        if body is not None:
            headers["Content-Type"] = "application/json"
        self.stream.request(method, path, body, headers)

    def is_answered(self, seconds=0.0):
        return bool(select.select([self.stream.sock], [], [], seconds)[0])

    def status(self):
        with contextlib.closing(self.stream):
            return self.stream.getresponse().status


class SlowDatabaseTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()
        cls.addClassCleanup(cls.cluster.remove)

    def start(self):
        self.server = PostgresServer(self.cluster)
        self.addCleanup(self.server.__exit__)
        self.begin()

    def begin(self):
        """Two players with a game, sockets, and a connection that is used again."""
        self.ann, self.ben = Person(self.server.port), Person(self.server.port)
        self.game = self.ann.new_game("link", color="black")["game"]
        self.ben.act(self.game, do="join")
        self.socket = self.ben.socket()
        self.socket.do("ping")
        self.stream = self.ann.connect()
        self.page()

    def page(self):
        self.stream.request("GET", "/", headers=self.ann.headers())
        answer = self.stream.getresponse()
        self.assertIn(b"</html>", answer.read())
        return answer.status

    @contextlib.contextmanager
    def locked(self, table="moves", mode="ACCESS EXCLUSIVE"):
        """Somebody else's transaction has the table, at most for the time that a statement waits for it."""
        with subprocess.Popen(["psql", "--no-psqlrc", "--quiet", self.server.database], stdin=subprocess.PIPE, text=True) as locker:
            locker.stdin.write(f"BEGIN; LOCK TABLE {table} IN {mode} MODE;\n")
            locker.stdin.flush()
            self.until_locks(table, f"granted AND mode = '{mode.title().replace(' ', '')}Lock'")
            yield
            locker.stdin.close()

    def until_locks(self, table, which):
        end = time.monotonic() + PATIENCE
        while self.server.query(f"SELECT COUNT(*) FROM pg_locks WHERE relation = '{table}'::regclass AND {which}") == [["0"]]:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def move(self, move="h8", ply=0):
        return Asked(self.ann, "POST", "/api/games/" + self.game, f'{{"do":"play","ply":{ply},"line":0,"move":"{move}"}}')

    def check_what_needs_no_database(self):
        self.assertEqual(self.page(), 200)
        stranger = Person(self.server.port, enter=False)
        for path, status in (("/", 200), ("/livez", 200), ("/metrics", 200), ("/nowhere", 404), ("/api/nowhere", 404), ("/" + "x" * 5000, 431)):
            self.assertEqual(stranger.ask("GET", path)[0], status, path)
        self.assertEqual(stranger.ask("POST", "/api/session", b"x" * 5000)[0], 413)
        self.socket.send_frame(9, b"are you there")
        self.assertEqual(self.socket.read_frame(), (10, b"are you there"))

    def check_all_is_well(self, moves):
        self.assertEqual(stored_moves(self.server, self.game), moves)
        self.assertEqual(self.ann.get("/api/games/" + self.game)["moves"], moves)
        self.assertEqual(Person(self.server.port).ask("GET", "/readyz")[0], 200)
        self.assertEqual(self.server.stop(), 0)
        self.assertNotIn("Sanitizer", self.server.log())

    def test_a_table_that_is_locked_from_outside(self):
        self.start()
        with self.locked():
            move = self.move()
            self.until_locks("moves", "NOT granted")
            self.check_what_needs_no_database()
            session = Asked(self.ben, "GET", "/api/session")
            self.assertFalse(move.is_answered() or session.is_answered(0.1))
        self.assertEqual((move.status(), session.status()), (200, 200))
        self.check_all_is_well(["h8"])

    def test_a_table_that_stays_locked(self):
        """The statement is given up after 3 s, and its round refused."""
        self.start()
        with self.locked():
            move = self.move()
            self.until_locks("moves", "NOT granted")
            session = Asked(self.ben, "GET", "/api/session")
            while not move.is_answered():
                self.check_what_needs_no_database()
                ready = Person(self.server.port, enter=False).ask("GET", "/readyz")[0]
                time.sleep(0.2)  # within the limit of requests
            self.assertEqual((move.status(), ready), (503, 503))
            self.assertIn(session.status(), (200, 503))  # with the round that reads the game again
        self.check_all_is_well([])

    def test_a_round_waits_once(self):
        """What is in the same round as the statement that was given up does not wait for 3 s more, each."""
        self.start()
        with self.locked("games"):
            asked = [Asked(self.ben, "GET", "/api/games/none0")]
            self.until_locks("games", "NOT granted")
            began = time.monotonic()
            asked += [Asked(self.ben, "GET", f"/api/games/none{i}") for i in range(1, 9)]
            self.assertEqual([one.status() for one in asked], [503] * 9)
            self.assertLess(time.monotonic() - began, 14)  # 3 s for each round; 27 s for each request
        self.check_all_is_well([])

    def test_messages_that_come_meanwhile_are_handled_in_order(self):
        self.start()
        black = self.ann.socket()
        with self.locked():
            move = self.move()
            self.until_locks("moves", "NOT granted")
            self.socket.send({"do": "play", "id": 1, "game": self.game, "ply": 1, "line": 0, "move": "i9"})
            for number in range(2, 20):
                self.socket.send({"do": "ping" if number % 2 else "watch", "game": self.game, "id": number}
                                 if number % 2 == 0 else {"do": "ping", "id": number})
            self.socket.send_frame(9, b"read")
            self.assertEqual(self.socket.read_frame(), (10, b"read"))
            black.send({"do": "nonsense", "id": 7})
            self.assertFalse(move.is_answered())
        self.assertEqual(move.status(), 200)
        replies = []
        while len(replies) < 19:
            message = self.socket.read()
            if message["is"] in ("ok", "error"):
                replies.append((message["to"], message["is"]))
        self.assertEqual(replies, [(number, "ok") for number in range(1, 20)])
        self.assertEqual(black.wait("error")["code"], "unknown_message")
        self.check_all_is_well(["h8", "i9"])

    def test_requests_of_a_connection_are_answered_in_order(self):
        """They are sent at once. The first needs no database; those after the second wait for it."""
        self.start()
        requests = "".join(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n" for path in ("/rules", "/api/session", "/livez", "/none.js"))
        with socket.create_connection(("127.0.0.1", self.server.port), PATIENCE) as stream:
            with self.locked():
                move = self.move()
                self.until_locks("moves", "NOT granted")
                stream.sendall(requests.encode())
                data = self.receive(stream, b"</html>")
                self.assertFalse(select.select([stream], [], [], 0.1)[0] or move.is_answered())
            data += self.receive(stream, b"nothing at this address")
        self.assertEqual([part[:3] for part in data.split(b"HTTP/1.1 ")[1:]], [b"200", b"200", b"200", b"404"])
        self.assertEqual(move.status(), 200)

    def receive(self, stream, text, count=1):
        data = b""
        while data.count(text) < count:
            data += (found := stream.recv(65536))
            self.assertTrue(found, data)
        return data

    def say(self, text):
        return Asked(self.ann, "POST", "/api/games/" + self.game, f'{{"do":"say","text":"{text}"}}')

    def check_chat(self, texts):
        self.assertEqual([line["text"] for line in self.ann.get(f"/api/games/{self.game}/chat")["lines"]], texts)

    def test_the_connection_whose_request_waits(self):
        """Its handler is on the stack: what it sends meanwhile is read afterwards."""
        self.start()
        livez = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with self.locked("chat"):
            say = self.say("first")
            self.until_locks("chat", "NOT granted")
            say.stream.sock.sendall(livez + livez[:9])
            self.check_what_needs_no_database()
            self.assertFalse(say.is_answered())
        say.stream.sock.sendall(livez[9:])
        data = self.receive(say.stream.sock, b"ok\n", 2)
        self.assertEqual([part[:3] for part in data.split(b"HTTP/1.1 ")[1:]], [b"200"] * 3)
        with self.locked("chat"):
            say = self.say("second")
            self.until_locks("chat", "NOT granted")
            say.stream.sock.sendall(livez)
            say.stream.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            say.stream.close()
            self.check_what_needs_no_database()
        self.check_chat(["first", "second"])
        self.check_all_is_well([])

    def test_the_socket_whose_message_waits(self):
        self.start()
        talker = self.ann.socket()
        with self.locked("chat"):
            talker.send({"do": "say", "id": 1, "game": self.game, "text": "first"})
            self.until_locks("chat", "NOT granted")
            for number in range(2, 5):
                talker.send({"do": "say", "id": number, "game": self.game, "text": f"{number}"})
            self.check_what_needs_no_database()
        replies = []
        while len(replies) < 4:
            message = talker.read()
            if message["is"] in ("ok", "error"):
                replies.append(message["to"])
        self.assertEqual(replies, [1, 2, 3, 4])
        with self.locked("games"):
            talker.send({"do": "watch", "id": 1, "game": self.game})  # its text is kept, to handle it again
            self.until_locks("games", "NOT granted")
            talker.send({"do": "ping", "id": 2})
            self.check_what_needs_no_database()
        self.assertEqual([talker.wait("ok")["to"] for _ in range(2)], [1, 2])
        with self.locked("chat"):
            talker.send({"do": "say", "id": 5, "game": self.game, "text": "last"})
            self.until_locks("chat", "NOT granted")
            talker.close()
            self.check_what_needs_no_database()
        self.check_chat(["first", "2", "3", "4", "last"])
        self.check_all_is_well([])

    def test_messages_of_a_session_that_ends_meanwhile_are_ignored(self):
        self.start()
        talker = self.ann.socket()
        talker.do("ping")
        with self.locked("sessions"):
            logout = Asked(self.ann, "POST", "/api/logout", "{}")
            self.until_locks("sessions", "NOT granted")
            talker.send({"do": "say", "id": 1, "game": self.game, "text": "too late"})
            self.check_what_needs_no_database()
        self.assertEqual(logout.status(), 200)
        with self.assertRaises(Closed):
            talker.wait("ok")
        self.ann = self.ben
        self.check_chat([])
        self.check_all_is_well([])

    def test_a_socket_that_is_opened_meanwhile(self):
        self.start()
        opened = []
        with self.locked():
            move = self.move()
            self.until_locks("moves", "NOT granted")
            opening = threading.Thread(target=lambda: opened.append(self.ann.socket()))
            opening.start()
            self.check_what_needs_no_database()
            self.assertFalse(opened or move.is_answered())
        opening.join(PATIENCE)
        self.assertEqual(opened[0].read()["is"], "welcome")
        self.assertIn("now", opened[0].do("ping"))
        self.check_all_is_well(["h8"])

    def test_clients_that_come_and_go_meanwhile_do_no_harm(self):
        self.start()
        cleo = self.ben.socket()
        reset = self.ann.socket()
        flood = self.ann.socket()
        with self.locked():
            move = self.move()
            self.until_locks("moves", "NOT granted")
            # A move, and then the end of the socket: it is made.
            cleo.send({"do": "play", "id": 1, "game": self.game, "ply": 1, "line": 0, "move": "i9"})
            cleo.close()
            reset.send({"do": "ping", "id": 1})
            for stream in (reset.stream, Asked(self.ben, "GET", "/api/session").stream.sock, Asked(self.ben, "GET", "/").stream.sock):
                stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                stream.close()
            for data in (b"GET /livez HT", b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx", b"\0\0\0\0"):
                for ends in (False, True):
                    half = socket.create_connection(("127.0.0.1", self.server.port), PATIENCE)
                    self.addCleanup(half.close)
                    half.sendall(data)
                    if ends:
                        half.close()
            for number in range(200):
                flood.send({"do": "ping", "id": number})
            self.check_what_needs_no_database()
            self.assertFalse(move.is_answered())
        self.assertEqual(move.status(), 200)
        end = time.monotonic() + PATIENCE
        while len(stored_moves(self.server, self.game)) < 2:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)
        with self.assertRaises((Closed, OSError)) as caught:
            while flood.read():
                pass
        self.assertIn(getattr(caught.exception, "status", 1008), (1008, None))
        flood.close()
        while b"\npentad_sockets 1\n" not in self.ann.ask("GET", "/metrics")[2]:  # the others were dropped
            self.assertLess(time.monotonic(), end - PATIENCE / 2)
            time.sleep(0.1)
        self.check_all_is_well(["h8", "i9"])

    def test_a_database_that_stands_still(self):
        self.start()
        backend = int(self.server.query("SELECT pid FROM pg_stat_activity WHERE application_name = 'pentad'")[0][0])
        os.kill(backend, signal.SIGSTOP)
        move = self.move()
        self.assertFalse(move.is_answered(1.2))
        self.assertEqual(Person(self.server.port, enter=False).ask("GET", "/readyz")[0], 503)
        self.check_what_needs_no_database()
        self.assertFalse(move.is_answered())
        os.kill(backend, signal.SIGCONT)
        self.assertEqual(move.status(), 200)
        self.check_all_is_well(["h8"])

    def test_no_acknowledged_move_is_lost_while_tables_are_locked(self):
        """Under play, with people who come, load the page and go."""
        self.start()
        bots = [Bot(self.server, seed) for seed in range(4)]
        stopping, seen = threading.Event(), []

        def visit():
            while not stopping.is_set():
                with contextlib.suppress(OSError, Closed, Refused, http.client.HTTPException):
                    person = Person(self.server.port)
                    socket = person.socket()
                    socket.send({"do": "lobby", "id": 1, "on": True})
                    seen.append(person.ask("GET", "/")[0])
                    if len(seen) % 2:
                        socket.do("mine")
                    socket.close()

        visitors = [threading.Thread(target=visit) for _ in range(3)]
        for thread in (*bots, *visitors):
            thread.start()
        for lock in range(LOCKS):
            table = ("moves", "users", "games", "sessions", "seats", "facts", "ratings", "chat")[lock % 8]
            psql(self.server.database, f"BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep({0.2 + lock % 3 / 5}); COMMIT")
            time.sleep(0.1)
        for bot in bots:
            bot.stopping.set()
        stopping.set()
        for thread in (*bots, *visitors):
            thread.join(PATIENCE)
            self.assertFalse(thread.is_alive())
        count = 0
        for bot in bots:
            for game, acked in bot.games.items():
                stored = stored_moves(self.server, game)
                self.assertEqual(stored[: len(acked)], acked)
                self.assertLessEqual(len(stored), len(acked) + 1, "a move nobody sent")
                count += len(acked)
        print(f"# {LOCKS} locks, {count} acknowledged moves, {len(seen)} visits")
        self.assertEqual(set(seen), {200})
        self.check_all_is_well([])

    def test_an_instance_that_stands_still_with_the_lock_of_a_round(self):
        """Its transaction is ended after 5 s. Until then others that need the lock are refused, each after 3 s: perhaps only
        the server's own round, which saves the clock."""
        self.start()
        other = Server(None, "--database", self.server.database)
        self.addCleanup(other.__exit__)
        cleo = Person(other.port, enter=False)
        with self.locked("users", "SHARE"):
            lost = Asked(cleo, "POST", "/api/session")
            self.until_locks("users", "NOT granted")
            other.process.send_signal(signal.SIGSTOP)
        dan = Person(self.server.port, enter=False)
        refused, entered = 0, None
        while entered != 200:
            session = Asked(dan, "POST", "/api/session")
            served = 0
            while not session.is_answered(0.2):
                self.check_what_needs_no_database()
                served += 1
            entered = session.status()
            refused += entered == 503
        self.assertTrue(refused <= 2 and served > 2, (refused, served))
        self.assertEqual(self.move().status(), 200)
        other.process.send_signal(signal.SIGCONT)
        self.assertEqual(lost.status(), 503)
        self.check_all_is_well(["h8"])

    def behind_proxy(self):
        PostgresServer.count += 1
        psql(self.cluster.url, f"CREATE SCHEMA own{PostgresServer.count}")
        path = f"&options=-csearch_path%3Down{PostgresServer.count}"
        proxy = HangingProxy(self.cluster)
        self.addCleanup(proxy.close)
        self.server = Server(None, "--database", proxy.url + path)
        self.server.database = self.cluster.url + path
        self.addCleanup(self.server.__exit__)
        self.begin()
        return proxy

    def test_a_connection_that_comes_back_and_does_not_answer(self):
        for mode in ("silent", "mute"):
            with self.subTest(mode):
                proxy = self.behind_proxy()
                proxy.cut(mode)
                self.assertTrue(proxy.hung.wait(PATIENCE))
                time.sleep(0.1)
                session = Asked(self.ann, "GET", "/api/session")
                self.check_what_needs_no_database()
                self.assertEqual(Person(self.server.port, enter=False).ask("GET", "/readyz")[0], 503)
                self.assertEqual(session.is_answered(), mode == "silent")
                proxy.cut("forward")
                self.assertEqual(session.status(), 503)
                end = time.monotonic() + PATIENCE
                while "database_back" not in self.server.log():
                    self.assertLess(time.monotonic(), end)
                    time.sleep(0.02)
                self.assertEqual(self.move().status(), 200)
                self.check_all_is_well(["h8"])

    def test_a_job_queue_that_does_not_answer(self):
        """Nobody waits for it but those that ask for it: not even those that need the database."""
        for mode in ("silent", "mute"):
            with self.subTest(mode):
                proxy = self.behind_proxy()
                proxy.mode = mode
                metrics = Asked(self.ann, "GET", "/metrics")
                self.assertTrue(proxy.hung.wait(PATIENCE))
                lab = Asked(self.ann, "GET", "/api/lab")
                self.assertFalse(lab.is_answered(1.0))
                self.check_what_needs_no_database()
                self.assertEqual(self.move().status(), 200)
                # One that comes later does not wait in vain.
                self.assertEqual(Asked(self.ann, "GET", "/api/lab").status(), 503)
                self.assertEqual(Asked(self.ann, "GET", "/metrics").status(), 200)
                self.assertFalse(metrics.is_answered() or lab.is_answered())
                for stream in proxy.streams[1:]:
                    stream.shutdown(socket.SHUT_RDWR)
                self.assertEqual((metrics.status(), lab.status()), (200, 200))
                self.check_all_is_well(["h8"])

    def test_a_server_stops_while_the_database_does_not_answer(self):
        self.start()
        with self.locked():
            move = self.move()
            self.until_locks("moves", "NOT granted")
            session = Asked(self.ben, "GET", "/api/session")
            self.assertFalse(session.is_answered(0.1))
            self.assertEqual(self.server.stop(), 0)
            self.assertNotIn("Sanitizer", self.server.log())
            self.assertIn(move.status(), (200, 503))
            with contextlib.closing(session.stream):
                answer = session.stream.getresponse()
                text = json.loads(answer.read()).get("error", {}).get("text")
                self.assertTrue(answer.status == 200 or (answer.status == 503 and text), (answer.status, text))
