#!/bin/sh
# The tests of training/, in TAP: run.sh [WORD], by the Python that PYTHON names. What needs PyTorch is
# skipped where that is not installed: it is large, and the rest (rules, numbers, bytes) is what the
# engine depends on.
. "$(dirname -- "$0")/../checks/tap.sh"
PYTHONPATH=.:tests/training
PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH PYTHONDONTWRITEBYTECODE
exec "${PYTHON:-/usr/bin/python3}" tests/python/tap.py "${1:-}" tests/training
