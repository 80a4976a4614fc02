"""What a judge that asks another one takes over from it."""

from __future__ import annotations

from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.running import CONCURRENCY


class Wrapping:
    """Asks `inner` under its own name."""

    def __init__(self, inner: Judge) -> None:
        self.inner = inner

    @property
    def name(self) -> str:
        """The name of the judge that is asked."""
        return self.inner.name

    @property
    def remote(self) -> bool:
        """Whether the judge that is asked sends text away."""
        return self.inner.remote

    @property
    def concurrency(self) -> int:
        """Requests under way at once: as the judge that is asked says."""
        return int(getattr(self.inner, "concurrency", CONCURRENCY))
