"""Tries the two commands of the README on a bare machine: `./run fresh [SUITE...]`.

For each Debian or Ubuntu suite (default: bookworm) it makes a chroot with debootstrap's minbase variant, clones the last
commit into it, starts `./run` there, asks the server over HTTP for the page, the WebAssembly engine, the nets, the
puzzles and the move of a level, and then runs `./run test`. The chroot is deleted at the end, also after Ctrl-C.

The results go to tests/fresh.stamp, with a hash over the set-up files. `./run test` fails if the stamp does not fit the
tree, so that a change of set-up cannot land untried. `fresh.py --check` is that test.
"""

import argparse
import contextlib
import datetime
import hashlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
STAMP = ROOT / "tests/fresh.stamp"
DEFAULT_SUITE = "bookworm"
START_SECONDS = 1800  # for ./run to install, build and answer

# What installs something, or chooses which program or package is used. Lists of source files do not.
SETUP_FILES = [
    "run", ".ci/run", "meson.build", "meson_options.txt", "python/meson.build", "src/wasm/*.cross", "src/wasm/meson.build",
    "web/package.json", "tests/page/package.json", "tests/page/package-lock.json", "tests/fresh.py", "tests/run_suites.py", "tests/suites.py", "tests/*/run.sh",
    "tests/checks/tap.sh", "tests/checks/install.sh", "tests/page/visitor.js",
]

SUITES = {"debian:12": "bookworm", "debian:13": "trixie", "ubuntu:22.04": "jammy", "ubuntu:24.04": "noble"}

# The way to the network that this machine was given. A machine without these has none of its own to pass on.
NETWORK_VARIABLES = ["http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"]
NETWORK_FILES = ["etc/resolv.conf", "etc/hosts"]
CERTIFICATES = "usr/local/share/ca-certificates"


class Failure(Exception):
    pass


def setup_hash(root):
    digest = hashlib.sha256()
    for path in sorted({path for pattern in SETUP_FILES for path in root.glob(pattern)}):
        digest.update(f"{path.relative_to(root)}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


# ---- The stamp: a line "setup HASH", then a line for each suite that was tried


def read_stamp():
    """The hash, and the rows by suite."""
    if not STAMP.exists():
        return "", {}
    lines = [line.split(maxsplit=1) for line in STAMP.read_text().splitlines() if line and not line.startswith("#")]
    rows = dict(lines)
    return rows.pop("setup", ""), rows


def write_stamp(tried, suite, row):
    """`tried` is the hash of the set-up files that were tried. Rows of other set-up files are dropped."""
    found, rows = read_stamp()
    rows = rows if found == tried else {}
    rows[suite] = row
    text = "# Written by ./run fresh, which tries ./run and ./run test on bare machines: docs/testing.md\n"
    text += f"setup {tried}\n" + "".join(f"{name} {rows[name]}\n" for name in sorted(rows))
    STAMP.write_text(text)


def check():
    """In TAP."""
    if os.environ.get("PENTAD_FRESH"):
        print("1..1\nok 1 - the set-up was tried on a bare machine # SKIP it is being tried now")
        return 0
    found, rows = read_stamp()
    complaints = []
    if found != setup_hash(ROOT):
        complaints.append("the set-up files are not those that were tried: commit, run ./run fresh, and commit tests/fresh.stamp")
    elif DEFAULT_SUITE not in rows:
        complaints.append(f"{DEFAULT_SUITE} was not tried: run ./run fresh")
    complaints += [f"{suite}: {row}" for suite, row in rows.items() if "passed" not in row.split()[1:2]]
    print("1..1")
    print("not ok" if complaints else "ok", "1 - the set-up was tried on a bare machine")
    for complaint in complaints:
        print("#", complaint)
    return 1 if complaints else 0


# ---- A bare machine


def run(*command, **more):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)
    if result.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}: exit status {result.returncode}\n{result.stdout[-4000:]}")
    return result.stdout


def debian_mirror():
    """Where this machine's apt gets Debian's packages from; debootstrap's own default if it is not Debian."""
    found = subprocess.run(["apt-get", "indextargets", "--format", "$(ORIGIN) $(LABEL) $(REPO_URI)"],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    for line in found.splitlines():
        if line.startswith("Debian Debian "):
            return line.split()[2]
    return None


class Machine:
    """A chroot in namespaces of its own: mounts and processes go with it."""

    def __init__(self, suite):
        self.suite = suite
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"pentad-fresh-{suite}-", dir=os.environ.get("TMPDIR", "/var/tmp")))
        self.root = self.folder / "root"
        self.log = self.folder / "log"

    def make(self):
        mirror = os.environ.get("MIRROR") or (debian_mirror() if self.suite not in ("jammy", "noble") else None)
        run("debootstrap", "--variant=minbase", self.suite, self.root, *([mirror] if mirror else []))
        for name in NETWORK_FILES:
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"/{name}", self.root / name)
        if os.path.isdir(f"/{CERTIFICATES}"):
            shutil.copytree(f"/{CERTIFICATES}", self.root / CERTIFICATES, dirs_exist_ok=True)
        self.tree = self.root / "root/pentad"
        run("git", "clone", "--quiet", "--no-local", ROOT, self.tree)

    def start(self, command, **more):
        """Starts a shell command in the tree, in a session of its own."""
        inside = (f"mount -t proc proc '{self.root}/proc' && mount --rbind /dev '{self.root}/dev' && "
                  f"mount -t sysfs -o ro sysfs '{self.root}/sys' && "
                  f"exec chroot '{self.root}' sh -c 'cd /root/pentad && {command}'")
        environment = {name: os.environ[name] for name in NETWORK_VARIABLES if name in os.environ}
        environment |= {"HOME": "/root", "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "PENTAD_FRESH": "1"}
        if os.path.isdir(f"/{CERTIFICATES}"):
            environment["NODE_EXTRA_CA_CERTS"] = "/etc/ssl/certs/ca-certificates.crt"
        return subprocess.Popen(["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", inside],
                                env=environment, stdin=subprocess.DEVNULL, start_new_session=True, **more)

    def discard(self):
        shutil.rmtree(self.folder)


# ---- What is tried


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def fetch(url):
    with urllib.request.urlopen(url, timeout=60) as response:
        return response.read()


def ask_server(url):
    """Everything that a browser needs to play, analyse and solve puzzles."""
    if b"Pentad" not in fetch(url):
        raise Failure("the page does not name Pentad")
    for name in ("pentad-simd.wasm", "pentad-scalar.wasm"):
        if not fetch(f"{url}/engine/{name}").startswith(b"\0asm"):
            raise Failure(f"{name} is not a WebAssembly module")
    for path in sorted((ROOT / "web/engine").glob("*.net")):
        if fetch(f"{url}/engine/{path.name}") != path.read_bytes():
            raise Failure(f"{path.name} is not the net of the tree")
    if fetch(f"{url}/data/puzzles.json") != (ROOT / "web/data/puzzles.json").read_bytes():
        raise Failure("the puzzles are not those of the tree")
    from client import Person  # of tests/server
    player = Person(int(url.rsplit(":", 1)[1]))
    game = player.new_game("level:3", color="black")["game"]
    player.play(game, "h8")
    end = time.monotonic() + 60
    while len(player.get(f"/api/games/{game}")["moves"]) < 2:
        if time.monotonic() > end:
            raise Failure("level 3 does not move")
        time.sleep(0.2)


def try_server(machine):
    """./run until everything answers. Returns the seconds that took."""
    url = f"http://127.0.0.1:{free_port()}"
    began = time.monotonic()
    with open(machine.log, "wb") as log:
        process = machine.start(f"./run --port {url.rsplit(':', 1)[1]}", stdout=log, stderr=subprocess.STDOUT)
    try:
        while True:
            try:
                fetch(url)
                break
            except OSError:
                if process.poll() is not None or time.monotonic() - began > START_SECONDS:
                    raise Failure(f"./run does not start the server\n{machine.log.read_text()[-4000:]}") from None
                time.sleep(0.5)
        seconds = time.monotonic() - began
        ask_server(url)
    finally:
        stop(process)
    return seconds


def try_tests(machine):
    """./run test, shown as it goes. Returns the seconds it took and its last line."""
    began = time.monotonic()
    process = machine.start("./run test 2>&1", stdout=subprocess.PIPE, text=True, errors="replace")
    line = ""
    try:
        for line in process.stdout:
            sys.stdout.write(f"    {line}")
            sys.stdout.flush()
        status = process.wait()
    finally:
        stop(process)
    if status != 0:
        raise Failure(f"./run test: {line.strip()} (exit status {status})")
    return time.monotonic() - began, line.strip()


def stop(process):
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def duration(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def try_suite(suite, keep):
    today = datetime.date.today().isoformat()
    tried = setup_hash(ROOT)
    machine = Machine(suite)
    print(f"{suite}: a bare chroot in {machine.folder}", flush=True)
    try:
        machine.make()
        if setup_hash(machine.tree) != tried:
            raise Failure("the set-up files have changes that are not committed, and only the last commit is tried")
        started = try_server(machine)
        print(f"{suite}: ./run answers after {duration(started)}: page, WebAssembly engine, nets, puzzles, a move of level 3", flush=True)
        tested, counts = try_tests(machine)
        write_stamp(tried, suite, f"{today} passed: ./run {duration(started)}, ./run test {duration(tested)}, {counts}")
        print(f"{suite}: passed. ./run {duration(started)}, ./run test {duration(tested)}, {counts}", flush=True)
        return True
    except Failure as failure:
        write_stamp(tried, suite, f"{today} failed: {str(failure).splitlines()[0]}")
        print(f"{suite}: failed: {failure}", flush=True)
        return False
    finally:
        if keep:
            print(f"{suite}: kept in {machine.folder}")
        else:
            machine.discard()


def main():
    parser = argparse.ArgumentParser(prog="./run fresh", description=__doc__.split("\n\n")[0])
    parser.add_argument("suites", metavar="SUITE", nargs="*", default=[DEFAULT_SUITE],
                        help=f"bookworm, trixie, noble, or as an image: {', '.join(SUITES)}; default: {DEFAULT_SUITE}")
    parser.add_argument("--check", action="store_true", help="only test that tests/fresh.stamp fits the tree")
    parser.add_argument("--keep", action="store_true", help="do not delete the chroot")
    arguments = parser.parse_args()
    if arguments.check:
        sys.exit(check())
    if os.geteuid() != 0:
        sys.exit("./run fresh: making a chroot takes root; run it with sudo")
    if run("git", "-C", ROOT, "status", "--porcelain", "--untracked-files=no", "--", ".", ":!tests/fresh.stamp"):
        print("There are changes that are not committed: the last commit is tried, without them")
    sys.path.insert(0, str(ROOT / "tests/server"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    passed = [try_suite(SUITES.get(suite, suite), arguments.keep) for suite in arguments.suites]
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
