"""Declared formulas: `+ - * / ( )`, a leading sign, numbers and names, in exact decimals.

The parser is the shunting-yard method (E. W. Dijkstra, "Making a Translator for ALGOL 60", 1961):
two stacks and no recursion, so that no formula can exhaust the interpreter's own stack.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, DecimalException
from typing import Final

from adjudge_engine.calculations.amounts import WIDE

#: Characters of a formula, and how deep its parentheses and signs may nest.
LONGEST: Final = 4_000
DEEPEST: Final = 100

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>[0-9]{1,400}(?:\.[0-9]{1,400})?(?![\w.])|\.[0-9]{1,400}(?![\w.]))"
    r"|(?P<name>[^\W\d]\w{0,199})(?!\w)|(?P<sign>[-+*/()−×÷]))"
)
_SAME: Final = {"−": "-", "×": "*", "÷": "/"}
_DECIMAL: Final = re.compile(r"\s*([-+−]?)([0-9]{1,400}(?:\.[0-9]{0,400})?|\.[0-9]{1,400})\s*")
#: How strongly an operator binds; "~" is the sign in front of a term.
_BINDS: Final = {"+": 1, "-": 1, "*": 2, "/": 2, "~": 3}


class FormulaError(ValueError):
    """The formula cannot be evaluated; the message says why, in lower case."""


class MissingValue(FormulaError):
    """The formula names a value that is not given; `name` is its name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no value is given for {name}")
        self.name = name


def exact_decimal(text: str) -> Decimal | None:
    """An exact decimal as declared values are written, "-0.5" or "1375", or None.

    No grouping, no percent and no exponent: "1,375" is two different numbers in two countries.
    """
    match = _DECIMAL.fullmatch(text)
    if match is None:
        return None
    return Decimal(("-" if match[1] in ("-", "−") else "") + match[2])


def evaluate(formula: str, values: Mapping[str, Decimal]) -> Decimal:
    """The formula's worth; FormulaError (MissingValue) where it has none."""
    if len(formula) > LONGEST:
        raise FormulaError(f"the formula is longer than {LONGEST:,} characters")
    try:
        return _Reader(values).read(formula)
    except DecimalException as error:
        raise FormulaError("the formula has no finite value") from error


class _Reader:
    """The two stacks of one reading."""

    def __init__(self, values: Mapping[str, Decimal]) -> None:
        self._values = values
        self._terms: list[Decimal] = []
        self._signs: list[str] = []
        self._wants_term = True

    def read(self, formula: str) -> Decimal:
        at, end = 0, len(formula.rstrip())
        while at < end:
            match = _TOKEN.match(formula, at)
            if match is None:
                raise FormulaError(f'"{formula[at : at + 20].strip()}" cannot be read')
            self._take(match)
            at = match.end()
        if self._wants_term:
            raise FormulaError("the formula ends too early" if end else "the formula is empty")
        while self._signs:
            if self._signs[-1] == "(":
                raise FormulaError("a parenthesis is not closed")
            self._apply()
        return self._terms.pop()

    def _take(self, match: re.Match[str]) -> None:
        sign = match["sign"]
        sign = _SAME.get(sign, sign) if sign else sign
        if sign is None:
            self._term(match)
        elif self._wants_term:
            self._open(sign)
        elif sign == ")":
            self._close()
        elif sign == "(":
            raise FormulaError("a function or a missing operator before a parenthesis")
        else:
            self._reduce(_BINDS[sign])
            self._push(sign)
            self._wants_term = True

    def _term(self, match: re.Match[str]) -> None:
        if not self._wants_term:
            raise FormulaError(f'an operator is missing before "{match.group().strip()[:20]}"')
        name = match["name"]
        if name is None:
            self._terms.append(Decimal(match["number"]))
        elif name in self._values:
            self._terms.append(self._values[name])
        elif match.string[match.end() :].lstrip()[:1] == "(":
            raise FormulaError(f"{name}() is a function, and functions are not evaluated")
        else:
            raise MissingValue(name)
        self._wants_term = False

    def _open(self, sign: str) -> None:
        if sign == "(":
            self._push("(")
        elif sign == "-":
            self._push("~")
        elif sign != "+":
            raise FormulaError(f'"{sign}" has nothing before it')

    def _close(self) -> None:
        while self._signs and self._signs[-1] != "(":
            self._apply()
        if not self._signs:
            raise FormulaError("a parenthesis is not opened")
        self._signs.pop()

    def _push(self, sign: str) -> None:
        if len(self._signs) >= DEEPEST:
            raise FormulaError(f"the formula nests deeper than {DEEPEST}")
        self._signs.append(sign)

    def _reduce(self, binds: int) -> None:
        while self._signs and _BINDS.get(self._signs[-1], 0) >= binds:
            self._apply()

    def _apply(self) -> None:
        sign, right = self._signs.pop(), self._terms.pop()
        if sign == "~":
            self._terms.append(WIDE.minus(right))
            return
        left = self._terms.pop()
        if sign == "/" and not right:
            raise FormulaError("the formula divides by zero")
        work = {"+": WIDE.add, "-": WIDE.subtract, "*": WIDE.multiply, "/": WIDE.divide}[sign]
        self._terms.append(work(left, right))
