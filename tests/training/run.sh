#!/bin/sh
# The tests of training/, in TAP: run.sh [WORD]. PYTHON selects the interpreter. Tests that need PyTorch
# are skipped if it is not installed: it is large, and the engine depends only on the rest (rules, net
# files, inference).
. "$(dirname -- "$0")/../checks/tap.sh"
PYTHONPATH=.:tests/training
PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH PYTHONDONTWRITEBYTECODE
exec "${PYTHON:-/usr/bin/python3}" tests/python/tap.py "${1:-}" tests/training
