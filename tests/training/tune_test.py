"""Fitting the classical weights: gradients, known weights, the best epoch, labels. tests/app/tune.sh runs the command on games."""
import random
import types
import unittest

import numpy as np

from training import tune

OPTIONS = types.SimpleNamespace(epochs=1, result=40, looseness=100, units=200, order_units=400)
CODES = 40  # that occur


def make_dump(colors):
    rng = np.random.default_rng(colors)
    groups = rng.integers(0, tune.GROUPS, (colors, tune.CODES, tune.CODE_GROUPS)).astype(np.uint8)
    urgent = np.zeros((2, tune.CODES), bool)
    urgent[:, 3] = True
    return tune.Dump(b"", np.zeros((), tune.WEIGHTS), np.broadcast_to(groups, (2, *groups.shape[1:])), urgent, [])


def hand(seed=1):
    """Weights to find again."""
    rng, weights = np.random.default_rng(seed), np.zeros((), tune.WEIGHTS)
    for name, most in (("value", 60), ("attack", 900), ("defence", 900)):
        weights[name] = rng.integers(-most, most, tune.CODES)
    weights["threat"] = rng.integers(-90, 90, tune.SETS)
    return weights


def make_samples(weights, count, rng):
    """Positions whose values, results and moves follow the weights."""
    for _ in range(count):
        mover, threats = rng.integers(2), rng.integers(16)
        points = rng.integers(0, CODES, (rng.integers(10, 40), 2))
        own, other = points.T
        value = int(weights["threat"][threats] + weights["value"][mover][own].sum() - weights["value"][1 - mover][other].sum())
        score = weights["attack"][mover][own].astype(int) + weights["defence"][1 - mover][other]
        marked = points.astype(np.uint16)
        marked[:, 0] |= tune.CANDIDATE
        won = rng.random() < tune.logistic(value / 200)
        yield tune.Sample(mover, 2 * won, 1, value, threats, score.argmax(), marked)


def make_blocks(weights, blocks, positions, seed=11):
    rng = np.random.default_rng(seed)
    return [tune.make_block(list(make_samples(weights, positions, rng))) for _ in range(blocks)]


class FitTest(unittest.TestCase):
    def test_gradients_match_finite_differences(self):
        for colors in (1, 2):
            dump, (block,) = make_dump(colors), make_blocks(hand(), 1, 60)
            for kind in (tune.ValueFit, tune.OrderFit):
                rng, part = np.random.default_rng(2), kind(dump, OPTIONS, 200)
                for table in part.tables:
                    table.row = rng.uniform(-0.25, 0.25, len(table.row))
                for table, gradient in zip(part.tables, part.loss(block)[1]):
                    rows = np.flatnonzero(gradient)
                    self.assertGreater(len(rows), 10)
                    for row in rng.choice(rows, 10):
                        table.row[row] += 1e-4
                        above = part.loss(block)[0].sum()
                        table.row[row] -= 2e-4
                        below = part.loss(block)[0].sum()
                        table.row[row] += 1e-4
                        self.assertAlmostEqual((above - below) / 2e-4, gradient[row], delta=1e-4 + 1e-4 * abs(gradient[row]))

    def test_known_weights_are_found(self):
        known, zero, dump = hand(), np.zeros((), tune.WEIGHTS), make_dump(1)
        blocks, found = make_blocks(known, 20, 250), np.zeros((), tune.WEIGHTS)
        options = types.SimpleNamespace(**{**vars(OPTIONS), "epochs": 60})
        for kind in (tune.ValueFit, tune.OrderFit):
            part = kind(dump, options, 200)
            tune.fit(part, blocks, options, lambda *_: True, random.Random(1))
            part.store(dump, found)
        before, after, ideal = (tune.validate(blocks, weights, OPTIONS, 200) for weights in (zero, found, known))
        self.assertLess(after.loss - ideal.loss, (before.loss - ideal.loss) / 5)
        self.assertTrue(after.first > 0.6 and after.five > 0.9, after)
        self.assertTrue(before.first < 0.2 and before.five < 0.4, before)
        self.assertEqual((ideal.first, ideal.positions), (1, 500))
        self.assertEqual(found["value"][0][0], 0)  # a dead point
        self.assertEqual(found["attack"][0][3], 0)  # an urgent move keeps its weight
        self.assertTrue((found["attack"][0] == found["attack"][1]).all())

    def test_the_best_epoch_is_kept(self):
        """Random results: the more it overfits, the worse is the validation loss."""
        options = types.SimpleNamespace(**{**vars(OPTIONS), "epochs": 40, "result": 100, "looseness": 1000})
        blocks, history = make_blocks(np.zeros((), tune.WEIGHTS), 10, 20), []
        part = tune.ValueFit(make_dump(1), options, 200)
        best = tune.fit(part, blocks, options, lambda epoch, loss, held: not history.append(held), random.Random(1))
        self.assertEqual(len(history), 40)
        self.assertTrue(1 <= best < 40)
        self.assertEqual(min(history), history[best - 1])
        self.assertAlmostEqual(part.loss(blocks[0])[0].mean(), history[best - 1], places=9)

    def test_a_fit_without_a_finite_loss_is_rejected(self):
        for count in (10, 1):  # with some to learn from, and with none
            options = types.SimpleNamespace(**{**vars(OPTIONS), "epochs": 3})
            part, blocks = tune.ValueFit(make_dump(1), options, 200), make_blocks(hand(), count, 20)
            part.loss = lambda block: (np.full(20, np.nan), [np.full(len(t.row), np.nan) for t in part.tables])
            self.assertEqual(tune.fit(part, blocks, options, lambda *_: True, random.Random(1)), 0)
            self.assertFalse(part.tables[0].row.any())

    def test_progress_can_stop_a_fit(self):
        options = types.SimpleNamespace(**{**vars(OPTIONS), "epochs": 9})
        part, epochs = tune.OrderFit(make_dump(1), options, 200), []
        tune.fit(part, make_blocks(hand(), 10, 5), options, lambda epoch, *_: epochs.append(epoch), random.Random(1))
        self.assertEqual(epochs, [1])


class SharedRowsTest(unittest.TestCase):
    """Three rows; the first two share a number."""

    def learn(self, targets, pull):
        rows = tune.SharedRows(np.array([[1, 0], [1, 0], [0, 1]]))
        for _ in range(4000):
            gradient = np.zeros(3)
            gradient[: len(targets)] = rows.row[: len(targets)] - targets
            rows.step(gradient, 0.01, pull)
        return rows

    def test_rows_reach_their_targets(self):
        np.testing.assert_allclose(self.learn([1, 2, -3], 0).row, [1, 2, -3], atol=0.01)

    def test_rows_without_samples_follow_similar_rows(self):
        rows = self.learn([2], 1)
        self.assertAlmostEqual(rows.row[0], 2, delta=0.05)
        self.assertAlmostEqual(rows.row[1], rows.common[0], places=3)
        self.assertGreater(rows.row[1], 1.5)
        self.assertEqual(rows.row[2], 0)


class LabelTest(unittest.TestCase):
    def label(self, share=0.4, **fields):
        sample = {"mover": 0, "outcome": 2, "knows": 1, "value": 0, "threats": 0, "best": tune.NO_MOVE, **fields}
        block = tune.make_block([tune.Sample(**sample, points=np.zeros((1, 2), np.uint16))])
        return tune.labels(block, 200, share)[0]

    def test_result_and_search_value_are_blended(self):
        self.assertAlmostEqual(self.label(), 0.7)
        self.assertAlmostEqual(self.label(knows=0), 0.5)
        self.assertEqual(self.label(knows=0, value=29990), 1)
        self.assertEqual(self.label(knows=0, value=-29990), 0)
        self.assertAlmostEqual(self.label(share=0, value=200), 1 / (1 + np.exp(-1)))

    def test_the_units_match_the_results(self):
        self.assertTrue(150 < tune.search_units(make_blocks(hand(), 4, 800)) < 260)


class DumpTest(unittest.TestCase):
    def test_a_damaged_dump_is_refused(self):
        for data in (b"", b"pentadF1", b"pentadG1" + bytes(90000), b"pentadF1" + bytes(90000) + b"\1"):
            with self.assertRaisesRegex(tune.UserError, "no valid features"):
                tune.read_dump(data)
