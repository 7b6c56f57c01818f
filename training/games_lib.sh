# shellcheck shell=sh
# Functions for the games.sh of a plan (training/gpu_call.sh), which begins with ". ./games_lib.sh" and ends with
# "touch done". Each runs pentad with $THREADS threads (default: 13 of 16, because training needs some) for at most SECONDS.
# When it is ended, games and openings are complete so far, and a match prints its table.
set -u

say() { echo "$(date -u +%T) $*"; }

# SECONDS LOG ARGUMENT...: pentad with these arguments
limited() {
    limit=$1 log=$2
    shift 2
    say "$*"
    timeout --foreground -s TERM "$limit" nice ./pentad "$@" >"$log" 2>&1 &
    echo $! >running
    wait $!
}

# SECONDS NAME ARGUMENT...: engine games into NAME.games
selfplay() {
    limit=$1 name=$2
    shift 2
    limited "$limit" "$name.log" selfplay --threads "${THREADS:-13}" --games 1000000 "$@" "$name.games"
}

# SECONDS NAME ARGUMENT...: balanced openings into NAME.txt
openings() {
    limit=$1 name=$2
    shift 2
    limited "$limit" "$name.log" openings --threads "${THREADS:-13}" --output "$name.txt" "$@"
}

# SECONDS NAME ARGUMENT...: the table into match-NAME.txt, the games into match-NAME.json. With a node limit a book gives two
# different games for each opening, so play more with other numbers of nodes.
match() {
    limit=$1 name=$2
    shift 2
    limited "$limit" "match-$name.txt" match "$@" -c "${THREADS:-13}" -q --jsonl "match-$name.json"
    tail -n 4 "match-$name.txt"
}

# FILE COMMAND...: runs it until it ends or FILE is there, then waits for FILE
until_there() {
    file=$1
    shift
    "$@" &
    job=$!
    while [ ! -f "$file" ] && kill -0 "$job" 2>/dev/null; do sleep 1; done
    # First the script, so that it starts nothing else.
    if kill "$job" 2>/dev/null; then kill -TERM "$(cat running)"; fi
    wait "$job"
    while [ ! -f "$file" ]; do sleep 1; done
}
