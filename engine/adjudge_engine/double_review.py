"""Which cases two people must decide apart, and why: the `[double_review]` table of a policy.

A case is drawn for the share by its own hash, so the same cases are drawn on every run, and apart
from those that `sampling.release_share` draws.
"""

from __future__ import annotations

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.case import Case
from adjudge_engine.policy import Policy

_DIGITS = 13  # of the hash: as many as a float holds


def second_reason(case: Case, case_hash: str, policy: Policy) -> str:
    """Why two people must agree on a case, `high risk`; "" if one is enough."""
    rule = policy.double_review
    if case.risk in rule.risks:
        return f"{case.risk} risk"
    tag = next((tag for tag in case.tags if tag in rule.tags), None)
    if tag is not None:
        return f"tag {tag}"
    if rule.share > 0 and _drawn(case_hash) < rule.share:
        return f"drawn: {rule.share:.3g} of all cases"
    return ""


def _drawn(case_hash: str) -> float:
    """A number from 0 to 1 that belongs to the case."""
    digest = canonical_hash(["adjudge.double_review/1", case_hash]).removeprefix("sha256:")
    share: float = int(digest[:_DIGITS], 16) / 16**_DIGITS
    return share
