"""Payment cards and IBANs in a normalised text: numbers that prove themselves by check digits.

Cards: ISO/IEC 7812-1 (13 to 19 digits, Luhn). IBAN: ISO 13616 (length by country, mod 97-10 of
ISO/IEC 7064).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from adjudge_engine.privacy.found import Found, digits_of
from adjudge_engine.text.abbreviations import words

_RUN: Final = re.compile(r"(?<!\d)(?<!\d\.)\d{4,19}(?!\d)")
#: How cards are written: in one piece, or in groups.
_SHAPES: Final = tuple(
    re.compile(shape + r"(?!\d)(?![.,]\d)")
    for shape in (
        r"\d{4}([ \-])\d{4}\1\d{4}\1\d{4}\1\d{1,3}",
        r"\d{4}([ \-])\d{4}\1\d{4}\1\d{4}",
        r"\d{4}([ \-])\d{4}\1\d{4}\1\d{1,3}",
        r"\d{4}([ \-])\d{6}\1\d{4,5}",
        r"\d{4}([ \-])\d{5}\1\d{6}",
        r"\d{5}([ \-])\d{4}\1\d{5,6}",
        r"\d{6}([ \-])\d{13}",
        r"\d{8}([ \-])\d{8}",
        r"\d{13,19}",
    )
)
#: Country code and length of the IBANs that are registered.
_LENGTHS: Final = {
    entry[:2]: int(entry[2:])
    for entry in sorted(
        words(
            """
            AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22
            DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28
            HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25
            MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29
            RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29
            VA22 VG24 XK20 YE30
            """
        )
    )
}
#: Without this much there is none of them in a text.
_ANY_CARD: Final = re.compile(r"\d(?:[ \-]?\d){12}")
_ANY_IBAN: Final = re.compile(r"\d\d(?:[ \-]?[A-Za-z0-9]){11}")
_IBAN: Final = re.compile(
    r"(?<![A-Za-z0-9])([A-Za-z]{2})([ ]?)(\d{2})((?:[ \-]?[A-Za-z0-9]){11,40})"
)


def cards(text: str) -> Iterator[Found]:
    """The card numbers of the text, in order; linear in its length."""
    if _ANY_CARD.search(text) is None:
        return
    last = 0
    for run in _RUN.finditer(text):
        if run.start() < last:
            continue
        for shape in _SHAPES:
            match = shape.match(text, run.start())
            digits = digits_of(match.group()) if match else ""
            if match and luhn(digits) and _issued(digits, shape is _SHAPES[1]):
                last = match.end()
                yield Found(match.start(), last, "CARD", digits)
                break


def _issued(digits: str, as_on_cards: bool) -> bool:
    """Begun as issuers begin them; four groups of four are taken for a card whatever the issuer."""
    if len(set(digits)) == 1:
        return False
    return (
        as_on_cards or digits[0] in "3456" or "2200" <= digits[:4] <= "2720" or digits[:3] == "180"
    )


def luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of the others (Luhn's formula)."""
    total = 0
    for at, one in enumerate(reversed(digits)):
        value = int(one) * (1 + at % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def ibans(text: str) -> Iterator[Found]:
    """The IBANs of the text, in order; linear in its length."""
    if _ANY_IBAN.search(text) is None:
        return
    at = 0
    while (match := _IBAN.search(text, at)) is not None:
        at = match.start() + 2
        length = _LENGTHS.get(match[1].upper())
        end = None if length is None else _after(text, match.start(), match.end(), length)
        if end is None:
            continue
        groups = re.split(r"[ \-]", text[match.start() : end])
        code = "".join(groups).upper()
        if all(len(one) == 4 for one in groups[1:-1]) and _mod97(code):
            yield Found(match.start(), end, "IBAN", code)
            at = end


def _after(text: str, start: int, stop: int, length: int) -> int | None:
    """Where `length` letters and digits from `start` end, if a word ends there."""
    count = 0
    for at in range(start, stop):
        count += text[at].isalnum()
        if count == length:
            following = text[at + 1 : at + 2]
            inside = following.isascii() and following.isalnum()
            return None if inside else at + 1
    return None


def _mod97(code: str) -> bool:
    if sum(one.isdecimal() for one in code) < 10:
        return False
    moved = code[4:] + code[:4]
    return int("".join(str(int(one, 36)) for one in moved)) % 97 == 1
