"""How an optimisation looks in a terminal: every rewriting, why it stopped, what the winner is."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.text import Text

from adjudge_engine.calibration.measures.ensemble import MEASURES, ensemble
from adjudge_engine.calibration.statistics.intervals import Interval
from adjudge_engine.optimizing.revisions import words_of
from adjudge_engine.optimizing.scores import Score
from adjudge_engine.optimizing.strategies import START
from adjudge_tui.cli.common import console, counted, safe, table
from adjudge_tui.cli.judges.calibrate_words import percent, percents
from adjudge_tui.cli.judges.optimize_progress import aligned
from adjudge_tui.display import display_safe, one_line

if TYPE_CHECKING:
    from rich.table import Table

    from adjudge_engine.judges.planning import Planned
    from adjudge_engine.judges.rubrics.rubric import Rubric
    from adjudge_engine.optimizing.estimating import Forecast
    from adjudge_engine.optimizing.history import Revision
    from adjudge_engine.optimizing.outcome import Outcome
    from adjudge_tui.cli.judges.optimize_run import Asked

#: Digits of a revision's hash that are shown: enough to name it by.
DIGITS: Final = 8


def show(outcome: Outcome, asked: Asked, written: Path | None) -> None:
    """Prints the run: what was tried, the stop, the winner with its measurement."""
    out = console()
    start = outcome.start
    out.print(
        Text.assemble(
            (f"{one_line(asked.judge)} on {one_line(asked.reads.criterion)}", "bold"),
            f", rubric {start.name}/{start.version}, rewritten by {one_line(asked.rewriter)}",
        )
    )
    out.print(Text(f"labels from {one_line(asked.sides.name)}"))
    if outcome.stop.rule != "people":  # which says the same
        out.print(
            Text(outcome.people.sentence, "" if outcome.people.verdict == "clear" else "yellow")
        )
    if asked.sides.rejects:
        rejected = counted(len(asked.sides.rejects), "record")
        out.print(Text(f"rejected: {rejected} that could not be read", "yellow"))
    if outcome.revisions:
        out.print(_tried(outcome))
    for line in _lines(outcome, written):
        out.print(line)


def show_forecast(found: Forecast, asked: Asked) -> None:
    """Prints what a run may take."""
    out = console()
    out.print(
        f"{counted(found.dev, 'case')} on dev, {found.held_out:,} held out;"
        f" at most {found.candidates:,} candidates in {counted(asked.rounds, 'round')}"
    )
    rows = table("part", "times", "calls", "in (about)", "out (at most)", "cost (at most)")
    for name, (part, times) in zip(
        ("scoring on dev", "rewriting", "held-out, once"), found.parts(), strict=True
    ):
        rows.add_row(name, f"{times:,}", *_planned(part))
    rows.add_row("all, at most", "", *_planned(found.total))
    out.print(rows)
    out.print("Repairs and retries come on top; replies kept from earlier runs come off.")
    out.print("Nothing was sent, nothing was written.")


def _planned(part: Planned) -> tuple[str, ...]:
    cost = "unknown" if part.unpriced else f"${part.cost_usd_most:.4f}"
    return f"{part.calls:,}", f"{part.tokens_in:,}", f"{part.tokens_out_most:,}", cost


def revision_name(found: str | None) -> str:
    """The first digits of a revision's hash."""
    return "–" if found is None else found.removeprefix("sha256:")[:DIGITS]


def _tried(outcome: Outcome) -> Table:
    """One row a rewriting, in order; the first rubric stands above."""
    by_hash = {one.hash: one for one in outcome.revisions}
    out = table("round", "strategy", "alignment", "version", "revision", "parent")
    first = by_hash.get(outcome.start.hash)
    if first is not None:
        out.add_row("0", START, *_row(first))
    for step in outcome.steps:
        made = by_hash.get(step.hash or "")
        own = made is not None and (made.round, made.strategy) == (step.round, step.strategy)
        said = (f"{step.round}", step.strategy.replace("_", " "))
        if made is not None and own:
            won = outcome.winner is not None and made.hash == outcome.winner.hash
            out.add_row(*said, *_row(made), style="bold green" if won else "")
        else:
            what = safe(step.outcome.replace("_", " "))
            out.add_row(*said, what, "–", revision_name(step.hash), "–")
    return out


def _row(one: Revision) -> tuple[str, str, str, str]:
    figure = aligned(one.alignment) if one.scored else "not scored"
    names = revision_name(one.hash), revision_name(one.parent)
    return figure, one.rubric.version, *names


def _lines(outcome: Outcome, written: Path | None) -> Iterator[Text]:
    stop = outcome.stop
    yield Text.assemble(("stopped by ", ""), (stop.rule, "bold"), f": {one_line(stop.message)}")
    if outcome.winner is not None and outcome.after is not None:
        yield from _winner(outcome, outcome.after)
    if outcome.unmeasured:
        yield Text(f"held-out: {one_line(outcome.unmeasured)}", "yellow")
    if lost := outcome.abstentions:
        said = ", ".join(f"{code} {count:,}" for code, count in lost.items())
        yield Text(f"rewritings that came to nothing: {said}")
    spent = outcome.spending
    cost = "price unknown" if spent.unpriced and not spent.usd else f"${spent.usd:.4f}"
    yield Text(f"spent: {'at least ' * (spent.unpriced and bool(spent.usd))}{cost},"
               f" {counted(spent.calls, 'call')}")  # fmt: skip
    if written is not None:
        criterion, name = outcome.start.criterion, one_line(str(written))
        yield Text(f"written to {name}; in adjudge.toml, under the judge:")
        yield Text(f'  rubrics = {{ {criterion} = "{name}" }}')
        yield Text("It is another judge now: calibrate and admit it before it may release.")
        yield Text("A model that read your cases wrote it. What it changed, to be read before use:")
        if outcome.winner is not None:
            for line in difference(outcome.start, outcome.winner.rubric):
                yield Text(f"  {display_safe(line)}")


def difference(one: Rubric, other: Rubric) -> list[str]:
    """What two rubrics' words differ in, as the lines of a unified diff; hostile text."""
    names = revision_name(one.hash), revision_name(other.hash)
    words = words_of(one).splitlines(), words_of(other).splitlines()
    return list(difflib.unified_diff(*words, *names, lineterm=""))


def _winner(outcome: Outcome, after: Score) -> Iterator[Text]:
    assert outcome.winner is not None
    before = outcome.before.alignment if outcome.before else None
    name = revision_name(outcome.winner.hash)
    yield Text(f"winner {name}: dev {_figure(after)}; it began at {aligned(before)}", "bold")
    gain = outcome.gain
    if gain is not None:
        shown = "" if gain.low > 0 else "; no difference shown"
        yield Text(f"  gain on dev, in pairs: {_span(gain)}{shown}")
    if outcome.measured is None:
        return
    found = outcome.measured.score
    again = f" on {outcome.measured.at}, not measured again" if outcome.shown_again else ""
    yield Text(f"  held-out, measured once{again}: {_figure(found)}", "bold")
    matrix = found.confusion
    for word, rate in (("false pass", matrix.false_pass), ("false reject", matrix.false_reject)):
        around = "" if rate.interval is None else f" ({percents(rate.interval)})"
        yield Text(f"  {word} {percent(rate.value)}, {rate.hits:,} of {rate.n:,}{around}")
    yield Text(f"  {_measures(found)}", "dim")
    good = ensemble(matrix, positive="good")
    yield Text(
        f"  with the good answer as the positive: alignment {aligned(good.alignment)}", "dim"
    )
    yield Text(f"  {outcome.over_fit_words}")
    if outcome.others:
        runs = counted(outcome.others, "other run")
        yield Text(f"  {runs} measured on this held-out side before: it is less fresh", "yellow")


def _figure(score: Score) -> str:
    said = f"alignment {aligned(score.alignment)}{_span(score.interval(), brackets=True)}"
    if score.alignment is None:
        said += f" ({'; '.join(score.ensemble.undefined)})"
    return f"{said}, coverage {100 * score.coverage:.0f} %, n {len(score.items):,}"


def _measures(score: Score) -> str:
    values = score.ensemble
    return " · ".join(f"{name} {aligned(getattr(values, name))}" for name in MEASURES)


def _span(interval: Interval | None, *, brackets: bool = False) -> str:
    if interval is None:
        return " (no interval: too few documents, or nothing varies)" if brackets else "–"
    said = f"{aligned(interval.low)} … {aligned(interval.high)}"
    return f" ({said})" if brackets else said
