"""WebSockets: the handshake, the rows of websocket.rows sent to a server, floods and backpressure."""

import contextlib
import os
import re
import select
import socket
import struct
import time

from client import Closed, Person, ServedTest, Server

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
UPGRADE = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": KEY, "Sec-WebSocket-Version": "13"}

# name, changed headers (None: removed; a list: repeated), status
HANDSHAKES = [
    ("as it should be", {}, 101),
    ("keep-alive, Upgrade", {"Connection": "keep-alive, Upgrade"}, 101),
    ("Upgrade, keep-alive", {"Connection": "Upgrade, keep-alive"}, 101),
    ("words without blanks", {"Connection": "keep-alive,Upgrade"}, 101),
    ("letter case", {"Upgrade": "WebSocket", "Connection": "upgrade"}, 101),
    ("capitals", {"Upgrade": "WEBSOCKET", "Connection": "UPGRADE"}, 101),
    ("an extension that nobody takes", {"Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"}, 101),
    ("a protocol that nobody chooses", {"Sec-WebSocket-Protocol": "chat, superchat"}, 101),
    ("another key", {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}, 101),
    ("same site by its own word", {"Sec-Fetch-Site": "same-origin"}, 101),
    ("by hand", {"Sec-Fetch-Site": "none"}, 101),
    ("another cookie too", {"Cookie": "theme=dark; {session}; x=y"}, 101),
    ("no Upgrade", {"Upgrade": None}, 400),
    ("empty Upgrade", {"Upgrade": ""}, 400),
    ("another protocol", {"Upgrade": "h2c"}, 400),
    ("two protocols", {"Upgrade": "h2c, websocket"}, 400),
    ("two Upgrades", {"Upgrade": ["websocket", "websocket"]}, 400),
    ("longer word", {"Upgrade": "websockets"}, 400),
    ("shorter word", {"Upgrade": "websocke"}, 400),
    ("no Connection", {"Connection": None}, 400),
    ("Connection: close", {"Connection": "close"}, 400),
    ("Connection: keep-alive", {"Connection": "keep-alive"}, 400),
    ("Connection by prefix", {"Connection": "Upgrades"}, 400),
    ("no key", {"Sec-WebSocket-Key": None}, 400),
    ("empty key", {"Sec-WebSocket-Key": ""}, 400),
    ("short key", {"Sec-WebSocket-Key": "dGhl"}, 400),
    ("long key", {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQAAAAA="}, 400),
    ("key without padding", {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQAA"}, 400),
    ("key with half its padding", {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQA="}, 400),
    ("key that is no base64", {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25j!Q=="}, 400),
    ("key with a blank", {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25j Q=="}, 400),
    ("two keys", {"Sec-WebSocket-Key": [KEY, KEY]}, 400),
    ("no version", {"Sec-WebSocket-Version": None}, 400),
    ("version 8", {"Sec-WebSocket-Version": "8"}, 400),
    ("version 12", {"Sec-WebSocket-Version": "12"}, 400),
    ("version 14", {"Sec-WebSocket-Version": "14"}, 400),
    ("version 013", {"Sec-WebSocket-Version": "013"}, 400),
    ("two versions", {"Sec-WebSocket-Version": ["13", "13"]}, 400),
    ("a list of versions", {"Sec-WebSocket-Version": "13, 8"}, 400),
    ("a body", {"Content-Length": "0"}, 400),
    ("chunks", {"Transfer-Encoding": "chunked"}, 400),
    ("two Hosts", {"Host": ["127.0.0.1", "127.0.0.1"]}, 400),
    ("two Origins", {"Origin": ["{origin}", "{origin}"]}, 400),
    ("two Cookies", {"Cookie": ["{session}", "{session}"]}, 400),
    ("another origin", {"Origin": "http://evil.example"}, 403),
    ("our origin as a prefix", {"Origin": "{origin}.evil.example"}, 403),
    ("our origin in other letters", {"Origin": "HTTP://127.0.0.1"}, 403),
    ("our origin with a path", {"Origin": "{origin}/"}, 403),
    ("our origin by https", {"Origin": "https://127.0.0.1"}, 403),
    ("our address on another port", {"Origin": "http://127.0.0.1:1"}, 403),
    ("null origin", {"Origin": "null"}, 403),
    ("empty origin", {"Origin": ""}, 403),
    ("no origin", {"Origin": None}, 403),
    ("cross-site by its own word", {"Sec-Fetch-Site": "cross-site"}, 403),
    ("same site, another origin", {"Sec-Fetch-Site": "same-site"}, 403),
    ("a name that is not ours", {"Host": "evil.example", "Origin": "http://evil.example"}, 403),
    ("no session", {"Cookie": None}, 401),
    ("an empty session", {"Cookie": "session="}, 401),
    ("made-up session", {"Cookie": "session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}, 401),
    ("the session twice", {"Cookie": "{session}; {session}"}, 401),
    ("two session cookies", {"Cookie": "session=a; session=b"}, 401),
    ("a made-up token, and a session", {"Authorization": "Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}, 401),
]

MASK = b"\x37\xfa\x21\x3d"
LONG = re.compile(r"\S*?\"[^\"]*\"|\S+")


def payload_of(text):
    if text.startswith("<"):
        return bytes.fromhex(text[1:-1])
    return text[1:-1].encode() if text.startswith('"') else b"a" * int(text[1:])


def frame(text):
    """Parses a frame in the notation of websocket.rows."""
    if text.startswith("raw"):
        return bytes.fromhex(text[4:-1])
    first, bare, size, payload = re.fullmatch(r"(..)(!?)(?:~(\d))?(.*)", text, re.S).groups()
    data = payload_of(payload)
    size = int(size) if size else 0 if len(data) < 126 else 2 if len(data) < 65536 else 8
    length = {0: len(data), 2: 126, 8: 127}[size]
    head = bytes([int(first, 16), length | (0 if bare else 0x80)]) + len(data).to_bytes(8, "big")[8 - size :]
    return head + data if bare else head + MASK + bytes(b ^ MASK[i % 4] for i, b in enumerate(data))


def read_rows():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "websocket.rows")
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                name, frames, heard = (part.strip() for part in line.split(" |"))
                yield name, [frame(text) for text in LONG.findall(frames)], heard.replace("-", "").split()


class SocketTest(ServedTest):
    def handshake(self, someone, changes):
        """Returns the headers of the response."""
        words = {"origin": someone.origin, "session": someone.cookie}
        headers = {"Host": f"127.0.0.1:{someone.port}", **UPGRADE, **someone.headers(), **changes}
        lines = []
        for name, values in headers.items():
            for value in values if isinstance(values, list) else [values]:
                if value is not None:
                    lines.append(f"{name}: {value.format(**words)}")
        with socket.create_connection(("127.0.0.1", someone.port), 20, (someone.address, 0)) as stream:
            stream.sendall(("GET /api/socket HTTP/1.1\r\n" + "\r\n".join(lines) + "\r\n\r\n").encode())
            answer = b""
            while b"\r\n\r\n" not in answer:
                chunk = stream.recv(4096)
                if not chunk:
                    break
                answer += chunk
        return answer.split(b"\r\n\r\n")[0].decode()

    def test_handshakes(self):
        someone = Person(self.server.port)
        for number, (name, changes, want) in enumerate(HANDSHAKES):
            with self.subTest(name):
                if number % 15 == 14:
                    someone = Person(self.server.port)
                head = self.handshake(someone, changes)
                self.assertEqual(int(head.split()[1]), want, head)

    def test_accept_key_of_the_rfc_and_no_extensions(self):
        head = self.handshake(Person(self.server.port), {"Sec-WebSocket-Extensions": "permessage-deflate",
                                                         "Sec-WebSocket-Protocol": "chat"})
        self.assertIn("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n", head + "\r\n")
        self.assertNotIn("Extensions", head)
        self.assertNotIn("Protocol:", head)

    def test_only_get_can_upgrade(self):
        someone = Person(self.server.port)
        for method in ("POST", "HEAD", "PUT", "DELETE", "OPTIONS"):
            with self.subTest(method):
                status, _, _ = someone.ask(method, "/api/socket", None, {**UPGRADE, **someone.headers()})
                self.assertIn(status, (400, 405))

    # ---- Rows

    def answers(self, connection, want):
        """Counts the replies of each kind until all wanted ones have arrived."""
        kinds = {"text": 0, "ping": [], "close": None}
        texts = sum(word.startswith("text") for word in want)
        pings = [int(word[5:]) for word in want if word.startswith("ping")]
        closes = any(word.startswith("close") for word in want)
        while kinds["text"] < texts or len(kinds["ping"]) < len(pings) or (closes and kinds["close"] is None):
            opcode, data = connection.read_frame()
            if opcode == 1:
                kinds["text"] += 1
            elif opcode == 10:
                kinds["ping"].append(len(data))
            elif opcode == 8:
                kinds["close"] = struct.unpack("!H", data)[0] if data else 1005
        return kinds

    def check_row(self, someone, frames, want):
        connection = someone.socket()
        self.assertEqual(connection.read()["is"], "welcome")
        connection.stream.sendall(b"".join(frames))
        got = self.answers(connection, want)
        said = [f"text:{got['text']}"] if got["text"] else []
        texts = sum(word.startswith("text") for word in want)
        self.assertEqual(got["text"], texts, said)
        self.assertEqual(got["ping"], [int(word[5:]) for word in want if word.startswith("ping")])
        closes = [int(word[6:]) for word in want if word.startswith("close")]
        self.assertEqual([got["close"]] if got["close"] else [], closes)
        if closes:  # and then the server hangs up
            with self.assertRaises((Closed, ConnectionError)):
                while True:
                    connection.read_frame()
        elif not any(len(data) < 6 or data[1] & 0x7F > len(data) - 6 for data in frames):
            connection.send_frame(9, b"still there")
            self.assertEqual(connection.read_frame(), (10, b"still there"))
        connection.close()

    def test_rows(self):
        someone = None
        count = 0
        for number, (name, frames, want) in enumerate(read_rows()):
            if number % 12 == 0:
                someone = Person(self.server.port)
            with self.subTest(name):
                self.check_row(someone, frames, want)
            count += 1
        self.assertGreaterEqual(count, 400)

    # ---- Floods

    def flood(self, data, times):
        """Sends the bytes that many times; returns the close status."""
        connection = Person(self.server.port).socket()
        connection.read()
        try:
            for _ in range(times):
                connection.stream.sendall(data)
            while True:
                connection.read()
        except Closed as closed:
            return closed.status
        except ConnectionError:
            return 1008  # who goes on talking may not hear why
        finally:
            connection.close()

    def test_floods_are_closed(self):
        rows = [("messages", '81"{}"'), ("pings", '89""'), ("pongs", '8a""'), ("long pings", "89*125")]
        for name, text in rows:
            with self.subTest(name):
                self.assertEqual(self.flood(frame(text), 80), 1008)

    def test_a_flood_of_fragments_is_closed(self):
        connection = Person(self.server.port).socket()
        connection.read()
        connection.stream.sendall(frame('01""') + frame('00""') * 80)
        with self.assertRaises(Closed) as caught:
            while True:
                connection.read()
        self.assertEqual(caught.exception.status, 1008)
        connection.close()

    def count_sockets(self):
        _, _, data = Person(self.server.port, enter=False).ask("GET", "/metrics")
        return int(re.search(rb"^pentad_sockets (\d+)", data, re.M).group(1))

    def test_backpressure_closes_clients_that_do_not_read(self):
        """A client requests a megabyte and reads nothing: its send buffer is bounded."""
        for _ in range(10):
            someone = Person(self.server.port)
            for _ in range(5):
                someone.new_game("anyone")
        before = self.count_sockets()
        connection = Person(self.server.port).socket()
        connection.read()
        with contextlib.suppress(ConnectionError):  # it may be closed before all are sent
            for number in range(58):
                connection.send({"do": "lobby", "id": number, "on": True})
        while self.count_sockets() > before:
            time.sleep(0.05)
        connection.close()

    def test_messages_before_a_close_are_answered(self):
        connection = Person(self.server.port).socket()
        connection.read()
        connection.stream.sendall(frame('81"{}"') + frame("88<03e8>"))
        self.assertEqual(connection.read()["is"], "error")
        with self.assertRaises(Closed) as caught:
            connection.read()
        self.assertEqual(caught.exception.status, 1000)
        connection.close()

    def check_most_sockets(self, port, most):
        someone = Person(port)
        connections = [someone.socket() for _ in range(most)]
        status = int(self.handshake(someone, {}).split()[1])
        self.assertEqual(status, 429)
        for connection in connections:
            connection.close()

    def test_sockets_per_address(self):
        self.check_most_sockets(self.server.port, 20)

    def test_sockets_per_address_with_rate_limit_factor(self):
        server = Server(None, "--rate-limit-factor", "2")
        self.addCleanup(server.stop)
        self.check_most_sockets(server.port, 40)

    def test_new_sockets_do_not_allow_more_messages(self):
        someone = Person(self.server.port)
        with self.assertRaises(Closed) as caught:
            for _ in range(40):  # twenty at once are allowed
                connection = someone.socket()
                for _ in range(55):
                    connection.send_frame(9, b"x")
                connection.do("ping")
                connection.close()
        self.assertEqual(caught.exception.status, 1008)

    def test_malformed_messages_are_refused_and_the_socket_stays_open(self):
        connection = Person(self.server.port).socket()
        for text in (b"", b"{", b"[]", b"null", b'{"do":"ping"}', b'{"do":"ping","id":-1}', b'{"do":"ping","id":1.5}',
                     b'{"do":7,"id":1}', b'{"id":1}', b'{"do":"ping","id":1,"x":1}', b'{"do":"ping","id":1} x'):
            connection.send_frame(1, text)
            while (message := connection.read())["is"] != "error":
                pass
            self.assertIn(message["code"], ("malformed", "unknown_message"), text)
        self.assertIn("now", connection.do("ping"))
        connection.close()

    def test_a_message_with_the_handshake(self):
        """Bytes received together with the upgrade request are not lost."""
        someone = Person(self.server.port)
        lines = [f"{name}: {value}" for name, value in
                 {"Host": f"127.0.0.1:{self.server.port}", **UPGRADE, **someone.headers()}.items()]
        request = ("GET /api/socket HTTP/1.1\r\n" + "\r\n".join(lines) + "\r\n\r\n").encode()
        with socket.create_connection(("127.0.0.1", self.server.port), 20, (someone.address, 0)) as stream:
            stream.sendall(request + frame('89"early"'))
            answer = b""
            while b"early" not in answer:
                self.assertTrue(select.select([stream], [], [], 20)[0])
                answer += stream.recv(4096)


