"""How much of its parser each fuzz target reaches with the inputs in the tree (and in FOLDER/NAME, if given): lines and
branches of the parser's files. Needs clang-19 and llvm-19.

    ./run build build-dev && python3 tests/fuzz/coverage.py [--corpus FOLDER] [TARGET...]

Compiles only the target and its parser with clang-19, and links them in front of the archives of build-dev.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "coverage"))
from mcdc import BUILD, ROOT, compile_rows, flags_of, link_command, run  # noqa: E402

# The parsers that face strangers, then others: beginnings of the paths of their files.
PARSERS = {
    "http_validate": ("src/server/http/http_validate.c",),
    "frames": ("src/server/websocket/frames.c",),
    "json": ("src/base/json.c",),
    "sgf": ("src/record/sgf.c", "src/record/sgf_scan.c"),
    "renlib": ("src/record/renlib.c",),
    "piskvork": ("src/record/piskvork.c",),
    "gtp": ("src/protocol/gtp",),
    "gomocup": ("src/protocol/gomocup",),
    "mist": ("src/protocol/mist_session.c",),
    "classroom": ("src/protocol/classroom",),
    "certificate": ("src/proof/certificate.c",),
    "proof_check": ("src/proof/checker.c",),
    "rules": ("src/core/board.c", "src/core/forbidden.c", "src/core/sequence.c"),
}


def build(target, work):
    """The target's program, in which its parser counts what it executes."""
    rows = compile_rows()
    paths = [p for p in rows if p.startswith(PARSERS[target])]
    flags = flags_of(rows[paths[0]]) + ["-I../tests", "-O1", "-w", "-DNDEBUG"]
    counted = ["-fprofile-instr-generate", "-fcoverage-mapping"]
    objects = []
    for path in paths:
        objects.append(work / (path.replace("/", "-") + ".o"))
        run(["clang-19", *counted, "-fsanitize=fuzzer-no-link", *flags, "-c", f"../{path}", "-o", objects[-1]])
    main = work / "main.o"
    run(["clang-19", "-fsanitize=fuzzer-no-link", *flags, "-DPENTAD_USES_UV", "-c", f"../tests/fuzz/{target}_fuzz.c", "-o", main])
    libraries = link_command()
    libraries = libraries[libraries.index("-Wl,--start-group"):]
    run(["clang-19", "-fsanitize=fuzzer", "-fprofile-instr-generate", "-fuse-ld=lld", main, *objects, *libraries, "-o", work / target])
    return paths


def measure(target, work, folders):
    """{"lines": (covered, all), "branches": (covered, all)} of the parser's files."""
    paths = build(target, work)
    env = dict(os.environ, LLVM_PROFILE_FILE=str(work / "profraw"))
    inputs = [str(f) for f in folders if f.is_dir()]
    subprocess.run([work / target, "-runs=0", "-rss_limit_mb=2048", *inputs], env=env, cwd=ROOT, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=True)
    run(["llvm-profdata-19", "merge", "-sparse", work / "profraw", "-o", work / "profile"])
    text = run(["llvm-cov-19", "export", "-summary-only", "-instr-profile", work / "profile", work / target], stdout=subprocess.PIPE).stdout
    sums = {"lines": [0, 0], "branches": [0, 0]}
    for file in json.loads(text)["data"][0]["files"]:
        if os.path.relpath(os.path.join(BUILD, file["filename"]), ROOT) in paths:
            for kind, s in sums.items():
                s[0] += file["summary"][kind]["covered"]
                s[1] += file["summary"][kind]["count"]
    return sums


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", default=list(PARSERS))
    parser.add_argument("--corpus", type=pathlib.Path, help="a folder with more inputs")
    args = parser.parse_args()
    work = BUILD / "fuzz-coverage"
    work.mkdir(exist_ok=True)
    print("| target | lines of its parser | branches |\n|---|---|---|")
    for target in args.targets:
        folders = [ROOT / "tests/fuzz/corpus" / target, ROOT / "tests/fuzz/findings" / target]
        sums = measure(target, work, folders + ([args.corpus / target] if args.corpus else []))
        print(f"| {target} | " + " | ".join(f"{100 * done / max(1, n):.1f} % of {n}" for done, n in sums.values()) + " |", flush=True)


if __name__ == "__main__":
    main()
