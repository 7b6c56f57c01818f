"""The set-up of packaging/compose.scale.yaml without containers: its commands, its roles, nginx with TLS in front. Players on
different servers, a server that is killed, a distributed match by both workers; and play under random kills of everything,
for PLAY_SECONDS=3600 in the long form."""

import contextlib
import http.client
import json
import os
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import client
from client import PATIENCE, ROOT, Person, Server, psql
from proxy_test import MAIN, NGINX, free_port
from restart_test import POINTS

sys.path.append(os.path.join(ROOT, "tests", "store"))
from with_postgres import Cluster  # noqa: E402

PACKAGING = os.path.join(ROOT, "packaging")
DOMAIN = "localhost"
PLAY_SECONDS = float(os.environ.get("PLAY_SECONDS", "6"))


def services():
    """The lists and numbers of each service in the file, which are JSON; DOMAIN is filled in."""
    found, name = {}, None
    with open(os.path.join(PACKAGING, "compose.scale.yaml"), encoding="utf-8") as file:
        for line in file.read().split("\nservices:\n")[1].splitlines():
            if service := re.fullmatch(r"  (\w+):", line):
                name = service[1]
                found[name] = {"replicas": 1}
            elif value := re.fullmatch(r" +(command|entrypoint|replicas): (\[.*\]|\d+)", line):
                found[name][value[1]] = json.loads(re.sub(r"\$\{DOMAIN:\?[^}]*\}", DOMAIN, value[2]))
    return found


class Visitor(Person):
    """A person who comes through nginx, over TLS."""

    def __init__(self, port, folder):
        self.trust = ssl.create_default_context(cafile=f"{folder}/fullchain.pem")
        super().__init__(port, enter=False)
        self.origin = f"https://{DOMAIN}:{port}"
        self.me = self.post("/api/session")

    def connect(self):
        return http.client.HTTPSConnection(DOMAIN, self.port, timeout=PATIENCE, context=self.trust, source_address=(self.address, 0))

    def repeat(self, request, pause=0.05):
        """As a page does: asks again while the servers change. Returns the answer, and how long it was refused."""
        begin = time.monotonic()
        while True:
            try:
                asked = time.monotonic()
                return request(), asked - begin
            except (OSError, http.client.HTTPException, client.Refused, ValueError):
                if time.monotonic() - begin > PATIENCE:
                    raise
            time.sleep(pause)

    def play_when_ready(self, game, ply, move):
        return self.repeat(lambda: self.act(game, do="play", ply=ply, line=0, move=move))[1]


class Bot(threading.Thread):
    """Games of two visitors, or of one against a level, one after another until it is stopped. Some of one it analyzes."""

    def __init__(self, visitors, seed, level=None):
        super().__init__(daemon=True)
        self.visitors, self.level, self.random = visitors, level, random.Random(seed)
        self.games = {}  # id: the moves that were acknowledged, by ply
        self.analyses = 0
        self.slowest, self.error = 0.0, None
        self.stopping = threading.Event()

    def wait(self, visitor, request):
        answer, refused = visitor.repeat(request)
        self.slowest = max(self.slowest, refused)
        return answer

    def begin(self):
        opponent = f"level:{self.level}" if self.level else "link"
        key = f"game {len(self.games)}"
        first = self.visitors[0]
        game = self.wait(first, lambda: first.new_game(opponent, color="black", size=25, time="300", key=key))["game"]
        for other in self.visitors[1:]:
            self.wait(other, lambda: other.act(game, do="join"))
        self.games[game] = {}
        return game

    def seen(self, game, ply):
        """The game, once the level has answered."""
        def ask():
            seen = self.visitors[0].get("/api/games/" + game)
            if len(seen["moves"]) < ply and seen["state"] == "playing":
                raise ValueError("the level thinks")
            return seen
        return self.visitors[0].repeat(ask, pause=0.3)[0]

    def play(self):
        game = self.begin()
        moves = []
        for ply in range(0, 60, 2 if self.level else 1):
            if self.level:
                seen = self.seen(game, ply)
                moves = seen["moves"]
                if seen["state"] != "playing" or self.stopping.is_set():
                    break
            visitor = self.visitors[ply % len(self.visitors)]
            move = self.random.choice([point for point in POINTS[ply % 2] if point not in moves])
            self.slowest = max(self.slowest, visitor.play_when_ready(game, ply, move))
            self.games[game][ply] = move
            moves = [*moves, move]
            if self.stopping.wait(0.1):  # an address may ask ten times a second
                break
        if self.level:
            self.analyze(moves[:8])  # no five yet
        self.resign(game)

    def resign(self, game):
        visitor = self.visitors[0]
        def resigned():
            if visitor.get("/api/games/" + game)["state"] == "playing":
                visitor.act(game, do="resign")
        visitor.repeat(resigned)

    def analyze(self, moves):
        visitor = self.visitors[0]
        def finished():
            answer = visitor.post("/api/analyses", {"rules": "freestyle", "size": 25, "moves": "".join(moves), "nodes": 2000})
            while answer["state"] in ("waiting", "thinking"):
                time.sleep(0.3)
                answer = visitor.get("/api/analyses/" + answer["analysis"])
            if answer["state"] != "done":
                raise ValueError(answer["error"])
        visitor.repeat(finished, pause=0.3)
        self.analyses += 1

    def run(self):
        try:
            while not self.stopping.is_set():
                self.play()
        except Exception as error:  # pylint: disable=broad-exception-caught
            self.error = error


class Replica(Server):
    """A server of the file: at an address of its own, as in a container."""

    def __init__(self, words, location, address, port, origin):
        words = [location if word.startswith("postgresql://") else origin if word.startswith("https://") else word for word in words]
        self.address = address
        super().__init__(None, *words, "--address", address, "--pages", os.path.join(ROOT, "web"), port=port)


@unittest.skipUnless(NGINX and shutil.which("openssl"), "nginx or openssl is not installed")
class ScaleTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.services = services()
        cls.cluster = Cluster()
        cls.addClassCleanup(cls.cluster.remove)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder, cls.plain, cls.secure, cls.port = folder.name, free_port(), free_port(), free_port()
        with open(os.path.join(PACKAGING, "postgres-roles"), encoding="utf-8") as script:
            subprocess.run(["sh"], stdin=script, check=True, env={**os.environ, "PGHOST": cls.cluster.folder, "SERVER_PASSWORD": "it's \\ ours", "WORKER_PASSWORD": "w"})
        cls.start_servers()
        cls.start_workers()
        cls.start_nginx()

    @classmethod
    def location(cls, url):
        """Of the database on this machine."""
        return url.replace("@postgres/", "@/") + f"?host={cls.cluster.folder}"

    @classmethod
    def start_servers(cls):
        service = cls.services["pentad"]
        url = next(word for word in service["command"] if word.startswith("postgresql://"))
        cls.servers = []
        for i in range(service["replicas"]):
            cls.servers.append(Replica(service["command"], cls.location(url), f"127.3.0.{i + 1}", cls.port, f"https://{DOMAIN}:{cls.secure}"))
            cls.addClassCleanup(cls.servers[-1].__exit__)

    @classmethod
    def program(cls, name, **options):
        service = cls.services[name]
        assert service["entrypoint"][0] == "pentad-server"
        words = [cls.location(word) if word.startswith("postgresql://") else word for word in service["entrypoint"][1:] + service["command"]]
        return subprocess.Popen([client.PROGRAM, *words], stdout=subprocess.DEVNULL, **options)

    @classmethod
    def start_workers(cls):
        assert cls.program("jobs").wait(PATIENCE) == 0
        cls.workers = [cls.start_worker() for _ in range(cls.services["worker"]["replicas"])]
        cls.addClassCleanup(cls.stop_workers)

    @classmethod
    def start_worker(cls):
        with open(f"{cls.folder}/workers.log", "ab") as log:
            return cls.program("worker", stderr=log)

    @classmethod
    def stop_workers(cls):
        for worker in cls.workers:
            worker.terminate()
            worker.wait()

    @classmethod
    def start_nginx(cls):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2",
                        "-keyout", f"{cls.folder}/privkey.pem", "-out", f"{cls.folder}/fullchain.pem"],
                       check=True, capture_output=True)
        with open(os.path.join(PACKAGING, "nginx.conf"), encoding="utf-8") as file:
            site = file.read()
        for old, new in (("    listen [::]:80;\n", ""), ("    listen [::]:443 ssl http2;\n", ""), ("/etc/letsencrypt/live/example.org", cls.folder),
                         ("listen 80;", f"listen 127.0.0.1:{cls.plain};"), ("listen 443 ", f"listen 127.0.0.1:{cls.secure} ")):
            assert old in site, old
            site = site.replace(old, new)
        for name, text in (("template", site), ("main", MAIN.format(folder=cls.folder))):
            with open(os.path.join(cls.folder, name), "w", encoding="utf-8") as file:
                file.write(text.replace("daemon off; ", ""))
        cls.nginx = subprocess.Popen(
            ["sh", os.path.join(PACKAGING, "nginx-scale")], stderr=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "PATH": os.environ.get("PATH", "") + ":/usr/sbin", "DOMAIN": DOMAIN, "TEMPLATE": f"{cls.folder}/template", "SITE": f"{cls.folder}/site",
                 "NGINX_OPTIONS": f"-c {cls.folder}/main -e {cls.folder}/error.log", "SERVERS": " ".join(server.address for server in cls.servers), "SERVER_PORT": str(cls.port)})
        cls.addClassCleanup(cls.nginx.wait)
        cls.addClassCleanup(os.killpg, cls.nginx.pid, signal.SIGTERM)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", cls.secure)).close()
                return
            time.sleep(0.02)
        with open(f"{cls.folder}/error.log", encoding="utf-8") as log:
            raise RuntimeError(log.read())

    def requests(self):
        """That each server has had, with this one."""
        found = []
        for server in self.servers:
            connection = http.client.HTTPConnection(server.address, server.port, timeout=PATIENCE)
            connection.request("GET", "/metrics", headers={"Host": "127.0.0.1"})
            found.append(int(re.search(r"^pentad_requests_total (\d+)$", connection.getresponse().read().decode(), re.M)[1]))
            connection.close()
        return found

    def visitors(self, count):
        """People on that many servers, by the number of the server."""
        found = {}
        end = time.monotonic() + PATIENCE
        while len(found) < count:
            self.assertLess(time.monotonic(), end)
            before = self.requests()
            visitor = Visitor(self.secure, self.folder)
            more = [new - old for old, new in zip(before, self.requests())]
            found.setdefault(more.index(max(more)), visitor)
        return found

    def test_the_file_has_what_is_promised(self):
        self.assertEqual([self.services[name]["replicas"] for name in ("pentad", "worker", "postgres", "nginx")], [3, 2, 1, 1])
        self.assertEqual(self.services["nginx"]["command"], ["sh", "/etc/pentad/nginx-scale"])

    def test_players_on_different_servers_and_one_is_killed(self):
        found = self.visitors(2)
        (one, ann), (_, ben) = sorted(found.items())
        game = ann.new_game("link", color="black", time="300")["game"]
        ben.act(game, do="join")
        moves = ("h8", "i9", "h9", "i10", "h10", "i11", "h11", "i12")
        for ply, move in enumerate(moves):
            if ply == 4:
                self.servers[one].kill()
            (ann, ben)[ply % 2].play_when_ready(game, ply, move)
        self.servers[one].start()
        self.assertEqual(ben.get("/api/games/" + game)["moves"], list(moves))

    def test_an_analysis_is_found_again(self):
        """An address comes back to the same server, which alone knows its analyses."""
        for visitor in self.visitors(3).values():
            started = visitor.post("/api/analyses", {"rules": "freestyle", "size": 15, "moves": "h8i9", "nodes": 1000})
            end = time.monotonic() + PATIENCE
            while started.get("state") != "done":
                self.assertLess(time.monotonic(), end)
                time.sleep(0.1)  # within the limit of requests
                started = visitor.get("/api/analyses/" + started["analysis"])

    def test_both_workers_play_a_match(self):
        url = self.location("postgresql://pentad@postgres/pentad")
        done = subprocess.run([client.PROGRAM, "match", "level:1", "level:2", "--games", "12", "--quiet", "--database", url], capture_output=True, text=True, check=False, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        workers = psql(self.location("postgresql://postgres@postgres/pentad"), "SELECT COUNT(*), SUM(done), MIN(kinds) FROM job_workers")
        # Pairs of games. The servers' levels and analyses are theirs, too.
        self.assertEqual(workers, [["2", "6", "move,analysis,match,proof,selfplay"]])
        # A worker may read nothing else.
        with self.assertRaises(RuntimeError):
            psql(self.location("postgresql://pentad_worker@postgres/pentad"), "SELECT * FROM users")

    def kill_one(self, chance):
        """A server, a worker, or PostgreSQL with all of its processes; what was killed comes back."""
        kind = chance.choice(("server", "server", "worker", "worker", "database"))
        if kind == "server":
            server = chance.choice(self.servers)
            server.kill()
            time.sleep(chance.random() * 0.5)
            server.start()
        elif kind == "worker":
            i = chance.randrange(len(self.workers))
            self.workers[i].kill()
            self.workers[i].wait()
            self.workers[i] = self.start_worker()
        else:
            self.cluster.stop("immediate")
            self.cluster.start()
        return kind

    def test_play_while_everything_is_killed(self):
        """No acknowledged move is lost or made twice; levels answer and analyses end. PLAY_SECONDS=3600 for an hour."""
        bots = [Bot([Visitor(self.secure, self.folder) for _ in range(2)], seed) for seed in range(3)]
        bots += [Bot([Visitor(self.secure, self.folder)], seed, level=seed - 2) for seed in (3, 5)]
        chance = random.Random(11)
        kills = dict.fromkeys(("server", "worker", "database"), 0)
        for bot in bots:
            bot.start()
        end = time.monotonic() + PLAY_SECONDS
        while time.monotonic() < end and not any(bot.error for bot in bots):
            time.sleep(chance.random() * 3)
            kills[self.kill_one(chance)] += 1
        for bot in bots:
            bot.stopping.set()
        for bot in bots:
            bot.join(3 * PATIENCE)
        self.assertEqual([bot.error for bot in bots], [None] * len(bots), [server.log()[-500:] for server in self.servers])
        url = self.location("postgresql://postgres@postgres/pentad")
        acked = 0
        for bot in bots:
            for game, moves in bot.games.items():
                stored = dict(psql(url, f"SELECT ply, move FROM moves WHERE game = '{game}'"))
                self.assertEqual({ply: stored.get(str(ply)) for ply in moves}, moves, "a move was lost")
                self.assertEqual(len(set(stored.values())), len(stored), "a move was made twice")
                self.assertLessEqual(len(stored), max(moves, default=-1) + 2)
                acked += len(moves)
        games, analyses = sum(len(bot.games) for bot in bots), sum(bot.analyses for bot in bots)
        print(f"# {PLAY_SECONDS:.0f} s, kills: {kills}, {games} games, {acked} acknowledged moves, {analyses} analyses; "
              f"slowest return {max(bot.slowest for bot in bots):.2f} s")
        self.assertGreater(acked, 0)


if __name__ == "__main__":
    unittest.main()
