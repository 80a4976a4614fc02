"""A date said of what another date beside it belongs to, and a date that is said as another limit.

"Karl was born in 1961" for "Anna was born in 1961, Karl in 1958"; "after 15 June" for "by 15
June"; "closed from 1 April" for "open from 1 April".
"""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.dates.model import Date
from adjudge_engine.numbers.binding.beside import is_others, words_of
from adjudge_engine.numbers.binding.frame import content, denies, sentence_of
from adjudge_engine.numbers.binding.statements import statement_with, statements
from adjudge_engine.numbers.reading.tables import word_list
from adjudge_engine.text.tokens import fold

_BY: Final = (
    r"by|before|until|till|no later than|not later than|bis|bis zum|vor|vor dem|spätestens am|"
    r"avant le|avant|jusqu['’]au|d['’]ici le|antes del?|hasta el|hasta|entro il|prima del|"
    r"fino al|voor|tot|uiterlijk|até|antes de|до|не позднее"
)
_AFTER: Final = (
    r"after|from|since|starting|no earlier than|nach|nach dem|ab|ab dem|seit|seit dem|frühestens|"
    r"après le|après|à partir du|dès le|depuis le|después del?|desde el|desde|a partir del?|"
    r"dopo il|dal|a partire dal|na|vanaf|sinds|depois de|após|desde|после|не ранее"
)
_LIMIT: Final = re.compile(rf"(?<![^\W_])(?:(?P<by>{_BY})|(?P<after>{_AFTER}))\s(?:the )?\Z")
_REACH: Final = 32
_WORDS_OF: Final = re.compile(r"[^\W\d_]+")
_LONGEST: Final = 2_000
_LAST: Final = frozenset(re.findall(r"[^\W\d_]+", f"{_BY} {_AFTER}")) | {"jusqu'au", "d'ici"}
#: Words of which the second says the opposite of the first.
_PAIRS: Final = (
    ("open opened opens offen geöffnet ouvert ouverte abierto abierta aperto aperta geopend "
     "aberto aberta открыт открыта открыто",
     "close closed closes geschlossen fermé fermée fermés cerrado cerrada chiuso chiusa gesloten "
     "fechado fechada закрыт закрыта закрыто"),
    ("start started starts begin began begins beginnt begann commence commencé empieza comenzó "
     "inizia iniziò begint begon começa começou начался началась",
     "end ended ends finish finished endet endete finit terminé termina terminó finisce terminò "
     "eindigt eindigde terminou закончился закончилась"),
    ("allowed permitted erlaubt autorisé permitido permesso toegestaan разрешено",
     "forbidden prohibited banned verboten interdit prohibido vietato verboden proibido запрещено"),
    ("arrive arrived arrives arrival ankunft arrivée llegada arrivo aankomst chegada прибытие",
     "leave left leaves depart departed departs departure abfahrt abflug départ salida partenza "
     "vertrek partida отправление"),
)  # fmt: skip
_OPPOSITES: Final = {
    fold(word): (pair, side)
    for pair, sides in enumerate(_PAIRS)
    for side, words in enumerate(sides)
    for word in word_list(words)
}
_WORDS: Final = frozenset(word for sides in _PAIRS for words in sides for word in word_list(words))


def is_anothers(text: str, own: Date, rival: Date, answer: str, said: Date) -> bool:
    """Whether the answer says the date of what `rival` belongs to, and not of what `own` does."""
    around = statements(text, own.start, own.end, years=True)
    mine, yours = statement_with(around, own.start), statement_with(around, rival.start)
    asked = statement_with(statements(answer, said.start, said.end, years=True), said.start)
    if mine is None or yours is None or asked is None or mine == yours:
        return False
    claim = words_of(answer, asked.start, asked.end, said.start, said.end)
    here = words_of(text, mine.start, mine.end, own.start, own.end)
    there = words_of(text, yours.start, yours.end, rival.start, rival.end)
    same = mine.sentence == yours.sentence
    return same and bool(is_others(here, there, claim, same=True, ahead=mine.start < yours.start))


def says_the_opposite(answer: str, said: Date, text: str, own: Date) -> bool:
    """Whether an answer says of a date what the source says, but as the opposite limit or event."""
    claim = sentence_of(answer, said.start, said.end)
    source = sentence_of(text, own.start, own.end)
    mine, yours = _limit(answer, said.start), _limit(text, own.start)
    words, others = content(claim, _LIMITS), content(source, _LIMITS)
    if said.kind == "weekday":
        words = words - content(said.text, _LIMITS)  # the source may shorten it
    lacking = words - others
    if len(lacking) > 1 or denies(claim) or denies(source):
        return False
    if not lacking:
        return bool(words and mine and yours and mine != yours)
    opposite = _OPPOSITES.get(next(iter(lacking)))
    if opposite is None or mine != yours:
        return False
    stated = {_OPPOSITES[word] for word in others if word in _OPPOSITES}
    pair, side = opposite
    if (pair, 1 - side) not in stated or (pair, side) in stated:
        return False
    is_short = said.kind == "weekday" and own.end - own.start < len(said.text)
    if is_short and _last_event(text[: own.start], pair) is None:
        return False  # "Mon–Fri 9am–5pm, closed Sat"
    return _last_event(answer[: said.start], pair) in (None, side)


def _last_event(before: str, pair: int) -> int | None:
    """Which side of a pair of opposites the last such word says: "opened on … and closed on"."""
    for word in reversed(_WORDS_OF.findall(before[-_LONGEST:].lower())):
        found = _OPPOSITES.get(fold(word))
        if found is not None and found[0] == pair:
            return found[1]
    return None


_LIMITS: Final = (
    frozenset(map(fold, re.findall(r"[^\W\d_]{2,}", f"{_BY} {_AFTER}"))) - _OPPOSITES.keys()
)


def _limit(text: str, start: int) -> str:
    match = _LIMIT.search(text[max(0, start - _REACH) : start].lower())
    return match.lastgroup or "" if match is not None else ""


def says_event(text: str) -> bool:
    """Whether a text has a word of an event that has an opposite."""
    return not _WORDS.isdisjoint(text[:_LONGEST].lower().replace(".", " ").split())


def says_limit(text: str, start: int) -> bool:
    """Whether the date at `start` is said as a limit."""
    before = text[start - _REACH if start > _REACH else 0 : start].lower()
    return not _LAST.isdisjoint(before.split()[-3:]) and _LIMIT.search(before) is not None
