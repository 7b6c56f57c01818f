#!/bin/sh
# Is there any mutable global outside src/app? Reads the object files of the plain clang build, so
# none is overlooked. .data.rel.ro is constant once the program is loaded.
. "$(dirname -- "$0")/tap.sh"

# The allocation counter for tests, the reserve of memory, and the signal that a handler recorded.
allowed='src/base/mem.c: allocations
src/base/mem.c: reserve
src/base/mem.c: reserve_size
src/base/posix/interrupt.c: received'

# The objects of our sources, as "src/base/mem.c build-clang/libinsides.a.p/src_base_mem.c.o".
# An object whose source is gone is left over from an earlier build. The engine of pentad-tunable has the
# search parameters as variables and is otherwise the same, so it is not checked.
sources=$(find src -name '*.c')
objects() {
    find build-clang -path build-clang/libtunable.a.p -prune -o -name 'src_*.c.o' -print | sort | while read -r object; do
        name=${object##*/}
        source=$(echo "$sources" | awk -v name="${name%.o}" '{ flat = $0; gsub("/", "_", flat) } flat == name')
        [ -z "$source" ] || echo "$source $object"
    done
}

check_globals() {
    objects | grep -v '^src/app/' | while read -r source object; do
        objdump -t "$object" | awk -F '\t' -v source="$source" '
            NF == 2 {
                section = $1
                sub(/.* /, "", section)
                name = $2
                sub(/.* /, "", name)
                if (section ~ /^\.t?(data|bss)|^\*COM\*/ && section !~ /^\.data\.rel\.ro/ &&
                    name !~ /^\./)
                    print source ": " name
            }'
    done | sort -u | grep -vxF "$allowed"
}

# A file that is in no target would escape the check above, and all others. Some are built elsewhere: the files for
# Windows in build-windows, those for macOS there, what replaces the full screen by tests/checks/features.sh, the sandbox
# in build-asan, and what replaces the server in a program of its own by debian/rules.
check_every_source_is_built() {
    built=$(objects | cut -d ' ' -f 1)
    find src -name '*.c' ! -path 'src/base/windows/*' ! -path 'src/base/macos/*' \
        ! -name terminal_none.c ! -name sandbox_none.c ! -name serve_program.c | sort | while read -r source; do
        echo "$built" | grep -qxF "$source" || echo "$source: in no target of meson.build"
    done
}

report 'no mutable global outside src/app' check_globals
report 'every source file is built' check_every_source_is_built
report_end
