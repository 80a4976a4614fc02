"""What of a sitting is kept, and how it is brought back when the item is seen again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from adjudge_queue.records import OPEN_STATES
from adjudge_tui.desk.keeping import Draft, Kept
from adjudge_tui.desk.said import VERDICT_SIGNS
from adjudge_tui.display import cut, one_line
from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from adjudge_tui.desk.laying import Lost
    from adjudge_tui.desk.sitting import Sitting
    from adjudge_tui.desk.views import ItemView


def collected(sitting: Sitting) -> Kept:
    """What must outlive the sitting as it now stands."""
    kept = sitting.kept
    kept.unsent = dict(sitting.unsent)
    made = {*sitting.drafts, *sitting.corrected, *sitting.notes, *sitting.missing}
    made |= {*sitting.criteria, *sitting.codes}
    for item_id in sorted(made | sitting.submitted):
        draft = Draft(
            sitting.evaluations.get(item_id, ""),
            dict(sitting.drafts.get(item_id, {})),
            sitting.corrected.get(item_id, ""),
            sitting.notes.get(item_id, ""),
            list(sitting.missing.get(item_id, ())),
            sitting.criteria.get(item_id, ""),
            list(sitting.codes.get(item_id, ())),
        )
        if draft and item_id not in sitting.submitted:
            kept.drafts[item_id] = draft
        else:
            kept.drafts.pop(item_id, None)
    if sitting.view is not None:
        kept.item = sitting.view.item_id
    return kept


def after_loss(view: ItemView, lost: Lost) -> tuple[ItemView, str]:
    """The item at hand as it stands when its hold is lost, and what became of it, in words."""
    row = lost.row
    if row is None or row.state not in (*OPEN_STATES, "decided"):
        return view, lost.problem
    if row.state != "decided" or row.action is None:
        held = row.holder is not None
        return view, lost.problem if held else say("flash.hold_ran_out")
    who = one_line(row.decided_by or "?")
    now = replace(view, state=row.state, action=row.action, decided_by=who)
    return now, say("decision.by", action=say(f"decision.{row.action}"), who=cut(who, 30))


def restore(sitting: Sitting, view: ItemView) -> None:
    """Bring back what was made on this item in an earlier sitting, for this evaluation.

    Marks that were made in this sitting on another evaluation go: its claims are others.
    """
    known = sitting.evaluations.get(view.item_id)
    if known not in (None, view.evaluation_hash):
        sitting.drafts.pop(view.item_id, None)
    sitting.evaluations[view.item_id] = view.evaluation_hash
    draft = sitting.kept.drafts.get(view.item_id)
    if draft is None or known is not None:
        return
    if draft.evaluation != view.evaluation_hash or not (view.open or view.settled):
        del sitting.kept.drafts[view.item_id]
        return
    claims = {claim.id for claim in view.claims}
    marks = {
        claim: verdict
        for claim, verdict in draft.marks.items()
        if claim in claims and verdict in VERDICT_SIGNS
    }
    if marks:
        sitting.drafts[view.item_id] = marks
    if draft.corrected:
        sitting.corrected[view.item_id] = draft.corrected
    if draft.note:
        sitting.notes[view.item_id] = draft.note
    if draft.missing:
        sitting.missing[view.item_id] = tuple(map(str, draft.missing))
    if draft.criteria:
        sitting.criteria[view.item_id] = draft.criteria
    if draft.codes:
        sitting.codes[view.item_id] = tuple(map(str, draft.codes))


def left_over(sitting: Sitting, view: ItemView | None) -> str:
    """What was restored from the last sitting, in words."""
    if sitting.unsent:
        count = len(sitting.unsent)
        what = say("flash.decision") if count == 1 else say("flash.decisions", count=count)
        return say("flash.unsent_left", what=what)
    draft = sitting.kept.drafts.get(view.item_id) if view is not None else None
    good = draft is not None and view is not None and draft.evaluation == view.evaluation_hash
    return say("flash.draft_back") if good else ""


def not_submitted(sitting: Sitting) -> str:
    """What has been marked or written in this sitting and not submitted, in words."""
    gone = sitting.submitted
    marks = sum(len(marks) for item_id, marks in sitting.drafts.items() if item_id not in gone)
    if marks:
        return say("flash.mark") if marks == 1 else say("flash.marks", count=marks)
    if set(sitting.corrected) - gone:
        return say("flash.answer")
    if {*sitting.missing, *sitting.criteria, *sitting.codes} - gone:
        return say("flash.omission")
    return say("flash.note") if set(sitting.notes) - gone else ""
