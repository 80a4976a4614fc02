"""CSV whose cells no spreadsheet runs.

A cell that begins as a formula would (`= + - @`, tab, line break, or their full-width twins) gets
an apostrophe before it, and so does one that begins with apostrophes before such a character:
taking one apostrophe away again is exact. Plain numbers stay as they are. A lone surrogate, which
a file cannot hold, becomes U+FFFD.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from adjudge_engine.errors import InputError

_FORMULA: Final = re.compile("'*+[=+\\-@\t\r\n＝＋－＠]")
_NUMBER: Final = re.compile(r"-?[0-9]{1,30}(?:\.[0-9]{1,30})?")
_SPECIAL: Final = re.compile('[,"\r\n]|^ | $')
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def harmless(text: str) -> str:
    """The cell as it is written."""
    text = _SURROGATE.sub("\ufffd", text)
    if _FORMULA.match(text) and not _NUMBER.fullmatch(text):
        return "'" + text
    return text


def original(cell: str) -> str:
    """The text that `harmless` was given."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def lines(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The file, line by line; None is an empty cell, truth is `true` or `false`."""
    yield _line(header)
    for row in rows:
        yield _line([_word(one) for one in row])


def _line(cells: Sequence[str]) -> str:
    return ",".join(_quoted(harmless(one)) for one in cells) + "\n"


def _quoted(cell: str) -> str:
    """Quoted where it must be; the csv module leaves a carriage return bare."""
    return '"' + cell.replace('"', '""') + '"' if _SPECIAL.search(cell) else cell


def _word(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def records(text: str, needed: Sequence[str]) -> Iterator[dict[str, str]]:
    """The rows of a CSV by the names of their columns. InputError where one is missing."""
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        header = next(reader, [])
        missing = [name for name in needed if name not in header]
        if missing:
            raise InputError(
                f"the file has no column {missing[0]}", f"It needs {', '.join(needed)}."
            )
        for cells in reader:
            if len(cells) != len(header):
                raise InputError(
                    f"line {reader.line_num} has {len(cells)} cells instead of {len(header)}",
                    "Write the file anew.",
                )
            yield dict(zip(header, map(original, cells), strict=True))
    except csv.Error as error:
        raise InputError(
            f"line {reader.line_num} is no CSV: {error}", "Write the file anew."
        ) from None
