"""Two runs of ./run release, in different folders, make the same bytes. PARTS="source linux" tries only some parts, DIST
names a folder with the first run."""

import os
import pathlib
import subprocess
import tempfile

import machine
from machine import fresh, report

PARTS = os.environ.get("PARTS", "").split()


def make(folder):
    """From a clone of its own, with temporary files, home and time zone of its own, without a cache."""
    tree = folder / "another-tree"
    fresh.clone_into(tree)
    (folder / "tmp").mkdir()
    environment = os.environ | {"TMPDIR": str(folder / "tmp"), "HOME": str(folder), "TZ": "Etc/GMT+5", "CCACHE_DISABLE": "1"}
    result = subprocess.run(["./run", "release", *PARTS], cwd=tree, env=environment,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode != 0:
        raise fresh.Failure(result.stdout[-4000:])
    return tree / "dist"


def sums(dist):
    """Without the SBOM of some parts, which does not list the others."""
    lines = (dist / "SHA256SUMS").read_text().splitlines()
    return {line for line in lines if not (PARTS and line.endswith(".spdx.json"))}


def check(folder):
    first, second = sums(machine.made(*PARTS)), sums(make(folder))
    differ = sorted(second - first if PARTS else second ^ first)
    assert second and not differ, "these differ:\n" + "\n".join(differ)


with tempfile.TemporaryDirectory(prefix="pentad-reproducible-", dir=os.environ.get("TMPDIR", "/var/tmp")) as work:
    report("two runs make the same bytes", check, pathlib.Path(work))
machine.report_end()
