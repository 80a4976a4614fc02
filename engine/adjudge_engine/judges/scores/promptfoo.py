"""promptfoo: the model-graded assertions of a `gradingResult`.

`pass` is `strict`, `score` the score. Assertions that code decides (`contains`, `javascript` …)
are no judge's word and give no judgment. A grader that failed is written there as a failed
assertion; its reason tells it apart, and it abstains here.
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

#: Assertion types that a model grades → the criterion; None: the assertion's own metric or type.
_GRADED: Final[dict[str, str | None]] = {
    "context-faithfulness": "faithfulness",
    "answer-relevance": "relevance",
    "factuality": "correctness",
    "model-graded-factuality": "correctness",
    "llm-rubric": None,
    "g-eval": None,
    "agent-rubric": None,
    "model-graded-closedqa": None,
    "context-recall": None,
    "context-relevance": None,
    "conversation-relevance": None,
    "pi": None,
    "search-rubric": None,
    "select-best": None,
}
#: How the reason of a grader that failed begins.
_FAILED: Final = (
    "api error",
    "api call error",
    "error:",
    "no output",
    "could not extract json",
    "custom function threw error",
    "failed to parse",
    "llm-rubric produced malformed response",
    "invalid output",
)


def judgments_in(record: dict[str, Any]) -> list[Fields] | None:
    """The judgments of a row, a grading result or one of its components; None for other shapes."""
    if isinstance(record.get("gradingResult"), dict):
        return judgments_in(record["gradingResult"])
    components = record.get("componentResults")
    if isinstance(components, list):
        found = [one for one in components if isinstance(one, dict)]
        return [one for part in found for one in judgments_in(part) or ()]
    assertion = record.get("assertion")
    if not isinstance(assertion, dict) or not isinstance(assertion.get("type"), str):
        return None
    return [of_component(record, assertion)] if _type(assertion) in _GRADED else []


def of_component(result: dict[str, Any], assertion: dict[str, Any]) -> Fields:
    """One graded assertion: `pass`, `score`, `reason`."""
    kind = _type(assertion)
    negated = str(assertion["type"]).startswith("not-")
    own = assertion.get("metric") if isinstance(assertion.get("metric"), str) else None
    criterion = _GRADED[kind] if not negated else None
    provider = text_of(assertion.get("provider"))
    parameters = known(
        tool="promptfoo",
        metric=own,
        type=assertion["type"],
        scale="0 to 1",
        threshold=figure(assertion.get("threshold")),
        value=text_of(assertion.get("value")),
    )
    fields: Fields = {
        "criterion": criterion or criterion_name(own or assertion["type"]),
        "judge": f"promptfoo/{provider}" if provider else "promptfoo",
        "parameters": parameters,
    } | known(model=provider, rationale=text_of(result.get("reason")), usage=_usage(result))
    return _with_values(fields, result)


def _with_values(fields: Fields, result: dict[str, Any]) -> Fields:
    passed, value = result.get("pass"), figure(result.get("score"))
    reason = str(result.get("reason") or "").strip().lower()
    if result.get("error") or (passed is False and reason.startswith(_FAILED)):
        return abstains(fields, "promptfoo's grader failed")
    if not isinstance(passed, bool) or value is None or not 0 <= value <= 1:
        return abstains(fields, "promptfoo gives no pass and score that can be read")
    fields |= {"value": value, "score": value, "strict": 1.0 if passed else 0.0}
    if (
        fields["criterion"] == "faithfulness"
    ):  # a threshold below 1 passes what is not all supported
        fields["parameters"]["scale"] = "supported statements ÷ statements"
        fields["strict"] = 1.0 if value == 1 else 0.0
    return fields


def _type(assertion: dict[str, Any]) -> str:
    return str(assertion["type"]).removeprefix("not-")


def _usage(result: dict[str, Any]) -> dict[str, Any] | None:
    used = result.get("tokensUsed")
    if not isinstance(used, dict):
        return None
    tokens_in, tokens_out = figure(used.get("prompt")), figure(used.get("completion"))
    return (
        known(
            tokens_in=int(tokens_in) if tokens_in is not None else None,
            tokens_out=int(tokens_out) if tokens_out is not None else None,
        )
        or None
    )
