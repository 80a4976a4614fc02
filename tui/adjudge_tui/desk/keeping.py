"""What of a sitting outlives it: drafts, unsent decisions, the place, the filter, the looks.

One small file per queue and reviewer in the user's own state folder, for its owner's eyes alone
(0600): what somebody has half written is nobody else's. It is replaced whole by a thread of its
own, the newest state last, so that a key never waits for a disk, and read once, at the start. A
file that cannot be read is none; one that cannot be written is said once.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import threading
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from adjudge_queue.records import Decision, Filter, Seen
from adjudge_tui.desk.laying import Unsent

_FORMAT: Final = 1


@dataclass(slots=True)
class Draft:
    """What has been made on one item and not submitted; it holds for one evaluation alone."""

    evaluation: str
    marks: dict[str, str] = field(default_factory=dict)
    corrected: str = ""
    note: str = ""
    missing: list[str] = field(default_factory=list)
    criteria: str = ""
    codes: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        texts = (self.corrected, self.note, self.criteria)
        return any((self.marks, self.missing, self.codes, *texts))


@dataclass(slots=True)
class Kept:
    """All that outlives a sitting."""

    drafts: dict[int, Draft] = field(default_factory=dict)
    unsent: dict[int, Unsent] = field(default_factory=dict)
    item: int | None = None
    listed: str = ""
    theme: str = ""
    zoom: str = ""

    def dump(self) -> bytes:
        """As JSON."""
        value = asdict(self) | {"format": _FORMAT}
        return json.dumps(value, ensure_ascii=True).encode("ascii")

    @classmethod
    def load(cls, data: bytes) -> Kept:
        """From JSON; what does not fit is left out, whole."""
        try:
            value = json.loads(data)
            if value.pop("format") != _FORMAT:
                return cls()
            value["drafts"] = {int(key): Draft(**one) for key, one in value["drafts"].items()}
            value["unsent"] = {int(key): _unsent(one) for key, one in value["unsent"].items()}
            return cls(**value)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return cls()


def _unsent(value: dict[str, Any]) -> Unsent:
    told = dict(value["decision"])
    seen = told["seen"]
    if seen is not None:
        told["seen"] = Seen(**seen | {"evidence": tuple(seen["evidence"])})
    told |= {"labels": tuple(told["labels"]), "reason_codes": tuple(told["reason_codes"])}
    amends = value.get("amends") is True
    return Unsent(int(value["item_id"]), str(value["case_id"]), Decision(**told), amends)


class Keeper:
    """Writes a sitting's state to its file. Without a path it keeps nothing."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._newest: bytes | None = None
        self._known: bytes = b""
        self._wake = threading.Condition()
        self._open = True
        self.failed = False
        self._thread: threading.Thread | None = None

    @property
    def keeps(self) -> bool:
        """Whether what is handed over outlives the sitting."""
        return self._path is not None and not self.failed

    def read(self) -> Kept:
        """What was kept last time."""
        if self._path is None:
            return Kept()
        try:
            self._known = self._path.read_bytes()
        except OSError:
            return Kept()
        return Kept.load(self._known)

    def keep(self, kept: Kept) -> None:
        """Have this written; what waits to be written before it need not be."""
        if self._path is None:
            return
        data = kept.dump()
        with self._wake:
            if data == self._newest or (self._newest is None and data == self._known):
                return
            self._newest = data
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="adjudge-keep", daemon=True)
                self._thread.start()
            self._wake.notify()

    def close(self) -> None:
        """Write what waits, and stop."""
        with self._wake:
            self._open = False
            self._wake.notify()
        if self._thread is not None:
            self._thread.join(2.0)

    def _run(self) -> None:
        while True:
            with self._wake:
                while self._open and self._newest in (None, self._known):
                    self._wake.wait()
                data = self._newest
                if data is None or data == self._known:
                    return
                self._known = data
            self.failed = not self._write(data)

    def _write(self, data: bytes) -> bool:
        assert self._path is not None
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
            with open(os.open(beside, flags, 0o600), "wb") as file:
                file.write(data)
            beside.replace(self._path)
        except OSError:
            with contextlib.suppress(OSError):
                beside.unlink()
            return False
        return True


def kept_path(db: Path, reviewer: str) -> Path:
    """Where the state of this reviewer at this queue is kept: $XDG_STATE_HOME/adjudge/…"""
    home = os.environ.get("XDG_STATE_HOME", "").strip()
    folder = Path(home) if home else Path.home() / ".local" / "state"
    name = f"{os.path.realpath(db)}\0{reviewer}"
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:24]
    return folder / "adjudge" / f"desk-{digest}.json"


def filter_kept(line: str) -> Filter | None:
    """The filter of a kept line; None where it has aged."""
    from adjudge_tui.desk.filters import parse_filter

    try:
        return parse_filter(line) if line else None
    except ValueError:
        return None
