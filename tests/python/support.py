"""Shared test helpers: dialogues with input() and print(), and table rows that become test methods."""

import contextlib
import io
import signal
import time
from unittest import mock


def rows(table):
    """For a class with a method check(*row): a test method for each row, named by its first item."""
    def decorate(cls):
        for name, *row in table:
            method = f"test_{name}"
            assert not hasattr(cls, method), f"{method} is there twice"
            setattr(cls, method, lambda self, row=row: self.check(*row))
        return cls
    return decorate


def talk(function, lines, *args):
    """Call a function with the lines as standard input; return its result and its output."""
    said = io.StringIO()
    typed = io.StringIO("".join(line + "\n" for line in lines))
    with mock.patch("sys.stdin", typed), contextlib.redirect_stdout(said):
        result = function(*args)
    return result, said.getvalue()


def printed(function, *args):
    return talk(function, [], *args)[1]


class Interrupted(Exception):
    pass


def interrupt(test, work):
    """Call work(seconds) and interrupt it by a signal, as Ctrl-C does: it must not take half of its time."""
    def stop(number, frame):
        raise Interrupted
    before = signal.signal(signal.SIGALRM, stop)
    test.addCleanup(signal.signal, signal.SIGALRM, before)
    start, seconds = time.monotonic(), 120
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    with test.assertRaises(Interrupted):
        work(seconds)
    test.assertLess(time.monotonic() - start, seconds / 2)
