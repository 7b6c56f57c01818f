#!/bin/sh
# `pentad solve` as a program: text, JSON, proofs, exit codes, bad input.
# shellcheck source=tests/checks/tap.sh
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=$PWD/build/pentad
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# solves STATUS PATTERN ARGUMENTS...: the output on both streams must match.
solves() {
    status=$1
    pattern=$2
    shift 2
    "$pentad" solve "$@" >said 2>&1 </dev/null
    got=$?
    [ "$got" -eq "$status" ] || echo "exit status is $got, not $status"
    grep -q -- "$pattern" said || { echo "no '$pattern' in:" && cat said; }
}

# Black has three in a row with both ends open: c5 d5 e5.
three=c5a9d5a8e5a1
printf '%s\n' "$three" >three.pos

report 'a win with its line' solves 0 'Black wins in 3 stones' --size 9 "$three"
report 'empty input' solves 1 'standard input: there is no position in it'
report 'from a file' solves 0 'Black wins in 3 stones' --size 9 three.pos
report 'an earlier position of it' solves 3 '2 stones: not decided' --size 9 --move 2 --nodes 500 three.pos
report 'more moves than the game has' solves 1 'no position after 99 moves: the game has 6' --size 9 --move 99 three.pos
report 'a loss' solves 0 'Black wins in [0-9]* stones, whatever is played' --size 9 c5a9d5a8e5a1b5
report 'a draw' solves 0 'a draw with best play; this holds it' --size 5 ''
report 'with renju rules' solves 0 'White to move, renju 9x9' --rules renju --size 9 --nodes 100000 "${three}b5"
report 'a drawn board' solves 0 '^  5  .  1  X  X  X  .  .  .  .$' --size 9 --board "$three"
report 'JSON' solves 0 '"outcome":"win","move":"b5","stones":3,"line":"b5a5f5"' --size 9 --json "$three"
report 'no win by threats' solves 3 '"outcome":"unknown","no_win_by_threats":true' --json --nodes 3000 h8i9

report 'a checked proof' solves 0 'checked against every legal reply' --size 9 --verify --proof p.json "$three"
report 'and again from its file' solves 0 'checked against every legal reply' --verify p.json
report 'the draw too' solves 0 'checked against every legal reply' --size 6 --verify --proof draw.json ''
report 'and from its file' solves 0 'a draw with best play' --verify draw.json
report 'a proof as SGF' solves 0 'Black wins' --size 9 --proof p.sgf "$three"
readable() {
    "$pentad" convert p.sgf --to picture - >said 2>&1 || cat said
}
report 'which convert can read' readable

# Invalid proofs.
sed 's/"b5a5f5"/"g5f5a2"/' p.json >illegal.json
report 'a move that proves nothing' solves 1 'DOES NOT HOLD' --verify illegal.json
sed 's/"b5a5f5"/"c5"/' p.json >occupied.json
report 'an illegal move' solves 1 'the point is occupied' --verify occupied.json
sed 's/freestyle/caro/; s/"white":"/"white":"a5g5/' p.json >rules.json
report 'other rules' solves 1 'DOES NOT HOLD' --verify rules.json
head -c 100 p.json >short.json
report 'a truncated file' solves 1 'short.json: line' --verify short.json
sed 's/,"pairs":"[a-f][1-6][a-f][1-6]/,"pairs":"/' draw.json >pairs.json
report 'a missing pair' solves 1 'DOES NOT HOLD' --verify pairs.json

# Several positions.
printf '# problems\n%s\n\nrenju h8i9h9\nz99\n' "$three" >list.txt
many() {
    "$pentad" solve --list --json --nodes 2000 --size 9 list.txt >said 2>complaints
    status=$?
    [ "$status" -eq 1 ] || echo "exit status is $status, not 1"
    [ "$(wc -l <said)" -eq 3 ] || cat said
    grep -q '"position":"list.txt:2".*"win"' said || cat said
    grep -q '"position":"list.txt:4".*"renju"' said || cat said
    grep -q '"position":"list.txt:5","error":' said || cat said
    grep -q '3 positions: 1 decided, 1 not, 1 failed' complaints || cat complaints
}
report 'a list' many
from_pipe() {
    printf '%s\n' "$three" | "$pentad" solve --size 9 --json >said || echo 'it failed'
    grep -q '"position":"standard input:1".*"win"' said || cat said
}
report 'from a pipe' from_pipe
drawn_in_a_pipe() {
    printf '...... ...... .XXX.. ...... O....O ...O..' | tr ' ' '\n' | "$pentad" solve --from picture - >said 2>&1 ||
        echo 'it failed'
    grep -q 'freestyle 6x6, 6 stones: Black wins' said || cat said
}
report 'a drawn board from a pipe' drawn_in_a_pipe
report 'the singular of stone' solves 3 'White to move, freestyle 9x9, 1 stone: not decided' --size 9 --nodes 300 e5

interrupted_by_term() {
    "$pentad" solve --seconds 0 h8 >said 2>complaints &
    job=$!
    await is_ready $job
    kill -TERM $job
    wait $job
    got=$?
    [ "$got" -eq 143 ] || echo "exit status is $got, not 143"
    grep -q 'not decided' said || cat said complaints
}
report 'a signal stops it with the result so far' interrupted_by_term

# A collection: every game is a problem.
cat >two.sgf <<'END'
(;GM[4]SZ[15]RU[renju]AB[hh][ih][jh]AW[gg][ij]PL[B])
(;GM[4]SZ[15]RU[renju]AB[hh][ih][jh][kh]AW[gg][ij][oo]PL[W])
END
collection() {
    "$pentad" solve --json two.sgf >said 2>complaints || echo "exit status is $?"
    grep -q '"position":"two.sgf, game 1".*"outcome":"win"' said || cat said
    grep -q '"position":"two.sgf, game 2".*"outcome":"loss"' said || cat said
    [ "$(cat complaints)" = '2 positions: 2 decided, 0 not, 0 failed' ] || cat complaints
}
report 'every game of a collection' collection
report 'one of them' solves 0 'Black wins' --game 1 two.sgf
report 'a proof of the first' solves 0 'the file has 2 games; this is number 1' --proof first.json two.sgf
report 'a missing game of a collection' solves 1 'there is no game 3: the file has 2' --game 3 two.sgf

report 'the other side to move' solves 0 'Black to move, renju 15x15, 7 stones: Black wins in 1 stone$' \
    --game 2 --turn black two.sgf
report 'an unknown side' solves 2 "it is one of: black, white" --turn green h8

printf '\357\273\277%s\r\n' "$three" >bom.txt
report 'a list with byte order mark and CR LF' solves 0 'Black wins' --size 9 --list bom.txt

report 'no such file' solves 1 'solve: nothing.sgf: No such file' nothing.sgf
report 'no such file with an unknown extension' solves 1 'solve: nothing.sfg: No such file' nothing.sfg
report 'not a move string' solves 1 'hello: no such file, and not a move string: line 1' hello
report 'a missing folder for the proof is an error before the search' solves 2 'No such file' --seconds 0 \
    --proof no/where.json h8
report 'the singular of position' solves 0 '^  1 position searched' --size 9 "$three"
report 'a game that is over' solves 1 'the game is over: Black wins' --size 9 a1b1a2b2a3b3a4b4a5
report 'an unknown extension of the proof' solves 2 'writes FILE.json or FILE.sgf' --proof p.txt h8
report 'no proof of several positions' solves 2 'one position' --proof p.json h8 i9
report 'a bad time' solves 2 '--seconds' --seconds soon h8

# Projects: long proofs with a log.
here=$(dirname -- "$pentad")/..
hard=h8h9i9i7 # takes hours
small=g7a1h8f6g9g8i9i8f10h9g10e11
report 'a project' solves 0 '^proved: ' --project small --threads 2 "$small"
report 'is still proved' solves 0 '^proved: ' --project small
large_log() {
    mkdir large && cp small/project.log large && head -c 70000000 /dev/zero >>large/project.log && echo >>large/project.log
    solves 0 '1 damaged records skipped' --project large
    rm -r large
}
report 'a log of 70 MB' large_log
report 'another start in its folder' solves 1 'another project' --project small h8
report 'two starts' solves 2 'one start' --project small h8 h9
report 'a project that is not there' solves 1 'No such file' --project nowhere
report 'a limit' solves 3 'not proved yet: ' --project big --seconds 0.5 "$hard"
report 'nothing to certify' solves 1 'nothing is proved\|not proved yet' --project big --certificate none.jsonl

# At least N records in the log of the project "big".
has_records() {
    [ "$(wc -l <big/project.log)" -gt "$1" ]
}
killed() {
    "$pentad" solve --project big --quiet >said 2>&1 &
    job=$!
    await has_records 3
    "$pentad" solve --project big --seconds 1 >second 2>&1
    grep -q 'another program is using it' second || cat second
    kill -KILL $job
    wait $job 2>/dev/null
    cp big/project.log before
    printf 'try h8i9/h9' >>big/project.log
    "$pentad" solve --project big --seconds 0.3 >said 2>&1
    grep -q 'an unfinished one cut off' said || cat said
    head -c "$(wc -c <before)" big/project.log | cmp - before
}
report 'kill -9, and on from there' killed
damaged() {
    sed -i '2s/[a-o]/x/' big/project.log
    "$pentad" solve --project big --seconds 0.3 >said 2>&1
    grep -q '1 damaged records skipped' said || cat said
}
report 'a damaged log' damaged
interrupted_project() {
    before=$(wc -l <big/project.log)
    "$pentad" solve --project big >said 2>complaints &
    job=$!
    await has_records "$before"
    kill -TERM $job
    wait $job
    got=$?
    [ "$got" -eq 143 ] || echo "exit status is $got, not 143"
    grep -q 'the same command continues' complaints || cat said complaints
}
report 'a signal stops it, and keeps everything' interrupted_project
echo 'not a log' >big/project.log
report 'a file that is no log' solves 1 'not a record' --project big

# Certificates, and both checkers.
report 'a certificate' solves 0 'c.jsonl: [0-9]* bytes written' --project small --certificate c.jsonl
report 'is valid' solves 0 'c.jsonl: valid: Black wins on 15x15, freestyle' --verify c.jsonl
second_checker() {
    python3 "$here/examples/check_certificate.py" "$@" >said 2>&1 || cat said
}
report 'for the second checker too' second_checker c.jsonl
report 'a part of it' second_checker --part=2/3 c.jsonl
no_such_part() {
    ! python3 "$here/examples/check_certificate.py" --part=0/3 c.jsonl >said 2>&1 || cat said
}
report 'a part that is not there' no_such_part
report 'without footprints too' second_checker --thorough "$here/tests/proof/small_win.jsonl"
report 'a strategy' solves 0 's.jsonl: ' --project small --certificate s.jsonl --strategy
report 'proves less' solves 1 'no answer to' --verify s.jsonl
report 'a certificate of a strategy' solves 0 'full.jsonl: ' s.jsonl --certificate full.jsonl
report 'is valid too' solves 0 'full.jsonl: valid: Black wins' --verify full.jsonl
report 'a draw' solves 0 'a draw' --size 6 '' --certificate d.jsonl
report 'is two certificates' solves 0 'Black does not lose' --verify d-black.jsonl d-white.jsonl
report 'of both sides' solves 0 'White does not lose' --verify d-black.jsonl d-white.jsonl
report 'for both checkers' second_checker d-black.jsonl d-white.jsonl
report 'a certificate has its extension' solves 2 'writes FILE.jsonl' --size 6 '' --certificate d.json
mutations() {
    python3 "$here/tests/proof/mutations.py" "$pentad" "$here/examples/check_certificate.py" "${MUTATIONS:-40}" \
        "$here/tests/proof/small_win.jsonl" "$here/tests/proof/draw6_black.jsonl" \
        "$here/data/certificates/renju5-black.jsonl" "$here/tests/proof/settled6_black.jsonl" \
        "$here/tests/proof/hold7_black.jsonl" >said 2>&1 || cat said
}
report 'both refuse damaged certificates' mutations
published() {
    "$pentad" solve --quiet --verify "$here"/data/certificates/*.jsonl >said 2>&1 || cat said
}
report 'the certificates of the tree are valid' published
strategies() { python3 "$here"/data/strategies/make.py --check >said 2>&1 || cat said; }
report 'the strategies have their moves' strategies
report 'those of small boards for the second checker too' second_checker "$here"/data/certificates/*[567]-*.jsonl
settled() {
    python3 -c 'import lzma, sys; sys.stdout.buffer.write(lzma.open(sys.argv[1]).read())' \
        "$here/data/certificates/renju6-black.jsonl.xz" >renju6-black.jsonl
    "$pentad" solve --quiet --verify renju6-black.jsonl >said 2>&1 || cat said
    second_checker renju6-black.jsonl
}
report 'and that of settled pairs, for both' settled
find_settled() {
    ${CC:-cc} -O2 -o settle "$here/data/certificates/settle.c" && ./settle 5 >renju5.jsonl || echo 'not found'
    second_checker renju5.jsonl
}
report 'settled pairs are found' find_settled
find_hold() {
    ${CC:-cc} -O2 -o hold "$here/data/certificates/hold.c" -lm || echo 'not compiled'
    ./hold 7 d4d5e4c4e5e6b3c5 2>said >renju7.jsonl || cat said
    second_checker renju7.jsonl
}
report 'so are pairs that all empty points are in, and threats' find_hold
short_enough() {
    for file in check_certificate check_settled; do
        [ "$(wc -l <"$here/examples/$file.py")" -le 300 ] || echo "$file.py: more than 300 lines"
    done
}
report 'the second checkers have at most 300 lines' short_enough

report_end
