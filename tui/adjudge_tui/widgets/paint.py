"""How kinds of text look: attributes that need no colour, and colours of the theme.

The rows are drawn by hand, so these are looked up here rather than as component classes, of which
Textual would resolve dozens for every pane before the first paint.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.style import Style
from textual.color import Color
from textual.widget import Widget

#: kind → (attributes, foreground, background); every kind that matters differs without colour.
LOOKS: Final[dict[str, tuple[str, str, str]]] = {
    "gutter": ("", "desk-muted", ""),
    "muted": ("", "desk-muted", ""),
    "heading": ("bold", "", ""),
    "good": ("", "success", ""),
    "warn": ("", "warning", ""),
    "bad": ("bold", "error", ""),
    "claim": ("underline", "", ""),
    "link": ("underline", "", ""),
    "judge": ("italic underline", "", ""),
    "failed": ("bold reverse", "", ""),
    "hit": ("underline", "", "desk-hit"),
    "active": ("bold underline", "", "desk-mark"),
    "found": ("bold reverse", "", "desk-hit"),
    "row": ("bold", "", "desk-mark"),
}


def look(widget: Widget, kind: str) -> Style:
    """The style that `kind` lays over the widget's own, in the theme of the moment."""
    attributes, front, back = LOOKS[kind]
    variables = widget.app.theme_variables
    return _style(attributes, variables.get(front, ""), variables.get(back, ""))


@lru_cache(maxsize=256)
def _style(attributes: str, front: str, back: str) -> Style:
    colours = Style(
        color=Color.parse(front).rich_color if front else None,
        bgcolor=Color.parse(back).rich_color if back else None,
    )
    return Style.parse(attributes) + colours
