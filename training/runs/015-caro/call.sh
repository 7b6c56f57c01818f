#!/bin/sh
# The calls of the slice, on the GPU machine: call.sh first | next | last SECONDS. Everything runs in $W and survives a call.
set -u
plan=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
W=${W:-/var/tmp/w} OUT=${OUT:-$PWD/train-out}
export W
began=$(date +%s)
bring() { # FROM NAME: whole, or not at all
    [ ! -f "$1" ] || { cp "$1" "$OUT/$2.part" && mv "$OUT/$2.part" "$OUT/$2"; }
}
copy() {
    mkdir -p "$OUT"
    bring "$W/free/results/students.pt" free-students.pt
    for file in teacher.pt students.pt training_state.pt; do bring "$W/caro/results/$file" "caro-$file"; done
    bring "$W/games/freestyle-18001.games" freestyle-18001.games
    bring "$W/games/caro-18002.games" caro-18002.games
    tar -czf "$OUT/results.tgz" -C "$W" --exclude='*.pt' --exclude='*.bin' $(cd "$W" && ls -d free/results caro/results gpu.log 2>/dev/null) 2>/dev/null
    tar -czf "$OUT/games.tgz" -C "$W/games" --exclude='*.games' --exclude='*.net' --exclude='*.pt' --exclude=./lib --exclude=./pentad . 2>/dev/null
}
first() {
    rm -rf "$W"
    mkdir -p "$W/games" "$W/tree"
    cp -R training "$W/tree/"
    cp -R "$plan/overlay/." "$W/tree/training/"
    cp -R "$plan/." "$W/games/"
    cp training/games_lib.sh data/nets/*.net data/openings/*.txt training/runs/012-freestyle/freestyle15-664.txt "$W/games/"
    (cd "$W/games" && for file in *.xz; do [ ! -f "$file" ] || ${PYTHON:-python3} -c "
import lzma, sys
open(sys.argv[1][:-3], 'wb').write(lzma.open(sys.argv[1]).read())" "$file" && rm -f "$file"; done && { [ ! -f program.tar ] || tar -xf program.tar; } && rm -f program.tar)
    date +%s >"$W/T0"
    T0=$(cat "$W/T0")
    export T0
    cp "$plan/pentad-training" "$W/games/lib/pentad"
    "$W/games/pentad" --version || exit 1
    nproc
    (cd "$W/games" && exec setsid sh gpu.sh </dev/null >"$W/gpu.log" 2>&1) &
    (cd "$W/games" && exec setsid sh cores.sh </dev/null >games.log 2>&1) &
}
seen=0
watch() { # SECONDS
    while [ "$(date +%s)" -lt $((began + $1)) ] && ! { [ -f "$W/games/done" ] && grep -q 'gpu done' "$W/gpu.log"; }; do
        sleep 5
        now=$(date +%s)
        if [ $((now - seen)) -ge 60 ]; then
            seen=$now
            echo "$(date -u +%T) $((now - $(cat "$W/T0"))) s: $(tail -n 1 "$W/gpu.log" | cut -c 1-260)"
            tail -n 1 "$W/games/games.log" | cut -c 1-200
            copy
        fi
        # A kernel that does not compile, or a step that fails: return at once, there may be time to fix it.
        if [ ! -f "$W/failure-seen" ] && grep -qs 'gpu failed\|step failed\|Error' "$W/gpu.log" "$W"/*/results/output.txt; then
            : >"$W/failure-seen"
            echo "FAILED:"
            grep -hs -v '^{' "$W/gpu.log" "$W"/*/results/output.txt | tail -n 60
            return
        fi
    done
}
case $1 in
first) first && watch "${2:-575}" ;;
second)
    cp "$plan/cores2.sh" "$W/games/"
    T0=$(cat "$W/T0")
    export T0
    (cd "$W/games" && exec setsid sh cores2.sh </dev/null >>games.log 2>&1) &
    watch "${2:-575}"
    ;;
next) watch "${2:-575}" ;;
last)
    echo $((began + $2 - 14)) >"$W/end"
    watch "$2"
    ;;
esac
copy
tail -n 25 "$W/games/games.log"
grep -v '^{.*"teacher"' "$W/gpu.log" | tail -n 8 | cut -c 1-600
exit 0
