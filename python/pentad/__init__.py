"""Pentad: five in a row.

pentad.Game        a game to play, save and load, with the engine's advice
pentad.games       the games of a file; pentad.tree: one with its variations
pentad.solve       who wins a position, proved; pentad.check_proof checks a proof
pentad.sequences   the functions of the course on runs, score and the greedy player
pentad.classroom   the functions of the classroom game
pentad.mist        the controller of Gomoku in the Mist
pentad.gtp         the Go Text Protocol, with the course's random player
"""

from ._pentad import Game, version as __version__
from .analysis import Analysis, Line
from .records import Node, games, tree
from .solving import Solution, check_proof, solve

__all__ = ["Analysis", "Game", "Line", "Node", "Solution", "check_proof", "games", "solve", "tree"]
