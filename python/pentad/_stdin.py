"""The lines of the standard input for a protocol: any bytes, and a carriage return is kept."""

import sys
from typing import Iterator


def lines() -> Iterator[str]:
    raw = getattr(sys.stdin, "buffer", None)
    if raw is None:  # replaced by a test or another program
        yield from sys.stdin
    else:
        for line in raw:
            yield line.decode("utf-8", "replace")
