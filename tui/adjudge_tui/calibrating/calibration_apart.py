"""Figures on judges, worked out in a process of their own: so no key waits for them.

The process asks nobody but judges of this machine. It looks with the eyes of the reviewer: nothing
comes back that these may not see. Of all files it writes one: that held-out labels were looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from adjudge_engine.errors import DecisionError, QueueError
from adjudge_queue import Queue
from adjudge_tui.desk.apart import Apart, serve, step
from adjudge_tui.desk.blinding import Blinding, Eyes
from adjudge_tui.desk.reviewers import open_queue
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.calibrating.calibration_rows import Row

_STEP: Final = 20  # rows after which the other side hears of it


class Workshop(Apart):
    """Works out figures. Before the answer it tells what is being done (`doing`, `done`, `count`)
    and what can be chosen (`offers`, `sets`, `set`, `offer`).
    """

    MODULE = __name__
    ENDED = "calibration.ended"


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


def _answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Whatever is wanted, for whoever leads."""
    eyes = _eyes(request["eyes"])
    with open_queue(Path(request["path"]), readonly=True) as queue:
        if not queue.team.speaker(eyes.reviewer).lead:
            raise DecisionError("", "")
        return _ANSWERS[request["want"]](queue, eyes, request)


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
    step(
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
    return _measured(queue, eyes, chosen, rows, left, request["wanted"] | given)


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
    return _measured(queue, eyes, chosen, rows, left, request["wanted"])


def _measured(
    queue: Queue,
    eyes: Eyes,
    chosen: Mapping[str, Any],
    rows: list[Row],
    left: dict[str, int],
    given: dict[str, Any],
) -> dict[str, Any]:
    from adjudge_tui.calibrating.calibration_figures import Measuring, Wanted
    from adjudge_tui.calibrating.calibration_files import probes_beside

    wanted = Wanted(**given | {"costs": tuple(given["costs"])})
    place = (str(chosen["name"]), int(chosen["version"]))
    measuring = Measuring(rows, wanted, place, queue.path, eyes.reviewer)
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
        step({"doing": doing, "done": done, "count": count})


if __name__ == "__main__":
    serve(_answer)
