"""One slice of GPU time: go on with the teacher, then distil students from it. training/slice.sh
starts it.

After a crash the same command goes on from the last checkpoint, with the time that is left.
"""
import argparse
import math
import os
import re
import sys

import torch

from . import build, kernels, pupil, replay, student
from .home import Home
from .schooling import Schooling
from .teaching import Teaching, parse_size

REHEARSAL = 100  # steps of self-play until the second part is rehearsed
TRIALS = 3  # of training the teacher

# The parts that make what a slice is for. One that failed is tried again where that may help, so
# what counts is how its last trial ended.
RESULTS = ("train", "grow", "save_replay", "label", "measure", "teach")


def student_described(text):
    try:
        return pupil.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error))


def two_weights(text):
    try:
        teacher, search = (float(word) for word in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not two numbers, as 0.5,0.5")
    if not (math.isfinite(teacher) and math.isfinite(search)):
        raise argparse.ArgumentTypeError(f"'{text}' has a number that is none")
    return teacher, search


def above(least, kind=float):
    """Reads numbers that are larger than `least`."""

    def read(text):
        try:
            number = kind(text)
        except ValueError:
            number = math.nan
        if not least < number < math.inf:
            wanted = "whole number" if kind is int else "number"
            raise argparse.ArgumentTypeError(f"'{text}' is not a {wanted} above {least}")
        return number

    return read


def blocks_by_channels(text):
    if not re.fullmatch("[1-9][0-9]?x[1-9][0-9]{0,3}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not blocks x channels, as 8x96")
    return text


def existing_file(text):
    if not os.path.isfile(text):
        raise argparse.ArgumentTypeError(f"there is no file {text}")
    return text


def existing_folder(text):
    if not os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"there is no folder {text}")
    return text


def holding(what, is_that):
    """Reads names of files of PyTorch's that hold what they should: a table for which `is_that`."""

    def read(text):
        existing_file(text)
        try:
            table = torch.load(text, map_location="cpu")
        except Exception:  # a file of another kind may fail in any way
            table = None
        if not isinstance(table, dict) or not is_that(table):
            raise argparse.ArgumentTypeError(f"{text} is not {what}")
        return text

    return read


file_of_students = holding(
    "a file of students", lambda table: all(map(student.is_state, table.values()))
)


class OneLine(argparse.ArgumentParser):
    """Says what is wrong and nothing else: the options are too many to read on top of it."""

    def error(self, message):
        self.exit(2, f"slice: {message}\n")


def arguments(words=None):
    parser = OneLine(prog="slice", description=__doc__.split("\n")[0])
    add = parser.add_argument
    add("--out", required=True, help="folder for logs and results")
    add("--device", default="cuda")
    add("--rules", default="freestyle", choices=sorted(build.RULES))
    add("--board", type=int, default=15, choices=build.BOARDS, help="its rows")
    add("--check", action="store_true", help="only say whether all this can be done")
    add("--minutes", type=above(0), default=25, help="from the first start to the end")
    add("--distil-minutes", type=above(0), default=7.5, help="of these, kept for the students")
    checkpoint = holding("a teacher's checkpoint", lambda table: "sd" in table)
    add("--teacher", type=checkpoint, help="checkpoint to go on from")
    state = holding("a training state", lambda table: "weights" in table)
    add("--state", type=state, help="its training state, if any")
    add("--replay", type=existing_file, help="its replay file, if any")
    add(
        "--games",
        type=existing_folder,
        help="folder of packed games (*.games) to label as well; those that come later are found, too",
    )
    add("--deviations", type=above(-1, int), default=2, help="from each position of these games")
    add(
        "--belief",
        type=two_weights,
        metavar="T,S",
        help="weights of the teacher and of the search in their values, instead of those that fit best",
    )
    add(
        "--size", type=blocks_by_channels, default="8x96", help="blocks x channels of a new teacher"
    )
    add("--grow", type=blocks_by_channels, help="of a larger teacher that takes over")
    add("--grow-minutes", type=above(0), default=6, help="after so many minutes of the old one")
    add("--growth-batches", type=above(0, int), help="fewer on the replay before that, for tests")
    add("--slots", type=above(0, int), default=4096, help="games played at once")
    add("--ring", type=above(60, int), default=2000, help="steps of self-play that are remembered")
    add("--batch", type=above(0, int), default=4096)
    add("--student-batch", type=above(0, int), default=4096)
    add("--rate", type=above(0), default=1e-3)
    add(
        "--first-simulations", type=above(0, int), default=32, help="in the first third of the time"
    )
    add("--simulations", type=above(0, int), default=64)
    add("--candidates", type=above(0, int), default=16)
    add("--arena-games", type=above(-1, int), default=512)
    add("--arena-simulations", type=above(0, int), default=32)
    add(
        "--positions",
        type=above(0, int),
        default=5_000_000,
        help="searched ones to distil from; as many deviations",
    )
    add(
        "--student",
        action="append",
        type=student_described,
        help="one to train, as NAME:KEY=VALUE,... (see pupil.py); again for others. Otherwise line9",
    )
    add("--students", type=file_of_students, help="students.pt of another slice, to begin from")
    add("--mapping-width", type=above(0, int), default=256)
    add("--teacher-steps", type=above(0, int), help="ends self-play before its time")
    add("--student-steps", type=above(0, int), help="ends each student before its time")
    add("--seed", type=int, default=1)
    options = parser.parse_args(words)
    names = [one.name for one in options.student or []]
    for name in names:
        if names.count(name) > 1:
            parser.error(f"two students have the name {name}: one would take the other's place")
    return options


def train_teacher(home, options, teaching, schooling, end):
    """Until `end`, seconds of the slice; with a larger network for the later part if one is
    wanted."""

    def rehearse(step):
        if step == REHEARSAL and not teaching.resumed:
            home.attempt(schooling.rehearse, teaching)

    def train(begin, end):
        for _ in range(TRIALS):
            if (
                home.elapsed() >= end
                or home.is_stopped()
                or home.attempt(teaching.train, begin, end, rehearse)
            ):
                return
            home.attempt(teaching.restart)

    begin = 0.0
    if options.grow and teaching.size() != parse_size(options.grow):
        begin = min(60 * options.grow_minutes, end)
        train(0.0, begin)
        home.attempt(teaching.grow, parse_size(options.grow))
    train(begin, end)


def check(options):
    """Ends with a line on what this machine or the files do not allow."""
    if kernels.is_cuda(options.device) and not torch.cuda.is_available():
        raise SystemExit("slice: PyTorch finds no GPU; --device cpu is for trying things out")
    try:
        if options.replay:
            replay.read(options.replay)
        Schooling(None, options)
    except ValueError as error:
        raise SystemExit(f"slice: {error}")


def main(words=None):
    options = arguments(words)
    kernels.play_by(options.rules, options.board)
    check(options)
    if options.check:
        return 0
    home = Home(options.out)
    torch.manual_seed(options.seed + int(home.elapsed()))
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
    end = 60 * options.minutes
    schooling = Schooling(home, options)
    teaching = Teaching(home, options)
    train_teacher(home, options, teaching, schooling, end - 60 * options.distil_minutes)
    home.attempt(teaching.save_replay)
    positions = home.attempt(schooling.label, teaching, options.positions)
    home.attempt(teaching.measure)
    if positions is not None:
        home.attempt(schooling.teach, positions, end)
    failed = [part for part in RESULTS if part in home.failed]
    home.say(event="done", missing=failed)  # "failed" is the word for a part that just did
    with open(home.local("done"), "w") as file:
        file.write(f"{' '.join(['failed', *failed])}\n" if failed else "done\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
