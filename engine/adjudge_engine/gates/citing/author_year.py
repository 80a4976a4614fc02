"""Citations by author and year: `(Smith et al., 2020; Lee 2022)`, "Smith & Jones (2021)".

Read around a year that has been found; a year with a month, a season or no name before it is
none. A single name beside a year ("Berlin 2019") is doubtful.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from adjudge_engine.gates.citing.style_words import NO_AUTHORS
from adjudge_engine.text.abbreviations import STARTERS

_REACH: Final = 160
_NAME: Final = (
    r"(?:(?:[Vv]an|[Vv]on|[Dd]e|der|den|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]u|[Ll]e|[Ll]a|al|el|bin|ibn"
    r"|ter|ten)[ -]){0,3}[^\W\d_][\w'’-]{0,40}"
)
_INITIALS: Final = r"(?:,? ?[A-ZÀ-ÞА-Я]\.){0,3}"
_AND: Final = r"(?:&|and|und|et|y|e|и|og|och|en|ve|και)"
_ET_AL: Final = (
    r"(?:et al\.?|u\. ?a\.|et coll\.?|and (?:colleagues|co-?workers|others|associates)"
    r"|und (?:Kollegen|Mitarbeiter)|et (?:collègues|collaborateurs)|y (?:cols?\.|colaboradores"
    r"|colegas)|e (?:colleghi|colaboradores|colegas)|и (?:др\.|соавт\.|коллеги)|ら|等人|等|ほか|외)"
)
_AUTHORS: Final = (
    rf"(?P<first>{_NAME}){_INITIALS}(?P<others>(?:, {_NAME}{_INITIALS}){{0,6}}"
    rf"(?:,? {_AND} {_NAME}{_INITIALS})?)(?P<etal>,? ?{_ET_AL})?"
)
_YEAR: Final = r"(?:19|20)\d\d[a-z]?"
_PIECE: Final = re.compile(
    r"(?:(?:see|e\.g\.|i\.e\.|cf\.|also|siehe|vgl\.|z\. ?B\.|voir|véase|cfr\.|ver|см\.|source"
    r"|quelle|fuente|fonte)[,:]? ){0,3}"
    rf"{_AUTHORS}(?P<comma>[,，]? ?)(?P<years>{_YEAR}(?:, ?(?:{_YEAR}|[a-z]\b)){{0,6}})"
    r"(?:[,:] ?(?:pp?\.|S\.|Seite|ch\.|chap\.)? ?[\d–-]{1,12}(?:ff?\.)?)?",
)
_BEFORE: Final = re.compile(rf"(?:^|(?<=[\s(\[“\"'，、。]))(?:{_AUTHORS})(?:['’]s)? ?\Z")
_CJK_BEFORE: Final = re.compile(
    "(?P<first>[\u4e00-\u9fff\u3041-\u30ff]{1,8}?)(?:ら|等人|等|ほか)\\s?\\Z"
)
_CJK_PLURAL: Final = re.compile(r"(?<=[\u3041-\u9fff])(?:ら|等人|等|ほか)\Z")
#: One of these stands in whatever `_IN` finds.
_CUES: Final = (" al", "col", "work", "other", "associ", "Koll", "Mitarb", "др.", "соавт", "колл")
_IN: Final = re.compile(rf"{_ET_AL}(?:['’]s)? (?:in|im Jahr|im Jahre|en|nel|em|в|\() ?\Z")


class AuthorYear(NamedTuple):
    """A citation at `start:end` with keys "Smith 2020"; `sure`: more than one name and a year."""

    start: int
    end: int
    keys: tuple[str, ...]
    sure: bool


def author_year_at(answer: str, start: int, end: int) -> AuthorYear | None:
    """The citation by author and year that the four digits `answer[start:end]` belong to."""
    if answer[start : start + 2] not in ("19", "20"):
        return None
    after = answer[end : end + 1]
    if after.isalpha() and after.isascii():
        if not after.islower() or answer[end + 1 : end + 2].isalnum():
            return None
        end += 1
    before = answer[start - 1]
    if before in "(（":
        return _narrative(answer, start - 1, start, end, False)
    window = max(0, start - _REACH)
    opened = max(answer.rfind(one, window, start) for one in "([（")
    if opened >= 0 and not any(answer.find(one, opened, start) >= 0 for one in ")]）"):
        return _enclosed(answer, opened, end)
    if (
        before == " "
        and any(cue in answer[max(0, start - 40) : start] for cue in _CUES)
        and (found := _IN.search(answer, max(0, start - 40), start)) is not None
    ):
        return _narrative(answer, found.start(), start, end, True)
    return None


def _enclosed(answer: str, opened: int, end: int) -> AuthorYear | None:
    """`(Smith et al., 2020; Lee, 2022)` and `[Smith 2020]`."""
    closer = {"(": ")", "[": "]", "（": "）"}[answer[opened]]
    closed = answer.find(closer, end, end + _REACH)
    if closed < 0:
        return None
    pieces = re.split("[;；]", answer[opened + 1 : closed])
    keys: list[str] = []
    sure = len(pieces) > 1
    for piece in pieces:
        match = _PIECE.fullmatch(piece.strip())
        if match is None or not _is_author(match["first"]):
            return None
        keys += _keys(match["first"], match["years"])
        comma = match["comma"][:1] in (",", "，")
        sure = sure or comma or bool(match["etal"] or match["others"])
        sure = sure or match["years"][-1].isalpha()
    return AuthorYear(opened, closed + 1, tuple(dict.fromkeys(keys)), sure)


def _narrative(answer: str, stop: int, start: int, end: int, several: bool) -> AuthorYear | None:
    """ "Smith et al. (2020)", "Smith and Jones (2019)", "Jones and colleagues in 2019".

    The names end at `stop`; `several`: it is said that there is more than one author.
    """
    opener = answer[start - 1]
    if opener in "(（":
        closed = answer.find(")" if opener == "(" else "）", end, end + 60)
        if closed < 0 or answer[end] not in ")）,:;":
            return None
        end = closed + 1
    low = max(0, stop - 90)
    match = _BEFORE.search(answer[low:stop]) or _CJK_BEFORE.search(answer[low:stop])
    if match is None or not _is_author(match["first"]):
        return None
    groups = match.groupdict()
    several = several or bool(groups.get("etal") or groups.get("others"))
    several = several or match.re is _CJK_BEFORE
    several = several or _CJK_PLURAL.search(match["first"]) is not None
    keys = _keys(match["first"], answer[start : start + 4])
    return AuthorYear(low + match.start("first"), end, keys, several)


def _is_author(name: str) -> bool:
    """Whether a word may be a surname: a capital, and no month, season or opening word."""
    last = re.split("[ -]", name)[-1] if name[:1].islower() else name
    if last[0].islower() or (last[0].isascii() and not last[0].isupper()):
        return False
    lower = last.lower()
    return lower not in NO_AUTHORS and lower not in STARTERS


def _keys(author: str, years: str) -> tuple[str, ...]:
    author = _CJK_PLURAL.sub("", author)
    return tuple(f"{author} {year}" for year in re.findall(_YEAR, years))
