#!/bin/sh
# Overhead of `pentad match` per move: games between participants that answer at once, so all of the
# time goes to the runner, the pipes and the answers. An upper bound that depends on the machine.
# --pause 0, because a pause is waiting and not work.
#
#     bench/match_overhead.sh [GAMES]
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."

games=${1:-200}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# measure NAME PARTICIPANT PARTICIPANT
measure() {
    name=$1
    shift
    begin=$(date +%s%N)
    build/pentad match "$@" --games "$games" --pause 0 --quiet --jsonl "$work/$name" >/dev/null
    end=$(date +%s%N)
    moves=$(grep -o '"moves":"[^"]*"' "$work/$name" | grep -o '[a-o][0-9]' | wc -l)
    echo "$name: $moves moves in $(((end - begin) / 1000000)) ms, $(((end - begin) / moves / 1000)) us a move"
}
measure 'in process' random:1 random:2
measure 'Gomocup' 'a=gomocup:build/pentad gomocup --player random:1' 'b=gomocup:build/pentad gomocup --player random:2'
measure 'GTP' 'a=gtp:build/pentad gtp --player random:1' 'b=gtp:build/pentad gtp --player random:2'
