"""Text that our promptfoo export made harmless, as it was before.

promptfoo fills templates and loads files in variables, so the export puts a word joiner (U+2060)
where such a mark would begin; taking one away again is exact.
"""

from __future__ import annotations

import re
from typing import Final

_JOINED_BRACE: Final = re.compile("\\{\u2060(\u2060*+)(?=[{%#])")
_JOINED_SCHEME: Final = re.compile("(?i)^(\\s*+)\u2060(\u2060*+)(?=[a-z][a-z0-9+.-]{0,30}://)")


def original(text: str) -> str:
    """The text that the export was given."""
    if "\u2060" not in text:
        return text
    return _JOINED_SCHEME.sub(r"\1\2", _JOINED_BRACE.sub(r"{\1", text))
