"""The rule of this run, set before: `next` is published if its 95 % interval against standard15-002 is above 0 in both matches."""
import re
import sys

passed = []
for path in sys.argv[1:] or ["match-next-5000.txt", "match-next-20000.txt"]:
    for line in open(path):
        row = re.match(r"\s*\d+\s+new\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+).*%\s+([-+]\d+)\s+([-+]\d+) to ([-+]\d+)", line)
        if row:
            games, won, drawn, lost, elo, low, high = map(int, row.groups())
            passed.append(low > 0)
            print(f"{path}: {games} games, {won} won, {drawn} drawn, {lost} lost, {elo:+d} ({low:+d} to {high:+d})")
print("publish" if passed == [True, True] else "do not publish")
