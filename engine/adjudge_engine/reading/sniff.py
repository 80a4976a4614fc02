"""What a file is, by its first bytes."""

from __future__ import annotations

import codecs
import json
from enum import Enum
from typing import Final

from adjudge_engine.errors import InputError

#: The names that `format=` takes.
FORMATS: Final = ("native", "jsonl", "json", "csv", "parquet")
READ: Final = (
    'JSON Lines (one case a line), a JSON array of cases, {"cases": [...]}, one case, '
    "or a table of cases (CSV, Parquet)"
)

_MAGIC: Final = (
    (b"PAR1", "a Parquet file"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"%PDF", "a PDF document"),
)
#: A text has at most one NUL in so many bytes.
_NULS: Final = 10
_WIDE: Final = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


def is_binary(head: bytes) -> bool:
    """Whether the file that begins with `head` is no text in any encoding that is known here."""
    if head.startswith(tuple(magic for magic, _ in _MAGIC)):
        return True
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return True
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return False
    return head[:1000].count(0) * _NULS > len(head[:1000])  # a stray one is its record's fault


class Shape(Enum):
    """How the records lie in the file."""

    LINES = "lines"
    DOCUMENT = "document"
    LAID_OUT = "a document over several lines, if it is JSON"
    UNSETTLED = "a document or lines: the first line alone is no JSON"


def unknown_format(name: str, what: str) -> InputError:
    """The error for a file that is something else."""
    return InputError(
        f"{name}: unknown format ({what}).",
        f"This version reads {READ}, in UTF-8; files of other tools are listed in docs/formats.md, "
        "and --map reads any other records.",
    )


def sniff(head: bytes, name: str) -> Shape:
    """The shape of the file that begins with `head`. Raises InputError, naming the file."""
    for magic, what in _MAGIC:
        if head.startswith(magic):
            raise unknown_format(name, what)
    check_encoding(head, name)
    body = head.removeprefix(codecs.BOM_UTF8).lstrip()
    if not body:
        raise InputError(f"{name} is empty.", "Name a file with cases in it.")
    if b"\x00" in body[:1000]:
        raise unknown_format(name, "a binary file")
    lines = [line for line in body.split(b"\n") if line.strip()]
    objects = [_is_object(line) for line in lines[:1000]]
    if not body.startswith((b"{", b"[")):
        if any(objects):
            return Shape.LINES
        raise unknown_format(name, _guess(lines[0]))
    if body.startswith(b"["):
        return Shape.LINES if any(objects[1:]) and _is_json(lines[0]) else Shape.DOCUMENT
    if len(lines) == 1:
        return Shape.DOCUMENT if _names_cases(body) else Shape.LINES
    if objects[0]:
        return Shape.LINES
    return Shape.LAID_OUT if lines[1][:1] in b' \t"}' else Shape.UNSETTLED


def check_encoding(head: bytes, name: str) -> None:
    """Raises InputError where the file that begins with `head` is not UTF-8 for the most part."""
    for mark, encoding in _WIDE:
        if head.startswith(mark):
            raise _wrong_encoding(name, encoding)
    if len(head) > 1 and head[:1] in b"{[" and head[1] == 0:
        raise _wrong_encoding(name, "UTF-16LE")
    if len(head) > 1 and head[0] == 0 and head[1:2] in b"{[":
        raise _wrong_encoding(name, "UTF-16BE")
    good = bad = plain = 0
    for line in head.split(b"\n")[:1000]:
        if line.isascii():
            plain += bool(line.strip())
        elif _is_utf8(line):
            good += 1
        else:
            bad += 1
    if bad > good and bad > plain:  # else only those lines are at fault, and the others go on
        raise _wrong_encoding(name, "WINDOWS-1252")


def _wrong_encoding(name: str, encoding: str) -> InputError:
    looks = "Latin-1 or Windows-1252" if encoding == "WINDOWS-1252" else encoding
    return InputError(
        f"{name} is not UTF-8; it looks like {looks}.",
        f"Save it as UTF-8: iconv -f {encoding} -t UTF-8 FILE > NEW",
    )


def _is_utf8(line: bytes) -> bool:
    try:
        codecs.utf_8_decode(line, "strict", False)  # a head may end within a character
    except UnicodeDecodeError:
        return False
    return True


def _is_object(line: bytes) -> bool:
    return line.lstrip().startswith(b"{") and _is_json(line)


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line, parse_int=float)
    except (ValueError, RecursionError):
        return False
    return True


def _names_cases(body: bytes) -> bool:
    """Whether the object's first member is `cases`, or it has that member at all."""
    if body[1:].lstrip().startswith(b'"cases"'):
        return True
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and isinstance(value.get("cases"), list)


def _guess(line: bytes) -> str:
    start = line.lstrip()[:200]
    if start.startswith(b"<"):
        return "HTML or XML"
    if b"\t" in start or b"," in start or b";" in start:
        return "it looks like CSV"
    return "it is no JSON"
