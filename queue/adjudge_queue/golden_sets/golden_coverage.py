"""What a golden set covers: how many rows of each kind stand on either side of the split."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from adjudge_engine.calibration.measures import kinds
from adjudge_engine.calibration.measures.splits import SPLITS
from adjudge_queue.exports.plain import one_line
from adjudge_queue.file.store import Store
from adjudge_queue.golden_sets import golden

SLICES: Final = ("tag", "risk", "language", "generator", "label")


def coverage(store: Store, name: str, version: int | None) -> dict[str, Any]:
    """`rows`, `withdrawn`, `splits`, `documents` and `slices` (slice → value → split → rows).

    Withdrawn rows are counted apart and cover nothing. `documents`: source documents that stand
    on one side alone, and those that also appear, behind the first source, on the other.
    """
    with store.snapshot():
        number = golden.version_of(store, name, version)
        slices: dict[str, dict[str, Counter[str]]] = {one: {} for one in SLICES}
        splits: Counter[str] = Counter()
        sides: dict[str, set[str]] = {}
        withdrawn = 0
        for row in golden.export(store, name, number):
            told = row["metadata"]["golden"]
            if told.get("withdrawn"):
                withdrawn += 1
                continue
            split = told["split"]
            splits[split] += 1
            for kind, value in _slices(row):
                slices[kind].setdefault(value, Counter())[split] += 1
            for context in row.get("contexts", ()):
                if context.get("source_id"):
                    sides.setdefault(context["source_id"], set()).add(split)
    documents = {one: sum(side == {one} for side in sides.values()) for one in SPLITS}
    return {
        "name": name,
        "version": number,
        "rows": sum(splits.values()),
        "withdrawn": withdrawn,
        "splits": {one: splits[one] for one in SPLITS},
        "documents": documents | {"both": sum(len(side) > 1 for side in sides.values())},
        "slices": {
            kind: {
                value: {one: counted[one] for one in SPLITS}
                for value, counted in sorted(found.items())
            }
            for kind, found in slices.items()
        },
    }


def _slices(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for tag in dict.fromkeys(row.get("tags", ())) or ("(none)",):
        yield "tag", tag
    yield "risk", row.get("risk") or "standard"
    yield "language", language_of(row)
    yield "generator", row.get("generator") or "(unknown)"
    for label in row["labels"]:
        value = "undetermined" if label.get("undetermined") else label.get("value", "by claim")
        yield "label", f"{label['criterion']}: {value}"


def language_of(case: Mapping[str, Any]) -> str:
    """The language that a stored case names in its metadata, else the script of its letters."""
    return kinds.language_of(case.get("metadata", {}), case.get("question"), case.get("answer"))


def as_text(found: Mapping[str, Any]) -> Iterator[str]:
    """The coverage in lines."""
    name = one_line(found["name"])
    splits, documents = found["splits"], found["documents"]
    yield (
        f"{name}@{found['version']}: {found['rows']} rows (dev {splits['dev']}, held-out"
        f" {splits['held-out']}), {found['withdrawn']} withdrawn"
    )
    yield (
        f"documents: {documents['dev']} in dev alone, {documents['held-out']} in held-out alone,"
        f" {documents['both']} in both (as a further source)"
    )
    for kind in SLICES:
        yield f"{kind}:"
        for value, counted in found["slices"][kind].items():
            yield f"  {one_line(value)}: dev {counted['dev']}, held-out {counted['held-out']}"
