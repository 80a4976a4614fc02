"""Equations in prose: "450 + 680 = 1,130", "$5 × 3 = $15", "10% of 200 is 20".

Both sides are read from the numbers of a text and the signs between them; whatever else stands
between two numbers (a variable, a function, another word) makes it no equation of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from adjudge_engine.calculations.amounts import (
    HUNDRED,
    ROUGH,
    alike,
    half_step,
    in_unit_of,
    is_loose,
    shown,
)
from adjudge_engine.calculations.formula import FormulaError, evaluate
from adjudge_engine.calculations.kinds import addable, clash, one_currency
from adjudge_engine.numbers.model import SHARES, Number

_SIGN: Final = (
    r"(?P<plus>\+|＋|plus|más|плюс|加|足す)|(?P<minus>[-−–－]|minus|moins|menos|минус|減|减|引く)"
    r"|(?P<times>[×*·∙✕＊]|x|times|multiplied by|mal|fois|por|乘以?|かける)"
    r"|(?P<over>[/÷／]|divided by|geteilt durch|divisé par|dividido (?:por|entre)|除以|割る)"
)
_EQUALS: Final = (
    r"=|＝|≈|equals|is equal to|is|makes|gives|ergibt|ergeben|ist|macht|gleich|font|égale"
    r"|fait|son|es igual a|равно|等于|等於|は|是"
)
_GAP: Final = re.compile(
    rf"(?P<noun>(?:\s[^\W\d_]{{3,20}}){{0,2}})\s{{0,3}}[)\]]{{0,4}}\s{{0,3}}(?:{_SIGN}"
    rf"|(?P<equals>{_EQUALS}))\s{{0,3}}[(\[]{{0,4}}\s{{0,3}}[$€£¥]?",
    re.IGNORECASE,
)
#: A noun and what opens the calculation of the figure before it: " cars (", " = (" is none.
_OPENS: Final = re.compile(r"(?:\s[^\W\d_]{1,20}){0,2}\s?[(（]\s?[$€£¥]?")
_OF: Final = re.compile(r"\s(?:of|von|de|del?|от)\s(?:the\s)?", re.IGNORECASE)
#: A variable, a function or an operation that goes on to the left of the first number.
_GOES_ON: Final = re.compile(r"(?:[+*/^×÷√]|[^\W_]\s?[-−–])\s?[(\[$€£¥]{0,3}\Z|[^\W_][(\[]{1,3}\Z")
_SIGNS: Final = {"plus": "+", "minus": "-", "times": "*", "over": "/"}
_WRITTEN: Final = {"+": " + ", "-": " - ", "*": " × ", "/": " / "}
_MOST: Final = 60


class Equation(NamedTuple):
    """`start` and `end` in the text; `holds` and what the left side gives, in words.

    `holds` is None where the left side adds what is not of one kind.
    """

    start: int
    end: int
    holds: bool | None
    formula: str
    value: str
    result: Number
    operands: tuple[Number, ...]


class _Link(NamedTuple):
    """What stands between two numbers: opening, closing parentheses, a sign or "="."""

    sign: str
    closing: int
    opening: int
    in_words: bool


def equations(text: str, numbers: tuple[Number, ...]) -> Iterator[Equation]:
    """The equations between the `numbers` of `text`, left to right."""
    yield from _in_parentheses(text, numbers)
    index = 0
    while index < len(numbers) - 1:
        chain, links = _chain(text, numbers, index)
        if "=" in [link.sign for link in links]:
            yield from _read(text, chain, links)
        index += max(1, len(chain) - 1)


def _in_parentheses(text: str, numbers: tuple[Number, ...]) -> Iterator[Equation]:
    """ "105 cars (40 + 65)": a result with its calculation behind it."""
    for index, result in enumerate(numbers[:-2]):
        opening = _OPENS.match(text, result.end)
        if opening is None or opening.end() < numbers[index + 1].start - 3:
            continue
        chain, links = _chain(text, numbers, index + 1)
        signs = {link.sign for link in links}
        closed = text[chain[-1].end : chain[-1].end + 2].lstrip()[:1] == ")"
        if links and closed and signs <= {"+", "-", "*", "/"}:
            found = _equation(chain, links, result)
            # "(110-118 °C)" is a range, "(1/2 cup)" a fraction, "(56 x 46 x 25 cm)" a size: they
            # may hold, but prove nothing.
            sized = signs == {"*"} and len(links) > 1 and bool(result.unit)
            if found is not None and (found.holds or (signs <= {"+", "*"} and not sized)):
                yield found


def _chain(text: str, numbers: tuple[Number, ...], first: int) -> tuple[list[Number], list[_Link]]:
    """Numbers from `first` on that signs join."""
    chain, links = [numbers[first]], []
    for number in numbers[first + 1 : first + _MOST]:
        link = _link(text, chain[-1], number)
        if link is None:
            break
        chain.append(number)
        links.append(link)
    return chain, links


def _link(text: str, left: Number, right: Number) -> _Link | None:
    if right.start - left.end > 60:
        return None
    gap = text[left.end : right.start]
    if right.signed and right.value < 0 and not gap.strip(" )]"):
        return _Link("-", gap.count(")") + gap.count("]"), 0, False)
    if left.kind in SHARES and _OF.fullmatch(gap):
        return _Link("%", 0, 0, True)
    match = _GAP.fullmatch(gap)
    if match is None:
        return None
    sign = "=" if match["equals"] else _SIGNS[match.lastgroup or "plus"]
    opening = gap.count("(") + gap.count("[")
    name = match["equals"] or match[match.lastgroup or 0] or ""
    word = name.strip().isalpha() and name.strip() not in ("x", "X")
    if match["noun"].strip() and word and sign != "=":
        return None
    in_words = name.replace(" ", "").isalpha() and name.strip() not in ("x", "X")
    return _Link(sign, gap.count(")") + gap.count("]"), opening, in_words)


def _read(text: str, chain: list[Number], links: list[_Link]) -> Iterator[Equation]:
    """Each "=" of a chain with the whole side before it and the side after it."""
    edges = [index for index, link in enumerate(links) if link.sign == "="]
    starts = [0, *(edge + 1 for edge in edges)]
    for place, edge in enumerate(edges):
        last = edges[place + 1] if place + 1 < len(edges) else len(links)
        left = chain[starts[place] : edge + 1], links[starts[place] : edge]
        right = chain[edge + 1 : last + 1], links[edge + 1 : last]
        if len(right[0]) > 1 and len(left[0]) == 1:
            left, right = right, left
        if len(right[0]) != 1 or not _is_sum(left[0]) or _goes_on(text, left[0][0], chain[0]):
            continue
        if links[edge].in_words and not _is_word_equation(left[1]):
            continue
        if not _is_closed(text, left[0], left[1]):
            continue
        found = _equation(left[0], left[1], right[0][0])
        if found is not None:
            yield found


def _is_sum(numbers: list[Number]) -> bool:
    if len(numbers) == 1:
        return numbers[0].kind == "fraction" and "/" in numbers[0].text
    return True


def _is_word_equation(links: list[_Link]) -> bool:
    """ "Is" makes an equation only of what is joined by names of operations, "+" or "×"."""
    return bool(links) and all(link.in_words or link.sign in "+*%" for link in links)


def _goes_on(text: str, first: Number, chain_first: Number) -> bool:
    """Whether a variable or a function stands right before the first number."""
    if first is not chain_first:
        return False
    return _GOES_ON.search(text[max(0, first.start - 6) : first.start]) is not None


def _is_closed(text: str, numbers: list[Number], links: list[_Link]) -> bool:
    """Whether what closes within a side opens in it, or right before it."""
    missing = sum(link.closing - link.opening for link in links)
    if missing <= 0:
        return True
    before = text[max(0, numbers[0].start - missing - 2) : numbers[0].start]
    return before.count("(") + before.count("[") >= missing


def _equation(numbers: list[Number], links: list[_Link], result: Number) -> Equation | None:
    adding = [link for link in links if link.sign in "+-"]
    additive = bool(adding) and len(adding) == len(links)
    start = min(numbers[0].start, result.start)
    end = max(numbers[-1].end, result.end)
    everything = [*numbers, result]
    if adding and (clash(everything) if additive else not one_currency(everything)):
        written = _formula(numbers, links)[1]
        return Equation(start, end, None, written, "", result, tuple(numbers))
    if additive and not (all(alike(result, one) for one in numbers) and addable(result, numbers)):
        return None
    nouns = {one.noun for one in (*numbers, result) if len(one.noun) > 2 and one.noun.endswith("s")}
    if adding and (len(nouns) > 1 or (any(one.unit for one in numbers) and not _measured(numbers))):
        return None
    formula, written = _formula(numbers, links)
    readings = _readings(formula, numbers, result)
    if not readings:
        return None
    half = half_step(result)
    holds = any(
        ROUGH.subtract(result.value, one).copy_abs() <= half
        and not (additive and is_loose(result, one))
        for one in readings
    )
    value = readings[-1]
    return Equation(start, end, holds, written, shown(value, result), result, tuple(numbers))


def _measured(numbers: list[Number]) -> bool:
    """Whether every number that counts something has a unit, once one of them has."""
    return all(one.unit or not one.noun for one in numbers)


def _formula(numbers: list[Number], links: list[_Link]) -> tuple[str, str]:
    """The formula over names, and as it is shown; parentheses that do not pair are dropped."""
    opened = sum(link.opening for link in links)
    closed = sum(link.closing for link in links)
    formula, written = "", ""
    lead = max(0, closed - opened)
    tail = max(0, opened - closed)
    for index, number in enumerate(numbers):
        name = number.text
        if index:
            link = links[index - 1]
            sign = "*" if link.sign == "%" else link.sign
            formula += ")" * link.closing + sign + "(" * link.opening
            shown_sign = " of " if link.sign == "%" else _WRITTEN[sign]
            written += ")" * link.closing + shown_sign + "(" * link.opening
            if sign == "-" and number.signed and number.value < 0:
                name = name.lstrip("-−– ")
        formula += f"n{index}"
        written += name
    return "(" * lead + formula + ")" * tail, "(" * lead + written + ")" * tail


def _readings(formula: str, numbers: list[Number], result: Number) -> list[Decimal]:
    """What the left side gives, as the right side counts: as written, and per cents as shares."""
    values = in_unit_of(result, numbers) if "*" not in formula else [one.value for one in numbers]
    values = [
        value.copy_abs()
        if index and number.signed and value < 0 and f"-n{index}" in formula
        else value
        for index, (number, value) in enumerate(zip(numbers, values, strict=True))
    ]
    shares = [number.kind in SHARES - {"fraction"} for number in numbers]
    readings = []
    if not any(shares) or all(shares) or "*" not in formula:
        readings.append((values, Decimal(1)))
    if any(shares) or result.kind == "percent":
        scaled = [
            ROUGH.divide(value, HUNDRED) if share else value
            for value, share in zip(values, shares, strict=True)
        ]
        readings.append((scaled, HUNDRED if result.kind == "percent" else Decimal(1)))
    found = []
    for given, factor in readings:
        try:
            value = evaluate(formula, {f"n{index}": one for index, one in enumerate(given)})
        except FormulaError:
            continue
        found.append(ROUGH.multiply(value, factor))
    return found
