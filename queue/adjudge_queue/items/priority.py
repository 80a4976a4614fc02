"""How urgent an item is, and the words for it: its risk, then the reason that tells most.

| risk | | finding | |
|---|---|---|---|
| high | 400 | a gate failed | 90 |
| standard | 200 | a judge: contradicted | 60 |
| low | 0 | a judge: not mentioned or partial | 50 |
| | | a judge abstained | 30 |
| | | a gate is unavailable | 10 |

The number is the risk's plus the worst finding's; within one number the older item comes first.
So there are few different numbers, which keeps paging by priority quick. The words are those of
the evaluation's leading reason; where it gives none, those of the worst finding. Of a release
there is little to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudge_engine.leading import leading
from adjudge_engine.vocabulary import GATES

RISK_WEIGHT: Final[Mapping[str, int]] = {"high": 400, "standard": 200, "low": 0}
#: The findings of one risk stay below this, so a risk is a range of priorities.
SPAN: Final = 100
#: Characters of a reason that are kept; the evaluation has the rest.
LONGEST: Final = 160
FAILED, CONTRADICTED, UNSUPPORTED, ABSTAINED, UNAVAILABLE = 90, 60, 50, 30, 10


def open_gates(evaluation: Mapping[str, Any]) -> dict[str, str]:
    """Gate → outcome for the gates that fail or are unavailable, failing ones first."""
    gates = evaluation.get("gates", {})
    found = {gate: str(gates.get(gate, {}).get("outcome")) for gate in GATES}
    return {
        gate: outcome
        for wanted in ("fail", "unavailable")
        for gate, outcome in found.items()
        if outcome == wanted
    }


def prioritise(risk: str, evaluation: Mapping[str, Any]) -> tuple[int, str]:
    """The priority and its reason, `high risk · missing fact "500 mg"`, on one line."""
    weight, finding = max(_findings(evaluation), default=(0, ""), key=lambda one: one[0])
    total = RISK_WEIGHT.get(risk, RISK_WEIGHT["standard"]) + weight
    if evaluation.get("route") == "release":
        said = _of_release(evaluation)
    else:
        said = _of_lead(evaluation) or finding
    words = [f"{risk} risk"] if risk != "standard" or not said else []
    return total, _cut(" · ".join([*words, *([said] if said else [])]))


def _of_release(evaluation: Mapping[str, Any]) -> str:
    claims = evaluation.get("claims") or ()
    proved = bool(claims) and all(claim.get("proved") for claim in claims)
    return "every claim is word for word what it cites" if proved else ""


def _of_lead(evaluation: Mapping[str, Any]) -> str:
    """What the evaluation itself says first about its route."""
    lead = leading(evaluation)
    if lead is None or lead["code"] == "high_risk":  # the risk is said already
        return ""
    return " ".join(str(lead["message"])[: 4 * LONGEST].split())


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _findings(evaluation: Mapping[str, Any]) -> list[tuple[int, str]]:
    """What was found, each with its weight; of one weight the first one counts."""
    found: list[tuple[int, str]] = []
    gates = open_gates(evaluation)
    failed = [gate for gate, outcome in gates.items() if outcome == "fail"]
    if failed:
        found.append((FAILED, f"{', '.join(failed)} failed"))
    for judgment in evaluation.get("judgments", ()):
        verdicts = {claim.get("verdict") for claim in judgment.get("claims", ())}
        if "contradicted" in verdicts:
            found.append((CONTRADICTED, "judge: contradicted"))
        if verdicts & {"not_mentioned", "partial"}:
            found.append((UNSUPPORTED, "judge: not supported"))
        if judgment.get("abstained"):
            code = (judgment.get("abstention") or {}).get("code", "")
            found.append((ABSTAINED, f"judge abstained: {code}" if code else "judge abstained"))
    unavailable = [gate for gate, outcome in gates.items() if outcome == "unavailable"]
    if unavailable:
        found.append((UNAVAILABLE, f"{', '.join(unavailable)} unavailable"))
    return found
