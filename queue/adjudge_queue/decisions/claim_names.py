"""What a claim is called in labels and verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def claim_name(claim: Mapping[str, Any]) -> str:
    """A claim's id, or its span in the answer where it has none: `c1`, `12:34`."""
    return str(claim.get("claim_id") or f"{claim.get('start')}:{claim.get('end')}")
