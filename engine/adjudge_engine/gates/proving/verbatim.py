"""What a claim says word for word, once its citation marks and emphasis are taken off.

Taken off is only what can be nothing else: `[k3]` is a mark, `[not]` is a word even where some
citation is called that; `**fee**` is emphasis, `2*3` is text. A claim whose display differs from
its characters, by direction controls, says nothing that could be compared.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from adjudge_engine.gates.citing.marks import Mark, find_marks, unmarked
from adjudge_engine.gates.proving.standing import DECLARATIVE
from adjudge_engine.gates.proving.standing_words import LEANING
from adjudge_engine.text.boundary import is_unspaced
from adjudge_engine.text.normalise import normalise

_DIRECTION: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
_REFERENCE: Final = re.compile(r"[A-Za-z]{0,12}[-_.:]?\d{1,6}(?::\d{1,4})?")
_LENTICULAR: Final = re.compile(r"【\d{1,4}(?::\d{1,4})?(?:†source)?】")
_STOPS: Final = DECLARATIVE + "?？؟"
#: How questions end in scripts that ask without a question mark.
_ASKING: Final = ("か", "かね", "かな", "吗", "嗎", "呢", "까", "나요")
_WORD: Final = re.compile(r"\w+(?:['’.,]\w+)*")
_NO_WORD: Final = re.compile(r"^\W+")
_FEWEST_WORDS: Final = 3
_FEWEST_UNSPACED: Final = 6


class Said(NamedTuple):
    """A claim's normalised words, and the stop that ends it ("" without one)."""

    words: str
    stop: str


def said_in(text: str, known: Collection[str]) -> Said | None:
    """What `text`, a claim or several, says; None where it asks, trails off or is disguised.

    `known` are the ids of the case's citations.
    """
    if _DIRECTION.search(text):
        return None
    marks = [one for one in find_marks(text, known) if _is_reference(text, one)]
    bare, _ = unmarked(text, marks)
    normal = normalise(bare).text
    words = normal.rstrip(_STOPS + " ")
    stop = normal[len(words) :].strip()
    if not words or (stop and (len(stop) > 1 or stop not in DECLARATIVE)):
        return None
    if words.endswith(_ASKING):
        return None
    return Said(words, stop)


def leans(text: str) -> bool:
    """Whether a claim says little without the sentence before it: "It costs $5", "Yes."."""
    return leaning(text) is not None


def leaning(text: str) -> str | None:
    """By what a claim leans on the sentence before it, as what follows "…, but"; or None."""
    bare = normalise(text).text
    lower = bare.lower()
    match = LEANING.match(lower)
    if match:
        word = _NO_WORD.sub("", bare[: match.end()]).strip()
        return f'begins with "{word}": what it speaks of may stand in the sentence before'
    if any(map(is_unspaced, lower)):
        short = sum(map(str.isalnum, lower)) < _FEWEST_UNSPACED
    else:
        short = len(_WORD.findall(lower)) < _FEWEST_WORDS
    return "is too short to say by itself what it speaks of" if short else None


def _is_reference(text: str, mark: Mark) -> bool:
    """Whether a bracket can only be a citation mark, where it stands and by its looks."""
    inside = text[mark.start : mark.end]
    if inside[0] == "【" and not _LENTICULAR.fullmatch(inside):
        return False
    after = text[mark.end : mark.end + 1]
    if after.isascii() and after.isalnum():
        return False
    return all(map(_REFERENCE.fullmatch, mark.ids))
