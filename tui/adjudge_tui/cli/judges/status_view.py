"""How the status looks in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.text import Text

from adjudge_engine.calibration.watching.rates import Corrected
from adjudge_engine.calibration.watching.standing import Missing, short
from adjudge_tui.cli.common import counted, safe, table
from adjudge_tui.cli.judges.calibrate_words import percent, percents

if TYPE_CHECKING:
    from adjudge_tui.cli.judges.status import Status

_OUTCOMES: Final = {"admitted": "green", "refused": "red", "withdrawn": "red"}
_HEAD: Final = "bold cyan"


def show(found: Status, console: Console) -> None:
    """Prints it part by part: what is missing is said to be missing."""
    for part in _parts(found):
        console.print(part, soft_wrap=isinstance(part, Text))


def _parts(found: Status) -> Iterator[Any]:
    yield from _queue(found)
    yield from _golden(found)
    yield from _judges(found)
    yield Text("STALE", style=_HEAD)
    if not found.stale:
        yield Text("nothing")
    else:
        out = table("what", "judge", "criterion", "why")
        for one in found.stale:
            out.add_row(one.what, safe(one.judge), safe(one.criterion), safe(one.message))
        yield out
    yield from _missing(found.missing)
    yield from _next(found)
    if found.rates is not None:
        yield from rates_parts(found.rates)


def _queue(found: Status) -> Iterator[Any]:
    yield Text("QUEUE", style=_HEAD)
    facts = found.queue
    states = ", ".join(f"{name} {count:,}" for name, count in facts.states.items() if count)
    yield Text(f"{facts.open:,} open ({states or 'empty'})")
    routes = ", ".join(f"{name} {count:,}" for name, count in facts.routes.items() if count)
    yield Text(f"routes: {routes or 'none'}")
    since = "since the last golden set" if facts.golden else "and no golden set yet"
    yield Text(f"{counted(facts.decided_since, 'decision')} {since}")


def _golden(found: Status) -> Iterator[Any]:
    yield Text("GOLDEN SETS", style=_HEAD)
    if not found.queue.golden:
        yield Text("none: adjudge golden create NAME")
        return
    out = table("set", "rows", "dev", "held-out", "withdrawn", "at")
    for one in found.queue.golden:
        out.add_row(
            safe(f"{one['name']}@{one['version']}"),
            f"{one['rows']:,}",
            f"{one['dev']:,}",
            f"{one['held_out']:,}",
            f"{one['withdrawn']:,}",
            safe(one["created_at"]),
        )
    yield out


def _judges(found: Status) -> Iterator[Any]:
    yield Text("JUDGES", style=_HEAD)
    out = table("judge", "criterion", "fingerprint now", "reads", "outcome", "labels", "at")
    done: set[tuple[str, str]] = set()
    for entry in found.entries:
        place = (entry.judge, entry.criterion)
        done.add(place)
        out.add_row(
            safe(entry.judge),
            safe(entry.criterion),
            short(found.now.get(place) or "not known"),
            f"{entry.reading} ≥ {entry.minimum:g}",
            Text(entry.outcome, style=_OUTCOMES.get(entry.outcome, "yellow")),
            safe(entry.labels.name),
            safe(entry.at),
        )
    for place, now in found.now.items():
        if place not in done:
            cells = (safe(place[0]), safe(place[1]), short(now or "not known"))
            out.add_row(*cells, "–", Text("no admission", style="yellow"), "–", "–")
    yield out if out.row_count else Text("none: adjudge admit --judge NAME --golden NAME")
    for one in found.calibrations:
        yield _calibration(one)
    if not found.calibrations:
        yield Text("no calibration was given: --calibration FILE", style="dim")
    if not found.probes:
        yield Text("no probes were given: --probes FILE", style="dim")


def _calibration(said: Mapping[str, Any]) -> Text:
    """The line of a calibration that was kept."""
    level = said.get("answer")
    rate = level.get("false_pass") if isinstance(level, dict) else None
    value = rate.get("value") if isinstance(rate, dict) else None
    shown = percent(value) if isinstance(value, float | int) else "undefined"
    about = f"{said['judge']} on {said['criterion']}, {said.get('labels') or 'labels not named'}"
    return safe(f"calibration of {about}: false pass {shown}")


def _missing(missing: Sequence[Missing]) -> Iterator[Any]:
    yield Text("LABELS MISSING", style=_HEAD)
    if not missing:
        yield Text("none: whatever was measured is settled")
    for one in missing:
        yield Text(_missing_words(one))


def _missing_words(one: Missing) -> str:
    who = safe(f"{one.judge} on {one.criterion} at {one.reading} ≥ {one.minimum:g}").plain
    if one.items is None and one.labels is None:
        return f"{who}: {one.outcome}; no number of labels would settle it soon"
    if one.from_nothing:
        return (
            f"{who}: never measured; {one.items:,} held-out items that are bad would do, "
            "if it makes no error"
        )
    told = f"{who}: {one.outcome}"
    if one.items is not None:
        told += f"; {one.items:,} more {one.of}"
    if one.labels is not None:
        told += f", some {one.labels:,} held-out labels, {one.all_labels:,} on both sides"
    return f"{told}, with a chance of 80 %"


def _next(found: Status) -> Iterator[Any]:
    yield Text("LABEL NEXT", style=_HEAD)
    if not (found.near or found.thin or found.wide):
        yield Text("nothing open that would tell more than anything else")
        return
    if found.near:
        yield Text("nearest to the threshold:")
        out = table("item", "case", "judge", "criterion", "score", "least")
        for near in found.near:
            out.add_row(
                f"#{near.item_id}",
                safe(near.case_id),
                safe(near.judge),
                safe(near.criterion),
                "abstained" if near.score is None else f"{near.score:.2f}",
                f"{near.minimum:g}",
            )
        yield out
    if found.thin:
        yield Text("slices with fewest held-out labels:")
        out = table("slice", "held-out", "open", "filter")
        for one in found.thin:
            name = safe(f"{one.kind}: {one.value}")
            out.add_row(name, f"{one.rows:,}", f"{one.waiting:,}", safe(one.filter or "–"))
        yield out
    if found.wide:
        yield Text("slices of which least is known:")
        out = table("slice", "judge", "level", "bad", "false pass")
        for wide in found.wide:
            name = safe(f"{wide.kind}: {wide.value}")
            between = f"{100 * wide.low:.1f} – {100 * wide.high:.1f} %"
            out.add_row(name, safe(wide.judge), wide.level, f"{wide.n:,}", between)
        yield out


def rates_parts(rates: Sequence[Corrected]) -> Iterator[Any]:
    """The corrected rates as a table, and below it why one is missing."""
    yield Text("BAD ANSWERS IN PRODUCTION", style=_HEAD)
    out = table("among", "answers", "people's word", "flagged", "bad", "interval", "method")
    for one in rates:
        out.add_row(
            safe(one.what),
            f"{one.n:,}",
            f"{one.labelled:,}",
            percent(one.raw),
            percent(one.value),
            percents(one.interval),
            one.method,
        )
    yield out
    for one in rates:
        if one.value is None:
            yield safe(f"{one.what}: undefined, {one.why}", "yellow")
        elif one.undecided:
            worst = percent(one.worst)
            told = f"{one.undecided:,} not decided yet, supposed to be as the others"
            yield safe(f"{one.what}: {told}; {worst} if all of these are bad")
