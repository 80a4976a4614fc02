"""Records of annotated collections: `human`, and marks as citations.

These carry what people said beside the answer. Their words become labels where their shape is
clear; the original stays in `metadata`. What judges said there: `judge_entries`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from typing import Any, Final

from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Claim
from adjudge_engine.judges.preference import as_preferred
from adjudge_engine.vocabulary import PREFERENCE, LabelVerdict

_CRITERION_OF: Final = {
    "faithful": "faithfulness",
    "unfaithful": "faithfulness",
    "partial": "faithfulness",
    "answerable": "answerability",
    "unanswerable": "answerability",
}
#: Span types that say nothing about faithfulness.
_OTHER_MATTERS: Final = ("irrelevan", "incomplete")
#: What people call their verdict on one sentence or claim.
_CLAIM_LABELS: Final[dict[str, LabelVerdict]] = {
    "supported": "supported",
    "faithful": "supported",
    "entailment": "supported",
    "partial": "partial",
    "partially_supported": "partial",
    "neither": "not_mentioned",
    "neutral": "not_mentioned",
    "not_supported": "not_mentioned",
    "conflicted": "contradicted",
    "contradiction": "contradicted",
    "contradicted": "contradicted",
    "unfaithful": "undetermined",
}
_WORST: Final[tuple[LabelVerdict, ...]] = (
    "contradicted",
    "not_mentioned",
    "partial",
    "undetermined",
    "supported",
)
_MARK: Final = re.compile(r"\[([0-9A-Za-z_-]{1,20})\]")


def labels_from(human: dict[str, Any], answer: str | None) -> list[dict[str, Any]]:
    """The labels that a `human` object gives: faithfulness with its claims, answerability, and
    which of two answers is preferred."""
    source = human.get("source")
    note = source if isinstance(source, str) else None
    value = human.get("label")
    criterion = _CRITERION_OF.get(value) if isinstance(value, str) else None
    labels = []
    if criterion is not None:
        claims = _label_claims(human, answer or "") if criterion == "faithfulness" else []
        labels.append({"criterion": criterion, "value": value, "claims": claims, "note": note})
    answerable = str(human.get("answerable")).lower()
    if criterion != "answerability" and answerable in ("true", "false"):
        value = "answerable" if answerable == "true" else "unanswerable"
        labels.append({"criterion": "answerability", "value": value, "note": note})
    preferred = as_preferred(human.get("preferred"))
    if preferred is not None:
        labels.append({"criterion": PREFERENCE, "value": preferred, "note": note})
    return labels


def _label_claims(human: dict[str, Any], answer: str) -> list[dict[str, Any]]:
    claims = split_claims(answer)
    by_span = {(claim.start, claim.end): claim.id for claim in claims}
    out = {}
    for claim, worst in _overlapped(claims, _spans(human.get("spans"), len(answer))):
        out[claim.start, claim.end] = {
            "claim_id": claim.id,
            "start": claim.start,
            "end": claim.end,
            "text": claim.text,
            "verdict": worst,
        }
    for one in _objects(human.get("claims")):
        verdict = _CLAIM_LABELS.get(str(one.get("label")).lower())
        span = _span(one, len(answer))
        if verdict is not None and span is not None:
            start, end = span
            judged = {"start": start, "end": end, "text": answer[start:end], "verdict": verdict}
            known = {"claim_id": by_span[span]} if span in by_span else {}
            out[span] = known | judged
    return [out[span] for span in sorted(out)]


def _overlapped(
    claims: tuple[Claim, ...], spans: Iterable[tuple[int, int, LabelVerdict]]
) -> list[tuple[Claim, LabelVerdict]]:
    """Each claim that a span touches, with the worst verdict of those spans."""
    by_verdict: dict[LabelVerdict, list[tuple[int, int]]] = {}
    for start, end, verdict in spans:
        by_verdict.setdefault(verdict, []).append((start, end))
    worst: dict[int, LabelVerdict] = {}
    for verdict in reversed(_WORST):  # a worse one later takes the place
        at = 0
        for start, end in sorted(by_verdict.get(verdict, ())):
            while at < len(claims) and claims[at].end <= start:
                at += 1
            while at < len(claims) and claims[at].start < end:  # none is met twice: linear
                worst[at] = verdict
                at += 1
    return [(claims[at], worst[at]) for at in sorted(worst)]


def _spans(value: Any, length: int) -> Iterable[tuple[int, int, LabelVerdict]]:
    for one in _objects(value):
        verdict = _verdict_of(one.get("type"))
        span = _span(one, length)
        if verdict is not None and span is not None:
            yield (*span, verdict)


def _verdict_of(kind: Any) -> LabelVerdict | None:
    """What a span's type says about faithfulness; None: it speaks of something else."""
    name = str(kind).lower()
    if name.endswith("_conflict"):
        return "contradicted"
    if name.endswith("_baseless") or name == "not_supported":
        return "not_mentioned"
    return None if name.startswith(_OTHER_MATTERS) else "undetermined"


def is_mark(citation: Any) -> bool:
    """Whether a citation is a mark in the answer, `{start, end, text, context_ids}`."""
    return isinstance(citation, dict) and isinstance(citation.get("context_ids"), list)


def citations_from(
    marks: list[Any], context_spans: list[Any], answer: str | None
) -> tuple[list[dict[str, Any]], dict[str, Any], list[Any]]:
    """Citations of marks; what of them has no place in one, by path; spans that none used.

    One citation for each context id, one without locator where there is none. A mark's own name
    is the id where it has one (`[5]` → `5`), else a running one.
    """
    out: list[dict[str, Any]] = []
    rest: dict[str, Any] = {}
    waiting: dict[str, deque[dict[str, Any]]] = {}
    unused = [one for one in context_spans if not _is_passage(one)]
    for one in context_spans:
        if _is_passage(one):
            waiting.setdefault(one["context_id"], deque()).append(one)
    ids = _Names()
    for at, mark in enumerate(marks):
        for key in mark.keys() - {"start", "end", "text", "context_ids"}:
            rest[f"citations[{at}].{key}"] = mark[key]
        claim, text = _claim_of(mark, answer)
        for context_id in mark["context_ids"] or [None]:
            citation: dict[str, Any] = {"id": ids.take(text, at + 1), "claim": claim}
            citation["kind"] = "presence"
            if context_id is not None:
                citation["context_id"] = name = str(context_id)
                if waiting.get(name):
                    citation |= _quote(waiting[name].popleft())
            out.append(citation)
    return out, rest, unused + [one for left in waiting.values() for one in left]


def _claim_of(mark: dict[str, Any], answer: str | None) -> tuple[Any, str]:
    """The mark's span, or its text where the span holds another one; and the text."""
    given = mark.get("text")
    text = given if isinstance(given, str) else ""
    span = _span(mark, len(answer or ""))
    if span is not None and (not text or (answer or "")[slice(*span)] == text):
        return {"start": span[0], "end": span[1]}, text
    return text or None, text


class _Names:
    """Ids of marks: their own name where they have one (`[5]` → `5`), each given once."""

    def __init__(self) -> None:
        self._count: dict[str, int] = {}

    def take(self, text: str, number: int) -> str:
        """The id of the mark `text`, the `number`th of the record."""
        found = _MARK.fullmatch(text)
        base = found.group(1) if found else f"cite-{number}"
        name = base
        while name in self._count:
            self._count[base] += 1
            name = f"{base}.{self._count[base]}"
        self._count[name] = 1
        return name


def _is_passage(one: Any) -> bool:
    """Whether a context span says which context, where, and what stands there."""
    if not isinstance(one, dict) or _span(one, None) is None:
        return False
    return isinstance(one.get("context_id"), str) and isinstance(one.get("text"), str)


def _quote(passage: dict[str, Any]) -> dict[str, Any]:
    place = {"start": passage["start"], "end": passage["end"]}
    return {"kind": "quote", "quote": passage["text"], "span": place}


def _objects(value: Any) -> Iterable[dict[str, Any]]:
    return (one for one in value if isinstance(one, dict)) if isinstance(value, list) else ()


def _span(one: dict[str, Any], length: int | None) -> tuple[int, int] | None:
    start, end = one.get("start"), one.get("end")
    if type(start) is not int or type(end) is not int or not 0 <= start < end:
        return None
    return None if length is not None and end > length else (start, end)
