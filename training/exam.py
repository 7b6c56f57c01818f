"""The exam of a net: quiet positions with the value and the best move of a deep search. `judge` compares nets by it,
without playing games and without the noise of results.

Half of the positions are from engine games that are held out from every student (each 64th), half are nodes of a short
search from such positions: where alpha-beta spends its time. A line of an exam is the moves of a position, its value for
the side to move, and the best move.
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import threading

import numpy as np

from . import games, netfile, reference

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "exam")
HELD_OUT = 64  # each 64th game, as in distil.py
PER_GAME = 4  # positions at most, so that no game counts much
VALUE_PER_LOGIT = 200  # as engine_win_rate has it
LOGIT_MAX = 5.0  # beyond that a position is decided
TEACHER_BOARD = 15  # a checkpoint does not say its board
TEACHER_BATCH = 128


def notation(place, size):
    """A point in reading order as text: the top left corner of 15x15 is a15."""
    return f"{chr(ord('a') + place % size)}{size - place // size}"


def points(text, size):
    """'h8i9' -> points in reading order."""
    out, at = [], 0
    while at < len(text):
        end = at + 1
        while end < len(text) and text[end].isdigit():
            end += 1
        out.append((size - int(text[at + 1 : end])) * size + ord(text[at]) - ord("a"))
        at = end
    return out


def board_after(moves, size):
    """[size, size] of 0, 1 (black), 2 (white)."""
    board = np.zeros(size * size, np.int64)
    for ply, place in enumerate(moves):
        board[place] = 1 + ply % 2
    return board.reshape(size, size)


def analyze(program, text, rules, size, nodes, lines):
    """The lines that `pentad analyze` finds after these moves, best first; [] if the game is over."""
    words = "analyze --from pos --json --quiet -".split()
    options = ["--rules", rules, "--size", size, "--nodes", nodes, "--lines", lines]
    done = subprocess.run(
        [program, *words, *map(str, options)], input=text, capture_output=True, text=True
    )
    answers = done.stdout.splitlines()  # several: a review of a game that is over
    return json.loads(answers[0])["lines"] if len(answers) == 1 else []


def in_threads(count, work, tasks):
    """Calls work(task) for all, `count` at once."""
    tasks, lock = iter(tasks), threading.Lock()

    def worker():
        while True:
            with lock:
                task = next(tasks, None)
            if task is None:
                return
            work(task)

    workers = [threading.Thread(target=worker, daemon=True) for _ in range(count)]
    for one in workers:
        one.start()
    for one in workers:
        one.join()


def candidates(path, rules, size, rng):
    """Positions of held-out games, as lists of moves, in random order."""
    with open(path, "rb") as file:
        played = games.read_games(file.read())
    out = []
    for game in played[::HELD_OUT]:
        if games.is_of_kind(game, rules, size):
            plies = range(max(game.opening, 1), len(game.moves))
            for ply in rng.sample(plies, min(PER_GAME, len(plies))):
                out.append([int(place) for place in game.moves[:ply]])
    rng.shuffle(out)
    return out


def make(options):
    """Prints quiet positions, without labels."""
    import torch

    from . import distil, kernels

    rng, size = random.Random(options.seed), options.size
    kernels.configure(options.rules, size)
    found = []
    for path in options.games:
        found += candidates(path, options.rules, size, rng)
    rng.shuffle(found)
    chances = [
        (moves, number % 2 == 1, rng.random(), rng.random())
        for number, moves in enumerate(found[: 2 * options.count])
    ]
    made = []

    def walk(chance):
        """Every second position becomes a node of a short search from it."""
        moves, searched, line, depth = chance
        if searched:
            text = "".join(notation(place, size) for place in moves)
            lines = analyze(options.program, text, options.rules, size, options.nodes, 5)
            if not lines:
                return
            path = lines[int(line * len(lines))]["line"]
            moves = moves + points("".join(path[: 1 + int(depth * min(6, len(path)))]), size)
        made.append(moves)

    in_threads(options.threads, walk, chances)
    boards = torch.from_numpy(np.stack([board_after(moves, size) for moves in made]).astype(np.uint8))
    side = torch.tensor([len(moves) % 2 for moves in made], dtype=torch.int8)
    quiet = distil.is_quiet(kernels.packed_rows(boards), side).tolist()
    kept = {"".join(notation(place, size) for place in moves) for moves, ok in zip(made, quiet) if ok}
    for text in rng.sample(sorted(kept), min(options.count, len(kept))):
        print(text)


def label(options):
    """Labels positions by a deep search; goes on where an earlier call was ended."""
    with open(options.positions) as file:
        texts = file.read().split()
    done = set()
    if os.path.exists(options.out):
        with open(options.out) as file:
            done = {line.split()[0] for line in file}
    with open(options.out, "a") as out:

        def work(text):
            lines = analyze(options.program, text, options.rules, options.size, options.nodes, 1)
            if lines:
                out.write(f"{text} {lines[0]['value']} {lines[0]['move']}\n")
                out.flush()

        in_threads(options.threads, work, [text for text in texts if text not in done])


def read(path):
    """Rules, board size, and rows of (moves, value, best move)."""
    with open(path) as file:
        head = file.readline().split()
        rules, size = head[1], int(head[2])
        rows = [line.split() for line in file if line.strip()]
    return rules, size, [
        (points(moves, size), int(value), points(best, size)[0]) for moves, value, best in rows
    ]


def clipped(logits):
    return np.clip(logits, -LOGIT_MAX, LOGIT_MAX)


def answers_of_net(net, rows, size):
    """The win rate for the side to move and the policy at every point, for each row."""
    for moves, _, _ in rows:
        out = reference.evaluate(net, board_after(moves, size), 1 + len(moves) % 2)
        yield (1 + out["value"] / 32768) / 2, out["policy"].reshape(-1)


def answers_of_teacher(checkpoint, rows, size):
    """The same of a teacher, without a search."""
    import torch

    from . import distil, kernels, teacher

    kernels.configure(checkpoint["rules"], size)
    net, play = teacher.make_inference_net(checkpoint["blocks"], checkpoint["ch"], "cpu")
    net.load(checkpoint["sd"])
    boards = np.stack([board_after(moves, size) for moves, _, _ in rows]).astype(np.uint8)
    side = torch.tensor([len(moves) % 2 for moves, _, _ in rows], dtype=torch.int8)
    labeller = distil.Labeller(play, TEACHER_BATCH, "cpu")
    policy, wdl = labeller(kernels.packed_rows(torch.from_numpy(boards)), side)
    rate = (wdl[:, 0] + wdl[:, 1] / 2).clamp(1e-6, 1 - 1e-6)
    return zip(rate.tolist(), policy.float().numpy())


def figures(answers, rows, size):
    """How good the answers are: the root mean square error in logits after the best scale, that scale, the correlation,
    the mean error of the win rate, and how often the best move is first, and among the first four."""
    labels, values, first, four = [], [], 0, 0
    for (moves, value, best), (rate, policy) in zip(rows, answers):
        values.append(math.log(rate / (1 - rate)))
        labels.append(value / VALUE_PER_LOGIT)
        policy = np.where(board_after(moves, size).reshape(-1) == 0, policy, -math.inf)
        rank = int((policy > policy[best]).sum())
        first += rank == 0
        four += rank < 4
    labels, values = clipped(np.array(labels)), clipped(np.array(values))
    scale = float(labels @ values / (values @ values))
    rates = [1 / (1 + np.exp(-logits)) for logits in (labels, scale * values)]
    return dict(
        logits=float(np.sqrt(np.mean((labels - scale * values) ** 2))),
        scale=scale,
        correlation=float(np.corrcoef(labels, values)[0, 1]),
        win_rate=float(np.mean(np.abs(rates[0] - rates[1]))),
        first=first / len(rows),
        four=four / len(rows),
    )


def load(path):
    """A net, or the checkpoint of a teacher (.pt): its rules, board size, itself and the function that asks it."""
    if path.endswith(".pt"):
        import torch

        checkpoint = torch.load(path, map_location="cpu")
        return checkpoint["rules"], TEACHER_BOARD, checkpoint, answers_of_teacher
    with open(path, "rb") as file:
        net = netfile.from_bytes(file.read())
    return net.rules, net.sizes[1], net, answers_of_net


def judge(options):
    print("positions  error: logits  win rate  correlation  scale  best move  in four  net")
    for path in options.nets:
        trained, board, net, answers_of = load(path)
        exam = options.exam or os.path.join(FOLDER, f"{trained}{board}.txt")
        rules, size, rows = read(exam)
        if rules != trained:
            print(f"exam: {exam} is for {rules}, {path} for {trained}", file=sys.stderr)
        got = figures(answers_of(net, rows, size), rows, size)
        print(
            f"{len(rows):9}  {got['logits']:13.3f}  {100 * got['win_rate']:6.2f} %  {got['correlation']:11.4f}"
            f"  {got['scale']:5.2f}  {100 * got['first']:7.1f} %  {100 * got['four']:5.1f} %  {path}",
            flush=True,
        )


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python3 -m training.exam", description=__doc__.split("\n\n")[0]
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    judging = verbs.add_parser("judge", help="compare nets by the exam of their rules and board")
    judging.add_argument("nets", nargs="+", metavar="NET", help="net, or checkpoint of a teacher (.pt; needs PyTorch)")
    judging.add_argument("--exam", help="another exam file")
    making = verbs.add_parser("make", help="print positions for an exam")
    making.add_argument("games", nargs="+", metavar="GAMES", help="packed games of the engine")
    making.add_argument("--count", type=int, default=2000, help="positions at most (default: 2000)")
    making.add_argument("--seed", type=int, default=1)
    labelling = verbs.add_parser("label", help="label positions by a deep search")
    labelling.add_argument("positions", metavar="POSITIONS", help="what make printed")
    labelling.add_argument("out", metavar="OUT", help="file to add the lines of an exam to")
    for verb, nodes in ((making, 3000), (labelling, 200000)):
        verb.add_argument("--rules", default="freestyle", choices=sorted(games.RULES))
        verb.add_argument("--size", type=int, default=15)
        verb.add_argument("--nodes", type=int, default=nodes, help=f"nodes of a search (default: {nodes})")
        verb.add_argument("--threads", type=int, default=1)
        verb.add_argument("--program", default="build/pentad")
    options = parser.parse_args(arguments)
    dict(judge=judge, make=make, label=label)[options.verb](options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
