#!/bin/sh
# Line mode of `pentad play`: killed, interrupted and run several times at once; files that contradict
# the options.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=${PENTAD:-$PWD/build/pentad}
case $pentad in /*) ;; *) pentad=$PWD/$pentad ;; esac
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export XDG_STATE_HOME="$work/state"
unset HOME

# said STATUS TEXT PATTERN WORDS...: types TEXT (a printf format) into `pentad play WORDS`. A line of
# the output must match the basic regular expression.
said() {
    status=$1
    text=$2
    pattern=$3
    shift 3
    # shellcheck disable=SC2059
    output=$(printf "$text" | "$pentad" play "$@" 2>&1)
    got=$?
    [ "$got" -eq "$status" ] || echo "exit status is $got, not $status: play $*"
    printf '%s\n' "$output" | grep -q -- "$pattern" || {
        echo "no line matches '$pattern': play $*"
        printf '%s\n' "$output"
    }
}

# silent TEXT PATTERN WORDS...: no line of the output may match.
silent() {
    text=$1
    pattern=$2
    shift 2
    # shellcheck disable=SC2059
    printf "$text" | "$pentad" play "$@" 2>&1 | grep -- "$pattern"
}

# has TEXT FILE
has() {
    grep -qF -- "$1" "$2" || {
        echo "$2 has no '$1'"
        cat "$2"
    }
}

forget() {
    rm -rf "$XDG_STATE_HOME"
}

# keeps PATTERN: an autosaved unfinished game matches.
keeps() {
    cat "$XDG_STATE_HOME"/pentad/games/* 2>/dev/null | tr -d '\n' | grep -q -- "$1"
}

# shown PATTERN: the output of the background program (file `out`) matches.
shown() {
    grep -q -- "$1" out
}

# killed SIGNAL STATUS TEXT PATTERN WORDS...: types TEXT, keeps the input open until a matching game is
# autosaved, then kills the program.
killed() {
    signal=$1
    status=$2
    text=$3
    pattern=$4
    shift 4
    rm -f pipe out
    mkfifo pipe
    # Background jobs of a shell ignore SIGINT and SIGQUIT; env undoes that.
    env --default-signal=INT,QUIT "$pentad" play "$@" <pipe >out 2>&1 &
    program=$!
    exec 9>pipe
    # shellcheck disable=SC2059
    printf "$text" >&9
    await keeps "$pattern"
    kill -s "$signal" "$program"
    wait "$program" 2>/dev/null
    got=$?
    exec 9>&-
    [ "$got" -eq "$status" ] || echo "exit status is $got, not $status"
}

for signal in KILL:137 QUIT:131 INT:130 TERM:143 HUP:129; do
    forget
    report "killed by ${signal%:*}" killed "${signal%:*}" "${signal#*:}" 'h8\ni9\n' ';B\[ig\].*;W\[' -q -w easy
    report '... and nothing is lost' said 0 'resume\nmoves\nresign\n' '1 h8, 2 [a-o0-9]*, 3 i9, 4 ' -w easy
done

interrupted_thinking() {
    killed INT 130 'h8\n' ';B\[hh\]' -q -w strong:60000
    has 'Interrupted.' out
    grep -l ';W\[' "$XDG_STATE_HOME"/pentad/games/* # must print nothing: the engine had not moved
}
forget
report 'Ctrl-C while the engine thinks' interrupted_thinking
report '... and nothing is lost' said 0 'resume\nmoves\nresign\n' '^1 h8' -q

three_in_a_row() {
    for point in a1 b2 c3; do
        printf '%s\n' "$point" | "$pentad" play -q -w easy >/dev/null
    done
    said 0 'resume 3\nmoves\n' '1 a1,' -q
    said 0 'resume 2\nmoves\n' '1 c3,' -q
    said 0 'resume 3\nmoves\n' '1 b2,' -q
}
forget
report 'three games, all restored' three_in_a_row

at_once() {
    for i in 1 2 3 4 5; do
        printf 'a%s\n' "$i" | "$pentad" play -q -w easy >/dev/null &
    done
    wait
    said 0 '' '^You have 5 unfinished games' -q
}
forget
report 'five programs at once autosave five games' at_once

played_elsewhere() {
    rm -f pipe
    mkfifo pipe
    "$pentad" play -q -w easy <pipe >out 2>&1 &
    program=$!
    exec 9>pipe
    printf 'h8\n' >&9
    await shown 'White plays'
    said 0 'resume\n' '^there is no unfinished game' -q
    printf 'resign\n' >&9
    exec 9>&-
    wait "$program" 2>/dev/null
    silent '' 'waiting' -q
}
forget
report 'a game in use is not offered' played_elsewhere

forget
report 'the opponent is the same as on the screen' said 0 'quit\n' '^Black: you. White: novice.$' -q
report 'a picture does not store the moves' said 0 'h8\nsave z.board\nquit\n' '^The unfinished game was saved to' -w easy
report '... and has the labels of the screen' has ' h i j ' z.board
report 'labels follow the notation' said 0 'H8\nsave! z.board\nquit\n' '^Saved to z.board' -n gtp -w easy
report '... are in the file' has ' H J K ' z.board
forget
report 'a game file does' silent 'h8\nsave z.sgf\nquit\n' 'unfinished' -w easy
report 'a failed load does not suspend the game' silent 'h8\nload nosuch.sgf\nresign\n' 'was saved' -w easy

printf '(;FF[4]GM[4]SZ[15]RU[renju]PB[Ann]PW[Bob]EV[Club];B[hh]C[centre];W[ig](;B[hg];W[ih])(;B[ih]))' >tree.sgf
report 'saving over a file' said 0 'a1\nsave! tree.sgf\n' '^Saved to' -w human tree.sgf
report '... keeps its names' has 'PB[Ann]PW[Bob]EV[Club]' tree.sgf
report '... its comments' has 'C[centre]' tree.sgf
report '... its variations' has '(;B[ih])' tree.sgf
report '... and has the new move' has 'W[ih];B[ao]' tree.sgf

printf '(;FF[4]GM[4]SZ[15];B[hh])' >norules.sgf
report 'missing rules in a file are reported' said 0 '' 'does not specify the rules; read as freestyle' norules.sgf
report '... options fill them in' said 0 '' '^Rules: renju' -r renju norules.sgf
report '... and then nothing is reported' silent '' 'does not specify' -r renju norules.sgf
report 'load uses the option, too' said 0 'load norules.sgf\n' '^Rules: renju.*15x15' -q -r renju
report 'a file overrides the rules' said 0 '' 'The file says renju: caro is only' -w human -r caro tree.sgf
report 'a file overrides the size' said 0 'load tree.sgf\n' 'The file says 15x15: 19x19 is only' -w human -s 19
printf '(;FF[4]GM[4]SZ[15]RU[renju];B[hh];W[hh])' >dup.sgf
report 'a bad file is named and fails' said 1 '' '^pentad play: dup.sgf: line 1, column 35: move 2: the point is occupied' dup.sgf

# The clock of the third move runs as soon as the second move was played.
late() {
    : >out
    (
        printf 'a1\na2\nmoves\n'
        await shown '^1 a1, 2 a2'
        sleep 1.5
        printf 'undo\nredo\n'
        sleep 1
        printf 'a3\n'
    ) | "$pentad" play -q -w human -t 2/move >out 2>&1
    has 'Too late.' out
}
report 'undo and redo do not stop the clock' late

timed() {
    printf 'h8\n' | "$pentad" play -q -w easy -t 300+5 >/dev/null
    said 0 'resume\ntime\nresign\n' '^Time for each side: 300+5' -q
}
forget
report 'clocks are restored' timed
report 'opening choices have no move number' said 0 'a1\nb2\nc3\nswap\nd4\nmoves\nresign\n' '^1 a1, 2 b2, 3 c3, swap, 4 d4' -w human -o swap

help_of() {
    "$pentad" help --man play
}
report 'the man page has the commands' has 'undo [N]' /dev/stdin <<EOF
$(help_of)
EOF
report '... and the status of signals' has '128 + n' /dev/stdin <<EOF
$(help_of)
EOF

printf '(;FF[4]GM[4]SZ[15]RU[renju];B[hh]C[one\ntwo \033[31mred];W[ig])' >comment.sgf
report 'a comment keeps its line breaks' said 0 'first\non\n' '^one$' -q comment.sgf
report '... but no control characters' said 0 'first\non\n' '^two ?\[31mred$' -q comment.sgf
report 'a rematch is of the same kind, with sides changed' said 0 'new size=9 rules=renju\ne5\nresign\nrematch\nrules\n' \
    '^Rules: renju.*9x9' -q -w easy
report '... with a computer player, too' said 0 'h8\nresign\nrematch\n' '^A rematch. Black: easy. White: you.' -q -w easy
report 'a Gomocup program plays, also after undo' said 0 'h8\nundo\ni9\nmoves\nresign\n' '^1 i9, 2 ' -q -w "gomocup:$pentad gomocup"
report 'a GTP program plays' said 0 'h8\nmoves\nresign\n' '^1 h8, 2 ' -q -w "gtp:$pentad gtp"
report 'a person replaces a program that cannot start' said 0 'h8\nresign\n' '^You play that side from here' -q -w gomocup:nosuchprogram
report '... and an empty command is refused' said 2 '' 'which program? gomocup:COMMAND' -q -w gomocup:
report '... nor can it play in the mist' said 0 'a1\nresign\n' "^gtp:.*empty board, not in the mist" -q --mist -w "gtp:$pentad gtp"
report 'the mist hides' silent 'j10\nshow\nresign\n' '^White plays' -q --mist -w easy
report '... what is not in the hole' said 0 'show\nresign\n' '^16 ~ ~ ~ ~' -q --mist -w easy
for other in '--size 15' '--rules renju' '--opening swap2'; do
    # shellcheck disable=SC2086
    report "... and is not played with $other" said 2 '' '^pentad play: --mist is freestyle on 19x19' -q --mist $other
done
report '... but not what was seen before' said 0 'a1\nb2\nc3\ns19\nj10\nshow\nresign\n' '^ 1 X ~ ~' -q --mist -w human
report '... by this player' said 0 'a1\nb2\nc3\ns19\nshow\nresign\n' '^ 2 ~ ~ ~' -q --mist -w human
game='r11\nh17\nr17\nc4\nj10\ns19\n'
report 'after a game in the mist: what a side could have deduced' said 0 "${game}resign\nfirst\non 4\nknown\n" '^Could have been deduced: h17' -q --mist -w human
report '... on a board' said 0 "${game}resign\nfirst\non 4\nknown black\n" '^17 \. \. \. \. \. \. \. o' -q --mist -w human
report '... and where the others can be' said 0 "${game}resign\nfirst\non 4\nknown black\n" '^ 5 \. \. ? ?' -q --mist -w human
report '... by the one who resigned, too' said 0 "${game}resign\nknown black\n" '^Before move 7, Black had seen . of 3 White stones' -q --mist -w human
report '... as the end of the game suggests' said 0 "${game}resign\n" 'You can type new, known, save FILE or quit' -q --mist -w human
report '... not during the game' said 0 "${game}known\nresign\n" 'not possible in the mist until the game is over' -q --mist -w human
report '... and not in another game' said 0 'h8\nknown\nresign\n' 'not played in the mist' -q -w human
# mist_file MOVES: a file says that it is a game in the mist.
mist_file() {
    echo "(;FF[4]GM[4]SZ[19]RU[freestyle]MIST[1]RE[W+R]$1)" >in_mist.sgf
}
mist_file ';B[ri];W[hc];B[rc];W[cp];B[jj];W[sa]'
report '... a file of one has what a side could have deduced' said 0 'first\non 4\nknown black\n' '^Could have been deduced: h17' -q in_mist.sgf
for odd in 'AB[aa];W[bb];B[cc]' ';B[aa];W[];B[bb]' ';B[aa];B[bb]' 'PL[W];W[aa];B[bb]'; do
    mist_file "$odd"
    report "... and $odd is no game in the mist" said 0 'known black\nresume\n' 'not played in the mist' -q in_mist.sgf
done
report 'games that are over are listed' said 0 'h8\nresign\ngames easy w+r\n' '1  20.*a person - easy  W+R' -q -w easy
report '... and searched by words' said 0 'games nosuchword\n' '^There is no such game' -q -w easy
report 'new takes settings' said 0 'new rules=renju size=9\n' '^Rules: renju.*9x9' -q -w easy

cd - >/dev/null || exit 1
report_end
