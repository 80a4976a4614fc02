"""The contexts of a record: strings or objects, under many names, with ids that hold."""

from __future__ import annotations

from typing import Any, Final

from adjudge_engine.case import Context
from adjudge_engine.reading.aliases import CONTEXT, take
from adjudge_engine.reading.problems import Problem, kind_of

_KNOWN: Final = frozenset(Context.model_fields)
_NUMBERS_AS_TEXT: Final = ("source_id", "element_id", "updated_at")
#: Every finding and every piece of evidence repeats these names.
_NAMES: Final = ("id", "source_id", "element_id")
_LONGEST_NAME: Final = 2_000


def as_text(value: Any, field: str) -> str | None:
    """An id or the like: numbers become text. Raises Problem for anything else."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise Problem(field, f"must be text or a number, not {kind_of(value)}")


def read_contexts(value: Any, field: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Contexts as `Context` takes them, and what of collapsed duplicates had to be left over.

    Strings, and objects without an id, get ids by position (`c1`, `c2`, …). Two entries with one
    id are one context if they say the same; a second score or metadata is left over. Raises
    Problem, naming the entry.
    """
    if value is None:
        return [], {}
    entries = value if isinstance(value, list) else [value]
    read = [_context(entry, f"{field}[{at}]") for at, entry in enumerate(entries)]
    given = {one["id"] for one in read if one["id"]}
    out: dict[str, dict[str, Any]] = {}
    rest: dict[str, Any] = {}
    for at, one in enumerate(read):
        if not one["id"]:
            one["id"] = _free(f"c{at + 1}", given)
            given.add(one["id"])
        first = out.setdefault(one["id"], one)
        if first is one:
            continue
        if _substance(first) != _substance(one):
            reason = f"two different contexts have the id {one['id'][:80]!r}"
            raise Problem(f"{field}[{at}].id", reason)
        for key in ("score", "metadata"):
            if key in one and one[key] != first.get(key):
                rest[f"{field}[{at}].{key}"] = one[key]
    return list(out.values()), rest


def _context(entry: Any, field: str) -> dict[str, Any]:
    if isinstance(entry, str):
        return {"id": "", "text": entry}
    if not isinstance(entry, dict):
        raise Problem(field, f"must be text or an object, not {kind_of(entry)}")
    rest = dict(entry)
    id_name, given_id = take(rest, CONTEXT["id"])
    text_name, text = take(rest, CONTEXT["text"])
    if text is None:
        if rest.get("cells") is None:
            raise Problem(f"{field}.{text_name}", "is null" if text_name in entry else "is missing")
        text = ""
    if not isinstance(text, str):
        raise Problem(f"{field}.{text_name}", f"must be text, not {kind_of(text)}")
    out = {key: rest.pop(key) for key in list(rest) if key in _KNOWN and key != "metadata"}
    out |= {"id": as_text(given_id, f"{field}.{id_name}") or "", "text": text}
    for key in _NUMBERS_AS_TEXT:
        if key in out:
            out[key] = as_text(out[key], f"{field}.{key}")
    for key in _NAMES:
        if len(out.get(key) or "") > _LONGEST_NAME:
            name = id_name if key == "id" else key
            raise Problem(f"{field}.{name}", f"is longer than {_LONGEST_NAME:,} characters")
    if isinstance(out.get("cells"), list):
        out["cells"] = [_row(row) for row in out["cells"]]
    if isinstance(out.get("accesses"), list):
        out["accesses"] = [_number(one) for one in out["accesses"]]
    out = {key: one for key, one in out.items() if one is not None}
    metadata = rest.pop("metadata", None)
    kept = (
        metadata
        if isinstance(metadata, dict)
        else {}
        if metadata is None
        else {"metadata": metadata}
    )
    if kept or rest:
        out["metadata"] = {**rest, **kept} if not kept.keys() & rest.keys() else _both(rest, kept)
    return out


def _row(row: Any) -> Any:
    """A row of cells: numbers as text, null as an empty cell; cell objects as they are."""
    if not isinstance(row, list):
        return row
    return [
        "" if one is None else one if isinstance(one, str | bool) else _number(one) for one in row
    ]


def _number(value: Any) -> Any:
    return str(value) if isinstance(value, int | float) else value


def _both(outer: dict[str, Any], inner: dict[str, Any]) -> dict[str, Any]:
    """Unknown keys beside the context's own metadata; a name that both use is told apart."""
    return {(f"context.{key}" if key in inner else key): one for key, one in outer.items()} | inner


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _substance(context: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in context.items() if key not in ("score", "metadata")}
