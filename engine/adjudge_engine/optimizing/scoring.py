"""A rubric's score: the judge asked by it about every case of one side, and held against people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from adjudge_engine.calibration.measures.judgments import Asked
from adjudge_engine.calibration.measures.labelled import Compared, Labelled, label_rows
from adjudge_engine.case import Case
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.abstentions import ABSTENTIONS
from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.rubrics.rubric import Rubric
from adjudge_engine.optimizing.account import KeptLedger
from adjudge_engine.optimizing.judging import Watched, caller_of, with_rubric
from adjudge_engine.optimizing.scores import Differing, Item, Level, Score, worst_first
from adjudge_engine.optimizing.shown import words_of
from adjudge_engine.vocabulary import Reading

#: Abstentions that say nothing of the rubric: the judge was not had.
NOT_HAD: Final = frozenset(
    {"over_budget", *(one.code for one in ABSTENTIONS if one.kind == "call")}
)


class NotHad(Exception):
    """Judgments that a score needs could not be had; `codes` counts them by abstention.

    `share`: of how many of the cases.
    """

    def __init__(self, codes: Mapping[str, int], cases: int) -> None:
        self.codes = dict(sorted(codes.items()))
        self.share = sum(self.codes.values()) / max(1, cases)
        super().__init__(", ".join(f"{count:,} × {code}" for code, count in self.codes.items()))

    @property
    def over_budget(self) -> bool:
        """Whether it was the budget that did not allow them."""
        return "over_budget" in self.codes


@dataclass(frozen=True)
class Reads:
    """How judgments become verdicts, and which of them are compared."""

    criterion: str = "faithfulness"
    reading: Reading = "strict"
    minimum: float = 1.0
    level: Level = "answer"


class Scorer:
    """Scores rubrics for one run; `ledger` keeps what that takes."""

    def __init__(self, judge: Judge, reads: Reads, ledger: KeptLedger) -> None:
        self.judge = judge
        self.reads = reads
        self._ledger = ledger

    def score(
        self, rubric: Rubric, cases: Iterable[Case], what: str, tick: Callable[[int], None]
    ) -> Score:
        """The score of `rubric` on `cases`. `what`: under which name spending is kept; `tick`
        hears how many cases are done.

        Where judgments could not be had they are asked for once more; then NotHad. JudgeError
        where the provider does not accept the key.
        """
        kept = list(cases)
        for last in (False, True):
            watch = _Watch(tick)
            with self._ledger.on(what):
                compared = self._compared(rubric, kept, watch)
            if not watch.not_had:
                return _score(compared, self.reads.level, watch.words)
            if "unauthorised" in watch.not_had:
                raise JudgeError(
                    f"the judge {self.judge.name!r} was not let in: the provider does not accept"
                    " the key",
                    "check the variable that api_key_env names; the same command goes on",
                )
            if last or "over_budget" in watch.not_had:
                break
        raise NotHad(watch.not_had, len(kept))

    def _compared(self, rubric: Rubric, cases: Sequence[Case], watch: _Watch) -> Compared:
        reads = self.reads
        judge = with_rubric(self.judge, reads.criterion, rubric)
        compared = label_rows(
            cases,
            Watched(Asked(judge, reads.criterion), watch.see),
            criterion=reads.criterion,
            reading=reads.reading,
            minimum=reads.minimum,
        )
        cache = caller_of(self.judge).cache
        if cache is not None:
            cache.flush()
        return compared


class _Watch:
    """What was seen while rows were made: reasons, judgments that were not had."""

    def __init__(self, tick: Callable[[int], None]) -> None:
        self._tick = tick
        self._done = 0
        self.words: dict[str, str] = {}
        self.not_had: Counter[str] = Counter()

    def see(self, case: Case, judgments: Sequence[Judgment]) -> None:
        """Takes note of one case."""
        self._done += 1
        for one in judgments:
            if one.abstention is not None and one.abstention.code in NOT_HAD:
                self.not_had[one.abstention.code] += 1
        self.words.setdefault(case.id, words_of(case, judgments))
        self._tick(self._done)


def _score(compared: Compared, level: Level, words: Mapping[str, str]) -> Score:
    rows = compared.claim if level == "claim" else compared.answer
    items = tuple(Item(_name(one), one.group, one.truth, one.said) for one in rows)
    weights = Counter(one.case_id for one in compared.claim if _differs(one))
    found: dict[str, Differing] = {}
    for one in filter(_differs, rows):
        was = found.get(one.case_id)
        if was is None or was.said != "pass":  # a false pass is what the case is known for
            weight = 1 + weights[one.case_id]
            kept = words.get(one.case_id, "")
            found[one.case_id] = Differing(one.case_id, one.truth, one.said, weight, kept)
    return Score(items, worst_first(list(found.values())), dict(sorted(compared.silent.items())))


def _name(row: Labelled) -> str:
    return row.case_id if row.claim_id is None else f"{row.case_id} {row.claim_id}"


def _differs(row: Labelled) -> bool:
    return row.said != "abstain" and (row.truth == "good") != (row.said == "pass")
