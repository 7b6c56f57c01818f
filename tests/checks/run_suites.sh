#!/bin/sh
# Does tests/run_suites.py count every kind of failure?
. "$(dirname -- "$0")/tap.sh"

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset PENTAD_FRESH

# Writes $work/table.py with these lines in the table.
table() {
    {
        echo 'from run_suites import Suite'
        echo 'TABLES = {"test": ['
        cat
        echo ']}'
    } >"$work/table.py"
}

# expect SUM LINE: the run of $work/table.py ends with this sum, and the output has that line.
expect() {
    case $1 in
    *', 0 failed') wanted=0 ;;
    *) wanted=1 ;;
    esac
    python3 tests/run_suites.py test --file "$work/table.py" --limit "${limit:-600}" >"$work/said" 2>&1
    status=$?
    said=$(sed 's/ ([0-9]*:[0-9]*)$//' "$work/said")
    [ "$status" -eq "$wanted" ] || echo "exit status $status, not $wanted"
    [ "$(echo "$said" | tail -n 1)" = "$1" ] || printf '%s\n' "the last line is not '$1':" "$said"
    echo "$said" | grep -qxF "$2" || printf '%s\n' "no line '$2':" "$said"
}

# counts SCRIPT SUM LINE
counts() {
    printf '%s\n' "$1" >"$work/script"
    echo "Suite('tried', 'sh $work/script')," | table
    expect "$2" "$3"
}

report 'passes' counts 'echo 1..1; echo ok 1 - a' '1 passed, 0 failed' '== tried: 1 passed, 0 failed'
report 'a failure' counts 'echo ok 1 - a; echo not ok 2 - b; exit 1' '1 passed, 1 failed' 'not ok 2 - b'
report 'a failure with exit status 0' counts 'echo not ok 1 - a' '0 passed, 1 failed' 'not ok 1 - a'
report 'an unexplained exit status' \
    counts 'echo ok 1 - a; exit 3' '1 passed, 1 failed' '# exit status 3 with no failure reported'
report 'fewer results than planned' \
    counts 'echo 1..3; echo ok 1 - a' '1 passed, 1 failed' '# only 1 of 3 results were reported'
# shellcheck disable=SC2016 # meant for the inner shell
report 'death' counts 'echo ok 1 - a; kill -9 $$' '1 passed, 1 failed' '# died of signal 9'
report 'no result' counts 'echo done' '0 passed, 1 failed' '# no result was reported'
limit=2
report 'a program that does not end' \
    counts 'echo ok 1 - a; exec sleep 60' '1 passed, 1 failed' '# did not end in time'
limit=
report 'a skipped test has not passed' \
    counts 'echo 1..2; echo ok 1 - a; echo "ok 2 - b # SKIP not there"' '1 passed, 0 failed' \
    '== tried: 1 passed, 0 failed, 1 skipped: not there'
report 'only skipped tests' \
    counts 'echo "ok 1 - a # SKIP not there"' '0 passed, 0 failed' \
    '== tried: 0 passed, 0 failed, 1 skipped: not there'
export PENTAD_FRESH=1
report 'a bare machine lacks nothing that a test needs' \
    counts 'echo ok 1 - a; echo "ok 2 - b # SKIP not there"' '1 passed, 1 failed' \
    '# skipped on a bare machine: not there'
report 'what a bare machine may lack' \
    counts 'echo ok 1 - a; echo "ok 2 - b # SKIP PyTorch is not installed"' '1 passed, 0 failed' \
    '== tried: 1 passed, 0 failed, 1 skipped: PyTorch is not installed'
unset PENTAD_FRESH

table <<'END'
Suite('tried', 'false', step=True), Suite('other', 'true', step=True),
END
report 'a step that fails, and one that does not' expect '1 passed, 1 failed' 'not ok 1 - false'

table <<'END'
Suite('build', 'false', step=True), Suite('tried', 'true', step=True, needs='build'),
END
report 'a suite whose build failed has not passed' expect '0 passed, 2 failed' '# not run: build failed'

# refused PATTERN: the table is not run at all.
refused() {
    said=$(python3 tests/run_suites.py test --file "$work/table.py" 2>&1) && echo 'it was run'
    echo "$said" | grep -q "$1" || echo "$said"
}

table <<'END'
Suite('tried', 'true', step=True, needs='nothing'),
END
report 'a suite that needs an unknown one' refused "needs 'nothing'"

# When killed, it leaves no processes running.
ended() {
    python3 tests/run_suites.py test --file "$work/table.py" >"$work/said" 2>&1 &
    runner=$!
    await test -s "$work/pid"
    kill -TERM "$runner"
    wait "$runner"
    ! kill -0 "$(cat "$work/pid")" 2>/dev/null || echo 'its suite goes on'
}
printf 'echo $$ >%s/pid
exec sleep 600
' "$work" >"$work/script"
echo "Suite('tried', 'sh $work/script')," | table
report 'SIGTERM ends the suites, too' ended

# Background jobs of a shell ignore SIGINT and SIGQUIT; suites must not, since they test both.
in_background() {
    expect '1 passed, 0 failed' '== tried: 1 passed, 0 failed' >"$work/background" &
    wait "$!"
    cat "$work/background"
}
# shellcheck disable=SC2016 # meant for the inner shell
echo 'ignored=$(sed -n "s/^SigIgn:[[:space:]]*//p" /proc/self/status); [ $((0x$ignored & 6)) -eq 0 ] && echo ok 1 - a' >"$work/script"
echo "Suite('tried', 'sh $work/script')," | table
report 'signals are not ignored in the background' in_background

# fails_first NAME: a script that fails when it is run for the first time.
fails_first() {
    cat >"$work/$1" <<END
[ -e $work/$1.ran ] && echo ok 1 - a && exit
: >$work/$1.ran
echo not ok 1 - a
END
}
fails_first once
echo "Suite('tried', 'sh $work/once', timed=True), Suite('other', 'true', step=True)," | table
report 'a suite that depends on time has a second try' \
    expect '2 passed, 0 failed' '== tried failed; once more, alone:'
fails_first once
rm "$work/once.ran"
echo "Suite('tried', 'sh $work/once')," | table
report 'others have not' expect '0 passed, 1 failed' 'not ok 1 - a'
rm "$work/once.ran"
echo "Suite('tried', 'sh $work/once', timed=True), Suite('other', 'false', step=True)," | table
report 'nor has it if something else fails' expect '0 passed, 2 failed' 'not ok 1 - false'
echo "Suite('tried', 'false', step=True, timed=True)," | table
report 'the second try may fail, too' expect '0 passed, 1 failed' '== tried failed; once more, alone:'

table <<'END'
Suite('tried', 'no-such-program'),
END
report 'a missing program' expect '0 passed, 1 failed' "# [Errno 2] No such file or directory: 'no-such-program'"

table <<'END'
Suite('tried', 'A=1 B=2 env', step=True), Suite('alone', 'true', step=True, alone=True), Suite('more', 'true', step=True),
END
report 'a suite that runs alone, and one with an environment' expect '3 passed, 0 failed' '== alone: 1 passed, 0 failed'
report_end
