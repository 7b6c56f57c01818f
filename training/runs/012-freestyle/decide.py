"""The rule of this run, set before: `long` is the only candidate. It is published if, over both matches against freestyle15-003
(at 5,000 and at 20,000 nodes, from the even book) taken together, weighted by their errors, the 95 % interval is above 0, and
neither match alone is below 0. One test with 2,800 games: two intervals of 1,400 games, each above 0, would miss a net that is
20 Elo better more often than not."""
import re
import sys

matches = []
for path in sys.argv[1:] or ["match-long-5000.txt", "match-long-20000.txt"]:
    for line in open(path):
        row = re.match(r"\s*\d+\s+new\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+).*%\s+([-+]?\d+)\s+([-+]?\d+) to ([-+]?\d+)", line)
        if row:
            games, won, drawn, lost, elo, low, high = map(int, row.groups())
            matches.append((elo, (high - low) / 2))
            print(f"{path}: {games} games, {won} won, {drawn} drawn, {lost} lost, {elo:+d} ({low:+d} to {high:+d})")
if len(matches) == 2:
    weights = [error**-2 for _, error in matches]
    elo = sum(weight * match[0] for weight, match in zip(weights, matches)) / sum(weights)
    error = sum(weights) ** -0.5
    print(f"together: {elo:+.0f} ({elo - error:+.0f} to {elo + error:+.0f})")
    print("publish" if elo - error > 0 and min(match[0] for match in matches) >= 0 else "do not publish")
