"""What a tab's process is to show: handed over as one JSON argument, so that nothing is quoted.

The process is started without a shell, and JSON keeps every path and name what it is: blanks,
quotes, line ends, a leading dash, bytes that are no text.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from adjudge_engine.errors import QueueError
from adjudge_queue.people.team import NOBODY
from adjudge_queue.records import Order
from adjudge_tui.wording.strings import say

LONGEST_NAME: Final = 200


@dataclass(frozen=True, slots=True)
class Wanted:
    """A desk: the queue's file, who sits there, and the options of `adjudge review`."""

    db: str
    reviewer: str = ""
    blind: bool = False
    order: Order = "priority"
    language: str | None = None
    mouse: bool = True
    chosen: dict[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """The queue's file."""
        return Path(self.db)

    def argument(self) -> str:
        """All of it as one argument in ASCII."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, argument: str) -> Wanted:
        """What `argument` made."""
        return cls(**json.loads(argument))

    def command(self) -> list[str]:
        """The command that shows this desk; `-P`: nothing is imported from the working folder."""
        return [sys.executable, "-P", "-m", "adjudge_tui.serving.tab", self.argument()]


def usable_name(name: str) -> str:
    """A reviewer's name as typed, without the blanks around it. Raises QueueError."""
    name = name.strip()
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or name in NOBODY:
        raise QueueError(say("serve.bad_name"))
    return name


def checked(wanted: Wanted) -> None:
    """Open the queue as the desk will, so that what cannot be used is said on the page.

    Raises AdjudgeError, or click's UsageError for a filter that cannot be meant.
    """
    from adjudge_tui.cli.people.choosing import make_filter
    from adjudge_tui.desk.reviewers import open_queue, viewer

    with open_queue(wanted.path, readonly=True) as queue:
        name = viewer(queue, wanted.reviewer)
        if wanted.chosen:
            make_filter(queue, name, wanted.chosen)
