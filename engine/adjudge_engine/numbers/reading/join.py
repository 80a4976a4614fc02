"""Numbers that belong together: 3億2,000万, ranges that share a unit, lists of labels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from adjudge_engine.numbers.model import Number
from adjudge_engine.numbers.reading.figures import EXACT
from adjudge_engine.numbers.reading.tables import word_set

_RANGE: Final = re.compile(
    r"\s?(?:-|–|—|~|〜|～|to|bis|à|a|au|al|auf|tot|до|or|oder|ou|o|から|至|到)\s?", re.IGNORECASE
)
_AND: Final = re.compile(r"\s?(?:,|/|and|und|et|y|e|и|,\s?and|,\s?or)\s?", re.IGNORECASE)
#: What a link ends with: signs and words.
JOINT_SIGNS: Final = frozenset("-–—~〜～至到ら,/")
JOINT_WORDS: Final = word_set("to bis à a au al auf tot до or oder ou o and und et y e и")
#: What a link begins with.
_JOINT: Final = re.compile(
    r"\s?(?:[-–—~〜～至到,/]|から|(?:to|bis|à|a|au|al|auf|tot|до|or|oder|ou|o|and|und|et|y|e|и)(?![A-Za-z]))",
    re.IGNORECASE,
)
#: The first characters of these, behind a blank or not.
_JOINT_BEGINS: Final = frozenset("-–—~〜～至到,/か") | {
    letter for word in JOINT_WORDS for letter in (word[0], word[0].upper())
}
#: How Japanese writes shares: 1割 is a tenth, 5分 five hundredths, 2厘 two thousandths.
_TENTHS: Final = "割"
_PARTS: Final = {"分": 0, "厘": -1}
_LONGEST_GAP = 8
_LONGEST_RUN = 40


def joined(folded: str, numbers: Iterator[Number]) -> Iterator[Number]:
    """The numbers with what they lend one another; a run that goes on is held back, bounded."""
    run: list[Number] = []
    ranges: list[bool] = []
    for number in numbers:
        if not run and not _goes_on(folded, number):
            yield number
            continue
        compound = _compound(run[-1], number) if run else None
        if compound is not None:
            run[-1] = compound
            continue
        is_range = _link(folded, run[-1], number) if run else None
        if is_range is None or len(run) >= _LONGEST_RUN:
            yield from _shared(run, ranges)
            run, ranges = [number], []
            continue
        left, right = _forward(run[-1], number, is_range)
        run[-1] = left
        run.append(right)
        ranges.append(is_range)
    yield from _shared(run, ranges)


def is_linked(folded: str, end: int) -> bool:
    """Whether what follows a number that ends at `end` may link it to another."""
    first = folded[end : end + 1]
    if first.isspace():
        first = folded[end + 1 : end + 2]
    return first in _JOINT_BEGINS and _JOINT.match(folded, end) is not None


def _goes_on(folded: str, number: Number) -> bool:
    """Whether `number` may be linked to the next one; most numbers stand alone."""
    return is_linked(folded, number.end) or not number.scale.isascii()


def _compound(left: Number, right: Number) -> Number | None:
    """3億 and 2,000万円 at once: one number, where each part is smaller than the last's scale."""
    if left.scale == _TENTHS:
        return _tenths(left, right)
    if left.end != right.start or not left.scale or left.scale.isascii():
        return None
    if left.currency or left.unit or right.kind != "plain" or left.kind != "plain":
        return None
    if not 0 < abs(right.value) < left.step:
        return None
    value = EXACT.add(left.value, right.value)
    return right._replace(
        start=left.start,
        text=left.text + right.text,
        value=value,
        scale=right.scale or left.scale,
        signed=left.signed,
        direction=left.direction,
        bound=left.bound or right.bound,
        approximate=left.approximate,
        other=None,
        maybe_year=False,
    )


def _tenths(left: Number, right: Number) -> Number | None:
    """3割2分5厘 at once: per cents and tenths of them behind tenths."""
    part = _PARTS.get(right.noun or right.text[-1:])
    if part is None or left.end != right.start or right.kind != "plain" or right.decimals:
        return None
    step = Decimal(1).scaleb(part)
    if not 0 < right.value < 10 or step >= left.step:
        return None
    return left._replace(
        end=right.end + (right.noun == "厘"),
        text=left.text + right.text + ("厘" if right.noun == "厘" else ""),
        value=EXACT.add(left.value, right.value.scaleb(part)),
        step=step,
        other=None,
        weak=False,
    )


def _link(folded: str, left: Number, right: Number) -> bool | None:
    """True for two ends of a range, False for two items of a row, None for strangers."""
    if not 0 <= right.start - left.end <= _LONGEST_GAP:
        return None
    between = folded[left.end : right.start]
    if _RANGE.fullmatch(between) is not None:
        return True
    return False if _AND.fullmatch(between) is not None else None


def _forward(left: Number, right: Number, is_range: bool) -> tuple[Number, Number]:
    """What the left one lends the right one: its label, its being a year, its currency."""
    if left.kind == "label" and right.kind == "plain" and not right.unit and not right.currency:
        return left, right._replace(kind="label", label=left.label)
    if left.kind == "year" and right.maybe_year:
        return left, right._replace(kind="year")
    if right.kind == "year" and left.maybe_year:
        return left._replace(kind="year"), right
    bare = right.kind == "plain" and not (right.currency or right.unit or right.noun)
    if is_range and left.currency and bare:
        right = right._replace(currency=left.currency)
    return left, right


def _shared(run: list[Number], ranges: list[bool]) -> list[Number]:
    """A run with what its last numbers lend the earlier ones: unit, noun, currency, scale."""
    lender: Number | None = None
    for at in range(len(run) - 2, -1, -1):
        left, right = run[at], run[at + 1]
        if right.scale not in ("", "heading"):
            lender = right
        if left.kind != "plain" or not right.is_quantity or left.unit or left.noun:
            lender = None
            continue
        lent = _lend(left, right)
        if lender is not None and left.scale in ("", "heading"):
            lent |= _lend_scale(left, lender, ranges[at])
        if lent:
            run[at] = left._replace(maybe_year=False, **lent)  # type: ignore[arg-type]
    return run


def _lend(left: Number, right: Number) -> dict[str, object]:
    """Unit, noun, currency and kind of share that `left` takes from what follows it."""
    lent: dict[str, object] = {}
    if right.unit and not left.currency:
        lent |= {"unit": right.unit, "per": right.per}
    if right.noun:
        lent["noun"] = right.noun
    if right.currency and not left.currency:
        lent["currency"] = right.currency
    if right.kind not in ("plain", "ordinal", "label", "fraction") and not left.currency:
        lent["kind"] = right.kind
    return lent


def _lend_scale(left: Number, lender: Number, is_range: bool) -> dict[str, object]:
    """ "5–10 million" is five million at first; "$128, $138 million" may be either."""
    factor = EXACT.divide(lender.step, Decimal(1).scaleb(-lender.decimals))
    scaled = EXACT.multiply(left.value, factor)
    if not is_range:
        return {"other": scaled} if left.currency == lender.currency else {}
    step = EXACT.multiply(left.step, factor)
    return {"value": scaled, "step": step, "scale": lender.scale, "other": left.value}
