"""The recorded judge: judgments made elsewhere, from the case itself or from a cassette.

It asks nobody. What a record says is kept; what code can check of it is checked: quotes must
stand in the contexts, verdicts must be about this answer's claims, and no value may be better
than the verdicts under it. Several judgments of one judge are taken as its repeats, several judges
as a panel: what they do not agree on is an abstention.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pydantic import JsonValue

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.case import Case
from adjudge_engine.claims import CLAIMS
from adjudge_engine.evaluation import ClaimVerdict, Evidence, Judgment
from adjudge_engine.judges.base import JudgeRequest, abstained, faithfulness, withheld
from adjudge_engine.judges.cassette import Cassette
from adjudge_engine.judges.folding import Voice, speaks, without_fault
from adjudge_engine.judges.naming import RECORDED
from adjudge_engine.judges.panel import fold_panel
from adjudge_engine.judges.proved import proven_verdict, rests_on_quote, why_void
from adjudge_engine.judges.quotes import QUOTES, Quotes
from adjudge_engine.judges.repeats import fold_runs
from adjudge_engine.vocabulary import PREFERENCE, UNSUPPORTED

#: What is asked for where neither the configuration nor the case names a criterion.
DEFAULT_CRITERIA: Final = (
    "faithfulness",
    "relevance",
    "completeness",
    "correctness",
    "clarity",
    "answerability",
    PREFERENCE,
)


class RecordedJudge:
    """Gives the recorded judgments of the judge called `judge`; of every judge if that is None.

    `criteria` None: whatever the case has judgments on, and faithfulness. `cassette`: a file of
    judgments instead of those in the cases. `name` is how it is called where it abstains.
    """

    remote = False

    def __init__(
        self,
        judge: str | None = None,
        *,
        criteria: Sequence[str] | None = None,
        cassette: Cassette | None = None,
        name: str | None = None,
    ) -> None:
        self.of = judge
        self.name = name or judge or "recorded"
        self.cassette = cassette
        self._asked = None if criteria is None else tuple(criteria)

    @property
    def criteria(self) -> tuple[str, ...]:
        """What it may be asked about a case of which nothing is known."""
        return self._asked or DEFAULT_CRITERIA

    def criteria_of(self, recorded: Sequence[Judgment]) -> tuple[str, ...]:
        """The configured criteria, else faithfulness and what there are judgments on."""
        if self._asked is not None:
            return self._asked
        found = self.cassette.criteria if self.cassette is not None else recorded
        names = [one if isinstance(one, str) else one.criterion for one in found if self._is(one)]
        return tuple(dict.fromkeys(("faithfulness", PREFERENCE, *names)))

    def fingerprint(self, criterion: str) -> str:
        """Changes with the judge's name, the cassette, and how quotes are checked."""
        return canonical_hash(
            {
                "judge": "recorded/1",
                "of": self.of,
                "criterion": criterion,
                "cassette": self.cassette.digest if self.cassette is not None else None,
                "parts": [CLAIMS, QUOTES],
            }
        )

    def judge(self, request: JudgeRequest) -> Judgment:
        """The recorded judgment, checked; `not_recorded` without one."""
        by_judge: dict[str, list[Judgment]] = {}
        for one in self.records(request):
            by_judge.setdefault(one.judge, []).append(one)
        if not by_judge:
            who = f"of {self.of}" if self.of else "of any judge"
            message = f"no judgment {who} on {request.criterion} was recorded"
            return abstained(self, request.criterion, "not_recorded", message)
        voices = [Voice(name, self._one(request, runs)) for name, runs in by_judge.items()]
        if len(voices) == 1:
            return voices[0].judgment
        stamp = canonical_hash(sorted(voice.judgment.fingerprint or "" for voice in voices))
        folded = fold_panel(self, request, voices)
        update = {"fingerprint": stamp, "parameters": folded.parameters | self._origin}
        return folded.model_copy(update=update)

    def records(self, request: JudgeRequest) -> list[Judgment]:
        """Every record on the criterion by itself, checked, with the fingerprint that it counts by.

        What calibration measures, and what `judge` makes one of.
        """
        kept = request.recorded if self.cassette is None else self.cassette.of(request.case)
        quotes = Quotes(request.case.contexts)
        found = []
        for one in kept:
            if one.criterion != request.criterion or not self._is(one):
                continue
            checked = _checked(self, one, request, quotes)
            stamp = recorded_fingerprint(one, self.cassette.digest if self.cassette else None)
            more = {} if one.fingerprint is None else {"recorded_fingerprint": one.fingerprint}
            parameters = checked.parameters | more | self._origin
            update = {"judge": one.judge, "fingerprint": stamp, "parameters": parameters}
            found.append(checked.model_copy(update=update))
        return found

    @property
    def _origin(self) -> dict[str, JsonValue]:
        """What tells a record from the word of a judge that was asked: where it was found."""
        return {RECORDED: "case" if self.cassette is None else self.cassette.digest}

    def _is(self, one: Judgment | str) -> bool:
        return self.of is None or isinstance(one, str) or one.judge == self.of

    def _one(self, request: JudgeRequest, runs: Sequence[Judgment]) -> Judgment:
        if len(runs) == 1:
            return runs[0]
        folded = fold_runs(self, request, runs)
        update = {"judge": runs[0].judge, "fingerprint": runs_fingerprint(runs)}
        return folded.model_copy(update=update)


def recorded_fingerprint(judgment: Judgment, cassette: str | None = None) -> str:
    """What an admission of a judge's *records* is bound to: to one file where it is a cassette.

    Never the fingerprint that the record itself claims: a file could name that of a judge that
    was admitted.
    """
    said = {
        "judge": "recorded/1",
        "parts": [CLAIMS, QUOTES],
        "of": judgment.judge,
        "criterion": judgment.criterion,
        "rubric": judgment.rubric,
        "model": judgment.model,
        "fingerprint": judgment.fingerprint,
    }
    return canonical_hash(said if cassette is None else said | {"cassette": cassette})


def runs_fingerprint(runs: Sequence[Judgment]) -> str | None:
    """The fingerprint of a judge's records on one case: their own, of several with their number.

    What all of five runs say is surer than what one says: neither has earned the other's right.
    """
    stamps = sorted(one.fingerprint or "" for one in runs)
    return canonical_hash({"judge": "records/1", "runs": stamps}) if len(runs) > 1 else stamps[0]


def _checked(
    judge: RecordedJudge, one: Judgment, request: JudgeRequest, quotes: Quotes
) -> Judgment:
    """The record, its verdicts held against this case, its values against its verdicts."""
    known = {claim.id: claim.text for claim in request.claims}
    proven = [
        proven_verdict(said, known[said.claim_id], quotes)
        for said in one.claims
        if said.claim_id in known
    ]
    verdicts = tuple(_placed(one.said, request.case) for one in proven)
    void = {one.said.claim_id: one.void for one in proven if one.void is not None}
    update: dict[str, object] = {"claims": verdicts, "admitted": False}
    checked = one.model_copy(update=update)
    if one.abstained:
        return checked.model_copy(update={"strict": None})
    if not speaks(one):
        message = "the record holds no value and no verdict"
        return withheld(checked, "unreadable_record", message)
    held = _consistent(judge, checked, one, request, void) if verdicts else checked
    return without_fault(held)


def _placed(said: ClaimVerdict, case: Case) -> ClaimVerdict:
    """A verdict without a quote keeps the places that the record gives where they hold."""
    if rests_on_quote(said):
        return said
    places = tuple(one for one in said.evidence if _holds(one, case))
    return said.model_copy(update={"evidence": places})


def _holds(place: Evidence, case: Case) -> bool:
    context = case.context(place.context_id)
    at = slice(place.start, place.end)
    return context is not None and place.start >= 0 and context.text[at] == place.text != ""


def _consistent(
    judge: RecordedJudge,
    checked: Judgment,
    one: Judgment,
    request: JudgeRequest,
    void: Mapping[str, str],
) -> Judgment:
    """Values that its verdicts bear out: worked out from them where they are missing or changed.

    `void`: claim → the code of why a verdict's quote does not hold.
    """
    if one.criterion != "faithfulness":
        return checked
    by_id = {said.claim_id: said for said in checked.claims}
    silent = "the record has no verdict on it"
    every = [
        by_id.get(claim.id) or ClaimVerdict(claim_id=claim.id, verdict="unsure", reason=silent)
        for claim in request.claims
    ]
    read = faithfulness(judge, every, rationale="")
    words = {said.verdict for said in checked.claims}
    whole = len(by_id) == len(request.claims)
    voided = bool(void)
    keep = not voided and one.strict is not None
    strict = one.strict if keep else read.strict
    if not UNSUPPORTED.isdisjoint(words):
        strict = 0.0
    elif "unsure" in words and strict:
        strict = None
    score = read.score if whole and (voided or one.score is None) else one.score
    out = checked.model_copy(
        update={
            "score": None if voided and not whole else score,
            "strict": strict,
            "not_contradicted": read.not_contradicted if whole else one.not_contradicted,
        }
    )
    if strict is not None:
        return out
    if voided:
        return withheld(out, *why_void(void.values()))
    missing = read.abstention.message if read.abstention else "it is unsure about a claim"
    return withheld(out, "unsure", missing)
