"""Makes the strategies of this folder from the certificates: positions, moves and pairs, without the proofs.

python3 data/strategies/make.py [--check]
"""

import json
import lzma
import pathlib
import sys
import zlib

HERE = pathlib.Path(__file__).resolve().parent
CERTIFICATES = HERE.parent / "certificates"


def read(path):
    text = lzma.open(path, "rt").read() if path.suffix == ".xz" else path.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    return lines[0], lines[1:-1]


def certificates(rules, size, side):
    """The one certificate that starts with the empty board, or all that start later."""
    whole = [*CERTIFICATES.glob(f"{rules}{size}-{side}.jsonl*")]
    parts = [read(path) for path in whole or sorted(CERTIFICATES.glob(f"{rules}{size}-*.jsonl*"))]
    return [(heading, entries) for heading, entries in parts if heading["side"] == side]


def strategy(parts):
    heading = dict(parts[0][0], starts=[start for one, _ in parts for start in one["starts"]])
    moves = {}
    for _, entries in parts:
        for entry in entries:
            if "move" in entry:  # those with a proof of their own: the solver finds it again
                fields = {k: entry[k] for k in ("position", "settled", "move", "pairs") if k in entry}
                moves.setdefault((entry["position"], entry.get("settled")), fields)
    lines = [heading, *moves.values()]
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    end = {"entries": len(moves), "crc32": f"{zlib.crc32(text.encode()):08x}"}
    return moves, text + json.dumps(end, separators=(",", ":")) + "\n"


def main():
    made = {}
    for line in (HERE / "table").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        rules, size, side, _, name = line.split()
        parts = certificates(rules, size, side)
        if not parts:
            sys.exit(f"{line}: there is no certificate")
        moves, text = strategy(parts)
        if name in made and made[name][0] != moves:
            sys.exit(f"{line}: its certificate has other moves than {name}")
        made.setdefault(name, (moves, text))
    for name, (_, text) in made.items():
        path = HERE / f"{name}.jsonl"
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            sys.exit(f"{path.name} is not what make.py makes")
    print(len(made), "strategies")


if __name__ == "__main__":
    main()
