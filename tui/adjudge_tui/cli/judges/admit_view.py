"""How an admission looks in a terminal: each demand with its bounds, the outcome, what it lacks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from adjudge_engine.calibration.releasing.admissions import Entry
from adjudge_engine.calibration.releasing.looks import Look
from adjudge_tui.cli.common import counted, db_words, safe, table
from adjudge_tui.cli.judges.calibrate_words import percent
from adjudge_tui.display import one_line

_STYLE: Final = {"admitted": "green", "refused": "red", "inconclusive": "yellow"}
_MET: Final = {"admitted": "met", "refused": "missed", "inconclusive": "open"}
_EXCLUDED: Final = {
    "dev": "on the dev side",
    "learned": "on sources that the judge was fitted on",
    "repeated": "word for word what is counted already",
    "no_label": "without a label",
    "undetermined": "undetermined by people",
    "people_disagree": "on which people disagree",
    "other_scale": "labelled on another scale",
    "no_judgment": "without a judgment",
}


class Met(NamedTuple):
    """What the labels of an entry were used for: `others` other versions of the judge met them
    (`AdmissionsBook.others_on`), and its own figures on them were shown `looks` times before."""

    others: int
    looks: int


def show_entries(
    entries: Sequence[Entry],
    met: Sequence[Met],
    entered: Path | None,
    db: Path,
    console: Console,
) -> None:
    """Prints what became of a judge; `entered`: the file that says so now. `met`: for each entry
    what its labels were used for before."""
    for one, beside in zip(entries, met, strict=True):
        _show(one, console)
        for line in _looks(one, beside):
            console.print(Text(line, "yellow"), soft_wrap=True)
    if entered is None:
        said = "Nothing was entered (--dry-run) but that these figures were seen."
        console.print(Text(said), soft_wrap=True)
        return
    console.print(Text(f"Entered in {one_line(str(entered))}."), soft_wrap=True)
    if any(one.outcome == "admitted" for one in entries):
        name = one_line(entries[0].called)
        words = f"Next: adjudge evaluate FILE{db_words(db)}: what {name} says counts from now on."
        console.print(Text(words), soft_wrap=True)


def _show(one: Entry, console: Console) -> None:
    head = f"{one_line(one.called)} on {one_line(one.criterion)} at {one.reading} ≥ {one.minimum:g}"
    console.print(Text.assemble((head, "bold"), f", by {one.level}, on the held-out side"))
    groups = counted(int(str(one.figures.get("groups", 0))), "source")
    console.print(
        Text(f"{counted(one.rows, 'label')} on {groups} of {one_line(one.labels.name)}"),
        soft_wrap=True,
    )
    for why, count in one.excluded.items():
        console.print(Text(f"left out: {count:,} {_EXCLUDED.get(why, why)}", "dim"))
    console.print(_demands(one))
    console.print(Text(one_line(str(one.people.get("sentence", ""))), "dim"), soft_wrap=True)
    said = Text.assemble((one.outcome.upper(), f"bold {_STYLE.get(one.outcome, '')}"), ": ")
    console.print(said + Text(one_line(one.why)), soft_wrap=True)
    for line in _missing(one):
        console.print(Text(line), soft_wrap=True)


def _looks(one: Entry, met: Met) -> list[str]:
    """How often these labels, or others, were asked before: each time the answer says less."""
    lines = []
    if one.earlier:
        last = one.earlier[-5:]
        said = ", ".join(f"{old.outcome} on {one_line(old.labels.name)}" for old in last)
        lines.append(f"Measured {counted(len(one.earlier), 'time')} before: {said}.")
    if met.looks:
        lines.append(
            f"These figures were looked at {counted(met.looks, 'time')} before, and not entered."
        )
    if met.others:
        what = counted(met.others, "other version, reading or minimum").replace(
            "minimums", "minimum"
        )
        lines.append(f"On these very labels {what} of it stood before: they are less fresh.")
    return lines


def _demands(one: Entry) -> Table:
    out = table("demanded", "found", "bounds", "allowed", "", folding=("found", "bounds"))
    for row in _rows(one):
        counts = f"{row['hits']:,} of {row['n']:,} {row['of']}"
        effect = "" if row["design_effect"] < 1.005 else f", ÷ {row['design_effect']:.2f}"
        out.add_row(
            row["what"].replace("_", " "),
            f"{percent(row['value'])}  ({counts})",
            f"{100 * row['lower_bound']:.1f} … {100 * row['upper_bound']:.1f} %{effect}",
            f"≤ {100 * row['limit']:.3g} %",
            Text(_MET[row["outcome"]], _STYLE[row["outcome"]]),
        )
    confidence = f"{100 * one.demands.confidence:g} %"
    out.caption = Text(
        f"Bounds: Wilson, each one-sided, {confidence}. ÷: items of one source count for fewer.",
        "dim",
    )
    out.caption_justify = "left"
    return out


def _missing(one: Entry) -> list[str]:
    if one.outcome != "inconclusive":
        return []
    lines = []
    for row in _rows(one):
        if row["outcome"] != "inconclusive":
            continue
        more = row["more"]
        name = row["what"].replace("_", " ")
        if more is None:
            lines.append(f"{name}: so near to what is allowed that no number of labels tells.")
            continue
        kinds = f"{more['items']:,} more {row['of']}"
        labels = f", some {more['labels']:,} held-out labels" if more["labels"] is not None else ""
        settles = "admit" if more["settles"] == "admitted" else "refuse"
        lines.append(
            f"{name}: {kinds}{labels}, would {settles} it with a chance of 80 %, if the rate stays."
        )
    total = one.figures.get("more")
    if isinstance(total, int) and total:
        lines.append(
            f"Label some {3 * total:,} more {one.level}s: a third of all sources is held out."
        )
    return lines


def _rows(one: Entry) -> list[dict[str, Any]]:
    rows = one.figures.get("demands")
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def list_table(entries: Sequence[Entry]) -> Table:
    """Every entry of the file on a line."""
    columns = ("judge", "criterion", "reads", "outcome", "labels", "by", "why")
    out = table(*columns, folding=columns)
    for one in entries:
        out.add_row(
            safe(one.called, most=60),
            safe(one.criterion, most=40),
            f"{one.reading} ≥ {one.minimum:g}",
            Text(one.outcome, _STYLE.get(one.outcome, "")),
            safe(one.labels.name, most=60),
            safe(f"{one.at[:10]} {one.by or ''}", most=51),
            safe(one.why, most=200),
        )
    return out


def looks_table(looks: Sequence[Look]) -> Table:
    """Who looked at figures on held-out labels without entering them, the last look first."""
    columns = ("looked at", "criterion", "reads", "by way of", "times", "labels", "last")
    out = table(*columns, folding=columns)
    for one in reversed(looks):
        out.add_row(
            safe(one.called, most=60),
            safe(one.criterion, most=40),
            f"{one.reading} ≥ {one.minimum:g}",
            safe(one.how, most=40),
            f"{one.times:,}",
            safe(one.labels.name, most=60),
            safe(f"{one.at[:10]} {one.by or ''}", most=51),
        )
    out.caption = Text("Each makes held-out labels less fresh: choose on the dev side.", "dim")
    out.caption_justify = "left"
    return out
