"""Lines of standard input for a protocol: any bytes are accepted, carriage returns are kept."""

import sys
from typing import Iterator


def lines() -> Iterator[str]:
    raw = getattr(sys.stdin, "buffer", None)
    if raw is None:  # replaced by a test or another program
        yield from sys.stdin
    else:
        for line in raw:
            yield line.decode("utf-8", "replace")
