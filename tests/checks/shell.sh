#!/bin/sh
# Are the shell scripts sound?
. "$(dirname -- "$0")/tap.sh"

scripts='run .ci/run tests/tally'

check_syntax() {
    for script in $scripts tests/checks/*.sh; do
        if head -n 1 "$script" | grep -q bash; then bash -n "$script"; else sh -n "$script"; fi
    done
}

check_shellcheck() {
    # shellcheck disable=SC2086 # the words of a list
    shellcheck --format=gcc $scripts
    shellcheck --format=gcc --shell=sh --exclude=SC1091 tests/checks/*.sh
}

report 'every shell script parses' check_syntax
report 'shellcheck has no objection' check_shellcheck
report_end
