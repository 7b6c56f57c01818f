"""Lines and branches that the unit tests execute, by folder of src/, measured with gcov.

    ./run build build-cov && build-cov/pentad-tests && python3 tests/coverage/coverage.py

Prints a table for docs/develop/reliability.md. With paths, lists what is not executed in these files instead. A branch
is one of the two ways out of a condition, so `a && b` has four.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def read_counts(build, data):
    """What gcov says about one object file: [(path, line, count, [count of each branch])]."""
    text = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", data], cwd=build, check=True,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    rows = []
    for document in text.splitlines():
        for file in json.loads(document)["files"]:
            path = os.path.relpath(os.path.join(build, file["file"]), ROOT)
            if path.startswith("src/"):
                rows += [(path, line["line_number"], line["count"], [b["count"] for b in line["branches"]]) for line in file["lines"]]
    return rows


def add_up(build):
    """{path: {line: [count, counts of the branches]}}: a header is compiled into many objects."""
    files = collections.defaultdict(dict)
    data = sorted(build.glob("**/*.gcda"))
    if not data:
        sys.exit(f"{build} has no counts; run {build.name}/pentad-tests first")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for rows in pool.map(lambda d: read_counts(build, d), data):
            for path, line, count, branches in rows:
                sums = files[path].setdefault(line, [0, [0] * len(branches)])
                sums[0] += count
                sums[1] += [0] * (len(branches) - len(sums[1]))
                for i, n in enumerate(branches):
                    sums[1][i] += n
    return files


def share(done, of):
    return f"{100 * done / of:.1f} %" if of else "-"


def print_table(files):
    totals = collections.defaultdict(lambda: [0, 0, 0, 0])
    for path, lines in files.items():
        folder = path.split("/")[1] if path.count("/") > 1 else "src"
        for name in (folder, "all"):
            t = totals[name]
            t[0] += sum(1 for count, _ in lines.values() if count)
            t[1] += len(lines)
            t[2] += sum(1 for _, branches in lines.values() for b in branches if b)
            t[3] += sum(len(branches) for _, branches in lines.values())
    print("| folder | lines | covered | branches | covered |\n|---|---|---|---|---|")
    for name in sorted(totals, key=lambda n: (n == "all", n)):
        lines_done, lines, branches_done, branches = totals[name]
        print(f"| `{name}` | {lines:,} | {share(lines_done, lines)} | {branches:,} | {share(branches_done, branches)} |")


def print_missing(files, paths):
    for path in sorted(p for p in files if any(p.startswith(q) for q in paths)):
        source = (ROOT / path).read_text().splitlines()
        for line, (count, branches) in sorted(files[path].items()):
            if not count or not all(branches):
                what = "line" if not count else f"branches {' '.join(str(i) for i, n in enumerate(branches) if not n)} of {len(branches)}"
                print(f"{path}:{line}: {what}: {source[line - 1].strip()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", help="list what is not covered in the files whose paths begin so")
    parser.add_argument("--build", default="build-cov", help="default: build-cov")
    args = parser.parse_args()
    files = add_up(ROOT / args.build)
    if args.paths:
        print_missing(files, args.paths)
    else:
        print_table(files)


if __name__ == "__main__":
    main()
