"""Row sums: an embedding bag (sum of codebook rows) with a fast backward pass, the most expensive
part of a student's training step.

The time depends on how the gradients are added up. PyTorch sorts the indices and lets one thread
group add everything that belongs to a row, and 18 % of all lines are the empty line; atomic
additions contend for that row just as much. Several copies of the table, used in turn, reduce the
contention. The best method and number of copies depend on the machine, so they are measured.
"""
import time
from collections import namedtuple

import torch
import torch.nn.functional as F

# `atomic`: gradients by atomic additions instead of sorting.
Method = namedtuple("Method", "atomic copies")
DEFAULT = Method(False, 1)
METHODS = [Method(atomic, copies) for atomic in (False, True) for copies in (1, 8, 32, 128)]
TRIALS = 4


class _AtomicRowSum(torch.autograd.Function):
    @staticmethod
    def forward(context, indices, table):
        context.save_for_backward(indices)
        context.rows = table.shape[0]
        return F.embedding_bag(indices, table, mode="sum")

    @staticmethod
    def backward(context, gradient):
        (indices,) = context.saved_tensors
        gradient = gradient.contiguous()
        rows = gradient.new_zeros(context.rows, gradient.shape[1])
        for column in indices.t():
            rows.index_add_(0, column.contiguous(), gradient)
        return None, rows


def row_sum(indices, table, method=DEFAULT):
    """Indices [count, n] int32 -> for each the sum of its n rows of the table."""
    if method.copies > 1:
        turn = torch.arange(indices.shape[0], dtype=torch.int32, device=indices.device)
        indices = indices + (turn % method.copies * table.shape[0]).unsqueeze(1)
        table = table.repeat(method.copies, 1)
    if method.atomic:
        return _AtomicRowSum.apply(indices, table)
    return F.embedding_bag(indices, table, mode="sum")


def _milliseconds(indices, table, method):
    leaf = table.detach().clone().requires_grad_()
    for trial in range(TRIALS + 1):
        if trial == 1:  # the first one warms up the allocator
            begin = _now(table)
        result = row_sum(indices, leaf, method)
        result.backward(result.detach())
    return 1000 * (_now(table) - begin) / TRIALS


def _now(tensor):
    if tensor.is_cuda:
        torch.cuda.synchronize()
    return time.time()


def fastest(indices, table, methods=tuple(METHODS)):
    """The fastest method, and the milliseconds of each by name. Methods that fail are skipped."""
    times = {}
    for method in methods:
        try:
            times[method] = _milliseconds(indices, table, method)
        except RuntimeError:  # most likely out of memory
            continue
    named = {
        f"{'add' if method.atomic else 'sort'}{method.copies}": took
        for method, took in times.items()
    }
    return min(times, key=times.get, default=DEFAULT), named
