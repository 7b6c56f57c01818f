#!/usr/bin/env python3
"""Runs every command that README.md prints, as it is printed. Prints what fails, and nothing otherwise.

A command is a line of a block marked `sh`, or a code span that begins with a program of the tree. They run in a
folder with links to the tree, so that a file they write is not left in it."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# `./run fresh` runs these on a bare machine; `./run build` made what the others use.
TRIED_ELSEWHERE = {"./run", "./run test", "./run build"}


def commands(text):
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    lines = [re.sub(r"\s+# .*", "", line) for block in blocks for line in block.splitlines()]
    spans = re.findall(r"`((?:\./run|build/)[^`]*)`", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))
    return [c for c in dict.fromkeys(lines + spans) if c and c not in TRIED_ELSEWHERE]


def run_server(options, folder):
    """./run with options builds and passes them to the server. A free port and the server's own folder are added."""
    server = subprocess.Popen(["build/pentad", "serve", "--port", "0", "--data", "data-of-server", *options], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = []
    for line in server.stdout:
        said.append(line)
        if "http://" in line:
            server.send_signal(signal.SIGTERM)
            break
    said += server.stdout
    return server.wait(), "".join(said)


def run(command, folder):
    if command.startswith("./run -"):
        return run_server(command.split()[1:], folder)
    done = subprocess.run(["sh", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace",
                          env={**os.environ, "XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)})
    return done.returncode, done.stdout


def main():
    found = commands((ROOT / "README.md").read_text())
    if len(found) < 12:
        print(f"only {len(found)} commands were found in README.md")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for entry in ("build", "examples", "data", "web"):
            (folder / entry).symlink_to(ROOT / entry)
        for command in found:
            status, said = run(command, folder)
            if status != 0:
                print(f"exit status {status}: {command}\n{said[-2000:]}")


if __name__ == "__main__":
    sys.exit(main())
