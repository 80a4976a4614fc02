"""Rubrics from files: those that are shipped, by name, and a team's own, by path.

A rubric is data: nothing in it is run, and no text of it is a template.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from adjudge_engine.judges.rubrics.rubric import Label, Rubric, RubricError

SHIPPED: Final[tuple[str, ...]] = (
    "faithfulness-generic",
    "faithfulness-strict",
    "relevance",
    "completeness",
    "correctness",
    "clarity",
    "pairwise",
    "context-relevance",
    "answerability",
)
#: Bytes of a rubric file at most.
LARGEST: Final = 65_536

_DOCS: Final = "docs/rubrics.md describes every setting."
_SCALE: Final = {"min": "scale_min", "max": "scale_max", "passes_from": "passes_from"}
_TOP: Final = ("rubric", "scale", "labels")
_HEAD: Final = tuple(
    name for name in Rubric.model_fields if name != "labels" and name not in _SCALE.values()
)


def load_rubric(name_or_path: str) -> Rubric:
    """A shipped rubric by its name, or a file by its path (it ends in `.toml`, or has a `/`).

    Raises RubricError with what is wrong, in which file, at which key, and what to do.
    """
    if name_or_path in SHIPPED:
        return _shipped(name_or_path)
    path = Path(name_or_path)
    if path.suffix != ".toml" and len(path.parts) < 2:
        near = _nearest(name_or_path, SHIPPED)
        raise RubricError(
            f"there is no rubric called {name_or_path!r}{near}",
            f"the rubrics are {', '.join(SHIPPED)}; a file of your own ends in .toml",
        )
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise RubricError(
            f"the rubric file {name_or_path} cannot be read: {why}",
            "check the path and its permissions",
        ) from None
    return parse_rubric(raw, name_or_path)


@cache
def _shipped(name: str) -> Rubric:
    file = resources.files("adjudge_engine.judges.rubrics") / f"{name}.toml"
    return parse_rubric(file.read_bytes(), f"{name}.toml")


def parse_rubric(raw: bytes, where: str) -> Rubric:
    """A rubric from the bytes of a TOML file; `where` names the file in errors."""
    if len(raw) > LARGEST:
        raise RubricError(f"{where} is larger than {LARGEST:,} bytes", "shorten the rubric")
    try:
        data = tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise RubricError(f"{where} is not UTF-8 text", "save the rubric as UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise RubricError(f"{where} is not TOML: {error}", "mend the file there") from None
    flat = _flat(data, where)
    try:
        return Rubric.model_validate(flat)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(_named(part) for part in first["loc"])
        what = first["msg"].removeprefix("Value error, ")
        if not place and ": " in what:  # the model itself says which key it means
            place, what = what.split(": ", 1)
        raise RubricError(f"{where}: {place or 'the file'}: {what}", _DOCS) from None


def _flat(data: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The tables `[rubric]`, `[scale]` and `[[labels]]` as the model's fields.

    A key that nobody knows is refused here, with the one that it may have been meant for.
    """
    _known(data, _TOP, "", where)
    head, scale = _table(data, "rubric", where), _table(data, "scale", where)
    labels = data.get("labels", [])
    if not isinstance(labels, list) or not all(isinstance(one, dict) for one in labels):
        raise RubricError(f"{where}: labels: must be tables, each under [[labels]]", _DOCS)
    _known(head, _HEAD, "rubric.", where)
    _known(scale, tuple(_SCALE), "scale.", where)
    for at, label in enumerate(labels, 1):
        _known(label, tuple(Label.model_fields), f"labels.{at}.", where)
    out = dict(head) | {_SCALE[key]: value for key, value in scale.items()}
    out["labels"] = [_with_code(label) for label in labels]
    return out


def _table(data: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, Mapping):
        raise RubricError(f"{where}: {key}: must be a table, [{key}]", _DOCS)
    return table


def _known(table: Mapping[str, Any], names: tuple[str, ...], prefix: str, where: str) -> None:
    for key in table:
        if key not in names:
            raise RubricError(
                f"{where}: {prefix}{key}: there is no such key{_nearest(key, names)}", _DOCS
            )


def _with_code(label: Mapping[str, Any]) -> dict[str, Any]:
    """A label on a scale is called by its value unless it says otherwise."""
    value = label.get("value")
    named = {} if value is None else {"code": str(value)}
    return named | dict(label)


def _nearest(key: str, names: tuple[str, ...]) -> str:
    found = get_close_matches(key[:100], names, 1, 0.6)
    return f"; did you mean {found[0]}?" if found else ""


def _named(part: int | str) -> str:
    """A place in a list counts from 1, as people count; the scale's keys as the file has them."""
    if isinstance(part, int):
        return str(part + 1)
    back = {field: key for key, field in _SCALE.items()}
    return f"scale.{back[part]}" if part in back else part
