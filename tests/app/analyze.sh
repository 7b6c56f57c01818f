#!/bin/sh
# `pentad analyze` as a program: positions and games, every kind of output, bad input.
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=${PENTAD:-build/pentad}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# White ignores Black's open three, Black does not continue, and White wins.
echo h8c3h9c4h10c5a15c6o15c7 >"$work/game.txt"
# White never defends, and is lost after the first moves.
echo h8a1i8a15j8o1k8o15l8 >"$work/onesided.txt"

analyze() {
    "$pentad" analyze -f pos --nodes 20000 "$@" 2>&1
}

# says PATTERN FILE OPTIONS...: some line of the output matches.
says() {
    want=$1
    shift
    analyze "$@" >"$work/out"
    grep -q -- "$want" "$work/out" || { echo "no line with: $want"; cat "$work/out"; }
}

lacks() {
    want=$1
    shift
    analyze "$@" | grep -- "$want"
}

# refuses TEXT STATUS OPTIONS...
refuses() {
    want=$1 status=$2
    shift 2
    out=$(analyze "$@")
    got=$?
    [ "$got" -eq "$status" ] || echo "exit status $got, not $status"
    case $out in *"$want"*) ;; *) echo "no '$want' in: $out" ;; esac
}

echo h1e4h2f4h3g4h5a15h6c14h7e13d4 >"$work/foul.pos"
report 'a forbidden reply is not counted in the length of a win' says 'i4 *wins in 3 .* i4$' "$work/foul.pos" --rules renju --nodes 10000
report 'and is not in any line' says 'i4 *wins in 3 .* i4$' "$work/foul.pos" --rules renju --nodes 10000 --lines 3
report 'a proven win has its length in stones' says 'wins in 3' "$work/game.txt" --move 6
report 'a proven loss too' says 'loses in 2' "$work/game.txt" --move 8
report 'the number of lines' says '^  5\. ' "$work/game.txt" --move 3 --lines 5
report 'a heat map has stones and percentages' says ' X ' "$work/game.txt" --move 3 --heat
report 'JSON has the line' says '"line":\["[a-o]' "$work/game.txt" --move 3 --json
# says_of_moves PATTERN WORD: a word in place of a file.
says_of_moves() {
    "$pentad" analyze --nodes 2000 "$2" 2>&1 | grep -q -- "$1" || echo "no line with: $1"
}
report 'a string of moves in place of a file' says_of_moves 'wins in 3' h8c3h9c4h10c5
report 'a word that is neither' says_of_moves 'xyz: no such file, and not a move string' xyz
report 'a game has a chart' says '^ 100 % ' "$work/game.txt" --game
report 'a missed win is reported' says 'Black a15 .*misses a win, lets White win in 3; better (wins in 3): h' "$work/game.txt" --game
report 'an allowed win is reported even if the estimate hardly changes' says 'White c5 *mistake *gives away [0-9] %, lets Black win in 3;' "$work/game.txt" --game
report 'no move is good in a lost position' says '"played":"o15",.*"grade":"lost"' "$work/onesided.txt" --game --json
report 'JSON of a game has every move' says '"move":10,"turn":"white","played":"c7"' "$work/game.txt" --game --json

report 'a finished game is analyzed without --game' says 'Black a15 .*misses a win' "$work/game.txt"
report 'and a note says so' says '^the game is over: all its moves are analyzed, as with --game' "$work/game.txt"
report 'options of a position are for one' says '^--heat and --lines are ignored: they are for one position; use --move N' "$work/game.txt" --heat
report 'also with --game' says '^--heat and --lines are ignored' "$work/game.txt" --game --lines 5
report 'a position takes them without a word' lacks 'ignored' "$work/game.txt" --move 3 --heat --lines 5
report 'its last position names the way out' refuses 'use --move N for an earlier one, or --game for all' 1 "$work/game.txt" --move 10
printf '(;GM[4]SZ[15]RU[freestyle]RE[W+R];B[hh];W[ii])' >"$work/resigned.sgf"
report 'the last position of a resigned game has moves' says ' nodes in ' --from sgf "$work/resigned.sgf" --move 2 --nodes 1000
report 'no time at all' refuses '--seconds: it must be more than 0' 2 "$work/game.txt" --move 3 --seconds 0
report 'not a time' refuses "--seconds: 'soon' is not a number of seconds" 2 "$work/game.txt" --move 3 --seconds soon

is_same_twice() {
    analyze "$work/game.txt" --game --json >"$work/first"
    analyze "$work/game.txt" --game --json >"$work/second"
    cmp "$work/first" "$work/second"
}
report 'the same nodes give the same review' is_same_twice

# net OPTIONS...: the analysis of a quiet position, without the time.
net() {
    analyze "$work/quiet.txt" --json --nodes 3000 "$@" | sed 's/"ms":[0-9]*//'
}

judges_with_a_net() {
    echo h8i9h9 >"$work/quiet.txt"
    cp "$(published_net freestyle)" "$work/a,b.net"
    net >"$work/own"
    net --net "$work/a,b.net" | diff "$work/own" - || echo 'the same net, another answer'
    net --net on | diff "$work/own" -
    ! net --net off | cmp -s "$work/own" - || echo 'the net changes nothing'
    net --net "$(published_net renju)" --rules renju >"$work/out" || cat "$work/out"
    grep -q '"win_rate"' "$work/out" || cat "$work/out"
}
report 'another net, and no net' judges_with_a_net
report 'a net for other rules' refuses 'a net for freestyle, not for caro' 1 "$work/game.txt" --move 3 --rules caro --net "$work/a,b.net"
report 'not a net' refuses "not a net: it does not begin with 'PENTADNN'" 1 "$work/game.txt" --move 3 --net "$work/game.txt"

# Black's second stone must be away from the center: f to j, 6 to 10 are barred.
keeps_to_the_opening() {
    echo '(;GM[4]SZ[15]OPENING[pro];B[hh];W[ig];B[ll];W[gg])' >"$work/pro.sgf"
    "$pentad" analyze --nodes 5000 --lines 20 --json --move 2 "$work/pro.sgf" >"$work/out"
    grep -c '"move":"' "$work/out" | grep -qx 1 || cat "$work/out"
    grep -o '"move":"[f-j]\([6-9]\|10\)"' "$work/out"
    "$pentad" analyze --nodes 500 --game --json "$work/pro.sgf" 2>&1 | grep -E '"move":(1|3),'
}
report 'a pro opening bars points' keeps_to_the_opening

annotates() {
    analyze "$work/game.txt" --game --sgf "$work/game.sgf" --svg "$work/curve.svg" >/dev/null
    grep -q 'BM\[2\]' "$work/game.sgf" || echo "no blunder in the SGF"
    "$pentad" convert --quiet "$work/game.sgf" --to pos - | cmp - "$work/game.txt"
    grep -q '<polyline' "$work/curve.svg" || echo "no curve"
    grep -q ">Black's win rate</text>" "$work/curve.svg" || echo "no heading"
    grep -q '>move</text>' "$work/curve.svg" || echo "no name of the axis"
}
report 'an annotated SGF has the same moves, and marks the blunder' annotates

as_many_as_asked() {
    analyze "$work/game.txt" --move 3 --lines 2 --json --heat --svg "$work/board.svg" >"$work/out"
    grep -o '"wins_in\|"win_rate' "$work/out" | wc -l | grep -qx ' *2' || cat "$work/out"
}
report 'an image does not change the JSON' as_many_as_asked

draws() {
    analyze "$work/game.txt" --move 3 --svg "$work/board.svg" >/dev/null
    grep -q 'hsl(' "$work/board.svg" || echo "no heat in the picture"
}
report 'an image has the good moves' draws

report '--sgf needs --game' refuses '--sgf needs --game' 1 "$work/game.txt" --move 3 --sgf "$work/x.sgf"
report 'more moves than the game has' refuses 'no position after 99 moves: the game has' 1 "$work/game.txt" --move 99
report 'no such file' refuses 'No such file' 1 "$work/none.txt"
report 'no file at all' refuses 'FILE' 2

interrupted() {
    "$pentad" analyze -f pos --game --seconds 60 "$work/game.txt" >"$work/out" 2>&1 &
    job=$!
    await is_ready $job
    kill -TERM $job # background jobs of a shell ignore SIGINT
    wait $job
    status=$?
    [ "$status" -eq 143 ] || echo "exit status $status, not 143"
    grep -q '^stopped: [0-9]* of 1[01] positions were analyzed' "$work/out" || cat "$work/out"
}
report 'a signal prints the results so far' interrupted
report_end
