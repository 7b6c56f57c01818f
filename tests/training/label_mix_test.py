"""Label mixing: the weights fitted to game results."""
import unittest

import numpy as np

from training import label_mix


def games(count, weights, seed=1):
    """Random logits of teacher and search, and results drawn with these weights."""
    random = np.random.default_rng(seed)
    logits = random.normal(0, 1.5, (count, 2))
    return logits, (random.random(count) < label_mix.win_rate(logits, weights)).astype(float)


class LabelMixTest(unittest.TestCase):
    def test_fit_recovers_the_weights(self):
        for weights in ((0.4, 1.9), (1.5, 0.0), (0.6, 0.5)):
            with self.subTest(weights):
                found = label_mix.fit(*games(20000, np.array(weights)))
                self.assertLess(np.abs(found - weights).max(), 0.1)

    def test_fit_of_the_teacher_alone(self):
        logits, ends = games(20000, np.array([1.7, 0.0]))
        prior = label_mix.TEACHER_ONLY
        self.assertAlmostEqual(label_mix.fit(logits[:, :1], ends, prior)[0], 1.7, delta=0.1)
        self.assertEqual(label_mix.fit(np.zeros((0, 1)), np.zeros(0), prior).tolist(), [1.0])

    def test_without_games_the_weights_are_equal(self):
        none = np.zeros((0, 2)), np.zeros(0)
        self.assertEqual(label_mix.fit(*none).tolist(), [0.5, 0.5])
        self.assertIsNone(label_mix.log_loss(*none, label_mix.EQUAL))

    def test_fitted_weights_predict_other_games_better(self):
        weights = np.array([0.3, 2.0])
        fitted, (logits, ends) = label_mix.fit(*games(3000, weights)), games(3000, weights, seed=2)
        fitted_loss = label_mix.log_loss(logits, ends, fitted)
        self.assertLess(fitted_loss, label_mix.log_loss(logits, ends, label_mix.EQUAL))
        self.assertAlmostEqual(label_mix.log_loss(logits, ends, np.zeros(2)), np.log(2))
