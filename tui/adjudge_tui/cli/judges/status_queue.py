"""What the status reads from the queue: counts, golden sets, open items, and people's word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, get_args

from adjudge_engine.calibration.measures.kinds import language_of
from adjudge_engine.calibration.watching.labelling_next import Near, near_of
from adjudge_engine.errors import DecisionError
from adjudge_engine.policy import Policy
from adjudge_engine.vocabulary import Disposition
from adjudge_queue.records import Filter, Item, State

if TYPE_CHECKING:
    from adjudge_queue import Queue

#: So many open items, the most urgent, are looked at for what to label next.
LOOKED_AT: Final = 2_000
_PAGE: Final = 1_000
_VERDICTS: Final = ("approve", "block", "relabel")


@dataclass
class QueueFacts:
    """The queue as it stands. `golden`: every version of every set, as `golden_list` has them.

    `decided_since`: decisions after the newest golden set. `fingerprints`: (judge, criterion) →
    that of the newest evaluation seen. `waiting`: (kind, value) → open items of that slice.
    `looked_at`: how many open items were read for these.
    """

    states: Mapping[str, int]
    routes: Mapping[str, int]
    open: int
    decided_since: int
    golden: list[dict[str, Any]]
    near: list[Near] = field(default_factory=list)
    waiting: Counter[tuple[str, str]] = field(default_factory=Counter)
    fingerprints: dict[tuple[str, str], str] = field(default_factory=dict)
    looked_at: int = 0

    @property
    def newest(self) -> dict[str, int]:
        """Golden set → its newest version."""
        found: dict[str, int] = {}
        for one in self.golden:
            found[one["name"]] = max(found.get(one["name"], 0), one["version"])
        return found

    def to_dict(self) -> dict[str, Any]:
        """The counts as JSON values."""
        return {
            "open": self.open,
            "states": dict(self.states),
            "routes": dict(self.routes),
            "decided_since_golden": self.decided_since,
            "looked_at": self.looked_at,
        }


def read_queue(queue: Queue, policy: Policy) -> QueueFacts:
    """What there is to say of the queue."""
    counts, golden = queue.counts(), queue.golden_list()
    last = max((one["event"] for one in golden), default=0)
    facts = QueueFacts(
        states=counts.states,
        routes=counts.routes,
        open=counts.open,
        decided_since=_decided(queue, last),
        golden=golden,
    )
    for item in _items(queue, queue.ids(Filter())[:LOOKED_AT]):
        _look(item, facts, policy)
    return facts


def _decided(queue: Queue, after: int) -> int:
    """Decisions that say something of an answer, behind that event."""
    count = 0
    while events := queue.events(after=after, limit=_PAGE):
        count += sum(
            one["kind"] == "decided" and one["body"].get("action") in _VERDICTS for one in events
        )
        after = events[-1]["seq"]
    return count


def _items(queue: Queue, ids: Any) -> Iterator[Item]:
    """The items of these numbers; one whose texts were purged meanwhile is left out."""
    for item_id in ids:
        try:
            yield queue.item(item_id)
        except DecisionError:
            continue


def _look(item: Item, facts: QueueFacts, policy: Policy) -> None:
    facts.looked_at += 1
    case = item.case
    near = near_of(item.row.item_id, item.row.case_id, item.evaluation, policy, item.row.risk)
    if near is not None:
        facts.near.append(near)
    facts.waiting["risk", item.row.risk] += 1
    language = language_of(case.get("metadata") or {}, case.get("question"), case.get("answer"))
    facts.waiting["language", language] += 1
    facts.waiting["generator", case.get("generator") or "(unknown)"] += 1
    for tag in dict.fromkeys(case.get("tags") or ("(none)",)):
        facts.waiting["tag", tag] += 1
    for one in item.evaluation.get("judgments", ()):
        if one.get("fingerprint"):
            facts.fingerprints[str(one.get("judge")), str(one.get("criterion"))] = str(
                one["fingerprint"]
            )


def held_out_slices(queue: Queue, name: str, version: int) -> dict[tuple[str, str], int]:
    """(kind, value) → rows of a golden set on the held-out side."""
    slices = queue.golden_coverage(name, version)["slices"]
    return {
        (kind, value): sides["held-out"]
        for kind in ("tag", "risk", "language", "generator")
        for value, sides in slices[kind].items()
    }


def every_item(queue: Queue) -> Iterator[Item]:
    """Every item whose texts are there; known items that were planted are left out."""
    states = get_args(State)
    for disposition in get_args(Disposition):
        where = Filter(states=states, disposition=disposition)
        yield from _items(queue, queue.ids(where, "oldest"))
