"""Pentad: five in a row.

pentad.Game        a game to play, save and load, with the engine's advice
pentad.sequences   the functions of the course on runs, score and the greedy player
pentad.classroom   the functions of the classroom game
pentad.mist        the controller of Gomoku in the Mist
pentad.gtp         the Go Text Protocol, with the course's random player
"""

from ._pentad import Game, version as __version__

__all__ = ["Game"]
