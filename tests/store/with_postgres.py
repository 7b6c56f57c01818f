#!/usr/bin/env python3
"""Runs a command with a PostgreSQL of its own: with_postgres.py COMMAND...

Makes a cluster in a temporary folder, as an unprivileged user if this is root, without network: on a UNIX socket in that
folder. PENTAD_TEST_DATABASE is its URL, PENTAD_TEST_CLUSTER the folder. It stops and removes the cluster at the end. The
settings for durability stay on; the folder is in memory where there is such a file system, so that they cost nothing.
POSTGRES_FOLDER=FOLDER puts it on a disk, to measure.
"""

import contextlib
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile


def binaries():
    """The newest installed version: Debian keeps each in a folder of its own."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: float(path.split("/")[4]))
    if not found and not shutil.which("initdb"):
        raise SystemExit("with_postgres.py: there is no PostgreSQL; install the package postgresql")
    return os.path.dirname(found[-1] if found else shutil.which("initdb"))


class Cluster:
    """A PostgreSQL server; its superuser is `postgres`, without a password."""

    def __init__(self):
        self.bin = binaries()
        parent = os.environ.get("POSTGRES_FOLDER", "/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        self.folder = tempfile.mkdtemp(prefix="pentad-postgres-", dir=parent)
        self.data = os.path.join(self.folder, "data")
        self.url = f"postgresql:///postgres?host={self.folder}&user=postgres"
        if os.geteuid() == 0:
            user = self.user()
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self.run("initdb", "--pgdata", self.data, "--username", "postgres", "--auth", "trust", "--encoding", "UTF8",
                 "--locale", "C", "--no-sync")
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as out:
            out.write(f"listen_addresses = ''\nunix_socket_directories = '{self.folder}'\nmax_connections = 40\n"
                      "shared_buffers = 32MB\ndynamic_shared_memory_type = mmap\n")
        self.start()

    @staticmethod
    def user():
        """PostgreSQL refuses to run as root."""
        with contextlib.suppress(KeyError):
            return pwd.getpwnam("postgres")
        return pwd.getpwnam("nobody")

    def run(self, program, *arguments):
        command = [os.path.join(self.bin, program), *arguments]
        if os.geteuid() == 0:
            user = self.user()
            command = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--", *command]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False,
                              env={**os.environ, "HOME": self.folder, "LC_ALL": "C"})
        if done.returncode != 0:
            log = os.path.join(self.folder, "log")
            text = open(log, encoding="utf-8").read() if os.path.exists(log) else ""
            raise SystemExit(f"with_postgres.py: {program} fails: {done.stderr}{text}")

    def start(self):
        self.run("pg_ctl", "start", "--wait", "--silent", "--pgdata", self.data, "--log", os.path.join(self.folder, "log"))

    def stop(self, mode="fast"):
        self.run("pg_ctl", "stop", "--wait", "--silent", "--pgdata", self.data, "--mode", mode)

    def remove(self):
        if os.path.exists(os.path.join(self.data, "postmaster.pid")):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    if len(sys.argv) < 2:
        raise SystemExit("usage: with_postgres.py COMMAND...")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    cluster = None
    try:
        cluster = Cluster()
        environment = {**os.environ, "PENTAD_TEST_DATABASE": cluster.url, "PENTAD_TEST_CLUSTER": cluster.folder}
        sys.exit(subprocess.run(sys.argv[1:], env=environment, check=False).returncode)
    finally:
        if cluster:
            cluster.remove()


if __name__ == "__main__":
    main()
