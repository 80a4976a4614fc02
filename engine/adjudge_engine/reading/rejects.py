"""What could not be read: kept whole, with its reason, so that it can be mended and fed again."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from adjudge_engine.reading.atomic import AtomicFile


@dataclass(frozen=True, slots=True)
class Reject:
    """One record that did not become a case.

    `line` counts from 1; `field` is a dotted path (`contexts[2].page`), empty where the whole
    record is meant; `raw` is the record's text (bytes that are not UTF-8 as lone surrogates
    U+DC80 to U+DCFF, as Python's `surrogateescape` writes them). `place` says where it stands in a
    file of other shape than lines (`$.testCases[2]`, `row 3`); empty where the line says it.
    """

    file: str
    line: int
    field: str
    reason: str
    raw: str
    place: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.place or self.line}"
        return f"{place}: {self.field}: {self.reason}" if self.field else f"{place}: {self.reason}"


_LONGEST_HEAD: Final = 100


class RejectsFile:
    """Writes rejects as JSON Lines; the file appears whole at the end, or not at all.

    Without a single reject no file is made, and one of an earlier run is removed: it would
    tell of lines that are read by now. Used as a context manager; an error leaves the old file.
    `mode`: the file's permission bits; None: what the umask leaves.
    """

    def __init__(self, path: Path, *, mode: int | None = None) -> None:
        self.path = path
        self._mode = mode
        self.count = 0
        self._file: AtomicFile | None = None

    def __enter__(self) -> Self:
        return self

    def add(self, reject: Reject) -> None:
        """Writes one reject."""
        if self._file is None:
            self._file = AtomicFile(self.path, mode=self._mode)
        written = asdict(reject)
        if not reject.place:
            del written["place"]
        self._file.write(json.dumps(written) + "\n")
        self.count += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close(keep=error is None)
        elif error is None and _is_earlier(self.path):
            self.path.unlink(missing_ok=True)


def _is_earlier(path: Path) -> bool:
    """Whether a run like this one wrote the file; any other file is not ours to remove."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        first = file.readline(_LONGEST_HEAD)
    return not first or first.startswith(b'{"file": ')
