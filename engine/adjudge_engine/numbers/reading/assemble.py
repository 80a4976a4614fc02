"""A number put together from its figure and what stands before and after it."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final, NamedTuple

from adjudge_engine.numbers.model import Direction, Kind, Number
from adjudge_engine.numbers.reading import units
from adjudge_engine.numbers.reading.after import read_after
from adjudge_engine.numbers.reading.before import Before, Lead, read_before, read_lead
from adjudge_engine.numbers.reading.calendar import calendar_kind
from adjudge_engine.numbers.reading.directions import direction_of
from adjudge_engine.numbers.reading.figures import EXACT, Figure
from adjudge_engine.numbers.reading.follows import After
from adjudge_engine.numbers.reading.listing import is_attached
from adjudge_engine.numbers.reading.style import Style
from adjudge_engine.numbers.reading.tables import word_set

_SHARE_PREFIX = re.compile(r"(?:百分之|[%٪]|yüzde )\Z")
#: What a sign or word for per cent before a figure ends with.
_SHARE_ENDS: Final = frozenset("之%٪ ")
_SIGN_BEFORE = re.compile(r"[$€£¥][ \xa0]?\Z")
#: "Half an hour", "1/2 a cup": so much of one unit.
_OF_ONE = re.compile(r"[ \xa0]an?[ \xa0]([^\W\d_]{1,14})(?![^\W_])")
#: "5 degrees below zero".
_DEGREES: Final = frozenset(["°", "°C", "°F"])
_BELOW_ZERO: Final = re.compile(
    r"[ \xa0](?:below (?:zero|freezing)|unter (?:null|dem gefrierpunkt)|en dessous de zéro"
    r"|(?:au-dessous|sous) (?:de )?zéro|bajo cero|sotto zero|abaixo de zero|ниже нуля"
    r"|تحت الصفر|शून्य से नीचे)(?![^\W_])",
    re.IGNORECASE,
)
#: How Japanese accounts write less than nothing: ▲450万円.
_TRIANGLES: Final = frozenset("▲△")
#: Signs from here on are those of Chinese, Japanese and Korean.
_EASTERN: Final = "\u3040"
#: Signs for what is counted, which no year stands before.
_COUNTERS: Final = frozenset("件个個名人枚本台冊册匹辆輛张張")
_ZERO: Final = Decimal(0)
#: 1時間半, 两年半; 2年半ば is the middle of the year, 半額 half the price.
_AND_HALF: Final = re.compile("半(?![ばほ額额数期])")
_HALF, _TENTH = Decimal("0.5"), Decimal("0.1")
#: A number word's figure behind it, as contracts have it: "thirty (30) days".
_GLOSS: Final = re.compile(r" \([0-9]{1,4}\)(?= )")
_SPELLED: Final = word_set(
    "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty "
    "sixty ninety zwei drei vier fünf sechs sieben acht zehn zwölf vierzehn fünfzehn zwanzig "
    "dreißig sechzig neunzig deux trois quatre cinq six sept huit dix douze quinze vingt trente "
    "soixante dos tres cuatro cinco siete ocho diez doce quince veinte treinta sesenta noventa due "
    "tre quattro cinque sei sette otto dieci quindici venti trenta sessanta dois três quatro dez "
    "quinze vinte trinta sessenta noventa twee drie vijf zes zeven tien veertien vijftien twintig "
    "dertig zestig negentig"
)
#: Words before a label's figure that are a verb before a count.
_ALSO_VERBS: Final = frozenset({"tome", "order"})


class Text(NamedTuple):
    """A text, its folded twin (same offsets), its style, and what its stretches were read as."""

    text: str
    folded: str
    style: Style
    read: dict[tuple[str, str, int, Decimal | None], Number]


class _Parts(NamedTuple):
    """A figure with all that was read around it."""

    span: tuple[int, int]
    figure: Figure
    kind: Kind
    weak: bool
    before: Before
    lead: Lead
    after: After


def bare(text: Text, span: tuple[int, int], kind: Kind, value: Decimal = _ZERO) -> Number:
    """A number that only has a place: a date, a mark, a code."""
    start, end = span
    return Number(start, end, text.text[start:end], value, Decimal(1), kind)


def assemble(
    text: Text, span: tuple[int, int], figure: Figure, kind: Kind = "plain", weak: bool = False
) -> Number:
    """The number of `figure`, which stands at `span`, with sign, currency, scale and unit."""
    start, end = span
    folded, style = text.folded, text.style
    before = read_before(folded, start)
    if before.start and folded[before.start - 1] in _TRIANGLES and _is_japanese(text):
        before = before._replace(start=before.start - 1, minus=True)
    lead = read_lead(folded, before.start)
    if kind in ("plain", "ordinal") and not before.currency:
        last = lead.words[-1] if lead.words else ""
        named = calendar_kind(folded, start, end, last, style.language)
        if named is not None and not (named == "year" and before.minus):
            return bare(text, span, named, figure.value)
    after = _after(text, start, end, before)
    if kind == "fraction" and (halved := _OF_ONE.match(folded, end)) is not None:
        unit = units.find(halved[1])
        if unit is not None:
            kind, after = "plain", After(halved.end(), unit=unit.name)
    if lead.version and not before.currency and not after.unit:
        return bare(text, span, "version", figure.value)
    if is_attached(folded, end, after.end):
        return bare(text, span, "code", figure.value)
    return _assembled(text, _Parts(span, figure, kind, weak, before, lead, after))


def _is_japanese(text: Text) -> bool:
    """Whether a text, or a table of Chinese characters alone, is Japanese."""
    return text.style.language == "ja" or (text.style.language == "zh" and "円" in text.folded)


def _after(text: Text, start: int, end: int, before: Before) -> After:
    """What follows the figure, or what follows the parenthesis in "(0.4) million"."""
    money, language = bool(before.currency), text.style.language
    if text.folded.startswith(" (", end) and text.folded[start].isalpha():
        gloss = _GLOSS.match(text.folded, end)
        if gloss is not None:
            behind = read_after(text.folded, gloss.end(), money=money, language=language)
            return behind._replace(end=end)
    if before.opened and text.folded[end : end + 1] == ")":
        behind = read_after(text.folded, end + 1, money=money, language=language)
        if behind.power or behind.kind == "percent":
            return behind._replace(closes=True)
        if behind.unit and _glosses(text.folded, start):
            return behind._replace(end=end)
    return read_after(text.folded, end, money=money, language=language)


def _glosses(folded: str, start: int) -> bool:
    """Whether a figure in a parenthesis repeats the number word before it: "five (5) days"."""
    word = folded[max(0, start - 24) : start - 1].rstrip().rpartition(" ")[2].lower()
    return word in _SPELLED or word.rpartition("-")[2] in _SPELLED


def _assembled(text: Text, parts: _Parts) -> Number:
    before, lead, after = parts.before, parts.lead, parts.after
    value, step, other, scale = _scaled(text.style, parts)
    kind, start, end = _kind_and_span(text, parts)
    if after.unit and _AND_HALF.match(text.folded, end) is not None:
        value, step, other, end = EXACT.add(value, _HALF), _TENTH, None, end + 1
    negative = before.minus or lead.minus_word
    if after.unit in _DEGREES and (below := _BELOW_ZERO.match(text.folded, end)) is not None:
        negative, end = not negative, below.end()
    closing = _closing(text, parts) if before.opened else None
    if closing is not None:
        negative = True
        start = _opening(text.folded, min(start, text.folded.rfind("(", 0, parts.span[0])))
        end = max(end, closing + 1)
    if negative:
        value, other = value.copy_negate(), None if other is None else other.copy_negate()
    return Number(
        start,
        end,
        text.text[start:end],
        value,
        step,
        kind,
        scale,
        before.currency or after.currency,
        after.unit,
        after.per,
        after.noun,
        lead.label if kind == "label" else "",
        negative or before.plus,
        after.direction or _behind(after.noun) or lead.direction or direction_of(after.noun),
        after.bound or lead.bound,
        lead.approximate,
        parts.weak
        and (kind == "ordinal" or not (after.unit or after.power or after.kind == "percent")),
        kind == "plain" and _maybe_year(text, parts),
        other,
        max(0, -parts.figure.step.adjusted()),
    )


def _behind(noun: str) -> Direction | None:
    """The direction that Chinese and Japanese say behind: "利益は12.1%減" is no gain."""
    return direction_of(noun) if noun and noun[0] >= _EASTERN else None


def _opening(folded: str, start: int) -> int:
    """Where "$ (3.5)" starts, given where its parenthesis opens."""
    sign = _SIGN_BEFORE.search(folded, max(0, start - 2), start)
    return sign.start() if sign is not None else start


def _kind_and_span(text: Text, parts: _Parts) -> tuple[Kind, int, int]:
    kind = parts.kind
    if parts.after.kind != "plain" and not (kind == "fraction" and parts.after.kind == "ordinal"):
        kind = parts.after.kind
    start, end = parts.before.start, parts.after.end
    if kind != "plain":
        return kind, start, end
    prefix = None
    if text.folded[start - 1 : start] in _SHARE_ENDS:
        prefix = _SHARE_PREFIX.search(text.folded, max(0, start - 6), start)
    if prefix is not None:
        return "percent", prefix.start(), end
    label = parts.lead.label
    if label in _ALSO_VERBS and parts.after.noun.endswith(("s", "a")):
        label = ""  # Spanish "tome 3 pastillas" is no French volume
    if label and not (parts.before.currency or parts.after.currency or parts.after.unit):
        return "label", start, end
    return "plain", start, end


def _maybe_year(text: Text, parts: _Parts) -> bool:
    """A bare whole number of four digits that may be a year, with nothing to count behind it."""
    folded, after = text.folded, parts.after
    raw = folded[slice(*parts.span)]
    if len(raw) != 4 or not raw.isdigit() or not 1000 <= int(raw) <= 2199:
        return False
    plain = not (parts.before.currency or after.currency or after.unit or after.power)
    if not plain or after.noun.endswith("s") or after.noun in _COUNTERS:
        return False
    if folded[parts.span[1] + 1 : parts.span[1] + 2].isupper() and text.style.language == "de":
        return not after.noun  # a German noun, which is counted
    # In Russian a year is followed by its own word, what counts by what is counted.
    return not (len(after.noun) > 3 and "а" <= after.noun[0] <= "я") or after.noun.startswith("год")


def _scaled(style: Style, parts: _Parts) -> tuple[Decimal, Decimal, Decimal | None, str]:
    """Value, step, second reading and scale: its own, or that of the heading above it."""
    figure, after = parts.figure, parts.after
    value, step, other = figure.value, figure.step, figure.other
    if after.power:
        other = None if other is None else other.scaleb(after.power, EXACT)
        return value.scaleb(after.power, EXACT), step.scaleb(after.power, EXACT), other, after.scale
    if after.other_power:
        return value, step, value.scaleb(after.other_power, EXACT), ""
    factor = style.heading_at(parts.span[0]) if style.headings else None
    own = after.unit or after.kind != "plain" or parts.kind != "plain" or parts.lead.label
    if factor is None or own:
        return value, step, other, ""
    return EXACT.multiply(value, factor), EXACT.multiply(step, factor), value, "heading"


def _closing(text: Text, parts: _Parts) -> int | None:
    """Where "(2,318)" closes if it is a negative amount: in a cell, or where the text says so."""
    folded, (first, last) = text.folded, parts.span
    close = folded.find(")", last, last + 3)
    opening = folded.rfind("(", max(0, first - 6), first)
    if close < 0 or opening < 0 or folded[last:close].strip(" %") or parts.after.unit:
        return None
    money = folded[max(0, opening - 2) : opening].strip()
    if parts.after.closes or text.style.negative_parentheses or money[-1:] in ("$", "€", "£", "¥"):
        return close
    left = folded[max(0, opening - 4) : opening].rstrip(" $€£¥")
    right = folded[close + 1 : close + 4].lstrip(" %")
    in_cell = (not left or left[-1] in "|\n") and (not right or right[0] in "|\n")
    return close if in_cell else None
