#!/bin/sh
# Does what is installed work for somebody who has nothing else?
. "$(dirname -- "$0")/tap.sh"

stage=$(mktemp -d) || exit 1
trap 'rm -rf "$stage"' EXIT

# Runs a command and shows what it said only if it failed.
quietly() {
    "$@" >"$stage/log" 2>&1 || cat "$stage/log"
}

installed() {
    find "$stage" -path "*/$1" | head -n 1
}

install_all() {
    DESTDIR=$stage quietly meson install -C build --no-rebuild
}

check_parts() {
    for part in bin/pentad bin/gitm 'lib*/libpentad.so' pkgconfig/pentad.pc include/pentad.h \
        man/man1/pentad.1 'man/man1/pentad-*.1' 'bash-completion/completions/pentad*' \
        pentad/__init__.py pentad/py.typed pentad/_pentad.abi3.so; do
        [ "$(installed "$part")" ] || echo "$part: not installed"
    done
}

check_program() {
    quietly "$(installed bin/pentad)" --version
}

check_library() {
    PKG_CONFIG_PATH=$(dirname -- "$(installed pkgconfig/pentad.pc)")
    LD_LIBRARY_PATH=$(dirname -- "$(installed libpentad.so)")
    PKG_CONFIG_SYSROOT_DIR=$stage
    export PKG_CONFIG_PATH LD_LIBRARY_PATH PKG_CONFIG_SYSROOT_DIR
    cat >"$stage/user.c" <<'END'
#include <pentad.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    PentadGame *game = pentad_game_new("renju", 15, NULL);
    bool played = pentad_game_play(game, 7, 7, NULL);
    const char *picture = pentad_game_picture(game);
    const char *result = pentad_game_result(game);
    bool both = strstr(picture, "(X)") && !strcmp(result, "not over");
    pentad_game_free(game);
    return !played || !both || puts(pentad_version()) < 0;
}
END
    # shellcheck disable=SC2046 # the words of a list
    quietly gcc -std=c99 -pedantic -Wall -Wextra -Werror "$stage/user.c" -o "$stage/user" \
        $(pkg-config --cflags --libs pentad)
    printed=$("$stage/user") || echo 'the picture does not outlast asking for the result'
    version=$(pkg-config --modversion pentad)
    [ "$printed" = "$version" ] || echo "pentad_version() is '$printed', not '$version'"
}

# Away from the tree, with nothing but what was installed on the path.
check_python() {
    package=$(installed pentad/__init__.py)
    (cd / && PYTHONPATH=$(dirname -- "$(dirname -- "$package")") PYTHONDONTWRITEBYTECODE=1 \
        quietly python3 -c 'import pentad; pentad.Game().play("h8")')
}

report 'meson install succeeds' install_all
report 'every part is installed' check_parts
report 'the installed program starts' check_program
report 'a program compiled by pkg-config runs' check_library
report 'the installed Python package works' check_python
report_end
