"""The words by which a text may name what a number belongs to, as keys to look for elsewhere.

A key is what all forms of a word have in common ("stud" for "studies" and "study"), in lower
case, so that one `in` tells whether a stretch of a text may say the word.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from adjudge_engine.dates.names import MONTHS
from adjudge_engine.numbers.binding.common_words import COMMON_WORDS
from adjudge_engine.numbers.reading.tables import word_list
from adjudge_engine.numbers.worded.words import NUMBER_WORDS
from adjudge_engine.text.languages import ALL_STOP_WORDS
from adjudge_engine.text.tokens import fold

#: Everything of ASCII but letters and digits becomes a blank.
_BLANKS: Final = "".join(chr(code) if chr(code).isalnum() else " " for code in range(128))
_EAST: Final = "\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD: Final = re.compile(rf"[^\W_{_EAST}]{{2,40}}|[{_EAST}]{{2,40}}")
_FIGURE: Final = re.compile(r"\d[\d.,]*")
_HIRAGANA: Final = re.compile("[\u3041-\u309f]")
#: A letter that names ("Pump B"), a figure that does ("Module 12"), with the word before it.
_AMOUNT: Final = r"(?!\s?(?:[-–—%°€$£¥]|(?:to|or|bis|à|a)\s\d|[a-zµ]{1,2}(?![^\W_])))"
_LABELLED: Final = re.compile(
    rf"(?P<word>[^\W\d_][^\W_]{{0,39}})\s(?P<label>[A-Z]|[0-9]{{1,3}}{_AMOUNT})(?![^\W_])"
)
_HAS_LABEL: Final = re.compile(
    rf"[A-Z\s](?:(?<=[A-Z])[^\W_]{{0,39}}\s[0-9]{{1,3}}(?![^\W_]){_AMOUNT}"
    r"|(?<=\s)[A-Z](?![^\W_]))"
)
#: Words that have a figure for their name though they are written small ("bus 12", "rule 4").
_NUMBERED: Final = (
    "article|batch|building|bus|chapter|clause|class|cohort|floor|gate|grade|group|level|line|lot|"
    "machine|model|module|paragraph|phase|plant|platform|route|rule|section|stage|step|tier|track|"
    "train|tram|unit|variant|version|ward|zone"
)
#: A figure that names behind a small word: one of those, or one with a name or "the" before it
#: ("the Corvane pump 46 takes"), where what follows cannot be counted by the figure: "Anna sold 46
#: cars" names nothing.
_SUBJECT: Final = (
    r"['’]s |\?| (?:is|was|are|were|has|had|have|can|will|must|may|shall|should|does|did|which|"
    r"that|who|and the|or the|takes?|took|costs?|weighs?|uses?|needs?|runs|draws|holds|lasts|"
    r"gives|stands|works|delivers|reaches|measures|[a-z]{2,12}s [0-9€$£])(?![^\W_])"
)
SMALL_LABEL: Final = re.compile(
    r"(?<![^\W_])(?:"
    rf"(?P<numbered>{_NUMBERED}) (?P<number>[0-9]{{1,3}})(?=[ ,:;.)?]|\Z)(?![.,][0-9])"
    r"(?! ?(?:[-–—%°€$£¥]|(?:to|or) [0-9]|(?:mg|µg|g|kg|km|m|cm|mm|ml|l|h|s|ms|v|w|kw|mb|gb)"
    r"(?![^\W_])))"
    r"|(?:[A-Z][^\W_]{1,39}|the)[ -](?:[a-z]{3,24} )?(?P<word>[a-z]{3,24}) (?P<label>[0-9]{1,4})"
    r"(?![^\W_])"
    rf"(?={_SUBJECT}))"
)
_NUMBERED_END: Final = "|".join(sorted({word[-3:] for word in _NUMBERED.split("|")}))
#: The figure of every `SMALL_LABEL`, and of little else: it is what is looked for first.
_MAY_BE_SMALL: Final = re.compile(
    rf"[0-9](?<=[a-z]{{3}} [0-9])(?:(?<=(?:{_NUMBERED_END}) [0-9])|[0-9]{{0,3}}(?:{_SUBJECT}))"
)
#: A code of a letter and figures ("X-10").
_CODE: Final = re.compile(r"(?<![^\W_])[A-Z]-[0-9]{1,5}(?![^\W_])")
#: A capital letter that is a name by itself ("B has 23 rooms"), not the article "A".
LONE_LETTER: Final = re.compile(
    r"(?<![^\W_])(?:[B-HJ-Z](?!['’.&/-])|I(?=\s(?:is|has|hat|ist|est|es)\s)|A(?=\s(?:is|was|has|had|costs?|weighs?|takes?|and|or|und|"
    r"oder|et|ou|y|o|will|can|hat|hatte|ist|war|wird|wurde|kostet|wiegt|kam|a|est|était|fut|avait|"
    r"coûte|pèse|tiene|tenía|es|era|fue|cuesta|pesa|abrió|ha|è|costa|"
    r"[a-z]{2,12}ed\s(?:in|on|at|by|to|for|from|[0-9€$£])|[a-z]{2,12}s\s[0-9€$£])|\s?[,:]))"
    r"(?=[\s,:;)])"
)
_HAS_LONE: Final = re.compile(r"[\s(A-Z](?:(?<=[\s(])[A-Z]|(?<=\A[A-Z]))(?=[\s,:;)])")
#: A name after another word that is none where it is small ("Tarif Plus").
CAPITAL: Final = re.compile(r"[A-Z](?<=[^\W\d_] [A-Z])[a-zà-ÿ]{2,11}(?![^\W_]|['’])")
#: Words of periods that have several spellings; a year has but one.
_PERIOD_WORDS: Final = frozenset(
    [
        *MONTHS,
        *word_list(
            "q1 q2 q3 q4 1q 2q 3q 4q h1 h2 1h 2h quarter quarters quartal quartals trimestre "
            "квартал квартала квартале half halbjahr halbjahres halbjahrs semestre полугодие "
            "полугодии полугодия tháng am pm"
        ),
    ]
)
_EASTERN_PERIODS: Final = ("月", "四半期", "季度", "半期", "半年")

_QUARTERS: Final = ("q", "1q", "2q", "3q", "4q", "trimest", "кварт", "季", "四半期")
_HALVES: Final = ("half", "halb", "semest", "h1", "h2", "1h", "2h", "h 1", "h 2", "полуг", "半")
_HOURS: Final = ("am", "pm", "a.m", "p.m")


class Named(NamedTuple):
    """What a text may name its things by.

    `keys`: of its words; `periods`: words of periods that may be spelled in another way elsewhere;
    `labels`: letters and figures that name, each with the word before it ("pump b"); `figures`:
    its figures and number words, as they are written.
    """

    keys: tuple[str, ...]
    periods: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()

    def with_all(self, other: Named) -> Named:
        """Both together, each key once."""
        keys = tuple(dict.fromkeys(self.keys + other.keys))
        periods, labels = self.periods + other.periods, self.labels + other.labels
        return Named(keys, periods, labels, self.figures)


def named_in(text: str, lower: str, start: int, end: int) -> Named:
    """What `text[start:end]` names; `lower` is the text in lower case, same offsets."""
    part = lower[start:end]
    words = part.translate(_BLANKS).split() if part.isascii() else _WORD.findall(part)
    keys = dict.fromkeys([key for word in words if (key := _key(word))])
    periods: tuple[str, ...] = ()
    if not part.isascii():
        keys = dict.fromkeys(_split(keys))
        periods = tuple(sign for sign in _EASTERN_PERIODS if sign in part)
    if not _PERIOD_WORDS.isdisjoint(words):
        periods += tuple(word for word in words if word in _PERIOD_WORDS)
    labels: tuple[str, ...] = ()
    if _HAS_LABEL.search(text, start, end) is not None:
        labels = tuple(_labels(text, start, end))
    labels += tuple(small_labels(text, start, end).values())
    if "-" in part:
        labels += tuple(one.lower() for one in _CODE.findall(text, start, end))
    lone = [one.lower() for one in lone_letters(text, start, end)]
    if lone:
        behind = {label.rpartition(" ")[2] for label in labels}
        labels += tuple(f"letter {one}" for one in lone if one not in behind)
    for word in CAPITAL.findall(text, start, end):
        if is_name_here(word):
            keys[word.lower()] = None
    figures = [one.rstrip(".,") for one in _FIGURE.findall(part)]
    figures += [word for word in words if word in NUMBER_WORDS]
    return Named(tuple(keys), periods, labels, tuple(figures))


def lone_letters(text: str, start: int, end: int) -> list[str]:
    """The capital letters that are names by themselves: "B has 23 rooms"."""
    if _HAS_LONE.search(text, start, end) is None:
        return []
    return LONE_LETTER.findall(text, start, end)


@lru_cache(maxsize=8_192)
def is_name_here(word: str) -> bool:
    """Whether a word with a capital behind another word is a name, though it is none in itself."""
    lower = word.lower()
    if lower in NUMBER_WORDS or lower in _PERIOD_WORDS or fold(lower) in COMMON_WORDS:
        return False
    return lower in ALL_STOP_WORDS or fold(lower) in ALL_STOP_WORDS


def _split(keys: dict[str, None]) -> list[str]:
    """The keys, those of a script without blanks as overlapping pairs of characters."""
    found = []
    for key in keys:
        if key < "\u0e00":
            found.append(key)
        else:
            pairs = (key[at : at + 2] for at in range(len(key) - 1))
            found += [pair for pair in pairs if _HIRAGANA.search(pair) is None]
    return found


def _labels(text: str, start: int, end: int) -> list[str]:
    found = []
    for match in _LABELLED.finditer(text, start, end):
        word, label = match["word"], match["label"]
        if word.lower() in _PERIOD_WORDS:
            continue
        if label.isdigit() and not word[0].isupper():
            continue
        if _key(word.lower()):
            found.append(match.group().lower())
    return found


def small_labels(text: str, start: int, end: int) -> dict[int, str]:
    """Where a figure starts that names behind a small word → both ("pump 46")."""
    found: dict[int, str] = {}
    if _MAY_BE_SMALL.search(text, start, end) is None:
        return found
    for match in SMALL_LABEL.finditer(text, start, end):
        word, label = match["numbered"] or match["word"], match["number"] or match["label"]
        if word not in _PERIOD_WORDS and word not in NUMBER_WORDS and _key(word):
            found[match.end() - len(label)] = f"{word} {label}"
    return found


def other_spellings(named: str) -> tuple[str, ...]:
    """Pieces of which a text has one, however it writes a period or a label of `Named`."""
    word, _, label = named.rpartition(" ")
    if word == "letter":
        return tuple(label + sign for sign in " ,:;)")
    if "-" in named:
        return (named, named.replace("-", " "), named.replace("-", ""))
    if word and label.isalpha():
        return tuple(sign + label for sign in " /(-\n")
    if word:
        return (label,)
    if named in _EASTERN_PERIODS:
        return (*_QUARTERS, *_HALVES, "月")
    for spellings in (_QUARTERS, _HALVES, _HOURS):
        if named.startswith(spellings) or (len(named) == 2 and named in spellings):
            return spellings
    return (named[:3],)


@lru_cache(maxsize=32_768)
def _key(word: str) -> str:
    """What the forms of a word have in common; "" for a word that tells no two things apart."""
    if word.isdigit():
        return word if len(word) == 4 else ""
    folded = fold(word)
    if folded[:1].isdigit() or word in NUMBER_WORDS:
        return ""
    if len(word) < 2 or folded in COMMON_WORDS or folded in ALL_STOP_WORDS or word > "\u0e00":
        return "" if word < "\u0e00" else word
    folded = folded.removesuffix("y") if len(folded) > 4 else folded
    size = 0
    for one, two in zip(word, folded, strict=False):
        if one != two:
            break
        size += 1
    return word[:size] if size > 2 else word
