# Sourced by every check. A check looks at the tree it lies in, so that it can be tried on a copy,
# gathers complaints, and reports in TAP.
set -u
export LC_ALL=C
CDPATH='' cd -- "$(dirname -- "$0")/../.." || exit 1

tap_count=0
tap_failed=0

# report NAME COMMAND...: passes if the command says nothing, on stderr neither: a check that stumbles
# has not passed.
report() {
    name=$1
    shift
    tap_count=$((tap_count + 1))
    complaints=$("$@" 2>&1)
    if [ -z "$complaints" ]; then
        printf 'ok %d - %s\n' "$tap_count" "$name"
        return
    fi
    tap_failed=$((tap_failed + 1))
    printf 'not ok %d - %s\n' "$tap_count" "$name"
    printf '%s\n' "$complaints" | sed 's/^/# /'
}

# Prints the plan; the exit status of this is that of the check.
report_end() {
    printf '1..%d\n' "$tap_count"
    [ "$tap_failed" -eq 0 ]
}

# The C files of the folders named, as far as there are any.
c_files() {
    for folder; do
        [ ! -d "$folder" ] || find "$folder" -name '*.[ch]'
    done | sort
}
