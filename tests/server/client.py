"""A client of the server for tests: HTTP and WebSocket over plain sockets, standard library only.

Under tests/store/with_postgres.py the servers use that PostgreSQL, each data directory a schema of its own.
"""

import base64
import contextlib
import http.client
import itertools
import json
import os
import select
import socket
import sqlite3
import struct
import subprocess
import tempfile
import time
import unittest
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("PENTAD", os.path.join(ROOT, "build", "pentad"))
POSTGRES = os.environ.get("PENTAD_TEST_DATABASE")
COVERAGE = os.environ.get("COVERAGE")  # a program that is killed writes no counts
PATIENCE = 60  # seconds until something that should happen counts as not happening


def psql(url, sql):
    """Runs SQL in PostgreSQL; returns the rows as lists of texts."""
    done = subprocess.run(["psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1",
                           "--command", sql, url], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return [line.split("|") for line in done.stdout.splitlines()]


def schema_url(data):
    """The URL of the schema that stands for a data directory."""
    schema = f"data{zlib.crc32(data.encode()):08x}"
    psql(POSTGRES, f"CREATE SCHEMA IF NOT EXISTS {schema}")
    return f"{POSTGRES}&options=-csearch_path%3D{schema}"


class Server:
    """A running `pentad serve`, with a data directory that can be reused."""

    def __init__(self, data=None, *options, port=0):
        self.folder = None if data else tempfile.TemporaryDirectory()
        self.data = data or self.folder.name
        self.options = options
        self.port = port
        self.database = schema_url(self.data) if POSTGRES else None
        if self.database:
            self.options += ("--database", self.database)
        self.process = self.url = None
        self.start()

    def command(self):
        return [PROGRAM, "serve", "--port", str(self.port), "--data", self.data, *self.options]

    def query(self, sql):
        """Runs SQL in the server's database; returns the rows as lists of texts."""
        if self.database:
            return psql(self.database, sql)
        with contextlib.closing(sqlite3.connect(os.path.join(self.data, "pentad.db"))) as db, db:
            return [["" if value is None else str(value) for value in row] for row in db.execute(sql)]

    def start(self):
        with open(os.path.join(self.data, "log"), "ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=subprocess.PIPE, stderr=log, text=True)
        self.url = self.process.stdout.readline().strip()
        if not self.url.startswith("http"):
            raise RuntimeError(f"the server does not start: {self.process.wait()}\n{self.log()}")
        self.port = self.port or int(self.url.rsplit(":", 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.terminate()
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return status

    def log(self):
        with open(os.path.join(self.data, "log"), encoding="utf-8", errors="replace") as log:
            return log.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None and COVERAGE:
            self.stop()
        elif self.process.poll() is None:
            self.kill()
        if self.folder:
            self.folder.cleanup()

    def workers(self):
        """The processes it has started."""
        pid = self.process.pid
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as found:
            return [int(child) for child in found.read().split()]

    def signal_workers(self, number):
        for worker in self.workers():
            with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                os.kill(worker, number)


class Refused(Exception):
    def __init__(self, status, code, text, reason=None):
        super().__init__(f"{status} {code}: {text}")
        self.status, self.code, self.text, self.reason = status, code, text, reason


addresses = itertools.count(1)


class ServedTest(unittest.TestCase):
    """Tests that share a server."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.__exit__)


class Person:
    """A user with a session: HTTP requests with its cookie, and WebSockets.

    Each has its own loopback address, because rate limits are per address.
    """

    def __init__(self, port, token=None, address=None, enter=True):
        number = next(addresses)
        self.port, self.token = port, token
        self.address = address or f"127.{1 + number // 62500 % 200}.{number // 250 % 250}.{number % 250 + 1}"
        self.cookie = None
        self.device = None  # the cookie that outlasts sessions
        self.origin = f"http://127.0.0.1:{port}"
        self.me = self.post("/api/session") if enter and not token else None

    def headers(self):
        found = {"Origin": self.origin}
        if self.token:
            found = {"Authorization": "Bearer " + self.token}
        elif self.cookie or self.device:
            found["Cookie"] = "; ".join(filter(None, (self.cookie, self.device)))
        return found

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE, source_address=(self.address, 0))

    def ask(self, method, path, body=None, headers=None):
        """Returns the status, the headers and the body of the response."""
        connection = self.connect()
        sent = self.headers() if headers is None else dict(headers)
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        data = answer.read()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.split(";")[0].partition("=")
            if name.endswith("device"):
                self.device = f"{name}={value}"
            else:
                self.cookie = f"{name}={value}"
        connection.close()
        return answer.status, dict(answer.getheaders()), data

    def json(self, method, path, body=None):
        status, _, data = self.ask(method, path, body)
        value = json.loads(data)
        if status >= 400:
            raise Refused(status, **value["error"])
        return value

    def get(self, path):
        return self.json("GET", path)

    def post(self, path, body=None):
        return self.json("POST", path, {} if body is None else body)

    def new_game(self, opponent, **options):
        return self.post("/api/games", {"opponent": opponent, **options})

    def act(self, game, **message):
        return self.post("/api/games/" + game, message)

    def play(self, game, move, state=None):
        state = state or self.get("/api/games/" + game)
        return self.act(game, do="play", ply=state["ply"], line=state["line"], move=move)

    def socket(self):
        return WebSocket(self.port, self.headers(), self.address)


class Closed(Exception):
    def __init__(self, status):
        super().__init__(f"closed: {status}")
        self.status = status


class WebSocket:
    def __init__(self, port, headers, address, path="/api/socket"):
        self.stream = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
        self.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket",
                 "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.buffer = b""
        self.next_id = 0
        self.pushes = []
        try:
            self.stream.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
            while b"\r\n\r\n" not in self.buffer:
                self._fill()
        except (Closed, OSError):
            self.stream.close()
            raise
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.head = head.decode()
        self.status = int(self.head.split()[1])
        if self.status != 101:
            raise Refused(self.status, "no socket", self.head)

    def _fill(self):
        data = self.stream.recv(65536)
        if not data:
            raise Closed(None)
        self.buffer += data

    def send_frame(self, opcode, data=b"", fin=True, masked=True):
        head = bytes([(0x80 if fin else 0) | opcode])
        bit = 0x80 if masked else 0
        if len(data) < 126:
            head += bytes([bit | len(data)])
        elif len(data) < 65536:
            head += bytes([bit | 126]) + struct.pack("!H", len(data))
        else:
            head += bytes([bit | 127]) + struct.pack("!Q", len(data))
        if masked:
            mask = os.urandom(4)
            data = mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data))
        self.stream.sendall(head + data)

    def _take(self, count):
        while len(self.buffer) < count:
            self._fill()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def read_frame(self):
        first, second = self._take(2)
        length = second & 0x7F
        if length == 126:
            length = struct.unpack("!H", self._take(2))[0]
        elif length == 127:
            length = struct.unpack("!Q", self._take(8))[0]
        return first & 0x0F, self._take(length)

    def read(self):
        """Returns the next message; answers pings."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            opcode, data = self.read_frame()
            if opcode == 9:
                self.send_frame(10, data)
            elif opcode == 8:
                raise Closed(struct.unpack("!H", data[:2])[0] if len(data) >= 2 else None)
            elif opcode == 1:
                return json.loads(data)
        raise TimeoutError("nothing but pings")

    def send(self, message):
        self.send_frame(1, json.dumps(message).encode())

    def do(self, word, **fields):
        """Sends a message and returns the reply; other messages are collected in `pushes`."""
        self.next_id += 1
        self.send({"do": word, "id": self.next_id, **fields})
        while True:
            message = self.read()
            if message.get("to") == self.next_id or (message["is"] == "error" and message["to"] is None):
                break
            self.pushes.append(message)
        if message["is"] == "error":
            raise Refused(0, message["code"], message["text"], message.get("reason"))
        return message

    def wait(self, kind, condition=lambda message: True):
        """Returns the next push of that kind for which the condition holds."""
        for i, message in enumerate(self.pushes):
            if message["is"] == kind and condition(message):
                del self.pushes[: i + 1]
                return message
        self.pushes.clear()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.read()
            if message["is"] == kind and condition(message):
                return message
        raise TimeoutError(kind)

    def drain(self):
        """Returns what has already arrived."""
        while self.buffer or select.select([self.stream], [], [], 0.05)[0]:
            self.pushes.append(self.read())
        found, self.pushes = self.pushes, []
        return found

    def close(self):
        self.stream.close()
