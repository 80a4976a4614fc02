"""Words on which a sentence turns, with what turns it into its opposite, by language."""

from __future__ import annotations

from typing import Final

#: Verbs and the same verbs denied; the second is looked for first.
_DENIED: Final = {
    "en": "is|is not;are|are not;was|was not;were|were not;can|cannot;must|must not;may|may not;"
    "will|will not;should|should not;has|does not have;requires|does not require;"
    "includes|does not include;applies|does not apply",
    "de": "ist|ist nicht;sind|sind nicht;war|war nicht;kann|kann nicht;muss|muss nicht;"
    "darf|darf nicht;wird|wird nicht;hat|hat nicht",
    "fr": "est|n'est pas;sont|ne sont pas;peut|ne peut pas;doit|ne doit pas",
    "es": "es|no es;son|no son;puede|no puede;debe|no debe;está|no está",
    "it": "è|non è;sono|non sono;può|non può;deve|non deve",
    "pt": "é|não é;são|não são;pode|não pode;deve|não deve",
    "nl": "is|is niet;zijn|zijn niet;kan|kan niet;moet|moet niet",
    "ru": "может|не может;должен|не должен;должна|не должна;является|не является",
    "zh": "可以|不可以;必须|不必;需要|不需要;是|不是",
    "ja": "できます|できません;です|ではありません;ます|ません",
}
#: Opposites, each of which turns into the other.
_OPPOSITE: Final = {
    "en": "increase|decrease;increases|decreases;increased|decreased;rise|fall;rises|falls;"
    "rose|fell;higher|lower;more|fewer;above|below;before|after;minimum|maximum;"
    "at least|at most;always|never;with|without;allowed|forbidden;"
    "included|excluded;first|last;winter|summer;safe|dangerous",
    "de": "steigt|sinkt;stieg|sank;höher|niedriger;mehr|weniger;vor|nach;mindestens|höchstens;"
    "immer|nie;mit|ohne;erlaubt|verboten;alle|keine",
    "fr": "augmente|diminue;plus|moins;avant|après;au moins|au plus;toujours|jamais;avec|sans",
    "es": "aumenta|disminuye;más|menos;antes|después;siempre|nunca;con|sin;mínimo|máximo",
    "it": "aumenta|diminuisce;più|meno;prima|dopo;sempre|mai;con|senza;minimo|massimo",
    "pt": "aumenta|diminui;mais|menos;antes|depois;sempre|nunca;com|sem;mínimo|máximo",
    "nl": "stijgt|daalt;meer|minder;voor|na;altijd|nooit;met|zonder;minimaal|maximaal",
    "ru": "больше|меньше;до|после;всегда|никогда;выше|ниже",
    "zh": "增加|减少;之前|之后;高于|低于;最多|最少",
    "ja": "増加|減少;以上|以下;最大|最小",
}


def _pairs(said: str) -> list[tuple[str, str]]:
    pairs = [one.split("|") for one in said.split(";")]
    return [(left, right) for left, right in pairs]


def turns_of(language: str) -> list[tuple[str, str]]:
    """(word, its opposite), longest words first, so that "is not" goes before "is"."""
    found = []
    for table in (_DENIED, _OPPOSITE):
        for left, right in _pairs(table[language]):
            found += [(left, right), (right, left)]
    return sorted(found, key=lambda pair: (-len(pair[0]), pair[0]))
