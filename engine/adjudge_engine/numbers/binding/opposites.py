"""Small words that part two statements by saying the opposite: before and after, with and without.

They are words of no content elsewhere. Here a word becomes a token of what it is about and the
side that it takes ("when 1", "when 2"), the same in every language; "first" and "second" become
tokens of a rank.
"""

from __future__ import annotations

from typing import Final

from adjudge_engine.numbers.reading.tables import word_list
from adjudge_engine.text.tokens import fold

_SIDES: Final = {
    "when": (
        "before until till by vor bis avant jusque jusqu antes hasta prima entro voor até до",
        "after from since nach ab seit après depuis dès después desde dopo na vanaf sinds depois "
        "с после",
    ),
    "with": (
        "with including inclusive mit inklusive einschließlich avec con incluido met com",
        "without excluding exclusive ohne exklusive sans sin senza zonder sem без",
    ),
    "level": (
        "above over über oberhalb dessus sobre boven acima выше свыше",
        "below under underneath unter unterhalb dessous bajo debajo onder abaixo ниже",
    ),
    "place": ("inside indoors drinnen", "outside outdoors draußen"),
}
#: What negates a name, wherever it stands ("non-members"), or where a statement begins with it.
_NON: Final = "non"
_NOT: Final = frozenset(["nicht", "niet", "not", "no", "não", "не"])
_RANKS: Final = (
    "first erste erster erstes ersten premier première primer primero primera primo prima eerste "
    "primeiro primeira первый первая первого",
    "second zweite zweiter zweites zweiten deuxième seconde segundo segunda secondo seconda tweede "
    "второй вторая второго",
    "third dritte dritter drittes dritten troisième tercer tercero tercera terzo terza derde "
    "terceiro terceira третий третья третьего",
    "fourth vierte vierter viertes vierten quatrième cuarto cuarta quarto quarta vierde четвёртый",
    "fifth fünfte fünfter fünftes fünften cinquième quinto quinta vijfde пятый пятая",
    "last letzte letzter letztes letzten dernier dernière último última ultimo ultima laatste "
    "последний последняя",
)
_TOKENS: Final = {
    **{
        fold(word): f"{about} {side}"
        for about, sides in _SIDES.items()
        for side, words in enumerate(sides, 1)
        for word in word_list(words)
    },
    **{
        fold(word): f"rank {rank}"
        for rank, words in enumerate(_RANKS, 1)
        for word in word_list(words)
    },
    _NON: "not 1",
}
#: The words that take a side or say a rank, in lower case.
SIDES: Final = frozenset(
    word for sides in (*_SIDES.values(), _RANKS) for side in sides for word in word_list(side)
)
#: Pieces of which a text in lower case has one where it negates a name.
NEGATED: Final = ("non", "nicht", "niet", "no ", "não", "не ")


def opposite_of(word: str) -> str:
    """The token of a folded word that takes a side; "" for every other."""
    return _TOKENS.get(word, "")


def tokens_of(words: list[str]) -> set[str]:
    """The tokens of the folded words of a statement."""
    found = {token for word in words if (token := _TOKENS.get(word, ""))}
    if words and words[0] in _NOT:
        found.add("not 1")
    return found


def opposed(own: set[str], other: set[str]) -> tuple[set[str], set[str]]:
    """The tokens of two statements that oppose each other, of each."""
    mine, yours = set[str](), set[str]()
    for one in own - other:
        about = one.partition(" ")[0]
        if about == "not":
            mine.add(one)
            yours.add("not 0")
            continue
        for two in other - own:
            if two.partition(" ")[0] == about:
                mine.add(one)
                yours.add(two)
    if "not 1" in other - own:
        mine.add("not 0")
        yours.add("not 1")
    return mine, yours
