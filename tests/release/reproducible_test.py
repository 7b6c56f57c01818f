"""Two runs of ./run release, in different folders, make the same bytes. PARTS="source linux" tries only some parts."""

import os
import pathlib
import subprocess
import tempfile

import machine
from machine import fresh, report


def make(folder, name):
    """From a clone of its own, with temporary files, home and time zone of its own."""
    tree = folder / name / ("tree" + "x" * len(name))
    fresh.clone_into(tree)
    (folder / name / "tmp").mkdir()
    environment = os.environ | {"TMPDIR": str(folder / name / "tmp"), "HOME": str(folder / name), "TZ": f"Etc/GMT+{len(name)}", "CCACHE_DISABLE": "1"}
    result = subprocess.run(["./run", "release", *os.environ.get("PARTS", "").split()], cwd=tree, env=environment,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode != 0:
        raise fresh.Failure(result.stdout[-4000:])
    return (tree / "dist/SHA256SUMS").read_text()


def check(folder):
    first, second = make(folder, "one"), make(folder, "another")
    lines = set(first.splitlines()) ^ set(second.splitlines())
    assert first.count("\n") > 1 and not lines, "these differ:\n" + "\n".join(sorted(lines))


with tempfile.TemporaryDirectory(prefix="pentad-reproducible-", dir=os.environ.get("TMPDIR", "/var/tmp")) as work:
    report("two runs make the same bytes", check, pathlib.Path(work))
machine.report_end()
