"""What one student of a slice is to be: `NAME:KEY=VALUE,...` on the command line."""
from typing import NamedTuple


class Pupil(NamedTuple):
    name: str  # of its net file, too
    reach: int = 4  # of its lines: 4 or 5
    games: float = (
        0.5  # the part of its positions that comes from games of the engine, if there are any
    )
    value: float = 1.0  # the weight of the value's loss beside the policy's
    rate: float = 2e-3  # of learning, at most
    time: float = 1.0  # its share, beside the other students'
    begin: str = ""  # the student it goes on from, of this slice or given; none: random numbers


def parse(text):
    """Raises ValueError with what is wrong."""
    name, _, settings = text.partition(":")
    if not name.replace("-", "").isalnum():
        raise ValueError(f"'{name}' is no name of a student: letters, digits and '-' are")
    pupil = Pupil(name)
    for setting in filter(None, settings.split(",")):
        key, equals, value = setting.partition("=")
        if not equals or key == "name" or key not in Pupil._fields:
            raise ValueError(
                f"'{setting}' is no setting of a student; there are {', '.join(Pupil._fields[1:])}"
            )
        pupil = pupil._replace(**{key: type(getattr(pupil, key))(value)})
    if pupil.reach not in (4, 5) or not 0 <= pupil.games <= 1 or min(pupil.rate, pupil.time) <= 0:
        raise ValueError(
            f"'{text}': reach is 4 or 5, games is from 0 to 1, rate and time are above 0"
        )
    return pupil
