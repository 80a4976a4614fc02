"""How a calibration looks in a terminal: people first, then the judge, then what it is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from adjudge_engine.calibration.measures.calibrate import Calibration
from adjudge_engine.calibration.raters.scales import ScaleFigures
from adjudge_engine.calibration.statistics.intervals import CONFIDENCE
from adjudge_tui.cli.common import counted
from adjudge_tui.cli.judges.calibrate_level import START, show_level
from adjudge_tui.cli.judges.calibrate_words import bad_and_good, number, numbers, percent, percents
from adjudge_tui.display import one_line

_SHOWN: Final = 4  # rejects and disagreements listed by name
_GATE: Final = 200  # labels that a production gate wants

#: Criteria whose labels know a value between good and bad.
_WITH_PARTIAL: Final = ("faithfulness", "correctness")
_LEFT_OUT: Final = {
    "no_label": "without a label",
    "undetermined": "undetermined by people",
    "people_disagree": "on which people disagree",
    "other_scale": "labelled on another scale",
    "no_judgment": "without an answer or a judgment of this judge",
}


def show(result: Calibration, rejects: Sequence[str], labels: str, console: Console) -> None:
    """Print `result`; `rejects` are sentences about records that could not be read."""
    bad, good = bad_and_good(result.criterion)
    console.print(_title(result, labels))
    for line in left_out(result.left_out, rejects):
        console.print(line)
    console.print(_people(result))
    if result.answer.confusion.n:
        show_level("ANSWERS", result.answer, bad, good, console)
    if result.claim is not None and result.claim.confusion.n:
        show_level("CLAIMS", result.claim, "unsupported", "supported", console)
    if result.scale is not None:
        _scale(result.scale, console)
    for line in (*_words(result), *_disagreements(result, bad, good)):
        console.print(line)
    console.print()
    for line in (*_caveats(result, bad), *_closing(result, bad)):
        console.print(line)


def _title(result: Calibration, labels: str) -> Text:
    compared = result.answer.confusion.n
    title = Text.assemble(
        (f"{one_line(result.judge)} on {one_line(result.criterion)}, against people", "bold"),
        f"\nlabels from {one_line(labels)}\n",
        f"{compared:,} of {result.cases:,} cases compared",
        f" · passes at {result.reading} ≥ {result.minimum:g}",
        "" if result.split is None else f" · {result.split} only",
    )
    if result.fingerprint:
        title.append(f" · {short(result.fingerprint)}", "dim")
    return title


def short(fingerprint: str) -> str:
    """A fingerprint as people tell it from others."""
    return one_line(fingerprint.removeprefix("sha256:"))[:16]


def left_out(reasons: Mapping[str, int], rejects: Sequence[str]) -> list[Text]:
    """What does not count, and the records that could not be read."""
    lines = [
        Text(f"left out: {count:,} {_LEFT_OUT.get(why, why)}") for why, count in reasons.items()
    ]
    if rejects:
        records = counted(len(rejects), "record")
        lines.append(Text(f"rejected: {records} that could not be read", "yellow"))
        lines.extend(Text(f"  {one_line(one)}", "dim") for one in rejects[:_SHOWN])
        if len(rejects) > _SHOWN:
            lines.append(Text(f"  … and {len(rejects) - _SHOWN:,} more (--json lists all)", "dim"))
    return lines


def _people(result: Calibration) -> Text:
    """People against people, before the judge is looked at."""
    style = {"clear": "green", "ambiguous": "bold red"}.get(result.people.verdict, "yellow")
    return Text(f"people first: {result.people.sentence}", style)


def _scale(figures: ScaleFigures, console: Console) -> None:
    """The measures of an ordered scale."""
    console.print(Text("\nON THE SCALE", "bold"))
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    table.add_column(" measure", min_width=24)
    table.add_column("", justify="right", min_width=9)
    table.add_column(f"{CONFIDENCE:.0%} interval", justify="right", min_width=14)
    for name, one in (("exact", figures.exact), ("within one point", figures.near)):
        table.add_row(Text(f" {name}"), percent(one.value), percents(one.interval))
    for name, one in (
        ("κ, quadratic weights", figures.kappa),
        ("α, ordinal", figures.alpha),
        ("Spearman's ρ", figures.rho),
    ):
        table.add_row(Text(f" {name}"), number(one.value), numbers(one.interval))
    console.print(table)
    told = f" over {figures.exact.n:,} answers"
    if figures.without:
        told += f"; on {figures.without:,} more the judge gives no number"
    console.print(Text(f"{told}; 80 % within one point is what people reach", "dim"))


def _words(result: Calibration) -> list[Text]:
    """Why there is no verdict, agreement in the words of both, and how far repeats lie apart."""
    lines = []
    if result.silent:
        whys = [f"{one_line(why)} {count:,}" for why, count in result.silent.items()]
        more = f", {len(whys) - _SHOWN:,} other reasons" if len(whys) > _SHOWN else ""
        lines.append(f" Answers without a verdict: {', '.join(whys[:_SHOWN])}{more}.")
    if result.words is not None:
        told = f"they agree on {percent(result.words.agree)} of {result.words.n:,}"
        if result.words.unclear:
            told += f" ({result.words.unclear:,} more without a clear word)"
        lines.append(
            f" In their own words, partly right apart: {told}, κ {number(result.words.kappa)}."
        )
    if result.repeats is not None:
        found = result.repeats
        lines.append(
            f" Repeats: up to {found.repeats} an answer; scores differ on "
            f"{found.items_with_any_spread:,} of {found.items:,}, verdicts on {found.flips:,}; "
            f"mean standard deviation {found.mean_sd:.4f}."
        )
    return [Text(), *map(Text, lines)] if lines else []


def _disagreements(result: Calibration, bad: str, good: str) -> list[Text]:
    lines = []
    for people, said in (("bad", f"passed though {bad}"), ("good", f"failed though {good}")):
        ids = [one.case_id for one in result.disagreements if one.people == people]
        if ids:
            names = ", ".join(one_line(one) for one in ids[:_SHOWN])
            more = f" … (--json lists all {len(ids):,})" if len(ids) > _SHOWN else ""
            lines.append(Text(f" {said}: {names}{more}", overflow="fold"))
    return [Text(), *lines] if lines else []


def _caveats(result: Calibration, bad: str) -> list[Text]:
    matrix = result.answer.confusion
    lines = []
    if result.without_reading:
        lines.append(
            f"Without a {result.reading} value: {counted(result.without_reading, 'judgment')}, "
            "taken as abstaining; --reading chooses another."
        )
    if 0 < 2 * matrix.judged < matrix.n:
        lines.append(
            f"The judge gave a verdict on {matrix.judged:,} of {matrix.n:,}: the rates of those "
            "judged, and κ, speak of these alone."
        )
    if matrix.n < START:
        lines.append(
            f"{counted(matrix.n, 'label')} {_are(matrix.n)} too few to lean on: "
            f"{START} are a start."
        )
    elif matrix.n < _GATE:
        lines.append(f"{matrix.n:,} labels are a start; a production gate needs {_GATE} or more.")
    if matrix.bad < START <= matrix.n:
        lines.append(
            f"Only {matrix.bad:,} {_are(matrix.bad)} {bad}: the false-pass rate rests on "
            f"{'that one' if matrix.bad == 1 else 'those'}."
        )
    return [Text(line, "yellow") for line in lines]


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _closing(result: Calibration, bad: str) -> list[Text]:
    partly = " (partly good is bad)" if result.criterion in _WITH_PARTIAL else ""
    notes = f"Judged: with a verdict. Positive class: {bad}{partly}. Rates: Wilson intervals."
    if result.answer.kappa_interval is not None:
        notes += f" κ: {result.answer.kappa_interval.method};"
        notes += " over 0.6 substantial, under 0.4 not the same thing measured."
    return [
        Text(notes, "dim"),
        Text(
            "This admits nothing: no judge's word releases an answer before `adjudge admit` has "
            "admitted that judge for the criterion."
        ),
    ]
