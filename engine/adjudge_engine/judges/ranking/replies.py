"""The score in a judge's reply on one context: 1 to 5, however it was written.

JSON's own value first, then a fraction or percentage, then the first number that is not part of
the scale's name, then words. Nothing readable gives None, never a middle score.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

LOWEST: Final = 1.0
HIGHEST: Final = 5.0
#: How much of a reply is read.
_READ: Final = 4_000

_THINKING: Final = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_VALUE: Final = re.compile(
    r'"(?:v|value|score|rating|relevance|label)"\s{0,9}:\s{0,9}"?([^",}\n]{1,60})', re.IGNORECASE
)
_SCALE: Final = re.compile(
    r"\(?\b(?:on|from|of|in|auf|von|skala|scale|between|zwischen)?\s{0,3}(?:a|einer|the)?\s{0,3}"
    r"(?:scale|skala|range)?\s{0,3}(?:of|from|von)?\s{0,3}\b1\s{0,2}(?:-|–|to|bis|and|und|~|から)"
    r"\s{0,2}5\b\)?",
    re.IGNORECASE,
)
#: No part of a word or of a longer number.
_NUMBER: Final = r"(?<![A-Za-zÀ-ÿ_])(?<![\d.,])(-?\d{1,6}(?:[.,]\d{1,6})?)(?![\dA-Za-zÀ-ÿ_])"
_CUED: Final = re.compile(
    r"(?:score|rating|relevance|bewertung|punkte|note|relevanz|評価|スコア|点数|评分)"
    r"[^\w\-]{0,6}(?:is|of|ist|von|は|:)?[^\w\-]{0,4}" + _NUMBER,
    re.IGNORECASE,
)
_FIRST: Final = re.compile(_NUMBER)
_OF: Final = re.compile(r"\s{0,3}(?:/|out of|of|von|aus|중)\s{0,3}(\d{1,3})(?!\d)", re.IGNORECASE)
_WORDS: Final[tuple[tuple[str, float], ...]] = (
    (r"\b(?:not|nicht|no|kaum|hardly|barely)\s+(?:at all\s+)?relevant\b|\birrelevant\b", 1.0),
    (r"\b(?:somewhat|partly|partially|moderately|teilweise|fairly)\s+relevant\b", 3.0),
    (
        r"\b(?:slightly|marginally|little|wenig)\s+relevant\b|\boff[ -]topic\b",
        2.0,
    ),
    (r"\b(?:highly|very|fully|perfectly|completely|sehr|voll)\s+relevant\b", 5.0),
    (r"\b(?:one|eins)\b|[一壱]", 1.0),
    (r"\b(?:two|zwei)\b|二", 2.0),
    (r"\b(?:three|drei)\b|三", 3.0),
    (r"\b(?:four|vier)\b|四", 4.0),
    (r"\b(?:five|fünf)\b|五", 5.0),
    (r"\brelevant\b", 4.0),
)
_BY_WORD: Final = tuple((re.compile(pattern, re.IGNORECASE), value) for pattern, value in _WORDS)


def clamped(value: float) -> float:
    """`value` within 1 to 5."""
    return min(HIGHEST, max(LOWEST, value))


def score_of(reply: str) -> float | None:
    """The score that a reply gives, 1.0 to 5.0; None if it gives none. Linear in its length."""
    text = unicodedata.normalize("NFKC", _THINKING.sub(" ", reply[:_READ]))
    found = _VALUE.search(text)
    if found is not None:
        return _plain(found[1])
    return _plain(text)


def _plain(text: str) -> float | None:
    text = _SCALE.sub(" ", text)
    match = _CUED.search(text) or _FIRST.search(text)
    if match is None:
        return _in_words(text)
    value = float(match[1].replace(",", "."))
    whole = _OF.match(text, match.end(1))
    if whole is not None and int(whole[1]) > 0:
        return clamped(value / int(whole[1]) * HIGHEST)
    if text[match.end(1) :].lstrip()[:1] == "%":
        return clamped(value / 100 * HIGHEST)
    return clamped(value)


def _in_words(text: str) -> float | None:
    """What the earliest word for a score says; where two begin together, the longer."""
    hits = [(one.start(), -len(one.group()), value) for one, value in _matches(text)]
    return min(hits)[2] if hits else None


def _matches(text: str) -> list[tuple[re.Match[str], float]]:
    found = ((pattern.search(text), value) for pattern, value in _BY_WORD)
    return [(match, value) for match, value in found if match is not None]
