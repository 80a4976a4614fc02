"""What a run may take at most, before anything is sent: for `--dry-run`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from adjudge_engine.calibration.raters.people import labels_of, people_say, people_say_of_claims
from adjudge_engine.case import Case
from adjudge_engine.claims import split_claims
from adjudge_engine.judges.base import Judge, JudgeRequest, requests_for
from adjudge_engine.judges.planning import Planned, call_estimate, plan
from adjudge_engine.optimizing.asking import rewriting_prompt
from adjudge_engine.optimizing.judging import llm_of, with_rubric
from adjudge_engine.optimizing.scores import Differing
from adjudge_engine.optimizing.setting import Setting
from adjudge_engine.optimizing.shown import shown_cases
from adjudge_engine.optimizing.strategies import STRATEGIES
from adjudge_engine.pipeline import assess


@dataclass
class Forecast:
    """The most that a run may take: each part once, and how often it is done at most."""

    dev: int
    held_out: int
    candidates: int
    scoring: Planned = field(default_factory=Planned)
    rewriting: Planned = field(default_factory=Planned)
    measuring: Planned = field(default_factory=Planned)

    @property
    def total(self) -> Planned:
        """All of it."""
        whole = Planned()
        for part, times in self.parts():
            whole.join(_scaled(part, times))
        return whole

    def parts(self) -> list[tuple[Planned, int]]:
        """Scoring, rewriting and measuring once, each with how often at most."""
        return [(self.scoring, self.candidates + 1), (self.rewriting, self.candidates),
                (self.measuring, 1)]  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """The forecast as JSON values."""
        names = ("scoring", "rewriting", "measuring")
        parts = {
            name: {**part.to_dict(), "times_most": times}
            for name, (part, times) in zip(names, self.parts(), strict=True)
        }
        counts = {"dev": self.dev, "held_out": self.held_out, "candidates_most": self.candidates}
        return {"cases": counts, **parts, "total_most": self.total.to_dict()}


def forecast(
    setting: Setting, dev: Sequence[Case], held_out_count: int, rewriter: Judge, rounds: int
) -> Forecast:
    """What a run of so many rounds would take, no reply being in the cache.

    The held-out side is not read: it is taken to cost a case what dev costs.
    """
    criterion = setting.reads.criterion
    judge = with_rubric(setting.judge, criterion, setting.start)
    found = Forecast(len(dev), held_out_count, rounds * len(STRATEGIES))
    for case in dev:
        for request in _requests(judge, case, criterion):
            found.scoring.join(plan(judge, request))
    found.measuring = _scaled(found.scoring, held_out_count, len(dev))
    model = llm_of(rewriter)
    differing = [Differing(case.id, "bad", "pass", 1, "") for case in dev]
    cases = {case.id: case for case in dev}
    shown = shown_cases(differing, cases.get, setting.start, model.redactor, most=setting.worst)
    prompt = rewriting_prompt(setting.start, 0.5, STRATEGIES[0], shown)
    found.rewriting.add(call_estimate(model.caller, prompt))
    return found


def _requests(judge: Judge, case: Case, criterion: str) -> Iterator[JudgeRequest]:
    """What the judge would be asked about a case that can be compared."""
    labels = labels_of(case, criterion)
    claims = split_claims(case.answer or "")
    compared = people_say(labels) in ("good", "bad") or people_say_of_claims(labels, claims)
    if compared and (case.answer or "").strip() and assess(case).may_be_judged:
        yield from (one for one in requests_for(judge, case, claims) if one.criterion == criterion)


def _scaled(part: Planned, of: int, n: int = 1) -> Planned:
    """The same for `of` cases, or as often, instead of `n`, rounded up."""

    def scaled(value: int) -> int:
        return -(-value * of // max(1, n))

    return Planned(
        scaled(part.calls),
        scaled(part.tokens_in),
        scaled(part.tokens_out_most),
        part.cost_usd_most * of / max(1, n),
        scaled(part.unpriced),
        scaled(part.readings),
        set(part.hosts),
    )
