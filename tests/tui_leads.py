"""A queue on which two reviewers differ, and one decision that has gone stale, for a lead's tests.

Everything in it is invented. `differing` gives items that ann and bob see differently.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from tui_samples import JSON, northwind, plain

from adjudge_engine.canonical import canonical_hash, canonical_json
from adjudge_queue import Queue
from adjudge_queue.file import clock
from adjudge_queue.records import Decision, Record, Seen

TEAM = """\
[reviewers.ann]
groups = "*"
[reviewers.bob]
groups = "*"
[reviewers.lea]
role = "lead"
groups = "*"
"""
BEGAN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class Ticking:
    """A clock that goes on by a fixed step each time it is asked."""

    def __init__(self, began: datetime = BEGAN, step: float = 7.0) -> None:
        self._now = began
        self._step = timedelta(seconds=step)

    def __call__(self) -> datetime:
        """The time."""
        self._now += self._step
        return self._now


def record(item: tuple[JSON, JSON], *, key: str = "k1", second: str = "high risk") -> Record:
    """One case that two people must agree on (or one, with `second` empty)."""
    case, evaluation = item
    return Record(
        case_id=case["id"],
        case_hash=canonical_hash(case),
        key=key,
        case=case,
        evaluation=evaluation,
        report=canonical_json({"case": case["id"]}),
        second=second,
    )


def say(queue: Queue, item_id: int, who: str, action: Any, **parts: Any) -> None:
    """One decision, with the judge in sight."""
    found = queue.item(item_id)
    seen = Seen(found.evaluation_hash, ("q3:40:70",), "revealed")
    key = f"{who}-{item_id}-{action}"
    queue.decide(item_id, Decision(action, who, key, seen=seen, seconds=31.0, **parts))


def label(value: str | None, *claims: tuple[str, str], **more: Any) -> JSON:
    """A label on faithfulness."""
    said = [{"claim_id": name, "verdict": verdict} for name, verdict in claims]
    found: JSON = {"criterion": "faithfulness", "claims": said, **more}
    return found | ({"value": value} if value else {"undetermined": True})


def build(path: Path, items: Sequence[tuple[JSON, JSON]], *, second: str = "high risk") -> Path:
    """A queue with these items."""
    with Queue.open(path, create=True) as queue:
        queue.enqueue([record(item, second=second) for item in items])
    return path


def differing(path: Path, *, team: bool = True) -> Path:
    """Three items on which two differ: in claims and words, in the action, in what is missing."""
    items = [
        northwind("northwind"),
        plain("boiling"),
        plain("melting", answer="Ice melts at 0 °C."),
    ]
    build(path, items)
    if team:
        (path.parent / "adjudge.toml").write_text(TEAM, encoding="utf-8")
    with Queue.open(path) as queue:
        say(
            queue, 1, "ann", "relabel",
            labels=[label("unfaithful", ("c1", "supported"), ("c3", "contradicted"))],
            corrected_answer="Operating margin improved to 20.4%.",
            reason_codes=("evidence_missing",),
            note="The table on page 6 says 20.4 percent.",
        )  # fmt: skip
        say(
            queue, 1, "bob", "relabel",
            labels=[
                label(
                    "unfaithful", ("c1", "supported"), ("c3", "partial"), ("c4", "not_mentioned")
                )
            ],
            corrected_answer="Operating margin improved to 20.4 percent.",
            reason_codes=("judge_wrong",),
            note="Close, but the buyback is nowhere.",
        )  # fmt: skip
        say(queue, 2, "ann", "approve", note="Fine at sea level.")
        say(queue, 2, "bob", "block")
        say(queue, 3, "ann", "approve")
        say(queue, 3, "bob", "relabel", labels=[label("unfaithful", missing=["the pressure"])])
    return path


def stale(path: Path) -> Path:
    """`differing`, and an item decided by ann whose judge has changed since, so it is stale."""
    differing(path)
    case, evaluation = plain("steam", answer="Steam is hotter.")
    with Queue.open(path) as queue:
        queue.enqueue([record((case, evaluation), second="")])
        say(queue, 4, "ann", "approve")
        judgment = dict(evaluation["judgments"][0], rubric="lexical/2")
        queue.enqueue([record((case, evaluation | {"judgments": [judgment]}), key="k2", second="")])
    return path


def at_a_fixed_time(make: Callable[[Path], Path], path: Path) -> Path:
    """What `make` makes, with times that are the same on every run.

    What a function of a module makes is made once in a process and copied from then on, with all
    that it leaves beside the queue.
    """
    if "<" in getattr(make, "__qualname__", "<"):  # made on the spot: nobody asks for it again
        return _made(make, path)
    shutil.copytree(_folder_made(make, path.name), path.parent, dirs_exist_ok=True)
    return path


@cache
def _folder_made(make: Callable[[Path], Path], name: str) -> Path:
    """A folder with what `make` makes under that name, for as long as the process lives."""
    folder = Path(tempfile.mkdtemp(prefix="adjudge-tests-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _made(make, folder / name)
    return folder


def _made(make: Callable[[Path], Path], path: Path) -> Path:
    """What `make` makes, by a clock that ticks from a fixed time."""
    before, clock.now = clock.now, Ticking()
    try:
        return make(path)
    finally:
        clock.now = before


def states(path: Path) -> Mapping[str, int]:
    """How many items stand in which state."""
    with Queue.open(path, readonly=True) as queue:
        return queue.counts().states
