"""The five ways in which a rubric is rewritten, in the order in which they are tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

#: Which disagreements the rewriting model is shown.
Shown = Literal["both", "false_passes", "false_rejects"]


@dataclass(frozen=True, slots=True)
class Strategy:
    """One way of rewriting: its `name`, the `task` that the model is given, what it is `shown`."""

    name: str
    task: str
    shown: Shown


STRATEGIES: Final[tuple[Strategy, ...]] = (
    Strategy(
        "improve",
        "Improve the rubric: find what the disagreements have in common, and say what decides"
        " such cases. Keep what works.",
        "both",
    ),
    Strategy(
        "fix_false_passes",
        "The judge lets through what people refuse. Make the rubric stricter exactly there,"
        " without making it refuse what is good.",
        "false_passes",
    ),
    Strategy(
        "fix_false_rejects",
        "The judge refuses what people let through. Make the rubric more lenient exactly there,"
        " without letting through what is bad.",
        "false_rejects",
    ),
    Strategy(
        "explicit",
        "Make the rubric explicit: numbered steps, what to look at in each, what decides between"
        " neighbouring labels, and how borderline cases end.",
        "both",
    ),
    Strategy(
        "simplify",
        "Simplify radically: as few words as will do, one principle, no lists of exceptions.",
        "both",
    ),
)

#: Where a rubric came from that nobody rewrote.
START: Final = "start"
