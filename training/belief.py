"""Whom to believe about a position of a game, the teacher or the search of whoever played it?

Both say a logit of winning. Their weights are those that fit best how the games ended: a search of
2500 nodes without a net deserves about as much as the teacher, one of 4000 nodes with a net nearly
all. Plain NumPy.
"""
import numpy as np

EQUAL = np.array([0.5, 0.5])  # what is believed of teacher and search without a game
ALONE = np.array([1.0])  # and of a teacher beside whom nobody searched
PRIOR_POSITIONS = 20.0  # that speak for it
ROUNDS = 30


def fit(logits, outcomes, prior=EQUAL):
    """Weights [n] for the logits [count, n]; outcomes are 1 won, 0.5 drawn, 0 lost."""
    weights = prior.copy()
    for _ in range(ROUNDS):  # Newton's method
        expected = expectation(logits, weights)
        slope = logits.T @ (expected - outcomes) + PRIOR_POSITIONS * (weights - prior)
        bend = (logits.T * (expected * (1 - expected))) @ logits
        weights = weights - np.linalg.solve(bend + PRIOR_POSITIONS * np.eye(len(prior)), slope)
    return weights


def expectation(logits, weights):
    return 1 / (1 + np.exp(-(logits @ weights)))


def log_loss(logits, outcomes, weights):
    """The mean over positions; none for none."""
    if len(logits) == 0:
        return None
    sums = logits @ weights
    return float((np.logaddexp(0, sums) - outcomes * sums).mean())
