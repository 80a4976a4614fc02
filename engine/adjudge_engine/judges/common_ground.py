"""Whether a quote has anything to do with the claim that it is said to support.

Words that stand in a source prove nothing of a claim about something else. So a quote that shares
no word with a sense, no number and no name with its claim carries no `supported`. The check is
generous: endings, compounds and initials count as shared, and where quote and claim are in two
languages, or the claim has no word of its own, it says nothing against the quote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import Final

from adjudge_engine.judges.local.mentions import without_mentions
from adjudge_engine.text.abbreviations import words
from adjudge_engine.text.boundary import is_unspaced
from adjudge_engine.text.languages import STOP_WORDS, guess_language
from adjudge_engine.text.tokens import fold, folded_words, is_content, is_number

COMMON_GROUND: Final = "common-ground/1"

#: Words of a text that are looked at.
_MOST: Final = 400
#: Of those, words that are held against each one of the other text for forms and compounds.
_MOST_PAIRED: Final = 120
#: Characters of a text that are looked at for initials.
_LONGEST: Final = 4_000
#: Letters that two words must begin with to be forms of one, and a part must have to be a part of
#: a compound.
_BEGINNING: Final = 4
_PART: Final = 5
#: The same for Arabic and Hebrew, and for Korean, whose words are shorter as written.
_HANGUL: Final = ("\uac00", "\ud7a3")
_SHORTER: Final = ((("\u0590", "\u06ff"), 3, 3), (_HANGUL, 2, 2))
_ARTICLES: Final = ("وال", "بال", "كال", "فال", "لل", "ال")
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
#: What answers say of themselves, their sources and their readers: it can stand in no source.
_OF_ANSWERS: Final = frozenset(
    fold(one)
    for one in words(
        """passage passages context contexts source sources document documents text provided answer
        answers question questions response information example examples explanation follow
        following here's i'm sure unable able based help helps hope thank thanks please know note
        let anything else feel free ask important steps guidelines general list summary conclusion
        regards best sincerely dear brief mention mentioned mentions specific detail details unclear
        fully provide provides contain contains solely enough sufficient necessary additional
        precise accurate accurately definitive correct original there's without
        antwort antworten frage fragen quelle quellen dokument dokumente angaben information
        informationen folgende folgenden beispiel beispiele hoffe hilft danke bitte zusammenfassung
        réponse réponses question questions passage passages source sources document documents
        informations exemple exemples suivant suivante merci espère aide voici résumé
        respuesta respuestas pregunta preguntas pasaje pasajes fuente fuentes documento documentos
        información ejemplo ejemplos siguiente gracias espero ayude resumen
        risposta domanda fonte fonti documento documenti informazioni esempio esempi seguente
        grazie spero aiuti resposta pergunta fonte documento informações exemplo seguinte obrigado
        antwoord vraag bron bronnen document voorbeeld volgende hopelijk bedankt
        回答 質問 資料 文書 情報 以下 提供 问题 文档 信息 資訊 根据 根據 示例 답변 질문 문서 정보"""
    )
)
#: Characters of Chinese and Japanese that join others and say nothing themselves.
_JOINING: Final = frozenset(
    "的了是在和有不与與為为也就都而及或之于於被把这這那个個はがをにのでとへもや"
)

#: Neighbouring letters that must be shared where sounds are written without spaces: fewer are
#: chance. Kana, and Thai, Lao, Khmer and Burmese.
_KANA_RUN: Final = 3
_THAI_RUN: Final = 5
_LATIN: Final = frozenset(STOP_WORDS)
_INITIALS: Final = re.compile(r"\b[A-ZÀ-ÞА-ЯΑ-Ω](?:\.?[A-ZÀ-ÞА-ЯΑ-Ω]){2,7}\b")
_CAPITALS: Final = re.compile(r"\b(\w)\w{0,60}")


def share_ground(quote: str, claim: str) -> bool:
    """Whether a quote and a claim share a content word, a number or a name.

    True as well where that cannot be told. Looks at a bounded number of words; never raises.
    """
    if claim.strip() in quote:  # whatever its words are read as
        return True
    said, asked = _Words(quote), _Words(without_mentions(claim))
    if not said.tells or not asked.tells or _apart(said.language, asked.language):
        return True
    return (
        _share_word(said, asked)
        or not said.runs.isdisjoint(asked.runs)
        or _by_initials(quote, claim)
        or _by_initials(claim, quote)
    )


class _Words:
    """What a text says in words: those with a sense, each once, and its language."""

    def __init__(self, text: str) -> None:
        found = list(islice(folded_words(text), _MOST))
        self.language = guess_language(found)
        telling = dict.fromkeys(_bare(one) for one in found if _tells(one))
        self.strong = tuple(one for one in telling if not _is_weak(one))
        self.runs = frozenset(_runs(found))
        self.tells = bool(self.strong or self.runs)


def _runs(found: Sequence[str]) -> Iterator[str]:
    """Stretches of letters of scripts that write sounds without spaces, out of their pairs."""
    for at, first in enumerate(found):
        if not _is_weak(first) or not _tells(first):
            continue
        length = _KANA_RUN if first[0] > "\u3000" else _THAI_RUN
        pairs = found[at : at + length - 1]
        chained = all(one[-1:] == other[:1] for one, other in pairwise(pairs))
        if len(pairs) == length - 1 and chained and all(map(_is_weak, pairs)):
            yield first[0] + "".join(one[-1] for one in pairs)


def _share_word(said: _Words, asked: _Words) -> bool:
    if not frozenset(said.strong).isdisjoint(asked.strong):
        return True
    return any(
        _are_forms(one, other)
        for one in asked.strong[:_MOST_PAIRED]
        for other in said.strong[:_MOST_PAIRED]
    )


def _apart(one: str | None, other: str | None) -> bool:
    """Whether two texts are in different languages, as far as can be told."""
    if one is None or other is None:
        known = other if one is None else one
        return known is not None and known not in _LATIN
    return one != other


@lru_cache(maxsize=32768)
def _tells(folded: str) -> bool:
    if not is_content(folded) or folded in _LITTLE or folded in _OF_ANSWERS:
        return False
    return not (_unspaced(folded) and any(one in _JOINING for one in folded))


@lru_cache(maxsize=32768)
def _bare(folded: str) -> str:
    """An Arabic word without its article and what is written onto that; others as they are."""
    for article in _ARTICLES:
        if folded.startswith(article) and len(folded) > len(article) + 1:
            return folded[len(article) :]
    return folded


def _is_weak(folded: str) -> bool:
    """Whether a word is a pair of letters of a script that writes sounds without spaces."""
    return _unspaced(folded) and not any(map(_is_han, folded))


def _unspaced(word: str) -> bool:
    """Whether a word is a piece of a text without spaces: Korean has spaces."""
    return is_unspaced(word[0]) and not _HANGUL[0] <= word[0] <= _HANGUL[1]


def _is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff" or character >= "\U00020000"


def _are_forms(one: str, other: str) -> bool:
    """Whether two words are forms of one, or the one is a part of the other."""
    if is_number(one) or is_number(other) or _unspaced(one) or _unspaced(other):
        return False
    first, part = _least(one, other)
    if len(one) >= first and one[:first] == other[:first]:
        return True
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= part and shorter in longer


def _least(one: str, other: str) -> tuple[int, int]:
    """Letters that two words must begin with alike, and that a part of a word must have."""
    for (low, high), *least in _SHORTER:
        if low <= one[0] <= high and low <= other[0] <= high:
            return least[0], least[1]
    return _BEGINNING, _PART


def _by_initials(short: str, long: str) -> bool:
    """Whether initials in the one text stand for words that follow each other in the other."""
    wanted = {one.replace(".", "").casefold() for one in _INITIALS.findall(short[:_LONGEST])}
    if not wanted:
        return False
    begins = "".join(one.casefold() for one in _CAPITALS.findall(long[:_LONGEST]))
    return any(one in begins for one in wanted)
