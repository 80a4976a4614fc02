"""Labelled cases beside a judge's word: the rows that every figure of calibration is made of.

Two levels. *Answer*: bad is an answer that people call unfaithful or only partly faithful; the
judge passes it if the reading (`strict` …) reaches the minimum. *Claim*: bad is a claim that
people did not find supported; the judge passes it as `supported`. On both, undetermined labels
are left out and counted, and abstentions of the judge are kept apart from its verdicts.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from adjudge_engine.calibration.measures.judgments import (
    JudgmentSource,
    Pending,
    judge_says,
    judge_says_of_claims,
    why_silent,
)
from adjudge_engine.calibration.measures.kinds import slices_of
from adjudge_engine.calibration.measures.splits import Split, group_of, split_of
from adjudge_engine.calibration.measures.spread import Repeats
from adjudge_engine.calibration.measures.words import Words
from adjudge_engine.calibration.raters.people import labels_of, people_say, people_say_of_claims
from adjudge_engine.calibration.raters.people_first import PersonsWord, words_of
from adjudge_engine.calibration.raters.scales import OnScale, number_of, on_scale
from adjudge_engine.calibration.statistics.confusion import Said, Truth
from adjudge_engine.case import Case, Label
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Judgment, Usage
from adjudge_engine.vocabulary import PREFERENCE, Reading

#: Why a case does not count, in the order in which it is reported.
LEFT_OUT: Final = (
    "no_label",
    "undetermined",
    "people_disagree",
    "other_scale",
    "no_judgment",
)


@dataclass(frozen=True, slots=True)
class Labelled:
    """One compared item: an answer, or a claim of one (then with `claim_id`).

    `score` is how bad the judge takes it to be, 0 … 1 (see `Compared.scored_by`), None if it does
    not say; it may be there where the judge abstains. `slices`: kind → value, see `kinds.KINDS`;
    the case's `tags` stand apart, as it may have several.
    """

    case_id: str
    group: str
    truth: Truth
    said: Said
    score: float | None
    slices: Mapping[str, str]
    split: Split
    claim_id: str | None = None
    tags: tuple[str, ...] = ()


@dataclass(slots=True)
class Compared:
    """All rows of one judge on one criterion, and what did not become a row.

    `left_out` counts the `cases` that do not stand in `answer`, by reason (their claims count
    where people judged them); `without_reading` the judgments that had no value for the reading,
    though they did not abstain; `silent` the answers on which the judge abstains, by its code.
    `scored_by` says what a row's score is: `risk` (the local judge's own, of an answer the highest
    of its claims) or 1 − the reading. `usage`: what each judgment took, None where it does not
    say. `people`: what each person says of each answer; `on_scale`: numbers of both; `words`: the
    words of both; `repeats`: how far the judge's repeats lie apart.
    """

    judge: str
    fingerprint: str | None
    criterion: str
    reading: Reading
    minimum: float
    scored_by: str
    cases: int = 0
    answer: list[Labelled] = field(default_factory=list)
    claim: list[Labelled] = field(default_factory=list)
    claim_verdicts: bool = False
    left_out: Counter[str] = field(default_factory=Counter)
    without_reading: int = 0
    silent: Counter[str] = field(default_factory=Counter)
    usage: list[Usage | None] = field(default_factory=list)
    people: list[PersonsWord] = field(default_factory=list)
    on_scale: list[OnScale] = field(default_factory=list)
    words: Words = field(default_factory=Words)
    repeats: Repeats = field(default_factory=Repeats)


def label_rows(
    cases: Iterable[Case],
    source: JudgmentSource,
    *,
    criterion: str = "faithfulness",
    reading: Reading = "strict",
    minimum: float = 1.0,
) -> Compared:
    """Compare any source of judgments with people's labels, row by row.

    Cases are read once; no more than `source.ahead` of them wait for their judgments at once.
    Labels are never shown to the judge, and a case without a usable one costs no judgment.
    """
    tally = _Tally(source, criterion, reading, minimum)
    waiting: deque[_Begun] = deque()
    for case in cases:
        if (begun := tally.begin(case)) is not None:
            waiting.append(begun)
        if len(waiting) > source.ahead:
            tally.add(waiting.popleft())
    while waiting:
        tally.add(waiting.popleft())
    tally.rows.fingerprint = source.fingerprint
    return tally.rows


class _Begun(NamedTuple):
    """A labelled case whose judgments are under way."""

    case: Case
    labels: Sequence[Label]
    known: Truth | None
    of_claims: Mapping[str, Truth]
    pending: Pending
    risks: Mapping[str, float]


class _Tally:
    """The rows so far."""

    def __init__(
        self, source: JudgmentSource, criterion: str, reading: Reading, minimum: float
    ) -> None:
        self.source = source
        scored_by = source.scored_by or f"1 - {reading}"
        self.rows = Compared(source.name, None, criterion, reading, minimum, scored_by)

    def begin(self, case: Case) -> _Begun | None:
        """Asks about one case; None where it has no usable label, which is counted."""
        rows = self.rows
        rows.cases += 1
        labels = labels_of(case, rows.criterion)
        rows.people += words_of(case, labels, rows.cases)
        truth = people_say(labels)
        known: Truth | None = None
        if truth == "good" or truth == "bad":
            known = truth
        else:
            rows.left_out[truth] += 1
        claims = split_claims(case.answer or "") if labels else ()
        of_claims = people_say_of_claims(labels, claims)
        if known is None and not of_claims and number_of(labels) is None:
            return None
        pending = self.source.begin(case, claims)
        return _Begun(case, labels, known, of_claims, pending, self.source.risks(case, claims))

    def add(self, begun: _Begun) -> None:
        """Counts what the judge says of one case, or that it says nothing."""
        judgments = begun.pending()
        if not judgments:
            self.rows.left_out["no_judgment"] += begun.known is not None
            return
        self.rows.usage += [one.usage for one in judgments]
        about = _About.of(begun.case)
        if begun.known is not None:
            self._add_answer(begun, begun.known, judgments, about)
        self.rows.on_scale += on_scale(begun.case, begun.labels, judgments)
        self.rows.words.add(begun.labels, judgments)
        self.rows.repeats.add(judgments)
        self._add_claims(begun, judgments, about)

    def _add_answer(
        self, begun: _Begun, truth: Truth, judgments: Sequence[Judgment], about: _About
    ) -> None:
        rows = self.rows
        said = judge_says(judgments, rows.reading, rows.minimum)
        if begun.risks:
            score: float | None = max(begun.risks.values())
        else:
            score = _badness(judgments, rows.reading)
        rows.answer.append(about.row(truth, said, score))
        if said == "abstain":
            rows.silent[why_silent(judgments, rows.reading)] += 1
        rows.without_reading += sum(
            not one.abstained and getattr(one, rows.reading) is None for one in judgments
        )

    def _add_claims(self, begun: _Begun, judgments: Sequence[Judgment], about: _About) -> None:
        self.rows.claim_verdicts |= any(one.claims for one in judgments)
        said = judge_says_of_claims(judgments, begun.of_claims)
        self.rows.claim += [
            about.row(truth, said[claim_id], begun.risks.get(claim_id), claim_id)
            for claim_id, truth in begun.of_claims.items()
        ]


class _About(NamedTuple):
    """What all rows of one case share."""

    case: Case
    group: str
    slices: Mapping[str, str]
    split: Split

    @classmethod
    def of(cls, case: Case) -> _About:
        group = group_of(case)
        return cls(case, group, slices_of(case), split_of(group))

    def row(
        self, truth: Truth, said: Said, score: float | None, claim_id: str | None = None
    ) -> Labelled:
        return Labelled(
            self.case.id,
            self.group,
            truth,
            said,
            score,
            self.slices,
            self.split,
            claim_id,
            tuple(dict.fromkeys(self.case.tags)),
        )


def _badness(judgments: Sequence[Judgment], reading: Reading) -> float | None:
    """1 − the mean of the reading over the repeats; None if one of them has none.

    Of comparisons: 0 where A is preferred, 1 where B is.
    """
    if any(one.criterion == PREFERENCE for one in judgments):
        said = judge_says(judgments, reading, 0.0)
        return None if said == "abstain" else float(said == "fail")
    values: list[float | None] = [
        None if one.abstained else getattr(one, reading) for one in judgments
    ]
    known = [one for one in values if one is not None and 0 <= one <= 1]
    return 1 - sum(known) / len(known) if known and len(known) == len(values) else None
