"""What judging took, as a table for people: one line a judge and criterion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudge_tui.cli.common import safe, table
from adjudge_tui.running.judge_usage import ALARM, JudgeUsage, Line

if TYPE_CHECKING:
    from rich.table import Table


def usage_table(usage: JudgeUsage) -> Table | None:
    """The table; None where no judge made, or should have made, a call."""
    shown = {key: line for key, line in usage.lines.items() if line.asked or line.not_had}
    if not shown:
        return None
    out = table("judge", "on", "calls", "cached", "in", "out", "cost", "unread", "abstentions")
    for name in ("calls", "cached", "in", "out", "cost", "unread"):
        next(one for one in out.columns if one.header == name).justify = "right"
    out.columns[-1].overflow = "fold"
    out.columns[-1].no_wrap = False
    for (judge, criterion), line in shown.items():
        out.add_row(
            safe(judge),
            safe(criterion),
            f"{line.calls:,}",
            f"{line.cached:,}",
            f"{line.tokens_in:,}",
            f"{line.tokens_out:,}",
            cost_words(line),
            f"{line.unreadable:,}",
            safe(", ".join(f"{code} {n:,}" for code, n in line.abstentions.most_common()) or "–"),
        )
    return out


def cost_words(line: Line) -> str:
    """`$0.0132`; `at least $0.0132` or `unknown` where prices are missing."""
    if not line.unpriced:
        return f"${line.cost_usd:.4f}"
    return f"at least ${line.cost_usd:.4f}" if line.cost_usd else "unknown"


def alarms(usage: JudgeUsage) -> Iterator[str]:
    """A sentence for each reason why judgments could not be had, and for each judge whose replies
    cannot be read too often."""
    for (judge, criterion), line in usage.lines.items():
        for code, count in line.not_had.items():
            yield f"{judge} on {criterion}: {count:,} × {code}: {line.words[code]}"
        if line.alarming:
            yield (
                f"{judge} on {criterion}: {line.unreadable_share:.1%} of its replies could not be "
                f"read; above {ALARM:.0%} a judge's other words deserve doubt too"
            )
