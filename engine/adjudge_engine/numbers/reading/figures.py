"""Figures in digits: the one pattern that finds them and what their separators mean."""

from __future__ import annotations

import re
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from typing import Final, NamedTuple

from adjudge_engine.numbers.reading.style import Decimals

#: Enough digits for any figure that is read as a quantity; nothing is rounded on the way.
EXACT: Final = Context(prec=2_000, Emax=MAX_EMAX, Emin=MIN_EMIN)
#: A longer run of digits says how much of nothing; it is compared as it is written.
MAX_DIGITS: Final = 400

VULGAR: Final[dict[str, tuple[int, int]]] = {
    "½": (1, 2),
    "⅓": (1, 3),
    "⅔": (2, 3),
    "¼": (1, 4),
    "¾": (3, 4),
    "⅕": (1, 5),
    "⅖": (2, 5),
    "⅗": (3, 5),
    "⅘": (4, 5),
    "⅙": (1, 6),
    "⅚": (5, 6),
    "⅛": (1, 8),
    "⅜": (3, 8),
    "⅝": (5, 8),
    "⅞": (7, 8),
}

# Every alternative starts with a digit, a sign or a vulgar fraction; every repeat is bounded or
# possessive, and what a failed alternative scans the last one consumes: the scan is linear.
TOKEN: Final = re.compile(
    r"""
    (?P<date>(?<!ersion[ ])(?<!irmware[ ])(?<!elease[ ])(?:
        (?:1[0-9]|2[01])[0-9]{2}([-/.])(?:0?[1-9]|1[0-2])\2(?:[12][0-9]|3[01]|0?[1-9])(?![0-9])
      | (?:[12][0-9]|3[01]|0?[1-9])([./-])(?:[12][0-9]|3[01]|0?[1-9])\3
        (?:(?:1[0-9]|2[01])[0-9]{2}|[0-9]{2})(?![0-9.,]?[0-9])
    ))
  | (?P<time>
        (?:[01]?[0-9]|2[0-4])(?::|h(?=[0-5][0-9]\b))[0-5][0-9]
        (?::[0-5][0-9]|(?![.,][0-9]{3}(?![0-9])))(?![0-9:])
        (?:\s?[ap]\.?m\b\.?)?
      | 24/7(?![0-9/])
      | (?:1[0-2]|0?[1-9])(?:\.[0-5][0-9])?\s?[ap](?:m\b|\.m\.)
      | (?:2[0-3]|1[0-9]|0?[0-9])(?:\.[0-5][0-9])?\sUhr\b
      | (?:2[0-3]|1[0-9]|0?[0-9])\.[0-5][0-9]
        (?=(?:\s?(?:bis|und|tot|en|[-–])\s?[0-9]{1,2}\.[0-5][0-9])?\s?(?:Uhr|uur)\b)
      | (?:2[0-3]|1[0-9]|0?[0-9])時(?!間)(?:[0-5]?[0-9]分)?
    )
  | (?P<phone>
        \+[0-9]{1,3}(?:[ \xa0.-]?\(?[0-9]{1,5}\)?){2,6}
      | (?:1-)?\(?[0-9]{3}\)?[-. ][0-9]{3}[-. ][0-9]{4}(?![0-9])
      | 0[0-9]{2,4}[ /-][0-9]{3,8}(?:[ -][0-9]{2,6}){0,3}(?![0-9.,]?[0-9])
    )
  | (?P<version>(?![0-9]{1,3}(?:\.[0-9]{3}){2,4}(?![0-9.]))[0-9]{1,9}(?:\.[0-9]{1,9}){2,12}
        (?![0-9]|[.,][0-9]))
  | (?P<mixed>[0-9]{1,6}[ \xa0-][0-9]{1,4}/[1-9][0-9]{0,3}(?![0-9/]))
  | (?P<slash>[0-9]{1,9}\s?/\s?[1-9][0-9]{0,8}(?![0-9/]|[.,][0-9]))
  | (?P<num>
        [0-9]{1,3}(?:,[0-9]{3}){1,40}(?![0-9])(?:\.[0-9]++)?
      | [0-9]{1,2}(?:,[0-9]{2}){1,8},[0-9]{3}(?![0-9])(?:\.[0-9]++)?
      | [0-9]{1,3}(?:\.[0-9]{3}){1,40}(?![0-9])(?:,[0-9]++)?
      | [0-9]{1,3}(?:['\xa0][0-9]{3}){1,40}(?![0-9])(?:[.,][0-9]++)?
      | [0-9]{1,3}(?:[ ][0-9]{3}){1,40}(?![0-9]|[ ][0-9])(?:[.,][0-9]++)?
      | [0-9]{1,400}[.,][0-9]++(?:[eE][-+]?[0-9]{1,3}(?![0-9A-Za-z]))?
      | [0-9]++(?:[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])?
      | [½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]
      | (?<![0-9A-Za-z)])\.[0-9]++
    )
    """,
    re.VERBOSE,
)


_ONE: Final = Decimal(1)


class Figure(NamedTuple):
    """What a run of digits and separators is worth, the last digit's worth, a second reading."""

    value: Decimal
    step: Decimal
    other: Decimal | None = None


def read_figure(raw: str, decimals: Decimals) -> Figure:
    """Read digits with separators in the text's style.

    A single separator before exactly three digits is settled by `decimals`; where that is
    unknown, a comma groups thousands and a point leaves both readings open.
    """
    if raw.isdigit():
        return Figure(Decimal(raw), _ONE)
    if raw[-1] in VULGAR:
        return _with_vulgar(raw)
    plain = raw.replace(" ", "").replace("\xa0", "").replace("'", "")
    grouped = len(plain) < len(raw)
    comma, point = plain.count(","), plain.count(".")
    if comma and point:
        mark = max(plain.rfind(","), plain.rfind("."))
        head = plain[:mark].replace(",", "").replace(".", "")
        return _figure(f"{head}.{plain[mark + 1 :]}")
    if comma + point > 1:
        return _figure(plain.replace(",", "").replace(".", ""))
    if not comma + point:
        return _figure(plain)
    mark = plain.find(",") if comma else plain.find(".")
    fraction = _figure(plain.replace(",", "."))
    if grouped or len(plain) - mark != 4 or mark > 3 or plain[0] == "0" or mark == 0:
        return fraction
    whole = _figure(plain.replace(",", "").replace(".", ""))
    if decimals == "unknown":
        # "4,000" read as four would let a thousandfold dose pass; "12.500" is open either way.
        return whole if comma else Figure(fraction.value, fraction.step, whole.value)
    is_fraction = (decimals == "comma") == bool(comma)
    return fraction if is_fraction else whole


def _figure(plain: str) -> Figure:
    value = Decimal(plain)
    exponent = value.as_tuple().exponent
    return Figure(value, Decimal((0, (1,), exponent if isinstance(exponent, int) else 0)))


def _with_vulgar(raw: str) -> Figure:
    numerator, denominator = VULGAR[raw[-1]]
    share = Decimal(numerator) / Decimal(denominator)
    whole = Decimal(raw[:-1]) if len(raw) > 1 else Decimal(0)
    return Figure(EXACT.add(whole, share), Decimal("0.01"))
