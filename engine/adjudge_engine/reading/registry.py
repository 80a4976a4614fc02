"""The source registry: which documents are approved, read from JSON."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from adjudge_engine.errors import InputError
from adjudge_engine.keys import safe_keys
from adjudge_engine.reading.beside import beside, decoded, digest
from adjudge_engine.reading.decode import Decoder
from adjudge_engine.reading.parsed import READERS, Parsed, detect, read_parsed
from adjudge_engine.reading.problems import Problem, kind_of, problem_of, without_unknown
from adjudge_engine.registry import Registry
from adjudge_engine.source import Capabilities, Source

_FIELDS: Final = frozenset(Source.model_fields) - {"actual_fingerprint"}
#: What a parsed form fills, and an entry that names one cannot give besides.
_FORM: Final = ("capabilities", "pages", "elements", "tables", "spans", "text", "unreadable")
#: Keys by which a source is governed: written wrongly, one would open what ought to be closed.
_GOVERNING: Final = (
    *("approved", "groups", "fingerprint", "version", "effective_from", "effective_to"),
    *("source_id", "parsed", "document"),
)
_ALIKE: Final = 0.8
_HINT: Final = "Mend the entry; a registry with an entry that cannot be read approves nothing."


class _File(NamedTuple):
    """A file of the registry: its value, or why it has none, and the parser's format it is in."""

    path: Path
    value: Any = None
    problem: str | None = None
    format: str | None = None


def read_registry(path: Path) -> Registry:
    """Every version of every source, in the order of files and entries.

    `path` is a JSON file (`{"sources": [...]}`, a list, or one entry) or a folder of such files,
    read in the order of their names. An entry may name its parsed form and its original, both
    inside the registry's folder; a file that is itself a parser's output, and that no entry
    names, is an entry of its own. Unknown keys are kept in `metadata`. Raises InputError, naming
    file, entry and field; a parsed form that cannot be read is `Source.unreadable` instead.
    """
    files = [_load(file) for file in _files(path)]
    named = {one for file in files for one in _named(file)}
    sources: list[Source] = []
    own: list[tuple[Path, Source]] = []
    for file in files:
        if file.path.resolve() in named and not _is_registry(file):
            continue
        if file.problem is not None:
            raise InputError(file.problem, "A registry is one JSON document.")
        if file.format is None:
            sources += _native(file)
        else:
            source = _own(file)
            sources.append(source)
            own.append((file.path, source))
    _check_names(own, sources)
    return Registry(sources)


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(path.glob("*.json"))
    if not found:
        raise InputError(f"{path} holds no .json file.", "Name a file, or a folder with some.")
    for file in found:
        if file.exists() and not file.is_file():  # a pipe would never end
            raise InputError(f"{file} is no regular file.", "Take it out of the folder.")
    return found


def _load(file: Path) -> _File:
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"There is no registry {file}.", "Check --sources.") from None
    except UnicodeDecodeError:
        return _File(file, problem=f"{file} is not UTF-8.")
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}.", "Check --sources.") from None
    try:
        value = Decoder().decode(text)
    except Problem as problem:
        return _File(file, problem=f"{file}: {problem}.")
    return _File(file, value, format=detect(value))


def _entries(file: _File) -> list[Any]:
    value = _listed(file.value)
    if not isinstance(value, list):
        raise InputError(f"{file.path}: sources must be a list, not {kind_of(value)}.", _HINT)
    return value


def _listed(value: Any) -> Any:
    return value.get("sources", [value]) if isinstance(value, dict) else value


def _named(file: _File) -> Iterator[Path]:
    """The files that the entries name; what they name wrongly is said when they are read."""
    entries = _listed(file.value) if file.format is None else None
    for entry in entries if isinstance(entries, list) else []:
        for key in ("parsed", "document"):
            if isinstance(entry, dict) and isinstance(entry.get(key), str):
                try:
                    yield beside(file.path.parent, entry[key], key)
                except Problem:
                    continue


def _is_registry(file: _File) -> bool:
    """Whether the file has entries of its own, so that no other file's entry can hide it."""
    entries = _listed(file.value) if file.format is None else None
    return isinstance(entries, list) and any(
        isinstance(entry, dict) and "source_id" in entry for entry in entries
    )


def _native(file: _File) -> list[Source]:
    sources = []
    for at, entry in enumerate(_entries(file)):
        where = f"{file.path}: sources[{at}]"
        source = _source(entry, where)
        try:
            sources.append(_with_files(source, entry, file.path.parent))
        except Problem as problem:
            raise InputError(f"{where}: {problem}.", _HINT) from None
    return sources


def _source(entry: Any, where: str) -> Source:
    if not isinstance(entry, dict):
        raise InputError(f"{where} must be an object, not {kind_of(entry)}.", _HINT)
    try:
        entry = safe_keys(entry)
    except ValueError as error:
        raise InputError(f"{where}: {error}.", _HINT) from None
    data = {key: one for key, one in entry.items() if key in _FIELDS and one is not None}
    unknown = {key: one for key, one in entry.items() if key not in _FIELDS}
    for key in unknown:
        meant = get_close_matches(key.lower(), _GOVERNING, n=1, cutoff=_ALIKE)
        if meant and meant[0] not in entry:
            raise InputError(f"{where}: {key!r} is no key of an entry.", f"Is {meant[0]!r} meant?")
    metadata = data.pop("metadata", {})
    if unknown:
        own = metadata if isinstance(metadata, dict) else {"metadata": metadata}
        metadata = {(f"entry.{key}" if key in own else key): one for key, one in unknown.items()}
        metadata |= own
    data["metadata"] = metadata
    try:
        return Source.model_validate(data)
    except ValidationError as error:
        data, inner = without_unknown(error, data)
    if inner:
        data["metadata"] = {**metadata, "entry_extra": inner}
    try:
        return Source.model_validate(data)
    except ValidationError as error:
        raise InputError(f"{where}: {problem_of(error, data, {})}.", _HINT) from None


def _with_files(source: Source, entry: dict[str, Any], folder: Path) -> Source:
    """The source with its original's digest and its parsed form. Raises Problem."""
    document = entry.get("document")
    if document is not None:
        path = beside(folder, document, "document")
        try:
            source = source.model_copy(update={"actual_fingerprint": digest(path)})
        except Problem as problem:
            raise Problem("document", f"{document} {problem.reason}") from None
    if entry.get("parsed") is None:
        return source
    path = beside(folder, entry["parsed"], "parsed")
    form = entry.get("format")
    if form is not None and (not isinstance(form, str) or form not in READERS):
        raise Problem("format", f"must be one of {', '.join(READERS)}")
    besides = [key for key in _FORM if entry.get(key) is not None]
    if besides:
        raise Problem(besides[0], "stands beside parsed, which gives it; leave one of them out")
    try:
        return _filled(source, read_parsed(decoded(path), form))
    except Problem as problem:
        return source.model_copy(update={"unreadable": _reason(path.name, problem)})


def _filled(source: Source, parsed: Parsed) -> Source:
    """What the entry says stands; the parsed form gives the rest. Raises Problem."""
    if source.fingerprint and parsed.fingerprint not in (None, source.fingerprint.lower()):
        raise Problem("", f"is of another document: {parsed.fingerprint}")
    given = {
        "title": source.title or parsed.title,
        "fingerprint": source.fingerprint or parsed.fingerprint,
    }
    form = {key: getattr(parsed, key) for key in _FORM if key != "unreadable"}
    return source.model_copy(update=form | given)


def _own(file: _File) -> Source:
    """The entry that a parser's output is by itself: approved, and open to all."""
    try:
        parsed = read_parsed(file.value, file.format)
    except Problem as problem:
        return Source(
            source_id=file.path.stem,
            capabilities=Capabilities(),
            unreadable=_reason(file.path.name, problem),
        )
    return _filled(Source(source_id=parsed.source_id or file.path.stem), parsed)


def _reason(name: str, problem: Problem) -> str:
    return f"{name}: {problem}" if problem.field else f"{name} {problem.reason}"


def _check_names(own: list[tuple[Path, Source]], sources: list[Source]) -> None:
    """A file must not make itself a version of what another one is: it could open it to all."""
    names: dict[str, int] = {}
    for source in sources:
        names[source.source_id] = names.get(source.source_id, 0) + 1
    for path, source in own:
        if names[source.source_id] > 1:
            raise InputError(
                f"{path} calls itself {source.source_id}, and so does another source here.",
                'Give it an entry that names it as "parsed".',
            )
