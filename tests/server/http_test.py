"""HTTP validation: what a public server must refuse, as a table."""

import contextlib
import json
import re
import select
import socket
import time

from client import PATIENCE, Person, ServedTest

HOST = b"Host: 127.0.0.1\r\n"
JSON = b"Content-Type: application/json\r\n"


def get(path, *headers, host=HOST, version=b"HTTP/1.1", method=b"GET"):
    return method + b" " + path + b" " + version + b"\r\n" + host + b"".join(h + b"\r\n" for h in headers) + b"\r\n"


def post(path, body, *headers, length=True):
    if length:
        headers += (b"Content-Length: %d" % len(body),)
    return get(path, *headers, method=b"POST") + body


# name, bytes, allowed statuses; None: closed without a response
REQUESTS = [
    # Valid
    ("plain", get(b"/api/lobby"), {200}),
    ("HEAD", get(b"/api/lobby", method=b"HEAD"), {200}),
    ("with a query", get(b"/api/games?limit=1"), {200}),
    ("with an empty query", get(b"/api/lobby?"), {200}),
    ("headers in any letter case", get(b"/api/lobby", b"aCCept: */*", host=b"hOST: 127.0.0.1\r\n"), {200}),
    ("a value without a blank before it", get(b"/api/lobby", host=b"Host:127.0.0.1\r\n"), {200}),
    ("a value with blanks before it", get(b"/api/lobby", host=b"Host:   127.0.0.1\r\n"), {200}),
    ("a value with blanks behind it", get(b"/api/lobby", host=b"Host: 127.0.0.1  \r\n"), {200}),
    ("localhost", get(b"/api/lobby", host=b"Host: localhost\r\n"), {200}),
    ("a port", get(b"/api/lobby", host=b"Host: 127.0.0.1:8080\r\n"), {200}),
    ("IPv6", get(b"/api/lobby", host=b"Host: [::1]:8080\r\n"), {200}),
    ("a header nobody knows", get(b"/api/lobby", b"X-Nobody: knows"), {200}),
    ("an empty header", get(b"/api/lobby", b"X-Nobody:"), {200}),
    ("a header twice that may be", get(b"/api/lobby", b"Accept: a", b"Accept: b"), {200}),
    ("no body by its length", post(b"/api/session", b"", b"Origin: http://127.0.0.1"), {200}),
    ("a body", post(b"/api/session", b"{}", b"Content-Type: application/json"), {200}),
    ("a body in UTF-8 by its own word", post(b"/api/session", b"{}", b"Content-Type: application/json; charset=utf-8"), {200}),
    ("HTTP/1.0", get(b"/api/lobby", version=b"HTTP/1.0"), {200}),
    ("Connection: close", get(b"/api/lobby", b"Connection: close"), {200}),
    ("upgrade to h2c is not taken up", get(b"/api/lobby", b"Connection: Upgrade, HTTP2-Settings", b"Upgrade: h2c", b"HTTP2-Settings: AAMAAABkAAQAAP__"), {200}),
    ("upgrade to TLS is not taken up", get(b"/api/lobby", b"Connection: Upgrade", b"Upgrade: TLS/1.0"), {200}),
    ("compression is not taken up", get(b"/api/lobby", b"Accept-Encoding: gzip, br"), {200}),
    ("a range is not taken up", get(b"/api/lobby", b"Range: bytes=0-10"), {200}),
    # Host
    ("no Host", get(b"/api/lobby", host=b""), {400}),
    ("HTTP/1.0 without Host", get(b"/api/lobby", host=b"", version=b"HTTP/1.0"), {400}),
    ("two Hosts", get(b"/api/lobby", host=HOST + HOST), {400}),
    ("two Hosts that differ", get(b"/api/lobby", host=HOST + b"Host: localhost\r\n"), {400}),
    ("two Hosts in different letters", get(b"/api/lobby", host=HOST + b"hOST: 127.0.0.1\r\n"), {400}),
    ("empty Host", get(b"/api/lobby", host=b"Host:\r\n"), {400}),
    ("blank Host", get(b"/api/lobby", host=b"Host:   \r\n"), {400}),
    ("a name that is not ours", get(b"/api/lobby", host=b"Host: evil.example\r\n"), {403}),
    ("a name that begins like ours", get(b"/api/lobby", host=b"Host: localhost.evil.example\r\n"), {403}),
    ("a name that begins with numbers", get(b"/api/lobby", host=b"Host: 127.0.0.1.evil.example\r\n"), {403}),
    ("a list of Hosts", get(b"/api/lobby", host=b"Host: 127.0.0.1, evil.example\r\n"), {403}),
    ("a Host with somebody before it", get(b"/api/lobby", host=b"Host: evil@127.0.0.1\r\n"), {403}),
    # Lengths
    ("two Content-Lengths", post(b"/api/session", b"{}", b"Content-Length: 2"), {400}),
    ("different Content-Lengths", post(b"/api/session", b"{}", b"Content-Length: 0"), {400}),
    ("different Content-Lengths, the other way round", post(b"/api/session", b"", b"Content-Length: 2"), {400}),
    ("Content-Lengths in a list", post(b"/api/session", b"{}", b"Content-Length: 2, 2", length=False), {400}),
    ("negative length", post(b"/api/session", b"", b"Content-Length: -2", length=False), {400}),
    ("signed length", post(b"/api/session", b"{}", b"Content-Length: +2", length=False), {400}),
    ("hexadecimal length", post(b"/api/session", b"{}", b"Content-Length: 0x2", length=False), {400}),
    ("length in words", post(b"/api/session", b"{}", b"Content-Length: two", length=False), {400}),
    ("length with a blank in it", post(b"/api/session", b"{}", b"Content-Length: 2 2", length=False), {400}),
    ("length with a point", post(b"/api/session", b"{}", b"Content-Length: 2.0", length=False), {400}),
    ("length with an exponent", post(b"/api/session", b"{}", b"Content-Length: 2e0", length=False), {400}),
    ("empty length", post(b"/api/session", b"{}", b"Content-Length:", length=False), {400}),
    ("length with a letter behind it", post(b"/api/session", b"{}", b"Content-Length: 2a", length=False), {400}),
    ("enormous length", post(b"/api/session", b"", b"Content-Length: 99999999999999999999", length=False), {400, 413}),
    ("length of 2^64", post(b"/api/session", b"", b"Content-Length: 18446744073709551616", length=False), {400, 413}),
    ("length of 2^63", post(b"/api/session", b"", b"Content-Length: 9223372036854775808", length=False), {400, 413}),
    ("large length", post(b"/api/session", b"", b"Content-Length: 1000000000", length=False), {413}),
    ("a body over the limit", post(b"/api/login", b" " * 5000, b"Content-Type: application/json"), {413}),
    ("a body just over the limit", post(b"/api/login", b" " * 4097, b"Content-Type: application/json"), {413}),
    ("a body at the limit", post(b"/api/login", b" " * 4096, b"Content-Type: application/json"), {400}),
    ("a body of GET", get(b"/api/lobby", b"Content-Length: 2") + b"{}", {200}),
    # Transfer-Encoding
    ("chunked", post(b"/api/session", b"2\r\n{}\r\n0\r\n\r\n", b"Transfer-Encoding: chunked", length=False), {400}),
    ("chunked in capitals", post(b"/api/session", b"0\r\n\r\n", b"Transfer-Encoding: CHUNKED", length=False), {400}),
    ("chunked and length", post(b"/api/session", b"{}", b"Transfer-Encoding: chunked"), {400}),
    ("chunked twice", post(b"/api/session", b"0\r\n\r\n", b"Transfer-Encoding: chunked", b"Transfer-Encoding: chunked", length=False), {400}),
    ("chunked, identity", post(b"/api/session", b"0\r\n\r\n", b"Transfer-Encoding: chunked, identity", length=False), {400}),
    ("gzip, chunked", post(b"/api/session", b"0\r\n\r\n", b"Transfer-Encoding: gzip, chunked", length=False), {400}),
    ("hidden chunked", post(b"/api/session", b"", b"Transfer-Encoding: xchunked", length=False), {400}),
    ("chunked behind a tab", post(b"/api/session", b"0\r\n\r\n", b"Transfer-Encoding:\tchunked", length=False), {400}),
    ("empty encoding", post(b"/api/session", b"", b"Transfer-Encoding:", length=False), {400}),
    ("identity", post(b"/api/session", b"", b"Transfer-Encoding: identity", length=False), {400}),
    ("chunked by GET", get(b"/api/lobby", b"Transfer-Encoding: chunked") + b"0\r\n\r\n", {400}),
    ("a blank before the colon", post(b"/api/session", b"{}", b"Transfer-Encoding : chunked", length=False), {400}),
    ("a blank before the colon of the length", post(b"/api/session", b"{}", b"Content-Length : 2", length=False), {400}),
    ("smuggled behind a chunk", post(b"/api/session", b"0\r\n\r\n" + get(b"/api/ratings"), b"Content-Length: 4", b"Transfer-Encoding: chunked", length=False), {400}),
    ("smuggled behind a length", post(b"/api/session", get(b"/api/ratings"), b"Content-Length: 0"), {400}),
    ("smuggled behind a length, the other way round", post(b"/api/session", get(b"/api/ratings"), b"Content-Length: 100", b"Content-Length: 0", length=False), {400}),
    # Queries
    ("a query that is not UTF-8", get(b"/api/ratings?pool=%ff"), {400}),
    ("raw bytes in a query that are not UTF-8", get(b"/api/games?player=\xff"), {400}),
    ("half a character in a query", get(b"/api/games?rules=%c3&player=%a9"), {400}),
    # Lines
    ("only line feeds", b"GET /api/lobby HTTP/1.1\nHost: 127.0.0.1\n\n", {400}),
    ("a line feed in a header", get(b"/api/lobby", b"X: a\nHost: evil.example"), {400}),
    ("a line feed at the end", b"GET /api/lobby HTTP/1.1\r\nHost: 127.0.0.1\r\n\n", {400}),
    ("a carriage return at the end of a value", get(b"/api/lobby", b"X: a\r"), {400}),
    ("a carriage return in the path", get(b"/api/\rlobby"), {400}),
    ("a bare carriage return in a header", get(b"/api/lobby", b"X: a\rHost: evil.example"), {400}),
    ("a control character in a header", get(b"/api/lobby", b"X: a\x01b"), {400}),
    ("a tab in a header", get(b"/api/lobby", b"X: a\tb"), {200}),
    ("a folded header", get(b"/api/lobby", b"X: a\r\n b"), {400}),
    ("a header folded with a tab", get(b"/api/lobby", b"X: a\r\n\tb"), {400}),
    ("a folded first header", get(b"/api/lobby", host=b" Host: 127.0.0.1\r\n"), {400}),
    ("a NUL in a header", get(b"/api/lobby", b"X: a\0b"), {400}),
    ("a NUL in the Host", get(b"/api/lobby", host=b"Host: 127.0.0.1\0.evil.example\r\n"), {400}),
    ("a NUL in a query", get(b"/api/games?player=%00"), {400}),
    ("a NUL in the name of a query", get(b"/api/games?%00=1"), {400}),
    ("a header without a colon", get(b"/api/lobby", b"nonsense"), {400}),
    ("a header without a name", get(b"/api/lobby", b": nonsense"), {400}),
    ("a header name with a blank", get(b"/api/lobby", b"two words: x"), {400}),
    ("an empty line first", b"\r\n" + get(b"/api/lobby"), {200}),
    ("two empty lines first", b"\r\n\r\n" + get(b"/api/lobby"), {400}),
    ("blanks first", b"  " + get(b"/api/lobby"), {400}),
    ("a request of nothing", b"\r\n\r\n", {400}),
    ("nonsense", b"nonsense\r\n\r\n", {400}),
    ("zeros", b"\0" * 64 + b"\r\n\r\n", {400}),
    ("high bytes", b"\xff" * 64 + b"\r\n\r\n", {400}),
    ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 50 + b"\r\n\r\n", {400}),
    # Methods
    ("TRACE", get(b"/", method=b"TRACE"), {405}),
    ("TRACE of the interface", get(b"/api/lobby", method=b"TRACE"), {405}),
    ("CONNECT", get(b"127.0.0.1:80", method=b"CONNECT"), {400, 404, 405}),
    ("OPTIONS", get(b"/api/lobby", method=b"OPTIONS"), {405}),
    ("OPTIONS of everything", get(b"*", method=b"OPTIONS"), {404, 405}),
    ("PUT", get(b"/api/lobby", method=b"PUT"), {405}),
    ("PATCH", get(b"/api/lobby", method=b"PATCH"), {405}),
    ("DELETE where it is not supported", get(b"/api/lobby", method=b"DELETE"), {405}),
    ("POST where it is not supported", post(b"/api/lobby", b""), {405}),
    ("GET where there is only POST", get(b"/api/login"), {405}),
    ("PROPFIND", get(b"/", method=b"PROPFIND"), {405}),
    ("PATCH of nothing", get(b"/api/nothing", method=b"PATCH"), {404}),
    ("made-up method", get(b"/coffee", method=b"BREW"), {405}),
    ("lower-case method", get(b"/api/lobby", method=b"get"), {405}),
    ("a long method", get(b"/api/lobby", method=b"G" * 300), {405}),
    ("an empty method", get(b"/api/lobby", method=b""), {400}),
    ("a method that is no token", get(b"/api/lobby", method=b"G(T"), {400}),
    # Paths
    ("up and out", get(b"/../../etc/passwd"), {404}),
    ("up and out, encoded", get(b"/%2e%2e/%2e%2e/etc/passwd"), {404}),
    ("up and out, half encoded", get(b"/.%2e/etc/passwd"), {404}),
    ("up and out, encoded twice", get(b"/%252e%252e/etc/passwd"), {404}),
    ("up and out, over-long", get(b"/%c0%ae%c0%ae/etc/passwd"), {404}),
    ("up and out by backslash", get(b"/..\\..\\etc"), {404}),
    ("up and out by encoded backslash", get(b"/..%5c..%5cetc"), {404}),
    ("up at the end", get(b"/api/.."), {404}),
    ("here", get(b"/./api/lobby"), {404}),
    ("encoded slash", get(b"/api%2flobby"), {404}),
    ("zero in the path", get(b"/api/%00lobby"), {404}),
    ("zero at the end", get(b"/api/lobby%00"), {404}),
    ("zero before an ending", get(b"/index.html%00.js"), {404}),
    ("newline in the path", get(b"/api/%0alobby"), {404}),
    ("newlines that would end a header", get(b"/%0d%0aX-Injected:%20yes"), {404}),
    ("bad escape", get(b"/api/%zz"), {404}),
    ("cut escape", get(b"/api/%"), {404}),
    ("half an escape", get(b"/api/%4"), {404}),
    ("not UTF-8", get(b"/api/users/%ff%fe"), {404}),
    ("a surrogate", get(b"/api/users/%ed%a0%80"), {404}),
    ("raw high bytes", get(b"/api/users/\xff\xfe"), {404}),
    ("hidden file", get(b"/.git/config"), {404}),
    ("hidden file below", get(b"/a/.env"), {404}),
    ("empty part", get(b"/api//lobby"), {404}),
    ("empty first part", get(b"//evil.example/api/lobby"), {404}),
    ("many parts", get(b"/a/b/c/d/e/f/g/h"), {404}),
    ("a drive", get(b"/c:/windows/win.ini"), {404}),
    ("the whole address", get(b"http://127.0.0.1/api/lobby"), {404}),
    ("the whole address of another", get(b"http://evil.example/api/lobby"), {404}),
    ("a path without a slash", get(b"api/lobby"), {404}),
    ("no path", b"GET HTTP/1.1\r\n" + HOST + b"\r\n", {400}),
    ("a blank in the path", get(b"/api/ lobby"), {400}),
    ("a tab in the path", get(b"/api/\tlobby"), {400}),
    ("a fragment", get(b"/api/lobby#x"), {400}),
    ("two blanks behind the method", get(b" /api/lobby"), {400}),
    ("two blanks before the version", get(b"/api/lobby "), {400}),
    ("a tab behind the method", b"GET\t/api/lobby HTTP/1.1\r\n" + HOST + b"\r\n", {400}),
    ("a part longer than names are", get(b"/api/users/" + b"a" * 400), {404}),
    ("long path", get(b"/" + b"a" * 600), {404}),
    ("path at the limit", get(b"/api/users/" + b"a" * 490), {404}),
    ("very long path", get(b"/" + b"a" * 20000), {431}),
    ("long query", get(b"/api/games?" + b"a" * 3000), {200}),
    ("very long query", get(b"/api/games?" + b"a" * 20000), {431}),
    ("a query that is cut", get(b"/api/games?limit=%"), {400}),
    ("a query with a zero", get(b"/api/games?rules=%00"), {400}),
    ("not a number", get(b"/api/games?limit=ten"), {400}),
    ("a number out of range", get(b"/api/games?limit=100000"), {400}),
    ("a number beyond 64 bits", get(b"/api/games?before=99999999999999999999"), {400}),
    # Headers
    ("very long head", get(b"/", b"X: " + b"a" * 20000), {431}),
    ("very many headers", get(b"/", *[b"X-%d: y" % i for i in range(2000)]), {431}),
    ("a long header name", get(b"/", b"X" * 20000 + b": y"), {431}),
    ("two Origins", post(b"/api/session", b"", b"Origin: http://127.0.0.1", b"Origin: http://x"), {400}),
    ("two Cookies", get(b"/api/session", b"Cookie: a=b", b"Cookie: c=d"), {400}),
    ("two Authorizations", get(b"/api/session", b"Authorization: Bearer a", b"Authorization: Bearer b"), {400}),
    ("another way to authorize", get(b"/api/tokens", b"Authorization: Basic YTpi"), {401}),
    ("an empty token", get(b"/api/tokens", b"Authorization: Bearer "), {401}),
    ("a long token", get(b"/api/tokens", b"Authorization: Bearer " + b"a" * 1000), {401}),
    ("a long cookie", get(b"/api/tokens", b"Cookie: session=" + b"a" * 1000), {401}),
    ("an expectation", post(b"/api/session", b"{}", JSON.strip(), b"Expect: 100-continue"), {200}),
    ("another expectation", post(b"/api/session", b"{}", JSON.strip(), b"Expect: miracles"), {200}),
    # Versions
    ("HTTP/2 by surprise", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400}),
    ("HTTP/2.0", get(b"/", version=b"HTTP/2.0"), {400}),
    ("HTTP/3.0", get(b"/", version=b"HTTP/3.0"), {400}),
    ("HTTP/0.9", b"GET /\r\n\r\n", {400}),
    ("HTTP/1.2", get(b"/api/lobby", version=b"HTTP/1.2"), {200}),
    ("HTTP/01.1", get(b"/", version=b"HTTP/01.1"), {400}),
    ("http in small letters", get(b"/", version=b"http/1.1"), {400}),
    ("an invalid version", get(b"/", version=b"FTP/1.1"), {400}),
    ("something behind the version", get(b"/", version=b"HTTP/1.1 x"), {400}),
    # Content types, CSRF
    ("form instead of JSON", post(b"/api/login", b"a=b", b"Content-Type: application/x-www-form-urlencoded"), {415}),
    ("parts instead of JSON", post(b"/api/login", b"--x", b"Content-Type: multipart/form-data; boundary=x"), {415}),
    ("text instead of JSON", post(b"/api/login", b"{}", b"Content-Type: text/plain"), {415}),
    ("JSON by prefix", post(b"/api/login", b"{}", b"Content-Type: application/jsonx"), {415}),
    ("JSON behind another type", post(b"/api/login", b"{}", b"Content-Type: text/plain; application/json"), {415}),
    ("no type", post(b"/api/login", b"{}"), {415}),
    ("a body that is no JSON", post(b"/api/login", b"{", JSON.strip()), {400}),
    ("a body that is not UTF-8", post(b"/api/login", b'{"name":"\xff","password":"12345678"}', JSON.strip()), {400}),
    ("a body with a NUL", post(b"/api/login", b'{"name":"a\\u0000b","password":"12345678"}', JSON.strip()), {400}),
    ("a field twice", post(b"/api/login", b'{"name":"a","name":"b","password":"12345678"}', JSON.strip()), {400}),
    ("deep JSON", post(b"/api/login", b"[" * 4000, JSON.strip()), {400}),
    ("cross-site by its own word", post(b"/api/session", b"", b"Sec-Fetch-Site: cross-site"), {403}),
    ("same site by its own word", post(b"/api/session", b"", b"Sec-Fetch-Site: same-site"), {403}),
    ("another origin", post(b"/api/session", b"", b"Origin: http://evil.example"), {403}),
    ("null origin", post(b"/api/session", b"", b"Origin: null"), {403}),
    ("a file as origin", post(b"/api/session", b"", b"Origin: file://"), {403}),
    ("an upgrade by HTTP/1.0", get(b"/api/socket", b"Connection: Upgrade", b"Upgrade: websocket", version=b"HTTP/1.0"), {400, 401}),
]

# name, bytes, the statuses in order; after a single one the server closes the connection
SEQUENCES = [
    ("two requests", get(b"/api/lobby") + get(b"/api/nothing"), [200, 404]),
    ("a body and a request", post(b"/api/login", b"{}", JSON.strip()) + get(b"/api/lobby"), [400, 200]),
    ("a body that looks like a request", post(b"/api/login", get(b"/api/ratings"), JSON.strip()) + get(b"/api/lobby"), [400, 200]),
    ("HEAD and GET", get(b"/api/lobby", method=b"HEAD") + get(b"/api/lobby"), [200, 200]),
    ("nothing after Connection: close", get(b"/api/lobby", b"Connection: close") + get(b"/api/lobby"), [200]),
    ("nothing after HTTP/1.0", get(b"/api/lobby", version=b"HTTP/1.0") + get(b"/api/lobby"), [200]),
    ("nothing after a head at fault", post(b"/api/session", b"{}", b"Content-Length: 0") + get(b"/api/lobby"), [400]),
    ("a folded line is no header", post(b"/api/login", b"0\r\n\r\n", b"X: y\r\n Transfer-Encoding: chunked", JSON.strip()) + get(b"/api/lobby"), [400]),
    ("an upgrade by HTTP/1.0 and a request", get(b"/api/socket", b"Connection: Upgrade", b"Upgrade: websocket", version=b"HTTP/1.0") + get(b"/api/lobby"), [401]),
    ("an empty line between requests", post(b"/api/login", b"{}", JSON.strip()) + b"\r\n" + get(b"/api/lobby"), [400, 200]),
    ("one Connection header of two says close", get(b"/api/lobby", b"Connection: close", b"Connection: keep-alive") + get(b"/api/lobby"), [200]),
    ("a body that is too large and a request", post(b"/api/login", b" " * 5000, JSON.strip()) + get(b"/api/lobby"), [413]),
    ("nothing after an encoding", post(b"/api/session", b"0\r\n\r\n", b"Transfer-Encoding: chunked", length=False) + get(b"/api/lobby"), [400]),
]


class HttpTest(ServedTest):
    def exchange(self, data, size, number=0):
        """Sends the bytes in pieces of a size; returns the statuses of all responses, [None] if there was none.

        A last request closes the connection if the server has not done so.
        """
        address = f"127.2.{number // 250}.{number % 250 + 1}"
        answer = b""
        with socket.create_connection(("127.0.0.1", self.server.port), 20, (address, 0)) as stream:
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # A server that refuses early also closes early: sending fails, but the response can still be read.
            with contextlib.suppress(OSError):
                for at in range(0, len(data), size):
                    stream.sendall(data[at : at + size])
                stream.sendall(get(b"/healthz", b"Connection: close"))
            with contextlib.suppress(OSError):
                while chunk := stream.recv(65536):
                    answer += chunk
        ended = answer.endswith(b"\r\n\r\nok\n")
        statuses = [int(s) for s in re.findall(rb"HTTP/1\.1 (\d{3}) ", answer)]
        statuses = [status for status in statuses if status != 100]
        return (statuses[:-1] if ended else statuses) or [None]

    def test_requests(self):
        for number, (name, data, want) in enumerate(REQUESTS):
            for size in (len(data), max(1, len(data) // 7), 1 if len(data) < 400 else 97):
                with self.subTest(name, size=size):
                    statuses = self.exchange(data, size, number)
                    self.assertEqual(len(statuses), 1, "a second request was found in the first")
                    self.assertIn(statuses[0], want)
        self.assertGreaterEqual(len(REQUESTS), 150)

    def test_pipelined_requests(self):
        """Bytes after a valid request are the next request."""
        for number, (name, data, want) in enumerate(SEQUENCES):
            for size in (len(data), 1):
                with self.subTest(name, size=size):
                    got = self.exchange(data, size, 300 + number)
                    # Closed with unread bytes: the response may be lost.
                    self.assertIn(got, [want, [None]] if len(want) == 1 else [want])

    def connect(self, number):
        stream = socket.create_connection(("127.0.0.1", self.server.port), PATIENCE, (f"127.2.5.{number}", 0))
        self.addCleanup(stream.close)
        return stream

    def read_to_end(self, stream):
        answer = b""
        while chunk := stream.recv(65536):
            answer += chunk
        return answer

    def test_a_body_is_asked_for(self):
        """With Expect: 100-continue the client sends the body only when it is told to, and not if it is refused."""
        head = get(b"/api/session", JSON.strip(), b"Content-Length: 2", b"Expect: 100-continue", b"Connection: close", method=b"POST")
        stream = self.connect(1)
        stream.sendall(head)
        self.assertEqual(stream.recv(65536), b"HTTP/1.1 100 Continue\r\n\r\n")
        stream.sendall(b"{}")
        self.assertTrue(self.read_to_end(stream).startswith(b"HTTP/1.1 200 OK\r\n"))
        stream = self.connect(1)
        stream.sendall(head.replace(b"Length: 2", b"Length: 5000"))
        self.assertTrue(self.read_to_end(stream).startswith(b"HTTP/1.1 413 "))

    def test_a_refusal_can_be_read_while_the_body_is_sent(self):
        """Closing at once would reset the connection, and the client would not see why."""
        stream = self.connect(2)
        stream.sendall(post(b"/api/login", b" " * 300000, JSON.strip()))
        self.assertTrue(self.read_to_end(stream).startswith(b"HTTP/1.1 413 "))

    def test_a_client_that_sends_no_more_gets_its_response(self):
        stream = self.connect(3)
        stream.sendall(get(b"/api/lobby") + post(b"/api/session", b""))
        stream.shutdown(socket.SHUT_WR)
        self.assertEqual(self.read_to_end(stream).count(b"HTTP/1.1 200 OK\r\n"), 2)

    def test_head_has_the_headers_of_get_and_no_body(self):
        heads = []
        for method in (b"GET", b"HEAD"):
            stream = self.connect(4)
            stream.sendall(get(b"/api/choices", b"Connection: close", method=method))
            head, _, body = self.read_to_end(stream).partition(b"\r\n\r\n")
            self.assertEqual(len(body) > 0, method == b"GET")
            heads.append([line for line in head.split(b"\r\n") if not line.startswith(b"Date: ")])
            self.assertRegex(head, rb"\r\nDate: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\r\n")
        self.assertEqual(*heads)

    def test_every_refusal_is_a_whole_response(self):
        """One head, with the length of the body and the security headers, also for what cannot be parsed."""
        for number, data in enumerate((b"nonsense\r\n\r\n", b"\0", get(b"/", b"X: " + b"a" * 9000), get(b"/", host=b""))):
            with self.subTest(data[:20]):
                stream = self.connect(10 + number)
                stream.sendall(data)
                head, _, body = self.read_to_end(stream).partition(b"\r\n\r\n")
                self.assertIn(b"\r\nContent-Length: %d\r\n" % len(body), head)
                self.assertIn(b"\r\nContent-Security-Policy: ", head)
                self.assertIn(b"\r\nConnection: close", head)
                self.assertEqual(set(json.loads(body)["error"]), {"code", "text"})

    def test_no_response_reveals_the_software(self):
        _, headers, _ = Person(self.server.port, enter=False).ask("GET", "/nothing.js")
        self.assertNotIn("Server", headers)
        for name in ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"):
            self.assertIn(name, headers)
        policy = headers["Content-Security-Policy"]
        self.assertEqual(re.findall(r"[^\s;]*unsafe[^\s;]*", policy), ["'wasm-unsafe-eval'"])
        self.assertIn("script-src 'self' 'wasm-unsafe-eval';", policy)
        self.assertIn("connect-src 'self' blob:;", policy)
        self.assertIn("require-trusted-types-for 'script'; trusted-types pentad", policy)
        self.assertEqual(headers["Cache-Control"], "no-store")

    def test_slow_clients_are_disconnected(self):
        """Byte by byte (Slowloris): headers, a body, headers after a valid request."""
        head = get(b"/api/lobby", b"X: " + b"a" * 2000)
        body = post(b"/api/login", b" " * 2000, JSON.strip())
        rows = [("a head", b"", head), ("a body", body[:-2000], body[-2000:]), ("a second head", get(b"/api/lobby"), head)]
        streams = []
        for number, (name, first, rest) in enumerate(rows):
            stream = socket.create_connection(("127.0.0.1", self.server.port), 20, (f"127.3.0.{number + 1}", 0))
            stream.sendall(first)
            streams.append([name, stream, rest])
        waiting = {row[0] for row in streams}
        for step in range(1000):
            for name, stream, rest in streams:
                if name in waiting:
                    try:
                        stream.sendall(rest[step : step + 1])
                        if select.select([stream], [], [], 0)[0] and not stream.recv(65536):
                            waiting.discard(name)
                    except ConnectionError:
                        waiting.discard(name)
            if not waiting:
                break
            time.sleep(0.05)
        for _, stream, _ in streams:
            stream.close()
        self.assertEqual(waiting, set())

    def ask_at_once(self, someone, count):
        """In parallel: sequential requests might be slow enough to be allowed."""
        with contextlib.ExitStack() as kept:
            streams = [kept.enter_context(socket.create_connection(("127.0.0.1", self.server.port), PATIENCE, (someone.address, 0)))
                       for _ in range(count)]
            for stream in streams:
                stream.sendall(get(b"/api/session"))
            return [int(stream.recv(65536).split()[1]) for stream in streams]

    def test_a_flood_of_pipelined_requests_is_refused_once(self):
        with socket.create_connection(("127.0.0.1", self.server.port), PATIENCE, ("127.2.6.1", 0)) as stream:
            answer = b""
            with contextlib.suppress(ConnectionError):
                stream.sendall(get(b"/api/session") * 1000)
            with contextlib.suppress(ConnectionError):
                while chunk := stream.recv(65536):
                    answer += chunk
        self.assertEqual(answer.count(b"HTTP/1.1 429 "), 1)
        self.assertLess(answer.count(b"HTTP/1.1 200 "), 200)

    def test_rate_limit_per_address(self):
        someone = Person(self.server.port)
        statuses = []
        while 429 not in statuses and len(statuses) < 1000:
            statuses += self.ask_at_once(someone, 25)
        self.assertEqual(statuses[:90], [200] * 90)
        self.assertIn(429, statuses)
        self.assertEqual(Person(self.server.port).ask("GET", "/api/session")[0], 200)
