"""Characters that could crash a call, hide text or turn it around, made harmless.

`screened` keeps every offset: it replaces one character by one. So a quote that a judge took from
the screened text is found in it, and its place is the place in the original.
"""

from __future__ import annotations

import re
from typing import Final

HARMLESS: Final = "harmless/1"

#: Controls other than white space; what shows as nothing but carries letters (tags, fillers).
_CONTROL: Final = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u2061-\u2064\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
#: Quote normalisation drops these as well, so a quote does not miss them.
_DIRECTION: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufeff]")
_LINE_END: Final = re.compile("\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def screened(text: str) -> str:
    """`text` with a blank for each control character and U+FFFD for each lone surrogate.

    As long as `text`, character for character; linear.
    """
    if _CONTROL.search(text) is not None:
        text = _CONTROL.sub(" ", text)
    if _SURROGATE.search(text) is not None:
        text = _SURROGATE.sub("\ufffd", text)
    return text


def harmless(text: str) -> str:
    """`text` as it is sent: screened, without direction marks, every line end a line feed."""
    text = screened(text)
    if _DIRECTION.search(text) is not None:
        text = _DIRECTION.sub("", text)
    return _LINE_END.sub("\n", text)


def on_one_line(text: str) -> str:
    """`text` as it is sent, with one blank for every run of white space: it opens no line."""
    return " ".join(harmless(text).split())
