"""Fits the classical evaluation and the move ordering to self-play games: python3 -m training.tune --out NEW.weights FILE...

Reads games written by `pentad selfplay`. Fits the evaluation of the patterns at a point to the game results and the search
values by logistic regression, and the move ordering to the moves of the search by softmax regression. A tenth of the games
is held out for validation: the result is from the epoch with the lowest validation loss, or the baseline weights if no
epoch is better. Ctrl-C ends the fit early and keeps the result so far. Needs only NumPy. See docs/develop/tuning.md.
"""
import argparse
import os
import random
import signal
import struct
import subprocess
import sys
import time
from collections import namedtuple

try:
    import numpy as np
except ImportError:
    sys.exit("tune: NumPy is missing: install python3-numpy, or run another python3 that has it")

from . import games

MAGIC = b"pentadF1"
CODES, THREATS, SETS = 3060, 12, 1 << 12  # pattern codes; threats of both sides; sets of them
GROUPS, CODE_GROUPS = 30, 5  # groups of codes that share a number; groups of a code
BY_COLOR = (2, CODES)
WEIGHTS = np.dtype([("value", "<i2", BY_COLOR), ("attack", "<i2", BY_COLOR), ("defence", "<i2", BY_COLOR), ("threat", "<i2", SETS)])
WEIGHT_HEAD = 12  # bytes of a weight file before its numbers
VALUE_MAX, ORDER_MAX, THREAT_MAX = 400, 2900, 32767  # an ordering score stays below that of urgent moves
CERTAIN = 29000  # search values above it are proven
CANDIDATE, NO_MOVE = 1 << 15, 0xFFFF
BLOCK_POSITIONS = 8192  # about; a block of whole games is a batch
HELD_OUT = 10  # one block in this many


class UserError(Exception):
    """An error for the user to fix, in one line."""


# ---- Samples: the quiet positions of the games, in blocks

# The dump of `pentad selfplay --features`. Games are tuples of the number of searched positions and the samples.
Dump = namedtuple("Dump", "head weights groups urgent games")
Sample = namedtuple("Sample", "mover outcome knows value threats best points")

# One row per position, except: `row`, `code`, `points` are the codes of each position and on how many of its points they
# are, negative for the opponent; `first`, `attack`, `defence`, `choice` are the candidates of the positions with a known
# move: where a position begins, what each makes and denies, and which one was played. Codes of White are above CODES.
Block = namedtuple("Block", "mover outcome knows value threats row code points first attack defence choice")


def read_dump(data):
    try:
        if data[:8] != MAGIC:
            raise ValueError
        at = 8
        head, numbers = data[at : at + WEIGHT_HEAD], np.frombuffer(data, WEIGHTS, 1, at + WEIGHT_HEAD)[0]
        at += WEIGHT_HEAD + WEIGHTS.itemsize + 4
        groups = np.frombuffer(data, np.uint8, 2 * CODES * CODE_GROUPS, at).reshape(2, CODES, CODE_GROUPS)
        at += groups.size
        urgent = np.frombuffer(data, np.uint8, 2 * CODES, at).reshape(2, CODES) != 0
        at += urgent.size
        found = []
        while at < len(data):
            searched, count = struct.unpack_from("<HH", data, at)
            at += 4
            samples = []
            for _ in range(count):
                *fields, points = struct.unpack_from("<BBHhHHH", data, at)
                samples.append(Sample(*fields, np.frombuffer(data, "<u2", 2 * points, at + 12).reshape(-1, 2)))
                at += 12 + 4 * points
            found.append((searched, samples))
    except (ValueError, IndexError, struct.error):
        raise UserError("the program wrote no valid features: build it again") from None
    return Dump(head, numbers, groups, urgent, found)


def make_block(samples):
    column = {name: np.array([getattr(s, name) for s in samples], np.int64) for name in Sample._fields[:-1]}
    lengths = np.array([len(s.points) for s in samples], np.int64)
    points = np.concatenate([s.points for s in samples] or [np.zeros((0, 2), np.uint16)]).astype(np.int64)
    position = np.repeat(np.arange(len(samples)), lengths)
    mover = column["mover"][position] if len(samples) else position
    own = mover * CODES + (points[:, 0] & (CANDIDATE - 1))
    other = (1 - mover) * CODES + points[:, 1]
    rows, codes, counts = [], [], []
    for side, sign in ((own, 1), (other, -1)):
        keys, count = np.unique(position * 2 * CODES + side, return_counts=True)
        rows.append(keys // (2 * CODES))
        codes.append(keys % (2 * CODES))
        counts.append(sign * count)

    is_candidate = (points[:, 0] & CANDIDATE) != 0
    played = np.arange(len(points)) == (np.cumsum(lengths) - lengths + column["best"])[position]
    choices = np.bincount(position[is_candidate], minlength=len(samples))
    useful = is_candidate & ((column["best"] != NO_MOVE) & (choices >= 2))[position]
    of = position[useful]
    first = np.flatnonzero(np.diff(of, prepend=-1))
    code, count, attack, defence = (x.astype(np.int16) for x in (np.concatenate(codes), np.concatenate(counts), own[useful], other[useful]))
    return Block(
        *(column[name] for name in ("mover", "outcome", "knows", "value", "threats")),
        np.concatenate(rows).astype(np.int32), code, count, first, attack, defence, np.flatnonzero(played[useful]),
    )


def make_blocks(found):
    """Whole games, spread over the blocks."""
    positions = sum(searched for searched, _ in found)
    count = min(len(found), max(HELD_OUT, positions // BLOCK_POSITIONS))
    return [make_block([s for _, samples in found[i::count] for s in samples]) for i in range(count)]


def held_out(blocks):
    return blocks[::HELD_OUT]


# ---- Labels: the win rate a position should have


def logistic(x):
    return 1 / (1 + np.exp(-np.clip(x, -700, 700)))


def search_units(blocks):
    """The search value that corresponds to one logit of the game results: the minimum of their cross entropy."""
    value, outcome = (np.concatenate([getattr(b, name) for b in blocks]).astype(float) for name in ("value", "outcome"))
    usable = (np.concatenate([b.knows for b in blocks]) != 0) & (abs(value) < CERTAIN)
    value, outcome = value[usable], outcome[usable]
    low, high = 1 / 2000, 1 / 20
    for _ in range(25):
        middle = np.sqrt(low * high)
        underconfident = ((logistic(value * middle) - outcome / 2) * value).sum() < 0
        low, high = (middle, high) if underconfident else (low, middle)
    return 1 / np.sqrt(low * high)


def labels(block, units, result_share):
    """Win rates for the side to move: the game result, if known, blended with the search value."""
    searched = np.where(abs(block.value) > CERTAIN, block.value > 0, logistic(np.clip(block.value, -CERTAIN, CERTAIN) / units))
    return np.where(block.knows != 0, result_share * block.outcome / 2 + (1 - result_share) * searched, searched)


def cross_entropy(label, p):
    tiny = 1e-9
    return -label * np.log(p + tiny) - (1 - label) * np.log(1 - p + tiny)


# ---- Tables of rows that share numbers


class SharedRows:
    """A row is the sum of its own number and of numbers it shares with other rows. L2 regularization pulls the own numbers to
    0, so a rare row is mostly the sum of its shared numbers, and a frequent row is fitted exactly."""

    def __init__(self, membership):
        self.membership = membership.astype(np.float64)  # [row, shared number]: how often
        self.own, self.common = np.zeros(membership.shape[0]), np.zeros(membership.shape[1])
        self.moments = [[np.zeros_like(x), np.zeros_like(x)] for x in (self.own, self.common)]
        self.steps = 0
        self.row = self.own.copy()

    def step(self, gradient, rate, pull):
        """One step of Adam, given the gradient of the mean loss by row."""
        self.steps += 1
        shared = self.membership.T @ gradient
        slopes = (gradient + pull * self.own, shared + pull / 100 * self.common)
        for x, slope, (first, second) in zip((self.own, self.common), slopes, self.moments):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope * slope - second)
            x -= rate * (first / (1 - 0.9**self.steps)) / (np.sqrt(second / (1 - 0.999**self.steps)) + 1e-8)
        self.row = self.own + self.membership @ self.common


def code_membership(dump):
    """Rows of codes, once if both colors have the same groups, else for each: their shapes and category."""
    colors = 1 if (dump.groups[0] == dump.groups[1]).all() else 2
    result = np.zeros((colors * CODES, colors * GROUPS))
    for color in range(colors):
        for k in range(CODE_GROUPS):
            np.add.at(result, (color * CODES + np.arange(CODES), color * GROUPS + dump.groups[color, :, k].astype(int)), 1)
    return result


def threat_membership():
    """A set of threats shares a number per threat with other sets, and the value of having the move with all of them."""
    sets = np.arange(SETS)
    return np.stack([sets >> k & 1 for k in range(THREATS)] + [np.ones(SETS, int)], axis=1)


# ---- Losses: by position, and the gradients of their sum by table and row


class ValueFit:
    """The evaluation: a win rate from the codes of both sides and the set of threats."""

    name, rate = "values", 0.01

    def __init__(self, dump, options, units):
        self.options, self.units = options, units
        self.tables = [SharedRows(code_membership(dump)), SharedRows(threat_membership())]

    def loss(self, block):
        codes, threats = (table.row for table in self.tables)
        code, count = block.code % len(codes), len(block.value)
        p = logistic(np.bincount(block.row, block.points * codes[code], count) + threats[block.threats])
        label = labels(block, self.units, self.options.result / 100)
        error = p - label
        gradients = [np.bincount(code, block.points * error[block.row], len(codes)), np.bincount(block.threats, error, len(threats))]
        return cross_entropy(label, p), gradients

    def store(self, dump, weights):
        codes, threats = (table.row for table in self.tables)
        # Both sides have the same number of points, so only differences matter: a dead point gets 0.
        weights["value"] = rounded(codes - codes[0], self.options.units, VALUE_MAX).reshape(-1, CODES)
        weights["threat"] = rounded(threats, self.options.units, THREAT_MAX)

    @staticmethod
    def is_better(after, before):
        return after.loss < before.loss


class OrderFit:
    """The move ordering: the move of the search from what each candidate makes and denies."""

    name, rate = "order", 0.03

    def __init__(self, dump, options, units):
        self.options = options
        membership = code_membership(dump)
        self.tables = [SharedRows(membership), SharedRows(membership)]

    def loss(self, block):
        attack, defence = (table.row for table in self.tables)
        own, other = block.attack % len(attack), block.defence % len(defence)
        if len(block.first) == 0:
            return np.zeros(0), [np.zeros_like(attack), np.zeros_like(defence)]
        score = attack[own] + defence[other]
        sizes = np.diff(block.first, append=len(score))
        score -= np.repeat(np.maximum.reduceat(score, block.first), sizes)
        share = np.exp(score)
        total = np.add.reduceat(share, block.first)
        error = share / np.repeat(total, sizes)
        error[block.choice] -= 1
        return np.log(total) - score[block.choice], [np.bincount(own, error, len(attack)), np.bincount(other, error, len(defence))]

    def store(self, dump, weights):
        for name, table in zip(("attack", "defence"), self.tables):
            fitted = np.broadcast_to(rounded(table.row, self.options.order_units, ORDER_MAX).reshape(-1, CODES), (2, CODES))
            weights[name] = np.where(dump.urgent, weights[name], fitted)

    @staticmethod
    def is_better(after, before):
        return after.order > before.order


def rounded(x, units, most):
    return np.clip(np.rint(x * units), -most, most).astype(np.int16)


# ---- Fitting


def mean(losses):
    return float(losses.mean()) if len(losses) else 0.0


def fit(part, blocks, options, progress, rng):
    """Trains on all blocks that are not held out, and leaves the rows of the epoch with the lowest validation loss. Returns its
    number, from 1; 0 if no epoch had a finite loss. `progress` returns False to stop."""
    positions = sum(len(b.value) for b in blocks)
    looseness = options.looseness / options.units
    pull = 1 / (looseness * looseness * (positions + 1))
    least, best, kept = np.inf, 0, [table.row for table in part.tables]
    order = list(range(len(blocks)))
    for epoch in range(options.epochs):
        rng.shuffle(order)
        seen = []
        for i, number in enumerate(order):
            if number % HELD_OUT == 0:
                continue
            losses, gradients = part.loss(blocks[number])
            left = 1 - (epoch + i / len(blocks)) / options.epochs  # the learning rate decays linearly to 0
            for table, gradient in zip(part.tables, gradients):
                if len(losses):
                    table.step(gradient / len(losses), part.rate * left, pull)
            seen.append(losses)
        seen = mean(np.concatenate(seen)) if seen else 0.0
        held = mean(np.concatenate([part.loss(b)[0] for b in held_out(blocks)]))
        if np.isfinite(seen) and held <= least:
            least, best, kept = held, epoch + 1, [table.row for table in part.tables]
        if not progress(epoch + 1, seen, held):
            break
    for table, row in zip(part.tables, kept):
        table.row = row
    return best


# ---- Validation of weights on the held-out positions

# Positions; mean cross entropy; standard deviation of the values around zero; how often the move of the search is among the
# first 1, 3, 5; mean reciprocal rank of that move.
Validation = namedtuple("Validation", "positions loss spread first three five order")


def validate(blocks, weights, options, units):
    losses, values, ranks = [], [], []
    for b in held_out(blocks):
        value = np.bincount(b.row, b.points * weights["value"].reshape(-1)[b.code], len(b.value)) + weights["threat"][b.threats]
        values.append(value)
        losses.append(cross_entropy(labels(b, units, options.result / 100), logistic(value / options.units)))
        if len(b.first) == 0:
            continue
        score = weights["attack"].reshape(-1)[b.attack].astype(int) + weights["defence"].reshape(-1)[b.defence]
        best = np.repeat(score[b.choice], np.diff(b.first, append=len(score)))
        ahead = (score > best) + 0.5 * (score == best)  # ties count half
        ranks.append(np.add.reduceat(ahead, b.first) - 0.5)
    values, rank = np.concatenate(values), np.concatenate(ranks or [np.zeros(0)])
    among = (mean(rank < n) for n in (1, 3, 5))
    return Validation(len(values), mean(np.concatenate(losses)), np.sqrt(mean(values * values)), *among, mean(1 / (1 + rank)))


# ---- The command


def dump_features(options):
    """The dumps of all files as one."""
    dumps = []
    for path in options.files:
        command = [options.program, "selfplay", "--features", "--rules", options.rules, path]
        try:
            done = subprocess.run(command + (["--weights", options.baseline] if options.baseline else []), stdout=subprocess.PIPE)
        except OSError as error:
            raise UserError(f"{options.program}: {error.strerror}") from None
        if done.returncode != 0:
            raise UserError(f"{options.program} could not read the positions of {path}")  # it has said why
        dumps.append(read_dump(done.stdout))
    return dumps[0]._replace(games=[game for dump in dumps for game in dump.games])


def save(dump, weights, path):
    data = dump.head + weights.tobytes()
    temporary = f"{path}.new"
    with open(temporary, "wb") as file:
        file.write(data + struct.pack("<I", games.checksum(data)))
    os.replace(temporary, path)


class Tuning:
    def __init__(self, options):
        self.options = options
        self.signal = 0
        self.dump = dump_features(options)
        count = len(self.dump.games)
        if count < HELD_OUT:
            raise UserError(f"{count} games with {options.rules} rules: too few, at least {HELD_OUT} are needed")
        self.blocks = make_blocks(self.dump.games)
        self.dump = self.dump._replace(games=[])  # their memory is free again
        self.units = search_units(self.blocks)
        self.weights = self.dump.weights.copy()
        positions = sum(len(b.value) for b in self.blocks)
        print(f"{count} games, {positions} quiet positions; a search value of {self.units:.0f} is one logit", flush=True)

    def validate(self, weights):
        return validate(self.blocks, weights, self.options, self.units)

    def print_validation(self, when):
        v = self.validate(self.weights)
        print(
            f"{when}: loss {v.loss:.5f} on {v.positions} held-out positions, standard deviation of values {v.spread:.0f}; "
            f"the move of the search is first in {100 * v.first:.1f} %, among the first three in {100 * v.three:.1f} %, "
            f"five {100 * v.five:.1f} %",
            flush=True,
        )

    def progress(self, name):
        started, terminal = time.monotonic(), sys.stderr.isatty()

        def show(epoch, loss, held):
            left = int((time.monotonic() - started) * (self.options.epochs - epoch) / epoch)
            ends = not terminal or epoch == self.options.epochs or self.signal
            text = f"{name}, epoch {epoch} of {self.options.epochs}: loss {loss:.5f}, validation loss {held:.5f}"
            start, end = "\r\033[K" if terminal else "", "\n" if ends else ""
            print(f"{start}{text}, {left // 60}:{left % 60:02} left", end=end, file=sys.stderr, flush=True)
            return not self.signal

        return show

    def fit_part(self, kind):
        """A fit starts from zero, so with few games it may be worse than the baseline weights."""
        part = kind(self.dump, self.options, self.units)
        epoch = fit(part, self.blocks, self.options, self.progress(part.name), random.Random(1))
        if epoch == 0:
            print(f"{part.name}: no finite loss; keeps the baseline weights")
            return
        fitted = self.weights.copy()
        part.store(self.dump, fitted)
        before, after = self.validate(self.weights), self.validate(fitted)
        if before.positions > 0 and not part.is_better(after, before):
            print(f"{part.name}: not better on the held-out positions; keeps the baseline weights")
            return
        print(f"{part.name}: from epoch {epoch}{', the best on the held-out positions' if before.positions > 0 else ''}")
        self.weights = fitted

    def run(self):
        self.print_validation("before")
        if not self.options.out:
            return
        if not self.options.keep_values:
            self.fit_part(ValueFit)
        if not self.options.keep_order:
            self.fit_part(OrderFit)
        self.print_validation("after")
        save(self.dump, self.weights, self.options.out)


def arguments(words):
    def within(least, most):
        def parse(text):
            number = int(text)
            if not least <= number <= most:
                raise argparse.ArgumentTypeError(f"{number}: expected {least} to {most}")
            return number

        return parse

    parser = argparse.ArgumentParser(prog="tune", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", metavar="FILE", nargs="+", help="games of `pentad selfplay`")
    parser.add_argument("-o", "--out", metavar="FILE", help="write the weights to this file; if missing, only validate them")
    parser.add_argument("-f", "--from", dest="baseline", metavar="FILE",
                        help="baseline weights, kept if the fit is not better (default: the built-in weights)")
    parser.add_argument("-r", "--rules", default="freestyle", help="rule set (default: freestyle)")
    parser.add_argument("-e", "--epochs", type=within(1, 10000), default=30, metavar="N",
                        help="passes over all positions (default: 30)")
    parser.add_argument("--result", type=within(0, 100), default=40, metavar="PERCENT",
                        help="weight of the game result in the label, in percent; the rest is the search value (default: 40)")
    parser.add_argument("--looseness", type=within(1, 10000), default=30, metavar="VALUE",
                        help="how far rare pattern codes may deviate from similar ones, as a value (default: 30)")
    parser.add_argument("--units", type=within(10, 2000), default=200, metavar="N",
                        help="value of one logit of the win rate (default: 200)")
    parser.add_argument("--order-units", type=within(1, 2000), default=400, metavar="N",
                        help="ordering score of one logit (default: 400)")
    parser.add_argument("--keep-values", action="store_true", help="fit only the move ordering")
    parser.add_argument("--keep-order", action="store_true", help="fit only the evaluation")
    parser.add_argument("--program", default="build/pentad", help="reads the games (default: build/pentad)")
    options = parser.parse_args(words)
    folder = os.path.dirname(options.out or "") or "."
    if not os.access(folder, os.W_OK):
        raise UserError(f"{folder}/: {'Permission denied' if os.path.isdir(folder) else 'No such file or directory'}")
    return options


def main(words=None):
    try:
        tuning = Tuning(arguments(words))
        signal.signal(signal.SIGINT, lambda number, _: setattr(tuning, "signal", number))
        signal.signal(signal.SIGTERM, lambda number, _: setattr(tuning, "signal", number))
        tuning.run()
    except (UserError, OSError) as error:
        sys.exit(f"tune: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
    if tuning.signal:
        sys.exit(128 + tuning.signal)


if __name__ == "__main__":
    main()
