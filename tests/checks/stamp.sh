#!/bin/sh
# Does the check of tests/fresh.stamp detect an untested set-up?
. "$(dirname -- "$0")/tap.sh"

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tests"
cp run meson.build "$work"
cp tests/fresh.py "$work/tests"
unset PENTAD_FRESH

# Writes a row of the stamp for the current files.
stamp() {
    (cd "$work/tests" && python3 -B -c 'import sys, fresh; fresh.write_stamp(fresh.setup_hash(fresh.ROOT), *sys.argv[1:])' "$@")
}

accepted() {
    python3 -B "$work/tests/fresh.py" --check | grep -v '^ok 1\|^1\.\.1'
}

# refused PATTERN
refused() {
    said=$(python3 -B "$work/tests/fresh.py" --check) && echo 'it was accepted'
    echo "$said" | grep -q "$1" || echo "$said"
}

# The stamp does not cover these two, so they must contain only names.
check_lists() {
    grep -nE '\b(dependency|find_program|find_library|import|run_command|custom_target) *\(' src/meson.build tests/meson.build
}

report 'lists of files choose no package and no program' check_lists
report 'no stamp' refused 'changed since the last'
stamp trixie '2026-01-01 passed: 3 passed, 0 failed'
report 'only another suite was tried' refused 'bookworm was not tried'
stamp bookworm '2026-01-01 passed: 3 passed, 0 failed'
report 'what was tried' accepted
stamp trixie '2026-01-01 failed: no passed test'
report 'a suite that failed' refused 'trixie: 2026-01-01 failed'
stamp trixie '2026-01-02 passed: 3 passed, 0 failed'
report 'tried again' accepted
echo '# changed' >>"$work/run"
report 'a change of set-up' refused 'changed since the last'
stamp bookworm '2026-01-01 passed: 3 passed, 0 failed'
report 'tried after the change' accepted
report 'rows of other set-up files are dropped' sh -c "grep trixie '$work/tests/fresh.stamp'"

unknown_suite() {
    cp "$work/tests/fresh.stamp" "$work/before"
    said=$(python3 -B "$work/tests/fresh.py" bookwurm 2>&1) && echo 'it was accepted'
    echo "$said" | grep -q 'does not know the suite bookwurm' || echo "$said"
    cmp "$work/before" "$work/tests/fresh.stamp"
}
report 'a suite that does not exist is refused, and the stamp stays' unknown_suite
report_end
