"""A sitting without a screen, for tests: outcomes are delivered when the test asks for them."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue

from adjudge_tui.desk.session import Session


class Sitting:
    """A session whose outcomes are delivered when the test asks for them."""

    def __init__(self, path: Path, reviewer: str) -> None:
        self.path = path
        self._outcomes: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.shown = 0
        self.session = Session(path, reviewer, None, self._outcomes.put, self._show)
        self.session.repeat_seconds = 0.0

    def _show(self) -> None:
        self.shown += 1

    def settle(self) -> Session:
        deadline = time.monotonic() + 30
        while not self.session.idle:
            assert time.monotonic() < deadline, "no outcome came"
            try:
                self._outcomes.get(timeout=0.05)()
            except Empty:
                continue
        return self.session


def case_of(session: Session) -> str:
    """The case of the item on the desk."""
    assert session.view is not None
    return session.view.case_id
