#!/bin/sh
# `pentad gtp` as a program: the sessions of tests/transcripts/gtp/course.rows to the byte, cases that
# are random or too long for a row, the options, and bad input.
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=${PENTAD:-build/pentad}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# ---- Rows

# "a; b" -> lines; printf's escapes.
sent() {
    printf '%b\n' "$(printf '%s' "$1" | sed 's/; /\\n/g')"
}

# "ok | = x" -> replies.
replies() {
    printf '%b\n\n' "$(printf '%s' "$1" | sed 's/ | /\\n\\n/g; s/\(^\|\\n\)ok/\1= /g')"
}

check_row() {
    sent "$1" | "$pentad" gtp >"$work/got" 2>"$work/stderr" || echo "exit status $?"
    replies "$2" >"$work/wanted"
    diff "$work/wanted" "$work/got"
    cat "$work/stderr"
}

while IFS= read -r line; do
    case $line in
    '#'* | '') ;;
    '< '*) input=${line#< } ;;
    '> '*) report "$name" check_row "$input" "${line#> }" ;;
    *) name=$line ;;
    esac
done <tests/transcripts/gtp/course.rows

# ---- Cases without a row

gtp() { "$pentad" gtp "$@"; }

same() {
    [ "$1" = "$2" ] || echo "'$1' instead of '$2'"
}

large_list() {
    list=$(printf 'boardsize 19\nplay b t19\nplay w j10\ngogui-rules_legal_moves\n' | gtp | sed -n 7p)
    same "$(echo "$list" | wc -w)" 360
    case $list in '= a1 a10 a11 '*' t8 t9') ;; *) echo "$list" ;; esac
    case " $list " in *' t19 '* | *' j10 '* | *' i'*) echo "$list" ;; esac
}
report 'G10 legal moves of a large board' large_list

random_move() {
    answer=$(printf 'genmove w\ngogui-rules_side_to_move\n' | gtp | tr -d '\n')
    case $answer in '= '[a-g][1-7]'= black') ;; *) echo "$answer" ;; esac
}
report 'G36 genmove plays a point in lower case' random_move

new_size() {
    count=$(printf 'boardsize 7\nplay b a1\nboardsize 9\ngogui-rules_legal_moves\n' | gtp |
        sed -n 7p | wc -w)
    same "$count" 82
}
report 'G37 a new size clears the board' new_size

seeded() {
    first=$(printf 'genmove b\ngenmove w\n' | gtp --seed 5)
    same "$(printf 'genmove b\ngenmove w\n' | gtp --seed 5)" "$first"
    same "$(printf 'genmove b\ngenmove w\n' | gtp --player random:5)" "$first"
    different=$(for seed in 1 2 3 4 5 6 7 8; do
        echo 'genmove b' | gtp --seed "$seed"
    done | sort -u | wc -l)
    [ "$different" -gt 3 ] || echo "the seed makes no difference"
}
report 'a seed fixes the moves' seeded

options() {
    same "$(echo gogui-rules_board_size | gtp --size 11)" '= 11'
    same "$(echo gogui-rules_board_size | gtp --profile gogui)" '= 15'
    same "$(printf 'play b a1\nplay b a1\n' | gtp --profile gogui | tr '\n' '|')" \
        '=||? illegal move: "a1" occupied||'
    same "$(printf 'boardsize 5\ngenmove b\n' | gtp --profile gogui --player greedy | tr '\n' '|')" \
        '=||= C3||'
    same "$(echo gogui-title | gtp --rules renju)" '= Pentad, renju'
}
report 'options' options

# GoGui's window looks for the point in capitals in this list.
clickable() {
    same "$(printf 'boardsize 2\ngogui-rules_legal_moves\n' | gtp --profile gogui | tr '\n' '|')" '=||= A1 A2 B1 B2||'
}
report 'GoGui finds the legal moves' clickable

# Whatever names GoGui names the profile that it needs. Converting files needs none.
gogui_named() {
    for page in README.md docs/*/*.md; do
        [ "${page##*/}" != formats.md ] || continue
        ! grep -q GoGui "$page" || grep -q -e '--profile gogui' "$page" || echo "$page: without --profile gogui"
    done
    for command in $("$pentad" help | sed -n '/^  convert /d; s/^  \([a-z]*\)  .*/\1/p'); do
        "$pentad" help "$command" | tr '\n' ' ' | tr -s ' ' >"$work/help"
        ! grep -q GoGui "$work/help" || grep -q -e '--profile gogui' "$work/help" || echo "$command --help: the same"
    done
}
report 'the profile is named where GoGui is' gogui_named

deviations() {
    gtp --help | tr '\n' ' ' | tr -s ' ' >"$work/help"
    for words in 'showboard draws' "'=7 Go0', not '= Go0'" 'boardsize accepts 2 to 25' 'known_command is true for every'; do
        grep -q -F "$words" "$work/help" || echo "$words: not in --help"
    done
    same "$(echo '7 name' | gtp)" '=7 Go0'
    same "$(echo 'boardsize 26' | gtp)" '? unacceptable size'
    same "$(echo 'known_command solve' | gtp)" '= true'
    echo showboard | gtp | grep -q 'A B C' || echo 'showboard draws no letters'
}
report 'help names what differs from the course, and it does' deviations

# misuse WORDS...: exit status 2, one message, nothing on standard output.
misuse() {
    gtp "$@" </dev/null >"$work/out" 2>"$work/err"
    same $? 2
    [ ! -s "$work/out" ] || cat "$work/out"
    grep -q '^pentad gtp: ' "$work/err" || cat "$work/err"
}
report 'an unknown player' misuse --player stockfish
report 'a seed for a player that is not random' misuse --player easy --seed 1
report 'two seeds' misuse --player random:1 --seed 1
report 'an unknown profile' misuse --profile kgs
report 'an invalid size' misuse --size 26
report 'an operand' misuse file

# ---- Input during a search

# wait_for_lines N: until the analysis has N lines, at most one minute.
wait_for_lines() {
    for _ in $(seq 600); do
        [ "$(grep -c '^info ' "$work/out")" -lt "$1" ] || break
        sleep 0.1
    done
}

# analysed INPUT REST: the input ends the stream, and the session continues.
analysed() {
    : >"$work/out"
    {
        printf 'play b h8\n3 lz-analyze w 5 maxmoves 1\n'
        wait_for_lines 2
        printf '%b' "$1"
    } | gtp --profile gogui >"$work/out"
    same $? 0
    sed -n 3,4p "$work/out" | grep -v -x -e '=3' -e 'info move [A-P][0-9]* visits [0-9]* winrate [0-9]* order 0 depth [0-9]* pv .*'
    info=$(grep -c '^info ' "$work/out")
    [ "$info" -gt 1 ] || echo "$info lines of analysis"
    same "$(sed '1,/^info/d; /^info/d' "$work/out" | tr '\n' '|')" "$2"
}
report 'an analysis ends with the next command' analysed 'name\n' '|= Pentad||'
report 'an analysis ends with an empty line' analysed '\nname\n' '|= Pentad||'
report 'an analysis ends with the input' analysed '' '|'

# All input is there before the analysis begins: at least one line is written.
sent_ahead() {
    same "$(printf 'lz-analyze b 100 maxmoves 1\nname\n' | gtp --profile gogui |
        sed 's/^info move .*/info/' | tr '\n' '|')" '=|info||= Pentad||'
}
report 'an analysis that is stopped before it begins' sent_ahead

# Ten half-open threes: 100,000 positions of four moves to try before the search begins.
stopped_at_once() {
    visits=$({
        for row in 1 4 7 10 13; do
            printf 'play w %s%d\n' A $row O $row
            printf 'play b %s%d\n' B $row C $row D $row L $row M $row N $row
        done
        printf 'lz-analyze b 100 maxmoves 1\nname\n'
    } | gtp --profile gogui | sed -n 's/^info move .* visits \([0-9]*\) .*/\1/p')
    [ "${visits:-100000}" -lt 5000 ] || echo "${visits:-no} visits, not a few"
}
report 'an analysis that is stopped before its first line' stopped_at_once

# A search of one minute that is interrupted.
interrupted() {
    { printf 'gogui-interrupt\ngenmove b\n' && sleep 0.2 && printf '# interrupt\nname\n'; } |
        timeout 30 "$pentad" gtp --profile gogui --player strong:60000 >"$work/out"
    same "$? $(sed 's/^= [A-P][0-9]*$/= MOVE/' "$work/out" | tr '\n' '|')" '0 =||= MOVE||= Pentad||'
}
report 'a move that is interrupted' interrupted

pondered() {
    { printf 'genmove b\n' && sleep 0.3 && printf 'undo\nname\n'; } |
        timeout 30 "$pentad" gtp --profile gogui --ponder --player strong:nodes=100 >"$work/out"
    same "$? $(sed 's/^= [A-P][0-9]*$/= MOVE/' "$work/out" | tr '\n' '|')" '0 = MOVE||=||= Pentad||'
}
report 'pondering ends with the next command' pondered

# ---- Bad input

end_of_input() {
    printf 'name' | gtp >"$work/out"
    same "$? $(tr '\n' '|' <"$work/out")" '0 = Go0||'
    gtp </dev/null
    same $? 0
}
report 'the end of input acts like quit, even in the middle of a line' end_of_input

# A line of 100 million bytes, and the session continues.
# shellcheck disable=SC3045 # dash and bash have ulimit -v
long_line() {
    { head -c 100000000 /dev/zero | tr '\0' "$1" && printf '\nname\n'; } |
        (ulimit -v 400000 && exec "$pentad" gtp) | tr '\n' '|'
}
report 'a line of 100 MB' same "$(long_line x)" '? line too long: at most 1048576 bytes||= Go0||'
report 'a comment of 100 MB' same "$(long_line '#')" '= Go0||'

bytes() {
    head -c 3000000 /dev/urandom | gtp >"$work/out" 2>"$work/stderr"
    same "$? $(cat "$work/stderr")" '0 '
    [ "$(wc -l <"$work/out")" -gt 1000 ] || echo "$(wc -l <"$work/out") lines"
    grep -a -v -x -E '\? Unknown command|\?[0-9]+ Unknown command|' "$work/out" | head -n 3
}
report 'random bytes are unknown commands' bytes

closed_output() {
    { yes name | gtp; echo $? >"$work/status"; } | head -n 1 >/dev/null
    case $(cat "$work/status") in 141 | 1) ;; *) cat "$work/status" ;; esac
}
report 'a closed output ends the program' closed_output

report_end
