"""Function-preserving widening of a student (Net2WiderNet): the wider student starts with the
outputs of the narrower one. New features and neurons have random inputs and zero output weights.
New terms of the policy come in equal pairs, one added and one subtracted: zero weights would keep
them at zero, because a rectifier has no gradient there."""
import itertools

import torch

from . import netfile


def _features(old, new):
    """The new indices of a point's features: those of the 3x3 convolution come first."""
    return [
        i if i < old.depthwise else new.depthwise + i - old.depthwise for i in range(old.channels)
    ]


def _new_indices(old, new):
    """For each kind of axis the new indices of the old elements."""
    feature = _features(old, new)
    gated = [
        new.total + kind * new.region + i
        for kind, i in itertools.product(range(3), range(old.region))
    ]
    return dict(
        feature=feature,
        pair=feature + [new.channels + i for i in feature],
        mixed=range(old.depthwise),
        gates=[*range(old.region), *range(new.region, new.region + old.region)],
        total=range(old.total),
        joined=[*range(old.total), *gated],
        hidden=range(old.value),
        term=range(old.terms),
    )


# For each parameter: its axes that have a width, and the axes along which new elements start at
# zero (the output weights of new features and neurons).
_AXES = {
    "mapping.last.weight": ({0: "feature"}, ()),
    "mapping.last.bias": ({0: "feature"}, ()),
    "kernel": ({1: "mixed"}, ()),
    "kernel_bias": ({0: "mixed"}, ()),
    "region": ({1: "gates", 2: "pair"}, (2,)),
    "region_bias": ({1: "gates"}, ()),
    "total": ({0: "total", 1: "pair"}, (1,)),
    "total_bias": ({0: "total"}, ()),
    "value": ({0: "hidden", 1: "joined"}, (1,)),
    "value_bias": ({0: "hidden"}, ()),
    "wdl": ({1: "hidden"}, (1,)),
    "dynamic": ({0: "term", 1: "pair", 2: "hidden"}, (1, 2)),
    "dynamic_bias": ({0: "term", 1: "pair"}, (1,)),
    "policy_bias": ({0: "term"}, ()),
}


def shape_of(weights):
    """The shape of the student with this state dict."""
    total, joined = weights["total"].shape[0], weights["value"].shape[1]
    points = weights["mapping.first.weight"].shape[1] // 4  # of a line, one-hot of four digits
    return netfile.Shape(
        reach=points // 2,
        channels=weights["total"].shape[1] // 2,
        depthwise=weights["kernel"].shape[1],
        region=(joined - total) // 3,
        total=total,
        value=weights["value"].shape[0],
        terms=weights["dynamic"].shape[0],
    )


def check_not_narrower(old, new):
    """Raises ValueError if a student of shape `old` cannot be widened to shape `new`."""
    if old.reach != new.reach or any(a > b for a, b in zip(old, new)):
        raise ValueError(f"{old} cannot become {new}: it can only become wider, with equal reach")


def check(parts, shape, mapping_width, colours):
    """Raises ValueError if the student with these parts (state dicts) cannot be widened to `shape`,
    with a mapping of this width and a part for each of `colours`."""
    if len(parts) > colours:
        raise ValueError("it has a part for each colour, and two parts cannot become one")
    check_not_narrower(shape_of(parts[0]), shape)
    width = parts[0]["mapping.first.weight"].shape[0]
    if width != mapping_width:
        raise ValueError(f"its mapping has width {width}, not {mapping_width}")


def widened(weights, new, fresh):
    """The state dict `weights` of a part, widened to shape `new`. `check` must have passed. `fresh`
    is the state dict of a new part; it fills what is missing."""
    indices, result = _new_indices(shape_of(weights), new), {}
    for name, source in weights.items():
        axes, zeroed = _AXES.get(name, ({}, ()))
        grown, index = fresh[name].clone().float().cpu(), []
        for axis, size in enumerate(source.shape):
            index.append(torch.tensor(list(indices[axes[axis]] if axis in axes else range(size))))
        for axis in zeroed:
            added = torch.ones(grown.shape[axis], dtype=torch.bool)
            added[index[axis]] = False
            grown.index_fill_(axis, torch.nonzero(added).flatten(), 0)
        grown[torch.meshgrid(*index, indexing="ij")] = source.float().cpu()
        if axes.get(0) == "term":
            grown[len(source) + 1 :: 2] = grown[len(source) :: 2]
        result[name] = grown
    return result
