"""Operation of the server: health check, metrics, log, clean-up of guests, systemd unit."""

import contextlib
import json
import os
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import unittest
from unittest import mock

import client
from client import PATIENCE, Person, Refused, Server, ServedTest

HOSTILE = ["\x1b[2Jgone", "line\nbreak", '{"event":"forged"}', '"; drop table users', "\u202eback", "tab\there", "nul\x00", "é" * 300]


class LoopbackTest(unittest.TestCase):
    def test_sockets_learn_whether_others_can_reach_the_server(self):
        for options, loopback in (((), True), (("--address", "0.0.0.0"), False), (("--behind-proxy",), False)):
            with self.subTest(options), Server(None, *options) as server:
                socket = Person(server.port).socket()
                self.assertEqual(socket.read()["loopback"], loopback)
                socket.close()

    def test_the_url_can_be_opened(self):
        for address in ("127.0.0.1", "0.0.0.0"):
            with self.subTest(address), Server(None, "--address", address) as server:
                self.assertEqual(server.url, f"http://127.0.0.1:{server.port}")


class TrustedProxyTest(unittest.TestCase):
    def statuses(self, *options):
        """Of more sessions than one address may have, each for another client."""
        with Server(None, *options) as server:
            person = Person(server.port, enter=False)
            return {person.ask("POST", "/api/session", {}, {"Origin": person.origin, "X-Forwarded-For": f"10.0.{i}.1"})[0] for i in range(40)}

    def test_limits_are_those_of_the_forwarded_address(self):
        self.assertEqual(self.statuses("--trusted-proxy", "any"), {200})
        self.assertEqual(self.statuses(), {200, 429})

    def test_a_proxy_may_add_the_port(self):
        with Server(None, "--behind-proxy") as server:
            person = Person(server.port, enter=False)
            statuses = [person.ask("POST", "/api/session", {}, {"Origin": person.origin, "X-Forwarded-For": f"10.0.0.1:{i + 1}"})[0] for i in range(40)]
            self.assertEqual(set(statuses), {200, 429})

    def test_one_client_cannot_have_all_connections_wait(self):
        """The connections are the proxy's, so their number is not limited."""
        with Server(None, "--behind-proxy") as server:
            ann = Person(server.port)
            game = ann.new_game("link")

            def wait(forwarded):
                stream = ann.connect()
                self.addCleanup(stream.close)
                stream.request("GET", f"/api/games/{game['game']}?after={game['seq']}", headers={"X-Forwarded-For": forwarded})
                return stream

            streams = [wait("10.0.0.1") for _ in range(64)]
            time.sleep(0.3)
            self.assertEqual(wait("10.0.0.1").getresponse().status, 429)
            streams.append(wait("10.0.0.2"))
            time.sleep(0.3)
            ann.act(game["game"], do="abort")
            self.assertEqual({stream.getresponse().status for stream in streams}, {200})

    def test_what_is_only_for_this_machine_is_not_behind_the_proxy(self):
        with Server(None, "--behind-proxy") as server:
            for forwarded, want in ((None, 200), ("127.0.0.1", 200), ("10.0.0.1", 404), ("fe80::1%eth0", 404), ("unix:", 404),
                                    ("127.abc", 404), ("", 404), ("127.0.0.1,", 404)):
                with self.subTest(forwarded=forwarded):
                    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
                    self.assertEqual(Person(server.port, enter=False).ask("GET", "/metrics", None, headers)[0], want)


class ResourcesTest(unittest.TestCase):
    def connect(self, server, count):
        """Connections from several addresses, because there is a limit for each."""
        made = []
        for i in range(count):
            self.addCleanup((connection := socket.socket()).close)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.bind((f"127.3.{i // 50}.1", 0))
            connection.settimeout(PATIENCE)
            connection.connect(("127.0.0.1", server.port))
            made.append(connection)
        return made

    def test_accepts_again_after_file_descriptors_ran_out(self):
        with Server() as server:
            resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (64, 64))
            for connection in self.connect(server, 300):
                connection.close()
            self.assertEqual(Person(server.port, enter=False).ask("GET", "/healthz")[0], 200)

    def test_newcomers_get_through_when_all_connections_are_taken(self):
        """A stranger with many networks, as of IPv6, may have them all."""
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit[1], limit[1]))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, limit)
        with Server() as server, contextlib.ExitStack() as kept:
            for number in range(4000):
                stream = kept.enter_context(socket.socket())
                stream.bind((f"127.20.{number // 60}.1", 0))
                stream.connect(("127.0.0.1", server.port))
                if number >= 3990:  # these have just asked
                    stream.sendall(b"GET /api/lobby HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            began = time.monotonic()
            for _ in range(20):
                Person(server.port)
            self.assertLess(time.monotonic() - began, 2)  # the others time out after 5 s
            self.assertIn(b" 200 OK", stream.recv(65536))

    def test_sockets_that_open_in_one_round_are_counted(self):
        with Server() as server, contextlib.ExitStack() as kept:
            ann, ben = Person(server.port), Person(server.port)
            server.process.send_signal(signal.SIGSTOP)
            first = ben.connect()  # writes, so that the others wait for the commit
            first.request("POST", "/api/settings", b"{}", {**ben.headers(), "Content-Type": "application/json"})
            streams = [ann.connect() for _ in range(30)]
            for stream in streams:
                stream.request("GET", "/api/socket", headers={**ann.headers(), "Upgrade": "websocket", "Connection": "Upgrade",
                                                              "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13"})
                kept.callback(stream.close)
            time.sleep(0.2)
            server.process.send_signal(signal.SIGCONT)
            first.getresponse()
            metrics = ann.ask("GET", "/metrics")[2].decode()
            self.assertEqual(int(re.search(r"\npentad_sockets (\d+)\n", metrics)[1]), 20)

    def test_clients_that_do_not_read_share_the_bytes_of_a_file(self):
        def resident():
            with open(f"/proc/{server.process.pid}/statm", encoding="ascii") as found:
                return int(found.read().split()[1]) * resource.getpagesize()
        with tempfile.TemporaryDirectory() as pages:
            with open(os.path.join(pages, "large.png"), "wb") as file:
                file.write(os.urandom(4 << 20))
            with Server(None, "--pages", pages) as server:
                before = resident()
                for connection in self.connect(server, 50):
                    connection.sendall(b"GET /large.png HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 2)
                    connection.recv(1)
                self.assertLess(resident() - before, 16 << 20)

    def test_a_file_survives_a_reload_while_it_is_sent(self):
        with tempfile.TemporaryDirectory() as pages:
            content = os.urandom(4 << 20)
            with open(os.path.join(pages, "large.png"), "wb") as file:
                file.write(content)
            with Server(None, "--pages", pages) as server:
                connection = self.connect(server, 1)[0]
                connection.sendall(b"GET /large.png HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                received = connection.recv(1)
                server.process.send_signal(signal.SIGHUP)
                end = time.monotonic() + PATIENCE
                while "pages_loaded" not in server.log() and time.monotonic() < end:
                    time.sleep(0.05)
                while more := connection.recv(1 << 16):
                    received += more
                self.assertEqual(received.partition(b"\r\n\r\n")[2], content)

    def test_many_signals_at_once_reload_few_times(self):
        with tempfile.TemporaryDirectory() as pages, Server(None, "--pages", pages) as server:
            for _ in range(60):
                server.process.send_signal(signal.SIGHUP)
                time.sleep(0.002)
            self.assertEqual(server.stop(), 0)
            self.assertLess(server.log().count("pages_loaded"), 30)


class ConfigTest(unittest.TestCase):
    """A configuration file, and SIGHUP."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "server.conf")

    def write(self, text):
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(self.path + ".new", self.path)  # as editors do

    def reload(self, server, text):
        """Writes the file; returns the event that the server logs."""
        self.write(text)
        return self.hang_up(server)

    def hang_up(self, server):
        before = len(server.log())
        server.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for line in server.log()[before:].splitlines():
                if line.endswith("}") and json.loads(line)["event"].startswith("config_"):
                    return json.loads(line)
            time.sleep(0.02)
        raise TimeoutError("not reloaded")

    def sessions(self, server, count):
        """The statuses of new sessions for as many clients behind a proxy."""
        person = Person(server.port, enter=False)
        return {person.ask("POST", "/api/session", {}, {"Origin": person.origin, "X-Forwarded-For": f"10.0.{i}.1"})[0] for i in range(count)}

    def test_settings_change_without_a_restart(self):
        self.write("rate-limit-factor 1\nworkers 1\n")
        with Server(None, "--config", self.path) as server:
            self.assertEqual(self.sessions(server, 40), {200, 429})
            said = self.reload(server, "workers 1\nrate-limit-factor 10\n")
            self.assertEqual((said["changed"], said["needs_restart"]), ("rate-limit-factor", ""))
            self.assertEqual(self.sessions(server, 40), {200})
            said = self.reload(server, "# public\nbehind-proxy\nworkers 2\nrate-limit-factor 2\n")
            self.assertEqual((said["event"], said["changed"], said["needs_restart"]), ("config_loaded", "behind-proxy rate-limit-factor", "workers"))
            self.assertEqual(self.sessions(server, 40), {200})
            said = self.reload(server, "workers 1\norigin https://example.org\ntrusted-proxy any\nrate-limit-factor 2\nport 1\n")
            self.assertEqual((said["changed"], said["needs_restart"]), ("origin trusted-proxy", ""))  # the port is on the command line
            person = Person(server.port, enter=False)
            status, headers, _ = person.ask("POST", "/api/session", {}, {"Origin": "https://example.org"})
            self.assertEqual(status, 200)
            self.assertIn("__Host-session", headers["Set-Cookie"])
            self.assertEqual(person.ask("POST", "/api/session", {}, {"Origin": person.origin})[0], 403)
            said = self.reload(server, "workers 1\n")
            self.assertEqual(said["changed"], "origin behind-proxy trusted-proxy rate-limit-factor")
            self.assertEqual(self.sessions(server, 40), {200, 429})

    def test_a_bad_file_changes_nothing(self):
        self.write("behind-proxy\n")
        with Server(None, "--config", self.path) as server:
            for text, why in (("behind-proxy\nrate-limit-facto 5\n", f"{self.path}: line 2: unknown option --rate-limit-facto; did you mean --rate-limit-factor?"),
                              ("rate-limit-factor 5\norigin nowhere\n", "an origin looks like https://example.org, without a path"),
                              ("trusted-proxy nowhere\n", "--trusted-proxy 'nowhere': an IP address such as 10.0.0.5, or any"),
                              ("\0" * 15, f"{self.path}: line 1: a NUL byte, so this is not a text file")):
                said = self.reload(server, text)
                self.assertEqual((said["event"], said["why"]), ("config_not_loaded", why))
                self.assertEqual(self.sessions(server, 40), {200})
            os.remove(self.path)
            self.assertEqual(self.hang_up(server)["event"], "config_not_loaded")
            os.mkfifo(self.path)
            self.assertEqual(self.hang_up(server)["why"], f"{self.path}: not a file")
            said = self.reload(server, "behind-proxy\n")
            self.assertEqual(Person(server.port, enter=False).ask("GET", "/healthz")[0], 200)


def status_of(task):
    """The fields of /proc/PID/status, or of a thread."""
    with open(f"/proc/{task}/status", encoding="ascii") as file:
        return dict(line.split(":\t", 1) for line in file.read().splitlines() if ":\t" in line)


class SandboxTest(unittest.TestCase):
    """tests/server/sandbox_test.c tries what is forbidden. These are the real processes, and what they still must be able to do."""

    def start(self, *options, **environment):
        with mock.patch.dict(os.environ, environment):
            server = Server(None, *options)
        self.addCleanup(server.__exit__)
        Person(server.port, enter=False).ask("GET", "/healthz")  # it serves after entering the sandbox
        return server

    def events(self, server):
        return [json.loads(line) for line in server.log().splitlines()]

    def play_a_level(self, server):
        person = Person(server.port)
        game = person.new_game("level:1", color="black")["game"]
        state = person.act(game, do="play", ply=0, line=0, move="h8")
        while state["ply"] < 2:
            state = person.get(f"/api/games/{game}?after={state['seq']}")

    def require_sandbox(self, server):
        said = next(event for event in self.events(server) if event["event"] == "sandbox")
        if said.get("why") == "this build has no sandbox":
            self.skipTest(said["why"])
        self.assertEqual(said["seccomp"], "on")

    def test_the_server_and_its_workers_are_in_it(self):
        server = self.start()
        self.require_sandbox(server)
        self.play_a_level(server)
        pid = server.process.pid
        threads = [f"{pid}/task/{thread}" for thread in os.listdir(f"/proc/{pid}/task")]
        self.assertGreater(len(threads), 1)  # those that compress pages
        for task in threads:
            status = status_of(task)
            self.assertEqual((status["Seccomp"], status["NoNewPrivs"]), ("2", "1"))
        workers = server.workers()
        self.assertGreater(len(workers), 0)
        for worker in workers:
            status = status_of(worker)
            self.assertEqual((status["Seccomp"], status.get("Seccomp_filters", "2")), ("2", "2"))
        self.assertNotIn("worker_sandbox", server.log())

    def test_a_database_in_another_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            server = self.start("--database", f"sqlite:{folder}/games.db")
            self.require_sandbox(server)
            self.play_a_level(server)
            server.stop()
            # Its log is deleted at the end, which needs the folder.
            self.assertEqual(sorted(os.listdir(folder)), ["games.db", "games.db.lock"])

    def test_off(self):
        server = self.start(PENTAD_SANDBOX="off")
        self.play_a_level(server)
        self.assertIn("PENTAD_SANDBOX is off", server.log())
        for process in [server.process.pid, *server.workers()]:
            self.assertEqual(status_of(process)["Seccomp"], status_of("self")["Seccomp"])

    def test_a_wrong_setting_is_refused(self):
        with tempfile.TemporaryDirectory() as data:
            said = subprocess.run([client.PROGRAM, "serve", "--data", data, "--port", "0"], env={**os.environ, "PENTAD_SANDBOX": "maybe"},
                                  capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(said.returncode, 1)
        self.assertIn("PENTAD_SANDBOX is 'maybe'; it can be on or off", said.stderr)

    def test_pages_are_loaded_again_also_through_links(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("pages", "elsewhere"):
                os.mkdir(os.path.join(folder, name))
            with open(os.path.join(folder, "elsewhere/linked.txt"), "w", encoding="ascii") as file:
                file.write("before")
            os.symlink("../elsewhere/linked.txt", os.path.join(folder, "pages/linked.txt"))
            server = self.start("--pages", os.path.join(folder, "pages"))
            with open(os.path.join(folder, "elsewhere/new"), "w", encoding="ascii") as file:
                file.write("after")
            os.replace(os.path.join(folder, "elsewhere/new"), os.path.join(folder, "elsewhere/linked.txt"))
            server.process.send_signal(signal.SIGHUP)
            reader, end = Person(server.port, enter=False), time.monotonic() + PATIENCE
            while reader.ask("GET", "/linked.txt")[2] != b"after" and time.monotonic() < end:
                time.sleep(0.05)
            self.assertEqual(reader.ask("GET", "/linked.txt")[2], b"after", server.log())

    def test_workers_start_after_the_program_was_replaced(self):
        """As an update does."""
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "pentad")
            shutil.copy(client.PROGRAM, program)
            with mock.patch.object(client, "PROGRAM", program):
                server = self.start()
            self.require_sandbox(server)
            os.unlink(program)
            self.play_a_level(server)


class LargeDatabaseTest(unittest.TestCase):
    """A database too large to be checked before the start is checked while the server runs."""

    def fill(self, server):
        with contextlib.closing(sqlite3.connect(os.path.join(server.data, "pentad.db"))) as data, data:
            data.executemany("INSERT INTO findings (position, engine, lines, ms, nodes, settled, result) VALUES (?, '', 1, 1, 1, 1, ?)",
                             ((str(i), "x" * 60000) for i in range(600)))

    def test_a_sound_one_is_served(self):
        with Server() as server:
            server.stop()
            self.fill(server)
            server.start()
            self.assertEqual(Person(server.port).me["kind"], "guest")
            self.assertEqual(server.stop(), 0)

    def test_a_damaged_one_stops_the_server(self):
        with Server() as server:
            server.stop()
            self.fill(server)
            path = os.path.join(server.data, "pentad.db")
            with open(path, "r+b") as file:  # of a million bytes in the middle, which hold no table the start reads
                file.seek(os.path.getsize(path) // 2)
                file.write(os.urandom(1000000))
            server.start()
            self.assertEqual(server.process.wait(PATIENCE), 1)
            server.process.stdout.close()
            self.assertIn('"event":"database_damaged"', server.log())
            self.assertIn("it is damaged", server.log())


class TidyingTest(unittest.TestCase):
    def test_guests_who_never_played_expire_and_others_do_not(self):
        with Server() as server:
            gone = [Person(server.port).me["name"] for _ in range(3)]
            player, lately = Person(server.port), Person(server.port)
            player.new_game("level:1")
            server.stop()
            with sqlite3.connect(os.path.join(server.data, "pentad.db")) as data:
                old = (int(time.time()) - 31 * 24 * 3600) * 1000
                data.execute("UPDATE users SET created = ? WHERE kind = 0 AND name != ?", (old, lately.me["name"]))
                data.execute("UPDATE sessions SET used = ? WHERE user IN (SELECT id FROM users WHERE created = ?)", (old, old))
            data.close()
            server.start()
            visitor = Person(server.port)
            end = time.monotonic() + PATIENCE
            while self.is_there(visitor, gone[-1]) and time.monotonic() < end:
                time.sleep(0.1)
            self.assertEqual([name for name in gone if self.is_there(visitor, name)], [])
            self.assertTrue(self.is_there(visitor, player.me["name"]))
            self.assertEqual(lately.get("/api/session")["name"], lately.me["name"])

    def is_there(self, visitor, name):
        return visitor.ask("GET", "/api/users/" + name.replace(" ", "%20"))[0] == 200


class OperationsTest(ServedTest):
    def metrics(self):
        _, headers, data = Person(self.server.port, enter=False).ask("GET", "/metrics")
        self.assertTrue(headers["Content-Type"].startswith("text/plain; version=0.0.4"))
        return data.decode()

    def test_healthy(self):
        for path in ("/livez", "/readyz", "/healthz"):
            status, _, data = Person(self.server.port, enter=False).ask("GET", path)
            self.assertEqual((status, data), (200, b"ok\n"), path)

    def test_every_metric_has_help_type_and_value(self):
        lines = self.metrics().split("# HELP pentad_request_seconds")[0].splitlines()
        self.assertEqual(len(lines) % 3, 0)
        for help_line, type_line, value in zip(lines[0::3], lines[1::3], lines[2::3]):
            name = value.split()[0]
            self.assertRegex(name, r"^pentad_[a-z_]+$")
            self.assertTrue(help_line.startswith(f"# HELP {name} "))
            kind = "counter" if name.endswith("_total") else "gauge"
            self.assertEqual(type_line, f"# TYPE {name} {kind}")
            self.assertRegex(value, r" \d+$")

    def test_counters_count(self):
        def count(name):
            return int(re.search(rf"^pentad_{name} (\d+)$", self.metrics(), re.M).group(1))

        before = {name: count(name) for name in ("move_requests_total", "games_total", "sockets_opened_total", "messages_total")}
        ann, ben = Person(self.server.port), Person(self.server.port)
        game = ann.new_game("link", color="black")["game"]
        ben.act(game, do="join")
        ann.play(game, "h8")
        socket = ann.socket()
        socket.do("ping")
        self.assertEqual({name: count(name) - before[name] for name in before},
                         {"move_requests_total": 1, "games_total": 1, "sockets_opened_total": 1, "messages_total": 1})
        socket.close()

    def histogram(self, name):
        """Its cumulative counts by bound, its sum and its count."""
        text = self.metrics()
        self.assertRegex(text, rf"(?m)^# TYPE pentad_{name} histogram$")
        buckets = re.findall(rf'(?m)^pentad_{name}_bucket{{le="([^"]+)"}} (\d+)$', text)
        value = lambda part: re.search(rf"(?m)^pentad_{name}_{part} (\S+)$", text).group(1)
        return [(float(bound), int(count)) for bound, count in buckets], float(value("sum")), int(value("count"))

    def test_histograms_are_cumulative_and_count(self):
        names = ("request_seconds", "durable_move_seconds", "commit_seconds", "level_move_seconds", "round_seconds")
        before = {name: self.histogram(name)[2] for name in names}
        ann = Person(self.server.port)
        game = ann.new_game("level:1", color="black")["game"]
        state = ann.play(game, "h8")
        ann.get(f"/api/games/{game}?after={state['seq']}")  # a long poll, until the level has moved
        for name in names:
            buckets, total, count = self.histogram(name)
            with self.subTest(name):
                counts = [n for _, n in buckets]
                self.assertEqual([bound for bound, _ in buckets], sorted({bound for bound, _ in buckets}))
                self.assertEqual(counts, sorted(counts))
                self.assertEqual((counts[-1], buckets[-1][0]), (count, float("inf")))
                self.assertGreater(count, before[name])
                self.assertGreater(total, 0)
        self.assertEqual(self.histogram("durable_move_seconds")[2] - before["durable_move_seconds"], 1)
        self.assertEqual(self.histogram("level_move_seconds")[2] - before["level_move_seconds"], 1)

    def test_every_line_of_the_log_is_json(self):
        someone = Person(self.server.port)
        for text in HOSTILE:
            for path, body in (("/api/login", {"name": text, "password": text * 8}), ("/api/register", {"name": text, "password": "x" * 9})):
                try:
                    Person(self.server.port).post(path, body)
                except Refused:
                    pass
            someone.ask("GET", "/api/lobby", headers={"User-Agent": text.encode("ascii", "ignore").decode().replace("\n", "").replace("\x00", "")})
        events = [json.loads(line) for line in self.server.log().splitlines()]
        self.assertGreater(len(events), 5)
        for event in events:
            self.assertRegex(event["at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
            self.assertRegex(event["event"], r"^[a-z_]+$")
        self.assertNotIn("forged", {event["event"] for event in events})

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd is not installed")
    def test_systemd_unit_is_hardened(self):
        unit = os.path.join(client.ROOT, "packaging/pentad.service")
        said = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", unit], capture_output=True,
                              text=True, timeout=60, check=False)
        level = float(re.search(r"exposure level for \S+: ([\d.]+)", said.stdout).group(1))
        self.assertLessEqual(level, 1.1, said.stdout[-300:])
