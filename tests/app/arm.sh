#!/bin/sh
# The engine for 64-bit ARM, run by qemu-user: the nets bit for bit on every backend, bench signatures
# equal to those of other machines, a move.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

build="build-arm"

# emulated PROGRAM WORDS...
emulated() {
    qemu-aarch64 -L /usr/aarch64-linux-gnu "$@"
}

# unit NAME: a unit test passes, and is there.
unit() {
    said=$(emulated "$build/engine-tests" "$1" 2>&1) || echo "$said"
    echo "$said" | grep -q "^ok 1 - $1" || echo "there is no test $1: $said"
}

check_move() {
    printf 'START 15\nINFO timeout_turn 0\nINFO max_node 500\nBEGIN\nEND\n' | emulated "$build/pentad" gomocup |
        grep -qE '^[0-9]+,[0-9]+' || echo 'no move'
}

report 'the NEON kernel is used' unit net_kernel_of_arm_is_neon
report '10,000 vectors of each net, bit for bit' unit net_matches_the_reference_vectors_bit_for_bit
PENTAD_TEST_EFFORT=quick # emulation is slow
export PENTAD_TEST_EFFORT
report 'some of them by the portable kernel' unit net_matches_the_reference_vectors_on_other_backends
report 'vectors of random nets' unit random_nets_match_the_reference_vectors
report 'incremental updates' unit accumulator_updates_equal_a_refresh_on_every_backend
report 'bench signatures' unit bench_signatures
report 'the program moves' check_move
report_end
