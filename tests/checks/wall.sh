#!/bin/sh
# The wall between games and those who talk to clients: no file of src/server reaches the game, the
# board or a room, not even through another header. So what a client is told is made from a Sight.
. "$(dirname -- "$0")/tap.sh"

behind='core/game\.h core/board\.h games/session\.h games/game_table\.h games/registry_internal\.h games/visibility\.h core/mist\.h player/'

check_wall() {
    c_files src/server | while read -r file; do
        reached=$(gcc -std=c17 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -Isrc -MM -x c "$file") ||
            echo "$file: does not compile"
        for header in $behind; do
            echo "$reached" | grep -qE "src/$header" && echo "$file: reaches $header"
        done
    done
}

report 'no file that talks to clients reaches a game' check_wall
report_end
