"""The classroom game: five in a row on 8 x 8, for two people, one person against the computer, or the
computer against itself. Five or more in a line win.

A game is a dictionary: 'player1' and 'player2' are the names ('C' is the computer), 'who' is 1 or
2, the player to move next, and 'board' is a list of eight lists of eight ints, 0 for an empty
position, 1 or 2 for a piece of that player. Positions are written 'c4' and indexed (3, 2), row and
column.

Call play() to play.
"""

import contextlib as _contextlib
import errno as _errno
import operator as _operator
import os as _os
import signal as _signal
import stat as _stat
import sys as _sys
import threading as _threading
from typing import Any as _Any, Dict as _Dict, Iterator as _Iterator, List as _List
from typing import Optional as _Optional, Tuple as _Tuple, Union as _Union

from ._pentad import check_classroom_board as _check_board, classroom_dialogue as _dialogue
from ._pentad import parse_game as _parse_game
from ._pentad import getValidMoves, hasWon, suggestMove1, suggestMove2

__all__ = ["newGame", "printBoard", "posToIndex", "indexToPos", "loadGame", "getValidMoves",
           "makeMove", "hasWon", "suggestMove1", "suggestMove2", "play"]

_Board = _List[_List[int]]
_Move = _Tuple[int, int]
_Game = _Dict[str, _Any]

_COLUMNS = "abcdefgh"
_ROWS = "12345678"
_PIECES = " XO"
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
        if not _stat.S_ISREG(_os.stat(path).st_mode):
            raise OSError(_errno.EINVAL, "Not a regular file")  # a pipe could be waited for forever
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


def play(*, strong: _Union[int, str, None] = None) -> None:
    """Play a game on the terminal, from the names of the players to the end.

    The name 'C' is the computer, which moves by suggestMove1. The name 'L' for player 1 asks for the
    name of a file and continues the game in it. Invalid input is asked for again. Instead of a move
    one can type undo, hint, show, save, help or quit.

    strong: 1, 2 or 'both', for whom 'C' is the strong engine instead; None for nobody.

    An unfinished game is kept in a file, and play() says where: at the end of the input, after
    Ctrl-C, and when the program is told to end. Returns nothing. Raises ValueError if strong is
    something else, and no exception of its own after that.
    """
    if strong not in (None, 1, 2, "both"):
        raise ValueError(f"strong is {strong!r}; it must be 1, 2, 'both' or None")
    _play(strong)


def _play(strong: _Union[int, str, None]) -> int:
    """Play a game. Return the exit status of a program that does nothing else."""
    status = 0
    stopped = None
    with _robust_streams():
        try:
            with _ending_signals():
                _dialogue(_ask, _say, _notice, strong in (1, "both"), strong in (2, "both"),
                          _is_open(_sys.stdin) and _sys.stdin.isatty())
        except _Ended as ended:
            stopped = ended.args[0]
        except KeyboardInterrupt:
            status = 128 + _signal.SIGINT
        except OSError as error:
            _notice(f"pentad.classroom: {error}\n")
            status = 1
    if stopped is not None:
        _os.kill(_os.getpid(), stopped)
    return status


def _toMove(move: _Move) -> _Move:
    if not isinstance(move, (tuple, list)):
        raise TypeError("a move must be a tuple (r, c)")
    if len(move) != 2:
        raise ValueError(f"{move!r} is not a move; a move is a tuple (r, c)")
    r, c = _operator.index(move[0]), _operator.index(move[1])
    if not (0 <= r < len(_ROWS) and 0 <= c < len(_COLUMNS)):
        raise ValueError(f"{move!r} is not on the board: rows and columns go from 0 to 7")
    return r, c


class _Ended(BaseException):
    """A signal asked the program to end; its argument is the number."""


@_contextlib.contextmanager
def _ending_signals() -> _Iterator[None]:
    """Turn the signals that would end the program at once into exceptions, so that the game is kept."""
    def end(number: int, frame: _Any) -> None:
        raise _Ended(number)
    before = {}
    if _threading.current_thread() is _threading.main_thread():  # Python allows it only there
        for number in _signal.SIGTERM, _signal.SIGHUP:
            if _signal.getsignal(number) is _signal.SIG_DFL:
                before[number] = _signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            _signal.signal(number, handler)


@_contextlib.contextmanager
def _robust_streams() -> _Iterator[None]:
    """Let the standard streams accept any bytes and any characters for the time being. Streams that
    were replaced, or read already, stay as they are."""
    changed = []
    streams: _Any = (_sys.stdin, "surrogateescape"), (_sys.stdout, "replace"), (_sys.stderr, "replace")
    for stream, errors in streams:
        before = getattr(stream, "errors", None)
        with _contextlib.suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors=errors)
            changed.append((stream, before))
    try:
        yield
    finally:
        for stream, before in changed:
            with _contextlib.suppress(ValueError, OSError):
                stream.reconfigure(errors=before)


def _is_open(stream: _Any) -> bool:
    return stream is not None and not getattr(stream, "closed", False)


def _ask(prompt: str) -> _Optional[str]:
    if not all(map(_is_open, (_sys.stdin, _sys.stdout, _sys.stderr))):  # input() needs all three
        return None
    try:
        return input(prompt)
    except EOFError:
        return None
    except UnicodeDecodeError:
        return "\udcff"  # is refused as well, and asked for again


def _say(text: str) -> None:
    if _is_open(_sys.stdout):
        print(text, end="", flush=True)


def _notice(text: str) -> None:
    with _contextlib.suppress(OSError):
        if _is_open(_sys.stderr):
            print(text, end="", flush=True, file=_sys.stderr)


def _main() -> None:
    words = _sys.argv[1:]
    if not words:
        status = _play(None)
    elif len(words) == 2 and words[0] == "--strong" and words[1] in ("1", "2", "both"):
        status = _play("both" if words[1] == "both" else int(words[1]))
    else:
        _sys.exit("usage: python3 -m pentad.classroom [--strong 1|2|both]")
    if status == 1:  # what could not be written is not tried again at the exit
        with _contextlib.suppress(OSError, ValueError):
            _os.dup2(_os.open(_os.devnull, _os.O_WRONLY), _sys.stdout.fileno())
    _sys.exit(status)


if __name__ == "__main__":
    _main()
