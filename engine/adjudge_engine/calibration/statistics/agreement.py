"""Agreement of two raters on the same items, from a table: raw, and Cohen's κ beyond chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import TypeVar

Rating = TypeVar("Rating", bound=Hashable)


def agreement_of_table(table: Mapping[tuple[Rating, Rating], int]) -> float | None:
    """Raw agreement from counts by (first's rating, second's rating)."""
    n = sum(table.values())
    same = sum(count for (one, other), count in table.items() if one == other)
    return same / n if n else None


def kappa_of_table(table: Mapping[tuple[Rating, Rating], int]) -> float | None:
    """Cohen's κ, unweighted, from counts by (first's rating, second's rating).

    None where it is undefined: no items, or both raters only ever said one and the same thing.
    J. Cohen, Educational and Psychological Measurement 20 (1960).
    """
    n = sum(table.values())
    rows: Counter[Rating] = Counter()
    columns: Counter[Rating] = Counter()
    for (one, other), count in table.items():
        rows[one] += count
        columns[other] += count
    same = sum(count for (one, other), count in table.items() if one == other)
    chance = sum(count * columns[rating] for rating, count in rows.items())
    # In whole numbers, so that "only one thing ever said" is exactly zero below the line.
    if n * n == chance:
        return None
    return (n * same - chance) / (n * n - chance)


def in_words(kappa: float | None) -> str:
    """What a κ means, by the reference points of the product."""
    if kappa is None:
        return "undefined"
    if kappa > 0.6:
        return "substantial"
    if kappa < 0.4:
        return "not the same thing measured"
    return "moderate"
