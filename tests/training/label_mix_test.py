"""Whom to believe: weights that results speak for."""
import unittest

import numpy as np

from training import belief


def games(count, weights, seed=1):
    """Logits of two judges, and results as these weights have them."""
    random = np.random.default_rng(seed)
    logits = random.normal(0, 1.5, (count, 2))
    return logits, (random.random(count) < belief.expectation(logits, weights)).astype(float)


class BeliefTest(unittest.TestCase):
    def test_weights_are_found_again(self):
        for weights in ((0.4, 1.9), (1.5, 0.0), (0.6, 0.5)):
            with self.subTest(weights):
                found = belief.fit(*games(20000, np.array(weights)))
                self.assertLess(np.abs(found - weights).max(), 0.1)

    def test_one_may_be_asked_alone(self):
        logits, ends = games(20000, np.array([1.7, 0.0]))
        self.assertAlmostEqual(belief.fit(logits[:, :1], ends, belief.ALONE)[0], 1.7, delta=0.1)
        self.assertEqual(belief.fit(np.zeros((0, 1)), np.zeros(0), belief.ALONE).tolist(), [1.0])

    def test_without_games_both_are_believed_alike(self):
        none = np.zeros((0, 2)), np.zeros(0)
        self.assertEqual(belief.fit(*none).tolist(), [0.5, 0.5])
        self.assertIsNone(belief.log_loss(*none, belief.EQUAL))

    def test_what_was_fitted_is_better_on_other_games(self):
        weights = np.array([0.3, 2.0])
        fitted, (logits, ends) = belief.fit(*games(3000, weights)), games(3000, weights, seed=2)
        self.assertLess(
            belief.log_loss(logits, ends, fitted), belief.log_loss(logits, ends, belief.EQUAL)
        )
        self.assertAlmostEqual(belief.log_loss(logits, ends, np.zeros(2)), np.log(2))
