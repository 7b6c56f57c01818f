"""One training run: self-play training of the teacher, then distillation into students. Started by
training/train.sh.

After a crash the same command resumes from the last checkpoint, with the time that is left.
"""
import argparse
import math
import os
import re
import sys

import torch

from . import build, kernels, replay, student, student_spec
from .distil_stage import DistilStage
from .run_dir import RunDir
from .selfplay_stage import SelfPlayStage, parse_size

DRY_RUN_STEP = 100  # the step of self-play after which distillation is tried out
TEACHER_ATTEMPTS = 3

# The steps whose results a run is for. A step that failed is retried where that may help, so its
# last attempt counts.
REQUIRED_STEPS = ("train", "grow", "save_replay", "label", "evaluate", "train_students")


def student_option(text):
    try:
        return student_spec.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error))


def two_weights(text):
    try:
        teacher, search = (float(word) for word in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not two numbers like 0.5,0.5")
    if not (math.isfinite(teacher) and math.isfinite(search)):
        raise argparse.ArgumentTypeError(f"'{text}' contains a number that is not finite")
    return teacher, search


def above(least, kind=float):
    """An option type: numbers above `least`."""

    def read(text):
        try:
            number = kind(text)
        except ValueError:
            number = math.nan
        if not least < number < math.inf:
            expected = "whole number" if kind is int else "number"
            raise argparse.ArgumentTypeError(f"'{text}' is not a {expected} above {least}")
        return number

    return read


def share(text):
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 0 to below 1")
    return number


def blocks_by_channels(text):
    if not re.fullmatch("[1-9][0-9]?x[1-9][0-9]{0,3}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not BLOCKSxCHANNELS, for example 8x96")
    return text


def existing_file(text):
    if not os.path.isfile(text):
        raise argparse.ArgumentTypeError(f"no such file: {text}")
    return text


def existing_folder(text):
    if not os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"no such folder: {text}")
    return text


def torch_file(what, is_valid):
    """An option type: paths of PyTorch files that hold a dict for which `is_valid` is true."""

    def read(text):
        existing_file(text)
        try:
            table = torch.load(text, map_location="cpu")
        except Exception:  # a file of another format may fail in any way
            table = None
        if not isinstance(table, dict) or not is_valid(table):
            raise argparse.ArgumentTypeError(f"{text} is not {what}")
        return text

    return read


students_file = torch_file(
    "a file of students", lambda table: all(map(student.is_student_state, table.values()))
)


class OneLineParser(argparse.ArgumentParser):
    """Prints errors without the usage: with so many options it would hide the message."""

    def error(self, message):
        self.exit(2, f"train: {message}\n")


def arguments(words=None):
    parser = OneLineParser(
        prog="python3 -m training.train_run", description=__doc__.split("\n\n")[0]
    )
    add = parser.add_argument
    add("--out", required=True, help="run directory, for logs and results")
    add("--device", default="cuda", help="cuda or cpu (default: cuda)")
    add(
        "--rules",
        default="freestyle",
        choices=sorted(build.RULES),
        help="rule set (default: freestyle)",
    )
    add("--board", type=int, default=15, choices=build.BOARDS, help="board size (default: 15)")
    add("--check", action="store_true", help="only check the options and the files they name")
    add("--minutes", type=above(0), default=25, help="length of the run (default: 25)")
    add(
        "--distil-minutes",
        type=above(0),
        default=7.5,
        help="minutes of the run reserved for distillation (default: 7.5)",
    )
    checkpoint = torch_file("a teacher's checkpoint", lambda table: "sd" in table)
    add("--teacher", type=checkpoint, help="checkpoint to start from (default: random weights)")
    state = torch_file("a training state", lambda table: "weights" in table)
    add("--state", type=state, help="training state of that teacher, to start warm")
    add("--replay", type=existing_file, help="replay file of that teacher, to start warm")
    add(
        "--games",
        type=existing_folder,
        help="folder of packed engine games (*.games) to distil from; read when labelling starts",
    )
    add(
        "--deviations",
        type=above(-1, int),
        default=2,
        help="deviations from each position of these games (default: 2)",
    )
    add(
        "--label-mix",
        "--belief",
        type=two_weights,
        metavar="T,S",
        help="weights of teacher and search in the value labels of these games (default: fitted)",
    )
    add(
        "--size",
        type=blocks_by_channels,
        default="8x96",
        metavar="BxC",
        help="blocks and channels of a new teacher (default: 8x96)",
    )
    add(
        "--grow",
        type=blocks_by_channels,
        metavar="BxC",
        help="switch to a teacher of this size during the run",
    )
    add("--grow-minutes", type=above(0), default=6, help="when to switch (default: 6)")
    add(
        "--growth-batches",
        type=above(0, int),
        help="train the new teacher on fewer batches before it plays, for tests",
    )
    add("--slots", type=above(0, int), default=4096, help="games played at once (default: 4096)")
    add(
        "--ring",
        type=above(60, int),
        default=2000,
        help="capacity of the replay buffer in steps of self-play (default: 2000)",
    )
    add("--batch", type=above(0, int), default=4096, help="batch size (default: 4096)")
    add(
        "--student-batch",
        type=above(0, int),
        default=4096,
        help="batch size of students (default: 4096)",
    )
    add(
        "--rate",
        type=above(0),
        default=1e-3,
        help="peak learning rate of the teacher (default: 0.001)",
    )
    add(
        "--first-simulations",
        type=above(0, int),
        default=32,
        help="simulations of a search in the first third of self-play (default: 32)",
    )
    add(
        "--simulations",
        type=above(0, int),
        default=64,
        help="simulations of a search after that (default: 64)",
    )
    add(
        "--candidates",
        type=above(0, int),
        default=16,
        help="root moves considered by the Gumbel search (default: 16)",
    )
    add(
        "--explore",
        type=share,
        default=0.0,
        help="replace this share of the moves of self-play with random ones, and do not train the "
        "teacher: self-play only makes searched positions to distil from (default: 0)",
    )
    add(
        "--arena-games",
        type=above(-1, int),
        default=512,
        help="games of the new teacher against the old one (default: 512)",
    )
    add(
        "--arena-simulations",
        type=above(0, int),
        default=32,
        help="simulations of a search in these games (default: 32)",
    )
    add(
        "--positions",
        type=above(0, int),
        default=5_000_000,
        help="searched positions to distil from, and as many deviations (default: 5000000)",
    )
    add(
        "--student",
        action="append",
        type=student_option,
        metavar="NAME:KEY=VALUE,...",
        help="a student to train (see student_spec.py); repeat for more (default: line9)",
    )
    add("--students", type=students_file, help="students.pt of another run, for begin=")
    add(
        "--mapping-width",
        type=above(0, int),
        default=256,
        help="hidden width of the network that maps lines to codebook rows (default: 256)",
    )
    add("--teacher-steps", type=above(0, int), help="end self-play after this many steps")
    add("--student-steps", type=above(0, int), help="end each student after this many steps")
    add("--seed", type=int, default=1, help="random seed (default: 1)")
    options = parser.parse_args(words)
    if options.explore and not options.teacher:
        parser.error("--explore does not train the teacher, so it needs one: --teacher FILE")
    names = [spec.name for spec in options.student or []]
    for name in names:
        if names.count(name) > 1:
            parser.error(f"two students have the name {name}: one would overwrite the other")
    return options


def train_teacher(run_dir, options, selfplay_stage, distil_stage, end):
    """Trains until `end`, seconds since the start of the run; with --grow, with a larger network
    after a while."""

    def dry_run(step):
        if step == DRY_RUN_STEP and not selfplay_stage.resumed:
            run_dir.attempt(distil_stage.dry_run, selfplay_stage)

    def train(begin, end):
        for _ in range(TEACHER_ATTEMPTS):
            if (
                run_dir.elapsed() >= end
                or run_dir.is_stop_requested()
                or run_dir.attempt(selfplay_stage.train, begin, end, dry_run)
            ):
                return
            run_dir.attempt(selfplay_stage.restart)

    begin = 0.0
    if options.grow and selfplay_stage.size() != parse_size(options.grow):
        begin = min(60 * options.grow_minutes, end)
        train(0.0, begin)
        run_dir.attempt(selfplay_stage.grow, parse_size(options.grow))
    train(begin, end)


def check(options):
    """Exits with a message if the machine or the files do not allow the run."""
    if kernels.is_cuda(options.device) and not torch.cuda.is_available():
        raise SystemExit("train: PyTorch finds no GPU; use --device cpu for small experiments")
    try:
        if options.replay:
            replay.read(options.replay)
        DistilStage(None, options)
    except ValueError as error:
        raise SystemExit(f"train: {error}")


def main(words=None):
    options = arguments(words)
    kernels.configure(options.rules, options.board)
    check(options)
    if options.check:
        return 0
    run_dir = RunDir(options.out)
    torch.manual_seed(options.seed + int(run_dir.elapsed()))
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    end = 60 * options.minutes
    distil_stage = DistilStage(run_dir, options)
    selfplay_stage = SelfPlayStage(run_dir, options)
    train_teacher(
        run_dir, options, selfplay_stage, distil_stage, end - 60 * options.distil_minutes
    )
    run_dir.attempt(selfplay_stage.save_replay)
    positions = run_dir.attempt(distil_stage.label, selfplay_stage, options.positions)
    run_dir.attempt(selfplay_stage.evaluate)
    if positions is not None:
        run_dir.attempt(distil_stage.train_students, positions, end)
    failed = [step for step in REQUIRED_STEPS if step in run_dir.failed]
    run_dir.log(event="done", missing=failed)  # not "failed": train.sh greps for that word
    with open(run_dir.scratch_path("done"), "w") as file:
        file.write(f"{' '.join(['failed', *failed])}\n" if failed else "done\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
