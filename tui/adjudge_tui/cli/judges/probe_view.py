"""How probes, and drift from anchors, look in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from adjudge_engine.calibration.statistics.intervals import Interval
from adjudge_engine.judges.planning import Planned
from adjudge_engine.probing.anchors import DriftReport
from adjudge_engine.probing.figures import ProbeFigures, ProbeReport
from adjudge_tui.cli.common import counted, print_json
from adjudge_tui.cli.judges.probe_progress import Spending
from adjudge_tui.display import one_line

if TYPE_CHECKING:
    from adjudge_tui.cli.judges.probe_run import Cases

_FINDING: Final = {
    ("moves", "same"): ("MOVES", "bold red"),
    ("none", "same"): ("no effect shown", ""),
    ("moves", "other"): ("noticed", "green"),
    ("none", "other"): ("NOT noticed", "bold red"),
    ("untested", "same"): ("not tested", "dim"),
    ("untested", "other"): ("not tested", "dim"),
}
#: Why a case could not be probed, in words.
VOID: Final = {
    "unchanged": "nothing would change",
    "other_kind": "of the other kind",
    "no_two_answers": "without two answers",
    "one_context": "with one context",
    "no_answer": "without an answer",
    "no_claims": "without a claim",
    "no_context": "without a context",
    "not_for_judges": "that code hands to no judge",
    "no_label": "without a label",
    "no_question": "without a question",
    "no_partner": "without a partner",
    "family_unknown": "by a model of unknown family",
    "no_anchor": "without an anchor",
    "no_base": "without a base",
    "several_bases": "with several bases",
}


def show_probes(report: ProbeReport, cases: Cases, spending: Spending, console: Console) -> None:
    """Prints the probes, the repeats, and how scores cluster."""
    console.print(
        Text.assemble(
            (f"{one_line(report.judge)} on {one_line(report.criterion)}, probed", "bold"),
            f"\n{counted(report.cases, 'case')} of {one_line(cases.name)}",
            f" · verdicts: {_counts(report.words)}",
        )
    )
    for why, count in report.left_out.items():
        console.print(Text(f"left out: {count:,} {VOID.get(why, why)}"))
    if cases.rejected:
        console.print(Text(f"{cases.rejected:,} records could not be read", "yellow"))
    console.print(_probes(report.probes))
    found = report.probes
    told = (_shifts(found), _repeats(report), _clustering(report), _first_place(report))
    for line in chain(*told, _least(found)):
        console.print(Text(line))
    console.print()
    for line in _untested(report.probes):
        console.print(Text(line, "dim"))
    console.print(
        Text(
            "changed: verdicts that the alteration changed; placebo: those that asking again "
            "changed. q: McNemar's mid-p against the placebo, corrected for the number of probes "
            "(Benjamini–Hochberg). MOVES: q ≤ 0.05, and more than the placebo.",
            "dim",
        )
    )
    if spending.words:
        console.print(Text(f"Spent: {spending.words}."))


def small_table(first: str, *headings: str) -> Table:
    """An empty table that fits 80 columns: names to the left, figures to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), collapse_padding=True)
    table.add_column(first, overflow="fold", min_width=12)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _probes(probes: Sequence[ProbeFigures]) -> Table:
    table = small_table("probe", "changed", "95 %", "placebo", "q")
    table.add_column("finding", no_wrap=True)
    for one in probes:
        words, style = _finding(one)
        n = one.paired.n
        table.add_row(
            one.name,
            f"{one.paired.changed:,}/{n:,}",
            interval_words(one.paired.interval),
            f"{one.paired.noise:,}/{n:,}" if n else "–",
            "–" if one.q is None else _p(one.q),
            Text(words, style),
        )
    return table


def _finding(one: ProbeFigures) -> tuple[str, str]:
    """The finding in words, and its style."""
    if one.finding == "none" and one.wanted == "other" and one.still_pass < max(1, one.passed):
        return ("not shown" if one.passed else "none had passed"), "dim"
    return _FINDING[one.finding, one.wanted]


def _shifts(probes: Sequence[ProbeFigures]) -> Iterable[str]:
    """What the changed verdicts were and became; and what passes still where it should not."""
    for one in probes:
        parts = [f"{word} {count:,}" for word, count in one.shifts.items()]
        if one.wanted == "other" and one.passed:
            parts.append(f"{one.still_pass:,} of {one.passed:,} passed still pass")
        if parts:
            yield f"{one.name}: {one_line(', '.join(parts))}"


def _least(probes: Sequence[ProbeFigures]) -> Iterable[str]:
    """The smallest effects that could have been shown, each once with its number of cases."""
    least: dict[str, list[str]] = {}
    for one in probes:
        if one.paired.n and one.finding == "none":
            under = "any effect" if one.least is None else f"an effect under {_percent(one.least)}"
            said = f"{counted(one.paired.n, 'case')} could not have shown {under}"
            least.setdefault(said, []).append(one.name)
    for said, names in least.items():
        yield said if len(least) == 1 else f"{said} ({', '.join(names)})"


def _repeats(report: ProbeReport) -> Iterable[str]:
    one = report.repeats
    if not one.n:
        yield "repeats: no case has all its verdicts"
        return
    yield (
        f"repeats: {one.unsteady:,} of {one.n:,} cases got more than one verdict in {one.runs} runs"
        f" ({interval_words(one.interval)}); {one.flagged:,} flagged in any, {one.detected:,} "
        "detected: flagged in all"
    )
    if not report.may_change:
        yield "the judge computes: asked again, it says the same"


def _clustering(report: ProbeReport) -> Iterable[str]:
    one = report.clustering
    if one.n:
        yield (
            f"scores: {counted(one.distinct, 'value')} in {one.n:,}, {one.entropy:.2f} bits; "
            f"{_percent(one.commonest_share)} are {one.commonest:.3g}, "
            f"{_percent(one.round_share)} at round tenths"
        )


def _first_place(report: ProbeReport) -> Iterable[str]:
    won, all_ = report.first_place.get("first", 0), sum(report.first_place.values())
    if all_:
        yield f"the answer shown first won {won:,} of {all_:,} ({_percent(won / all_)})"


def _untested(probes: Sequence[ProbeFigures]) -> Iterable[str]:
    """What was not compared, each reason once with its probes."""
    for what, of in (("void", "void"), ("lost", "verdicts lost")):
        reasons: dict[tuple[str, int], list[str]] = {}
        for one in probes:
            for why, count in getattr(one, what).items():
                reasons.setdefault((why, count), []).append(one.name)
        for (why, count), names in reasons.items():
            said = VOID.get(why, why) if what == "void" else why
            yield f"{of}: {count:,} {one_line(said)} ({', '.join(names)})"


def show_drift(report: DriftReport, spending: Spending, console: Console) -> None:
    """Prints the judge now against its anchors."""
    console.print(
        Text(f"{one_line(report.judge)} on {one_line(report.criterion)}, against anchors", "bold")
    )
    console.print(Text(f"anchors of {one_line(report.judge_then)}, {one_line(report.at)}"))
    same = "unchanged" if report.same_fingerprint else "changed since"
    console.print(Text(f"fingerprint {same}", "" if report.same_fingerprint else "yellow"))
    console.print(_probes([report.figures]))
    for line in chain(_shifts([report.figures]), _least([report.figures])):
        console.print(Text(line))
    for line in _untested([report.figures]):
        console.print(Text(line, "dim"))
    if report.figures.finding == "moves" and report.same_fingerprint:
        console.print(Text("The set-up is the same: the model behind it is not.", "yellow"))
    if spending.words:
        console.print(Text(f"Spent: {spending.words}."))


def show_plan(planned: Planned, judge: str, machine: bool) -> None:
    """Prints what a run would take."""
    cost = None if planned.unpriced else planned.cost_usd_most
    if machine:
        print_json(
            {
                "dry_run": True,
                "judge": judge,
                "calls": planned.calls,
                "tokens_in": planned.tokens_in,
                "tokens_out_most": planned.tokens_out_most,
                "cost_usd_most": cost,
            }
        )
        return
    said = "unknown" if cost is None else f"at most ${cost:.4f}"
    click.echo(
        f"{counted(planned.calls, 'call')} to {one_line(judge)}, about {planned.tokens_in:,} "
        f"tokens in, at most {planned.tokens_out_most:,} out; cost {said}."
    )
    click.echo("Repairs and retries come on top. Nothing was sent, nothing was written.")


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{word} {count:,}" for word, count in counts.items()) or "none"


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f} %"


def interval_words(interval: Interval | None) -> str:
    """The interval of a share: "2.1–9.8 %"; a dash without one."""
    return "–" if interval is None else f"{100 * interval.low:.1f}–{100 * interval.high:.1f} %"


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"
