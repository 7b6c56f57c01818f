"""The controller of Gomoku in the Mist: 19 x 19, five or more win, seen through a 7 x 7 hole."""

import sys as _sys

from ._pentad import Controller
from ._stdin import lines as _lines, program as _program

__all__ = ["Controller", "run"]


def run() -> int:
    """Answer the lines of sys.stdin on sys.stdout until the game or the input ends.

    Return the exit status of the program: 1 after `term`, else 0.
    """
    controller = Controller()
    for line in _lines():
        print(controller.command(line), end="", flush=True)
        if controller.finished:
            break
    return controller.exit_status


if __name__ == "__main__":
    if len(_sys.argv) > 1:
        _sys.exit("usage: python3 -m pentad.mist")
    _sys.exit(_program(run))
