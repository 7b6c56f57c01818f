# Games for the labels while the run starts; then games against Rapfi (gauntlet.py), timed, so a core for each and the run on
# the last three; when the student is there, its matches on five cores, two of which it shares with the run.
. ./games_lib.sh
results=$TRAIN_WORK/results
cpus=${CPUS:-$(nproc)}
run=3               # cores of the run
timed=$((cpus - run)) # cores of the games against Rapfi, later three fewer
python=${PYTHON:-python3}

match() { # as in games_lib.sh, whose older form has --json
    limit=$1 name=$2
    shift 2
    limited "$limit" "match-$name.txt" match "$@" -c "$THREADS" -q --jsonl "match-$name.json"
    tail -n 4 "match-$name.txt"
}

versus() { # NODES NEW OLD: 1,400 games, each opening twice
    match 900 "$2-$1" "new=strong:nodes=$1,net=$2.net" "old=strong:nodes=$1,net=$3.net" --book freestyle15-700.txt \
        --games "${COUNT:-1400}" --state "match-$2-$1.state"
}

echo END | ./lib/rapfi-avx512 --mode gomocup --config lib/config.toml >/dev/null 2>&1 && fastest=avx512 || fastest=avx2
ln -f "lib/rapfi-$fastest" lib/rapfi
say "$cpus cores, $(grep -m 1 'model name' /proc/cpuinfo | cut -d : -f 2)"
say "$(printf 'ABOUT\nEND\n' | (cd lib && ./rapfi --mode gomocup --config config.toml) | tail -n 1)"

(
    while [ ! -d "$TRAIN_WORK/inputs/games" ]; do sleep 1; done
    sleep 20
    "$python" pin.py "$timed-$((cpus - 1))" --session "$(cat "$TRAIN_WORK/session")"
) &

mkdir -p gauntlet
echo "$timed" >gauntlet/cores
say "games against Rapfi on $timed cores"
"$python" gauntlet.py gauntlet "$timed" "${SECONDS_A_MOVE:-0.5}" "${SCALE:-1}" >gauntlet.log 2>&1 &
gauntlet=$!
(   # if cores are left
    while kill -0 "$gauntlet" 2>/dev/null; do sleep 1; done
    say "games against Rapfi ended: $(cat gauntlet.log)"
    cat gauntlet/table.txt
    "$python" pin.py "0-$((timed - 4))" ./pentad match level:10 level:9 --book freestyle15-700.txt --games "${LEVELS:-200}" -c "$((timed > 4 ? timed - 3 : 1))" -q \
        --state match-levels.state --jsonl match-levels.json >match-levels.txt 2>&1
    touch levels-done
) &

(
    while [ -f gauntlet/cores ] && [ ! -f 'done' ]; do
        sleep 120
        say "so far: $(cat gauntlet/table.txt)"
    done
) &

while [ ! -f "$results/next.net" ]; do sleep 1; done
cp "$results/next.net" .
echo "$((timed > 3 ? timed - 3 : timed))" >gauntlet/cores
i=0
while [ "$i" -lt 20 ] && { [ -f gauntlet/busy$((timed - 3)) ] || [ -f gauntlet/busy$((timed - 2)) ] || [ -f gauntlet/busy$((timed - 1)) ]; }; do
    sleep 1
    i=$((i + 1))
done
say "next is there; $i seconds until its cores were free"
THREADS=${LAST:-5}
"$python" - "$$" "$((timed - 3))" "$((cpus - 2))" <<'PY'
import os
import sys

shell, first, last = map(int, sys.argv[1:])
os.sched_setaffinity(shell, set(range(max(0, first), max(1, last) + 1)) & set(range(os.cpu_count())))
PY
versus "${N5:-5000}" next freestyle15-003
versus "${N20:-20000}" next freestyle15-003
while [ ! -f levels-done ]; do sleep 1; done
touch 'done'
say 'done'
