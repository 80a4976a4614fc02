"""Fitting a head: logistic regression with weights constrained in sign, in plain Python.

More missing can never mean more faithful, whatever the data at hand say: where the domain
changes, that holds up better than weights fitted freely. Weights are drawn towards a prior, by a
squared penalty, so that few labels move them little. The optimum is unique; it is found by
Newton's method whose steps are solved by coordinate descent within the bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log1p, sqrt
from operator import mul
from typing import Final

from adjudge_engine.judges.local.head import logistic

#: The smallest scale that a feature is divided by, so that one that hardly ever differs from its
#: mean in the data at hand cannot carry the day elsewhere.
FLOOR: Final = 0.25

_STEPS: Final = 60
_SWEEPS: Final = 200
_CLOSE: Final = 1e-9
_RIDGE: Final = 1e-6  # for the intercepts, which nothing else holds

Column = list[float]


@dataclass(frozen=True)
class Fitted:
    """Means, scales and weights, one for each feature, and the intercept of each set."""

    means: tuple[float, ...]
    scales: tuple[float, ...]
    weights: tuple[float, ...]
    biases: tuple[float, ...]


def fit(
    rows: Sequence[Sequence[float]],
    bad: Sequence[bool],
    *,
    signs: Sequence[int],
    prior: Sequence[float],
    strength: float,
    counts: Sequence[float] | None = None,
    sets: Sequence[int] | None = None,
) -> Fitted:
    """The weights of least penalised loss.

    `rows`: one value per feature. `counts`: how much each row counts (default: the same).
    `sets`: which set a row is from, 0 …; each has an intercept of its own, so that base rates that
    differ between sets teach the weights nothing. `strength`: of the pull towards `prior`.
    """
    total = sum(counts) if counts else float(len(rows))
    shares = [one / total for one in counts] if counts else [1 / total] * len(rows)
    columns = [list(column) for column in zip(*rows, strict=True)]
    means = [sum(map(mul, column, shares)) for column in columns]
    scales = [_scale(column, mean, shares) for column, mean in zip(columns, means, strict=True)]
    scaled = [
        [(value - mean) / scale for value in column]
        for column, mean, scale in zip(columns, means, scales, strict=True)
    ]
    belongs = sets or [0] * len(rows)
    scaled += [[float(one == at) for one in belongs] for at in range(max(belongs) + 1)]
    extra = len(scaled) - len(columns)
    problem = _Problem(
        columns=scaled,
        bad=[float(one) for one in bad],
        shares=shares,
        signs=[*signs, *[0] * extra],
        prior=[*prior, *[0.0] * extra],
        pull=[*[strength] * len(columns), *[_RIDGE] * extra],
    )
    found = problem.solve()
    rounded = [round(one, 5) + 0.0 for one in found]
    return Fitted(
        tuple(round(one, 5) + 0.0 for one in means),
        tuple(round(one, 5) for one in scales),
        tuple(rounded[: len(columns)]),
        tuple(rounded[len(columns) :]),
    )


def _scale(column: Column, mean: float, shares: Sequence[float]) -> float:
    spread = sum((value - mean) ** 2 * share for value, share in zip(column, shares, strict=True))
    return max(FLOOR, sqrt(spread))


@dataclass
class _Problem:
    """Everything by column: `signs` and `prior` and `pull` have one entry for each."""

    columns: list[Column]
    bad: Column
    shares: Column
    signs: list[int]
    prior: list[float]
    pull: list[float]

    def solve(self) -> list[float]:
        weights = [self._bounded(at, one) for at, one in enumerate(self.prior)]
        scores = self._scores(weights)
        loss = self._loss(weights, scores)
        for _ in range(_STEPS):
            step = self._step(weights, scores)
            size = 1.0
            while size > 1e-6:
                tried = [
                    self._bounded(at, one + size * two)
                    for at, (one, two) in enumerate(zip(weights, step, strict=True))
                ]
                tried_scores = self._scores(tried)
                tried_loss = self._loss(tried, tried_scores)
                if tried_loss <= loss:
                    break
                size /= 2
            else:
                return weights
            better = loss - tried_loss
            weights, scores, loss = tried, tried_scores, tried_loss
            if better < _CLOSE * 1e-3:
                break
        return weights

    def _bounded(self, at: int, weight: float) -> float:
        sign = self.signs[at]
        return max(0.0, weight) if sign > 0 else min(0.0, weight) if sign < 0 else weight

    def _scores(self, weights: Sequence[float]) -> Column:
        scores = [0.0] * len(self.bad)
        for weight, column in zip(weights, self.columns, strict=True):
            if weight:
                scores = [one + weight * value for one, value in zip(scores, column, strict=True)]
        return scores

    def _loss(self, weights: Sequence[float], scores: Column) -> float:
        loss = sum(
            share * (max(score, 0.0) + log1p(exp(-abs(score))) - bad * score)
            for score, bad, share in zip(scores, self.bad, self.shares, strict=True)
        )
        pulled = zip(weights, self.prior, self.pull, strict=True)
        return loss + sum(pull * (one - two) ** 2 for one, two, pull in pulled) / 2

    def _step(self, weights: Sequence[float], scores: Column) -> list[float]:
        """The way to the minimum of the local quadratic model within the bounds."""
        risks = [logistic(score) for score in scores]
        errors = [
            (risk - bad) * share
            for risk, bad, share in zip(risks, self.bad, self.shares, strict=True)
        ]
        bends = [
            max(risk * (1 - risk), 1e-6) * share
            for risk, share in zip(risks, self.shares, strict=True)
        ]
        slope = [
            sum(map(mul, column, errors)) + pull * (weight - prior)
            for column, pull, weight, prior in zip(
                self.columns, self.pull, weights, self.prior, strict=True
            )
        ]
        return self._descend(weights, slope, self._bend(bends))

    def _bend(self, bends: Column) -> list[list[float]]:
        count = len(self.columns)
        found = [[0.0] * count for _ in range(count)]
        for at, column in enumerate(self.columns):
            bent = list(map(mul, column, bends))
            for other in range(at + 1):
                found[at][other] = found[other][at] = sum(map(mul, bent, self.columns[other]))
            found[at][at] += self.pull[at]
        return found

    def _descend(
        self, weights: Sequence[float], slope: Sequence[float], bend: Sequence[Sequence[float]]
    ) -> list[float]:
        step = [0.0] * len(slope)
        model = list(slope)  # the model's slope at the present step
        for _ in range(_SWEEPS):
            most = 0.0
            for at, row in enumerate(bend):
                wanted = weights[at] + step[at] - model[at] / row[at]
                change = self._bounded(at, wanted) - weights[at] - step[at]
                if change:
                    step[at] += change
                    model = [one + change * two for one, two in zip(model, row, strict=True)]
                    most = max(most, abs(change))
            if most < _CLOSE:
                break
        return step


def calibrate(
    scores: Sequence[float], bad: Sequence[bool], counts: Sequence[float] | None = None
) -> tuple[float, float]:
    """Slope and offset by which scores from held-out rows become log odds.

    J. Platt, "Probabilistic outputs for support vector machines" (1999), without his correction
    of the targets; the slope is never below 0.1, so that the order stays.
    """
    total = sum(counts) if counts else float(len(scores))
    shares = [one / total for one in counts] if counts else [1 / total] * len(scores)
    problem = _Problem(
        columns=[list(scores), [1.0] * len(scores)],
        bad=[float(one) for one in bad],
        shares=shares,
        signs=[1, 0],
        prior=[1.0, 0.0],
        pull=[1e-3, _RIDGE],
    )
    slope, offset = problem.solve()
    return round(max(slope, 0.1), 5), round(offset, 5) + 0.0
