#!/bin/sh
# `pentad selfplay`, training/tune.py and training/publish as programs: the same seed gives the same
# games, bad files are rejected, Ctrl-C keeps finished games, players can use the fitted weights, and a
# net is published only if it wins. PYTHON selects an interpreter with NumPy.
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=${PENTAD:-build/pentad}
PYTHON=${PYTHON:-/usr/bin/python3}
PYTHONDONTWRITEBYTECODE=1
export PYTHON PYTHONDONTWRITEBYTECODE
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# same WHAT GOT WANTED
same() {
    [ "$2" = "$3" ] || echo "$1: '$2', not '$3'"
}

# fails STATUS MESSAGE COMMAND...: exits with that status, and prints the message on stderr.
fails() {
    status=$1
    message=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err"
    same 'exit status' "$?" "$status"
    grep -qF -- "$message" "$work/err" || {
        echo "expected '$message' but got:"
        cat "$work/err"
    }
}

# quick FILE OPTIONS...: small games.
quick() {
    file=$1
    shift
    "$pentad" selfplay --nodes 40 --size 9 --most-stones 5 --balance 400 "$@" "$file"
}

tune() {
    "$PYTHON" -m training.tune --program "$pentad" "$@"
}

# ---- Self-play

check_seed() {
    quick "$work/one" --games 8 --threads 1 >"$work/out" || echo "exit status $?"
    quick "$work/two" --games 8 --threads 2 >/dev/null
    cmp "$work/one" "$work/two"
    quick "$work/other" --games 8 --seed 2 >/dev/null
    ! cmp -s "$work/one" "$work/other" || echo 'another seed gives the same games'
    grep -q '^8 games, [0-9]* positions in [0-9.]* s: Black won [0-9]*, White [0-9]*, drawn [0-9]*$' \
        "$work/out" || cat "$work/out"
}

check_list() {
    quick "$work/renju" --games 5 --rules renju >/dev/null
    "$pentad" selfplay --print "$work/renju" >"$work/out" || echo "exit status $?"
    same 'games' "$(wc -l <"$work/out")" 5
    grep -vE '^renju 9 (black|white|draw) ([a-i][1-9])+$' "$work/out"
}

check_existing() {
    echo precious >"$work/kept"
    fails 2 'kept exists: choose another name or remove it' quick "$work/kept"
    same 'the file' "$(cat "$work/kept")" precious
}

# Finished games are complete, and the exit status is that of the signal. Background jobs of a shell
# ignore SIGINT, so this sends SIGTERM.
check_interrupt() {
    "$pentad" selfplay --nodes 40 --size 9 --balance 400 --games 1000000 "$work/cut" >"$work/out" &
    pid=$!
    while [ ! -s "$work/cut" ] || [ "$(wc -c <"$work/cut")" -lt 500 ]; do sleep 0.1; done
    kill -TERM "$pid"
    wait "$pid"
    same 'exit status' "$?" 143
    games=$("$pentad" selfplay --print "$work/cut" | wc -l)
    same 'games' "$(cut -d ' ' -f 1 "$work/out")" "$games"
    [ "$games" -gt 0 ] || echo 'nothing was kept'
}

# The net changes the games. A net for other rules is rejected.
check_net() {
    net=$(published_net freestyle)
    quick "$work/plain" --games 4 --seed 3 >/dev/null
    quick "$work/with" --games 4 --seed 3 --net "$net" >/dev/null || echo "exit status $?"
    same 'games' "$("$pentad" selfplay --print "$work/with" | wc -l)" 4
    ! cmp -s "$work/plain" "$work/with" || echo 'the net changes nothing'
    fails 2 'a net for freestyle, not for caro' quick "$work/none" --rules caro --net "$net"
    [ ! -e "$work/none" ] || echo 'a file without a game is left'
    net=$(published_net standard)
    quick "$work/none" --games 1 --rules standard --net "$net" >/dev/null || echo "exit status $?"
}

check_stones() {
    fails 2 '--least-stones 6 is more than --most-stones 5' \
        quick "$work/none" --least-stones 6
}

# The features are bytes, which would garble a terminal.
check_terminal() {
    quick "$work/shown" --games 1 >/dev/null
    "$PYTHON" -c 'import pty, sys; pty.spawn(sys.argv[1:])' "$pentad" selfplay --features "$work/shown" >"$work/out"
    grep -q 'redirect the output to a file' "$work/out" || head -c 200 "$work/out"
}

report 'the same seed gives the same games with any number of threads' check_seed
report 'games can be listed' check_list
report 'an existing file is not overwritten' check_existing
report 'a signal keeps finished games' check_interrupt
report 'games with a net' check_net
report 'contradicting opening lengths are rejected' check_stones
report 'features are not written to a terminal' check_terminal

# ---- Tuning

# loss WHEN: the loss printed by training/tune.py, times 100,000.
loss() {
    sed -n "s/^$1: loss 0\.\([0-9]*\) .*/\1/p" "$work/out"
}

check_tuning() {
    quick "$work/games" --games 400 --nodes 60 >/dev/null
    tune --out "$work/weights" "$work/games" >"$work/out" 2>"$work/err" ||
        echo "exit status $?"
    same 'size' "$(wc -c <"$work/weights")" 44928
    grep -q '^values, epoch 30 of 30: loss 0\.[0-9]*, validation loss 0\.[0-9]*, 0:00 left$' "$work/err" ||
        cat "$work/err"
    tune --from "$work/weights" "$work/games" >"$work/again" || echo "exit status $?"
    same 'validation of the file' "$(sed -n 's/^before//p' "$work/again")" \
        "$(sed -n 's/^after//p' "$work/out")"
    tune --out "$work/twice" "$work/games" >/dev/null 2>&1
    cmp "$work/weights" "$work/twice"
}

check_learning() {
    tune --out "$work/few" --epochs 1 "$work/games" >"$work/out" 2>/dev/null
    early=$(loss after)
    tune --out "$work/many" --epochs 40 "$work/games" >"$work/out" 2>/dev/null
    [ "$(loss after)" -lt "$early" ] || echo "held out: $early, then $(loss after)"
}

check_playing() {
    "$pentad" match "strong:nodes=50,weights=$work/weights" greedy --games 2 --size 9 -q \
        >"$work/out" 2>&1 || cat "$work/out"
    fails 2 'strong:weights=/nowhere: /nowhere: No such file or directory' \
        "$pentad" match 'strong:weights=/nowhere' greedy --games 2
}

# One epoch is worse than the baseline weights, which were fitted to the same games.
check_keeping() {
    tune --from "$work/weights" --epochs 1 --out "$work/kept" "$work/games" \
        >"$work/out" 2>/dev/null || echo "exit status $?"
    grep -e '^values: ' -e '^order: ' "$work/out" | grep -v ': not better on the held-out positions; keeps the baseline weights$'
    cmp "$work/weights" "$work/kept"
    same 'validation' "$(sed -n 's/^after//p' "$work/out")" "$(sed -n 's/^before//p' "$work/out")"
}

# The first epoch is cut short. Background jobs of a shell ignore SIGINT, so this sends SIGTERM. Another
# row must not have written cut.err: it would have lines before the program has started.
check_interrupted_tuning() {
    "$PYTHON" -m training.tune --program "$pentad" --epochs 10000 --out "$work/cut.weights" "$work/games" \
        >"$work/out" 2>"$work/cut.err" &
    pid=$!
    await has_lines 2 "$work/cut.err"
    kill -TERM "$pid"
    wait "$pid"
    same 'exit status' "$?" 143
    grep -q '^after: ' "$work/out" || cat "$work/out" "$work/cut.err"
    same 'size' "$(wc -c <"$work/cut.weights")" 44928
}

report 'weights are fitted, the same ones each time' check_tuning
report 'a signal keeps what is fitted' check_interrupted_tuning
report 'more epochs have a lower validation loss' check_learning
report 'a player uses the weights' check_playing
report 'weights that are not better are not kept' check_keeping

# ---- Bad files

check_bad_files() {
    head -c 300 "$work/games" >"$work/short"
    fails 1 'short: game ' tune "$work/short"
    fails 1 'truncated' "$pentad" selfplay --print "$work/short"
    printf 'pentadG1' >"$work/empty"
    fails 1 '0 games with freestyle rules: too few, at least 10 are needed' \
        tune "$work/empty"
    fails 1 '0 games with standard rules' tune --rules standard "$work/games"
    fails 1 "not a file of packed games: it does not begin with 'pentadG1'" \
        tune "$work/weights"
    fails 1 "not a file of weights: it does not begin with 'pentadW1'" \
        tune --from "$work/games" "$work/games"
    fails 1 'weights for freestyle, not for renju' \
        tune --rules renju --from "$work/weights" "$work/games"
    fails 1 'No such file or directory' tune "$work/nothing"
    fails 1 'nowhere/: No such file or directory' tune --out "$work/nowhere/x" "$work/games"
    fails 2 'weights for freestyle, not for renju' quick "$work/new" --rules renju \
        --weights "$work/weights"
}

report 'bad files are rejected with a reason' check_bad_files

# ---- Publishing a net: an untrained one is beaten by the published net of its own rules

# published_tree: what training/publish reads and writes, as a tree of its own.
published_tree() {
    mkdir -p "$work/tree/tests/engine" "$work/tree/training"
    cp -r training/*.py training/publish training/recipes "$work/tree/training/"
    cp -r data "$work/tree/"
    cp tests/engine/bench_signatures.inc "$work/tree/tests/engine/"
}

publish() {
    "$work/tree/training/publish" "$@" --program "$pentad" --nodes 40 --match-games 20 --concurrency 2 --positions 20
}

check_publishing() {
    published_tree
    "$PYTHON" -m training.vectors --random 7 --count 1 "$work/weak.net" "$work/vectors"
    cp -r "$work/tree" "$work/before"
    fails 1 'not published' publish "$work/weak.net" --sprt off
    diff -r "$work/before" "$work/tree"
    strong=$(published_net freestyle)
    name=$(basename "$strong" .net)
    kind=${name%-*}
    # Now the weak net is the published one.
    cp "$work/weak.net" "$work/tree/$strong"
    publish "$strong" --sprt off >"$work/out" 2>"$work/err" || cat "$work/err"
    next=$(sed -n "s/^wrote data.nets.\($kind-[0-9]*\)\.net$/\1/p" "$work/out")
    "$pentad" net "$work/tree/data/nets/$next.net" | grep -qx "name          $next" || echo "no net $next"
    [ "$next" != "$name" ] || echo "$next is the old name"
    [ ! -e "$work/tree/$strong" ] || echo 'the old net is still there'
    sed "s/$next/$name/" "$work/tree/data/nets/table" | cmp - data/nets/table
    cmp "$work/tree/tests/engine/bench_signatures.inc" tests/engine/bench_signatures.inc # the same net
    grep -q "$next against $name" "$work/tree"/training/recipes/*"-$next.md" || echo 'no recipe'
}

report 'a net is published only if it wins' check_publishing

report_end
