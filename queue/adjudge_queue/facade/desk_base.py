"""What every part of the facade works on: the open file, and the team."""

from __future__ import annotations

from adjudge_queue.file.store import Store
from adjudge_queue.people.team import Team


class Desk:
    """An open file and who may do what on it; the parts of `Queue` add the operations."""

    def __init__(self, store: Store, team: Team | None = None) -> None:
        self._store = store
        self._team = team or Team.everybody()

    @property
    def team(self) -> Team:
        """Who may do what here."""
        return self._team
