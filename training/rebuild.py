"""Rebuilds a student's floats from a net file, so that training can continue from a net whose
floats were not kept.

All layers after the rows are exact: the integers divided by their scales. The rows come from a
mapping network that is fitted to them, with common lines weighted more than rare ones. They are
close but not equal, and the difference is printed. (The student that made the file had such a
mapping network too.)
"""
import argparse
import math
import os
import random
import sys
import time

import numpy as np
import torch

from . import codebook, netfile, student, vectors
from .train_run import above, existing_file, students_file

RATE, WARM_UP = 2e-3, 100
COMMON = 0.5  # the weight of a line is how often it was seen, to this power
BOARDS = 1000  # at most, to count lines on


def scales():
    """For each array after the rows: the integer that stands for 1, and the offset (see
    student.to_net)."""
    weight, pooled = student.WEIGHT, 512 * student.WEIGHT
    inner = student.ACTIVATION * student.WEIGHT
    return dict(
        kernel=(student.KERNEL, 0),
        kernel_bias=(student.ACTIVATION * student.KERNEL, student.KERNEL // 2),
        region=(weight, 0),
        region_bias=(pooled, 512),
        total=(weight, 0),
        total_bias=(pooled, 512),
        value=(weight, 0),
        value_bias=(inner, 64),
        wdl=(weight, 0),
        wdl_bias=(inner, 0),
        dynamic=(weight, 0),
        dynamic_bias=(inner, 64),
        policy_bias=(student.ACTIVATION * student.ACTIVATION, 0),
    )


def weights_of_lines(reach, boards, seed=1):
    """[lines]: the weight of an error, 1 on average, from how often each line occurs on the boards,
    or on random ones."""
    rng = random.Random(seed)
    boards = list(boards) or [vectors.random_position(rng)[0] for _ in range(BOARDS)]
    count = np.ones(codebook.line_count(reach))
    for board in boards:
        for colour in (1, 2):
            lines = codebook.board_lines(board, colour, reach).reshape(-1)
            count += np.bincount(lines, minlength=len(count))
    count = (count + count[codebook.reversed_lines(reach)]) ** COMMON
    return count / count.mean()


def fit(mapping, table, weight, steps, seconds, say):
    """Trains a mapping on the rows `table` (divided by 64) for at most `steps` and `seconds`."""
    optimizer = torch.optim.Adam(mapping.parameters(), RATE, betas=(0.9, 0.99))
    begin = told = time.time()
    step, fraction = 0, 0.0
    while step < steps and fraction < 1:
        fraction = max(step / steps, (time.time() - begin) / seconds)
        for group in optimizer.param_groups:
            rate = 0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(1.0, fraction)))
            group["lr"] = RATE * min(1, (step + 1) / WARM_UP) * rate
        error = ((mapping() - table).square().mean(1) * weight).mean()
        optimizer.zero_grad(set_to_none=True)
        error.backward()
        optimizer.step()
        step += 1
        if time.time() - told > 5:
            told = time.time()
            off = student.ACTIVATION * error.item() ** 0.5
            say(f"{step} steps, {told - begin:.0f} s: off by {off:.2f}")
    return step


def rebuilt(net, width=256, device="cpu", steps=20000, seconds=math.inf, boards=(), say=print):
    """The state dict of a student whose outputs are close to the net's."""
    made = student.Student(net.shape, width, len(net.parts)).to(device)
    weight = weights_of_lines(net.shape.reach, boards)
    for part, given in zip(made.parts, net.parts):
        with torch.no_grad():
            for name, (scale, extra) in scales().items():
                array = (given.arrays[name].astype(np.float64) - extra) / scale
                getattr(part, name).copy_(torch.from_numpy(array))
        table = torch.from_numpy(given.table / student.ACTIVATION).float().to(device)
        share = torch.from_numpy(weight).float().to(device)
        done = fit(part.mapping, table, share, steps, seconds / len(net.parts), say)
        with torch.no_grad():
            off = student.ACTIVATION * (part.mapping() - table)
        mean, equal = off.square().mean(1), (off.abs() < 0.5).float().mean()
        say(
            f"{done} steps: rows are off by {mean.mean().item() ** 0.5:.2f} of 64, weighted by how "
            f"common lines are by {(mean * share).mean().item() ** 0.5:.2f}; "
            f"{100 * equal.item():.1f} % of the numbers are equal"
        )
    return {name: tensor.detach().cpu() for name, tensor in made.state_dict().items()}


def students_file_or_new(text):
    """The name of a file of students, or of one that does not exist yet."""
    return students_file(text) if os.path.exists(text) else text


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="rebuild", description=__doc__.split("\n\n")[0])
    parser.add_argument("net", metavar="NET", type=existing_file)
    parser.add_argument(
        "students",
        metavar="STUDENTS",
        type=students_file_or_new,
        help="students.pt to create, or to add the student to",
    )
    parser.add_argument("--name", required=True, help="name of the student in that file")
    parser.add_argument(
        "--vectors",
        type=existing_file,
        help="file of test vectors, whose boards show which lines are common",
    )
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--mapping-width", type=above(0, int), default=256)
    parser.add_argument("--steps", type=above(0, int), default=20000, help="maximum (default: 20000)")
    parser.add_argument("--seconds", type=above(0), default=math.inf, help="maximum (default: no limit)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    with open(options.net, "rb") as file:
        try:
            net = netfile.from_bytes(file.read())
        except netfile.NetError as error:
            parser.error(f"{options.net}: {error}")
    boards = []
    if options.vectors:
        with open(options.vectors, "rb") as file:
            played = vectors.read(file.read())[1][1::2]  # every second board is from a game
            boards = [board for board, _, _ in played[:BOARDS]]
    there = os.path.exists(options.students)
    table = torch.load(options.students, map_location="cpu") if there else {}
    table[options.name] = rebuilt(
        net, options.mapping_width, options.device, options.steps, options.seconds, boards
    )
    torch.save(table, options.students + ".new")  # the other students survive a full disk
    os.replace(options.students + ".new", options.students)
    return 0


if __name__ == "__main__":
    sys.exit(main())
