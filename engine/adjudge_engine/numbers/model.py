"""One number as a text states it: what it is worth, how it was written, what it counts."""

from __future__ import annotations

from decimal import Decimal
from typing import Final, Literal, NamedTuple

Kind = Literal[
    "plain",
    "percent",
    "points",
    "basis_points",
    "permille",
    "fraction",
    "ordinal",
    "label",
    "version",
    "phone",
    "code",
    "list",
    "mark",
    "year",
    "date",
    "time",
]
Bound = Literal["over", "under", "at_least", "at_most"]
Direction = Literal["up", "down"]

#: Kinds that say how much or how many; the others name, order or date something.
QUANTITIES: Final = frozenset(
    {"plain", "percent", "points", "basis_points", "permille", "fraction", "ordinal", "label"}
)
#: Kinds that are a share of a whole and may be written in one another's way.
SHARES: Final = frozenset({"percent", "points", "basis_points", "permille", "fraction"})


class Number(NamedTuple):
    """A number and its span: `source[start:end] == text`, sign, currency, scale and unit included.

    `value` has its scale and sign applied, but not a direction word ("fell 3 %" is 3 with
    `direction` down) and not the per cent (3 % is 3). `step` is what one unit of the last digit
    shown is worth: 0.1 million for "12.4 million"; `decimals` counts the digits shown after the
    point. `other` is a second way to read the same
    figure where the text does not settle it ("12.500"). A `weak` number may not be meant as one
    ("one of them", "first"); it can be evidence but asks for none.
    """

    start: int
    end: int
    text: str
    value: Decimal
    step: Decimal
    kind: Kind = "plain"
    scale: str = ""
    currency: str = ""
    unit: str = ""
    per: str = ""
    noun: str = ""
    label: str = ""
    signed: bool = False
    direction: Direction | None = None
    bound: Bound | None = None
    approximate: bool = False
    weak: bool = False
    maybe_year: bool = False
    other: Decimal | None = None
    decimals: int = 0

    @property
    def sign(self) -> int:
        """-1 for a written minus or a falling direction, 1 for a plus or a rise, else 0."""
        if self.signed:
            return -1 if self.value < 0 else 1
        if self.direction is not None:
            return -1 if self.direction == "down" else 1
        return 0

    @property
    def is_quantity(self) -> bool:
        """Whether it says how much or how many."""
        return self.kind in QUANTITIES
