"""Speed of detect_rows compared with a simple version in Python. Prints the ratio of each round.

    PYTHONPATH=build/python python3 bench/python_detect_rows.py [ROUNDS]
"""

import pathlib
import random
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests" / "python"))
import twin
from pentad import sequences

BOARDS = 50
TURNS = 20
FAST_REPEATS = 100  # so that both take about as long


def game_board(rng):
    """A random 8 x 8 board from any stage of a game."""
    board = sequences.make_empty_board(8)
    squares = [(y, x) for y in range(8) for x in range(8)]
    for i, (y, x) in enumerate(rng.sample(squares, rng.randrange(1, 61))):
        board[y][x] = "bw"[i % 2]
    return board


def seconds(function, boards, repeats):
    start = time.perf_counter()
    for _ in range(repeats):
        for board in boards:
            function(board, "b", 3)
    return time.perf_counter() - start


def seconds_per_call(boards):
    """Of both versions, alternating every few milliseconds, so a busy machine slows both."""
    slow = fast = 0
    for _ in range(TURNS):
        slow += seconds(twin.detect_rows, boards, 1)
        fast += seconds(sequences.detect_rows, boards, FAST_REPEATS)
    calls = TURNS * len(boards)
    return slow / calls, fast / (calls * FAST_REPEATS)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    rng = random.Random(1)
    slows, fasts, ratios = [], [], []
    for i in range(rounds):
        boards = [game_board(rng) for _ in range(BOARDS)]
        for board in boards:
            assert sequences.detect_rows(board, "b", 3) == twin.detect_rows(board, "b", 3)
        slow, fast = seconds_per_call(boards)
        slows.append(slow)
        fasts.append(fast)
        ratios.append(slow / fast)
        print(f"round {i + 1}: Python {slow * 1e6:.1f} us, pentad {fast * 1e6:.2f} us, "
              f"ratio {slow / fast:.0f}")
    print(f"median: Python {statistics.median(slows) * 1e6:.1f} us, "
          f"pentad {statistics.median(fasts) * 1e6:.2f} us, "
          f"ratio {statistics.median(ratios):.0f} ({min(ratios):.0f} to {max(ratios):.0f})")


main()
