#!/bin/sh
# Is every C file written as .clang-format says? The version is fixed, because each one formats a
# little differently.
. "$(dirname -- "$0")/tap.sh"

check_format() {
    c_files src tests include bench docs python | tr '\n' '\0' |
        xargs -0 clang-format-14 --dry-run -Werror
}

report 'every C file is formatted' check_format
report_end
