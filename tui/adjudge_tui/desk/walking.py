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
        """Take a new snapshot of the list; it does not move while one reviews."""

        def done(ids: array[int]) -> None:
            self.snapshot = ids
            self.show()

        listed, (order, seed), name = self.listed, self.blinding.order, self.reviewer
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

    def walk(self, ids: array[int], where: Filter | None) -> None:
        """Go along this list from now on."""
        from adjudge_tui.desk.filters import filter_line

        self.snapshot, self.listed = ids, where
        self.kept.listed = filter_line(where)
        self.keep()
