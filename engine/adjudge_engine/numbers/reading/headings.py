"""The headings that set a scale for the figures below them: "(in thousands)", "€ million"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from adjudge_engine.numbers.reading.scales import power_of
from adjudge_engine.numbers.reading.tables import word_list

_SCALE = (
    r"thousands?|millions?|billions?|lakhs?|crores?|tausend|tsd\.?|mio\.?|mrd\.?|millionen|"
    r"milliarden|milliers|milliards|miles|millones|mn|bn"
)
_RUSSIAN_HEADING = re.compile(
    r"(?<![^\W_])(?:в )?(?P<word>тыс|млн|млрд|тысячах|миллионах|миллиардах)\.? "
    r"(?:руб\w{0,4}\.?|долл\w{0,5}\.?|евро|тенге|гривен)\s{0,2}(?=[),;:.|\]\n]|\Z)"
)
_HEADING = re.compile(
    r"(?<![^\W_])(?:in|en|em)\s(?:us\s?)?[$€£¥₹]?\s?(?:[a-z]{1,3}\s?)?(?P<word>" + _SCALE + r")"
    r"(?:\s(?:of|de)\s[^\W\d_]{1,9}(?:\s[^\W\d_]{1,9})?|\sd'[^\W\d_]{1,9}|\s(?:us\s)?[^\W\d_]{1,8})?"
    r"\s{0,2}(?=[),;:.|\]\n]|\Z|except|unless)",
    re.DOTALL,
)
#: No heading is longer than this, with what must stand around it.
_LONGEST: Final = 100
#: What every heading begins with in small ASCII letters, other signs being question marks; one
#: pattern for each word, for a search for a fixed beginning is quick.
_HEADING_HINTS: Final = tuple(
    re.compile(word + r"[\s?](?:us[\s?]?)?[$?]?[\s?]?(?:[a-z?]{1,3}[\s?]?)?(?:" + _SCALE + ")")
    for word in ("in", "en", "em")
)
#: One of these stands in every such scale.
_HINT: Final = 24  # characters from the word that introduces it to either end of such a scale
SCALE_PIECES: Final = tuple(
    piece.encode()
    for piece in word_list("thousand mill billion lakh crore tausend tsd mio mrd miles mn bn")
)
#: The same, most of them found from one fixed sign: far quicker than to search for each.
_PIECES: Final = tuple(
    re.compile(pattern)
    for pattern in (b"m(?:ill|io|iles|rd|n)", b"b(?:n|illion)", b"us(?:and|end)", b"k(?<=lak)h")
)
_OTHER_PIECES: Final = (b"tsd", b"crore")
NO_HINTS: Final[list[list[int]]] = [[], [], []]
_MONEY_SCALE = (
    r"\s?(?:in\s)?'?(?:(?P<zeros>000s?\b)(?=[\s),;:|\]]|\Z)"
    r"|(?P<word>thousands?|millions?|billions?|lakhs?|crores?|mn?|bn|k)\b"
    r"(?=\s{0,2}(?:[|),;:\n]|\Z)))"
)
#: "T€", "kEUR", "M€": a letter for the scale right before the currency.
_LETTER_HEADING: Final = re.compile(
    r"(?<![^\W_])(?P<word>[TKkM])(?:EUR|€)(?=\s{0,2}(?:[|),;:\n]|\Z))"
)
_CODES: Final = word_list("RMB USD EUR GBP CHF CNY JPY INR AUD CAD")
_RAW_CODES: Final = tuple(code.encode() for code in _CODES)
#: What stands in every heading that has neither a piece of a scale nor the code of a currency.
_HEADING_SIGNS: Final = (*"$€£¥₹位", "円)", "元)", "тыс", "мл")
LONGEST_PIECE: Final = 16
_NO_CAPITALS: Final = bytes(code for code in range(256) if not 0x41 <= code <= 0x5A)
#: Currencies that a letter for the scale may stand right before.
_LETTERED: Final = frozenset({"€", "EUR"})
#: Currency → its heading.
_MONEY_HEADINGS: Final = {
    **{sign: re.compile(re.escape(sign) + _MONEY_SCALE) for sign in "$€£¥₹"},
    **{code.lower(): re.compile(rf"(?<![^\W_]){code.lower()}{_MONEY_SCALE}") for code in _CODES},
}
_CJK_HEADING = re.compile(
    r"(?:単位|单位|單位)\s?[:：]?\s?(?P<sign>百万|千万|[千万億亿百]{1,2})"
    r"|\((?P<money>百万|千|万|億|亿|十億)[円元]\)"
)
_RUSSIAN_POWERS = {"тысячах": 3, "миллионах": 6, "миллиардах": 9}
_SHORT_POWERS = {"miles": 3, "m": 6, "k": 3, "t": 3}
_CJK_POWER = {"千": 3, "万": 4, "百万": 6, "千万": 7, "億": 8, "亿": 8, "十億": 9, "百": 2}


def may_have_headings(part: str) -> bool:
    """Whether a piece of some heading stands in a part of a text."""
    raw = part.encode("latin-1", "replace")
    return has_scale_piece(raw.lower()) or _may_have_money_headings(part, raw)


def may_have_money_headings(part: str) -> bool:
    """`may_have_headings` of a part without any piece of a scale."""
    return _may_have_money_headings(part, part.encode("latin-1", "replace"))


def _may_have_money_headings(part: str, raw: bytes) -> bool:
    capitals = raw.translate(None, _NO_CAPITALS)
    if any(code in capitals for code in _RAW_CODES) or (b"R" in capitals and b"Rmb" in raw):
        return True
    return any(sign in part for sign in _HEADING_SIGNS)


def has_scale_piece(lower: bytes) -> bool:
    """Whether a piece of some scale stands in a text in small letters."""
    for piece in _OTHER_PIECES:
        if piece in lower:
            return True
    for pattern in _PIECES:  # noqa: SIM110 - asked of every text
        if pattern.search(lower) is not None:
            return True
    return False


def hints_of(folded: str) -> list[list[int]]:
    """Where "in", "en" and "em" may introduce a scale."""
    raw = folded.encode("ascii", "replace").lower()
    found: list[set[int]] = [set(), set(), set()]
    for piece in SCALE_PIECES:
        at = raw.find(piece)
        while at >= 0:
            low = max(0, at - _HINT)
            near = raw[low : at + _HINT].decode("ascii")
            for starts, pattern in zip(found, _HEADING_HINTS, strict=True):
                starts.update(low + hint.start() for hint in pattern.finditer(near))
            at = raw.find(piece, at + len(piece))
    return [sorted(starts) for starts in found]


def headings_of(
    folded: str, language: str = "", hints: list[list[int]] | None = None
) -> tuple[tuple[int, Decimal], ...]:
    """Every "(in thousands)", "€ million", "単位：百万円" with the factor it sets.

    In an English text "en" and "em" introduce none. `hints`: those of the text, where they are
    at hand.
    """
    found = [*_money_headings(folded)]
    hints = hints_of(folded) if hints is None else hints
    for starts in hints[: 1 if language == "en" else None]:
        for start in starts:
            lead = max(0, start - 1)
            match = _HEADING.match(folded[lead : start + _LONGEST].lower(), start - lead)
            if match is not None:
                found.append((lead + match.end(), match))
    if "тыс" in folded or "мл" in folded:
        russian = _RUSSIAN_HEADING.finditer(folded.lower())
        found += ((match.end(), match) for match in russian if not _follows_figure(folded, match))
    if "位" in folded or "円)" in folded or "元)" in folded:
        found += ((match.end(), match) for match in _CJK_HEADING.finditer(folded))
    if not found:
        return ()
    powers = [(end, power) for end, match in found if (power := _heading_power(match))]
    return tuple((end, Decimal(1).scaleb(power)) for end, power in sorted(powers))


def _follows_figure(folded: str, match: re.Match[str]) -> bool:
    return folded[max(0, match.start() - 2) : match.start()].strip()[-1:].isdigit()


def _money_headings(folded: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Where a currency and a scale stand together; its code stands in capitals, or as "Rmb"."""
    capitals = folded.encode("latin-1", "replace").translate(None, _NO_CAPITALS).decode("ascii")
    names = [sign for sign in "$€£¥₹" if sign in folded]
    if len(capitals) > 2:
        names += [code for code in _CODES if code in capitals]
    names += ["Rmb"] if "Rmb" in folded else []
    for name in names:
        pattern = _MONEY_HEADINGS[name.lower()]
        at = folded.find(name)
        while at >= 0:
            lead = max(0, at - 1)
            match = pattern.match(folded[lead : at + _LONGEST].lower(), at - lead)
            if match is not None:
                yield lead + match.end(), match
            elif name in _LETTERED and folded[lead : lead + 1] in "TKkM":
                before = max(0, lead - 3)
                near = folded[before : at + _LONGEST]
                lettered = _LETTER_HEADING.match(near, lead - before)
                if lettered is not None and not _follows_figure(near, lettered):
                    yield before + lettered.end(), lettered
            at = folded.find(name, at + 1)


def _heading_power(match: re.Match[str]) -> int | None:
    named = match.groupdict()
    if named.get("zeros"):
        return 3
    sign = named.get("sign") or named.get("money")
    if sign:
        return _CJK_POWER.get(sign)
    word = (named.get("word") or "").rstrip(".").lower()
    return _SHORT_POWERS.get(word) or _RUSSIAN_POWERS.get(word) or power_of(word)
