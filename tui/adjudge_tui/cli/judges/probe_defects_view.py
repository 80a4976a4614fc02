"""How planted and given defects look in a terminal: what the judge says, and who catches what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from adjudge_engine.probing.detection import Detected
from adjudge_engine.probing.mutations.mutate import REASONS
from adjudge_tui.cli.common import safe
from adjudge_tui.cli.judges.probe_progress import Spending
from adjudge_tui.cli.judges.probe_view import VOID, interval_words, small_table
from adjudge_tui.display import one_line


def show_detected(
    judge: str,
    criterion: str,
    found: Sequence[Detected],
    extra: Mapping[str, Any],
    spending: Spending | None,
    console: Console,
) -> None:
    """Prints who catches which defects, class by class."""
    console.print(
        Text(f"{one_line(judge)} on {one_line(criterion)}: defects, class by class", "bold")
    )
    if "out" in extra:
        console.print(Text(f"seed {extra['seed']} · written to {one_line(extra['out'])}"))
    if extra.get("bad_bases"):
        console.print(Text(f"left out: {extra['bad_bases']:,} that people call bad already"))
    console.print(_verdicts(found))
    console.print(_who(found))
    if "spread" in extra:
        spread = extra["spread"]
        mean = "–" if spread["mean_sd"] is None else f"{spread['mean_sd']:.4f}"
        console.print(
            Text(
                f"repeats: {spread['items']:,} cases of {spread['repeats']} runs, mean SD of the "
                f"score {mean}, {spread['items_with_any_spread']:,} with any spread"
            )
        )
    for line in _uncounted(found):
        console.print(Text(line, "dim"))
    console.print(
        Text(
            "caught: flagged in every repeat and the base in none, of those whose base is not "
            "flagged. unsteady: in some repeats; unsaid: not flagged, and not passed either. Code "
            "catches what makes a gate fail that does not fail on the base.",
            "dim",
        )
    )
    if spending is not None and spending.words:
        console.print(Text(f"Spent: {spending.words}."))


def _verdicts(found: Sequence[Detected]) -> Table:
    table = small_table("class", "n", "caught", "95 %", "unsteady", "missed", "unsaid")
    for one in found:
        fates = one.fates
        table.add_row(
            safe(one.kind),
            f"{one.n:,}",
            f"{fates['caught']:,}/{one.countable:,}",
            interval_words(one.interval),
            *(f"{fates[name]:,}" for name in ("unsteady", "missed", "unsaid")),
        )
    return table


def _who(found: Sequence[Detected]) -> Table:
    table = small_table("caught by", "code", "judge", "both", "neither", "of")
    for one in found:
        counts = (one.code, one.fates["caught"], one.both, one.neither, one.n)
        if one.n:
            table.add_row(safe(one.kind), *(f"{count:,}" for count in counts))
    return table


def _uncounted(found: Sequence[Detected]) -> Iterable[str]:
    """The defects of which the judge's verdicts say nothing, and those that are none."""
    for one in found:
        name = one_line(one.kind)
        if one.fates["base_flagged"]:
            below = f"; {one.below:,} score below it" if one.below else ""
            yield f"{name}: {one.fates['base_flagged']:,} whose base is flagged too{below}"
        if one.fates["lost"]:
            yield f"{name}: {one.fates['lost']:,} without all their verdicts"
        for why, count in one.void.items():
            said = REASONS.get(why) or VOID.get(why, why)
            yield f"{name}: {count:,} void, {one_line(said)}"
