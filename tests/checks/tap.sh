# Sourced by every check. A check runs on the tree that contains it, so it also works in a copy,
# collects messages, and reports in TAP.
set -u
export LC_ALL=C
CDPATH='' cd -- "$(dirname -- "$0")/../.." || exit 1

tap_count=0
tap_failed=0

# report NAME COMMAND...: passes if the command prints nothing, on stderr either, so a broken check
# fails; and if no signal ended it, such as SIGPIPE, of which no shell says anything.
report() {
    name=$1
    shift
    tap_count=$((tap_count + 1))
    complaints=$("$@" 2>&1)
    status=$?
    [ "$status" -le 128 ] || complaints="$complaints exit status $status: ended by a signal"
    if [ -z "$complaints" ]; then
        printf 'ok %d - %s\n' "$tap_count" "$name"
        return
    fi
    tap_failed=$((tap_failed + 1))
    printf 'not ok %d - %s\n' "$tap_count" "$name"
    printf '%s\n' "$complaints" | sed 's/^/# /'
}

# await COMMAND...: retries ten times a second, for up to a minute, until it succeeds.
await() {
    for _ in $(seq 600); do
        "$@" && return
        sleep 0.1
    done
    echo "still failing after a minute: $*"
}

# has_lines COUNT FILE: the file has at least COUNT lines.
has_lines() {
    [ -e "$2" ] && [ "$(wc -l <"$2")" -ge "$1" ]
}

# is_ready PID: the program has a handler for SIGTERM (SigCgt in /proc has a bit for each signal).
is_ready() {
    caught=$(sed -n 's/^SigCgt:[[:space:]]*[0-9a-f]\{8\}//p' "/proc/$1/status" 2>/dev/null)
    [ $((0x${caught:-0} >> 14 & 1)) -eq 1 ]
}

# published_net RULES: the net file for these rules on the smallest boards.
published_net() {
    awk -v rules="$1" '$1 == rules { print "data/nets/" $3 ".net"; exit }' data/nets/table
}

# Prints the plan. Its exit status is that of the check.
report_end() {
    printf '1..%d\n' "$tap_count"
    [ "$tap_failed" -eq 0 ]
}

# The C files of the given folders; missing folders are skipped.
c_files() {
    for folder; do
        [ ! -d "$folder" ] || find "$folder" -name '*.[ch]'
    done | sort
}
