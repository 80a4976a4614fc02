"""Agreement of any number of raters: in percent, Fleiss' κ, Gwet's AC1 and AC2.

Items may have different numbers of ratings, as K. L. Gwet (Handbook of Inter-Rater Reliability,
4th edition 2014) extends all three: every item with two ratings or more counts once in what is
observed, every item with one or more counts once in the shares of the ratings. With the same
number on every item this is J. L. Fleiss, Psychological Bulletin 76 (1971), and K. L. Gwet,
British Journal of Mathematical and Statistical Psychology 61 (2008).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import fsum, lcm

from adjudge_engine.calibration.raters.coefficient import (
    DEFAULT,
    Coefficient,
    Disagreement,
    Resampling,
    coefficient,
    large_sample,
)
from adjudge_engine.calibration.raters.ratings import Ratings, Value
from adjudge_engine.calibration.raters.scale import LONGEST_SCALE, Scale, Weights
from adjudge_engine.calibration.statistics.bootstrap import GroupSums
from adjudge_engine.calibration.statistics.intervals import Interval, wilson

_PAIRED, _APART, _SHARES = 0, 1, 2  # cells: items with a pair, their disagreement, then shares
_Counts = tuple[tuple[int, int], ...]  # the ratings of one item: (place on the scale, how many)


def percent_agreement(ratings: Ratings, *, how: Resampling = DEFAULT) -> Coefficient:
    """The share of pairs of ratings of one item that are equal, averaged over items.

    With two ratings on every item the analytic interval is Wilson's.
    """
    rated = _Rated(ratings, "identity", None)

    def read(total: Sequence[int]) -> Disagreement | None:
        observed = rated.observed(total)
        return None if observed is None else Disagreement(observed, None)

    def analytic(found: Disagreement) -> Interval | None:
        if rated.most > 2:
            return None
        hits = (1 - found.observed) * len(rated.items)
        return wilson(int(hits), len(rated.items), how.confidence)

    return coefficient("percent agreement", rated.items, rated.sums, read, how, analytic)


def fleiss(
    ratings: Ratings,
    weights: Weights = "identity",
    *,
    scale: Sequence[Value] | None = None,
    how: Resampling = DEFAULT,
) -> Coefficient:
    """Fleiss' κ: chance draws every rating from the shares of all raters together.

    Undefined where only one thing was ever said. The analytic interval is Gwet's (2008); the
    variance that Fleiss gave in 1971 only tests for no agreement at all.
    """
    rated = _Rated(ratings, weights, scale)
    values = rated.values

    def read(total: Sequence[int]) -> Disagreement | None:
        observed, shares = rated.observed(total), total[_SHARES:]
        if observed is None:
            return None
        number = values.number(shares)
        return Disagreement(
            observed, Fraction(values.spread(shares), number * number * values.largest)
        )

    def analytic(found: Disagreement) -> Interval | None:
        shares = rated.shares()

        def by_chance(place: int) -> float:
            return (
                1
                - fsum(values.distance(place, other) * share for other, share in enumerate(shares))
                / values.largest
            )

        return rated.analytic(found, by_chance, how.confidence)

    kind = "Fleiss' κ" if weights == "identity" else f"Fleiss' κ, {weights} weights"
    return coefficient(kind, rated.items, rated.sums, read, how, analytic)


def gwet(
    ratings: Ratings,
    weights: Weights = "identity",
    *,
    scale: Sequence[Value] | None = None,
    how: Resampling = DEFAULT,
) -> Coefficient:
    """Gwet's AC1, or AC2 with weights: chance is largest where all ratings are equally frequent.

    It depends on how many ratings are possible: name the `scale`, else those seen are meant.
    Undefined with fewer than two; with a scale it stays defined where only one was ever given.
    """
    rated = _Rated(ratings, weights, scale, shares_as="identity")
    values, q = rated.values, len(rated.values.values)
    alike = q * q - Fraction(rated.all_apart(), values.largest)  # the sum of all weights
    factor = alike / (q * (q - 1)) if q > 1 else Fraction(1)

    def read(total: Sequence[int]) -> Disagreement | None:
        observed, shares = rated.observed(total), total[_SHARES:]
        if observed is None:
            return None
        number = sum(shares)
        mixed = 1 - Fraction(sum(share * share for share in shares), number * number)
        return Disagreement(observed, 1 - factor * mixed if q > 1 else Fraction(0))

    def analytic(found: Disagreement) -> Interval | None:
        shares = rated.shares()
        return rated.analytic(
            found, lambda place: float(factor) * (1 - shares[place]), how.confidence
        )

    kind = "Gwet's AC1" if weights == "identity" else f"Gwet's AC2, {weights} weights"
    return coefficient(kind, rated.items, rated.sums, read, how, analytic)


class _Rated:
    """The items counted: sums by group, and how often which ratings come together."""

    def __init__(
        self,
        ratings: Ratings,
        weights: Weights,
        scale: Sequence[Value] | None,
        shares_as: Weights | None = None,
    ) -> None:
        units = ratings.units()
        self.values = Scale.of((v for unit in units for v in unit.values), weights, scale)
        self._shares = self.values.weighted(shares_as or weights)
        numbers = {len(unit.values) for unit in units}
        self.most = max(numbers, default=0)
        self.items = [unit.group for unit in units if len(unit.values) > 1]
        self._per_pair = lcm(*(m * (m - 1) for m in numbers if m > 1))
        self._per_rating = lcm(*numbers)
        self.sums = GroupSums((u.group for u in units), _SHARES + self._shares.width)
        self._alike: Counter[_Counts] = Counter()
        for unit in units:
            counts = Counter(self.values.places[value] for value in unit.values)
            self._add(self.sums[unit.group], counts, len(unit.values))
            self._alike[tuple(sorted(counts.items()))] += 1

    def _add(self, row: list[int], counts: Mapping[int, int], m: int) -> None:
        if m > 1:
            row[_PAIRED] += 1
            row[_APART] += self.values.spread_of(counts) * (self._per_pair // (m * (m - 1)))
        self._shares.add(row, _SHARES, counts, self._per_rating // m)

    def observed(self, total: Sequence[int]) -> Fraction | None:
        """Mean disagreement of the pairs of an item; None without any pair."""
        paired = total[_PAIRED]
        if not paired:
            return None
        return Fraction(total[_APART], paired * self._per_pair * self.values.largest)

    def all_apart(self) -> int:
        """The sum of the distances between all values of the scale, each with each."""
        return self.values.spread_of({place: 1 for place in range(len(self.values.values))})

    def shares(self) -> list[float]:
        """The share of each value, every item counting once."""
        found = [Fraction(0)] * len(self.values.values)
        for counts, items in self._alike.items():
            m = sum(count for _, count in counts)
            for place, count in counts:
                found[place] += Fraction(count * items, m)
        n = sum(self._alike.values())
        return [float(share / n) for share in found]

    def analytic(
        self, found: Disagreement, by_chance: Callable[[int], float], confidence: float
    ) -> Interval | None:
        """Gwet's (2008) variance by linearisation: each item's part in the coefficient.

        `by_chance` gives the agreement by chance of a rating with the value at that place.
        """
        n = sum(self._alike.values())
        value = found.value
        if n < 2 or value is None or found.by_chance is None:
            return None
        if len(self.values.values) > LONGEST_SCALE:
            return None
        chance, apart = float(1 - found.by_chance), float(found.by_chance)
        expected = [by_chance(place) for place in range(len(self.values.values))]
        parts: list[tuple[float, int]] = []
        for counts, items in self._alike.items():
            m = sum(count for _, count in counts)
            part = 0.0
            if m > 1:
                pairs = m * (m - 1) * self.values.largest
                same = 1 - self.values.spread_of(dict(counts)) / pairs
                part = n / len(self.items) * (same - chance) / apart
            own = fsum(expected[place] * count for place, count in counts) / m
            part -= 2 * float(1 - value) * (own - chance) / apart
            parts.append((part, items))
        squares = fsum((part - float(value)) ** 2 * items for part, items in parts)
        return large_sample(value, squares / (n * (n - 1)), confidence)
