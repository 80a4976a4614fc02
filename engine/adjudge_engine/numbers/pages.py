"""Page marks of an answer: "p. 4", "pp. 4–6", "(page 4)" say where, not how much."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.model import Number

_MARK = re.compile(
    r"(?:(?<![^\W_])(?:pp?|pgs?|pág|págs|SS?|стр)\.[ \xa0]?"
    r"|[(\[](?:see |cf\. |siehe |voir |ver )?(?:pages?|seiten?|páginas?)[ \xa0])"
    r"(?:[0-9]{1,4}[ \xa0]?(?:[-–,&]|and|und|et|y)[ \xa0]?){0,3}\Z"
)
_REACH: Final = 40


def is_page_mark(answer: str, number: Number) -> bool:
    """Whether the number is a page that the answer refers to."""
    if number.kind not in ("plain", "label") or number.unit or number.currency:
        return False
    if not number.text.isdigit():
        return False
    return _MARK.search(answer, max(0, number.start - _REACH), number.start) is not None
