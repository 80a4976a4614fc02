"""Stored results beside the queue: what `adjudge calibrate --json` and `adjudge probe --json` gave.

Runs in a process of its own, see `calibration_apart`. A file is taken for what its schema says;
whatever is wrong with one only means that it is not offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from adjudge_engine.errors import AdjudgeError

_CALIBRATION: Final = "adjudge.calibration/1"
_PROBES: Final = ("adjudge.probe/1", "adjudge.detection/1")
_LARGEST: Final = 20_000_000  # bytes
_HEAD: Final = 4_096  # bytes in which the schema stands
_MOST: Final = 300  # files that are looked at


def calibrations_beside(db: Path) -> list[tuple[str, dict[str, Any]]]:
    """(name, content) of the stored calibrations, by name."""
    return [(name, said) for name, said in _beside(db) if said["schema"] == _CALIBRATION]


def probes_beside(db: Path, judge: str, criterion: str) -> list[dict[str, Any]]:
    """The stored probes of that judge on the criterion, each with its `file`, by name."""
    return [
        said | {"file": name}
        for name, said in _beside(db)
        if said["schema"] in _PROBES and (said["judge"], said["criterion"]) == (judge, criterion)
    ]


def calibration_in(path: Path) -> dict[str, Any]:
    """One stored calibration whole. Raises InputError."""
    from adjudge_engine.calibration.watching.stored import read_calibration

    return read_calibration(path)


def _beside(db: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every stored result that can be read."""
    from adjudge_engine.calibration.watching.baseline import read_json

    for path in sorted(db.parent.glob("*.json"))[:_MOST]:
        if not _may_be_one(path):
            continue
        try:
            said = read_json(path, "", "")
        except AdjudgeError:
            continue
        texts = (said.get(name) for name in ("schema", "judge", "criterion"))
        if all(isinstance(one, str) for one in texts):
            yield path.name, said


def _may_be_one(path: Path) -> bool:
    """Whether a small look says that it is worth reading."""
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return False
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    return any(one.encode() in head for one in (_CALIBRATION, *_PROBES))
