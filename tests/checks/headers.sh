#!/bin/sh
# Does every header compile alone, with both compilers and the flags of the build? Without
# base/banned.h, which is included before every file and would hide missing includes.
. "$(dirname -- "$0")/tap.sh"

# The command that compiles the first source file in a build folder, without file names.
compile_command() {
    sed -n 's/^ *"command": "\(.*\) -MD .*/\1/p' "$1/compile_commands.json" | head -n 1 |
        sed 's/\\\(["\\]\)/\1/g; s/ '\''*-include'\''*  *\(\/[^ ]*\|'\''[^'\'']*'\''\)//'
}

check_headers() {
    command=$(compile_command "$1")
    if [ -z "$command" ]; then
        echo "$1: no compile command found; build first"
        return
    fi
    c_files src include | grep '\.h$' | grep -v '^src/base/banned\.h$' | while read -r header; do
        name=${header#src/}
        name=${name#include/}
        echo "#include \"$name\"" |
            (cd "$1" && eval "$command -fsyntax-only -Werror -fno-diagnostics-color -x c -") 2>&1 |
            sed '/^In file included from <stdin>/d'
    done
}

report 'every header compiles alone by gcc' check_headers build
report 'every header compiles alone by clang' check_headers build-clang
report_end
