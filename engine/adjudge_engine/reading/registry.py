"""The source registry: which documents are approved, read from JSON (spec §3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import ValidationError

from adjudge_engine.errors import InputError
from adjudge_engine.reading.decode import Decoder
from adjudge_engine.reading.parts import safe_keys
from adjudge_engine.reading.problems import Problem, kind_of, problem_of, without_unknown
from adjudge_engine.registry import Registry
from adjudge_engine.source import Source

_FIELDS = frozenset(Source.model_fields)
_HINT = "Mend the entry; a registry with an entry that cannot be read approves nothing."


def read_registry(path: Path) -> Registry:
    """Every version of every source, in the order of files and entries.

    `path` is a JSON file (`{"sources": [...]}`, a list, or one entry) or a folder of such files,
    read in the order of their names. Unknown keys are kept in `metadata`. Raises InputError,
    naming file, entry and field.
    """
    return Registry(
        _source(entry, f"{file}: sources[{at}]")
        for file in _files(path)
        for at, entry in enumerate(_entries(file))
    )


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(path.glob("*.json"))
    if not found:
        raise InputError(f"{path} holds no .json file.", "Name a file, or a folder with some.")
    return found


def _entries(file: Path) -> list[Any]:
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"There is no registry {file}.", "Check --sources.") from None
    except UnicodeDecodeError:
        raise InputError(f"{file} is not UTF-8.", "Save the registry as UTF-8.") from None
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}.", "Check --sources.") from None
    try:
        value = Decoder().decode(text)
    except Problem as problem:
        raise InputError(f"{file}: {problem}.", "A registry is one JSON document.") from None
    if isinstance(value, dict):
        value = value.get("sources", [value])
    if not isinstance(value, list):
        raise InputError(f"{file}: sources must be a list, not {kind_of(value)}.", _HINT)
    return value


def _source(entry: Any, where: str) -> Source:
    if not isinstance(entry, dict):
        raise InputError(f"{where} must be an object, not {kind_of(entry)}.", _HINT)
    data = {key: one for key, one in entry.items() if key in _FIELDS and one is not None}
    unknown = {key: one for key, one in entry.items() if key not in _FIELDS}
    metadata = data.pop("metadata", {})
    if unknown:
        own = metadata if isinstance(metadata, dict) else {"metadata": metadata}
        metadata = {(f"entry.{key}" if key in own else key): one for key, one in unknown.items()}
        metadata |= own
    data["metadata"] = metadata
    try:
        return Source.model_validate(safe_keys(data))
    except ValidationError as error:
        data, inner = without_unknown(error, data)
    if inner:
        data["metadata"] = {**metadata, "entry_extra": inner}
    try:
        return Source.model_validate(safe_keys(data))
    except ValidationError as error:
        raise InputError(f"{where}: {problem_of(error, data, {})}.", _HINT) from None
