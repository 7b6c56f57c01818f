"""Publishes a net: training/publish NET

Plays a match of the net against the published net of the same rules and board. If the net wins, it gets the next name, and
then in one step: its file and test vectors in data/nets/, its rows in data/nets/table, the bench signatures, a stub of its
recipe, and its row in the list of recipes. The files of a net that no row names any more are removed; the history
keeps them. If the match is lost or anything fails, nothing in the tree changes.
"""
import argparse
import collections
import datetime
import operator
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile

from . import curves, netfile, vectors

ROOT = pathlib.Path(__file__).resolve().parent.parent
NETS, TABLE = "data/nets", "data/nets/table"
SIGNATURES = "tests/engine/bench_signatures.inc"
RECIPES = "training/recipes"
RECIPE_LIST = "training/recipes/README.md"


class UserError(Exception):
    """An error for the user to fix, in one line."""


# ---- The table of nets

Row = collections.namedtuple("Row", "rules largest name")  # largest board


def read_table(text):
    """The rows of data/nets/table. UserError names an invalid line."""
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if len(words) != 3 or not words[1].isdigit():
            raise UserError(f"{TABLE}, line {number}: expected rules, largest board, name")
        rows.append(Row(words[0], int(words[1]), words[2]))
    return rows


def net_for(rows, rules, size):
    """The name of the net for these rules and this board size; None if there is none."""
    return next((row.name for row in rows if row.rules == rules and size <= row.largest), None)


def kind_of(name):
    """freestyle15 for freestyle15-003."""
    return name.rpartition("-")[0]


def with_net(rows, name, rules, largest=None):
    """The rows with this net: in place of those of its kind, or for boards of these rules up to `largest`."""
    if largest is None:
        if all(kind_of(row.name) != kind_of(name) for row in rows):
            raise UserError(f"{TABLE} has no net {kind_of(name)} yet: give the largest board for it with --largest")
        return [row._replace(name=name) if kind_of(row.name) == kind_of(name) else row for row in rows]
    kept = [row for row in rows if (row.rules, row.largest) != (rules, largest)]
    larger = [i for i, row in enumerate(kept) if row.rules == rules and row.largest > largest]
    same = [i + 1 for i, row in enumerate(kept) if row.rules == rules]
    at = larger[0] if larger else same[-1] if same else len(kept)
    return kept[:at] + [Row(rules, largest, name)] + kept[at:]


def format_table(text, rows):
    """The text with these rows; its comments stay."""
    comments = "".join(line + "\n" for line in text.splitlines() if line.startswith("#"))
    width = max(len(row.rules) for row in rows)
    return comments + "".join(f"{row.rules:{width}}  {row.largest:2}  {row.name}\n" for row in rows)


def next_name(tree, kind):
    """The next number of this kind. Recipes also name candidates that were not published, and books (freestyle15-664.txt)."""
    texts = [path.read_text() for path in (tree / RECIPES).glob("*.md")] + [path.name for path in (tree / NETS).iterdir()]
    numbers = [int(number) for text in texts for number in re.findall(rf"\b{kind}-(\d{{3}})\b(?!\.txt)", text)]
    return f"{kind}-{max(numbers, default=0) + 1:03}"


# ---- The program


def say(text):
    print(f"publish: {text}", file=sys.stderr, flush=True)


def output_of(command):
    """What a command prints, which is also shown line by line. UserError if it fails."""
    try:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    except OSError as error:
        raise UserError(f"{command[0]}: {error.strerror}") from None
    lines = []
    try:
        for line in process.stdout:
            lines.append(line)
            print(line, end="", file=sys.stderr, flush=True)
        status = process.wait()
    finally:
        process.kill()
        process.wait()
    if status != 0:
        raise UserError(f"{shlex.join(command[:2])} failed with status {status}")
    return "".join(lines)


def match_command(options, net, opponent, board):
    def player(name, net):
        return f"{name}=strong:nodes={options.nodes},net=" + str(net).replace("\\", "\\\\").replace(",", "\\,")

    command = [options.program, "match", player("new", options.net), player("old", opponent)]
    command += ["--rules", net.rules, "--size", str(board), "--book", str(options.openings)]
    command += ["--games", str(options.match_games), "--concurrency", str(options.concurrency), "--seed", str(options.seed)]
    command += [] if options.sprt == "off" else ["--sprt", options.sprt]
    command += ["--state", options.state] if options.state else []
    command += ["--resume"] if options.state and os.path.exists(options.state) else []
    return command + (["--quiet"] if sys.stderr.isatty() else [])  # a terminal shows the progress without a line per game


Match = collections.namedtuple("Match", "won drawn lost elo least most accepted")
TABLE_LINE = re.compile(r"^ +\d+ +new +\d+ +(\d+) +(\d+) +(\d+) +\S+ % +(\S+) +(\S+) to (\S+) ", re.MULTILINE)


def read_match(text, sprt):
    """The result in the output of `pentad match`: accepted by the sequential test, or clearly better in a fixed length."""
    found = TABLE_LINE.search(text)
    if not found:
        raise UserError("the match has no result")
    won, drawn, lost = map(int, found.groups()[:3])
    elo, least, most = found.groups()[3:]  # as text: a side that wins or loses all games has an infinite one
    accepted = float(least) > 0 if sprt == "off" else "the higher one is accepted" in text
    return Match(won, drawn, lost, elo, least, most, accepted)


def read_tables(paths):
    """The result of matches that were played before, at several node limits: all games together, weighted by their errors.
    Accepted if the 95 % interval is above 0, and no match alone is lost."""
    matches = [read_match(pathlib.Path(path).read_text(), "off") for path in paths]
    elos = [float(match.elo) for match in matches]
    weights = [(2 / (float(match.most) - float(match.least))) ** 2 for match in matches]
    elo, error = sum(map(operator.mul, weights, elos)) / sum(weights), sum(weights) ** -0.5
    games = [sum(match[i] for match in matches) for i in range(3)]
    interval = [f"{number:+.0f}" for number in (elo, elo - error, elo + error)]
    return Match(*games, *interval, elo > error and min(elos) >= 0)


def recorded_signatures(options, tree):
    """The bench signatures of the tree. UserError if the program has others."""
    say("bench signatures")
    recorded = (tree / SIGNATURES).read_text()
    if output_of([options.program, "bench", "--signature"]) != recorded:
        raise UserError(f"{options.program} does not have the bench signatures of the tree: build it again")
    return recorded


def new_signatures(options, recorded, rows, after, net):
    """The bench signatures with the new table."""
    boards = re.findall(r'"search with the net, (\S+) (\d+)x', recorded)
    if all(net_for(rows, rules, int(size)) == net_for(after, rules, int(size)) for rules, size in boards):
        return recorded
    with tempfile.NamedTemporaryFile(suffix=".net") as file:
        file.write(net.to_bytes())
        file.flush()
        return output_of([options.program, "bench", "--signature", "--net", file.name])


# ---- What is written


def test_vectors(net, options, played):
    say(f"{options.positions} test vectors")
    return vectors.make(net, options.positions, options.seed, played=played)


def recipe(tree, number, net, name, opponent, command, match, has_curves):
    games = match.won + match.drawn + match.lost
    commit = subprocess.run(["git", "-C", tree, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    curve = f"\n![learning curves]({number}.svg)\n" if has_curves else ""
    return f"""# {number}: {name}

`data/nets/{name}.net`, {net.rules} on {net.sizes[0]}x{net.sizes[0]}. Published {datetime.date.today()}, program of {commit or "an unknown commit"}.

| | |
|---|---|
| from | TO DO: teacher, training state, replay, students |
| command | TO DO: `training/train.sh start ...` |
| games beside it | TO DO |
| code, machine | TO DO |
| positions, steps, minutes | TO DO |
| held-out games | TO DO: value, policy, best move |
{curve}
## Matches
`{shlex.join(command).replace(f"{tree}/", "")}`

| | games | won | drawn | lost | Elo (95 %) |
|---|---|---|---|---|---|
| **{name} against {opponent}** | {games} | {match.won} | {match.drawn} | {match.lost} | **{match.elo} ({match.least} to {match.most})** |

## What was found
TO DO
"""


def with_recipe(text, number, name, match):
    """The list of recipes with this one after its last row."""
    lines = text.splitlines(keepends=True)
    row = re.compile(r"\| \[\d{3}\]\(\d{3}-")
    last = max((i for i, line in enumerate(lines) if row.match(line)), default=None)
    if last is None:
        raise UserError("the list of recipes has no rows")
    row = f"| [{number}]({number}-{name}.md) | TO DO | {name}, {match.elo} Elo ({match.least} to {match.most}) |\n"
    return "".join(lines[: last + 1] + [row] + lines[last + 1 :])


def replace(path, data):
    """Writes or removes (None) a file, at once."""
    if data is None:
        path.unlink(missing_ok=True)
        return
    temporary = path.with_name(f".{path.name}.new")
    try:
        temporary.write_bytes(data)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def apply(changes):
    """Writes all files, {path: bytes or None to remove it}, or none: after a failure the old contents are restored."""
    before = {path: path.read_bytes() if path.exists() else None for path in changes}
    try:
        for path, data in changes.items():
            replace(path, data)
    except BaseException:
        for path, data in before.items():
            replace(path, data)
        raise


# ---- The command


def arguments(words):
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="training/publish", description=__doc__, formatter_class=plain)
    parser.add_argument("net", metavar="NET", help="net file of a student")
    parser.add_argument("--largest", type=int, metavar="N",
                        help="use it for boards up to N; default: where nets of its kind are used")
    parser.add_argument("--dry-run", action="store_true", help="only print what would be played and written")
    parser.add_argument("--program", default=str(ROOT / "build/pentad"), help="a build of this tree (default: build/pentad)")
    parser.add_argument("--nodes", type=int, default=5000, help="nodes per move (default: 5000)")
    parser.add_argument("--sprt", default="0,10", metavar="ELO0,ELO1",
                        help="sequential test that must accept ELO1 (default: 0,10); off: all games are played, and the 95 %% interval must be above 0")
    parser.add_argument("--match-games", type=int, default=4000, metavar="N", help="games at most (default: 4000)")
    parser.add_argument("--concurrency", type=int, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="games at once (default: all cores)")
    parser.add_argument("--openings", metavar="FILE",
                        help="default: the even book of rules and board in data/openings, or else the other one")
    parser.add_argument("--tables", nargs="+", metavar="FILE",
                        help="no match: the tables that pentad match printed, of matches by several node limits; together the 95 %% interval must be above 0")
    parser.add_argument("--state", metavar="FILE", help="state of the match: an interrupted one is continued")
    parser.add_argument("--seed", type=int, default=1, help="seed of openings and test vectors (default: 1)")
    parser.add_argument("--games", metavar="FILE", help="packed games: every second test vector is from them")
    parser.add_argument("--positions", type=int, default=10000, metavar="N", help="test vectors; the tests expect the default, 10000")
    parser.add_argument("--log", metavar="FILE", help="log.jsonl of the run: draws the learning curves of the recipe")
    parser.add_argument("--no-recipe", action="store_true", help="the recipe is written already")
    options = parser.parse_args(words)
    least, most = netfile.BOARD_SIZES
    if options.largest is not None and not least <= options.largest <= most:
        parser.error(f"--largest: expected {least} to {most}")
    if min(options.nodes, options.match_games, options.concurrency, options.positions) < 1:
        parser.error("--nodes, --match-games, --concurrency and --positions are at least 1")
    if options.sprt != "off" and not re.fullmatch(r"-?[\d.]+,-?[\d.]+", options.sprt):
        parser.error("--sprt: expected two numbers, as in 0,10, or off")
    return options


def find_openings(tree, kind):
    for name in (f"{kind}-even.txt", f"{kind}.txt"):
        path = tree / "data/openings" / name
        if path.exists():
            return path
    raise UserError(f"data/openings has no book for {kind}: give one with --openings")


def publish(options, tree):
    net = netfile.from_bytes(pathlib.Path(options.net).read_bytes())
    board = net.sizes[0]
    text = (tree / TABLE).read_text()
    rows = read_table(text)
    name = next_name(tree, f"{net.rules}{board}")
    after = with_net(rows, name, net.rules, options.largest)
    old = net_for(rows, net.rules, board)
    options.openings = options.openings or find_openings(tree, f"{net.rules}{board}")
    log = curves.read_log(options.log) if options.log else None
    played = vectors.played_positions(options.games, net) if options.games else ()
    unused = sorted({row.name for row in rows} - {row.name for row in after})
    command = match_command(options, net, tree / NETS / f"{old}.net" if old else "off", board)

    say(f"{options.net} becomes {name} if it beats {old or 'no net'}; {' and '.join(unused) or 'no net'} goes")
    say(shlex.join(command))
    if options.dry_run:
        print(format_table(text, after), end="")
        return
    recorded = recorded_signatures(options, tree)
    match = read_tables(options.tables) if options.tables else read_match(output_of(command), options.sprt)
    if not match.accepted:
        raise UserError(f"not published: {match.elo} Elo ({match.least} to {match.most}) against {old or 'no net'} is not enough")

    net.name = name
    signatures = new_signatures(options, recorded, rows, after, net)
    changes = {
        f"{NETS}/{name}.net": net.to_bytes(),
        f"{NETS}/{name}.vectors": test_vectors(net, options, played),
        SIGNATURES: signatures.encode(),
    }
    if not options.no_recipe:
        number = f"{1 + max(int(path.name[:3]) for path in (tree / RECIPES).glob('[0-9][0-9][0-9]-*.md')):03}"
        stub = recipe(tree, number, net, name, old or "no net", command, match, log is not None)
        changes[f"{RECIPES}/{number}-{name}.md"] = stub.encode()
        listed = with_recipe((tree / RECIPE_LIST).read_text(), number, name, match)
        changes[RECIPE_LIST] = listed.encode()
        if log is not None:
            changes[f"{RECIPES}/{number}.svg"] = curves.draw(log).encode()
    changes[TABLE] = format_table(text, after).encode()
    for gone in unused:
        changes |= {f"{NETS}/{gone}.net": None, f"{NETS}/{gone}.vectors": None}
    apply({tree / path: data for path, data in changes.items()})

    for path, data in changes.items():
        print(f"{'removed' if data is None else 'wrote'} {path}")
    bench = re.search(r'"nodes in all", (\d+)', signatures)
    say(f"published {name}, {match.elo} Elo. Fill in the recipe, run ./run test, commit"
        + (f" with the trailer Bench: {bench[1]}" if bench else ""))


def main(words=None, tree=ROOT):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options = arguments(words)
    try:
        publish(options, tree)
    except (UserError, netfile.NetError) as error:
        sys.exit(f"publish: {error}")
    except (OSError, ValueError) as error:
        sys.exit(f"publish: {getattr(error, 'filename', None) or options.net}: {getattr(error, 'strerror', None) or error}")
    except KeyboardInterrupt:
        say("interrupted: nothing is published")
        sys.exit(130)


if __name__ == "__main__":
    main()
