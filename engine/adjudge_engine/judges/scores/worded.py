"""Verdicts in the words of a reply: `<answer>partially_supported</answer>` and the like."""

from __future__ import annotations

import re
from typing import Final

_TAGS: Final = ("answer", "verdict", "label", "judgment", "judgement", "result")
_TAG: Final = re.compile(
    rf"<({'|'.join(_TAGS)})>[ \t\r\n]{{0,40}}+([A-Za-z0-9_ -]{{1,40}}+)"
    r"[ \t\r\n]{0,40}+</\1>",
    re.IGNORECASE,
)


def verdict_in(reply: str) -> str | None:
    """The last verdict that stands in a tag of its own, in lower case with underscores, or None.

    The last, since a reply may repeat the format that it was asked for before it answers.
    """
    found = None
    for match in _TAG.finditer(reply):
        found = match.group(2)
    return None if found is None else re.sub(r"[ _-]+", "_", found.strip().lower())
