"""Figures before "am" and "pm" that are no time of day: Zimmer 12 am Meer, 12 pm wide, £10 pm."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.reading.style import Style

#: How much around a German "am" is read for its language.
_AROUND: Final = 160
_BACK: Final = 64
_HALF: Final = re.compile(r"[ \xa0]?([ap]m)\Z")
_MONEY: Final = re.compile(r"[€$£¥₹][ \xa0]?\Z")
#: German "am" stands between words; these no English sentence has behind its "am".
_GERMAN_NEXT: Final = re.compile(
    r"[ \xa0](?:Meer|See|Fluss|Fluß|Rhein|Bodensee|Strand|Ufer|Wasser|Hafen|Bahnhof|Markt"
    r"|Marktplatz|Platz|Anfang|Stück|Abend|Morgen|Vormittag"
    r"|Nachmittag|Mittag|Wochenende|Eingang|Ausgang|Turm|Tor|Dom|Rathaus|Schloss|Kanal|Standort"
    r"|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|[a-zäöü]{2,20}sten"
    r"|[0-3]?[0-9]\.[ ])(?![^\W_])"
)
_GOES_ON: Final = re.compile(r"[ \xa0][^\W\d_]")
#: What is so small that it is measured in picometres.
_TINY: Final = re.compile(
    r"(?:length|radius|radii|diameter|distance|spacing|thickness|width|wide|bond|resolution"
    r"|amplitude|displacement|abstand|durchmesser|wellenlänge|bindungslänge)"
    r"(?![^\W_])[^.;:!?\n]{0,32}\Z",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(r"(?<![^\W_])(?:at|by|until|till|from|before|after)[ \xa0]\Z")


def is_half(folded: str, start: int, end: int) -> bool:
    """Whether "am" or "pm", which ends `folded[start:end]`, says a half of the day.

    True as well of all that ends with neither in small letters.
    """
    half = _HALF.search(folded, max(start, end - 3), end)
    if half is None:
        return True
    if start and _MONEY.search(folded, max(0, start - 2), start) is not None:
        return False
    if half[1] == "am":
        return not _is_german(folded, start, end)
    low = max(0, start - _BACK)
    return (
        _TINY.search(folded, low, start) is None
        or _CLOCK.search(folded, max(0, start - 8), start) is not None
    )


def _is_german(folded: str, start: int, end: int) -> bool:
    """Whether the "am" is "an dem", as in "am Meer"."""
    if _GERMAN_NEXT.match(folded, end) is not None:
        return True
    if _GOES_ON.match(folded, end) is None:
        return False
    return Style(folded[max(0, start - _AROUND) : end + _AROUND]).language == "de"
