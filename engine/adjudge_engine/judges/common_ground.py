"""Whether a quote has anything to do with the claim that it is said to support.

Words that stand in a source prove nothing of a claim about something else. So a quote that shares
no word with a sense, no number and no name with its claim carries no `supported`. The check is
generous: endings, compounds and initials count as shared, and where quote and claim are in two
languages, or the claim has no word of its own, it says nothing against the quote.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Final

from adjudge_engine.text.abbreviations import words
from adjudge_engine.text.boundary import is_unspaced
from adjudge_engine.text.languages import STOP_WORDS, guess_language
from adjudge_engine.text.tokens import folded_words, is_content, is_number

COMMON_GROUND: Final = "common-ground/1"

#: Words of a text that are looked at.
_MOST: Final = 400
#: Characters of a text that are looked at for initials.
_LONGEST: Final = 4_000
#: Letters that two words must begin with to be forms of one, and a part must have to be a part of
#: a compound; fewer in scripts that write an article or a particle onto the word.
_BEGINNING: Final = 4
_PART: Final = 5
_SHORT_PART: Final = 3
_SHORT_BEGINNING: Final = 2
_ATTACHING: Final = (("\u0590", "\u06ff"), ("\uac00", "\ud7a3"))
#: Function words of languages whose grammar the engine does not know otherwise.
_LITTLE: Final = words(
    """и в во на не что он она оно они с со как а то все но по из за от для к ко до это этот эта
    эти его её их или был была было были быть есть у же так также при который которая которые
    και το τα η ο οι του της των τον την στο στη στην στον σε με για από που είναι ήταν ένα μια
    ve bir bu da de ile için olan olarak çok daha en ne gibi olduğu değil var
    và là của các có cho được trong một những với không này từ đã khi người tại
    في من على إلى أن هذا هذه التي الذي كان كانت هو هي عن مع ما لا قد كما بين أو ثم
    में के का की है और से को हैं पर यह एक था थी थे ने भी कि लिए गया किया"""
)
#: Characters of Chinese and Japanese that join others and say nothing themselves.
_JOINING: Final = frozenset(
    "的了是在和有不与與為为也就都而及或之于於被把这這那个個はがをにのでとへもや"
)


#: Pairs of kana, Thai, Lao, Khmer or Burmese letters that must be shared: one is chance.
_FEWEST_PAIRS: Final = 2
_LATIN: Final = frozenset(STOP_WORDS)
_INITIALS: Final = re.compile(r"\b[A-ZÀ-ÞА-ЯΑ-Ω](?:\.?[A-ZÀ-ÞА-ЯΑ-Ω]){1,7}\b")
_CAPITALS: Final = re.compile(r"\b(\w)\w{0,60}")


def share_ground(quote: str, claim: str) -> bool:
    """Whether a quote and a claim share a content word, a number or a name.

    True as well where that cannot be told. Looks at a bounded number of words; never raises.
    """
    said, asked = _Words(quote), _Words(claim)
    if not asked.telling or not said.telling or _apart(said.language, asked.language):
        return True
    return (
        _share_word(said, asked)
        or len(said.pairs & asked.pairs) >= _FEWEST_PAIRS
        or _by_initials(quote, claim)
        or _by_initials(claim, quote)
    )


class _Words:
    """What a text says in words: those with a sense, each once, and its language."""

    def __init__(self, text: str) -> None:
        found = list(islice(folded_words(text), _MOST))
        self.language = guess_language(found)
        self.telling = tuple(dict.fromkeys(filter(_tells, found)))
        self.pairs = frozenset(filter(_is_weak, self.telling))
        self.strong = tuple(one for one in self.telling if one not in self.pairs)


def _share_word(said: _Words, asked: _Words) -> bool:
    if not frozenset(said.strong).isdisjoint(asked.strong):
        return True
    return any(_are_forms(one, other) for one in asked.strong for other in said.strong)


def _apart(one: str | None, other: str | None) -> bool:
    """Whether two texts are in different languages, as far as can be told."""
    if one is None or other is None:
        known = other if one is None else one
        return known is not None and known not in _LATIN
    return one != other


@lru_cache(maxsize=32768)
def _tells(folded: str) -> bool:
    if not is_content(folded) or folded in _LITTLE:
        return False
    return not (is_unspaced(folded[0]) and any(one in _JOINING for one in folded))


def _is_weak(folded: str) -> bool:
    """Whether a word is a pair of letters of a script that writes sounds without spaces."""
    return is_unspaced(folded[0]) and not any(map(_is_han, folded))


def _is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff" or character >= "\U00020000"


def _are_forms(one: str, other: str) -> bool:
    """Whether two words are forms of one, or the one is a part of the other."""
    if is_number(one) or is_number(other) or is_unspaced(one[0]) or is_unspaced(other[0]):
        return False
    attached = _attaches(one) and _attaches(other)
    first, part = (_SHORT_BEGINNING, _SHORT_PART) if attached else (_BEGINNING, _PART)
    if len(one) >= first and one[:first] == other[:first]:
        return True
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= part and shorter in longer


def _attaches(word: str) -> bool:
    return any(low <= word[0] <= high for low, high in _ATTACHING)


def _by_initials(short: str, long: str) -> bool:
    """Whether initials in the one text stand for words that follow each other in the other."""
    wanted = {one.replace(".", "").casefold() for one in _INITIALS.findall(short[:_LONGEST])}
    if not wanted:
        return False
    begins = "".join(one.casefold() for one in _CAPITALS.findall(long[:_LONGEST]))
    return any(one in begins for one in wanted)
