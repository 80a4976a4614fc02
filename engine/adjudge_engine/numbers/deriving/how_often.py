"""What the words beside a number ask of it: that it is exact, that something is done so often."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.lookup.material import Material, Trace
from adjudge_engine.numbers.model import Number

#: Words before a number that rounds nothing.
_EXACTLY: Final = (
    *("exactly", "precisely", "genau", "exakt", "exactement", "précisément", "exactamente"),
    *("esattamente", "exatamente", "precies", "ровно", "ちょうど", "正好", "恰好"),
)
#: How often something is done, in one word and in any.
_OFTEN: Final = frozenset(["twice", "thrice"])
_SO_OFTEN: Final = re.compile(
    r"\b(?:once|twice|thrice|(?:[a-z]{3,9}|[0-9]{1,3}) times) (?:daily|weekly|an?|per|each|every)\b"
)
_BACK: Final = 24


def is_exact(answer: str, number: Number) -> bool:
    """Whether the answer says that a number is exact, so that it rounds none."""
    before = answer[max(0, number.start - _BACK) : number.start].lower()
    return before.rstrip(" \xa0$€£¥").endswith(_EXACTLY)


def is_often(number: Number) -> bool:
    """Whether a number is a word for how often something is done."""
    return number.text.lower() in _OFTEN


def other_often(material: Material, number: Number) -> Trace | None:
    """The finding on "twice a day" that stands in no context, where one says how often it is.

    Without one it is open: twice a day may be every twelve hours.
    """
    for (context_id, _, _), lower in zip(material.texts, material.lower, strict=True):
        match = _SO_OFTEN.search(lower)
        if match is not None:
            said = f'the source says "{match.group()}" (context {context_id})'
            return Trace("untraced", f'"{number.text}": {said}')
    return None
