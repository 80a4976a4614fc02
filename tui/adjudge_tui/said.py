"""A glyph, its word and its tone: how anything that was found or said is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from adjudge_tui.strings import say

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
