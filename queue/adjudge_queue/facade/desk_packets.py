"""The facade's packet part: work for other hosts, given out, brought back, withdrawn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from adjudge_queue.facade.desk_base import Desk
from adjudge_queue.records import Filter

if TYPE_CHECKING:
    from adjudge_queue.packets.packet_records import Packed, PacketRow, Unpacked


class Packets(Desk):
    """Files that reviewers take away, decide on, and bring back."""

    def export_packet(
        self, path: str | Path, reviewer: str, count: int, *, by: str, where: Filter | None = None
    ) -> Packed:
        """Give up to `count` waiting items to `reviewer` and write them to a new file.

        For oneself, or as a lead for anybody. The file is a queue of its own: `Queue.open` it.
        Raises DecisionError if no item waits for that reviewer, QueueError if the file is there
        or cannot be written; then nothing was given out.
        """
        from adjudge_queue.packets import packet_export

        return packet_export.export(
            self._store, self._team, Path(path), reviewer, count, by, where or Filter()
        )

    def import_packet(self, path: str | Path, *, by: str, withdrawn: bool = False) -> Unpacked:
        """Merge what was decided in a packet, in one transaction; again, it changes nothing.

        One's own, or as a lead anybody's; one that was withdrawn only if `withdrawn` says so.
        QueueError names a packet that was altered, is not of this queue, or parts from what came
        back of it before. Nobody's word is overwritten: see `packet_records.ItemOutcome`.
        """
        from adjudge_queue.packets import packet_import

        return packet_import.import_packet(
            self._store, self._team, Path(path), by, withdrawn=withdrawn
        )

    def packets(self) -> list[PacketRow]:
        """The packets that were made here, newest first."""
        from adjudge_queue.packets import packet_listing

        return packet_listing.listing(self._store)

    def withdraw_packet(self, packet: str, *, by: str) -> int:
        """Wait for a packet no longer: its undecided items are anybody's; how many those are.

        DecisionError if there is none of that name, or it was withdrawn. `packet` may be the
        beginning of a name that no other has.
        """
        from adjudge_queue.packets import packet_listing

        return packet_listing.withdraw(self._store, self._team, packet, by)
