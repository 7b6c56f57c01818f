#!/bin/sh
# A test engine that plays by a simple plan, or fails in one way.
#     engine.sh gtp|gomocup PLAN
# rowN: along row N from the top, column by column; apart: every second point of a row. The other plans
# fail, or print an evaluation.
language=$1
plan=$2
x=0

# The next move of the plan, as "x y".
next() {
    case $plan in
    row*) move="$x ${plan#row}" ;;
    deaf) move="$x 0" ;;
    apart) move="$((2 * x)) 2" ;;
    overline) # five and one more, the gap filled last
        set -- 0 1 2 4 5 3
        shift "$x"
        move="$1 0"
        ;;
    again) move='0 0' ;;
    sure) echo 'MESSAGE Depth 5-9 | Eval +M5 | Time 1ms' && move="$x 0" ;;
    lost) echo 'MESSAGE Depth 5-9 | Eval -950 | Time 1ms' && move="$x 2" ;;
    level | level2) echo 'INFO EVAL -3' && move="$((2 * x)) 1${plan#level}" ;;
    outside | stuck) move='15 3' ;;
    nonsense) move='0 -85' ;;
    late) sleep "${LATE:-0.2}" && move="$x 4" ;;
    crash) kill -SEGV $$ ;;
    hang) exec sleep 60 ;;
    esac
    x=$((x + 1))
}

answer_gtp() {
    case $1 in
    boardsize | clear_board) x=0 && printf '= \n\n' ;;
    genmove)
        [ "$plan" != resign ] || { printf '= resign\n\n' && return; }
        next
        column=$(printf %s ABCDEFGHJKLMNOP | cut -c $((${move% *} + 1)))
        printf '= %s%s\n\n' "$column" $((15 - ${move#* }))
        ;;
    quit) printf '= \n\n' && exit ;;
    *) printf '=\n\n' ;;
    esac
}

answer_gomocup() {
    case $1 in
    START)
        x=0
        echo 'MESSAGE ready'
        [ "$plan" = refuse ] && echo 'ERROR no' || echo OK
        ;;
    BEGIN | TURN | DONE)
        [ "$plan $x $1" != 'deaf 1 TURN' ] || { echo 'ERROR Unknown command: 3,4' && return; }
        echo 'DEBUG thinking'
        next
        echo "${move% *},${move#* }"
        [ "$plan" != stuck ] || exec sleep 60
        ;;
    END) exit ;;
    esac
}

carriage_return=$(printf '\r')
while read -r word _; do
    "answer_$language" "${word%"$carriage_return"}"
done
