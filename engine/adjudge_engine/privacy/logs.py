"""What may be said of an error: its type and its status, never its words.

The errors of libraries quote what they were given, so their messages can hold a whole prompt, an
answer, a header with the key. None of that belongs in a log, a judgment or on a screen.
"""

from __future__ import annotations

import re
from typing import Final

#: A class's name is of its library; anything longer or stranger is not repeated.
_TYPE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,60}")


def safe_message(error: BaseException) -> str:
    """One line about an error that can be shown anywhere: `RateLimitError, status 429`."""
    name = type(error).__name__
    known = name if _TYPE.fullmatch(name) else "Error"
    status = status_of(error)
    return known if status is None else f"{known}, status {status}"


def status_of(error: BaseException) -> int | None:
    """The HTTP status that an error carries, if it does."""
    for holder in (error, getattr(error, "response", None)):
        for field in ("status_code", "status", "code"):
            value = getattr(holder, field, None)
            if isinstance(value, int) and not isinstance(value, bool) and 100 <= value <= 599:
                return value
    return None
