"""The texts of the panes beside answer and evidence: gates, why an item is here, opinions."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from adjudge_tui.desk.doc import Doc, DocBuilder
from adjudge_tui.desk.gate_bar import OUTCOME_TONES
from adjudge_tui.desk.judged import Opinion, Word
from adjudge_tui.desk.said import verdict_said
from adjudge_tui.desk.views import ClaimView, ItemView, ReasonView
from adjudge_tui.display import cut_quotes
from adjudge_tui.wording.strings import say

#: So many claims, checks or reasons are listed; nobody reads more, and nothing must hold up a key.
MOST: Final = 500


def gates_doc(view: ItemView) -> Doc:
    """The whole table: every gate, every check with what was expected and what was observed."""
    out = DocBuilder()
    out.line(say("details.case", case=view.case_id), "muted")
    numbers = {claim.id: claim.number for claim in view.claims}
    for gate in view.gates:
        start = out.write(f"{gate.glyph} {gate.name} {gate.word}", "heading")
        if gate.outcome in OUTCOME_TONES:
            out.marks[-1] = type(out.marks[-1])(start, out.length, OUTCOME_TONES[gate.outcome])
        out.line()
        for check in gate.checks[:MOST]:
            number = numbers.get(check.claim_id or "")
            claim = f" [{say('judge.on_claim', number=number)}]" if number else ""
            out.write("   ")
            out.write(say(f"outcome.{check.outcome}"), OUTCOME_TONES.get(check.outcome, "muted"))
            out.line(f"  {check.code}{claim}  {check.shown}")
            if check.facing:
                out.line(f"      {check.facing}", "muted")
        _more(out, len(gate.checks))
    return out.build()


def why_doc(view: ItemView) -> Doc:
    """Why the item is here in one line, then the three lists."""
    out = DocBuilder()
    out.line(why_line(view), "heading")
    for key, reasons in (
        ("list.uncertain", view.uncertain),
        ("list.judged", view.judged),
        ("list.proved", view.proved),
    ):
        out.write(say(key), "heading")
        out.line(f"  {len(reasons) or say('list.none')}")
        for reason in reasons[:MOST]:
            out.line(f" {reason.glyph} {_about(reason)}{reason.message}")
        _more(out, len(reasons))
    return out.build()


def _more(out: DocBuilder, count: int) -> None:
    """Say how many of a long list are left out."""
    if count > MOST:
        out.line("   " + say("list.more", count=count - MOST), "muted")


def _about(reason: ReasonView) -> str:
    """Which claim a reason is about, unless its sentence begins with that."""
    if not reason.claim:
        return ""
    about = say("judge.on_claim", number=reason.claim)
    return "" if reason.message.startswith(about) else f"{about}: "


def why_line(view: ItemView, width: int = 0) -> str:
    """The reason that tells most about the route, and how many more the lists have against it.

    With a `width` it is one row of that many cells: where that is too few the route goes, which
    the header names, then the middle of long quotations.
    """
    route = say(f"route.{view.route}")
    lead, others = view.lead.message if view.lead else "", view.against - 1
    if view.handed_on:  # a person's question comes before what the policy found
        lead, others = view.handed_on, view.against
    if view.purged:
        return say("purged.why")
    if not lead:
        if view.priority_reason:
            return say("why.sent", route=route, message=view.priority_reason)
        return say("why.plain", route=route)
    more = say("why.more", count=others) if others > 0 else ""
    text = say("why.sent", route=route, message=lead)
    room = width - cell_len(more) - 2 if more else width
    if width and (len(text) > room or cell_len(text) > room):
        text = cut_quotes(say("why.short", message=lead), room)
    return f"{text}  {more}".rstrip()


def judge_doc(view: ItemView, claim: ClaimView | None) -> Doc:
    """The judges on the chosen claim: verdict, reason, quote; who says it, both readings."""
    out = DocBuilder()
    if not view.opinions:
        out.write(_no_opinion(view), "muted")
        return out.build()
    for opinion in view.opinions:
        word = opinion.words.get(claim.id) if claim else None
        if word is not None:
            said = verdict_said(word.verdict)
            out.write(str(said), said.tone)
            out.line(f"  {word.reason}".rstrip())
            if not word.found:
                _quote(out, view, word)
        _state(out, opinion)
        who = f" · {_who(opinion)}" if len(view.opinions) > 1 else ""
        out.write(f" · {opinion.criterion}{who}", "muted")
        # How many claims are supported says already that a judge was unsure of the others.
        out.line("" if opinion.readings else f"  {opinion.why_not}".rstrip())
        if word is not None and word.found:  # it is marked in the passages too: last
            _quote(out, view, word)
    return out.build()


def _no_opinion(view: ItemView) -> str:
    """Why no judge is shown to have said anything."""
    return say("purged.judge" if view.purged else "judge.none_here", glyph="–")


def judge_title(view: ItemView, claim: ClaimView | None) -> str:
    """Whose opinion the pane holds, on which claim, and the key for all of it."""
    parts = [say("pane.judge")]
    if len(view.opinions) == 1:
        parts.append(_who(view.opinions[0]))
    if claim and view.opinions:
        parts.append(say("judge.on_claim", number=claim.number))
    return "  ".join([*parts, say("pane.judge_more")])


def _state(out: DocBuilder, opinion: Opinion) -> None:
    """The judgment as a whole; both readings of faithfulness where they differ."""
    out.write(str(opinion.state), opinion.state.tone)
    if opinion.readings:
        out.write(f" {opinion.readings}")


def _who(opinion: Opinion) -> str:
    admitted = say("judge.admitted" if opinion.admitted else "judge.not_admitted")
    return f"{say('judge.opinion', judge=opinion.judge)} · {admitted}"


def _quote(out: DocBuilder, view: ItemView, word: Word) -> None:
    """Where a judge's quote stands, then the quote; one that stands nowhere is said to."""
    if not word.quote:
        return
    numbers = [passage.number for passage in view.passages if passage.id in word.found]
    last = len(view.passages)
    out.write("  ")
    if numbers:
        where = ", ".join(f"[{number}]" for number in numbers)
        out.write(say("judge.quotes", where=where), "judge")
    else:
        where = f"[1]–[{last}]" if last > 1 else "[1]"
        out.write(say("judge.quote_void", where=where), "warn")
    out.line(say("judge.quote", quote=word.quote))


def details_doc(view: ItemView) -> Doc:
    """Every opinion in full, the three lists, the item's history."""
    out = DocBuilder()
    out.line(say("details.case", case=view.case_id), "muted")
    if not view.opinions:
        out.line(_no_opinion(view), "muted")
    for opinion in view.opinions:
        _opinion(out, view, opinion)
    out.line()
    lists = why_doc(view)
    start = out.write(lists.text)
    out.marks += (type(m)(m.start + start, m.end + start, m.kind) for m in lists.marks)
    out.line()
    if view.history:
        out.line()
        out.line(say("history"), "heading")
        for event in view.history:
            out.line(f" {event}")
    return out.build()


def _opinion(out: DocBuilder, view: ItemView, opinion: Opinion) -> None:
    _state(out, opinion)
    out.write(f"  {opinion.criterion}", "heading")
    rubric = f" · {say('judge.rubric', rubric=opinion.rubric)}" if opinion.rubric else ""
    out.line(f" · {_who(opinion)}{rubric}", "muted")
    if opinion.why_not:
        out.line(f"  {opinion.why_not}")
    if opinion.rationale:
        out.line(f"  {say('judge.rationale')}: {opinion.rationale}")
    for claim in view.claims[:MOST]:
        word = opinion.words.get(claim.id)
        if word is not None:
            said = verdict_said(word.verdict)
            out.write(f"  {claim.number} ")
            out.write(str(said), said.tone)
            out.line(f"  {word.reason}".rstrip())
            _quote(out, view, word)
    _more(out, len(view.claims))
    for key, entries in (("judge.extra", opinion.extra), ("judge.missing", opinion.missing)):
        if entries:
            out.line(f"  {say(key)}:")
            for entry in entries:
                out.line(f"    {entry}")
