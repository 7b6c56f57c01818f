"""The static engines, in an empty folder as the root: nothing of this machine but the program. `./run release-test`."""

import pathlib
import subprocess
import tarfile
import tempfile

import machine
from machine import fresh, report

SESSION = "START 15\nINFO timeout_turn 500\nTURN 7,7\nEND\n"


def check(archive, folder, emulator):
    with tarfile.open(archive) as packed:
        packed.extractall(folder)
    program = next(folder.glob("*/pbrain-pentad"))
    words = ["/" + str(program.relative_to(folder))]
    if emulator:  # on this machine: what it emulates has no other files either
        words = [emulator, str(program)]
    else:
        words = ["chroot", str(folder), *words]
    result = subprocess.run(words, input=SESSION, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False)
    lines = result.stdout.split()
    assert result.returncode == 0 and lines[0] == "OK" and lines[-1].count(",") == 1, result.stdout
    assert "INTERP" not in fresh.run("readelf", "--program-headers", program), "it is not linked statically"
    assert {path.name for path in program.parent.iterdir()} == {"LICENSE", "pbrain-pentad"}


dist = machine.made("linux", "arm64")
for kind, emulator in {"x86_64": None, "aarch64": "qemu-aarch64"}.items():
    with tempfile.TemporaryDirectory() as work:
        report(f"the engine for {kind} answers a move", check, next(dist.glob(f"pbrain-*-linux-{kind}.tar.xz")), pathlib.Path(work), emulator)
machine.report_end()
