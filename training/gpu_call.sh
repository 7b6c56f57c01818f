#!/bin/sh
# Training with games beside it, on a GPU machine that ends a call after some minutes and is thrown away afterwards.
#   training/gpu_call.sh pack PROGRAM PLAN     puts the program with its libraries into PLAN: the machine may have others
#   training/gpu_call.sh start PLAN            starts PLAN/games.sh on the cores, then PLAN/train.sh, and watches
#   training/gpu_call.sh poll PLAN             watches again
#   training/gpu_call.sh end PLAN SECONDS      watches until games and training are done, at most SECONDS; then ends the games
# PLAN is a folder: games.sh (see training/games_lib.sh), train.sh (calls "training/train.sh start ...") and what they need.
# The games are played in a copy, $GAMES_WORK. Results go to $OUT (default: train-out) every 30 seconds: what
# training/train.sh copies, *.games, and the other files of $GAMES_WORK in games.tgz.
set -u

usage() {
    sed -n '2,9s/^# //p' "$0" >&2
    exit 2
}
[ $# -ge 2 ] || usage
training=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
: "${GAMES_WORK:=${TMPDIR:-/var/tmp}/pentad-games}" "${TRAIN_WORK:=${TMPDIR:-/var/tmp}/pentad-train}" "${OUT:=$PWD/train-out}"
export GAMES_WORK TRAIN_WORK OUT

pack() { # PROGRAM PLAN
    mkdir -p "$2/lib" || exit 1
    # Each line has one path: "name => /path (address)", or "/path (address)" for the loader.
    ldd "$1" | grep -o '/[^ ]*' | xargs cp -L -t "$2/lib" || exit 1
    cp "$1" "$2/lib/pentad"
    cat >"$2/pentad" <<'SH'
#!/bin/sh
lib=$(dirname -- "$0")/lib
exec "$lib"/ld-linux-*.so.* --library-path "$lib" "$lib/pentad" "$@"
SH
    chmod +x "$2/pentad"
}

copy_games() {
    mkdir -p "$OUT"
    cp "$GAMES_WORK"/*.games "$OUT/" 2>/dev/null
    tar -czf "$OUT/games.tgz" -C "$GAMES_WORK" --exclude='*.games' --exclude='*.net' --exclude=./lib . 2>/dev/null
}

start_games() {
    rm -rf "$GAMES_WORK"
    mkdir -p "$GAMES_WORK"
    cp -R "$plan/." "$training/games_lib.sh" "$GAMES_WORK/"
    "$GAMES_WORK/pentad" --version || exit 1
    (cd "$GAMES_WORK" && exec setsid sh games.sh </dev/null >games.log 2>&1) &
}

# Trains by the command, which watches, while the games are played.
watch() {
    (while :; do
        sleep 30
        copy_games
    done) </dev/null >/dev/null 2>&1 &
    copier=$!
    (cd "$training/.." && exec sh "$@")
    status=$?
}

finish() {
    kill "$copier"
    copy_games
    tail -n 40 "$GAMES_WORK/games.log"
    exit "$status"
}

if [ "$1" = pack ]; then
    [ $# -eq 3 ] || usage
    pack "$2" "$3"
    exit
fi
plan=$(CDPATH='' cd -- "$2" && pwd) || exit 2
began=$(date +%s)
case $1 in
start)
    start_games
    watch "$plan/train.sh"
    finish
    ;;
poll)
    watch training/train.sh poll
    finish
    ;;
end)
    [ $# -eq 3 ] || usage
    watch training/train.sh poll
    while [ "$(date +%s)" -lt $((began + $3)) ] && [ ! -f "$GAMES_WORK/done" ]; do sleep 1; done
    if [ ! -f "$GAMES_WORK/done" ]; then
        kill -TERM "$(cat "$GAMES_WORK/running")" # a match prints its table
        sleep 2
    fi
    finish
    ;;
*) usage ;;
esac
