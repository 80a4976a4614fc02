"""Completeness: how far each criterion, or each statement of a reference, stands in the answer.

The judge of faithfulness turned round: the answer is the context, the criterion the claim.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from adjudge_engine.case import Case, Context
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Claim
from adjudge_engine.evidence import find_evidence
from adjudge_engine.judges.local.bearing import Bearing
from adjudge_engine.judges.local.features import Measurement
from adjudge_engine.judges.local.head import Head
from adjudge_engine.judges.local.session import READS
from adjudge_engine.text.languages import guess_language
from adjudge_engine.text.tokens import folded_words

#: Risks below the first count as covered, from the second on as left out; between them the words do
#: not tell. Of criteria that people called covered by half at most, 7 % lie below the first; of
#: those that they called covered, 12 % from the second on.
COVERS_BELOW: Final = 0.18
LACKS_FROM: Final = 0.4


class Covered(NamedTuple):
    """A criterion, and the risk (0..1) that the answer does not cover it."""

    text: str
    risk: float

    @property
    def is_covered(self) -> bool:
        """Whether the answer covers it, by its words."""
        return self.risk < COVERS_BELOW

    @property
    def is_missing(self) -> bool:
        """Whether the answer leaves it out, by its words."""
        return self.risk >= LACKS_FROM


class Coverage(NamedTuple):
    """All criteria of a case. `reads`: whether their language and the answer's is known."""

    covered: tuple[Covered, ...]
    reads: bool


def coverage(head: Head, case: Case) -> Coverage | None:
    """The criteria of `case.expect`, else the statements of its reference; None without either."""
    points = [one for one in case.expect.criteria if one.strip()]
    points = points or [claim.text for claim in split_claims(case.expect.reference or "")]
    if not points:
        return None
    measured = measure_points(case.answer or "", points)
    covered = tuple(
        Covered(text, head.risk(one)) for text, one in zip(points, measured, strict=True)
    )
    said = [guess_language(folded_words(text)) for text in (case.answer or "", " ".join(points))]
    known = all(one in (*READS, None) for one in said) and any(one in READS for one in said)
    return Coverage(covered, known)


def measure_points(answer: str, points: list[str]) -> list[tuple[float, ...]]:
    """The features of each of `points` against `answer`, in their order."""
    text, claims, start = "\n".join(points), [], 0
    for number, point in enumerate(points):
        end = start + len(point)
        claims.append(Claim(id=f"p{number}", text=point, start=start, end=end))
        start = end + 1
    case = Case(id="points", answer=text, contexts=(Context(id="answer", text=answer),))
    found = find_evidence(claims, case.contexts)
    measured = Measurement(case, found, Bearing(case, found), alone=True).all()
    return [one.values for one in measured]
