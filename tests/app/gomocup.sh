#!/bin/sh
# `pentad gomocup` as a program: line endings, its other name, commands during a search, a manager
# that suspends it, whole games at short limits, memory, and bad input. Delays are printed, and checked
# with a wide margin only, because the machine may be busy.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=$PWD/${PENTAD:-build/pentad}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
ln -s "$pentad" pbrain-pentad

same() {
    [ "$1" = "$2" ] || echo "'$1' instead of '$2'"
}

is_point() {
    echo "$1" | grep -q -x -E '[0-9]+,[0-9]+' || echo "'$1' is no point"
}

# said INPUT OUTPUT: with printf's escapes, under both program names. Bars stand for newlines.
said() {
    # shellcheck disable=SC2059
    same "$(printf "$1" | "$pentad" gomocup --player greedy | tr '\n' '|')" "$2"
    # shellcheck disable=SC2059
    same "$(printf "$1" | ./pbrain-pentad --player greedy | tr '\n' '|')" "$2"
}
report 'CR LF' said 'START 15\r\nBEGIN\r\nEND\r\n' 'OK|7,7|'
report 'LF' said 'START 15\nBEGIN\nEND\n' 'OK|7,7|'
report 'CR' said 'START 15\rBEGIN\rEND\r' 'OK|7,7|'
report 'a last line without a newline' said 'START 15\nBEGIN' 'OK|7,7|'
report 'nothing is read after END' said 'START 15\nEND\nBEGIN\n' 'OK|'

now_ms() {
    echo $(($(date +%s%N) / 1000000))
}

# ---- A session with two pipes: it reads from 3 and writes to 4. One that hangs is killed.

# open_session [WORDS...]: extra arguments of the command line.
open_session() {
    rm -f in out
    mkfifo in out
    "$pentad" gomocup "$@" <in >out 2>stderr &
    program=$!
    exec 3>in 4<out
    (sleep 300 && kill "$program") >/dev/null 2>&1 3>&- 4<&- &
    watch=$!
}

close_session() {
    exec 3>&- 4<&-
    wait "$program"
    same $? 0
    kill "$watch"
    wait "$watch" 2>/dev/null || :
    cat stderr
}

say() {
    printf '%s\r\n' "$@" >&3
}

hear() {
    heard=
    read -r heard <&4
}

think() {
    say 'START 15' 'INFO timeout_turn 50000'
    hear
    say 'BOARD' '7,7,2' '7,8,1' '9,9,2' DONE
    sleep 0.5
}

# Soon: well below the fifty seconds.
note_delay() {
    delay=$(($(now_ms) - begin))
    echo "# $1: $delay ms" >>notes
    [ "$delay" -lt 20000 ] || echo "$delay ms"
}

stops() {
    open_session
    think
    begin=$(now_ms)
    say "$1"
    hear
    note_delay "answered after $1"
    is_point "$heard"
    say 'TURN 0,0' "$1"
    hear
    is_point "$heard"
    say END
    close_session
}
report 'STOP during a search makes it move' stops STOP
report 'YXSTOP too' stops yxstop

# Commands that are not searches wait, and do not hide a STOP from the running search.
stops_after() {
    open_session
    think
    begin=$(now_ms)
    say "$1" STOP
    hear
    note_delay "answered after $1 and STOP"
    is_point "$heard"
    hear
    # shellcheck disable=SC2254  # a pattern
    case $heard in $2) ;; *) echo "'$heard' to $1" ;; esac
    say END
    close_session
}
report 'STOP after ABOUT' stops_after ABOUT 'name=*'
report 'STOP after an unknown command' stops_after FOO 'UNKNOWN *'

# Measured from before the request, so a busy machine cannot make it shorter.
stop_behind() {
    open_session
    begin=$(now_ms)
    say 'START 15' 'INFO timeout_turn 1000' 'BOARD' '7,7,2' '7,8,1' '9,9,2' DONE 'INFO timeout_turn 50000' \
        'TURN 0,0' STOP
    hear
    hear
    delay=$(($(now_ms) - begin))
    [ "$delay" -gt 300 ] || echo "stopped after $delay ms, but STOP was for the next move"
    hear
    is_point "$heard"
    say END
    close_session
}
report 'STOP ends only the request before it' stop_behind

ends() {
    open_session
    think
    begin=$(now_ms)
    say END
    hear
    note_delay 'gone after END'
    same "$heard" ''
    close_session
}
report 'END during a search quits' ends

hangs_up() {
    open_session
    say 'START 15' 'INFO timeout_turn 1000' BEGIN
    exec 3>&-
    hear
    same "$heard" OK
    hear
    is_point "$heard"
    close_session
}
report 'the move is sent even at the end of input' hangs_up

# A manager that is gone, after the second in which a script would have ended.
stdin_closes() {
    open_session
    think
    sleep 1
    begin=$(now_ms)
    exec 3>&-
    hear
    note_delay 'answered after the end of input'
    is_point "$heard"
    close_session
}
report 'the end of input during a search makes it move' stdin_closes

pipes_close() {
    open_session
    think
    begin=$(now_ms)
    close_session
    note_delay 'gone after both pipes closed'
}
report 'closed pipes during a search end the program' pipes_close

# The tournament manager lets a program run only while it is to move.
suspended() {
    open_session
    say 'START 15' 'INFO timeout_turn 2000' 'INFO timeout_match 4000' 'INFO time_left 4000' BEGIN
    hear
    hear
    for x in 0 2; do # later the game is decided, and there is nothing to think about
        kill -STOP "$program"
        sleep 1.5
        say 'INFO time_left 3000' "TURN $x,0"
        begin=$(now_ms)
        kill -CONT "$program"
        hear
        is_point "$heard"
        thought=$(($(now_ms) - begin))
        [ "$thought" -gt 30 ] || echo "thought for $thought ms: the time it was suspended counted"
    done
    say END
    close_session
}
report 'suspended between moves' suspended

suspended_at_short_turns() {
    open_session
    say 'START 15' 'INFO timeout_turn 20' BEGIN
    hear
    hear
    for x in 0 2 4 6 8; do
        kill -STOP "$program"
        sleep 0.2
        say "TURN $x,0"
        begin=$(now_ms)
        kill -CONT "$program"
        hear
        is_point "$heard"
        note_delay 'a turn of 20 ms, suspended before'
    done
    say END
    close_session
}
report 'suspended between moves of 20 ms' suspended_at_short_turns

# Analyses use the engine prepared for the player.
first_analysis() {
    open_session
    say 'START 20' 'INFO timeout_turn 20' 'INFO rule 4' 'YXBOARD 7,7,1 8,8,2 DONE'
    hear
    sleep 0.3
    begin=$(now_ms)
    say "$1"
    hear
    while [ "${heard%% *}" = MESSAGE ]; do hear; done
    note_delay "the first $1 of a session, at turns of 20 ms"
    is_point "${heard%% *}"
    say END
    close_session
}
for question in 'YXNBEST 2' YXBALANCEONE YXBALANCETWO; do
    report "$question as the first request" first_analysis "$question"
done

# ---- Whole games

# turn MS: sends $move, or BEGIN, to the program that reads 3 and writes 4.
turn() {
    begin=$(date +%s%N)
    if [ -n "$move" ]; then say "TURN $move"; else say BEGIN; fi
    hear
    took=$((($(date +%s%N) - begin) / 1000))
    echo "$took" >>took
    move=$heard
}

# Each side is a program that takes one minute per move unless told otherwise; every answer must be a
# point until the game is won.
game() {
    rm -f took in2 out2
    mkfifo in2 out2
    "$pentad" gomocup --player strong:60000 <in2 >out2 &
    other=$!
    exec 5>in2 6<out2
    open_session --player strong:60000
    for fd in 3 5; do
        printf 'START 15\nINFO rule 0\nINFO timeout_turn %d\n' "$1" >&"$fd"
    done
    read -r heard <&4
    read -r heard <&6
    move=
    count=0
    while [ "$count" -lt 40 ]; do
        turn
        case $move in
        ERROR*over*) break ;;
        esac
        is_point "$move"
        count=$((count + 1))
        # Other side: swap the pipes.
        exec 7>&3 8<&4 3>&5 4<&6 5>&7 6<&8 7>&- 8<&-
    done
    [ "$count" -gt 8 ] || echo "$count moves"
    sort -n took | awk -v limit="$1" '
        { at[NR] = $1 / 1000; if ($1 > limit * 1000) late++ }
        END {
            printf "# turns of %d ms: %d answers, median %.1f ms, slowest %.1f ms, %d beyond the limit\n",
                limit, NR, at[int((NR + 1) / 2)], at[NR], late
        }' >>notes
    # On a quiet machine most turns are well in time; on a busy one the median is still far below one minute.
    sort -n took | awk '
        { at[NR] = $1 / 1000 }
        END {
            if (at[int((NR + 1) / 2)] > 5000)
                print "half of the answers took more than five seconds"
        }'
    printf 'END\n' >&3
    printf 'END\n' >&5
    exec 3>&- 4<&- 5>&- 6<&-
    wait "$other" "$program"
    kill "$watch"
    wait "$watch" 2>/dev/null || :
}
for limit in 20 50 100; do
    report "a game at $limit ms per move" game "$limit"
done

# ---- Memory

# Peak resident memory in KiB.
peak() {
    awk '/^VmHWM/ { print $2 }' "/proc/$program/status"
}

memory() {
    open_session
    say "INFO max_memory $1" 'START 20' 'INFO timeout_turn 1500' BEGIN
    hear
    hear
    say 'TURN 3,3'
    hear
    is_point "$heard"
    echo "# max_memory $(($1 / 1048576)) MiB: $(($(peak) / 1024)) MiB were taken" >>notes
    [ "$(peak)" -lt "$(($1 / 1024))" ] || echo "$(peak) KiB were taken"
    say END
    close_session
}
report 'a small memory limit' memory 25165824
report 'a memory limit with room for the net' memory 57671680
report 'a large memory limit' memory 83886080

# A short search does not touch more of a large table than it can fill: that would take the time of its first moves.
memory_of_short_turns() {
    open_session
    say 'INFO max_memory 367001600' 'START 15' 'INFO timeout_turn 50' BEGIN
    hear
    hear
    for x in 3 9 12; do
        say "TURN $x,3"
        hear
        is_point "$heard"
    done
    echo "# max_memory 350 MiB at turns of 50 ms: $(($(peak) / 1024)) MiB were taken" >>notes
    [ "$(peak)" -lt 153600 ] || echo "$(peak) KiB were taken"
    say END
    close_session
}
report 'short turns do not fill a large table' memory_of_short_turns

# Also with more threads than processors, and in time: twenty late turns are not just a busy machine.
memory_of_threads() {
    open_session
    say 'INFO max_memory 25165824' 'INFO thread_num 256' 'START 15' 'INFO timeout_turn 1000' 'TURN 7,7'
    hear
    begin=$(now_ms)
    hear
    note_delay 'a turn of 1000 ms with many threads'
    is_point "$heard"
    echo "# with many threads: $(($(peak) / 1024)) MiB of 24 were taken" >>notes
    [ "$(peak)" -lt 24576 ] || echo "$(peak) KiB were taken"
    say END
    close_session
}
report 'threads respect the memory and time limits' memory_of_threads

# Moves and analyses share one engine, so the memory is not used twice.
memory_of_analyses() {
    open_session
    say 'INFO max_memory 50331648' 'START 20' 'INFO timeout_turn 400' BEGIN
    hear
    hear
    say 'TURN 3,3'
    hear
    say 'YXNBEST 3'
    hear
    while [ "${heard%% *}" = MESSAGE ]; do hear; done
    is_point "$heard"
    [ "$(peak)" -lt 49152 ] || echo "$(peak) KiB were taken"
    say END
    close_session
}
report 'analyses respect the memory limit' memory_of_analyses

# ends_with_hash KIB: the final report of the same search, without its time.
ends_with_hash() {
    printf 'START 15\nINFO hash_size %s\nINFO max_node 20000\nYXBOARD 7,7,2 8,8,1 7,6,2 DONE\nYXNBEST 1\n' "$1" |
        "$pentad" gomocup | sed 's/Time [^|]*//' | tail -n 2
}
report 'hash_size of the default size changes nothing: the net stays' \
    same "$(ends_with_hash 32768)" "$(ends_with_hash 0)"
report 'a small hash_size does not drop the net' same "$(ends_with_hash 4096)" "$(ends_with_hash 0)"

# Not measured on one processor: there is only one thread in any case.
threads_of() {
    open_session
    say "INFO hash_size $1" 'INFO thread_num 2' 'START 15' 'INFO timeout_turn 3000' 'TURN 7,7'
    hear
    sleep 1
    awk '/^Threads/ { print $2 }' "/proc/$program/status"
    say STOP
    hear
    say END
    close_session
}
report 'a small hash_size does not reduce the threads' same "$(threads_of 2048)" "$(threads_of 0)"

# ---- Bad input

# shellcheck disable=SC3045 # dash and bash have ulimit -v
long_line() {
    { head -c 100000000 /dev/zero | tr '\0' "$1" && printf '\nSTART 15\n'; } |
        (ulimit -v 400000 && exec "$pentad" gomocup) | tr '\n' '|'
}
report 'a line of 100 MB' same "$(long_line x)" "UNKNOWN command 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'|OK|"
report 'empty lines of 100 MB' same "$(long_line '\n')" 'OK|'

bytes() {
    head -c 3000000 /dev/urandom | timeout 300 "$pentad" gomocup >got 2>stderr
    same "$? $(cat stderr)" '0 '
    grep -a -v -x "UNKNOWN command '.*'" got | head -n 3
}
report 'random bytes are unknown commands' bytes

misuse() {
    "$pentad" gomocup "$@" </dev/null >got 2>stderr
    same "$? $(cat got)" '2 '
    grep -q '^pentad gomocup: ' stderr || cat stderr
}
report 'an unknown player' misuse --player stockfish
report 'an operand' misuse file

cat notes
report_end
