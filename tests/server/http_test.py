"""HTTP and WebSocket hygiene: what a server of the open network must refuse, as rows."""

import re
import socket
import unittest

from client import Closed, Person, Refused, Server

HOST = b"Host: 127.0.0.1\r\n"

# name, bytes, statuses that may come; None: closed without an answer
REQUESTS = [
    ("plain", b"GET /api/lobby HTTP/1.1\r\n" + HOST + b"\r\n", {200}),
    ("HTTP/1.0 without Host", b"GET /api/lobby HTTP/1.0\r\n\r\n", {400}),
    ("no Host", b"GET /api/lobby HTTP/1.1\r\n\r\n", {400}),
    ("two Hosts", b"GET /api/lobby HTTP/1.1\r\n" + HOST + HOST + b"\r\n", {400}),
    ("empty Host", b"GET /api/lobby HTTP/1.1\r\nHost:\r\n\r\n", {400}),
    ("two Content-Lengths", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", {400}),
    ("different Content-Lengths", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Content-Length: 2\r\nContent-Length: 0\r\n\r\n{}", {400}),
    ("negative length", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Content-Length: -2\r\n\r\n", {400}),
    ("signed length", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Content-Length: +2\r\n\r\n{}", {400}),
    ("hexadecimal length", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Content-Length: 0x2\r\n\r\n{}", {400}),
    ("length in words", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Content-Length: two\r\n\r\n{}", {400}),
    ("length with a blank in it", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Content-Length: 2 2\r\n\r\n{}", {400}),
    ("enormous length", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Content-Length: 99999999999999999999\r\n\r\n", {400, 413}),
    ("large length", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Content-Length: 1000000000\r\n\r\n", {413}),
    ("smuggled behind a chunk", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n" + HOST + b"\r\n", {400, None}),
    ("smuggled behind a length", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Content-Length: 0\r\nContent-Length: 43\r\n\r\nGET /healthz HTTP/1.1\r\n" + HOST + b"\r\n", {400, None}),
    ("chunked", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", {400}),
    ("chunked and length", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}", {400}),
    ("hidden chunked", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: xchunked\r\n\r\n", {400}),
    ("identity", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: identity\r\n\r\n", {400}),
    ("two Origins", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Origin: http://127.0.0.1\r\nOrigin: http://x\r\n\r\n", {400}),
    ("two Cookies", b"GET /api/session HTTP/1.1\r\n" + HOST + b"Cookie: a=b\r\nCookie: c=d\r\n\r\n", {400}),
    ("TRACE", b"TRACE / HTTP/1.1\r\n" + HOST + b"\r\n", {405}),
    ("CONNECT", b"CONNECT 127.0.0.1:80 HTTP/1.1\r\n" + HOST + b"\r\n", {400, 404, 405}),
    ("OPTIONS", b"OPTIONS /api/lobby HTTP/1.1\r\n" + HOST + b"\r\n", {405}),
    ("PUT", b"PUT /api/lobby HTTP/1.1\r\n" + HOST + b"\r\n", {405}),
    ("PATCH of nothing", b"PATCH /api/nothing HTTP/1.1\r\n" + HOST + b"\r\n", {404}),
    ("made-up method", b"BREW /coffee HTTP/1.1\r\n" + HOST + b"\r\n", {405}),
    ("lower-case method", b"get /api/lobby HTTP/1.1\r\n" + HOST + b"\r\n", {405, 404}),
    ("HEAD", b"HEAD /api/lobby HTTP/1.1\r\n" + HOST + b"\r\n", {200}),
    ("up and out", b"GET /../../etc/passwd HTTP/1.1\r\n" + HOST + b"\r\n", {404}),
    ("up and out, encoded", b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + HOST + b"\r\n", {404}),
    ("encoded slash", b"GET /api%2flobby HTTP/1.1\r\n" + HOST + b"\r\n", {404}),
    ("backslash", b"GET /..\\..\\etc HTTP/1.1\r\n" + HOST + b"\r\n", {404}),
    ("zero in the path", b"GET /api/%00lobby HTTP/1.1\r\n" + HOST + b"\r\n", {404}),
    ("newline in the path", b"GET /api/%0alobby HTTP/1.1\r\n" + HOST + b"\r\n", {404}),
    ("bad escape", b"GET /api/%zz HTTP/1.1\r\n" + HOST + b"\r\n", {404}),
    ("cut escape", b"GET /api/% HTTP/1.1\r\n" + HOST + b"\r\n", {404}),
    ("not UTF-8", b"GET /api/users/%ff%fe HTTP/1.1\r\n" + HOST + b"\r\n", {404}),
    ("hidden file", b"GET /.git/config HTTP/1.1\r\n" + HOST + b"\r\n", {404}),
    ("empty part", b"GET /api//lobby HTTP/1.1\r\n" + HOST + b"\r\n", {404}),
    ("many parts", b"GET /a/b/c/d/e/f/g/h HTTP/1.1\r\n" + HOST + b"\r\n", {404}),
    ("long path", b"GET /" + b"a" * 600 + b" HTTP/1.1\r\n" + HOST + b"\r\n", {404, 414}),
    ("very long path", b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", {414, 413, 431, None}),
    ("very long head", b"GET / HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 20000 + b"\r\n\r\n", {431, 413, None}),
    ("no path", b"GET HTTP/1.1\r\n" + HOST + b"\r\n", {400, 404, 505, None}),
    ("HTTP/2 by surprise", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 505, 404, None}),
    ("HTTP/3.0", b"GET / HTTP/3.0\r\n" + HOST + b"\r\n", {400, 505, None}),
    ("no version", b"GET /\r\n\r\n", {400, 505, None}),
    ("upgrade to h2c", b"GET /api/lobby HTTP/1.1\r\n" + HOST + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n", {200}),
    ("form instead of JSON", b"POST /api/login HTTP/1.1\r\n" + HOST + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=b", {415}),
    ("text instead of JSON", b"POST /api/login HTTP/1.1\r\n" + HOST + b"Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}", {415}),
    ("JSON by prefix", b"POST /api/login HTTP/1.1\r\n" + HOST + b"Content-Type: application/jsonx\r\nContent-Length: 2\r\n\r\n{}", {415}),
    ("body over the limit", b"POST /api/login HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n" + b" " * 5000, {413}),
    ("cross-site by its own word", b"POST /api/session HTTP/1.1\r\n" + HOST + b"Sec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n\r\n", {403}),
]

UPGRADE = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
           "Sec-WebSocket-Version": "13"}

# name, headers changed (None: left out), status
HANDSHAKES = [
    ("as it should be", {}, 101),
    ("keep-alive, Upgrade", {"Connection": "keep-alive, Upgrade"}, 101),
    ("letter case", {"Upgrade": "WebSocket", "Connection": "upgrade"}, 101),
    ("no Upgrade", {"Upgrade": None}, 400),
    ("another protocol", {"Upgrade": "h2c"}, 400),
    ("no Connection", {"Connection": None}, 400),
    ("Connection: close", {"Connection": "close"}, 400),
    ("no key", {"Sec-WebSocket-Key": None}, 400),
    ("short key", {"Sec-WebSocket-Key": "dGhl"}, 400),
    ("key that is no base64", {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25j!Q=="}, 400),
    ("no version", {"Sec-WebSocket-Version": None}, 400),
    ("version 8", {"Sec-WebSocket-Version": "8"}, 400),
    ("another origin", {"Origin": "http://evil.example"}, 403),
    ("null origin", {"Origin": "null"}, 403),
    ("no origin", {"Origin": None}, 403),
    ("no session", {"Cookie": None}, 401),
    ("made-up session", {"Cookie": "session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}, 401),
    ("two session cookies", {"Cookie": "session=a; session=b"}, 401),
]


class HttpTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.__exit__()

    def exchange(self, data, pieces=1, number=0):
        """The statuses of all answers; None if there was none."""
        address = f"127.2.{number // 250}.{number % 250 + 1}"
        with socket.create_connection(("127.0.0.1", self.server.port), 20, (address, 0)) as stream:
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            size = max(1, len(data) // pieces)
            answer = b""
            try:
                for at in range(0, len(data), size):
                    stream.sendall(data[at : at + size])
                stream.shutdown(socket.SHUT_WR)
                while chunk := stream.recv(65536):
                    answer += chunk
                    if b"\r\n\r\n" in answer:
                        stream.settimeout(0.2)  # a second answer would be on its way
            except OSError:
                pass  # closed on us
        return {int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", answer)} or {None}

    def test_requests(self):
        for number, (name, data, want) in enumerate(REQUESTS):
            for pieces in (1, 7):
                with self.subTest(name, pieces=pieces):
                    statuses = self.exchange(data, pieces, number)
                    self.assertEqual(len(statuses), 1, "a second request was found in the first")
                    self.assertLessEqual(statuses, want)

    def test_no_answer_tells_about_the_program(self):
        _, headers, _ = Person(self.server.port, enter=False).ask("GET", "/nothing.js")
        self.assertNotIn("Server", headers)
        for name in ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"):
            self.assertIn(name, headers)
        self.assertNotIn("unsafe", headers["Content-Security-Policy"])
        self.assertEqual(headers["Cache-Control"], "no-store")

    def test_handshakes(self):
        someone = Person(self.server.port)
        for number, (name, changes, want) in enumerate(HANDSHAKES):
            with self.subTest(name):
                headers = {"Host": f"127.0.0.1:{self.server.port}", **UPGRADE, **someone.headers(), **changes}
                lines = [f"{key}: {value}" for key, value in headers.items() if value is not None]
                data = ("GET /api/socket HTTP/1.1\r\n" + "\r\n".join(lines) + "\r\n\r\n").encode()
                self.assertEqual(self.exchange(data, 1, 100 + number), {want})

    def test_the_accept_of_the_standards_example(self):
        someone = Person(self.server.port)
        with socket.create_connection(("127.0.0.1", self.server.port), 20) as stream:
            lines = [f"{k}: {v}" for k, v in {"Host": f"127.0.0.1:{self.server.port}", **UPGRADE, **someone.headers()}.items()]
            stream.sendall(("GET /api/socket HTTP/1.1\r\n" + "\r\n".join(lines) + "\r\n\r\n").encode())
            self.assertIn(b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n", stream.recv(4096))

    def closed_with(self, status, send):
        someone = Person(self.server.port)
        connection = someone.socket()
        connection.read()
        try:
            send(connection)
            while True:
                connection.read()
        except Closed as closed:
            self.assertEqual(closed.status, status)
        except OSError:
            self.assertIn(status, (None, 1008))  # who goes on talking does not hear why
        finally:
            connection.close()

    def test_frames_that_break_the_protocol(self):
        rows = [
            ("not masked", 1002, lambda s: s.send_frame(1, b"{}", masked=False)),
            ("reserved opcode", 1002, lambda s: s.send_frame(3, b"")),
            ("reserved bit", 1002, lambda s: s.stream.sendall(bytes([0xC1, 0x80, 0, 0, 0, 0]))),
            ("continuation of nothing", 1002, lambda s: s.send_frame(0, b"x")),
            ("text inside a text", 1002, lambda s: (s.send_frame(1, b"a", fin=False), s.send_frame(1, b"b"))),
            # Here wslay closes without saying why.
            ("fragmented ping", None, lambda s: s.send_frame(9, b"", fin=False)),
            ("long ping", None, lambda s: s.send_frame(9, b"x" * 126)),
            ("not UTF-8", 1007, lambda s: s.send_frame(1, b"\xff\xfe")),
            ("binary", 1003, lambda s: s.send_frame(2, b"{}")),
            ("too long", 1009, lambda s: s.send_frame(1, b" " * 5000)),
            ("too long in pieces", 1009, lambda s: [s.send_frame(1 if i == 0 else 0, b" " * 1000, fin=False)
                                                      for i in range(6)]),
            ("close", 1000, lambda s: s.send_frame(8, b"\x03\xe8")),
            ("too many messages", 1008, lambda s: [s.send_frame(1, b"{}") for _ in range(80)]),
        ]
        for name, status, send in rows:
            with self.subTest(name):
                self.closed_with(status, send)

    def test_messages_that_are_none_are_refused_and_the_socket_stays(self):
        connection = Person(self.server.port).socket()
        for text in (b"", b"{", b"[]", b"null", b'{"do":"ping"}', b'{"do":"ping","id":-1}', b'{"do":"ping","id":1.5}',
                     b'{"do":7,"id":1}', b'{"id":1}', b'{"do":"ping","id":1,"x":1}', b'{"do":"ping","id":1} x'):
            connection.send_frame(1, text)
            while (message := connection.read())["is"] != "error":
                pass
            self.assertIn(message["code"], ("malformed", "unknown_message"), text)
        self.assertIn("now", connection.do("ping"))
        connection.close()

    def test_fragments_and_pings_between_them(self):
        connection = Person(self.server.port).socket()
        connection.send_frame(1, b'{"do":"pi', fin=False)
        connection.send_frame(9, b"hello")
        connection.send_frame(0, b'ng","id":77}')
        pong = answer = None
        while pong is None or answer is None:
            opcode, data = connection.read_frame()
            pong = data if opcode == 10 else pong
            answer = data if b'"to":77' in data else answer
        self.assertEqual(pong, b"hello")
        connection.close()

    def test_sockets_an_address(self):
        someone = Person(self.server.port)
        connections = [someone.socket() for _ in range(20)]
        with self.assertRaises(Refused) as caught:
            someone.socket()
        self.assertEqual(caught.exception.status, 429)
        for connection in connections:
            connection.close()

    def test_requests_an_address(self):
        someone = Person(self.server.port)
        statuses = {someone.ask("GET", "/api/session")[0] for _ in range(150)}
        self.assertEqual(statuses, {200, 429})
        self.assertEqual(Person(self.server.port).ask("GET", "/api/session")[0], 200)
