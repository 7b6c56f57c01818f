"""A wider student that begins where a narrower one ended: it says the same, and its new numbers are
random inside and without effect outside, until they have learned."""
import itertools

import torch

from . import netfile


def _features(old, new):
    """Where the features of a point went: those of the 3x3 kernel first."""
    return [
        i if i < old.depthwise else new.depthwise + i - old.depthwise for i in range(old.channels)
    ]


def _places(old, new):
    """For each kind of axis the new places of the old numbers."""
    feature = _features(old, new)
    gated = [
        new.total + kind * new.region + i for kind, i in itertools.product(range(3), range(old.region))
    ]
    return dict(
        feature=feature,
        pair=feature + [new.channels + i for i in feature],
        mixed=range(old.depthwise),
        gates=[*range(old.region), *range(new.region, new.region + old.region)],
        total=range(old.total),
        joined=[*range(old.total), *gated],
        hidden=range(old.value),
    )


# The axes of a parameter that have a width, and those along which a new number is silent at first:
# what a new feature or neuron says has no weight.
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
    "dynamic": ({1: "pair", 2: "hidden"}, (1, 2)),
    "dynamic_bias": ({1: "pair"}, (1,)),
}


def shape_of(weights):
    """The shape of the student with this state dict."""
    total, joined = weights["total"].shape[0], weights["value"].shape[1]
    points = weights["mapping.first.weight"].shape[1] // 4  # of a line, each one of four things
    return netfile.Shape(
        reach=points // 2,
        channels=weights["total"].shape[1] // 2,
        depthwise=weights["kernel"].shape[1],
        region=(joined - total) // 3,
        total=total,
        value=weights["value"].shape[0],
        terms=weights["dynamic"].shape[0],
    )


def refuse_shrinking(old, new):
    """ValueError if a student of shape `old` cannot become one of shape `new`."""
    if (old.reach, old.terms) != (new.reach, new.terms) or any(a > b for a, b in zip(old, new)):
        raise ValueError(f"{old} cannot become {new}: only wider, with the same reach and terms")


def refuse(parts, shape, mapping_width, colours):
    """ValueError if the student with parts of these state dicts cannot become one of this shape, with
    a mapping of this width and so many parts."""
    if len(parts) > colours:
        raise ValueError(
            "it has a part for each colour, and a student of two colours cannot become one of one"
        )
    refuse_shrinking(shape_of(parts[0]), shape)
    width = parts[0]["mapping.first.weight"].shape[0]
    if width != mapping_width:
        raise ValueError(f"a mapping {width} wide cannot become one {mapping_width} wide")


def widened(weights, new, fresh):
    """The state dict `weights` of a part as one of shape `new`, which was not refused; `fresh` is that
    of a new part, for what is missing."""
    places, result = _places(shape_of(weights), new), {}
    for name, source in weights.items():
        axes, silent = _AXES.get(name, ({}, ()))
        grown, index = fresh[name].clone().float().cpu(), []
        for axis, size in enumerate(source.shape):
            index.append(torch.tensor(list(places[axes[axis]] if axis in axes else range(size))))
        for axis in silent:
            added = torch.ones(grown.shape[axis], dtype=torch.bool)
            added[index[axis]] = False
            grown.index_fill_(axis, torch.nonzero(added).flatten(), 0)
        grown[torch.meshgrid(*index, indexing="ij")] = source.float().cpu()
        result[name] = grown
    return result
