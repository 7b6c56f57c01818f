#!/bin/sh
# A bot for a Pentad server in sh, with curl and sed: it plays a random free
# point in each of its games in which it is its turn.
#
#   PENTAD_TOKEN=... ./bot.sh [http://127.0.0.1:8080] [MOVES]
#
# It exits after MOVES moves (default: never). To play well, replace `some_point` by an engine.
set -eu

url=${1:-http://127.0.0.1:8080}
moves=${2:-0}

ask() {
    method=$1
    path=$2
    shift 2
    curl -sS -m 40 -X "$method" -H "Authorization: Bearer $PENTAD_TOKEN" \
        -H 'Content-Type: application/json' "$@" "$url$path"
}

# The first value of a field in a JSON text.
field() {
    sed "s/.*\"$1\":\"\{0,1\}\([^,\"}]*\).*/\1/"
}

some_point() {
    awk -v size="$1" -v seed="$2" 'BEGIN {
        srand(seed)
        printf "%c%d\n", 97 + int(rand() * size), 1 + int(rand() * size)
    }'
}

played=0
tries=$$
while [ "$moves" -eq 0 ] || [ "$played" -lt "$moves" ]; do
    # One game per line; the first is enough, the others are listed again next time.
    game=$(ask GET '/api/turns?wait=true' | sed 's/{"game":/\n&/g' | sed -n 2p)
    [ "$game" ] || continue
    id=$(echo "$game" | sed 's/^{"game":"\([a-z0-9]*\)".*/\1/')
    case $game in
    *'"asks":"choice"'*) move=stay ;;
    *)
        tries=$((tries + 1))
        move=$(some_point "$(echo "$game" | field size)" "$tries")
        ;;
    esac
    ply=$(echo "$game" | field ply)
    line=$(echo "$game" | field line)
    answer=$(ask POST "/api/games/$id" --data "{\"do\":\"play\",\"ply\":$ply,\"line\":$line,\"move\":\"$move\"}")
    case $answer in
    *'"error"'*) ;; # occupied: the next point
    *) played=$((played + 1)) ;;
    esac
done
