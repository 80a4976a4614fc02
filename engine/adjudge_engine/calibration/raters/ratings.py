"""Who rated what how: ratings of several raters on the same items, some of them missing."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isinf, isnan
from typing import NamedTuple

#: What somebody says of an item. Equal numbers are one rating, however they are written.
Value = str | int | float


class Unit(NamedTuple):
    """One item: the group that it belongs to and the ratings that it got, in the raters' order."""

    group: Hashable
    values: list[Value]


@dataclass(frozen=True, slots=True)
class Ratings:
    """rater → item → rating. Made by `of`, `paired` or `from_rows`; what is missing has no entry.

    `group_of` names the group (source document) of an item: items of one group are not
    independent, so that intervals resample groups. An item without an entry is its own group.
    """

    by_rater: Mapping[str, Mapping[Hashable, Value]]
    group_of: Mapping[Hashable, Hashable] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        triples: Iterable[tuple[str, Hashable, Value | None]],
        group_of: Mapping[Hashable, Hashable] | None = None,
    ) -> Ratings:
        """From (rater, item, rating); None and NaN are missing ratings.

        Raises ValueError where one rater rates an item twice (which of the two holds is not for
        this module to say), and for an infinite number.
        """
        by_rater: dict[str, dict[Hashable, Value]] = {}
        for rater, item, value in triples:
            own = by_rater.setdefault(rater, {})
            if value is None or (isinstance(value, float) and isnan(value)):
                continue
            if isinstance(value, float) and isinf(value):
                raise ValueError(f"{value} is no rating ({rater} on {item!r})")
            if item in own:
                raise ValueError(f"{rater} rated {item!r} twice")
            own[item] = value
        return cls(by_rater, group_of or {})

    @classmethod
    def paired(
        cls,
        first: Sequence[Value | None],
        second: Sequence[Value | None],
        groups: Sequence[Hashable] | None = None,
    ) -> Ratings:
        """Two raters, `first` and `second`, on items 0, 1, …; `groups` gives each item's group."""
        if len(first) != len(second):
            raise ValueError(f"{len(first)} ratings against {len(second)}")
        return cls.from_rows({"first": first, "second": second}, groups)

    @classmethod
    def from_rows(
        cls,
        rows: Mapping[str, Sequence[Value | None]],
        groups: Sequence[Hashable] | None = None,
    ) -> Ratings:
        """One row of ratings for each rater, item 0, 1, … in its columns."""
        longest = max((len(row) for row in rows.values()), default=0)
        if groups is not None and len(groups) < longest:
            raise ValueError(f"{len(groups)} groups for {longest} items")
        found = cls.of(
            (rater, item, value) for rater, row in rows.items() for item, value in enumerate(row)
        )
        return cls(
            {rater: found.by_rater.get(rater, {}) for rater in rows},
            dict(enumerate(groups)) if groups is not None else {},
        )

    @property
    def raters(self) -> tuple[str, ...]:
        """The raters' names, in the order in which they came."""
        return tuple(self.by_rater)

    def units(self) -> list[Unit]:
        """Every item that anybody rated, with its ratings; their number may differ by item."""
        found: dict[Hashable, Unit] = {}
        for own in self.by_rater.values():
            for item, value in own.items():
                if item not in found:
                    found[item] = Unit(self.group(item), [])
                found[item].values.append(value)
        return list(found.values())

    def pairs(self, first: str, second: str) -> list[tuple[Hashable, Value, Value]]:
        """(group, first's rating, second's rating) of every item that both rated."""
        one, other = self._of(first), self._of(second)
        return [
            (self.group(item), value, other[item]) for item, value in one.items() if item in other
        ]

    def group(self, item: Hashable) -> Hashable:
        """The item's group. A tuple marks an item that has none, lest it meet a group's name."""
        return self.group_of.get(item, ("item", item))

    def the_two(self) -> tuple[str, str]:
        """The names of the two raters. Raises ValueError unless there are exactly two."""
        if len(self.by_rater) != 2:
            raise ValueError(f"{len(self.by_rater)} raters where two are compared: name the two")
        first, second = self.by_rater
        return first, second

    def _of(self, rater: str) -> Mapping[Hashable, Value]:
        if rater not in self.by_rater:
            raise ValueError(f"there is no rater {rater!r}")
        return self.by_rater[rater]
