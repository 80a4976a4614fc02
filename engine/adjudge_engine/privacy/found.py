"""What detectors of private values hand over."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple


class Found(NamedTuple):
    """A value at `start:end` of the normalised text.

    `identity` is the same for every spelling of the same value, and only for those.
    """

    start: int
    end: int
    kind: str
    identity: str


def digits_of(text: str) -> str:
    """The decimal digits of the text, of whatever script, as ASCII."""
    if text.isascii():
        return "".join(one for one in text if one.isdecimal())
    return "".join(str(unicodedata.decimal(one)) for one in text if one.isdecimal())
