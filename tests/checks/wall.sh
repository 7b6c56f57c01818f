#!/bin/sh
# src/server must not include game sessions or boards, not even through another header. So everything
# sent to a client comes from a GameView, which has no hidden information.
. "$(dirname -- "$0")/tap.sh"

hidden='core/game\.h core/board\.h session/game_session\.h games/game_table\.h games/registry_internal\.h core/mist\.h player/'

check_wall() {
    c_files src/server | while read -r file; do
        reached=$(gcc -std=c17 -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -Isrc -MM -x c "$file") ||
            echo "$file: does not compile"
        for header in $hidden; do
            echo "$reached" | grep -qE "src/$header" && echo "$file: reaches $header"
        done
    done
}

report 'no file of src/server includes a session or a board' check_wall
report_end
