"""What of a case a judge is shown: only what its rubric asks for, each piece with a handle.

Handles are short and made here (k1, c1, p1), never taken from the case, whose ids could be made
to look like anything.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from adjudge_engine.case import Case, Context
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Claim
from adjudge_engine.gates.citing.cell_texts import cell_text
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.harmless import harmless, on_one_line
from adjudge_engine.judges.rubrics.rubric import Rubric

#: Cells times characters up to which a table is looked for in the text beside it.
_COMPARED: Final = 50_000_000
#: Claims up to which an answer is shown whole though only some of them are asked about.
_WHOLE_ANSWER: Final = 200
#: Of a longer one, claims that are shown on either side of those that are asked about.
_AROUND: Final = 10


class ContextPart(NamedTuple):
    """One source as it is shown. `truncated`: it was cut off where it ends."""

    handle: str
    context_id: str
    text: str
    truncated: bool


class ClaimPart(NamedTuple):
    """One claim that is asked about, on one line."""

    handle: str
    claim_id: str
    text: str

    @property
    def number(self) -> str:
        """What it is called in the message."""
        return self.handle[1:]


class AnswerLine(NamedTuple):
    """A line of the answer: `mark` is a claim's number, `#` (no claim) or `-` (not asked)."""

    mark: str
    text: str


@dataclass(frozen=True)
class Material:
    """Everything of a case that goes into one prompt, harmless and (where asked) redacted.

    `lines` is the answer in the order of its text, where claims are asked about; else it stands
    whole in `answer`. `criteria` are the points p1, p2 … in order. `whole`: all claims of the
    answer are asked about at once.
    """

    question: str | None = None
    answer: str | None = None
    answers: tuple[str, ...] = ()
    contexts: tuple[ContextPart, ...] = ()
    claims: tuple[ClaimPart, ...] = ()
    lines: tuple[AnswerLine, ...] = ()
    reference: str | None = None
    criteria: tuple[str, ...] = ()
    whole: bool = True

    @classmethod
    def of(
        cls,
        request: JudgeRequest,
        rubric: Rubric,
        claims: Sequence[Claim] | None = None,
        transform: Callable[[str], str] = str,
    ) -> Material:
        """What `rubric` shows of the case. `claims`: those to ask about, else all.

        `transform` is what each text goes through first (redaction).
        """
        case, shows = request.case, rubric.shows

        def sent(text: str | None) -> str | None:
            return harmless(transform(text)) if text and text.strip() else None

        def line(text: str) -> str:
            return on_one_line(transform(text))

        asked, lines = _claim_parts(request, rubric, claims, line)
        return cls(
            question=sent(case.question) if shows("question") else None,
            answer=sent(case.answer) if shows("answer") and not asked else None,
            answers=tuple(sent(one) or "" for one in case.answers)
            if rubric.kind == "pairwise"
            else (),
            contexts=tuple(_context_parts(case, sent)) if shows("contexts") else (),
            claims=asked,
            lines=lines,
            reference=sent(case.expect.reference) if shows("reference") else None,
            criteria=tuple(map(line, points_of(case))) if shows("criteria") else (),
            whole=not asked or len(asked) == len(request.claims),
        )


def missing_material(rubric: Rubric, request: JudgeRequest) -> tuple[str, str] | None:
    """Why there is nothing to judge, as an abstention's code and message; None if there is."""
    case, needs = request.case, rubric.needs
    if "question" in needs and not (case.question or "").strip():
        return "no_question", "the case has no question"
    if rubric.kind == "pairwise" and len([one for one in case.answers if one.strip()]) != 2:
        return "no_answer", "a comparison needs two answers"
    if rubric.kind == "claims" and not request.claims:
        return "no_claims", "the answer makes no claim"
    if "answer" in needs and not (case.answer or "").strip():
        return "no_answer", "the case has no answer to judge"
    if "contexts" in needs and not any(map(shown_text, case.contexts)):
        return "no_context", "the case has no context to read"
    if "reference" in needs and not (case.expect.reference or "").strip():
        return "no_reference", "the case has no reference to compare with"
    if "criteria" in needs and not points_of(case):
        return "no_reference", "the case has neither criteria nor a reference"
    return None


def points_of(case: Case) -> tuple[str, ...]:
    """What a complete answer covers: the case's criteria, else the reference's statements."""
    given = tuple(one for one in case.expect.criteria if one.strip())
    return given or tuple(claim.text for claim in split_claims(case.expect.reference or ""))


def shown_text(context: Context) -> str:
    """A context as it is shown: its text, and the rows of its cells where the text lacks them."""
    text = context.text if context.text.strip() else ""
    cells = cell_text(context)
    if cells is None or _holds(text, context):
        return text
    return f"{text}\n{cells.text}" if text else cells.text


def _holds(text: str, context: Context) -> bool:
    """Whether every cell stands in the text already."""
    said = [
        cell
        for row in context.cells or ()
        for cell in (row if isinstance(row, tuple) else (row.text,))
    ]
    return len(said) * len(text) < _COMPARED and all(one.strip() in text for one in said)


def _context_parts(case: Case, sent: Callable[[str], str | None]) -> list[ContextPart]:
    shown = [(one, sent(shown_text(one))) for one in case.contexts]
    kept = [(one, text) for one, text in shown if text]
    return [
        ContextPart(f"k{number}", one.id, text, one.truncated)
        for number, (one, text) in enumerate(kept, 1)
    ]


def _claim_parts(
    request: JudgeRequest,
    rubric: Rubric,
    claims: Sequence[Claim] | None,
    line: Callable[[str], str],
) -> tuple[tuple[ClaimPart, ...], tuple[AnswerLine, ...]]:
    """The claims asked about, and the lines of the answer around them."""
    if rubric.kind != "claims":
        return (), ()
    chosen = request.claims if claims is None else claims
    asked = tuple(
        ClaimPart(f"c{number}", claim.id, line(claim.text))
        for number, claim in enumerate(chosen, 1)
    )
    whole = len(asked) == len(request.claims)
    marks = {part.claim_id: part.number for part in asked} if whole else {}
    return asked, tuple(_lines(request, marks, line, *_shown(request.claims, chosen)))


def _shown(every: Sequence[Claim], asked: Sequence[Claim]) -> tuple[int, int]:
    """From which to which claim the answer is shown: all of it, unless it is long and only some
    of its claims are asked about; then those, with a few around them."""
    if not asked or len(asked) == len(every) or len(every) <= _WHOLE_ANSWER:
        return 0, len(every)
    first = bisect_left(every, asked[0].start, key=lambda one: one.start)
    last = bisect_right(every, asked[-1].start, key=lambda one: one.start)
    return max(0, first - _AROUND), min(len(every), last + _AROUND)


def _lines(
    request: JudgeRequest, marks: dict[str, str], line: Callable[[str], str], first: int, last: int
) -> list[AnswerLine]:
    """The answer cut at its claims, from the first to the last to be shown; what lies between
    them is kept where it has letters."""
    after = request.claims[last].start if last < len(request.claims) else None
    answer = (request.case.answer or "")[:after]
    at, found = request.claims[first - 1].end if first else 0, []
    for claim in request.claims[first:last]:
        between = answer[at : claim.start]
        if any(map(str.isalpha, between)):
            found.append(AnswerLine("#" if marks else "-", line(between)))
        found.append(AnswerLine(marks.get(claim.id, "-"), line(claim.text)))
        at = max(at, claim.end)
    if any(map(str.isalpha, answer[at:])):
        found.append(AnswerLine("#" if marks else "-", line(answer[at:])))
    return found
