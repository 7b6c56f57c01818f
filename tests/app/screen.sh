#!/bin/sh
# Full-screen mode of `pentad play` in a real terminal: types keys into tmux and reads the screen.
#
# Compares whole screens with the files in tests/tui/screens. UPDATE_SCREENS=1 rewrites these files;
# check them before you commit. PENTAD is the program. `screen.sh monkey` only presses random keys for
# MONKEY_SECONDS (default: 8).
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=${PENTAD:-$PWD/build/pentad}
case $pentad in /*) ;; *) pentad=$PWD/$pentad ;; esac
screens=$PWD/tests/tui/screens
work=$(mktemp -d) || exit 1
opened=0 # number of terminals; each has its own tmux server
tries=600 # ten per second; the machine may be busy

terminal() {
    tmux -L "pentad-$$-$opened" -f /dev/null "$@"
}

finish() {
    terminal kill-server 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
cd "$work" || exit 1

# open COLSxROWS "VARIABLES" WORDS...: runs `pentad play WORDS` in a window of that size.
open() {
    size=$1
    variables=$2
    shift 2
    terminal kill-server 2>/dev/null
    opened=$((opened + 1))
    # The variables must be split into words; the quoted script is for the inner shell.
    # shellcheck disable=SC2086,SC2016
    terminal new-session -d -x "${size%x*}" -y "${size#*x}" \
        env -u NO_COLOR -u HOME TERM=tmux-256color LC_ALL=C.UTF-8 XDG_STATE_HOME="$work/state" \
        XDG_CONFIG_HOME="$work/config" $variables \
        sh -c 'exec "$0" play "$@" 2>>errors' "$pentad" "$@" ';' \
        set -g status off ';' set -g remain-on-exit on
    for _ in $(seq "$tries"); do
        shown | grep -q . && return
        sleep 0.1
    done
}

forget() {
    rm -rf state config # the file `errors` is checked at the end
}

keys() {
    for key; do
        terminal send-keys "$key"
    done
}

shown() {
    terminal capture-pane -p "$@"
}

# sees PATTERN: waits until a line matches the basic regular expression.
sees() {
    for _ in $(seq "$tries"); do
        shown | grep -q -- "$1" && return
        sleep 0.1
    done
    echo "no line matches '$1':"
    shown
}

# ended [STATUS...]: waits until the program has ended with one of these. Asks tmux, which does not always
# print that the pane is dead.
ended() {
    for _ in $(seq "$tries"); do
        if [ "$(terminal display -p '#{pane_dead}')" = 1 ]; then
            status=$(terminal display -p '#{pane_dead_status}')
            case " $* " in
            '  ' | *" $status "*) ;;
            *) [ -z "$status" ] || echo "it ended with $status, not $*" ;;
            esac
            return
        fi
        kill -0 "$(terminal display -p '#{pane_pid}')" 2>/dev/null || return
        sleep 0.1
    done
    echo 'it has not ended:'
    shown
}

# looks_like NAME: waits until the whole screen equals the saved one.
looks_like() {
    if [ "${UPDATE_SCREENS:-}" ]; then
        sleep 1
        shown >"$screens/$1.txt"
        return
    fi
    for _ in $(seq "$tries"); do
        shown >screen
        cmp -s screen "$screens/$1.txt" && return
        sleep 0.1
    done
    diff -u "$screens/$1.txt" screen
}

# coloured CODE...: waits until each color code is on the screen.
coloured() {
    for code; do
        await has_code "$code"
    done
}

has_code() {
    shown -e | grep -qF -- "$1"
}

uncoloured() {
    shown -e | grep -E '\[([0-9;]*;)?(3[0-8]|4[0-8]|9[0-7]|10[0-7])(;[0-9;]*)?m'
}

printf '(;FF[4]GM[4]SZ[15]RU[renju]PB[Ann]PW[Bob];B[hh];W[ig]C[A comment to this move.]' >tree.sgf
printf '(;B[hg];W[ih](;B[if])(;B[he];W[hf]))(;B[ih];W[hj])(;B[jj]))' >>tree.sgf

# ---- Monkey test

# Random keys, clicks and window sizes. Prints a bad exit status and what is in `errors`.
monkey() {
    end=$(($(date +%s) + ${MONKEY_SECONDS:-8}))
    forget
    open 80x24 '' -w easy
    while [ "$(date +%s)" -lt "$end" ]; do
        # shellcheck disable=SC2046 # a key each
        keys $(shuf -n 20 -r -e Up Down Left Right Enter Enter Space Escape Tab BSpace PageUp PageDown Home End \
            a b c f g h i j k l m n o p q r s t u v x y / : '?' 1 5 9 0 A H K C-l C-r C-u)
        # A click, and now and then another window size.
        terminal send-keys -H 1b 5b 4d 20 "$(printf %x "$(shuf -n 1 -i 33-113)")" "$(printf %x "$(shuf -n 1 -i 33-57)")"
        [ "$(shuf -n 1 -i 0-3)" -gt 0 ] ||
            terminal resize-window -x "$(shuf -n 1 -i 10-150)" -y "$(shuf -n 1 -i 4-50)"
        sleep 0.05
        if shown | grep -q 'Pane is dead'; then
            shown | grep 'status [^0]\|signal'
            open 80x24 '' -w easy
        fi
    done
    keys C-c
    ended 130 0 # the last random keys may have quit it
    cat errors
    terminal kill-server # the trap does not see this server: report uses a subshell
}
if [ "${1:-}" = monkey ]; then
    report 'monkey test' monkey
    cd - >/dev/null || exit 1
    report_end
    exit
fi

# ---- Screens

for size in 80x24 120x40 40x20; do
    forget
    open "$size" ''
    report "menu, $size" looks_like "menu-$size"
    keys Enter
    report "new game, $size" looks_like "new-$size"
    keys Escape Down Down Down Down Enter
    report "keys, $size" looks_like "keys-$size"
    open "$size" '' -w human
    keys Enter Right Enter Up Enter
    report "a game, $size" looks_like "game-$size"
    open "$size" '' -w human
    keys H8 Enter A1 Enter H9 Enter C1 Enter H10 Enter E1 Enter t
    report "threats, $size" looks_like "threats-$size"
    open "$size" '' tree.sgf
    keys Home Right Right
    report "a tree, $size" looks_like "tree-$size"
    keys Right Down
    report "a variation, $size" looks_like "variation-$size"
    open "$size" '' --mist -w easy
    keys Enter
    report "the mist, $size" looks_like "mist-$size"
    open "$size" '' -w human --opening swap2
    keys H8 Enter H9 Enter I8 Enter
    report "a question beside the board, $size" looks_like "question-$size"
    open "$size" NO_COLOR=1 -w human
    keys Enter Right Enter
    report "no colours, $size" looks_like "mono-$size"
    open "$size" LC_ALL=C -w human
    keys Enter Right Enter
    report "no Unicode, $size" looks_like "ascii-$size"
done

forget
open 80x24 '' -s 25 -w easy
report 'a board that does not fit' looks_like 'part-80x24'
open 20x8 ''
report 'a window that is too small' looks_like 'small-20x8'

# ---- Colours

forget
open 80x24 '' -w easy
keys Enter
report 'a move is answered' sees 'White plays'
report '... on a board of wood, in 256 colours' coloured '48;5;179' '38;5;233'
keys c
report 'another theme' sees 'Theme night'
report '... has other colors' coloured '48;5;234'
open 80x24 '' -w easy
keys Enter
report '... and is used at the next start' sees 'White plays'
report '... with the same colors' coloured '48;5;234'
open 80x24 TERM=screen --theme wood -w easy
keys Enter
report 'a terminal of eight colours' sees 'White plays'
report '... shows them' coloured '[43m'
open 80x24 NO_COLOR=1 -w easy
keys Enter
report 'NO_COLOR' sees 'White plays'
report '... is respected' uncoloured
open 80x24 TERM=dumb -w easy
report 'a dumb terminal gets the line mode' sees 'help lists the commands'
open 80x24 '' --plain -w easy
report 'so does --plain' sees 'help lists the commands'

# ---- Playing

forget
open 80x24 ''
keys Enter Enter Enter
report 'Enter, Enter starts a game' sees 'White plays'
report '... against a level for beginners' sees 'White: novice'
keys i
report 'a hint' sees 'Hint: '
keys a
report 'an analysis' sees '[0-9]% [a-o][0-9]'
keys K8
report 'typed' sees 'Point or command: k8'
keys Enter
report '... points, and the level answers' sees '3 k8 *4 [a-o]'
keys u
report 'undo' sees '2 moves taken back'
keys g2 # far from the computer's stone; in one write, as they must be typed without a pause
report 'a point may begin with a letter that is also a key' sees 'Point or command: g2'
keys Enter
report '... and is played' sees '3 g2 *4 [a-o]'
keys u
sees '2 moves taken back' >/dev/null
keys h8
report '... also with a letter that moves the cursor' sees 'Point or command: h8'
keys Escape g
report 'alone that letter is the key' sees "Black's win rate during"
keys g
terminal resize-window -x 120 -y 40
report 'a larger window' sees '^ *a   b   c'
terminal resize-window -x 40 -y 20
report 'a smaller one' sees '^ *a b c d e f g h i j k l m n o$'
terminal resize-window -x 80 -y 24
report 'and back' sees 'Black: you'
# Button 1 at column 6, row 8, in the X10 mouse encoding.
terminal send-keys -H 1b 5b 4d 20 26 28
report 'the mouse places a stone' sees '3 b10'
keys s 'a b.sgf' Enter
report 'a file name may have blanks' sees 'Saved to a b.sgf'
keys q
report 'quits after saving' ended

# Keys without a terminfo entry: the rest of their escape sequences must not be taken for typed letters.
unknown_keys() {
    terminal send-keys -H 1b 5b 33 33 7e
    terminal send-keys -H 1b 5b 31 3b 35 44
    terminal send-keys -H 1b 4f 43
    sees 'Black to move *i8'
    keys Escape
    sees '> Back to the game'
}
forget
open 80x24 '' -w easy
report 'unknown keys are not taken for letters, and Escape still works' unknown_keys

thinking() {
    keys Enter
    sees 'is thinking'
    keys '?'
    sees 'In a game:'
    keys Escape u
    sees 'taken back'
    keys Enter x
    sees 'White: you'
}
forget
open 80x24 '' -w strong:600000
report 'keys work while the engine thinks' thinking

forget
open 80x24 '' -w "gomocup:$pentad gomocup"
keys Enter
report 'another program plays' sees 'White plays'
open 80x24 '' -w "gomocup:nosuchprogram"
keys Enter
report 'a person replaces a program that cannot start' sees 'You play White from here: gomocup:nosuchprogram: cannot start'

open 80x24 '' nosuchfile.sgf
report 'a missing file' ended 1
report '... is named' grep -v 'pentad play: nosuchfile.sgf: No such file' errors
rm errors

# ---- Accidents

killed() {
    open 80x24 '' -w easy
    keys Enter
    sees 'White plays a15'
    keys Right Enter
    sees 'White plays b15'
    kill -s "$1" "$(terminal display -p '#{pane_pid}')"
    ended
    open 80x24 ''
    sees '> Continue the unfinished game'
    keys Enter
    sees '1 h8      2 a15     3 i8      4 b15'
    terminal kill-server # report runs this in a subshell, so the trap does not see this server
}
for signal in KILL HUP TERM INT; do
    forget
    report "killed by $signal, and nothing is lost" killed "$signal"
done

report 'no error messages' cat errors

cd - >/dev/null || exit 1
report_end
