"""How a calibration looks in a terminal: two small tables a level, κ in words, what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from adjudge_engine.calibration.agreement import in_words
from adjudge_engine.calibration.calibrate import Calibration, Level
from adjudge_engine.calibration.confusion import Confusion, Rate
from adjudge_engine.calibration.intervals import CONFIDENCE, Interval
from adjudge_tui.cli.common import counted
from adjudge_tui.display import one_line

_SHOWN: Final = 4  # rejects and disagreements listed by name
_START: Final = 30  # labels from which a figure is a start
_GATE: Final = 200  # labels that a production gate wants

#: How a criterion calls its bad and its good answers.
_WORDS: Final = {
    "faithfulness": ("unfaithful", "faithful"),
    "answerability": ("unanswerable", "answerable"),
    "correctness": ("incorrect", "correct"),
}
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
    bad, good = _WORDS.get(result.criterion, ("bad", "good"))
    console.print(_title(result, labels))
    for line in _left_out(result, rejects):
        console.print(line)
    if result.answer.confusion.n:
        _level("ANSWERS", result.answer, bad, good, console)
    if result.claim is not None and result.claim.confusion.n:
        _level("CLAIMS", result.claim, "unsupported", "supported", console)
    for line in _disagreements(result, bad, good):
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
    )
    if result.fingerprint:
        title.append(f" · {_short(result.fingerprint)}", "dim")
    return title


def _short(fingerprint: str) -> str:
    return one_line(fingerprint.removeprefix("sha256:"))[:16]


def _left_out(result: Calibration, rejects: Sequence[str]) -> list[Text]:
    lines = [
        Text(f"left out: {count:,} {_LEFT_OUT.get(why, why)}")
        for why, count in result.left_out.items()
    ]
    if rejects:
        records = counted(len(rejects), "record")
        lines.append(Text(f"rejected: {records} that could not be read", "yellow"))
        lines.extend(Text(f"  {one_line(one)}", "dim") for one in rejects[:_SHOWN])
        if len(rejects) > _SHOWN:
            lines.append(Text(f"  … and {len(rejects) - _SHOWN:,} more (--json lists all)", "dim"))
    return lines


def _level(name: str, level: Level, bad: str, good: str, console: Console) -> None:
    matrix = level.confusion
    console.print(_matrix(name, matrix, bad, good))
    console.print(_rates(matrix, bad, good))
    console.print(_kappa(level, bad, good))
    console.print(
        Text(
            f" recall {_number(matrix.recall.value)} · "
            f"specificity {_number(matrix.specificity.value)} · "
            f"F1 {_number(matrix.f1)} · MCC {_number(matrix.mcc)}",
            "dim",
        )
    )


def _matrix(name: str, matrix: Confusion, bad: str, good: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
    table.add_column(f" {name}: people say", min_width=24)
    for heading in ("judge passes", "judge fails", "abstains", "all"):
        table.add_column(heading, justify="right", min_width=10)
    rows = (
        (bad, (matrix.bad_pass, matrix.bad_fail, matrix.bad_abstain, matrix.bad), 0),
        (good, (matrix.good_pass, matrix.good_fail, matrix.good_abstain, matrix.good), 1),
    )
    for word, counts, wrong in rows:
        cells = [Text(f"{count:,}") for count in counts]
        if counts[wrong]:
            cells[wrong].stylize("bold red")
        table.add_row(f" {word}", *cells)
    return table


def _rates(matrix: Confusion, bad: str, good: str) -> Table:
    """The rates as rows; those over all items only where abstentions make them another figure."""
    rows: list[tuple[str, Rate, str, str]] = [
        ("false pass", matrix.false_pass, f"{bad}, judged", "bold"),
        ("… of all", matrix.false_pass_of_all, bad, ""),
        ("false reject", matrix.false_reject, f"{good}, judged", "bold"),
        ("… of all", matrix.false_reject_of_all, good, ""),
        ("bad among passed", matrix.bad_among_passed, "passed by the judge", ""),
        ("precision", matrix.precision, "failed by the judge", ""),
        ("accuracy", matrix.accuracy, "judged", ""),
        ("abstention", matrix.abstention, "labelled", ""),
        ("coverage", matrix.coverage, "labelled", ""),
    ]
    if not matrix.abstention.hits:
        rows = [row for row in rows if not row[0].startswith("…")]
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    table.add_column(" rate", min_width=17)
    table.add_column("", justify="right", min_width=9)
    table.add_column(f"{CONFIDENCE:.0%} interval", justify="right", min_width=14)
    table.add_column("of", overflow="fold")
    for name, rate, of, style in rows:
        interval = _interval(rate.interval, percent=True)
        counts = f"{rate.hits:,} of {rate.n:,} {of}"
        table.add_row(Text(f" {name}"), _percent(rate.value), interval, counts, style=style)
    return table


def _kappa(level: Level, bad: str, good: str) -> Text:
    kappa = level.confusion.kappa
    line = Text.assemble("\n ", (f"κ {_number(kappa)}", "bold"))
    if kappa is None:
        missing = bad if not level.confusion.false_pass.n else good
        return line.append(f": nothing {missing} has a verdict")
    if level.kappa_interval is not None:
        line.append(f"  {_interval(level.kappa_interval, percent=False)}")
    return line.append(f"  {in_words(kappa)}", "green" if kappa > 0.6 else "yellow")


def _percent(value: float | None) -> str:
    return "undefined" if value is None else f"{100 * value:.1f} %"


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.2f}".replace("-", "−")


def _interval(interval: Interval | None, *, percent: bool) -> str:
    if interval is None:
        return "–"
    if percent:
        return f"{100 * interval.low:.1f} – {100 * interval.high:.1f} %"
    return f"{_number(interval.low)} – {_number(interval.high)}"


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
    if matrix.n < _START:
        lines.append(
            f"{counted(matrix.n, 'label')} {_are(matrix.n)} too few to lean on: "
            f"{_START} are a start."
        )
    elif matrix.n < _GATE:
        lines.append(f"{matrix.n:,} labels are a start; a production gate needs {_GATE} or more.")
    if matrix.bad < _START <= matrix.n:
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
            "This admits nothing: no judge's word releases an answer before that judge is "
            "admitted for the criterion."
        ),
    ]
