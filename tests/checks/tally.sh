#!/bin/sh
# Does tests/tally count every way to fail?
. "$(dirname -- "$0")/tap.sh"

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# expect SUM LINE: the suite in $work/list ends with this sum, and the output has that line.
expect() {
    case $1 in
    *', 0 failed') wanted=0 ;;
    *) wanted=1 ;;
    esac
    said=$(TALLY_LIMIT=1 tests/tally "$work/list" 2>&1)
    status=$?
    [ "$status" -eq "$wanted" ] || echo "exit status $status, not $wanted"
    [ "$(echo "$said" | tail -n 1)" = "$1" ] || printf '%s\n' "the last line is not '$1':" "$said"
    echo "$said" | grep -qxF "$2" || printf '%s\n' "no line '$2':" "$said"
}

# tallies SCRIPT SUM LINE
tallies() {
    printf "suite tried sh -c '%s'\n" "$1" >"$work/list"
    expect "$2" "$3"
}

report 'passes' tallies 'echo 1..1; echo ok 1 - a' '1 passed, 0 failed' '== tried: 1 passed, 0 failed'
report 'a failure' tallies 'echo ok 1 - a; echo not ok 2 - b; exit 1' '1 passed, 1 failed' 'not ok 2 - b'
report 'a failure with exit status 0' tallies 'echo not ok 1 - a' '0 passed, 1 failed' 'not ok 1 - a'
report 'an exit status that nothing explains' \
    tallies 'echo ok 1 - a; exit 3' '1 passed, 1 failed' '# exit status 3 with no failure reported'
report 'fewer results than planned' \
    tallies 'echo 1..3; echo ok 1 - a' '1 passed, 1 failed' '# only 1 of 3 results were reported'
report 'death' tallies 'echo ok 1 - a; kill -9 $$' '1 passed, 1 failed' '# died of signal 9'
report 'no result' tallies 'echo done' '0 passed, 1 failed' '# no result was reported'
report 'a program that does not end' \
    tallies 'echo ok 1 - a; exec sleep 9' '1 passed, 1 failed' '# did not end in time'

report 'what is skipped has not passed' \
    tallies 'echo 1..2; echo ok 1 - a; echo "ok 2 - b # SKIP not there"' '1 passed, 0 failed' \
    '== tried: 1 passed, 0 failed, 1 skipped'
report 'nothing but what is skipped' \
    tallies 'echo "ok 1 - a # SKIP not there"' '0 passed, 0 failed' \
    '== tried: 0 passed, 0 failed, 1 skipped'

echo 'step tried false; step tried true' >"$work/list"
report 'a step that fails, and one that does not' expect '1 passed, 1 failed' 'not ok 1 - false'

report_end
