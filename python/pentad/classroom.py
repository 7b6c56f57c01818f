"""The classroom game: five in a row on 8 x 8, for two people, one person against the computer, or the
computer against itself. Five or more in a line win.

A game is a dictionary: 'player1' and 'player2' are the names ('C' is the computer), 'who' is 1 or
2, the player to move next, and 'board' is a list of eight lists of eight ints, 0 for an empty
position, 1 or 2 for a piece of that player. Positions are written 'c4' and indexed (3, 2), row and
column.

Call play() to play.
"""

import operator as _operator
import os as _os
import sys as _sys
from typing import Any as _Any, Dict as _Dict, List as _List, Optional as _Optional, Tuple as _Tuple

from ._pentad import check_classroom_board as _check_board, parse_game as _parse_game
from ._pentad import getValidMoves, hasWon, suggestMove1, suggestMove2

__all__ = ["newGame", "printBoard", "posToIndex", "indexToPos", "loadGame", "getValidMoves",
           "makeMove", "hasWon", "suggestMove1", "suggestMove2", "play"]

_Board = _List[_List[int]]
_Move = _Tuple[int, int]
_Game = _Dict[str, _Any]

_COLUMNS = "abcdefgh"
_ROWS = "12345678"
_PIECES = " XO"
_COMPUTERS = {"C": suggestMove1, "C2": suggestMove2}
_FILE_LIMIT = 1 << 20  # bytes; a game file has some 150


def newGame(player1: str, player2: str) -> _Game:
    """Return the dictionary of a new game: an empty board, and player 1 to move.

    player1, player2: the names, non-empty str; 'C' is the computer.

    Raises TypeError if a name is not a str, and ValueError if it is empty or blank.
    """
    for name in player1, player2:
        if not isinstance(name, str):
            raise TypeError("the name of a player must be a str")
        if not name.strip():
            raise ValueError("the name of a player must not be empty")
    board = [[0] * len(_COLUMNS) for _ in _ROWS]
    return {"player1": player1, "player2": player2, "who": 1, "board": board}


def printBoard(board: _Board) -> None:
    """Print the board with its column letters and row numbers: X for player 1, O for player 2.

    board: eight lists of eight ints, each 0, 1 or 2.

    Raises TypeError if board is not a list of lists of ints, and ValueError if it is not 8 x 8 or
    contains another number.
    """
    _check_board(board)
    ruler = " +" + "-+" * len(_COLUMNS)
    print(" |" + "|".join(_COLUMNS) + "|")
    print(ruler)
    for label, row in zip(_ROWS, board):
        print(label + "|" + "|".join(_PIECES[piece] for piece in row) + "|")
    print(ruler)


def posToIndex(s: str) -> _Move:
    """Return the tuple (r, c) of the row and column index that a position like 'c4' means.

    s: a letter from a to h in either case, and a digit from 1 to 8, in either order, with any
    blanks around them.

    Raises TypeError if s is not a str, and ValueError if it is not a position.
    """
    if not isinstance(s, str):
        raise TypeError("a position must be a str")
    position = sorted(s.replace(" ", "").lower())  # digits come before letters
    if len(position) != 2 or position[0] not in _ROWS or position[1] not in _COLUMNS:
        raise ValueError(f"{s!r} is not a position: a letter from a to h and a digit from 1 to 8")
    return _ROWS.index(position[0]), _COLUMNS.index(position[1])


def indexToPos(t: _Move) -> str:
    """Return the position, like 'c4', of a tuple (r, c) of row and column index, each 0 to 7.

    Raises TypeError if t is not a pair of ints, and ValueError if it is not on the board.
    """
    r, c = _toMove(t)
    return _COLUMNS[c] + _ROWS[r]


def loadGame(filename: str) -> _Game:
    """Return the game dictionary that a text file holds.

    filename: the path of a file of eleven lines: the names of player 1 and 2, then 1 or 2 for the
    player to move, then the eight rows of the board, each eight of 0, 1 and 2 with commas between.

    Raises FileNotFoundError if the file cannot be read, ValueError if its content is not of that
    form, and TypeError if filename is not a path.
    """
    path = _os.fspath(filename)
    try:
        with open(path, "rb") as file:
            text = file.read(_FILE_LIMIT + 1)
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise FileNotFoundError(error.errno, reason, filename) from error
    if len(text) > _FILE_LIMIT:
        raise ValueError("the file is far too large for a game")
    return _parse_game(text)


def makeMove(board: _Board, move: _Move, who: int) -> _Board:
    """Put a piece of player who on the board, and return the board.

    board: eight lists of eight ints; it is changed.
    move: the tuple (r, c) of the row and column index of an empty position.
    who: 1 or 2.

    Raises TypeError if an argument has the wrong type, and ValueError if the board is invalid,
    who is neither 1 nor 2, the move is not on the board, or the position is taken.
    """
    _check_board(board)
    r, c = _toMove(move)
    if _operator.index(who) not in (1, 2):
        raise ValueError(f"who is {who}; it must be 1 or 2")
    if board[r][c] != 0:
        raise ValueError(f"{indexToPos((r, c))} is taken")
    board[r][c] = who
    return board


def play() -> None:
    """Play a game on the terminal, from the names of the players to the end.

    The name 'C' is the computer, and 'C2' a stronger one. The name 'L' for player 1 asks for the name of a file and continues
    the game in it. Invalid input is asked for again. Takes no arguments, returns nothing, and raises
    no exception of its own.
    """
    print("*" * 55)
    print("****" + " " * 8 + "WELCOME TO STEFAN'S GOMOKU!" + " " * 8 + "****")
    print("*" * 55, "\n")
    print("Enter the players' names, or type 'C' or 'L'.\n")
    try:
        game = _enterGame()
        if game is not None:
            _playOn(game)
    except EOFError:
        print()
        print("The input ended.", file=_sys.stderr)


def _toMove(move: _Move) -> _Move:
    if not isinstance(move, (tuple, list)):
        raise TypeError("a move must be a tuple (r, c)")
    if len(move) != 2:
        raise ValueError(f"{move!r} is not a move; a move is a tuple (r, c)")
    r, c = _operator.index(move[0]), _operator.index(move[1])
    if not (0 <= r < len(_ROWS) and 0 <= c < len(_COLUMNS)):
        raise ValueError(f"{move!r} is not on the board: rows and columns go from 0 to 7")
    return r, c


def _enterGame() -> _Optional[_Game]:
    player1 = _askName(1)
    if player1 != "L":
        return newGame(player1, _askName(2))
    filename = input("Name of the file [game.txt]: ").strip() or "game.txt"
    try:
        return loadGame(filename)
    except FileNotFoundError as error:
        print(f"The game cannot be loaded: {filename}: {error.strerror}")
    except ValueError as error:
        print(f"The game cannot be loaded: {filename}: {error}")
    return None


def _askName(number: int) -> str:
    name = ""
    while not name:
        name = input(f"Name of player {number}: ").strip()
    return name[0].upper() + name[1:]


def _playOn(game: _Game) -> None:
    print("Okay, let's play!")
    printBoard(game["board"])
    while (verdict := _verdict(game)) is None:
        move = _chooseMove(game)
        game["board"] = makeMove(game["board"], move, game["who"])
        game["who"] = 3 - game["who"]
        printBoard(game["board"])
    print(verdict)


# A loaded game may already be won, by either player; the one who moved last is checked first.
def _verdict(game: _Game) -> _Optional[str]:
    for who in 3 - game["who"], game["who"]:
        if hasWon(game["board"], who):
            return f"{_label(game, who)} has won!"
    return None if getValidMoves(game["board"]) else "The game ends in a draw!"


def _label(game: _Game, who: int) -> str:
    name = game[f"player{who}"]
    return f"{'Computer' if name in _COMPUTERS else name} ({_PIECES[who]})"


def _chooseMove(game: _Game) -> _Move:
    who = game["who"]
    name = game[f"player{who}"]
    if name not in _COMPUTERS:
        return _askMove(game)
    move = _COMPUTERS[name](game["board"], who)
    print(f"{_label(game, who)} is thinking... and selected {indexToPos(move)}.")
    return move


def _askMove(game: _Game) -> _Move:
    valid = getValidMoves(game["board"])
    while True:
        try:
            move = posToIndex(input(f"{_label(game, game['who'])}: Which move to make? "))
        except ValueError:
            move = None
        if move in valid:
            return move
        print("Invalid input. Try again!")


if __name__ == "__main__":
    play()
