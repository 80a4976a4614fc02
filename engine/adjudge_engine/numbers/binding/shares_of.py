"""How much of a number is meant: half of the 80 seats or all of them, doubled or tripled to 80."""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.numbers.reading.tables import word_set

_OF: Final = (
    r"(?:\s(?:of|the|these|those|its|our|der|die|das|den|von|des|les|de|la|los|las|el|dei|i|gli|le|"
    r"delle|degli|van|os|as|dos|das|из)){0,3}\s?\Z"
)
_PARTS: Final = {
    "all": r"all|every one|each|alle|sämtliche|tous|toutes|todos|todas|tutti|tutte|все|全",
    "none": r"none|keine[rs]?|aucun\w?|ninguno|ninguna|nessun[oa]|geen|nenhum\w?",
    "half": r"half|(?:die )?hälfte|halbe|(?:la )?moitié|(?:la )?mitad|(?:la )?metà|(?:de )?helft|"
    r"(?:a )?metade|половина",
    "third": r"a third|one third|ein drittel|un tiers|un tercio|un terzo|een derde|um terço|треть",
    "two thirds": r"two[ -]thirds|zwei drittel|deux tiers|dos tercios|due terzi",
    "quarter": r"a quarter|one quarter|ein viertel|un quart|un cuarto|una cuarta parte|un quarto|"
    r"een kwart|um quarto|четверть",
}
_PART: Final = re.compile(
    "|".join(
        f"(?P<{name.replace(' ', '_')}>(?<![^\\W_])(?:{words}){_OF})"
        for name, words in _PARTS.items()
    )
)
_REACH: Final = 36

_TIMES: Final = {
    "2": r"doubl\w{0,4}|verdoppel\w{1,4}|duplic\w{1,5}|raddoppi\w{1,5}|verdubbel\w{1,4}"
    r"|dobr[oa]\w{1,4}|удвои\w{1,5}|twofold|倍増",
    "3": r"tripl\w{0,5}|trebl\w{0,4}|verdreifach\w{1,4}|verdrievoudig\w{1,4}|утрои\w{1,5}"
    r"|threefold",
    "4": r"quadrupl\w{0,5}|vervierfach\w{1,4}|[cq]uadruplic\w{1,5}|verviervoudig\w{1,4}"
    r"|учетвери\w{1,5}|fourfold",
    "½": r"halved|halving|halbier\w{1,4}|réduit de moitié|dimezz\w{1,5}|halveer\w{1,4}",
}
_MULTIPLE: Final = re.compile(
    "|".join(f"(?P<x{at}>(?<![^\\W_])(?:{words}))" for at, words in enumerate(_TIMES.values()))
)
#: The last word of each, and what a text has one of that says a multiple.
_PART_WORDS: Final = word_set(
    "all one each alle sämtliche tous toutes todos todas tutti tutte все none keine keiner keines "
    "aucun aucune ninguno ninguna nessuno nessuna geen nenhum nenhuma half hälfte halbe moitié "
    "mitad metà helft metade половина third drittel tiers tercio terzo derde terço треть thirds "
    "two-thirds tercios terzi quarter viertel quart cuarto cuarta parte quarto kwart четверть"
)
_HINT: Final = re.compile(
    "d(?:oub|uplic|obr|imezz)|ver(?:dop|dub|dr|vier)|raddop|удво|утро|учетв|[oder]fold|倍増|tr(?:ip|eb)l"
    "|quadrup|cuadrup|hal(?:v|bier)|moitié"
)


def part_before(lower: str, start: int) -> str:
    """Of which part of the number at `start` a text in lower case speaks; "" for none."""
    before = lower[start - _REACH if start > _REACH else 0 : start]
    if _PART_WORDS.isdisjoint(before.split()[-5:]) and "全" not in before:
        return ""
    match = _PART.search(before)
    return match.lastgroup or "" if match is not None else ""


def multiples_in(text: str) -> set[str]:
    """The multiples that verbs of a text say."""
    lower = text.lower()
    if _HINT.search(lower) is None:
        return set()
    return {match.lastgroup or "" for match in _MULTIPLE.finditer(lower)}
