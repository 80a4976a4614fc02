"""Repeats: one judge asked several times. Only what every run says counts.

A verdict that changes from run to run is no verdict: its claim is `unsure`, and the criterion
abstains with `unstable`, the spread of the runs beside it. Judges that cannot change (those that
compute, or read a record) are asked once.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pydantic import JsonValue

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.abstentions import BY_CODE
from adjudge_engine.judges.base import (
    Judge,
    JudgeRequest,
    WaitingJudge,
    abstained,
    as_shown_to,
    criteria_of,
    faithfulness,
    judged,
    withheld,
)
from adjudge_engine.judges.folding import (
    Quorum,
    Voice,
    extra_of,
    fold_claims,
    fold_values,
    least_of,
    missing_of,
    speaks,
    without_fault,
)
from adjudge_engine.judges.pairwise import PairwiseJudge
from adjudge_engine.judges.panel import PanelJudge, reads_records
from adjudge_engine.judges.preference import (
    Orders,
    fold_preferences,
    parameters_of,
    preferred_of,
)
from adjudge_engine.judges.running import wait_for
from adjudge_engine.judges.usage import side_by_side
from adjudge_engine.judges.wrapping import Wrapping
from adjudge_engine.vocabulary import PREFERENCE

#: Abstentions of these kinds come from the case or the rules: asking again changes nothing.
_SETTLED: Final = ("material", "rule")


class RepeatedJudge(Wrapping):
    """Asks a judge `runs` times (at least 2) and gives one judgment under its name.

    Raises JudgeError for fewer runs.
    """

    def __init__(self, judge: Judge, runs: int) -> None:
        if runs < 2:
            raise JudgeError(f"{judge.name} cannot be repeated {runs} times", "give 2 runs or more")
        super().__init__(judge)
        self.runs = runs if may_change(judge) else 1

    @property
    def criteria(self) -> tuple[str, ...]:
        """Those of the judge that is asked."""
        return self.inner.criteria

    def criteria_of(self, recorded: Sequence[Judgment]) -> tuple[str, ...]:
        """Those of the judge that is asked, counting what the case carries judgments on."""
        return criteria_of(self.inner, recorded)

    def fingerprint(self, criterion: str) -> str:
        """The inner judge's own where it is asked once, else one that the number of runs is in."""
        own = self.inner.fingerprint(criterion)
        if self.runs == 1:
            return own
        return canonical_hash({"judge": "repeats/2", "runs": self.runs, "inner": own})

    def judge(self, request: JudgeRequest) -> Judgment:
        """The judgment that all runs share, waited for. Not from within an event loop."""
        return wait_for(self.ajudge(request))

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        """The judgment that all runs share.

        The first run goes ahead: where the case gives nothing to judge, or a rule forbids asking,
        it is the only one.
        """
        ahead, *others = self.samples(request)
        first = await judged(self.inner, ahead)
        if not others or _is_settled(first):
            return self._own(first, (first,))
        rest = await asyncio.gather(*(judged(self.inner, one) for one in others))
        return self._own(fold_runs(self, request, (first, *rest)), (first, *rest))

    def _own(self, judgment: Judgment, runs: Sequence[Judgment]) -> Judgment:
        """The judgment under this judge's name and fingerprint, that of the records it rests on
        among it: whose it is, is not for a run to say."""
        own: str | None = self.fingerprint(judgment.criterion)
        if reads_records(self.inner):
            stamps = sorted({one.fingerprint or "" for one in runs})
            own = canonical_hash({"judge": "repeats/1", "repeats": own, "records": stamps})
        return judgment.model_copy(update={"judge": self.name, "fingerprint": own})

    def samples(self, request: JudgeRequest) -> list[JudgeRequest]:
        """The request as each run gets it."""
        shown = as_shown_to(self.inner, request)
        base = request.sample * self.runs
        return [replace(shown, sample=base + number) for number in range(self.runs)]


def may_change(judge: Judge) -> bool:
    """Whether a judge, asked the same again, may say something else."""
    if isinstance(judge, PanelJudge):
        return any(map(may_change, judge.members))
    if isinstance(judge, PairwiseJudge | RepeatedJudge):
        return may_change(judge.inner)
    return isinstance(judge, WaitingJudge)


def fold_runs(judge: Judge, request: JudgeRequest, runs: Sequence[Judgment]) -> Judgment:
    """One judgment, by `judge`, of several runs of one judge on the request (two or more)."""
    voices = [Voice(f"run {number}", one) for number, one in enumerate(runs, 1)]
    speaking = [voice for voice in voices if speaks(voice.judgment)]
    every = Quorum(len(runs), unanimous=True)
    if not speaking:
        folded = _none_speaks(judge, request.criterion, runs)
    elif request.criterion == PREFERENCE:
        folded = _of_preferences(judge, voices, every)
    elif request.criterion == "faithfulness" and any(one.claims for one in runs):
        folded = _of_claims(judge, request, voices, every)
    else:
        folded = _of_values(judge, request.criterion, voices, speaking, every)
    first = (speaking or voices)[0].judgment
    found = folded.model_copy(
        update={
            "usage": side_by_side(one.usage for one in runs),
            "rubric": first.rubric,
            "model": first.model,
            "missing": missing_of(runs),
            "extra_claims": extra_of(runs),
            "self_preference": first.self_preference,
            "parameters": first.parameters | folded.parameters | {"runs": spread_of(runs)},
        }
    )
    return without_fault(found)


def spread_of(runs: Sequence[Judgment]) -> dict[str, JsonValue]:
    """How far runs lie apart: `n`, `score` {min, max}, how often each `strict`, abstentions."""
    scores = [one.score for one in runs if one.score is not None]
    strict = Counter(_word(one.strict) for one in runs)
    codes = Counter(one.abstention.code for one in runs if one.abstention is not None)
    out: dict[str, JsonValue] = {"n": len(runs)}
    if scores:
        out["score"] = {"min": min(scores), "max": max(scores)}
    counts: dict[str, JsonValue] = {word: strict[word] for word in sorted(strict)}
    out["strict"] = counts
    if codes:
        abstentions: dict[str, JsonValue] = {code: codes[code] for code in sorted(codes)}
        out["abstentions"] = abstentions
    return out


def _word(strict: float | None) -> str:
    return "none" if strict is None else f"{strict:g}"


def _is_settled(judgment: Judgment) -> bool:
    given = judgment.abstention
    known = BY_CODE.get(given.code) if judgment.abstained and given is not None else None
    return known is not None and known.kind in _SETTLED


def _none_speaks(judge: Judge, criterion: str, runs: Sequence[Judgment]) -> Judgment:
    """No run gives a verdict: their reason where it is one and the same, else the first's."""
    given = next((one.abstention for one in runs if one.abstention is not None), None)
    if given is None:
        return abstained(judge, criterion, "unreadable_record", "no run gives a verdict")
    return abstained(judge, criterion, given.code, given.message)


def _of_claims(
    judge: Judge, request: JudgeRequest, voices: Sequence[Voice], every: Quorum
) -> Judgment:
    verdicts, disputed = fold_claims(voices, request.claims, every)
    folded = faithfulness(judge, verdicts, rationale=f"what all {len(voices)} runs say")
    if folded.strict is not None or not disputed:
        return folded
    message = f"{len(voices)} runs do not agree on {disputed} of {len(verdicts)} claims"
    return _unstable(folded, message, [voice.judgment for voice in voices])


def _of_values(
    judge: Judge,
    criterion: str,
    voices: Sequence[Voice],
    speaking: Sequence[Voice],
    every: Quorum,
) -> Judgment:
    folded = fold_values(speaking, every)
    judgments = [voice.judgment for voice in speaking]
    out = Judgment(
        criterion=criterion,
        judge=judge.name,
        fingerprint=judge.fingerprint(criterion),
        value=folded.lowest.value,
        score=least_of(judgments, "score"),
        strict=folded.strict,
        not_contradicted=least_of(judgments, "not_contradicted"),
        rationale=folded.lowest.rationale,
    )
    if folded.split or len(speaking) < len(voices):
        return _unstable(
            out, f"{len(voices)} runs do not agree", [voice.judgment for voice in voices]
        )
    return out


def _of_preferences(judge: Judge, voices: Sequence[Voice], every: Quorum) -> Judgment:
    folded = fold_preferences(judge, voices, every)
    if not folded.abstained:
        return folded
    words = Counter(str(preferred_of(voice.judgment) or "none") for voice in voices)
    said = ", ".join(f"{word} {words[word]}" for word in sorted(words))
    unstable = _unstable(folded, f"{len(voices)} runs do not agree: {said}", ())
    return unstable.model_copy(update={"parameters": parameters_of(Orders(None, None))})


def _unstable(judgment: Judgment, message: str, runs: Sequence[Judgment]) -> Judgment:
    scores = [one.score for one in runs if one.score is not None]
    spread = f" (score {min(scores):.3g} to {max(scores):.3g})" if scores else ""
    counts = Counter(_word(one.strict) for one in runs)
    words = ", ".join(f"{word}: {counts[word]}" for word in sorted(counts))
    strict = f"; strict {words}" if runs else ""
    return withheld(judgment, "unstable", f"{message}{spread}{strict}")
