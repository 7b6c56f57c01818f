"""What Game.analyze returns."""

from typing import NamedTuple, Optional, Sequence, Tuple

__all__ = ["Analysis", "Line"]

MATE = 30000


class Line(NamedTuple):
    """A move and what follows it with best play.

    value     for the side to move: 200 is one logit of winning; 30000 - n wins with the n-th stone from here
    win_rate  the expected score, 0 to 1; a draw counts half
    depth     search depth in plies
    moves     the line: its first move is the one analyzed
    """

    value: int
    win_rate: float
    depth: int
    moves: Tuple[str, ...]

    @property
    def move(self) -> Optional[str]:
        """The first move; None if there is no legal move."""
        return self.moves[0] if self.moves else None

    @property
    def wins_in(self) -> Optional[int]:
        """Stones until the five if a win is certain, negative if a loss is; None if it is an estimate."""
        if abs(self.value) <= MATE - 1000:
            return None
        return MATE - self.value if self.value > 0 else -MATE - self.value


class Analysis(NamedTuple):
    """The best moves of a position, best first.

    lines    one Line for each of the best moves, at least one
    nodes    positions searched
    seconds  the time it took
    net      the name of the net; '' without one

    value, win_rate, depth, move and moves are those of the best line.
    """

    lines: Tuple[Line, ...]
    nodes: int
    seconds: float
    net: str

    @property
    def value(self) -> int:
        return self.lines[0].value

    @property
    def win_rate(self) -> float:
        return self.lines[0].win_rate

    @property
    def depth(self) -> int:
        return self.lines[0].depth

    @property
    def move(self) -> Optional[str]:
        return self.lines[0].move

    @property
    def moves(self) -> Tuple[str, ...]:
        return self.lines[0].moves


def _analysis(lines: Sequence[Tuple[int, float, int, Tuple[str, ...]]], nodes: int, seconds: float, net: str) -> Analysis:
    """Called by the C extension."""
    return Analysis(tuple(Line(*line) for line in lines), nodes, seconds, net)
