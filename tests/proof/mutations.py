"""Damages certificates in many ways: both checkers must refuse, and always agree.

python3 mutations.py PENTAD CHECKER CASES CERTIFICATE...
Damage without a new end line must be refused. Damage with a correct end line may by chance leave a valid certificate (another
winning move); then both must say so.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import zlib


def seal(lines):
    text = "".join(line + "\n" for line in lines).encode()
    return text + (json.dumps({"entries": len(lines) - 1, "crc32": "%08x" % zlib.crc32(text)}) + "\n").encode()


def change_point(text, rng):
    """Another point instead of one of a string of points."""
    places = [i for i, c in enumerate(text) if c.isalpha()]
    if not places:
        return text + "a1"
    at = rng.choice(places)
    end = at + 1
    while end < len(text) and text[end].isdigit():
        end += 1
    new = rng.choice(["", rng.choice("abcdef") + str(rng.randint(1, 6)), text[at:end] + "c3"])
    return text[:at] + new + text[end:]


def mutate(value, rng):
    """Changes one place somewhere inside a JSON value."""
    if isinstance(value, str):
        return change_point(value, rng) if not value.islower() or any(c.isdigit() for c in value) else \
            rng.choice(["black", "white", "win", "hold", "caro", "renju", "standard", "freestyle"])
    if isinstance(value, int):
        return value + rng.choice([-1, 1])
    if isinstance(value, list):
        if not value or rng.random() < 0.1:
            return value[:-1]
        at = rng.randrange(len(value))
        return value[:at] + [mutate(value[at], rng)] + value[at + 1:]
    key = rng.choice(sorted(value)) if value else None
    if key is None or rng.random() < 0.15:
        return {k: v for k, v in value.items() if k != key}
    if rng.random() < 0.1:
        return {("x" + k if k == key else k): v for k, v in value.items()}
    return {k: mutate(v, rng) if k == key else v for k, v in value.items()}


def damage(data, rng):
    """The damaged bytes, and whether they must be refused."""
    lines = data.decode().splitlines()[:-1]
    kind = rng.randrange(5)
    at = rng.randrange(len(data))
    if kind == 0:
        return data[:at], True
    if kind == 1:
        return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1:], True
    if kind == 2 and len(lines) > 1:
        del lines[rng.randrange(1, len(lines))]
        return seal(lines), False
    row = rng.randrange(len(lines))
    lines[row] = json.dumps(mutate(json.loads(lines[row]), rng), separators=(",", ":"))
    return seal(lines), False


def main():
    pentad, checker, cases, files = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    rng, refused, kept, wrong = random.Random(1), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder, "damaged.jsonl"))
        for case in range(cases):
            source = files[case % len(files)]
            data, must_refuse = damage(pathlib.Path(source).read_bytes(), rng)
            pathlib.Path(path).write_bytes(data)
            runs = [subprocess.run(command, capture_output=True, text=True, check=False)
                    for command in ([pentad, "solve", "--quiet", "--verify", path], [sys.executable, checker, path])]
            verdicts = [run.returncode for run in runs]
            refused += verdicts == [1, 1]
            kept += verdicts == [0, 0]
            if verdicts not in ([1, 1], [0, 0]) or must_refuse and verdicts != [1, 1]:
                wrong += 1
                pathlib.Path("/tmp/pentad-disagreement-%d.jsonl" % case).write_bytes(data)
                print("case %d of %s: %s\n%s\n%s" % (case, source, verdicts, runs[0].stdout + runs[0].stderr, runs[1].stdout))
    print("%d damaged certificates: %d refused by both, %d still valid for both, %d wrong" % (cases, refused, kept, wrong))
    return 1 if wrong or refused < cases * 0.8 else 0


if __name__ == "__main__":
    sys.exit(main())
