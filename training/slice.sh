#!/bin/sh
# One slice of GPU time in calls of ten minutes at most: start, poll as often as wanted, finish.
#   training/slice.sh start MINUTES [OPTION...]   begins in the background, with options of training/slice.py;
#                                                 then watches
#   training/slice.sh poll                        watches on
#   training/slice.sh finish                      ends self-play if it still runs, and watches until all is done
# Watching copies results to $OUT again and again and ends after WATCH seconds (560), or when all is done. What runs in
# the background lives until the machine goes back; after a crash it is started again and goes on.
set -eu

from_here() { # PATH: it means the same after cd
    case $1 in
    /*) echo "$1" ;;
    *) echo "$PWD/$1" ;;
    esac
}

work=$(from_here "${SLICE_WORK:-${TMPDIR:-/var/tmp}/pentad-slice}")
out=$(from_here "${OUT:-slice-out}")
python=${PYTHON:-python3}
PATH=$PATH:/usr/local/cuda/bin
PYTHONUNBUFFERED=1
export PATH PYTHONUNBUFFERED

misuse() {
    sed -n '2,8s/^# //p' "$0" >&2
    exit 2
}

# Some machines send few files back: logs and nets travel as one. (tar may find that a log grew.)
bring_home() {
    mkdir -p "$out"
    for file in "$work"/home/*.pt "$work"/home/*.bin; do
        [ ! -f "$file" ] || cp "$file" "$out/"
    done
    tar -czf "$out/results.tgz" -C "$work/home" --exclude='*.pt' --exclude='*.bin' . || true
}

must_have_begun() {
    [ -d "$work/home" ] || {
        echo 'slice: nothing was started here; training/slice.sh start MINUTES begins' >&2
        exit 2
    }
}

watch() {
    end=$(($(date +%s) + ${WATCH:-560}))
    while :; do
        bring_home
        shown=$(cat "$work/shown" 2>/dev/null || echo 0)
        if [ -f "$work/home/log.jsonl" ]; then
            lines=$(wc -l <"$work/home/log.jsonl")
            sed -n "$((shown + 1)),${lines}p" "$work/home/log.jsonl"
            echo "$lines" >"$work/shown"
        fi
        [ ! -f "$work/done" ] || break
        [ ! -f "$work/gave-up" ] || break
        # An early failure is worth an early look: the run may be mended and started again.
        if [ -f "$work/home/log.jsonl" ] && [ ! -f "$work/failure-shown" ] && grep -q '"failed"' "$work/home/log.jsonl"; then
            : >"$work/failure-shown"
            grep -v '^{' "$work/home/output.txt" | tail -n 60
            echo 'slice: a part failed (above); the rest goes on: poll again, or mend it and start again'
            break
        fi
        [ "$(date +%s)" -lt "$end" ] || break
        sleep 5
    done
    bring_home
    if [ -f "$work/gave-up" ]; then
        tail -n 40 "$work/home/output.txt"
        return 1
    fi
    if grep -qs '^failed' "$work/done"; then
        echo "slice: done, but these parts failed: $(cut -d ' ' -f 2- <"$work/done"); output.txt in results.tgz says why"
        return 1
    fi
}

# Runs in the background: a crash costs what happened since the last checkpoint, not the slice.
supervise() {
    for try in 1 2 3 4; do
        echo "try $try at $(date)"
        if "$python" -m training.slice --out "$work" "$@"; then return; fi
        sleep 2
    done
    : >"$work/gave-up"
}

case ${1:-} in
start)
    [ $# -ge 2 ] || misuse
    minutes=$2
    shift 2
    failure=$("$python" -c 'import numpy, torch' 2>&1) || {
        echo "slice: $python cannot load NumPy and PyTorch ($(echo "$failure" | tail -n 1)); PYTHON names another" >&2
        exit 2
    }
    "$python" -m training.slice --check --out "$work" --minutes "$minutes" "$@" || exit 2
    if [ -f "$work/session" ]; then kill -- "-$(cat "$work/session")" 2>/dev/null || true; fi # one begun before
    rm -rf "$work"
    mkdir -p "$work/home" "$work/code" "$work/given"
    cp -R training "$work/code/"
    # The next call may bring another tree: files and folders that are named are kept, too.
    for argument; do
        shift
        option=
        case $argument in
        --*=*)
            option=${argument%%=*}=
            argument=${argument#*=}
            ;;
        esac
        if [ -e "$argument" ]; then
            kept=$work/given/$(basename -- "$argument")
            while [ -e "$kept" ]; do kept=${kept}_; done # another of that name
            cp -R "$argument" "$kept"
            argument=$kept
        fi
        set -- "$@" "$option$argument"
    done
    cd "$work/code"
    if command -v nvidia-smi >/dev/null; then nvidia-smi -L || true; fi
    setsid sh training/slice.sh supervise --minutes "$minutes" "$@" </dev/null >"$work/home/output.txt" 2>&1 &
    echo $! >"$work/session"
    watch
    ;;
supervise)
    shift
    supervise "$@"
    ;;
poll)
    must_have_begun
    watch
    ;;
finish)
    must_have_begun
    : >"$work/stop"
    watch
    ;;
*) misuse ;;
esac
