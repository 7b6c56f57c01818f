#!/bin/sh
# Does the commit that last changed the bench signatures have a trailer `Bench: N` with the last
# number of that file? See docs/develop/bench.md.
. "$(dirname -- "$0")/tap.sh"

signatures=tests/engine/bench_signatures.inc

# Skipped in a tree without its full history, or with uncommitted signatures.
has_history() {
    [ "$(git rev-parse --is-shallow-repository 2>&1)" = false ] &&
        git diff --quiet HEAD -- "$signatures" && git cat-file -e "HEAD:$signatures" 2>/dev/null
}

check_trailer() {
    want=$(sed -n 's/^{"nodes in all", \([0-9]*\)},$/\1/p' "$signatures")
    [ -n "$want" ] || echo "$signatures: no row for the nodes in all"
    has_history || return 0
    commit=$(git log -1 --format=%h -- "$signatures")
    said=$(git log -1 --format='%(trailers:key=Bench,valueonly,separator=%x2C)' "$commit")
    [ "$said" = "$want" ] || echo "$commit: the trailer says 'Bench: $said', $signatures $want"
}

report 'the commit that last changed the signatures has their number' check_trailer
report_end
