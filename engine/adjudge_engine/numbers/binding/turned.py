"""Two figures that belong together, turned round: "1 to 3" for "3 to 1", "rose from 120 to 95".

A pair is two figures with nothing but a small word or a sign between them.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from adjudge_engine.numbers.binding.frame import content, denies, sentence_of, statement_at
from adjudge_engine.numbers.reading.directions import direction_of
from adjudge_engine.numbers.reading.scan import parse_numbers
from adjudge_engine.numbers.reading.tables import word_list, word_set
from adjudge_engine.text.tokens import fold

_JOIN: Final = (
    r"\s?(?:[:\-–]|\b(?:to|zu|à|a|contre|contra|against|out of|of|von|sur|de|su|di|van|op|auf|naar"
    r"|para|aus|из|к|до|против)\b)\s?"
)
_SIGNS: Final = frozenset([":", "-", "–"])
_WORDS: Final = word_set(
    "to zu à a contre contra against of von sur de su di van op auf naar para aus из к до против"
)
_BEHIND: Final = re.compile(rf"{_JOIN}[$€£]?(?=[0-9])")
_BEFORE: Final = re.compile(rf"[\w.]{{1,20}}(?:\s[^\W\d_]{{1,8}})?{_JOIN}[$€£]?\Z")
_DIGIT: Final = re.compile(r"[0-9]")
_LEFT: Final = 40
_RIGHT: Final = 32
#: More words for a rise and a fall, in the languages that say "from … to" with them.
_UP: Final = frozenset(
    map(
        fold,
        word_list(
            "stieg stiegen steigt wuchs kletterte subió sube aumentó salì salito sale aumentata "
            "aumentato cresciuto cresciuta steeg stegen steigen gestegen groeide subiu aumentou "
            "cresceu augmenté augmente monté monte grimpé вырос выросла выросло выросли поднялся"
        ),
    )
)
_DOWN: Final = frozenset(
    map(
        fold,
        word_list(
            "sank sanken sinkt fiel fällt fielen schrumpfte bajó baja cayó descendió disminuyó "
            "sceso scesa scese diminuito diminuita calato calata daalde daalden gedaald zakte caiu "
            "diminuiu desceu baissé baisse diminué chuté tombé снизился снизилась упал упала упало"
        ),
    )
)


def may_be_pair(lower: str, start: int, end: int) -> bool:
    """Whether a figure may belong together with one before or behind it."""
    if _DIGIT.search(lower, end, end + 10) is not None and _BEHIND.match(lower, end) is not None:
        return True
    low = start - 24 if start > 24 else 0
    before = lower[low:start].rstrip(" $€£")
    if before[-1:] not in _SIGNS and before[before.rfind(" ") + 1 :] not in _WORDS:
        return False
    return _BEFORE.search(lower, low, start) is not None


def pair_at(text: str, start: int, end: int) -> list[tuple[str, str]]:
    """The values of the pairs that `text[start:end]` is of, the left one first."""
    low, high = max(0, start - _LEFT), min(len(text), end + _RIGHT)
    numbers = [one for one in parse_numbers(text[low:high]) if low + one.start < high]
    found = []
    for left, right in pairwise(numbers):
        if not (
            low + left.start <= start < low + left.end
            or low + right.start <= start < low + right.end
        ):
            continue
        between = text[low + left.end : low + right.start]
        if re.fullmatch(rf"{_JOIN}[$€£]?", between.lower()):
            found.append((str(left.value.normalize()), str(right.value.normalize())))
    return found


def is_turned(answer: str, said: tuple[int, int], text: str, place: tuple[int, int]) -> bool:
    """Whether the figure's pair stands in the source the other way round, of the same thing."""
    mine = pair_at(answer, *said)
    if not mine:
        return False
    yours = pair_at(text, *place)
    if any(pair in yours for pair in mine):
        return False
    turned = any((right, left) in yours and left != right for left, right in mine)
    return turned and content(statement_at(answer, *said)) <= content(sentence_of(text, *place))


def goes_the_other_way(
    answer: str, said: tuple[int, int], text: str, place: tuple[int, int]
) -> bool:
    """Whether a rise is said of a pair that the source says a fall of, or a fall of a rise."""
    mine = pair_at(answer, *said)
    if not mine or not set(mine) & set(pair_at(text, *place)):
        return False
    claim, source = statement_at(answer, *said), sentence_of(text, *place)
    one, two = _directions(claim), _directions(source)
    return len(one) == len(two) == 1 and one != two and not (denies(claim) or denies(source))


def _directions(text: str) -> set[str]:
    found = set()
    for word in re.findall(r"[^\W\d_]{2,30}", text.lower()):
        folded = fold(word)
        direction = direction_of(word)
        if folded in _UP or direction == "up":
            found.add("up")
        elif folded in _DOWN or direction == "down":
            found.add("down")
    return found
