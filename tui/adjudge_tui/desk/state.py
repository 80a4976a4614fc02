"""One item as the review screen shows it: built from JSON values, pure, without Textual.

Every text from outside passes `display_safe` here, exactly once; it keeps lengths, so the spans
of claims, checks and evidence hold for what is on the screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudge_engine.leading import leading
from adjudge_engine.vocabulary import GATES
from adjudge_queue.records import Item
from adjudge_tui.desk.answers import answer_text
from adjudge_tui.desk.blinding import without_judge
from adjudge_tui.desk.doc import Doc, DocBuilder, Mark, sorted_marks
from adjudge_tui.desk.event_words import event_said, handed_on
from adjudge_tui.desk.judged import Opinion, judge_said, opinions_of
from adjudge_tui.desk.passages import Link, NearMisses, Passage, links_of, passages_of
from adjudge_tui.desk.said import OUTCOME_GLYPHS, Said
from adjudge_tui.desk.views import JSON, CheckView, ClaimView, GateView, ItemView, ReasonView
from adjudge_tui.display import display_safe, one_line
from adjudge_tui.sources.source_places import places_of
from adjudge_tui.wording.strings import say

_WORST: Final = {"fail": 0, "unavailable": 1, "pass": 2, "not_applicable": 3}


def build_view(item: Item, *, hidden: bool = False) -> ItemView:
    """The view of one item of the queue; `hidden`: without all that a judge had a part in."""
    case, row = item.case, item.row
    evaluation = without_judge(item.evaluation) if hidden else item.evaluation
    raw_claims = tuple(evaluation.get("claims") or ())
    numbers = {str(claim["id"]): number for number, claim in enumerate(raw_claims, 1)}
    gates = _gates(evaluation.get("gates") or {})
    opinions = opinions_of(evaluation.get("judgments") or ())
    places = places_of(case, evaluation)
    passages, seen, evidence = passages_of(case.get("contexts") or (), places)
    purged = "purged" in case
    if purged:  # what is not there any more is not what never was
        evidence = Doc(say("purged.evidence"))
    links = links_of(evaluation, passages, numbers, zip(places, seen, strict=True))
    claims = _claims(
        raw_claims, gates, None if hidden else opinions, links, passages, evidence.text
    )
    reasons = evaluation.get("reasons") or {}
    lead = None if hidden else leading(evaluation)
    written = answer_text(case)
    answer = display_safe(written)
    return ItemView(
        item_id=row.item_id,
        case_id=one_line(row.case_id),
        question=_question(case),
        answer=answer,
        answer_marks=_answer_marks(claims, evaluation.get("gates") or {}, len(answer)),
        answer_abstained=_abstained(evaluation.get("gates") or {}),
        claims=claims,
        passages=passages,
        evidence=evidence.text,
        evidence_marks=_evidence_marks(evidence, claims),
        gates=gates,
        opinions=opinions,
        proved=_reasons(reasons.get("proved") or (), numbers),
        judged=_reasons(reasons.get("judged") or (), numbers),
        uncertain=_reasons(reasons.get("uncertain") or (), numbers),
        lead=next(iter(_reasons([lead] if lead else [], numbers)), None),
        against=_against(reasons),
        route="" if hidden else str(evaluation.get("route") or row.route),
        risk=row.risk,
        state=row.state,
        priority_reason="" if hidden else one_line(row.priority_reason),
        decided_by=one_line(row.decided_by) if row.decided_by else None,
        action=row.action,
        evaluation_hash=item.evaluation_hash,
        history=() if hidden else history_said(item),
        handed_on="" if hidden else handed_on_said(item),
        raw_claims=raw_claims,
        hidden=hidden,
        masked=item.masked,
        adjudication=is_in_adjudication(item),
        as_written=answer == written,
        purged=purged,
    )


def _question(case: JSON) -> str:
    """The question, or why there is none to show."""
    if "purged" in case:
        return say("purged.text", event=one_line(str(case["purged"])))
    return display_safe(str(case.get("question") or "")) or say("question.none")


def _gates(gates: JSON) -> tuple[GateView, ...]:
    """Every gate, worst first, otherwise in the layers' order."""
    views = []
    for name in GATES:
        gate = gates.get(name)
        if gate is not None:
            checks = [_check(check) for check in gate.get("checks") or ()]
            checks.sort(key=lambda check: _WORST[check.outcome])
            views.append(GateView(name, gate["outcome"], tuple(checks)))
    return tuple(sorted(views, key=lambda gate: _WORST[gate.outcome]))


def _check(check: JSON) -> CheckView:
    facing = [
        say(f"check.{side}", text=one_line(str(place["text"])))
        for side in ("expected", "observed")
        if (place := check.get(side)) and place.get("text")
    ]
    return CheckView(
        check["outcome"],
        one_line(check["code"]),
        one_line(check["message"]),
        check.get("claim_id"),
        " · ".join(facing),
    )


def _claims(
    raw: Sequence[JSON],
    gates: Sequence[GateView],
    opinions: Sequence[Opinion] | None,
    links: Mapping[str, tuple[Link, ...]],
    passages: Sequence[Passage],
    evidence: str,
) -> tuple[ClaimView, ...]:
    by_claim: dict[str, list[tuple[str, str]]] = {}
    for gate in gates:
        for check in gate.checks:
            if check.claim_id:
                by_claim.setdefault(check.claim_id, []).append((check.outcome, gate.name))
    views = []
    near = NearMisses(passages, evidence)
    for number, claim in enumerate(raw, 1):
        found = links.get(claim["id"], ())
        text = one_line(str(claim["text"]))
        views.append(
            ClaimView(
                number,
                claim["id"],
                text,
                claim["start"],
                claim["end"],
                _code_said(bool(claim.get("proved")), by_claim.get(claim["id"], []), found),
                None if opinions is None else judge_said(opinions, claim["id"]),
                found,
                None if found else near.of(text),
            )
        )
    return tuple(views)


def _code_said(proved: bool, checks: list[tuple[str, str]], links: Sequence[Link]) -> Said:
    """The worst thing that code found about a claim; a passed property never proves it."""
    worst = min(checks, key=lambda one: _WORST[one[0]], default=None)
    if worst and worst[0] in ("fail", "unavailable"):
        return Said(OUTCOME_GLYPHS[worst[0]], worst[1], "bad" if worst[0] == "fail" else "warn")
    if proved:
        return Said("✓", say("check.proved"), "good")
    if worst and worst[0] == "pass":
        return Said("✓", worst[1])
    if links:
        return Said("~", say("check.passage"), "muted")
    return Said("∅", say("check.no_passage"), "warn")


def _answer_marks(claims: Sequence[ClaimView], gates: JSON, length: int) -> tuple[Mark, ...]:
    marks = [Mark(one.start, one.end, "claim", str(one.number)) for one in claims]
    for gate in gates.values():
        for check in gate.get("checks") or ():
            if check["outcome"] != "fail":
                continue
            for place in (check.get("observed"), check.get("expected")):
                where = (place or {}).get("where") or {}
                if place and where.get("part") == "answer" and place.get("start") is not None:
                    start, end = place["start"], place.get("end") or place["start"]
                    if not where.get("path") and start < end <= length:
                        marks.append(Mark(start, end, "failed"))
    return sorted_marks(marks)


def _abstained(gates: JSON) -> bool:
    codes = {check["code"] for check in (gates.get("abstention") or {}).get("checks") or ()}
    return bool(codes & {"abstained", "refusal", "over_abstained", "asserts_beside"})


def _evidence_marks(evidence: Doc, claims: Sequence[ClaimView]) -> tuple[Mark, ...]:
    marks = list(evidence.marks)
    for claim in claims:
        for link in claim.links:
            kind, sign = ("judge", "=") if link.by == "judge" else ("link", "~")
            marks.append(Mark(link.start, link.end, kind, f"{sign}{claim.number}"))
    return sorted_marks(marks)


def _reasons(reasons: Sequence[JSON], numbers: Mapping[str, int]) -> tuple[ReasonView, ...]:
    return tuple(
        ReasonView(
            one_line(str(one.get("message") or one.get("code") or "")),
            OUTCOME_GLYPHS.get(one.get("outcome") or "", "·"),
            numbers.get(one.get("claim_id") or ""),
            one.get("gate"),
            one.get("action"),
        )
        for one in reasons
    )


def _against(reasons: JSON) -> int:
    """How many of the listed reasons speak against the answer: all that is uncertain, and what
    was proved and demands anything but a release.
    """
    proved = [one.get("action") for one in reasons.get("proved") or ()]
    demanding = sum(action not in (None, "release") for action in proved)
    return len(reasons.get("uncertain") or ()) + demanding


def history_said(item: Item) -> tuple[str, ...]:
    """The item's events, one line each."""
    return tuple(event_said(event) for event in item.history)


def handed_on_said(item: Item) -> str:
    """Who handed the item on and what they asked, while that stands; else empty."""
    return handed_on(item.history) if item.row.action == "escalate" else ""


def is_in_adjudication(item: Item) -> bool:
    """Whether two have spoken apart on it, also while somebody holds it."""
    if item.row.state != "claimed":
        return item.row.state == "adjudication"
    rests = [event["body"]["rest"] for event in item.history if "rest" in event["body"]]
    return rests[-1:] == ["adjudication"]


def first_doubt(view: ItemView) -> int:
    """The claim to look at first (from 0): what code refused, what a judge did, what is open."""

    def rank(index: int) -> int:
        claim = view.claims[index]
        if claim.check.tone == "bad":
            return 0
        if claim.judge is not None and claim.judge.tone == "bad":
            return 1
        judged = claim.judge is None or claim.judge.glyph == "✓"
        open_to_doubt = claim.check.tone == "warn" or not judged
        return 2 if open_to_doubt else 3

    return min(range(len(view.claims)), key=rank, default=0)


def answer_doc(view: ItemView) -> tuple[Doc, int]:
    """Question and answer as one document, and the offset at which the answer starts in it."""
    builder = DocBuilder()
    builder.line(view.question, "heading")
    if view.answer_abstained:
        builder.line(say("answer.abstained"), "muted")
    offset = builder.length
    if view.purged:
        return builder.build(), offset
    if not view.answer.strip():
        builder.write(say("answer.empty"), "muted")
        return builder.build(), offset
    builder.write(view.answer)
    marks = list(builder.marks)
    marks += (Mark(m.start + offset, m.end + offset, m.kind, m.tag) for m in view.answer_marks)
    return Doc("".join(builder.parts), sorted_marks(marks)), offset
