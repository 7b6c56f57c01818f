"""One slice of GPU time: go on with the teacher, then distil students from it. training/slice.sh
starts it.

After a crash the same command goes on from the last checkpoint, with the time that is left.
"""
import argparse
import math
import os
import sys

import torch

from . import build, kernels, pupil
from .home import Home
from .schooling import Schooling
from .teaching import Teaching, parse_size

REHEARSAL = 100  # steps of self-play until the second part is rehearsed
TRIALS = 3  # of training the teacher


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


def existing_folder(text):
    if not os.path.isdir(text):
        raise argparse.ArgumentTypeError(f"there is no folder {text}")
    return text


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add = parser.add_argument
    add("--out", required=True, help="folder for logs and results")
    add("--device", default="cuda")
    add("--rules", default="freestyle", choices=sorted(build.RULES))
    add("--board", type=int, default=15, choices=build.BOARDS, help="its rows")
    add("--minutes", type=float, default=25, help="from the first start to the end")
    add("--distil-minutes", type=float, default=7.5, help="of these, kept for the students")
    add("--teacher", help="checkpoint to go on from")
    add("--state", help="its training state, if any")
    add("--replay", help="its replay file, if any")
    add(
        "--games",
        type=existing_folder,
        help="folder of packed games (*.games) to label as well; those that come later are found, too",
    )
    add("--deviations", type=int, default=2, help="from each position of these games")
    add(
        "--belief",
        type=two_weights,
        metavar="T,S",
        help="weights of the teacher and of the search in their values, instead of those that fit best",
    )
    add("--size", default="8x96", help="blocks x channels of a new teacher")
    add("--grow", help="blocks x channels of a larger teacher that takes over")
    add("--grow-minutes", type=float, default=6, help="after so many minutes of the old one")
    add("--growth-batches", type=int, help="fewer batches on the replay before that, for tests")
    add("--slots", type=int, default=4096, help="games played at once")
    add("--ring", type=int, default=2000, help="steps of self-play that are remembered")
    add("--batch", type=int, default=4096)
    add("--student-batch", type=int, default=4096)
    add("--rate", type=float, default=1e-3)
    add("--first-simulations", type=int, default=32, help="in the first third of the time")
    add("--simulations", type=int, default=64)
    add("--candidates", type=int, default=16)
    add("--arena-games", type=int, default=512)
    add("--arena-simulations", type=int, default=32)
    add(
        "--positions",
        type=int,
        default=5_000_000,
        help="searched ones to distil from; as many deviations",
    )
    add(
        "--student",
        action="append",
        type=student_described,
        help="one to train, as NAME:KEY=VALUE,... (see pupil.py); again for others. Otherwise line9",
    )
    add("--students", help="students.pt of another slice, to begin from")
    add("--mapping-width", type=int, default=256)
    add("--teacher-steps", type=int, help="ends self-play before its time")
    add("--student-steps", type=int, help="ends each student before its time")
    add("--seed", type=int, default=1)
    return parser.parse_args()


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


def main():
    options = arguments()
    home = Home(options.out)
    kernels.play_by(options.rules, options.board)
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
    home.say(event="done")
    with open(home.local("done"), "w") as file:
        file.write("done\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
