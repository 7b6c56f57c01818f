"""Replay buffer: a ring of searched positions, and the file that carries some of them to the next
run."""
import struct
import zlib

import numpy as np
import torch

from . import kernels
from .netfile import RULES

UNKNOWN = 2  # the result of an unfinished game
POLICY_MOVES = 8  # the file stores the most likely moves of a policy only
_POWERS_OF_3 = np.array([1, 3, 9, 27, 81], np.uint8)  # a byte holds five points
_MAGIC = b"PENTADR2"
_HEADER = struct.Struct("<8sBBxxII")  # magic, board size, rules, positions, checksum of the rest


def _record(board):
    """The dtype of a position in the file."""
    return np.dtype(
        [
            ("board", "u1", board.points // 5),
            ("side_result", "u1"),
            ("value", "<i2"),
            ("point", "u1" if board.points <= 256 else "<u2", POLICY_MOVES),
            ("share", "u1", POLICY_MOVES),
        ]
    )


def positions_in(size):
    """The number of positions in `size` bytes before compression."""
    return size // _record(kernels.board).itemsize


class ReplayBuffer:
    """[steps, games] positions: a row for each step of self-play, a column for each game slot. A
    slot plays game after game. Every 64th slot is held out from training, so whole games are held
    out, not single positions."""

    def __init__(self, steps, games, device):
        self.steps, self.games, self.device = steps, games, device

        def zeros(*dimensions, dtype):
            return torch.zeros(*dimensions, dtype=dtype, device=device)

        self.rows = zeros(steps, games, kernels.board.size, dtype=kernels.board.word)
        self.side = zeros(steps, games, dtype=torch.int8)
        self.policy = zeros(steps, games, kernels.board.points, dtype=torch.float16)
        self.value = zeros(steps, games, dtype=torch.float32)
        self.result = torch.full((steps, games), UNKNOWN, dtype=torch.int8, device=device)
        self.step = 0  # total number of steps; the next one goes to row step % steps
        self.held_out = torch.arange(games, device=device) % 64 == 0

    def add(self, rows, side, policy, value):
        k = self.step % self.steps
        self.rows[k], self.side[k], self.policy[k], self.value[k] = rows, side, policy.half(), value
        self.result[k] = UNKNOWN

    def window(self, newest):
        """The range of the `newest` steps that are still in the buffer."""
        return max(0, self.step - min(newest, self.steps)), self.step

    def sample(self, count, low, high):
        """Rows, sides, policies, values, results and slots of random positions from the steps `low`
        to `high` - 1."""
        row = torch.randint(low, high, (count,), device=self.device)
        slot = torch.randint(0, self.games, (count,), device=self.device)
        return self.at(row, slot)

    def at(self, step, slot):
        """The same for the positions of these steps and slots."""
        row = step % self.steps
        return (
            self.rows[row, slot],
            self.side[row, slot],
            self.policy[row, slot].float(),
            self.value[row, slot],
            self.result[row, slot],
            slot,
        )


def pack_boards(boards):
    """[count, points] of 0, 1, 2 -> [count, points / 5] bytes."""
    fives = np.asarray(boards, np.uint8).reshape(-1, kernels.board.points // 5, 5)
    return (fives * _POWERS_OF_3).sum(2).astype(np.uint8)


def unpack_boards(packed):
    points = packed[:, :, None] // _POWERS_OF_3 % 3
    return points.reshape(-1, kernels.board.points).astype(np.uint8)


def save(replay, path, count, chunk=1 << 18):
    """Writes up to `count` random positions of finished games. Returns their number."""
    low, high = replay.window(replay.steps)
    count = min(count, (high - low) * replay.games)
    parts = (
        [_records(replay, min(chunk, count - start), low, high) for start in range(0, count, chunk)]
        if high > low
        else []
    )
    records = np.concatenate(parts) if parts else np.zeros(0, _record(kernels.board))
    body = zlib.compress(records.tobytes(), 1)
    game = kernels.board.size, RULES.index(kernels.rules())
    head = _HEADER.pack(_MAGIC, *game, len(records), zlib.crc32(body))
    with open(path, "wb") as file:
        file.write(head + body)
    return len(records)


def _records(replay, count, low, high):
    rows, side, policy, value, result, slot = replay.sample(count, low, high)
    keep = torch.nonzero((result != UNKNOWN) & ~replay.held_out[slot]).flatten()
    records = np.zeros(len(keep), _record(kernels.board))
    records["board"] = pack_boards(
        kernels.boards_of(rows[keep]).view(-1, kernels.board.points).cpu().numpy()
    )
    records["side_result"] = (side[keep] + 2 * (result[keep] + 1)).cpu().numpy()
    records["value"] = (value[keep].clamp(-1, 1) * 32767).round().to(torch.int16).cpu().numpy()
    share, point = policy[keep].topk(POLICY_MOVES, 1)
    records["share"] = (share * 255).round().to(torch.uint8).cpu().numpy()
    records["point"] = point.cpu().numpy()
    return records


def read(path):
    """Returns the number of positions in a file and their bytes. ValueError if it is not a replay
    file of these rules and board size."""
    with open(path, "rb") as file:
        head, body = file.read(_HEADER.size), file.read()
    if len(head) < _HEADER.size or not head.startswith(_MAGIC):
        raise ValueError(f"{path} is not a replay file, or an older one without its rules")
    _, size, rules, count, checksum = _HEADER.unpack(head)
    if rules >= len(RULES) or zlib.crc32(body) != checksum:
        raise ValueError(f"{path} is damaged")
    if (size, RULES[rules]) != (kernels.board.size, kernels.rules()):
        raise ValueError(
            f"{path} is of {RULES[rules]} on {size}x{size}; this run plays "
            f"{kernels.rules()} on {kernels.board.size}x{kernels.board.size}"
        )
    return count, zlib.decompress(body)


def load(replay, path):
    """Loads the positions of a file into an empty buffer. Returns their number. Positions that do
    not fill a whole row of slots are dropped. Those in held-out slots get no result, because they
    have been trained on."""
    board = kernels.board
    count, data = read(path)
    records = np.frombuffer(data, _record(board))
    steps = min(count // replay.games, replay.steps // 2)
    assert replay.step == 0
    for k in range(steps):
        part = records[k * replay.games : (k + 1) * replay.games]
        boards = torch.from_numpy(unpack_boards(part["board"])).view(-1, board.size, board.size)
        policy = torch.zeros(replay.games, board.points)
        policy.scatter_(
            1,
            torch.from_numpy(part["point"].astype(np.int64)),
            torch.from_numpy(part["share"].astype(np.float32)),
        )
        policy /= policy.sum(1, keepdim=True).clamp(min=1)
        side_result = torch.from_numpy(part["side_result"].astype(np.int8))
        replay.add(
            kernels.packed_rows(boards).to(replay.device),
            (side_result % 2).to(replay.device),
            policy.to(replay.device),
            torch.from_numpy(part["value"].astype(np.float32) / 32767).to(replay.device),
        )
        result = (side_result // 2 - 1).to(replay.device)
        replay.result[k] = torch.where(replay.held_out, torch.full_like(result, UNKNOWN), result)
        replay.step += 1
    return steps * replay.games
