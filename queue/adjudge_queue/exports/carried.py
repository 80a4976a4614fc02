"""A golden row carried whole through a format that has a place for foreign data.

It travels as one text, so that no tool changes its keys or its numbers. When it comes back, what
the tool shows must still be what the row says: a record edited there is refused, not believed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from adjudge_engine.errors import InputError
from adjudge_queue.exports.rows import GoldenCase

#: The name under which the row travels.
CARRIED: Final = "adjudge_row"

Record = dict[str, Any]


def json_text(value: Any) -> str:
    """`value` as one line of ASCII JSON with sorted keys: harmless wherever it is shown."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def array(records: Iterable[Record]) -> Iterator[str]:
    """A JSON file that is one list, record by record."""
    yield "["
    comma = "\n"
    for one in records:
        yield comma + json_text(one)
        comma = ",\n"
    yield "\n]\n"


def lines(records: Iterable[Record]) -> Iterator[str]:
    """A file of JSON Lines."""
    for one in records:
        yield json_text(one) + "\n"


def parse(text: str) -> Any:
    """The value of a JSON text. InputError if it is none."""
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise InputError(f"the file is no JSON: {error}", "Export it anew.") from None


def records_of(text: str) -> Iterator[tuple[int, Record]]:
    """The records of a JSON list or of JSON Lines, numbered from 1."""
    body = text.removeprefix("\ufeff").lstrip()
    if body.startswith("["):
        found: Iterable[Any] = parse(body)
    else:
        found = (parse(line) for line in text.split("\n") if line.strip())
    for number, one in enumerate(found, 1):
        if not isinstance(one, dict):
            raise InputError(f"record {number} is no object", "Export the set anew.")
        yield number, one


def rows_of(
    text: str, place: Callable[[Record], Any], render: Callable[[GoldenCase], Record]
) -> Iterator[dict[str, Any]]:
    """The rows that the records of a file carry at `place`; `render` makes a record of a row."""
    for number, record in records_of(text):
        carried = place(record)
        if not isinstance(carried, str):
            raise InputError(
                f"record {number} carries no golden row",
                "Only what `adjudge golden export` wrote can be imported as a golden set.",
            )
        row = parse(carried)
        try:
            same = _same(render(row), record)
        except (KeyError, TypeError, AttributeError, ValueError, IndexError, RecursionError):
            raise InputError(
                f"record {number} carries a row that cannot be read", "Export the set anew."
            ) from None
        if not same:
            raise InputError(
                f"record {number} was edited since it was exported",
                "Its labels speak of the text as it was. Take the change into the queue instead.",
            )
        yield row


def _same(written: Any, found: Any) -> bool:
    """Whether all that was written is still there, whatever a tool has added."""
    pairs = [(written, found)]
    while pairs:
        ours, theirs = pairs.pop()
        if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
            pairs += [(one, theirs.get(name)) for name, one in ours.items()]
        elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
            pairs += zip(ours, theirs, strict=True)
        elif ours != theirs:
            return False
    return True


def carried_in(*names: str) -> Callable[[Record], Any]:
    """A function that finds what a record holds under nested names, None where it does not."""

    def place(record: Record) -> Any:
        found: Any = record
        for name in names:
            found = found.get(name) if isinstance(found, dict) else None
        return found

    return place
