"""The steps of Containerfile, run in chroots, since a container engine may not run here; then the server as the image
would start it: health check, page, SIGTERM, data in the volume. `./run release-test`."""

import json
import pathlib
import shlex
import shutil
import signal
import subprocess
import time

import machine
from machine import fresh, report

ROOT = machine.ROOT


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
    for name in ("packaging/nginx.conf", "Containerfile"):
        assert name in text and (ROOT / name).exists(), name


def main():
    stages = {}
    work = machine.Bare("tree")
    built = []
    try:
        tree = work.folder / "pentad"
        fresh.clone_into(tree)
        shutil.rmtree(tree / ".git")  # as .containerignore has it
        if report("the steps build the image", lambda: built.append(build(stages, tree))):
            report("the server is healthy, serves, and ends at SIGTERM", check_server, built[0])
            size = sum(path.lstat().st_size for path in built[0].root.rglob("*") if path.is_file() and not path.is_symlink())
            print(f"# the image has {size >> 20} MiB")
        report("compose.yaml names files that exist", check_compose)
    finally:
        for stage in stages.values():
            stage.bare.discard()
        work.discard()
    machine.report_end()


if __name__ == "__main__":
    main()
