"""Whether a claim says with a figure what a source says with it, small differences apart."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.binding.clauses import sentence_at
from adjudge_engine.numbers.binding.statements import statement_with, statements
from adjudge_engine.text.tokens import folded_words, is_content, is_number

#: What turns a statement into its opposite, where a bound may be turned as well.
_DENIES: Final = re.compile(
    r"\b(?:not|no|non|cannot|never|without|except|unless|nicht|kein\w{0,2}|nie|ohne|außer|pas|sans|sauf|"
    r"aucun\w{0,2}|sin|excepto|salvo|ningun\w{0,2}|senza|tranne|niet|geen|zonder|behalve|não|sem|"
    r"exceto|не|нет|без|кроме|forbidden|prohibited|banned|refused|verboten|untersagt|interdit\w?|"
    r"prohibid[oa]s?|vietat[oa]|verboden|proibid[oa]|free|frei|kostenlos|gratis|gratuit\w{0,2})\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)


def denies(text: str) -> bool:
    """Whether a text may deny or forbid what it says."""
    return _DENIES.search(text) is not None


def statement_at(text: str, start: int, end: int) -> str:
    """The statement around a figure."""
    one = statement_with(statements(text, start, end), start)
    return text[start:end] if one is None else text[one.start : one.end]


def sentence_of(text: str, start: int, end: int) -> str:
    """The sentence around a figure."""
    low, high = sentence_at(text, start, end)
    return text[low:high]


def content(text: str, but: frozenset[str] = frozenset()) -> set[str]:
    """The folded words of a text that say something, less `but` and figures."""
    words = folded_words(text)
    return {word for word in words if is_content(word) and not is_number(word)} - but


def is_frame(claim: set[str], source: set[str]) -> bool:
    """Whether a source says all that a claim says, or all but one word of three and more."""
    missing = len(claim - source)
    shared = len(claim) - missing
    return (not missing and shared > 0) or (missing == 1 and shared > 1)
