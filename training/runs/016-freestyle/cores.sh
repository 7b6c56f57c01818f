# The cores: SPSA at 20,000 nodes while the GPU trains, then matches. $W, $T0; $W/end is when all must be over.
. ./games_lib.sh
left() { # SECOND of the plan, or end: seconds until then, at least 2
    if [ "$1" = end ]; then
        while [ ! -f "$W/end" ]; do sleep 1; done
        at=$(cat "$W/end")
    else at=$((T0 + $1)); fi
    seconds=$((at - $(date +%s)))
    echo $((seconds > 2 ? seconds : 2))
}
PY=${PYTHON:-python3}
say spsa
(cd "$W/tree" && exec timeout -s INT "$(left "${SPSA_END:-1335}")" nice "$PY" -m training.spsa --state "$W/games/spsa.state" --pairs "${PAIRS:-5000}" --nodes "${NODES:-20000}" \
    --openings "$W/games/freestyle15-664.txt" --workers "${SPSA_WORKERS:-13}" --program "$W/games/tunable" --seed 1901) >spsa.log 2>&1
"$PY" result.py spsa.state >tuned.txt
say "spsa: $(cat tuned.txt)"
tuned=$(tail -n 1 tuned.txt)
THREADS=${MATCH_THREADS:-16}
params() { # SECONDS
    match "$1" params "new=gomocup:env PENTAD_PARAMS=$tuned ./tunable gomocup" "old=gomocup:./tunable gomocup" --nodes "${NODES:-20000}" --pause 0 \
        --book freestyle15-664.txt --games 20000 --seed 1902
}
[ -f "$W/free/results/wide.net" ] || params 40
while [ ! -f "$W/free/results/wide.net" ]; do sleep 1; done
cp "$W/free/results/wide.net" wide.net
say "wide is there"
while [ ! -f "$W/end" ]; do # nobody has said when the end is
    sleep 1
done
half=$(($(left end) * 52 / 100))
match "$half" wide-timed new=strong:net=wide.net old=strong:net=freestyle15-004.net --time "${TC:-0.1}/move" --tolerance 1000 --book freestyle15-664.txt --games 20000 --seed 1903
params "$(left end)"
[ "$(left end)" -lt 15 ] || match "$(left end)" params-more "new=gomocup:env PENTAD_PARAMS=$tuned ./tunable gomocup" "old=gomocup:./tunable gomocup" \
    --nodes 18000 --pause 0 --book freestyle15-664.txt --games 20000 --seed 1904
touch done
say done
