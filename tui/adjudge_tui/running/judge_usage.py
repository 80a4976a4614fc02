"""What judging took in a run, by judge and criterion: calls, tokens, money, what could not be read.

A price that nobody knows is not zero: the sum of known costs is kept beside the number of calls
whose cost is unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from adjudge_engine.evaluation import Abstention, Judgment, Usage
from adjudge_engine.judges.abstentions import AGAIN, UNREADABLE
from adjudge_engine.vocabulary import PREFERENCE

#: Above this share of replies that cannot be read, a run says so.
ALARM: Final = 0.05
#: What the line of a judge that ranks contexts is called, in the place of a criterion.
RANKING: Final = "ranking"


@dataclass
class Line:
    """One judge on one criterion. `unpriced` judgments made calls whose cost nobody knows."""

    judgments: int = 0
    calls: int = 0
    cached: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost_usd: float = 0.0
    unpriced: int = 0
    unreadable: int = 0
    abstentions: Counter[str] = field(default_factory=Counter)
    #: Code → the words of its first abstention.
    words: dict[str, str] = field(default_factory=dict)

    def add(self, judgment: Judgment, *, calls: bool = True) -> None:
        """Counts one judgment; `calls`: its judge makes any."""
        self.judgments += 1
        if judgment.abstention is not None:
            self.abstentions[judgment.abstention.code] += 1
            self.words.setdefault(judgment.abstention.code, judgment.abstention.message)
            self.unreadable += judgment.abstention.code in UNREADABLE
        usage = judgment.usage
        if usage is None or not calls:
            return
        attempts = usage.attempts or 0
        self.calls += attempts
        self.cached += bool(usage.cached)
        self.tokens_in += usage.tokens_in or 0
        self.tokens_out += usage.tokens_out or 0
        if usage.cost_usd is not None:
            self.cost_usd += usage.cost_usd
        elif attempts:
            self.unpriced += 1

    @property
    def asked(self) -> bool:
        """Whether anything was sent, or answered out of the cache."""
        return bool(self.calls or self.cached)

    @property
    def not_had(self) -> dict[str, int]:
        """Abstentions after which asking again may end otherwise, by code."""
        return {code: count for code, count in self.abstentions.most_common() if code in AGAIN}

    @property
    def cost(self) -> float | None:
        """US dollars; None where some of it is unknown."""
        return None if self.unpriced else self.cost_usd

    @property
    def unreadable_share(self) -> float:
        """The share of judgments whose reply could not be read."""
        return self.unreadable / self.judgments if self.judgments else 0.0

    @property
    def alarming(self) -> bool:
        """Whether so many replies could not be read that the run must say so."""
        return self.unreadable_share > ALARM

    def to_dict(self) -> dict[str, Any]:
        """The line as JSON values."""
        return {
            "judgments": self.judgments,
            "calls": self.calls,
            "cached": self.cached,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "cost_usd": self.cost,
            "parse_failures": self.unreadable,
            "parse_failure_rate": round(self.unreadable_share, 4),
            "parse_failure_alarm": self.alarming,
            "abstentions": dict(self.abstentions.most_common()),
        }


@dataclass
class JudgeUsage:
    """The lines of a run. `callers`: the judges that make calls; others take nothing."""

    callers: frozenset[str] = frozenset()
    lines: dict[tuple[str, str], Line] = field(default_factory=dict)

    def add(self, judgments: Iterable[Judgment]) -> None:
        """Counts the judgments on one case."""
        for one in judgments:
            line = self.lines.setdefault((one.judge, one.criterion), Line())
            line.add(one, calls=one.judge in self.callers)

    def ranking(self, judge: str) -> Callable[[Usage | None, str | None], None]:
        """What counts the calls of a judge that ranks contexts, in a line of their own."""
        line = self.lines.setdefault((judge, RANKING), Line())

        def note(usage: Usage | None, code: str | None) -> None:
            given = None if code is None else Abstention(code=code, message="")
            line.add(
                Judgment(
                    criterion=RANKING,
                    judge=judge,
                    abstained=given is not None,
                    abstention=given,
                    usage=usage,
                )
            )

        return note

    @property
    def calls(self) -> int:
        """Requests that were sent, retries too."""
        return sum(line.calls for line in self.lines.values())

    @property
    def cost_usd(self) -> float:
        """What is known of the cost."""
        return sum(line.cost_usd for line in self.lines.values())

    @property
    def unpriced(self) -> bool:
        """Whether there were calls whose cost nobody knows."""
        return any(line.unpriced for line in self.lines.values())

    @property
    def spent(self) -> str:
        """What judging has cost: "$0.0132", "at least $0.0132"; empty where nothing was sent."""
        if not self.calls:
            return ""
        if self.unpriced and not self.cost_usd:
            return f"{self.calls:,} calls"
        return f"{'at least ' if self.unpriced else ''}${self.cost_usd:.4f}"

    def to_list(self) -> list[dict[str, Any]]:
        """The lines as JSON values."""
        return [
            {"judge": judge, "criterion": criterion} | line.to_dict() | _orders(criterion, line)
            for (judge, criterion), line in self.lines.items()
        ]


def _orders(criterion: str, line: Line) -> dict[str, Any]:
    """Of comparisons: how often the order of the two answers decided, of those asked in both."""
    if criterion != PREFERENCE:
        return {}
    contradicted = line.abstentions["order_contradiction"]
    both = line.judgments - line.abstentions.total() + contradicted
    return {"order_contradiction_rate": round(contradicted / both, 4) if both else None}
