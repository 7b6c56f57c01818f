"""Tries the two commands of the README on a bare machine: `./run fresh [SUITE...]`.

For each Debian or Ubuntu suite (default: bookworm) it makes a chroot with debootstrap's minbase variant, or, for an image
such as debian:12, a container if podman or docker runs. It clones the last commit into it, starts `./run` there, asks the
server over HTTP for the page, the WebAssembly engine, the nets, the puzzles and the move of a level, and then runs
`./run test`, where only the tests of EXPECTED_SKIPS may be skipped. All of it is deleted at the end, also after Ctrl-C.

The results go to tests/fresh.stamp, with a hash over the set-up files. `./run test` fails if the stamp does not fit the
tree, so that a change of set-up cannot land untried. `fresh.py --check` is that test.
"""

import argparse
import contextlib
import datetime
import hashlib
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
STAMP = ROOT / "tests/fresh.stamp"
DEFAULT_SUITE = "bookworm"
START_SECONDS = 1800  # for ./run to install, build and answer

# What installs something, or chooses which program or package is used. Lists of source files do not.
SETUP_FILES = [
    "run", ".ci/run", "meson.build", "meson_options.txt", "python/meson.build", "python/pentad/meson.build",
    "pyproject.toml", "packaging/*.cross", "packaging/*/*.cross", "src/wasm/*.cross", "src/wasm/meson.build",
    "web/package.json", "tests/page/package.json", "tests/page/package-lock.json",
    "tests/fresh.py", "tests/run_suites.py", "tests/suites.py", "tests/*/run.sh", "tests/checks/*.sh", "tests/app/screen.sh",
    "tests/page/browser.js", "tests/server/proxy_test.py",
]

UBUNTU = ("jammy", "noble")
SUITES = {"debian:12": "bookworm", "debian:13": "trixie", "ubuntu:22.04": "jammy", "ubuntu:24.04": "noble"}

# The way to the network that this machine was given. A machine without these has none of its own to pass on.
NETWORK_VARIABLES = ["http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"]
NETWORK_FILES = ["etc/resolv.conf", "etc/hosts"]
CERTIFICATES = "usr/local/share/ca-certificates"
DEBOOTSTRAP_SCRIPTS = pathlib.Path("/usr/share/debootstrap/scripts")  # one for each suite it knows


class Failure(Exception):
    pass


def setup_hash(root):
    digest = hashlib.sha256()
    for path in sorted({path for pattern in SETUP_FILES for path in root.glob(pattern)}):
        digest.update(f"{path.relative_to(root)}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def committed_setup_hash():
    with tempfile.TemporaryDirectory() as folder:
        run("git", "clone", "--quiet", "--shared", ROOT, folder)
        return setup_hash(pathlib.Path(folder))


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
    text = "# Written by ./run fresh, which tries ./run and ./run test on bare machines: docs/develop/testing.md\n"
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
        complaints.append("the set-up files changed since the last ./run fresh: commit, run it, and commit tests/fresh.stamp")
    elif DEFAULT_SUITE not in rows:
        complaints.append(f"{DEFAULT_SUITE} was not tried: run ./run fresh")
    complaints += [f"{suite}: {row}" for suite, row in rows.items() if row.split()[1] != "passed:"]
    print("1..1")
    print("not ok" if complaints else "ok", "1 - the set-up was tried on a bare machine")
    for complaint in complaints:
        print("#", complaint)
    return 1 if complaints else 0


# ---- A bare machine


# Mounts and processes of a command that runs like this go when it ends, or when it is killed.
IN_NAMESPACES = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]


def run(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
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


def network_environment():
    """Environment variables for what runs inside: nothing of this machine's but its way to the network."""
    variables = {name: os.environ[name] for name in NETWORK_VARIABLES if name in os.environ}
    variables |= {"HOME": "/root", "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "PENTAD_FRESH": "1"}
    if os.path.isdir(f"/{CERTIFICATES}"):
        variables["NODE_EXTRA_CA_CERTS"] = "/etc/ssl/certs/ca-certificates.crt"
    return variables


def clone_into(folder):
    run("git", "clone", "--quiet", "--no-local", ROOT, folder)


class Machine:
    """A bare machine with a clone of the last commit in /root/pentad."""

    def __init__(self, name):
        self.name = name
        where = os.environ.get("TMPDIR", "/var/tmp")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix=f"pentad-fresh-{re.sub('[^a-z0-9.]', '-', name)}-", dir=where))
        self.log = self.folder / "log"

    def stop(self, process):
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def discard(self):
        shutil.rmtree(self.folder)


class Chroot(Machine):
    """Made by debootstrap. Each command has namespaces of its own: mounts and processes go with it."""

    def bootstrap(self):
        """Without the clone."""
        self.root = self.folder / "root"
        mirror = os.environ.get("MIRROR") or (debian_mirror() if self.name not in UBUNTU else None)
        components = ["--components=main,universe"] if self.name in UBUNTU else []
        run(*IN_NAMESPACES, "--mount-proc", "debootstrap", "--variant=minbase", *components, self.name, self.root,
            *([mirror] if mirror else []))
        for name in NETWORK_FILES:
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(f"/{name}", self.root / name)
        if os.path.isdir(f"/{CERTIFICATES}"):
            shutil.copytree(f"/{CERTIFICATES}", self.root / CERTIFICATES, dirs_exist_ok=True)

    def make(self):
        self.bootstrap()
        clone_into(self.root / "root/pentad")

    def start(self, command, **more):
        inside = (f"mount -t proc proc '{self.root}/proc' && mount --rbind /dev '{self.root}/dev' && "
                  f"mount -t sysfs -o ro sysfs '{self.root}/sys' && "
                  f"exec chroot '{self.root}' sh -c 'cd /root/pentad && {command}'")
        return subprocess.Popen([*IN_NAMESPACES, "sh", "-c", inside],
                                env=network_environment(), stdin=subprocess.DEVNULL, start_new_session=True, **more)


class Container(Machine):
    """Made from an image by podman or docker. It uses this machine's network, so that the server can be asked."""

    def __init__(self, engine, image):
        super().__init__(image)
        self.engine = engine
        self.container = self.folder.name

    def make(self):
        tree = self.folder / "pentad"
        clone_into(tree)
        run(self.engine, "run", "--detach", "--network", "host", "--name", self.container, self.name,
            "sh", "-c", "while :; do sleep 60; done")
        run(self.engine, "cp", tree, f"{self.container}:/root/pentad")
        if os.path.isdir(f"/{CERTIFICATES}"):
            run(self.engine, "cp", f"/{CERTIFICATES}", f"{self.container}:/{os.path.dirname(CERTIFICATES)}/")

    def start(self, command, **more):
        variables = [word for name, value in network_environment().items() for word in ("--env", f"{name}={value}")]
        return subprocess.Popen([self.engine, "exec", "--workdir", "/root/pentad", *variables, self.container, "sh", "-c", command],
                                stdin=subprocess.DEVNULL, start_new_session=True, **more)

    def stop(self, process):
        super().stop(process)
        run(self.engine, "restart", "--time", "0", self.container)  # ends what runs inside, keeps what is installed

    def discard(self):
        subprocess.run([self.engine, "rm", "--force", "--volumes", self.container], stdout=subprocess.DEVNULL, check=False)
        super().discard()


def container_engine():
    for engine in ("podman", "docker"):
        if shutil.which(engine) and subprocess.run([engine, "info"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                                   check=False).returncode == 0:
            return engine
    return None


def refuse_unknown(name):
    """Before anything is tried, since a typing error is not a failure of the tree."""
    if ":" in name and container_engine():
        return
    if ":" in name and name not in SUITES:
        sys.exit(f"./run fresh: no container engine runs here, and {name} is not one of {', '.join(SUITES)}")
    if not (DEBOOTSTRAP_SCRIPTS / SUITES.get(name, name)).is_file():
        known = [suite for suite in SUITES.values() if (DEBOOTSTRAP_SCRIPTS / suite).is_file()]
        sys.exit(f"./run fresh: debootstrap does not know the suite {name}; try one of: {', '.join(known)}")
    if os.geteuid() != 0:
        sys.exit("./run fresh: making a chroot needs root; run it with sudo")


def bare_machine(name):
    """An image (debian:12) is a container if an engine runs here. Otherwise, and by its suite (bookworm), it is a chroot."""
    engine = container_engine() if ":" in name else None
    return Container(engine, name) if engine else Chroot(SUITES.get(name, name))


# ---- What is tried


def free_port():
    """Below those that the system gives to others, since it is used only minutes later."""
    while True:
        port = random.randrange(20000, 30000)
        with contextlib.suppress(OSError), socket.socket() as listener:
            listener.bind(("127.0.0.1", port))
            return port


def fetch(url):
    """Straight from this machine, whatever proxy the network has."""
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=60) as response:
        return response.read()


def ask_server(url):
    """Everything that a browser needs to play, analyse and solve puzzles."""
    if b"Pentad" not in fetch(url):
        raise Failure("the page does not name Pentad")
    for name in ("pentad-simd.wasm", "pentad-scalar.wasm"):
        if not fetch(f"{url}/engine/{name}").startswith(b"\0asm"):
            raise Failure(f"{name} is not a WebAssembly module")
    for path in sorted((ROOT / "web/engine/nets").glob("*.net")):
        if fetch(f"{url}/engine/nets/{path.name}") != path.read_bytes():
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
            except urllib.error.HTTPError:
                raise
            except OSError:
                if process.poll() is not None or time.monotonic() - began > START_SECONDS:
                    raise Failure(f"./run does not start the server\n{machine.log.read_text()[-4000:]}") from None
                time.sleep(0.5)
        seconds = time.monotonic() - began
        ask_server(url)
    finally:
        machine.stop(process)
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
        machine.stop(process)
    if status != 0:
        raise Failure(f"./run test: {line.strip()} (exit status {status})")
    return time.monotonic() - began, line.strip()


def duration(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def try_machine(name, keep):
    today = datetime.date.today().isoformat()
    tried = setup_hash(ROOT)
    machine = bare_machine(name)
    suite = SUITES.get(machine.name, machine.name)
    print(f"{suite}: a bare {type(machine).__name__.lower()} in {machine.folder}", flush=True)
    try:
        try:
            machine.make()
        except Failure as error:  # for example without a network: nothing was tried, so the stamp stays
            print(f"{suite}: there is no bare machine to try: {error}", flush=True)
            return False
        started = try_server(machine)
        print(f"{suite}: ./run answers after {duration(started)}: page, WebAssembly engine, nets, puzzles, a move of level 3",
              flush=True)
        tested, counts = try_tests(machine)
        write_stamp(tried, suite, f"{today} passed: ./run {duration(started)}, ./run test {duration(tested)}, {counts}")
        print(f"{suite}: passed. ./run {duration(started)}, ./run test {duration(tested)}, {counts}", flush=True)
        return True
    except Exception as error:  # whatever goes wrong, this machine failed, and the next one is tried
        reason = str(error) if isinstance(error, Failure) else repr(error)
        write_stamp(tried, suite, f"{today} failed: {reason.splitlines()[0]}")
        print(f"{suite}: failed: {reason}", flush=True)
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
    parser.add_argument("--keep", action="store_true", help="do not delete the chroot or container")
    arguments = parser.parse_args()
    if arguments.check:
        sys.exit(check())
    for suite in arguments.suites:
        refuse_unknown(suite)
    if setup_hash(ROOT) != committed_setup_hash():
        sys.exit("./run fresh: the set-up files have changes that are not committed, and only the last commit is tried")
    if run("git", "-C", ROOT, "status", "--porcelain", "--untracked-files=no", "--", ".", ":!tests/fresh.stamp"):
        print("There are changes that are not committed: the last commit is tried, without them")
    sys.path.insert(0, str(ROOT / "tests/server"))
    # Whatever ends this deletes the machine first. A shell's background job ignores SIGINT and SIGQUIT.
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    passed = [try_machine(suite, arguments.keep) for suite in arguments.suites]
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
