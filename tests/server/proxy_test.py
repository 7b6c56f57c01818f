"""The example configuration for nginx, with only names and ports changed: TLS, cookies, WebSockets, client address."""

import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import unittest

from client import PATIENCE, ROOT, Server

NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
MAIN = """daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    include {folder}/site;
}}
"""


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


@unittest.skipUnless(NGINX and shutil.which("openssl"), "nginx or openssl is not installed")
class ProxyTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder, cls.plain, cls.secure, cls.behind = folder.name, free_port(), free_port(), str(free_port())
        cls.origin = f"https://localhost:{cls.secure}"
        cls.server = Server(None, "--port", cls.behind, "--origin", cls.origin, "--behind-proxy",
                            "--pages", os.path.join(ROOT, "web"))
        cls.addClassCleanup(cls.server.__exit__)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2",
                        "-keyout", f"{cls.folder}/privkey.pem", "-out", f"{cls.folder}/fullchain.pem"],
                       check=True, capture_output=True)
        cls.start_nginx()

    @classmethod
    def start_nginx(cls):
        with open(os.path.join(ROOT, "packaging", "nginx.conf"), encoding="utf-8") as file:
            site = file.read()
        for old, new in (("    listen [::]:80;\n", ""), ("    listen [::]:443 ssl http2;\n", ""), ("example.org", "localhost"), ("/etc/letsencrypt/live/localhost", cls.folder), ("127.0.0.1:8080", f"127.0.0.1:{cls.behind}"),
                         ("listen 80;", f"listen 127.0.0.1:{cls.plain};"), ("listen 443 ", f"listen 127.0.0.1:{cls.secure} ")):
            assert old in site, old
            site = site.replace(old, new)
        for name, text in (("site", site), ("main", MAIN.format(folder=cls.folder))):
            with open(os.path.join(cls.folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        nginx = subprocess.Popen([NGINX, "-c", f"{cls.folder}/main", "-e", f"{cls.folder}/error.log"], stderr=subprocess.DEVNULL)
        cls.addClassCleanup(nginx.wait)
        cls.addClassCleanup(nginx.terminate)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", cls.secure)).close()
                return
            except OSError:
                time.sleep(0.02)
        with open(f"{cls.folder}/error.log", encoding="utf-8") as log:
            raise RuntimeError(log.read())

    def trust(self):
        return ssl.create_default_context(cafile=f"{self.folder}/fullchain.pem")

    def ask(self, method, path, body=None, address="127.0.0.1", **headers):
        connection = http.client.HTTPSConnection("localhost", self.secure, timeout=PATIENCE, context=self.trust(),
                                                 source_address=(address, 0))
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            headers = {"Content-Type": "application/json", "Origin": self.origin, **headers}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, dict(answer.getheaders()), data

    def session(self, address="127.0.0.1", **headers):
        status, got, _ = self.ask("POST", "/api/session", {}, address, **headers)
        return status, got.get("Set-Cookie", "")

    def test_the_page_over_tls(self):
        status, headers, data = self.ask("GET", "/")
        self.assertEqual(status, 200)
        self.assertIn(b"<title>Pentad</title>", data)
        self.assertIn("max-age", headers["Strict-Transport-Security"])
        self.assertEqual(self.ask("GET", "/", If_None_Match=headers["ETag"])[0], 304)
        self.assertEqual(self.ask("GET", "/", Accept_Encoding="gzip")[1]["Content-Encoding"], "gzip")

    def test_http_redirects_to_https(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.plain, timeout=PATIENCE)
        connection.request("GET", "/game/x", headers={"Host": "localhost"})
        answer = connection.getresponse()
        self.assertEqual((answer.status, answer.getheader("Location")), (301, "https://localhost/game/x"))
        connection.close()

    def test_cookies_are_secure(self):
        status, cookie = self.session()
        self.assertEqual(status, 200)
        self.assertRegex(cookie, r"^__Host-session=\S+; Path=/; HttpOnly; SameSite=Lax; Secure")

    def test_websockets_work_through_the_proxy(self):
        cookie = self.session()[1].split(";")[0]
        lines = ["GET /api/socket HTTP/1.1", f"Host: localhost:{self.secure}", f"Origin: {self.origin}", f"Cookie: {cookie}",
                 "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"]
        with socket.create_connection(("127.0.0.1", self.secure), PATIENCE) as plain, \
                self.trust().wrap_socket(plain, server_hostname="localhost") as stream:
            stream.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
            data = b""
            while b'"welcome"' not in data:
                chunk = stream.recv(4096)
                self.assertTrue(chunk, data)
                data += chunk
        self.assertTrue(data.startswith(b"HTTP/1.1 101 "))

    def test_rate_limits_use_the_forwarded_address(self):
        self.assertTrue(any(self.session("127.3.0.1", X_Forwarded_For=f"10.0.0.{i}")[0] == 429 for i in range(250)))
        self.assertEqual(self.session("127.3.0.2")[0], 200)

    def test_loopback_routes_are_not_public(self):
        for path in ("/livez", "/readyz", "/healthz", "/metrics", "/metrics/", "/api/admin/users"):
            self.assertEqual(self.ask("GET", path)[0], 404)

    def test_other_origins_are_refused(self):
        cookie = self.session("127.3.0.3")[1].split(";")[0]
        for origin, want in ((self.origin, 201), ("https://evil.example", 403)):
            self.assertEqual(self.ask("POST", "/api/games", {"opponent": "link"}, Cookie=cookie, Origin=origin)[0], want)

    def test_long_bodies_stop_at_nginx(self):
        status, headers, _ = self.ask("POST", "/api/session", {"x": "y" * 9000})
        self.assertEqual(status, 413)
        self.assertNotIn("nginx/", headers.get("Server", ""))


if __name__ == "__main__":
    unittest.main()
