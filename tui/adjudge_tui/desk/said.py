"""A glyph, its word and its tone: how anything that was found or said is shown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from adjudge_engine.errors import AdjudgeError
from adjudge_tui.display import one_line
from adjudge_tui.wording.strings import say

_MOMENT: Final = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z")

OUTCOME_GLYPHS: Final[Mapping[str, str]] = {
    "pass": "✓",
    "fail": "✗",
    "unavailable": "?",
    "not_applicable": "–",
}
#: verdict → sign and tone. A person's `undetermined` and a judge's `unsure` are not red.
VERDICT_SIGNS: Final[Mapping[str, tuple[str, str]]] = {
    "supported": ("✓", "good"),
    "partial": ("◐", "warn"),
    "not_mentioned": ("○", "warn"),
    "contradicted": ("✗", "bad"),
    "unsure": ("◌", "muted"),
    "undetermined": ("◌", "muted"),
}


@dataclass(frozen=True, slots=True)
class Said:
    """One statement in a cell: sign, word, and `good`, `warn`, `bad`, `muted` or no tone."""

    glyph: str
    word: str
    tone: str = ""

    def __str__(self) -> str:
        return f"{self.glyph} {self.word}"


def verdict_said(verdict: str) -> Said:
    """A verdict with its sign."""
    glyph, tone = VERDICT_SIGNS[verdict]
    return Said(glyph, say(f"verdict.{verdict}"), tone)


def problem_said(error: AdjudgeError, path: Path) -> str:
    """An error's sentence on one line: the queue by its name alone, moments by the local clock."""
    text = error.message.replace(str(path.absolute()), path.name)
    return one_line(_MOMENT.sub(_clock, text))


def _clock(match: re.Match[str]) -> str:
    try:
        moment = datetime.fromisoformat(match[0]).astimezone()
    except (ValueError, OverflowError):  # looks like a moment and is none
        return match[0]
    today = moment.date() == datetime.now(moment.tzinfo).date()
    return moment.strftime("%H:%M" if today else "%Y-%m-%d %H:%M")
