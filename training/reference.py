"""The quantized inference of the net (docs/develop/net.md) in NumPy.

This is the specification: every other implementation (C scalar, AVX2, AVX-512, WebAssembly) must
give the same integers. Sums are computed in 64 bits here; docs/develop/net.md says why 16 and 32 bits are
enough, and asserts check it.
"""
import numpy as np

from . import codebook, netfile

FEATURE_MAX = 255
BLACK, WHITE = 1, 2


def region_width(size):
    """Rows (and columns) of an outer region; the middle region has the rest."""
    return (size + 1) // 3


def region_of(size):
    """[size]: the third (0 to 2) of each row or column."""
    width = region_width(size)
    return np.array([0 if i < width else 2 if i >= size - width else 1 for i in range(size)])


def pool(sums, cells):
    """64 times the mean, in integers: (sum * (2^22 / cells)) >> 16; 0 without cells."""
    return sums * ((1 << 22) // cells) >> 16 if cells else np.zeros_like(sums)


def features(net, board):
    """[size, size, 2, channels]: the features of every point after the depthwise convolution, for
    black and for white, each with its own part of the net."""
    shape, size = net.shape, board.shape[0]
    out = np.zeros((size, size, 2, shape.channels), np.int64)
    for half, own in enumerate((BLACK, WHITE)):
        part = net.part(half)
        arrays = part.arrays
        lines = codebook.board_lines(board, own, shape.reach)
        feature = np.clip(part.table[lines].sum(2, dtype=np.int64), 0, FEATURE_MAX)
        depth = shape.depthwise
        padded = np.zeros((size + 2, size + 2, depth), np.int64)
        padded[1:-1, 1:-1] = feature[:, :, :depth]
        mixed = np.broadcast_to(arrays["kernel_bias"].astype(np.int64), (size, size, depth)).copy()
        for k in range(9):
            mixed += (
                arrays["kernel"][k].astype(np.int64)
                * padded[k // 3 : k // 3 + size, k % 3 : k % 3 + size]
            )
        assert np.abs(mixed).max() <= 32767
        feature[:, :, :depth] = np.clip(mixed >> 5, 0, FEATURE_MAX)
        out[:, :, half] = feature
    return out


def dense(weights, bias, x):
    y = bias.astype(np.int64) + weights.astype(np.int64) @ x.astype(np.int64)
    assert np.abs(y).max() < 1 << 31
    return y


def evaluate(net, board, to_move):
    """Evaluates a board of 0, 1 (black), 2 (white). Returns a dict: `wdl` (three logits for the
    side to move), `value` (-32767 to 32767), `policy` ([size, size] logits; meaningful on empty
    points) and `hidden`."""
    shape, size, own = net.shape, board.shape[0], to_move - BLACK
    arrays = net.part(own).arrays
    point = features(net, board)
    point = np.concatenate([point[:, :, own], point[:, :, 1 - own]], 2)  # own half first

    third = region_of(size)
    gated = np.zeros((3, shape.region), np.int64)  # corners, sides, middle
    for i in range(3):
        for j in range(3):
            inside = point[third == i][:, third == j]
            kind = (i == 1) + (j == 1)
            x = pool(inside.sum((0, 1)), inside.shape[0] * inside.shape[1])
            y = dense(arrays["region"][kind], arrays["region_bias"][kind], x) >> 10
            amount, gate = np.clip(y[: shape.region], 0, 255), np.clip(
                y[shape.region :] + 128, 0, 256
            )
            gated[kind] += amount * gate >> 8
    total = np.clip(
        dense(arrays["total"], arrays["total_bias"], pool(point.sum((0, 1)), size * size)) >> 10,
        0,
        255,
    )
    hidden = np.concatenate([total, gated.reshape(-1)])
    hidden = np.clip(dense(arrays["value"], arrays["value_bias"], hidden) >> 7, 0, 255)

    wdl = dense(arrays["wdl"], arrays["wdl_bias"], hidden)
    share = arrays["exp"].astype(np.int64)[
        np.minimum((wdl.max() - wdl) >> 6, len(arrays["exp"]) - 1)
    ]
    balance = int(share[0] - share[2]) * 32767
    value = abs(balance) // int(share.sum()) * (1 if balance >= 0 else -1)

    dynamic = (
        dense(
            arrays["dynamic"].reshape(-1, shape.value), arrays["dynamic_bias"].reshape(-1), hidden
        )
        >> 7
    )
    dynamic = np.clip(dynamic, -511, 511).reshape(shape.terms, -1)
    term = point @ dynamic.T + arrays["policy_bias"].astype(np.int64)
    term[:, :, 1:] = np.maximum(term[:, :, 1:], 0)
    policy = term @ np.array(netfile.policy_signs(shape.terms))
    return dict(wdl=wdl, value=value, policy=policy, hidden=hidden)
