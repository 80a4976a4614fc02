"""The list that one walks along: its order, its rows. Free of Textual."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from adjudge_engine.errors import AdjudgeError
from adjudge_queue.records import Filter, ItemRow
from adjudge_tui.desk.ahead import rows_shown
from adjudge_tui.desk.sitting import Sitting


class Walking(Sitting):
    """The part of a sitting that knows the list."""

    __slots__ = ()

    def read_list(self) -> None:
        """Take a new snapshot of the list; it does not move while one reviews.

        A list of the last sitting that holds nothing now is none to go along: the whole one is.
        """
        listed, (order, seed), name = self.listed, self.blinding.order, self.reviewer

        def done(ids: array[int]) -> None:
            if listed is not self.listed:  # another one was chosen meanwhile
                return
            if not ids and listed not in (None, Filter(), self.where):
                self.listed, self.kept.listed = self.where, ""
                self.keep()
                return self.read_list()
            self.snapshot = ids
            self.show()

        self.reader.submit(
            lambda queue: queue.ids(listed, order, seed, name), done, lambda _error: None
        )

    def read_rows(
        self,
        ids: Sequence[int],
        done: Callable[[list[ItemRow]], None],
        failed: Callable[[AdjudgeError], None],
    ) -> None:
        """Rows of the list, without what the judge had a part in where that is still hidden."""
        eyes = self.eyes

        self.reader.submit(lambda queue: rows_shown(queue, eyes, ids, self._drawn), done, failed)

    def walk(self, ids: Sequence[int], where: Filter | None) -> None:
        """Go along this list from now on."""
        from adjudge_tui.desk.filters import filter_line

        self.snapshot, self.listed = ids, where
        self.kept.listed = filter_line(where)
        self.keep()
