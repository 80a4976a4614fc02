"""What the calls of a run took: tokens, money, waits, failures; and the budget that bounds it."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.llm.line import Admission


@dataclass(frozen=True)
class Spent:
    """One attempt's usage; None is unknown."""

    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: Decimal | None = None


@dataclass(frozen=True)
class Summary:
    """A run's calls so far. `cost_at_least`: some attempts' cost is unknown and not in `cost_usd`.

    `calls` were answered by the provider, `cached` by the cache; `failures` counts the rest by
    code. `attempts` are requests sent. `waited_s` is the sum of all waiting in line and between
    attempts.
    """

    calls: int
    cached: int
    attempts: int
    tokens_in: int
    tokens_out: int
    cost_usd: float
    cost_at_least: bool
    waited_s: float
    failures: dict[str, int] = field(default_factory=dict)


class Ledger:
    """Adds up; may be shared by models, judges and threads. `budget_usd` None: no cap."""

    def __init__(self, budget_usd: float | Decimal | None = None) -> None:
        cap = None if budget_usd is None else Decimal(str(budget_usd))
        if cap is not None and not (cap.is_finite() and cap >= 0):
            raise JudgeError("the budget is an amount of dollars, 0 or more")
        self.budget = cap
        self._lock = threading.Lock()
        self._spent = self._reserved = Decimal(0)
        self._unknown_most = Decimal(0)  # what attempts of unknown cost may have cost
        self._unpriced = False
        self._calls = self._cached = self._attempts = 0
        self._tokens_in = self._tokens_out = 0
        self._waited = 0.0
        self._failures: Counter[str] = Counter()

    def admit(self, most: Decimal | None) -> Admission:
        """Reserves the most that an attempt may cost, if the budget allows; `settle` undoes it.

        `wait`: it may allow it when attempts under way have turned out cheaper. An unknown cost
        (None) is refused under any budget, since nothing could keep it.
        """
        with self._lock:
            if self.budget is None:
                self._attempts += 1
                return "reserved"
            gone = self._spent + self._unknown_most
            if most is None or gone + most > self.budget:
                return "refused"
            if gone + self._reserved + most > self.budget:
                return "wait"
            self._reserved += most
            self._attempts += 1
            return "reserved"

    def settle(self, most: Decimal | None, spent: Spent) -> None:
        """What an attempt took. Under a budget an unknown cost counts as the most it may be."""
        with self._lock:
            if self.budget is not None and most is not None:
                self._reserved -= most
                if spent.cost is None:
                    self._unknown_most += most
            self._add(spent)

    def _add(self, spent: Spent) -> None:
        self._tokens_in += spent.tokens_in or 0
        self._tokens_out += spent.tokens_out or 0
        if spent.cost is None:
            self._unpriced = True
        else:
            self._spent += spent.cost

    def affords(self, most: Decimal | None) -> bool:
        """Whether the budget allows so much more, attempts under way counted as the most."""
        with self._lock:
            gone = self._spent + self._unknown_most + self._reserved
            return self.budget is None or (most is not None and gone + most <= self.budget)

    def book(self, spent: Spent) -> None:
        """An attempt that was made elsewhere (in a batch) and took so much."""
        with self._lock:
            self._attempts += 1
            self._add(spent)

    def not_sent(self) -> None:
        """An attempt that was admitted was not made after all."""
        with self._lock:
            self._attempts -= 1

    def answered(self) -> None:
        """A call ended with a reply."""
        with self._lock:
            self._calls += 1

    def cached(self) -> None:
        """A call was answered by the cache."""
        with self._lock:
            self._cached += 1

    def failed(self, code: str) -> None:
        """A call ended without a usable reply."""
        with self._lock:
            self._failures[code] += 1

    def waited(self, seconds: float) -> None:
        with self._lock:
            self._waited += seconds

    def summary(self) -> Summary:
        with self._lock:
            return Summary(
                calls=self._calls,
                cached=self._cached,
                attempts=self._attempts,
                tokens_in=self._tokens_in,
                tokens_out=self._tokens_out,
                cost_usd=float(self._spent),
                cost_at_least=self._unpriced,
                waited_s=self._waited,
                failures=dict(sorted(self._failures.items())),
            )
