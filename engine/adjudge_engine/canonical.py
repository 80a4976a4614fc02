"""Canonical JSON (RFC 8785) and the hashes built on it.

One deviation, so that hostile text can be hashed at all: a lone surrogate, which UTF-8 cannot
carry, is written as its `\\udXXX` escape. Integers beyond ±2^53, whose neighbours a double cannot
tell apart, keep their digits, so that no two integers share one hash.
"""

from __future__ import annotations

import hashlib
import json
import math
from typing import Any, Final

_quoted: Final = json.JSONEncoder(ensure_ascii=False).encode


def canonical_json(value: Any) -> bytes:
    """The RFC 8785 form of `value` (dict, list, tuple, str, int, float, bool, None) as UTF-8.

    Raises ValueError for NaN, infinity, integers too long for Python to print and nesting too
    deep to be read back; TypeError for anything that JSON has no word for.
    """
    try:
        text = _write(value)
    except RecursionError:
        raise ValueError("nested too deeply to be written as JSON") from None
    return text.encode("utf-8", "backslashreplace")  # only lone surrogates need replacing


def sha256_hex(data: bytes) -> str:
    """Lower-case hexadecimal SHA-256."""
    return hashlib.sha256(data).hexdigest()


def canonical_hash(value: Any) -> str:
    """`sha256:…` of the canonical JSON of `value`."""
    return digest(canonical_json(value))


def digest(data: bytes) -> str:
    """`sha256:…` of bytes."""
    return "sha256:" + sha256_hex(data)


def _write(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, dict):
        parts = []
        for key in sorted(value, key=_utf16):
            if not isinstance(key, str):
                raise TypeError(f"a JSON object's key must be text, not {type(key).__name__}")
            parts.append(f"{_quoted(key)}:{_write(value[key])}")
        return "{" + ",".join(parts) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_write, value)) + "]"
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _utf16(key: Any) -> bytes:
    """Sort key of RFC 8785 §3.2.3: UTF-16 code units, not code points."""
    return str(key).encode("utf-16-be", "surrogatepass")


def _number(value: float) -> str:
    """A double as ECMAScript writes it: shortest digits, exponent only outside 1e-7 … 1e21."""
    if not math.isfinite(value):
        raise ValueError("JSON has no NaN and no infinity")
    if value == 0:
        return "0"
    mantissa, _, exponent = float.__repr__(abs(value)).partition("e")
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
