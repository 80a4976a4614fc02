"""How one text writes its numbers: language, decimal sign, the scale its headings set."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from decimal import Decimal
from operator import itemgetter
from typing import Final, Literal

from adjudge_engine.numbers.reading.scales import power_of
from adjudge_engine.numbers.reading.tables import word_list, word_set
from adjudge_engine.once import once

Decimals = Literal["point", "comma", "unknown"]

#: How much of a text is looked at to tell its language and its decimal sign.
_SAMPLE = 20_000
_LANGUAGE_SAMPLE = 2_000

_STOPWORDS: Final[dict[str, frozenset[str]]] = {
    "en": word_set(
        "the of and to in is was for are with by that from per has have were at an it its "
        "this which be or not any does what how many much when who"
    ),
    "de": word_set(
        "der die das und ist im den dem ein eine mit von wird beträgt für auf nicht werden "
        "zum zur des sind wie bei"
    ),
    "fr": word_set(
        "le la les des et est du une un dans pour par sur avec il elle sont que qui aux"
    ),
    "es": word_set("el la los las de y es un una en por para con que del se al hasta son su"),
    "it": word_set("il lo la gli di e un una per con che del della sono nel è al dei"),
    "pt": word_set("o a os as de e é um uma em por para com que do da no na são ao"),
    "nl": word_set("de het een en van is op te met voor zijn niet aan bij wordt"),
    "tr": word_set("ve bir bu ile için olarak da de en daha olan kadar"),
    "pl": word_set("i w z na się do jest od przez że oraz dla nie"),
    "sv": word_set("och att det som en ett är av för med på den till"),
    "id": word_set("dan yang di dari untuk dengan adalah pada ini ke sebesar"),
    "vi": word_set("và của là các một có được cho trong với những người"),
}
#: Scales that no other language abbreviates so, in a table too short to tell its language.
_GERMAN_SCALE = re.compile(r"\b(?:Tsd|Mio|Mrd)\b")
_COMMA_LANGUAGES = word_set("de fr es it pt nl tr pl sv id vi ru el")
_SCRIPTS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("ru", re.compile("[а-яё]{2}")),
    ("el", re.compile("[α-ω]{2}")),
    ("ar", re.compile("[\u0620-\u064a]")),
    ("hi", re.compile("[\u0905-\u0939]")),
    ("th", re.compile("[\u0e01-\u0e30]")),
)

_POINT_PROOF = re.compile(r"[0-9](?:\.[0-9]{1,2}(?![0-9.]|\s?Uhr)|,[0-9]{3}(?:\.[0-9]|,[0-9]{3}))")
_COMMA_PROOF = re.compile(r"[0-9](?:,[0-9]{1,2}(?![0-9,])|\.[0-9]{3}(?:,[0-9]|\.[0-9]{3}))")

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
_SCALE_PIECES: Final = tuple(
    piece.encode()
    for piece in word_list("thousand mill billion lakh crore tausend tsd mio mrd miles mn bn")
)
_MONEY_SCALE = (
    r"\s?(?:in\s)?'?(?:(?P<zeros>000s?\b)(?=[\s),;:|\]]|\Z)"
    r"|(?P<word>thousands?|millions?|billions?|mn?|bn|k)\b(?=\s{0,2}(?:[|),;:\n]|\Z)))"
)
_CODES: Final = word_list("RMB USD EUR GBP CHF CNY JPY INR AUD CAD")
_NO_CAPITALS: Final = bytes(code for code in range(256) if not 0x41 <= code <= 0x5A)
#: Currency → its heading.
_MONEY_HEADINGS: Final = {
    **{sign: re.compile(re.escape(sign) + _MONEY_SCALE) for sign in "$€£¥"},
    **{code.lower(): re.compile(rf"(?<![^\W_]){code.lower()}{_MONEY_SCALE}") for code in _CODES},
}
_CJK_HEADING = re.compile(
    r"(?:単位|单位|單位)\s?[:：]?\s?(?P<sign>百万|千万|[千万億亿百]{1,2})"
    r"|\((?P<money>百万|千|万|億|亿|十億)[円元]\)"
)
_RUSSIAN_POWERS = {"тысячах": 3, "миллионах": 6, "миллиардах": 9}
_SHORT_POWERS = {"miles": 3, "m": 6, "k": 3}
_CJK_POWER = {"千": 3, "万": 4, "百万": 6, "千万": 7, "億": 8, "亿": 8, "十億": 9, "百": 2}
_ALL_STOPWORDS: Final = frozenset().union(*_STOPWORDS.values())
_FOREIGN_STOPWORDS: Final = frozenset().union(
    *(words for name, words in _STOPWORDS.items() if name != "en")
)
_MARKS: Final = ".,;:!?()\"'¿¡«»"
_LONGER_STOPWORDS: Final = frozenset(word for word in _ALL_STOPWORDS if len(word) > 1)
#: All but digits and their separators, as blanks.
FIGURES_ONLY: Final = bytes(code if chr(code) in "0123456789.,'" else 0x20 for code in range(256))
#: Capitals of ASCII taken small; all but letters and digits as blanks.
_LETTERS: Final = bytes(
    ord(chr(code).lower()) if code < 0x80 and chr(code).isalnum() else 0x20 for code in range(256)
)
_PARENTHESES = word_list("parenthes bracket (loss klammern parenthès paréntesis")


class Style:
    """How a folded text writes its numbers; each trait is worked out when it is first asked for."""

    def __init__(self, folded: str) -> None:
        self._folded = folded

    @once
    def language(self) -> str:
        """A two-letter guess, as `language_of` makes it."""
        return language_of(self._folded)

    @once
    def decimals(self) -> Decimals:
        """The decimal sign: as the figures of a sample prove it, else as the language has it."""
        sample = self._folded[:_SAMPLE]
        raw = sample.encode("ascii", "replace").translate(FIGURES_ONLY)
        figures = b" ".join(raw.split()).decode("ascii")
        point, comma = (
            proof.search(figures) is not None and proof.search(sample) is not None
            for proof in (_POINT_PROOF, _COMMA_PROOF)
        )
        if point != comma:
            return "point" if point else "comma"
        if _GERMAN_SCALE.search(sample) is not None:
            return "comma"
        if self.language:
            return "comma" if self.language in _COMMA_LANGUAGES else "point"
        return "unknown"

    @once
    def negative_parentheses(self) -> bool:
        """Whether the text says that figures in parentheses are negative."""
        if "(" not in self._folded:
            return False
        lower = self._folded.lower()
        return any(word in lower for word in _PARENTHESES)

    @once
    def headings(self) -> tuple[tuple[int, Decimal], ...]:
        """(offset, factor) of every heading scale, in order; each rules what follows."""
        hints = _hints_of(self._folded)
        others = any(hints[1:])  # only of these the language tells whether they count
        return headings_of(self._folded, self.language if others else "", hints)

    @once
    def words(self) -> frozenset[bytes]:
        """The words of small letters and digits of ASCII, capitals taken small: a first look."""
        return frozenset(self._folded.encode("ascii", "replace").translate(_LETTERS).split())

    def heading_at(self, offset: int) -> Decimal | None:
        """The factor of the last heading before `offset`, or None."""
        at = bisect_right(self.headings, offset, key=itemgetter(0))
        return self.headings[at - 1][1] if at else None


def language_of(text: str) -> str:
    """A two-letter guess from script and small words; an empty string where nothing speaks."""
    sample = text[:_LANGUAGE_SAMPLE].lower()
    foreign = 0 if sample.isascii() else len(sample) - len(sample.encode("ascii", "ignore"))
    if foreign * 12 >= len(sample):
        for name, pattern in _SCRIPTS:
            if len(pattern.findall(sample)) * 12 >= len(sample):
                return name
    # One letter is a word in too many languages to tell any.
    every = set(sample.split())
    words = _LONGER_STOPWORDS & every
    marked = [word.strip(_MARKS) for word in every if not word.isalpha() and len(word) > 1]
    words |= _ALL_STOPWORDS.intersection(marked)
    english = len(words & _STOPWORDS["en"])
    if english and len(words & _FOREIGN_STOPWORDS) <= english:
        return "en"  # no other language has more of them
    best, most = "", 0
    for name, stopwords in _STOPWORDS.items():
        hits = len(words & stopwords)
        if hits > most:
            best, most = name, hits
    return best


def _hints_of(folded: str) -> list[list[int]]:
    """Where "in", "en" and "em" may introduce a scale."""
    raw = folded.encode("ascii", "replace").lower()
    found: list[set[int]] = [set(), set(), set()]
    for piece in _SCALE_PIECES:
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
    hints = _hints_of(folded) if hints is None else hints
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
    powers = [(end, power) for end, match in found if (power := _heading_power(match))]
    return tuple((end, Decimal(1).scaleb(power)) for end, power in sorted(powers))


def _follows_figure(folded: str, match: re.Match[str]) -> bool:
    return folded[max(0, match.start() - 2) : match.start()].strip()[-1:].isdigit()


def _money_headings(folded: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Where a currency and a scale stand together; its code stands in capitals, or as "Rmb"."""
    capitals = folded.encode("ascii", "replace").translate(None, _NO_CAPITALS).decode("ascii")
    names = [sign for sign in "$€£¥" if sign in folded]
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
