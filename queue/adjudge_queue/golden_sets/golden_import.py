"""Taking golden rows in from a file: a version of a set whose labels were given elsewhere.

A row that was frozen by a queue keeps its provenance word for word, so that exporting the
imported version gives the same bytes; the version itself, and its event, say that it came in from
outside. Nothing of it touches the items of this queue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from adjudge_engine.calibration.measures.splits import SPLITS, split_of
from adjudge_engine.canonical import canonical_json
from adjudge_engine.errors import InputError
from adjudge_queue.file.jsontext import dump, pack
from adjudge_queue.file.store import Store
from adjudge_queue.golden_sets import golden
from adjudge_queue.golden_sets.golden_rows import group_of, row_hash
from adjudge_queue.items.claiming import checked_name


class _Row(NamedTuple):
    place: int
    case_id: str | bytes
    case_hash: str
    split: str
    body: str


def create(
    store: Store, name: str, rows: Iterable[Mapping[str, Any]], actor: str, origin: str
) -> tuple[str, int, int]:
    """Freeze `rows` (native cases with labels) as the next version: (name, version, rows).

    `origin` names the format. All rows or none: InputError names the first that is no labelled
    case, whose case was changed since it was labelled, whose document would be on both sides of
    the split, or that comes twice.
    """
    golden.check_set_name(name)
    checked_name(actor)
    ready = [_checked(place, row) for place, row in enumerate(rows, 1)]
    if not ready:
        raise InputError("there is no row to import", "Name a file with at least one case.")
    _refuse_twice(ready)
    with store.write() as tx:
        version = golden.begin(tx, name, actor, len(ready), include_approved=False)
        for one in ready:
            tx.insert("imported_rows", name=name, version=version, **one._asdict())
        body = {
            "name": name,
            "version": version,
            "include_approved": False,
            "rows": len(ready),
            "content": golden.content_of([row_hash(one.body) for one in ready]),
            "origin": origin,
        }
        tx.event("golden_imported", actor, body)
    return name, version, len(ready)


def _checked(place: int, row: Mapping[str, Any]) -> _Row:
    """A row as it will be stored; pydantic is loaded here, since only imports need it."""
    from pydantic import ValidationError

    from adjudge_engine.case import Case, case_hash

    try:
        canonical_json(row)  # no NaN, no infinity, no nesting beyond what can be read back
        case = Case.model_validate(row)
        content = case_hash(case)
    except ValidationError as error:
        what = error.errors()[0]
        where = ".".join(map(str, what["loc"]))
        raise _refused(place, f"it is no case: {where}: {what['msg']}") from None
    except (TypeError, ValueError) as error:
        raise _refused(place, f"it is no case: {error}") from None
    if not case.labels:
        raise _refused(place, "it has no label")
    told = case.metadata.get("golden")
    provenance: dict[str, Any] = dict(told) if isinstance(told, dict) else {"imported": True}
    group = group_of(row)
    provenance.setdefault("case_hash", content)
    provenance.setdefault("group", group)
    provenance.setdefault("split", split_of(group))
    if provenance["case_hash"] != content:
        raise _refused(place, "its case was changed since it was labelled")
    if provenance["group"] != group or provenance["split"] not in SPLITS:
        raise _refused(place, "its group or split is not that of its case")
    if provenance["split"] != split_of(group):
        raise _refused(
            place, f"it says {provenance['split']}, but its document is in {split_of(group)}"
        )
    metadata = dict(row.get("metadata", {})) | {"golden": provenance}
    body = dump(dict(row) | {"metadata": metadata})
    return _Row(place, pack(case.id), content, provenance["split"], body)


def _refuse_twice(rows: Iterable[_Row]) -> None:
    seen: set[tuple[str | bytes, str]] = set()
    for one in rows:
        if (one.case_id, one.case_hash) in seen:
            raise _refused(one.place, "it is there twice")
        seen.add((one.case_id, one.case_hash))


def _refused(place: int, why: str) -> InputError:
    return InputError(f"row {place} cannot be imported: {why}", "Nothing was imported.")
