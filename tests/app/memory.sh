#!/bin/sh
# The engine when the system gives it less memory than it asks for: tables shrink, and what cannot shrink is a clear error.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=$PWD/${1:-build}/pentad
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# limited KIB COMMAND...: with so much address space.
limited() {
    (
        # shellcheck disable=SC3045 # not in POSIX, but in every shell here
        ulimit -v "$1"
        shift
        exec "$@"
    ) >"$work/out" 2>"$work/err"
}

# Tables of gigabytes in 700 MB.
check_gomocup() {
    printf 'START 15\nINFO max_memory 8589934592\nINFO timeout_turn 300\nBEGIN\nEND\n' >"$work/in"
    limited 700000 "$pentad" gomocup <"$work/in" || echo "exit status $?"
    grep -qE '^[0-9]+,[0-9]+' "$work/out" || cat "$work/out" "$work/err"
}

check_solver() {
    limited 700000 "$pentad" solve --memory 65536 h8i9h9h10g8f8i8j8g7f6g9 || echo "exit status $?"
    grep -q 'wins' "$work/out" || cat "$work/out" "$work/err"
}

# From where the kernel can load the program at all, which has 8 MB.
check_every_limit() {
    ran=0
    refused=0
    for limit in $(seq 20000 3000 200000); do
        limited "$limit" "$pentad" analyze --nodes 200 examples/game.sgf --move 20
        status=$?
        case $status in
        0) ran=$((ran + 1)) ;;
        1 | 127) # 127: of the dynamic linker
            refused=$((refused + 1))
            grep -qE 'out of memory|cannot|failed|Cannot' "$work/err" || echo "$limit KiB: no reason given: $(cat "$work/err")"
            ;;
        *) echo "$limit KiB: exit status $status: $(cat "$work/err")" ;;
        esac
    done
    [ "$ran" -gt 0 ] && [ "$refused" -gt 0 ] || echo "$ran ran, $refused were refused"
}

report 'Gomocup plays with smaller tables than it was allowed' check_gomocup
report 'the solver proves with smaller tables than it was allowed' check_solver
report 'with any limit it runs or says why not' check_every_limit
report_end
