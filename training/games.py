"""Games that the engine has played, as positions to label: the reader of what `pentad selfplay`
writes.

docs/tuning.md has the format byte by byte; src/train/packed.c is the other reader. Here a game need
not be checked against the rules: a position that could not happen would only be labelled in vain.
Bytes that were damaged are refused.
"""
import struct
from collections import namedtuple

import numpy as np

MAGIC = b"pentadG1"
RULES = dict(freestyle=0, standard=1, renju=4)  # as Gomocup numbers them
STRAYED = 1 << 15

_HEAD = struct.Struct("<BBBBH")  # rules, size, winner, moves of the opening, moves

UNITS = 176  # of the engine's values to a logistic one, as fitted by `pentad tune`
CERTAIN = 7.0  # of these

# `moves` are places in reading order; `opening` of them were not thought about. `values` is what the
# search said before each of the others, for the side to move. From the ply `settled` on nobody
# strayed from what the search wanted. Winner 0 is nobody, 1 black, 2 white.
Game = namedtuple("Game", "rules size winner opening settled moves values")

# Boards [count, size, size] uint8, sides to move (0 black, 1 white), games' numbers, and for the side
# to move what the search said as a logit and how it ended (1 won, 0.5 drawn, 0 lost, and not a number
# where somebody strayed later, which is no fault of the position).
Positions = namedtuple("Positions", "boards sides games logits outcomes")


class GameError(ValueError):
    """What is wrong with a file, and in which game."""


def checksum(data):
    """FNV-1a of 32 bits."""
    value = 2166136261
    for byte in data:
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value


def read_games(data):
    """The games in a file's bytes."""
    if data[:8] != MAGIC:
        raise GameError(f"not a file of packed games: it does not begin with '{MAGIC.decode()}'")
    games, at = [], 8
    while at < len(data):

        def wrong(reason):
            return GameError(f"game {len(games) + 1}, at byte {at}: {reason}")

        if len(data) - at < _HEAD.size:
            raise wrong("cut off")
        rules, size, winner, opening, count = _HEAD.unpack_from(data, at)
        if not 5 <= size <= 25 or winner > 2 or opening > count or count > size * size:
            raise wrong("its head makes no sense")
        length = _HEAD.size + 2 * (2 * count - opening)
        if len(data) - at < length + 4:
            raise wrong("cut off")
        if checksum(data[at : at + length]) != struct.unpack_from("<I", data, at + length)[0]:
            raise wrong("damaged")
        words = np.frombuffer(data, "<u2", count, at + _HEAD.size)
        moves, strayed = words & (STRAYED - 1), np.flatnonzero(words & STRAYED)
        if (moves >= size * size).any() or len(np.unique(moves)) != count:
            raise wrong("a move off the board or on a stone")
        values = np.frombuffer(data, "<i2", count - opening, at + _HEAD.size + 2 * count)
        settled = int(strayed[-1]) + 1 if len(strayed) else 0
        games.append(Game(rules, size, winner, opening, settled, moves, values))
        at += length + 4
    return games


def _outcome(game, ply):
    """For who moves then."""
    if ply < game.settled:
        return np.nan
    return 0.5 if game.winner == 0 else float(game.winner == 1 + ply % 2)


def is_of_kind(game, rules, size):
    return (game.rules, game.size) == (RULES[rules], size)


def positions(games, rules="freestyle", size=15):
    """What somebody thought about in the games with these rules and this size."""
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
        np.clip(np.array(values, np.float32) / UNITS, -CERTAIN, CERTAIN),
        np.array(outcomes, np.float32),
    )
