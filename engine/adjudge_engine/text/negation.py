"""Whether a text denies what it names: "no torque wrench", "non-refundable", "is not needed".

Looks a few words around the place, inside its clause. An even number of negations cancels out
("cannot be done without …"), except where a language says one denial twice ("no … ninguna"), and
"not only", "no later than", "not exceed" deny nothing.
"""

from __future__ import annotations

import re
from typing import Final

_CLAUSE_END: Final = re.compile(
    r"[.!?;:,()。！？、，；।]\s|[。！？、，；।]"
    r"|\s(?:but|and|or|however|because|if|unless|aber|sondern|und|oder|mais|et|pero|sino|y|ma|e|mas"
    r"|но|а|и)\s"
)
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_NEGATORS: Final = frozenset(
    word
    for line in (
        "no not never without neither nor cannot none nobody non nicht niemand nadie",
        "kein keine keinen keiner",
        "keinem keines ohne nie niemals pas aucun aucune sans jamais ni sin ningún ninguna",
        "nunca jamás senza nessun nessuna nessuno mai não sem nenhum nenhuma niet geen",
        "zonder nooit ei eivät ilman inte ingen inga utan nie bez не нет без ни لا ليس weder nem",
        "ليست لم لن بدون غير بلا बिना",
    )
    for word in line.split()
)
#: Of these several deny once: "no … ninguna", "non … mai", "não … nenhuma".
_ECHOING: Final = frozenset(
    word
    for line in (
        "no non não ni pas jamais aucun aucune ningún ninguna nunca jamás nessun nessuna nessuno",
        "mai nenhum nenhuma neither nor nem ни nadie",
    )
    for word in line.split()
)
#: Negators that are another word elsewhere: the month of May, "in the", an egg.
_ONLY_IN: Final = {"mai": frozenset({"it"})}
_NOT_IN: Final = {"no": frozenset({"pt"}), "ei": frozenset({"de"})}
#: Words between a negation and the fact after which the fact is not what is denied.
_BLOCKERS: Final = frozenset(
    word
    for line in (
        "only just merely later earlier more less fewer longer than exceed exceeding exceeds",
        "above below until before after within beyond nur mehr weniger länger später als",
        "überschreiten seulement plus moins dépasser solo sólo solamente más menos exceder",
        "superar soltanto più apenas somente só mais только более менее больше меньше",
        "превышать lagt alleen meer minder forget fail omit neglect vergessen vergiss oublier",
        "oubliez oublie olvidar olvide olvides dimenticare dimenticate esquecer esqueça забыть",
        "забудьте забывайте except excepting besides außer ausser sauf hormis salvo excepto tranne",
        "eccetto exceto кроме doubt zweifel doute duda dubbio dúvida twijfel сомнений",
    )
    for word in line.split()
)
_OTHER_NEGATIVE: Final = re.compile("ません|ない|なし|不|没|沒|無|无|없|않|नहीं")
_REACH: Final = 5
_QUANTITY_REACH: Final = 2
#: What makes a quantity one of the thing before it: who denies "a fee of 40 euros" denies these.
_OF: Final = frozenset(("of", "von", "de", "di", "van"))
#: Lead into a clause of its own, whose verb a negation may belong to.
_LED: Final = frozenset(
    word
    for line in (
        "who which if when unless whoever wer wenn falls qui si quand que quien cuando chi se",
        "quando когда если который",
    )
    for word in line.split()
)
#: Who does not say that it is so has not said it.
_UNSAID: Final = re.compile(
    r"(?:\bnot|n't|\bnever|\bnowhere) (?:\w+ )?(?:mention|state|specify|say|confirm|indicate|claim)"
    r"(?:s|ed)?\b(?: (?!before|until|till|after|by\b|unless|without)[^\W_]+){0,5} \Z"
)
#: Who forbids "a gap of 5 mm" says how wide it must not be.
_FORBIDDEN: Final = re.compile(r"\W*(?:please )?(?:do not|do n't|don'?t|never)\b")
#: The second of two things that are denied together: "no licence or visa", "sans visa ni permis".
_ALSO_DENIED: Final = re.compile(
    r"\b(?:no|without|neither|keine?|ohne|weder|sans|sin|senza|sem) (?:an? |any )?[\w-]{1,24}"
    r"(?: [\w-]{1,24})? (?:or|nor|oder|noch|ou|o|ni|né|nem)\s(?:an? |any )?\Z"
    r"|\b(?:geen|zonder) [\w-]{1,24}(?: [\w-]{1,24})? of\s(?:een )?\Z"
)
_PREFIX: Final = re.compile(r"\b(?:(non|not|nicht|no|não|не)[- ]|un-)$")
#: What is named as what something else takes the place of: "in Bern instead of Basel".
_INSTEAD: Final = re.compile(
    r"\b(?:instead of|rather than|(?P<statt>statt)|anstatt"
    r"|anstelle(?: von)?|au lieu d[e'u]|plutôt qu[e']|en (?:lugar|vez) de|invece d\w{1,4}|anziché"
    r"|em vez d\w|вместо)(?:\b|(?<='))\s?(?:[^\W_]+[\s']){0,2}\Z"
)
#: "Findet … statt" is one verb: what its "statt" stands before is not replaced.
_TAKES_PLACE: Final = re.compile(r"\bf(?:inden?|indet|and|anden|änden?)\b")
_STATT: Final = re.compile(r"\bstatt\b")
_AFTER: Final = re.compile(
    r"^s?\s(?:(?:is|are|was|were|be|been|has been|have been|will be|need|must|may|should)\s"
    r"(?:not|never|no longer)\b(?!\s(?:only|just|more|less|later))"
    r"|(?:isn't|aren't|wasn't|weren't|won't be)\b"
    r"|(?:ist|sind|war|waren|wird|werden|wurde|wurden)\s(?:nicht|nie)\b(?!\snur)"
    r"|gibt es (?:\w+ )?nicht\b"
    r"|n'(?:est|était|a)\s(?:pas|jamais)\b|ne\s(?:sont|peut|doit|peuvent)\spas\b"
    r"|no\s(?:es|son|está|están|se|era)\b(?!\ssolo)|non\s(?:è|sono|era|si)\b(?!\ssolo)"
    r"|não\s(?:é|são|está|era|se)\b|не\s\w+)"
)
_AFTER_JA: Final = re.compile(
    r"^(?:ではなく|でなく|じゃなく|(?:の|に)代わりに|に代わって|に代えて)|^[^。、]{0,12}?(?:ありません|ません|ではない|じゃない|不要|必要ない|なし|ないです|せず)"
)
_AFTER_JA_DUTY: Final = re.compile(r"^[^。、]{0,14}?(?:なければ|なくては|ないと|しかありません)")
_BEFORE_CJK: Final = re.compile(
    r"(?:不是|不需要|不得|不能|不可|不含|不用|没有|沒有|无需|無需|无|無|非|未|禁止使用|不要|勿|请勿|不)"
    r"(?:使用|提供|包括|包含|携带|攜帶)?$"
)
_AFTER_KO: Final = re.compile(r"^(?:은|는|이|가|을|를|도)? ?\S{0,6}(?:없|않|아니|불필요|금지)")
_AFTER_HI: Final = re.compile(r"^(?: \S{1,12}){0,3} (?:नहीं|न)(?![^\s।.,])")
_AFTER_ZH: Final = re.compile(
    r"^[是并並都也]{0,2}(?:不需要|不需|不必|无需|無需|无须|不用|不予|不收|不是|不存在|不要求|不适用)"
)


def is_negated(text: str, start: int, end: int, language: str = "") -> bool:
    """Whether `text[start:end]`, in lower-case normalised text, is denied where it stands.

    `language`: two letters, where they are known.
    """
    before, after = _clause_before(text[max(0, start - 120) : start]), text[end : end + 60]
    prefix = _PREFIX.search(before)
    if prefix is not None and _negates_in(prefix.group(1) or "un", language):
        return True
    if _BEFORE_CJK.search(before) or _is_replaced(before, after):
        return True
    words = _WORD.findall(before)
    if _UNSAID.search(before) and _LED.isdisjoint(words):
        return True
    if _is_also_denied(text[max(0, start - 120) : start]):
        return True
    reach = _REACH
    if text[start : start + 1].isdigit():
        of_a_thing = _is_of_a_thing(words) and _FORBIDDEN.match(before) is None
        reach = _REACH if of_a_thing else _QUANTITY_REACH
    near = words[-reach:]
    for at in range(len(near) - 1, -1, -1):
        if near[at] in _BLOCKERS:
            near = near[at + 1 :]
            break
    denials = [word for word in near if _is_negator(word) and _negates_in(word, language)]
    count = sum(word not in _ECHOING for word in denials) + (not _ECHOING.isdisjoint(denials))
    if _denied_after(after):
        count += 1
    return count % 2 == 1


def _is_also_denied(before: str) -> bool:
    """Whether what follows is the second of two things denied, and nothing denies the denial."""
    match = _ALSO_DENIED.search(before)
    if match is None:
        return False
    return not any(map(_is_negator, _WORD.findall(_clause_before(before[: match.start()]))))


def _is_of_a_thing(words: list[str]) -> bool:
    """Whether the words before a quantity say what it is of, in a clause that nothing leads in."""
    return bool(words) and words[-1] in _OF and _LED.isdisjoint(words)


def _is_replaced(before: str, after: str) -> bool:
    """Whether something else takes the place of what stands between the two."""
    match = _INSTEAD.search(before)
    if match is None or match["statt"] is None:
        return match is not None
    return _TAKES_PLACE.search(before) is None or _STATT.search(after) is not None


def _is_negator(word: str) -> bool:
    return word in _NEGATORS or word.endswith("n't")


def _negates_in(word: str, language: str) -> bool:
    """Whether a negator is one in that language."""
    if word in _ONLY_IN:
        return language in _ONLY_IN[word]
    return language not in _NOT_IN.get(word, ())


def _denied_after(after: str) -> bool:
    if _AFTER.search(after) or _AFTER_KO.search(after) or _AFTER_HI.search(after):
        return True
    if _AFTER_ZH.search(after):
        return True
    return bool(_AFTER_JA.search(after)) and not _AFTER_JA_DUTY.search(after)


def _clause_before(text: str) -> str:
    """What stands between the last clause boundary and the place."""
    last = 0
    for match in _CLAUSE_END.finditer(text):
        last = match.end()
    return text[last:]


def negations_in(text: str, words: frozenset[bytes] | None = None) -> list[int]:
    """Where words (or "un-") that may deny something stand in a lower-case text, in order.

    `words`: of an ASCII text, its words of letters or more, where they are at hand.
    """
    found = []
    try:
        if words is None:
            raw = text.encode("latin-1")  # words of bytes are cut twice as fast
            met = _WHOLE_LATIN.intersection(raw.translate(_LETTERS).split())
        else:
            met = _WHOLE_LATIN & words
        whole = [word.decode("latin-1") for word in met]
    except UnicodeEncodeError:
        whole = [*_WHOLE.intersection(_LETTER_RUN.findall(text))]
    whole += [word for word in _OTHERS if word in text]
    for word in whole:
        at = text.find(word)
        while at >= 0:
            end = at + len(word)
            if word in _PARTS or not _is_inside(text, at, end):
                found.append(at)
            at = text.find(word, end)
    return sorted(found)


def _is_inside(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is part of a longer word."""
    return text[end : end + 1].isalnum() or (start > 0 and text[start - 1].isalnum())


#: What the phrases of `_INSTEAD` are found by.
_INSTEAD_WORDS: Final = frozenset(
    word
    for line in (
        "instead rather statt anstatt anstelle lieu plutôt lugar vez invece",
        "anziché вместо",
    )
    for word in line.split()
)
#: Not words by themselves: "isn't", "un-".
_PARTS: Final = ("n't", "n’t", "un-")
#: What cutting a text into its letters does not find: these, and words with signs on letters.
_OTHERS: Final = (*_PARTS, *sorted(word for word in _NEGATORS if not word.isalnum()))
_WHOLE: Final = frozenset(filter(str.isalnum, _NEGATORS | _INSTEAD_WORDS))
_WHOLE_LATIN: Final = frozenset(word.encode("latin-1") for word in _WHOLE if max(word) <= "\xff")
_LETTERS: Final = bytes(code if chr(code).isalnum() else 0x20 for code in range(256))
_LETTER_RUN: Final = re.compile(r"[^\W_]+")


def negates(text: str) -> bool:
    """Whether a text has a negation of its own ("not refundable")."""
    words = _WORD.findall(text.lower())
    return any(map(_is_negator, words)) or _OTHER_NEGATIVE.search(text) is not None
