"""decide.py NAME NODES NODES: the rule of this run, set before. `next` (std) is the only candidate. It is published if, over
both its matches against the published net (at 5,000 and at 20,000 nodes, from the even book) taken together, weighted by
their errors, the 95 % interval is above 0, and neither alone is lost. Matches that the end cuts short count so far; nobody looks
before."""
import re
import sys

name, matches = sys.argv[1], []
for nodes in sys.argv[2:]:
    path, found = f"match-{name}-{nodes}.txt", None
    try:
        for line in open(path):
            found = re.match(r"\s*\d+\s+new\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+).*%\s+([-+]?\d+)\s+([-+]?\d+) to ([-+]?\d+)", line) or found
    except OSError:
        pass
    if found:
        games, won, drawn, lost, elo, low, high = map(int, found.groups())
        matches.append((elo, (high - low) / 2))
        print(f"{path}: {games} games, {won} won, {drawn} drawn, {lost} lost, {elo:+d} ({low:+d} to {high:+d})")
if matches:
    weights = [max(error, 1) ** -2 for _, error in matches]
    elo = sum(weight * match[0] for weight, match in zip(weights, matches)) / sum(weights)
    error = sum(weights) ** -0.5
    print(f"{name} together: {elo:+.0f} ({elo - error:+.0f} to {elo + error:+.0f})")
    print("publish" if elo - error > 0 and min(match[0] for match in matches) >= 0 and len(matches) == 2 else "do not publish")
