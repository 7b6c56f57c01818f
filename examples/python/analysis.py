"""A notebook about one game: open it in VS Code or Spyder, whose cells begin with # %%, or run it as a program."""

# %% A game, move by move. In a notebook its last line shows the board as a picture.
import pathlib
import sys
import threading

import pentad

game = pentad.Game(rules="renju")
for move in ["h8", "i9", "g9", "h9", "h10"]:
    game.play(move)
print(game)

# %% The three best moves, with their expected scores and lines
analysis = game.analyze(seconds=1, lines=3)
for line in analysis.lines:
    print(f"{line.move:4} {line.win_rate:6.1%}  depth {line.depth}:", *line.moves[:6])

# %% An analysis in the background, stopped by its event
stop = threading.Event()
depths = []


def report(so_far: pentad.Analysis) -> None:
    depths.append(so_far.depth)
    if so_far.depth >= 5:
        stop.set()


worker = threading.Thread(target=lambda: game.analyze(seconds=60, stop=stop, on_progress=report))
worker.start()
worker.join()
print("stopped at depth", depths[-1])

# %% A position that was set up, and its proof
position = pentad.Game.set_up(black="c5d5e5", white="a9a8a1", size=9)
solution = pentad.solve(position)
print(solution.outcome, "with", solution.move, "in", solution.stones, "stones")

# %% Every position of a record: where was the best chance of Black?
record = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent / "game.sgf")
chances = []
for node in pentad.tree(record).main_line():
    here = node.game()
    if not here.is_over:
        rate = here.analyze(seconds=1, nodes=300).win_rate
        chances.append((rate if here.turn == "black" else 1 - rate, len(here.moves)))
best, number = max(chances)
print(f"{len(chances)} positions; Black's best chance was {best:.0%}, after move {number}")

# %% The board as a picture for a web page
svg = game.write("svg")
print(len(svg), "characters of", svg[:4])
