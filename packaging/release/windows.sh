#!/bin/sh
# windows.sh FOLDER LINKED: the program for Windows and the package for Gomocup. See release.py.
set -eu

meson setup build-windows --cross-file=packaging/windows/mingw.cross
ninja -C build-windows
packaging/windows/zip.sh build-windows "$1"
echo 'mingw-w64-x86-64-dev gcc-mingw-w64-x86-64-win32' >"$2"
