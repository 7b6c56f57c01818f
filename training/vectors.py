"""Positions with the integers that docs/net.md makes of them, for tests of other implementations (section 8 there)."""
import argparse
import random
import struct
import zlib

import numpy as np

from . import netfile, reference

MAGIC, VERSION = b'PENTADTV', 1
SIZES = (15, 15, 15, 15, 15, 15, 20, 19, 9, 5, 25)


def random_position(rng):
    """Boards from empty to full, of several sizes, scattered or crowded: also what no game would show."""
    size = rng.choice(SIZES)
    board = np.zeros((size, size), np.int64)
    stones = rng.choice([rng.randint(0, 12), rng.randint(0, 60), rng.randint(0, 5 * size * size)])
    centre, spread = (rng.uniform(0, size), rng.uniform(0, size)), rng.uniform(1, size)
    for ply in range(stones):
        row, column = (min(size - 1, max(0, round(mean + spread * rng.uniform(-2, 2)))) for mean in centre)
        if board[row, column] == 0:
            board[row, column] = 1 + ply % 2
    return board, rng.choice((1, 2))


def pack_board(board):
    points = board.reshape(-1)
    points = np.concatenate([points, np.zeros(-len(points) % 5, np.int64)]).reshape(-1, 5)
    return (points * [1, 3, 9, 27, 81]).sum(1).astype(np.uint8).tobytes()


def vector(net, board, to_move, whole):
    """The bytes of one position."""
    result = reference.evaluate(net, board, to_move)
    policy = np.where(board == 0, result['policy'], 0).astype('<i4').tobytes()
    return (struct.pack('<BBBB', board.shape[0], to_move - 1, whole, 0) + pack_board(board)
            + struct.pack('<4iI', *map(int, result['wdl']), result['value'], zlib.crc32(policy)) + (policy if whole else b''))


def make(net, count, seed, whole=20):
    """A file's bytes: `count` positions, the first `whole` with all of their policy."""
    rng = random.Random(seed)
    checksum = struct.unpack('<I', net.to_bytes()[-4:])[0]
    parts = [MAGIC + struct.pack('<III', VERSION, checksum, count)]
    parts += [vector(net, *random_position(rng), whole=i < whole) for i in range(count)]
    data = b''.join(parts)
    return data + struct.pack('<I', zlib.crc32(data))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('net', metavar='NET')
    parser.add_argument('out', metavar='OUT')
    parser.add_argument('--count', type=int, default=10000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--random', type=int, metavar='SEED', help='write a random net to NET first')
    options = parser.parse_args()
    if options.random is not None:
        with open(options.net, 'wb') as file:
            file.write(netfile.random_net(options.random).to_bytes())
    with open(options.net, 'rb') as file:
        net = netfile.from_bytes(file.read())
    with open(options.out, 'wb') as file:
        file.write(make(net, options.count, options.seed))


if __name__ == '__main__':
    main()
