"""Packed games of the engine: the reader of the files that `pentad selfplay` writes.

src/train/packed.h describes the format; packed.c is the C reader. This one does not check the
moves against the rules: an impossible position would only waste a label. Damaged bytes are refused.
"""
import struct
from collections import namedtuple

import numpy as np

MAGIC = b"pentadG1"
# As Gomocup numbers them.
RULES = {"freestyle": 0, "standard": 1, "renju": 4, "caro-overline": 8, "caro": 9}
EXPLORATION = 1 << 15  # flag of an exploration move: deliberately not the best one

_HEADER = struct.Struct("<BBBBH")  # rules, size, winner, opening moves, moves

UNITS_PER_LOGIT = 176  # engine score to logit, as fitted by training/tune.py
LOGIT_MAX = 7.0

# `moves` are points in reading order; the first `opening` of them were not searched. `values` are
# the search scores before each of the others, for the side to move. There are no exploration moves
# from ply `settled` on. Winner: 0 draw, 1 black, 2 white.
Game = namedtuple("Game", "rules size winner opening settled moves values")

# Boards [count, size, size] uint8, sides to move (0 black, 1 white), game numbers, and for the side
# to move the search score as a logit and the outcome (1 won, 0.5 drawn, 0 lost, NaN before an
# exploration move, because then the result does not tell the value of the position).
Positions = namedtuple("Positions", "boards sides games logits outcomes")


class GameError(ValueError):
    """What is wrong with a file, and in which game."""


def checksum(data):
    """32-bit FNV-1a."""
    value = 2166136261
    for byte in data:
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value


def read_games(data):
    """The games of a file, given its bytes."""
    if data[:8] != MAGIC:
        raise GameError(f"not a file of packed games: it does not begin with '{MAGIC.decode()}'")
    games, at = [], 8
    while at < len(data):

        def error(reason):
            return GameError(f"game {len(games) + 1}, at byte {at}: {reason}")

        if len(data) - at < _HEADER.size:
            raise error("truncated")
        rules, size, winner, opening, count = _HEADER.unpack_from(data, at)
        if not 5 <= size <= 25 or winner > 2 or opening > count or count > size * size:
            raise error("invalid header")
        length = _HEADER.size + 2 * (2 * count - opening)
        if len(data) - at < length + 4:
            raise error("truncated")
        if checksum(data[at : at + length]) != struct.unpack_from("<I", data, at + length)[0]:
            raise error("damaged")
        words = np.frombuffer(data, "<u2", count, at + _HEADER.size)
        moves, explored = words & (EXPLORATION - 1), np.flatnonzero(words & EXPLORATION)
        if (moves >= size * size).any() or len(np.unique(moves)) != count:
            raise error("a move off the board or on a stone")
        values = np.frombuffer(data, "<i2", count - opening, at + _HEADER.size + 2 * count)
        settled = int(explored[-1]) + 1 if len(explored) else 0
        games.append(Game(rules, size, winner, opening, settled, moves, values))
        at += length + 4
    return games


def _outcome(game, ply):
    """The result for the side to move at that ply, NaN before an exploration move."""
    if ply < game.settled:
        return np.nan
    return 0.5 if game.winner == 0 else float(game.winner == 1 + ply % 2)


def is_of_kind(game, rules, size):
    return (game.rules, game.size) == (RULES[rules], size)


def positions(games, rules="freestyle", size=15):
    """The searched positions of the games with these rules and this board size."""
    boards, sides, numbers, values, outcomes = [], [], [], [], []
    for number, game in enumerate(games):
        if not is_of_kind(game, rules, size):
            continue
        board = np.zeros(size * size, np.uint8)
        for ply, place in enumerate(game.moves):
            if ply >= max(game.opening, 1):
                boards.append(board.copy())
                sides.append(ply % 2)
                numbers.append(number)
                values.append(game.values[ply - game.opening])
                outcomes.append(_outcome(game, ply))
            board[place] = 1 + ply % 2
    stacked = np.stack(boards) if boards else np.zeros((0, size * size), np.uint8)
    return Positions(
        stacked.reshape(-1, size, size),
        np.array(sides, np.int8),
        np.array(numbers, np.int64),
        np.clip(np.array(values, np.float32) / UNITS_PER_LOGIT, -LOGIT_MAX, LOGIT_MAX),
        np.array(outcomes, np.float32),
    )
