#!/bin/sh
# `pentad bench` as a program: rows, selecting rows by words, JSON, signatures.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=$PWD/build/pentad
signatures=$PWD/tests/engine/bench_signatures.inc
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# printed WORDS...: the output goes to $work/out; reports a failure.
printed() {
    "$pentad" bench --repeat 1 "$@" >"$work/out" 2>"$work/err" || echo "exit status $?: $*"
    [ ! -s "$work/err" ] || cat "$work/err"
}

# lines NUMBER PATTERN: the output has NUMBER lines, and each matches the basic regular expression.
lines() {
    [ "$(wc -l <"$work/out")" -eq "$1" ] || echo "$(wc -l <"$work/out") lines, not $1"
    grep -v -- "$2" "$work/out"
}

check_table() {
    printed 'tables, renju'
    lines 1 '^tables, renju  *[0-9.]* k*tables/s  *[0-9.]* ms  [0-9a-f]\{16\}$'
}

check_words() {
    printed 'tables, free' 'undo, caro'
    lines 2 '^tables, freestyle \|^make and undo, caro 15x15 '
}

check_json() {
    printed 'fours, renju' --json
    lines 1 '^{"name":"wins by fours, renju 15x15","item":"problem","items":300,"nodes":[1-9][0-9]*,.*"signature":"[0-9a-f]\{16\}"}$'
}

check_signature() {
    printed --signature 'make and undo'
    lines 5 '^{"make and undo, .*", 0x[0-9a-f]\{16\}},$'
    while read -r row; do
        grep -qxF -- "$row" "$signatures" || echo "not in the file of the tests: $row"
    done <"$work/out"
}

check_net() {
    printed --signature 'with the net'
    cp "$work/out" "$work/own"
    printed --signature 'with the net' --net "$(published_net freestyle)"
    cmp "$work/own" "$work/out"
    sed 's/$/spoilt/' "$(published_net freestyle)" >"$work/spoilt.net"
    for net in "$(published_net standard)" "$work/spoilt.net" /nowhere; do
        "$pentad" bench 'with the net' --net "$net" >"$work/out" 2>"$work/err"
        got=$?
        [ "$got" -eq 1 ] || echo "exit status $got, not 1"
        [ ! -s "$work/out" ] || cat "$work/out"
        grep -q "^pentad bench: $net: " "$work/err" || cat "$work/err"
    done
}

check_no_row() {
    "$pentad" bench nothing-of-the-kind >"$work/out" 2>"$work/err"
    got=$?
    [ "$got" -eq 1 ] || echo "exit status $got, not 1"
    grep -q "no row has 'nothing-of-the-kind' in its name" "$work/err" || cat "$work/err"
}

check_repeat() {
    "$pentad" bench --repeat 0 >"$work/out" 2>"$work/err"
    got=$?
    [ "$got" -eq 2 ] || echo "exit status $got, not 2"
    grep -q -- '--repeat' "$work/err" || cat "$work/err"
}

report 'a row has a rate, a time and a signature' check_table
report 'words select rows' check_words
report 'JSON, one line per row' check_json
report 'the signatures of the unit tests' check_signature
report 'another net' check_net
report 'a word that matches no row is an error' check_no_row
report 'zero runs are an error' check_repeat
report_end
