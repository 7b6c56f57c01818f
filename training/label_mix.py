"""Label mixing: the weights of the teacher and of the engine's search in the value label of a
position from an engine game.

Both give a logit of winning. The weights come from a logistic regression on the results of the
games: a search of 2500 nodes without a net deserves about as much weight as the teacher, a search
of 4000 nodes with a net deserves nearly all of it. Plain NumPy.
"""
import numpy as np

EQUAL = np.array([0.5, 0.5])  # prior of the weights of teacher and search
TEACHER_ONLY = np.array([1.0])  # prior where there is no search value
PRIOR_POSITIONS = 20.0  # how many positions the prior counts for
NEWTON_ITERATIONS = 30


def fit(logits, outcomes, prior=EQUAL):
    """Weights [n] for the logits [count, n]; outcomes are 1 won, 0.5 drawn, 0 lost."""
    weights = prior.copy()
    for _ in range(NEWTON_ITERATIONS):
        expected = win_rate(logits, weights)
        gradient = logits.T @ (expected - outcomes) + PRIOR_POSITIONS * (weights - prior)
        hessian = (logits.T * (expected * (1 - expected))) @ logits
        hessian = hessian + PRIOR_POSITIONS * np.eye(len(prior))
        weights = weights - np.linalg.solve(hessian, gradient)
    return weights


def win_rate(logits, weights):
    return 1 / (1 + np.exp(-(logits @ weights)))


def log_loss(logits, outcomes, weights):
    """Mean over the positions; None if there are none."""
    if len(logits) == 0:
        return None
    sums = logits @ weights
    return float((np.logaddexp(0, sums) - outcomes * sums).mean())
