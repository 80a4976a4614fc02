"""What other formats ask of a golden row, answered in one place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from adjudge_engine.canonical import canonical_hash

#: A golden row: a native case with labels and `metadata.golden`.
GoldenCase = Mapping[str, Any]

_TRACE: Final = ("trace_id", "traceId", "trace")
_SPAN: Final = ("span_id", "spanId", "context.span_id")


def golden(row: GoldenCase) -> Mapping[str, Any]:
    """Where the row comes from."""
    told: Mapping[str, Any] = row["metadata"]["golden"]
    return told


def standing(rows: Iterable[GoldenCase]) -> Iterator[GoldenCase]:
    """The rows that were not withdrawn: other formats have no word for it."""
    return (row for row in rows if not golden(row).get("withdrawn"))


def set_name(row: GoldenCase) -> str:
    """`name@version` of the set that froze the row; of a row from elsewhere, `imported`."""
    told = golden(row)
    return f"{told['name']}@{told['version']}" if "version" in told else "imported"


def key(row: GoldenCase, *parts: object) -> str:
    """A name for the row (or a part of it) that is the same in every version and every export."""
    told = canonical_hash([row["id"], golden(row)["case_hash"], *map(str, parts)])
    return told.removeprefix("sha256:")[:32]


def context_texts(row: GoldenCase) -> list[str]:
    """The texts of the contexts, in their order."""
    return [one.get("text", "") for one in row.get("contexts", ())]


def source(row: GoldenCase) -> str | None:
    """The first source document."""
    return next((one["source_id"] for one in row.get("contexts", ()) if one.get("source_id")), None)


def label(row: GoldenCase, criterion: str) -> Mapping[str, Any] | None:
    """The last label on a criterion."""
    found = [one for one in row["labels"] if one["criterion"] == criterion]
    return found[-1] if found else None


def value(one: Mapping[str, Any]) -> Any:
    """A label's value, `undetermined`, or None where only claims were labelled."""
    return "undetermined" if one.get("undetermined") else one.get("value")


def values(row: GoldenCase) -> dict[str, Any]:
    """Criterion → the value of its label."""
    return {one["criterion"]: value(one) for one in row["labels"]}


def score(value: Any) -> float | None:
    """A label's value as a number: 1 for good, 0 for bad, a scale's own; else None."""
    if isinstance(value, int | float):
        return float(value)
    return _SCORES.get(str(value).lower())


_SCORES: Final = {
    "faithful": 1.0,
    "supported": 1.0,
    "unfaithful": 0.0,
    "partial": 0.0,
    "not_mentioned": 0.0,
    "contradicted": 0.0,
    "pass": 1.0,
    "fail": 0.0,
    "correct": 1.0,
    "incorrect": 0.0,
    "answerable": 1.0,
    "unanswerable": 0.0,
}


def expected_answer(row: GoldenCase) -> str | None:
    """What a good answer says: a person's correction, the answer if faithful, the reference."""
    for one in row["labels"]:
        if one.get("corrected_answer"):
            return str(one["corrected_answer"])
    said = label(row, "faithfulness")
    if said is not None and value(said) == "faithful":
        return row.get("answer")
    reference: str | None = row.get("expect", {}).get("reference")
    return reference


def notes(row: GoldenCase) -> str | None:
    """What people wrote beside their labels."""
    return "\n".join(one["note"] for one in row["labels"] if one.get("note")) or None


def judgments(row: GoldenCase, criterion: str | None = None) -> list[Mapping[str, Any]]:
    """What the judges had said, on one criterion or on all."""
    found = golden(row).get("judged") or row.get("judgments", ())
    return [one for one in found if criterion in (None, one["criterion"])]


def judge_value(judgment: Mapping[str, Any]) -> Any:
    """A judgment in the words of a label; None where the judge abstained or said nothing."""
    if judgment.get("abstained"):
        return None
    if judgment.get("value") is not None:
        number = judgment["value"]
        return int(number) if float(number).is_integer() else number
    strict = judgment.get("strict")
    if strict is None:
        return None
    good, bad = ("faithful", "unfaithful") if _is_faithfulness(judgment) else ("pass", "fail")
    return good if strict == 1 else bad


def _is_faithfulness(judgment: Mapping[str, Any]) -> bool:
    return bool(judgment["criterion"] == "faithfulness")


def claims(row: GoldenCase) -> list[dict[str, Any]]:
    """The claims of the answer: `id`, `start`, `end` (code points), `text`."""
    answer = row.get("answer") or ""
    return [
        {
            "id": one["id"],
            "start": one["start"],
            "end": one["end"],
            "text": answer[one["start"] : one["end"]],
        }
        for one in golden(row).get("claims", ())
    ]


def trace_id(row: GoldenCase) -> str | None:
    """The trace that the case says it comes from."""
    return _named(row, _TRACE)


def span_id(row: GoldenCase) -> str | None:
    """The span that the case says it comes from."""
    return _named(row, _SPAN)


def _named(row: GoldenCase, names: tuple[str, ...]) -> str | None:
    metadata = row["metadata"]
    return next((metadata[one] for one in names if isinstance(metadata.get(one), str)), None)
