"""The Go Text Protocol for five in a row; by default, to the byte, the course's random player."""

from ._pentad import Session
from ._stdin import lines as _lines

__all__ = ["Session", "run"]


def run(player: str = "random", profile: str = "course") -> None:
    """Answer the lines of sys.stdin on sys.stdout until `quit` or the end of input.

    The arguments are those of Session, and so are the exceptions.
    """
    session = Session(player, profile)
    for line in _lines():
        print(session.command(line.replace("\0", "")), end="", flush=True)
        if session.finished:
            break


if __name__ == "__main__":
    run()
