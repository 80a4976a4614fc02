"""What stands before a figure: sign, currency, direction, bound, "about", the label it numbers."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from adjudge_engine.numbers.model import Bound, Direction
from adjudge_engine.numbers.reading import currencies
from adjudge_engine.numbers.reading.directions import (
    DOWN,
    FILLERS,
    UP,
    direction_before,
    eastern_direction,
)
from adjudge_engine.numbers.reading.tables import word_set

#: How far back words are looked at.
REACH: Final = 56
#: Where two words are enough.
_NEAR: Final = 32

_MINUS_WORDS: Final = frozenset({"minus", "moins", "menos", "минус", "negative"})
#: Words for "is" and "to" of Chinese and Japanese, which no minus sign can join to a figure.
EASTERN_IS: Final = frozenset("为是到至はが")
#: The same right before a figure, in Chinese and Japanese.
_EASTERN_MINUS: Final = ("マイナス", "氷点下", "零下", "为负", "是负", "至负", "到负")
APPROXIMATE: Final = word_set(
    "about approximately approx approx. around roughly nearly almost circa ca ca. some "
    "estimated close etwa rund ungefähr fast environ près autour alrededor knapp presque "
    "unos unas aproximadamente "
    "casi cerca circa около примерно почти приблизительно ~ ≈ khoảng"
)
_BOUNDS: Final[tuple[tuple[str, Bound], ...]] = (
    ("no less than", "at_least"),
    ("not less than", "at_least"),
    ("no fewer than", "at_least"),
    ("no more than", "at_most"),
    ("not more than", "at_most"),
    ("at least", "at_least"),
    ("at most", "at_most"),
    ("up to", "at_most"),
    ("a maximum of", "at_most"),
    ("a minimum of", "at_least"),
    ("more than", "over"),
    ("greater than", "over"),
    ("less than", "under"),
    ("fewer than", "under"),
    ("exceeding", "over"),
    ("over", "over"),
    ("above", "over"),
    ("under", "under"),
    ("below", "under"),
    (">", "over"),
    ("<", "under"),
    ("≥", "at_least"),
    ("≤", "at_most"),
    ("mindestens", "at_least"),
    ("höchstens", "at_most"),
    ("bis zu", "at_most"),
    ("mehr als", "over"),
    ("weniger als", "under"),
    ("über", "over"),
    ("unter", "under"),
    ("au moins", "at_least"),
    ("plus de", "over"),
    ("moins de", "under"),
    ("jusqu'à", "at_most"),
    ("al menos", "at_least"),
    ("más de", "over"),
    ("menos de", "under"),
    ("hasta", "at_most"),
    ("более", "over"),
    ("менее", "under"),
    ("не менее", "at_least"),
    ("не более", "at_most"),
    ("höchstens jedoch", "at_most"),
    ("maximal", "at_most"),
    ("maximum", "at_most"),
    ("au plus", "at_most"),
    ("au maximum", "at_most"),
    ("como máximo", "at_most"),
    ("al massimo", "at_most"),
    ("no máximo", "at_most"),
    ("fino a", "at_most"),
    ("até", "at_most"),
    ("maximaal", "at_most"),
    ("hoogstens", "at_most"),
    ("almeno", "at_least"),
    ("pelo menos", "at_least"),
    ("minstens", "at_least"),
    ("minimaal", "at_least"),
    ("più di", "over"),
    ("oltre", "over"),
    ("mais de", "over"),
    ("meer dan", "over"),
    ("meno di", "under"),
    ("minder dan", "under"),
)
_BOUNDS_BY_LAST: Final[dict[str, list[tuple[str, Bound]]]] = {}
for _phrase, _name in _BOUNDS:
    _BOUNDS_BY_LAST.setdefault(_phrase.split()[-1], []).append((_phrase, _name))
#: Names of parts of the answer or of the material handed in: they count nothing in the sources.
REFERENCES: Final = word_set(
    "step steps passage passages document documents source sources context contexts "
    "option options method methods tip tips example examples reason reasons excerpt "
    "excerpts answer answers question questions point points paragraph paragraphs"
)
LABELS: Final = REFERENCES | word_set(
    "section sections article articles chapter chapters page pages figure figures table "
    "tables item items box boxes no no. nr nr. № code codes id room rooms flight route highway "
    "exhibit note notes appendix anhang rule rules type phase stage part volume issue line form "
    "clause schedule amendment annex lot gate building suite unit track episode abschnitt "
    "# n° nº n.º "
    "extension ext pin zimmer raum chambre salle habitación комната комнате "
    "seite kapitel artikel artículo página capítulo fase chapitre annexe tome tomo "
    "anexo band глава главе главу фаза фазе фазу приложение приложении"
)
#: What is told from others of its kind by a number of several digits: "Invoice 4711". With fewer
#: it may as well have as many ("adults pay 14, a child's ticket 9").
NAMES: Final = word_set(
    "ticket invoice order docket bus rechnung bestellung auftrag vorgang facture commande dossier "
    "factura pedido expediente fattura ordine pratica fatura счёт счет заказ отчёт отчет заявка "
    "рейс"
)
_OF_THREE: Final = re.compile(r"[0-9]{3,9}(?![0-9]|[.,'\xa0 ][0-9])")
_VERSION_CUES: Final = word_set(
    "version versions firmware release v ver ver. ios android python java windows build "
    "macos kernel tls ssl versión versiones versione versão версия версии версию версией"
)
_EASTERN_VERSION: Final = ("版本", "版本为", "版本是", "バージョン", "バージョンは", "バージョンが")
#: What a figure right behind is the name of.
_EASTERN_NUMBERED: Final = ("番号", "番號", "编号", "編號", "号码", "號碼", "单号", "單號")
_SIGN_OF_CURRENCY = re.compile(r"([A-Z]{1,2})?([$€£¥₹₩₽₺₫฿₴₪₱₦])[ \xa0]?\Z")
_CODE_OF_CURRENCY = re.compile(r"(?<![A-Za-z])([A-Z]{3}|Rs\.?|rs\.?)[ \xa0]?\Z")
_WORDS = re.compile(r"[~≈<>≥≤№#]|n°|[^\W\d_]+(?:['.][^\W\d_]+)*\.?")
#: Last words before a figure that say something of it; all others need no second look.
TELLING: Final = (
    UP | DOWN | FILLERS | _MINUS_WORDS | APPROXIMATE | _VERSION_CUES | {"betrug", "beträgt"}
) | _BOUNDS_BY_LAST.keys()
_STOP = re.compile(r"[.;!?\n|:)\]](?=\s)|[|\n]")


class Before(NamedTuple):
    """`start` is where the number begins with its sign and currency."""

    start: int
    minus: bool
    plus: bool
    currency: str
    opened: bool


class Lead(NamedTuple):
    """What the words before a number make of it."""

    words: list[str]
    direction: Direction | None
    bound: Bound | None
    approximate: bool
    minus_word: bool
    label: str
    version: bool


def read_before(folded: str, start: int) -> Before:
    """Sign, currency and an opening parenthesis right before the figure at `start`."""
    if start > 1 and folded[start - 1] == " " and "a" <= folded[start - 2] <= "r":
        return Before(start, False, False, "", False)  # a plain word, as nearly everywhere
    currency, minus, plus = "", False, False
    at = start
    if at and folded[at - 1] in "-+–":
        at, minus, plus = _sign(folded, at)
    before = folded[max(0, at - 6) : at]
    match = _SIGN_OF_CURRENCY.search(before) if before else None
    if match is not None:
        prefix = match[1] or ""
        currency = currencies.SIGNS[match[2]]
        at -= len(match.group())
        if currency == "$" and prefix in currencies.DOLLAR_PREFIXES:
            currency = currencies.DOLLAR_PREFIXES[prefix]
        else:
            at += len(prefix)
    elif before[-1:].isalpha() or before[-1:] in (" ", "\xa0", "."):
        named = _CODE_OF_CURRENCY.search(before)
        currency = currencies.of_word(named[1].rstrip(".")) if named else ""
        if currency and named:
            at -= len(named.group())
    if currency and not minus and at and folded[at - 1] in "-–":
        at, minus, plus = _sign(folded, at)
    opened = at > 0 and folded[at - 1] == "("
    if not opened and currency and start and folded[start - 1] == "(":
        opened = True
    elif not currency and opened:
        inner = _SIGN_OF_CURRENCY.search(folded[max(0, at - 7) : at - 1])
        if inner is not None:
            currency = currencies.SIGNS[inner[2]]
    return Before(at, minus, plus, currency, opened)


def _sign(folded: str, at: int) -> tuple[int, bool, bool]:
    """A sign at `at - 1`: a minus only where nothing stands before it that it could join."""
    sign = folded[at - 1]
    previous = folded[at - 2] if at > 1 else " "
    if sign == "+":
        return (at - 1, False, True) if not previous.isalnum() else (at, False, False)
    if previous in EASTERN_IS and sign == "-":
        return at - 1, True, False
    if previous.isalnum() or previous in ")%°.'\"]" or (sign == "–" and previous not in " (\n|"):
        return at, False, False
    if sign == "–" and previous == " " and at > 2 and folded[at - 3].isdigit():
        return at, False, False
    return at - 1, True, False


def read_lead(folded: str, start: int) -> Lead:
    """What the words before `start` say; looks back `REACH` characters within the sentence."""
    plain = _plain_lead(folded[max(0, start - _NEAR) : start])
    if plain is not None:
        return plain
    lower = _same_sentence(folded[max(0, start - REACH) : start]).lower()
    words = _WORDS.findall(lower)
    last = words[-1] if words else ""
    if last not in TELLING and last.rstrip(".") not in LABELS and last not in NAMES:
        about = last and words[-2:-1] and words[-2] in APPROXIMATE
        about = bool(about) or lower[-1:] in ("約", "约")
        direction = eastern_direction(last) if last and not last.isascii() else None
        version, minus, label = False, False, ""
        if last and not last.isascii():
            label = "番号" if last.endswith(_EASTERN_NUMBERED) and lower.endswith(last) else ""
            version, minus = last.endswith(_EASTERN_VERSION), last.endswith(_EASTERN_MINUS)
        return Lead(words[-6:], direction, None, about, minus, label, version)
    touching = bool(words) and lower.rstrip(" \xa0(#$€£¥₹-").endswith(last)
    if last == "#":
        touching = folded[start - 1 : start] == "#"  # "# 5 steps" is a heading
    label = last.rstrip(".") if touching and last in LABELS and last != "." else ""
    if touching and last in NAMES and _is_named(folded, start):
        label = last
    return Lead(
        words[-6:],
        direction_before(words),
        _bound(lower, words),
        any(word in APPROXIMATE for word in words[-2:]) or lower[-1:] in ("約", "约", "~", "≈"),
        bool(words) and last in _MINUS_WORDS and _bound(lower, words) is None,
        label,
        touching and last in _VERSION_CUES,
    )


def _is_named(folded: str, start: int) -> bool:
    """Whether a figure of three digits, of four behind a small letter, stands behind a name."""
    figure = _OF_THREE.match(folded, start)
    if figure is None:
        return False
    head = folded[max(0, start - _NEAR) : start].rstrip(" \xa0")
    return len(figure.group()) > 3 or head[head.rfind(" ") + 1 :][:1].isupper()


def _plain_lead(tail: str) -> Lead | None:
    """What two plain words before a figure say, or None where more must be looked at."""
    parts = tail.rsplit(" ", 3)
    if len(parts) < 4 or parts[3] or not (parts[2].isalpha() and parts[1].isalpha()):
        return None
    last = parts[2].lower()
    if last in TELLING or last in LABELS or last in NAMES:
        return None
    return Lead([last], None, None, parts[1].lower() in APPROXIMATE, False, "", False)


def _same_sentence(snippet: str) -> str:
    """What of a snippet stands behind its last stop; a point at its very end is none."""
    cut = 0
    for stop in _STOP.finditer(snippet):
        end = stop.end()
        if stop.group() != "." or not snippet[end:].isspace():
            cut = end
    return snippet[cut:]


def _bound(lower: str, words: list[str]) -> Bound | None:
    """The bound that the last words set; "over about 500" is one too."""
    at = len(words) - 1
    while at >= 0 and words[at] in APPROXIMATE:
        at -= 1
    candidates = _BOUNDS_BY_LAST.get(words[at]) if at >= 0 else None
    if candidates is None:
        return None
    tail = lower.rstrip(" \xa0($€£¥₹")
    tail = tail if at == len(words) - 1 else tail[: tail.rfind(words[at]) + len(words[at])]
    for phrase, bound in candidates:
        if tail.endswith(phrase):
            before = tail[-len(phrase) - 1 : -len(phrase)]
            if not before.isalpha() or not phrase[0].isalpha():
                return bound
    return None
