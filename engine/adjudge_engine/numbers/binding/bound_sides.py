"""Bounds turned round: "at least 40" of what a source says "up to 40", a minimum of a maximum.

Only where the claim says the same thing of the figure and neither denies anything: "children of 6
and over pay" says no other thing than "free under 6".
"""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.binding.frame import (
    content,
    denies,
    is_frame,
    sentence_of,
    statement_at,
)
from adjudge_engine.numbers.reading.tables import word_list
from adjudge_engine.text.tokens import fold

_LEAST: Final = (
    "at least|no less than|not less than|no fewer than|not fewer than|more than|greater than|over|"
    "above|exceeding|mindestens|wenigstens|mehr als|über|nicht weniger als|nicht unter|"
    "au moins|plus de|pas moins de|al menos|como mínimo|por lo menos|más de|no menos de|"
    "almeno|più di|oltre|non meno di|ten minste|minstens|meer dan|niet minder dan|"
    "pelo menos|mais de|no mínimo|não menos de|не менее|не меньше|более|больше|свыше|минимум"
)
_MOST: Final = (
    "at most|up to|no more than|not more than|fewer than|less than|not exceeding|not over|under|"
    "below|höchstens|bis zu|weniger als|unter|nicht mehr als|nicht über|au plus|au maximum|"
    "moins de|jusqu['’]à|pas plus de|como máximo|a lo sumo|hasta|menos de|no más de|al massimo|"
    "fino a|meno di|non più di|non oltre|hoogstens|minder dan|niet meer dan|no máximo|até|"
    "não mais de|не более|не больше|менее|меньше|максимум"
)
_IS: Final = (
    r"(?:\s[^\W\d_]{1,20}){0,2}(?:\s(?:is|was|are|of|ist|sind|liegt bei|von|beträgt|est|de|es|di|"
    r"è|da|do|del|d'|of))?:?"
)
_MINIMUM: Final = (
    r"(?:minimum|minimal|mindest|mínim|minim|mínima|минимальн)\w{0,16}|lower limit|untergrenze"
)
_MAXIMUM: Final = (
    r"(?:maximum|maximal|höchst|máxim|massim|maxim|максимальн)\w{0,16}|upper limit|obergrenze"
)
_BEFORE: Final = re.compile(
    rf"(?<![^\W_])(?:(?P<least>{_LEAST})|(?P<most>{_MOST})"
    rf"|(?P<minimum>(?:{_MINIMUM}){_IS})|(?P<maximum>(?:{_MAXIMUM}){_IS}))"
    r"\s?(?:about |etwa |environ )?[$€£¥(]{0,2}\s?\Z"
    r"|(?P<eastern_least>至少|最少|最低|不少于|不低于|超过|下限[はが为是]?)[约約]?\Z"
    r"|(?P<eastern_most>至多|最多|最大|最高|不超过|不多于|上限[はが为是]?)[约約]?\Z"
)
_BEHIND: Final = re.compile(
    r"(?:\s[^\W\d_]{1,20})?\s?(?:"
    r"(?P<least>(?:or|and|oder|ou|o|of|und|et|y|e|и) (?:more|over|above|older|longer|mehr|älter|"
    r"plus|más|più|meer|mais|более)\b|minimum\b|mindestens\b)"
    r"|(?P<most>(?:or|and|oder|ou|o|of|und|et|y|e|и) (?:less|fewer|under|below|younger|weniger|"
    r"jünger|moins|menos|meno|minder|менее)\b|maximum\b|höchstens\b))"
    r"|[\u3041-\u9fff%]{0,3}?(?:(?P<eastern_least>以上)|(?P<eastern_most>以下|以内|未満|未满))"
)
_EASTERN: Final = frozenset("至最不超上下")
_EASTERN_WORDS: Final = re.compile(
    "以[上下内]|未[満满]|至[少多]|最[少多大高低]|不[少多低]于|不?超过|[上下]限"
)
#: Words of which one stands before or behind a figure that is a bound.
_HINTS: Final = frozenset(
    word.replace("['’]à", "'à")
    for phrase in f"{_LEAST}|{_MOST}".split("|")
    for word in phrase.split()
    if word not in ("a", "de", "di", "no", "to", "at", "al", "le", "non", "not", "au", "como")
)
_NOUN: Final = re.compile("m(?:[ií]nim|[aá]xim|assim|indest)|höchst|limit|миним|макс|grenze")
_FOLDED: Final = frozenset(map(fold, _HINTS)) | {
    fold(word)
    for word in word_list(
        "minimum maximum minimal maximal minimale maximale mínimo mínima máximo máxima minimo "
        "minima massimo massima maximaal minimaal older younger lower upper limit "
        "more less fewer least most"
    )
}
_REACH: Final = 48
_AFTER: Final = 32


def may_be_bound(lower: str, start: int, end: int) -> bool:
    """Whether what stands at a figure may make a bound of it."""
    before = lower[start - _REACH if start > _REACH else 0 : start]
    if not _HINTS.isdisjoint(before.split()[-4:]) or _NOUN.search(before) is not None:
        return True
    if before and not before.isascii() and not _EASTERN.isdisjoint(before[-5:]):
        return True
    behind = lower[end : end + _AFTER]
    if "以" in behind or "未" in behind:
        return True
    return not _HINTS.isdisjoint(behind.split()[:4])


def side_at(text: str, start: int, end: int) -> str:
    """ "least" or "most" where the figure `text[start:end]` is a bound, else "".

    With "!" behind it where the word for it is that of a limit.
    """
    before = text[max(0, start - _REACH) : start].lower()
    match = _BEFORE.search(before) or _BEHIND.match(text[end : end + _AFTER].lower())
    if match is None:
        return ""
    kind = (match.lastgroup or "").removeprefix("eastern_")
    return {"minimum": "least!", "maximum": "most!"}.get(kind, kind)


def is_turned(answer: str, said: tuple[int, int], text: str, place: tuple[int, int]) -> bool:
    """Whether a figure of the answer bounds the same thing on the other side."""
    mine, yours = side_at(answer, *said), side_at(text, *place)
    if not mine or not yours or mine[:4] == yours[:4]:
        return False
    claim, source = statement_at(answer, *said), sentence_of(text, *place)
    if _denies_more(claim) or _denies_more(source):
        return False
    words, others = _said(claim), _said(source)
    return is_frame(words, others) or (yours.endswith("!") and len(words - others) <= 1)


def _said(text: str) -> set[str]:
    """The words of a statement without those of bounds, which run into others where no blank is."""
    return content(text if text.isascii() else _EASTERN_WORDS.sub(" ", text), _FOLDED)


def _denies_more(text: str) -> bool:
    """Whether a text denies anything but within the words of a bound."""
    return denies(re.sub(f"{_LEAST}|{_MOST}", " ", text.lower()))
