"""Static files over HTTP: content types, versions, gzip, ETags, 404."""

import gzip
import json
import os
import re
import signal
import tempfile
import time
import unittest

from client import PATIENCE, ROOT, Person, Server

FILES = {
    "index.html": b'<!doctype html><title>Five</title><script type="module" src="/@/js/main.js"></script>\n'
                  + b"<p>Five in a row</p>\n" * 20,
    "js/main.js": b"import './board.js';\n" * 50,
    "js/board.js": b"export const size = 15;\n" * 50,
    "sw.js": b'const LIST = "/@/files.json";\n',
    "style.css": b"body { margin: 0 }\n" * 50,
    "small.txt": b"x",
    "empty.txt": b"",
    "stone.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>\n",
    "click.ogg": bytes(range(256)) * 4,
    "engine.wasm": b"\0asm" * 100,
    "icon.png": b"\x89PNG\r\n\x1a\n" * 100,
    ".secret.txt": b"nobody",
    "notes.md": b"nobody",
    "node_modules/left.js": b"nobody",
    "package.json": b"{}",
    "tsconfig.json": b"{}",
    "js/deeper/still/x.json": b"{}",
    "docs/index.html": b"<!doctype html><title>Documents</title>",
    "docs/use/rules.html": b"<!doctype html><title>Rules</title>",
    "docs/pictures/game.gif": b"GIF89a",
}
HIDDEN = {".secret.txt", "notes.md", "node_modules/left.js", "package.json", "tsconfig.json"}
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
PROGRAM = {"Accept": "*/*"}
INDEX = "text/html; charset=utf-8"
REFUSAL = "application/json"

# path, headers, status, Content-Type
REQUESTS = [
    ("/", PROGRAM, 200, INDEX),
    ("/index.html", PROGRAM, 200, INDEX),
    ("/?language=ja", PROGRAM, 200, INDEX),
    ("/game/k3x9w2m8q4ta", PROGRAM, 200, INDEX),
    ("/game/k3x9w2m8q4ta/", BROWSER, 200, INDEX),
    ("/js/main.js", PROGRAM, 200, "text/javascript; charset=utf-8"),
    ("/style.css", PROGRAM, 200, "text/css; charset=utf-8"),
    ("/stone.svg", PROGRAM, 200, "image/svg+xml"),
    ("/icon.png", PROGRAM, 200, "image/png"),
    ("/click.ogg", PROGRAM, 200, "audio/ogg"),
    ("/engine.wasm", PROGRAM, 200, "application/wasm"),
    ("/linked.wasm", PROGRAM, 200, "application/wasm"),
    ("/unbuilt.wasm", PROGRAM, 404, REFUSAL),
    ("/small.txt", PROGRAM, 200, "text/plain; charset=utf-8"),
    ("/empty.txt", PROGRAM, 200, "text/plain; charset=utf-8"),
    ("/js/deeper/still/x.json", PROGRAM, 200, "application/json; charset=utf-8"),
    ("/@anything/js/main.js", PROGRAM, 404, REFUSAL),
    ("/docs/index.html", PROGRAM, 200, INDEX),
    ("/docs/use/rules.html", PROGRAM, 200, INDEX),
    ("/docs/pictures/game.gif", PROGRAM, 200, "image/gif"),
    ("/docs", PROGRAM, 302, None),
    ("/docs/", BROWSER, 302, None),
    ("/docs/use", PROGRAM, 302, None),
    ("/docs/integrate/", BROWSER, 302, None),
    ("/docs/develop/", PROGRAM, 302, None),
    ("/docs/pictures", PROGRAM, 404, REFUSAL),
    ("/docs/use/nothing.html", PROGRAM, 404, REFUSAL),
    ("/docs/use/nothing.html", BROWSER, 404, INDEX),
    ("/files.json", PROGRAM, 200, "application/json; charset=utf-8"),
    ("/nothing", BROWSER, 404, INDEX),
    ("/nothing", PROGRAM, 404, REFUSAL),
    ("/nothing", {}, 404, REFUSAL),
    ("/nothing", {"Accept": "text/html;q=0, */*"}, 404, REFUSAL),
    ("/nothing.js", PROGRAM, 404, REFUSAL),
    ("/nothing.html", BROWSER, 404, INDEX),
    ("/js", PROGRAM, 404, REFUSAL),
    ("/js/", BROWSER, 404, INDEX),
    ("/game", BROWSER, 404, INDEX),
    ("/game/a/b", BROWSER, 404, INDEX),
    ("/%zz", BROWSER, 404, INDEX),
    ("/%2e%2e/%2e%2e/etc/passwd", BROWSER, 404, INDEX),
    ("/js/%2e%2e/style.css", PROGRAM, 404, REFUSAL),
    ("/js%2fmain.js", PROGRAM, 404, REFUSAL),
    ("/JS/MAIN.JS", PROGRAM, 404, REFUSAL),
    ("/@anything", PROGRAM, 404, REFUSAL),
    ("/@/", PROGRAM, 404, REFUSAL),
    ("/@x/@x/js/main.js", PROGRAM, 404, REFUSAL),
    ("/.secret.txt", PROGRAM, 404, REFUSAL),
    ("/@x/.secret.txt", PROGRAM, 404, REFUSAL),
    ("/notes.md", PROGRAM, 404, REFUSAL),
    ("/node_modules/left.js", PROGRAM, 404, REFUSAL),
    ("/api", BROWSER, 404, REFUSAL),
    ("/api/nothing", BROWSER, 404, REFUSAL),
    ("/api/games/k3x9w2m8q4ta", BROWSER, 404, REFUSAL),
]


def write(folder, files):
    for name, data in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        write(cls.folder.name, FILES)
        os.symlink("engine.wasm", os.path.join(cls.folder.name, "linked.wasm"))
        os.symlink("../nowhere/built.wasm", os.path.join(cls.folder.name, "unbuilt.wasm"))
        cls.server = Server(None, "--pages", cls.folder.name)
        cls.addClassCleanup(cls.server.__exit__)
        cls.visitor = Person(cls.server.port, enter=False)

    def ask(self, path, method="GET", **headers):
        return self.visitor.ask(method, path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def main_address(self):
        return re.search(r'src="([^"]+)"', self.ask("/")[2].decode())[1]

    def test_requests(self):
        for path, headers, want, kind in REQUESTS:
            for method in ("GET", "HEAD"):
                with self.subTest(path, method=method, **headers):
                    status, got, data = self.visitor.ask(method, path, headers=headers)
                    self.assertEqual((status, got.get("Content-Type")), (want, kind))
                    self.assertEqual(data if method == "HEAD" else b"", b"")
                    self.assertIn("default-src 'none'", got["Content-Security-Policy"])
                    self.assertEqual(got["X-Content-Type-Options"], "nosniff")
                    if status == 404:
                        self.assertEqual(got["Cache-Control"], "no-store")
                        self.assertNotIn("ETag", got)

    def test_docs_leads_to_the_index(self):
        for path in ("/docs", "/docs/", "/docs?q=swap", "/docs/use/", "/docs/integrate", "/docs/develop/"):
            self.assertEqual(self.ask(path)[1]["Location"], "/docs/index.html")

    def test_files_are_sent_unchanged(self):
        for name, data in FILES.items():
            if name not in HIDDEN | {"index.html", "sw.js"}:
                with self.subTest(name):
                    self.assertEqual(self.ask("/" + name)[2], data)

    def test_head_has_the_content_length(self):
        for encoding in ("identity", "gzip"):
            whole = self.ask("/js/main.js", Accept_Encoding=encoding)
            head = self.ask("/js/main.js", "HEAD", Accept_Encoding=encoding)
            self.assertEqual(head[1]["Content-Length"], str(len(whole[2])))
            self.assertEqual(head[1]["ETag"], whole[1]["ETag"])

    def test_only_get_and_head(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            self.assertEqual(self.ask("/js/main.js", method)[0], 405)

    def test_gzip_if_accepted(self):
        rows = [
            ("/js/main.js", "gzip, deflate, br", True),
            ("/", "gzip", True),
            ("/js/main.js", "br", False),
            ("/js/main.js", "gzip;q=0", False),
            ("/small.txt", "gzip", False),  # would only get longer
            ("/empty.txt", "gzip", False),
            ("/icon.png", "gzip", False),
        ]
        for path, accepted, compressed in rows:
            with self.subTest(path, accepted=accepted):
                plain = self.ask(path)
                _, headers, data = self.ask(path, Accept_Encoding=accepted)
                self.assertEqual(headers.get("Content-Encoding"), "gzip" if compressed else None)
                self.assertEqual(gzip.decompress(data) if compressed else data, plain[2])
                self.assertEqual(headers["ETag"] != plain[1]["ETag"], compressed)
                self.assertEqual(headers.get("Vary"), plain[1].get("Vary"))
        self.assertEqual(self.ask("/js/main.js")[1]["Vary"], "Accept-Encoding")

    def test_etags(self):
        for encoding in ("identity", "gzip"):
            tag = self.ask("/style.css", Accept_Encoding=encoding)[1]["ETag"]
            for known, want in ((tag, 304), (f'"x", W/{tag}', 304), ("*", 304), ('"x"', 200), (tag.strip('"'), 200)):
                with self.subTest(known, encoding=encoding):
                    status, headers, data = self.ask("/style.css", Accept_Encoding=encoding, If_None_Match=known)
                    self.assertEqual(status, want)
                    self.assertEqual(headers["ETag"], tag)
                    self.assertEqual(headers["Cache-Control"], "no-cache")
                    self.assertEqual(data == b"", want == 304)

    def test_versions(self):
        address = self.main_address()
        self.assertRegex(address, r"^/@[0-9a-f]{16}/js/main\.js$")
        self.assertIn("immutable", self.ask(address)[1]["Cache-Control"])
        self.assertEqual(self.ask(address)[2], FILES["js/main.js"])
        self.assertEqual(self.ask("/")[1]["Cache-Control"], "no-cache")
        self.assertEqual(self.ask("/@0123456789abcdef/js/main.js")[0], 404)
        version = address[:18]
        self.assertIn(version.encode() + b"/files.json", self.ask("/sw.js")[2])
        files = json.loads(self.ask(version + "/files.json")[2])
        self.assertEqual(sorted(files), sorted([*(set(FILES) - HIDDEN), "linked.wasm"]))
        for name, tag in files.items():
            self.assertEqual(self.ask(f"{version}/{name}")[1]["ETag"], tag)

    def test_an_update_is_visible_at_once(self):
        before, tag = self.main_address(), self.ask("/")[1]["ETag"]
        write(self.folder.name, {"js/board.js": b"export const size = 19;\n"})
        try:
            self.server.process.send_signal(signal.SIGHUP)
            end = time.monotonic() + PATIENCE
            while self.main_address() == before and time.monotonic() < end:
                time.sleep(0.01)
            self.assertNotEqual(self.main_address(), before)
            self.assertEqual(self.ask("/", If_None_Match=tag)[0], 200)
            self.assertEqual(self.ask("/js/board.js")[2], b"export const size = 19;\n")
            self.assertEqual(self.ask(before)[0], 404)
        finally:
            write(self.folder.name, FILES)
            self.server.process.send_signal(signal.SIGHUP)
            while self.main_address() != before and time.monotonic() < end:
                time.sleep(0.01)
        self.assertEqual(self.main_address(), before)

    def test_rate_limit_of_files_allows_a_class_at_one_address(self):
        visitor = Person(self.server.port, enter=False)
        statuses = {visitor.ask("GET", "/js/main.js", headers={})[0] for _ in range(300)}
        self.assertEqual(statuses, {200})


class RealPageTest(unittest.TestCase):
    """The page of this tree."""

    WEB = os.path.join(ROOT, "web")

    def read(self, name):
        with open(os.path.join(self.WEB, name), encoding="utf-8") as file:
            return file.read()

    def test_the_server_knows_the_views_of_the_page(self):
        patterns = re.findall(r"^    \['(/[^']*)',", self.read("js/main.js"), re.MULTILINE)
        self.assertIn("/", patterns)
        with Server(None, "--pages", self.WEB) as server:
            visitor = Person(server.port, enter=False)
            for pattern in patterns:
                path = re.sub(r":\w+", "x", pattern)
                self.assertEqual(visitor.ask("GET", path, headers={})[0], 200, path)

    def test_imported_modules_are_preloaded(self):
        """Otherwise a browser finds a module only after loading the one that imports it."""
        needed, unread = set(), ["js/main.js"]
        while unread:
            name = unread.pop()
            for word in re.findall(r"^import (?:[^;]*? from )?'([^']+)';", self.read(name), re.MULTILINE):
                module = os.path.normpath(os.path.join(os.path.dirname(name), word))
                if module not in needed:
                    needed.add(module)
                    unread.append(module)
        named = set(re.findall(r'rel="modulepreload" href="/@/([^"]+)"', self.read("index.html")))
        self.assertEqual(named, needed)


class LargeFileTest(unittest.TestCase):
    def test_a_large_file_is_compressed_after_the_start(self):
        content = b"[" + b"0," * 200000 + b"0]"
        with tempfile.TemporaryDirectory() as folder:
            write(folder, {"large.json": content})
            with Server(None, "--pages", folder) as server:
                reader, end, packed = Person(server.port, enter=False), time.monotonic() + PATIENCE, False
                while not packed and time.monotonic() < end:
                    _, headers, data = reader.ask("GET", "/large.json", headers={"Accept-Encoding": "gzip"})
                    packed = headers.get("Content-Encoding") == "gzip"
                    self.assertEqual(gzip.decompress(data) if packed else data, content)
                self.assertTrue(packed)


class NoPageTest(unittest.TestCase):
    def test_a_server_without_a_page(self):
        with tempfile.TemporaryDirectory() as empty, Server(None, "--pages", empty) as server:
            status, _, data = Person(server.port, enter=False).ask("GET", "/", headers=BROWSER)
            self.assertEqual(status, 404)
            self.assertIn(b"/api", data)


if __name__ == "__main__":
    unittest.main()
