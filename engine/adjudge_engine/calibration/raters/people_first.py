"""People against people, before any judge: where they do not agree, no judge can be right.

Below 80 % agreement, or with κ under 0.6, the task is ambiguous: the guideline is to be fixed, not
the judge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from pydantic import ValidationError

from adjudge_engine.calibration.raters.coefficient import DEFAULT, Coefficient, Resampling
from adjudge_engine.calibration.raters.cohen import cohen
from adjudge_engine.calibration.raters.multirater import fleiss, percent_agreement
from adjudge_engine.calibration.raters.ordinal import within
from adjudge_engine.calibration.raters.people import label_says, labels_of
from adjudge_engine.calibration.raters.ratings import Ratings, Value
from adjudge_engine.case import Case, Label
from adjudge_engine.judges.preference import as_preferred
from adjudge_engine.vocabulary import PREFERENCE

#: Agreement and κ below which the task is ambiguous.
LEAST_AGREEMENT: Final = 0.8
LEAST_KAPPA: Final = 0.6

#: `undefined`: people agree, but only ever said one thing, so nothing was told apart.
Clarity = Literal["clear", "ambiguous", "one_person", "undefined"]


class PersonsWord(NamedTuple):
    """What one person says of one answer. `item` numbers the cases, `by` tells people apart."""

    item: int
    group: str
    by: str
    value: Value


@dataclass(frozen=True, slots=True)
class HumanAgreement:
    """How far people agree with each other on the criterion.

    `raters` and `items` count those with an item in common, and the items. `agreement` is exact,
    or within one point on a scale of more than three values. κ is Cohen's for two raters, else
    Fleiss'; on such a scale weighted quadratically.
    """

    verdict: Clarity
    raters: int
    items: int
    agreement: Coefficient
    kappa: Coefficient

    @property
    def sentence(self) -> str:
        """What it means, in words."""
        if self.verdict == "one_person":
            return (
                "No answer was labelled by two people: whether people agree is not known. "
                "Have some labelled twice."
            )
        told = f"{self.raters} people agree on {_percent(self.agreement)} of {self.items:,} answers"
        if self.verdict == "undefined":
            return (
                f"{told}, but they only ever said one thing: whether they can tell good from bad "
                "is not known."
            )
        told += f", κ {_number(self.kappa)}"
        if self.verdict == "ambiguous":
            return (
                f"{told}: under {LEAST_AGREEMENT:.0%} or κ {LEAST_KAPPA:g} the task is ambiguous. "
                "Fix the guideline, not the judge."
            )
        return f"{told}: the task is clear enough to measure a judge by."

    def to_dict(self) -> dict[str, Any]:
        """The agreement as JSON values."""
        return {
            "verdict": self.verdict,
            "raters": self.raters,
            "items": self.items,
            "agreement": self.agreement.to_dict(),
            "kappa": self.kappa.to_dict(),
            "sentence": self.sentence,
        }


def human_agreement(
    cases: Iterable[Case], criterion: str, how: Resampling = DEFAULT
) -> HumanAgreement:
    """How far the people who labelled the cases agree on the criterion."""
    words: list[PersonsWord] = []
    for item, case in enumerate(cases):
        words += words_of(case, labels_of(case, criterion), item)
    return agreement_of_people(words, how)


def agreement_of_people(words: Sequence[PersonsWord], how: Resampling = DEFAULT) -> HumanAgreement:
    """The same from what each person said, where that is at hand."""
    raters: dict[int, int] = {}
    for one in words:
        raters[one.item] = raters.get(one.item, 0) + 1
    shared = [one for one in words if raters[one.item] > 1]
    ratings = Ratings.of(
        ((one.by, one.item, one.value) for one in shared),
        {one.item: one.group for one in shared},
    )
    on_scale = all(not isinstance(one.value, str) for one in shared)
    graded = on_scale and len({one.value for one in shared}) > 3
    two = len(ratings.raters) == 2
    kappa = (cohen if two else fleiss)(ratings, "quadratic" if graded else "identity", how=how)
    exact = percent_agreement(ratings, how=how)
    agreement = within(ratings, 1, how=how) if graded and two else exact
    return HumanAgreement(
        verdict=_verdict(agreement, kappa),
        raters=len(ratings.raters),
        items=exact.n,
        agreement=agreement,
        kappa=kappa,
    )


def words_of(case: Case, labels: Sequence[Label], item: int) -> Iterator[PersonsWord]:
    """What each person says of the case: by its labels, or by the rounds of a golden row.

    A golden row has the labels that count; what each of two reviewers said before they were
    settled stands in its provenance.
    """
    rounds = dict(_rounds(case, {one.criterion for one in labels}))
    for place, label in enumerate(labels):
        by = f"unnamed {place}" if label.by is None else f"named {label.by}"
        if not rounds and (value := _word(label)) is not None:
            yield PersonsWord(item, case.group, by, value)
    for by, value in rounds.items():
        yield PersonsWord(item, case.group, f"named {by}", value)


def _rounds(case: Case, criteria: set[str]) -> Iterator[tuple[str, Value]]:
    """(reviewer, word) of the first two rounds, if both are there."""
    golden = case.metadata.get("golden")
    rounds = golden.get("rounds") if isinstance(golden, dict) else None
    for one in rounds if isinstance(rounds, list) else ():
        if not isinstance(one, dict) or one.get("round") == "adjudication":
            continue
        given = one.get("labels")
        for label in map(_label, given if isinstance(given, list) else ()):
            if label is None or label.criterion not in criteria:
                continue
            if (value := _word(label)) is not None:
                yield str(one.get("reviewer")), value


def _label(value: object) -> Label | None:
    if not isinstance(value, Mapping):
        return None
    try:
        return Label.model_validate(value)
    except ValidationError:
        return None


def _word(label: Label) -> Value | None:
    """A number stays one; a word is read as good or bad; what is neither is no word."""
    if label.undetermined:
        return None
    if label.criterion == PREFERENCE:
        return as_preferred(label.value)
    if isinstance(label.value, int | float):
        return label.value
    said = label_says(label)
    return said if said in ("good", "bad") else None


def _verdict(agreement: Coefficient, kappa: Coefficient) -> Clarity:
    if agreement.value is None:
        return "one_person"
    if agreement.value < LEAST_AGREEMENT:
        return "ambiguous"
    if kappa.value is None:
        return "undefined"
    return "ambiguous" if kappa.value < LEAST_KAPPA else "clear"


def _percent(one: Coefficient) -> str:
    return "–" if one.value is None else f"{100 * one.value:.0f} %"


def _number(one: Coefficient) -> str:
    return "undefined" if one.value is None else f"{one.value:.2f}".replace("-", "−")
