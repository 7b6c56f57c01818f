"""The controller of Gomoku in the Mist: 19 x 19, five or more win, seen through a 7 x 7 hole."""

import sys as _sys
from typing import Iterator as _Iterator

from ._pentad import Controller

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


# Text streams take a carriage return away, which here makes a command invalid.
def _lines() -> _Iterator[str]:
    raw = getattr(_sys.stdin, "buffer", None)
    if raw is None:
        yield from _sys.stdin
    else:
        for line in raw:
            yield line.decode("utf-8", "replace")


if __name__ == "__main__":
    _sys.exit(run())
