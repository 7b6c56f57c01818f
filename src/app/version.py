"""Writes version.h from version.h.in: the commit, and a hash of what decides how the engine plays. Every build runs this.

    version.py OUTPUT FOLDER DATA...

FOLDER is the source tree, DATA what the program has inside: nets, weights, strategies. Two trees with the same files have
the same hash, with git or without.
"""

import hashlib
import pathlib
import shutil
import subprocess
import sys

ENDINGS = (".c", ".h", ".in", ".inc", ".map", ".py", ".S", ".sh", "meson.build")  # of sources


def commit(root):
    """From .commit in an archive: git would name the repository around it. A clone may be somebody else's: `sudo ninja install`."""
    if (root / ".git").exists() and shutil.which("git"):
        told = subprocess.run(["git", "-c", f"safe.directory={root}", "-C", root, "rev-parse", "--short=12", "HEAD"],
                              capture_output=True, text=True, check=False)
        if told.returncode == 0:
            return told.stdout.strip()
    noted = root / ".commit"
    return (noted.read_text().strip() if noted.exists() else "") or "unknown"


def sources(root, data):
    """What an editor leaves behind does not count."""
    ours = [path for path in (root / "src").rglob("*")
            if path.name.endswith(ENDINGS) and not path.name.startswith(".") and path.is_file()]
    everything = hashlib.sha256()
    for name, path in sorted((path.relative_to(root).as_posix(), path) for path in [*ours, root / "meson.build", *data]):
        everything.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return everything.hexdigest()[:8]


def main():
    output, root, *data = map(pathlib.Path, sys.argv[1:])
    root = root.resolve()
    text = (root / "src/app/version.h.in").read_text()
    text = text.replace("@COMMIT@", commit(root)).replace("@SOURCES@", sources(root, [path.resolve() for path in data]))
    if not output.exists() or output.read_text() != text:
        output.write_text(text)


main()
