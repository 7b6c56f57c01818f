#!/bin/sh
# Is a build named by its commit and its sources, with git and without?
. "$(dirname -- "$0")/tap.sh"

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
tree=$work/tree

copy() {
    mkdir "$tree" && tar -c --exclude='./build*' --exclude=./.git --exclude=./.commit --exclude=./dist --exclude=./training/runs \
        --exclude=node_modules . | tar -x -C "$tree"
    { meson setup "$work/build" "$tree" -Dauto_features=disabled -Dtests=false -Dbuildtype=plain; } >"$work/log" 2>&1 || tail -n 40 "$work/log"
}

# name: rebuilds what has changed, and prints the name.
name() {
    ninja -C "$work/build" version.h >"$work/log" 2>&1 || tail -n 40 "$work/log"
    sed -n 's/^#define PENTAD_\(COMMIT\|SOURCES\) "\(.*\)"$/\2/p' "$work/build/version.h" | paste -sd-
}

# named NAME: NAME is a pattern.
named() {
    got=$(name)
    # shellcheck disable=SC2254 # a pattern
    case $got in
    $1) ;;
    *) echo "it is named '$got', not '$1'" ;;
    esac
}

# changes FILE: a byte more in FILE makes another build; without it, it is the same as before.
changes() {
    cp "$tree/$1" "$work/saved"
    echo >>"$tree/$1"
    [ "$(name)" != "$first" ] || echo "a changed $1 does not count"
    cp "$work/saved" "$tree/$1"
    named "$first"
}

check_parts() {
    for file in src/engine/search/params.inc src/player/level.c src/base/number.h src/meson.build meson.build \
        "data/nets/$(awk '!/^#/ { print $3; exit }' data/nets/table).net" data/nets/table data/weights/renju.weights data/strategies/hold5-black.jsonl; do
        changes "$file"
    done
}

check_added() {
    echo >"$tree/src/engine/added.h"
    [ "$(name)" != "$first" ] || echo 'a new header does not count'
    rm "$tree/src/engine/added.h"
    named "$first"
}

check_others() {
    echo >>"$tree/README.md"
    echo >>"$tree/web/index.html"
    echo x >"$tree/src/engine/.engine.c.swp"
    echo x >"$tree/src/engine/engine.c~"
    ln -s nowhere "$tree/src/engine/.#engine.c"
    named "$first"
}

check_same_elsewhere() {
    mv "$tree" "$work/moved"
    mkdir "$work/other"
    python3 -B "$work/moved/src/app/version.py" "$work/other/version.h" "$work/moved" "$work/moved/data/nets/"* >"$work/log" 2>&1 || cat "$work/log"
    mv "$work/moved" "$tree"
    python3 -B "$tree/src/app/version.py" "$work/other/again.h" "$tree" "$tree/data/nets/"* >"$work/log" 2>&1 || cat "$work/log"
    diff "$work/other/version.h" "$work/other/again.h"
}

check_noted() {
    echo 0123456789ab >"$tree/.commit"
    named "0123456789ab-${first#*-}"
}

in_git() {
    git -C "$1" -c user.name=a -c user.email=a@b "$2" --quiet "$3" "$4"
}

# The repository around an unpacked archive has another commit.
check_around() {
    git init --quiet "$work" && in_git "$work" commit --allow-empty --message=x
    named "0123456789ab-${first#*-}"
}

check_own() {
    git init --quiet "$tree" && in_git "$tree" commit --allow-empty --message=x
    named "$(git -C "$tree" rev-parse --short=12 HEAD)-${first#*-}"
}

# Only root can give a folder away, or needs to build in another user's.
check_others_clone() {
    [ "$(id -u)" -eq 0 ] || return 0
    chown nobody "$tree" "$tree/.git"
    named "$(git -c safe.directory="$tree" -C "$tree" rev-parse --short=12 HEAD)-${first#*-}"
    chown root "$tree" "$tree/.git"
}

# A machine that only plays has none: the clone came in another way.
check_no_git() {
    mkdir "$work/bin"
    ln -s "$(python3 -c 'import sys; print(sys.executable)')" "$work/bin/python3"
    PATH="$work/bin" python3 -B "$tree/src/app/version.py" "$work/no_git.h" "$tree" "$tree/data/nets/"* 2>&1
    grep -q '^#define PENTAD_COMMIT "0123456789ab"$' "$work/no_git.h" || cat "$work/no_git.h"
}

check_unwritten() {
    name >/dev/null
    touch -d 2000-01-01 "$work/build/version.h"
    name >/dev/null
    [ "$(date -r "$work/build/version.h" +%Y)" = 2000 ] || echo 'version.h was written again, so that all is linked again'
}

report 'a copy of the tree without git' copy
first=$(name)
report 'its commit is not known, its sources are' named 'unknown-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'
report 'a change of what decides how it plays makes another build, at the next ninja' check_parts
report 'so does a new file' check_added
report 'documents, the page, and what editors leave behind do not' check_others
report 'the place of the tree does not matter' check_same_elsewhere
report 'an archive has its commit in a file' check_noted
report 'whatever repository is around it' check_around
report 'a clone has that of its HEAD' check_own
report 'also if it belongs to somebody else' check_others_clone
report 'without the program git it has what the file says' check_no_git
report 'the same name is not written again' check_unwritten
report_end
