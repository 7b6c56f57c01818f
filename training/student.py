"""The student: the line-codebook network of docs/develop/net.md in floats, with quantization-aware
training: the forward pass rounds and clamps like the integers of the net file.

A small mapping network computes the codebook rows of all 43,923 lines of 9 points (397,488 of 11)
once a step. Positions look up rows, and gradients flow back through the lookup. So the table is not
trained row by row: rare lines learn from common ones.

Values are those of docs/develop/net.md divided by a scale: features and activations by 64, kernels by 32,
weights by 128. Rounding uses a straight-through estimator (STE) for the gradients.
"""
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from . import codebook, netfile, reference, row_sum

ACTIVATION, KERNEL, WEIGHT = 64, 32, 128
ACTIVATION_MAX = 255 / ACTIVATION
POOL_GAIN = 8  # a pooled feature of docs/develop/net.md, divided by 512, is 8 times the mean


def ste_round(x, scale):
    """Rounds to multiples of 1 / scale; the gradient passes unchanged."""
    return x + (torch.round(x.detach() * scale) / scale - x.detach())


def ste_floor(x, scale):
    return x + (torch.floor(x.detach() * scale) / scale - x.detach())


def clipped_relu(x):
    """The activation function, with the rounding and the range of the integers."""
    return torch.clamp(ste_round(x, ACTIVATION), 0, ACTIVATION_MAX)


def pooled(point):
    """Average pooling: [games, size, size, channels] -> the means of the nine regions [games, 3, 3,
    channels] and of the whole board [games, channels], times POOL_GAIN. Regions may differ in
    size."""
    size = point.shape[1]
    outer = reference.region_width(size)
    widths = [outer, size - 2 * outer, outer]
    rows = torch.stack([part.mean(1) for part in point.split(widths, 1)], 1)
    regions = torch.stack([part.mean(2) for part in rows.split(widths, 2)], 2)
    return regions * POOL_GAIN, point.mean((1, 2)) * POOL_GAIN


class Mapping(nn.Module):
    """The mapping network: from the digits of each line to its codebook row."""

    def __init__(self, reach, channels, width=256):
        super().__init__()
        digits = torch.from_numpy(codebook.line_digits(reach))
        self.register_buffer("lines", F.one_hot(digits, 4).float().flatten(1), persistent=False)
        self.register_buffer(
            "reverse", torch.from_numpy(codebook.reversed_lines(reach)), persistent=False
        )
        self.first = nn.Linear(self.lines.shape[1], width)
        self.second, self.third = nn.Linear(width, width), nn.Linear(width, width)
        self.last = nn.Linear(width, channels)
        nn.init.normal_(self.last.weight, 0, 0.25 / width**0.5)
        nn.init.uniform_(self.last.bias, -0.02, 0.08)

    def forward(self):
        x = F.silu(self.first(self.lines))
        x = x + F.silu(self.second(x))
        x = x + F.silu(self.third(x))
        rows = self.last(x)
        rows = (rows + rows[self.reverse]) / 2
        return torch.clamp(
            ste_round(rows, ACTIVATION), -netfile.ROW_MAX / ACTIVATION, netfile.ROW_MAX / ACTIVATION
        )


class Part(nn.Module):
    """The weights of a student for one colour or for both."""

    def __init__(self, shape, mapping_width):
        super().__init__()
        self.shape = shape
        pair = 2 * shape.channels
        self.mapping = Mapping(shape.reach, shape.channels, mapping_width)

        def normal(*dimensions, spread):
            return nn.Parameter(torch.randn(*dimensions) * spread)

        def zeros(*dimensions):
            return nn.Parameter(torch.zeros(*dimensions))

        kernel = torch.randn(9, shape.depthwise) * 0.1
        kernel[4] += 0.7
        self.kernel, self.kernel_bias = nn.Parameter(kernel), zeros(shape.depthwise)
        self.region, self.region_bias = normal(3, 2 * shape.region, pair, spread=0.06), zeros(
            3, 2 * shape.region
        )
        self.total, self.total_bias = normal(shape.total, pair, spread=0.06), zeros(shape.total)
        inputs = shape.total + 3 * shape.region
        self.value, self.value_bias = normal(shape.value, inputs, spread=inputs**-0.5), zeros(
            shape.value
        )
        self.wdl, self.wdl_bias = normal(3, shape.value, spread=0.1), zeros(3)
        self.dynamic, self.dynamic_bias = normal(
            shape.terms, pair, shape.value, spread=0.03
        ), normal(shape.terms, pair, spread=0.2)
        self.policy_bias = zeros(shape.terms)

    @torch.no_grad()
    def clip(self):
        # Rounding nine weights may add up to nine halves.
        sum_max = (netfile.KERNEL_SUM_MAX - 5) / KERNEL
        self.kernel.mul_((sum_max / self.kernel.abs().sum(0).clamp(min=1e-9)).clamp(max=1))
        self.kernel_bias.clamp_(-0.99, 0.99)
        for weight in (self.region, self.total, self.value, self.wdl, self.dynamic):
            weight.clamp_(-netfile.WEIGHT_MAX / WEIGHT, netfile.WEIGHT_MAX / WEIGHT)

    def heads(self, kinds, whole):
        """Pooled features of the regions of each kind and of the whole board -> logits of win,
        draw, loss, and the dynamic policy weights [games, terms, 2 * channels]."""
        shape = self.shape
        region = ste_round(self.region, WEIGHT)
        hidden = [clipped_relu(whole @ ste_round(self.total, WEIGHT).t() + self.total_bias)]
        for kind, x in enumerate(kinds):
            y = x @ region[kind].t() + self.region_bias[kind]
            gate = torch.clamp(ste_round(y[..., shape.region :], ACTIVATION) / 4 + 0.5, 0, 1)
            hidden.append(ste_floor(clipped_relu(y[..., : shape.region]) * gate, ACTIVATION).sum(1))
        hidden = torch.cat(hidden, 1)
        hidden = clipped_relu(hidden @ ste_round(self.value, WEIGHT).t() + self.value_bias)
        wdl = hidden @ ste_round(self.wdl, WEIGHT).t() + self.wdl_bias
        dynamic = (
            torch.einsum("gv,tpv->gtp", hidden, ste_round(self.dynamic, WEIGHT)) + self.dynamic_bias
        )
        return wdl, torch.clamp(
            ste_round(dynamic, ACTIVATION),
            -netfile.DYNAMIC_MAX / ACTIVATION,
            netfile.DYNAMIC_MAX / ACTIVATION,
        )


def halves(side):
    """[games, 2]: the colour of the side to move, then the other's."""
    return torch.stack([side, 1 - side], 1).int()


def select_by_colour(colour, values):
    """Selects from the values of the parts by colour; both must have the same number of dimensions.
    (Small tensors are computed for both parts, then selected.)"""
    return values[0] if len(values) == 1 else torch.where(colour == 0, *values)


def colours_for(rules):
    """The number of parts of a student: in renju black and white play different games."""
    return 2 if rules == "renju" else 1


class Student(nn.Module):
    """A student with one part for both colours, or black's and white's. The side to move of each
    game is 0 (black) or 1."""

    def __init__(self, shape=netfile.DEFAULT_SHAPE, mapping_width=256, colours=1):
        super().__init__()
        self.shape = shape
        self.row_sum_method = row_sum.DEFAULT
        self.parts = nn.ModuleList([Part(shape, mapping_width) for _ in range(colours)])

    def outer_parameters(self):
        """All parameters except those of the mapping networks."""
        return [parameter for name, parameter in self.named_parameters() if ".mapping." not in name]

    def clip(self):
        """Clips the parameters to the range of the integers; call it after every optimizer step."""
        for part in self.parts:
            part.clip()

    def table(self):
        """The codebook: the rows of all lines, part after part."""
        return torch.cat([part.mapping() for part in self.parts])

    def row_indices(self, numbers, side):
        """Line numbers [games, points, 2, 4] -> the indices of their rows in the table [games *
        points * 2, 4]."""
        if len(self.parts) > 1:
            lines = codebook.line_count(self.shape.reach)
            numbers = numbers + lines * halves(side).view(-1, 1, 2, 1)
        return numbers.reshape(-1, 4)

    def sums(self, numbers, side, table):
        """Line numbers -> the sums of their rows [games, size, size, 2, channels]."""
        games, size = numbers.shape[0], math.isqrt(numbers.shape[1])
        indices = self.row_indices(numbers, side)
        return row_sum.row_sum(indices, table, self.row_sum_method).view(games, size, size, 2, -1)

    def features(self, sums, side):
        """Features after the depthwise convolution, own half first: [games, size, size, 2 *
        channels]."""
        depth, size = self.shape.depthwise, sums.shape[1]
        feature = torch.clamp(sums, 0, ACTIVATION_MAX)
        padded = F.pad(feature[..., :depth], (0, 0, 0, 0, 1, 1, 1, 1))
        colour = halves(side).view(-1, 1, 1, 2, 1)
        kernel = [ste_round(part.kernel, KERNEL) for part in self.parts]
        mixed = select_by_colour(colour, [part.kernel_bias for part in self.parts])
        for k in range(9):
            weight = select_by_colour(colour, [one[k] for one in kernel])
            mixed = mixed + weight * padded[:, k // 3 : k // 3 + size, k % 3 : k % 3 + size]
        return torch.cat([clipped_relu(mixed), feature[..., depth:]], -1).flatten(3)

    def forward(self, numbers, side):
        """Line numbers as in kernels.line_numbers -> logits of win, draw, loss and policy
        logits."""
        return self.outputs(self.sums(numbers, side, self.table()), side)

    def outputs(self, sums, side):
        """Everything after the row sums: many small operations on large tensors, worth
        compiling."""
        point = self.features(sums, side)
        region, whole = pooled(point)
        kinds = (
            region[:, 0::2, 0::2].flatten(1, 2),
            torch.stack([region[:, 0, 1], region[:, 1, 0], region[:, 1, 2], region[:, 2, 1]], 1),
            region[:, 1:2, 1],
        )
        heads = [part.heads(kinds, whole) for part in self.parts]
        wdl = select_by_colour(side.view(-1, 1), [head[0] for head in heads])
        dynamic = select_by_colour(side.view(-1, 1, 1), [head[1] for head in heads])
        bias = select_by_colour(side.view(-1, 1, 1), [part.policy_bias for part in self.parts])
        term = torch.bmm(point.flatten(1, 2), dynamic.transpose(1, 2)) + bias
        policy = term[..., 0]
        for m, sign in enumerate(netfile.policy_signs(self.shape.terms)[1:], 1):
            policy = policy + sign * F.relu(term[..., m])
        return wdl, policy


PREFIX = "parts."


def split_parts(weights):
    """Splits the state dict of a student into those of its parts. (Old files have no parts: the
    state dict is that of the only part.)"""
    if not any(name.startswith(PREFIX) for name in weights):
        return [weights]
    parts = {}
    for name, tensor in weights.items():
        number, _, rest = name[len(PREFIX) :].partition(".")
        parts.setdefault(int(number), {})[rest] = tensor
    return [parts[number] for number in sorted(parts)]


def is_student_state(weights):
    """True if `weights` is the state dict of a student of any shape."""
    return isinstance(weights, dict) and all(
        "mapping.first.weight" in part for part in split_parts(weights)
    )


def join_parts(parts):
    """The state dict of the student with these parts; the inverse of `split_parts`."""
    return {
        f"{PREFIX}{number}.{name}": tensor
        for number, part in enumerate(parts)
        for name, tensor in part.items()
    }


@torch.no_grad()
def to_net(student, **described):
    """Quantizes a student to a net. Shifts in docs/develop/net.md round down, so each bias before a shift
    includes half a unit."""

    def integers(tensor, scale, extra=0):
        return np.round(tensor.detach().double().cpu().numpy() * scale).astype(np.int64) + extra

    stored = codebook.stored_lines(student.shape.reach)
    pooled, inner = 512 * WEIGHT, ACTIVATION * WEIGHT

    def arrays(part):
        return dict(
            rows=integers(part.mapping(), ACTIVATION)[stored],
            kernel=integers(part.kernel, KERNEL),
            kernel_bias=integers(part.kernel_bias, ACTIVATION * KERNEL, KERNEL // 2),
            region=integers(part.region, WEIGHT),
            region_bias=integers(part.region_bias, pooled, 512),
            total=integers(part.total, WEIGHT),
            total_bias=integers(part.total_bias, pooled, 512),
            value=integers(part.value, WEIGHT),
            value_bias=integers(part.value_bias, inner, 64),
            wdl=integers(part.wdl, WEIGHT),
            wdl_bias=integers(part.wdl_bias, inner),
            dynamic=integers(part.dynamic, WEIGHT),
            dynamic_bias=integers(part.dynamic_bias, inner, 64),
            policy_bias=integers(part.policy_bias, ACTIVATION * ACTIVATION),
            exp=netfile.exp_table(),
        )

    return netfile.Net(student.shape, [arrays(part) for part in student.parts], **described)
