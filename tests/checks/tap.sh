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

# await COMMAND...: until it succeeds. Ten looks a second for a minute: patience is no measure of speed.
await() {
    for _ in $(seq 600); do
        "$@" && return
        sleep 0.1
    done
    echo "in vain: $*"
}

# has_lines COUNT FILE: so many or more, by now.
has_lines() {
    [ -e "$2" ] && [ "$(wc -l <"$2")" -ge "$1" ]
}

# is_ready PID: the program does not just die of SIGTERM any more. Linux tells, a bit for each signal.
is_ready() {
    caught=$(sed -n 's/^SigCgt:[[:space:]]*[0-9a-f]\{8\}//p' "/proc/$1/status" 2>/dev/null)
    [ $((0x${caught:-0} >> 14 & 1)) -eq 1 ]
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
