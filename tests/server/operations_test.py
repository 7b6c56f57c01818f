"""What whoever runs the server looks at: health, counters, the log, the unit for systemd."""

import json
import os
import re
import shutil
import subprocess
import unittest

import client
from client import Person, Refused, ServedTest

HOSTILE = ["\x1b[2Jgone", "line\nbreak", '{"event":"forged"}', '"; drop table users', "\u202eback", "tab\there", "nul\x00", "é" * 300]


class OperationsTest(ServedTest):
    def metrics(self):
        _, headers, data = Person(self.server.port, enter=False).ask("GET", "/metrics")
        self.assertTrue(headers["Content-Type"].startswith("text/plain; version=0.0.4"))
        return data.decode()

    def test_healthy(self):
        status, _, data = Person(self.server.port, enter=False).ask("GET", "/healthz")
        self.assertEqual((status, data), (200, b"ok\n"))

    def test_every_counter_has_its_help_type_and_value(self):
        lines = self.metrics().splitlines()
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

        before = {name: count(name) for name in ("moves_asked_total", "games_total", "sockets_opened_total", "messages_total")}
        ann, ben = Person(self.server.port), Person(self.server.port)
        game = ann.new_game("link", color="black")["game"]
        ben.act(game, do="join")
        ann.play(game, "h8")
        socket = ann.socket()
        socket.do("ping")
        self.assertEqual({name: count(name) - before[name] for name in before},
                         {"moves_asked_total": 1, "games_total": 1, "sockets_opened_total": 1, "messages_total": 1})
        socket.close()

    def test_every_line_of_the_log_is_an_event_whatever_people_send(self):
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
    def test_the_unit_leaves_little_open(self):
        unit = os.path.join(client.ROOT, "packaging/pentad.service")
        said = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", unit], capture_output=True,
                              text=True, timeout=60, check=False)
        level = float(re.search(r"exposure level for \S+: ([\d.]+)", said.stdout).group(1))
        self.assertLessEqual(level, 1.1, said.stdout[-300:])
