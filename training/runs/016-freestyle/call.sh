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
    bring "$W/free/results/students.pt" students.pt
    bring "$W/free/results/wide.net" wide.net
    bring "$W/games/spsa.state" spsa.state
    tar -czf "$OUT/results.tgz" -C "$W" --exclude='*.pt' --exclude='*.bin' $(cd "$W" && ls -d free/results gpu.log 2>/dev/null) 2>/dev/null
    tar -czf "$OUT/games.tgz" -C "$W/games" --exclude='*.games' --exclude='*.net' --exclude='*.pt' --exclude=./lib --exclude=./pentad --exclude=./tunable . 2>/dev/null
}
first() {
    rm -rf "$W"
    mkdir -p "$W/games" "$W/tree/src/engine/search"
    cp -R training "$W/tree/"
    cp src/engine/search/params.inc "$W/tree/src/engine/search/"
    cp -R "$plan/." "$W/games/"
    cp training/games_lib.sh data/nets/freestyle15-004.net training/runs/012-freestyle/freestyle15-664.txt training/runs/*/freestyle-*.games "$W/games/"
    (cd "$W/games" && ${PYTHON:-python3} -c "
import lzma
open('program.tar', 'wb').write(lzma.open('program.tar.xz').read())" && tar -xf program.tar && rm -f program.tar program.tar.xz)
    date +%s >"$W/T0"
    T0=$(cat "$W/T0")
    export T0
    "$W/games/pentad" --version || exit 1
    "$W/games/tunable" bench --params | wc -l
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
            tail -c 200 "$W/games/spsa.log" 2>/dev/null | tr '\r' '\n' | tail -n 1
            copy
        fi
        # A kernel that does not compile, or a step that fails: return at once, there may be time to fix it.
        if [ ! -f "$W/failure-seen" ] && grep -qs 'gpu failed\|step failed\|Error' "$W/gpu.log" "$W"/*/results/output.txt "$W/games/spsa.log"; then
            : >"$W/failure-seen"
            echo "FAILED:"
            grep -hs -v '^{' "$W/gpu.log" "$W"/*/results/output.txt "$W/games/spsa.log" | tail -n 60
            return
        fi
    done
}
case $1 in
first) first && watch "${2:-575}" ;;
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
