"""RAGChecker: what it checks, and what it says of each claim of an answer.

Names: `checking_inputs.json` and `checking_outputs.json` of RAGChecker. A claim of the answer is
supported there if any passage entails it. Everything it says is a judge's word; the sums over the
whole file (in percent) are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.judges.scores.values import Fields, abstains, figure, verdict_of
from adjudge_engine.reading.foreign.base import Head, Row
from adjudge_engine.reading.foreign.leftovers import kept
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.problems import Problem, kind_of
from adjudge_engine.vocabulary import Verdict

#: Metrics of one answer, from 0 to 1, of which more is better.
_MORE: Final = (
    "precision",
    "recall",
    "f1",
    "claim_recall",
    "context_precision",
    "context_utilization",
    "faithfulness",
)
_LESS: Final = (
    "hallucination",
    "noise_sensitivity_in_relevant",
    "noise_sensitivity_in_irrelevant",
)
#: The first of these that a passage says of a claim is the claim's.
_FIRST: Final[tuple[Verdict, ...]] = ("supported", "contradicted", "not_mentioned")
#: By how much the metric may differ from what the claims give: it is printed rounded.
_ROUNDED: Final = 0.005
_SHARE: Final = "claims that a passage entails ÷ claims"


class RagChecker:
    """Checking inputs and outputs, one JSON document each."""

    name = "ragchecker"
    title = "RAGChecker"

    def recognises(self, head: Head) -> bool:
        """By the names of the first result."""
        results = head.record.get("results")
        first = results[0] if isinstance(results, list) and results else None
        names = first if isinstance(first, dict) else head.record
        return {"query", "response", "retrieved_context"} <= names.keys()

    def rows(self, opened: Opened) -> Iterator[Row]:
        """A row for each result."""
        if isinstance(opened.head.record.get("results"), list):
            entries = opened.items("results", nan=True)
        else:
            entries = opened.records(nan=True)
        for one in entries:
            yield one.read(lambda result: record_of(result, opened))

    def cannot_serve(self) -> tuple[str, ...]:
        """What the files lack."""
        return (
            "no citations, and of a document only its id: no page, no evidence beyond a passage",
            "claims are triples and not words of the answer: most have no place in it",
            "the metrics over all results are left out",
        )


def record_of(result: Any, opened: Opened) -> dict[str, Any]:
    """One result as a native record. Raises Problem."""
    if not isinstance(result, dict):
        raise Problem("", f"a result must be an object, not {kind_of(result)}")
    rest = dict(result)
    passages = rest.pop("retrieved_context", None)
    out: dict[str, Any] = {
        "id": rest.pop("query_id", None),
        "query": rest.pop("query", None),
        "response": rest.pop("response", None),
        "contexts": passages if passages is not None else [],
        "reference": rest.pop("gt_answer", None),
        "judgments": list(_judgments(rest)),
        "metadata": {"source": {"tool": "ragchecker"}},
    }
    left = kept(rest, opened.note)
    if left:
        out["metadata"]["ragchecker"] = left
    return out


def _judgments(rest: dict[str, Any]) -> Iterator[Fields]:
    """Faithfulness with its claims, then the other metrics; what is read leaves `rest`."""
    given = rest.pop("metrics", None)
    metrics = given if isinstance(given, dict) else {}
    claims = rest.pop("response_claims", None)
    matrix = rest.pop("retrieved2response", None)
    if "faithfulness" in metrics or matrix is not None:
        yield _faithfulness(metrics.get("faithfulness"), claims, matrix)
    for name, value in metrics.items():
        if name != "faithfulness":
            yield _metric(str(name), value)


def _base(name: str, scale: str) -> Fields:
    parameters = {"tool": "ragchecker", "metric": name, "scale": scale}
    return {"criterion": name, "judge": "ragchecker", "parameters": parameters}


def _metric(name: str, raw: Any) -> Fields:
    less = name in _LESS
    fields = _base(name, "0 to 1, lower is better" if less else "0 to 1")
    value = figure(raw)
    if value is None or not 0 <= value <= 1:
        return abstains(fields, f"RAGChecker gives no {name} from 0 to 1")
    return fields | {"value": value} | ({"score": value} if name in _MORE else {})


def _faithfulness(raw: Any, claims: Any, matrix: Any) -> Fields:
    """The metric, and the verdict on each claim where the matrix tells it."""
    fields = _base("faithfulness", _SHARE)
    value = figure(raw)
    if value is not None and not 0 <= value <= 1:
        return abstains(fields, f"faithfulness is {value:g}, outside 0 to 1")
    verdicts = _verdicts(claims, matrix)
    if verdicts is None:
        if value is None:
            return abstains(fields, "RAGChecker gives no faithfulness that can be read")
        return fields | {"value": value, "score": value, "strict": float(value == 1)}
    fields["claims"] = verdicts
    words = [one["verdict"] for one in verdicts]
    share = words.count("supported") / len(words)
    if "unsure" in words:
        return abstains(fields, f"{words.count('unsure')} of {len(words)} claims have no verdict")
    if value is not None and abs(value - share) > _ROUNDED:
        return abstains(fields, f"faithfulness is {value:g}, but its claims give {share:g}")
    return (
        fields
        | {"value": share if value is None else value, "score": share}
        | {"strict": float(share == 1)}
    )


def _verdicts(claims: Any, matrix: Any) -> list[dict[str, Any]] | None:
    """A verdict for each claim; None where claims and matrix do not fit."""
    if not isinstance(claims, list) or not isinstance(matrix, list) or not claims:
        return None
    if len(claims) != len(matrix) or not all(isinstance(one, list) for one in matrix):
        return None
    return [
        {"text": _text(claim), "verdict": _verdict(said)}
        for claim, said in zip(claims, matrix, strict=True)
    ]


def _text(claim: Any) -> str:
    """A claim: text, or a triple of subject, predicate and object."""
    return " ".join(map(str, claim)) if isinstance(claim, list) else str(claim)


def _verdict(said: list[Any]) -> Verdict:
    words = [verdict_of(one) for one in said]
    found = next((one for one in _FIRST if one in words), None)
    return "unsure" if found is None or (found != "supported" and "unsure" in words) else found


FORMATS: Final = (RagChecker(),)
