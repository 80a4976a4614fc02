"""A judge's verdicts in words beside people's: more than two of them, where partly right counts.

`calibrate` reads every verdict as pass or fail. Where a judge and people speak in the same words
(faithful, partial, unfaithful; answerable, unanswerable) this compares those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudge_engine.calibration.raters.people import labels_of
from adjudge_engine.calibration.statistics.agreement import agreement_of_table, kappa_of_table
from adjudge_engine.case import Case, Label
from adjudge_engine.evaluation import Judgment

#: What judges call a verdict → the label's word for it.
_WORDS: Final = {
    "supported": "faithful",
    "partially_supported": "partial",
    "not_supported": "unfaithful",
    "contradicted": "unfaithful",
}


@dataclass(frozen=True, slots=True)
class WordAgreement:
    """`n` cases with a word of both; `unclear` with a label, on which the judge gives no word.

    `kappa` is Cohen's, unweighted.
    """

    judge: str
    criterion: str
    n: int
    unclear: int
    agree: float | None
    kappa: float | None

    def to_dict(self) -> dict[str, Any]:
        """The figures as JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}


class Words:
    """What people and the judge said in words, counted case by case."""

    def __init__(self) -> None:
        self.table: Counter[tuple[str, str]] = Counter()
        self.unclear = 0

    def add(self, labels: Iterable[Label], judgments: Sequence[Judgment]) -> None:
        """A case counts if everybody who labelled it says one word and it has judgments; if those
        differ from each other, the judge is unclear."""
        people = {
            str(one.value) for one in labels if not one.undetermined and one.value is not None
        }
        if len(people) != 1 or not judgments:
            return
        words = {_word(one) for one in judgments}
        word = words.pop() if len(words) == 1 else None
        if word is None:
            self.unclear += 1
        else:
            self.table[people.pop(), word] += 1

    @property
    def more_than_two(self) -> bool:
        """Whether reading every word as good or bad says less than the words do."""
        return len({word for pair in self.table for word in pair}) > 2

    def result(self, judge: str, criterion: str) -> WordAgreement:
        """The figures."""
        n = sum(self.table.values())
        agree, kappa = agreement_of_table(self.table), kappa_of_table(self.table)
        return WordAgreement(judge, criterion, n, self.unclear, agree, kappa)


def agreement_in_words(cases: Iterable[Case], judge: str, criterion: str) -> WordAgreement:
    """The words of the judge's recorded judgments against the labels, case by case."""
    words = Words()
    for case in cases:
        said = [one for one in case.judgments if one.judge == judge and one.criterion == criterion]
        words.add(labels_of(case, criterion), said)
    return words.result(judge, criterion)


def _word(judgment: Judgment) -> str | None:
    word = judgment.parameters.get("verdict")
    if judgment.abstained or not isinstance(word, str):
        return None
    return _WORDS.get(word, word)
