#!/bin/sh
# The classroom game as a program: test vectors P35 to P40 of the specification, files, and every way
# to leave. The other vectors are in tests/protocol/classroom_test.c.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=$PWD/build/pentad
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export XDG_STATE_HOME="$work/state"
kept=$XDG_STATE_HOME/pentad/classroom.txt

# said STATUS INPUT PATTERN...: each pattern must match a whole line. The input has printf's escapes.
strong=
said() {
    status=$1
    # shellcheck disable=SC2059,SC2086
    printf "$2" | "$pentad" classroom $strong >out 2>err
    got=$?
    shift 2
    [ "$got" -eq "$status" ] || echo "exit status is $got, not $status"
    for pattern; do
        cat out err | grep -qx -- "$pattern" || { echo "no line is '$pattern':" && cat out err; }
    done
}

# lacks PATTERN: no line of the last dialogue matches.
lacks() {
    ! grep -- "$1" out
}

absent() {
    [ ! -e "$1" ] || echo "there is a file $1"
}

# has FILE LINE...
has() {
    file=$1
    shift
    for line; do
        grep -qx -- "$line" "$file" || echo "$file has no line '$line'"
    done
}

# The beginning, to the byte.
beginning() {
    printf '\nstefan\nc\n' | "$pentad" classroom >out 2>err
    stars=$(printf '%055d' 0 | tr 0 '*')
    {
        printf '%s\n' "$stars"
        printf "****        WELCOME TO STEFAN'S GOMOKU!        ****\n"
        printf '%s \n\n' "$stars"
        printf "Enter the players' names, or type 'C' or 'L'.\n\n"
        printf "Name of player 1: Name of player 1: Name of player 2: Okay, let's play!\n"
        printf ' |a|b|c|d|e|f|g|h|\n +-+-+-+-+-+-+-+-+\n'
        for row in 1 2 3 4 5 6 7 8; do
            printf '%d| | | | | | | | |\n' $row
        done
        printf ' +-+-+-+-+-+-+-+-+\nStefan (X): Which move to make? \n'
    } >want
    diff want out
}
report 'P36 the beginning' beginning
report 'P37 invalid, accepted, taken' said 0 'ann\nbob\nx9\nc4\nc4\n' \
    'Ann (X): Which move to make? Invalid input. Try again!' \
    '4| | |X| | | | | |' \
    'Bob (O): Which move to make? Invalid input. Try again!' \
    '(that position is taken)'

computers() {
    printf 'C\nC\n' | "$pentad" classroom >out 2>err
    status=$?
    [ $status -eq 0 ] || echo "exit status is $status"
    moves=$(sed -n 's/^Computer (\([XO]\)) is thinking... and selected \(..\)\.$/\1\2/p' out | tr '\n' ' ')
    want=$(awk 'BEGIN {
        split("a b c d e f g h", letter, " ")
        for (row = 1; row <= 3; row++) for (i = 1; i <= 8; i++) order[++n] = letter[i] row
        order[++n] = "a4"; order[++n] = "a5"
        for (i = 2; i <= 8; i++) order[++n] = letter[i] 4
        for (i = 2; i <= 8; i++) order[++n] = letter[i] 5
        for (row = 6; row <= 8; row++) for (i = 1; i <= 8; i++) order[++n] = letter[i] row
        for (i = 1; i <= n; i++) printf "%s%s ", i % 2 ? "X" : "O", order[i]
    }')
    [ "$moves" = "$want" ] || echo "the moves are $moves, not $want"
    tail -n 12 out >end
    cat >want <<'END'
 |a|b|c|d|e|f|g|h|
 +-+-+-+-+-+-+-+-+
1|X|O|X|O|X|O|X|O|
2|X|O|X|O|X|O|X|O|
3|X|O|X|O|X|O|X|O|
4|X|X|O|X|O|X|O|X|
5|O|O|X|O|X|O|X|O|
6|X|O|X|O|X|O|X|O|
7|X|O|X|O|X|O|X|O|
8|X|O|X|O|X|O|X|O|
 +-+-+-+-+-+-+-+-+
The game ends in a draw!
END
    diff want end
}
report 'help has a headline' said 0 'ann\nbob\nhelp\n' '.*You can type:' '  hint           ask for advice'
report 'P38 the computer against itself' computers

cat >game.txt <<'GAME'
Stefan
C
1
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
0,0,1,2,1,0,0,0
0,0,1,2,2,2,0,0
0,0,1,2,1,0,0,0
0,0,0,2,1,0,0,0
0,0,0,0,0,0,0,0
0,0,0,0,0,0,0,0
GAME
report 'P39 L and an empty line load game.txt' said 0 'L\n\n' \
    "Name of player 1: Name of the file \[game.txt\]: Okay, let's play!" \
    '4| | |X|O|O|O| | |' 'Stefan (X): Which move to make? '
report 'a loaded game goes on, and the computer wins' said 0 'l\ngame.txt\na1\n' \
    'Computer (O) is thinking... and selected d2.' 'Computer (O) has won!'
report 'P40 a missing file' said 0 'L\nnofile\n' \
    '.*The game cannot be loaded: nofile: No such file or directory'
report 'P40 nothing follows' lacks 'Okay'
mkfifo pipe
report 'a pipe is not read' said 0 'L\npipe\n' '.*The game cannot be loaded: pipe: not a regular file'
report 'P35 a folder' said 0 'L\n.\n' '.*The game cannot be loaded: \..*'
: >empty.txt
report 'P35 an empty file' said 0 'L\nempty.txt\n' \
    '.*cannot be loaded: empty.txt: line 1, column 1: the file ends here.*'
sed 's/,/;/' game.txt >bad.txt
report 'an error in a file has its location' said 0 'L\nbad.txt\n' '.*bad.txt: line 4, column 2: .*comma.*'
report 'a dash is a file name, not a stream' said 0 'L\n-\n' '.*cannot be loaded: ./-: No such file.*'
sed 's/^C$/Ann/; 5s/.*/2,2,2,2,2,0,0,0/' game.txt >won.txt
report 'a game that is already won' said 0 'L\nwon.txt\n' 'Ann (O) has won!'
awk 'NR <= 3 { print; next } { print NR % 2 ? "2,1,1,2,2,1,1,2" : "1,2,2,1,1,2,2,1" }' game.txt >full.txt
report 'a board that is already full' said 0 'L\nfull.txt\n' 'The game ends in a draw!'
sed '11s/2,1,1,2,2,1,1,2/0,1,1,1,1,2,2,1/; 3s/.*/1/' full.txt >last.txt
report 'a win with the last move is not a draw' said 0 'L\nlast.txt\na8\n' 'Stefan (X) has won!'
sed 's/^C$/c/; s/^Stefan$/ann/' game.txt >people.txt
report 'names from a file are not changed' said 0 'L\npeople.txt\na1\n' \
    'ann (X): Which move to make? .*' 'c (O): Which move to make? '

# CPU time of the program, so that other load does not count.
strong() {
    strong='--strong 2' said 0 'ann\nC\nd4\nquit\n' 'Computer (O) is thinking... and selected [a-h][1-8]\.'
    times >took # the second line is of programs that were started
    awk 'NR == 2 { split($1, user, /[ms]/); if (60 * user[1] + user[2] > 5) print "it took " $1 }' took
}
report 'the strong computer answers within five seconds' strong
report 'C2 is the name of a person' said 0 'ann\nc2\nd4\n' 'C2 (O): Which move to make? '
sed 's/^C$/C2/' game.txt >c2.txt
report 'C2 in a file is a person too' said 0 'L\nc2.txt\na1\n' 'C2 (O): Which move to make? '
misused() {
    "$pentad" classroom --strong "$1" </dev/null >out 2>err
    [ $? -eq 2 ] || echo "the exit status is not 2"
    cat out
    grep -q -- --strong err || cat err
}
report 'a player that does not exist' misused 3

report 'save' said 0 'ann\nbob\nc4\nsave\nsave new.txt\nsave! new.txt\nquit\n' \
    'Bob (O): Which move to make? There is a file game.txt already; save! game.txt replaces it.' \
    'Bob (O): Which move to make? Saved to new.txt.'
report 'the saved file' has new.txt Ann Bob 2 0,0,1,0,0,0,0,0
report 'the saved file is loaded' said 0 'L\nnew.txt\n' '4| | |X| | | | | |' 'Bob (O): Which move.*'
report 'a missing folder' said 0 'ann\nbob\nc4\nsave no/where\n' \
    '.*The game cannot be saved: no/where: No such file or directory'

rm -rf "$XDG_STATE_HOME"
report 'a saved game is not autosaved' said 0 'ann\nbob\nc4\nsave! new.txt\n' 'The input ended\.'
report 'so there is no file' absent "$kept"
report 'the end of input autosaves the game' said 0 'ann\nbob\nc4\nd5\n' 'The input ended\.' "$kept"
report 'the autosaved game' has "$kept" Ann Bob 1 0,0,1,0,0,0,0,0 0,0,0,2,0,0,0,0
report 'it continues' said 0 "L\n$kept\ne5\n" '5| | | |O|X| | | |' 'Bob (O): Which move.*'
report 'and is autosaved again' has "$kept" 2 0,0,0,2,1,0,0,0
report 'and the older one is kept too' has "${kept%.txt}-older.txt" 1 0,0,0,2,0,0,0,0
rm -rf "$XDG_STATE_HOME"
report 'an empty game is not autosaved' said 0 'ann\nbob\nquit\n' "Name.*"
report 'so there is no file either' absent "$kept"
nowhere() {
    XDG_STATE_HOME='' HOME='' said 1 'ann\nbob\nc4\n' '.*the unfinished game cannot be kept: neither.*'
}
report 'an autosave that fails is an error' nowhere

interrupted() {
    rm -f pipe
    mkfifo pipe
    env --default-signal=INT "$pentad" classroom <pipe >out 2>err & # background jobs ignore SIGINT by default
    program=$!
    exec 9>pipe
    printf 'ann\nbob\nc4\n' >&9
    await grep -q 'Bob (O): Which move' out
    kill -s INT "$program"
    wait "$program"
    status=$?
    exec 9>&-
    [ $status -eq 130 ] || echo "exit status is $status, not 130"
    has err 'Interrupted\.' "$kept"
    has "$kept" Ann Bob 2 0,0,1,0,0,0,0,0
}
report 'Ctrl-C autosaves the game' interrupted

closed() {
    { printf 'C\nC\n' && sleep 1; } | "$pentad" classroom --strong both 2>err | head -n 3 >/dev/null
    grep -q 'cannot write the output' err || cat err
}
report 'a closed pipe ends the game' closed

cd - >/dev/null || exit 1
report_end
