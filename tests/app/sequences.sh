#!/bin/sh
# The analysis course as a program: test vectors C64 to C72 of the specification, and the common
# command-line checks. The other vectors are in tests/protocol/sequences_test.c.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=$PWD/build/pentad
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# expect STATUS PATTERN WORDS...: standard input is passed on.
expect() {
    status=$1
    pattern=$2
    shift 2
    "$pentad" sequences "$@" >out 2>&1
    got=$?
    [ "$got" -eq "$status" ] || echo "exit status is $got, not $status"
    grep -q -- "$pattern" out || { echo "no line matches '$pattern':" && cat out; }
}

# counts FILE BLACK WHITE: the eight numbers of each colour's analysis.
counts() {
    got=$("$pentad" sequences "$1" | sed -n 's/.*rows of length .: //p' | tr '\n' ' ')
    [ "$got" = "$2 $3 " ] || echo "the counts are $got, not $2 $3"
}

cat >c64.txt <<'BOARD'
.....wb.
........
........
........
........
..w.....
..w.....
..w.....
BOARD
sed '4s/.*/.....b../; 5s/.*/....b.../' c64.txt >c65.txt
sed '6s/.*/..wb..../' c65.txt >c66.txt
white='0 0 0 1 0 0 0 0'
report C64 counts c64.txt '0 0 0 0 0 0 0 0' "$white"
report C65 counts c65.txt '1 0 0 0 0 0 0 0' "$white"
report C66 counts c66.txt '0 0 0 1 0 0 0 0' "$white"

# The report of C66, to the byte.
whole_report() {
    cat >want <<'REPORT'
*0|1|2|3|4|5|6|7*
0 | | | | |w|b| *
1 | | | | | | | *
2 | | | | | | | *
3 | | | | |b| | *
4 | | | |b| | | *
5 | |w|b| | | | *
6 | |w| | | | | *
7 | |w| | | | | *
*****************
Black stones
Open rows of length 2: 0
Semi-open rows of length 2: 0
Open rows of length 3: 0
Semi-open rows of length 3: 1
Open rows of length 4: 0
Semi-open rows of length 4: 0
Open rows of length 5: 0
Semi-open rows of length 5: 0
White stones
Open rows of length 2: 0
Semi-open rows of length 2: 0
Open rows of length 3: 0
Semi-open rows of length 3: 1
Open rows of length 4: 0
Semi-open rows of length 4: 0
Open rows of length 5: 0
Semi-open rows of length 5: 0
score: -20
is_win: Continue playing
search_max: (2, 6)
REPORT
    "$pentad" sequences c66.txt >out 2>&1
    diff want out
    # The output of print_board is a valid board.
    sed -n 1,10p out >printed
    "$pentad" sequences printed >again 2>&1
    cmp out again
}
report 'the whole report, for a drawing and for the output of print_board' whole_report

# game RESULT MOVES HUMAN...: the computer's moves when the person plays HUMAN (y,x pairs).
game() {
    result=$1
    moves=$2
    shift 2
    printf '%s\n' "$@" | tr , '\n' | "$pentad" sequences play 8 >out 2>err
    status=$?
    [ $status -eq 0 ] || echo "exit status is $status"
    [ "$(cat err)" = "Result: $result" ] || cat err
    got=$(sed -n 's/Computer move: (\(.*\), \(.*\))/\1,\2/p' out | tr '\n' ' ')
    [ "$got" = "$moves " ] || echo "the computer moves $got"
}
report C69 game 'Black won' '4,4 3,3 2,2 5,5 1,1' 0,0 0,1 0,2 0,3
report C70 game 'White won' '4,4 3,3 2,2 5,5 3,2 3,1 3,4' 2,3 1,4 1,1 6,6 1,2 1,3 1,0
drawn() {
    printf '%s\n' 2,1 3,0 1,1 6,6 3,1 4,1 5,2 4,2 5,3 0,2 3,4 3,6 4,3 3,7 6,0 6,5 1,5 5,7 2,3 4,7 \
        2,7 7,3 7,4 7,2 7,1 1,3 0,4 0,3 0,7 0,0 7,7 0,6 | tr , '\n' |
        "$pentad" sequences play >out 2>err
    [ "$(cat err)" = 'Result: Draw' ] || cat err
    [ "$(grep -c '^Computer move' out)" -eq 32 ] || grep '^Computer move' out
    [ "$(grep '^Computer move' out | tail -n 1)" = 'Computer move: (5, 6)' ] || tail -n 40 out
}
report C71 drawn

twelve() {
    awk 'BEGIN { for (i = 0; i < 12; i++) print "............" }' | "$pentad" sequences >out
    [ "$(sed -n 1p out)" = '*0|1|2|3|4|5|6|7|8|9|0|1*' ] || sed -n 1p out
    [ "$(sed -n 12p out)" = '0 | | | | | | | | | | | *' ] || sed -n 12p out
    [ "$(sed -n 14p out)" = '*************************' ] || sed -n 14p out
}
report C72 twelve

# One turn of the dialogue, to the byte.
one_turn() {
    printf '0\n0\n' | "$pentad" sequences play 2 >out 2>err
    analysis=$(printf '%s stones\n' Black White | while read -r line; do
        echo "$line"
        for length in 2 3 4 5; do
            echo "Open rows of length $length: 0"
            echo "Semi-open rows of length $length: 0"
        done
    done)
    cat >want <<TURN
*0|1*
0 | *
1 | *
*****
Computer move: (1, 1)
*0|1*
0 | *
1 |b*
*****
$analysis
Your move:
y coord: x coord: *0|1*
0w| *
1 |b*
*****
$analysis
*0|1*
0w| *
1 |b*
*****
Computer move: (0, 1)
*0|1*
0w|b*
1 |b*
*****
$analysis
TURN
    printf 'Your move:\ny coord: ' >>want
    diff want out
    [ "$(tail -n 1 err)" = 'The input ended before the game was over.' ] || cat err
}
report 'a turn of the dialogue' one_turn

interrupted() {
    rm -f pipe
    mkfifo pipe
    env --default-signal=INT "$pentad" sequences play <pipe >out 2>err & # background jobs ignore SIGINT by default
    program=$!
    exec 9>pipe
    await grep -q 'y coord: ' out
    kill -s INT "$program"
    wait "$program"
    status=$?
    exec 9>&-
    [ $status -eq 130 ] || echo "exit status is $status, not 130"
    [ "$(tail -n 1 err)" = 'Interrupted before the game was over.' ] || cat err
}
report 'Ctrl-C ends the game with a message' interrupted

printf '(;FF[4]GM[4]SZ[15];B[hh];W[ii];B[hi])' >game.sgf
report 'a game file by its extension' expect 0 '^search_max: (6, 7)$' game.sgf
report 'a game after two moves' expect 0 '^score: 0$' --move 2 game.sgf
report 'a classroom file' expect 0 '^is_win: White won$' --from classroom - <<'FILE'
Stefan
C
1
0,0,0,0,0,0,0,0
2,2,2,2,2,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
FILE
report 'six in a row do not win' expect 0 '^is_win: Continue playing$' <<'BOARD'
bbbbbb.
.......
.......
.......
.......
.......
.......
BOARD
report 'a full board has no move' expect 0 '^search_max: no move' <<'BOARD'
bw
wb
BOARD
report 'an error has its location' expect 1 'standard input: line 2, column 2: ' - <<'BOARD'
bw
w
BOARD
report 'no board' expect 1 'there is no board in the text' - </dev/null
report 'a missing file' expect 1 'nosuch.txt: No such file' nosuch.txt
report 'two files' expect 2 'one board at a time' c64.txt c65.txt
report 'a board too small' expect 2 '1 is not between 2 and 25' play 1
report 'a board too large' expect 2 '26 is not between 2 and 25' play 26
report 'a size that is not a number' expect 2 "'x' is not a whole number" play x

cd - >/dev/null || exit 1
report_end
