#!/bin/sh
# The server over real sockets, in TAP: run.sh [BUILD [WORD]].
. "$(dirname -- "$0")/../checks/tap.sh"
PENTAD=$PWD/${1:-build}/pentad
PYTHONPATH=tests/server
PYTHONDONTWRITEBYTECODE=1
export PENTAD PYTHONPATH PYTHONDONTWRITEBYTECODE
exec "${PYTHON:-python3}" tests/python/tap.py "${2:-}" tests/server
