"""DeepEval: the entries of `metricsData`, in the names of its files and of its Python objects.

Its faithfulness is the share of claims that no context *contradicts*; what is not mentioned counts
in favour. So a score below 1 tells that something is contradicted (`strict` 0), a score of 1
tells nothing strictly. For other metrics `strict` is whether its own threshold was met.
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
)

_CRITERIA: Final = {
    "faithfulness": "faithfulness",
    "answer_relevancy": "relevance",
    "correctness": "correctness",
}
_LOWER_IS_BETTER: Final = ("hallucination", "bias", "toxicity", "misuse", "non_advice")
_MARKS: Final = frozenset(
    {"success", "threshold", "strictMode", "strict_mode", "evaluationModel", "evaluation_model"}
)


def judgments_in(record: dict[str, Any]) -> list[Fields] | None:
    """The judgments of one metric's entry, or of a whole test case; None for other shapes."""
    for name in ("metricsData", "metrics_data"):
        if isinstance(record.get(name), list):
            return [of_metric(one) for one in record[name] if isinstance(one, dict)]
    if isinstance(record.get("name"), str) and record.keys() & _MARKS:
        return [of_metric(record)]
    return None


def of_metric(entry: dict[str, Any]) -> Fields:
    """One metric's entry. An `error`, no score, and a score outside 0 … 1 abstain."""
    name = criterion_name(entry.get("name"))
    criterion = _CRITERIA.get(name, name)
    fields = _base(criterion, entry)
    if entry.get("error"):
        return abstains(fields, "DeepEval reports an error")
    value = figure(entry.get("score"))
    if value is None:
        return abstains(fields, f"DeepEval gives no score for {name}")
    if not 0 <= value <= 1:
        return abstains(fields, f"{name} is {value:g}, outside 0 to 1")
    fields["value"] = value
    if criterion == "faithfulness":
        fields["parameters"]["scale"] = "claims not contradicted ÷ claims"
        fields |= {"score": value, "not_contradicted": value}
        return fields if value == 1 else fields | {"strict": 0.0}
    if name in _LOWER_IS_BETTER:
        fields["parameters"]["scale"] = "0 to 1, lower is better"
    else:
        fields["score"] = value
    success = entry.get("success")
    return fields | ({"strict": 1.0 if success else 0.0} if isinstance(success, bool) else {})


def _base(criterion: str, entry: dict[str, Any]) -> Fields:
    def either(camel: str, snake: str) -> Any:
        return entry.get(camel) if entry.get(camel) is not None else entry.get(snake)

    model = text_of(either("evaluationModel", "evaluation_model"))
    parameters = known(
        tool="deepeval",
        metric=text_of(entry.get("name")),
        scale="0 to 1",
        threshold=figure(entry.get("threshold")),
        success=entry.get("success") if isinstance(entry.get("success"), bool) else None,
        strict_mode=bool(either("strictMode", "strict_mode")) or None,
    )
    return {
        "criterion": criterion,
        "judge": f"deepeval/{model}" if model else "deepeval",
        "parameters": parameters,
    } | known(model=model, rationale=text_of(entry.get("reason")), usage=_usage(either) or None)


def _usage(either: Any) -> dict[str, Any]:
    cost = figure(either("evaluationCost", "evaluation_cost"))
    tokens_in = figure(either("inputTokenCount", "input_token_count"))
    tokens_out = figure(either("outputTokenCount", "output_token_count"))
    return known(
        cost_usd=cost,
        tokens_in=int(tokens_in) if tokens_in is not None else None,
        tokens_out=int(tokens_out) if tokens_out is not None else None,
    )
