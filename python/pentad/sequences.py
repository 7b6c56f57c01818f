"""Runs of stones, the score of a board and the player that maximises it, as the course defines them.

A board is a list of n lists of n squares, each " ", "b" or "w": board[y][x], row 0 at the top. Any
n from 1 will do. Exactly five in a row win.
"""

import sys as _sys
from operator import index as _index
from typing import Any as _Any, Callable as _Callable, List as _List, Tuple as _Tuple

from ._pentad import board_size as _board_size
from ._pentad import detect_row, detect_rows, is_bounded, is_empty, is_win, score, search_max

__all__ = ["is_empty", "is_bounded", "detect_row", "detect_rows", "score", "search_max", "is_win",
           "analysis", "print_board", "put_seq_on_board", "make_empty_board", "play_gomoku"]

_Board = _List[_List[str]]


def make_empty_board(sz: int) -> _Board:
    """Return a board of sz rows of sz empty squares.

    Raises TypeError if sz is not an int, and ValueError if it is less than 1.
    """
    if not isinstance(sz, int):
        raise TypeError("sz must be an int")
    if sz < 1:
        raise ValueError(f"sz is {sz}; a board has at least 1 row")
    return [[" "] * sz for _ in range(sz)]


def print_board(board: _Board) -> None:
    """Print the board, with the last digits of the row and column numbers.

    Raises TypeError if the board is not a list of lists of str, and ValueError if it is not square
    or a square is not one of " ", "b" and "w".
    """
    n = _board_size(board)
    print("*" + "|".join(str(x % 10) for x in range(n)) + "*")
    for y, row in enumerate(board):
        print(str(y % 10) + "|".join(row) + "*")
    print("*" * (2 * n + 1))


def analysis(board: _Board) -> None:
    """Print how many open and semi-open runs of 2 to 5 stones Black has, and then White.

    Raises TypeError and ValueError as print_board does.
    """
    for name, col in ("Black", "b"), ("White", "w"):
        print(f"{name} stones")
        for length in range(2, 6):
            is_open, is_semi_open = detect_rows(board, col, length)
            print(f"Open rows of length {length}: {is_open}")
            print(f"Semi-open rows of length {length}: {is_semi_open}")


def put_seq_on_board(board: _Board, y: int, x: int, d_y: int, d_x: int, length: int,
                     col: str) -> None:
    """Put length stones of colour col on the board, from (y, x) on in the direction (d_y, d_x).

    Existing stones are replaced. The squares are used as Python indices, unchecked: one beyond the
    board raises IndexError, after the stones before it were placed.

    Raises TypeError if an argument has the wrong type, and ValueError if the board is not square or
    col is not one of " ", "b" and "w".
    """
    _board_size(board)
    y, x, d_y, d_x = map(_index, (y, x, d_y, d_x))
    if not isinstance(col, str):
        raise TypeError("col must be a str")
    if col not in (" ", "b", "w"):
        raise ValueError(f"col is {col!r}; it must be ' ', 'b' or 'w'")
    for _ in range(length):
        board[y][x] = col
        y += d_y
        x += d_x


def play_gomoku(board_size: int) -> str:
    """Play a game on a board of that size: the computer is Black and begins, a person is White.

    The person's moves are read by input() and not checked: an existing stone is replaced.
    Return how the game ended: "Black won", "White won" or "Draw".

    Raises TypeError if board_size is not an int, ValueError if it is less than 1 or the input is not
    a number, IndexError if a move is beyond the board, and EOFError if the input ends first.
    """
    return _play(board_size, _read_move)


def _play(board_size: int, read_move: _Callable[[_Board], _Tuple[int, int]]) -> str:
    board = make_empty_board(board_size)
    while True:
        print_board(board)
        move: _Any = (board_size // 2, board_size // 2) if is_empty(board) else search_max(board)
        y, x = move
        print(f"Computer move: ({y}, {x})")
        if (state := _place(board, y, x, "b")) != "Continue playing":
            return state
        print("Your move:")
        y, x = read_move(board)
        if (state := _place(board, y, x, "w")) != "Continue playing":
            return state


def _read_move(board: _Board) -> _Tuple[int, int]:
    y = int(input("y coord: "))
    return y, int(input("x coord: "))


def _place(board: _Board, y: int, x: int, col: str) -> str:
    board[y][x] = col
    print_board(board)
    analysis(board)
    return is_win(board)


def _ask_number(prompt: str, size: int) -> int:
    while True:
        try:
            number = int(input(prompt))
        except ValueError:  # also bytes that are no text
            number = -1
        if 0 <= number < size:
            return number
        print(f"Please enter a number from 0 to {size - 1}.")


def _ask_move(board: _Board) -> _Tuple[int, int]:
    while True:
        y = _ask_number("y coord: ", len(board))
        x = _ask_number("x coord: ", len(board))
        if board[y][x] == " ":
            return y, x
        print(f"({y}, {x}) is taken. Please choose an empty square.")


def _main() -> int:
    """play_gomoku(8) for a person, as `pentad sequences play` is: input is checked, and the result goes
    to standard error."""
    try:
        print("Result:", _play(8, _ask_move), file=_sys.stderr)
    except EOFError:
        print("\nThe input ended before the game was over.", file=_sys.stderr)
    except KeyboardInterrupt:
        print("\nInterrupted before the game was over.", file=_sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    if len(_sys.argv) > 1:
        _sys.exit("usage: python3 -m pentad.sequences")
    _sys.exit(_main())
