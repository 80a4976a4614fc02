"""Digits that are no numbers of the text: list numbering, codes, addresses, telephone numbers."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.reading.before import EASTERN_IS, read_before

_PREFIXES: Final = frozenset({"mid", "pre", "post", "sub", "under", "over", "non", "nearly"})
_LIST_END = re.compile(r"[.)](?=[\s*]|\Z)|[:、](?=\s)")
_LINE_LEAD = re.compile(r"(?:\A|\n)[\s>*#•·\-(|]{0,12}(?:\*\*)?\Z")
_WORD_BEFORE = re.compile(r"[^\W\d_]{1,12}(?=-\Z)")
_NEXT_WORD = re.compile(r"([^\W\d_]{1,20})")
_SUFFIX = re.compile(r"-[A-Z]{2,}")
#: "3x daily" counts.
_OFTEN = re.compile(
    r"[x×] (?:daily|weekly|a (?:day|week)|per|täglich|wöchentlich|am tag|pro|par|al|ao|por)\b",
    re.IGNORECASE,
)
_URL = re.compile(r"https?://|www\.|@|_")


def list_number(folded: str, match: re.Match[str], last: int) -> int:
    """The value where the figure numbers a list item, else 0."""
    raw = match.group()
    if len(raw) > 3 or not raw.isdigit():
        return 0
    closing = _LIST_END.match(folded, match.end())
    if closing is None:
        return 0
    value = int(raw)
    start = match.start()
    if _LINE_LEAD.search(folded, max(0, start - 16), start):
        sign = closing.group()
        if sign != ")" or folded[start - 1 : start] == "(" or value <= last + 1:
            return value or 0
    follows = value == last + 1 and folded[match.end() + 1 : match.end() + 2] in (" ", "*", "")
    if closing.group() == ")" and len(raw) < 3:
        return value if follows else 0
    if closing.group() == "." and follows and last:
        rest = folded[match.end() + 1 : match.end() + 4].lstrip(" *")
        return value if rest[:1].isupper() else 0
    return 0


def is_phone(figure: str) -> bool:
    """Whether a figure written like a telephone number has digits enough for one."""
    return sum(char.isdigit() for char in figure) >= 7


def is_code(folded: str, start: int) -> bool:
    """Digits that go on with a word, a code or an address: B12, COVID-19, /item/42."""
    if not start:
        return False
    previous = folded[start - 1]
    if previous in "-_/=&?@.":
        if previous == "-":
            word = _WORD_BEFORE.search(folded, max(0, start - 13), start)
            if word is None or word.group()[-1] in EASTERN_IS:
                return False
            return word.group().lower() not in _PREFIXES
        before = folded[max(0, start - 80) : start]
        token = before[max(before.rfind(" "), before.rfind("\n")) + 1 :]
        return _URL.search(token) is not None or (previous == "." and token[-2:-1].isalpha())
    if not previous.isalpha() or ord(previous) >= 0x530:
        return False
    return not read_before(folded, start).currency


def is_version_letter(folded: str, start: int) -> bool:
    """Whether a "v" alone stands right before a figure: "v1.20"."""
    return folded[start - 1] in "vV" and not folded[max(0, start - 2) : start - 1].isalnum()


def is_attached(folded: str, end: int, after_end: int) -> bool:
    """Letters at the figure that are no unit make a code of it: 3D, 5G, 1040EZ, 1099-B."""
    if after_end <= end and _SUFFIX.match(folded, end):
        return True
    if after_end > end or not folded[end : end + 1].isalpha() or ord(folded[end]) >= 0x530:
        return False
    if _OFTEN.match(folded, end) is not None:
        return False
    word = _NEXT_WORD.match(folded, end)
    return word is not None and (len(word[1]) <= 2 or not word[1].islower())
