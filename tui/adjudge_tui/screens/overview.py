"""The first header line, and what stands on the desk when no item does."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from adjudge_queue.records import OPEN_STATES, Filter
from adjudge_tui.desk.doc import Doc, DocBuilder
from adjudge_tui.display import cut
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.session import Session
    from adjudge_tui.desk.views import ItemView


Piece = tuple[str, str]

#: Cells of a name in the header: what stands beside it must not go.
_NAME: Final = 16

#: To make room for the case's id: whether counts are shortened, and which are left out.
_SHORTER: Final = (
    (False, ()),
    (True, ()),
    (True, ("mine",)),
    (True, ("mine", "open")),
)


def place_pieces(session: Session, width: int) -> list[Piece]:
    """Where one is, how far one is, and whether everything is saved.

    The case's id keeps its width while the counts can give way.
    """
    view, right = session.view, _saved(session)
    if view is None:
        opening = not (session.loaded or session.problem)
        left = [(f" {say('place.opening' if opening else 'app')}", "bold")]
        return [*left, (" " * max(1, width - _cells([*left, right]) - 1), ""), right]
    place = None if view.hidden else session.place  # looked for in the whole list
    for short, without in _SHORTER:
        left = _left(session, view, place, short=short, without=without)
        room = width - _cells([*left, right]) - 6
        if len(view.case_id) <= room and cell_len(view.case_id) <= room:
            break
    # An id is untrusted: it comes after what must stand still.
    left += [(" · ", "$desk-muted"), (cut(view.case_id, max(4, room)), "$primary")]
    return [*left, (" " * max(1, width - _cells([*left, right]) - 1), ""), right]


def _cells(pieces: Iterable[Piece]) -> int:
    return sum(cell_len(text) for text, _ in pieces)


def _saved(session: Session) -> Piece:
    """Whether everything is in the file."""
    if session.unsent:
        return (say("place.unsent", count=len(session.unsent)), "bold $error")
    if session.slow:
        return (say("place.slow"), "bold $warning")
    return (say("place.saved") if session.loaded else "", "$desk-muted")


def _left(
    session: Session, view: ItemView, place: int | None, *, short: bool, without: Collection[str]
) -> list[Piece]:
    """Route, place, counts, risk and standing; the counts `short` or left out."""
    pieces: list[Piece] = []
    if place and session.snapshot is not None:
        pieces.append((say("place.of", place=place, count=len(session.snapshot)), ""))
    if "open" not in without and not view.hidden:
        pieces.append((say("place.open", count=session.counts.open), ""))
    if session.word_due and "open" not in without:
        pieces.append((say("place.word_first"), ""))
    if session.mine and "mine" not in without:
        key = "place.mine_short" if short else "place.mine"
        pieces.append((say(key, count=session.mine), ""))
    if view.risk != "standard":
        pieces.append((say(f"risk.{view.risk}"), "bold"))
    if view.masked:
        pieces.append((say("place.partly"), "bold $warning"))
    if view.adjudication:
        pieces.append((say("place.adjudication"), "bold $warning"))
    if view.action and not view.open:
        action = say(f"decision.{view.action}")
        said = say("decision.by", action=action, who=cut(view.decided_by or "?", _NAME))
        pieces.append((said, "bold $warning"))
    elif view.purged:
        pieces.append((say("purged.place"), "bold $warning"))
    elif view.settled:
        pieces.append((say(f"place.{view.state}"), ""))
    elif not session.held:
        pieces.append((say("place.readonly"), "bold $warning"))
    chip = say("place.blind") if view.hidden else say(f"route.{view.route}")
    return _joined([(f" {chip.upper()}", "bold reverse"), *pieces])


def _joined(pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
    out = [pieces[0], (" ", "reverse"), (" ", "")]
    for number, piece in enumerate(pieces[1:]):
        if number:
            out.append((" · ", "$desk-muted"))
        out.append(piece)
    return out


def end_text(session: Session) -> Doc:
    """The plain screen without an item: why, what has been done, which keys help."""
    out = DocBuilder()
    if not session.loaded or session.problem:
        out.line(say("end.locked", problem=session.problem), "heading")
        out.line()
        out.line(say("end.retry"), "muted")
        return out.build()
    filtered = session.where not in (None, Filter())
    out.line(say("end.filter" if filtered else "end.title"), "heading")
    out.line()
    out.line(say("end.mine", count=session.mine))
    if session.blinding.all:  # what is released and blocked tells what the judge said
        _end_keys(out, session)
        return out.build()
    counts = session.counts.dispositions
    out.line(
        say(
            "end.dispositions",
            released=counts.get("released", 0),
            blocked=counts.get("blocked", 0),
            pending=counts.get("pending", 0),
        )
    )
    left = _left_open(session, filtered=filtered)
    if left:
        out.line(say("end.left", what=left))
    _end_keys(out, session)
    return out.build()


def _end_keys(out: DocBuilder, session: Session) -> None:
    if session.skipped:
        one = session.skipped == 1
        out.line(say("end.skipped_one" if one else "end.skipped", count=session.skipped))
    out.line()
    out.line(say("end.keys"), "muted")


def _left_open(session: Session, *, filtered: bool) -> str:
    """Why nothing of what is still open was offered, in words; empty if nothing is open.

    Without a filter everything pending has been skipped by this reviewer: it would be here.
    """
    states = session.counts.states
    pending = states.get("pending", 0)
    skipped = min(session.skipped, pending) if filtered else pending
    counted = [("skipped", skipped), ("unseen", pending - skipped)]
    counted += [(state, states.get(state, 0)) for state in OPEN_STATES if state != "pending"]
    return " · ".join(say(f"left.{name}", count=count) for name, count in counted if count)
