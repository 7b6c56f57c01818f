#!/bin/sh
# The calls of one slice with games beside it: go.sh start | poll | last SECONDS. Run in the repository's root.
set -u
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$PWD
python=${PYTHON:-python3}
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
    cp training/nets/freestyle20-001.net training/nets/freestyle15-003.net "$here"/cores.sh data/openings/freestyle20.txt "$CORES/"
    nproc >"$CORES/nproc.txt"
    date -u
    setsid sh "$CORES/cores.sh" </dev/null >"$CORES/cores.log" 2>&1 &
    (while :; do sleep 30; home; done) </dev/null >/dev/null 2>&1 &
    copier=$!
    cd "$here/tree" || exit 1
    # The floats of freestyle20-001 from its file, beside those of standard's student, in case it fails.
    mkdir -p ../in/games
    begin=twenty
    # shellcheck disable=SC2086
    "$python" -m training.rebuild "$root/training/nets/freestyle20-001.net" ../in/students.pt --name twenty \
        --vectors "$root/training/nets/freestyle20-001.vectors" ${REBUILD:---seconds 18} >"$CORES/rebuild.txt" 2>&1 || begin=sharp
    tail -n 3 "$CORES/rebuild.txt"
    echo "students begin from $begin"
    date -u
    # shellcheck disable=SC2086
    sh training/slice.sh start ${MINUTES:-26} --board 20 --teacher "$root/training/checkpoints/teacher_8x96_0054min.pt" \
        --students ../in/students.pt --games ../in/games \
        --distil-minutes ${DISTIL:-13.8} --deviations 2 --rate 7e-4 --first-simulations 32 --simulations 32 --positions ${POSITIONS:-4000000} \
        --student large:begin=$begin,rate=1.5e-3,value=4,time=8 \
        --student engine:begin=large,games=0.8,rate=7e-4,value=4,time=2.2 ${MORE:-}
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
if [ "$1" = last ] && [ ! -f "$CORES/done" ]; then # a match that still runs prints what it has
    kill -TERM "$(cat "$CORES/running")"
    sleep 2
fi
home
tail -n 4 "$CORES"/*.txt "$CORES"/cores.log
ls -l "$OUT"
date -u
exit "$status"
