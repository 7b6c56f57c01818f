"""Games that others have played, as positions to label: the reader of the game lists of docs/training.md.

A line of a list is one game: rules, size, result and moves, such as

    freestyle 15 black h8i9h9g8

Results are black, white, draw or ? (unknown). A move is a column letter and a row number from 1; from which side rows are
counted does not matter here, since every position is learned in all eight symmetries. Empty lines and lines that begin
with # are skipped.
"""
import re

import numpy as np

RULES = ('freestyle', 'standard', 'renju')
RESULTS = {'black': 0, 'white': 1, 'draw': 2, '?': None}
_MOVE = re.compile(r'([a-z])([1-9][0-9]?)')


class GameError(ValueError):
    """What is wrong with a list, with the line's number."""


def parse_game(line):
    """Rules, size, winner (0 black, 1 white, 2 nobody, None unknown) and moves as (row, column)."""
    words = line.split()
    if len(words) not in (3, 4):
        raise GameError('a game has rules, a size, a result and moves')
    rules, size, result, moves = (words + [''])[:4]
    if rules not in RULES:
        raise GameError(f"there are no rules '{rules}'; known are {', '.join(RULES)}")
    if not size.isdigit() or not 5 <= int(size) <= 25:
        raise GameError(f"'{size}' is not a board size from 5 to 25")
    if result not in RESULTS:
        raise GameError(f"'{result}' is not a result; black, white, draw and ? are")
    if re.fullmatch(f'(?:{_MOVE.pattern})*', moves) is None:
        raise GameError(f"'{moves}' is not a list of moves such as h8i9")
    played = [(int(row) - 1, ord(column) - ord('a')) for column, row in _MOVE.findall(moves)]
    for row, column in played:
        if row >= int(size) or column >= int(size):
            raise GameError(f'{chr(column + ord("a"))}{row + 1} is outside a board of {size}')
    if len(set(played)) != len(played):
        raise GameError('a point is played twice')
    return rules, int(size), RESULTS[result], played


def read_games(lines):
    """The games of a list; GameError names the first line that is none."""
    games = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith('#'):
            continue
        try:
            games.append(parse_game(line))
        except GameError as error:
            raise GameError(f'line {number}: {error}') from None
    return games


def positions(games, rules='freestyle', size=15, skip=2):
    """Boards [count, size, size] uint8, sides to move, games' numbers: every position of the games with these rules and this
    size, but for those with fewer than `skip` stones."""
    boards, sides, numbers = [], [], []
    for number, (game_rules, game_size, _, moves) in enumerate(games):
        if (game_rules, game_size) != (rules, size):
            continue
        board = np.zeros((size, size), np.uint8)
        for ply, (row, column) in enumerate(moves):
            if ply >= skip:
                boards.append(board.copy())
                sides.append(ply % 2)
                numbers.append(number)
            board[row, column] = 1 + ply % 2
    if not boards:
        return np.zeros((0, size, size), np.uint8), np.zeros(0, np.int8), np.zeros(0, np.int64)
    return np.stack(boards), np.array(sides, np.int8), np.array(numbers, np.int64)
