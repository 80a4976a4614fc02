"""What the calibration screen shows: the columns of figures, the lists to choose from; no Textual.

A column is a `Doc` made for a width, with the places where its sections begin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, overload

from rich.cells import set_cell_size

from adjudge_tui.calibrating import calibration_doc as first
from adjudge_tui.calibrating import calibration_more as more
from adjudge_tui.calibrating.calibration_words import JSON, Row, figure, outcome_said, safe, wrong
from adjudge_tui.desk.doc import Doc, DocBuilder
from adjudge_tui.display import cut, one_line
from adjudge_tui.report.values import at, count, number, text
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.calibrating.calibration_state import Calibrating

_WIDEST: Final = 100
_LONGEST: Final = 300


@dataclass(frozen=True, slots=True)
class Column:
    """One column, and the offsets at which its sections begin."""

    doc: Doc
    sections: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a list, display-safe; `full` is said below it, `number` is what it stands for."""

    text: str
    kind: str = ""
    full: str = ""
    number: int = -1


def columns_of(calibrating: Calibrating, widths: Sequence[int]) -> list[Column]:
    """The figures in one column, or in two."""
    found, costs = calibrating.figures, calibrating.costs
    if found is None:
        return [Column(Doc(), ()) for _ in widths]
    said = found["calibration"]
    level, name = first.level_of(said)
    if not count(level, "n"):
        nothing = [list(first.people(said)), list(_nothing(said, found))]
        return [_column(nothing), *(Column(Doc(), ()) for _ in widths[1:])]
    left_width = min(_WIDEST, widths[0])
    right_width = min(_WIDEST, widths[-1])
    left = [
        [*first.people(said), *first.left_out(said, found), *first.enough(level)],
        first.rates(level, name, left_width),
        first.matrix(level, left_width),
    ]
    agreement = [first.ensemble(level, left_width), *_claims(said, name, left_width)]
    right = [
        more.admission(found),
        more.risk(level, right_width),
        more.slices(level, right_width),
        more.thresholds(found, costs, right_width),
        more.probes(found),
    ]
    if len(widths) > 1:
        return [_column([*left, *agreement]), _column(right)]
    return [_column([*left, right[0], *agreement, *right[1:]])]


def no_differ(found: JSON | None) -> str:
    """What an empty list of disagreements says: nothing known is not nothing there."""
    if found is None:
        return say("calibration.no_figures")
    if not count(first.level_of(found["calibration"])[0], "n"):
        return say("calibration.no_differ_known")
    return say("calibration.no_differ_shown" if count(found, "closed") else "calibration.no_differ")


def _claims(said: Any, shown: str, width: int) -> Iterator[Iterable[Row]]:
    """The claims after the answers, where the judge gives verdicts on them."""
    if shown == "answer" and count(said, "claim", "n"):
        claims = at(said, "claim")
        yield first.rates(claims, "claim", width)
        yield first.matrix(claims, width)


def _nothing(said: Any, found: JSON) -> Iterator[Row]:
    """Why nothing could be compared."""
    yield say("calibration.none_compared"), "heading"
    yield from first.left_out(said, found)
    if count(found, "closed") and not count(said, "cases"):
        yield say("calibration.all_closed"), "warn"


def _column(sections: Sequence[Iterable[Row]]) -> Column:
    out, places = DocBuilder(), []
    for number_of, section in enumerate(sections):
        if number_of:
            out.line()
        places.append(out.length)
        for line, kind in section:
            out.line(line, kind)
    return Column(out.build(), tuple(places))


# The head ---------------------------------------------------------------------------------------


def title_of(calibrating: Calibrating) -> str:
    """Which labels, and whose judgments."""
    offer, of = calibrating.offer, calibrating.set
    parts = []
    if of is not None and (offer is None or offer["how"] != "file"):
        parts.append(one_line(f"{of[0]}@{of[1]}"))
    if offer is not None:
        parts.append(offer_said(offer))
    return " · ".join(parts)


def offer_said(offer: JSON) -> str:
    """A judge in a few words."""
    judge, criterion = safe(offer, "judge", most=40), safe(offer, "criterion", most=30)
    named = say("calibration.judge_on", judge=judge, criterion=criterion)
    how = say(f"how.{offer['how']}")
    if offer["how"] == "file":
        how = f"{how} {safe(offer, 'path', most=40)}"
    return f"{named} · {how}"


def about_of(calibrating: Calibrating) -> list[tuple[str, str]]:
    """How it was read, on which side, and what it has earned: (text, tone)."""
    found = calibrating.figures
    if found is None:
        return []
    said = found["calibration"]
    level, _name = first.level_of(said)
    split = text(said, "split")
    side = {"dev": "side.dev", "held-out": "side.held_out"}.get(split, "side.all")
    reading = safe(said, "reading", most=20)
    minimum = f"{number(said, 'minimum') or 0:g}"
    parts = [(say("calibration.passes", reading=reading, minimum=minimum), ""), (say(side), "")]
    if count(level, "n") is not None:
        cases = count(said, "cases") or 0
        compared = say("calibration.compared", count=count(level, "n"), cases=f"{cases:,}")
        parts.append((compared, ""))
    parts.append(_standing(found))
    return parts


def _standing(found: JSON) -> Row:
    """The admission in one word."""
    reading, minimum = (
        text(found, "calibration", "reading"),
        number(found, "calibration", "minimum"),
    )
    for entry in found["admissions"]:
        same = (entry.get("reading"), entry.get("minimum")) == (reading, minimum)
        if entry.get("current") and same:
            return outcome_said(entry.get("outcome"))
    return say("admission.not_yet"), "warn"


# Lists ------------------------------------------------------------------------------------------


class Differing(Sequence[Entry]):
    """Every disagreement, those let through first; a line is made when it is asked for."""

    def __init__(self, found: JSON) -> None:
        self._rows: Sequence[JSON] = found["disagreements"]

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> Entry: ...

    @overload
    def __getitem__(self, place: slice) -> list[Entry]: ...

    def __getitem__(self, place: int | slice) -> Entry | list[Entry]:
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        return _differing(self._rows[place], place)


def _differing(one: JSON, number_of: int) -> Entry:
    bad = one["people"] == "bad"
    item = one.get("item")
    score = number(one, "score")
    parts = (
        set_cell_size(f"✗ {wrong(one)}" if bad else f"! {wrong(one)}", 13),
        set_cell_size(f"#{item}" if item is not None else "", 6),
        set_cell_size("" if score is None else figure(1 - score), 4),
        set_cell_size(safe(one, "case_id", most=20), 20),
        set_cell_size(safe(one, "claim", most=5), 5 if one.get("claim") else 0),
        one_line(text(one, "question"))[:_LONGEST],
    )
    return Entry(
        "  ".join(part for part in parts if part), "bad" if bad else "", full_of(one), number_of
    )


def full_of(one: JSON) -> str:
    """What people and the judge say of it, in a line."""
    words = "; ".join(_word(each) for each in one.get("words") or ())
    people = words or say(f"kind.{'bad' if one['people'] == 'bad' else 'good'}")
    verdict = say("calibration.it_passes" if one["judge"] == "pass" else "calibration.it_fails")
    score = number(one, "score")
    if score is not None:
        verdict = say("calibration.with_score", verdict=verdict, score=figure(1 - score))
    claim = safe(one, "claim", most=20)
    told = say("calibration.both_say", people=cut(people, 120), judge=verdict)
    return f"{claim} · {told}" if claim else told


def _word(said: JSON) -> str:
    value = said.get("value")
    word = say("calibration.no_word") if value is None else one_line(str(value))
    by = said.get("by")
    return f"{cut(word, 40)} ({cut(one_line(str(by)), 30)})" if by else cut(word, 40)


def set_entries(calibrating: Calibrating) -> list[Entry]:
    """The versions, the newest first."""
    ordered = sorted(
        enumerate(calibrating.sets), key=lambda one: (str(one[1]["name"]), -int(one[1]["version"]))
    )
    entries = []
    for number_of, one in ordered:
        name = one_line(f"{one['name']}@{one['version']}")
        parts = (
            set_cell_size(cut(name, 24), 24),
            set_cell_size(str(one["created_at"])[:10], 10),
            set_cell_size(say("golden.rows", count=one["rows"]), 10),
            cut(one_line(str(one["actor"])), 30),
        )
        chosen = calibrating.set == (one["name"], one["version"])
        entries.append(Entry("  ".join(parts), "heading" if chosen else "", name, number_of))
    return entries


def judge_entries(calibrating: Calibrating) -> list[Entry]:
    """The judges that can be shown without a call."""
    entries = []
    for number_of, one in enumerate(calibrating.offers or ()):
        parts = (
            set_cell_size(safe(one, "judge", most=28), 28),
            set_cell_size(safe(one, "criterion", most=16), 16),
            set_cell_size(say("golden.rows", count=one["count"]) if one["count"] else "", 10),
            say(f"how.{one['how']}"),
            safe(one, "path", most=40),
        )
        kind = "heading" if one is calibrating.offer else ""
        full = say("calibration.never_asks")
        entries.append(Entry("  ".join(part for part in parts if part), kind, full, number_of))
    return entries
