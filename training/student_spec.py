"""The specification of one student of a run: `NAME:KEY=VALUE,...` on the command line."""
import math
import re
from typing import NamedTuple

NAME_MAX = 22  # the net file appends the date and has room for 31 characters


class StudentSpec(NamedTuple):
    name: str  # also the name of its net file
    reach: int = 4  # of its lines: 4 or 5
    games: float = 0.5  # share of its positions that come from engine games, if there are any
    value: float = 1.0  # weight of the value loss; the policy loss has weight 1
    rate: float = 2e-3  # peak learning rate
    time: float = 1.0  # its share of the time, relative to the other students
    # The student to start from: an earlier one of this run or one of --students. It may be
    # narrower. Default: random weights.
    begin: str = ""
    # Widths; docs/develop/net.md says which ones the engine reads.
    features: int = 32
    mixed: int = 16
    gated: int = 16
    whole: int = 32
    hidden: int = 32
    terms: int = 4

    def widths(self):
        return (
            self.reach,
            self.features,
            self.mixed,
            self.gated,
            self.whole,
            self.hidden,
            self.terms,
        )


def _number(key, kind, value):
    try:
        number = kind(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        expected = "a whole number" if kind is int else "a number"
        raise ValueError(f"'{key}={value}': {key} must be {expected}")
    return number


def parse(text):
    """Raises ValueError with the reason."""
    name, _, settings = text.partition(":")
    if not re.fullmatch("[A-Za-z0-9-]{1,%d}" % NAME_MAX, name):
        raise ValueError(
            f"'{name}' is not a valid student name: use up to {NAME_MAX} letters, digits and '-'"
        )
    spec = StudentSpec(name)
    for setting in filter(None, settings.split(",")):
        key, equals, value = setting.partition("=")
        if not equals or key == "name" or key not in StudentSpec._fields:
            raise ValueError(
                f"unknown student setting '{setting}'; known: {', '.join(StudentSpec._fields[1:])}"
            )
        kind = type(getattr(spec, key))
        spec = spec._replace(**{key: value if kind is str else _number(key, kind, value)})
    if not 1 <= spec.mixed <= spec.features or min(spec.gated, spec.whole, spec.hidden) < 1:
        raise ValueError(f"'{text}': widths must be above 0, and mixed at most features")
    if spec.terms < 4 or spec.terms % 4:
        raise ValueError(f"'{text}': terms must be a multiple of 4")
    if spec.reach not in (4, 5) or not 0 <= spec.games <= 1 or min(spec.rate, spec.time) <= 0:
        raise ValueError(f"'{text}': reach must be 4 or 5, games 0 to 1, rate and time above 0")
    if spec.value < 0:
        raise ValueError(f"'{text}': value, the weight of a loss, must not be negative")
    return spec
