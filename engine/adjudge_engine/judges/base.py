"""What a judge is: a small protocol, the request it gets, and how verdicts become a judgment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, runtime_checkable

from adjudge_engine.case import Case
from adjudge_engine.evaluation import Abstention, Claim, ClaimVerdict, GateResult, Judgment, Usage
from adjudge_engine.vocabulary import PREFERENCE, UNSUPPORTED, Gate

#: Metadata by which a case says what people found, or what was planted in it.
_SAID_OF_IT: Final = ("golden", "human", "defect")


@dataclass(frozen=True)
class JudgeRequest:
    """One criterion of one case. Labels and other judges' words are never in `case`.

    `recorded`: the judgments that the case carries, for a `RecordReader` alone. `sample` tells
    repeats of one request apart (0, 1, …), so that a cache does not give one reply for all.
    `gates`: what code found about the case, for a judge that rests on it; None: not at hand.
    """

    criterion: str
    case: Case
    claims: tuple[Claim, ...]
    recorded: tuple[Judgment, ...] = ()
    sample: int = 0
    gates: Mapping[Gate, GateResult] | None = field(default=None, compare=False, repr=False)


@runtime_checkable
class Judge(Protocol):
    """Judges one criterion of one case; says nothing rather than guess.

    `remote` tells whether text leaves the machine. `fingerprint` changes whenever anything
    does that could change a verdict: model, rubric, parameters, schema, provider.
    """

    @property
    def name(self) -> str: ...

    @property
    def remote(self) -> bool: ...

    @property
    def criteria(self) -> tuple[str, ...]: ...

    def fingerprint(self, criterion: str) -> str: ...

    def judge(self, request: JudgeRequest) -> Judgment: ...


@runtime_checkable
class WaitingJudge(Judge, Protocol):
    """A judge that spends its time waiting (for a network, for other judges).

    Many of its requests run side by side in one event loop; `judge` waits for one of them.
    """

    async def ajudge(self, request: JudgeRequest) -> Judgment: ...


@runtime_checkable
class RecordReader(Judge, Protocol):
    """A judge that gives, or passes on, judgments made elsewhere: it alone is shown them."""

    def criteria_of(self, recorded: Sequence[Judgment]) -> tuple[str, ...]:
        """What to ask it about a case that carries these judgments."""
        ...


def requests_for(
    judge: Judge,
    case: Case,
    claims: tuple[Claim, ...],
    gates: Mapping[Gate, GateResult] | None = None,
) -> tuple[JudgeRequest, ...]:
    """Everything to ask a judge about a case, each request showing it no more than it may see.

    Comparisons are asked for a preference and nothing else, other cases for all but that.
    """
    recorded: tuple[Judgment, ...] = ()
    if isinstance(judge, RecordReader):
        recorded = case.judgments
    criteria = criteria_of(judge, case.judgments)
    shown = without_answers_to_learn_from(case)
    return tuple(
        JudgeRequest(criterion, shown, claims, recorded, gates=gates)
        for criterion in criteria
        if (criterion == PREFERENCE) == case.is_comparison
    )


def criteria_of(judge: Judge, recorded: Sequence[Judgment]) -> tuple[str, ...]:
    """What to ask a judge about a case that carries these judgments."""
    return judge.criteria_of(recorded) if isinstance(judge, RecordReader) else judge.criteria


def as_shown_to(judge: Judge, request: JudgeRequest) -> JudgeRequest:
    """The request as a judge within another judge may see it."""
    if not request.recorded or isinstance(judge, RecordReader):
        return request
    return replace(request, recorded=())


async def judged(judge: Judge, request: JudgeRequest) -> Judgment:
    """The judgment of either sort of judge, from within an event loop."""
    if isinstance(judge, WaitingJudge):
        return await judge.ajudge(request)
    return judge.judge(request)


def without_answers_to_learn_from(case: Case) -> Case:
    """The case as a judge may see it: no labels, no judgments of others, and nothing beside it
    that people said of it (a golden row's rounds, a planted defect)."""
    metadata = {name: one for name, one in case.metadata.items() if name not in _SAID_OF_IT}
    return case.model_copy(update={"labels": (), "judgments": (), "metadata": metadata})


def abstained(
    judge: Judge,
    criterion: str,
    code: str,
    message: str,
    *,
    usage: Usage | None = None,
    rubric: str | None = None,
) -> Judgment:
    """A judgment that gives no verdict on the answer, and why."""
    return Judgment(
        criterion=criterion,
        judge=judge.name,
        rubric=rubric,
        fingerprint=judge.fingerprint(criterion),
        abstained=True,
        abstention=Abstention(code=code, message=message),
        usage=usage,
    )


def withheld(judgment: Judgment, code: str, message: str) -> Judgment:
    """The judgment as an abstention: what it says stands beside it, and none of it passes."""
    return judgment.model_copy(
        update={
            "strict": None,
            "abstained": True,
            "abstention": Abstention(code=code, message=message),
        }
    )


def faithfulness(
    judge: Judge,
    verdicts: Sequence[ClaimVerdict],
    *,
    rationale: str,
    usage: Usage | None = None,
    rubric: str | None = None,
) -> Judgment:
    """Both readings of faithfulness side by side over per-claim verdicts.

    `score` = supported ÷ claims. `strict` = 0 on any partial, not mentioned or contradicted
    claim; else any unsure claim makes the criterion abstain; else 1. No claims: `no_claims`.
    """
    count = len(verdicts)
    if not count:
        return abstained(
            judge,
            "faithfulness",
            "no_claims",
            "the answer makes no claim",
            usage=usage,
            rubric=rubric,
        )
    said = [one.verdict for one in verdicts]
    strict: float | None
    abstention = None
    if not UNSUPPORTED.isdisjoint(said):
        strict = 0.0
    elif "unsure" in said:
        strict = None
        unsure, noun = said.count("unsure"), "claim" if count == 1 else "claims"
        abstention = Abstention(code="unsure", message=f"unsure about {unsure} of {count} {noun}")
    else:
        strict = 1.0
    return Judgment(
        criterion="faithfulness",
        judge=judge.name,
        rubric=rubric,
        fingerprint=judge.fingerprint("faithfulness"),
        score=said.count("supported") / count,
        strict=strict,
        not_contradicted=1 - said.count("contradicted") / count,
        abstained=strict is None,
        abstention=abstention,
        rationale=rationale,
        claims=tuple(verdicts),
        usage=usage,
    )
