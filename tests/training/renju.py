"""Renju's rules for comparing the kernels with: fouls by the engine's own word (src/core), the rest
slow and obvious on top of gomoku.py. Black is 1 and white 2; a board is a list of rows."""
import ctypes
import functools
import os
import subprocess
import tempfile

import gomoku
import numpy as np

BLACK, WHITE = 1, 2
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


@functools.lru_cache(None)
def _engine():
    with tempfile.TemporaryDirectory(prefix="pentad_fouls_") as folder:
        target = os.path.join(folder, "fouls.so")
        sources = ["tests/training/fouls.c", "src/core/forbidden.c", "src/core/board.c"]
        subprocess.check_call(
            ["gcc", "-O2", "-std=c17", "-Isrc", "-shared", "-fPIC", "-o", target, *sources],
            cwd=ROOT,
        )
        return ctypes.CDLL(target)


def fouls_of(boards):
    """Boards [count, size, size] uint8 -> where black must not play, alike."""
    boards = np.ascontiguousarray(boards, np.uint8)
    out = np.zeros_like(boards)
    _engine().find_fouls(
        ctypes.c_void_p(boards.ctypes.data),
        boards.shape[1],
        len(boards),
        ctypes.c_void_p(out.ctypes.data),
    )
    return out


def fouls(board):
    """The points where black must not play."""
    return {tuple(point) for point in np.argwhere(fouls_of(np.array([board]))[0]).tolist()}


def five_points(board, colour):
    return gomoku.five_points(board, colour, exact=colour == BLACK)


def codes(board, to_move):
    """The tactical bits of every point, as kernels.features tells them."""
    exact, free = (np.array(gomoku.codes(board, to_move, exact)) for exact in (True, False))
    black, white = (0x55, 0xAA) if to_move == BLACK else (0xAA, 0x55)
    allowed = fouls_of(np.array([board])).reshape(-1) == 0
    return exact * allowed & black | free & white


def wins_by_fours(board, colour, depth=12, must=None):
    """Does `colour`, to move, win by fours alone? Nobody can make five, but the opponent at
    `must`."""
    forbidden = fouls(board) if colour == BLACK else set()
    fours = []
    for row, column in [must] if must else np.argwhere(np.array(board) == 0).tolist():
        near = gomoku.points_on_lines(board, row, column)
        if (row, column) in forbidden or sum(board[y][x] == colour for y, x in near) < 3:
            continue
        board[row][column] = colour
        new = gomoku.new_five_points(board, row, column, colour, exact=colour == BLACK)
        helpless = len(new) >= 2 or (new and colour == WHITE and new <= fouls(board))
        board[row][column] = 0
        if helpless:
            return True
        if new:
            fours.append((row, column, *new.pop()))
    if depth == 0:
        return False
    for row, column, y, x in fours:
        board[row][column], board[y][x] = colour, 3 - colour
        threats = five_points(board, 3 - colour)
        won = len(threats) < 2 and wins_by_fours(
            board, colour, depth - 1, next(iter(threats), None)
        )
        board[row][column] = board[y][x] = 0
        if won:
            return True
    return False
