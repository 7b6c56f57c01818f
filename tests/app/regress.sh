#!/bin/sh
# `pentad regress` as a program: our own GTP against the files of tests/transcripts/gtp, and small
# programs that fail in every possible way.
. "$(dirname -- "$0")/../checks/tap.sh"

pentad=${PENTAD:-build/pentad}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# ---- Our own program

transcripts() {
    profile=$1
    shift
    "$pentad" regress "$@" -- "$pentad" gtp --profile "$profile" >"$work/out" 2>&1 ||
        echo "exit status $?"
    grep -v ': [0-9]* tests, [0-9]* passed, 0 failed\(, [0-9]* known failures*\)\{0,1\}$' "$work/out"
}
for file in tests/transcripts/gtp/*.tst; do
    case $file in */gogui*) profile=gogui ;; *) profile=course ;; esac
    report "$file" transcripts "$profile" "$file"
done

# documented FILE: the command that the documents give for it has the result that stands below it.
documented() {
    document=$(grep -lF "\$ pentad regress $1 " docs/integrate/gtp.md docs/use/courses.md | head -n 1)
    [ "$document" ] || { echo "no document has a command for $1" && return; }
    command=$(sed -n "s|^\$ \(pentad regress $1 .*\)|\1|p" "$document")
    got=$(eval "$(printf '%s\n' "$command" | sed "s|pentad \([rg]\)|$pentad \1|g")" 2>&1)
    want=$(grep -F -A 1 -- "\$ $command" "$document" | tail -n 1)
    [ "$got" ] && [ "$got" = "$want" ] || echo "'$got', not '$want'"
}
for file in examples/courses/*.gtp; do
    report "$file" documented "$file"
done

# ---- Files

# judged STATUS LINES FILE-TEXT [OPTIONS...]: runs the text against a program with fixed answers
# and compares the output.
cat >"$work/program" <<'PROGRAM'
#!/bin/sh
while read -r first second rest; do
    case $first in [0-9]*) word=$second ;; *) word=$first && rest="$second $rest" ;; esac
    case $word in
    say) printf '=%s %s\n\n' "${first%%[!0-9]*}" "$rest" ;;
    two) printf '= one\ntwo\n\n' ;;
    bare) printf '=\n\n' ;;
    wrong) printf '? no such thing\n\n' ;;
    pwd) printf '= %s\n\n' "$PWD" ;;
    hang) exec sleep 600 ;;
    halfway) printf '= text\n' && exec sleep 600 ;;
    die) exit 3 ;;
    crash) kill -SEGV $$ ;;
    garbage) printf 'hello\nworld\n' ;;
    noise) printf 'hello\n\n= x\n\n' ;;
    flood) exec tr '\0' y </dev/zero ;;
    control) printf '= \033[31m<b>\0&"\n\n' ;;
    slowly) printf '= ' && sleep 0.2 && printf 'x\n' && sleep 0.2 && printf '\n' ;;
    crlf) printf '= x\r\n\r\n' ;;
    quit) printf '= \n\n' && exit ;;
    esac
done
PROGRAM
chmod +x "$work/program"

judged() {
    status=$1
    wanted=$2
    printf '%b' "$3" >"$work/file.tst"
    shift 3
    (cd "$work" && "$OLDPWD/$pentad" regress "$@" file.tst -- ./program) >"$work/out" 2>&1
    got=$?
    [ "$got" -eq "$status" ] || echo "exit status $got instead of $status"
    [ "$(cat "$work/out")" = "$(printf '%b' "$wanted")" ] || cat "$work/out"
}

passed='file.tst: 1 test, 1 passed, 0 failed'
failed='file.tst: 1 test, 0 passed, 1 failed'
nothing='file.tst: 0 tests, 0 passed, 0 failed'
trouble='pentad regress: file.tst: line'

report 'a test that passes' judged 0 "$passed" '1 say b1\n#? [b1]\n'
report 'a test that fails' judged 1 \
    "file.tst:2: 1 unexpected FAIL: correct '[b2]', got 'b1'\\n$failed" '\n1 say b1\n#? [b2]\n'
report 'a partial match fails' judged 1 \
    "file.tst:1: 1 unexpected FAIL: correct '[b]', got 'b1'\\n$failed" '1 say b1\n#? [b]\n'
report 'negation' judged 0 "$passed" '1 say b1\n#? [!b2]\n'
report 'a known failure' judged 0 'file.tst: 1 test, 0 passed, 0 failed, 1 known failure' \
    '1 say b1\n#? [b2]*\n'
report 'an unexpected pass is not a failure' judged 0 \
    "file.tst:1: 1 unexpected PASS: got 'b1'\\nfile.tst: 1 test, 1 passed, 0 failed, 1 unexpected pass" \
    '1 say b1\n#? [b1]*\n'
report 'any answer' judged 0 "$passed" '1 say b1\n#?\n'
report 'no expectation' judged 0 "$passed" '1 say b1\n'
report 'no expectation, and an error' judged 1 \
    "file.tst:1: 1 unexpected FAIL: got '? no such thing'\\n$failed" '1 wrong'
report 'an error fails, whatever its text' judged 1 \
    "file.tst:1: 1 unexpected FAIL: correct '[no such thing]', got '? no such thing'\\n$failed" \
    '1 wrong\n#? [no such thing]\n'
report 'an error fails a negation too' judged 1 \
    "file.tst:1: 1 unexpected FAIL: correct '[!x]', got '? no such thing'\\n$failed" \
    '1 wrong\n#? [!x]\n'
report 'setup, comments and empty lines are not tests' judged 0 "$nothing" \
    '# comment\n\n  \nsay x\n\t# 1 wrong\n'
report 'an expectation without a number' judged 1 \
    "file.tst:1: unexpected FAIL: correct '[y]', got 'x'\\n$failed" 'say x\n#? [y]\n'
report 'several lines' judged 0 "$passed" '1 two\n#? [one.two]\n'
report 'an answer without text' judged 0 "$passed" '1 bare\n#? []\n'
report 'carriage returns' judged 0 'file.tst: 2 tests, 2 passed, 0 failed' \
    '1 say x\r\n#? [x]\r\n2 crlf\r\n#? [x]\r\n'
report 'the program may exit' judged 0 "$passed" '1 quit\n#? []\n'
report 'an answer in pieces' judged 0 "$passed" '1 slowly\n#? [x]\n'
report 'lines outside replies' judged 0 'file.tst: 1 test, 1 passed, 0 failed, 1 line outside replies' \
    '1 noise\n#? [x]\n'
report 'the working folder is that of the file' judged 0 "$passed" "1 pwd\\n#? [$work]\\n"
report 'no control characters to the terminal' judged 1 \
    "file.tst:1: 1 unexpected FAIL: correct '[x]', got '?[31m<b>&\"'\\n$failed" '1 control\n#? [x]\n'

report 'an expectation without a command' judged 2 \
    "$nothing\\n$trouble 1: an expectation without a command" '#? [x]\n'
report 'two expectations' judged 2 \
    "$passed\\n$trouble 3: an expectation without a command" '1 say x\n#? [x]\n#? [x]\n'
report 'a pattern without brackets' judged 2 \
    "$nothing\\n$trouble 2: the expectation 'x' does not start with [" '1 say x\n#? x\n'
report 'a bad pattern' judged 2 \
    "$nothing\\n$trouble 2: bad pattern: a ) has no (" '1 say x\n#? [)]\n'
report 'an error in setup is named' judged 2 \
    "file.tst:2: error in setup: 'wrong', got '? no such thing'\\nfile.tst: 1 test, 1 passed, 0 failed, 1 error in setup" \
    'say y\nwrong\n1 say x\n#? [x]\n'
report 'a number without a command' judged 2 "$nothing\\n$trouble 1: a number without a command" '10 \n'

# ---- Programs

report 'a program that dies' judged 2 \
    "$passed\\n$trouble 2: the program exited (exit status 3) instead of answering 'die'" \
    '1 say x\n2 die\n3 say y\n'
report 'a program that crashes' judged 2 \
    "$nothing\\n$trouble 1: the program exited (killed by signal 11) instead of answering 'crash'" \
    'crash\n'
report 'a program that hangs' judged 2 \
    "$nothing\\n$trouble 1: no answer to 'hang' within 1 s" '1 hang\n' --timeout 1
report 'an unterminated answer' judged 2 \
    "$nothing\\n$trouble 1: no empty line after the answer to 'halfway' within 4 s" \
    '1 halfway\n#? [text]\n' --timeout 4
report 'garbage' judged 2 \
    "file.tst: 0 tests, 0 passed, 0 failed, 2 lines outside replies\\n$trouble 1: no answer to 'garbage' within 4 s; it wrote 'world', but an answer starts with = or ?" \
    '1 garbage\n' --timeout 4
report 'endless output' judged 2 \
    "$nothing\\n$trouble 1: the answer to 'flood' is too long: stopped at 16 MiB" '1 flood\n'

# misuse MESSAGE WORDS...
misuse() {
    message=$1
    shift
    "$pentad" regress "$@" >"$work/out" 2>&1
    status=$?
    [ "$status" -eq 2 ] || echo "exit status $status"
    grep -qF "$message" "$work/out" || cat "$work/out"
}
report 'no program' misuse 'which program?' "$work/file.tst"
report 'nothing after the dashes' misuse 'which program?' "$work/file.tst" --
report 'no file' misuse 'missing argument' -- "$work/program"
report 'a missing file' misuse 'No such file' "$work/none.tst" -- "$work/program"
report 'which is named once' misuse "regress: $work/none.tst: No such file" "$work/none.tst" -- "$work/program"
report 'a missing program' misuse 'cannot start' "$work/file.tst" -- "$work/none"
report 'a bad timeout' misuse 'timeout' --timeout 0 "$work/file.tst" -- "$work/program"

# ---- Output

transcript() {
    judged 0 "> say x\\n< = x \\n> 1 two\\n< = one\\n< two\\n$passed" 'say x\n1 two\n#? [.*]\n' -v
}
report 'a transcript' transcript

page() {
    printf '1 control\n#? [<i>]*\n2 say ok\n' >"$work/file.tst"
    "$pentad" regress --html "$work/page.html" "$work/file.tst" -- "$work/program" >/dev/null
    grep -q '<td>1</td><td>1</td><td><code>control</code></td><td><code>\[&lt;i&gt;\]\*</code></td><td><code>.*\[31m&lt;b&gt;&amp;&quot;</code></td><td>known failure</td>' "$work/page.html" || cat "$work/page.html"
    ! grep -q '<b>\|<i>\|http' "$work/page.html" || echo "not escaped, or not by itself"
    [ "$(grep -c '^<tr class' "$work/page.html")" -eq 2 ] || echo "not a row for each test"
}
report 'an HTML report' page

several() {
    printf '1 say x\n' >"$work/a.tst"
    printf '1 die\n' >"$work/b.tst"
    printf '1 wrong\n' >"$work/c.tst"
    "$pentad" regress "$work/a.tst" "$work/b.tst" "$work/c.tst" -- "$work/program" >"$work/out" 2>/dev/null
    status=$?
    [ "$status" -eq 2 ] || echo "exit status $status"
    [ "$(tail -n 1 "$work/out")" = 'all files: 2 tests, 1 passed, 1 failed' ] || cat "$work/out"
}
report 'several files, even if one fails' several

report_end
