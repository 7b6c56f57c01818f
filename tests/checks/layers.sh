#!/bin/sh
# Does every file of src, python and training include only what src/LAYERS allows? The format is described there. A folder may
# use only folders listed before it, so there are no cycles.
. "$(dirname -- "$0")/tap.sh"

check_list() {
    awk '
        { sub(/#.*/, "") }
        NF == 0 { next }
        $1 !~ /:$/ { print "src/LAYERS:" NR ": expected \"folder: folders it may include\""; next }
        {
            folder = substr($1, 1, length($1) - 1)
            if (folder in listed)
                print "src/LAYERS:" NR ": " folder " is listed twice"
            for (i = 2; i <= NF && $i != "|"; i++) {
                split($i, part, "/")
                if (!(part[1] in listed))
                    print "src/LAYERS:" NR ": " folder " names " $i ", which is not listed above it"
            }
            listed[folder]
        }' src/LAYERS
    find src -mindepth 1 -maxdepth 1 | sort | while read -r path; do
        if [ -f "$path" ]; then
            case $path in
            src/LAYERS | src/meson.build) ;;
            *) echo "$path: belongs in a folder" ;;
            esac
        else
            grep -q "^${path#src/}:" src/LAYERS || echo "$path: not in src/LAYERS"
        fi
    done
}

check_includes() {
    find src python training \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' \) \
        -exec grep -nHE '^[ \t]*#[ \t]*include' {} + | sort |
        awk -F : '
        # LAYERS: may[includer, included], and public[folder, header] where only some are.
        FNR == NR {
            sub(/#.*/, "")
            if (!/:/)
                next
            may[$1, $1]
            folders[$1]
            restricted = 0
            count = split($2, word, " ")
            for (i = 1; i <= count; i++)
                if (word[i] == "|")
                    restricted = chosen[$1] = 1
                else if (restricted)
                    public[$1, word[i]]
                else
                    may[$1, word[i]]
            next
        }
        # The others: path:line:#include "folder/header.h"
        function complain(text) { print $1 ":" $2 ": " text }
        {
            split($1, place, "/")
            from = place[1] == "src" ? place[2] : place[1]
            folder = $1
            sub(/[^\/]*$/, "", folder)
            name = $3
            gsub(/^[^<"]*[<"]|[>"].*$/, "", name)
            parts = split(name, target, "/")
            to = target[1]
            if ($3 ~ /</ && !(to in folders))
                next # a system header
            if (name ~ /\.\./)
                complain("write " name " from src/ on, without \"..\"")
            else if (parts == 1) {
                if ((getline line < ("include/" name)) < 0 &&
                    (place[1] == "src" || (getline line < (folder name)) < 0) &&
                    system("find src/" from " -name " name ".in | grep -q .") != 0)
                    complain("write " name " with its folder")
            } else if ((from, name) in may)
                next
            else if (!((from, to) in may))
                complain(from " may not include from " to " (" name ")")
            else if (from != to && chosen[to] && !((to, substr(name, length(to) + 2)) in public))
                complain(name " is not one of the headers that " to " shows to others")
        }' src/LAYERS -
}

report 'src/LAYERS lists every folder once, each below those it uses' check_list
report 'every include obeys src/LAYERS' check_includes
report_end
