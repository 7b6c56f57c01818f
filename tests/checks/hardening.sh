#!/bin/sh
# Does the release build have what makes a memory error hard to exploit? hardening.sh [FILE...]: programs and libraries
# (default: those of build/).
. "$(dirname -- "$0")/tap.sh"

stage=$(mktemp -d) || exit 1
trap 'rm -rf "$stage"' EXIT

[ $# -gt 0 ] || set -- build/pentad build/libpentad.so

# of_each CHECK FILE...: the check gets the file, and what readelf says of it is in $stage.
of_each() {
    check=$1
    shift
    for file; do
        readelf --wide --file-header --program-headers --dynamic "$file" >"$stage/elf" || continue
        readelf --wide --dyn-syms "$file" >"$stage/symbols"
        "$check" "$file"
    done
}

loads_anywhere() {
    grep -q 'Type: *DYN' "$stage/elf" || echo "$1: is not position-independent"
}

is_read_only() {
    grep -q GNU_RELRO "$stage/elf" || echo "$1: no RELRO"
    grep -qE 'BIND_NOW|FLAGS.*NOW' "$stage/elf" || echo "$1: symbols are bound late (no -z now)"
    ! grep -q TEXTREL "$stage/elf" || echo "$1: relocations in the code"
}

has_no_code_in_data() {
    grep -q 'GNU_STACK.* RW ' "$stage/elf" || echo "$1: the stack can be executed"
    ! grep -qE ' LOAD .* RWE ' "$stage/elf" || echo "$1: a segment can be written and executed"
}

has_no_search_path() {
    sed -n "s/.*(\(R[A-Z]*PATH\)).*/\1/p" "$stage/elf" | sed "s|^|$1: |"
}

has_checks() {
    grep -q __stack_chk_fail "$stage/symbols" || echo "$1: no stack protector"
    grep -qE '__(memcpy|snprintf|vsnprintf|fprintf|memmove|memset)_chk' "$stage/symbols" || echo "$1: no _FORTIFY_SOURCE"
}

# What leaves no trace in a program: the flags of each C file. gcc 11, in Ubuntu 22.04, has no level 3.
check_flags() {
    level=3
    echo '#include <stdio.h>' | gcc -O2 -Werror -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -xc -fsyntax-only - 2>/dev/null || level=2
    for flag in -D_FORTIFY_SOURCE=$level -fstack-clash-protection -fstack-protector-strong; do
        grep '"command"' build/compile_commands.json | grep -E 'src/[a-z_/]+\.c"?' | grep -vc -e "$flag" |
            sed -n "s/^[1-9].*/& files are compiled without $flag/p"
    done
}

# Control-flow protection of Intel's processors (CET): a note in each object. Debian's own start files have none, so the
# linked program has none either; that is up to Debian.
check_control_flow() {
    [ "$(uname -m)" = x86_64 ] || return 0
    for object in build/libinsides.a.p/src_base_*.o build/pentad.p/*.o; do
        readelf --notes "$object" 2>/dev/null | grep -q 'IBT, SHSTK' || echo "$object: no -fcf-protection"
    done
}

report 'programs are loaded at any address' of_each loads_anywhere "$@"
report 'relocations are read-only, and bound at the start' of_each is_read_only "$@"
report 'nothing can be written and executed' of_each has_no_code_in_data "$@"
report 'libraries are searched in the usual folders only' of_each has_no_search_path "$@"
report 'functions check the stack and the sizes of buffers' of_each has_checks "$@"
if [ -e build/compile_commands.json ]; then
    report 'every file is compiled with them' check_flags
    report 'and with control-flow protection' check_control_flow
fi
report_end
