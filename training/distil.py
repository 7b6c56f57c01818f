"""Knowledge distillation from the teacher into a student: labelling positions, quantization-aware
training, validation on held-out games."""
import math
import time

import numpy as np
import torch
import torch.nn.functional as F

from . import kernels, label_mix, row_sum, widen
from .learner import value_target
from .replay import UNKNOWN
from .student import Student, join_parts, split_parts

# Share of the teacher's value in the label of a self-play position. The rest is half search value,
# half result; the search value alone if results do not count.
TEACHER_SHARE = 0.5
# Positions with a VCF win found within this many nodes are dropped: the engine finds it too.
VCF_NODES = 200
OWN_FIVE, OTHER_FIVE, OWN_WINNING_FOUR = 1, 2, 4
TRIAL_STEPS = 3  # to compare a captured step with a plain one


class Positions:
    """Labelled positions: rows, side to move, policy, probabilities of win, draw, loss; whether
    they are held out, and whether they come from engine games."""

    FIELDS = ("rows", "side", "policy", "wdl", "held_out", "from_engine")

    def __init__(self, rows, side, policy, wdl, held_out, from_engine):
        self.rows, self.side, self.policy, self.wdl = rows, side, policy, wdl
        self.held_out, self.from_engine = held_out, from_engine

    def __len__(self):
        return self.rows.shape[0]

    def select(self, index):
        return Positions(*(getattr(self, name)[index] for name in self.FIELDS))


def join(parts):
    return Positions(
        *(torch.cat([getattr(part, name) for part in parts]) for name in Positions.FIELDS)
    )


class Labeller:
    """Labels positions with the teacher, without search. The network gets `batch` boards at a time,
    the batch size it was compiled for."""

    def __init__(self, network, batch, device):
        self.network, self.batch, self.device = network, batch, device
        self.planes = torch.zeros(
            batch, kernels.board.points, kernels.PLANES, dtype=torch.bfloat16, device=device
        )
        self.cuda = kernels.is_cuda(device)

    @torch.no_grad()
    def __call__(self, rows, side):
        """Policies over the candidates [count, points] as 16-bit floats, and probabilities of win,
        draw, loss [count, 3]."""
        policies, values = [], []
        for start in range(0, rows.shape[0], self.batch):
            part, part_side = rows[start : start + self.batch], side[start : start + self.batch]
            count = part.shape[0]
            if count < self.batch:
                padding = self.batch - count
                part = torch.cat([part, part[:1].expand(padding, -1)])
                part_side = torch.cat([part_side, part_side[:1].expand(padding)])
            part, part_side = part.contiguous(), part_side.contiguous()
            kernels.features(part, part_side, self.planes)
            policy, wdl = self.network(self.planes if self.cuda else self.planes.float())
            _, candidates = kernels.line_numbers(part, part_side, 1)
            policy = torch.softmax(policy.float().masked_fill(candidates == 0, -1e9), 1)
            policies.append(policy[:count].half())
            values.append(wdl[:count].float())
        return torch.cat(policies), torch.cat(values)


def is_quiet(rows, side):
    """[count] bool: neither side can make five, and the side to move has no winning four and no
    short VCF win. The engine evaluates only such positions with the net."""
    lines = kernels.lines_of(kernels.boards_of(rows))
    codes = torch.empty(rows.shape[0], kernels.board.points, dtype=torch.uint8, device=rows.device)
    kernels.features(lines, side, None, codes=codes)
    tactical = (codes & (OWN_FIVE | OTHER_FIVE | OWN_WINNING_FOUR)).amax(1) != 0
    return ~tactical & (kernels.solve_vcf(lines, side, VCF_NODES) < 0)


def has_five(rows, side):
    """[count] bool: a side can make five. In caro such positions are searched."""
    codes = torch.empty(rows.shape[0], kernels.board.points, dtype=torch.uint8, device=rows.device)
    kernels.features(rows, side, None, codes=codes)
    return (codes & (OWN_FIVE | OTHER_FIVE)).amax(1) != 0


def searched_positions(replay, labeller, count, use_results=True, chunk=1 << 18):
    """Up to `count` random searched positions of self-play, with the search policy and a value
    mixed from teacher, search and, with `use_results`, the result of the game. Then only games that
    have ended count."""
    low, high = replay.window(replay.steps)
    picks = torch.randperm((high - low) * replay.games, device=replay.device)[:count]
    parts = []
    for pick in picks.split(chunk):
        rows, side, policy, value, result, slot = replay.at(
            low + pick // replay.games, pick % replay.games
        )
        kept = (value < 0.9999) & ~has_five(rows.contiguous(), side.contiguous())  # 1: proven win
        if use_results:
            kept &= result != UNKNOWN
        kept = torch.nonzero(kept).flatten()
        if len(kept) == 0:
            continue
        rows, side = rows[kept].contiguous(), side[kept].contiguous()
        _, wdl = labeller(rows, side)
        target = TEACHER_SHARE * wdl + (1 - TEACHER_SHARE) * value_target(
            result[kept], value[kept], 0.5 if use_results else 1.0
        )
        held_out = replay.held_out[slot[kept]]
        parts.append(
            Positions(rows, side, policy[kept].half(), target, held_out, torch.zeros_like(held_out))
        )
    return join(parts)


def _logit_of(wdl):
    """The logit of the expected result."""
    expected = (wdl[:, 0] + wdl[:, 1] / 2).clamp(1e-4, 1 - 1e-4)
    return torch.log(expected / (1 - expected))


def _with_logit(wdl, logit):
    """Probabilities of win, draw and loss with the expected result of `logit`, and the draws of
    `wdl` as far as possible."""
    expected = torch.sigmoid(logit)
    draw = torch.minimum(wdl[:, 1], 2 * torch.minimum(expected, 1 - expected))
    return torch.stack([expected - draw / 2, draw, 1 - expected - draw / 2], 1)


def deviations(positions, labeller, count, sharpness=1.0, chunk=1 << 18):
    """Positions one or two random moves away from the games, where alpha-beta spends its time,
    labelled by the teacher. Half of the first moves are drawn from the flattened policy, half
    uniformly from the candidates. The teacher's value logits are multiplied by `sharpness`: the
    stronger the players, the more certain the result."""
    parts, device = [], positions.rows.device
    for start in range(0, count, chunk):
        size = min(chunk, count - start)
        pick = torch.randint(0, len(positions), (size,), device=device)
        rows, side = positions.rows[pick].contiguous(), positions.side[pick].contiguous()
        lines = kernels.lines_of(kernels.boards_of(rows))
        status = torch.zeros(size, dtype=torch.int8, device=device)
        over = torch.zeros(size, dtype=torch.bool, device=device)
        for ply in range(2):
            if ply == 0:
                move = kernels.random_moves(positions.policy[pick], lines, side)
                skip = over
            else:
                move = kernels.random_moves(torch.zeros_like(positions.policy[pick]), lines, side)
                skip = over | (torch.rand(size, device=device) < 0.5)
            status.zero_()
            kernels.play(lines, side, move.masked_fill(skip, -1).contiguous(), status)
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
            Positions(
                rows, side, policy, wdl, positions.held_out[origin], positions.from_engine[origin]
            )
        )
    return join(parts) if parts else positions.select(slice(0))


def _mix_labels(positions, searched, outcomes, weights):
    """Sets the value label of each position from the teacher's logit and the search logit, with
    `weights`, or weights fitted by label_mix.py if None. Returns figures for the log: the weight of
    teacher and search, of the teacher alone, the number of positions for the fit, and the losses on
    held-out games, with these weights and with equal ones."""
    teacher = _logit_of(positions.wdl)
    logits = torch.stack([teacher, searched], 1).double().cpu().numpy()
    outcomes, held_out = outcomes.double().cpu().numpy(), positions.held_out.cpu().numpy()
    training, validation = (~np.isnan(outcomes) & (held_out == wanted) for wanted in (False, True))
    (alone,) = label_mix.TEACHER_ONLY
    if weights is None:
        weights = label_mix.fit(logits[training], outcomes[training])
        (alone,) = label_mix.fit(
            logits[training, :1], outcomes[training], label_mix.TEACHER_ONLY
        )
    positions.wdl = _with_logit(
        positions.wdl, float(weights[0]) * teacher + float(weights[1]) * searched
    )
    losses = [
        label_mix.log_loss(logits[validation], outcomes[validation], kind)
        for kind in (weights, label_mix.EQUAL)
    ]
    return dict(
        teacher=float(weights[0]),
        search=float(weights[1]),
        alone=float(alone),
        ended=int(training.sum()),
        held_out_losses=losses,
    )


def engine_positions(played, labeller, weights=None, chunk=1 << 18):
    """The quiet positions of engine games (games.Positions), with the teacher's policy and a value
    mixed from teacher and search, by `weights` or fitted; and figures for the log. Every 64th game
    is held out. (None, {}) if there are no such positions."""
    parts, device = [], labeller.device
    for start in range(0, len(played.boards), chunk):
        boards, side, number, searched, outcome = (
            torch.from_numpy(array[start : start + chunk]).to(device) for array in played
        )
        rows = kernels.packed_rows(boards)
        kept = torch.nonzero(is_quiet(rows, side)).flatten()
        if len(kept) == 0:
            continue
        rows, side = rows[kept].contiguous(), side[kept].contiguous()
        policy, wdl = labeller(rows, side)
        held_out = number[kept] % 64 == 0
        positions = Positions(rows, side, policy, wdl, held_out, torch.ones_like(held_out))
        parts.append((positions, searched[kept], outcome[kept]))
    if not parts:
        return None, {}
    positions, searched, outcomes = zip(*parts)
    positions = join(positions)
    return positions, _mix_labels(positions, torch.cat(searched), torch.cat(outcomes), weights)


class MixedSampler:
    """Draws random positions that are not held out, a fixed share of them from engine games."""

    def __init__(self, positions, share=0.5):
        selfplay, engine = (
            torch.nonzero(~positions.held_out & (positions.from_engine == wanted)).flatten()
            for wanted in (False, True)
        )
        share = 0.0 if len(engine) == 0 else 1.0 if len(selfplay) == 0 else share
        self.parts = ((selfplay, 1 - share), (engine, share))

    def draw(self, count):
        picks, rest = [], count
        for index, share in self.parts:
            part = min(rest, math.ceil(share * count))
            if part > 0:
                picks.append(index[torch.randint(0, len(index), (part,), device=index.device)])
            rest -= part
        return torch.cat(picks)


def losses(student, positions, index, table, symmetry=None, outputs=None):
    """Mean cross-entropies of value and policy over the positions `index`, minus the entropy of the
    target, so 0 is perfect (KL divergence); the mean squared error of the value; and how often the
    best moves agree."""
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
def validate(student, positions, batch=4096, most=1 << 17):
    """Losses on the held-out set: on self-play games, and (`games_...`) on engine games."""
    table = student.table()
    held_out, from_engine = positions.held_out, positions.from_engine
    selfplay = _validate(student, positions, held_out & ~from_engine, table, batch, most)
    engine = _validate(student, positions, held_out & from_engine, table, batch, most)
    return dict(selfplay, **{f"games_{name}": figure for name, figure in engine.items()})


def spread(index, most):
    """At most `most` of the index, evenly spaced: the first ones would all be searched positions."""
    return index[:: max(1, math.ceil(len(index) / most))]


def _validate(student, positions, selected, table, batch, most):
    held_out = spread(torch.nonzero(selected).flatten(), most)
    if len(held_out) == 0:
        return {}
    sums, count = torch.zeros(4, device=held_out.device), 0
    for start in range(0, len(held_out), batch):
        index = held_out[start : start + batch]
        sums += torch.stack(losses(student, positions, index, table)) * len(index)
        count += len(index)
    value, policy, error, agreement = (sums / count).tolist()
    return dict(
        held_out=count, value_loss=value, policy_loss=policy, value_error=error, best_move=agreement
    )


def compiled_outputs(student, sums, side):
    """Returns `student.outputs` compiled for the GPU, and a status. The compiled version is used
    only if its outputs and gradients match the plain ones on a sample. (Compiled training of the
    teacher once gave NaN; the cause was not found.)"""
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
                return student.outputs, f"plain: the compiled version differs by {difference:.3g}"
        return compiled, "compiled"
    except Exception as error:  # the compiler may fail in any way; training continues without it
        return student.outputs, f"plain: {type(error).__name__} in the compiler"


class Distiller:
    """Trains one student; `ema` is the student with EMA weights, the result. `value_weight` is the
    weight of the value loss; the policy loss has weight 1."""

    def __init__(
        self,
        shape,
        device,
        batch=4096,
        rate=2e-3,
        mapping_width=256,
        ema_decay=0.999,
        value_weight=1.0,
        colours=1,
    ):
        self.device, self.batch, self.rate, self.ema_decay = device, batch, rate, ema_decay
        self.value_weight = value_weight
        self.student = Student(shape, mapping_width, colours).to(device)
        self.ema = Student(shape, mapping_width, colours).to(device)
        self.ema.load_state_dict(self.student.state_dict())
        self.cuda = kernels.is_cuda(device)
        # A captured step reads what changes from step to step from tensors.
        self.ema_weight = torch.zeros((), device=device)
        self.optimizer = torch.optim.AdamW(
            self.student.parameters(),
            torch.tensor(rate, device=device) if self.cuda else rate,
            weight_decay=1e-4,
            capturable=self.cuda,
        )
        self.steps = 0
        self.outputs, self.compile_status = None, "plain"
        self.graph, self.captured = None, ()  # the CUDA graph of a step, and the data it reads
        self.row_sum_times = {}  # milliseconds of the methods that were tried
        self.sums = torch.zeros(5, device=device)

    def begin_from(self, weights):
        """Starts from the state dict of a student of the same shape or a narrower one. A single
        part is copied to both parts of a student of two colours. Raises ValueError if it does not
        fit."""
        shape, fresh = self.student.shape, split_parts(self.student.state_dict())
        given = split_parts(weights)
        widen.check(given, shape, fresh[0]["mapping.first.weight"].shape[0], len(fresh))
        grown = join_parts(
            widen.widened(part, shape, new)
            for part, new in zip(given * (len(fresh) // len(given)), fresh)
        )
        for network in (self.student, self.ema):
            network.load_state_dict(grown)

    def compile(self, positions):
        """Compiles the outputs and selects the fastest row sum, on a sample of the positions."""
        index = torch.arange(self.batch, device=self.device) % len(positions)
        side = positions.side[index].contiguous()
        numbers, _ = kernels.line_numbers(
            positions.rows[index].contiguous(), side, self.student.shape.reach
        )
        with torch.no_grad():
            table = self.student.table()
            sums = self.student.sums(numbers, side, table)
        self.outputs, self.compile_status = compiled_outputs(self.student, sums, side)
        if sums.is_cuda:
            self.student.row_sum_method, self.row_sum_times = row_sum.fastest(
                self.student.row_indices(numbers, side), table
            )

    def step(self, positions, sampler, fraction):
        """One gradient step on a random batch. The learning-rate schedule is a warm-up and a
        cosine; `fraction` of the time has passed."""
        rate = (
            self.rate
            * min(1, (self.steps + 1) / 300)
            * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(1.0, fraction))))
        )
        for group in self.optimizer.param_groups:
            if self.cuda:
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        self.steps += 1
        self.ema_weight.fill_(1 - min(self.ema_decay, (1 + self.steps) / (10 + self.steps)))
        if self.graph and self.captured == (positions, sampler):
            self.graph.replay()
        else:
            self._update(positions, sampler)

    def _update(self, positions, sampler):
        """The gradient step, without any decision of the host, so that it can be captured."""
        index = sampler.draw(self.batch)
        symmetry = torch.randint(0, 8, (self.batch,), device=self.device, dtype=torch.int32)
        value, policy, error, agreement = losses(
            self.student, positions, index, self.student.table(), symmetry, self.outputs
        )
        self.optimizer.zero_grad(set_to_none=True)
        (self.value_weight * value + policy).backward()
        norm = torch.nn.utils.clip_grad_norm_(self.student.parameters(), 1.0)
        # Skips a step whose gradient is not finite, without waiting for the GPU.
        finite = torch.isfinite(norm)
        for parameter in self.student.parameters():
            parameter.grad = torch.where(finite, parameter.grad, torch.zeros_like(parameter.grad))
        self.optimizer.step()
        self.student.clip()
        with torch.no_grad():
            for average, current in zip(self.ema.parameters(), self.student.parameters()):
                average.lerp_(current, self.ema_weight)
            self.sums += torch.stack(
                [value.detach(), policy.detach(), error, agreement, torch.ones_like(error)]
            )

    def capture(self, positions, sampler):
        """Captures the step on these positions as a CUDA graph: launching its several hundred
        kernels takes longer than running them. It is used only if it does what plain steps do.
        Call it before the first step."""
        if not self.cuda:
            return
        begin = [tensor.detach().clone() for tensor in self._weights()]
        try:
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):  # warm-up, as capturing requires
                for _ in range(TRIAL_STEPS):
                    self.step(positions, sampler, 0.0)
            torch.cuda.current_stream().wait_stream(side)
            plain = self._trial(begin, positions, sampler)
            graph = torch.cuda.CUDAGraph()
            self.optimizer.zero_grad(set_to_none=True)
            with torch.cuda.graph(graph):
                self._update(positions, sampler)
            self.graph, self.captured = graph, (positions, sampler)
            replayed = self._trial(begin, positions, sampler)
            difference = float(((plain - replayed).abs() / plain.abs().clamp(min=1e-12)).max())
            if not difference < 0.1:
                self.graph, self.captured = None, ()
                self.compile_status += f", no graph: differs by {difference:.3g}"
            else:
                self.compile_status += ", graph"
        except Exception as error:  # capturing may fail in many ways; plain steps do as well
            self.graph, self.captured = None, ()
            self.compile_status += f", no graph: {error}"[:200]
        self._restore(begin)

    def _weights(self):
        return [*self.student.parameters(), *self.ema.parameters()]

    @torch.no_grad()
    def _restore(self, begin):
        """Back to before the first step, in place."""
        for tensor, old in zip(self._weights(), begin):
            tensor.copy_(old)
        for state in self.optimizer.state.values():
            for tensor in state.values():
                tensor.zero_()
        self.sums.zero_()
        self.steps = 0

    def _trial(self, begin, positions, sampler):
        """Figures of the first steps: losses, and how far the weights moved."""
        self._restore(begin)
        torch.cuda.manual_seed(1)
        for _ in range(TRIAL_STEPS):
            self.step(positions, sampler, 0.0)
        moved = sum((new.detach() - old).square().sum() for new, old in zip(self._weights(), begin))
        return torch.stack([*self.sums, moved.sqrt()])

    def train(self, positions, sampler, seconds, log, steps_max=None):
        """Trains until the time or the steps are used up; returns the losses on the held-out set.
        Calls `log` with progress every 15 seconds."""
        begin = logged = time.time()
        self.capture(positions, sampler)
        while time.time() - begin < seconds and (steps_max is None or self.steps < steps_max):
            self.step(
                positions,
                sampler,
                (time.time() - begin) / seconds if steps_max is None else self.steps / steps_max,
            )
            if self.cuda and self.steps % 50 == 0:
                torch.cuda.synchronize()  # replays are queued faster than they run
            if time.time() - logged > 15:
                value, policy, error, agreement, steps = self.sums.tolist()
                self.sums.zero_()
                log(
                    seconds=time.time() - begin,
                    steps=self.steps,
                    value_loss=value / max(1, steps),
                    policy_loss=policy / max(1, steps),
                    value_error=error / max(1, steps),
                    best_move=agreement / max(1, steps),
                    samples_per_second=steps * self.batch / (time.time() - logged),
                )
                logged = time.time()
        self.graph, self.captured = None, ()
        self.ema.clip()
        return validate(self.ema, positions)
