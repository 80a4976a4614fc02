"""A judge's verdicts in words beside people's: more than two of them, where partly right counts.

`calibrate` reads every verdict as pass or fail. Where a judge and people speak in the same words
(faithful, partial, unfaithful; answerable, unanswerable) this compares those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from adjudge_engine.calibration.agreement import agreement_of_table, kappa_of_table
from adjudge_engine.calibration.people import labels_of
from adjudge_engine.case import Case
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


def agreement_in_words(cases: Iterable[Case], judge: str, criterion: str) -> WordAgreement:
    """The words of the judge's recorded judgments against the labels, case by case.

    A case counts if everybody who labelled it says one word and it has judgments of the judge;
    if those differ from each other, the judge is unclear.
    """
    table: Counter[tuple[str, str]] = Counter()
    unclear = 0
    for case in cases:
        labels = [one for one in labels_of(case, criterion) if not one.undetermined]
        people = {str(one.value) for one in labels if one.value is not None}
        said = [one for one in case.judgments if one.judge == judge and one.criterion == criterion]
        if len(people) != 1 or not said:
            continue
        words = {_word(one) for one in said}
        word = words.pop() if len(words) == 1 else None
        if word is None:
            unclear += 1
        else:
            table[people.pop(), word] += 1
    n = sum(table.values())
    return WordAgreement(
        judge, criterion, n, unclear, agreement_of_table(table), kappa_of_table(table)
    )


def _word(judgment: Judgment) -> str | None:
    word = judgment.parameters.get("verdict")
    if judgment.abstained or not isinstance(word, str):
        return None
    return _WORDS.get(word, word)
