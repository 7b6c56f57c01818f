"""The CUDA kernels of cuda/ as Python functions on tensors, on the device of the tensors.

A batch of boards is a tensor of bitboards, `lines` [games, board.lines]: the stones of rows,
columns and both kinds of diagonals, black in the low half of each word, white in the high half. The
rows come first, and stored positions keep only them.
"""
import ctypes as C
from collections import namedtuple

import torch

from . import build

PLANES = 16  # input planes of the teacher; eleven are used, thirteen in renju
OPENING_STONES_MAX = 8


def is_cuda(device):
    return str(device).startswith("cuda")


class Board(namedtuple("Board", "size")):
    """The board size, and the layout that cuda/board.cuh derives from it."""

    @property
    def points(self):
        return self.size * self.size

    @property
    def lines(self):
        return 6 * self.size - 2

    @property
    def half(self):
        """Bits per colour in a word."""
        return 16 if self.size <= 16 else 32

    @property
    def word(self):
        return torch.int32 if self.half == 16 else torch.int64

    def lines_through(self, row, column):
        """The four lines through a point, each with the point's index on it."""
        return (
            (row, column),
            (self.size + column, row),
            (3 * self.size - 1 + row - column, column),
            (4 * self.size - 1 + row + column, column),
        )


_rules, board = "freestyle", Board(15)


def configure(rules, size=15):
    """Sets the rules and board size of all kernels; they are global to the process."""
    global _rules, board
    _rules, board = rules, Board(size)


def rules():
    return _rules


def library(device):
    return build.library("cuda" if is_cuda(device) else "cpu", _rules, board.size)


def pointer(tensor):
    if tensor is None:
        return C.c_void_p(0)
    assert tensor.is_contiguous()
    return C.c_void_p(tensor.data_ptr())


def words_pointer(lines):
    """The pointer to boards; asserts the word width of the board size."""
    assert lines.dtype == board.word
    return pointer(lines)


def stream(device):
    return C.c_void_p(torch.cuda.current_stream().cuda_stream if is_cuda(device) else 0)


def check(status):
    if status != 0:
        raise RuntimeError(f"a kernel could not be started: CUDA error {status}")


_permutations = {}


def permutations(device):
    """[8, points] int32: the source of each point under the eight symmetries of the board."""
    device = str(device)
    if (device, board) not in _permutations:
        index = torch.arange(board.points).view(board.size, board.size)
        rotated = [torch.rot90(index, quarter, (0, 1)) for quarter in range(4)]
        symmetries = rotated + [one.t() for one in rotated]
        _permutations[device, board] = (
            torch.stack([one.contiguous().view(-1) for one in symmetries])
            .to(torch.int32)
            .to(device)
        )
    return _permutations[device, board]


def _transformed(rows, symmetry):
    """The kernel arguments for boards, each under one of the eight symmetries."""
    return words_pointer(rows), rows.shape[1], pointer(symmetry), pointer(permutations(rows.device))


def features(rows, to_move, planes, symmetry=None, codes=None):
    """Fills `planes` [games, points, PLANES] bf16 (the teacher's input) and `codes` [games, points]
    uint8 (tactical bits, own and opponent's: five 1 2, winning four 4 8, four 16 32, three 64 128).
    `rows` has all lines of a board or only its rows."""
    device = rows.device
    check(
        library(device).pentad_features(
            *_transformed(rows, symmetry),
            pointer(to_move),
            pointer(planes),
            pointer(codes),
            rows.shape[0],
            stream(device),
        )
    )


def line_numbers(rows, to_move, reach, symmetry=None):
    """The student's input: the line numbers [games, points, 2, 4] int32 of the lines through each
    point, for the side to move and for the opponent, and the candidate moves [games, points]
    uint8."""
    device, count = rows.device, rows.shape[0]
    numbers = torch.empty(count, board.points, 2, 4, dtype=torch.int32, device=device)
    candidates = torch.empty(count, board.points, dtype=torch.uint8, device=device)
    check(
        library(device).pentad_line_numbers(
            *_transformed(rows, symmetry),
            pointer(to_move),
            reach,
            pointer(numbers),
            pointer(candidates),
            count,
            stream(device),
        )
    )
    return numbers, candidates


def play(lines, to_move, moves, status):
    """Plays moves [games] int32 (negative: no move) and then every forced block of a five, in
    place. Sets `status` int8 where a move was played: 0 the game continues, 1 the side now to move
    wins, -1 it loses, 2 draw."""
    check(
        library(lines.device).pentad_play(
            words_pointer(lines),
            pointer(to_move),
            pointer(moves),
            pointer(status),
            lines.shape[0],
            stream(lines.device),
        )
    )


def random_moves(policy, lines, to_move):
    """A random candidate for each board ([games] int32; -1 if there is none). Half of them are drawn
    from the flattened policy [games, points], half uniformly: moves that a good player rarely makes,
    but that alpha-beta searches."""
    _, candidates = line_numbers(lines, to_move, 1)
    flat = (policy.float() + 1e-4).sqrt() * candidates
    games = len(policy)
    use_policy = torch.rand(games, 1, device=policy.device) < 0.5
    weight = torch.where(use_policy, flat, candidates.float()) + 1e-9
    move = torch.multinomial(weight, 1)
    none = candidates.gather(1, move)[:, 0] == 0
    return move.flatten().to(torch.int32).masked_fill(none, -1)


def solve_vcf(lines, to_move, budget):
    """[games] int32: the first move of a VCF win (victory by continuous fours) of the side to move,
    found within `budget` nodes, or -1. Also -1 if either side can make five at once."""
    first = torch.empty(lines.shape[0], dtype=torch.int32, device=lines.device)
    check(
        library(lines.device).pentad_solve_vcf(
            words_pointer(lines),
            pointer(to_move),
            budget,
            pointer(first),
            lines.shape[0],
            stream(lines.device),
        )
    )
    return first


def label_results(done, winner, start, now, sides, results):
    """Writes the result of every finished game (-1, 0, 1 for the side to move) to its positions in
    the replay buffer."""
    ring, games = sides.shape
    check(
        library(done.device).pentad_label(
            pointer(done),
            pointer(winner),
            pointer(start),
            now,
            ring,
            pointer(sides),
            pointer(results),
            games,
            stream(done.device),
        )
    )


def openings(device, count, fewest, most, generator=None, empty=0.0, wild=0.0):
    """Random openings, stones near the centre with alternating colours: lines, side to move, status
    (0: neither side can win at once) and whether they are special. A share `empty` has at most one
    stone, a share `wild` has one to three anywhere on the board, because the network has to learn
    what a stone in a corner is worth. Those are special: they are not selected by balance."""

    def normal(*dimensions):
        return torch.randn(*dimensions, device=device, generator=generator)

    def uniform(*dimensions):
        return torch.rand(*dimensions, device=device, generator=generator)

    def integers(low, high):
        return torch.randint(
            low, high + 1, (count,), device=device, dtype=torch.int32, generator=generator
        )

    place = (
        (board.size - 1) / 2
        + normal(count, 1, 2).clamp(-2.2, 2.2) * 1.3
        + normal(count, OPENING_STONES_MAX, 2) * 2.0
    )
    anywhere = uniform(count, OPENING_STONES_MAX, 2) * board.size - 0.5
    stones = integers(fewest, most)
    kind = uniform(count)
    stones = torch.where(kind < empty, integers(0, 1), stones)
    is_wild = (kind >= empty) & (kind < empty + wild)
    stones = torch.where(is_wild, integers(1, 3), stones).contiguous()
    place = (
        torch.where(is_wild[:, None, None], anywhere, place)
        .round()
        .clamp(0, board.size - 1)
        .to(torch.int32)
    )
    moves = (place[..., 0] * board.size + place[..., 1]).contiguous()
    lines = torch.zeros(count, board.lines, dtype=board.word, device=device)
    to_move = torch.zeros(count, dtype=torch.int8, device=device)
    status = torch.zeros(count, dtype=torch.int8, device=device)
    check(
        library(device).pentad_opening(
            pointer(lines),
            pointer(to_move),
            pointer(moves),
            pointer(stones),
            OPENING_STONES_MAX,
            pointer(status),
            count,
            stream(device),
        )
    )
    return lines, to_move, status, kind < empty + wild


def _words(values):
    """Converts unsigned 64-bit values to the signed words of a board."""
    if board.word == torch.int64:
        return values
    return torch.where(values >= 1 << 31, values - (1 << 32), values).to(torch.int32)


def lines_of(boards):
    """Boards [games, size, size] of 0, 1 (black), 2 (white) as `lines`, on their device."""
    words = torch.zeros(boards.shape[0], board.lines, dtype=torch.int64, device=boards.device)
    for row in range(board.size):
        for column in range(board.size):
            stones = boards[:, row, column]
            black, white = (stones == 1).long(), (stones == 2).long()
            both = black + (white << board.half)
            for line, place in board.lines_through(row, column):
                words[:, line] += both << place
    return _words(words)


def boards_of(rows):
    """The inverse of `lines_of`; needs only the rows. [games, size, size] int8."""
    column = torch.arange(board.size, device=rows.device)
    words = rows[:, : board.size].long().unsqueeze(2)
    return ((words >> column & 1) + 2 * (words >> (column + board.half) & 1)).to(torch.int8)


def packed_rows(boards):
    """Boards [games, size, size] of 0, 1, 2 as the words of their rows, on their device."""
    column = torch.arange(board.size, device=boards.device)
    both = (boards == 1).long() + ((boards == 2).long() << board.half)
    return _words((both << column).sum(2)).contiguous()
