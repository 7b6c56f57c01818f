"""Elo of the first row of match tables, together; pass if the 95 % interval is above the bound, fail if it is below 0."""
import math
import re
import sys

bound, weight, total, games = float(sys.argv[1]), 0.0, 0.0, 0
for path in sys.argv[2:]:
    for line in open(path):
        row = re.match(r"\s*\d+\s+new\s+(\d+).*%\s+([-+]\d+)\s+([-+]\d+) to ([-+]\d+)", line)
        if row:
            count, elo, low, high = map(int, row.groups())
            error = max(high - low, 1) / 3.92
            weight += error**-2
            total += elo * error**-2
            games += count
if not weight:
    raise SystemExit("more: no table")
mean, error = total / weight, 1.96 / math.sqrt(weight)
low, high = mean - error, mean + error
verdict = "pass" if low > bound else "fail" if high < 0 else "more"
print(f"{verdict}: {games} games {mean:+.1f} ({low:+.1f} to {high:+.1f})")
