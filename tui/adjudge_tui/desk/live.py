"""What others do to the queue meanwhile: counts that follow, and a hold that has been lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from adjudge_queue.records import Counts
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_engine.errors import AdjudgeError
    from adjudge_queue import Queue
    from adjudge_tui.desk.session import Session

#: How often it is asked whether another connection has written; that costs microseconds.
WATCH_SECONDS: Final = 2.0


class _Found(NamedTuple):
    version: int
    counts: Counts
    holder: str | None


class Live:
    """Looks at the file now and then on the reader's connection, never while that is at work."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._version: int | None = None

    def look(self) -> None:
        """Read the counts anew if something has been written since the last look."""
        session, seen = self._session, self._version
        if not session.loaded or session.busy or not session.reader.idle:
            return
        item_id = session.view.item_id if session.view and session.held else None

        def job(queue: Queue) -> _Found | None:
            version = queue.data_version()
            if version == seen:
                return None
            rows = queue.rows([item_id]) if item_id is not None else []
            return _Found(version, queue.counts(), rows[0].holder if rows else None)

        def failed(_error: AdjudgeError) -> None:
            self._version = None  # a file that cannot be read now is asked again

        session.reader.submit(job, lambda found: self._take_in(found, item_id), failed)

    def _take_in(self, found: _Found | None, item_id: int | None) -> None:
        session = self._session
        if found is None or session.busy:
            return
        self._version = found.version
        if found.counts != session.counts:
            self._counted(found.counts)
        same = session.view is not None and session.view.item_id == item_id
        if item_id is not None and same and session.held and found.holder != session.reviewer:
            session.heartbeat()  # it says that the hold is lost, and why

    def _counted(self, counts: Counts) -> None:
        """Show other counts. On an empty desk what can be taken now is said, not taken: whoever
        presses a key there would decide what they have not seen.
        """
        session = self._session
        more = counts.states.get("pending", 0) > session.counts.states.get("pending", 0)
        if session.view is None and more:
            session.tell(say("flash.more_came"))
        else:
            session.counts = counts
            session.show()
