"""The first figures on a judge as text: people first, what it lets through, how it agrees.

Every section is a heading and lines for a width; none needs colour to be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rich.cells import cell_len

from adjudge_tui.calibrating.calibration_words import (
    JSON,
    Row,
    figure,
    figures,
    hits_of,
    percent,
    percents,
    rate_of,
    safe,
    strength,
    whole,
)
from adjudge_tui.report.values import at, count, interval, listed, number, text
from adjudge_tui.widgets.plot import bar, columns, right, round_up, scale
from adjudge_tui.wording.strings import say

#: Labels that are a start, and those that a gate in production wants.
START: Final = 30
GATE: Final = 200

_FIRST: Final = ("false_pass", "false_reject", "abstention")
_OTHERS: Final = ("false_pass_of_all", "false_reject_of_all", "bad_among_passed", "coverage")
_MEASURES: Final = ("accuracy", "precision", "recall", "specificity", "f1", "kappa", "mcc")
_SIGNS: Final = {"f1": "F1", "kappa": "κ", "mcc": "MCC"}
_NAME: Final = 19
_VALUE: Final = 9
_AROUND: Final = 15
_COUNTS: Final = 13
_ONE_LINE: Final = 76  # from this width on a rate has one line
_CLARITIES: Final = ("clear", "ambiguous", "one_person", "undefined")


def people(said: Any) -> Iterator[Row]:
    """People against people, before the judge is looked at."""
    yield say("calibration.people"), "heading"
    found = at(said, "people")
    verdict = text(found, "verdict")
    tone = {"clear": "good", "ambiguous": "bad"}.get(verdict, "warn")
    if verdict not in _CLARITIES:
        verdict = "one_person"
    told = say(
        f"concord.{verdict}",
        raters=whole(found, "raters"),
        items=whole(found, "items"),
        share=percent(number(found, "agreement", "value")),
        kappa=figure(number(found, "kappa", "value")),
    )
    yield told, tone


def level_of(said: Any) -> tuple[Any, str]:
    """The level to show first, and its name: answers, or claims where no answer was compared."""
    if not count(said, "answer", "n") and count(said, "claim", "n"):
        return at(said, "claim"), "claim"
    return at(said, "answer"), "answer"


def enough(level: Any) -> Iterator[Row]:
    """Whether there are labels enough to lean on."""
    n = count(level, "n") or 0
    bad = sum(count(level, "matrix", "bad", cell) or 0 for cell in ("pass", "fail", "abstain"))
    if n < START:
        yield say("calibration.too_few", count=n, start=START), "warn"
    elif n < GATE:
        yield say("calibration.a_start", count=n, gate=GATE), "muted"
    if bad < START <= n:
        yield say("calibration.few_bad", count=bad), "warn"


def rates(level: Any, name: str, width: int) -> Iterator[Row]:
    """What gets through, what is held up, what has no verdict; with intervals as bars."""
    groups = whole(level, "groups")
    yield say(f"level.{name}", count=whole(level, "n"), groups=groups), "heading"
    ends = [one for key in _FIRST for one in (rate_of(level, key)[1] or (0.0, 0.0))]
    top = round_up(max(ends))
    wide = width >= _ONE_LINE
    room = width - _NAME - _VALUE - 4 - (_AROUND + _COUNTS + 4 if wide else 0)
    length = max(6, min(36, room))
    for key in _FIRST:
        yield from _bar_rows(level, key, top, length, wide=wide)
    before = " " * (_NAME + _VALUE + 4)
    yield before + scale("0 %", f"{100 * top:.0f} %", length), "muted"
    for key in _OTHERS:
        value, around = rate_of(level, key)
        cells = (say(f"rate.{key}"), percent(value), percents(around))
        line = columns(cells, (_NAME, _VALUE, _AROUND))
        counts = hits_of(level, key)
        room = min(_COUNTS, width - cell_len(line) - 2)
        fits = cell_len(counts) <= room
        yield f"{line}  {right(counts, room)}" if fits else line, ""


def _bar_rows(level: Any, key: str, top: float, length: int, *, wide: bool) -> Iterator[Row]:
    value, around = rate_of(level, key)
    first = columns((say(f"rate.{key}"), percent(value)), (_NAME, _VALUE))
    drawn = bar(value, around, top, length)
    more = (percents(around), hits_of(level, key))
    if value is None:
        missing = "bad" if key == "false_pass" else "good"
        why = say("calibration.no_verdict", kind=say(f"kind.{missing}"))
        yield f"{first}  {why}", "warn"
    elif wide:
        yield f"{first}  {drawn}  {columns(more, (_AROUND, _COUNTS))}", ""
    else:
        yield f"{first}  {drawn}", ""
        yield " " * (_NAME + _VALUE + 4) + "  ".join(more), "muted"


def matrix(level: Any, width: int) -> Iterator[Row]:
    """What people say against what the judge says; the wrong ones carry a mark."""
    yield say("calibration.matrix"), "heading"
    cell = max(6, min(12, (width - _NAME - 8) // 4))
    widths = (_NAME, cell, cell, cell, cell)
    heads = [say(f"cell.{one}") for one in ("pass", "fail", "abstain", "all")]
    yield columns(("", *heads), widths), "muted"
    for truth, wrong in (("bad", "pass"), ("good", "fail")):
        counts = [count(level, "matrix", truth, one) for one in ("pass", "fail", "abstain")]
        known = [one for one in counts if one is not None]
        cells = []
        for one, found in zip(("pass", "fail", "abstain"), counts, strict=True):
            shown = "–" if found is None else f"{found:,}"
            cells.append(f"✗ {shown}" if one == wrong and found else shown)
        row = (say("calibration.people_say", kind=say(f"kind.{truth}")), *cells)
        yield columns((*row, f"{sum(known):,}"), widths), ""


def ensemble(level: Any, width: int) -> Iterator[Row]:
    """The seven measures and their mean, with either class as the positive one."""
    yield say("calibration.ensemble"), "heading"
    around = max(11, min(14, (width - 12 - 2 * 6 - 8) // 2))
    pair = 6 + 2 + around
    heads = [f"{right(say(f'kind.{one}'), 6)}  {right('95 %', around)}" for one in ("bad", "good")]
    yield columns(("", *heads), (12, pair, pair)), "muted"
    for name in (*_MEASURES, "alignment"):
        cells = [_SIGNS.get(name) or say(f"measure.{name}")]
        for positive in ("bad", "good"):
            own = at(level, "ensembles", positive)
            value, between = number(own, name), figures(interval(own, "intervals", name))
            known = f"{right(figure(value), 6)}  {right(between, around)}"
            cells.append(figure(None) if value is None else known)
        yield columns(cells, (12, pair, pair)), "heading" if name == "alignment" else ""
    yield from _agreement(level)


def _agreement(level: Any) -> Iterator[Row]:
    kappa = number(level, "kappa")
    if kappa is None:
        yield say("calibration.no_kappa"), "warn"
    else:
        words, tone = strength(kappa)
        yield f"κ {figure(kappa)}  {words}", tone
    beside = []
    for key, sign in (("ac1", "AC1"), ("alpha", "α")):
        around = figures(interval(level, key, "interval"))
        beside.append(f"{sign} {figure(number(level, key, 'value'))} ({around})")
    yield say("calibration.beside", what=" · ".join(beside)), "muted"
    for one in listed(level, "ensembles", "bad", "undefined"):
        yield say("calibration.is_undefined", what=safe({"": one}, "", most=120)), "warn"


def left_out(said: Any, found: JSON) -> Iterator[Row]:
    """What does not count, and why."""
    reasons = at(said, "left_out")
    for why, number_of in reasons.items() if isinstance(reasons, dict) else ():
        word = say(f"leftout.{why}") if why in _LEFT_OUT else safe({"": why}, "")
        shown = number({"": number_of}, "")
        yield say("calibration.left_out", count=f"{shown or 0:,.0f}", why=word), "muted"
    for key in ("closed", "withdrawn"):
        if count(found, key):
            words = say(f"leftout.{key}")
            yield say("calibration.left_out", count=whole(found, key), why=words), "warn"


_LEFT_OUT: Final = ("no_label", "undetermined", "people_disagree", "other_scale", "no_judgment")
