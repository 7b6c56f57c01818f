"""For the protocols: lines of standard input, of any bytes and with their carriage returns; and their programs."""

import os
import sys
from typing import Callable, Iterator


def lines() -> Iterator[str]:
    raw = getattr(sys.stdin, "buffer", None)
    if raw is None:  # replaced by a test or another program
        yield from sys.stdin
    else:
        for line in raw:
            yield line.decode("utf-8", "replace")


def program(run: Callable[[], int]) -> int:
    """Run a program that answers standard input and return its exit status. Ctrl-C and an output that nobody reads end it
    as they end `pentad`, without a traceback."""
    try:
        return run()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError as error:
        print(f"{sys.argv[0]}: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is not tried again at the exit
        return 1
