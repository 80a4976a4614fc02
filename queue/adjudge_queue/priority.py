"""How urgent an item is, and the words for it: its risk, then its worst finding.

| risk | | finding | |
|---|---|---|---|
| high | 400 | a gate failed | 90 |
| standard | 200 | a judge: contradicted | 60 |
| low | 0 | a judge: not mentioned or partial | 50 |
| | | a judge abstained | 30 |
| | | a gate is unavailable | 10 |

The number is the risk's plus the worst finding's; within one number the older item comes first.
So there are few different numbers, which keeps paging by priority quick.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adjudge_engine.vocabulary import GATES

RISK_WEIGHT: Final[Mapping[str, int]] = {"high": 400, "standard": 200, "low": 0}
#: The findings of one risk stay below this, so a risk is a range of priorities.
SPAN: Final = 100
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
    """The priority and its reason, `high risk · numbers failed`."""
    weight, finding = max(_findings(evaluation), default=(0, ""), key=lambda one: one[0])
    total = RISK_WEIGHT.get(risk, RISK_WEIGHT["standard"]) + weight
    words = [f"{risk} risk"] if risk != "standard" or not finding else []
    return total, " · ".join([*words, *([finding] if finding else [])])


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
