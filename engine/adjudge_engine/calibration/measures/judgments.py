"""What a judge says of a case, asked now or recorded earlier: pass, fail, or nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from adjudge_engine.calibration.statistics.confusion import Said
from adjudge_engine.case import Case
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Claim, Judgment
from adjudge_engine.evidence import find_evidence, without_misses
from adjudge_engine.judges.base import (
    Judge,
    JudgeRequest,
    WaitingJudge,
    requests_for,
    without_answers_to_learn_from,
)
from adjudge_engine.judges.folding import takes_back
from adjudge_engine.judges.panel import reads_records
from adjudge_engine.judges.preference import preferred_of
from adjudge_engine.judges.recorded import RecordedJudge, runs_fingerprint
from adjudge_engine.judges.running import begin_on, look_ahead
from adjudge_engine.judges.wrapping import Wrapping
from adjudge_engine.vocabulary import PREFERENCE, Reading

if TYPE_CHECKING:
    from adjudge_engine.judges.local.head import Head

#: Gives the judgments on one case, several of which are repeats; waits for those to come.
Pending = Callable[[], Sequence[Judgment]]


class JudgmentSource(Protocol):
    """Where the judgments come from: `begin` asks for those on one case.

    `ahead`: so many cases may be under way at once. `scored_by` names what the judge puts on its
    claims beside its verdicts, and `risks` gives it, claim id → 0 … 1; None, and nothing, for all
    judges but those that have such a figure.
    """

    @property
    def name(self) -> str: ...

    @property
    def fingerprint(self) -> str | None: ...

    @property
    def ahead(self) -> int: ...

    @property
    def scored_by(self) -> str | None: ...

    def begin(self, case: Case, claims: tuple[Claim, ...]) -> Pending: ...

    def risks(self, case: Case, claims: tuple[Claim, ...]) -> Mapping[str, float]: ...


@dataclass(frozen=True)
class Asked:
    """A judge at hand, asked about each case without its labels and others' judgments.

    Raises JudgeError if the judge does not know the criterion.
    """

    judge: Judge
    criterion: str
    fingerprints: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        if self.criterion not in self.judge.criteria:
            raise JudgeError(
                f"the judge {self.judge.name} does not judge {self.criterion}",
                f"it judges {', '.join(self.judge.criteria)}",
            )

    @property
    def name(self) -> str:
        """The judge's name."""
        return self.judge.name

    @property
    def fingerprint(self) -> str | None:
        """The judge's fingerprint for the criterion; of one that rests on records the one that its
        words had, None if they had several."""
        if not self.fingerprints:
            return self.judge.fingerprint(self.criterion)
        return next(iter(self.fingerprints)) if len(self.fingerprints) == 1 else None

    @property
    def ahead(self) -> int:
        """As many as the judge has under way; one after the other where it does not wait."""
        return look_ahead((self.judge,))

    def begin(self, case: Case, claims: tuple[Claim, ...]) -> Pending:
        """The judge's word, or nothing where there is no answer to judge.

        A judge that makes calls is not asked about a case that `evaluate` would not hand it.
        """
        if not (case.is_comparison or (case.answer or "").strip()) or self._barred(case):
            return tuple
        found = without_misses(find_evidence(claims, case.contexts))
        requests = requests_for(self.judge, case, found)
        asked = [one for one in requests if one.criterion == self.criterion]
        pending = begin_on((self.judge, one) for one in asked)
        return (
            (lambda: self._noted(pending.result())) if reads_records(self.judge) else pending.result
        )

    def _noted(self, said: Sequence[Judgment]) -> Sequence[Judgment]:
        """The same; by which fingerprints they would count is kept."""
        self.fingerprints.update(one.fingerprint or "" for one in said if not one.abstained)
        return said

    @property
    def scored_by(self) -> str | None:
        """The local judge has a risk for each claim of faithfulness."""
        return "risk" if self._head is not None else None

    def risks(self, case: Case, claims: tuple[Claim, ...]) -> Mapping[str, float]:
        """Claim id → the risk that it is not supported, by the local judge's head."""
        if self._head is None or not (case.answer or "").strip():
            return {}
        from adjudge_engine.judges.local.session import Session

        session = Session(self._head, without_answers_to_learn_from(case), claims)
        if not session.reads:
            return {}
        return {one.claim.id: self._head.risk(one.values, one.news) for one in session.measured}

    @property
    def _head(self) -> Head | None:
        from adjudge_engine.judges.local.judge import LocalJudge

        asked = self.judge.inner if isinstance(self.judge, Wrapping) else self.judge
        if isinstance(asked, LocalJudge) and self.criterion == "faithfulness":
            return asked.head
        return None

    def _barred(self, case: Case) -> bool:
        from adjudge_engine.pipeline import assess  # which needs the judges itself

        calls = self.judge.remote or isinstance(self.judge, WaitingJudge)
        return calls and not assess(case).may_be_judged


@dataclass(frozen=True)
class Recorded:
    """The judgments that the cases themselves carry, by the name of their judge.

    They are checked as an evaluation checks them, and go by the fingerprints that they have there:
    what is measured is what would count. `judge`: a configured judge of records, of which `name`
    is its own; it may read a cassette, and those of several judges. `seen` counts every judge's
    judgments met on the criterion, `fingerprints` those of this one.
    """

    name: str
    criterion: str
    judge: RecordedJudge | None = None
    seen: Counter[str] = field(default_factory=Counter)
    fingerprints: set[str] = field(default_factory=set)

    @property
    def fingerprint(self) -> str | None:
        """The one fingerprint of the records of every case met (`runs_fingerprint`); None if there
        were several, or none."""
        return next(iter(self.fingerprints)) if len(self.fingerprints) == 1 else None

    @property
    def scored_by(self) -> str | None:
        """Nothing beside the verdicts."""
        return None

    def risks(self, case: Case, claims: tuple[Claim, ...]) -> Mapping[str, float]:
        """None."""
        return {}

    @property
    def ahead(self) -> int:
        """None: what is recorded is at hand."""
        return 0

    def begin(self, case: Case, claims: tuple[Claim, ...]) -> Pending:
        """The case's judgments of that name on the criterion, checked."""
        judge = self.judge or RecordedJudge(self.name)
        kept = case.judgments if judge.cassette is None else judge.cassette.of(case)
        self.seen.update(one.judge for one in kept if one.criterion == self.criterion)
        shown = without_answers_to_learn_from(case)
        request = JudgeRequest(self.criterion, shown, claims, case.judgments)
        found = judge.records(request)
        if len({one.judge for one in found}) > 1:  # one word of several judges, as a panel's
            found = [judge.judge(request)]
        if found:
            self.fingerprints.add(runs_fingerprint(found) or "")
        return lambda: found


def judge_says(judgments: Iterable[Judgment], reading: Reading, minimum: float) -> Said:
    """Pass if every repeat passes, fail if every one fails, else an abstention."""
    return _agreed(_says(one, reading, minimum) for one in judgments)


def judge_says_of_claims(
    judgments: Sequence[Judgment], claim_ids: Iterable[str]
) -> dict[str, Said]:
    """Claim id → the judge's word; only `supported` passes, no verdict and `unsure` abstain.

    So does support that the judgment takes back as a whole. Support beside claims of which it is
    unsure is its word on that claim, and is measured, though it releases nothing there.
    """
    said = [
        ({one.claim_id: one.verdict for one in judgment.claims}, takes_back(judgment))
        for judgment in judgments
    ]
    return {
        claim_id: _agreed(_claim_says(verdicts.get(claim_id), back) for verdicts, back in said)
        for claim_id in claim_ids
    }


def why_silent(judgments: Sequence[Judgment], reading: Reading) -> str:
    """The code by which an answer has no verdict: the first abstention's, or what it lacks."""
    for one in judgments:
        if one.abstained:
            return one.abstention.code if one.abstention else "abstained"
    if any(getattr(one, reading) is None for one in judgments):
        return "no_reading"
    return "repeats_differ"


def _says(judgment: Judgment, reading: Reading, minimum: float) -> Said:
    if judgment.criterion == PREFERENCE:  # A is the good one here, as people's word for it is
        preferred = preferred_of(judgment)
        return "pass" if preferred == "A" else "fail" if preferred == "B" else "abstain"
    value: float | None = getattr(judgment, reading)
    if judgment.abstained or value is None:
        return "abstain"
    return "pass" if value >= minimum else "fail"


def _claim_says(verdict: str | None, taken_back: bool) -> Said:
    if verdict is None or verdict == "unsure" or (taken_back and verdict == "supported"):
        return "abstain"
    return "pass" if verdict == "supported" else "fail"


def _agreed(said: Iterable[Said]) -> Said:
    words = set(said)
    return words.pop() if len(words) == 1 else "abstain"
