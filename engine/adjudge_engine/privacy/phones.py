r"""Phone numbers in a normalised text.

A string of digits is a phone number only if its writing says so: a country code after `+` or
`00`, an area code in parentheses, a leading 0 with the groups of a national number, the three
groups of North America, or a word such as "Tel." before it. Amounts, dates, versions, ISBNs and
identifiers are none of these. Two spellings are one number if their digits are, with or without
country code and trunk 0 (ITU-T E.164).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from adjudge_engine.privacy.found import Found, digits_of
from adjudge_engine.text.abbreviations import words

_SEP: Final = r"(?: ?[\-/.] ?| )"
_GROUPS: Final = rf"(?:{_SEP}?\(?\d{{1,11}}\)?){{1,7}}"
_CUE: Final = (
    r"(?:tele(?:ph|f)one?|telefon|téléphone|tel|tél|fon|phone|fax|telefax|mobile|mobil|mobiltelefon"
    r"|handy|cell|whatsapp|hotline|rufnummer|telefonnummer|phone number|ph"
    r"|電話(?:番号)?|携帯(?:電話)?|ファックス|ファクス|电话|手机|電話號碼|전화|휴대폰|☎|☏|📞)"
)
#: One pattern for each way to write a number; the first that holds at a place counts.
_WRITTEN: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("international", rf"\+ ?\(?\d{{1,4}}\)?{_GROUPS}"),
        ("international", rf"00[1-9]\d{{0,3}}{_GROUPS}"),
        ("parentheses", r"\(0\d{1,5}\) ?[\-/]? ?\d{2,8}(?:[ \-]\d{1,6}){0,4}"),
        ("america", r"(?:1[ \-.])?\(\d{3}\)[ \-.]?\d{3}[ \-.]\d{4}"),
        ("america", r"(?:1([\-.]))?[2-9]\d{2}([\-.])[2-9]\d{2}\2\d{4}"),
        ("middle", r"0\d{1,4}\(\d{1,4}\)\d{3,4}"),
        ("national", rf"0[1-9]\d{{0,4}}(?:{_SEP}\d{{2,8}}){{1,5}}"),
        ("bare", r"0[1-9]\d{8,9}"),
        ("china", r"1[3-9]\d([ \-])\d{4}\1\d{4}"),
    )
)
_CUED: Final = re.compile(
    rf"(?<![^\W_]){_CUE}[.:]?(?:[ \-]?(?:nr|no|number|nummer)[.:]?)?"
    r"[ ]?(?:(?:is|at|ist|lautet|unter|under|は|:|：)[ ]?)?[ ]?"
    r"(?P<number>\(?\d[\d \-./()]{4,22}\d)",
    re.IGNORECASE,
)
_START: Final = re.compile(
    r"(?<![^\W_])(?<![.,+])[+(\d]|(?<=[^\x00-\x7f])[+(\d]|(?<=\\[nrt])[+(\d]|(?<=[A-Za-z])\+"
)
_BEFORE: Final = re.compile(r"[\d$€£¥₩%#§]$|\d[.,:\-]$|[A-Za-z]$(?<!\\[nrt])|(?:№|≤|≥|±|~|\^) ?$")
_IDENTIFIER: Final = re.compile(
    r"(?:isbn|issn|ean|upc|gtin|doi|sku|iban|bic|konto|account|acct|order|bestell\w{0,8}|invoice"
    r"|rechnung\w{0,8}|artikel\w{0,8}|kunden\w{0,8}|patent|ticket|case|serial|model|part|id|ref"
    r"|no|nr|num|number|nummer|番号|編號|编号)[.:]?"
    r"(?:[ \-]?(?:no|nr|number|nummer|10|13)[.:]?)?[ :#=]{0,3}$",
    re.IGNORECASE,
)
#: What, right after it, makes digits part of something else: an amount, a longer code.
_AFTER: Final = re.compile(
    r"\d|[.,:]\d|-\d|[ ]?(?:[%°€$£¥円万億]|(?:usd|eur|gbp|jpy|euros?|dollars?|mio|mrd|millions?"
    r"|billions?|kg|km|mg|ml)(?![a-z]))|(?-i:[a-z]|[A-Z](?![a-z]))",
    re.IGNORECASE,
)
_ANY: Final = re.compile(r"(?<![\w.,+])\(?\d(?:[ \-./()]{0,2}\d){5,14}(?![\w])")
#: Without six digits close together there is no phone number in a text.
_ANY_SIX: Final = re.compile(r"\d(?:[ \-./()]{0,3}\d){5}")
_GROUP_END: Final = re.compile(r"\d(?!\d)")
_DATE: Final = re.compile(
    r"(?:\d{1,2}([./\- ])\d{1,2}\1(?:19|20)\d\d|(?:19|20)\d\d([./\- ])\d{1,2}\2\d{1,2})(?!\d)"
)
#: Country codes of ITU-T E.164, those of one and of two digits; all others have three.
_ONE: Final = "17"
_TWO: Final = words(
    """
    20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64
    65 66 81 82 84 86 90 91 92 93 94 95 98
    """
)
_THREE: Final = re.compile(
    r"21[1-368]|22\d|23\d|24\d|25[0-8]|26\d|29[0179]|35\d|37[0-8]|38[0-35-79]|42[013]|50\d|59\d"
    r"|67[02-9]|68\d|69[0-2]|80[08]|85[02356]|87[08]|88[0-368]|96[0-8]|97[0-79]|99[2-68]"
)


def phones(text: str) -> Iterator[Found]:
    """The phone numbers of the text, in order; linear in its length."""
    if _ANY_SIX.search(text) is None:
        return
    cued = [(*one.span("number"), True) for one in _CUED.finditer(text)]
    last = 0
    for start, end in _merged(text, cued):
        if start >= last:
            last = end
            yield Found(start, end, "PHONE", national(text[start:end]))


def again(text: str, known: frozenset[str]) -> Iterator[Found]:
    """Numbers of `known` (as `national` writes them) that nothing in the text marks as such.

    So that a number is hidden everywhere once anything in a case says what it is.
    """
    for match in _ANY.finditer(text) if known else ():
        number = national(match.group())
        if number in known:
            yield Found(match.start(), match.end(), "PHONE", number)


def _merged(text: str, cued: list[tuple[int, int, bool]]) -> Iterator[tuple[int, int]]:
    """Numbers by their writing and by the word before them, in order of their start."""
    at = 0
    for match in _START.finditer(text):
        start = match.start()
        while at < len(cued) and cued[at][0] <= start:
            yield from _by_cue(text, cued[at][0], cued[at][1])
            at += 1
        end = _written(text, start)
        if end is not None:
            yield start, end
    for first, stop, _ in cued[at:]:
        yield from _by_cue(text, first, stop)


def _by_cue(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    written = _written(text, start)
    if written is not None:
        yield start, written
        return
    while end > start and not (text[end - 1].isdecimal()):
        end -= 1
    count = len(digits_of(text[start:end]))
    if 6 <= count <= 15 and not _AFTER.match(text, end) and not _DATE.match(text, start):
        yield start, end


def _written(text: str, start: int) -> int | None:
    """Where the phone number that begins at `start` ends; None if there is none."""
    before = text[max(0, start - 24) : start]
    if _BEFORE.search(before) and text[start] != "+":
        return None
    for name, pattern in _WRITTEN:
        match = pattern.match(text, start)
        if match is None:
            continue
        for end in _ends(text, match):
            if _holds(name, text[start:end], before):
                return end
    return None


def _ends(text: str, match: re.Match[str]) -> Iterator[int]:
    """Where the number may end: after its last group, or before groups that are part of else."""
    begin = match.start()
    stops = [begin + one.start() + 1 for one in _GROUP_END.finditer(match.group())]
    for stop in reversed(stops):
        end = stop + 1 if text[begin:stop].count("(") > text[begin:stop].count(")") else stop
        number = text[begin:end]
        if number.count("(") == number.count(")") and not _AFTER.match(text, end):
            yield end


def _holds(name: str, number: str, before: str) -> bool:
    digits = digits_of(number)
    if name == "international":
        return _international(number, digits)
    if name in ("america", "middle", "china"):
        return 9 <= len(digits) <= 11
    if _DATE.match(number):
        return False
    if name == "parentheses":
        return 8 <= len(digits) <= 13
    if _IDENTIFIER.search(before):
        return False
    if name == "bare":
        return not before.endswith(("/", "-", "_"))
    return 9 <= len(digits) <= 12 and _national_groups(number)


def _international(number: str, digits: str) -> bool:
    digits = digits.removeprefix("00") if not number.startswith("+") else digits
    code = country_code(digits)
    if code is None or not 8 <= len(digits) <= 15:
        return False
    if code == "1":
        return len(digits) == 11 and digits[1] in "23456789"
    groups = re.findall(r"\d+", number)
    in_thousands = len(groups) > 1 and all(len(one) == 3 for one in groups[1:])
    if in_thousands and len(digits) < 11 and "(" not in number:
        return False
    return len(groups) > 1 or len(digits) >= 10


def _national_groups(number: str) -> bool:
    """A dot parts pairs, or one area code from one number; other signs part any groups."""
    groups = re.findall(r"\d+", number)
    if "." in number:
        return all(len(one) == 2 for one in groups) or len(groups) == 2
    return len(groups) <= 6


def country_code(digits: str) -> str | None:
    """The country code that the digits of an international number begin with."""
    if digits[:1] in _ONE:
        return digits[:1] or None
    if digits[:2] in _TWO:
        return digits[:2]
    return digits[:3] if _THREE.fullmatch(digits[:3]) else None


def national(number: str) -> str:
    """What is the same for every spelling: `code:rest`, the code empty where none is written.

    The rest is without the trunk 0, written in parentheses or not.
    """
    digits = digits_of(number)
    plus = number.startswith("+") or number.startswith("00")
    if plus:
        digits = digits.removeprefix("00") if number.startswith("00") else digits
        code = country_code(digits) or ""
        return f"{code}:{digits[len(code) :].lstrip('0')}"
    if len(digits) == 11 and digits[0] == "1" and digits[1] in "23456789":
        return f":{digits[1:]}" if not re.match(r"1[3-9]\d[ \-]?\d{4}", number) else f":{digits}"
    return f":{digits.lstrip('0')}"
