"""From the reviewer's verdicts on claims to a label record and a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudge_engine.vocabulary import UNSUPPORTED
from adjudge_tui.views import ItemView


def derive_value(view: ItemView, drafts: Mapping[str, str]) -> str | None:
    """`faithful`, `unfaithful`, or None where the marked claims do not settle it.

    One unsupported claim settles it. Faithful needs every claim supported: by the reviewer or,
    where they left it alone, by the judges or as proved in the strict sense.
    """
    marked = [drafts[claim.id] for claim in view.claims if claim.id in drafts]
    if any(verdict in UNSUPPORTED for verdict in marked):
        return "unfaithful"
    if not marked or "undetermined" in marked:
        return None
    for claim, raw in zip(view.claims, view.raw_claims, strict=True):
        if claim.id in drafts:
            continue
        judged = {
            opinion.words[claim.id].verdict
            for opinion in view.opinions
            if opinion.criterion == "faithfulness" and claim.id in opinion.words
        }
        if not raw.get("proved") and judged != {"supported"}:
            return None
    return "faithful"


def contradiction(view: ItemView, drafts: Mapping[str, str]) -> tuple[int, str] | None:
    """The first claim whose mark an approval would contradict: its number and verdict."""
    for claim in view.claims:
        if drafts.get(claim.id) in UNSUPPORTED:
            return claim.number, drafts[claim.id]
    return None


def label_record(
    view: ItemView, drafts: Mapping[str, str], value: str | None, by: str
) -> dict[str, Any]:
    """A `faithfulness` label with the marked claims; value None is undetermined."""
    record: dict[str, Any] = {
        "criterion": "faithfulness",
        "value": value,
        "claims": [
            {
                "claim_id": raw["id"],
                "start": raw["start"],
                "end": raw["end"],
                "text": raw["text"],
                "verdict": drafts[raw["id"]],
            }
            for raw in view.raw_claims
            if raw["id"] in drafts
        ],
        "by": by,
    }
    if value is None:
        record["undetermined"] = True
    return record
