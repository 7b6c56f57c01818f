#!/bin/sh
# One training run on a GPU machine, in calls of at most ten minutes: start, poll as often as needed, finish.
#   training/train.sh start MINUTES [OPTION...]   starts a run in the background, with the options of training/train_run.py;
#                                                 then watches it
#   training/train.sh poll                        watches it again
#   training/train.sh finish                      ends self-play if it is still running, and watches until the run is done
# Watching prints the log and copies results to $OUT (default: train-out) every five seconds. It ends after $WATCH seconds
# (default: 560) or when the run is done. The background process survives the call; after a crash it is restarted and resumes.
set -eu

absolute() { # PATH: absolute, so that it survives cd
    case $1 in
    /*) echo "$1" ;;
    *) echo "$PWD/$1" ;;
    esac
}

work=$(absolute "${TRAIN_WORK:-${TMPDIR:-/var/tmp}/pentad-train}")
out=$(absolute "${OUT:-train-out}")
python=${PYTHON:-python3}
PATH=$PATH:/usr/local/cuda/bin
PYTHONUNBUFFERED=1
export PATH PYTHONUNBUFFERED

usage() {
    sed -n '2,8s/^# //p' "$0" >&2
    exit 2
}

# Some machines return only a few files, so logs and nets are packed into one. (tar may complain that a log grew.)
copy_results() {
    mkdir -p "$out"
    for file in "$work"/results/*.pt "$work"/results/*.bin; do
        [ ! -f "$file" ] || cp "$file" "$out/"
    done
    tar -czf "$out/results.tgz" -C "$work/results" --exclude='*.pt' --exclude='*.bin' . || true
}

require_run() {
    [ -d "$work/results" ] || {
        echo 'train: no run was started here; use training/train.sh start MINUTES' >&2
        exit 2
    }
}

watch() {
    end=$(($(date +%s) + ${WATCH:-560}))
    while :; do
        copy_results
        shown=$(cat "$work/shown" 2>/dev/null || echo 0)
        if [ -f "$work/results/log.jsonl" ]; then
            lines=$(wc -l <"$work/results/log.jsonl")
            sed -n "$((shown + 1)),${lines}p" "$work/results/log.jsonl"
            echo "$lines" >"$work/shown"
        fi
        [ ! -f "$work/done" ] || break
        [ ! -f "$work/gave-up" ] || break
        # Return early on the first failure: there may be time to fix it and start again.
        if [ -f "$work/results/log.jsonl" ] && [ ! -f "$work/failure-shown" ] && grep -q '"failed"' "$work/results/log.jsonl"; then
            : >"$work/failure-shown"
            grep -v '^{' "$work/results/output.txt" | tail -n 60
            echo 'train: a step failed (see above); the run continues: poll again, or fix it and start again'
            break
        fi
        [ "$(date +%s)" -lt "$end" ] || break
        sleep 5
    done
    copy_results
    if [ -f "$work/gave-up" ]; then
        tail -n 40 "$work/results/output.txt"
        return 1
    fi
    if grep -qs '^failed' "$work/done"; then
        echo "train: done, but these steps failed: $(cut -d ' ' -f 2- <"$work/done"); see output.txt in results.tgz"
        return 1
    fi
}

# Runs in the background: a crash costs what happened since the last checkpoint, not the run.
supervise() {
    for try in 1 2 3 4; do
        echo "try $try at $(date)"
        if "$python" -m training.train_run --out "$work" "$@"; then return; fi
        sleep 2
    done
    : >"$work/gave-up"
}

case ${1:-} in
start)
    [ $# -ge 2 ] || usage
    minutes=$2
    shift 2
    failure=$("$python" -c 'import numpy, torch' 2>&1) || {
        echo "train: $python cannot load NumPy and PyTorch ($(echo "$failure" | tail -n 1)); set PYTHON to one that can" >&2
        exit 2
    }
    "$python" -m training.train_run --check --out "$work" --minutes "$minutes" "$@" || exit 2
    if [ -f "$work/session" ]; then kill -- "-$(cat "$work/session")" 2>/dev/null || true; fi # an earlier run
    rm -rf "$work"
    mkdir -p "$work/results" "$work/code" "$work/inputs"
    cp -R training "$work/code/"
    # The next call may bring another tree, so the files and folders named by options are copied too.
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
            copy=$work/inputs/$(basename -- "$argument")
            while [ -e "$copy" ]; do copy=${copy}_; done # the name is taken
            cp -R "$argument" "$copy"
            argument=$copy
        fi
        set -- "$@" "$option$argument"
    done
    cd "$work/code"
    if command -v nvidia-smi >/dev/null; then nvidia-smi -L || true; fi
    setsid sh training/train.sh supervise --minutes "$minutes" "$@" </dev/null >"$work/results/output.txt" 2>&1 &
    echo $! >"$work/session"
    watch
    ;;
supervise)
    shift
    supervise "$@"
    ;;
poll)
    require_run
    watch
    ;;
finish)
    require_run
    : >"$work/stop"
    watch
    ;;
*) usage ;;
esac
