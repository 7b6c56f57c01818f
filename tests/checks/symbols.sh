#!/bin/sh
# Does the library export exactly what include/pentad.h declares? Any other symbol could clash
# with the names of the program that uses it.
. "$(dirname -- "$0")/tap.sh"

# The last word before the arguments of every declaration.
declared() {
    tr '\n' ' ' <include/pentad.h | tr ';' '\n' |
        sed -n 's/.*PENTAD_API [^(]*[ *]\(pentad_[a-z0-9_]*\)(.*/\1/p' | sort
}

shown() {
    nm -D --defined-only "${1:-build/libpentad.so}" | awk '{ print $NF }' | sort
}

check_symbols() {
    list=$(mktemp) || exit 1
    declared >"$list"
    [ -s "$list" ] || echo 'include/pentad.h: no declaration found'
    shown "$@" | diff "$list" - |
        sed -n 's/^< \(.*\)/\1: declared, but not in the library/p
                s/^> \(.*\)/\1: in the library, but not declared/p'
    rm -f "$list"
}

report 'the library exports exactly what pentad.h declares' check_symbols "$@"
report_end
