"""What a run spends, written down as it is spent: before a reply can be in the cache.

So a process that is killed leaves no call behind that was paid for and not counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Final

from adjudge_engine.judges.llm.ledger import Ledger, Spent
from adjudge_engine.optimizing.history import History

#: What spending on rewriting, and on the measurement at the end, is kept under.
REWRITING: Final = "rewriting"
HELD_OUT: Final = "held-out"


class KeptLedger(Ledger):
    """A ledger that keeps every attempt which took something in the history of a run.

    Until `keep_for` names the run, nothing is kept. Attempts are settled in the judges' thread.
    """

    def __init__(self, budget_usd: float | None = None) -> None:
        super().__init__(budget_usd)
        self._history: History | None = None
        self._run = ""
        self._what = ""

    def keep_for(self, history: History, run: str) -> None:
        """From now on attempts are this run's. What earlier processes spent counts already."""
        self._history, self._run = history, run
        spent = history.spent(run)
        if self.budget is not None and spent.usd:
            self.book(Spent(0, 0, Decimal(str(spent.usd))))

    @contextmanager
    def on(self, what: str) -> Iterator[None]:
        """Attempts within are made for this: a rubric's hash, `REWRITING` or `HELD_OUT`."""
        before, self._what = self._what, what
        try:
            yield
        finally:
            self._what = before

    def settle(self, most: Decimal | None, spent: Spent) -> None:
        """As a ledger does, and into the history where it took anything, or may have."""
        super().settle(most, spent)
        if self._history is not None and spent != _NOTHING:
            usd = None if spent.cost is None else float(spent.cost)
            tokens = (spent.tokens_in, spent.tokens_out)
            self._history.add_spent(self._run, self._what, usd, *tokens)


_NOTHING: Final = Spent(0, 0, Decimal(0))
