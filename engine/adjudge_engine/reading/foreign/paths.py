"""The small language that says where something stands in a record: `retrieved[*].body`.

Names are parted by dots; `[2]` is an item of a list, `[-1]` its last one, `[*]` or `[]` every one;
a name with other signs in it stands in quotation marks: `"Model output"."a.b"`. A leading `$` means
the record and may be left out. A cell that holds JSON text is entered as if it were that JSON.
"""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any, Final, NamedTuple

from adjudge_engine.reading.decode import Decoder
from adjudge_engine.reading.problems import Problem

MOST_STEPS: Final = 32
_NAME: Final = re.compile(r"[^.\[\]=\"'$][^.\[\]=\"']{0,199}")
_QUOTED: Final = re.compile(r"\"([^\"]{1,200})\"|'([^']{1,200})'")
_INDEX: Final = re.compile(r"\[(-?[0-9]{1,6}|\*|)\]")
_KEY: Final = re.compile(r"\[(?:\"([^\"]{1,200})\"|'([^']{1,200})')\]")
_LONGEST_CELL: Final = 16 * 2**20


class Every:
    """The step `[*]`."""

    def __repr__(self) -> str:
        return "[*]"


EVERY: Final = Every()
Step = str | int | Every


class BadPath(ValueError):
    """A path that cannot be read; says at which column and why."""


class Path(NamedTuple):
    """A path as it was written, and its steps."""

    text: str
    steps: tuple[Step, ...]

    @property
    def many(self) -> bool:
        """Whether it may lead to several places."""
        return EVERY in self.steps


def parse_path(text: str) -> Path:
    """The path that the whole text is. Raises BadPath."""
    path, end = read_path(text, 0)
    if end < len(text):
        raise BadPath(f"column {end + 1}: {text[end]!r} cannot stand here")
    return path


def read_path(text: str, at: int) -> tuple[Path, int]:
    """The path that begins at `at`, and where it ends. Raises BadPath."""
    start = at
    steps: list[Step] = []
    if text[at : at + 1] == "$":
        at += 1
        if text[at : at + 1] == ".":
            at += 1
    step, at = _step(text, at)
    steps.append(step)
    while text[at : at + 1] in (".", "["):
        step, at = _step(text, at + (text[at] == "."))
        steps.append(step)
        if len(steps) > MOST_STEPS:
            raise BadPath(f"column {at}: more than {MOST_STEPS} steps")
    return Path(text[start:at].strip(), tuple(steps)), at


def _step(text: str, at: int) -> tuple[Step, int]:
    for pattern in (_QUOTED, _KEY):
        if found := pattern.match(text, at):
            return found.group(1) or found.group(2), found.end()
    if found := _INDEX.match(text, at):
        inside = found.group(1)
        return (EVERY if inside in ("", "*") else int(inside)), found.end()
    if found := _NAME.match(text, at):
        name = found.group().strip()
        if name:
            return name, found.end()
    raise BadPath(f"column {at + 1}: a name, or an item such as [0] or [*], is missing")


def found_at(record: Any, path: Path) -> list[Any]:
    """What stands at the path: nothing, one value, or one for each item of a `[*]`.

    An item that lacks what the path asks for is a None among the others, so that two paths through
    the same list stay side by side. A name that is the whole path as written comes first.
    """
    if isinstance(record, dict) and path.text in record:
        return [record[path.text]]
    values, several = [record], False
    for step in path.steps:
        values, several = _next(values, step, several)
        if not values:
            return []
    return values


def _next(values: list[Any], step: Step, several: bool) -> tuple[list[Any], bool]:
    if isinstance(step, Every):
        lists = (_entered(one) for one in values)
        return [inner for one in lists if isinstance(one, list) for inner in one], True
    found = [(_inner(_entered(one), step)) for one in values]
    if several:
        return [one[0] if one else None for one in found], True
    return [inner for one in found for inner in one], False


def _inner(value: Any, step: str | int) -> list[Any]:
    """What stands one step further, in a list of its own; empty where there is nothing."""
    if isinstance(step, str):
        return [value[step]] if isinstance(value, dict) and step in value else []
    if isinstance(value, list) and -len(value) <= step < len(value):
        return [value[step]]
    return []


def _entered(value: Any) -> Any:
    """The value, or the JSON that a text is."""
    if not isinstance(value, str) or len(value) > _LONGEST_CELL:
        return value
    body = value.strip()
    if body[:1] not in ("{", "["):
        return value
    try:
        return Decoder(nan=True).decode(body)
    except Problem:
        return value


def without(record: dict[str, Any], paths: list[Path]) -> dict[str, Any]:
    """A copy of the record without what stands at the paths, nor what is empty then."""
    out = dict(record)
    copied: set[str] = set()
    for path in paths:
        name = path.text if path.text in record else path.steps[0]
        if not isinstance(name, str) or name not in out:
            continue
        if name == path.text or len(path.steps) == 1 or isinstance(out[name], str):
            del out[name]
            continue
        if name not in copied:
            out[name] = deepcopy(out[name])
            copied.add(name)
        _remove([out[name]], path.steps[1:])
        if out[name] in ({}, []):
            del out[name]
    return out


def _remove(values: list[Any], steps: tuple[Step, ...]) -> None:
    for step in steps[:-1]:
        values = _next(values, step, False)[0]
    last = steps[-1]
    for one in values:
        if isinstance(last, Every) and isinstance(one, list):
            one.clear()
        elif isinstance(last, str) and isinstance(one, dict):
            one.pop(last, None)
        elif isinstance(last, int) and isinstance(one, list) and -len(one) <= last < len(one):
            one[last] = None
