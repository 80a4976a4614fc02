"""A request as a judge from outside gets it that sends text away: without what is private.

Our own judges build their prompts from redacted text. Another's gets a whole case, so it gets one
of its own: the parts that can be judged, each redacted, and none of the rest (who asked, tags,
metadata, citations, what code found). What it says is put back into the words of the case.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudge_engine.case import Case, Cell, Context, Expect
from adjudge_engine.evaluation import (
    Abstention,
    Claim,
    ClaimVerdict,
    Evidence,
    Judgment,
)
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.entailment.shown import Shown
from adjudge_engine.judges.quotes import Quotes
from adjudge_engine.privacy.patterns import NotRedacted
from adjudge_engine.privacy.redaction import Redactor, Session

#: What the case of a redacted request is called: a case's own name may say whose it is.
NAME = "case"


class Hidden:
    """`request`: what is sent of `original`. Raises NotRedacted where that cannot be had."""

    def __init__(self, original: JudgeRequest, redactor: Redactor) -> None:
        self.original = original
        self._session = redactor.session(original.case)
        case = _case(original.case, self._session)
        claims = _claims(original, self._session)
        self.request = JudgeRequest(original.criterion, case, claims, sample=original.sample)

    def back(self, judgment: Judgment) -> Judgment:
        """The judgment in the words of the original; places are looked up there anew."""
        restore = self._session.restore
        quotes = Quotes(self.original.case.contexts)
        claims = tuple(_verdict(one, restore, quotes) for one in judgment.claims)
        extra = tuple(
            one.model_copy(
                update={"text": restore(one.text), "reason": _maybe(one.reason, restore)}
            )
            for one in judgment.extra_claims
        )
        why = judgment.abstention
        return judgment.model_copy(
            update={
                "rationale": _maybe(judgment.rationale, restore),
                "claims": claims,
                "extra_claims": extra,
                "missing": tuple(map(restore, judgment.missing)),
                "abstention": why and Abstention(code=why.code, message=restore(why.message)),
            }
        )


def _case(case: Case, session: Session) -> Case:
    redact = session.redact
    return Case(
        id=NAME,
        question=_maybe(case.question, redact),
        answer=_maybe(case.answer, redact),
        answers=tuple(map(redact, case.answers)),
        contexts=tuple(_context(one, redact) for one in case.contexts),
        expect=Expect(
            reference=_maybe(case.expect.reference, redact),
            criteria=tuple(map(redact, case.expect.criteria)),
        ),
    )


def _context(context: Context, redact: Callable[[str], str]) -> Context:
    return Context(
        id=redact(context.id),
        text=redact(context.text),
        truncated=context.truncated,
        cells=_cells(context, redact),
    )


def _cells(
    context: Context, redact: Callable[[str], str]
) -> tuple[tuple[str, ...], ...] | tuple[Cell, ...] | None:
    if not context.cells:
        return None
    rows = tuple(tuple(map(redact, row)) for row in context.cells if isinstance(row, tuple))
    cells = tuple(
        one.model_copy(update={"text": redact(one.text)})
        for one in context.cells
        if isinstance(one, Cell)
    )
    return rows or cells


def _claims(request: JudgeRequest, session: Session) -> tuple[Claim, ...]:
    """The claims as they stand in the redacted answer, so that no private value is parted."""
    shown = Shown(request.case.answer or "", session.redact, session.restore)
    if request.claims and not shown.is_traced:
        raise NotRedacted("places in the answer are lost by what is taken out")
    answer = session.redact(request.case.answer or "")
    found: list[Claim] = []
    for one in request.claims:
        start, end = shown.shown(one.start, one.end)
        found.append(Claim(id=one.id, text=answer[start:end], start=start, end=end))
    return tuple(found)


def _verdict(said: ClaimVerdict, restore: Callable[[str], str], quotes: Quotes) -> ClaimVerdict:
    return said.model_copy(
        update={
            "quote": _maybe(said.quote, restore),
            "reason": _maybe(said.reason, restore),
            "evidence": _evidence(said.evidence, restore, quotes),
        }
    )


def _evidence(
    places: Sequence[Evidence], restore: Callable[[str], str], quotes: Quotes
) -> tuple[Evidence, ...]:
    """Where the words of the places stand in the original; those that stand nowhere are left."""
    found = [quotes.find(restore(one.text), restore(one.context_id)) for one in places]
    return tuple(one for standing in found if standing is not None for one in standing.evidence)


def _maybe(text: str | None, change: Callable[[str], str]) -> str | None:
    return None if text is None else change(text)
