"""Calibrate a judge: its word on each labelled case against what people said of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from adjudge_engine.calibration.measures.judgments import Asked, JudgmentSource, Recorded
from adjudge_engine.calibration.measures.labelled import LEFT_OUT, Compared, label_rows
from adjudge_engine.calibration.measures.measuring import REDRAWN, REFERENCE_POINTS, Level, measure
from adjudge_engine.calibration.measures.splits import Split, group_of, split_of
from adjudge_engine.calibration.measures.spread import RepeatSpread
from adjudge_engine.calibration.measures.words import WordAgreement
from adjudge_engine.calibration.raters.coefficient import Resampling
from adjudge_engine.calibration.raters.people_first import HumanAgreement, agreement_of_people
from adjudge_engine.calibration.raters.scales import ScaleFigures, measure_scale
from adjudge_engine.calibration.statistics.confusion import Said, Truth
from adjudge_engine.case import Case
from adjudge_engine.judges.base import Judge
from adjudge_engine.vocabulary import Reading

CALIBRATION_SCHEMA: Final = "adjudge.calibration/1"


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One case on which people and a judge that gave its verdict differ."""

    case_id: str
    people: Truth
    judge: Said

    def to_dict(self) -> dict[str, str]:
        """The disagreement as JSON values."""
        return {"case_id": self.case_id, "people": self.people, "judge": self.judge}


@dataclass(frozen=True, slots=True)
class Calibration:
    """How one judge did on one criterion. `claim` is None if the judge gave no claim verdicts.

    `split`: the side of the split that the cases are on, None: both. `left_out` counts the
    `cases` that do not stand in `answer`, by reason (their claims count where people judged them);
    `without_reading` the judgments that had no value for the reading, though they did not abstain;
    `silent` the answers without a verdict by the judge's code; `scored_by` what orders the curve.
    `people`: how far people agree with each other. `scale`: the numbers, where both gave some;
    `words`: their own words, where there are more than two; `repeats`: how far the judge's repeats
    lie apart, where it has some.
    """

    judge: str
    fingerprint: str | None
    criterion: str
    reading: Reading
    minimum: float
    split: Split | None
    scored_by: str
    cases: int
    left_out: Mapping[str, int]
    without_reading: int
    silent: Mapping[str, int]
    people: HumanAgreement
    answer: Level
    claim: Level | None
    scale: ScaleFigures | None
    words: WordAgreement | None
    repeats: RepeatSpread | None
    disagreements: tuple[Disagreement, ...]

    @property
    def compared(self) -> bool:
        """Whether anything of the judge could be held against people's word at all."""
        claims = self.claim.confusion.n if self.claim else 0
        return bool(self.answer.confusion.n or claims or self.scale)

    def to_dict(self) -> dict[str, Any]:
        """The calibration as JSON values. The positive class of all rates is `bad`."""
        return {
            "schema": CALIBRATION_SCHEMA,
            "judge": self.judge,
            "fingerprint": self.fingerprint,
            "criterion": self.criterion,
            "reading": self.reading,
            "minimum": self.minimum,
            "split": self.split or "all",
            "positive": "bad",
            "scored_by": self.scored_by,
            "cases": self.cases,
            "left_out": dict(self.left_out),
            "without_reading": self.without_reading,
            "silent": dict(self.silent),
            "reference_points": dict(REFERENCE_POINTS),
            "people": self.people.to_dict(),
            "answer": self.answer.to_dict(),
            "claim": self.claim.to_dict() if self.claim else None,
            "scale": self.scale.to_dict() if self.scale else None,
            "words": self.words.to_dict() if self.words else None,
            "repeats": self.repeats.to_dict() if self.repeats else None,
            "disagreements": [one.to_dict() for one in self.disagreements],
        }


def calibrate(
    cases: Iterable[Case],
    judge: Judge,
    *,
    criterion: str = "faithfulness",
    reading: Reading = "strict",
    minimum: float = 1.0,
) -> Calibration:
    """Ask `judge` about every labelled case, labels hidden, and compare.

    Raises JudgeError if the judge does not judge the criterion.
    """
    return calibrate_source(
        cases, Asked(judge, criterion), criterion=criterion, reading=reading, minimum=minimum
    )


def calibrate_recorded(
    cases: Iterable[Case],
    name: str,
    *,
    criterion: str = "faithfulness",
    reading: Reading = "strict",
    minimum: float = 1.0,
) -> Calibration:
    """Compare the judgments that the cases carry from the judge called `name`."""
    return calibrate_source(
        cases, Recorded(name, criterion), criterion=criterion, reading=reading, minimum=minimum
    )


def calibrate_source(
    cases: Iterable[Case],
    source: JudgmentSource,
    *,
    criterion: str = "faithfulness",
    reading: Reading = "strict",
    minimum: float = 1.0,
    split: Split | None = None,
) -> Calibration:
    """Compare any source of judgments with people's labels, on one side of the split or on both.

    Cases are read once, see `label_rows`; those on the other side are not judged.
    """
    chosen = (case for case in cases if split is None or split_of(group_of(case)) == split)
    rows = label_rows(chosen, source, criterion=criterion, reading=reading, minimum=minimum)
    return calibration_of(rows, split)


def calibration_of(rows: Compared, split: Split | None = None) -> Calibration:
    """The figures of rows that were compared already; `split` says which side they are on."""
    how = Resampling(resamples=REDRAWN)
    about = (rows.judge, rows.criterion)
    words, repeats = rows.words, rows.repeats.result(*about)
    return Calibration(
        judge=rows.judge,
        fingerprint=rows.fingerprint,
        criterion=rows.criterion,
        reading=rows.reading,
        minimum=rows.minimum,
        split=split,
        scored_by=rows.scored_by,
        cases=rows.cases,
        left_out={why: rows.left_out[why] for why in LEFT_OUT if rows.left_out[why]},
        without_reading=rows.without_reading,
        silent=dict(sorted(rows.silent.items(), key=lambda one: (-one[1], one[0]))),
        people=agreement_of_people(rows.people, how),
        answer=measure(rows.answer),
        claim=measure(rows.claim) if rows.claim_verdicts else None,
        scale=measure_scale(rows.on_scale, how),
        words=words.result(*about) if words.more_than_two else None,
        repeats=repeats if repeats.items else None,
        disagreements=tuple(
            Disagreement(one.case_id, one.truth, one.said)
            for one in rows.answer
            if one.said != "abstain" and (one.truth == "good") != (one.said == "pass")
        ),
    )
