"""A statement that a conjunction joins to an abstention: "… does not say, and the plan is free".

Commas and most conjunctions part clauses wherever they stand. A bare "and" or "because" mostly
joins nouns, a second lack or a second question; only where a subject with its verb follows may
it begin a statement of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from adjudge_engine.gates.abstaining.english import EN_GENERAL
from adjudge_engine.gates.abstaining.phrases import is_indirect_question
from adjudge_engine.text.abbreviations import FINITE, words

#: Verbs that are nouns as well: they make a statement only right behind a noun.
_LESS_SURE: Final = words(
    """
    charges charge costs cost pays pay receives receive lasts last runs run begins begin starts
    start
    ends end opens open closes close comes come goes go covers cover amounts works work
    belongs belong
    kostet kosten zahlt zahlen bekommt bekommen dauert dauern beginnt endet beträgt betragen
    coûte coûtent dure durent paie paient commence finit revient cuesta cuestan dura duran paga
    pagan empieza termina vale valen costa costano custa custam
    """
)
#: Verbs that need no subject before them, in languages that often leave it out.
_WITHOUT_SUBJECT: Final = words("es son está están è sono é são fue era hay")
#: Words behind which nothing is the subject of the statement any more.
_ASIDE: Final = words(
    """
    that which who whom whose what when where why how whether if he she they it we you i that's
    dass der, die, das, ob wer was wann wo wie warum welche welcher welches er es wir ich
    qui que quand où comment combien si dont il elle ils elles on
    quien quién qué cuando cuándo donde dónde cómo cuánto cuánta chi che quando dove come quanto
    onde quem
    """
)
#: Nor is a word behind these the verb, if it can be a noun.
_BEFORE_NOUNS: Final = words(
    """
    the a an of for to in on at by with from and or its their his her any no this these
    der die das den dem des ein eine einen von für zu in im am mit und oder
    le la les l' un une de du des d' à pour et ou el los las una del para y o il lo i gli uno di
    per e ou os as do da
    """
)
_JOINT: Final = re.compile(
    r"(?<=[^\W_])[ ](?:(?P<why>because|since|as|weil|da|denn|car|parce que|puisque|porque"
    r"|pues|ya que|perché|poiché|pois|omdat|want|aangezien|потому что)|and|so|or|only|meaning|en"
    r"|zodat|und|sodass|et|y|e|así que|и)[ ]+"
    r"(?=[^\W_])"
)
#: What leads the subject in: its article, a pronoun that has a verb behind it, or a plural noun.
_SUBJECT: Final = re.compile(
    r"(?:then |also |thus |therefore )?"
    r"(?:the|an?|this|that|these|those|its|their|his|her|your|our|my|all|every|each|both|some"
    r"|most|many|no|you|we|they|he|she|it|de|het|een|der|die|das|ein|eine|diese[rs]?|ihre?|alle"
    r"|sie|man"
    r"|le|la|les|l'|une?|ce(?:tte|t|s)?|son|sa|ses|tou(?:te)?s|chaque|vous"
    r"|el|los|las|un[oa]?s?|est[aeo]s?|su|sus|tod[oa]s|cada|usted|il|lo|gli|i|uno|quest[oae]"
    r"|os?|as?|um|uma)(?:(?<=')| )"
    r"|[^\W\d_]{3,20}s (?=[^\W_])"
)
#: A question that is left open takes what is joined to it along: "whether it is paid and the …".
_OPEN_QUESTION: Final = re.compile(
    r"\b(?:whether|if|that|ob|dass|s'il|que|che)\b[^,;:.]*\Z"
    r"|\b(?:si (?=(?:les?|la|l'|une?|el|los|las|es|hay|ils?|elles?"
    r"|on|c'est)\b)|se (?=(?:il|lo|la|gli|le|i|o|a|os|as|è|é|sia|ci)\b))[^,;:.]*\Z"
)
#: Sentences without a verb: a noun, then what it is ("тариф бесплатный", "الخطة مجانية").
_PREDICATE: Final = re.compile(r"[а-яё]{3,20} [а-яё]{3,20}(?:[ыио]й|[ая]я|[оеыи]е)[ .!]*\Z")
_ARABIC: Final = re.compile(
    r" و(?=ال\w{2,20} (?!ال|في |من |على |عن |إلى |أو |غير )\w{3,20}[ .!]*\Z)"
)
#: What the sources say beside it: it is told from their own words later.
_SAYS: Final = re.compile(
    r"(?:only |just |merely |nur |seulement |solo )?(?:says?|states?|mentions?|describes?|explains?"
    r"|lists?|gives?|shows?|notes|indicates?|covers?|provides?|calls?|sagt|besagt|erklärt"
    r"|beschreibt|nennt|dit|indique|décrit|dice|indica|describe|explica|descrive) "
)
#: Why somebody cannot answer: about the sources, the question and whoever answers.
_OF_THE_SOURCES: Final = re.compile(
    rf"\b(?!nothing\b|none\b)(?:{EN_GENERAL}|question|topic|scope|access|i|we|my|our|unterlagen"
    rf"|dokument\w*|text\w*"
    r"|quellen?|kontext|frage|ich|wir|contexte|question|je|nous|document[oe]s?|contexto?|textos?"
    r"|fuentes?|pregunta|testo|fonti|fontes)\b"
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*['’]?")
_MOST_WORDS: Final = 6


def joined_statements(clause: str) -> Iterator[tuple[int, int]]:
    """Where in a clause a conjunction begins, and where the statement does that it joins."""
    lower = clause.lower()
    if len(lower) != len(clause):
        return
    for joint in _ARABIC.finditer(lower):
        yield joint.start(), joint.end()
    for joint in _JOINT.finditer(lower):
        if _OPEN_QUESTION.search(lower[: joint.start()]) is not None:
            continue
        tail = lower[joint.end() :]
        is_name = clause[joint.end()].isupper()
        if joint["why"] and _OF_THE_SOURCES.search(tail) is not None:
            continue
        subject = is_name or _SUBJECT.match(tail) is not None
        if is_indirect_question(tail):
            continue
        tells = not joint["why"] and _SAYS.match(tail) is not None
        if tells or _PREDICATE.match(tail) or _has_verb(tail, _MOST_WORDS if subject else 1):
            yield joint.start(), joint.end()


def _has_verb(tail: str, most: int) -> bool:
    """Whether a verb stands behind a subject of at most so many words that the tail begins with."""
    before = ""
    for at, word in enumerate(_WORD.findall(tail)[: most + 1]):
        if word in (FINITE if at else _WITHOUT_SUBJECT):
            return True
        if at and word in _LESS_SURE and before not in _BEFORE_NOUNS:
            return not tail.rstrip(" .!").endswith(word)
        if at and word in _ASIDE:
            return False
        before = word
    return False
