"""The rule of this run, set before. Nobody looks earlier; matches that the machine's time ends count as far as they went.

freestyle: `wide` is published if it wins at equal time (match free-timed) with the 95 % interval above 0.
caro: the student is published for caro if it wins against standard15-004 (caro-standard) with the 95 % interval above 0 and
against no net; for caro-overline by the same two matches there."""
import re


def elo(name):
    """Elo and its 95 % interval; None without a table."""
    found = None
    try:
        with open(f"match-{name}.txt") as file:
            for line in file:
                found = re.match(r"\s*\d+\s+new\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+).*%\s+([-+]?\d+)\s+([-+]?\d+) to ([-+]?\d+)", line) or found
    except OSError:
        pass
    if not found:
        return None
    games, won, drawn, lost, middle, low, high = map(int, found.groups())
    print(f"{name}: {games} games, {won} won, {drawn} drawn, {lost} lost, {middle:+d} ({low:+d} to {high:+d})")
    return middle, low, high


def won(name):
    figures = elo(name)
    return bool(figures and figures[1] > 0)


elo("free-nodes")
print("freestyle: " + ("publish" if won("free-timed") else "do not publish"))
for rules in ("caro", "overline"):
    both = [won(f"{rules}-{old}") for old in ("standard", "off")]
    print(f"{rules}: " + ("publish" if all(both) else "do not publish"))
