#!/bin/sh
# Makes the puzzles in the mist from games of our levels: data/puzzles/mist.sh > web/js/course/mist_puzzle_data.js
# The same program gives the same puzzles, in about three minutes. PENTAD: the program (default: build/pentad).
set -eu
pentad=${PENTAD:-build/pentad}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$pentad" match --mist level:2,1 b=level:2,2 level:3,1 d=level:3,3 --games 140 --seed 2 --concurrency 2 --quiet \
    --jsonl "$work/games.json" >/dev/null
"$pentad" puzzles --mist --per-game 4 --quiet "$work/games.json" >"$work/all.json"

# of_level LEVEL COUNT
of_level() {
    grep "\"level\":$1" "$work/all.json" | head -n "$2" | sed 's/$/,/'
}

cat <<'END'
// Puzzles in the mist, generated and proved: data/puzzles/mist.sh. The last stone is the hidden one.
/** @type {{moves: string, answer: string, known: string, level: number}[]} */
export const MIST_PUZZLES = [
END
of_level 1 40
of_level 2 60
of_level 3 60
echo '];'
