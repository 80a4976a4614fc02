"""From a reply to a judgment: every quote looked up, every verdict on a missing one void.

Here the judge's words end and what code can say of them begins. Nothing that a reply lacks, and
nothing that it says of itself, ever becomes a pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from pydantic import JsonValue

from adjudge_engine.case import Context
from adjudge_engine.evaluation import (
    Abstention,
    Claim,
    ClaimVerdict,
    ExtraClaim,
    Judgment,
    Usage,
)
from adjudge_engine.gates.words import quoted
from adjudge_engine.judges.base import Judge, JudgeRequest, abstained, faithfulness, withheld
from adjudge_engine.judges.folding import fault_beside
from adjudge_engine.judges.quotes import Quotes, Standing, says_enough
from adjudge_engine.judges.rubrics.material import Material, points_of
from adjudge_engine.judges.rubrics.reply import Reply, Row
from adjudge_engine.judges.rubrics.rubric import Label, Rubric
from adjudge_engine.vocabulary import Verdict

VERDICTS_VERSION: Final = "verdicts/1"

_WORTH: Final = {"full": 2, "partial": 1}
_MOST_NOTES: Final = 20


class _Word(NamedTuple):
    """What is left of a verdict once its quote was looked up; `void`: the code of why it did not
    hold."""

    verdict: str
    quote: str | None
    standing: Standing | None
    reason: str | None
    void: str | None = None


def judgment_of(
    judge: Judge,
    request: JudgeRequest,
    rubric: Rubric,
    material: Material,
    reply: Reply,
    *,
    restore: Callable[[str], str] = str,
    usage: Usage | None = None,
    model: str | None = None,
    parameters: Mapping[str, JsonValue] | None = None,
) -> Judgment:
    """The judgment that a reply amounts to. Not for comparisons, which take two replies.

    `restore` undoes the redaction in what the judge wrote; quotes are looked up in the original
    contexts. A claim that the reply does not answer is unsure. Where the material holds some of the
    claims only, the judgment is of those alone, for the caller to join.
    """
    made = _Making(judge, request, rubric, material, reply, restore)
    if rubric.kind == "claims":
        judgment = made.of_claims()
    elif rubric.kind == "coverage":
        judgment = made.of_points()
    elif rubric.kind == "pairwise":
        raise ValueError("a comparison is no judgment of one answer")
    else:
        judgment = made.of_scale()
    update: dict[str, Any] = {
        "criterion": request.criterion,
        "fingerprint": judge.fingerprint(request.criterion),
        "rubric": rubric.stamp,
        "usage": usage,
        "model": model,
        "parameters": dict(parameters or {}),
    }
    return judgment.model_copy(update=update)


class _Making:
    """One reply on its way to a judgment."""

    def __init__(
        self,
        judge: Judge,
        request: JudgeRequest,
        rubric: Rubric,
        material: Material,
        reply: Reply,
        restore: Callable[[str], str],
    ) -> None:
        self.judge, self.request, self.rubric = judge, request, rubric
        self.material, self.reply, self.restore = material, reply, restore
        self.rows = {row.handle: row for row in reply.rows}

    def of_claims(self) -> Judgment:
        """Both readings of faithfulness over the claims that the case has."""
        quotes = Quotes(self.request.case.contexts)
        handles = {part.claim_id: part.handle for part in self.material.claims}
        claims = self.request.claims
        if not self.material.whole:
            claims = tuple(claim for claim in claims if claim.id in handles)
        words = [
            self._word(self.rows.get(handles.get(claim.id, "")), quotes, claim.text)
            for claim in claims
        ]
        verdicts = [_claim_verdict(claim, word) for claim, word in zip(claims, words, strict=True)]
        rationale = self._rationale(Counter(word.verdict for word in words))
        judgment = faithfulness(self.judge, verdicts, rationale=rationale)
        extra = tuple(
            ExtraClaim(
                text=self.restore(one.text),
                verdict=cast(Verdict, one.label.verdict),
                reason=self.restore(one.reason) or None,
            )
            for one in self.reply.extra
        )
        judgment = judgment.model_copy(update={"extra_claims": extra})
        abstention = _why_unsure(judgment, words) or fault_beside(judgment)
        if abstention is None:
            return judgment
        return withheld(judgment, abstention.code, abstention.message)

    def of_points(self) -> Judgment:
        """Completeness: which of the points the answer covers; `missing` names the others."""
        points = points_of(self.request.case)
        answer = Quotes((Context(id="answer", text=self.request.case.answer or ""),))
        words = [
            self._word(self.rows.get(f"p{number}"), answer, point)
            for number, point in enumerate(points, 1)
        ]
        said = [word.verdict for word in words]
        open_ones = [word for word in words if word.verdict == "unsure"]
        strict = 0.0 if {"partial", "none"} & set(said) else None if open_ones else 1.0
        abstention = None
        if strict is None:
            message = f"unsure about {len(open_ones)} of {len(points)} points: "
            message += open_ones[0].reason or "the judge cannot tell"
            code = _void_code(open_ones) or "declined"
            abstention = Abstention(code=code, message=message)
        return self._judgment(
            score=sum(_WORTH.get(one, 0) for one in said) / (2 * len(points)),
            strict=strict,
            abstained=strict is None,
            abstention=abstention,
            rationale=self._rationale(Counter(said)),
            missing=tuple(
                f"{point} ({word.reason})" if word.reason else point
                for point, word in zip(points, words, strict=True)
                if word.verdict in ("partial", "none")
            ),
        )

    def of_scale(self) -> Judgment:
        """A value on a scale, whether it is enough, and why."""
        label, rubric = self.reply.label, self.rubric
        reason = self.restore(self.reply.reason).strip()
        if label is None or label.value is None:
            return self._abstained("declined", reason or "the judge says that it cannot tell")
        low, high, enough = rubric.scale_min, rubric.scale_max, rubric.passes_from
        if low is None or high is None or enough is None:
            raise ValueError("the rubric has no scale")
        if label.quote:
            case = self.request.case
            quotes = Quotes(case.contexts)
            word = self._checked(label, self.reply.quote, reason, quotes, case.question or "")
            if word.void is not None:
                return self._abstained(word.void, word.reason or "")
            reason = f"{reason} ({quoted(word.quote or '')})".strip()
        said = label.meaning if rubric.kind == "scale" else str(label.value)
        return self._judgment(
            value=float(label.value),
            score=(label.value - low) / (high - low),
            strict=1.0 if label.value >= enough else 0.0,
            rationale=f"{label.code}: {reason or said}",
        )

    def _word(self, row: Row | None, quotes: Quotes, claim: str) -> _Word:
        if row is None:
            return _Word("unsure", None, None, "the judge did not answer for it")
        if row.clash:
            return _Word("unsure", None, None, "the judge answered for it twice, differently")
        reason = self.restore(row.reason)
        word = self._checked(row.label, row.quote, reason, quotes, claim)
        if row.entity not in (None, "same") and word.verdict == "supported":
            said = "is about something else" if row.entity == "other" else "may be of another"
            return word._replace(
                verdict="unsure", reason=f"the judge itself says that its quote {said}", void=None
            )
        return word

    def _checked(self, label: Label, quote: str, reason: str, quotes: Quotes, claim: str) -> _Word:
        """A verdict as far as its quote holds; without one that stands there it is unsure."""
        verdict, said = label.verdict or str(label.value), self.restore(quote).strip()
        standing = quotes.find(said) if said else None
        if not label.quote:
            kept = said if standing is not None else None
            return _Word(verdict, kept, standing, reason or None)
        if not said:
            why = f"the judge says {verdict} and quotes nothing"
        elif standing is None:
            why = f"the judge says {verdict}, but its quote is not there: {quoted(said)}"
        elif not says_enough(said, claim):
            why = f"the judge says {verdict}, but its quote is too short to show it: {quoted(said)}"
        elif standing.cut and verdict == "supported":
            why = f"its quote stands where context {standing.context_id} is cut off"
            return _Word("unsure", said, standing, why)
        elif verdict == "supported" and not standing.is_about(claim):
            why = f"the judge says {verdict}, but its quote is about something else: {quoted(said)}"
            return _Word("unsure", said, standing, why, void="quote_unrelated")
        else:
            return _Word(verdict, said, standing, reason or None)
        return _Word("unsure", said or None, None, why, void="quote_not_found")

    def _rationale(self, counts: Counter[str]) -> str:
        order = dict.fromkeys(one.verdict for one in self.rubric.labels if one.verdict)
        said = ", ".join(f"{counts[one]} {one.replace('_', ' ')}" for one in order if counts[one])
        return "; ".join((said, *self.reply.notes[:_MOST_NOTES]))

    def _abstained(self, code: str, message: str) -> Judgment:
        return abstained(self.judge, self.request.criterion, code, message)

    def _judgment(self, **values: Any) -> Judgment:
        return Judgment(criterion=self.request.criterion, judge=self.judge.name, **values)


def _claim_verdict(claim: Claim, word: _Word) -> ClaimVerdict:
    return ClaimVerdict(
        claim_id=claim.id,
        verdict=cast(Verdict, word.verdict),
        quote=word.quote,
        evidence=word.standing.evidence if word.standing is not None else (),
        reason=word.reason,
    )


def _why_unsure(judgment: Judgment, words: Sequence[_Word]) -> Abstention | None:
    """The abstention where only quotes that do not hold keep the answer from passing."""
    if judgment.strict is not None or not words:
        return None
    unsure = [word for word in words if word.verdict == "unsure"]
    code = _void_code(unsure)
    if code is None:
        return None
    of = f"{len(unsure)} of {len(words)} {'claim' if len(words) == 1 else 'claims'}"
    return Abstention(code=code, message=f"no quote that holds for {of}")


def _void_code(words: Sequence[_Word]) -> str | None:
    """The code where all that is unsure is so for its quote; None where some is for another."""
    codes = {word.void for word in words}
    if None in codes:
        return None
    return "quote_unrelated" if codes == {"quote_unrelated"} else "quote_not_found"
