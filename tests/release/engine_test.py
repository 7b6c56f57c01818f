"""The static engines, in an empty folder as the root: nothing of this machine but the program. `./run release-test`.
They find the same bench signatures as every other build."""

import pathlib
import shutil
import subprocess
import tarfile
import tempfile

import machine
from machine import fresh, report

SIGNATURES = machine.ROOT / "tests/engine/bench_signatures.inc"
SESSION = "START 15\nINFO timeout_turn 500\nTURN 7,7\nEND\n"


def run(folder, program, emulator, *words, text=""):
    start = ["chroot", folder, "/" + str(program.relative_to(folder))]
    if emulator:  # on this machine: what it emulates has no other files either
        start = [emulator, program]
    result = subprocess.run([*start, *words], input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=3600, check=False)
    assert result.returncode == 0, result.stdout
    return result.stdout


def check_session(folder, emulator):
    program = next(folder.glob("*/pbrain-pentad"))
    lines = run(folder, program, emulator, text=SESSION).split()
    assert lines[0] == "OK" and lines[-1].count(",") == 1, lines
    assert "INTERP" not in fresh.run("readelf", "--program-headers", program), "it is not linked statically"
    assert {path.name for path in program.parent.iterdir()} == {"LICENSE", "pbrain-pentad"}


def check_signatures(folder, emulator):
    program = shutil.copy(next(folder.glob("*/pbrain-pentad")), folder / "pentad")  # under this name it has its subcommands
    assert run(folder, program, emulator, "bench", "--signature") == SIGNATURES.read_text()


dist = machine.made("linux", "arm64")
for kind, emulator in {"x86_64": None, "aarch64": "qemu-aarch64"}.items():
    with tempfile.TemporaryDirectory() as work:
        with tarfile.open(next(dist.glob(f"pbrain-*-linux-{kind}.tar.xz"))) as packed:
            packed.extractall(work)
        report(f"the engine for {kind} answers a move", check_session, pathlib.Path(work), emulator)
        report(f"the engine for {kind} has the bench signatures", check_signatures, pathlib.Path(work), emulator)
machine.report_end()
