# The cores: engine games for the labels, caro with and without nets, matches of the student. $W, $T0; $W/end is when all
# must be over.
. ./games_lib.sh
left() { # SECOND of the plan, or end: seconds until then, at least 2
    if [ "$1" = end ]; then
        while [ ! -f "$W/end" ]; do sleep 1; done
        at=$(cat "$W/end")
    else at=$((T0 + $1)); fi
    seconds=$((at - $(date +%s)))
    echo $((seconds > 2 ? seconds : 2))
}
give() { # NAME: games to the run, which reads *.games when it labels
    while [ ! -d "$W/std/inputs/std-games" ]; do sleep 1; done
    cp "$1.games" "$W/std/inputs/std-games/$1.part"
    mv "$W/std/inputs/std-games/$1.part" "$W/std/inputs/std-games/$1.games"
    say "$1 is there"
}
caro() { # SECONDS NAME RULES A B GAMES SEED: at equal time from the balanced book of these rules
    match "$1" "$2" "a=strong:net=$4" "b=strong:net=$5" --rules "$3" --time "${TC:-0.1}/move" --tolerance 1000 --book "$3"15.txt --games "$6" --seed "$7"
}
caro_all() {
    openings 60 caro15 --rules caro --count "${COUNT:-300}" --stones 5 --bound 50 --nodes "${NOPEN:-30000}" --seed 14
    openings 60 caro-overline15 --rules caro-overline --count "${COUNT:-300}" --stones 5 --bound 50 --nodes "${NOPEN:-30000}" --seed 15
    f=freestyle15-004.net s=standard15-003.net
    caro 150 caro-standard caro $s off "${GAMES:-240}" 1401
    caro 150 caro-freestyle caro $f off "${GAMES:-240}" 1402
    caro 150 overline-freestyle caro-overline $f off "${GAMES:-240}" 1403
    caro 150 overline-standard caro-overline $s off "${GAMES:-240}" 1404
    caro 150 caro-both caro $f $s "${GAMES:-240}" 1405
    caro 150 overline-both caro-overline $f $s "${GAMES:-240}" 1406
    THREADS=${LATE:-13}
    selfplay 900 standard-17002 --rules standard --nodes "${NPLAY:-8000}" --net standard15-003.net --seed 17002
}
versus() { # NODES
    match "$(left end)" "std-$1" "new=strong:nodes=$1,net=next.net" "old=strong:nodes=$1,net=standard15-003.net" --rules standard --book standard15-even.txt \
        --games "${VERSUS:-1400}" --state "match-std-$1.state"
}
THREADS=${FIRST:-13}
selfplay "$(left "${SELFPLAY:-606}")" standard-17001 --rules standard --nodes "${NPLAY:-8000}" --net standard15-003.net --seed 17001
give standard-17001
THREADS=${CARO:-13}
until_there "$W/std/results/next.net" caro_all
cp "$W/std/results/next.net" next.net
THREADS=${ALL:-16}
versus "${N5:-5000}"
versus "${N20:-20000}"
${PYTHON:-python3} decide.py std "${N5:-5000}" "${N20:-20000}"
touch done
say done
