#!/bin/sh
# Is every C file formatted as .clang-format says? format.sh changed: only those that differ from the
# last commit. clang-format 14 (Debian 12) to 19 (Debian 13) agree on this tree. Where they differ,
# write the code so that they agree.
. "$(dirname -- "$0")/tap.sh"

files() {
    if [ "${1:-}" = changed ]; then
        { git diff --name-only --diff-filter=d HEAD && git ls-files --others --exclude-standard; } | grep '\.[ch]$'
    else
        c_files src tests include bench docs python
    fi
}

check_format() {
    files "$@" | tr '\n' '\0' | xargs -0 -r clang-format --dry-run -Werror
}

report "every ${1:+$1 }C file is formatted" check_format "$@"
report_end
