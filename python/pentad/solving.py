"""Who wins a position, with a proof: pentad.solve and pentad.check_proof."""

import re
from typing import NamedTuple, Optional, Tuple, Union

from . import _pentad

__all__ = ["Solution", "check_proof", "solve"]


class Solution(NamedTuple):
    """How a position ends with best play.

    outcome            'win', 'loss' or 'draw' for the side to move, or 'unknown'
    move               a point that keeps the win or the draw; None if there is none
    line               the moves if the loser resists longest
    stones             how many until the five; 0 if nobody wins
    no_win_by_threats  the outcome is unknown, but a win by threats alone is ruled out
    nodes              positions searched
    proof              the proof as JSON, for check_proof or a file; None if there is none
    """

    outcome: str
    move: Optional[str]
    line: Tuple[str, ...]
    stones: int
    no_win_by_threats: bool
    nodes: int
    proof: Optional[str]


def solve(
    position: Union["_pentad.Game", str],
    seconds: float = 10.0,
    *,
    rules: str = "freestyle",
    size: int = 15,
) -> Solution:
    """Prove the outcome of a position: a Game, or moves such as "h8i9h9" with rules and size.

    Other Python threads keep running, and Ctrl-C interrupts it. Raises ValueError if the game is over or a move is invalid.
    """
    if isinstance(position, str):
        game = _pentad.Game(rules, size)
        for move in re.findall(r"[A-Za-z]\d*|\S", position):
            game.play(move)
        position = game
    if not isinstance(position, _pentad.Game):
        raise TypeError("position must be a Game, or a str of moves")
    return Solution(**position.solve(seconds))


def check_proof(text: Union[str, bytes]) -> None:
    """Check a proof, as `pentad solve --proof` writes it, against every legal reply by the rules alone.

    Raises ValueError, saying where and why, if it does not hold or is not a proof. Ctrl-C interrupts it.
    """
    _pentad.check_proof(text.encode() if isinstance(text, str) else text)
