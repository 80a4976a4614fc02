"""From the reviewer's verdicts on claims to a label record and a decision."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from adjudge_engine.vocabulary import UNSUPPORTED
from adjudge_tui.desk.views import ItemView


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


_NUMBER: Final = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?")
_LONG: Final = 150  # characters of a criterion and its value


class Written(NamedTuple):
    """What was written beside the verdicts: what is missing, and a line of criteria."""

    missing: Sequence[str] = ()
    criteria: str = ""

    def labels(self, by: str) -> tuple[dict[str, Any], ...]:
        """One label a criterion; what is missing is about completeness."""
        found = {one["criterion"]: one for one in criteria_of(self.criteria)}
        if self.missing:
            whole = found.setdefault("completeness", {"criterion": "completeness"})
            whole["missing"] = list(self.missing)
        return tuple({**one, "by": by} for one in found.values())


def criteria_of(text: str) -> list[dict[str, Any]]:
    """The labels in `relevance=4; tone=poor`. ValueError names the part that is none.

    A value is a number where it is one, else a word; `undetermined` is its own. Faithfulness has
    keys of its own.
    """
    found: dict[str, dict[str, Any]] = {}
    for part in several(text):
        name, _, value = (one.strip() for one in part.partition("="))
        if not name or not value or name in (*found, "faithfulness") or len(part) > _LONG:
            raise ValueError(part)
        said = {"undetermined": True} if value == "undetermined" else {"value": _value(value)}
        found[name] = {"criterion": name, **said}
    return list(found.values())


def _value(text: str) -> int | float | str:
    if _NUMBER.fullmatch(text) is None:
        return text
    return float(text) if "." in text else int(text)


def several(text: str) -> tuple[str, ...]:
    """What is missing, as it is written in one line: with semicolons between, once each."""
    parts = (part.strip() for part in text.replace("；", ";").replace("\n", ";").split(";"))
    return tuple(dict.fromkeys(part for part in parts if part))


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
