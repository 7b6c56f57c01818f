"""The image of Containerfile: health check, page, SIGTERM, data in the volume; compose.yaml and packaging/compose.scale.yaml.
Built and run by podman, or, where no container can be run, its steps and the server in chroots. `./run release-test`.

The base images are made by debootstrap, so no registry is needed."""

import ctypes
import http.client
import json
import os
import pathlib
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
import time

import machine
from machine import fresh, report

sys.path.insert(0, str(machine.ROOT / "tests/server"))
import client  # noqa: E402

ROOT = machine.ROOT


# ---- By podman

# Where this machine, itself a container maybe, has no right to raise limits and to filter devices.
LIMITED = ["--cgroups=disabled", "--ulimit=nofile=1024:1024", "--ulimit=nproc=4096:4096"]

NGINX = """FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light && rm /etc/nginx/sites-enabled/default
"""

# What compose.scale.yaml needs of the image that it names: the administrator's password, a folder of scripts, the volume, TCP.
POSTGRES = """FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-15
RUN install -d -o postgres -g postgres -m 700 /var/lib/postgresql/data /run/postgresql
COPY start /
USER postgres
ENTRYPOINT ["sh", "-eu", "/start"]
"""

POSTGRES_START = """PATH=/usr/lib/postgresql/15/bin:$PATH
export PGDATA=/var/lib/postgresql/data
if ! [ -e $PGDATA/PG_VERSION ]; then
    printf '%s\\n' "$POSTGRES_PASSWORD" >/tmp/password
    initdb --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8
    echo 'host all all all scram-sha-256' >>$PGDATA/pg_hba.conf
    pg_ctl --wait --options=--listen-addresses= start
    for script in /docker-entrypoint-initdb.d/*; do
        . "$script"
    done
    pg_ctl --wait stop
fi
exec postgres -c listen_addresses='*' -c dynamic_shared_memory_type=mmap
"""


class Podman:
    """With images and containers of its own, in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.program = folder / "bin/podman"
        self.program.parent.mkdir()
        self.program.write_text(f"""#!/bin/sh
word=$1
shift
case $word in
build) set -- --network=host $BUILD_OPTIONS "$@" ;;
run | create) set -- $RUN_OPTIONS "$@" ;;
esac
set -- "$word" "$@"
exec {shutil.which("podman")} --log-level=error --root={folder}/storage --runroot={folder}/run "$@"
""")
        self.program.chmod(0o755)

    def __call__(self, *words):
        return fresh.run(self.program, *words)

    def runs(self):
        """Whether it can run containers here. Chooses the options for that."""
        if not shutil.which("podman"):
            return False
        self.add_image("debian:12-slim", "bookworm")
        for run, build in (([], []), (LIMITED, ["--isolation=chroot", *LIMITED[1:]])):
            os.environ |= {"RUN_OPTIONS": " ".join(run), "BUILD_OPTIONS": " ".join(build)}
            tried = subprocess.run([self.program, "run", "--rm", "--network=none", "debian:12-slim", "true"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            if tried.returncode == 0:
                return True
        print("#", tried.stdout)
        return False

    def add_image(self, name, suite):
        bare = machine.Bare(suite)
        try:
            bare.make()
            shutil.rmtree(bare.root / "root/pentad")
            (bare.root / "usr/sbin/policy-rc.d").unlink()
            fresh.run("sh", "-c", f"tar -C '{bare.root}' -c . | '{self.program}' import - {name}")
        finally:
            bare.discard()

    def discard(self):
        subprocess.run([self.program, "stop", "--all", "--time=1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        subprocess.run([self.program, "system", "reset", "--force"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        subprocess.run(["umount", "--recursive", self.folder / "storage/overlay"], stderr=subprocess.DEVNULL, check=False)


def wait_for(condition, *arguments):
    end = time.monotonic() + 120
    while not condition(*arguments):
        assert time.monotonic() < end, f"not within two minutes: {condition.__name__} {arguments}"
        time.sleep(0.5)


def is_healthy(podman, name):
    return subprocess.run([podman.program, "healthcheck", "run", name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def network_namespace():
    """From now on this process and the containers have a network of their own, which leads nowhere: no interface of this
    machine comes and goes, and ports 80 and 443 are free."""
    clone_newnet = 0x40000000
    if ctypes.CDLL(None, use_errno=True).unshare(clone_newnet) != 0:
        raise fresh.Failure(f"unshare: {os.strerror(ctypes.get_errno())}")
    fresh.run("ip", "link", "set", "lo", "up")


def run_container(podman, name, port):
    podman("run", "--detach", f"--name={name}", f"--publish=127.0.0.1:{port}:8080", "--volume=data:/var/lib/pentad", "pentad")
    try:
        wait_for(is_healthy, podman, name)
    except AssertionError:
        raise fresh.Failure(f"{name} is not healthy; its log: {podman('logs', name)}") from None


def play_game(player):
    """Three moves against a level, then gives up."""
    player.post("/api/session")
    state = player.new_game("level:1", color="black")
    for move in ("a1", "a15", "o1"):
        state = player.play(state["game"], move, state)
        while state["turn"]["seat"] != state["you"]:
            state = player.get(f"/api/games/{state['game']}?after={state['seq']}")
    assert len(state["moves"]) == 6, state
    assert player.act(state["game"], do="resign")["state"] == "over"


def check_container(podman):
    port = fresh.free_port()
    run_container(podman, "first", port)
    for path in ("", "engine/pentad-simd.wasm", "data/puzzles.json", "docs/"):
        assert fresh.fetch(f"http://127.0.0.1:{port}/{path}")
    # From this address: podman forwards no other one of this machine.
    play_game(client.Person(port, address="127.0.0.1"))
    assert podman("exec", "first", "id", "-un") == "pentad\n"
    podman("exec", "first", "bash", "-c", "! kill -0 1 2>/dev/null || test $(stat -c %u /proc/1) -ne 0")
    commit = fresh.run("git", "-C", ROOT, "rev-parse", "--short=12", "HEAD").strip()
    said = podman("exec", "first", "pentad-server", "--version")
    assert f"commit {commit}\n" in said, said


def check_stop(podman):
    podman("stop", "--time=60", "first")
    assert podman("inspect", "--format={{.State.ExitCode}}", "first") == "0\n"
    assert '"event":"stopped"' in podman("logs", "first")


def check_volume(podman):
    """The next container has the data of the first."""
    made = podman("run", "--rm", "--no-healthcheck", "--network=none", "--volume=data:/data", "--entrypoint=stat", "pentad", "--format=%i %W", "/data/pentad.db")
    run_container(podman, "second", fresh.free_port())
    found = podman("exec", "second", "stat", "--format=%i %W", "/var/lib/pentad/pentad.db")
    assert found == made, f"the database was {made!r} and is {found!r}"
    podman("stop", "--time=60", "second")


class Visitor(client.Person):
    """Over nginx, by TLS."""

    def __init__(self, certificate):
        super().__init__(443, enter=False)
        self.trusted = ssl.create_default_context(cafile=certificate)
        self.origin = "https://localhost"

    def connect(self):
        return http.client.HTTPSConnection("localhost", timeout=client.PATIENCE, context=self.trusted)

    def answers(self):
        try:
            status, _, data = self.ask("GET", "/")
            return status == 200 and b"<title>" in data
        except OSError:
            return False

    def opens_socket(self):
        status, _, _ = self.ask("GET", "/api/socket", headers=self.headers() | {
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13"})
        return status == 101


# More sessions than an address may have, each for another client, from nginx's container to the server's.
SESSIONS = r"""
for i in $(seq 40); do
    exec 3<>/dev/tcp/pentad/8080
    printf 'POST /api/session HTTP/1.1\r\nHost: localhost\r\nOrigin: https://localhost\r\nX-Forwarded-For: 10.0.%d.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}' $i >&3
    head -n 1 <&3
done | sort | uniq -c"""


def make_certificate(podman):
    """For localhost, as in /etc/letsencrypt."""
    folder = podman.folder / "certificates/live/localhost"
    folder.mkdir(parents=True)
    fresh.run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
              "-days", "2", "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem")
    return folder / "fullchain.pem"


def compose(podman, path, *words):
    """A command of podman-compose, with the certificates of the test."""
    text = path.read_text().replace("- /etc/letsencrypt:", f"- {podman.folder}/certificates:")
    assert f"- {podman.folder}/certificates:" in text
    path.write_text(text)
    return ["podman-compose", "--podman-path", podman.program, "--project-name", "pentad", "--file", path, "--no-ansi", *words]


def check_composed(podman, visitor):
    try:
        wait_for(visitor.answers)
    except AssertionError:
        raise fresh.Failure(podman("logs", "pentad_nginx_1") + podman("logs", "pentad_pentad_1")) from None
    play_game(visitor)
    assert visitor.opens_socket()
    assert visitor.ask("GET", "/metrics")[0] == 404
    said = podman("exec", "pentad_nginx_1", "bash", "-c", SESSIONS).split()
    assert said == ["40", "HTTP/1.1", "200", "OK"], said


def address_of(podman, container):
    return podman("inspect", "--format={{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}", container).strip()


def check_restart(podman, visitor):
    """Started again, the server has its games, and nginx finds it at its new address."""
    games = visitor.get("/api/games")["games"]
    before = address_of(podman, "pentad_pentad_1")
    podman("restart", "--time=60", "pentad_pentad_1")
    print(f"# the server was at {before} and is at {address_of(podman, 'pentad_pentad_1')}")
    wait_for(visitor.answers)
    assert games and visitor.get("/api/games")["games"] == games


# What both files ask for, and the words in which they do.
REQUIRED = {
    "DOMAIN": ("localhost", "set DOMAIN to the name of the site"),
    "POSTGRES_PASSWORD": ("a pass/word", "choose a password for the administrator"),
    "SERVER_PASSWORD": ("it's \\ ours", "choose a password for the servers"),
    "WORKER_PASSWORD": ("$w", "choose a password for the workers"),
}


def check_required(command, names):
    for name in names:
        value = os.environ.pop(name)
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        os.environ[name] = value
        assert result.returncode != 0 and REQUIRED[name][1] in result.stdout, result.stdout


def ask_database(podman, sql):
    return podman("exec", "pentad_postgres_1", "psql", "--no-align", "--tuples-only", f"--command={sql}", "pentad").strip()


def database_has(podman, sql, wanted):
    """False, too, while it does not answer, or has no such table yet."""
    try:
        return ask_database(podman, sql) == wanted
    except fresh.Failure:
        return False


# Whose heartbeat is new.
SERVERS = "SELECT COUNT(*) FROM instances WHERE seen > 1000 * EXTRACT(EPOCH FROM clock_timestamp()) - 4000"


def check_scaled(podman, visitor):
    try:
        wait_for(visitor.answers)
    except AssertionError:
        raise fresh.Failure("\n".join(podman("logs", f"pentad_{name}_1") for name in ("postgres", "jobs", "nginx", "pentad"))) from None
    wait_for(database_has, podman, SERVERS, "3")
    play_game(visitor)
    assert visitor.opens_socket()
    assert ask_database(podman, "SELECT COUNT(*) FROM games") == "1"


def check_workers(podman):
    """Both have found the queue, as a role that can read no table."""
    wait_for(database_has, podman, "SELECT COUNT(*) FROM job_workers", "2")
    said = ask_database(podman, "SELECT has_table_privilege('pentad_worker', 'games', 'SELECT'), has_table_privilege('pentad_worker', 'jobs', 'SELECT')")
    assert said == "f|f", said


def check_killed_server(podman, visitor):
    """The others answer for it, game by game."""
    games = visitor.get("/api/games")["games"]
    podman("kill", "pentad_pentad_1")
    wait_for(visitor.answers)
    assert games and visitor.get("/api/games")["games"] == games
    play_game(visitor)
    podman("start", "pentad_pentad_1")
    wait_for(database_has, podman, SERVERS, "3")


def check_restarted_database(podman, visitor):
    games = visitor.get("/api/games")["games"]
    podman("restart", "--time=60", "pentad_postgres_1")
    wait_for(visitor.answers)
    play_game(visitor)
    assert len(visitor.get("/api/games")["games"]) == len(games) + 1


def cgroup_namespace():
    """Runs this script again with cgroup v2 alone: crun refuses a mixture with v1."""
    if os.path.exists("/sys/fs/cgroup/cgroup.controllers") or os.environ.get("PENTAD_CGROUP2"):
        return
    script = "umount --recursive --lazy /sys/fs/cgroup 2>/dev/null; mount -t cgroup2 none /sys/fs/cgroup; exec \"$@\""
    os.environ["PENTAD_CGROUP2"] = "1"
    os.execvp("unshare", ["unshare", "--mount", "sh", "-c", script, "sh", sys.executable, *sys.argv])


def test_by_podman(podman, tree):
    nginx = podman.folder / "Containerfile"
    nginx.write_text(NGINX)
    if not report("podman builds the image", podman, "build", "--format=docker", "--tag=pentad", tree):
        return
    podman("build", "--tag=nginx:stable", "--file", nginx, podman.folder / "bin")
    postgres = podman.folder / "postgres"
    postgres.mkdir()
    (postgres / "Containerfile").write_text(POSTGRES)
    (postgres / "start").write_text(POSTGRES_START)
    podman("build", "--tag=postgres:15", postgres)
    size, base = (int(podman("image", "inspect", "--format={{.Size}}", name)) for name in ("pentad", "debian:12-slim"))
    print(f"# the image has {(size - base) >> 20} MiB more than its base")
    network_namespace()
    if report("it is healthy, serves, and knows its commit; not as root", check_container, podman):
        report("it stops at SIGTERM", check_stop, podman)
        report("the volume keeps the data", check_volume, podman)
    os.environ |= {name: value for name, (value, _) in REQUIRED.items()}
    certificate = make_certificate(podman)
    test_compose(podman, tree / "compose.yaml", certificate)
    test_scaled(podman, tree / "packaging/compose.scale.yaml", certificate)


def test_compose(podman, path, certificate):
    podman("tag", "pentad", "pentad_pentad")  # as podman-compose calls what it builds
    visitor = Visitor(certificate)
    fresh.run(*compose(podman, path, "up", "--detach"))
    try:
        if report("compose.yaml runs it behind nginx with TLS, for a game", check_composed, podman, visitor):
            report("nginx finds the server after a restart", check_restart, podman, visitor)
    finally:
        fresh.run(*compose(podman, path, "down"))
    report("compose.yaml needs a domain", check_required, compose(podman, path, "up", "--detach"), ["DOMAIN"])


def test_scaled(podman, path, certificate):
    visitor = Visitor(certificate)
    fresh.run(*compose(podman, path, "up", "--detach"))
    try:
        if report("compose.scale.yaml runs three servers on PostgreSQL behind nginx", check_scaled, podman, visitor):
            report("its workers are there", check_workers, podman)
            report("a server is killed, and the others have its games", check_killed_server, podman, visitor)
            report("the database is started again", check_restarted_database, podman, visitor)
    finally:
        fresh.run(*compose(podman, path, "down"))
    report("compose.scale.yaml needs a domain and three passwords", check_required, compose(podman, path, "up", "--detach"), REQUIRED)


# ---- In chroots


class Stage:
    """One FROM: a chroot that has done its steps, and the settings of the image."""

    def __init__(self, image):
        self.bare = machine.Bare(fresh.SUITES[image.removesuffix("-slim")])
        self.bare.make()
        self.root = self.bare.root
        self.folder = "/"
        self.settings = {}


def copy(words, stage, stages, tree):
    source = tree
    if words[0].startswith("--from="):
        source = stages[words.pop(0).removeprefix("--from=")].root
    *names, target = words
    for name in names:
        found = sorted(source.glob(name.lstrip("/"))) if name != "." else [tree]
        assert found, f"COPY: there is no {name}"
        for path in found:
            if path.is_dir():
                shutil.copytree(path, stage.root / target.lstrip("/"), symlinks=True, dirs_exist_ok=True)
            else:
                shutil.copy(path, stage.root / target.lstrip("/"))


def build(stages, tree):
    """Returns the last stage."""
    text = (ROOT / "Containerfile").read_text().replace("\\\n", "")
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        instruction, rest = line.split(maxsplit=1)
        if instruction == "FROM":
            words = rest.split()
            stage = stages[words[2] if len(words) == 3 else ""] = Stage(words[0])
        elif instruction == "COPY":
            copy(rest.split(), stage, stages, tree)
        elif instruction == "WORKDIR":
            stage.folder = rest
        elif instruction == "RUN":
            stage.bare.sh(f"cd {stage.folder}\n{rest}")
        elif instruction in ("USER", "VOLUME", "EXPOSE", "STOPSIGNAL"):
            stage.settings[instruction] = rest
        elif instruction in ("ENTRYPOINT", "HEALTHCHECK"):
            stage.settings[instruction] = json.loads(rest.removeprefix("CMD "))
        else:
            raise fresh.Failure(f"{instruction}: this test does not know it")
    return stage


def as_user(stage, words):
    return f"cd {stage.folder}\nexec setpriv --reuid {stage.settings['USER']} --regid {stage.settings['USER']} --clear-groups {shlex.join(words)}\n"


def start(stage, *options):
    (stage.root / "root/pentad/server").write_text(as_user(stage, [*stage.settings["ENTRYPOINT"], *options]))
    (stage.root / "root/pentad/server-log").write_text("")
    return stage.bare.start("echo $$ >pid; exec sh server >server-log 2>&1")


def healthy(stage, port):
    words = [word.replace("/8080", f"/{port}") for word in stage.settings["HEALTHCHECK"]]
    try:
        stage.bare.sh(as_user(stage, words))
        return True
    except fresh.Failure:
        return False


def check_server(stage):
    port = fresh.free_port()
    assert not healthy(stage, port), "the health check succeeds without a server"
    process = start(stage, "--port", str(port))
    try:
        end = time.monotonic() + 120
        while not healthy(stage, port):
            assert process.poll() is None and time.monotonic() < end, (stage.root / "root/pentad/server-log").read_text()
            time.sleep(0.5)
        assert b"<title>" in fresh.fetch(f"http://127.0.0.1:{port}/")
        for path in ("engine/pentad-simd.wasm", "data/puzzles.json", "docs/"):
            assert fresh.fetch(f"http://127.0.0.1:{port}/{path}")
        # Its workers have the same name and are younger.
        server = subprocess.run(["pgrep", "--pgroup", str(process.pid), "-x", "pentad-server", "-o"], stdout=subprocess.PIPE,
                                text=True, check=True).stdout.strip()
        status = pathlib.Path(f"/proc/{server}/status").read_text()
        assert "\nUid:\t0\t" not in status, "the server runs as root"
        fresh.os.kill(int(server), getattr(signal, stage.settings["STOPSIGNAL"]))
        assert process.wait(timeout=60) == 0, f"exit status {process.returncode} after {stage.settings['STOPSIGNAL']}"
        log = (stage.root / "root/pentad/server-log").read_text()
        assert '"event":"stopped"' in log, log
        assert (stage.root / stage.settings["VOLUME"].lstrip("/") / "pentad.db").exists(), "no data in the volume"
    finally:
        stage.bare.stop(process)


def check_compose():
    """What it mounts from the tree and builds from is there."""
    text = (ROOT / "compose.yaml").read_text()
    for name in ("packaging/nginx.conf", "packaging/nginx-container", "Containerfile"):
        assert name in text and (ROOT / name).exists(), name


def test_in_chroots(tree):
    stages = {}
    built = []
    try:
        if report("the steps build the image", lambda: built.append(build(stages, tree))):
            report("the server is healthy, serves, and ends at SIGTERM", check_server, built[0])
            size = sum(path.lstat().st_size for path in built[0].root.rglob("*") if path.is_file() and not path.is_symlink())
            print(f"# the image has {size >> 20} MiB")
        report("compose.yaml names files that exist", check_compose)
    finally:
        for stage in stages.values():
            stage.bare.discard()


def main():
    cgroup_namespace()
    work = machine.Bare("tree")
    podman = Podman(work.folder)
    try:
        tree = work.folder / "pentad"
        fresh.clone_into(tree)
        if podman.runs():
            test_by_podman(podman, tree)
        else:
            test_in_chroots(tree)
    finally:
        podman.discard()
        work.discard()
    machine.report_end()


if __name__ == "__main__":
    main()
