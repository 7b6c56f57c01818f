#!/bin/sh
# What the cores do beside the training: games for the student, openings, then matches of the nets.
set -u
cd "$CORES" || exit 1
p=./pentad
j=${J:-13}
slice=$SLICE_WORK
say() { echo "$(date -u +%T) $*"; }

selfplay() { # SECONDS SEED: into selfplay-SEED.games (complete when this ends)
    timeout --foreground -s TERM "$1" nice $p selfplay --size 20 --threads "$j" --games 1000000 --nodes "${NODES:-8000}" \
        --net freestyle20-001.net --seed "$2" "freestyle20-$2.games" >"selfplay-$2.txt" 2>&1 &
    echo $! >running
    wait $!
}

openings() { # SECONDS: even ones, by the engine with freestyle20-001, checked by eight times as many nodes
    timeout --foreground -s TERM "$1" nice $p openings --size 20 --count 1000 --stones 5 --bound 40 --nodes "${NOPEN:-125000}" --seed 20 \
        --threads "$j" --output freestyle20-even.txt >openings.log 2>&1 &
    echo $! >running
    wait $!
}

match() { # SECONDS THREADS NODES GAMES SEED NEW OLD [SIZE]: from the book on 20x20, else from random openings
    size=${8:-20}
    if [ "$size" = 20 ]; then from='--openings freestyle20.txt'; else from='--stones 5'; fi
    name=match-$6-$7-$3-on$size
    say "match $6 $7 nodes $3 games $4 seed $5 size $size"
    # shellcheck disable=SC2086
    timeout --foreground -s TERM "$1" nice $p match "$6=strong:nodes=$3,net=$6.net" "$7=strong:nodes=$3,net=$7.net" --size "$size" \
        $from --games "$4" --seed "$5" -c "$2" -q --json "$name.json" >"$name.txt" 2>&1 &
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

say selfplay 10001
selfplay "${FIRST:-752}" 10001
mkdir -p "$slice/given/games"
cp freestyle20-10001.games "$slice/given/games/freestyle20-10001.part" &&
    mv "$slice/given/games/freestyle20-10001.part" "$slice/given/games/freestyle20-10001.games"
say openings
openings "${SECOND:-300}"
say selfplay 10002
until_there "$slice/home/large.net" selfplay 3000 10002
cp "$slice/home/large.net" large.net
match 3000 "$j" "${N5:-5000}" "${G:-1000}" 301 large freestyle20-001
match 3000 "$j" "${N20:-20000}" "${G20:-600}" 302 large freestyle20-001
while [ ! -f "$slice/home/engine.net" ]; do sleep 1; done
cp "$slice/home/engine.net" engine.net
match 3000 16 "${N5:-5000}" "${G:-1000}" 303 engine large
match 3000 16 "${N5:-5000}" "${GS:-600}" 304 large freestyle15-003 17
match 3000 16 "${N5:-5000}" "${GS:-600}" 305 large freestyle20-001 18
match 3000 16 "${N5:-5000}" "${GS:-600}" 306 large freestyle20-001 19
touch done
say done
