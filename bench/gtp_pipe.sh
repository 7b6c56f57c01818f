#!/bin/sh
# GTP throughput through a pipe in commands per second: alternating `play` and `undo`, COMMANDS in total
# (default: 100000), five rounds. Each answer is flushed before the next command is read, as the
# protocol requires. The figure depends on the machine; it only shows whether GTP itself costs anything
# compared with searching.
#
#     bench/gtp_pipe.sh [COMMANDS]
set -eu
CDPATH='' cd -- "$(dirname -- "$0")/.."

commands=${1:-100000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v n="$commands" 'BEGIN {
    letters = "abcdefghjklmnopqrst"
    for (i = 0; i < n / 2; i++)
        printf "play %s %s%d\nundo\n", i % 2 ? "w" : "b", substr(letters, i % 19 + 1, 1), i % 17 + 1
}' >"$work/commands"

for round in 1 2 3 4 5; do
    begin=$(date +%s%N)
    # shellcheck disable=SC2002 # a pipe on both sides is what is measured
    cat "$work/commands" | build/pentad gtp --size 19 | cat >"$work/replies"
    end=$(date +%s%N)
    good=$(grep -c -x '= ' "$work/replies")
    [ "$good" -eq "$commands" ] || { echo "$good good replies to $commands commands" >&2 && exit 1; }
    echo "round $round: $(((end - begin) / 1000000)) ms, $((commands * 1000000000 / (end - begin))) commands/s"
done
