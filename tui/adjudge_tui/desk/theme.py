"""Two themes of our own; every pair of colours that we use has a contrast of at least 4.5."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

DARK: Final = Theme(
    name="adjudge-dark",
    primary="#8ab4f8",
    secondary="#c6c6c6",
    accent="#f2c261",
    foreground="#e6e6e6",
    background="#16181d",
    surface="#16181d",
    panel="#262a33",
    success="#8fd19e",
    warning="#f2c261",
    error="#ff9a8d",
    dark=True,
    text_alpha=1.0,
    variables={
        "desk-muted": "#9aa3b2",
        "desk-mark": "#263450",
        "desk-hit": "#5a4a14",
        "border": "#3a404d",
    },
)
LIGHT: Final = Theme(
    name="adjudge-light",
    primary="#1f4fa3",
    secondary="#444444",
    accent="#7a4d00",
    foreground="#1b1d21",
    background="#fbfaf7",
    surface="#fbfaf7",
    panel="#e9e7e0",
    success="#1c6430",
    warning="#7a4d00",
    error="#a3211b",
    dark=False,
    text_alpha=1.0,
    variables={
        "desk-muted": "#5a5f69",
        "desk-mark": "#d3e0f7",
        "desk-hit": "#f5e29a",
        "border": "#c9c6bd",
    },
)
#: What a terminal of sixteen colours begins with.
FEW: Final = "ansi-dark"
#: What `t` goes through; the last two use the terminal's own sixteen colours.
ORDER: Final = (DARK.name, LIGHT.name, FEW, "ansi-light")
#: (foreground, background) variables of each theme that stand on each other on the screen.
PAIRS: Final = (
    ("foreground", "background"),
    ("foreground", "panel"),
    ("desk-muted", "background"),
    ("desk-muted", "panel"),
    ("success", "background"),
    ("warning", "background"),
    ("error", "background"),
    ("primary", "background"),
    ("accent", "background"),
    ("success", "panel"),
    ("warning", "panel"),
    ("error", "panel"),
    ("primary", "panel"),
    ("accent", "panel"),
    ("foreground", "desk-mark"),
    ("error", "desk-mark"),
    ("success", "desk-mark"),
    ("warning", "desk-mark"),
    ("desk-muted", "desk-mark"),
    ("foreground", "desk-hit"),
)


def fallback(theme: Theme) -> dict[str, str]:
    """Our own names for colours, for a theme that does not have them."""
    if theme.ansi:
        return dict.fromkeys(("desk-muted", "desk-mark", "desk-hit"), "ansi_default")
    colours = theme.to_color_system().generate()
    return {
        "desk-muted": colours["foreground"],
        "desk-mark": colours["panel"],
        "desk-hit": colours["panel"],
    }
