"""Canonical JSON (RFC 8785) and the hashes built on it.

One deviation, so that hostile text can be hashed at all: a lone surrogate, which UTF-8 cannot
carry, is written as its `\\udXXX` escape. Integers beyond the double range keep their digits.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from typing import Any

_SURROGATE = re.compile("[\ud800-\udfff]")


def canonical_json(value: Any) -> bytes:
    """The RFC 8785 form of `value` (dict, list, tuple, str, int, float, bool, None) as UTF-8.

    Raises ValueError for NaN and infinity, TypeError for anything that JSON has no word for.
    """
    text = _write(value)
    if not text.isascii():
        text = _SURROGATE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)
    return text.encode("utf-8")


def sha256_hex(data: bytes) -> str:
    """Lower-case hexadecimal SHA-256."""
    return hashlib.sha256(data).hexdigest()


def canonical_hash(value: Any) -> str:
    """`sha256:…` of the canonical JSON of `value`."""
    return "sha256:" + sha256_hex(canonical_json(value))


def _write(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return _integer(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, dict):
        parts = []
        for key in sorted(value, key=_utf16):
            if not isinstance(key, str):
                raise TypeError(f"a JSON object's key must be text, not {type(key).__name__}")
            parts.append(f"{json.dumps(key, ensure_ascii=False)}:{_write(value[key])}")
        return "{" + ",".join(parts) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_write, value)) + "]"
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _utf16(key: Any) -> bytes:
    """Sort key of RFC 8785 §3.2.3: UTF-16 code units, not code points."""
    return str(key).encode("utf-16-be", "surrogatepass")


def _integer(value: int) -> str:
    if -(2**53) <= value <= 2**53:
        return str(value)
    try:
        return _number(float(value))
    except OverflowError:
        return hex(value)  # never a JSON number that another reader would round differently


def _number(value: float) -> str:
    """A double as ECMAScript writes it: shortest digits, exponent only outside 1e-7 … 1e21."""
    if not math.isfinite(value):
        raise ValueError("JSON has no NaN and no infinity")
    if value == 0:
        return "0"
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    if fraction == "0":
        fraction = ""
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    sign = "-" if value < 0 else ""
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    power = point - 1
    rest = f".{digits[1:]}" if count > 1 else ""
    return f"{sign}{digits[0]}{rest}e{'+' if power > 0 else '-'}{abs(power)}"
