"""Sums of rows of a table, with gradients: the widest part of a student's step.

How gradients are added up decides how long a step takes. PyTorch sorts the numbers and lets one
group of threads add all that belongs to a row, and 18 % of all lines are the empty one; atomic
additions queue up for that row just as well. Copies of the table, taken in turn, shorten the queue.
Which way and how many copies are best is a matter of the machine, so it is measured.
"""
import time
from collections import namedtuple

import torch
import torch.nn.functional as F

# `adds`: by atomic additions instead of sorting.
Way = namedtuple("Way", "adds copies")
PLAIN = Way(False, 1)
WAYS = [Way(adds, copies) for adds in (False, True) for copies in (1, 8, 32, 128)]
TRIALS = 4


class _Added(torch.autograd.Function):
    @staticmethod
    def forward(context, numbers, table):
        context.save_for_backward(numbers)
        context.rows = table.shape[0]
        return F.embedding_bag(numbers, table, mode="sum")

    @staticmethod
    def backward(context, gradient):
        (numbers,) = context.saved_tensors
        gradient = gradient.contiguous()
        rows = gradient.new_zeros(context.rows, gradient.shape[1])
        for column in numbers.t():
            rows.index_add_(0, column.contiguous(), gradient)
        return None, rows


def summed(numbers, table, way=PLAIN):
    """[count, n] int32 -> for each the sum of its n rows of the table."""
    if way.copies > 1:
        turn = torch.arange(numbers.shape[0], dtype=torch.int32, device=numbers.device)
        numbers = numbers + (turn % way.copies * table.shape[0]).unsqueeze(1)
        table = table.repeat(way.copies, 1)
    if way.adds:
        return _Added.apply(numbers, table)
    return F.embedding_bag(numbers, table, mode="sum")


def _milliseconds(numbers, table, way):
    leaf = table.detach().clone().requires_grad_()
    for trial in range(TRIALS + 1):
        if trial == 1:  # the first is for the allocator
            begin = _now(table)
        result = summed(numbers, leaf, way)
        result.backward(result.detach())
    return 1000 * (_now(table) - begin) / TRIALS


def _now(tensor):
    if tensor.is_cuda:
        torch.cuda.synchronize()
    return time.time()


def quickest(numbers, table, ways=tuple(WAYS)):
    """The best of the ways, and the milliseconds of each by name. One that fails is none."""
    times = {}
    for way in ways:
        try:
            times[way] = _milliseconds(numbers, table, way)
        except RuntimeError:  # no memory, most likely
            continue
    named = {f"{'add' if way.adds else 'sort'}{way.copies}": took for way, took in times.items()}
    return min(times, key=times.get, default=PLAIN), named
