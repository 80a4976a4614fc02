"""What the words beside a number ask of it: that it is exact, that something is done so often."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.lookup.material import Material, Trace
from adjudge_engine.numbers.model import Number
from adjudge_engine.once import once

#: Words before a number that rounds nothing.
_EXACTLY: Final = (
    *("exactly", "precisely", "genau", "exakt", "exactement", "précisément", "exactamente"),
    *("esattamente", "exatamente", "precies", "ровно", "ちょうど", "正好", "恰好"),
)
#: How often something is done, in one word and in any.
_OFTEN: Final = frozenset(["twice", "thrice", "zweimal", "dreimal", "viermal"])
_SO_OFTEN: Final = re.compile(
    r"\b(?:once|twice|thrice|(?:[a-z]{3,9}|[0-9]{1,3}) times) (?:daily|weekly|an?|per|each|every)\b"
    r"|\b(?:ein|zwei|drei|vier|[0-9][- ]?)mal "
    r"(?:täglich|wöchentlich|monatlich|jährlich|am tag|pro)\b"
)
#: Twice, in words that do not say so.
_TWICE: Final = re.compile(
    r"\bevery (?:12|twelve|other)\b"
    r"|\bmorning(?: and|,)(?: in)?(?: the| at| every)? (?:evening|night)"
    r"|\bb\.?i\.?d\b|\b(?:semi|bi)-?(?:annual|weekly|monthly)|\bhalf-?yearly|\bsix months\b"
    r"|\balle (?:6|sechs|8|acht|12|zwölf)\b|\bmorgens(?: und|,) (?:mittags|abends)"
)
#: What makes "exactly" of no weight, right before it.
_DENIED: Final = ("not", "n't", "n’t", "nicht", "pas", "no", "не")
_BACK: Final = 24


def is_exact(answer: str, number: Number) -> bool:
    """Whether the answer says that a number is exact, so that it rounds none."""
    before = answer[max(0, number.start - _BACK) : number.start].lower()
    before = before.rstrip(" \xa0$€£¥")
    word = next(filter(before.endswith, _EXACTLY), None)
    return word is not None and not before.removesuffix(word).rstrip().endswith(_DENIED)


def is_often(number: Number) -> bool:
    """Whether a number is a word for how often something is done."""
    return number.text.lower() in _OFTEN


class HowOften:
    """What the contexts say of how often something is done; they are read once."""

    def __init__(self, material: Material) -> None:
        self._material = material

    def other(self, number: Number) -> Trace | None:
        """The finding on "twice a day" that stands in no context, where one says how often it is.

        Without one it is open: twice a day may be every twelve hours.
        """
        return Trace("untraced", f'"{number.text}": {self._said}') if self._said else None

    @once
    def _said(self) -> str:
        if any(_TWICE.search(lower) for lower in self._material.lower):
            return ""
        for (context_id, _, _), lower in zip(
            self._material.texts, self._material.lower, strict=True
        ):
            match = _SO_OFTEN.search(lower)
            if match is not None:
                return f'the source says "{match.group()}" (context {context_id})'
        return ""
