#!/bin/sh
# `pentad puzzles` as a program: the same bytes with any number of threads, no duplicates, --check, the
# file after a signal, and bad input.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=${PENTAD:-build/pentad}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# Three games of weak levels with one or two puzzles each.
cat >"$work/games" <<'GAMES'
# freestyle, as moves and as JSON
i6g8f10k5i3j6i7h9h4i8f4i4g5e3j2k1f6
{"game":2,"rules":"freestyle","size":15,"moves":"i7h5j10h4f6g4h6i4f4j4k4g5g7f5h8i9e5d4j7i5j5h7g6e6j6"}
renju k5f5e10e5g5e6g4g6e4f6h6d6c6g3
GAMES

puzzles() {
    "$pentad" puzzles --engine-nodes 2000 --nodes 3000 --others-nodes 3000 --screen-nodes 1000 "$@"
}

check_threads() {
    puzzles "$work/games" --output "$work/one" || echo "exit status $?"
    puzzles "$work/games" --threads 3 >"$work/three" || echo "exit status $?"
    cmp "$work/one" "$work/three"
    [ "$(wc -l <"$work/one")" -ge 3 ] || cat "$work/one"
    grep -q '"kind":"attack","solution":"[a-o][0-9]*","themes":\[".*"\]' "$work/one" || cat "$work/one"
    puzzles "$work/games" --seed 2 | cmp -s - "$work/one" && echo 'another seed, the same puzzles'
}
report 'the same with any number of threads' check_threads

check_twice() {
    cat "$work/games" "$work/games" >"$work/both"
    puzzles "$work/both" | cmp - "$work/one"
}
report 'no duplicates' check_twice

check_files() {
    printf 'i6g8f10k5i3j6i7h9h4i8f4i4g5\n' >"$work/game.pos"
    puzzles "$work/game.pos" | grep -q '"solution"' || echo 'none from a .pos file'
}
report 'from a game file' check_files

check_none() {
    printf 'h8i9h9\n' >"$work/short.pos"
    puzzles "$work/short.pos" 2>&1 | grep -qx 'no puzzles found (games: 1)' || echo 'silence'
    puzzles --quiet "$work/short.pos" 2>&1
}
report 'no puzzle in a game' check_none

check_check() {
    "$pentad" puzzles --check "$work/one" >"$work/said" || cat "$work/said"
    grep -q "^$(wc -l <"$work/one") puzzles, 0 wrong$" "$work/said" || cat "$work/said"
}
report '--check accepts them' check_check

# wrong PATTERN EXPRESSION: the first puzzle, changed by sed, is rejected with a matching line.
wrong() {
    head -n 1 "$work/one" | sed "$2" >"$work/changed"
    cmp -s "$work/changed" "$work/one" && echo 'nothing was changed'
    "$pentad" puzzles --check "$work/changed" >"$work/said" 2>&1 && echo 'it is taken for true'
    grep -q "changed:1: .*$1" "$work/said" || cat "$work/said"
}
check_wrong() {
    wrong 'solution' 's/"solution":"[a-o][0-9]*"/"solution":"a1"/'
    wrong 'rating' 's/"rating":[0-9]*/"rating":1/'
    wrong '99 stones are claimed' 's/"stones":[0-9]*/"stones":99/'
    wrong 'themes' 's/"themes":\[[^]]*\]/"themes":["double-four"]/'
    wrong 'there is no theme' 's/"themes":\[[^]]*\]/"themes":["fours"]/'
    wrong '"levels" has fewer' 's/"levels":\[[0-9]*,/"levels":[/'
    wrong 'other moves are claimed' 's/"refuted":[0-9]*/"refuted":1/'
    wrong 'another position' 's/"id":"./"id":"x/'
    wrong '"moves" is missing' 's/"moves"/"mores"/'
    wrong 'quote' 's/.\{20\}$//; s/"[^"]*$//'
    { head -n 1 "$work/one" && head -n 1 "$work/one"; } >"$work/changed"
    "$pentad" puzzles --check "$work/changed" | grep -q 'changed:2: duplicate position' || echo 'a duplicate is accepted'
    { head -n 1 "$work/one" && yes garbage | head -n 70; } >"$work/changed"
    "$pentad" puzzles --check "$work/changed" >"$work/said" 2>&1 && echo 'garbage is taken for true'
    grep -q '^71 puzzles, 70 wrong$' "$work/said" || tail -n 3 "$work/said"
}
report '--check rejects changed puzzles' check_wrong

# It handles a signal during the search; finished batches are in the file.
check_signal() {
    for _ in 1 2 3 4 5 6 7 8 9; do cat "$work/games"; done >"$work/many"
    "$pentad" puzzles "$work/many" --others-nodes 1000000 --output "$work/part" 2>/dev/null &
    pid=$!
    await test -f "$work/part"
    sleep 1
    kill -TERM $pid
    wait $pid
    status=$?
    [ "$status" -eq 143 ] || [ "$status" -eq 0 ] || echo "exit status $status"
}
report 'a signal stops it' check_signal

check_bad() {
    puzzles "$work/none" >"$work/said" 2>&1 && echo 'a missing file is fine'
    grep -q 'none: No such file' "$work/said" || cat "$work/said"
    echo 'h8h8' >"$work/bad"
    puzzles "$work/bad" >"$work/said" 2>&1 && echo 'a bad game is fine'
    grep -q 'bad:1: .*occupied' "$work/said" || cat "$work/said"
    echo '{"rules":"freestyle","moves":"h8"}' >"$work/bad"
    puzzles "$work/bad" 2>&1 | grep -q 'a game needs "rules", "size" and "moves"' || echo 'JSON without a size is fine'
    puzzles "$work/games" --output "$work/one" 2>&1 | grep -q 'one exists: choose another name' || echo 'a file is overwritten'
    puzzles "$work/games" --count 50 2>&1 >"$work/few" | grep -q 'only [0-9]* of 50 puzzles' || echo 'too few are enough'
}
report 'bad input is reported' check_bad

check_data() {
    for file in data/puzzles/*.json; do
        head -n 3 "$file" >"$work/some"
        "$pentad" puzzles --check "$work/some" >"$work/said" || cat "$work/said"
    done
}
report 'the first puzzles of data/puzzles are right' check_data

# ---- The mist

check_mist() {
    sed -n 's/^\({.*}\),$/\1/p' web/js/course/mist_puzzle_data.js >"$work/mist"
    [ "$(wc -l <"$work/mist")" -ge 100 ] || echo 'fewer than 100 puzzles'
    "$pentad" puzzles --mist --check "$work/mist" >"$work/said" || cat "$work/said"
    sed -n 's/.*"moves":"\([a-s0-9]*\)".*/\1a1/p' "$work/mist" | head -n 3 >"$work/lines"
    "$pentad" puzzles --mist --per-game 8 --size 19 --quiet "$work/lines" >"$work/again" || echo "exit status $?"
    head -n 3 "$work/mist" | grep -qxFf - "$work/again" || echo 'a puzzle is not found again in its game'
    {
        head -n 1 "$work/mist" | sed 's/"level":1/"level":3/'
        head -n 2 "$work/mist" | tail -n 1 | sed 's/"answer":"[a-s0-9]*"/"answer":"a1"/'
        echo '{"moves":"j10h17","answer":"h17","known":"","level":1}'
        echo '{"moves":"j10h17","level":1}'
    } >"$work/wrong"
    "$pentad" puzzles --mist --check "$work/wrong" >"$work/said" && echo 'wrong puzzles are fine'
    for text in ':1: the level should be 1' ':2: the hidden stone is on' ':3: the last stone is not certain' ':4: .*answer' '4 puzzles, 4 wrong'; do
        grep -q "$text" "$work/said" || cat "$work/said"
    done
}
report 'puzzles in the mist are right, and wrong ones are found' check_mist
report_end
