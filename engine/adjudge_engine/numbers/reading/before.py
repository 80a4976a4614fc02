"""What stands before a figure: sign, currency, direction, bound, "about", the label it numbers."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from adjudge_engine.numbers.model import Bound, Direction
from adjudge_engine.numbers.reading import currencies
from adjudge_engine.numbers.reading.tables import word_set

#: How far back words are looked at.
REACH: Final = 56
#: Where two words are enough.
_NEAR: Final = 32

_UP: Final = word_set(
    "rose rise rises risen rising increased increase increases increasing grew grow grows "
    "grown growing growth up gained gain gains climbed jumped surged higher added stieg "
    "gestiegen wuchs gewachsen zunahme anstieg hausse augmenté augmentation croissance "
    "aumentó aumentaron subió subieron creció crecieron aumento progressé вырос выросла выросло "
    "выросли повысился повысилась повысилось повысились увеличился увеличилась "
    "увеличилось увеличились "
    "рост stiegen wuchsen erhöhte erhöhten "
    "ارتفع ارتفعت زاد زادت نما نمت"
)
_DOWN: Final = word_set(
    "fell fall falls fallen falling decreased decrease decreases decreasing declined "
    "decline declines declining dropped drop drops down lost loss losses reduced "
    "reduction lower shrank slipped deficit sank fiel gesunken gefallen rückgang abnahme "
    "verlust baisse baissé diminué diminution recul reculé chuté perte cayó cayeron bajó bajaron "
    "disminuyó disminuyeron descenso sanken fielen schrumpfte schrumpften "
    "понизился понизилась понизилось понизились "
    "caída pérdida снизился снизилась снизилось снизились упал упала упало упали сократился "
    "сократилась сократилось сократились снижение падение убыток "
    "انخفض انخفضت تراجع تراجعت هبط هبطت "
    "negative"
)
FILLERS: Final = word_set(
    "by of about approximately nearly around some a an the another roughly almost over "
    "more than only just sharply slightly further um de en un rund etwa environ unos на "
    "was is بنسبة"
)
#: Verbs between a loss and how much it is.
_SAYS: Final = frozenset({"betrug", "beträgt", "betragen", "betrugen", "est", "était", "es", "fue"})
_BY_A_SHARE: Final = "بنسبة"
#: Verbs that come after the figure, in Hindi.
_ROSE: Final = word_set("बढ़ा बढ़ी बढ़े बढ़ा बढ़ी बढ़े वृद्धि")
_FELL: Final = word_set("घटा घटी घटे गिरा गिरी गिरे कमी गिरावट")
_EASTERN_FALL: Final = re.compile(r"[のもほど]{0,2}(?:減|减|低下|下降|下落|下が|下跌|降低)")
_EASTERN_RISE: Final = re.compile(r"[のもほど]{0,2}(?:増|增|上昇|上升|上が|上涨|伸び)")
#: The same right before a figure, in Chinese: 增长了12%, but not 增至12%, which is a level.
_EASTERN_VERB: Final = re.compile(
    r"(?:(?P<down>下降|减少|下跌|下滑|降低|減少)|(?P<up>增长|增加|上升|上涨|提高))(?:了|约|近|超)?\Z"
)
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
    "extension ext pin zimmer raum chambre salle habitación комната комнате "
    "seite kapitel artikel artículo página capítulo fase chapitre annexe tome tomo "
    "anexo band глава главе главу фаза фазе фазу приложение приложении"
)
_VERSION_CUES: Final = word_set(
    "version versions firmware release v ver ver. ios android python java windows build "
    "macos kernel tls ssl versión versiones versione versão версия версии версию версией"
)
_EASTERN_VERSION: Final = ("版本", "版本为", "版本是", "バージョン", "バージョンは", "バージョンが")
_SIGN_OF_CURRENCY = re.compile(r"([A-Z]{1,2})?([$€£¥₹₩₽₺₫฿₴₪₱₦])[ \xa0]?\Z")
_CODE_OF_CURRENCY = re.compile(r"(?<![A-Za-z])([A-Z]{3}|Rs\.?|rs\.?)[ \xa0]?\Z")
_WORDS = re.compile(r"[~≈<>≥≤№#]|[^\W\d_]+(?:['.][^\W\d_]+)*\.?")
#: Last words before a figure that say something of it; all others need no second look.
TELLING: Final = (
    _UP | _DOWN | FILLERS | _MINUS_WORDS | APPROXIMATE | _VERSION_CUES | {"betrug", "beträgt"}
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
    if last not in TELLING and last.rstrip(".") not in LABELS:
        about = last and words[-2:-1] and words[-2] in APPROXIMATE
        about = bool(about) or lower[-1:] in ("約", "约")
        direction = _eastern_direction(last) if last and not last.isascii() else None
        version, minus = False, False
        if last and not last.isascii():
            version, minus = last.endswith(_EASTERN_VERSION), last.endswith(_EASTERN_MINUS)
        return Lead(words[-6:], direction, None, about, minus, "", version)
    touching = bool(words) and lower.rstrip(" \xa0(#$€£¥₹-").endswith(last)
    label = last.rstrip(".") if touching and last in LABELS and last != "." else ""
    return Lead(
        words[-6:],
        _direction(words),
        _bound(lower, words),
        any(word in APPROXIMATE for word in words[-2:]) or lower[-1:] in ("約", "约", "~", "≈"),
        bool(words) and last in _MINUS_WORDS and _bound(lower, words) is None,
        label,
        touching and last in _VERSION_CUES,
    )


def _plain_lead(tail: str) -> Lead | None:
    """What two plain words before a figure say, or None where more must be looked at."""
    parts = tail.rsplit(" ", 3)
    if len(parts) < 4 or parts[3] or not (parts[2].isalpha() and parts[1].isalpha()):
        return None
    last = parts[2].lower()
    if last in TELLING or last in LABELS:
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


def _direction(words: list[str]) -> Direction | None:
    if words[-1:] == [_BY_A_SHARE]:  # the verb comes before what rises
        words = [word for word in words[-5:] if word in _UP or word in _DOWN]
    for word in reversed(words[-5:]):
        if word in _DOWN:
            return "down"
        if word in _UP:
            return "up"
        if word not in FILLERS and word not in _SAYS:
            return None
    return None


def _eastern_direction(word: str) -> Direction | None:
    match = _EASTERN_VERB.search(word[-8:])
    return match.lastgroup if match is not None else None  # type: ignore[return-value]


def direction_of(word: str) -> Direction | None:
    """The direction that a word right after a figure gives it ("a 5% drop")."""
    if word in _DOWN:
        return "down"
    if word in _UP:
        return "up"
    if word and not word.isascii():
        return _direction_after(word)
    return None


def _direction_after(word: str) -> Direction | None:
    if word in _FELL or _EASTERN_FALL.match(word) is not None:
        return "down"
    return "up" if word in _ROSE or _EASTERN_RISE.match(word) is not None else None


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
