"""What stands after a figure: ordinal endings, per cent, scale, currency, unit, "per day"."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.model import Kind
from adjudge_engine.numbers.reading import currencies, rates, scales, units
from adjudge_engine.numbers.reading.eastern import read_eastern
from adjudge_engine.numbers.reading.follows import After
from adjudge_engine.numbers.reading.powers import MAY_BE_POWER, read_power
from adjudge_engine.numbers.reading.tables import word_set

_PERCENT = re.compile(
    r"[ \xa0-]?(?:(?P<points>percentage[ -]points?|percent[ -]points?|pp\b|ppts?\b|pps\b|%-?points?"
    r"|Prozentpunkten?|points de pourcentage|puntos porcentuales|pontos percentuais"
    r"|punti percentuali|процентн(?:ый|ых|ого) пункт(?:а|ов)?|п\.\s?п\.|个百分点|百分点"
    r"|%?ポイント|パーセントポイント)"
    r"|(?P<basis>basis[ -]points?|bps?\b|Basispunkten?|points de base|puntos básicos"
    r"|базисн(?:ый|ых|ого) пункт(?:а|ов)?|ベーシスポイント|个基点|基点)"
    r"|(?P<permille>‰|per mille|Promille)"
    r"|(?P<percent>%|percent(?:age)?\b|per[ -]cent\b|pct\b\.?|p\.c\.|Prozent\b|v\. ?H\."
    r"|pour cent\b|por ciento\b|por cento\b|per cento\b|procent\b|процент(?:а|ов)?|パーセント"
    r"|प्रतिशत|फीसदी|फ़ीसदी|في المئة|في المائة|بالمئة|بالمائة|τοις εκατό|phần trăm|yüzde|퍼센트))",
    re.IGNORECASE,
)
#: What the signs and words of `_PERCENT` and `_TEMPERATURE` begin with, in either case.
_MAY_BE_SHARE: Final = frozenset("pPbBvVyY%‰пПбτΤपफ\u095eفب퍼个百ポパベ基")
_MAY_BE_DEGREES: Final = frozenset("°ºdgGгडدCF")
_TEMPERATURE = re.compile(
    r"(?:[ \xa0-]?(?:°|º|deg(?:rees?|rés?)?|[Gg]ra(?:d(?:os|i)?|us)|градус(?:а|ов)?)[ \xa0-]?"
    r"(?P<name>[Cc]elsius|[Cc]ent[ií]grad(?:e|os?)|[Ff]ahrenheit|Цельсия|Фаренгейта)"
    r"|(?:[ \xa0]?(?:°|º|degrees?|deg)[ \xa0]?|)(?P<scale>[CF])"
    r"|[ \xa0](?P<apart>F))(?![^\W_])|[ \xa0](?:डिग्री|درجة)[ \xa0]"
    r"(?P<other>सेल्सियस|फ़ारेनहाइट|फारेनहाइट"
    r"|مئوية|فهرنهايت)"
)
_ORDINAL = re.compile(r"(?:st|nd|rd|th|ers?|ère|ème|e|\.?[ºª]|-?[йяе]|-?(?:го|му))(?![^\W_])")
#: One word of one script; vowel signs of Indic, Arabic and Thai words belong to them.
LETTERS = (
    "[A-Za-zÀ-\u024f\u1e00-\u1effµ]{1,40}(?:[²³]|(?<=[mt])[23](?![^\\W_]))?|[\u0900-\u0963\u0971-\u097f]{1,40}|[\u0620-\u065f]{1,40}"
    "|[\u0e01-\u0e4e]{1,40}|[^\\W\\d_]{1,40}"
)
_WORD = re.compile(rf"([ \xa0-]?)({LETTERS}|[°℃℉][CF]?|[€$£¥₹₩₽₺₫฿¢])")
_PARTS_PER: Final = re.compile(r" per ([mb])illion\b")
#: 5'10" (five feet and ten inches), at its first and at its second figure.
_FEET: Final = re.compile(r"'[0-9]{1,2}(?:[\"″]|'')")
_INCHES: Final = re.compile(r"[0-9]'[0-9]{1,2}[\"″]\Z")
#: Short forms of scales that may have a stop: "3,2 Mio. Euro", "3,2 млн. рублей".
_STOPPED: Final = word_set("tsd mio mill mrd mn bn mln md tys mil тыс млн млрд")
#: Those of German, where a capital letter behind a stop begins no sentence for sure.
_STOPPED_GERMAN: Final = word_set("tsd mio mill mrd")
_JOINT: Final = frozenset({"of", "de", "d", "en", "us", "u.s", "di"})
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_WORK_DAY_WORDS: Final = frozenset({"day", "days", "hour", "hours"})
STOP_NOUNS: Final = word_set(
    "of in on at to for and or but is are was were the a an as with by from per than that "
    "which who when while if so it this these those had has have be been also not more "
    "less each all out up down off over under und oder von bis auf im et ou à au de des du y o al "
    "tot en e os и в на по"
)


#: A plain word that is no more than a noun, unless it is one of `NO_NOUNS`.
_NOUN = re.compile(r" ([ace-oq-uwxz][a-z]{1,30}+)(?=[ .,;:)!?\n]|\Z)")
NO_NOUNS: Final = (
    currencies.COUNTRIES
    | frozenset(scales.WORDS.keys() | currencies.WORDS.keys() | units.SPELLINGS.keys())
    | {word for words in scales.ONLY_IN.values() for word in words}
    | {pair.split()[0] for pair in units.PAIRS}
    | scales.LETTERS_WITH_MONEY.keys()
    | units.FILLERS
    | units.WORKING
    | _JOINT
    | word_set("per a an each every pro par al por je im")
    | rates.PERIODS.keys()
)


def read_after(folded: str, end: int, *, money: bool, language: str) -> After:
    """Read what follows the figure that ends at `end`; `money`: a currency stands before it."""
    following = folded[end : end + 2]
    if not following or following[0] in "\n,;)]|" or following in (". ", ".\n", "."):
        return After(end)
    noun = _NOUN.match(folded, end)
    if noun is not None and noun[1] not in NO_NOUNS:
        return After(end, noun="" if noun[1] in STOP_NOUNS else noun[1])
    first = following[1:] if following[0] in " \xa0-" else following[0]
    temperature = _TEMPERATURE.match(folded, end) if first in _MAY_BE_DEGREES else None
    if temperature is not None:
        name, scale, apart, other = temperature.group("name", "scale", "apart", "other")
        return After(temperature.end(), unit="°" + (scale or apart or _degree(name or other)))
    if following[0] in "'\"″" and _is_feet(folded, end):
        return After(end + 1, unit="ft" if following[0] == "'" else "in")
    ordinal = (
        _ORDINAL.match(folded, end) if following[0].isalpha() or following[0] in "-." else None
    )
    if ordinal is not None:
        return _counted(folded, After(ordinal.end(), "ordinal"))
    percent = _PERCENT.match(folded, end) if first in _MAY_BE_SHARE else None
    if percent is not None:
        return _share(folded, percent)
    after = After(end)
    if first in MAY_BE_POWER:
        after = read_power(folded, end) or after
    return _measure(folded, after, money=money, language=language)


def _is_feet(folded: str, end: int) -> bool:
    """Whether a figure is a part of 5'10"."""
    if _FEET.match(folded, end) is not None:
        return True
    return _INCHES.search(folded[max(0, end - 5) : end + 1]) is not None


def _degree(name: str) -> str:
    return "C" if name[0] in "cCЦसم" else "F"


def _share(folded: str, match: re.Match[str]) -> After:
    kinds: dict[str, Kind] = {
        "points": "points",
        "basis": "basis_points",
        "permille": "permille",
        "percent": "percent",
    }
    kind = kinds[match.lastgroup or "percent"]
    return _counted(folded, After(match.end(), kind))


def _counted(folded: str, after: After) -> After:
    """`after` with the noun that comes next."""
    word = _WORD.match(folded, after.end)
    if word is None or not word[2][0].isalpha() or word[2].lower() in STOP_NOUNS:
        return after
    return after._replace(noun=word[2].lower())


def _measure(folded: str, after: After, *, money: bool, language: str) -> After:
    """Scale, then currency, then unit, as far as they go; then the noun."""
    for _ in range(5):
        word = _WORD.match(folded, after.end)
        if word is None:
            break
        if not word[2].isascii() and _CJK.match(word[2]):
            return read_eastern(folded, after, word.start(2))
        token, lettered = word[2], money
        if len(token) == 1 and token in "kKM" and folded.startswith("€", word.end()):
            lettered = True  # "5 k€", "1,2 M€"
        grown = _take(after, word.end(), word[1], token, money=lettered, language=language)
        if grown is None:
            return rates.read_rate(folded, _noun(folded, after, word), money=money)
        after = grown
        if after.unit:
            if token.lower() in units.DAYS_BEFORE:
                after = _working(folded, after)
            break
        if after.power and token.lower() in _STOPPED:
            after = _over_stop(folded, after, money=lettered, language=language)
    return rates.read_rate(folded, after, money=money)


def _working(folded: str, after: After) -> After:
    """Working days, where the word that makes them so stands behind: "10 jours ouvrés"."""
    word = _WORD.match(folded, after.end)
    if word is None or word[2].lower() not in units.WORKING_BEHIND:
        return after
    return after._replace(end=word.end(), unit="working day")


def _over_stop(folded: str, after: After, *, money: bool, language: str) -> After:
    """`after` with the stop of "Mio." where a currency or a unit comes behind it."""
    word = _WORD.match(folded, after.end + 1) if folded.startswith(".", after.end) else None
    if word is None or (word[2].istitle() and after.scale not in _STOPPED_GERMAN):
        return after
    taken = _take(after, word.end(), word[1], word[2], money=money, language=language)
    taken = taken or _noun(folded, after, word)
    gained = (taken.currency, taken.unit) != (after.currency, after.unit)
    return after._replace(end=after.end + 1) if gained else after


def _take(
    after: After, end: int, gap: str, token: str, *, money: bool, language: str
) -> After | None:
    """`after` with one more scale, currency or unit, or None where `token` is neither."""
    money = money or bool(after.currency)
    power = _power(gap, token, money=money, language=language, first=not after.power)
    if power is not None and not after.currency and not after.unit:
        return after._replace(end=end, power=after.power + power, scale=token.lower())
    if not after.currency:
        currency = currencies.SIGNS.get(token) or _currency_word(token)
        if currency and not money:
            return after._replace(end=end, currency=currency)
        if currency:
            return after._replace(end=end)
    unit = None if _is_small_word(after, token, language) else units.find(token)
    if unit is not None and not (money and not after.power and token in ("m", "b", "k", "t")):
        other = 6 if token == "m" and not after.power else 0
        return after._replace(end=end, unit=unit.name, other_power=other)
    if token in ("K", "N") and gap == " " and not money and not after.power:
        return after._replace(end=end, unit=token)
    if token == "p" and not gap and not money and not after.power:
        return after._replace(end=end, unit="cent")  # "3.25p per share"
    return None


def _is_small_word(after: After, token: str, language: str) -> bool:
    """Whether what is spelled like a unit is an article or "by": "von 640 Euro um 25 %"."""
    if token == "um":
        return language in ("de", "pt") or bool(after.currency)
    return token == "an" and language != "fr"


def _power(gap: str, token: str, *, money: bool, language: str, first: bool) -> int | None:
    if len(token) <= 2 and first:
        if money and token in scales.LETTERS_WITH_MONEY:
            return scales.LETTERS_WITH_MONEY[token]
        if not gap and token in scales.LETTERS_ATTACHED:
            return scales.LETTERS_ATTACHED[token]
        if token == "M":
            return 6
    if gap == "-" and not token.isascii():
        return None
    return scales.power_of(token, language)


def _currency_word(token: str) -> str:
    if token[0] in "kMmb" and token[1:] in ("€", "EUR"):
        return ""
    return currencies.of_word(token)


def _noun(folded: str, after: After, word: re.Match[str]) -> After:
    """`word` is neither scale nor unit: a unit behind a filler, a currency behind "of", a noun."""
    token = word[2].lower()
    if token == "parts" and (traces := _PARTS_PER.match(folded, word.end())) is not None:
        return after._replace(end=traces.end(), unit="ppm" if traces[1] == "m" else "ppb")
    following = _WORD.match(folded, word.end())
    if following is not None and following[1]:
        if token in units.WORKING and following[2].lower() in _WORK_DAY_WORDS:
            name = "working day" if following[2].lower().startswith("day") else "working hour"
            return after._replace(end=following.end(), unit=name)
        pair = units.PAIRS.get(f"{token} {following[2].lower()}")
        if pair is not None:
            return after._replace(end=following.end(), unit=pair)
        money = "" if after.currency else currencies.of_pair(token, following[2].lower())
        if money:
            return after._replace(end=following.end(), currency=money)
        unit = units.find(following[2])
        if token in units.FILLERS and unit is not None:
            return after._replace(end=following.end(), unit=unit.name)
        currency = _currency_word(following[2])
        if token in _JOINT and after.power and currency and not after.currency:
            return after._replace(end=following.end(), currency=currency)
    if after.power and token == "d" and folded[word.end() : word.end() + 1] == "'":
        named = _WORD.match(folded, word.end() + 1)
        if named is not None and _currency_word(named[2]):
            return after._replace(end=named.end(), currency=_currency_word(named[2]))
    if token in STOP_NOUNS or not word[2][0].isalpha():
        return after
    return after._replace(noun=token)
