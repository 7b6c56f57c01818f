#!/bin/sh
# Tests the checks: plants a fault of each kind in a copy of the tree, and requires that the check
# finds it.
. "$(dirname -- "$0")/tap.sh"

copy=$(mktemp -d) || exit 1
trap 'rm -rf "$copy"' EXIT
cp -R src include python tests/checks .clang-format "$copy"
mkdir -p "$copy/tests" "$copy/training" "$copy/build" "$copy/build-clang"
mv "$copy/checks" "$copy/tests"
for build in build build-clang; do
    cp "$build/compile_commands.json" "$copy/$build"
done
cp build/libpentad.so "$copy/build"

# expect CHECK COMPLAINT: the check must fail with this message (a regular expression).
expect() {
    said=$("$copy/tests/checks/$1.sh" 2>&1) && echo "$1.sh passed"
    echo "$said" | grep -qE "^# .*$2" || printf '%s\n' "$1.sh did not say '$2', but:" "$said"
}

# planted FILE TEXT CHECK COMPLAINT: adds a line to a file of the copy, runs the check, and restores it.
planted() {
    file=$copy/$1
    mkdir -p "$(dirname "$file")"
    if [ -f "$file" ]; then cp "$file" "$copy/before"; else rm -f "$copy/before"; fi
    printf '%s\n' "$2" >>"$file"
    expect "$3" "$4"
    rm "$file"
    [ ! -f "$copy/before" ] || mv "$copy/before" "$file"
}

planted_restriction() {
    sed 's/^base:/base: | error.h/' src/LAYERS >"$copy/src/LAYERS"
    expect layers 'base/.*\.h is not one of the headers that base shows to others'
    cp src/LAYERS "$copy/src"
}

planted_global() {
    printf '%s\n' "$1" >"$copy/src/core/planted.c"
    clang -c -fPIC "$copy/src/core/planted.c" -o "$copy/build-clang/src_core_planted.c.o"
    expect globals 'src/core/planted\.c: .*planted'
    rm "$copy/src/core/planted.c"
}

planted_symbol() {
    sed '/pentad_version/d' include/pentad.h >"$copy/include/pentad.h"
    expect symbols 'pentad_version: in the library, but not declared'
    cp include/pentad.h "$copy/include"
}

planted_program() {
    echo 'int main(void) { return 0; }' >"$copy/soft.c"
    gcc -no-pie -fno-stack-protector -Wl,-z,norelro,-z,lazy,-z,execstack,-rpath,/tmp "$copy/soft.c" -o "$copy/soft" 2>/dev/null
    said=$("$copy/tests/checks/hardening.sh" "$copy/soft" 2>&1) && echo 'hardening.sh passed'
    for fault in 'not position-independent' 'no RELRO' 'bound late' 'stack can be executed' 'RUNPATH' 'no stack protector' 'no _FORTIFY_SOURCE'; do
        echo "$said" | grep -q "$fault" || echo "hardening.sh did not say '$fault'"
    done
}

report 'an include from a higher layer' \
    planted src/core/planted.c '#include "record/record.h"' \
    layers 'src/core/planted\.c:1: core may not include from record'
report 'the same in angle brackets' \
    planted src/core/planted.c '#include <record/record.h>' \
    layers 'src/core/planted\.c:1: core may not include from record'
report 'an include without its folder' \
    planted src/core/planted.c '#include "board.h"' layers 'write board\.h with its folder'
report 'an include of a private header' planted_restriction
report 'an include that only another folder has as an exception' \
    planted src/tui/planted.c '#include "engine/bench.h"' \
    layers 'src/tui/planted\.c:1: engine/bench\.h is not one of the headers that engine shows to others'
report 'an include of the Python package from the program' \
    planted python/extension/planted.c '#include "tui/theme.h"' \
    layers 'python/extension/planted\.c:1: python may not include from tui'
report 'an include of the training from the engine' \
    planted training/planted.cu '#include "core/board.h"' \
    layers 'training/planted\.cu:1: training may not include from core'
report 'a folder that is not listed' \
    planted src/planted/planted.c '' layers 'src/planted: not in src/LAYERS'
report 'a folder that uses one listed after it' \
    planted src/LAYERS 'planted: later' layers 'planted names later, which is not listed above it'
report 'a header that needs another include' \
    planted src/core/planted.h 'Board planted(size_t n);' headers 'core/planted\.h:1:.*Board'
report 'a badly formatted line' \
    planted src/core/planted.c 'int  planted;' format 'src/core/planted\.c:1:'
report 'a session included by the server' \
    planted src/server/planted.h '#include "session/game_session.h"' wall 'src/server/planted\.h: reaches session/game_session'
report 'a board included through a public header of games' \
    planted src/session/game_view.h '#include "core/board.h"' wall 'src/server/live/subscriptions\.c: reaches core/board'
report 'a shell script with a syntax error' \
    planted tests/checks/planted_too.sh 'if then' shell 'planted_too\.sh'
report 'a source file missing from docs/develop/architecture.md' \
    planted docs/develop/architecture.md '## core' docs 'src/core/board: not mentioned'
report 'a link to a page that does not exist' \
    planted planted.md '[page](nowhere.md)' docs 'planted\.md: no file nowhere\.md'
report 'a source file that is not built' \
    planted src/core/planted.c '' globals 'src/core/planted\.c: in no target'
report 'a global variable' planted_global 'int planted = 1;'
report 'a static variable' planted_global 'static int planted; int *f(void) { return &planted; }'
report 'a static variable inside a function' \
    planted_global 'int *f(void) { static int planted; return &planted; }'
report 'a function declared but not in the library' \
    planted include/pentad.h 'PENTAD_API int pentad_planted(void);' \
    symbols 'pentad_planted: declared, but not in the library'
report 'a function in the library but not declared' planted_symbol
report 'a program without hardening' planted_program
report 'a thread-local variable' planted_global '_Thread_local int planted;'

report_end
