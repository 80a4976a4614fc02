"""What goes in and out where packets are made, brought back and listed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

#: What became of an item of a packet that came back.
ItemOutcome = Literal[
    "taken",  # the word was taken over
    "first",  # it was, as the first of two
    "second",  # it was, as the second of two, who agree
    "agreed",  # somebody had said the same meanwhile; kept beside that
    "differs",  # somebody has said something else: to adjudication
    "stale",  # the item was evaluated anew and somebody has decided on that; kept beside it
    "beside",  # two had settled it, or the policy blocks it now; kept beside that
    "yours",  # the reviewer has decided on it in the queue already; kept in the chain alone
    "handed_on",  # escalated or skipped
    "taken_back",  # it came in this packet before, and its reviewer has undone it there
    "moot",  # escalated or skipped, but it no longer waits
    "known",  # it came in this packet before
    "undecided",  # nothing was said on it
    "refused",  # the queue cannot take the word: the problem says why; kept in the chain alone
]
PacketState = Literal["out", "back", "done", "withdrawn"]
#: Outcomes after which an item is not waited for in the packet any more.
SETTLED: Final[frozenset[str]] = frozenset(
    ("taken", "first", "second", "agreed", "differs", "stale", "beside", "yours", "handed_on")
) | {"moot", "refused"}
#: Those that somebody should look at.
CONFLICTS: Final[tuple[ItemOutcome, ...]] = ("differs", "stale", "beside", "yours", "refused")


@dataclass(frozen=True, slots=True)
class Packed:
    """A packet that was made: its file, how many items are in it, its head, the event."""

    packet: str
    reviewer: str
    path: Path
    items: tuple[int, ...]
    head: str
    event: int


@dataclass(frozen=True, slots=True)
class Merged:
    """What became of one item; `problem` says why where its word could not be taken."""

    item_id: int
    case_id: str
    outcome: ItemOutcome
    state: str
    disposition: str
    decision_id: int | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A packet that came back. `event` is the one that says so; of a packet that held nothing
    new (`repeated`) the one that said it then."""

    packet: str
    reviewer: str
    head: str
    events: int
    event: int
    items: tuple[Merged, ...] = ()
    repeated: bool = False

    @property
    def counts(self) -> Mapping[str, int]:
        """How many items had which outcome."""
        found: dict[str, int] = {}
        for one in self.items:
            found[one.outcome] = found.get(one.outcome, 0) + 1
        return found


@dataclass(frozen=True, slots=True)
class PacketRow:
    """One packet of a list. `state`: `out`, `back` in part, `done`, or `withdrawn`."""

    packet: str
    reviewer: str
    by: str
    at: str
    state: PacketState
    items: int
    waiting: int  # items on which nothing has come back
    conflicts: int
