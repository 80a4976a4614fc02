"""What judges said, kept as opinions: abstained, failed, not run and a verdict are four things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudge_engine.vocabulary import PREFERENCE, PREFERRED
from adjudge_tui.desk.said import VERDICT_SIGNS, Said, verdict_said
from adjudge_tui.display import display_safe, one_line
from adjudge_tui.wording.strings import say

JSON = Mapping[str, Any]
#: Parts of abstention codes that mean the judge broke down rather than held back.
_BREAKDOWN: Final = frozenset(
    {"parse", "malformed", "timeout", "rate", "truncated", "error", "failed", "unreachable"}
)


@dataclass(frozen=True, slots=True)
class Word:
    """A judge's word on one claim. `found` names the context ids in which its quote stands."""

    verdict: str
    reason: str
    quote: str
    found: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opinion:
    """One judgment: who, on what, in which state; words per claim id."""

    criterion: str
    judge: str
    rubric: str
    admitted: bool
    state: Said
    readings: str
    why_not: str
    rationale: str
    words: Mapping[str, Word]
    extra: tuple[str, ...]
    missing: tuple[str, ...]


def opinions_of(judgments: Sequence[JSON]) -> tuple[Opinion, ...]:
    """All judgments, those on faithfulness first."""
    opinions = [_opinion(judgment) for judgment in judgments]
    return tuple(sorted(opinions, key=lambda one: one.criterion != "faithfulness"))


def _opinion(judgment: JSON) -> Opinion:
    name = one_line(str(judgment.get("judge") or "?"))
    model = one_line(str(judgment.get("model") or ""))
    abstention = judgment.get("abstention") or {}
    return Opinion(
        criterion=one_line(str(judgment.get("criterion") or "?")),
        judge=name if not model or model == name else f"{name} {model}",
        rubric=one_line(str(judgment.get("rubric") or "")),
        admitted=bool(judgment.get("admitted")),
        state=_state(judgment),
        readings=_readings(judgment),
        why_not=one_line(str(abstention.get("message") or abstention.get("code") or "")),
        rationale=display_safe(str(judgment.get("rationale") or "")),
        words={str(one["claim_id"]): _word(one) for one in judgment.get("claims") or ()},
        extra=tuple(
            f"{verdict_said(one['verdict'])}  {one_line(str(one['text']))}"
            for one in judgment.get("extra_claims") or ()
            if one.get("verdict") in VERDICT_SIGNS
        ),
        missing=tuple(one_line(str(one)) for one in judgment.get("missing") or ()),
    )


def _word(one: JSON) -> Word:
    return Word(
        one["verdict"] if one["verdict"] in VERDICT_SIGNS else "unsure",
        one_line(str(one.get("reason") or "")),
        one_line(str(one.get("quote") or "")),
        tuple(dict.fromkeys(str(place["context_id"]) for place in one.get("evidence") or ())),
    )


def _state(judgment: JSON) -> Said:
    if judgment.get("abstained"):
        code = str((judgment.get("abstention") or {}).get("code") or "")
        if code == "no_claims":
            return Said("◌", say("judge.no_claims"), "muted")
        if _BREAKDOWN & set(code.split("_")):
            return Said("!", say("judge.failed"), "muted")
        return Said("◌", say("judge.abstained"), "muted")
    if judgment.get("criterion") == "faithfulness":
        strict = judgment.get("strict")
        if strict is not None:
            if strict >= 1:
                return Said("✓", say("judge.faithful"), "good")
            return Said("✗", say("judge.unfaithful"), "bad")
    preferred = (judgment.get("parameters") or {}).get("preferred")
    if judgment.get("criterion") == PREFERENCE and preferred in PREFERRED:
        tie = preferred == "tie"
        return Said("·", say("judge.tie") if tie else say("judge.prefers", answer=preferred))
    score = judgment.get("score")
    if score is None:
        return Said("–", say("verdict.none"), "muted")
    return Said("·", say("judge.given", score=float(score)))


def _readings(judgment: JSON) -> str:
    """Both readings of faithfulness side by side where they differ, else nothing."""
    score, strict = judgment.get("score"), judgment.get("strict")
    if judgment.get("criterion") != "faithfulness" or score is None or score == strict:
        return ""
    verdicts = [one["verdict"] for one in judgment.get("claims") or ()]
    if verdicts:
        supported = verdicts.count("supported")
        share = say("judge.share", supported=supported, count=len(verdicts))
    else:
        share = say("judge.share_bare", score=float(score))
    return say("judge.readings", share=share)


def judge_said(opinions: Sequence[Opinion], claim_id: str) -> Said:
    """What the judges of faithfulness say about one claim, or which of the silent states it is."""
    faithful = [one for one in opinions if one.criterion == "faithfulness"]
    if not faithful:
        return Said("–", say("judge.not_run"), "muted")
    verdicts = {one.words[claim_id].verdict for one in faithful if claim_id in one.words}
    if len(verdicts) > 1:
        return Said("≠", say("verdict.differ"), "warn")
    if verdicts:
        return verdict_said(verdicts.pop())
    state = faithful[0].state
    if state.glyph in ("!", "◌"):
        return state
    return Said("–", say("verdict.none"), "muted")
