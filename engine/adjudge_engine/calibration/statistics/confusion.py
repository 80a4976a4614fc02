"""The confusion matrix of a judge that may abstain, and the rates that are read from it.

The failure is the positive class: a judge is there to find bad answers. What people say is
`good` or `bad`; the judge says `pass`, `fail` or `abstain`. An abstention is never counted as a
verdict, neither right nor wrong; it has its own cells and its own rate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, Literal

from adjudge_engine.calibration.statistics.agreement import agreement_of_table, kappa_of_table
from adjudge_engine.calibration.statistics.intervals import CONFIDENCE, Interval, wilson

Truth = Literal["good", "bad"]
Said = Literal["pass", "fail", "abstain"]

#: Order of the six cells in a tally.
CELLS: Final[tuple[tuple[Truth, Said], ...]] = (
    ("bad", "pass"),
    ("bad", "fail"),
    ("bad", "abstain"),
    ("good", "pass"),
    ("good", "fail"),
    ("good", "abstain"),
)


@dataclass(frozen=True, slots=True)
class Rate:
    """`hits` of `n`; `value` and `interval` are None where n is 0. `of` says what n counts."""

    hits: int
    n: int
    of: str
    confidence: float = CONFIDENCE

    @property
    def value(self) -> float | None:
        """The rate itself, 0 … 1."""
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> Interval | None:
        """Wilson's interval of the rate."""
        return wilson(self.hits, self.n, self.confidence)

    def to_dict(self) -> dict[str, Any]:
        """The rate as JSON values, with what it is a rate of."""
        interval = self.interval
        return {
            "value": self.value,
            "hits": self.hits,
            "n": self.n,
            "of": self.of,
            "interval": interval.to_dict() if interval else None,
        }


@dataclass(frozen=True, slots=True)
class Confusion:
    """Counts by what people say (first word) and what the judge says (second word)."""

    bad_pass: int = 0
    bad_fail: int = 0
    bad_abstain: int = 0
    good_pass: int = 0
    good_fail: int = 0
    good_abstain: int = 0

    @classmethod
    def of(cls, pairs: Iterable[tuple[Truth, Said]]) -> Confusion:
        """The matrix over pairs of (what people say, what the judge says)."""
        counted = Counter(pairs)
        return cls(*(counted[cell] for cell in CELLS))

    @property
    def counts(self) -> tuple[int, ...]:
        """The six counts in the order of `CELLS`."""
        return (
            self.bad_pass,
            self.bad_fail,
            self.bad_abstain,
            self.good_pass,
            self.good_fail,
            self.good_abstain,
        )

    @property
    def bad(self) -> int:
        """Items that people found bad."""
        return self.bad_pass + self.bad_fail + self.bad_abstain

    @property
    def good(self) -> int:
        """Items that people found good."""
        return self.good_pass + self.good_fail + self.good_abstain

    @property
    def judged(self) -> int:
        """Items with a verdict of the judge."""
        return self.bad_pass + self.bad_fail + self.good_pass + self.good_fail

    @property
    def n(self) -> int:
        """All items, abstentions included."""
        return self.good + self.bad

    @property
    def false_pass(self) -> Rate:
        """Bad ones let through ÷ bad ones with a verdict."""
        return Rate(self.bad_pass, self.bad_pass + self.bad_fail, "bad, with a verdict")

    @property
    def false_pass_of_all(self) -> Rate:
        """Bad ones let through ÷ all bad ones: what gets out if abstentions go to people."""
        return Rate(self.bad_pass, self.bad, "bad, abstentions included")

    @property
    def false_reject(self) -> Rate:
        """Good ones refused ÷ good ones with a verdict."""
        return Rate(self.good_fail, self.good_pass + self.good_fail, "good, with a verdict")

    @property
    def false_reject_of_all(self) -> Rate:
        """Good ones refused ÷ all good ones, abstentions included."""
        return Rate(self.good_fail, self.good, "good, abstentions included")

    @property
    def bad_among_passed(self) -> Rate:
        """Bad ones ÷ all that the judge let through, at the share of bad ones in these labels."""
        return Rate(self.bad_pass, self.bad_pass + self.good_pass, "passed by the judge")

    @property
    def abstention(self) -> Rate:
        """Items without a verdict ÷ all items."""
        return Rate(self.bad_abstain + self.good_abstain, self.n, "all labelled")

    @property
    def coverage(self) -> Rate:
        """Items with a verdict ÷ all items."""
        return Rate(self.judged, self.n, "all labelled")

    @property
    def accuracy(self) -> Rate:
        """Right verdicts ÷ all verdicts."""
        return Rate(self.bad_fail + self.good_pass, self.judged, "all with a verdict")

    @property
    def precision(self) -> Rate:
        """Bad ones ÷ all that the judge refused."""
        return Rate(self.bad_fail, self.bad_fail + self.good_fail, "refused by the judge")

    @property
    def recall(self) -> Rate:
        """Bad ones refused ÷ bad ones with a verdict: 1 − the false-pass rate."""
        return Rate(self.bad_fail, self.bad_pass + self.bad_fail, "bad, with a verdict")

    @property
    def specificity(self) -> Rate:
        """Good ones passed ÷ good ones with a verdict: 1 − the false-reject rate."""
        return Rate(self.good_pass, self.good_pass + self.good_fail, "good, with a verdict")

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None without any bad or refused item."""
        under = 2 * self.bad_fail + self.good_fail + self.bad_pass
        return 2 * self.bad_fail / under if under else None

    @property
    def mcc(self) -> float | None:
        """Matthews' correlation, −1 … 1; None where people or the judge only say one thing."""
        rows = (self.bad_pass + self.bad_fail) * (self.good_pass + self.good_fail)
        columns = (self.bad_fail + self.good_fail) * (self.bad_pass + self.good_pass)
        if not rows or not columns:
            return None
        right, wrong = self.bad_fail * self.good_pass, self.bad_pass * self.good_fail
        return (right - wrong) / sqrt(rows * columns)

    @property
    def agreement(self) -> float | None:
        """Raw agreement of people and judge over the verdicts; None without any."""
        return agreement_of_table(self._table)

    @property
    def kappa(self) -> float | None:
        """Cohen's κ of people and judge over the verdicts.

        None where there are only good or only bad ones to judge: telling them apart was not tried.
        """
        if not self.false_pass.n or not self.false_reject.n:
            return None
        return kappa_of_table(self._table)

    @property
    def _table(self) -> dict[tuple[str, str], int]:
        """People and judge as two raters with the words good and bad; abstentions left out."""
        return {
            ("bad", "good"): self.bad_pass,
            ("bad", "bad"): self.bad_fail,
            ("good", "good"): self.good_pass,
            ("good", "bad"): self.good_fail,
        }

    def to_dict(self) -> dict[str, Any]:
        """Counts and every rate as JSON values."""
        return {
            "n": self.n,
            "matrix": {
                "bad": {
                    "pass": self.bad_pass,
                    "fail": self.bad_fail,
                    "abstain": self.bad_abstain,
                },
                "good": {
                    "pass": self.good_pass,
                    "fail": self.good_fail,
                    "abstain": self.good_abstain,
                },
            },
            **{name: getattr(self, name).to_dict() for name in RATES},
            "f1": self.f1,
            "mcc": self.mcc,
            "agreement": self.agreement,
            "kappa": self.kappa,
        }


#: Every rate of a matrix, the two that matter first.
RATES: Final = (
    "false_pass",
    "false_pass_of_all",
    "false_reject",
    "false_reject_of_all",
    "bad_among_passed",
    "abstention",
    "coverage",
    "accuracy",
    "precision",
    "recall",
    "specificity",
)
