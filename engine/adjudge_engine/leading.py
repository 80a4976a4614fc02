"""Which reason tells a reader most about a route.

An evaluation lists everything that counts. A list of items, or one line at the top of a screen,
has room for one reason: what a check found comes first, then where a judge hesitated; that a
check is not built or a judge not admitted explains only what nothing else explains.

Works on the JSON form, so that the interface's first screen needs no models.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Reason = Mapping[str, Any]


def acting(evaluation: Mapping[str, Any]) -> list[Reason]:
    """The reasons that demanded the route taken; none for a release."""
    reasons = evaluation.get("reasons") or {}
    found = [*(reasons.get("proved") or ()), *(reasons.get("uncertain") or ())]
    route = evaluation.get("route")
    return [one for one in found if one.get("action") == route and route != "release"]


def leading(evaluation: Mapping[str, Any]) -> Reason | None:
    """The one reason to show first, or None where nothing speaks against the answer."""
    led = acting(evaluation)
    if not led:
        return None
    uncertain = (evaluation.get("reasons") or {}).get("uncertain") or ()
    checks = [one for one in led if one.get("gate")]
    best: tuple[Reason, ...] = (
        *(one for one in checks if one["code"] != "no_registry"),
        *(one for one in led if one["code"] == "abstention_review"),
        *(one for one in uncertain if one["code"] == "unsure"),
        *checks,
        *(one for one in led if one["code"] == "high_risk"),
        *led,
    )
    return best[0]
