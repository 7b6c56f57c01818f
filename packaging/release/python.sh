#!/bin/sh
# python.sh FOLDER LINKED: the wheel of the Python package, for every Python from 3.8 on. See release.py.
set -eu

/usr/bin/python3 -m pip wheel . --no-index --no-build-isolation --no-deps -w "$1" \
    --config-settings=setup-args="-Dc_args=-ffile-prefix-map=$PWD=."
