"""The facade: every operation on a queue's file, one short method each.

`Queue` is made of parts by subject, which nothing else uses: `desk_writing`, `desk_reading`,
`desk_audit`, `desk_golden`, `desk_packets`, `desk_upkeep`.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from adjudge_queue.facade.desk_audit import Auditing
from adjudge_queue.facade.desk_golden import Golden
from adjudge_queue.facade.desk_packets import Packets
from adjudge_queue.facade.desk_reading import Reading
from adjudge_queue.facade.desk_upkeep import Upkeep
from adjudge_queue.facade.desk_writing import Writing
from adjudge_queue.file import opening
from adjudge_queue.packets import packet_origin
from adjudge_queue.people.team import Team
from adjudge_queue.records import Verification


class Queue(Writing, Reading, Auditing, Golden, Packets, Upkeep):
    """A queue's file, open. Every method raises QueueError where the file cannot be used.

    One object may be shared by threads; their calls follow one another. A reader that must not
    wait for a writer opens its own with `readonly=True`.
    """

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        create: bool = False,
        readonly: bool = False,
        shared: str | None = None,
        team: Team | None = None,
    ) -> Self:
        """Open a queue's file, made first if `create` says so; an older one is migrated.

        A new file is for its owner alone, or for the group `shared` (name or number), whose
        setgid folder it must lie in. Raises QueueError for a file that is missing, foreign,
        newer, locked or damaged, and for a folder that does not fit the group. `team` says who
        may do what; without one everybody is reviewer, lead and expert. A packet has its own.
        """
        store = opening.open_store(Path(path), create=create, readonly=readonly, shared=shared)
        try:
            return cls(store, packet_origin.team_in(store) or team)
        except BaseException:
            store.close()
            raise

    def close(self) -> None:
        """Close the file. Calling it again does nothing."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """The file."""
        return self._store.path


def verify_file(path: str | Path, *, head: str | None = None) -> Verification:
    """Check the audit trail of a file that may be too damaged to open.

    Where SQLite calls it malformed, that is the finding; any other trouble is a QueueError.
    """
    try:
        with Queue.open(path, readonly=True) as queue:
            return queue.verify(head=head)
    except opening.QueueDamaged as error:
        return Verification(events=0, head=None, problems=(error.message,))
