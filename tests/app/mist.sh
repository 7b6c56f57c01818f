#!/bin/sh
# The controller of Gomoku in the Mist as a program, under both of its names: the output to the byte,
# and the exit status. M01 to M34 are the specification's test vectors.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=$PWD/build/pentad
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
ln -s "$pentad" gitm

# compare STATUS: the output of ./gitm with the file `want`.
compare() {
    [ "$2" -eq "$1" ] || echo "exit status is $2, not $1"
    cmp want got || { echo 'it said:' && cat got; }
    [ ! -s complaints ] || { echo 'on standard error:' && cat complaints; }
}

# said STATUS INPUT OUTPUT: with printf's escapes.
said() {
    # shellcheck disable=SC2059
    printf "$3" >want
    # shellcheck disable=SC2059
    printf "$2" | ./gitm >got 2>complaints
    compare "$1" $?
    # shellcheck disable=SC2059
    printf "$2" | "$pentad" mist >got 2>complaints
    compare "$1" $?
}

# vector NAME STATUS INPUT OUTPUT
vector() {
    name=$1
    shift
    report "$name" said "$@"
}

# repeated N TEXT
repeated() {
    awk -v n="$1" -v text="$2" 'BEGIN { while (n-- > 0) printf "%s", text }'
}

# The commands that place stones on these points, one after the other.
places() {
    printf 'place %s\\n' "$@"
}

# won NAME WINNER POINTS...: the last stone wins, and no more input is read.
won() {
    name=$1
    winner=$2
    shift 2
    vector "$name" 0 "$(places "$@")who\n" \
        "$winner wins!\n$(printf %s "$@")\nThank you for playing!\n"
}

bad='Invalid coordinate\n'
no='Invalid!\n'
dots42=$(repeated 42 .)
dots49=$(repeated 49 .)
x7=xxxxxxx

vector M01 1 'who\nterm\n' 'B\n'
vector M02 1 'history\nterm\n' '\n'
vector M03 0 'resign\n' 'White wins!\n\nThank you for playing!\n'
vector M04 0 'place A1\nresign\n' 'Black wins!\nA1\nThank you for playing!\n'
vector M05 1 'view\nterm\n' "J10,$dots49\n"
vector M06 1 'place A1\nview\nterm\n' "M3,$dots42$x7\n"
vector M07 1 'place S19\nview\nterm\n' "E16,$dots49\n"
vector M08 1 'place J10\nview\nterm\n' 'C18,xxxxxxxxxxxxxxx......x......x......x......x......\n'
vector M09 1 'place R1\nview\nplace E5\nview\nterm\n' "G3,$dots42$x7\nL12,$dots49\n"
vector M10 1 'place Z1\nwho\nterm\n' "${bad}B\n"
vector M11 1 'place B122\nterm\n' "$bad"
vector M12 1 'place A01\nterm\n' "$bad"
vector M13 1 'place A0\nterm\n' "$bad"
vector M14 1 'place a1\nterm\n' "$bad"
vector M15 1 'place A\nterm\n' "$bad"
vector M16 1 'place 11\nterm\n' "$bad"
vector M17 1 'place A1B\nterm\n' "$bad"
vector M18 1 'place T1\nplace S20\nterm\n' "$bad$bad"
vector M19 1 'place A1\nplace A1\nwho\nterm\n' 'Occupied coordinate\nW\n'
vector M20 1 'place A1 \nplace  A1\nplaceA1\nplace\nplace \nhistory\nterm\n' "$no$no$no$no$no\n"
vector M21 1 'who \n who\nWho\nWHO\nwhoo\nterm\n' "$no$no$no$no$no"
vector M22 1 '\n\nterm\n' "$no$no"
vector M23 1 'place A1 B1\nterm x\nresign 1\nview view\nhistory \nterm\n' "$no$no$no$no$no"
vector M24 1 'place I9\nhistory\nterm\n' 'I9\n'
won M25 Black A1 B1 A2 B2 A3 B3 A4 B4 A5
won M26 White A19 A1 B18 B1 C17 C1 D16 D1 F2 E1
won M27 Black A1 A10 B2 B10 C3 C10 E5 E10 F6 S19 D4
won M28 Black E1 A10 D2 B10 C3 C10 B4 E10 A5
vector M29 1 'place A1\nplace Z9\nplace A1\nhistory\nplace B2\nhistory\nterm\n' \
    "${bad}Occupied coordinate\nA1\nA1B2\n"
vector M30 1 'place A10\nplace A11\nplace A9\nhistory\nterm\n' 'A10A11A9\n'
vector M31 1 'place K1\nview\nplace C4\nview\nterm\n' "P3,$dots42$x7\nB12,$(repeated 7 xx.....)\n"
vector M32 1 "place $(repeated 300 A)\nplace A1 $(repeated 300 x)\n$(repeated 200 who)\nwho\nterm\n" \
    "$bad$no${no}B\n"
vector M33 1 'place\tA1\nwho\t\nterm\n' "$no$no"
vector M34 1 'place A1\nplace B2\nplace C3\nview\nterm\n' \
    "B1,xx.....xx..#..xx.o...xx#....$(repeated 21 x)\n"

vector 'what the specification lists as Invalid!' 1 \
    'place  \nplace A1\t\nplace A1\r\nwho\r\n\tview\nTerm\nterm \nterm\n' \
    "$no$no$no$no$no$no$no"
vector 'a blank far behind' 1 "place $(repeated 300 A) x\nplace $(repeated 300 A)\t\nterm\n" "$no$no"
vector 'what it lists as Invalid coordinate' 1 \
    'place 1\nplace 1A\nplace A019\nplace A00\nplace A20\nplace Z100\nplace A1x\nplace A+1\nplace A-1\nterm\n' \
    "$bad$bad$bad$bad$bad$bad$bad$bad$bad"
vector 'a refused stone moves neither hole nor turn' 1 \
    'place A1\nplace A1\nplace Z9\nview\nwho\nterm\n' "Occupied coordinate\n${bad}M3,$dots42$x7\nW\n"
vector 'the end of input is silent' 0 'place A1\nwho\n' 'W\n'
vector 'no input at all' 0 '' ''
vector 'a last line without its newline' 1 'who\nterm' 'B\n'
vector 'a last winning stone without its newline' 0 \
    "$(places A1 B1 A2 B2 A3 B3 A4 B4)place A5" \
    'Black wins!\nA1B1A2B2A3B3A4B4A5\nThank you for playing!\n'
vector 'bytes that are no text' 1 '\377\376\nwho\0\nplace A1\0\nplace \200\n\0\nterm\n' \
    "$no$no$bad$bad$no"

# A full board: colours in pairs along each row, shifted row by row so that there is no five. Black
# places the last stone.
full_board() {
    awk 'BEGIN {
        for (row = 1; row <= 19; row++)
            for (x = 0; x < 19; x++) {
                point = sprintf("%c%d", 65 + x, row)
                if (int((x + 2 * row) / 2) % 2 == 0 && nb < 181) black[nb++] = point
                else white[nw++] = point
            }
        while (nw > 180) black[nb++] = white[--nw]
        for (i = 0; i < 181; i++) { print black[i]; if (i < 180) print white[i] }
    }'
}
tie() {
    full_board | sed 's/^/place /' >moves
    { echo 'Wow, a tie!' && full_board | tr -d '\n' && echo && echo 'Thank you for playing!'; } >want
    { cat moves && echo who; } | ./gitm >got 2>complaints
    compare 0 $?
}
report 'the 361st stone without a five is a tie' tie

# A line of 100 MB: one answer, fast and with little memory.
long_line() {
    # shellcheck disable=SC3045 # dash and bash have ulimit -v
    { printf 'place ' && head -c 100000000 /dev/zero | tr '\0' A && printf '\nwho\nterm\n'; } |
        (ulimit -v 200000 && timeout 120 ./gitm) >got 2>complaints
    status=$?
    # shellcheck disable=SC2059
    printf "${bad}B\n" >want
    compare 1 $status
}
report 'a line of 100 MB has one answer' long_line

# usage STATUS PATTERN WORDS...
usage() {
    status=$1
    pattern=$2
    shift 2
    ./gitm "$@" >got 2>&1 </dev/null
    got=$?
    [ "$got" -eq "$status" ] || echo "exit status is $got, not $status"
    grep -q -- "$pattern" got || cat got
}
report 'gitm --help is the help of pentad mist' usage 0 '^usage: pentad mist' --help
report 'gitm takes no arguments' usage 2 'unexpected argument' x

# ---- Against the computer

# against ARGUMENTS INPUT: what the person reads, and the exit status.
against() {
    # shellcheck disable=SC2059,SC2086
    printf "$2" | "$pentad" mist $1 2>&1
    echo "exit status $?"
}

# The computer moves at once, so it is always the person's turn; its stones stay hidden.
check_opponent() {
    against '--opponent random:1' 'who\nplace J10\nwho\nhistory\nplace J10\nterm\n' >got
    printf 'B\nB\nJ10\nOccupied coordinate\nexit status 1\n' | cmp - got || cat got
    against '--opponent random:1 --color white' 'who\nhistory\nresign\n' >got
    sed -n 1,3p got >first
    printf 'W\n\nBlack wins!\n' | cmp - first || cat got
    grep -qx '[A-S][0-9]*' got || echo 'no moves at the end'
}

check_opponent_ends() {
    against '--opponent random:1' "$(places A1 A2 A3 A4 A5)who\n" >got
    sed -n 1p got | grep -qx 'Black wins!' || cat got
    sed -n 2p got | grep -qx 'A1[A-S0-9]*A2[A-S0-9]*A5' || cat got
    sed -n '3,$p' got >rest
    printf 'Thank you for playing!\nexit status 0\n' | cmp - rest || cat got
    against '--opponent greedy' "$(places A1 S1 A19 S19 E1 O1 E19 O19 A5 S5 A15 S15)view\n" >got
    sed -n 1p got | grep -qx 'White wins!' || cat got
}

check_opponent_misuse() {
    against '--opponent clever' '' | tr '\n' ' ' | grep -q "there is no player 'clever'.*exit status 2" || echo 'an unknown player is fine'
    against '--opponent strong:net=nowhere' 'who\n' | tr '\n' ' ' | grep -q '^pentad mist: .*nowhere.*exit status 1 $' || echo 'a net that is missing is fine'
    against '--color white' '' | tr '\n' ' ' | grep -q -e '--color needs --opponent.*exit status 2' || echo '--color alone is fine'
}
report 'an opponent answers at once and stays hidden' check_opponent
report 'a game against an opponent ends' check_opponent_ends
report 'wrong options for an opponent are reported' check_opponent_misuse

cd - >/dev/null || exit 1

# docs/use/courses.md shows this command.
check_example() {
    build/pentad mist <examples/courses/mist.in | diff - examples/courses/mist.out
}
report 'the example of the course has its output' check_example
report_end
