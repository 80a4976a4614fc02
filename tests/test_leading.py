"""The one reason to show first: what was found, not that something was not asked."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge_engine.leading import acting, leading


def entry(code: str, action: str | None = None, gate: str | None = None) -> dict[str, Any]:
    made = {"code": code, "message": code, "action": action, "gate": gate}
    return {key: value for key, value in made.items() if value is not None}


NO_REGISTRY = entry("no_registry", "review", "access")
NOT_ASKED = entry("not_judged", "review")
UNSURE = entry("unsure")
FOUND = entry("fact_missing", "block", "facts")
FLAG = entry("over_abstained", "review", "abstention")
HIGH = entry("high_risk", "review")


@pytest.mark.parametrize(
    ("route", "proved", "uncertain", "first", "count"),
    [
        ("block", [FLAG, FOUND], [NO_REGISTRY, UNSURE], "fact_missing", 1),
        ("review", [FLAG], [NOT_ASKED, NO_REGISTRY, UNSURE, HIGH], "over_abstained", 4),
        ("review", [], [NOT_ASKED, NO_REGISTRY, UNSURE, HIGH], "unsure", 3),
        ("review", [], [NOT_ASKED, HIGH, NO_REGISTRY], "no_registry", 3),
        ("review", [], [NOT_ASKED, HIGH], "high_risk", 2),
        ("review", [], [NOT_ASKED], "not_judged", 1),
    ],
)
def test_what_was_found_leads(
    route: str, proved: list[Any], uncertain: list[Any], first: str, count: int
) -> None:
    evaluation = {"route": route, "reasons": {"proved": proved, "uncertain": uncertain}}
    lead = leading(evaluation)
    assert lead is not None
    assert lead["code"] == first
    assert len(acting(evaluation)) == count


def test_nothing_speaks_against_a_release() -> None:
    proved = [entry("quote_found", None, "citations")]
    released = {"route": "release", "reasons": {"proved": proved, "uncertain": []}}
    assert leading(released) is None
    assert leading({"route": "review"}) is None
