#!/bin/sh
# Does the smallest build, without any feature, need nothing but the C library, and say what it leaves out?
. "$(dirname -- "$0")/tap.sh"

stage=$(mktemp -d) || exit 1
trap 'rm -rf "$stage"' EXIT

# Not optimized, and assertions stay on: only what is linked matters here.
build_smallest() {
    { meson setup "$stage/build" -Dauto_features=disabled -Dtests=false -Dbuildtype=plain -Doptimization=0 -Dwerror=true &&
        ninja -C "$stage/build"; } >"$stage/log" 2>&1 || tail -n 40 "$stage/log"
}

check_libraries() {
    for file in pentad libpentad.so; do
        readelf --dynamic "$stage/build/$file" >"$stage/dynamic" || return
        grep -q 'NEEDED.*\[libc\.' "$stage/dynamic" || echo "$file does not need libc, so this check sees nothing"
        sed -n "s/.*NEEDED.*\[\(.*\)\]/$file needs \1/p" "$stage/dynamic" | grep -vE ' (libc|libm|libpthread)\.so\.[0-9]+$'
    done
}

# refuses FEATURE WORDS...: a usage error or failure that names the feature.
refuses() {
    feature=$1
    shift
    said=$("$stage/build/pentad" "$@" 2>&1) && echo "pentad $* succeeds"
    case $said in
    *"this build has no $feature; meson setup -D$feature=enabled adds it"*) ;;
    *) echo "pentad $*: $said" ;;
    esac
}

check_refusals() {
    refuses server serve
    refuses server help serve
    refuses training selfplay --help
    refuses pictures convert "$stage/game.sgf" "$stage/game.png"
    refuses pictures convert "$stage/game.sgf" "$stage/game.GIF"
}

check_help() {
    for text in help 'help --man' 'help --completion'; do
        # shellcheck disable=SC2086 # words
        "$stage/build/pentad" $text >"$stage/text" || echo "pentad $text fails"
        grep -nwE 'serve|selfplay' "$stage/text"
    done
    [ ! -e "$stage/build/pentad-serve.1" ] || echo 'there is a man page of pentad serve'
}

# Line mode, as there is no full screen: also on a terminal.
check_game() {
    printf 'h8\nquit\n' | XDG_STATE_HOME=$stage TERM=xterm script -qec "$stage/build/pentad play --white random" /dev/null >"$stage/game.txt" 2>&1
    grep -q 'White' "$stage/game.txt" || cat "$stage/game.txt"
}

check_engine() {
    printf 'START 15\nINFO timeout_turn 100\nBEGIN\nEND\n' | "$stage/build/pentad" gomocup | grep -qE '^[0-9]+,[0-9]+' || echo 'no move'
}

printf '(;FF[4]GM[4]SZ[15];B[hh];W[ig])' >"$stage/game.sgf"
report 'the build without features succeeds' build_smallest
report 'it needs only the C library' check_libraries
report 'what it leaves out is refused by name' check_refusals
report 'and is missing from help, man pages and completion' check_help
report 'pentad play runs in line mode' check_game
report 'the engine plays' check_engine
report_end
