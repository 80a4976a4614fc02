"""Whether a reviewer's agreement with known answers falls over time.

Known answers are those of hidden gold items, or what an adjudication decided. An outcome that
rests on the reviewer's own verdict alone is no known answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from adjudge_engine.calibration.raters.coefficient import DEFAULT, Coefficient, Resampling
from adjudge_engine.calibration.raters.multirater import percent_agreement
from adjudge_engine.calibration.raters.ratings import Ratings, Value
from adjudge_engine.calibration.raters.reviewers import ReviewDecision, Thing, by_reviewer


@dataclass(frozen=True, slots=True)
class Window:
    """The decisions from `start` to `end`, both included; `agreement.n` counts verdicts."""

    start: datetime
    end: datetime
    decisions: int
    agreement: Coefficient

    def to_dict(self) -> dict[str, Any]:
        """The window as JSON values."""
        return {
            "start": self.start.isoformat(),
            "end": self.end.isoformat(),
            "decisions": self.decisions,
            "agreement": self.agreement.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Drift:
    """One reviewer's agreement with known answers, window after window."""

    reviewer: str
    windows: tuple[Window, ...]

    @property
    def declined(self) -> bool | None:
        """Whether the last window's interval lies wholly below the first one's.

        None where there are no two windows with an interval: not known is not "no". Where
        nothing changed, two nominal 95 % intervals part this way about three times in a thousand.
        """
        if len(self.windows) < 2:
            return None
        early, late = (self.windows[place].agreement.interval for place in (0, -1))
        if early is None or late is None:
            return None
        return late.high < early.low

    def to_dict(self) -> dict[str, Any]:
        """The drift as JSON values."""
        return {
            "reviewer": self.reviewer,
            "windows": [window.to_dict() for window in self.windows],
            "declined": self.declined,
        }


def drift(
    decisions: Iterable[ReviewDecision],
    known: Mapping[Thing, Value],
    *,
    windows: int = 2,
    every: timedelta | None = None,
    how: Resampling = DEFAULT,
) -> tuple[Drift, ...]:
    """Each reviewer's drift, by name; reviewers without a verdict on a known answer are left out.

    `known` maps (item, what the verdict is about) to the right verdict. Only decisions with such
    a verdict count. They are cut into `windows` of equally many decisions, or, with `every`, by
    the calendar from the reviewer's first one on; a window without a decision does not appear.
    """
    if windows < 1 or (every is not None and every <= timedelta(0)):
        raise ValueError("there is at least one window, and it takes time")
    found: list[Drift] = []
    for name, own in by_reviewer(decisions).items():
        told = [one for one in own if any(thing in known for thing, _ in one.said())]
        parts = _by_count(told, windows) if every is None else _by_time(told, every)
        if told:
            found.append(Drift(name, tuple(_window(part, known, how) for part in parts)))
    return tuple(found)


def _by_count(told: Sequence[ReviewDecision], windows: int) -> Iterator[Sequence[ReviewDecision]]:
    n, windows = len(told), min(windows, len(told))
    for place in range(windows):
        yield told[n * place // windows : n * (place + 1) // windows]


def _by_time(
    told: Sequence[ReviewDecision], every: timedelta
) -> Iterator[Sequence[ReviewDecision]]:
    parts: dict[int, list[ReviewDecision]] = {}
    for one in told:
        parts.setdefault((one.at - told[0].at) // every, []).append(one)
    yield from parts.values()


def _window(
    part: Sequence[ReviewDecision], known: Mapping[Thing, Value], how: Resampling
) -> Window:
    """Every decision counts, also a second one on the same item."""
    rows: list[tuple[str, Hashable, Value]] = []
    groups: dict[Hashable, Hashable] = {}
    for place, decision in enumerate(part):
        document = decision.group
        for thing, value in decision.said():
            if thing in known:
                rows += [
                    ("reviewer", (place, thing), value),
                    ("known", (place, thing), known[thing]),
                ]
                groups[place, thing] = (
                    ("item", decision.item) if document is None else ("document", document)
                )
    agreement = percent_agreement(Ratings.of(rows, groups), how=how)
    return Window(part[0].at, part[-1].at, len(part), agreement)
