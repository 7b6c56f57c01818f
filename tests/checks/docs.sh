#!/bin/sh
# Do the links of documents lead somewhere, and does docs/develop/architecture.md mention every source
# file? A file counts as mentioned if it is named with its folder (`core/board`), or alone (`board`) in a
# section whose heading names the folder. Subfolders are left out: `engine/search/root` is `engine/root`.
. "$(dirname -- "$0")/tap.sh"

map=docs/develop/architecture.md

check_map() {
    if [ ! -s "$map" ]; then
        echo "$map: missing or empty"
        return
    fi
    c_files src | sed 's,^src/,,; s,\.[ch]$,,; s,/.*/,/,' | sort -u |
        awk '
        # Words, without punctuation; "core/board.c" also counts as "core/board".
        function note(text, count, word, i) {
            count = split(text, word, /[^A-Za-z0-9_\/.-]+/)
            for (i = 1; i <= count; i++) {
                gsub(/^src\/|\.[ch]?$|\.$|\/$/, "", word[i])
                known[word[i]]
                for (folder in headed)
                    known[folder "/" word[i]]
            }
        }
        FNR == NR && /^#/ {
            split("", headed)
            count = split($0, word, /[^A-Za-z0-9_]+/)
            for (i = 1; i <= count; i++)
                headed[word[i]]
        }
        FNR == NR { note($0); next }
        !($0 in known) { print "src/" $0 ": not mentioned" }' "$map" -
}

report "$map mentions every source file" check_map
report 'links lead somewhere' python3 tests/checks/links.py
report_end
