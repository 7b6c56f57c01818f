#!/usr/bin/env python3
"""A slow database: the worst GET of a static page and the worst WebSocket ping meanwhile, and what becomes of a move.

    bench/server/slow_database.py [WORD]        # needs build/pentad; PENTAD=PROGRAM measures another build. Two minutes

For each row a server runs on a PostgreSQL of its own, and something makes the database slow. Meanwhile a page is asked for
20 times a second, on a connection that stays and on new ones; a ping is sent twice a second.
"""

import contextlib
import os
import signal
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
for folder in ("server", "store"):
    sys.path.append(os.path.join(ROOT, "tests", folder))

from client import Closed, Person, Server, psql  # noqa: E402
from slow_database_test import Asked, SlowDatabaseTest  # noqa: E402

SECONDS = 12


class Case(SlowDatabaseTest):
    """What the tests use to make the database slow."""

    def runTest(self):
        pass

    def stop_backend(self, server):
        where = "application_name = 'pentad' AND state != 'active'" if server is self.server else "application_name = 'pentad'"
        pid = int(server.query(f"SELECT pid FROM pg_stat_activity WHERE {where} ORDER BY backend_start LIMIT 1")[0][0])
        os.kill(pid, signal.SIGSTOP)
        self.addCleanup(self.go_on, pid)

    def go_on(self, pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)

    def nothing(self):
        self.start()
        return self.move

    def table_locked(self):
        self.start()
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        stack.enter_context(self.locked())
        return self.move

    def row_locked(self):
        self.start()
        locker = threading.Thread(target=psql, args=(self.server.database, "BEGIN; SELECT 1 FROM games FOR UPDATE; SELECT pg_sleep(10)"))
        locker.start()
        self.addCleanup(locker.join)
        time.sleep(0.3)
        return self.move

    def round_locked(self):
        self.start()
        other = Server(None, "--database", self.server.database)
        self.addCleanup(other.__exit__)
        with self.locked("users", "SHARE"):
            Asked(Person(other.port, enter=False), "POST", "/api/session")
            self.until_locks("users", "NOT granted")
            other.process.send_signal(signal.SIGSTOP)
        return lambda: Asked(Person(self.server.port, enter=False), "POST", "/api/session")

    def backend_stopped(self):
        self.start()
        self.stop_backend(self.server)
        return self.move

    def comes_back(self, mode):
        proxy = self.behind_proxy()
        proxy.cut(mode)
        proxy.hung.wait(10)
        return self.move

    def silent_connection(self):
        return self.comes_back("silent")

    def mute_connection(self):
        return self.comes_back("mute")

    def job_queue(self):
        self.behind_proxy().mode = "mute"
        return lambda: Asked(self.ann, "GET", "/metrics")


def repeat(act, pause, end, worst):
    """Calls act until then, and appends how long the slowest call took."""
    slowest = 0
    with contextlib.suppress(OSError, Closed):
        while time.monotonic() < end:
            began = time.monotonic()
            act()
            slowest = max(slowest, time.monotonic() - began)
            time.sleep(pause)
        worst.append(slowest)


def measure(name, make):
    case = Case()
    Case.setUpClass()

    def page():
        case.stream.request("GET", "/", headers=case.ann.headers())
        case.stream.getresponse().read()

    def new_page():
        Person(case.server.port, enter=False).ask("GET", "/")

    def ping():
        case.socket.send_frame(9)
        while case.socket.read_frame()[0] != 10:
            pass

    try:
        ask = make(case)
        began = time.monotonic()
        asked, worst, threads = ask(), ([], [], []), []
        for act, pause, found in zip((page, new_page, ping), (0.05, 0.05, 0.5), worst):
            threads.append(threading.Thread(target=repeat, args=(act, pause, began + SECONDS, found)))
            threads[-1].start()
        asked.is_answered(SECONDS + 10)
        answer = f"{asked.status()} after {time.monotonic() - began:.2f} s"
        for thread in threads:
            thread.join()
        pages, new_pages, pings = (f"{found[0]:6.3f} s" if found else "failed" for found in worst)
        print(f"{name:18} page {pages}, on a new connection {new_pages}, ping {pings}; what needs it: {answer}", flush=True)
    finally:
        case.doCleanups()
        Case.doClassCleanups()


def main():
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    for name in ("nothing", "row_locked", "table_locked", "round_locked", "backend_stopped", "silent_connection", "mute_connection", "job_queue"):
        if word in name:
            measure(name, getattr(Case, name))


if __name__ == "__main__":
    main()
