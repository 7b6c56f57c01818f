#!/bin/sh
# pentad.exe and the package for Gomocup, under wine: what is in the ZIP files, sessions of the Gomocup protocol, commands
# and Ctrl-C during a search, closed pipes, memory, the bench signatures, games against the program for this system,
# paths, child processes. DIST names a folder with a release; otherwise the programs of build/ and build-windows/ are
# used.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

signatures=$PWD/tests/engine/bench_signatures.inc
zip=$PWD/packaging/windows/zip.sh
work=$(mktemp -d) || exit 1
linux=$PWD/build/pentad
[ -z "${DIST:-}" ] || linux=$work/linux/pentad
export HOME="$work" WINEPREFIX="$work/prefix" WINEDEBUG=-all LC_ALL=C.UTF-8
export WINEDLLOVERRIDES='winemenubuilder.exe,mscoree,mshtml=d' SOURCE_DATE_EPOCH=1700000000
unset DISPLAY WAYLAND_DISPLAY XDG_STATE_HOME XDG_CONFIG_HOME
trap 'wineserver -k 2>/dev/null; rm -rf "$work"' EXIT

same() {
    [ "$1" = "$2" ] || echo "'$1' instead of '$2'"
}

is_point() {
    echo "$1" | grep -q -x -E '[0-9]+,[0-9]+' || echo "'$1' is not a point"
}

# ---- The ZIP files

make_packages() {
    if [ "${DIST:-}" ]; then
        mkdir "$work/linux" && tar -xf "$DIST"/pbrain-*-linux-x86_64.tar.xz -C "$work/linux" --strip-components=1
        mv "$work/linux/pbrain-pentad" "$linux"
        mkdir "$work/dist" && cp "$DIST"/*.zip "$work/dist"
    else
        "$zip" build-windows "$work/dist" >/dev/null && "$zip" build-windows "$work/again" >/dev/null
    fi
}

packages() {
    make_packages
    same "$(cd "$work/dist" && echo *)" "pbrain-pentad.zip pentad-$("$linux" --version | sed -n 's/^pentad //p')-windows.zip"
    for file in "$work"/dist/*; do
        [ "${DIST:-}" ] || cmp "$file" "$work/again/${file##*/}"
        [ "$(wc -c <"$file")" -lt 70000000 ] || echo "$file has more than 70 MB"
    done
    same "$(python3 -m zipfile -l "$work/dist/pbrain-pentad.zip" | awk 'NR > 1 { print $1 }')" pbrain-pentad.exe
    same "$(python3 -m zipfile -l "$work"/dist/pentad-*.zip | awk 'NR > 1 { print $1 }' | sort | tr '\n' ' ')" \
        'LICENSE README.txt gomocup.md pbrain-pentad.exe pentad.exe '
    python3 -m zipfile -e "$work/dist/pbrain-pentad.zip" "$work"
    python3 -m zipfile -e "$work"/dist/pentad-*.zip "$work"
}
report 'two ZIP files, below 70 MB, the same bytes every time' packages

# With the line ends of Windows. Its commands are there.
readme() {
    grep -q -v "$(printf '\r')\$" README.txt && echo 'a line without CR'
    head -n 1 README.txt | grep -q '^Pentad [0-9.]* for Windows' || cat README.txt
    sed -n 's/^ *\.\\pentad \([a-z]*\).*/\1/p' README.txt >named
    [ "$(wc -l <named)" -ge 4 ] || cat named
    while read -r name; do
        wine pentad.exe "$name" --help 2>&1 </dev/null | grep -q '^usage' || echo "there is no command $name"
    done <named
}

# windows_session.exe and windows_process.exe
test_programs() {
    x86_64-w64-mingw32-gcc -Wall -Wextra -o "$work/windows_session.exe" tests/release/windows_session.c
    set -- tests/release/windows_process.c
    for name in clock error line_reader mem number process str utf8 windows/child windows/input windows/interrupt windows/unicode; do
        set -- "$@" "src/base/$name.c"
    done
    x86_64-w64-mingw32-gcc -Wall -Wno-format -Isrc -D_WIN32_WINNT=0x0601 -D_POSIX_C_SOURCE=200809L -static \
        -o "$work/windows_process.exe" "$@" -lpthread
}
report 'the programs of this test' test_programs
cd "$work" || exit 1
# Wine makes its folder and says so. Its services stay for half a minute after each program: one that is started and
# stopped for every program crashes now and then, and says that, too.
wineserver -p30 >/dev/null 2>&1
wine pentad.exe --version >first-start 2>&1

report 'README.txt in the ZIP file' readme

no_other_library() {
    x86_64-w64-mingw32-objdump -p pentad.exe | sed -n 's/.*DLL Name: //p' |
        grep -v -i -x -E '(kernel32|user32|msvcrt|advapi32|shell32)\.dll'
}
report 'only libraries of Windows are needed' no_other_library

# ---- The Gomocup protocol

# said INPUT OUTPUT: with printf's escapes. Bars stand for newlines.
said() {
    # shellcheck disable=SC2059
    same "$(printf "$1" | wine pbrain-pentad.exe --player greedy | tr '\n' '|')" "$2"
}
report 'CR LF in, LF out' said 'START 15\r\nBEGIN\r\nTURN 8,8\r\nEND\r\n' 'OK|7,7|6,6|'
report 'nothing is read after END' said 'START 15\nEND\nBEGIN\n' 'OK|'
report 'an unknown command' said 'FOO\r\n' "UNKNOWN command 'FOO'|"
report 'INFO max_memory is obeyed' said 'START 15\r\nINFO max_memory 1000000\r\nBEGIN\r\nEND\r\n' \
    "$(printf 'START 15\nINFO max_memory 1000000\nBEGIN\nEND\n' | "$linux" gomocup | tr '\n' '|')"

rules_and_board() {
    for rule in 0 1 4 8 9; do
        printf 'INFO rule %d\r\nSTART 15\r\nINFO timeout_turn 0\r\nBOARD\r\n3,3,2\r\n7,7,1\r\n4,4,2\r\n7,8,1\r\n5,5,2\r\n2,7,1\r\n6,6,2\r\nDONE\r\n' \
            "$rule" | wine pbrain-pentad.exe >out
        same "$(tr '\n' ' ' <out)" 'OK 2,2 '
    done
}
report 'a BOARD under every rule' rules_and_board

about() {
    same "$(echo ABOUT | wine pbrain-pentad.exe)" "$(echo ABOUT | "$linux" gomocup)"
}
report ABOUT about

# A session with two pipes: 3 and 4.
open_session() {
    rm -f session-in session-out
    mkfifo session-in session-out
    wine pbrain-pentad.exe <session-in >session-out 2>stderr &
    program=$!
    trap '' PIPE # to a program that has ended: a failure, not the end of the check
    exec 3>session-in 4<session-out
}

say() {
    printf '%s\r\n' "$@" >&3
}

hear() {
    heard=
    read -r heard <&4
}

# The rest of the output without reports, in `heard`.
hear_rest() {
    heard=$(grep -v '^MESSAGE\|^INFO' <&4 | tr '\n' ' ')
}

# The program must end by itself; the status of one whose pipes are closed does not matter.
ends() {
    exec 3>&- 4<&-
    for _ in $(seq 600); do
        kill -0 "$program" 2>/dev/null || break
        sleep 0.1
    done
    kill "$program" 2>/dev/null && echo 'it did not end within a minute'
    wait "$program" 2>/dev/null
    grep -v 'not all of the output' stderr
}

closed_while_idle() {
    open_session
    say 'START 15'
    hear
    ends
}
report 'closed pipes end it' closed_while_idle

# memory LIMIT_MIB: sets `mib` to the anonymous memory, wine's included, after a search of so many positions.
memory() {
    open_session
    say 'START 15' 'INFO timeout_turn 1000000' 'INFO max_node 300000' "INFO max_memory $(($1 << 20))" \
        BOARD 7,7,2 7,8,1 9,9,2 DONE
    while hear && [ "$(is_point "$heard")" ]; do
        continue
    done
    mib=$(awk '/^RssAnon/ { print int($2 / 1024) }' "/proc/$program/status")
    say END
    hear_rest
    ends
}

within_memory() {
    memory 70
    [ "$mib" -le 110 ] || echo "$mib MiB with a limit of 70"
    small=$mib
    memory 600
    [ "$mib" -gt "$small" ] || echo "$mib MiB with a limit of 600, $small with 70: nothing was measured"
}
report 'the memory of a search stays within INFO max_memory' within_memory

# ---- Windows pipes, during a search

# session COMMAND STEP...: what windows_session.c says, within a minute.
session() {
    timeout 60 wine windows_session.exe "$@" 2>steps
}

# searching MILLISECONDS STEP...: searches that long, unless steps of windows_session.c after its first depth end it.
searching() {
    limit=$1
    shift
    session pbrain-pentad.exe '>START 15' ">INFO timeout_turn $limit" '>INFO show_detail 2' \
        '>BOARD' '>7,7,2' '>7,8,1' '>9,9,2' '>DONE' '<INFO DEPTH' "$@"
}

# Longer than a session may take.
without_limit() {
    searching 600000 "$@"
}

stop() {
    is_point "$(without_limit '>STOP' '<#')"
    same "$(without_limit '>STOP' '<#' '>END' exit)" 'exit status 0'
}
report 'STOP during a search gives a move' stop

end() {
    same "$(without_limit '>END' exit)" 'exit status 0'
}
report 'END during a search ends the program' end

# As on other systems: `printf ... | pbrain-pentad` gets its answer.
closed_input() {
    is_point "$(searching 2000 close-input '<#')"
    same "$(searching 2000 close-input '<#' exit)" 'exit status 0'
}
report 'input closed during a search: the answer, then the end' closed_input

# Later than any script: the manager is gone.
closed_input_later() {
    same "$(without_limit wait close-input '<#' exit)" 'exit status 0'
}
report 'input closed later during a search: the move at once' closed_input_later

closed_output() {
    same "$(without_limit close-output exit)" 'exit status 1'
    same "$(without_limit close-input close-output exit)" 'exit status 1'
}
report 'output closed during a search ends the program' closed_output

# Windows has Ctrl-C only in a console, and wine gets one from a terminal.
ctrl_c() {
    python3 -c 'import pty, sys; pty.spawn(["sh", "-c", sys.argv[1]])' >terminal </dev/null \
        "exec timeout 60 wine windows_session.exe 'pentad.exe match greedy level:3 --games 100000 --size 9' \
            '<game 1' ctrl-c '<     participant' exit >out 2>steps"
    same "$(cat out)" 'exit status 130'
}
report 'Ctrl-C ends a match with its table' ctrl_c

slow_engine() {
    same "$(wine windows_process.exe)" '100000 bytes, 0 wrong'
}
report 'an engine that reads slowly gets every byte once' slow_engine

# ---- The engine

bench() {
    wine pentad.exe bench --signature >out
    cmp out "$signatures"
}
report 'the bench signatures are those of the other systems' bench

games() {
    "$linux" match "windows=gomocup:wine $work/pbrain-pentad.exe" "linux=gomocup:$linux gomocup" --games 20 \
        --time 0.02/move --tolerance 10000 --seed 1 --jsonl games.json >out 2>&1 || cat out
    same "$(grep -c '"reason":"\(five\|board full\|draw\|no legal move is left\)' games.json)" 20
}
report 'twenty games against the program for this system' games

# ---- The other subcommands

paths() {
    mkdir 'Ordner ü 五 x'
    printf '(;GM[4]SZ[15]PB[Grün]PW[五]CA[UTF-8];B[hh];W[ii])' >'Ordner ü 五 x/Spiel 一.sgf'
    wine pentad.exe convert 'Ordner ü 五 x/Spiel 一.sgf' 'Ordner ü 五 x\zwei 二.psq' 2>err || cat err
    "$linux" convert 'Ordner ü 五 x/Spiel 一.sgf' 'Ordner ü 五 x/drei.psq' 2>err || cat err
    cmp 'Ordner ü 五 x/zwei 二.psq' 'Ordner ü 五 x/drei.psq'
    wine pentad.exe convert 'Ordner ü 五 x/nicht da.sgf' x.psq 2>err && echo 'a missing file was read'
    grep -q 'Ordner ü 五 x/nicht da.sgf: No such file' err || cat err
}
report 'paths with spaces and other letters' paths

charsets() {
    printf '(;GM[4]SZ[15]CA[Shift_JIS]PB[\214\334];B[hh])' >sjis.sgf
    wine pentad.exe convert sjis.sgf utf8.sgf 2>err || cat err
    grep -q "PB\[五\]" utf8.sgf || cat utf8.sgf
}
report 'character sets' charsets

children() {
    wine pentad.exe match 'a=gomocup:pbrain-pentad.exe --player greedy' 'b=gtp:.\pentad.exe gtp --player easy' \
        --games 4 --size 9 -q >out 2>&1 || cat out
    grep -q '4 games' out || cat out
    wine pentad.exe match 'a=gomocup:nowhere.exe' greedy --games 2 -q >out 2>&1 && echo 'a missing engine played'
    grep -q 'cannot start.*nowhere' out || cat out
}
report 'pentad.exe match starts engines' children

subcommands() {
    printf '1 boardsize 9\n2 play b a1\n3 showboard\n4 quit\n' >commands.gtp
    same "$(wine pentad.exe gtp <commands.gtp)" "$("$linux" gtp <commands.gtp)"
    printf 'h8\nquit\n' | wine pentad.exe play --plain --white greedy >out || echo "play: $?"
    grep -q '^ 8 .* X ' out || cat out
    wine pentad.exe solve --help >out
    grep -q 'pentad solve' out || cat out
    for words in 'serve' 'convert sjis.sgf x.png'; do
        # shellcheck disable=SC2086
        wine pentad.exe $words >out 2>&1 && echo "$words worked"
        grep -q 'this build has no' out || cat out
    done
}
report 'GTP, line mode; what is left out says so' subcommands

# as_here INPUT WORD...: the output and the exit status of the program for this system, but for times.
as_here() {
    input=$1
    shift
    # shellcheck disable=SC2059
    printf "$input" | "$linux" "$@" >want 2>err
    status=$?
    # shellcheck disable=SC2059
    printf "$input" | wine pentad.exe "$@" >out 2>err
    same "$*: $?" "$*: $status"
    sed -i 's/[0-9.]* s$//' want out
    [ -s want ] || echo 'nothing was said'
    diff want out
}

courses() {
    as_here 'place A1\nwho\nview\nplace J10\nhistory\nterm\n' mist
    as_here '0\n0\n1\n0\n2\n0\n' sequences play
    as_here 'Ann\nBob\na1\nb1\na2\nb2\nz9\na3\nb3\na4\nb4\na5\n' classroom
}
report 'the programs of the courses' courses

analysis() {
    as_here '' analyze 'Ordner ü 五 x/Spiel 一.sgf' --nodes 3000
    as_here '' solve h8i9h9h10g8f8i8j8g7f6g9 --board
}
report 'analyses and proofs' analysis

regression() {
    mkdir tests
    printf '1 boardsize 9\r\n2 play b a1\r\n3 list_commands\r\n#? [(\\w|-)+ quit .*]\r\n4 play w a1\r\n#? [x]*\r\n' >tests/good.tst
    printf '1 protocol_version\n#? [3]\n' >tests/bad.tst
    wine pentad.exe regress 'tests\good.tst' -- '.\pentad.exe' gtp >out 2>&1 || cat out
    same "$(tr -d '\r' <out)" 'tests\good.tst: 4 tests, 3 passed, 0 failed, 1 known failure'
    wine pentad.exe regress tests/good.tst tests/bad.tst -- ./pentad.exe gtp >out 2>&1
    same $? 1
    same "$(tail -n 1 out | tr -d '\r')" 'all files: 5 tests, 3 passed, 1 failed, 1 known failure'
}
report 'GTP regression tests' regression

project() {
    wine pentad.exe solve --quiet --project project g7a1h8f6g9g8i9i8f10h9g10e11 >said 2>&1
    grep -q '^proved: ' said || cat said
    [ "$(wc -l <project/project.log)" -gt 1 ] || cat project/project.log
}
report 'a project keeps its results' project

# In a terminal, which wine makes a console.
in_console() {
    tmux -L "pentad-$$" "$@"
}

# Waits for a line of the screen that ends with this.
wait_for_screen() {
    for _ in $(seq 600); do
        in_console capture-pane -p >screen || return
        grep -q "$1 *\$" screen && return
        sleep 0.1
    done
    echo "'$1' is not there:" && cat screen
}

console() {
    in_console new-session -d -x 100 -y 40 'wine pentad.exe play --plain --white greedy --size 9'
    wait_for_screen 'Black (you) >'
    in_console send-keys e5
    wait_for_screen 'Black (you) > e5'
    in_console send-keys Enter
    wait_for_screen 'White plays d6.'
    in_console kill-server
}
report 'a console shows what is typed before Enter' console

report_end
