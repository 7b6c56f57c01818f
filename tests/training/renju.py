"""Renju rules to test the kernels against: forbidden points from the engine (src/core), the rest a
slow, simple implementation on top of gomoku.py. Black is 1, white 2; a board is a list of rows."""
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
    with tempfile.TemporaryDirectory(prefix="pentad_forbidden_") as folder:
        target = os.path.join(folder, "forbidden_points.so")
        sources = ["tests/training/forbidden_points.c", "src/core/forbidden.c", "src/core/board.c"]
        subprocess.check_call(
            ["gcc", "-O2", "-std=c17", "-Isrc", "-shared", "-fPIC", "-o", target, *sources],
            cwd=ROOT,
        )
        return ctypes.CDLL(target)


def forbidden_masks(boards):
    """Boards [count, size, size] uint8 -> 1 where black must not play, in the same shape."""
    boards = np.ascontiguousarray(boards, np.uint8)
    out = np.zeros_like(boards)
    _engine().find_forbidden_points(
        ctypes.c_void_p(boards.ctypes.data),
        boards.shape[1],
        len(boards),
        ctypes.c_void_p(out.ctypes.data),
    )
    return out


LINE_RULES = {BLACK: "standard", WHITE: "freestyle"}  # apart from forbidden points


def forbidden_points(board):
    """The set of points where black must not play."""
    mask = forbidden_masks(np.array([board]))[0]
    return {tuple(point) for point in np.argwhere(mask).tolist()}


def five_points(board, colour):
    return gomoku.five_points(board, colour, rules=LINE_RULES[colour])


def codes(board, to_move):
    """The tactical codes of all points, as in kernels.features."""
    exact, free = (
        np.array(gomoku.codes(board, to_move, rules)) for rules in ("standard", "freestyle")
    )
    black, white = (0x55, 0xAA) if to_move == BLACK else (0xAA, 0x55)
    allowed = forbidden_masks(np.array([board])).reshape(-1) == 0
    return exact * allowed & black | free & white


def wins_by_vcf(board, colour, depth=12, must=None):
    """True if `colour`, to move, wins by continuous fours. Neither side may be able to make five,
    except the opponent at `must`."""
    forbidden = forbidden_points(board) if colour == BLACK else set()
    fours = []
    for row, column in [must] if must else np.argwhere(np.array(board) == 0).tolist():
        near = gomoku.points_on_lines(board, row, column)
        if (row, column) in forbidden or sum(board[y][x] == colour for y, x in near) < 3:
            continue
        board[row][column] = colour
        new = gomoku.new_five_points(board, row, column, colour, rules=LINE_RULES[colour])
        wins = len(new) >= 2 or (new and colour == WHITE and new <= forbidden_points(board))
        board[row][column] = 0
        if wins:
            return True
        if new:
            fours.append((row, column, *new.pop()))
    if depth == 0:
        return False
    for row, column, y, x in fours:
        board[row][column], board[y][x] = colour, 3 - colour
        threats = five_points(board, 3 - colour)
        won = len(threats) < 2 and wins_by_vcf(
            board, colour, depth - 1, next(iter(threats), None)
        )
        board[row][column] = board[y][x] = 0
        if won:
            return True
    return False
