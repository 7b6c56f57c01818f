#!/bin/sh
# `pentad serve` as a program: its messages, its manual, its exit status. The server itself is tested by
# tests/server.
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=$PWD/build/pentad
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# The generated tables of the manual are up to date.
check_manual() {
    "$pentad" serve --describe >"$work/tables"
    for table in routes messages pushes errors limits; do
        for file in "$work/tables" docs/integrate/api.md; do
            sed -n "/^<!-- $table -->/,/^<!-- \/$table -->/p" "$file" >"$work/$(basename "$file").$table"
        done
        [ -s "$work/tables.$table" ] || echo "the program has no table of $table"
        diff "$work/tables.$table" "$work/api.md.$table"
    done
}
report 'docs/integrate/api.md has the tables of the program' check_manual

# refuses STATUS PATTERN WORDS...
refuses() {
    status=$1
    pattern=$2
    shift 2
    "$pentad" serve "$@" >"$work/said" 2>&1 </dev/null
    got=$?
    [ "$got" -eq "$status" ] || echo "exit status is $got, not $status"
    grep -q -- "$pattern" "$work/said" || cat "$work/said"
}
report 'an invalid port' refuses 2 'port' --port 70000
report 'an invalid address' refuses 1 'is not an IP address' --address nowhere --data "$work/d"
report 'an invalid origin' refuses 1 'looks like https' --origin example.org --data "$work/d"
report 'an invalid proxy' refuses 1 "'nginx': an IP address such as" --trusted-proxy nginx --data "$work/d"
port_in_use() {
    "$pentad" serve --port 0 --data "$work/first" >"$work/url" 2>"$work/log" &
    first=$!
    until [ -s "$work/url" ]; do sleep 0.05; done
    refuses 1 'in use; choose another with --port N' --port "$(sed 's/.*://' "$work/url")" --data "$work/second"
    kill "$first"
    wait "$first"
}
report 'a port in use' port_in_use
# On a terminal it prints the banner, without log lines.
at_a_terminal() {
    python3 - "$pentad" "$work/terminal" >"$work/said" <<'END'
import os, pty, signal, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], [sys.argv[1], "serve", "--port", "0", "--data", sys.argv[2]])
said = b""
try:
    while part := os.read(terminal, 4096):
        if b"Ctrl-C" in part and b"Ctrl-C" not in said:
            os.kill(pid, signal.SIGINT)
        said += part
except OSError:
    pass
print(said.decode().replace("\r", ""), os.waitpid(pid, 0)[1])
END
    grep -qE '^Pentad is running\. Open http://127\.0\.0\.1:[0-9]+ \(Ctrl-C stops it\)$' "$work/said" || cat "$work/said"
    grep -q '^Pentad has stopped' "$work/said" || cat "$work/said"
    grep '"event"' "$work/said"
    [ "$(tail -n 1 "$work/said")" = ' 0' ] || tail -n 1 "$work/said"
}
report 'the banner on a terminal' at_a_terminal
report 'a data directory that cannot be created' refuses 1 'Not a directory' --data /dev/null/x
report 'a backup without data' refuses 1 'No such file' --data "$work/nothing" --backup "$work/copy"
report 'missing pages' refuses 1 'No such file' --data "$work/d" --pages "$work/nothing"
printf 'data %s/nothing\nprt 0\n' "$work" >"$work/bad.conf"
printf 'data %s/nothing # none\n' "$work" >"$work/good.conf"
report 'an unknown option in the configuration' refuses 2 'bad.conf: line 2: unknown option --prt; did you mean --port' --config "$work/bad.conf"
report 'the data folder of the configuration' refuses 1 'No such file' --config "$work/good.conf" --backup "$work/copy"
printf 'config x\n' >"$work/nested.conf"
report 'a configuration in a configuration' refuses 2 'nested.conf: line 1: config belongs on the command line' --config "$work/nested.conf"
printf 'port 0\n\nport 99999 # too large\n' >"$work/range.conf"
report 'a bad value in the configuration' refuses 2 'range.conf: line 3: option --port' --config "$work/range.conf"
printf 'origin=https://x.org\n' >"$work/equals.conf"
report 'a configuration with =' refuses 2 "equals.conf: line 1: 'origin=https://x.org': separate name and value with a space" --config "$work/equals.conf"
printf 'origin nowhere\n' >"$work/origin.conf"
report 'the command line wins over the configuration' refuses 1 'is not an IP address' --config "$work/origin.conf" --origin http://x.org --address nowhere --data "$work/d"
report 'the former name of --config' refuses 2 'bad.conf: line 2' --preset "$work/bad.conf"
report 'too many arguments' refuses 2 'unexpected argument' here
report 'help' refuses 0 '^usage: pentad serve' --help

# thinks TASK ANSWER
thinks() {
    got=$(printf '%s\n' "$1" | "$pentad" serve --think)
    echo "$got" | grep -qE "$2" || echo "it said: $got"
}
report 'a worker answers' thinks 'think easy 100 freestyle 15 none h8 a1 h9 a2 h10 a3 h11 a4' '^h(7|12)$'
report 'a worker in an opening' thinks 'think easy 100 freestyle 15 swap2 h8 i9 j10' '^(stay|swap|more)$'
cells=.................................................
report 'a worker in the mist' thinks "mist easy 100 20 black j10:$cells" '^[a-s][0-9]+$'
report 'an unknown task' thinks 'dance' '^\? there is no task'
report 'an unknown player' thinks 'think nobody 100 freestyle 15 none' '^\? there is no player'
report 'an illegal move' thinks 'think easy 100 freestyle 15 none h8 h8' '^\? h8 cannot be played'
report 'an invalid view' thinks 'mist easy 100 20 black j10:..' '^\? a view has'
report_end
