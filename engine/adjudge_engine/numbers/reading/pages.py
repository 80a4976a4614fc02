"""References of an answer to parts of a document: they say where, not how much.

"p. 4", "pp. 4–6" and "(page 4)" are page marks; "see section 4 and table 3" and a note "(1)" stand
in the running text.
"""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.model import Number

_MARK = re.compile(
    r"(?:(?<![^\W_])(?:pp?|pgs?|pág|págs|SS?|стр)\.[ \xa0]?"
    r"|[(\[](?:see |cf\. |siehe |voir |ver )?(?:pages?|seiten?|páginas?)[ \xa0])"
    r"(?:[0-9]{1,4}[ \xa0]?(?:[-–,&]|and|und|et|y)[ \xa0]?){0,3}\Z"
)
#: What the parts of documents are called, in several languages: one row for one part.
_PARTS: Final = (
    "pages?|pgs?|seiten?|páginas?|pagin[ae]|страниц[аеыу]|стр",
    "sections?|sects?|abschnitte?n?|sección|secciones|seção|sezion[ei]|раздел[аеы]?",
    "subsections?|unterabschnitte?n?|подраздел[аеы]?",
    "tables?|tabellen?|tableaux?|tablas?|tabelas?|tabell[ae]|таблиц[аеыу]",
    "fig|figs|figures?|abbildung(?:en)?|abb|figuras?|figur[ae]|рисун(?:ок|ке|ка)|рис",
    "chapters?|kapiteln?|chapitres?|capítulos?|capitol[oi]|глав[аеуы]",
    "appendix|appendices|anhang|anhänge|annex|annexes?|apéndice|anexos?|appendic[ei]|приложени[еяи]",
    "footnotes?|endnotes?|notes?|fußnoten?|notas?|сноск[аеиу]",
    "paragraphs?|paras?|absatz|absätze|paragraphes?|alinéas?|párrafos?|paragraf[oi]|абзац[аеы]?",
    "exhibits?|charts?|diagrams?|diagramme?|graphs?|grafiken?|graphiques?|gráficos?|schaubild",
    "slides?|folien?|box|boxes|lines?|zeilen?|volumes?|bände?|tomes?|tomos?",
)
#: What `part_named` gives for a page.
PAGES: Final = _PARTS[0]
_NAMES: Final = "|".join(f"(?P<p{at}>{names})" for at, names in enumerate(_PARTS))
_AND: Final = "[-–,&]|and|or|to|und|oder|bis|et|ou|à|y|o|e|и"
_PART = re.compile(
    rf"(?<![^\W_])(?:{_NAMES})\.?[ \xa0]"
    rf"(?:[0-9]{{1,4}}(?:\.[0-9]{{1,3}}){{0,3}}[ \xa0]?(?:{_AND})[ \xa0]?){{0,3}}\Z",
    re.IGNORECASE,
)
_EASTERN = re.compile(r"(?:第|表|図|图|節)[ \xa0]?\Z")
_EASTERN_UNIT = re.compile(r"[ \xa0]?(?:章|節|节|頁|页|ページ|表|図|图|款|項)")
#: A note in parentheses at the end of a statement: "30 euros (1)."
_NOTE_END = re.compile(r"\)(?=[\s.,;:!?。]|\Z)")
_REACH: Final = 40


def is_page_mark(answer: str, number: Number) -> bool:
    """Whether the number is a page that the answer refers to."""
    if not _may_refer(number):
        return False
    return _MARK.search(answer, max(0, number.start - _REACH), number.start) is not None


def part_named(answer: str, number: Number) -> str:
    """The names, as a pattern, of the part of a document that a number refers to; "" for none."""
    if not _may_refer(number):
        return ""
    low = max(0, number.start - _REACH)
    match = _PART.search(answer, low, number.start)
    if match is not None and match.lastgroup is not None:
        return _PARTS[int(match.lastgroup[1:])]
    before = _EASTERN.search(answer, low, number.start)
    behind = _EASTERN_UNIT.match(answer, number.end)
    if before is not None and (before.group()[0] != "第" or behind is not None):
        return "(?:第|表|図|图|節)"
    is_page = behind is not None and behind.group().strip() in ("頁", "页", "ページ")
    return PAGES if is_page else ""


def is_note(answer: str, number: Number) -> bool:
    """Whether the number, alone in parentheses behind a statement, may be the mark of a note."""
    start, end = number.start, number.end
    if answer[start : start + 1] == "(" and answer[end - 1 : end] == ")":
        start, end = start + 1, end - 1
    inside = answer[start:end]
    if not inside.isdecimal() or len(inside) > 2 or answer[start - 1 : start] != "(":
        return False
    said = answer[max(0, start - 3) : start - 1].rstrip()[-1:]
    return said.isalpha() and _NOTE_END.match(answer, end) is not None


def speaks_of(part: str, lower: str) -> bool:
    """Whether a text in lower case has the part of a document, one of `part_named`, by a number."""
    if not any(name in lower for name in _stems(part)):
        return False
    if part.startswith("(?:第"):
        return re.search(rf"{part}[ \xa0]?[0-9]", lower) is not None
    numeral = r"(?:[0-9]|[ivxlc]{1,6}(?![^\W_]))"
    return re.search(rf"(?<![^\W_])(?:{part})\.?[ \xa0]{numeral}", lower) is not None


def _stems(part: str) -> list[str]:
    """The letters that every spelling of a part begins with."""
    if part.startswith("(?:"):
        return part[3:-1].split("|")
    return [re.split(r"[^\w]|[^\W\d_](?=\?)", name)[0] for name in part.split("|")]


def _may_refer(number: Number) -> bool:
    if number.kind not in ("plain", "label") or number.unit or number.currency:
        return False
    return number.text.replace(".", "").isdecimal()
