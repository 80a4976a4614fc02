"""The closed word lists of the product: gates, outcomes, verdicts, routes, risks, readings.

Kept free of imports so that every part, the interface's first screen included, can use them.
"""

from __future__ import annotations

from typing import Final, Literal

Gate = Literal[
    "access",
    "identity",
    "citations",
    "contract",
    "numbers",
    "calculations",
    "dates",
    "facts",
    "abstention",
]
GATES: Final[tuple[Gate, ...]] = (
    "access",
    "identity",
    "citations",
    "contract",
    "numbers",
    "calculations",
    "dates",
    "facts",
    "abstention",
)

Outcome = Literal["pass", "fail", "unavailable", "not_applicable"]
#: The worst first.
OUTCOMES: Final[tuple[Outcome, ...]] = ("fail", "unavailable", "pass", "not_applicable")

Verdict = Literal["supported", "partial", "not_mentioned", "contradicted", "unsure"]
LabelVerdict = Literal["supported", "partial", "not_mentioned", "contradicted", "undetermined"]
#: Verdicts that say that a claim is not supported; `unsure` and `undetermined` say nothing.
UNSUPPORTED: Final[frozenset[str]] = frozenset({"partial", "not_mentioned", "contradicted"})
LABEL_VERDICTS: Final[tuple[LabelVerdict, ...]] = (
    "supported",
    "partial",
    "not_mentioned",
    "contradicted",
    "undetermined",
)

Route = Literal["release", "review", "block"]
ROUTES: Final[tuple[Route, ...]] = ("release", "review", "block")

Risk = Literal["low", "standard", "high"]
RISKS: Final[tuple[Risk, ...]] = ("low", "standard", "high")

#: The criterion of a comparison: which of two answers is better. Its verdicts:
PREFERENCE: Final = "preference"
Preferred = Literal["A", "B", "tie"]
PREFERRED: Final[tuple[Preferred, ...]] = ("A", "B", "tie")

#: Which value of a judgment is read: the strict one, or a share of the claims.
Reading = Literal["strict", "score", "not_contradicted"]

CitationKind = Literal["quote", "value", "presence", "table_cell"]
Disposition = Literal["released", "blocked", "pending"]
