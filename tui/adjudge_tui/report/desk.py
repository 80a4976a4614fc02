"""The parts of a report that come from the queue: how it stands, people, production."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudge_tui.report.html import (
    Html,
    esc,
    figure,
    figures,
    join,
    missing,
    paragraph,
    percent,
    percents,
    table,
    tag,
)
from adjudge_tui.report.material import Material
from adjudge_tui.report.svg import Dot, intervals
from adjudge_tui.report.values import at, count, interval, listed, number, text

_NO_QUEUE: Final = "Missing: no queue was at hand (--db FILE)."


def queue(material: Material) -> Html:
    """Counts, routes, golden sets, what is stale and what to label next."""
    said = material.status
    if said is None:
        return missing(_NO_QUEUE)
    since = count(said, "queue", "decided_since_golden")
    parts: list[Html] = [
        paragraph(
            f"{_many(count(said, 'queue', 'open'))} open; {_many(since)} decided since the last "
            "golden set."
        ),
        _counts("State", at(said, "queue", "states")),
        _counts("Route", at(said, "queue", "routes")),
    ]
    golden = listed(said, "golden")
    if golden:
        head = ("Golden set", "Rows", "Dev", "Held-out", "Withdrawn", "At")
        parts.append(table(head, (_golden(one) for one in golden)))
    else:
        parts.append(missing("Missing: no golden set yet."))
    parts += _stale(said)
    parts += _next(said)
    return join(parts)


def _many(value: int | None) -> str:
    return "unknown" if value is None else f"{value:,}"


def _counts(name: str, counts: Any) -> Html:
    rows = [
        (key, _many(count(counts, key)))
        for key in (counts if isinstance(counts, dict) else {})
        if number(counts, key)
    ]
    return table((name, "Items"), rows) if rows else missing(f"Missing: {name.lower()}s.")


def _golden(one: Any) -> tuple[str, ...]:
    name = f"{text(one, 'name')}@{text(one, 'version')}"
    counts = ("rows", "dev", "held_out", "withdrawn")
    return (name, *(_many(count(one, key)) for key in counts), text(one, "created_at"))


def _stale(said: Any) -> Iterator[Html]:
    yield tag("h3", "Stale")
    rows = [
        tuple(text(one, key) for key in ("what", "judge", "criterion", "message"))
        for one in listed(said, "stale")
    ]
    yield table(("What", "Judge", "Criterion", "Why"), rows) if rows else paragraph("Nothing.")


def _next(said: Any) -> Iterator[Html]:
    yield tag("h3", "What to label next")
    lacking = listed(said, "labels_missing")
    if lacking:
        head = ("Judge", "Criterion", "Outcome", "More items", "Of", "Held-out labels")
        yield table(
            head,
            (
                (
                    text(one, "judge"),
                    text(one, "criterion"),
                    text(one, "outcome"),
                    _many(count(one, "items")),
                    text(one, "of"),
                    _many(count(one, "labels")),
                )
                for one in lacking
            ),
            "How many labels would settle it with a chance of 80 %",
        )
    near = listed(said, "label_next", "uncertain")
    if near:
        rows = (
            (f"#{text(one, 'item_id')}", text(one, "case_id"), text(one, "judge"), _score(one))
            for one in near
        )
        yield table(("Item", "Case", "Judge", "Score"), rows, "Nearest to the threshold")
    thin = listed(said, "label_next", "thin_slices")
    if thin:
        slices = (
            (
                f"{text(one, 'kind')}: {text(one, 'value')}",
                _many(count(one, "rows")),
                _many(count(one, "waiting")),
                text(one, "filter") or "–",
            )
            for one in thin
        )
        yield table(("Slice", "Held-out", "Open", "Filter"), slices, "Fewest held-out labels")
    if not (lacking or near or thin):
        yield paragraph("Nothing that would tell more than anything else.")


def _score(one: Any) -> str:
    found = number(one, "score")
    return "abstained" if found is None else f"{found:.2f} (least {text(one, 'minimum')})"


def people(material: Material) -> Html:
    """People against people, on every criterion that was measured."""
    found: dict[str, Any] = {}
    for one in material.measured:
        found.setdefault(text(one.calibration, "criterion"), at(one.calibration, "people"))
    if not found:
        return missing("Missing: no calibration was given.")
    parts: list[Html] = []
    for criterion, said in found.items():
        kind = "alarm" if text(said, "verdict") == "ambiguous" else ""
        sentence = text(said, "sentence") or "whether people agree is not known"
        parts.append(paragraph(Html(f"{tag('b', criterion)}: {esc(sentence)}"), kind))
    head = ("Criterion", "People", "Answers", "Agreement", "95 %", "κ", "95 %")
    rows = (
        (
            criterion,
            _many(count(said, "raters")),
            _many(count(said, "items")),
            percent(number(said, "agreement", "value")),
            percents(interval(said, "agreement", "interval")),
            figure(number(said, "kappa", "value")),
            figures(interval(said, "kappa", "interval")),
        )
        for criterion, said in found.items()
    )
    return join([*parts, table(head, rows)])


def rates(material: Material) -> Html:
    """The share of bad answers in production, corrected."""
    if material.rates is None:
        return missing("Missing: no queue was at hand to estimate them from (--db FILE).")
    rows, drawn = [], []
    told: list[Html] = []
    for one in material.rates:
        what, value, between = text(one, "what"), number(one, "value"), interval(one, "interval")
        rows.append(
            (
                what,
                _many(count(one, "n")),
                _many(count(one, "labelled")),
                percent(number(one, "raw")),
                percent(value),
                percents(between),
                text(one, "method"),
            )
        )
        if value is not None and between is not None:
            drawn.append((what, Dot(0.0, value, *between), False))
        told += _about(one, what, value)
    head = ("Among", "Answers", "People's word", "Flagged", "Bad", "95 %", "Method")
    parts = [table(head, rows), *told]
    if drawn:
        parts.append(intervals("Share of bad answers, with 95 % intervals", drawn))
    return join(parts)


def _about(one: Any, what: str, value: float | None) -> Iterator[Html]:
    if value is None:
        yield missing(f"Missing: {what}: {text(one, 'why')}.")
    elif undecided := count(one, "undecided"):
        worst = percent(number(one, "worst"))
        yield paragraph(f"{what}: {undecided:,} are not decided yet; {worst} if all are bad.")
    if value is not None and text(one, "assumes"):
        yield paragraph(f"{what}: supposes that {text(one, 'assumes')}.", "note")
