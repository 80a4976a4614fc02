"""The first header line, and what stands on the desk when no item does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from adjudge_queue.records import Filter
from adjudge_tui.display import cut
from adjudge_tui.doc import Doc, DocBuilder
from adjudge_tui.strings import say

if TYPE_CHECKING:
    from adjudge_tui.session import Session


def place_pieces(session: Session, width: int) -> list[tuple[str, str]]:
    """Where one is, how far one is, and whether everything is saved."""
    view = session.view
    left: list[tuple[str, str]] = []
    if view is None:
        left.append(
            (f" {say('app' if session.loaded or session.problem else 'place.opening')}", "bold")
        )
    else:
        place = session.place
        if place and session.snapshot is not None:
            left.append((say("place.of", place=place, count=len(session.snapshot)), ""))
        left.append((say("place.open", count=session.counts.open), ""))
        if session.mine:
            left.append((say("place.mine", count=session.mine), ""))
        if view.risk != "standard":
            left.append((say("place.risk", risk=view.risk), "bold"))
        left = _joined([(f" {say('route.' + view.route).upper()}", "bold reverse"), *left])
        if view.action and not view.open:
            who = view.decided_by or "?"
            action = say(f"decision.{view.action}")
            left += [(" · ", "$desk-muted")]
            left += [(say("decision.by", action=action, who=who), "bold $warning")]
        elif view.settled:
            left += [(" · ", "$desk-muted"), (say("place.settled", state=view.state), "")]
        elif not session.held:
            left += [(" · ", "$desk-muted"), (say("place.readonly"), "bold $warning")]
    if session.unsent:
        right = (say("place.unsent", count=len(session.unsent)), "bold $error")
    elif session.slow:
        right = (say("place.slow"), "bold $warning")
    else:
        right = (say("place.saved") if session.loaded else "", "$desk-muted")
    if view is not None:  # an id is untrusted: it comes after what must stand still
        room = width - sum(cell_len(text) for text, _ in left) - cell_len(right[0]) - 6
        left += [(" · ", "$desk-muted"), (cut(view.case_id, max(4, room)), "$primary")]
    used = sum(cell_len(text) for text, _ in left) + cell_len(right[0])
    return [*left, (" " * max(1, width - used - 1), ""), right]


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
    counts = session.counts.dispositions
    out.line(
        say(
            "end.dispositions",
            released=counts.get("released", 0),
            blocked=counts.get("blocked", 0),
            pending=counts.get("pending", 0),
        )
    )
    if session.skipped:
        out.line(say("end.skipped", count=session.skipped))
    out.line()
    out.line(say("end.keys"), "muted")
    return out.build()
