"""How one text writes its numbers: language, decimal sign, the scale its headings set."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal

from adjudge_engine.numbers.scales import power_of
from adjudge_engine.numbers.tables import word_list, word_set

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
# Over lower-cased text, and with a plain letter first, so that the search can skip ahead; the
# look-behinds say that no letter stands before "in" or "usd".
_HEADING = re.compile(
    r"(?:in|en|em)(?<![^\W_]..)\s(?:us\s?)?[$€£¥₹]?\s?(?:[a-z]{1,3}\s?)?(?P<word>" + _SCALE + r")"
    r"(?:\s(?:of|de)\s[^\W\d_]{1,9}(?:\s[^\W\d_]{1,9})?|\sd'[^\W\d_]{1,9}|\s(?:us\s)?[^\W\d_]{1,8})?"
    r"\s{0,2}(?=[),;:.|\]\n]|\Z|except|unless)",
    re.DOTALL,
)
_MONEY_SCALE = (
    r"\s?(?:in\s)?'?(?:(?P<zeros>000s?\b)(?=[\s),;:|\]]|\Z)"
    r"|(?P<word>thousands?|millions?|billions?|mn?|bn|k)\b(?=\s{0,2}(?:[|),;:\n]|\Z)))"
)
#: Currency → its heading; one pattern each, because a search for a fixed beginning is quick.
_MONEY_HEADINGS: Final = {
    **{sign: re.compile(re.escape(sign) + _MONEY_SCALE) for sign in "$€£¥"},
    **{
        code: re.compile(rf"{code}(?<![^\W_]...){_MONEY_SCALE}")
        for code in word_list("rmb usd eur gbp chf cny jpy inr aud cad")
    },
}
_CJK_HEADING = re.compile(r"(?:単位|单位|單位)\s?[:：]?\s?(?P<sign>百万|千万|[千万億亿百]{1,2})")
_SHORT_POWERS = {"miles": 3, "m": 6, "k": 3}
_CJK_POWER = {"千": 3, "万": 4, "百万": 6, "千万": 7, "億": 8, "亿": 8, "十億": 9, "百": 2}
#: What a text must hold for a heading of one kind or the other; cheap to look for.
_SCALE_HINTS = word_list(
    "thousand million billion lakh crore tausend tsd mio mrd milli milia miles mn bn"
)
_PARENTHESES = word_list("parenthes bracket (loss klammern parenthès paréntesis")


@dataclass(frozen=True, slots=True)
class Style:
    """`headings`: (offset, factor) of every heading scale, in order; each rules what follows."""

    language: str
    decimals: Decimals
    negative_parentheses: bool
    headings: tuple[tuple[int, Decimal], ...]

    def heading_at(self, offset: int) -> Decimal | None:
        """The factor of the last heading before `offset`, or None."""
        found = None
        for start, factor in self.headings:
            if start > offset:
                break
            found = factor
        return found


def language_of(text: str) -> str:
    """A two-letter guess from script and small words; an empty string where nothing speaks."""
    sample = text[:_LANGUAGE_SAMPLE].lower()
    if not sample.isascii():
        for name, pattern in _SCRIPTS:
            if len(pattern.findall(sample)) * 12 >= len(sample):
                return name
    # One letter is a word in too many languages to tell any.
    words = {word.strip(".,;:!?()\"'¿¡«»") for word in set(sample.split()) if len(word) > 1}
    best, most = "", 0
    for name, stopwords in _STOPWORDS.items():
        hits = len(words & stopwords)
        if hits > most:
            best, most = name, hits
    return best


def style_of(folded: str) -> Style:
    """The style of a folded text. Linear: every pattern is bounded, proofs come from a sample."""
    sample = folded[:_SAMPLE]
    language = language_of(folded)
    point = _POINT_PROOF.search(sample) is not None
    comma = _COMMA_PROOF.search(sample) is not None
    decimals: Decimals
    if point != comma:
        decimals = "point" if point else "comma"
    elif language:
        decimals = "comma" if language in _COMMA_LANGUAGES else "point"
    else:
        decimals = "unknown"
    lower = folded.lower()
    negative = "(" in lower and any(word in lower for word in _PARENTHESES)
    return Style(language, decimals, negative, headings_of(folded, lower))


def headings_of(folded: str, lower: str) -> tuple[tuple[int, Decimal], ...]:
    """Every "(in thousands)", "€ million", "単位：百万円" with the factor it sets."""
    matches: list[re.Match[str]] = []
    if any(hint in lower for hint in _SCALE_HINTS):
        matches += _HEADING.finditer(lower)
    for currency, pattern in _MONEY_HEADINGS.items():
        if currency in lower:
            matches += pattern.finditer(lower)
    if "位" in folded:
        matches += _CJK_HEADING.finditer(folded)
    found = [(match.end(), power) for match in matches if (power := _heading_power(match))]
    return tuple((end, Decimal(1).scaleb(power)) for end, power in sorted(found))


def _heading_power(match: re.Match[str]) -> int | None:
    named = match.groupdict()
    if named.get("zeros"):
        return 3
    if named.get("sign"):
        return _CJK_POWER.get(named["sign"])
    word = (named.get("word") or "").rstrip(".").lower()
    return _SHORT_POWERS.get(word) or power_of(word)
