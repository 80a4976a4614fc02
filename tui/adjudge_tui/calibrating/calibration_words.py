"""How the calibration screen writes figures: rates, numbers, intervals, names that files bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudge_tui.display import cut, one_line
from adjudge_tui.report.values import at, interval, number, text
from adjudge_tui.wording.strings import say

JSON = Mapping[str, Any]
#: A line of a section and how it looks.
Row = tuple[str, str]

#: κ from which people and judge measure much the same thing, and below which they do not.
_SUBSTANTIAL: Final = 0.6
_NOT_THE_SAME: Final = 0.4
_KINDS: Final = ("question_type", "document_type", "tag", "risk", "language", "generator")
_OUTCOMES: Final = {
    "admitted": ("✓", "good"),
    "refused": ("✗", "bad"),
    "inconclusive": ("?", "warn"),
    "withdrawn": ("–", "warn"),
}


def percent(value: float | None) -> str:
    """ "12.5 %", or that it is undefined."""
    return say("calibration.undefined") if value is None else f"{100 * value:.1f} %"


def percents(between: tuple[float, float] | None) -> str:
    """An interval of a rate."""
    if between is None:
        return "–"
    return f"{100 * between[0]:.1f} – {100 * between[1]:.1f} %"


def figure(value: float | None) -> str:
    """ "0.46", with a true minus, or that it is undefined."""
    if value is None:
        return say("calibration.undefined")
    return f"{value:.2f}".replace("-", "−")


def figures(between: tuple[float, float] | None) -> str:
    """An interval of any other figure."""
    return "–" if between is None else f"{figure(between[0])} – {figure(between[1])}"


def safe(value: Any, *path: str, most: int = 60) -> str:
    """A text of a file on one line, not longer than that many cells."""
    return cut(one_line(text(value, *path)), most)


def rate_of(said: Any, *path: str) -> tuple[float | None, tuple[float, float] | None]:
    """A rate and its interval; nothing where it is undefined."""
    return number(said, *path, "value"), interval(said, *path, "interval")


def hits_of(said: Any, *path: str) -> str:
    """ "9 of 72"."""
    found = at(said, *path)
    return say("calibration.of", hits=whole(found, "hits"), n=whole(found, "n"))


def whole(said: Any, *path: str) -> str:
    """A count with its thousands apart; a dash where there is none."""
    found = number(said, *path)
    return "–" if found is None else f"{found:,.0f}"


def strength(kappa: float) -> Row:
    """κ in words, and its tone."""
    if kappa > _SUBSTANTIAL:
        return say("strength.substantial"), "good"
    if kappa < _NOT_THE_SAME:
        return say("strength.not_the_same"), "bad"
    return say("strength.moderate"), "warn"


def slice_name(said: Any) -> str:
    """The kind and value of a slice."""
    kind = text(said, "kind")
    word = say(f"slicekind.{kind}") if kind in _KINDS else cut(one_line(kind), 20)
    return f"{word}: {one_line(text(said, 'value'))}"


def outcome_said(outcome: Any) -> Row:
    """What became of an admission, with its sign, and the tone."""
    if outcome in _OUTCOMES:
        sign, tone = _OUTCOMES[outcome]
        return f"{sign} {say(f'admission.{outcome}')}", tone
    return f"? {cut(one_line(str(outcome)), 30)}", "warn"


def wrong(one: JSON) -> str:
    """How people and judge differ, in words: what is bad was let through, or the other way."""
    return say("calibration.let_through" if one["people"] == "bad" else "calibration.refused")
