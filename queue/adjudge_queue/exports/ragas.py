"""RAGAS annotations: what people made of a metric's output, for `MetricAnnotation.from_json`.

Names: `MetricAnnotation`, `SampleAnnotation`, `PromptAnnotation` of ragas 0.4
(`src/ragas/dataset_schema.py`) and the prompts of its `Faithfulness`. The file is feedback on a
judge, so a row on whose criterion no judge spoke, or no person did, is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudge_queue.exports import rows
from adjudge_queue.exports.carried import json_text
from adjudge_queue.exports.rows import GoldenCase

_UNLABELLED = "the judge's verdict: nobody labelled this claim"


def write(found: Iterable[GoldenCase]) -> Iterator[str]:
    """One object: criterion → its annotations."""
    by_criterion: dict[str, list[dict[str, Any]]] = {}
    for row in rows.standing(found):
        for criterion, one in of_row(row):
            by_criterion.setdefault(criterion, []).append(one)
    yield json_text(by_criterion) + "\n"


def of_row(row: GoldenCase) -> Iterator[tuple[str, dict[str, Any]]]:
    """The annotations of a row, each with its criterion."""
    for label in row["labels"]:
        for judgment in rows.judgments(row, label["criterion"]):
            one = annotation(row, label, judgment)
            if one is not None:
                yield label["criterion"], one


def annotation(
    row: GoldenCase, label: Mapping[str, Any], judgment: Mapping[str, Any]
) -> dict[str, Any] | None:
    """What a person made of one judgment; None where either has no word on it."""
    target = rows.score(rows.value(label))
    said = rows.score(rows.judge_value(judgment))
    if target is None or said is None:
        return None
    score = judgment.get("score") if judgment.get("value") is None else judgment["value"]
    return {
        "metric_input": {
            "user_input": row.get("question") or "",
            "response": row.get("answer") or "",
            "retrieved_contexts": rows.context_texts(row),
        },
        "metric_output": float(said if score is None else score),
        "prompts": _prompts(row, label, judgment),
        "is_accepted": said == target,
        "target": target,
    }


def _prompts(
    row: GoldenCase, label: Mapping[str, Any], judgment: Mapping[str, Any]
) -> dict[str, Any]:
    """The two steps of faithfulness, where the judge spoke of claims: none for other criteria."""
    claims = rows.claims(row)
    judged = {one["claim_id"]: one["verdict"] for one in judgment.get("claims", ())}
    claims = [one for one in claims if one["id"] in judged]
    if label["criterion"] != "faithfulness" or not claims:
        return {}
    statements = [one["text"] for one in claims]
    question, answer = row.get("question") or "", row.get("answer") or ""
    context = "\n".join(rows.context_texts(row))
    edited = list(_edited(claims, label, judged))
    output = [_statement(one["text"], judged[one["id"]], "") for one in claims]
    changed = [one["verdict"] for one in edited] != [one["verdict"] for one in output]
    return {
        "statement_generator_prompt": {
            "prompt_input": {"question": question, "answer": answer},
            "prompt_output": {"statements": statements},
            "edited_output": None,
        },
        "n_l_i_statement_prompt": {
            "prompt_input": {"context": context, "statements": statements},
            "prompt_output": {"statements": output},
            "edited_output": {"statements": edited} if changed else None,
        },
    }


def _edited(
    claims: Iterable[Mapping[str, Any]], label: Mapping[str, Any], judged: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """The person's verdict on each claim; the judge's where the person left it open."""
    said = {one.get("claim_id"): one["verdict"] for one in label.get("claims", ())}
    faithful = rows.value(label) == "faithful"
    for claim in claims:
        verdict = said.get(claim["id"], "supported" if faithful else "undetermined")
        if verdict == "undetermined":
            yield _statement(claim["text"], judged[claim["id"]], _UNLABELLED)
        else:
            yield _statement(claim["text"], verdict, f"a reviewer: {verdict}")


def _statement(text: str, verdict: str, reason: str) -> dict[str, Any]:
    return {"statement": text, "reason": reason, "verdict": int(verdict == "supported")}
