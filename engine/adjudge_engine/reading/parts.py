"""The smaller parts of a record: answers of a comparison, expectations, requester, citations."""

from __future__ import annotations

import json
from typing import Any, Final

from adjudge_engine.reading.contexts import as_text
from adjudge_engine.reading.problems import Problem, kind_of

_CITATION_TEXT: Final = ("id", "context_id", "source_id", "element_id", "table_id", "value")


def text_list(value: Any, field: str) -> list[str]:
    """A list of texts; a single one counts as a list, numbers become text. Raises Problem."""
    entries = value if isinstance(value, list) else [value]
    out = []
    for at, one in enumerate(entries):
        text = as_text(one, f"{field}[{at}]")
        if text is None:
            raise Problem(f"{field}[{at}]", "is null")
        out.append(text)
    return out


def read_answers(value: Any) -> tuple[list[str], dict[str, Any]]:
    """The two answers of a comparison: texts, or objects with a `text` and more beside it.

    A number or a truth value is taken as the JSON text that it is. Raises Problem.
    """
    if value is None:
        return [], {}
    if not isinstance(value, list):
        raise Problem("answers", f"must be a list, not {kind_of(value)}")
    if len(value) != 2:
        raise Problem("answers", f"must be the two answers of a comparison, not {len(value)}")
    out = []
    rest: dict[str, Any] = {}
    for at, entry in enumerate(value):
        text = entry.get("text") if isinstance(entry, dict) else entry
        if isinstance(text, bool | int | float):  # as other tools' tables hold a short answer
            text = json.dumps(text)
        if not isinstance(text, str):
            raise Problem(f"answers[{at}]", f"must be text, not {kind_of(text)}")
        out.append(text)
        if isinstance(entry, dict):
            rest |= {f"answers[{at}].{key}": one for key, one in entry.items() if key != "text"}
    return out, rest


def read_requester(value: Any) -> Any:
    """Who asked: an object, or just the id."""
    if value is None:
        return None
    if not isinstance(value, dict):
        return {"id": as_text(value, "requester")}
    out = dict(value)
    if "id" in out:
        out["id"] = as_text(out["id"], "requester.id")
    if out.get("groups") is None:
        out.pop("groups", None)
    else:
        out["groups"] = text_list(out["groups"], "requester.groups")
    return out


def read_expect(value: Any, reference: str | None) -> Any:
    """Expectations: facts may be texts, exact numbers may be JSON numbers."""
    if value is None:
        return None if reference is None else {"reference": reference}
    if not isinstance(value, dict):
        raise Problem("expect", f"must be an object, not {kind_of(value)}")
    out = {key: one for key, one in value.items() if one is not None}
    if reference is not None:
        out.setdefault("reference", reference)
    for name in ("criteria", "allowed_numbers"):
        if name in out:
            out[name] = text_list(out[name], f"expect.{name}")
    if isinstance(out.get("facts"), list):
        out["facts"] = [_fact(one, f"expect.facts[{at}]") for at, one in enumerate(out["facts"])]
    if isinstance(out.get("calculations"), list):
        out["calculations"] = [
            _calculation(one, f"expect.calculations[{at}]")
            for at, one in enumerate(out["calculations"])
        ]
    return out


def _fact(value: Any, field: str) -> Any:
    if not isinstance(value, dict):
        return {"value": as_text(value, field)}
    out = {key: one for key, one in value.items() if one is not None}
    if "value" in out:
        out["value"] = as_text(out["value"], f"{field}.value")
    if "aliases" in out:
        out["aliases"] = text_list(out["aliases"], f"{field}.aliases")
    return out


def _calculation(value: Any, field: str) -> Any:
    if not isinstance(value, dict):
        return value
    out = {key: one for key, one in value.items() if one is not None}
    for name in ("claimed", "tolerance"):
        if name in out:
            out[name] = as_text(out[name], f"{field}.{name}")
    if isinstance(out.get("values"), dict):
        out["values"] = {
            key: as_text(one, f"{field}.values.{key}") for key, one in out["values"].items()
        }
    return out


def read_citations(value: list[Any]) -> tuple[list[Any], dict[str, Any]]:
    """Native citations, and the text beside a claim's span, which the shape has no place for."""
    out = []
    rest: dict[str, Any] = {}
    for at, entry in enumerate(value):
        field = f"citations[{at}]"
        if not isinstance(entry, dict):
            raise Problem(field, f"must be an object, not {kind_of(entry)}")
        one = {key: part for key, part in entry.items() if part is not None}
        for name in _CITATION_TEXT:
            if name in one:
                one[name] = as_text(one[name], f"{field}.{name}")
        claim = one.get("claim")
        if isinstance(claim, dict) and claim.keys() - {"start", "end"} and "start" in claim:
            one["claim"] = {key: claim[key] for key in ("start", "end") if key in claim}
            for key in claim.keys() - {"start", "end"}:
                rest[f"{field}.claim.{key}"] = claim[key]
        out.append(one)
    return out, rest
