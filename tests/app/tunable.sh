#!/bin/sh
# `pentad-tunable`, with search parameters as variables: it must behave like pentad until a parameter
# is changed. Uses the plain clang build, where it takes seconds.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

tunable=build-clang/pentad-tunable
signatures=tests/engine/bench_signatures.inc
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# The signatures of the search rows with the parameters $1.
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

# refused PROGRAM TEXT: the program rejects a bad list of parameters with this text.
refused() {
    PENTAD_PARAMS=RAZOR_MARGIN=much "$1" bench --params >"$work/out" 2>"$work/err"
    got=$?
    [ "$got" -eq 2 ] || echo "exit status $got, not 2"
    [ ! -s "$work/out" ] || cat "$work/out"
    grep -qF "$2" "$work/err" || cat "$work/err"
}

# Its build does not say which engine it is then.
check_jobs() {
    for words in 'worker' 'match easy greedy --games 2'; do
        # shellcheck disable=SC2086 # words
        PENTAD_PARAMS=RAZOR_MARGIN=150 "$tunable" $words --database postgresql://nobody@localhost:1/none >"$work/out" 2>&1 && echo "$words: it succeeds"
        grep -qF 'it posts and takes no jobs' "$work/out" || cat "$work/out"
    done
}

# A round of eight games that needs only pentad-tunable; the second run has nothing left to play.
check_spsa() {
    for said in '^4 of 4 pairs, 0 min left; ' '^4 of 4 pairs: done before$'; do
        /usr/bin/python3 -m training.spsa --program "$tunable" --state "$work/state" --pairs 4 --nodes 30 \
            --workers 1 --only KILLER_BONUS,RAZOR_MARGIN >"$work/out" 2>&1 || echo "exit status $?"
        grep -q "$said" "$work/out" || cat "$work/out"
        grep -qE '^PARAM\(RAZOR_MARGIN, +[0-9]+, ' "$work/out" || cat "$work/out"
        grep -qE '^PENTAD_PARAMS=RAZOR_MARGIN=[0-9]+,KILLER_BONUS=[0-9]+$' "$work/out" || cat "$work/out"
    done
}

report 'without parameters it behaves like pentad' check_same
report 'other parameters change the search' check_other
report 'the current parameters are listed' check_list
report 'a value that is not a number is rejected' refused "$tunable" "RAZOR_MARGIN: 'much' is not a whole number"
report 'pentad itself has no parameters to set' \
    refused build-clang/pentad 'the search parameters of this build are fixed'
report 'changed parameters take and post no jobs' check_jobs
report 'SPSA tuning by self-play' check_spsa
report_end
