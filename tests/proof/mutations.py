"""Damages certificates in many ways: both checkers must refuse, and always agree.

python3 mutations.py PENTAD CHECKER CASES CERTIFICATE...
Damage without a new end line must be refused. Damage with a correct end line may by chance leave a valid certificate (another
winning move); then both must say so. And random pairs of Black in renju, whose answers may be forbidden, settled or not, about which
both must decide alike. Certificates with settled pairs have a checker of their own, check_settled.py beside CHECKER.
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


def random_pairs(rng):
    """A certificate of a dense position and pairs at random."""
    size, own = rng.randint(5, 7), rng.choice([0.5, 0.6, 0.7])
    points = ["%c%d" % (97 + x, y + 1) for y in range(size) for x in range(size)]
    rng.shuffle(points)
    empty, stones = points[:rng.randint(4, 12)], points[12:]
    black = [p for p in stones if rng.random() < own]
    position = "".join(black) + "/" + "".join(p for p in stones if p not in black)
    pairs = "".join(empty[1:1 + 2 * rng.randint(1, (len(empty) - 1) // 2)])
    heading = {"format": "pentad-certificate", "version": 1, "rules": "renju", "size": size, "side": "black", "claim": "hold",
               "starts": [{"position": position, "turn": "black"}]}
    return seal([json.dumps(heading), json.dumps({"position": position, "move": empty[0], "pairs": pairs})])


def random_settled(rng):
    """A valid entry for the start, and one of a dense position with settled pairs at random."""
    size, own = rng.randint(5, 7), rng.choice([0.45, 0.5, 0.6])
    points = {"%c%d" % (97 + x, y + 1): (x + 2 * y) % 4 < 2 for y in range(size) for x in range(size)}
    start = "".join(p for p in points if points[p] and p != "a1") + "/" + "".join(p for p in points if not points[p] and p != "a1")
    names = rng.sample(sorted(points), len(points))
    empty, stones = names[:rng.randint(1, 8)], names[8:]
    black = [p for p in stones if rng.random() < own]
    position = "".join(black) + "/" + "".join(p for p in stones + names[len(empty):8] if p not in black)
    pairs = (len(empty) - 1) // 2 - (rng.random() < 0.1)
    settled = 2 * rng.randint(0, max(pairs, 0))
    heading = {"format": "pentad-certificate", "version": 1, "rules": "renju", "size": size, "side": "black", "claim": "hold",
               "starts": [{"position": start, "turn": "black"}]}
    return seal([json.dumps(heading), json.dumps({"position": start, "settled": "", "move": "a1", "pairs": ""}), json.dumps(
        {"position": position, "settled": "".join(empty[1:1 + settled]), "move": empty[0],
         "pairs": "".join(empty[1 + settled:1 + 2 * max(pairs, 0)])})])


def main():
    pentad, plain_checker, cases, files = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    settled_checker = str(pathlib.Path(plain_checker).with_name("check_settled.py"))
    rng, refused, kept, wrong, paired = random.Random(1), 0, 0, 0, {random_pairs: 0, random_settled: 0}
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder, "damaged.jsonl"))
        for case in range(cases):
            make_random = random_pairs if case % 8 == 3 else random_settled
            source = files[case % len(files)] if case % 4 < 3 else make_random.__name__
            data, must_refuse = damage(pathlib.Path(source).read_bytes(), rng) if case % 4 < 3 else (make_random(rng), False)
            pathlib.Path(path).write_bytes(data)
            checker = settled_checker if "settled" in source else plain_checker
            runs = [subprocess.run(command, capture_output=True, text=True, check=False)
                    for command in ([pentad, "solve", "--quiet", "--verify", path], [sys.executable, checker, path])]
            verdicts = [run.returncode for run in runs]
            refused += verdicts == [1, 1] and case % 4 < 3
            kept += verdicts == [0, 0] and case % 4 < 3
            paired[make_random] += verdicts == [0, 0] and case % 4 == 3
            if verdicts not in ([1, 1], [0, 0]) or must_refuse and verdicts != [1, 1]:
                wrong += 1
                pathlib.Path("/tmp/pentad-disagreement-%d.jsonl" % case).write_bytes(data)
                print("case %d of %s: %s\n%s\n%s" % (case, source, verdicts, runs[0].stdout + runs[0].stderr, runs[1].stdout))
    print("%d certificates: %d damaged ones refused by both, %d still valid for both; %d and %d random pairs valid for both; "
          "%d wrong" % (cases, refused, kept, *paired.values(), wrong))
    return 1 if wrong or refused < cases * 0.6 or cases >= 40 and not paired[random_settled] else 0


if __name__ == "__main__":
    sys.exit(main())
