#!/bin/sh
# Are the shell scripts valid?
. "$(dirname -- "$0")/tap.sh"

scripts='run .ci/run training/*.sh'

check_syntax() {
    for script in $scripts tests/*/*.sh; do
        if head -n 1 "$script" | grep -q bash; then bash -n "$script"; else sh -n "$script"; fi
    done
}

# SC1091: sourced files are checked separately.
check_shellcheck() {
    # shellcheck disable=SC2086 # the words of a list
    shellcheck --format=gcc --exclude=SC1091 $scripts
    shellcheck --format=gcc --exclude=SC1091 --shell=sh tests/*/*.sh
}

report 'every shell script parses' check_syntax
report 'shellcheck has no objection' check_shellcheck
report_end
