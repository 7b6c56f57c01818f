#!/bin/sh
# Builds a static pentad without server and terminal (selfplay, match, bench ...): sh build.sh TREE TARGET [JOBS]
# Needs gcc and libc alone, so it also builds on the GPU machine, which has no meson.
set -eu
tree=$(cd "$1" && pwd)
target=$2
jobs=${3:-16}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$tree"
sh src/engine/embed.sh data/weights/freestyle.weights data/weights/renju.weights data/weights/standard.weights >"$work/weight_data.c"
printf '#define PENTAD_COMMIT "%s"\n' "${COMMIT:-unknown}" >"$work/version.h"
cat >"$work/absent.c" <<'C'
#include "app/subcommand.h"
static int absent(int c, char **v) {
    (void)c, (void)v;
    return 2;
}
const Subcommand cmd_serve = {.name = "serve", .summary = "absent", .run = absent};
const Subcommand cmd_play = {.name = "play", .summary = "absent", .run = absent};
C
nets=$tree/training/nets
cat >"$work/flags" <<F
-std=c17 -O3 -DNDEBUG -flto -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -ffp-contract=off -fvisibility=hidden
-include $tree/src/base/banned.h -Isrc -Iinclude -I$work -w
'-DPENTAD_VERSION="0.1.0"' '-DNET_FREESTYLE15="$nets/freestyle15-003.net"' '-DNET_FREESTYLE20="$nets/freestyle20-001.net"'
'-DNET_STANDARD15="$nets/standard15-002.net"' '-DNET_RENJU15="$nets/renju15-003.net"'
F
W=$work
export W
{
    for d in base core record proof engine player protocol match study train; do ls src/$d/*.c; done | grep -v -e netabsent
    echo src/engine/netembedded.S
    echo "$work/weight_data.c"
    echo "$work/absent.c"
    ls src/app/*.c | grep -v -e cmd_serve -e cmd_play
} | xargs -P "$jobs" -n 1 sh -c 'gcc @"$W/flags" -c -o "$W/$(echo "$1" | tr / _).o" "$1"' sh
gcc -static -O3 -flto="$jobs" -o "$target" "$work"/*.o -lpthread -lm
strip "$target"
