"""How hostile text becomes something that SQLite keeps, and comes back the same.

SQLite's text is UTF-8 and has no place for a lone surrogate. In JSON it is written as its
`\\udXXX` escape; a bare text that holds one (an id, a name) is stored as bytes instead of text,
which no other text can be taken for.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from adjudge_engine.errors import QueueError

_SURROGATE = re.compile("[\ud800-\udfff]")


def dump(value: Any) -> str:
    """`value` as one line of JSON with sorted keys, the form that is stored and hashed."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    if text.isascii():
        return text
    return text.encode("utf-8", "backslashreplace").decode("utf-8")  # surrogates alone change


def dump_record(value: Any, what: str) -> str:
    """`dump`, with a QueueError naming `what` where the value has no JSON form."""
    try:
        return dump(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise QueueError(
            f"{what} cannot be stored: {error}", "Nothing of its batch was written."
        ) from error


def load(text: str | bytes, kind: type = object) -> Any:
    """A stored JSON value of that `kind`. QueueError where a damaged file gives something else."""
    try:
        found = json.loads(text)
        if not isinstance(found, kind):
            raise ValueError(f"no {kind.__name__}")
    except (TypeError, ValueError, RecursionError) as error:
        raise QueueError(
            "a stored text is damaged: it is not the JSON that was written",
            "`adjudge audit verify` names it. Keep the file as it is, and go back to a backup.",
        ) from error
    return found


def digest(stored: str | bytes) -> str:
    """`sha256:…` of stored text or bytes; of broken text (see `audit`) that of its bytes."""
    data = stored.encode("utf-8", "surrogateescape") if isinstance(stored, str) else stored
    return "sha256:" + hashlib.sha256(data).hexdigest()


def pack(text: str) -> str | bytes:
    """A bare text as SQLite can keep it."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-8", "surrogatepass")


def unpack(stored: str | bytes) -> str:
    """The text that `pack` was given."""
    return stored if isinstance(stored, str) else stored.decode("utf-8", "surrogatepass")


def unpack_or_none(stored: str | bytes | None) -> str | None:
    """`unpack`, where there may be none."""
    return None if stored is None else unpack(stored)


def displayable(text: str) -> str:
    """Text without what SQLite's own functions cannot take: surrogates and NUL become U+FFFD."""
    if text.isascii() and "\0" not in text:
        return text
    return _SURROGATE.sub("\ufffd", text).replace("\0", "\ufffd")
