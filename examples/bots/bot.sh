#!/bin/sh
# A bot for a Pentad server in sh, with curl and sed: it plays a random free
# point in each of its games in which it is its turn.
#
#   PENTAD_TOKEN=... ./bot.sh [http://127.0.0.1:8080] [MOVES]
#
# It exits after MOVES moves (default: never), or on Ctrl-C. While the server is away it tries again and
# again. Exit status: 0 after MOVES moves, 1 if the server refuses the token or is not a Pentad server, 2
# for a usage error, 130 after Ctrl-C. To play well, replace `some_point` by an engine.
set -eu

url=${1:-http://127.0.0.1:8080}
moves=${2:-0}

fail() {
    status=$1
    shift
    printf 'bot.sh: %s\n' "$*" >&2
    exit "$status"
}

case $url in http://?* | https://?*) ;; *) fail 2 'usage: PENTAD_TOKEN=... bot.sh [http://HOST:PORT] [MOVES]' ;; esac
case $moves in '' | *[!0-9]*) fail 2 "$moves: not a number of moves" ;; esac
[ "${PENTAD_TOKEN:-}" ] || fail 2 'set PENTAD_TOKEN to a token; the page makes one: Account, API tokens'
command -v curl >/dev/null || fail 2 'curl is not installed'
trap 'exit 130' INT
trap 'exit 143' TERM

# ask METHOD PATH [OPTIONS]: sets `answer`. Waits longer and longer while the server is away.
ask() {
    method=$1
    path=$2
    shift 2
    delay=1
    while :; do
        code=0
        answer=$(curl -sS -m 40 -w '\n%{http_code}' -X "$method" -H "Authorization: Bearer $PENTAD_TOKEN" \
            -H 'Content-Type: application/json' "$@" "$url$path" 2>&1) || code=$?
        status=${answer##*
}
        case $code,$status in
        0,429 | 0,5??) why="$url answers $status" ;;
        0,*) break ;;
        3,*) fail 2 "$url: not an address" ;;
        *) why="cannot reach $url: ${answer%%
*}" ;;
        esac
        printf 'bot.sh: %s; trying again in %d s\n' "$why" "$delay" >&2
        sleep "$delay"
        delay=$((delay < 16 ? 2 * delay : 30))
    done
    answer=${answer%
*}
    case $answer in
    *'"no_session"'*) fail 1 'the server does not know this token; PENTAD_TOKEN must be one of its own' ;;
    '{'*) ;;
    *) fail 1 "$url is not a Pentad server" ;;
    esac
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
    ask GET '/api/turns?wait=true'
    game=$(echo "$answer" | sed 's/{"game":/\n&/g' | sed -n 2p)
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
    ask POST "/api/games/$id" --data "{\"do\":\"play\",\"ply\":$ply,\"line\":$line,\"move\":\"$move\"}"
    case $answer in
    *'"error"'*) ;; # occupied: the next point
    *) played=$((played + 1)) ;;
    esac
done
