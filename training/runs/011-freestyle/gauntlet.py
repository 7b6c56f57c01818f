#!/usr/bin/env python3
"""Pentad against Rapfi, refereed by c-gomoku-cli: one call of it for each game, each on a core of its own.

usage: gauntlet.py FOLDER CORES [SECONDS-A-MOVE [SCALE]]

Takes the next pair (an opening, both colors) from one list for all rows, in proportion to their numbers of games, so
that an interruption cuts all rows alike. A program is started anew for each game: Rapfi ignores a START that comes
less than a millisecond after its last move. As many cores are used as the file FOLDER/cores says, from core 0 on; it
may change at any time and is read before each pair; FOLDER/busyN is there while core N plays. Writes FOLDER/games.tsv, FOLDER/ROW.sgf and FOLDER/table.txt.
"""
import math
import os
import re
import subprocess
import sys
import threading
import time

ROWS = {  # rules of Gomocup, size, book, pairs
    "freestyle15": (0, 15, "freestyle15-even", 200),
    "standard15": (1, 15, "standard15-even", 100),
    "renju15": (4, 15, "renju15-even", 100),
    "freestyle20": (0, 20, "freestyle20-even", 100),
}
ORDER = ["freestyle15", "standard15", "freestyle15", "renju15", "freestyle20"]
HEADING = "row opening black pentad result reason plies pentad_ms rapfi_ms seconds core end".split()

here = os.path.dirname(os.path.abspath(__file__))
lock = threading.Lock()


def pairs(scale):
    """(row, number and moves of an opening), in the order of play: openings evenly spread over the book."""
    lists = {}
    for row, (_, _, book, count) in ROWS.items():
        with open(f"{here}/books/{book}.pos") as file:
            lines = file.read().split()
        count = max(1, round(count * scale))
        lists[row] = [(i * len(lines) // count, lines[i * len(lines) // count]) for i in range(count)]
    out = []
    while any(lists.values()):
        for row in ORDER:
            if lists[row]:
                out.append((row, *lists[row].pop(0)))
    return out


def play(folder, core, row, number, moves, pentad_first, seconds):
    """One game: its row for games.tsv, or None if it did not begin. The first engine has the first move."""
    rules, size, _, _ = ROWS[row]
    work = f"{folder}/core{core}"
    os.makedirs(work, exist_ok=True)
    sgf, book = f"{work}/game.sgf", f"{work}/opening.pos"
    if os.path.exists(sgf):
        os.remove(sgf)
    with open(book, "w") as file:
        file.write(moves + "\n")
    engines = [["-engine", "name=Pentad", f"cmd={here}/pentad gomocup"],
               ["-engine", "name=Rapfi", f"cmd={here}/lib/rapfi --mode gomocup --config config.toml"]]
    command = [sys.executable, f"{here}/pin.py", str(core), f"{here}/lib/c-gomoku-cli", "-each", f"tc=0/{seconds}", "thread=1", "tolerance=10",
               "maxmemory=367001600", *sum(engines if pentad_first else engines[::-1], []),
               "-rule", str(rules), "-boardsize", str(size), "-games", "1", "-concurrency", "1",
               "-openings", f"file={book}", "type=pos", "-sgf", sgf]
    begin = time.time()
    try:
        out = subprocess.run(command, cwd=work, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, timeout=400).stdout
    except subprocess.TimeoutExpired as error:
        out = (error.stdout or b"").decode()
    end = re.search(r"Finished game 1 \((\w+) vs (\w+)\): (\S+) \{(.*)\}", out)
    text = open(sgf).read() if os.path.exists(sgf) else ""
    times = re.findall(r";([BW])\[\w+\]C\[(\d+)ms\]", text)
    if not end or not times:
        with lock, open(f"{folder}/not-begun.txt", "a") as file:
            file.write(f"{row} {number} {moves} {pentad_first}\n{out}\n")
        return None
    black, _, result, reason = end.groups()
    ours = "B" if black == "Pentad" else "W"
    score = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[result]
    score = score if ours == "B" else 1 - score
    longest = [max((int(ms) for color, ms in times if (color == ours) == mine), default=0) for mine in (True, False)]
    plies = len(re.findall(r";[BW]\[", text))
    line = [row, number, black, score, result, reason, plies, *longest, f"{time.time() - begin:.1f}", core,
            time.strftime("%H:%M:%S")]
    with lock:
        with open(f"{folder}/{row}.sgf", "a") as file:
            file.write(text.replace("GN[1]", f"GN[{number}]"))
        with open(f"{folder}/games.tsv", "a") as file:
            file.write("\t".join(map(str, line)) + "\n")
        if "win by" in reason and not re.search("five|5|connection", reason):
            with open(f"{folder}/faults.txt", "a") as file:
                file.write(f"{row} {number} {moves}\n{out}\n")
    return line


def elo(score):
    return math.inf if score >= 1 else -math.inf if score <= 0 else -400 * math.log10(1 / score - 1)


def table(path):
    """The rows with scores of whole pairs: mean, and 95 % interval by the pairs' deviation."""
    with open(path) as file:
        games = [dict(zip(HEADING, line.rstrip("\n").split("\t"))) for line in file]
    out = [f"{'row':12} games  won drawn lost   score (95 %, whole pairs)       Elo (95 %)"
           "            Black  plies  s/game  longest move: ours, Rapfi's   forfeits"]
    for row in ROWS:
        rows = [game for game in games if game["row"] == row]
        if not rows:
            continue
        scores = [float(game["pentad"]) for game in rows]
        by_opening = {}
        for game, score in zip(rows, scores):
            by_opening.setdefault(game["opening"], []).append(score)
        means = [sum(both) / 2 for both in by_opening.values() if len(both) == 2]
        mean = sum(means) / max(1, len(means))
        error = 1.96 * math.sqrt(sum((one - mean) ** 2 for one in means) / max(1, len(means) - 1) / max(1, len(means)))
        low, high = mean - error, mean + error
        black = sum(s if g["black"] == "Pentad" else 1 - s for g, s in zip(rows, scores)) / len(rows)
        forfeits = sum("forfeit" in g["reason"] or "crash" in g["reason"] or "illegal" in g["reason"]
                       or "forbidden" in g["reason"] for g in rows)
        out.append(
            f"{row:12} {len(rows):5} {scores.count(1):4} {scores.count(.5):5} {scores.count(0):4}  "
            f"{100 * sum(scores) / len(rows):5.1f} % ({100 * low:.1f} to {100 * high:.1f} of {len(means)} pairs)  "
            f"{elo(mean):+.0f} ({elo(low):+.0f} to {elo(high):+.0f})  {100 * black:.0f} %  "
            f"{sum(int(g['plies']) for g in rows) / len(rows):.0f}  {sum(float(g['seconds']) for g in rows) / len(rows):.1f}  "
            f"{max(int(g['pentad_ms']) for g in rows)}, {max(int(g['rapfi_ms']) for g in rows)}  {forfeits}")
    return "\n".join(out) + "\n"


def main():
    folder, cores = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    seconds = sys.argv[3] if len(sys.argv) > 3 else "0.5"
    begin = time.time()
    waiting = pairs(float(sys.argv[4]) if len(sys.argv) > 4 else 1)
    played = []  # by an earlier call
    if os.path.exists(f"{folder}/games.tsv"):
        with open(f"{folder}/games.tsv") as file:
            played = [tuple(line.split("\t")[:2]) for line in file]
    waiting = [pair for pair in waiting if (pair[0], str(pair[1])) not in played]
    os.makedirs(folder, exist_ok=True)

    def is_used(core):
        try:
            with open(f"{folder}/cores") as file:
                return core < int(file.read())
        except (OSError, ValueError):
            return True

    def worker(core):
        while True:
            while not is_used(core):
                time.sleep(0.5)
                if not waiting:
                    return
            with lock:
                if not waiting:
                    return
                row, number, moves = waiting.pop(0)
            mark = f"{folder}/busy{core}"
            open(mark, "w").close()
            for pentad_first in (True, False):
                for _ in range(2):  # a game that did not begin is played again
                    if play(folder, core, row, number, moves, pentad_first, seconds):
                        break
                text = table(f"{folder}/games.tsv") if os.path.exists(f"{folder}/games.tsv") else ""
                with lock, open(f"{folder}/table.txt", "w") as file:
                    file.write(text)
            os.remove(mark)

    threads = [threading.Thread(target=worker, args=(core,)) for core in range(cores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"all pairs were played, {time.time() - begin:.0f} s")


if __name__ == "__main__":
    if len(sys.argv) == 2:  # a table of finished games
        print(table(sys.argv[1]), end="")
    else:
        main()
