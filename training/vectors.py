"""Test vectors: positions with the exact outputs of a net (docs/develop/net.md), for tests of other
implementations. Little-endian; numbers of bytes:

  8, 4, 4, 4        "PENTADTV"; version: 1; CRC-32 at the end of the net file; number of positions
  1, 1, 1, 1        each position: board size n; side to move (0 black); 1 if all policies follow; 0
  ceil(n * n / 5)   the board row by row, five points per byte: p0 + 3 p1 + 9 p2 + 27 p3 + 81 p4,
                    0 empty, 1 black, 2 white; missing points count as 0
  3 * 4, 4          wdl; value
  4                 CRC-32 of the policies of all points as i32, 0 where occupied
  4 * n * n         those policies, if they follow
  4                 at the end: CRC-32 of everything before
"""
import argparse
import random
import struct
import zlib

import numpy as np

from . import games, netfile, reference

MAGIC, VERSION = b"PENTADTV", 1
SIZES = (15, 15, 15, 15, 15, 15, 20, 19, 9, 5, 25)


def random_position(rng):
    """A board of one of several sizes, empty to full, scattered or crowded; not only what occurs in
    games."""
    size = rng.choice(SIZES)
    board = np.zeros((size, size), np.int64)
    stones = rng.choice([rng.randint(0, 12), rng.randint(0, 60), rng.randint(0, 5 * size * size)])
    centre, spread = (rng.uniform(0, size), rng.uniform(0, size)), rng.uniform(1, size)
    for ply in range(stones):
        row, column = (
            min(size - 1, max(0, round(mean + spread * rng.uniform(-2, 2)))) for mean in centre
        )
        if board[row, column] == 0:
            board[row, column] = 1 + ply % 2
    return board, rng.choice((1, 2))


def pack_board(board):
    points = board.reshape(-1)
    points = np.concatenate([points, np.zeros(-len(points) % 5, np.int64)]).reshape(-1, 5)
    return (points * [1, 3, 9, 27, 81]).sum(1).astype(np.uint8).tobytes()


def vector(net, board, to_move, whole):
    """The bytes of one position; with all of its policy if `whole`, else with a checksum."""
    result = reference.evaluate(net, board, to_move)
    policy = np.where(board == 0, result["policy"], 0).astype("<i4").tobytes()
    return (
        struct.pack("<BBBB", board.shape[0], to_move - 1, whole, 0)
        + pack_board(board)
        + struct.pack("<4iI", *map(int, result["wdl"]), result["value"], zlib.crc32(policy))
        + (policy if whole else b"")
    )


def make(net, count, seed, whole=20, played=()):
    """The bytes of a file with `count` positions, the first `whole` of them with all of their
    policy. If `played` has positions (board, side to move), every second one is drawn from it."""
    rng = random.Random(seed)
    checksum = struct.unpack("<I", net.to_bytes()[-4:])[0]
    parts = [MAGIC + struct.pack("<III", VERSION, checksum, count)]
    for i in range(count):
        position = rng.choice(played) if played and i % 2 else random_position(rng)
        parts.append(vector(net, *position, whole=i < whole))
    data = b"".join(parts)
    return data + struct.pack("<I", zlib.crc32(data))


def unpack_board(packed, size):
    points = np.frombuffer(packed, np.uint8)[:, None] // np.array([1, 3, 9, 27, 81]) % 3
    return points.reshape(-1)[: size * size].reshape(size, size).astype(np.int64)


def read(data):
    """Returns the checksum of the net and the positions (board, side to move, bytes) of a file.
    ValueError if it is damaged."""
    if data[:8] != MAGIC or zlib.crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise ValueError("not a file of test vectors, or damaged")
    _, checksum, count = struct.unpack_from("<III", data, 8)
    positions, at = [], 20
    for _ in range(count):
        size, side, whole, _ = data[at : at + 4]
        packed = (size * size + 4) // 5
        length = 4 + packed + 20 + (4 * size * size if whole else 0)
        positions.append(
            (unpack_board(data[at + 4 : at + 4 + packed], size), side + 1, data[at : at + length])
        )
        at += length
    return checksum, positions


def played_positions(path, net):
    """The positions (board, side to move) of packed games for this net's rules and board."""
    with open(path, "rb") as file:
        given = games.positions(games.read_games(file.read()), net.rules, net.sizes[0])
    played = [(b.astype(np.int64), int(s) + 1) for b, s in zip(given.boards, given.sides)]
    if not played:
        raise ValueError(f"{path} has no game of {net.rules} on {net.sizes[0]}x{net.sizes[0]}")
    return played


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", metavar="NET", help="net file")
    parser.add_argument("out", metavar="OUT", help="file of test vectors to write")
    parser.add_argument("--count", type=int, default=10000, help="positions (default: 10000)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    parser.add_argument(
        "--random", type=int, metavar="SEED", help="write a random net to NET first"
    )
    parser.add_argument(
        "--reach", type=int, default=4, help="reach of the random net's lines: 4 or 5 (default: 4)"
    )
    parser.add_argument(
        "--colours",
        type=int,
        default=1,
        choices=(1, 2),
        help="2: the random net has a part for each colour (default: 1)",
    )
    parser.add_argument(
        "--widths",
        metavar="U,T,V,M",
        help="widths of the random net's heads (default: those of the published nets)",
    )
    parser.add_argument(
        "--games", metavar="FILE", help="take every second position from these packed games"
    )
    options = parser.parse_args(arguments)
    if options.random is not None:
        with open(options.net, "wb") as file:
            shape = netfile.DEFAULT_SHAPE._replace(reach=options.reach)
            if options.widths:
                shape = netfile.Shape(*shape[:3], *map(int, options.widths.split(",")))
            file.write(netfile.random_net(options.random, shape, options.colours).to_bytes())
    with open(options.net, "rb") as file:
        net = netfile.from_bytes(file.read())
    try:
        played = played_positions(options.games, net) if options.games else []
    except ValueError as error:
        parser.error(str(error))
    with open(options.out, "wb") as file:
        file.write(make(net, options.count, options.seed, played=played))


if __name__ == "__main__":
    main()
