"""Figures with a colon that are no time of day: a scale of 1:50, a score of 3:10, John 3:16."""

from __future__ import annotations

import re
from typing import Final

#: How far back the word that tells is looked for.
_BACK: Final = 72
_AHEAD: Final = 24
_BOOKS: Final = (
    "genesis|exodus|leviticus|numbers|deuteronomy|joshua|judges|ruth|samuel|kings|"
    "chronicles|ezra|nehemiah|esther|job|psalms?|proverbs|ecclesiastes|isaiah|jeremiah|ezekiel|"
    "daniel|hosea|joel|amos|micah|zechariah|malachi|matthew|mark|luke|john|acts|romans|"
    "corinthians|galatians|ephesians|philippians|colossians|thessalonians|timothy|titus|hebrews|"
    "james|peter|jude|revelation|surah|quran|verse"
)
_KINDS: Final = (
    "ratio|score|scale|odds|aspect|dilution|dilute[ds]?|proportions?|verhältnis|mischungsverhältnis"
    "|seitenverhältnis|maßstab|massstab|échelle|proporción|relación|escala|rapporto|proporzione"
    "|scala|proporção|масштаб[а-я]{0,3}|соотношени[а-я]{1,2}|пропорци[а-я]{1,3}"
)
#: Of these only the word right before the figures tells.
_RESULTS: Final = (
    "won|lost|drew|beaten|gewann(?:en)?|verlor(?:en)?|endete|unterlag|gagné|perdu|ganó|perdió|"
    "счёт(?:ом)?|счет(?:ом)?"
)
#: The word that tells; a clock's time may stand behind one, too: "the score was read at 3:10".
_BEFORE: Final = re.compile(
    rf"(?:(?<![^\W_])(?:(?:{_BOOKS}) |(?:{_KINDS})(?![^\W_])[^.,;:!?\n0-9]{{0,40}}(?::[ \xa0]?)?"
    rf"|(?:{_RESULTS})(?![^\W_])[^.,;:\n0-9]{{0,12}}(?::[ \xa0]?)?)"
    r"|(?:縮尺|比率|比例尺?|比分|スコア|倍率|オッズ)[^.,;:、。\n0-9]{0,6}(?::[ \xa0]?)?)\Z",
    re.IGNORECASE,
)
_CLOCK: Final = re.compile(
    r"(?<![^\W_])(?:at|by|before|after|until|till|from|since|um|ab|bis|gegen|vor|nach|à|dès|vers"
    r"|avant|las|alle|às|в|к|до|после)[ \xa0](?:about |around |etwa |environ )?\Z",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(
    r"[ \xa0-](?:ratio|scale|score|odds|dilution|aspect|win|victory|defeat|loss|draw|proportion"
    r"|verhältnis|maßstab|mischung|sieg|niederlage|unentschieden)(?![^\W_])",
    re.IGNORECASE,
)
#: The figures of a ratio of three, before the last: 1:2:10.
_MORE: Final = re.compile(r"(?<![0-9.,:])(?:[0-9]{1,4}:){1,2}\Z")


def is_ratio(folded: str, start: int, end: int) -> bool:
    """Whether `folded[start:end]`, figures with a colon between, are no time of day."""
    if not folded[end - 1 : end].isdigit():
        return False  # "3:10 pm"
    if start and folded[start - 1] == ":":
        more = _MORE.search(folded, max(0, start - 12), start)
        start = more.start() if more is not None else start
    low = max(0, start - _BACK)
    if _BEFORE.search(folded, low, start) is not None:
        return _CLOCK.search(folded, max(0, start - 24), start) is None
    return _BEHIND.match(folded, end, end + _AHEAD) is not None
