"""RAGAS: a row of metric scores, statements with verdicts, an annotated sample.

Faithfulness is there the share of statements that the contexts support: our `score`. It is 1 only
if every statement is supported, so `strict` follows from it. Other metrics have no threshold of
their own and give no `strict`. NaN stands for "could not be computed": an abstention.
"""

from __future__ import annotations

from typing import Any, Final

from adjudge_engine.judges.scores.values import (
    Fields,
    abstains,
    criterion_name,
    figure,
    known,
    text_of,
    verdict_of,
)
from adjudge_engine.vocabulary import UNSUPPORTED

_RELEVANCE: Final = ("answer_relevancy", "response_relevancy", "answer_relevance")
_CORRECTNESS: Final = ("answer_correctness", "factual_correctness", "answer_accuracy")
_FAITHFULNESS: Final = ("faithfulness", "faithfulness_with_hhem")
_OTHERS: Final = (
    "context_precision",
    "context_recall",
    "context_relevancy",
    "context_relevance",
    "context_utilization",
    "context_entity_recall",
    "llm_context_precision_with_reference",
    "llm_context_precision_without_reference",
    "non_llm_context_precision_with_reference",
    "non_llm_context_recall",
    "response_groundedness",
    "answer_similarity",
    "semantic_similarity",
    "harmfulness",
    "maliciousness",
    "noise_sensitivity",
    "noise_sensitivity_relevant",
    "noise_sensitivity_irrelevant",
    "summary_score",
)
_METRICS: Final = frozenset((*_RELEVANCE, *_CORRECTNESS, *_FAITHFULNESS, *_OTHERS))
_LOWER_IS_BETTER: Final = ("harmfulness", "maliciousness", "noise_sensitivity")
_CRITERIA: Final = (
    {name: "relevance" for name in _RELEVANCE}
    | {name: "correctness" for name in _CORRECTNESS}
    | {name: "faithfulness" for name in _FAITHFULNESS}
)


def judgments_in(record: dict[str, Any]) -> list[Fields] | None:
    """The judgments of a row, of statements, or of an annotated sample; None for other shapes."""
    if isinstance(record.get("statements"), list):
        return [of_statements(record)]
    if "metric_output" in record and isinstance(record.get("metric"), str):
        return [of_sample(record["metric"], record)]
    metrics = [name for name in record if criterion_name(name) in _METRICS]
    if not metrics or not record.keys().isdisjoint(("criterion", "judge")):
        return None
    model = text_of(record.get("model"))
    return [of_score(one, record[one], record.get(f"{one}_reason"), model) for one in metrics]


def of_score(metric: str, raw: Any, reason: Any = None, model: str | None = None) -> Fields:
    """One metric's score. NaN, null, and a figure outside 0 … 1 abstain."""
    name = criterion_name(metric)
    criterion = _CRITERIA.get(name, name)
    fields = _base(criterion, metric, model) | known(rationale=text_of(reason))
    value = figure(raw)
    if value is None:
        return abstains(fields, f"RAGAS could not compute {name}")
    if not 0 <= value <= 1:
        return abstains(fields, f"{name} is {value:g}, outside 0 to 1")
    fields["value"] = value
    if name.startswith(_LOWER_IS_BETTER):
        fields["parameters"]["scale"] = "0 to 1, lower is better"
        return fields
    fields["score"] = value
    if criterion == "faithfulness":
        fields["parameters"]["scale"] = "supported statements ÷ statements"
        fields["strict"] = 1.0 if value == 1 else 0.0
    return fields


def of_statements(record: dict[str, Any]) -> Fields:
    """Faithfulness from `statements`, each with `statement`, `verdict` (1 supported) and `reason`.

    Without any there is nothing to divide by: an abstention.
    """
    entries = [one for one in record["statements"] if isinstance(one, dict)]
    model = text_of(record.get("model"))
    fields = _base("faithfulness", "faithfulness", model)
    fields["parameters"]["scale"] = "supported statements ÷ statements"
    if not entries or len(entries) < len(record["statements"]):
        return abstains(fields, "RAGAS gives no statement that can be read")
    claims = [
        known(
            text=text_of(one.get("statement")),
            verdict=verdict_of(one.get("verdict")),
            reason=text_of(one.get("reason")),
        )
        for one in entries
    ]
    words = [one["verdict"] for one in claims]
    fields |= {"claims": claims, "score": words.count("supported") / len(words)}
    fields["value"] = fields["score"]
    if not UNSUPPORTED.isdisjoint(words):
        return fields | {"strict": 0.0}
    if "unsure" not in words:
        return fields | {"strict": 1.0}
    unread = words.count("unsure")
    return abstains(fields, f"{unread} of {len(words)} verdicts cannot be read")


def of_sample(metric: str, sample: dict[str, Any]) -> Fields:
    """An annotated sample: the metric's own output, with its prompt's reason, never the person's.

    `metric_output` is 0 or 1 for a critic, and a share for others.
    """
    outputs = [
        prompt["prompt_output"]
        for prompt in _values(sample.get("prompts"))
        if isinstance(prompt, dict) and isinstance(prompt.get("prompt_output"), dict)
    ]
    if criterion_name(metric) in _FAITHFULNESS:
        judged = next(filter(_has_verdicts, outputs), None)
        if judged is not None:
            return of_statements(judged)
    reason = next((one.get("reason") for one in outputs if text_of(one.get("reason"))), None)
    fields = of_score(metric, sample.get("metric_output"), reason)
    value, critic = fields.get("score"), any("verdict" in one for one in outputs)
    return fields | ({"strict": value} if critic and value in (0.0, 1.0) else {})


def _has_verdicts(output: dict[str, Any]) -> bool:
    """Whether a prompt's output judges statements; the prompt before it only lists them."""
    listed = output.get("statements")
    return isinstance(listed, list) and any(
        isinstance(one, dict) and "verdict" in one for one in listed
    )


def _values(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else []


def _base(criterion: str, metric: str, model: str | None) -> Fields:
    judge = f"ragas/{model}" if model else "ragas"
    parameters = {"tool": "ragas", "metric": metric, "scale": "0 to 1"}
    return {"criterion": criterion, "judge": judge, "parameters": parameters} | known(model=model)
