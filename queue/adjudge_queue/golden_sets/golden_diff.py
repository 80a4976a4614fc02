"""What differs between two versions of a golden set, as data and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudge_engine.canonical import canonical_hash
from adjudge_queue.decisions.claim_names import claim_name
from adjudge_queue.exports.plain import one_line
from adjudge_queue.file.store import Store
from adjudge_queue.golden_sets import golden

#: The lists of a difference, in the order in which they are told.
KINDS = ("added", "removed", "withdrawn", "relabelled", "moved")
#: What two labels are compared by; who gave a label and when is no difference of the label.
_FIELDS = ("value", "undetermined", "missing", "corrected_answer", "note")


def diff(store: Store, name: str, old: int, new: int) -> dict[str, Any]:
    """`added`, `removed`, `withdrawn`, `relabelled`, `moved` (lists of rows) and `unchanged`.

    `withdrawn`: gone from the new version because its label was withdrawn. `moved`: on another
    side of the split, which no version may do. Both versions must exist (DecisionError).
    """
    with store.snapshot():
        before = _by_case(golden.export(store, name, old))
        after = _by_case(golden.export(store, name, new))
    found: dict[str, Any] = {"name": name, "from": old, "to": new}
    found |= {kind: [] for kind in KINDS}
    found["unchanged"] = 0
    for key in sorted(before.keys() | after.keys()):
        kind, entry = _compared(before.get(key), after.get(key))
        if kind == "unchanged":
            found["unchanged"] += 1
        else:
            found[kind].append(entry)
    return found


def _by_case(rows: Iterator[dict[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    """What is compared of each row, by case id and content."""
    found = {}
    for row in rows:
        told = row["metadata"]["golden"]
        found[str(row["id"]), str(told["case_hash"])] = {
            "id": row["id"],
            "item": told.get("item"),
            "split": told["split"],
            "withdrawn": told.get("withdrawn"),
            "labels": {label["criterion"]: _said(label) for label in row["labels"]},
        }
    return found


def _said(label: Mapping[str, Any]) -> dict[str, Any]:
    """A label's content, its claims by id or span."""
    said = {key: label[key] for key in _FIELDS if label.get(key) not in (None, False, [])}
    for claim in label.get("claims", ()):
        said[f"claim {claim_name(claim)}"] = claim["verdict"]
    return said


def _compared(
    before: dict[str, Any] | None, after: dict[str, Any] | None
) -> tuple[str, dict[str, Any]]:
    if before is None or after is None:
        one = before or after or {}
        entry = {key: one[key] for key in ("id", "item", "split")}
        if before is None:
            return "added", entry
        if one["withdrawn"]:
            return "withdrawn", entry | {"event": one["withdrawn"]}
        return "removed", entry
    entry = {key: after[key] for key in ("id", "item", "split")}
    if before["split"] != after["split"]:
        return "moved", entry | {"was": before["split"]}
    changed = list(_changes(before["labels"], after["labels"]))
    return ("relabelled", entry | {"changed": changed}) if changed else ("unchanged", entry)


def _changes(
    before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Every part of a label that differs: `criterion`, `what`, `before`, `after` (None: absent)."""
    for criterion in sorted(before.keys() | after.keys()):
        old, new = before.get(criterion, {}), after.get(criterion, {})
        for what in sorted(old.keys() | new.keys()):
            if canonical_hash(old.get(what)) != canonical_hash(new.get(what)):
                yield {
                    "criterion": criterion,
                    "what": what,
                    "before": old.get(what),
                    "after": new.get(what),
                }


def as_text(found: Mapping[str, Any]) -> Iterator[str]:
    """The difference in lines: `+` added, `-` removed, `x` withdrawn, `~` relabelled, `!` moved."""
    signs = dict(zip(KINDS, "+-x~!", strict=True))
    name = one_line(found["name"])
    counts = ", ".join(f"{len(found[kind])} {kind}" for kind in KINDS)
    yield f"{name}@{found['from']} → {name}@{found['to']}: {counts}, {found['unchanged']} unchanged"
    for kind in KINDS:
        for entry in found[kind]:
            where = "" if entry["item"] is None else f"  (item #{entry['item']})"
            more = ""
            if kind == "withdrawn":
                more = f", withdrawn by event {entry['event']}"
            elif kind == "moved":
                more = f", was in {entry['was']}: a document is on both sides"
            yield f"{signs[kind]} {one_line(entry['id'])}  {entry['split']}{where}{more}"
            for change in entry.get("changed", ()):
                told = one_line(f"{change['criterion']}: {change['what']}")
                yield f"    {told}: {_word(change['before'])} → {_word(change['after'])}"


def _word(value: Any) -> str:
    return "nothing" if value is None else one_line(str(value))
