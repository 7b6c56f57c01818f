#!/bin/sh
# `pentad match` as a program: results are counted right and do not depend on the concurrency, failing
# engines do not stop a match, and an interrupted match can be resumed.
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=${PENTAD:-build/pentad}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
engine=tests/match/engine.sh

match() {
    "$pentad" match "$@"
}

# row NAME: the first four numbers of a participant in the table: games won drawn lost.
row() {
    sed -n "s/^ *[0-9]*  $1  *\([0-9]*\)  *\([0-9]*\)  *\([0-9]*\)  *\([0-9]*\) .*/\1 \2 \3 \4/p"
}

# same WHAT GOT WANTED
same() {
    [ "$2" = "$3" ] || echo "$1: '$2', not '$3'"
}

# ---- Counting

check_counts() {
    match greedy random:1 --games 20 --size 9 >"$work/out" || echo "exit status $?"
    same 'first' "$(row greedy <"$work/out")" '20 20 0 0'
    same 'second' "$(row random:1 <"$work/out")" '20 0 0 20'
    grep -q '^  1  greedy .* 100\.0 %  +inf  *+[0-9]* to +inf ' "$work/out" || echo 'not a clean sweep'
    grep -q '^  2  random:1 .*  0\.0 %  -inf  *-inf to -[0-9]* ' "$work/out" || echo 'nor a clean loss'
    same 'lines' "$(grep -c '^game [0-9]*: .* five in a row' "$work/out")" 20
}

# A player against itself wins and loses each opening once.
check_colors() {
    match a=greedy b=greedy --games 40 --size 11 --rules renju -q >"$work/out"
    row a <"$work/out" | while read -r games won _ lost; do
        same 'games' "$games" 40
        same 'won and lost' "$won" "$lost"
    done
}

check_round_robin() {
    match greedy easy a=random:1 -n 4 --size 9 -q >"$work/out"
    same 'round robin' "$(tail -n 1 "$work/out" | cut -d ' ' -f 1)" 12
    match greedy easy a=random:1 -n 4 --size 9 -q --gauntlet >"$work/out"
    same 'gauntlet' "$(tail -n 1 "$work/out" | cut -d ' ' -f 1)" 8
    same 'gauntlet, the first' "$(row greedy <"$work/out")" '8 8 0 0'
}

report 'results are counted' check_counts
report 'colors are swapped' check_colors
report 'round robin and gauntlet' check_round_robin

# ---- The mist

mist_program=tests/match/mist_program.py

check_mist() {
    match --mist greedy "b=mist:examples/bots/mist_bot.py" easy -n 2 --sgf "$work/mist.sgf" --state "$work/mist.state" \
        --jsonl "$work/mist.json" >"$work/out" || echo "exit status $?"
    same 'games' "$(grep -c '^game [0-9]*: .* five in a row' "$work/out")" 6
    grep -q 'SZ\[19\]' "$work/mist.sgf" || echo 'not on 19x19'
    "$pentad" rating "$work/mist.json" >"$work/rating" || echo 'no rating'
    match --mist greedy "b=mist:examples/bots/mist_bot.py" easy -n 2 --state "$work/mist.state" --resume -q |
        grep '^ ' >"$work/resumed"
    grep '^ ' "$work/out" | cmp - "$work/resumed"
    match --mist level:4,1 level:3,1 -n 4 >"$work/out" || echo "exit status $?"
    ! grep occupied "$work/out" || echo 'a hit is reported as an error'
}

# The program reads the same bytes in two games that differ only in hidden stones: the points of a pair send
# the hole to the same place.
check_no_leak() {
    for points in C4,A17,B13 D5,F11,E15; do
        rm -f "$work/read"
        match --mist "a=mist:$mist_program at=A1,E8,S1,H10 $work/read" "b=mist:$mist_program at=$points" -n 2 --stones 0 \
            --jsonl "$work/$points.json" -q >/dev/null
        cp "$work/read" "$work/read-$points"
    done
    same 'commands' "$(grep -c '^[A-S][0-9]*,' "$work/read-C4,A17,B13")" 7
    cmp "$work/read-C4,A17,B13" "$work/read-D5,F11,E15"
    ! cmp -s "$work/C4,A17,B13.json" "$work/D5,F11,E15.json" || echo 'the games do not differ'
}

# The program moves, and then the player thinks until the match is interrupted.
check_interrupted_in_mist() {
    printf 'echo place A1\necho >%s\ncat >%s\n' "$work/moved" "$work/told" >"$work/one_stone"
    "$pentad" match --mist "mist:sh $work/one_stone" strong:60000 -n 2 --stones 0 >"$work/out" 2>&1 &
    match=$!
    until [ -e "$work/told" ] && [ -e "$work/moved" ]; do sleep 0.1; done
    sleep 0.5
    kill "$match"
    wait "$match"
    same 'exit status' $? 143
    [ ! -s "$work/told" ] || { echo 'the program was told:' && cat "$work/told"; }
}
report 'games in the mist' check_mist
report 'an interrupted game in the mist has no result' check_interrupted_in_mist
report 'a program in the mist reads nothing about hidden stones' check_no_leak

# ---- Determinism

check_concurrency() {
    for n in 1 2 4; do
        match random:1 random:2 -n 200 --jsonl "$work/$n.json" --sgf "$work/$n.sgf" \
            --state "$work/$n.state" -c $n >"$work/$n.out"
    done
    for n in 2 4; do
        for kind in out json sgf state; do
            cmp "$work/1.$kind" "$work/$n.$kind"
        done
    done
    grep -o 'signature.*' "$work/1.out" >"$work/want"
    match random:1 random:2 -n 200 -q --seed 2 | grep -qF "$(cat "$work/want")" &&
        echo 'another seed, the same games'
}
report '200 games give the same bytes at any concurrency' check_concurrency

check_programs_at_once() {
    for n in 1 4; do
        match "a=gtp:$pentad gtp --player greedy" "b=gomocup:$engine gomocup row3" \
            "c=gtp:$engine gtp crash" -n 8 -c "$n" | grep -v '^ ' >"$work/$n"
    done
    grep -q 'the engine exited: killed by signal 11' "$work/1" || echo 'no crash'
    cmp -s "$work/1" "$work/4" || diff "$work/1" "$work/4"
}
report 'so do games of external engines' check_programs_at_once

# ---- Participants that fail

# ends REASON PARTICIPANT [OPTIONS...]: the participant loses all four games for this reason.
ends() {
    reason=$1
    participant=$2
    shift 2
    match greedy "bad=$participant" -n 4 "$@" >"$work/out" || echo "exit status $?"
    same 'lines' "$(grep -c "^game .*, $reason, " "$work/out")" 4
    same 'table' "$(row bad <"$work/out")" '4 0 0 4'
}
report 'a crash' ends 'a crash' "gtp:$engine gtp crash"
report 'no answer' ends 'no answer' "gomocup:$engine gomocup hang" -c 4 --patience 1
# Late by more than the other side may be by bad luck.
report 'too late' ends 'time' "gomocup:env LATE=4 $engine gomocup late" --time 3/move --tolerance 20 -c 4
report 'an illegal move' ends 'an illegal move' "gomocup:$engine gomocup outside"
report 'resignation' ends 'resignation' "gtp:$engine gtp resign"

check_move_limit() {
    match random:1 random:2 -n 4 --max-moves 5 >"$work/out"
    same 'draws' "$(grep -c 'move limit, 5 moves' "$work/out")" 4
    same 'table' "$(row random:1 <"$work/out")" '4 0 4 0'
}
report 'a move limit' check_move_limit

check_full_board() {
    match random:1 random:2 -n 40 --size 5 >"$work/out"
    full=$(grep -c '1/2-1/2, no legal move is left, 25 moves' "$work/out")
    [ "$full" -gt 0 ] || echo 'no board was filled'
    row random:1 <"$work/out" | while read -r _ _ drawn _; do same 'drawn' "$drawn" "$full"; done
}
report 'a full board' check_full_board

# agreed RESULT BLACK WHITE: both games of a pair are adjudicated.
agreed() {
    match "a=gomocup:$engine gomocup $2" "b=gomocup:$engine gomocup $3" -n 2 --stones 0 \
        --win 900,2 --draw 5,2,4 --jsonl "$work/agreed$1.json" >"$work/out"
    grep -q "^game 1: a - b $1, agreement, " "$work/out" || cat "$work/out"
    grep -q '"reason":"agreement"' "$work/agreed$1.json" || cat "$work/agreed$1.json"
}
check_agreement() {
    agreed 1-0 sure lost
    agreed 0-1 lost sure
    match "a=gomocup:$engine gomocup level" "b=gomocup:$engine gomocup level2" -n 2 --stones 0 \
        --draw 5,2,6 | grep -q '^game 1: a - b 1/2-1/2, agreement, 6 moves' || echo 'no agreed draw'
    match "a=gomocup:$engine gomocup sure" "b=gomocup:$engine gomocup lost" -n 2 --stones 0 |
        grep -q '^game 1: a - b 1-0, five in a row' || echo 'adjudicated without the option'
}
report 'adjudication' check_agreement

# ---- Opening protocols

check_swap2() {
    match greedy "b=gomocup:$pentad gomocup --player greedy" -n 4 --opening swap2 \
        --jsonl "$work/swap2.json" >"$work/out" || echo "exit status $?"
    same 'games' "$(grep -c '^game .* five in a row' "$work/out")" 4
    same 'openings' "$(grep -c '"opening":"swap2",.*"moves":"[a-o0-9]* stay [a-o0-9]*"' \
        "$work/swap2.json")" 4
    match greedy easy -n 4 --opening swap2 --stones 3 >"$work/out" || echo "exit status $?"
    match greedy easy -n 4 --opening pro >"$work/out" || echo "exit status $?"
}
report 'swap2, also with an external engine' check_swap2

# b answers the three stones of a: SWAP leaves the next move to a, one point is the next move of b, two
# points leave the choice to a, whose SWAP leaves the move to b.
check_swap_answers() {
    cat >"$work/swapper" <<'BRAIN'
#!/bin/sh
board=''
while read -r word rest; do
    word=$(printf %s "$word" | tr -d '\r')
    case $word in
    START) echo OK && x=0 ;;
    SWAP2BOARD | BOARD) board=$word && stones=0 ;;
    DONE)
        case "$board $stones" in
        'SWAP2BOARD 0') echo '7,7 8,8 9,9' ;;
        'SWAP2BOARD 3') echo "$ANSWER" | tr _ ' ' ;;
        'SWAP2BOARD 5') echo SWAP ;;
        *) echo "$x,$ROW" && x=$((x + 1)) ;;
        esac
        board=''
        ;;
    TURN) echo "$x,$ROW" && x=$((x + 1)) ;;
    END) exit ;;
    *) [ -z "$board" ] || stones=$((stones + 1)) ;;
    esac
done
BRAIN
    chmod +x "$work/swapper"
    while read -r answer moves; do
        rm -f "$work/answers.json"
        match "a=gomocup:env ROW=0 ANSWER=SWAP $work/swapper" \
            "b=gomocup:env ROW=2 ANSWER=$answer $work/swapper" \
            -n 2 --opening swap2 --jsonl "$work/answers.json" >"$work/out" 2>&1
        head -n 1 "$work/answers.json" | grep -q "\"moves\":\"h8i7j6 $moves" ||
            head -n 1 "$work/answers.json"
    done <<'ANSWERS'
SWAP swap a15a13b15
14,14 stay o1a15a13b15
14,14_14,12 more o1o3 stay a13a15b13
ANSWERS
}
report 'all answers to SWAP2BOARD' check_swap_answers

# ---- SPRT

check_sprt() {
    match greedy random:1 -n 1000 --size 9 -q --sprt 0,50 >"$work/out"
    grep -q '^SPRT +0 or +50 Elo: LLR [0-9.]* (-2.94 to 2.94): the higher one is accepted$' \
        "$work/out" || cat "$work/out"
    games=$(row greedy <"$work/out" | cut -d ' ' -f 1)
    [ "$games" -lt 100 ] || echo "needs $games games"
    match random:1 greedy -n 1000 --size 9 -q --sprt 0,50 | grep -q 'the lower one is accepted' ||
        echo 'random passes for strong'
}
report 'the SPRT ends the match' check_sprt

check_sprt_options() {
    match greedy random:1 -n 1000 --size 9 -q --sprt 0,2.5 --alpha 0.2 --beta 0.1 |
        grep -q '^SPRT +0 or +2.5 Elo: LLR [0-9.]* (-2.08 to 1.50)' || echo 'other bounds'
}
report 'alpha and beta' check_sprt_options

check_preset() {
    printf '# short games\nsize 9\n\nrounds 2 # four\ngauntlet\n' >"$work/short.preset"
    match greedy easy random:1 -q --preset "$work/short.preset" >"$work/out"
    same 'games' "$(tail -n 1 "$work/out" | cut -d ' ' -f 1)" 8
    match greedy easy random:1 -q "--preset=$work/short.preset" --rounds 1 >"$work/out"
    same 'the command line overrides it' "$(tail -n 1 "$work/out" | cut -d ' ' -f 1)" 4
    match greedy easy -n 2 -q -p "$work/short.preset" >/dev/null 2>&1 && echo '-p is accepted'
    match greedy easy random:1 -q "--preset=$work/short.preset" --games 2 >"$work/out"
    same '--games overrides rounds too' "$(tail -n 1 "$work/out" | cut -d ' ' -f 1)" 4
}
report 'options from a file' check_preset

check_presets() {
    for preset in tests/strength/presets/*.preset; do
        match random:1 random:2 --preset "$preset" --rounds 1 -q >"$work/out" 2>&1 || {
            echo "$preset:"
            cat "$work/out"
        }
    done
}
report 'the presets of the strength tests' check_presets

# ---- Files

check_logs() {
    match greedy 'b"=easy' -n 4 --sgf "$work/games.sgf" --jsonl "$work/games.json" -q >/dev/null
    same 'lines of JSON' "$(grep -c '^{"game":[1-4],"black":.*"moves":"[a-o0-9]*"}$' \
        "$work/games.json")" 4
    python3 -c 'import json, sys
for line in open(sys.argv[1]): json.loads(line)' "$work/games.json"
    same 'games of SGF' "$(grep -c '^(;' "$work/games.sgf")" 4
    "$pentad" convert "$work/games.sgf" --to pos - >"$work/pos" 2>/dev/null || echo 'the SGF cannot be read'
    grep -q "\"moves\":\"$(cat "$work/pos")\"" "$work/games.json" || echo 'SGF and JSON differ'
}
report 'games as SGF and JSON' check_logs

check_openings() {
    printf '0,0, 1,0, 1,3\n# more\nh8i9h9\n' >"$work/book"
    match greedy easy -n 8 --book "$work/book" --jsonl "$work/book.json" -q >/dev/null
    same 'the centre' "$(grep -c '"moves":"h8' "$work/book.json")" 8
    match greedy easy --book "$work/none" 2>&1 | grep -q 'No such file' || echo 'no error for a missing book'
    echo '0,0, 0,0' >"$work/book"
    match greedy easy --book "$work/book" 2>&1 | grep -q 'line 1, column 6: the point is occupied' ||
        echo 'no error for a bad book'
}
report 'openings from a book' check_openings

# A match that is interrupted and resumed ends like one that was not. While the file `closed` exists,
# one engine waits in its twentieth game.
check_resume() {
    cat >"$work/gate" <<'GATE'
#!/bin/sh
games=0
while read -r line; do
    case $line in clear_board*) games=$((games + 1)) ;; esac
    while [ "$games" -eq 20 ] && [ -e "$1" ]; do sleep 0.1; done
    printf '%s\n' "$line"
done | "$2" gtp --player greedy
GATE
    chmod +x "$work/gate"
    set -- greedy "b=gtp:$work/gate $work/closed $pentad" --games 60 -q --size 19
    match "$@" | tail -n 1 >"$work/whole"
    : >"$work/closed"
    "$pentad" match "$@" --state "$work/state" >"$work/part" 2>&1 &
    pid=$!
    await has_lines 5 "$work/state"
    kill -TERM $pid
    wait $pid
    same 'exit status' $? 143
    rm "$work/closed"
    grep -q '^ *1  greedy' "$work/part" || cat "$work/part"
    [ "$(wc -l <"$work/state")" -lt 61 ] || echo 'it was not interrupted'
    printf '99 1 1 3 3 h8i' >>"$work/state" # as a crash leaves it
    match "$@" --state "$work/state" 2>&1 | grep -q 'continue it with --resume' || echo 'overwritten'
    match "$@" --state "$work/state" --resume -c 3 | tail -n 1 | cmp -s - "$work/whole" ||
        echo 'another end'
    match "$@" --state "$work/state" --resume | tail -n 1 | cmp -s - "$work/whole" ||
        echo 'a third time'
    match easy greedy -n 60 --state "$work/state" --resume 2>&1 |
        grep -q 'the state belongs to another match' || echo 'another match is resumed'
}
report 'an interrupted match is resumed' check_resume

# resumes STATUS ARGUMENTS...: resuming the match of check_state ends with this status.
resumes() {
    status=$1
    shift
    match greedy easy "$@" --state "$work/kept" --resume -q >"$work/out" 2>&1
    same "exit status of '$*'" $? "$status"
}

check_state() {
    echo h8i9 >"$work/book"
    cp "$work/book" "$work/same"
    match greedy easy --games 4 --book "$work/book" --memory 64 --state "$work/kept" -q >/dev/null
    resumes 0 --games 4 --book "$work/same" --memory 64
    resumes 2 --games 4 --book "$work/same" --memory 128
    resumes 2 --games 4 --book "$work/same" --memory 64 --restart
    resumes 2 --games 4 --book "$work/same" --memory 64 --sprt 0,10
    echo h8h9 >"$work/book"
    resumes 2 --games 4 --book "$work/book" --memory 64
}
# A match that was not started leaves no state file.
check_refused_state() {
    ! match strong:net=/nowhere greedy --games 2 --state "$work/refused" >/dev/null 2>&1 || echo 'played'
    [ ! -e "$work/refused" ] || echo 'a state without a game is left'
    match greedy easy --games 2 --size 9 -q --state "$work/refused" >/dev/null
    match strong:net=/nowhere greedy --games 2 --state "$work/refused" >/dev/null 2>&1
    [ -s "$work/refused" ] || echo 'the state of another match is gone'
}

report 'only the same match can be resumed' check_state
report 'a match that cannot start leaves no state' check_refused_state

# ---- What engines are told

check_told() {
    # shellcheck disable=SC2016 # for the other shell
    printf '#!/bin/sh\ntee -a "$1" | "$2" "$3" --player greedy\n' >"$work/logged"
    chmod +x "$work/logged"
    match "a=gtp:$work/logged $work/gtp.log $pentad gtp" \
        "b=gomocup:$work/logged $work/gomocup.log $pentad gomocup" -n 2 --rules renju --size 13 \
        --time 60+1 --nodes 500 --depth 7 --memory 64 --win 900,2 >"$work/out" || echo "exit status $?"
    for line in 'boardsize 13' clear_board 'pentad-rules renju' 'time_settings 60 0 0' 'time_left b 60 0'; do
        grep -qx "$line" "$work/gtp.log" || echo "GTP: no '$line'"
    done
    tr -d '\r' <"$work/gomocup.log" >"$work/lines"
    for line in 'START 13' 'INFO rule 4' 'INFO timeout_match 60000' 'INFO time_increment 1000' \
        'INFO time_left 60000' 'INFO max_node 500' 'INFO max_depth 7' 'INFO max_memory 67108864' \
        'INFO show_detail 2'; do
        grep -qx "$line" "$work/lines" || echo "Gomocup: no '$line'"
    done
}
report 'engines are told rules, time and limits' check_told

# ---- Misbehaving engines

# odd KIND: unusual behavior that the protocol allows is not a fault.
odd() {
    match "a=gomocup:tests/match/brain.py a - $1:1000" greedy --games 2 --size 9 --patience 20 >"$work/out" 2>&1
    same 'games' "$(grep -c '^game .* five in a row\|^game .* draw' "$work/out")" 2
}
report 'a line may end with CR alone' odd return
report 'a blank may come before the point' odd blank
report 'SUGGEST is answered by PLAY' odd suggest

# Every fault of two misbehaving engines ends its game with the right result, and nothing else does.
check_mischief() {
    faults='crash:30 exit:20 leave:10 hang:5 half:5 flood:5 endless:5 late:10 outside:15 occupied:15'
    faults="$faults nonsense:15 refuse:15 vanish:15 noise:50 bytes:50 partial:50 deaf:50"
    faults="$faults carriage:50 return:50 blank:50 suggest:50 babble:50"
    : >"$work/faults"
    match "a=gomocup:tests/match/brain.py a $work/faults $faults ignore-end" \
        "b=gomocup:tests/match/brain.py b $work/faults $faults" greedy --rounds 8 -c 4 \
        --time 4/move --tolerance 500 --patience 15 --jsonl "$work/games" >"$work/out" 2>&1
    tests/match/check_results.py "$work/games" "$work/faults" >"$work/checked" || cat "$work/checked"
    for reason in 'a crash' 'an illegal move' 'five in a row' 'no answer'; do
        grep -q "^48 games: .*[1-9][0-9]* $reason" "$work/checked" || echo "no game ends by $reason"
    done
}
report 'every result is right, whatever engines do' check_mischief

# ---- Ratings

check_rating() {
    match greedy easy random:1 -n 20 --size 9 --jsonl "$work/rated" -q >/dev/null
    "$pentad" rating "$work/rated" --anchor random:1 >"$work/out" || echo "exit status $?"
    same 'the first' "$(sed -n 's/^  1  \([a-z]*\) .*/\1/p' "$work/out")" greedy
    grep -q '^  3  random:1 .* +0 ' "$work/out" || cat "$work/out"
    grep -q '^60 games; Black is worth' "$work/out" || cat "$work/out"
    printf 'a,b,1-0\nb,a,1/2-1/2\n' | "$pentad" rating - "$work/rated" | grep -q '^2 groups of players without games' ||
        echo 'no warning about unconnected groups'
    echo 'a,b,3-0' | "$pentad" rating - 2>&1 | grep -q 'line 1, column 1: the score must be' ||
        echo 'no error for a wrong score'
    "$pentad" rating "$work/none" 2>&1 | grep -q 'No such file' || echo 'no error for a missing file'
    "$pentad" rating "$work/rated" --anchor nobody 2>&1 | grep -q "no player is called 'nobody'" ||
        echo 'no error for an unknown anchor'
    "$pentad" rating /dev/null 2>&1 | grep -q 'no games in the files' || echo 'no error without games'
}
report 'a rating list' check_rating

# ---- Misuse

# refused WORDS ARGUMENTS...
refused() {
    words=$1
    shift
    said=$(match "$@" 2>&1)
    status=$?
    [ $status -eq 2 ] || echo "exit status $status of: $*"
    echo "$said" | grep -qe "$words" || echo "not '$words', but: $said"
}

check_misuse() {
    echo 'tiem 10' >"$work/bad.preset"
    refused 'missing argument' greedy
    refused 'must be even' greedy easy --games 3
    refused "no player 'clever'" clever easy
    refused 'rules' greedy easy --rules chess
    refused 'two Elo differences' greedy easy --sprt 5
    refused 'alpha: 0.9 is not between' greedy easy --sprt 0,5 --alpha 0.9
    refused 'beta: .x. is not a number' greedy easy --sprt 0,5 --beta x
    refused 'a score and a number of moves' greedy easy --win 100
    refused 'the move from which it counts' greedy easy --draw 10,5
    refused 'a round is two games' greedy easy --games 10 --rounds 10
    refused "two participants are called 'greedy'" greedy easy greedy
    refused "two participants are called 'a'" a=greedy a=random:1
    refused 'does not support the opening pro' greedy gomocup:true --opening pro
    refused 'does not support the opening swap2' greedy gtp:true --opening swap2
    refused 'at most 3 given stones, not 5' greedy easy --opening swap --stones 5
    refused 'unknown option\|no option' greedy easy --preset "$work/bad.preset"
    refused 'line 1: ' greedy easy --preset "$work/bad.preset"
    refused 'No such file' greedy easy --preset "$work/no.preset"
    refused 'the smaller first' greedy easy --sprt 5,0
    refused 'needs exactly two participants' greedy easy random --sprt 0,5
    refused 'byoyomi is not supported' greedy easy --time 10+3x30
    refused 'needs --state' greedy easy --resume
    refused 'cannot start' greedy gtp:./no-such-program
    refused 'which program' greedy gtp:
    refused 'weights=.*no.weights: No such file' greedy "strong:weights=$work/no.weights"
    refused 'weights for freestyle, not for renju' --rules renju greedy \
        strong:weights=data/weights/freestyle.weights
    refused 'net=.*no.net: No such file' greedy "strong:net=$work/no.net"
    refused 'No such file' greedy easy --sgf "$work/no/games.sgf"
    refused 'Not a directory' greedy easy --psq "$work/bad.preset/where"
    refused 'mist is freestyle on 19x19' --mist --size 15 greedy easy
    refused 'mist is freestyle on 19x19' --mist --rules renju greedy easy
    refused 'mist is freestyle on 19x19' --mist --opening swap2 greedy easy
    refused 'mist:COMMAND' --mist greedy "gtp:$pentad gtp"
    refused 'perfect, open:PLAYER, mist:COMMAND$' --mist greedy nobody
    refused 'only in the mist' greedy mist:./bot
    refused 'cannot start' --mist greedy mist:./no-such-program
    refused 'the engine exited: exit status 1' --mist greedy mist:false
    refused 'a quote is not closed' greedy "gtp:'$pentad gtp"
    refused 'is not a folder' greedy easy --psq "$work/bad.preset"
}
makes_its_folder() {
    match greedy random:1 -n 2 --size 9 --psq "$work/new/new folder" -q >/dev/null || echo "exit status $?"
    [ -s "$work/new/new folder/game00002.psq" ] || ls -R "$work"
}
report '--psq makes its folder' makes_its_folder

holds_blanks_together() {
    mkdir -p "$work/my engines"
    # shellcheck disable=SC2016 # for the other shell
    printf '#!/bin/sh\n[ "$2" = "two  words" ] && exec "$1" gtp --player greedy\n' >"$work/my engines/one"
    chmod +x "$work/my engines/one"
    match random:1 "a=gtp:'$work/my engines/one' $pentad \"two  words\"" -n 2 --size 9 -q >"$work/out" 2>&1 ||
        cat "$work/out"
    grep -q '^ *2  a .* 100.0 %' "$work/out" || cat "$work/out"
}
report 'quoted arguments may contain spaces' holds_blanks_together

# in_terminal COLUMNS WORDS...: runs the match in a terminal of that width, prints the longest line.
in_terminal() {
    "${PYTHON:-python3}" -c 'import fcntl, os, pty, struct, sys, termios
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
text = b""
try:
    while part := os.read(fd, 65536):
        text += part
except OSError:
    pass
lines = text.decode().replace("\r", "").split("\n")
print(max(map(len, lines)), sum("95 %" in line for line in lines))' "$@"
}

fits_the_terminal() {
    match greedy a=random:1 -n 2 --size 9 --state "$work/wide" -q >/dev/null
    for columns in 60 80; do
        TERM=xterm in_terminal $columns "$pentad" match greedy a=random:1 -n 2 --size 9 --state "$work/wide" --resume -q >"$work/out"
        read -r longest heads <"$work/out"
        [ "$longest" -lt $columns ] || echo "$longest columns in a terminal of $columns"
        [ "$heads" -eq 1 ] || echo "no confidence interval in $columns columns"
    done
}
report 'the table of a finished match fits the terminal' fits_the_terminal

report 'usage errors are explained' check_misuse
report_end
