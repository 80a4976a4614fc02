"""E-mail addresses in a normalised text.

Every `@` is looked at once, with the few characters on either side that can belong to it. What
may stand on the left is narrower than RFC 5322 allows, so that "key=", quotation marks and
Japanese without spaces stay outside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from adjudge_engine.privacy.found import Found

_LETTERS: Final = "A-Za-z\u00aa-\u024f\u0370-\u052f"
_UNSPACED: Final = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
_AT: Final = re.compile(r"@|(?<=\w) ?[(\[{] ?(?:at|ät|@) ?[)\]}] ?(?=\w)", re.IGNORECASE)
_SPELLED: Final = re.compile(r"[(\[{] ?(?:at|ät) ?[)\]}]", re.IGNORECASE)
_LOCAL: Final = re.compile(f"[{_LETTERS}0-9.%+\\-_'&~]{{1,64}}$")
_LOCAL_UNSPACED: Final = re.compile(f"[{_UNSPACED}]{{1,20}}$")
_DOT: Final = r"(?:\.| ?[(\[{] ?(?:dot|punkt|\.) ?[)\]}] ?)"
_LABEL: Final = f"[{_LETTERS}0-9](?:[{_LETTERS}0-9\\-_]{{0,62}})"
_DOMAIN: Final = re.compile(
    f"(?:{_LABEL}{_DOT}){{1,8}}(?:[{_LETTERS}]{{2,24}}|xn--[a-z0-9\\-]{{1,59}})(?![{_LETTERS}0-9])"
    f"|(?:[0-9{_UNSPACED}a-z\\-]{{1,63}}\\.){{1,4}}[{_UNSPACED}]{{2,8}}"
    r"|\[?[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?![.0-9])\]?",
    re.IGNORECASE,
)
_LEADING: Final = ".%'&~_-"


def emails(text: str) -> Iterator[Found]:
    """The e-mail addresses of the text, in order; linear in its length."""
    if "@" not in text and _SPELLED.search(text) is None:
        return
    last = 0
    for match in _AT.finditer(text):
        at = match.start()
        if at < last or at == 0 or text[at - 1].isspace():
            continue
        domain = _DOMAIN.match(text, match.end())
        if domain is None:
            continue
        start = _local_start(text, max(last, at - 64), at)
        if start is None:
            continue
        last = domain.end()
        address = text[start:at] + "@" + re.sub(_DOT, ".", domain.group())
        yield Found(start, last, "EMAIL", address.casefold())


def _local_start(text: str, low: int, at: int) -> int | None:
    window = text[low:at]
    local = _LOCAL.search(window)
    if local is None:
        local = _LOCAL_UNSPACED.search(window)
        return None if local is None else low + local.start()
    kept = local.group().lstrip(_LEADING)
    return at - len(kept) if kept else None
