#!/bin/sh
# `pentad-tunable`, where the numbers of the search are variables: that it thinks as the program does
# until it is told otherwise. In the folder of the plain clang build, where it costs seconds.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

tunable=build-clang/pentad-tunable
signatures=tests/engine/bench_signatures.inc
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# What it computes in the rows of the search: $1 is the list of numbers.
sign_search() {
    PENTAD_PARAMS=$1 "$tunable" bench --signature 'search by nodes, freestyle 15' 'with the net'
}

check_same() {
    sign_search '' >"$work/out"
    [ "$(wc -l <"$work/out")" -eq 2 ] || echo "$(wc -l <"$work/out") lines, not 2"
    grep -vxF -f "$signatures" "$work/out"
}

check_other() {
    sign_search RAZOR_MARGIN=150,POLICY_SHARE=50 >"$work/out"
    [ "$(wc -l <"$work/out")" -eq 2 ] || echo "$(wc -l <"$work/out") lines, not 2"
    grep -xF -f "$signatures" "$work/out"
}

check_list() {
    PENTAD_PARAMS=RAZOR_MARGIN=150 "$tunable" bench --params >"$work/out"
    grep -qxE 'RAZOR_MARGIN 150 [0-9]+ [0-9]+ [0-9.]+' "$work/out" || cat "$work/out"
}

# refused PROGRAM WORDS: a list it does not take ends it at once, with these words.
refused() {
    PENTAD_PARAMS=RAZOR_MARGIN=much "$1" bench --params >"$work/out" 2>"$work/err"
    got=$?
    [ "$got" -eq 2 ] || echo "exit status $got, not 2"
    [ ! -s "$work/out" ] || cat "$work/out"
    grep -qF "$2" "$work/err" || cat "$work/err"
}

# A round of eight games, in which the program for tuning is all that is needed; and once more, which
# plays nothing.
check_spsa() {
    for said in '^4 of 4 pairs, 0 min left; ' '^4 of 4 pairs: done before$'; do
        /usr/bin/python3 -m training.spsa --program "$tunable" --state "$work/state" --pairs 4 --nodes 30 \
            --workers 1 --only KILLER_BONUS,RAZOR_MARGIN >"$work/out" 2>&1 || echo "exit status $?"
        grep -q "$said" "$work/out" || cat "$work/out"
        grep -qE '^PARAM\(RAZOR_MARGIN, +[0-9]+, ' "$work/out" || cat "$work/out"
        grep -qE '^PENTAD_PARAMS=RAZOR_MARGIN=[0-9]+,KILLER_BONUS=[0-9]+$' "$work/out" || cat "$work/out"
    done
}

report 'with nothing set it thinks as the program does' check_same
report 'with other numbers it thinks otherwise' check_other
report 'the numbers that hold are listed' check_list
report 'what is no number is refused' refused "$tunable" "RAZOR_MARGIN: 'much' is not a whole number"
report 'the program itself has no numbers to set' \
    refused build-clang/pentad 'the numbers of this program are fixed'
report 'it plays against itself to find better numbers' check_spsa
report_end
