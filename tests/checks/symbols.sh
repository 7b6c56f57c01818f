#!/bin/sh
# Does the library export exactly what include/pentad.h declares? Any other symbol could clash
# with the names of the program that uses it.
. "$(dirname -- "$0")/tap.sh"

# The last word before the arguments of every declaration.
declared() {
    tr '\n' ' ' <include/pentad.h | tr ';' '\n' |
        sed -n 's/.*PENTAD_API [^(]*[ *]\(pentad_[a-z0-9_]*\)(.*/\1/p' | sort
}

# Names with their versions, such as pentad_version@@PENTAD_0.2. The versions themselves are absolute.
exported() {
    nm -D --defined-only "${1:-build/libpentad.so}" | awk '$2 != "A" { print $NF }'
}

shown() {
    exported "$@" | sed 's/@.*//' | sort
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

check_versions() {
    exported "$@" | sed -n '/@@PENTAD_[0-9.]*$/!s/$/: has no symbol version/p'
}

report 'the library exports exactly what pentad.h declares' check_symbols "$@"
report 'every exported function has a symbol version' check_versions "$@"
report_end
