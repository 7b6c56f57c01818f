#!/bin/sh
# The command line of the program: help, errors, exit codes, files.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=$PWD/build/pentad
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
net=$(published_net freestyle)
tab=$PWD/tests/app/tab.zsh
report 'every command of the README works as printed' python3 tests/app/readme.py

# The diagrams of docs/use/rules.md are what the program draws.
check_diagrams() {
    mkdir "$work/rules"
    docs/use/rules/make "$pentad" "$work/rules"
    diff -r -x make docs/use/rules "$work/rules"
}
report 'the diagrams of the rules are drawn by the program' check_diagrams

cd "$work" || exit 1
export XDG_STATE_HOME="$work/state"

# expect STATUS PATTERN WORDS...: runs pentad with these words. It must exit with that status and print
# a line that matches the basic regular expression.
expect() {
    status=$1
    pattern=$2
    shift 2
    said=$("$pentad" "$@" 2>&1)
    got=$?
    [ "$got" -eq "$status" ] || echo "exit status is $got, not $status: pentad $*"
    printf '%s\n' "$said" | grep -q -- "$pattern" || {
        echo "no line matches '$pattern': pentad $*"
        printf '%s\n' "$said"
    }
}

typed() {
    text=$1
    shift
    # shellcheck disable=SC2059 # the text has escapes
    printf "$text" | expect "$@"
}

# has LINE FILE
has() {
    grep -qx -- "$1" "$2" || echo "$2 has no line '$1'"
}

# missing FILE
missing() {
    [ ! -e "$1" ] || echo "$1 is there"
}

# same FILE FILE
same() {
    cmp "$1" "$2"
}

printf '(;FF[4]GM[4]SZ[15]RU[renju]PB[Ann]PW[Bob];B[hh]C[centre];W[ig](;B[hg];W[ih])(;B[ih]))' >tree.sgf

report 'no command: a usage error with the list on stderr' expect 2 '^usage: pentad COMMAND'
report '--help lists the commands' expect 0 '^  convert ' --help
report '--version prints the version' expect 0 '^commit ' --version
report '-V too' expect 0 '^commit ' -V
report 'and is in the help' expect 0 'or -V' --help
report 'and in the man page' expect 0 '^\.B .-V, ' help --man
report '--version names the sources' expect 0 '^sources [0-9a-f]\{8\}$' --version
report '--version names the compiler' expect 0 '^compiler \(gcc\|clang\)' --version
report 'an unknown command: suggests a similar one' expect 2 "did you mean 'convert'" convrt
report 'an unknown command: lists all if none is similar' expect 2 'it is one of: ' xyzzy
report 'help about a command' expect 0 '^usage: pentad convert' help convert
report 'help for an unknown command' expect 2 "did you mean 'play'" help pley
report 'a man page is roff' expect 0 '^\.TH pentad-play 1' help --man play
report 'help has the address of the documents' expect 0 '^file:///.*/docs/index\.html$' help --web
report 'completion has the formats' expect 0 'convert:--from.*psq' help --completion

# completes WANT WORDS...: what Tab offers at the end of the last word. Words as bash splits them, so =
# is a separate word.
completes() {
    want=$1
    shift
    # shellcheck disable=SC2016 # for the other shell
    got=$(bash -c '. <("$0" help --completion); COMP_WORDS=(pentad "$@"); COMP_CWORD=$#; _pentad; echo "${COMPREPLY[*]}"' \
        "$pentad" "$@")
    [ "$got" = "$want" ] || echo "offers '$got', not '$want': pentad $*"
}
report 'Tab: a command' completes 'convert' conv
report 'Tab: an option' completes '--rules' play --ru
report 'Tab: a choice' completes 'renju' play --rules re
report 'Tab: a choice after =' completes 'renju' play --rules = re
report 'Tab: all choices after =' completes 'sgf psq rec pos pos-top picture classroom renlib svg png gif' convert --to =
report 'Tab: formats that can be read' completes 'rec renlib' convert -f re
report 'Tab: players' completes 'greedy' play --white gr
report 'Tab: human too' completes 'human' play -b h
report 'Tab: nothing for a time' completes '' play --time ''
report 'Tab: nothing for a number' completes '' play --size tr
report 'Tab: files for an operand' completes 'tree.sgf' play tr
report 'Tab: commands for help' completes 'mist' help mi

# completes_in_zsh WANT TYPED, completes_in_fish WANT TYPED: the line after Tab; the words that Tab offers.
completes_in_zsh() {
    rm -f line && "$pentad" help --completion zsh >_pentad
    got=$(zsh -f "$tab" "$work/_pentad" "$2" "$work/line")
    [ "$got" = "$1" ] || echo "the line is '$got', not '$1'"
}
completes_in_fish() {
    "$pentad" help --completion fish >pentad.fish
    # shellcheck disable=SC2016 # for the other shell
    got=$(HOME=$work fish -c 'source pentad.fish; complete -C $argv[1]' "$2" | cut -f1 | tr '\n' ' ')
    [ "$got" = "$1 " ] || echo "offers '$got', not '$1': $2"
}
while IFS='|' read -r what typed zsh fish; do
    report "zsh: $what" completes_in_zsh "$zsh" "$typed"
    report "fish: $what" completes_in_fish "$fish" "$typed"
done <<'ROWS'
a command|pentad conv|pentad convert |convert
an option|pentad play --ru|pentad play --rules=|--rules
a flag|pentad play --asc|pentad play --ascii |--ascii
a choice|pentad play --rules ren|pentad play --rules renju |renju
a choice after =|pentad play --rules=ren|pentad play --rules=renju |--rules=renju
a choice after a letter|pentad play -r ren|pentad play -r renju |renju
formats that can be read|pentad convert -f ren|pentad convert -f renlib |renlib
files for an operand|pentad play tre|pentad play tree.sgf |tree.sgf
files for an option|pentad solve --proof tre|pentad solve --proof tree.sgf |tree.sgf
commands for help|pentad help mi|pentad help mist |mist
the version|pentad --ver|pentad --version |--version
ROWS
report 'an unknown shell' expect 2 "there is no shell 'fihs'; did you mean 'fish'" help --completion fihs
report 'bash is the default' expect 0 '^complete .* pentad$' help --completion
report 'and has a name' expect 0 '^complete .* pentad$' help --completion bash
for command in $("$pentad" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    report "pentad $command --help has examples" expect 0 '^examples:' "$command" --help
    report "pentad $command rejects an unknown option" expect 2 'unknown option --bogus' "$command" --bogus
done

# Every option of every command as `LETTER NAME VALUE`, with - for what is missing.
option_table() {
    for command in $("$pentad" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
        "$pentad" "$command" --help | sed -n '/^options:/,/^examples:/p' |
            sed -n 's/^  \(-[A-Za-z]\|   \),\{0,1\} *--\([a-z-]*\) \{0,1\}\([A-Z0-9,]*\).*/\1 \2 \3/p' |
            sed "s/^    /- /;s/ \$/ -/;s/^/$command /"
    done
}

# repeated KEY VALUE: keys of the table with more than one value.
repeated() {
    awk -v key="$1" -v value="$2" '$key != "-" && seen[$key] != "" && seen[$key] != $value {
        print $key " is " seen[$key] " in " where[$key] " and " $value " in " $1
    } { seen[$key] = $value; where[$key] = $1 }' table
}

has_one_meaning() {
    option_table >table
    [ "$(wc -l <table)" -gt 100 ] || { echo 'the table is too short:'; cat table; }
    repeated 2 3
    repeated 3 2
    repeated 3 4
    awk '{ name[$3] = 1 } END { for (n in name) if ((n "s") in name && n != "game") print n " and " n "s" }' table
    awk '$3 == "out"' table
}
says_status() {
    for command in $("$pentad" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
        "$pentad" "$command" --help >help
        [ "$(grep -ci 'exit status: [01] ' help)" -eq 1 ] || echo "$command: $(grep -i 'exit status' help)"
        "$pentad" help --man "$command" | grep -A 1 'EXIT STATUS' | grep -q '^[01] ' || echo "$command: man page"
    done
}
report 'help has the exit statuses' says_status
report 'such as that of an open question' expect 0 '3 if a position was not' solve --help
report 'no option letter or name has two meanings' has_one_meaning
report 'an old letter is noted' expect 0 '^-t is now --to FORMAT; the next release' convert tree.sgf -t pos -
report 'an old name too' expect 2 '^--openings is now --book FILE; the next release' match greedy easy --openings none
report 'and does what it did' expect 2 'none: No such file' match greedy easy --openings none
report 'the old words of the server' expect 1 '^--crowd is now --rate-limit-factor N' serve --crowd 2 --thinkers 1 --data /dev/null/none
report 'and of its workers' expect 1 '^--thinkers is now --workers N' serve --crowd 2 --thinkers 1 --data /dev/null/none
report 'milliseconds are seconds now' expect 0 '^-t is now --seconds S, in seconds instead of milliseconds' analyze -t 50 tree.sgf
no_old_spellings() {
    for command in $("$pentad" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
        "$pentad" "$command" --help
    done | grep -e '--crowd' -e '--thinkers' -e '--openings' -e ' -t sgf' -e 'milliseconds per position'
}
report 'help has the new spellings only' no_old_spellings

report 'a mistyped option' expect 2 'did you mean --from' convert --form x a b
report 'an option without its value' expect 2 'needs a value: --from FORMAT' convert a b --from
report 'a number out of range' expect 2 'not between 2 and 25' convert --size 99 a b
report 'a value that is not a choice' expect 2 "did you mean 'renju'" convert --rules renyu a b
report 'the option is named' expect 2 "option --rules: 'renyu' is not known" convert --rules renyu a b
report 'a choice in capitals' typed 'h8' 0 'RU\[Renju\]' convert --rules RENJU -f POS - --to sgf -
report 'help among combined letters' expect 0 '^usage: pentad play' play -qh
report 'too few words' expect 2 'missing argument: pentad convert IN OUT' convert a
report 'too many words' expect 2 "unexpected argument 'c'" convert a b c

report 'a missing file' expect 1 'nosuch.sgf: No such file' convert nosuch.sgf out.psq
report 'an unknown extension' expect 1 'may end with .sgf, .psq, .rec, .pos, .pos-top, .board, .classroom, .lib, .svg, .png, .gif, or use --to FORMAT' convert tree.sgf out
cp tree.sgf tree
report 'also of IN' expect 1 'or use --from FORMAT' convert tree out.sgf
report 'standard input has no extension' expect 1 'convert: standard input: use --from FORMAT$' convert - out.sgf
report 'nor has standard output' expect 1 'convert: standard output: use --to FORMAT$' convert tree.sgf -
report 'analyze says the same' expect 1 'analyze: standard input: use --from FORMAT$' analyze -
report 'also about a file, with the formats that can be read' expect 1 'tree: cannot tell the format.*.classroom, .lib, or use --from FORMAT$' analyze tree
mkdir folder
for words in 'analyze NAME' 'convert NAME out.sgf' 'solve NAME' 'play --plain NAME' 'puzzles --check NAME'; do
    # shellcheck disable=SC2046,SC2086 # the command's words
    report "a missing file: $words" expect 1 '[Nn]o such file' $(echo $words | sed 's,NAME,./nosuch,')
    # shellcheck disable=SC2046,SC2086
    report "a folder: $words" expect 1 'folder: Is a directory' $(echo $words | sed 's,NAME,folder,')
done
report 'a folder as a list of games' expect 1 'folder: Is a directory' puzzles folder
: >nothing
report 'a game is not a puzzle file' expect 1 'tree.sgf is not a puzzle file, with one line of JSON per puzzle' puzzles --check tree.sgf
report 'a limit of nothing' expect 2 'option --nodes: 0 is less than 1' solve --nodes 0 h8i9
report 'no puzzles to check' expect 1 'there is no puzzle to check' puzzles --check nothing
# interrupted WORDS...: Ctrl-C ends the program with 130, not by the signal, which a shell could not tell apart.
interrupted() {
    python3 -c '
import signal, subprocess, sys, time
program = subprocess.Popen(["env", "--default-signal=INT", *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
for _ in range(1000): # until it has a handler
    with open(f"/proc/{program.pid}/status") as file:
        caught = next(line for line in file if line.startswith("SigCgt"))
    if int(caught.split()[1], 16) >> signal.SIGINT - 1 & 1:
        break
    time.sleep(0.01)
program.send_signal(signal.SIGINT)
if program.wait() != 130:
    print("exit status is", program.returncode)' "$pentad" "$@"
}
for words in gtp gomocup mist 'bench --repeat 1000'; do
    # shellcheck disable=SC2086
    report "Ctrl-C in $words" interrupted $words
done

lost_output() {
    "$pentad" solve --nodes 100 h8i9 2>said >/dev/full
    [ $? -eq 1 ] || echo 'not 1'
    grep -vx 'pentad: not all of the output could be written' said
}
[ ! -e /dev/full ] || report 'a full disk is an error also where nothing was decided' lost_output
report 'a write-only format' expect 1 'svg can be written but not read' convert a.svg b.sgf
report 'which is not a choice for --from' expect 2 "'svg' is not known" convert --from svg a b.sgf
report 'a position that a format cannot hold' typed '(;GM[4]SZ[19];B[aa])' 1 'standard input: the board is 19x19; RenLib has 15x15 only' convert -f sgf - --to renlib b.lib
report 'which leaves no file behind either' missing b.lib
report 'tree to RenLib' expect 0 '' convert tree.sgf tree.lib
report 'and back' expect 0 '(;B\[ih\])' convert tree.lib --to sgf -
report 'an error in a file has its position' typed 'h8z99' 1 'line 1, column 3' convert -f pos - --to sgf -
report 'an error leaves no file behind' missing out.psq

report 'tree to PSQ' expect 0 'variations are left out' convert tree.sgf tree.psq
report 'comments are left out too' expect 0 'comments are left out' convert tree.sgf again.psq
printf '(;FF[4]GM[4]SZ[15]RU[renju];B[hh]TR[ii];W[ig])' >marks.sgf
printf '(;FF[4]GM[4]SZ[8]RU[freestyle];B[dd];W[ed])' >small.sgf
printf '(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh]MA[hh];W[ig](;B[hg])(;B[ih]MA[hh]))' >crosses.sgf
printf '(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh]MA[hh]LB[ii:a];W[ig])' >kept.sgf
silent() {
    "$pentad" "$@" >/dev/null 2>said
    cat said
}
# without WORDS COMMAND...: no message has these words.
without() {
    words=$1
    shift
    "$pentad" "$@" >/dev/null 2>said
    grep -- "$words" said
}
report 'marks are left out of RenLib' expect 0 'marks are left out: renlib holds only labels' convert marks.sgf marks.lib
report 'also crosses on other points, in a variation' expect 0 'marks are left out: renlib' convert crosses.sgf marks2.lib
report 'but not what it holds' silent convert kept.sgf kept.lib
report 'marks are left out of PSQ' expect 0 'marks are left out: psq holds no marks' convert marks.sgf marks.psq
report 'rules are left out of RenLib' expect 0 'rules are left out: renlib cannot hold them; read it with --rules renju' convert marks.sgf marks3.lib
report 'and of PSQ' expect 0 'rules are left out: psq' convert marks.sgf marks2.psq
printf '(;FF[4]GM[4]SZ[15]RU[freestyle]RE[B+F]DT[2020-01-01]EV[Open];B[hh])' >event.sgf
printf '(;FF[4]GM[4]SZ[19]RU[freestyle];B[ss];W[aa];B[ab])' >large.sgf
for info in result date event; do
    report "the $info is left out" expect 0 "the $info is left out: psq cannot hold it" convert event.sgf event.psq
done
printf '(;FF[4]GM[4]SZ[15]RU[freestyle]RE[B+]EV[Open];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da](;W[db];B[ea]C[five])(;W[ea]))' >five.sgf
report 'a result on the board is not left out' without 'result' convert five.sgf five.psq
report 'an image has no notes about the record' silent convert five.sgf five.svg
report 'what is left out is said only of a written file' without 'left out' convert event.sgf no/such/event.psq
report 'the size is left out' expect 0 'the size is left out: pos cannot hold it; read it with --size 19' convert large.sgf large.pos
report 'of the other string of moves, too' expect 0 'the size is left out: pos-top' convert large.sgf large.pos-top
report 'nothing is left out of a picture' "$pentad" convert large.sgf large.png
report 'the order of the moves is left out' expect 0 'order of the moves is left out: picture' convert large.sgf large.board
report 'also of a classroom file' expect 0 'order of the moves is left out: classroom' convert small.sgf order.classroom
report 'SGF holds everything' silent convert marks.sgf marks2.sgf
report 'the name of a format is an extension' expect 0 '' convert -q tree.sgf tree.picture
report 'which is read again' expect 0 '^;B\[\|AB\[' convert -q tree.picture --to sgf -
# written_and_read IN FORMAT [OPTIONS...]: reads with the options what it wrote.
written_and_read() {
    "$pentad" convert -q "$1" "again.$2"
    in=$1 format=$2
    shift 2
    "$pentad" convert -q --rules renju "$@" "again.$format" back.picture
    "$pentad" convert -q "$in" --to picture - | tr '()' '  ' >want # a position has no last move
    tr '()' '  ' <back.picture | cmp - want
}
for format in sgf psq pos pos-top picture renlib lib board; do
    report "convert reads the $format it wrote" written_and_read tree.sgf $format
done
report 'and its classroom file' written_and_read small.sgf classroom
for format in pos pos-top; do
    report "a large board as $format" written_and_read large.sgf $format --size 19
    report "a small board as $format" written_and_read small.sgf $format --size 8
done
report 'the PSQ has the main line' has '8,7,0' tree.psq
report 'quiet is quiet' expect 0 '^$' convert -q tree.sgf quiet.psq
report 'PSQ to SGF' expect 0 'does not specify the rules' convert tree.psq back.sgf
report 'which keeps the names' expect 0 'PB\[Ann\]PW\[Bob\]' convert back.sgf --to sgf -
report 'an unknown size is noted' typed 'h8' 0 'does not specify the board size' convert -f pos - --to sgf -
report 'unknown rules too' typed 'h8' 0 'does not specify the rules; read as freestyle' convert -f pos - --to sgf -
report_notes() {
    echo h8 | "$pentad" convert -f pos -s 19 -r renju - --to sgf said.sgf
}
report 'but not if the options give them' report_notes
printf '(;FF[4]GM[4]SZ[15]RU[freestyle];B[hh];W[hh])' >twice.sgf
report 'an error in IN is not blamed on OUT' expect 1 '^pentad convert: twice.sgf: line 1, column' convert twice.sgf x.board
printf '(;FF[4]GM[4]SZ[15]RU[freestyle]OPENING[swap];B[hh];W[ii];B[jj];SWAP[swap];W[aa])' >swap.sgf
report 'opening choices are not moves' expect 0 '^9,9,0' convert swap.sgf --to psq -
report 'stop after two moves' expect 0 '^;B\[hh\].*;W\[ig\])$' convert tree.sgf --move 2 --to sgf -
report 'which drops the variations, with a note' expect 0 'variations are left out: --move' convert tree.sgf --move 2 --to sgf -
report 'more moves than the game has' expect 0 'the game has 4, fewer' convert tree.sgf --move 9 --to sgf -
notes_on_all_moves() {
    "$pentad" convert tree.sgf --move 4 --to sgf - 2>&1 >/dev/null | grep -v '^variations'
}
report 'exactly all moves' notes_on_all_moves
report 'names are left out' expect 0 "players' names are left out: pos" convert tree.sgf --to pos -
report 'a picture' expect 0 '^Black to move' convert tree.sgf --to picture -
report 'a picture in GTP coordinates' expect 0 ' A B C D E F G H J K ' convert tree.sgf --notation gtp --to picture -
into_full_disk() {
    "$pentad" "$@" >/dev/full 2>said && echo 'exit status 0'
    grep -q 'could be written' said || cat said
}
report 'help with a full disk' into_full_disk help
report 'SVG' expect 0 '^<svg ' convert tree.sgf --to svg -
# starts FILE BYTES [WORDS...]: converts to the file, which must begin with these bytes.
starts() {
    file=$1
    bytes=$2
    shift 2
    "$pentad" convert -q tree.sgf "$@" >out || echo "exit status $?"
    head -c 6 "$file" | grep -aq "$bytes" || od -c "$file" | head -n 2
}
# is_wide PIXELS FILE: of a PNG, whose width is in bytes 16 to 19.
is_wide() {
    [ "$(od -An -j16 -N4 -tu1 "$2" | awk '{ print ($1 * 256 + $2) * 65536 + $3 * 256 + $4 }')" = "$1" ] || od -c "$2" | head -n 3
}
same_twice() {
    cp "$1" before && "$pentad" convert -q tree.sgf "$1" --move 2 --delay 0.1 && cmp "$1" before
}
report 'PNG' starts tree.png PNG tree.png
report 'its default width' is_wide 640 tree.png
report 'to standard output' starts out PNG --to png - --width 200
report 'in another width' is_wide 200 out
report 'GIF' starts tree.gif GIF89a tree.gif --move 2 --delay 0.1
report 'the same twice' same_twice tree.gif
report 'too narrow' expect 2 'not between 100 and 4000' convert tree.sgf w.png --width 99
report 'too wide' expect 2 'not between 100 and 4000' convert tree.sgf w.png --width 4001
for delay in 0 0.01 61 -1 soon ''; do
    report "a delay of '$delay'" expect 2 "option --delay: '$delay' is not between 0.02 and 60" convert tree.sgf w.gif "--delay=$delay"
done
report 'none of these left a file' missing w.gif
report 'an SVG has no width' expect 0 '^--width is ignored: it is for png gif, not for svg$' convert tree.sgf --to svg - --width 300
report 'a PNG has no delay' expect 0 '^--delay is ignored: it is for gif, not for png$' convert tree.sgf ignored.png --delay 1
report 'SGF has no stones to draw' expect 0 '^--plain-stones is ignored: it is for svg png gif, not for sgf$' convert tree.sgf --to sgf - --plain-stones
report 'nor coordinates' expect 0 '^--notation is ignored: it is for' convert tree.sgf --to sgf - --notation gtp
report 'only SGF has GM' expect 0 '^--no-gm is ignored: it is for sgf, not for pos$' convert tree.sgf --to pos - --no-gm
not_said() {
    "$pentad" convert "$@" 2>&1 >/dev/null | grep 'is ignored'
}
report 'an option that counts is not ignored' not_said tree.sgf ignored.gif --width 200 --delay 1 --plain-stones --notation gtp
report '--quiet says nothing' not_said -q tree.sgf --to svg - --width 300
report 'pictures are not read' expect 1 'png can be written but not read' convert tree.png x.sgf
report 'also an animation' expect 1 'gif can be written but not read' convert tree.gif x.sgf
report 'a picture of a broken game' expect 1 '^pentad convert: twice.sgf: line 1, column' convert twice.sgf w.png
report 'which leaves no file behind' missing w.png
report 'a PNG on a full disk' expect 1 'No space left' convert tree.sgf --to png /dev/full
report 'a GIF on a full disk' expect 1 'No space left' convert tree.sgf --to gif /dev/full
report 'without GM' expect 0 '(;FF\[4\]CA' convert --no-gm tree.sgf --to sgf -
report 'a full disk is an error' expect 1 'No space left' convert tree.sgf --to sgf /dev/full

"$pentad" convert -q tree.sgf one.sgf && "$pentad" convert -q one.sgf two.sgf
report 'SGF round trip' same one.sgf two.sgf

report 'net describes a net' expect 0 'lines of 9 points, 22143 rows' net "${pentad%/build/*}/$net"
report '... and the widths of its heads' expect 0 '^heads  *U [0-9]*, T [0-9]*, V [0-9]*, M [0-9]*$' net "${pentad%/build/*}/$net"
report 'net rejects other files' expect 1 'not a net: it does not begin with' net "$pentad"
report 'play rejects an unknown player' expect 2 "did you mean 'greedy'" play --white gredy
report 'and lists all there are' expect 2 'one of: human, random, .*, strong, perfect, gomocup:COMMAND, gtp:COMMAND$' play --white nobody
report 'so does match, without people' expect 2 'one of: random, .*, strong, perfect, gomocup:COMMAND, gtp:COMMAND$' match nobody greedy
report 'play rejects a bad time control' expect 2 'write none, 300' play --time soon
report 'play continues a game from a file' typed 'moves\nquit\n' 0 'h8' play --white human tree.sgf

cd - >/dev/null || exit 1
report_end
