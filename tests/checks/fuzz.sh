#!/bin/sh
# Runs every fuzz target of build-fuzz/, or those named, for FUZZ_SECONDS each (0: only the inputs
# in the tree): first on earlier findings (tests/fuzz/findings/NAME), then from
# tests/fuzz/corpus/NAME, with the dictionary tests/fuzz/NAME.dict if there is one. An input that
# fails is left in build-fuzz/findings; once understood, move it to tests/fuzz/findings/NAME.
#
#     FUZZ_SECONDS=600 tests/checks/fuzz.sh sgf
#
# Without FUZZ_SECONDS every run has the same seed, so results are comparable. Runs of a minute or
# more are added to tests/fuzz/ledger.txt.
. "$(dirname -- "$0")/tap.sh"

# Freed memory is quarantined to detect its use; limit it for long-running processes.
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=1:strict_string_checks=1}:quarantine_size_mb=32"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-halt_on_error=1:print_stacktrace=1}"
# The sanitizers' shadow memory may conflict with address space randomization.
fixed_addresses=
if setarch -R true 2>/dev/null; then fixed_addresses='setarch -R'; fi
seconds=${FUZZ_SECONDS:-4}
if [ "$seconds" -gt 0 ]; then limit=-max_total_time=$seconds; else limit=-runs=0; fi
seed=${FUZZ_SECONDS:+0} # 0: another one each time
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

targets() {
    find tests/fuzz -name '*_fuzz.c' | sed 's,.*/,,; s,_fuzz\.c$,,' | sort
}

fuzz() {
    program=build-fuzz/fuzz-$1
    findings=tests/fuzz/findings/$1
    corpus=tests/fuzz/corpus/$1
    dictionary=tests/fuzz/$1.dict
    set -- -seed="${seed:-1}" -timeout=60 -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="build-fuzz/findings/$1-" "$work/$1"
    mkdir -p "$6" build-fuzz/findings
    [ ! -f "$dictionary" ] || set -- -dict="$dictionary" "$@"
    [ ! -d "$findings" ] || $fixed_addresses "$program" -runs=0 "$@" "$findings" || return
    [ ! -d "$corpus" ] || set -- "$@" "$corpus"
    $fixed_addresses "$program" "$limit" "$@"
}

# One per core. They take equally long, so waiting for all wastes nothing.
fuzz_all() {
    cores=$(nproc)
    running=0
    for name; do
        { fuzz "$name" || touch "$work/$name.failed"; } >"$work/$name.log" 2>&1 &
        running=$(((running + 1) % cores))
        [ "$running" -ne 0 ] || wait
    done
    wait
}

complaints() {
    if [ ! -x "build-fuzz/fuzz-$1" ]; then
        echo "build-fuzz/fuzz-$1: missing; is it in the list in tests/meson.build?"
    elif [ -f "$work/$1.failed" ]; then
        grep -vE '^#[0-9]+[[:space:]]+(NEW|REDUCE|pulse)' "$work/$1.log"
    fi
}

[ $# -gt 0 ] || eval "set -- $(targets | tr '\n' ' ')"
fuzz_all "$@"
[ "$seconds" -lt 60 ] || python3 tests/fuzz/ledger.py add "$work"/*.log
for name; do
    report "fuzz $name for $seconds s" complaints "$name"
done
report_end
