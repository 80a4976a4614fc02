"""A look at a file: what it is, and its first value, from its beginning alone."""

from __future__ import annotations

import codecs
import json
import re
from pathlib import Path
from typing import Any, BinaryIO, Final

from adjudge_engine.reading.decode import MAX_DEPTH
from adjudge_engine.reading.foreign.archive import names_in
from adjudge_engine.reading.foreign.base import Head
from adjudge_engine.reading.foreign.delimited import columns_of, looks_like_table
from adjudge_engine.reading.foreign.folder import names_of_files
from adjudge_engine.reading.foreign.parquet import columns_in
from adjudge_engine.reading.sniff import is_binary

START: Final = 64 * 1024
#: Bytes of a first line that are read to see whether it is a whole JSON value.
_FIRST_LINE: Final = 64 * 1024 * 1024
_BLANK: Final = b" \t\r\n"
_TOKEN: Final = re.compile(r'[\[\]{},]|"')
_IN_STRING: Final = re.compile(r'["\\]')


def head_of(path: Path, file: BinaryIO) -> Head:
    """The head of an open file, which is left at its start."""
    file.seek(0)
    start = file.read(START)
    try:
        return _head(path, file, start)
    finally:
        file.seek(0)


def head_of_folder(path: Path) -> Head:
    """The head of a folder: the names of the files in it."""
    return Head(path, b"", names_of_files(path), "folder")


def _head(path: Path, file: BinaryIO, start: bytes) -> Head:
    if start.startswith(b"PAR1"):
        return Head(path, start, columns_in(file), "parquet")
    if start.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return Head(path, start, names_in(file), "zip")
    if is_binary(start):
        return Head(path, start, None, "other")
    text = decoded_start(start)
    body = text.lstrip()
    if body[:1] in ("{", "["):
        return _json_head(path, file, start, body)
    for line in body.split("\n")[:100]:
        value = _value(line) if line.lstrip().startswith("{") else None
        if isinstance(value, dict):  # lines, of which the first is broken
            return Head(path, start, value, "jsonl")
    if looks_like_table(text):
        return Head(path, start, columns_of(text), "csv")
    return Head(path, start, None, "other")


def decoded_start(start: bytes) -> str:
    """The beginning of a text file, without its byte order mark; what is no text as U+FFFD."""
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return start.decode("utf-16", "replace")
    return start.removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace")


def _json_head(path: Path, file: BinaryIO, start: bytes, body: str) -> Head:
    first, more = _first_line(file)
    value = _value(first)
    if value is not None and more:
        return Head(path, start, value, "jsonl")
    if value is not None:
        return Head(path, start, value, "json")
    second = body.partition("\n")[2].lstrip().partition("\n")[0]
    goes_on = body.partition("\n")[0].rstrip().endswith(("[", "{", ",", ":"))
    if body.startswith("{") and second.startswith("{") and not goes_on:
        return Head(path, start, _value(second), "jsonl")
    return Head(path, start, beginning(body), "json")


def _first_line(file: BinaryIO) -> tuple[str, bool]:
    """The first line with anything in it, and whether anything but blanks follows it."""
    file.seek(0)
    line = b""
    for _ in range(1_000):
        line = file.readline(_FIRST_LINE).removeprefix(codecs.BOM_UTF8)
        if line.strip(_BLANK) or not line:
            break
    more = any(file.readline(START).strip(_BLANK) for _ in range(1_000))
    return line.decode("utf-8", "replace"), more


def _value(text: str) -> Any:
    """The JSON value that a text is; None where it is none, or stands too deep."""
    try:
        return json.loads(text, parse_int=float) if len(text) > START else json.loads(text)
    except (ValueError, RecursionError):
        return None


def beginning(text: str) -> Any:
    """The value that a JSON text begins with, as far as it goes: what is open is closed.

    None where nothing can be read, or where it stands deeper than any record may.
    """
    cut = _last_whole(text)
    return None if cut is None else _value(text[: cut[0]] + cut[1])


def _last_whole(text: str) -> tuple[int, str] | None:
    """Where the last whole part of a cut JSON text ends, and what closes it there."""
    stack: list[str] = []
    best: tuple[int, str] | None = None
    at = 0
    while found := _TOKEN.search(text, at):
        at, sign = found.end(), found.group()
        if sign == '"':
            at = _after_string(text, at)
            if at < 0:
                return best
        elif sign in "{[":
            stack.append("}" if sign == "{" else "]")
            if len(stack) > MAX_DEPTH:
                return best
            best = (at, "".join(reversed(stack)))
        elif sign == ",":
            best = (at - 1, "".join(reversed(stack)))
        else:
            if not stack:
                return best
            stack.pop()
            best = (at, "".join(reversed(stack)))
            if not stack:
                return best
    return best


def _after_string(text: str, at: int) -> int:
    """Where the string ends that is open at `at`; -1 where it does not."""
    while found := _IN_STRING.search(text, at):
        if found.group() == '"':
            return found.end()
        at = found.end() + 1
    return -1
