"""Texts as an agent sends them, through an SDK that takes no message with a lone surrogate.

JSON can write one (`\\ud800`), and files with one are read; the SDK drops the whole message, and
the agent waits for ever. So each is written as a mark on the way in and is itself again where a
tool gets it. A byte that is not UTF-8 gets a mark too, which becomes the error that a file gives.
A mark holds a number drawn for the process: no text can bring one along.
"""

from __future__ import annotations

import io
import re
import secrets
from typing import Any, BinaryIO, Final, TextIO

from adjudge_engine.errors import InputError

_MARK: Final = f"(mark {secrets.token_hex(8)} "
_MARKS: Final = re.compile(re.escape(_MARK) + r"([0-9a-f]{4})\)")
#: An escape of JSON: a pair of surrogates, a lone one (the group), or any other.
_ESCAPES: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|\\u([dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|\\."
)
_BYTES: Final = re.compile("[\udc80-\udcff]")
#: Marks of bytes: a number that no surrogate has.
_BYTE: Final = "00"


def marked(line: bytes) -> bytes:
    """A line of the wire, a message as JSON, with marks for what the SDK would not take."""
    text = line.decode("utf-8", "surrogateescape")
    if "\\u" in text:
        text = _ESCAPES.sub(_marked_escape, text)
    if not text.isascii():
        text = _BYTES.sub(lambda one: f"{_MARK}{_BYTE}{ord(one[0]) - 0xDC00:02x})", text)
    return text.encode("utf-8")


def unmarked(value: Any) -> Any:
    """Arguments of a tool with the surrogates that they were sent with.

    Raises InputError for a byte that is not UTF-8.
    """
    if isinstance(value, str):
        return _MARKS.sub(_sent, value) if _MARK in value else value
    if isinstance(value, list):
        return [unmarked(one) for one in value]
    if isinstance(value, dict):
        return {unmarked(key): unmarked(one) for key, one in value.items()}
    return value


def _marked_escape(found: re.Match[str]) -> str:
    return found[0] if found[1] is None else f"{_MARK}{found[1].lower()})"


def _sent(found: re.Match[str]) -> str:
    code = int(found[1], 16)
    if code < 0x100:
        raise InputError(f"The message is not UTF-8: byte 0x{code:02X}.", "Send it as UTF-8.")
    return chr(code)


class _Marking(io.RawIOBase):
    """What another stream gives, line by line, with marks."""

    def __init__(self, lines: BinaryIO) -> None:
        self._lines = lines
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, into: Any) -> int:
        """The next bytes of the present line, or of the next one; 0 at the end."""
        if not self._rest:
            self._rest = memoryview(marked(self._lines.readline()))
        size = min(len(into), len(self._rest))
        into[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size


def marking(stream: TextIO) -> TextIO:
    """A text stream, to stand for standard input, that gives what `stream` does, with marks."""
    return io.TextIOWrapper(io.BufferedReader(_Marking(stream.buffer)), encoding="utf-8")
