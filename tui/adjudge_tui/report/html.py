"""Pieces of HTML. Whatever text comes from outside goes through `esc`; nothing else is trusted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from adjudge_tui.display import display_safe

_LONGEST: Final = 600  # signs of one text
_SHORT: Final = 24


class Html(str):
    """Text that is HTML already; `esc` leaves it as it is."""

    __slots__ = ()


def esc(value: object) -> Html:
    """Any text as HTML that only shows it: no markup, no control, cut where it is endless."""
    if isinstance(value, Html):
        return value
    shown = display_safe(str(value))
    if len(shown) > _LONGEST:
        shown = shown[:_LONGEST] + "…"
    return Html(escape(shown, quote=True))


def join(parts: Iterable[object]) -> Html:
    """The parts one after the other."""
    return Html("\n".join(esc(one) for one in parts))


def tag(name: str, inner: object = "", **attributes: object) -> Html:
    """An element; `class_` is its class. Names are ours, values are escaped."""
    told = "".join(f' {key.rstrip("_")}="{esc(value)}"' for key, value in attributes.items())
    return Html(f"<{name}{told}>{esc(inner)}</{name}>")


def paragraph(value: object, kind: str = "") -> Html:
    """A paragraph; `kind` is its class."""
    return tag("p", value, class_=kind) if kind else tag("p", value)


def missing(why: object) -> Html:
    """What says that a part is not there, and how it would be."""
    return paragraph(why, "missing")


def table(head: Sequence[object], rows: Iterable[Sequence[object]], caption: object = "") -> Html:
    """A table; the first cell of a row is its name, all others are set to the right."""
    top = Html("".join(tag("th", one, scope="col") for one in head))
    body = []
    for row in rows:
        first, *rest = row
        cells = tag("th", first, scope="row") + "".join(map(_cell, rest))
        body.append(tag("tr", Html(cells)))
    told = tag("caption", caption) if caption else ""
    inner = f"{told}<thead>{tag('tr', top)}</thead><tbody>{''.join(body)}</tbody>"
    return tag("div", tag("table", Html(inner)), class_="wide")


def _cell(value: object) -> Html:
    """A cell; short ones are not broken, so that figures stay figures on a narrow page."""
    inner = esc(value)
    return tag("td", inner, class_="short") if len(inner) <= _SHORT else tag("td", inner)


def percent(value: float | None) -> str:
    """ "12.5 %"."""
    return "undefined" if value is None else f"{100 * value:.1f} %"


def figure(value: float | None) -> str:
    """ "0.46", with a true minus."""
    return "undefined" if value is None else f"{value:.2f}".replace("-", "−")


def percents(between: tuple[float, float] | None) -> str:
    """An interval of a rate."""
    return "–" if between is None else f"{100 * between[0]:.1f} – {100 * between[1]:.1f} %"


def figures(between: tuple[float, float] | None) -> str:
    """An interval of any other figure."""
    return "–" if between is None else f"{figure(between[0])} – {figure(between[1])}"
