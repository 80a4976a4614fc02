"""NFKC with offsets: the step of quote normalisation that can merge and split characters.

Works on units, a character with the marks that may join it, and touches only those that change.
Marks in heaps are left alone: `unicodedata.normalize` sorts them in quadratic time.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from adjudge_engine.text.offsets import Edits

#: Letters of combining class 0 that still join the character before them.
_JOINING: Final = frozenset(
    "\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dcf\u0ddf\u0fb5"
    "\u0fb7\u102e\u1b35\U00011127\U0001133e\U00011357\U000114b0\U000114ba\U000114bd\U000115af"
    "\U00011930\U000113b8\U000113bb\U000113c2\U000113c9\U00016d63\U00016d67"
) | {chr(code) for code in (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))}
_MOST_REPLACED: Final = 64
_MOST_MARKS: Final = 30  # the bound of the Stream-Safe Text Format, UAX #15 §13


def compose(text: str, *, fold_case: bool = False) -> tuple[str, Edits | None]:
    """NFKC of `text`, super- and subscripts kept, and its offset map (None: nothing moved)."""
    if not fold_case and unicodedata.is_normalized("NFKC", text):
        return text, None
    changing, marks = _active(set(text), fold_case)
    if not marks:
        text = _replace_singles(text, changing)
    if not changing and not marks:
        return text.casefold() if fold_case else text, None
    edits, out, last, previous = Edits(), [], 0, ""
    for match in _pattern(changing, marks).finditer(text):
        start, end = match.span()
        if start > last:
            between = text[last:start]
            out.append(between.casefold() if fold_case else between)
            previous = between[-1]
        old = match.group()
        new = _folded(old, fold_case)
        if unicodedata.category(old[0]) == "No":
            new = _kept_apart(new, previous, text[end : end + 1])
        if len(new) != len(old) or len(new) > 1:
            edits.add(start, end, len(new))
        out.append(new)
        previous, last = new[-1:] or previous, end
    rest = text[last:]
    out.append(rest.casefold() if fold_case else rest)
    return "".join(out), edits if len(edits) else None


def _active(characters: set[str], fold_case: bool) -> tuple[dict[str, str], set[str]]:
    """The characters that change by themselves, with what they become, and the joining marks."""
    changing: dict[str, str] = {}
    marks: set[str] = set()
    for one in characters:
        if one.isascii():
            continue
        new = one if _is_script(one) else unicodedata.normalize("NFKC", one)
        if unicodedata.combining(new[0]) or new[0] in _JOINING:
            marks.add(one)
        elif new != one or (fold_case and len(one.casefold()) != 1):
            changing[one] = new
    return changing, marks


def _replace_singles(text: str, changing: dict[str, str]) -> str:
    """Full-width letters and the like, one for one: offsets stay, and `str.replace` is fast."""
    singles = [one for one, new in changing.items() if len(new) == 1 and len(new.casefold()) == 1]
    if len(singles) <= _MOST_REPLACED:
        for one in singles:
            if unicodedata.category(one) != "No":
                text = text.replace(one, changing.pop(one))
    return text


def _pattern(changing: Iterable[str], marks: Iterable[str]) -> re.Pattern[str]:
    """Every unit that composition may change: a character with its marks, or a lone one."""
    single = _any_of(changing)
    mark = _any_of(marks)
    if not marks:
        return re.compile(single)
    units = f"[^{mark[1:]}?{mark}+"
    return re.compile(f"{units}|{single}" if changing else units, re.DOTALL)


def _any_of(characters: Iterable[str]) -> str:
    return "[" + "".join(map(re.escape, sorted(characters))) + "]"


def _is_script(character: str) -> bool:
    """Whether NFKC would flatten a super- or subscript."""
    return unicodedata.decomposition(character).startswith(("<super>", "<sub>"))


def _folded(unit: str, fold_case: bool) -> str:
    """The unit in NFKC (and folded case). A kept super- or subscript is its base, or a mark."""
    if len(unit) > _MOST_MARKS + 1:
        return unit
    if any(map(_is_script, unit)):
        return unit
    new = unicodedata.normalize("NFKC", unit)
    if fold_case:
        new = unicodedata.normalize("NFKC", new.casefold())
    return new.replace("\u2044", "/")


def _kept_apart(new: str, before: str, after: str) -> str:
    """A fraction or circled digit, parted from digits that it would merge with."""
    if new[:1].isdecimal() and before.isdecimal():
        new = " " + new
    if new[-1:].isdecimal() and after.isdecimal():
        new += " "
    return new
