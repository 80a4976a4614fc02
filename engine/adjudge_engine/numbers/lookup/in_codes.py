"""Figures inside a code: "77-3150" of an order number is no evidence for 3,150 of anything."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.text.languages import ALL_STOP_WORDS

_CODE: Final = re.compile(r"[0-9]{1,12}(?:-[0-9]{1,12}){1,6}+(?![-0-9]|[.,][0-9])")
_SPAN: Final = 64
_NEXT: Final = re.compile(
    r"\s?(?P<sign>[%°€$£¥])|\s(?P<word>[^\W\d_]{1,30})|-?(?P<joined>[^\W\d_])"
)
#: Words before a code, in the form of their beginnings.
_CUE: Final = re.compile(
    r"(?:\b(?:codes?|order|part|item|article|model|serial|catalogue?|sku|ref|reference|id|no|nr|"
    r"number|phone|tel|fax|zip|postcode|account|invoice|batch|lot|drawing|"
    r"\w{0,16}(?:nummer|nr|code)|artikel|teil|modell|numéro|référence|réf|código|número|referencia|"
    r"artículo|codice|номер|код|артикул)|№|#|番号|型番|编号|编码)\.?[\s:#(]{0,3}\Z",
    re.IGNORECASE,
)
_BEFORE: Final = 32


def is_in_code(text: str, start: int, end: int) -> bool:
    """Whether the figure `text[start:end]` is a part of a code of digits and hyphens.

    A range ("50-1000 mg"), a score ("21-14") and a year ("2021-22") are none.
    """
    if text[start - 1 : start] != "-" and text[end : end + 1] != "-":
        return False
    low = start
    while low > max(0, start - _SPAN) and (text[low - 1].isdecimal() or text[low - 1] == "-"):
        low -= 1
    while low < start and text[low] == "-":
        low += 1
    match = _CODE.match(text, low)
    if match is None or match.end() < end:
        return False
    parts = match.group().split("-")
    if _CUE.search(text, max(0, low - _BEFORE), low) is not None or len(parts) > 2:
        return True
    return _is_uneven(parts) and not _is_measured(text, match.end())


def _is_uneven(parts: list[str]) -> bool:
    """Whether two figures are too unlike for the two ends of a range, or of a score."""
    one, two = parts
    if any(len(part) > 1 and part[0] == "0" for part in parts):
        return True
    return abs(len(one) - len(two)) > 1 and max(len(one), len(two)) > 3 and not _is_year(one)


def _is_year(figure: str) -> bool:
    return len(figure) == 4 and figure[:2] in ("17", "18", "19", "20", "21")


def _is_measured(text: str, end: int) -> bool:
    """Whether a unit or a thing counted follows, as it does after a range."""
    follows = _NEXT.match(text, end)
    if follows is None:
        return False
    word = follows["word"]
    return word is None or word.lower() not in ALL_STOP_WORDS
