"""The teacher's knowledge into a student: labelled positions, training with the integers' rounding,
judging by held-out games."""
import math
import time

import numpy as np
import torch
import torch.nn.functional as F

from . import belief, gather, kernels, widen
from .learner import value_target
from .replay import UNKNOWN
from .student import Student, joined, split

# Of the value's target for positions of the teacher's games; the rest is half search, half result.
TEACHER_SHARE = 0.5
# Positions with a win by fours that is found so soon are not learned: the engine finds it too.
SOLVER_NODES = 200
OWN_FIVE, OTHER_FIVE, OWN_WINNING_FOUR = 1, 2, 4


class Positions:
    """Labelled positions: rows, side to move, policy, shares of win, draw, loss; whether they are
    held out, and whether they come from games that were given."""

    FIELDS = ("rows", "side", "policy", "wdl", "held", "given")

    def __init__(self, rows, side, policy, wdl, held, given):
        self.rows, self.side, self.policy, self.wdl = rows, side, policy, wdl
        self.held, self.given = held, given

    def __len__(self):
        return self.rows.shape[0]

    def keep(self, index):
        return Positions(*(getattr(self, name)[index] for name in self.FIELDS))


def join(parts):
    return Positions(
        *(torch.cat([getattr(part, name) for part in parts]) for name in Positions.FIELDS)
    )


class Labeller:
    """A teacher without search. The network sees `batch` boards at a time, as many as it was
    compiled for."""

    def __init__(self, network, batch, device):
        self.network, self.batch, self.device = network, batch, device
        self.planes = torch.zeros(
            batch, kernels.board.points, kernels.PLANES, dtype=torch.bfloat16, device=device
        )
        self.cuda = kernels.is_cuda(device)

    @torch.no_grad()
    def __call__(self, rows, side):
        """Policies over the candidates [count, points] as 16-bit floats, and shares of win, draw,
        loss [count, 3]."""
        policies, shares = [], []
        for start in range(0, rows.shape[0], self.batch):
            part, part_side = rows[start : start + self.batch], side[start : start + self.batch]
            count = part.shape[0]
            if count < self.batch:
                filler = self.batch - count
                part = torch.cat([part, part[:1].expand(filler, -1)])
                part_side = torch.cat([part_side, part_side[:1].expand(filler)])
            part, part_side = part.contiguous(), part_side.contiguous()
            kernels.features(part, part_side, self.planes)
            policy, wdl = self.network(self.planes if self.cuda else self.planes.float())
            _, candidates = kernels.line_numbers(part, part_side, 1)
            policy = torch.softmax(policy.float().masked_fill(candidates == 0, -1e9), 1)
            policies.append(policy[:count].half())
            shares.append(wdl[:count].float())
        return torch.cat(policies), torch.cat(shares)


def is_quiet(rows, side):
    """[count] bool: nobody can make five, the side to move has no winning four and no short win by
    fours. Elsewhere the engine does not ask the net."""
    lines = kernels.lines_of(kernels.boards_of(rows))
    codes = torch.empty(rows.shape[0], kernels.board.points, dtype=torch.uint8, device=rows.device)
    kernels.features(lines, side, None, codes=codes)
    loud = (codes & (OWN_FIVE | OTHER_FIVE | OWN_WINNING_FOUR)).amax(1) != 0
    return ~loud & (kernels.solve_fours(lines, side, SOLVER_NODES) < 0)


def searched_positions(replay, labeller, count, chunk=1 << 18):
    """Random searched positions of finished games: the search's policy, and a value from teacher,
    search and result."""
    low, high = replay.window(replay.steps)
    parts = []
    for start in range(0, count, chunk):
        rows, side, policy, value, result, slot = replay.sample(
            min(chunk, count - start), low, high
        )
        kept = torch.nonzero((result != UNKNOWN) & (value < 0.9999)).flatten()  # 1 is a proven win
        if len(kept) == 0:
            continue
        rows, side = rows[kept].contiguous(), side[kept].contiguous()
        _, wdl = labeller(rows, side)
        target = TEACHER_SHARE * wdl + (1 - TEACHER_SHARE) * value_target(
            result[kept], value[kept], 0.5
        )
        held = replay.held[slot[kept]]
        parts.append(
            Positions(rows, side, policy[kept].half(), target, held, torch.zeros_like(held))
        )
    return join(parts)


def _logit_of(wdl):
    """Of the expected result."""
    expected = (wdl[:, 0] + wdl[:, 1] / 2).clamp(1e-4, 1 - 1e-4)
    return torch.log(expected / (1 - expected))


def _with_logit(wdl, logit):
    """Shares of win, draw and loss that amount to an expected result, with the draws of `wdl` as far
    as there is room for them."""
    expected = torch.sigmoid(logit)
    draw = torch.minimum(wdl[:, 1], 2 * torch.minimum(expected, 1 - expected))
    return torch.stack([expected - draw / 2, draw, 1 - expected - draw / 2], 1)


def deviations(positions, labeller, count, sharpness=1.0, chunk=1 << 18):
    """Positions one or two random moves off the games, where alpha-beta spends its time, labelled
    by the teacher. The first move is drawn from the flattened policy or from all candidates alike,
    half and half. `sharpness` is what the teacher's logits are multiplied by: the better those who
    play, the surer the result."""
    parts, device = [], positions.rows.device
    for start in range(0, count, chunk):
        size = min(chunk, count - start)
        pick = torch.randint(0, len(positions), (size,), device=device)
        rows, side = positions.rows[pick].contiguous(), positions.side[pick].contiguous()
        lines = kernels.lines_of(kernels.boards_of(rows))
        status = torch.zeros(size, dtype=torch.int8, device=device)
        over = torch.zeros(size, dtype=torch.bool, device=device)
        for ply in range(2):
            _, candidates = kernels.line_numbers(lines, side, 1)
            weight = candidates.float() + 1e-9
            if ply == 0:
                flat = (positions.policy[pick].float() + 1e-4).sqrt() * candidates
                weight = torch.where(torch.rand(size, 1, device=device) < 0.5, flat + 1e-9, weight)
            move = torch.multinomial(weight, 1).flatten().to(torch.int32)
            stays = over | ((torch.rand(size, device=device) < 0.5) if ply == 1 else over)
            stays |= candidates.gather(1, move.long()[:, None])[:, 0] == 0
            status.zero_()
            kernels.play(
                lines,
                side,
                torch.where(stays, torch.full_like(move, -1), move).contiguous(),
                status,
            )
            over |= status != 0
        rows = lines[:, : kernels.board.size].contiguous()
        kept = torch.nonzero(~over & is_quiet(rows, side)).flatten()
        if len(kept) == 0:
            continue
        rows, side = rows[kept].contiguous(), side[kept].contiguous()
        policy, wdl = labeller(rows, side)
        if sharpness != 1:
            wdl = _with_logit(wdl, sharpness * _logit_of(wdl))
        origin = pick[kept]
        parts.append(
            Positions(rows, side, policy, wdl, positions.held[origin], positions.given[origin])
        )
    return join(parts) if parts else positions.keep(slice(0))


def _believe(positions, searched, outcomes, weights):
    """The value of each position from the teacher's and from the logits that a search gave, with
    these weights, or those that fit best by belief.py. Returns what is to be told of that: the
    weights of both, what the teacher's is alone, and the loss over held-out games, also with equal
    weights."""
    teacher = _logit_of(positions.wdl)
    logits = torch.stack([teacher, searched], 1).double().cpu().numpy()
    outcomes, held = outcomes.double().cpu().numpy(), positions.held.cpu().numpy()
    learned, judged = (~np.isnan(outcomes) & (held == wanted) for wanted in (False, True))
    (alone,) = belief.ALONE
    if weights is None:
        weights = belief.fit(logits[learned], outcomes[learned])
        (alone,) = belief.fit(logits[learned, :1], outcomes[learned], belief.ALONE)
    positions.wdl = _with_logit(
        positions.wdl, float(weights[0]) * teacher + float(weights[1]) * searched
    )
    losses = [
        belief.log_loss(logits[judged], outcomes[judged], kind) for kind in (weights, belief.EQUAL)
    ]
    return dict(
        teacher=float(weights[0]),
        search=float(weights[1]),
        alone=float(alone),
        ended=int(learned.sum()),
        held_out_losses=losses,
    )


def given_positions(given, labeller, weights=None, chunk=1 << 18):
    """The quiet ones of positions from elsewhere (see games.py) with the teacher's policy and a value
    of both, the teacher and whoever played, by `weights` or as fits best; and what is to be told of
    that. Every 64th game is held out. (None, {}) if there are none."""
    parts, device = [], labeller.device
    for start in range(0, len(given.boards), chunk):
        boards, side, number, searched, outcome = (
            torch.from_numpy(array[start : start + chunk]).to(device) for array in given
        )
        rows = kernels.packed_rows(boards)
        kept = torch.nonzero(is_quiet(rows, side)).flatten()
        if len(kept) == 0:
            continue
        rows, side = rows[kept].contiguous(), side[kept].contiguous()
        policy, wdl = labeller(rows, side)
        held = number[kept] % 64 == 0
        positions = Positions(rows, side, policy, wdl, held, torch.ones_like(held))
        parts.append((positions, searched[kept], outcome[kept]))
    if not parts:
        return None, {}
    positions, searched, outcomes = zip(*parts)
    positions = join(positions)
    return positions, _believe(positions, torch.cat(searched), torch.cat(outcomes), weights)


class Mixture:
    """Random positions that are not held out, a share of them from games that were given."""

    def __init__(self, positions, share=0.5):
        own, given = (
            torch.nonzero(~positions.held & (positions.given == wanted)).flatten()
            for wanted in (False, True)
        )
        share = 0.0 if len(given) == 0 else 1.0 if len(own) == 0 else share
        self.parts = ((own, 1 - share), (given, share))

    def draw(self, count):
        picks, rest = [], count
        for index, share in self.parts:
            part = min(rest, math.ceil(share * count))
            if part > 0:
                picks.append(index[torch.randint(0, len(index), (part,), device=index.device)])
            rest -= part
        return torch.cat(picks)


def losses(student, positions, index, table, symmetry=None, outputs=None):
    """Mean cross-entropies of value and policy over some of the positions, each less the target's
    own entropy, so that 0 is perfect; and how often the best move agrees."""
    rows, side = positions.rows[index].contiguous(), positions.side[index].contiguous()
    numbers, candidates = kernels.line_numbers(rows, side, student.shape.reach, symmetry)
    policy, wdl = positions.policy[index].float(), positions.wdl[index].float()
    if symmetry is not None:
        policy = torch.gather(policy, 1, kernels.permutations(rows.device).long()[symmetry.long()])
    policy = policy * candidates
    policy = policy / policy.sum(1, keepdim=True).clamp(min=1e-6)
    value_logits, policy_logits = (outputs or student.outputs)(
        student.sums(numbers, side, table), side
    )
    policy_logits = policy_logits.masked_fill(candidates == 0, -1e9)

    def excess(target, logits):
        entropy = -(target * target.clamp(min=1e-9).log()).sum(1)
        return (-(target * F.log_softmax(logits, 1)).sum(1) - entropy).mean()

    value = torch.softmax(value_logits.detach(), 1)
    error = ((value[:, 0] - value[:, 2]) - (wdl[:, 0] - wdl[:, 2])).square().mean()
    agreement = (policy_logits.detach().argmax(1) == policy.argmax(1)).float().mean()
    return excess(wdl, value_logits), excess(policy, policy_logits), error, agreement


@torch.no_grad()
def judge(student, positions, batch=4096, most=1 << 17):
    """Losses over held-out games, and over those that were given."""
    table = student.table()
    judged = _judge(student, positions, positions.held & ~positions.given, table, batch, most)
    given = _judge(student, positions, positions.held & positions.given, table, batch, most)
    return dict(judged, **{f"games_{name}": figure for name, figure in given.items()})


def _judge(student, positions, chosen, table, batch, most):
    held = torch.nonzero(chosen).flatten()[:most]
    if len(held) == 0:
        return {}
    sums, count = torch.zeros(4, device=held.device), 0
    for start in range(0, len(held), batch):
        index = held[start : start + batch]
        sums += torch.stack(losses(student, positions, index, table)) * len(index)
        count += len(index)
    value, policy, error, agreement = (sums / count).tolist()
    return dict(
        held_out=count, value_loss=value, policy_loss=policy, value_error=error, best_move=agreement
    )


def compiled_outputs(student, sums, side):
    """`student.outputs` compiled for the GPU, and what became of that: it is only used if its
    results and gradients are those of the plain one on a sample. (Compiled training of the teacher
    has once given no numbers at all, for reasons not found.)"""
    if not (sums.is_cuda and hasattr(torch, "compile")):
        return student.outputs, "plain"

    def trial(outputs):
        leaf = sums.detach().clone().requires_grad_()
        value, policy = outputs(leaf, side)
        gradients = torch.autograd.grad(
            value.square().mean() + policy.square().mean(), [leaf, *student.outer_parameters()]
        )
        return [value.detach(), policy.detach(), *gradients]

    try:
        compiled = torch.compile(student.outputs, dynamic=False)
        for plain, fast in zip(trial(student.outputs), trial(compiled)):
            difference = float((plain - fast).norm() / plain.norm().clamp(min=1e-12))
            if not difference < 0.02:
                return student.outputs, f"plain: compiled it is {difference:.3g} off"
        return compiled, "compiled"
    except Exception as error:  # the compiler may fail in any way; learning goes on without it
        return student.outputs, f"plain: {type(error).__name__} in the compiler"


class Distiller:
    """Trains one student for a time; `average` is the student to keep. `value_weight` is that of the
    value's loss beside the policy's."""

    def __init__(
        self,
        shape,
        device,
        batch=4096,
        rate=2e-3,
        mapping_width=256,
        average=0.999,
        value_weight=1.0,
        colours=1,
    ):
        self.device, self.batch, self.rate, self.decay = device, batch, rate, average
        self.value_weight = value_weight
        self.student = Student(shape, mapping_width, colours).to(device)
        self.average = Student(shape, mapping_width, colours).to(device)
        self.average.load_state_dict(self.student.state_dict())
        self.optimizer = torch.optim.AdamW(self.student.parameters(), rate, weight_decay=1e-4)
        self.steps = 0
        self.outputs, self.how = None, "plain"
        self.gathering = {}  # milliseconds of the ways that were tried
        self.sums = torch.zeros(5, device=device)

    def begin_from(self, weights):
        """Goes on from the state dict of a student of the same shape or a narrower one. That of one
        colour becomes both parts of a student of two. ValueError if that cannot be."""
        shape, fresh, given = self.student.shape, split(self.student.state_dict()), split(weights)
        widen.refuse(given, shape, fresh[0]["mapping.first.weight"].shape[0], len(fresh))
        grown = joined(
            widen.widened(part, shape, new)
            for part, new in zip(given * (len(fresh) // len(given)), fresh)
        )
        for network in (self.student, self.average):
            network.load_state_dict(grown)

    def compile(self, positions):
        """Tries to make the steps faster, on a sample of the positions."""
        index = torch.arange(self.batch, device=self.device) % len(positions)
        side = positions.side[index].contiguous()
        numbers, _ = kernels.line_numbers(
            positions.rows[index].contiguous(), side, self.student.shape.reach
        )
        with torch.no_grad():
            table = self.student.table()
            sums = self.student.sums(numbers, side, table)
        self.outputs, self.how = compiled_outputs(self.student, sums, side)
        if sums.is_cuda:
            self.student.way, self.gathering = gather.quickest(
                self.student.addresses(numbers, side), table
            )

    def step(self, positions, mixture, fraction):
        """One step on random positions of the mixture, `fraction` of the time being over."""
        rate = (
            self.rate
            * min(1, (self.steps + 1) / 300)
            * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(1.0, fraction))))
        )
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        index = mixture.draw(self.batch)
        symmetry = torch.randint(0, 8, (self.batch,), device=self.device, dtype=torch.int32)
        value, policy, error, agreement = losses(
            self.student, positions, index, self.student.table(), symmetry, self.outputs
        )
        self.optimizer.zero_grad(set_to_none=True)
        (self.value_weight * value + policy).backward()
        norm = torch.nn.utils.clip_grad_norm_(self.student.parameters(), 1.0)
        finite = torch.isfinite(
            norm
        )  # a step without meaning is left out, and the GPU is not made to wait for that
        for parameter in self.student.parameters():
            parameter.grad = torch.where(finite, parameter.grad, torch.zeros_like(parameter.grad))
        self.optimizer.step()
        self.student.clip()
        self.steps += 1
        keep = min(self.decay, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for average, current in zip(self.average.parameters(), self.student.parameters()):
                average.lerp_(current, 1 - keep)
        self.sums += torch.stack(
            [value.detach(), policy.detach(), error, agreement, torch.ones_like(error)]
        )

    def train(self, positions, mixture, seconds, say, steps_max=None):
        """Until the time or the steps are over; returns the losses over held-out games. `say` is
        told of the progress."""
        begin = told = time.time()
        while time.time() - begin < seconds and (steps_max is None or self.steps < steps_max):
            self.step(
                positions,
                mixture,
                (time.time() - begin) / seconds if steps_max is None else self.steps / steps_max,
            )
            if time.time() - told > 15:
                value, policy, error, agreement, steps = self.sums.tolist()
                self.sums.zero_()
                say(
                    seconds=time.time() - begin,
                    steps=self.steps,
                    value_loss=value / max(1, steps),
                    policy_loss=policy / max(1, steps),
                    value_error=error / max(1, steps),
                    best_move=agreement / max(1, steps),
                    samples_per_second=steps * self.batch / (time.time() - told),
                )
                told = time.time()
        self.average.clip()
        return judge(self.average, positions)
