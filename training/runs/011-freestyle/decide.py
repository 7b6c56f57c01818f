"""The rule of this run, set before: `next` is published if its 95 % interval against freestyle15-003 is above 0 in both matches
of 1,400 games. A match that the machine's time ended is played to its end elsewhere first: by nodes the games are the same."""
import re
import sys

passed = []
for path in sys.argv[1:] or ["match-next-5000.txt", "match-next-20000.txt"]:
    for line in open(path):
        row = re.match(r"\s*\d+\s+new\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+).*%\s+([-+]?\d+)\s+([-+]?\d+) to ([-+]?\d+)", line)
        if row:
            games, won, drawn, lost, elo, low, high = map(int, row.groups())
            passed.append(low > 0 and games == 1400)
            print(f"{path}: {games} games, {won} won, {drawn} drawn, {lost} lost, {elo:+d} ({low:+d} to {high:+d})")
            if games < 1400:
                print(f"    {1400 - games} games are still to be played")
print("publish" if passed == [True, True] else "do not publish (yet)")
