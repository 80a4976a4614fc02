"""One date or time of day as a text states it, with no more than the text says."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["date", "weekday", "time", "relative"]


class Date(NamedTuple):
    """A date and its span: `text[start:end]`. What the text does not say is None.

    `year`..`last_year` and `month`..`last_month` are ranges: a decade, a century, a quarter; years
    before Christ are negative. `short`: only the last two digits of the year are given.
    `swapped`: day and month could as well be the other way round. `weekday`: Monday is 0.
    `second` counts from midnight, `precise` when seconds are written; `half_day`: a clock time up
    to 12:59 that does not say which half of the day. `zone` is minutes east of UTC, or the name
    of a zone whose offset changes over the year. `vague`: the months are those that "early",
    "mid" or "late" in a year may mean.
    """

    start: int
    end: int
    text: str
    kind: Kind = "date"
    year: int | None = None
    last_year: int | None = None
    month: int | None = None
    last_month: int | None = None
    day: int | None = None
    weekday: int | None = None
    second: int | None = None
    zone: int | str | None = None
    short: bool = False
    swapped: bool = False
    precise: bool = False
    half_day: bool = False
    vague: bool = False

    @property
    def years(self) -> tuple[int, int] | None:
        """The first and the last year meant."""
        if self.year is None:
            return None
        return self.year, self.year if self.last_year is None else self.last_year

    @property
    def months(self) -> tuple[int, int] | None:
        """The first and the last month meant."""
        if self.month is None:
            return None
        return self.month, self.month if self.last_month is None else self.last_month

    @property
    def is_day(self) -> bool:
        """Whether it names one day of one year."""
        return None not in (self.year, self.month, self.day) and not self.short

    @property
    def key(self) -> tuple[int | str | bool | None, ...]:
        """What it says, without its place: equal for dates that nothing tells apart."""
        return self[3:]

    @property
    def other_way(self) -> Date:
        """The second reading of an unclear day and month."""
        return self._replace(month=self.day, day=self.month)

    @property
    def shape(self) -> tuple[bool, ...]:
        """Which parts are said: dates of one shape can take each other's place."""
        return (
            self.year is not None,
            self.month is not None,
            self.day is not None,
            self.second is not None,
            self.kind == "weekday",
        )
