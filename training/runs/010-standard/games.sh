# Games for the labels, an even book for standard, variants of the search; when a student is there, its matches.
. ./games_lib.sh
results=$TRAIN_WORK/results

variant() { # SECONDS BITS: the search with these changes (variants.patch) against that without, at 20,000 nodes
    match "$1" "variant$2" "new=strong:nodes=${NVAR:-20000},variant=$2" "old=strong:nodes=${NVAR:-20000}" --openings freestyle15.txt --games "${G:-4000}"
}

variants() {
    variant "${VAR:-250}" 6
    variant 900 1
}

versus() { # NODES NEW OLD: from the even book, each opening twice
    match 900 "$2-$1" "new=strong:nodes=$1,net=$2.net" "old=strong:nodes=$1,net=$3.net" --rules standard --openings standard15-even.txt --games "$count"
}

selfplay "${SELFPLAY:-685}" standard-11001 --rules standard --nodes "${NPLAY:-8000}" --net standard15-002.net --seed 11001
while [ ! -d "$TRAIN_WORK/inputs/games" ]; do sleep 1; done
cp standard-11001.games "$TRAIN_WORK/inputs/games/standard-11001.part" # the run reads *.games
mv "$TRAIN_WORK/inputs/games/standard-11001.part" "$TRAIN_WORK/inputs/games/standard-11001.games"
say 'games for the labels are there'

PENTAD_TARGET=25 # in games of standard15-001 Black scored 40 % at 0 and 57 % at +35
export PENTAD_TARGET
openings "${OPENINGS:-130}" standard15-even --rules standard --count 700 --stones 5 --bound "${BOUND:-50}" --nodes "${NOPEN:-30000}" --seed 10
unset PENTAD_TARGET
[ "$(grep -vc '^#' standard15-even.txt)" -ge "${LEAST:-200}" ] || cp standard15.txt standard15-even.txt # too few: the old book
count=$((2 * $(grep -vc '^#' standard15-even.txt)))
say "$count games from the even book"

until_there "$results/next.net" variants
cp "$results/next.net" .
THREADS=${LAST:-15}
versus "${N5:-5000}" next standard15-002
versus "${N20:-20000}" next standard15-002
while [ ! -f "$results/fine.net" ]; do sleep 1; done
cp "$results/fine.net" .
versus "${N5:-5000}" fine next
touch done
say done
