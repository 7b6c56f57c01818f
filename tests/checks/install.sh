#!/bin/sh
# Does the installation work without the source tree?
. "$(dirname -- "$0")/tap.sh"

if [ "${1:-}" = here ]; then
    stage=$2
else
    stage=$(mktemp -d) || exit 1
    trap 'rm -rf "$stage"' EXIT
fi

# Runs a command and prints its output only if it failed.
quietly() {
    "$@" >"$stage/log" 2>&1 || cat "$stage/log"
}

installed() {
    find "$stage" -path "*/$1" | head -n 1
}

install_all() {
    for folder in build build-web; do
        DESTDIR=$stage quietly meson install -C "$folder" --no-rebuild
    done
}

check_parts() {
    for part in bin/pentad bin/gitm 'lib*/libpentad.so' pkgconfig/pentad.pc include/pentad.h \
        man/man1/pentad.1 'man/man1/pentad-*.1' 'bash-completion/completions/pentad*' \
        'zsh/*/_pentad' fish/vendor_completions.d/pentad.fish applications/pentad.desktop \
        icons/hicolor/scalable/apps/pentad.svg doc/pentad/README.md doc/pentad/docs/pictures/web-game.png \
        pentad/__init__.py pentad/py.typed pentad/_pentad.abi3.so web/engine/pentad-simd.wasm \
        web/engine/pentad-scalar.wasm web/data/puzzles.json \
        web/docs/index.html web/docs/pictures/web-game.png web/docs/search.js \
        $(awk '!/^#/ { print "web/engine/nets/" $3 ".net" }' data/nets/table) \
        $(awk '!/^#/ { print "web/engine/strategies/" $5 ".jsonl" }' data/strategies/table); do
        [ "$(installed "$part")" ] || echo "$part: not installed"
    done
}

check_desktop_entry() {
    quietly desktop-file-validate "$(installed applications/pentad.desktop)"
    [ ! "$(installed docs/pictures/make)" ] || echo 'docs/pictures/make is for developers'
}

check_program() {
    quietly "$(installed bin/pentad)" --version
    documents=$("$(installed bin/pentad)" help --web)
    [ -s "${documents#file://}" ] || echo "help --web prints '$documents', which is not a file"
}

# The installed server finds the installed page.
check_page() {
    "$(installed bin/pentad)" serve --port 0 --data "$stage/data" >"$stage/url" 2>"$stage/log" &
    server=$!
    until [ -s "$stage/url" ] || ! kill -0 "$server" 2>/dev/null; do sleep 0.05; done
    python3 -c 'import sys, urllib.request as u; print(u.urlopen(sys.argv[1] + "/js/main.js").read())' \
        "$(cat "$stage/url")" | grep -q routes || cat "$stage/log"
    python3 -c 'import sys, urllib.request as u; print(u.urlopen(sys.argv[1] + "/docs/").read())' \
        "$(cat "$stage/url")" | grep -q 'Documentation' || echo 'the server does not have the documents'
    kill "$server"
    wait "$server"
    find "$stage" -path '*/web/*' -type l # none: they would lead back into the tree
    [ ! "$(installed pentad/web/tsconfig.json)" ] || echo 'tsconfig.json is for developers'
}

check_documents() {
    python3 tests/checks/html_links.py "$(dirname -- "$(installed web/docs/index.html)")"
}

# Finds the staged installation as if it were installed system-wide.
use_stage() {
    PKG_CONFIG_PATH=$(dirname -- "$(installed pkgconfig/pentad.pc)")
    LD_LIBRARY_PATH=$(dirname -- "$(installed libpentad.so)")
    PKG_CONFIG_SYSROOT_DIR=$stage
    export PKG_CONFIG_PATH LD_LIBRARY_PATH PKG_CONFIG_SYSROOT_DIR
}

# compile COMPILER STANDARD SOURCE: to $stage/user
compile() {
    # shellcheck disable=SC2046 # the words of a list
    quietly "$1" "-std=$2" -pedantic -Wall -Wextra -Werror -pthread "$3" -o "$stage/user" \
        $(pkg-config --cflags --libs pentad)
}

check_library() {
    printf '%s\n' '#include <pentad.h>' '#include <stdio.h>' \
        'int main(void) { return puts(pentad_version()) < 0; }' >"$stage/user.c"
    compile gcc c99 "$stage/user.c"
    printed=$("$stage/user")
    version=$(pkg-config --modversion pentad)
    grep -n '^Requires' "$(installed pkgconfig/pentad.pc)" # nothing, so that no other -dev package is needed
    [ "$printed" = "$version" ] || echo "pentad_version() is '$printed', not '$version'"
}

# Outside the tree, with only the installed files on the path.
check_python() {
    package=$(installed pentad/__init__.py)
    (cd / && PYTHONPATH=$(dirname -- "$(dirname -- "$package")") PYTHONDONTWRITEBYTECODE=1 \
        quietly python3 -c 'import pentad; pentad.Game().play("h8")')
}

# A C++ compiler is not a build requirement, so this runs only if there is one.
check_cplusplus() {
    command -v g++ >/dev/null || return 0
    printf '%s\n' '#include <pentad.h>' 'int main() {' \
        '    PentadGame *game = pentad_game_new("renju", 15, nullptr);' \
        '    bool played = pentad_game_play(game, 7, 7, nullptr);' \
        '    pentad_game_free(game);' '    return played ? 0 : 1;' '}' >"$stage/user.cc"
    compile g++ c++11 "$stage/user.cc"
    quietly "$stage/user"
}

check_tour() {
    compile gcc c99 docs/examples/tour.c
    printed=$("$stage/user" 2>&1) || echo "it failed: $printed"
    for part in 'Black wins by five in a row' 'PB\[strong\]' 'Black wins, by' \
        'Ada has Black; Bob is to move'; do
        echo "$printed" | grep -q "$part" || echo "it did not print '$part'"
    done
}

# Reads records and positions, searches on its own thread, and stops at Enter.
check_analysis() {
    compile gcc c99 docs/examples/analyze.c
    echo '(;GM[4]SZ[15];B[hh];W[ii])' >"$stage/two.sgf"
    printed=$(echo | timeout 60 "$stage/user" "$stage/two.sgf" 600 2>&1) || echo "it failed: $printed"
    echo "$printed" | grep -q '^done: [0-9]* positions' || echo "it did not say that it is done"
    printed=$("$stage/user" 'freestyle 15 black e8f8g8h8 a1b3c5d7' 5 2>&1 </dev/null) || echo "it failed: $printed"
    echo "$printed" | grep -q '^  100.0 %  depth [ 0-9]*  *[di]8$' || echo "it does not see the five: $printed"
    ! "$stage/user" 'freestyle 99 black - -' >"$stage/log" 2>&1 || echo 'it accepts a board of 99 lines'
    grep -q '^analyze: size: ' "$stage/log" || cat "$stage/log"
}

# The first example of docs/integrate/c.md, word for word.
print_example() {
    awk '/^```/ { if (inside) exit; inside = $0 == "```c"; next } inside' docs/integrate/c.md
}

# In a copy of /etc and /usr/local that is gone afterwards: install for real, then do what the documents say,
# with nothing set that helps to find the library or the package.
install_here() {
    mount -t tmpfs tmpfs "$stage/over" || return
    for folder in etc usr/local; do
        mkdir -p "$stage/over/$folder/upper" "$stage/over/$folder/work"
        mount -t overlay overlay "/$folder" -o \
            "lowerdir=/$folder,upperdir=$stage/over/$folder/upper,workdir=$stage/over/$folder/work" || return
    done
    quietly meson install -C build --no-rebuild
    cd "$stage/over" || return
    # shellcheck disable=SC2046 # the words of a list
    quietly cc "$stage/game.c" $(pkg-config --cflags --libs pentad)
    ./a.out | grep -q '^ 8 \. \. .*(X)' || echo 'the C example does not show its stone'
    quietly /usr/bin/python3 -c 'import pentad; pentad.Game().play("h8")'
    printf '0\n0\n' | /usr/bin/python3 -m pentad.sequences 2>&1 | grep -q 'Computer move: (3, 3)' ||
        echo 'python3 -m pentad.sequences does not play'
    printf 'ann\nc\nd4\nquit\n' | XDG_STATE_HOME=$stage /usr/bin/python3 -m pentad.classroom 2>&1 |
        grep -q 'Computer (O) is thinking... and selected a1.' || echo 'python3 -m pentad.classroom does not play'
}

# As root, with mounts that nobody else sees. Those of ./run fresh are private already, and in its chroot
# they cannot be made so.
apart() {
    if [ "${PENTAD_FRESH:-}" ]; then
        unshare --mount --propagation unchanged "$@"
    elif [ "$(id -u)" -eq 0 ]; then
        unshare --mount "$@"
    else
        unshare --map-root-user --mount "$@"
    fi
}

check_here() {
    mkdir -p "$stage/over"
    print_example >"$stage/game.c"
    apart env -u PYTHONPATH -u PYTHONHOME sh tests/checks/install.sh here "$stage"
}

if [ "${1:-}" = here ]; then
    install_here
    exit
fi

report 'meson install succeeds' install_all
report 'every part is installed' check_parts
report 'the desktop entry is valid' check_desktop_entry
report 'the installed program starts' check_program
report 'the installed server has the page' check_page
report 'links of the HTML documents lead somewhere' check_documents
if apart true 2>/dev/null; then
    report 'an installation works at once' check_here
else
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - an installation works at once # SKIP no mount namespaces"
fi
use_stage
report 'a program compiled by pkg-config runs' check_library
report 'the installed Python package works' check_python
report 'C++ compiles the header' check_cplusplus
report 'the example of the C API runs' check_tour
report 'the example of an analysis stops at Enter' check_analysis
report_end
