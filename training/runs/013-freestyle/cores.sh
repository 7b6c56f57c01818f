# The cores: games for the labels, labels of the exam, matches of the students. $W, $T0; $W/end is when all must be over.
. ./games_lib.sh
left() { # SECOND of the plan, or end: seconds until then, at least 2
    if [ "$1" = end ]; then at=$(cat "$W/end"); else at=$((T0 + $1)); fi
    seconds=$((at - $(date +%s)))
    echo $((seconds > 2 ? seconds : 2))
}
exam() { # LIMIT
    say "exam, $THREADS threads"
    timeout --foreground -s TERM "$1" nice ${PYTHON:-python3} exam_label.py "$THREADS" "${NEXAM:-200000}" exam-*.in &
    echo $! >running
    wait $!
    say "exam: $(cat exam-*.out | wc -l) positions"
}
versus() { # LIMIT NAME NEW OLD NODES BOOK ARGUMENT...: goes on where it was ended
    limit=$1 name=$2 new=$3 old=$4 nodes=$5 book=$6
    shift 6
    resume=
    [ -f "match-$name-$nodes.state" ] && resume=--resume
    match "$limit" "$name-$nodes" "new=strong:nodes=$nodes,net=$new.net" "old=strong:nodes=$nodes,net=$old.net" --book "$book" \
        --games "$((2 * $(grep -vc '^#' "$book")))" --state "match-$name-$nodes.state" $resume "$@"
}
give() { # NAME RUN FOLDER: games to a run, which reads *.games when it labels
    while [ ! -d "$W/$2/inputs/$3" ]; do sleep 1; done
    cp "$1.games" "$W/$2/inputs/$3/$1.part"
    mv "$W/$2/inputs/$3/$1.part" "$W/$2/inputs/$3/$1.games"
    say "$1 is there"
}
THREADS=${FIRST:-3}
selfplay "$(left "${SELFPLAY:-380}")" freestyle-15001 --nodes "${NPLAY:-8000}" --net freestyle15-003.net --seed 15001
give freestyle-15001 free free-games
exam "$(left "${CALL2:-588}")"
THREADS=${FEW:-5}
python3 -c "import os; os.sched_setaffinity($$, set(range(14)) & set(range(os.cpu_count())))"
wait_for_free() {
    exam 900
    selfplay 900 standard-16001 --rules standard --nodes "${NPLAY:-8000}" --net standard15-003.net --seed 16001
}
until_there "$W/free/results/long.net" wait_for_free
cp "$W/free/results/long.net" long.net
[ -f standard-16001.games ] && give standard-16001 std std-games &
free() { versus "$1" free long freestyle15-003 "$2" freestyle15-664.txt; }
both() {
    free 900 "${N5:-5000}"
    free 900 "${N20:-20000}"
    exam 900
}
until_there "$W/std/results/next.net" both
cp "$W/std/results/next.net" next.net
THREADS=${ALL:-14}
standard() { versus "$(left end)" std next standard15-003 "$1" standard15-even.txt --rules standard; }
standard "${N5:-5000}"
standard "${N20:-20000}"
free "$(left end)" "${N20:-20000}"
${PYTHON:-python3} decide.py free "${N5:-5000}" "${N20:-20000}"
${PYTHON:-python3} decide.py std "${N5:-5000}" "${N20:-20000}"
touch done
say done
