#!/bin/sh
# Does the match between players count right, and the same each time?
. "$(dirname -- "$0")/../checks/tap.sh"

match=build/players-match

check_counts() {
    $match greedy random:1 --games 20 --size 9 |
        grep -q 'won 20, drawn 0, lost 0; score 100.0 %; Elo +[0-9]* (95 %: +[0-9]* to any)' ||
        echo 'greedy does not beat random'
    $match random:1 greedy --games 20 --size 9 | grep -q 'won 0, drawn 0, lost 20; score 0.0 %' ||
        echo 'random does not lose to greedy'
}

# Whoever plays itself wins and loses each opening once.
check_colours() {
    $match greedy greedy --games 40 --size 11 --rules renju | tail -n 1 |
        sed 's/.*won \([0-9]*\), drawn [0-9]*, lost \([0-9]*\);.*/\1 \2/' |
        while read -r won lost; do
            [ "$won" = "$lost" ] || echo "won $won, lost $lost"
        done
}

# refused WORDS ARGUMENTS...
refused() {
    words=$1
    shift
    said=$($match "$@" 2>&1)
    status=$?
    [ $status -eq 2 ] || echo "exit status $status of: $*"
    echo "$said" | grep -q "$words" || echo "not '$words', but: $said"
}

check_misuse() {
    refused 'expected two players' greedy
    refused 'an even number of games' greedy easy --games 3
    refused "no player 'clever'" clever easy
    refused 'rules' greedy easy --rules chess
}

report 'wins are counted' check_counts
report 'colours are swapped' check_colours
report 'misuse is explained' check_misuse
report_end
