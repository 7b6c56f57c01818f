"""The Go Text Protocol for five in a row; by default, to the byte, the course's random player."""

import argparse as _argparse
import sys as _sys

from ._pentad import Session
from ._stdin import lines as _lines, program as _program

__all__ = ["Session", "run"]


def run(player: str = "random", profile: str = "course") -> None:
    """Answer the lines of sys.stdin on sys.stdout until `quit` or the end of input.

    The arguments are those of Session, and so are the exceptions.
    """
    _answer(Session(player, profile))


def _answer(session: Session) -> int:
    for line in _lines():
        print(session.command(line.replace("\0", "")), end="", flush=True)
        if session.finished:
            break
    return 0


def _main() -> int:
    parser = _argparse.ArgumentParser(prog="python3 -m pentad.gtp", description=__doc__, epilog="See `pentad gtp --help`.")
    parser.add_argument("--player", default="random", help="such as strong:500 or level:3 (default: random)")
    parser.add_argument("--profile", default="course", help="course or gogui (default: course)")
    options = parser.parse_args()
    try:
        session = Session(options.player, options.profile)
    except ValueError as error:
        parser.error(str(error))
    return _program(lambda: _answer(session))


if __name__ == "__main__":
    _sys.exit(_main())
