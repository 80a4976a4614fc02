"""Figures of recorded judges, worked out by the product from the real files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from shared_data import SHARED

from adjudge_engine.calibration.measures.pairwise import PairwiseCalibration, calibrate_pairwise
from adjudge_engine.calibration.measures.spread import RepeatSpread, repeat_spread
from adjudge_engine.calibration.measures.words import WordAgreement, agreement_in_words
from adjudge_engine.case import Case
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.recorded import RecordedJudge
from adjudge_engine.reading import Reject, read_labelled
from adjudge_engine.reading.native import to_case

OPENGATE = SHARED / "judge_replay" / "opengate_exp2.jsonl"
WICE = SHARED / "items" / "wice_claims_judged.jsonl"
NOMIRACL = SHARED / "items" / "nomiracl_answerability.jsonl"
LLMBAR = SHARED / "pairwise" / "llmbar_swap.jsonl"
PANDALM = SHARED / "pairwise" / "pandalm.jsonl"


class Caught(NamedTuple):
    """What a judge says of the answers of one defect class, over its repeats.

    `lowest` … `highest` is the score's range; of `runs`, `flagged` have the strict reading 0;
    `steady` answers are flagged by every run, `never` by none.
    """

    answers: int
    runs: int
    lowest: float
    highest: float
    flagged: int
    steady: int
    never: int


def reference() -> dict[str, dict[str, float]]:
    """The figures that the files are known to give, by set and judge."""
    found: dict[str, dict[str, float]] = json.loads(
        (SHARED / "reference_figures.json").read_text(encoding="utf-8")
    )
    return found


def raw_records(path: Path) -> list[dict[str, Any]]:
    """The records of a file as they stand there."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@cache
def cases(path: Path) -> tuple[Case, ...]:
    """The cases of a file; a record that cannot be read is an error here."""
    found = tuple(read_labelled(path))
    assert not any(isinstance(one, Reject) for one in found), path
    return tuple(one for one in found if isinstance(one, Case))


def judges(path: Path) -> list[str]:
    """The names of the judges of a file, in order."""
    return sorted({one.judge for case in cases(path) for one in case.judgments})


def by_reply_alone(path: Path) -> list[Case]:
    """The cases with nothing of their judges but the raw replies."""
    records = raw_records(path)
    for record in records:
        record["judge"] = {name: {"raw": one["raw"]} for name, one in record["judge"].items()}
    return [to_case(record, labelled=True) for record in records]


def worded(path: Path, criterion: str, *, parsed: bool = False) -> Iterator[WordAgreement]:
    """Each judge against people, in words."""
    about = by_reply_alone(path) if parsed else cases(path)
    for judge in judges(path):
        yield agreement_in_words(about, judge, criterion)


def compared(path: Path) -> Iterator[PairwiseCalibration]:
    """Each judge's comparisons against people."""
    for judge in judges(path):
        yield calibrate_pairwise(cases(path), judge, resamples=0)


def spreads() -> Iterator[RepeatSpread]:
    """The spread of each judge's repeats."""
    for judge in judges(OPENGATE):
        criterion = "checks" if judge.startswith("opengate") else "faithfulness"
        yield repeat_spread(cases(OPENGATE), judge, criterion)


def replayed(case: Case, judge: str) -> Judgment:
    """What the recorded judge gives for all the repeats of one judge on a case."""
    criterion = "checks" if judge.startswith("opengate") else "faithfulness"
    claims = split_claims(case.answer or "")
    return RecordedJudge(judge).judge(JudgeRequest(criterion, case, claims, case.judgments))


def caught(judge: str) -> dict[str, Caught]:
    """Defect class → what the judge says of its answers."""
    found: dict[str, list[list[Judgment]]] = {}
    for case in cases(OPENGATE):
        human: Any = case.metadata["human"]
        runs = [one for one in case.judgments if one.judge == judge]
        found.setdefault(human["defect_class"], []).append(runs)
    return {name: _caught(answers) for name, answers in found.items()}


def _caught(answers: list[list[Judgment]]) -> Caught:
    scores = [one.score for runs in answers for one in runs if one.score is not None]
    flags = [[one.strict == 0 for one in runs] for runs in answers]
    return Caught(
        answers=len(answers),
        runs=sum(map(len, flags)),
        lowest=min(scores),
        highest=max(scores),
        flagged=sum(map(sum, flags)),
        steady=sum(map(all, flags)),
        never=sum(not any(one) for one in flags),
    )
