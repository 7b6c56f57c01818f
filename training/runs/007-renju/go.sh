#!/bin/sh
# The calls of one slice with games beside it: go.sh start | poll | last SECONDS. Run in the repository's root.
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$PWD
export SLICE_WORK="${SLICE_WORK:-/var/tmp/pentad-slice}"
export CORES="${CORES:-/var/tmp/cores}"
: "${OUT:=$root/slice-out}"
export OUT
mkdir -p "$OUT"

home() { # what the cores have so far
    cp "$CORES"/*.games "$OUT/" 2>/dev/null
    tar -czf "$OUT/cores.tgz" -C "$CORES" --exclude='*.games' --exclude='*.net' --exclude=pentad . 2>/dev/null
}

case $1 in
start)
    rm -rf "$CORES" && mkdir -p "$CORES"
    gzip -dc "$here/pentad.gz" >"$CORES/pentad" && chmod +x "$CORES/pentad"
    "$CORES/pentad" --version || {
        echo 'the carried program does not run: building here'
        PATH=$PATH:/usr/bin sh "$here/build.sh" "$root" "$CORES/pentad" 16
        "$CORES/pentad" --version
    }
    cp "$here"/renju15-002-candidate.net training/nets/renju15-001.net "$here"/cores.sh data/openings/renju15.txt "$CORES/"
    nproc >"$CORES/nproc.txt"
    date -u
    setsid sh "$CORES/cores.sh" </dev/null >"$CORES/cores.log" 2>&1 &
    (while :; do sleep 30; home; done) </dev/null >/dev/null 2>&1 &
    copier=$!
    cd "$here/tree" || exit 1
    # shellcheck disable=SC2086
    sh training/slice.sh start ${MINUTES:-25.8} --rules renju --teacher ../in/teacher_renju_8x96_0067min.pt \
        --state ../in/training_state.pt --replay ../in/replay.bin --students ../in/students.pt --games ../in/games \
        --distil-minutes ${DISTIL:-13.2} --deviations 2 --rate 7e-4 --first-simulations 32 --simulations 32 --positions 4500000 \
        --student long:begin=renju,rate=1.5e-3,value=4,time=8 \
        --student moves:begin=long,moves=0.5,value=4,rate=7e-4,time=2.5 ${MORE:-}
    status=$?
    ;;
poll | last)
    (while :; do sleep 30; home; done) </dev/null >/dev/null 2>&1 &
    copier=$!
    end=$(($(date +%s) + ${2:-0}))
    cd "$here/tree" || exit 1
    sh training/slice.sh poll
    status=$?
    while [ "$(date +%s)" -lt "$end" ] && [ ! -f "$CORES/done" ]; do sleep 3; done
    ;;
esac
kill "$copier"
home
tail -n 3 "$CORES"/*.txt "$CORES"/cores.log
ls -l "$OUT"
date -u
exit "$status"
