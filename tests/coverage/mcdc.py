"""MC/DC of the files that must not be wrong: the rules, the proofs, the visibility filter, the frame parser and the
validation of requests. Modified condition/decision coverage: every condition of a decision was seen to change the
outcome on its own. Needs clang-19 and llvm-19.

    ./run build build-dev && python3 tests/coverage/mcdc.py [PATH...]

Compiles only these files with clang-19, and links them in front of the archives of build-dev. Prints a table, then
every line, branch and condition that no unit test covers and that tests/coverage/accepted.txt does not list with a
reason. Exit status 1 if there is one, or a row of that file that is no longer needed.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build-dev"
WORK = BUILD / "mcdc"
ACCEPTED = pathlib.Path(__file__).with_name("accepted.txt")
AREAS = {
    "core": "src/core/*.c",
    "proof": "src/proof/*.c",
    "visibility": "src/session/game_view*.c",
    "frames": "src/server/websocket/frames.c",
    "request validation": "src/server/http/http_validate.c",
}
# Assertions are left out: only a bug elsewhere makes one false.
FLAGS = ["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc", "-O1", "-w", "-DNDEBUG"]
# `ok || error_set(err, ...)`: these set an error and always return false.
FAILING = re.compile(r"(error_set|error_set_errno|error_prefix|json_error|json_locate|scanner_error|scanner_locate|refuse|fail|status_fail)\b")


def run(command, **more):
    return subprocess.run([str(c) for c in command], check=True, cwd=BUILD, text=True, **more)


def flags_of(row):
    """The flags of a compile command that clang needs: macros, folders, and what is included everywhere."""
    words = shlex.split(row["command"])
    before = [""] + words
    return [w for w, b in zip(words, before) if w.startswith(("-I", "-D", "-U", "-std", "-include", "-pthread")) or b == "-include"]


def compile_rows():
    """The row of compile_commands.json of each source file."""
    rows = {}
    for row in json.loads((BUILD / "compile_commands.json").read_text()):
        rows.setdefault(os.path.relpath(os.path.join(row["directory"], row["file"]), ROOT), row)
    return rows


def link_command():
    commands = run(["ninja", "-t", "commands", "pentad-tests"], stdout=subprocess.PIPE).stdout
    return shlex.split(commands.strip().split("\n")[-1])


def build(paths):
    """The test program in which these files count what they execute."""
    rows = compile_rows()
    objects = []
    for path in paths:
        objects.append(WORK / (path.replace("/", "-") + ".o"))
        run(["clang-19", *FLAGS, *flags_of(rows[path]), "-c", f"../{path}", "-o", objects[-1]])
    link = link_command()
    at = link.index("-o")
    run(["clang-19", "-fprofile-instr-generate", "-fuse-ld=lld", *objects, *link[1:at], "-o", WORK / "tests", *link[at + 2 :]])


def measure(words, effort):
    for old in WORK.glob("*.profraw"):
        old.unlink()
    # Tests that end a process count too: each has a file of its own.
    env = dict(os.environ, LLVM_PROFILE_FILE=str(WORK / "%p.profraw"), PENTAD_TEST_EFFORT=effort)
    subprocess.run([WORK / "tests", *words], cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    run(["llvm-profdata-19", "merge", "-sparse", *WORK.glob("*.profraw"), "-o", WORK / "profile"])
    text = run(["llvm-cov-19", "export", "-instr-profile", WORK / "profile", WORK / "tests"], stdout=subprocess.PIPE).stdout
    return {os.path.relpath(os.path.join(BUILD, f["filename"]), ROOT): f for f in json.loads(text)["data"][0]["files"]}


def covers(segments):
    """{line: True if it was executed} from the segments, as llvm-cov counts lines."""
    lines = {}
    last_line, last = 0, None
    for line, _, count, has_count, is_entry, is_gap in segments:
        if last is not None and last[1]:
            for between in range(last_line + 1, line):
                lines[between] = last[0] > 0
        if has_count and is_entry and not is_gap:
            lines[line] = lines.get(line, False) or count > 0
        last_line, last = line, (count, has_count and not is_gap)
    return lines


def conditions_of(text):
    """The conditions of a decision in order: split at && and ||, also inside parentheses that only group."""
    parts, calls, start, i = [], [], 0, 0
    while i < len(text):
        c = text[i]
        if c in "([{":
            calls.append(bool(re.search(r"[\w\])]\s*$", text[:i])) or c != "(")
        elif c in ")]}":
            calls.pop()
        elif text[i : i + 2] in ("&&", "||") and not any(calls):
            parts.append(text[start:i])
            start = i + 2
            i += 1
        i += 1
    return [part.strip().lstrip("(").strip() for part in parts + [text[start:]]]


def gaps_of(path, file):
    """What is not covered: [(line, what)]."""
    source = (ROOT / path).read_text().splitlines()
    gaps = [(line, "line") for line, done in covers(file["segments"]).items() if not done]

    def text(line, column, end_line, end_column):
        if line == end_line:
            return source[line - 1][column - 1 : end_column - 1]
        between = [source[line - 1][column - 1 :], *source[line : end_line - 1], source[end_line - 1][: end_column - 1]]
        return " ".join(part.strip() for part in between)

    for row in file["branches"]:
        line, column, end_line, end_column, true_count, false_count = row[:6]
        never = [name for name, n in (("true", true_count), ("false", false_count)) if not n]
        condition = text(line, column, end_line, end_column)
        if never and not (never == ["true"] and FAILING.match(condition)):
            gaps.append((line, f"never {' nor '.join(never)}: {condition}"))
    for row in file.get("mcdc_records", []):
        conditions = next(x for x in row if isinstance(x, list))
        texts = conditions_of(text(*row[:4]))
        if len(texts) != len(conditions):  # a macro
            texts = [f"{i} of {len(conditions)}" for i in range(1, len(conditions) + 1)]
        for done, condition in zip(conditions, texts):
            if not done and not FAILING.match(condition):
                gaps.append((row[0], f"not alone: {condition}"))
    return sorted(set(gaps))


def read_accepted():
    """path, source line, what, reason, separated by tabs."""
    rows = {}
    for line in ACCEPTED.read_text().splitlines():
        if line and not line.startswith("#"):
            path, source, what, reason = line.split("\t")
            rows[path, source, what] = reason
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", help="beginnings of paths; default: all five areas")
    parser.add_argument("--effort", default="quick", choices=("quick", "full", "soak"), help="of the random tests; default: quick")
    parser.add_argument("--tests", default="", help="only the tests with one of these words")
    parser.add_argument("--measured", action="store_true", help="do not run the tests again")
    args = parser.parse_args()
    if not shutil.which("clang-19"):
        sys.exit("MC/DC needs clang-19: apt-get install clang-19 llvm-19 libclang-rt-19-dev")
    paths = [str(p.relative_to(ROOT)) for pattern in AREAS.values() for p in sorted(ROOT.glob(pattern))]
    paths = [p for p in paths if not args.paths or any(p.startswith(q) for q in args.paths)]
    WORK.mkdir(parents=True, exist_ok=True)
    if not args.measured:
        build(paths)
        (WORK / "files.json").write_text(json.dumps(measure(args.tests.split(), args.effort)))
    files = json.loads((WORK / "files.json").read_text())
    accepted, used, missing = read_accepted(), set(), []
    print("| area | lines | branches | MC/DC |\n|---|---|---|---|")
    for area, pattern in AREAS.items():
        totals = {"lines": [0, 0], "branches": [0, 0], "mcdc": [0, 0]}
        for path in paths:
            if not pathlib.PurePath(path).match(pattern):
                continue
            for kind, sums in totals.items():
                sums[0] += files[path]["summary"][kind]["covered"]
                sums[1] += files[path]["summary"][kind]["count"]
            source = (ROOT / path).read_text().splitlines()
            for line, what in gaps_of(path, files[path]):
                key = (path, source[line - 1].strip(), what)
                used.add(key)
                if key not in accepted:
                    missing.append((path, line, *key[1:]))
        if totals["lines"][1]:
            print(f"| {area} | " + " | ".join(f"{done:,} of {n:,}, {100 * done / max(1, n):.1f} %" for done, n in totals.values()) + " |")
    for path, line, source, what in missing:
        print(f"{path}:{line}: {what}\n        {source}")
    idle = [key for key in accepted if key not in used and key[0] in paths]
    for key in idle:
        print(f"accepted.txt: no longer needed: {' | '.join(key)}")
    print(f"{len(missing)} not covered and not listed, {len(accepted)} listed with a reason")
    sys.exit(1 if missing or idle else 0)


if __name__ == "__main__":
    main()
