# Simplifications of the search, an even book for renju, levels; when a student is there, its matches.
. ./games_lib.sh
began=$(date +%s)
until_time=$((began + ${SIMPLIFY:-960}))
results=$TRAIN_WORK/results

simplify() { # NAME BASE OFF: the search without the features OFF against that without BASE (512: none), until decided
    for nodes in ${NODES:-5000 4000 6300 8000}; do
        left=$((until_time - $(date +%s)))
        [ "$left" -gt 5 ] || return 1
        match "$left" "off$3-$nodes" "new=strong:nodes=$nodes,off=$3" "old=strong:nodes=$nodes,off=$2" --openings freestyle15.txt --games "${G:-4000}"
        verdict=$(python3 decide.py -3 match-off"$3"-*.txt)
        say "$1 (off $3, base $2): $verdict"
        case $verdict in
        pass*) return 0 ;;
        fail*) return 1 ;;
        esac
    done
    return 1
}

versus() { # SECONDS NODES NEW: against renju15-003 from the even book
    match "$1" "$3-$2" "new=strong:nodes=$2,net=$3.net" "old=strong:nodes=$2,net=renju15-003.net" --rules renju --openings renju15-even.txt --games "$count"
}

before_students() {
    if simplify all 512 31; then
        simplify iir 31 95 # on top of it
        simplify singular 31 63
    else
        simplify lmr-history 512 16
        simplify counter 512 2
        simplify killers 512 1
        simplify continuation 512 8
        simplify histories 512 28
        simplify history 512 4
        simplify iir 512 64
    fi
    match "${L9:-170}" level9 new=level:9 old=level:8 --openings freestyle15-even.txt --games 120 --seed 9
    match 900 level10 new=level:10 old=level:9 --openings freestyle15-even.txt --games 120 --seed 10
}

PENTAD_TARGET=75
export PENTAD_TARGET
openings "${OPENINGS:-130}" renju15-even --rules renju --count 700 --stones 5 --bound 50 --nodes "${NOPEN:-30000}" --seed 9
unset PENTAD_TARGET
count=$((2 * $(grep -vc '^#' renju15-even.txt)))
[ "$count" -le 1400 ] || count=1400
say "$count games from the even book"

before_students &
before=$!
while [ ! -f "$results/next.net" ]; do sleep 1; done
kill -TERM $before
kill -TERM "$(cat running)"
wait $before
sleep 1
cp "$results/next.net" .
versus 600 5000 next
versus "${T20:-150}" 20000 next
while [ ! -f "$results/engine.net" ]; do sleep 1; done
cp "$results/engine.net" .
THREADS=${LAST:-16}
versus 600 5000 engine
match 600 engine-next-5000 new=strong:nodes=5000,net=engine.net old=strong:nodes=5000,net=next.net --rules renju --openings renju15-even.txt --games "$count"
versus 600 20000 engine
touch done
say done
