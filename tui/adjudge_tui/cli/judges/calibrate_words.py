"""How figures of calibration are written: rates, numbers, intervals, and the criteria's words."""

from __future__ import annotations

from typing import Final

from adjudge_engine.calibration.statistics.intervals import Interval

#: How a criterion calls its bad and its good answers.
_WORDS: Final = {
    "faithfulness": ("unfaithful", "faithful"),
    "answerability": ("unanswerable", "answerable"),
    "correctness": ("incorrect", "correct"),
}


def bad_and_good(criterion: str) -> tuple[str, str]:
    """What bad and good answers are called on this criterion."""
    return _WORDS.get(criterion, ("bad", "good"))


def percent(value: float | None) -> str:
    """ "12.5 %"."""
    return "undefined" if value is None else f"{100 * value:.1f} %"


def number(value: float | None) -> str:
    """ "0.46", with a true minus."""
    return "undefined" if value is None else f"{value:.2f}".replace("-", "−")


def percents(interval: Interval | None) -> str:
    """An interval of a rate."""
    if interval is None:
        return "–"
    return f"{100 * interval.low:.1f} – {100 * interval.high:.1f} %"


def numbers(interval: Interval | None) -> str:
    """An interval of any other figure."""
    return "–" if interval is None else f"{number(interval.low)} – {number(interval.high)}"


def points(value: float | None) -> str:
    """A difference of two rates in points of a percent, with its sign."""
    if value is None:
        return "undefined"
    return f"{100 * value:+.1f} points".replace("-", "−")
