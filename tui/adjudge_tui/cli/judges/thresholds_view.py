"""How thresholds look in a terminal: the cuts, what they cost, the curve, and the line to paste."""

from __future__ import annotations

import json
from math import floor
from typing import Final

from rich.console import Console
from rich.text import Text

from adjudge_engine.calibration.measures.labelled import Compared
from adjudge_engine.calibration.releasing.guarantee import Guarantee
from adjudge_engine.calibration.releasing.thresholds import Thresholds
from adjudge_engine.calibration.statistics.intervals import wilson
from adjudge_tui.cli.common import table
from adjudge_tui.cli.judges.calibrate_words import percents
from adjudge_tui.cli.judges.plot import Dot, plot
from adjudge_tui.display import one_line

_DIGITS: Final = 10**6


def policy_line(compared: Compared, level: str, release: float, block: float | None) -> str:
    """The line for the policy; for the local judge's risk of a claim that of its head's file.

    What is released or blocked by the cuts still is after rounding.
    """
    if compared.scored_by == "risk":
        return f'"passes_below": {_floor(release)}'
    name = compared.criterion
    if not (name.isascii() and name.replace("_", "").replace("-", "").isalnum()):
        name = json.dumps(name)
    least = _floor(1 - release)
    asked = f'minimum = {least:.6g}, reading = "{compared.reading}"'
    if block is not None:
        asked += f", block_below = {min(least, _floor(1 - block) + 1 / _DIGITS):.6g}"
    return f"required_criteria = {{ {name} = {{ {asked} }} }}"


def _floor(value: float) -> float:
    """Down to six digits; what lies an ulp below such a figure counts as it."""
    return floor(round(value * _DIGITS, 3)) / _DIGITS


def show_guarantee(
    compared: Compared, level: str, found: Guarantee, line: str | None, console: Console
) -> None:
    """Prints the largest set with the guarantee, or why there is none."""
    _head(compared, level, console)
    console.print(
        Text(
            f"Demanded: with {100 * found.confidence:g} % confidence at most "
            f"{100 * found.alpha:g} % of the bad ones are released."
        ),
        soft_wrap=True,
    )
    if line is None:
        _say(console, "No set has this guarantee.", "yellow")
        if found.bad < found.fewest:
            _say(
                console,
                f"There are {found.bad:,} bad ones on the held-out side; even if none is released, "
                f"it takes {found.fewest:,}.",
            )
        else:
            _say(console, f"The strictest cut has p = {found.p_value:.2g}{_clustered(found)}.")
        return
    _say(console, f"Released: badness up to {found.cut:.4g} ({compared.scored_by}).", "bold")
    share = found.released / found.rows if found.rows else 0.0
    _say(
        console,
        f"On the held-out side: {found.released:,} of {found.rows:,} released ({share:.0%}); "
        f"{found.released_bad:,} of {found.bad:,} bad ones, at most {100 * found.bound:.1f} % "
        f"(p = {found.p_value:.2g}).",
    )
    _among(found.released_bad, found.released, console)
    _say(console, f"Learn then Test: fixed sequence, exact binomial{_clustered(found)}.", "dim")
    _paste(compared, line, console)


def _clustered(found: Guarantee) -> str:
    """What items counted for in the test."""
    if found.effect <= 1:
        return "; items as independent"
    return f"; items ÷ {found.effect:.2f}, as those of one source err together"


def show_thresholds(
    compared: Compared, level: str, found: Thresholds, line: str | None, console: Console
) -> None:
    """Prints the cuts, their check on the held-out side, and the curve."""
    _head(compared, level, console)
    low, high, band = found.costs.chances
    costs = found.costs
    _say(
        console,
        f"Costs: {costs.false_release:g} a bad one released, {costs.false_block:g} a good one "
        f"blocked, {costs.review:g} a review.",
    )
    if band:
        words = f"released at P(bad) ≤ {low:.3g}, blocked at P(bad) ≥ {high:.3g}, else reviewed"
    else:
        words = f"no review pays: released at P(bad) ≤ {low:.3g}, else blocked"
    _say(console, f"So {words}.")
    _cuts(compared, found, console)
    _checked(found, console)
    for text in _curve(found):
        console.print(Text(text), no_wrap=True, crop=False)
    if line is None:
        _say(console, "Nothing can be released at these costs.", "yellow")
    else:
        _paste(compared, line, console)


def _cuts(compared: Compared, found: Thresholds, console: Console) -> None:
    cuts = found.cuts
    if cuts.release is not None:
        spread = found.spread
        around = f" ({spread.low:.4g} … {spread.high:.4g})" if spread else ""
        words = f"Released: badness up to {cuts.release:.4g}{around} ({compared.scored_by})"
        _say(console, words, "bold")
    if found.never >= 0.005:
        _say(console, f"In {found.never:.0%} of samples of the dev side nothing could be released.")
    if cuts.block is not None:
        _say(console, f"Blocked: badness from {cuts.block:.4g} on", "bold")


def _checked(found: Thresholds, console: Console) -> None:
    check = found.held_out
    out = table("held-out", "items", "share", "bad among them", "interval")
    for route, count in check.routes.items():
        bad = check.bad[route]
        interval = wilson(bad, count)
        out.add_row(
            route,
            f"{count:,}",
            f"{count / check.rows:.0%}",
            f"{bad:,}" + (f" ({100 * bad / count:.1f} %)" if count else ""),
            percents(interval),
        )
    console.print(out)
    around = f" ({check.interval.low:,.0f} … {check.interval.high:,.0f})" if check.interval else ""
    others = ", ".join(f"{name} {cost:,.0f}" for name, cost in check.alternatives.items())
    _say(console, f"Cost per 1,000: {check.cost:,.0f}{around}; {others}.")


def _curve(found: Thresholds) -> list[str]:
    dots = [Dot(one.share, one.cost, one.low, one.high) for one in found.curve]
    check = found.held_out
    return plot(
        dots,
        x="share released",
        y="cost per 1,000, held-out (─ all reviewed, │ the cut above)",
        mark=check.routes["release"] / check.rows,
        lines=(check.alternatives["all reviewed"],),
    )


def _head(compared: Compared, level: str, console: Console) -> None:
    name = f"{one_line(compared.judge)} on {one_line(compared.criterion)}"
    console.print(Text.assemble((name, "bold"), f", by {level}, scored by {compared.scored_by}"))


def _among(bad: int, released: int, console: Console) -> None:
    if released:
        interval = percents(wilson(bad, released))
        _say(
            console,
            f"Among the released {100 * bad / released:.1f} % are bad ({interval}), at the share "
            "of bad ones in these labels.",
        )


def _paste(compared: Compared, line: str, console: Console) -> None:
    where = "the head's file" if compared.scored_by == "risk" else "the policy"
    _say(console, f"For {where}; it releases nothing until the judge is admitted with it:")
    console.print(Text(f"  {line}"), soft_wrap=True)


def _say(console: Console, text: str, style: str = "") -> None:
    console.print(Text(text, style), soft_wrap=True)
