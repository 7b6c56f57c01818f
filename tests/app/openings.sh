#!/bin/sh
# `pentad openings` as a program: the same bytes with any number of threads, use in a match, the file
# after a signal, the books in data/openings, and bad input.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=${PENTAD:-build/pentad}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

openings() {
    "$pentad" openings --nodes 500 "$@"
}

check_threads() {
    openings --count 12 --output "$work/one" || echo "exit status $?"
    openings --count 12 --threads 3 >"$work/three" || echo "exit status $?"
    cmp "$work/one" "$work/three"
    [ "$(grep -c '^[a-o].* # [+-][0-9]*$' "$work/one")" -eq 12 ] || cat "$work/one"
    head -n 1 "$work/one" | grep -q ' engine [0-9a-f]\{16\}, with$' || head -n 1 "$work/one"
    openings --count 12 --seed 2 | cmp -s - "$work/one" && echo 'another seed, the same openings'
    command=$(sed -n 's/^#     pentad //p' "$work/one")
    # shellcheck disable=SC2086 # it is several words
    "$pentad" $command | cmp - "$work/one"
}
report 'the same with any number of threads, and by the command in the header' check_threads

check_match() {
    openings --rules renju --count 4 --output "$work/renju" --stones 6 --bound 100
    "$pentad" match random:1 random:2 --rules renju --book "$work/renju" --rounds 4 \
        --jsonl "$work/games" -q >/dev/null || echo "exit status $?"
    [ "$(wc -l <"$work/games")" -eq 8 ] || cat "$work/games"
}
report 'a match uses them' check_match

# Waits until the first batch is in the file.
check_interrupt() {
    "$pentad" openings --count 1000000 --nodes 200 --output "$work/cut" &
    pid=$!
    await has_lines 5 "$work/cut"
    kill -TERM $pid
    wait $pid
    [ $? -eq 143 ] || echo 'another exit status'
    [ "$(grep -c '^[a-o]' "$work/cut")" -gt 0 ] || cat "$work/cut"
    tail -n 1 "$work/cut" | grep -q '^[a-o0-9]* # [+-][0-9]*$' || tail -n 1 "$work/cut"
}
report 'a signal keeps the openings found so far' check_interrupt

# book NAME RULES SIZE COUNT: has at least COUNT openings that a match can use, and a header with the
# command that generated them.
book() {
    file=data/openings/$1.txt
    [ "$(grep -vc '^#' "$file")" -ge "$4" ] || echo "fewer than $4"
    [ "$(grep -v '^#' "$file" | sort -u | wc -l)" -ge "$4" ] || echo 'duplicates'
    head -n 1 "$file" | grep -q "^# Openings for $2 on $3x$3, .* engine [0-9a-f]\{16\}, with$" || head -n 1 "$file"
    grep -q "^#     pentad openings --rules $2 --size $3 " "$file" || echo 'no command in the header'
    "$pentad" match random:1 random:2 --rules "$2" --size "$3" --book "$file" --games 2 -q \
        >/dev/null || echo "exit status $?"
}
report 'the book for freestyle' book freestyle15 freestyle 15 2000
report 'the book with more nodes for the check' book freestyle15-even freestyle 15 200
report 'the book for a large board' book freestyle20 freestyle 20 500
report 'the book for a large board whose openings are checked longer' book freestyle20-even freestyle 20 250
report 'the book for standard rules' book standard15 standard 15 500
report 'the book for standard rules that is not balanced around 0' book standard15-even standard 15 700
report 'the book for renju' book renju15 renju 15 500
report 'the book for renju that is not balanced around 0' book renju15-even renju 15 600

report 'the book for caro' book caro15 caro 15 1000
report 'the book for caro whose openings are checked longer' book caro15-even caro 15 190
report 'the book for caro with overlines' book caro-overline15 caro-overline 15 1000
report 'the book for caro with overlines whose openings are checked longer' book caro-overline15-even caro-overline 15 190

# refused STATUS WORDS ARGUMENTS...
refused() {
    status=$1
    words=$2
    shift 2
    said=$("$pentad" openings "$@" 2>&1 >/dev/null)
    got=$?
    [ $got -eq "$status" ] || echo "exit status $got of: $*"
    echo "$said" | grep -q "$words" || echo "not '$words', but: $said"
}

check_misuse() {
    echo >"$work/there"
    refused 1 'there exists: choose another name' --output "$work/there"
    refused 1 'No such file' --output "$work/no/where"
    refused 2 'rules' --rules chess
    refused 2 'count' --count 0
    refused 1 'only [0-9]* of 1000 openings in [0-9]* attempts' --size 9 --stones 2 --count 1000 \
        --nodes 100 --bound 10
}
report 'usage errors are explained' check_misuse
# It would take days to go on.
full_disk() {
    timeout 300 "$pentad" openings -q --count 1000000 --nodes 100 2>"$work/said" >/dev/full
    [ $? -eq 1 ] || echo 'exit status is not 1'
    grep -vx 'pentad openings: No space left on device' "$work/said"
}
[ ! -e /dev/full ] || report 'a full disk ends the run' full_disk
# shows_time PATTERN WORDS...: in a terminal, a line that matches the pattern appears before the first
# batch is done. Its searches would take hours.
shows_time() {
    "${PYTHON:-python3}" -c 'import os, pty, re, signal, sys
signal.alarm(300)
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
text = ""
while not re.search(sys.argv[1], text):
    text += os.read(fd, 65536).decode()
os.kill(pid, signal.SIGKILL)
os.waitpid(pid, 0)' "$@" || echo 'the clock stands'
}
TERM=xterm report 'in openings' shows_time ' 0 attempts, 0 duplicates, [1-9][0-9]* s elapsed' "$pentad" openings --nodes 1000000000 --threads 2
TERM=xterm report 'after the head, which stays' shows_time '\A# Openings [^\0]*side to move[.]\r\n0 of 100 openings' "$pentad" openings --nodes 1000000000
echo i6g8f10k5i3j6i7h9h4i8f4i4g5e3j2k1f6 >"$work/slow"
TERM=xterm report 'and in puzzles' shows_time ' 0 of 1 games, 0 duplicates, [1-9][0-9]* s elapsed' "$pentad" puzzles "$work/slow" --engine-nodes 1000000000 --others-nodes 1000000000
report_end
