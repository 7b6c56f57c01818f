# Games for the labels, an even book, a variant of the search; when the students are there, their matches.
. ./games_lib.sh
results=$TRAIN_WORK/results

variant() { # NODES: the search with the change (variants.patch) against that without
    match 900 "variant-$1" "new=strong:nodes=$1,variant=1" "old=strong:nodes=$1" --book freestyle15.txt --games "${G:-4000}"
}

versus() { # NODES NEW OLD BOOK GAMES
    match 900 "$2-$1" "new=strong:nodes=$1,net=$2.net" "old=strong:nodes=$1,net=$3.net" --book "$4" --games "$5" --state "match-$2-$1.state"
}

selfplay "${SELFPLAY:-430}" freestyle-14001 --nodes "${NPLAY:-8000}" --net freestyle15-003.net --seed 14001
while [ ! -d "$TRAIN_WORK/inputs/games" ]; do sleep 1; done
cp freestyle-14001.games "$TRAIN_WORK/inputs/games/freestyle-14001.part" # the run reads *.games
mv "$TRAIN_WORK/inputs/games/freestyle-14001.part" "$TRAIN_WORK/inputs/games/freestyle-14001.games"
say 'games for the labels are there'

openings "${OPENINGS:-150}" freestyle15-even --count "${BOOK:-700}" --stones 5 --bound 40 --nodes "${NOPEN:-30000}" --seed 12
count=$((2 * $(grep -vc '^#' freestyle15-even.txt)))
[ "$count" -ge "${LEAST:-800}" ] || { cp freestyle15.txt freestyle15-even.txt && count=1400; } # too few: the old book
say "$count games from the even book"

until_there "$results/table.net" variant "${N5:-5000}"
cp "$results/plain.net" "$results/table.net" .
versus "${N5:-5000}" table plain freestyle15.txt "${G:-2800}"
until_there "$results/long.net" variant "${N20:-20000}"
cp "$results/long.net" .
THREADS=${LAST:-16}
versus "${N5:-5000}" long freestyle15-003 freestyle15-even.txt "$count"
versus "${N20:-20000}" long freestyle15-003 freestyle15-even.txt "$count"
python3 decide.py
touch done
say done
