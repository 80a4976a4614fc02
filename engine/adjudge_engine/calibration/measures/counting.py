"""Labelled rows counted: the matrix of all of them, and one row of counts for each group."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final

from adjudge_engine.calibration.measures.labelled import Labelled
from adjudge_engine.calibration.raters.ratings import Ratings, Value
from adjudge_engine.calibration.statistics.bootstrap import GroupSums
from adjudge_engine.calibration.statistics.confusion import CELLS, Confusion, Said, Truth

#: The cell of a tally that a row counts in.
PLACES: Final[Mapping[tuple[Truth, Said], int]] = {cell: at for at, cell in enumerate(CELLS)}

_AS_RATING: Final[Mapping[Said, str | None]] = {"pass": "good", "fail": "bad", "abstain": None}


def confusion_of(rows: Iterable[Labelled]) -> Confusion:
    """The matrix of the rows."""
    return Confusion.of((one.truth, one.said) for one in rows)


def counts_by_group(rows: Sequence[Labelled]) -> list[list[int]]:
    """One row of counts, in the order of `CELLS`, for each group; the order of groups is no
    matter."""
    sums = GroupSums((one.group for one in rows), len(CELLS))
    for one in rows:
        sums[one.group][PLACES[one.truth, one.said]] += 1
    return sums.rows


def as_ratings(rows: Sequence[Labelled]) -> Ratings:
    """People and the judge as two raters of good and bad; an abstention is a missing rating."""
    people: list[Value | None] = [one.truth for one in rows]
    judge: list[Value | None] = [_AS_RATING[one.said] for one in rows]
    groups: list[Hashable] = [one.group for one in rows]
    return Ratings.paired(people, judge, groups)
