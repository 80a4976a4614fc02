"""Keys of JSON objects that can be stored: a lone surrogate in one is written out as its escape.

Texts keep theirs. A key with one would become another key on the way to JSON, the same for all
of them, and two different cases would have one hash.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, TypeVar, cast

from pydantic import AfterValidator, JsonValue

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_Value = TypeVar("_Value")


def safe_keys(value: _Value) -> _Value:
    """`value` with lone surrogates in the keys of its objects written out as `\\udXXX`.

    Returns `value` itself where all is well; ValueError where two keys would become one, or where
    it is nested too deep. Keys that are no text stay: whoever validates them refuses them.
    """
    try:
        return cast("_Value", _safe(value))
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def _safe(value: Any) -> Any:
    if isinstance(value, list):
        items = [_safe(one) for one in value]
        return value if all(a is b for a, b in zip(items, value, strict=True)) else items
    if not isinstance(value, dict):
        return value
    pairs = [(_escaped(key), _safe(one)) for key, one in value.items()]
    if all(key == old and one is value[old] for (key, one), old in zip(pairs, value, strict=True)):
        return value
    out = dict(pairs)
    if len(out) < len(pairs):
        raise ValueError("two keys differ by nothing but how a lone surrogate is written")
    return out


def _escaped(key: Any) -> Any:
    if not isinstance(key, str) or key.isascii():
        return key
    return _SURROGATE.sub(lambda found: f"\\u{ord(found.group()):04x}", key)


#: A JSON object, or names with texts, as a record keeps it.
JsonObject = Annotated[dict[str, JsonValue], AfterValidator(safe_keys)]
NamedTexts = Annotated[dict[str, str], AfterValidator(safe_keys)]
