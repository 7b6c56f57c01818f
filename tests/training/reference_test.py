"""The reference inference of docs/develop/net.md: properties of every net, and a fixed digest."""
import hashlib
import random
import unittest

import numpy as np

from training import netfile, reference, vectors


def boards(count, size=15):
    rng = random.Random(5)
    out = []
    while len(out) < count:
        board, to_move = vectors.random_position(rng)
        if board.shape[0] == size:
            out.append((board, to_move))
    return out


def swapped(board):
    return np.where(board == 0, 0, 3 - board)


class ReferenceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.net = netfile.random_net(7)

    def test_colours_can_be_swapped(self):
        for board, to_move in boards(8):
            one, other = reference.evaluate(self.net, board, to_move), reference.evaluate(
                self.net, swapped(board), 3 - to_move
            )
            self.assertEqual(one["value"], other["value"])
            self.assertTrue(np.array_equal(one["policy"], other["policy"]))

    def test_each_colour_uses_its_own_part(self):
        """Two equal parts are equivalent to one part; and with different parts, swapping colours
        and parts changes nothing."""
        black, white = (part.arrays for part in netfile.random_net(7, colours=2).parts)
        pairs = [
            [netfile.Net(self.net.shape, parts) for parts in both]
            for both in (([black], [black, black]), ([black, white], [white, black]))
        ]
        for board, to_move in boards(4):
            results = [
                reference.evaluate(*given)
                for (one, two), (other_board, other_side) in zip(
                    pairs, ((board, to_move), (swapped(board), 3 - to_move))
                )
                for given in ((one, board, to_move), (two, other_board, other_side))
            ]
            for one, other in (results[:2], results[2:]):
                self.assertEqual(one["wdl"].tolist(), other["wdl"].tolist())
                self.assertTrue(np.array_equal(one["policy"], other["policy"]))
            self.assertNotEqual(results[0]["wdl"].tolist(), results[2]["wdl"].tolist())

    def test_the_policy_is_symmetric_if_the_kernel_is(self):
        kernel = np.array([[2], [5], [2], [5], [40], [5], [2], [5], [2]]) * np.ones((1, 16), int)
        arrays = dict(self.net.part(0).arrays, kernel=kernel)
        net = netfile.Net(netfile.DEFAULT_SHAPE, [arrays])
        for size in (15, 20, 19):
            for board, to_move in boards(2, size):
                one = reference.evaluate(net, board, to_move)
                for turn in (np.rot90, np.transpose, np.flipud):
                    other = reference.evaluate(net, turn(board), to_move)
                    self.assertEqual(one["value"], other["value"])
                    self.assertTrue(np.array_equal(turn(one["policy"]), other["policy"]))

    def test_regions_are_symmetric(self):
        for size in range(5, 26):
            third = reference.region_of(size)
            self.assertEqual(third.tolist(), (2 - third[::-1]).tolist())
            counts = [int((third == i).sum()) for i in range(3)]
            self.assertLessEqual(max(counts) - min(counts), 1)

    def test_pooling_is_64_times_the_mean(self):
        self.assertEqual(reference.pool(np.array([0, 25, 255 * 25]), 25).tolist(), [0, 63, 16319])
        self.assertEqual(reference.pool(np.array([0, 255]), 1).tolist(), [0, 255 * 64])
        self.assertEqual(reference.pool(np.array([7]), 0).tolist(), [0])

    def test_the_random_net_reaches_both_ends_of_every_clamp(self):
        """Otherwise test vectors made with it would prove little."""
        features = np.concatenate(
            [reference.features(self.net, board).reshape(-1, 32) for board, _ in boards(12)]
        )
        for part in (features[:, :16], features[:, 16:]):
            self.assertTrue((part == 0).any() and (part == 255).any())
            self.assertTrue(((part > 0) & (part < 255)).any())
        results = [reference.evaluate(self.net, board, to_move) for board, to_move in boards(12)]
        hidden = np.concatenate([result["hidden"] for result in results])
        self.assertTrue(
            (hidden == 0).any() and (hidden == 255).any() and ((hidden > 0) & (hidden < 255)).any()
        )
        values = [result["value"] for result in results]
        self.assertTrue(min(values) < 0 < max(values))

    def test_the_arithmetic_has_not_changed(self):
        """A change here is a change of docs/develop/net.md and needs a new architecture number."""
        digest = hashlib.sha256(vectors.make(self.net, 60, 1)).hexdigest()
        self.assertEqual(digest[:16], "bf812c7bd4084f98")


class VectorsTest(unittest.TestCase):
    def test_a_board_is_packed_five_points_per_byte(self):
        board = np.array([[1, 2, 0], [0, 1, 2], [2, 2, 2]])
        self.assertEqual(vectors.pack_board(board), bytes([1 + 6 + 81, 2 + 6 + 18 + 54]))

    def test_positions_are_of_all_kinds(self):
        rng = random.Random(1)
        positions = [vectors.random_position(rng) for _ in range(300)]
        self.assertEqual({board.shape[0] for board, _ in positions}, set(vectors.SIZES))
        filled = [(board > 0).mean() for board, _ in positions]
        self.assertTrue(min(filled) == 0 and max(filled) > 0.9)
