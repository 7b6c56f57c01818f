#!/bin/sh
# The tests of the Python package, in TAP: run.sh [BUILD [WORD]], by the Python named in PYTHON.
. "$(dirname -- "$0")/../checks/tap.sh"
build=${1:-build}
PYTHONPATH=$build/python:tests/python PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH PYTHONDONTWRITEBYTECODE

exec "${PYTHON:-python3}" -W error tests/python/tap.py "${2:-}"
