#!/bin/sh
# The tests of the Python package, in TAP: run.sh [BUILD [WORD]], by the Python that PYTHON names.
. "$(dirname -- "$0")/../checks/tap.sh"
build=${1:-build}
PYTHONPATH=$build/python:tests/python
PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH PYTHONDONTWRITEBYTECODE

# The sanitizer library must be preloaded. Leak detection is off, because Python frees little at exit;
# our leaks show in the memory used, as long as freed memory is not quarantined.
if grep -q __asan_init "$build/python/pentad/_pentad.abi3.so"; then
    LD_PRELOAD=$(clang -print-file-name="libclang_rt.asan-$(uname -m).so")
    ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0:quarantine_size_mb=1
    export LD_PRELOAD ASAN_OPTIONS
fi

exec "${PYTHON:-python3}" -W error tests/python/tap.py "${2:-}"
