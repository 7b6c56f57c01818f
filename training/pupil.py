"""What one student of a slice is to be: `NAME:KEY=VALUE,...` on the command line."""
import math
import re
from typing import NamedTuple

NAME_MOST = 22  # its net file tells the day, too, in the 31 characters there are


class Pupil(NamedTuple):
    name: str  # of its net file, too
    reach: int = 4  # of its lines: 4 or 5
    games: float = (
        0.5  # the part of its positions that comes from games of the engine, if there are any
    )
    value: float = 1.0  # the weight of the value's loss beside the policy's
    rate: float = 2e-3  # of learning, at most
    time: float = 1.0  # its share, beside the other students'
    # The student it goes on from, of this slice or given, which may be narrower; none: random
    # numbers.
    begin: str = ""
    # Widths, as docs/net.md has them: the engine reads no others.
    features: int = 32
    mixed: int = 16
    gated: int = 16
    whole: int = 32
    hidden: int = 32

    def widths(self):
        return self.reach, self.features, self.mixed, self.gated, self.whole, self.hidden


def _number(key, kind, value):
    try:
        number = kind(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        wanted = "a whole number" if kind is int else "a number"
        raise ValueError(f"'{key}={value}': {key} is {wanted}")
    return number


def parse(text):
    """Raises ValueError with what is wrong."""
    name, _, settings = text.partition(":")
    if not re.fullmatch("[A-Za-z0-9-]{1,%d}" % NAME_MOST, name):
        raise ValueError(
            f"'{name}' is no name of a student: up to {NAME_MOST} letters, digits and '-' are"
        )
    pupil = Pupil(name)
    for setting in filter(None, settings.split(",")):
        key, equals, value = setting.partition("=")
        if not equals or key == "name" or key not in Pupil._fields:
            raise ValueError(
                f"'{setting}' is no setting of a student; there are {', '.join(Pupil._fields[1:])}"
            )
        kind = type(getattr(pupil, key))
        pupil = pupil._replace(**{key: value if kind is str else _number(key, kind, value)})
    if not 1 <= pupil.mixed <= pupil.features or min(pupil.gated, pupil.whole, pupil.hidden) < 1:
        raise ValueError(f"'{text}': widths are above 0, and mixed is not above features")
    if pupil.reach not in (4, 5) or not 0 <= pupil.games <= 1 or min(pupil.rate, pupil.time) <= 0:
        raise ValueError(
            f"'{text}': reach is 4 or 5, games is from 0 to 1, rate and time are above 0"
        )
    if pupil.value < 0:
        raise ValueError(f"'{text}': value, the weight of a loss, is not below 0")
    return pupil
