#!/bin/sh
# What the cores do beside the training: games for the student, then matches of the nets.
set -u
cd "$CORES" || exit 1
p=./pentad
j=${J:-13}
slice=$SLICE_WORK
say() { echo "$(date -u +%T) $*"; }

selfplay() { # SECONDS SEED: into selfplay-SEED.games (complete when this ends)
    timeout --foreground -s TERM "$1" nice $p selfplay --rules renju --threads "$j" --games 1000000 --nodes "${NODES:-8000}" \
        --net renju15-002-candidate.net --seed "$2" "renju-$2.games" >"selfplay-$2.txt" 2>&1 &
    echo $! >running
    wait $!
}

match() { # SECONDS THREADS NODES GAMES SEED NEW OLD
    say "match $6 $7 nodes $3 games $4 seed $5"
    timeout --foreground -s TERM "$1" nice $p match "$6=strong:nodes=$3,net=$6.net" "$7=strong:nodes=$3,net=$7.net" --rules renju \
        --openings renju15.txt --games "$4" --seed "$5" -c "$2" -q --json "match-$6-$7-$3.json" >"match-$6-$7-$3.txt" 2>&1 &
    echo $! >running
    wait $!
}

until_there() { # FILE COMMAND...: runs it, and interrupts it when the file is there
    file=$1
    shift
    "$@" &
    job=$!
    while [ ! -f "$file" ] && kill -0 $job 2>/dev/null; do sleep 2; done
    if kill -0 $job 2>/dev/null; then kill -TERM "$(cat running)"; fi
    wait $job
    while [ ! -f "$file" ]; do sleep 2; done
}

say selfplay 9001
selfplay "${FIRST:-735}" 9001
mkdir -p "$slice/given/games"
cp renju-9001.games "$slice/given/games/renju-9001.part" && mv "$slice/given/games/renju-9001.part" "$slice/given/games/renju-9001.games"
match "${SECOND:-330}" "$j" "${N20:-20000}" 600 301 renju15-002-candidate renju15-001
say selfplay 9002
until_there "$slice/home/long.net" selfplay 3000 9002
cp "$slice/home/long.net" long.net
match 3000 "$j" "${N5:-5000}" "${G:-1000}" 201 long renju15-002-candidate
until_there "$slice/home/moves.net" match 3000 "$j" "${N20:-20000}" 1000 302 long renju15-002-candidate
cp "$slice/home/moves.net" moves.net
match 3000 16 "${N5:-5000}" "${G:-1000}" 201 moves long
touch done
say done
match 3000 16 "${N5:-5000}" "${G:-1000}" 202 moves renju15-002-candidate
say end
