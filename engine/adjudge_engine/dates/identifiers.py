"""Figures that look like a date and are something else: a code, a law, a size, a plain count."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.dates.names import month_of
from adjudge_engine.dates.worded import LINKS
from adjudge_engine.numbers.reading.tables import word_set

#: Words before a figure that names a thing by its number, or a standard.
NUMBERED: Final = word_set(
    "no nr number room page about roughly model only some section sections article art artikel "
    "rule clause paragraph rfc iso iec en din bs ieee astm ansi jis itu гост channel flight suite "
    "order ticket item version build level line bus route highway code pin zip zimmer raum seite "
    "artículo habitación salle chambre numéro número № seat gate bed lot box"
)
#: Words that a year is tied to by a hyphen.
_TIED: Final = word_set("mid early late pre post non ante anti mitte anfang ende mi début fin")
_LAW: Final = re.compile(
    r"(?:regulation|directive|decision|act|law|order|verordnung|richtlinie|beschluss|gesetz|"
    r"règlement|décision|loi|décret|reglamento|directiva|decisión|ley|decreto|orden|regolamento|"
    r"direttiva|legge|закон|указ|№|no\.?|nr\.?|n\.?º)\s(?:\((?:eu|eg|ue|ce|ec|eec)\)\s)?"
    r"(?:no\.?\s|nr\.?\s|n°\s|n\.?º\s)?\Z",
    re.IGNORECASE,
)
_SIZE_AFTER: Final = re.compile(r" ?[x×] ?[0-9]")
_SIZE_BEFORE: Final = re.compile(r"[0-9] ?[x×] ?\Z")
_CHAIN: Final = re.compile(
    r"-[0-9]+-[0-9A-Za-z]|-(?:0|[3-9][0-9]{3})[0-9]*|-[A-Z](?![a-z])|/[0-9]+/"
)
#: Signs behind a number that count: persons, things, money.
_COUNTERS: Final = frozenset(
    "人名位個个件本台円元米歳岁回次倍頁页户戸校社店頭头匹羽枚辆輛艘套条條种種篇座室号號點点分秒克公"
    "千万萬億亿兆キメトグドルポユペ명개원"
)

#: Words behind a figure with which it is no day, year, century or quarter.
_NEVER_DATED: Final = word_set(
    "days weeks months years hours minutes seconds times people patients tablets mg mcg ml kg cm "
    "mm km percent"
)
_COUNTED: Final = re.compile(r" ([a-z]{2,9})(?![^\W_])")
#: Those of them that no hour of the clock begins with either ("9 p.m.", "9 h", "9 Uhr").
_NO_HOURS: Final = frozenset(word for word in _NEVER_DATED if word[0] not in "ahopu")
#: What makes a date of a count: "days later", "days ago", "days from now".
_FROM_NOW: Final = ("later", "ago", "from")
#: Before an hour of the clock in Italian.
ITALIAN_HOUR: Final = ("ore ", "alle ")
_WORD_REACH: Final = 24


def is_code(folded: str, start: int, end: int) -> bool:
    """Whether the four digits `folded[start:end]` are a part of a code, a law or a size."""
    after = folded[end : end + 1]
    if after and after != " " and _goes_on(folded, end, after):
        return True
    if after == "/" and is_law(folded, start):
        return True
    if folded[end : end + 2].strip()[:1] in ("x", "×") and _SIZE_AFTER.match(folded, end):
        return True
    before = folded[start - 1 : start]
    if before == "-":
        return _is_tied(folded, start - 1, after)
    near = folded[max(0, start - 2) : start]
    return ("x" in near or "×" in near) and _SIZE_BEFORE.search(
        folded, start - 4, start
    ) is not None


def is_law(folded: str, start: int) -> bool:
    """Whether a word for a law stands right before `start`: "Regulation (EU) 2016/679"."""
    return _LAW.search(folded, max(0, start - 28), start) is not None


def _goes_on(folded: str, end: int, after: str) -> bool:
    if after in _COUNTERS:
        return True
    if after in "-/":
        return _CHAIN.match(folded, end) is not None
    return after.isalpha() and after.isascii() and after not in "se"


def _is_tied(folded: str, hyphen: int, after: str) -> bool:
    """Whether the letters before a hyphen make a code of the figure behind it: INV-2025."""
    head = folded[max(0, hyphen - 16) : hyphen]
    word = head[len(head.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")) :]
    if not word or word.lower() in _TIED or month_of(word) is not None:
        return False
    return after == "-" or word.isupper()


def is_count(folded: str, start: int, end: int) -> bool:
    """Whether a figure surely counts: a plain word before it, "days", "mg" or the like behind."""
    word = _COUNTED.match(folded, end)
    if word is None or word[1] not in _NEVER_DATED or folded[start - 1 : start] != " ":
        return False
    return _is_behind_a_word(folded, start)


def only_counts(folded: str, start: int, end: int) -> bool:
    """A quick look at one or two digits: `is_count` where nothing else can make a date of them."""
    word = _COUNTED.match(folded, end)
    if word is None or word[1] not in _NO_HOURS or folded[start - 1 : start] != " ":
        return False
    stop = word.end()
    if folded[stop + 1 : stop + 6].lower().startswith(_FROM_NOW):
        return False
    return not folded.endswith(ITALIAN_HOUR, 0, start) and _is_behind_a_word(folded, start)


def _is_behind_a_word(folded: str, start: int) -> bool:
    """Whether a plain word in small letters, and no month, stands before a figure."""
    before = folded[max(0, start - _WORD_REACH) : start - 1].rpartition(" ")[2]
    if not (len(before) > 1 and before.isascii() and before.isalpha() and before.islower()):
        return False
    return month_of(before) is None and before not in LINKS
