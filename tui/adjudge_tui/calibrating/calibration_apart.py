"""Figures on judges, worked out in a process of their own: so no key waits for them.

The process opens the queue for reading only and asks nobody but judges of this machine; what is
asked and answered goes as JSON, one value a line. It looks with the eyes of the reviewer: nothing
comes back that these may not see.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from adjudge_engine.errors import AdjudgeError, DecisionError, QueueError
from adjudge_queue import Queue
from adjudge_tui.desk.blinding import Blinding, Eyes
from adjudge_tui.desk.reviewers import open_queue
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.calibrating.calibration_rows import Row

#: -P: a folder that one works in must not bring modules of its own.
_COMMAND: Final = (sys.executable, "-P", "-m", "adjudge_tui.calibrating.calibration_apart")
#: One thread each, so that the interface has the other cores.
_THREADS: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
_STEP: Final = 20  # rows after which the other side hears of it


class Workshop:
    """One process at a time that works out figures; `stop` ends it from any thread."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False

    def ask(
        self,
        request: Mapping[str, Any],
        tell: Callable[[Mapping[str, Any]], None],
        wanted: Callable[[], bool] = lambda: True,
    ) -> dict[str, Any]:
        """The answer; `tell` hears before it what is being done (`doing`, `done`, `count`), and
        what can be chosen (`offers`, `sets`, `set`, `offer`). While it is not `wanted` any more it
        is not begun. QueueError; DecisionError for what is not for this reviewer.
        """
        line: dict[str, Any] = {}
        pipe = subprocess.PIPE
        with subprocess.Popen(
            _COMMAND,
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            env=_THREADS | os.environ,
        ) as process:
            self._process = process
            if self._stopped or not wanted():
                process.kill()
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(json.dumps(request))
                process.stdin.close()
            except OSError:  # it ended before it read; its end is found below
                pass
            for text in process.stdout:
                line = json.loads(text)
                if "doing" in line or "offers" in line:
                    tell(line)
        self._process = None
        if "error" in line:
            kind = DecisionError if line["refused"] else QueueError
            raise kind(line["error"], line["hint"])
        if "answer" not in line:
            raise QueueError(say("calibration.ended"), "")
        found: dict[str, Any] = line["answer"]
        return found

    def stop(self) -> None:
        """End what is being worked out."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """End it for good."""
        self._stopped = True
        self.stop()


def eyes_said(eyes: Eyes) -> dict[str, Any]:
    """Who looks, as it goes to the other process."""
    return {
        "reviewer": eyes.reviewer,
        "blinding": asdict(eyes.blinding),
        "seen": sorted(eyes.seen),
        "shown": sorted(eyes.shown),
    }


def _eyes(said: Mapping[str, Any]) -> Eyes:
    blinding = Blinding(**said["blinding"])
    return Eyes(said["reviewer"], blinding, frozenset(said["seen"]), frozenset(said["shown"]))


def main() -> None:
    """Read one request from standard input, answer it on standard output."""
    request = json.loads(sys.stdin.read())
    eyes = _eyes(request["eyes"])
    try:
        with open_queue(Path(request["path"]), readonly=True) as queue:
            if not queue.team.speaker(eyes.reviewer).lead:
                raise DecisionError("", "")
            answer = _ANSWERS[request["want"]](queue, eyes, request)
        _print({"answer": answer})
    except AdjudgeError as error:
        refused = isinstance(error, DecisionError)
        _print({"error": error.message, "hint": error.hint, "refused": refused})


def _offers(queue: Queue, eyes: Eyes, request: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of the judge `before`, where it has a word on the chosen version, else of the
    first; what there is to choose from is told first. Empty without any.
    """
    from adjudge_tui.calibrating.calibration_files import calibrations_beside
    from adjudge_tui.calibrating.calibration_judges import Offer, offers_of

    sets = queue.golden_list()
    chosen = _chosen(sets, request["set"])
    rows, left = ([], {}) if chosen is None else _rows(queue, eyes, chosen)
    offers = offers_of(rows)
    offers += [
        Offer("file", str(said["judge"]), str(said["criterion"]), 0, name)
        for name, said in calibrations_beside(queue.path)
    ]
    listed = [asdict(one) for one in offers]
    same = [at for at, one in enumerate(listed) if place_of(one) == request["before"]]
    at = same[0] if same else 0
    keys = ("name", "version", "rows", "created_at", "actor", "event")
    _print(
        {
            "sets": [{key: one[key] for key in keys} for one in sets],
            "set": None if chosen is None else [chosen["name"], chosen["version"]],
            "offers": listed,
            "offer": at,
        }
    )
    if not listed:
        return {}
    offer = listed[at]
    if offer["how"] == "file" or chosen is None:
        return _stored(queue, eyes, offer["path"])
    given = {key: offer[key] for key in ("how", "judge", "criterion")}
    return _measured(queue, chosen, rows, left, request["wanted"] | given)


def place_of(offer: Mapping[str, Any]) -> list[Any]:
    """What tells one judge from others."""
    return [offer[key] for key in ("how", "judge", "criterion", "path")]


def _figures(queue: Queue, eyes: Eyes, request: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of one judge."""
    if request["file"]:
        return _stored(queue, eyes, request["file"])
    chosen = _chosen(queue.golden_list(), request["set"])
    if chosen is None:
        raise QueueError(say("calibration.no_set"), "")
    rows, left = _rows(queue, eyes, chosen)
    return _measured(queue, chosen, rows, left, request["wanted"])


def _measured(
    queue: Queue,
    chosen: Mapping[str, Any],
    rows: list[Row],
    left: dict[str, int],
    given: dict[str, Any],
) -> dict[str, Any]:
    from adjudge_tui.calibrating.calibration_figures import Measuring, Wanted
    from adjudge_tui.calibrating.calibration_files import probes_beside

    wanted = Wanted(**given | {"costs": tuple(given["costs"])})
    place = (str(chosen["name"]), int(chosen["version"]))
    measuring = Measuring(rows, wanted, place, queue.path)
    _step("judging", 0, len(rows))
    found = measuring.figures(lambda done: _step("judging", done, len(rows)))
    probes = probes_beside(queue.path, wanted.judge, wanted.criterion)
    return found | left | {"probes": probes}


def _stored(queue: Queue, eyes: Eyes, name: str) -> dict[str, Any]:
    """The figures of a stored result; what may not be told is taken out of its list."""
    from adjudge_tui.calibrating.calibration_figures import stored_figures
    from adjudge_tui.calibrating.calibration_files import calibration_in, probes_beside
    from adjudge_tui.calibrating.calibration_rows import hidden_items, item_of_case

    said = calibration_in(queue.path.with_name(Path(name).name))
    found = stored_figures(said, queue.path)
    items = {one["case_id"]: item_of_case(queue, one["case_id"]) for one in found["disagreements"]}
    copies = queue.golden_copies()
    places = {
        case_id: [] if item is None else [item, *copies.get(item, ())]
        for case_id, item in items.items()
    }
    hidden = hidden_items(queue, eyes, [one for some in places.values() for one in some], {})
    listed = [
        one | {"item": items[one["case_id"]]}
        for one in found["disagreements"]
        if hidden.isdisjoint(places[one["case_id"]])
    ]
    closed = len(found["disagreements"]) - len(listed)
    probes = probes_beside(queue.path, str(said["judge"]), str(said["criterion"]))
    return found | {
        "disagreements": listed,
        "closed": closed,
        "withdrawn": 0,
        "rows": 0,
        "probes": probes,
    }


def _chosen(sets: list[dict[str, Any]], wanted: Any) -> dict[str, Any] | None:
    """The version that is asked for, else the one that was frozen last; None without any."""
    for one in sets:
        if wanted is not None and [one["name"], one["version"]] == list(wanted):
            return one
    return max(sets, key=lambda one: int(one["event"]), default=None)


def _rows(queue: Queue, eyes: Eyes, chosen: Mapping[str, Any]) -> tuple[list[Row], dict[str, int]]:
    from adjudge_tui.calibrating.calibration_rows import GoldenRows

    reader = GoldenRows(queue, eyes, str(chosen["name"]), int(chosen["version"]))
    count = int(chosen["rows"])
    _step("reading", 0, count)
    rows = list(reader.read(lambda done: _step("reading", done, count)))
    return rows, {"closed": reader.closed, "withdrawn": reader.withdrawn, "rows": count}


_ANSWERS: Final = {"offers": _offers, "figures": _figures}


def _step(doing: str, done: int, count: int) -> None:
    if done % _STEP == 0 or done == count:
        _print({"doing": doing, "done": done, "count": count})


def _print(line: Mapping[str, Any]) -> None:
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
