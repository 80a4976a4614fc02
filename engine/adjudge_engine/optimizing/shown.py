"""A disagreement as the rewriting model is shown it: the whole case, people's word, the judge's.

Every text goes through the redaction first, whatever it comes from, and stands in a part of its
own that none of them can close.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from adjudge_engine.calibration.raters.people import labels_of
from adjudge_engine.case import Case, Label
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.harmless import harmless, on_one_line
from adjudge_engine.judges.rubrics.material import Material
from adjudge_engine.judges.rubrics.rubric import Rubric
from adjudge_engine.optimizing.scores import Differing
from adjudge_engine.privacy.patterns import NotRedacted
from adjudge_engine.privacy.redaction import Redactor

#: Characters of all shown cases together; a case that does not fit is passed over, never cut.
MOST_CHARACTERS: Final = 60_000
#: Characters of a judge's reasons that are kept with a score.
LONGEST_WORDS: Final = 1_200


class Part(NamedTuple):
    """One part of the message: `head` is ours alone, `text` is anybody's."""

    head: str
    text: str


@dataclass(frozen=True)
class ShownCase:
    """One disagreement, ready to be sent."""

    case_id: str
    parts: tuple[Part, ...]

    @property
    def size(self) -> int:
        """Characters of its texts."""
        return sum(len(part.text) for part in self.parts)


def shown_cases(
    differing: Sequence[Differing],
    cases: Callable[[str], Case | None],
    rubric: Rubric,
    redactor: Redactor | None,
    *,
    most: int,
) -> list[ShownCase]:
    """The first `most` of the disagreements that fit, each whole.

    One whose text cannot be searched for what is private is not shown.
    """
    found: list[ShownCase] = []
    left = MOST_CHARACTERS
    for one in differing:
        case = cases(one.case_id)
        if case is None or len(found) == most:
            continue
        try:
            shown = _shown(len(found) + 1, one, case, rubric, redactor)
        except NotRedacted:
            continue
        if shown.size <= left:
            left -= shown.size
            found.append(shown)
    return found


def words_of(case: Case, judgments: Sequence[Judgment]) -> str:
    """What the judge says of a case, and why: a line for the whole, then one a claim."""
    texts = {claim.id: claim.text for claim in split_claims(case.answer or "")}
    lines: list[str] = []
    for one in judgments[:1]:
        lines.append(on_one_line(one.rationale or ""))
        for claim in one.claims:
            about = on_one_line(texts.get(claim.claim_id, claim.claim_id))[:160]
            why = on_one_line(claim.reason or claim.quote or "")
            lines.append(f"{claim.verdict}: {about}" + f" ({why})" * bool(why))
        lines += [f"missing: {on_one_line(missing)}" for missing in one.missing]
    return "\n".join(line for line in lines if line)[:LONGEST_WORDS]


def _shown(
    number: int, one: Differing, case: Case, rubric: Rubric, redactor: Redactor | None
) -> ShownCase:
    session = redactor.session(case) if redactor else None
    redact = session.redact if session else str
    request = JudgeRequest(rubric.criterion, case, split_claims(case.answer or ""))
    material = Material.of(request, rubric, transform=redact)
    name = f"case {number}"
    said = "passes" if one.said == "pass" else "fails"
    parts = [Part(f"{name}: people call it {one.truth}, the judge {said} it", "")]
    parts += [Part(f"{name}, {head}", text) for head, text in _material_parts(material)]
    people = "\n".join(_people(labels_of(case, rubric.criterion), case))
    parts.append(Part(f"{name}, what people say", harmless(redact(people))))
    if one.words:
        parts.append(Part(f"{name}, what the judge says", harmless(redact(one.words))))
    return ShownCase(one.case_id, tuple(parts))


def _material_parts(material: Material) -> Iterator[tuple[str, str]]:
    """What the judge was shown of the case, part by part."""
    for number, context in enumerate(material.contexts, 1):
        yield f"source {number}" + " (cut off)" * context.truncated, context.text
    if material.question is not None:
        yield "question", material.question
    if material.reference is not None:
        yield "reference", material.reference
    if material.criteria:
        yield "points", "\n".join(material.criteria)
    if material.lines:
        yield "answer", "\n".join(line.text for line in material.lines)
    elif material.answer is not None:
        yield "answer", material.answer


def _people(labels: Sequence[Label], case: Case) -> Iterator[str]:
    """People's words: the value, each claim that they judged, what they noted. No names."""
    texts = {claim.id: claim.text for claim in split_claims(case.answer or "")}
    for label in labels:
        if label.value is not None:
            yield f"value: {label.value}"
        for claim in label.claims:
            text = (
                claim.text or texts.get(claim.claim_id or "") or _span(case, claim.start, claim.end)
            )
            yield f"{claim.verdict}: {text}"
        for missing in label.missing:
            yield f"missing: {missing}"
        if label.note:
            yield f"note: {label.note}"


def _span(case: Case, start: int | None, end: int | None) -> str:
    answer = case.answer or ""
    return answer[start:end] if start is not None and end is not None else ""
