"""A lead's own word where two reviewers differ, made from what both say and what the lead picks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from adjudge_engine.vocabulary import UNSUPPORTED
from adjudge_queue.decisions.claim_names import claim_name
from adjudge_queue.records import Action, Adjudication, Decision
from adjudge_tui.leading.differing import Difference

#: What a lead says on some of the differences: a verdict, a value, a text.
Picks = Sequence[tuple[Difference, Any]]
_FAITHFULNESS: Final = "faithfulness"


def side_decision(found: Adjudication, side: int, lead: str, key: str) -> Decision:
    """The first (0) or second (1) of the two decisions, taken over whole; without its note."""
    whole = found.whole[side]
    action: Action = whole["action"]
    labels = tuple({**label, "by": lead} for label in whole.get("labels", ()))
    return Decision(
        action=action,
        reviewer=lead,
        key=key,
        labels=labels if action == "relabel" else (),
        corrected_answer=whole.get("corrected_answer"),
        reason_codes=tuple(whole.get("reason_codes") or ()),
    )


def picked_value(picks: Picks) -> str | None:
    """`unfaithful` where a picked claim says so, else the value picked itself, else None."""
    verdicts = [word for each, word in picks if each.kind == "claim"]
    if any(verdict in UNSUPPORTED for verdict in verdicts):
        return "unfaithful"
    values = [
        word for each, word in picks if each.kind == "value" and each.criterion == _FAITHFULNESS
    ]
    return next((word for word in values if word in ("faithful", "unfaithful")), None)


def picked_answer(found: Adjudication, picks: Picks) -> str | None:
    """The corrected answer: the picked one, else one that both give."""
    for each, word in picks:
        if each.kind == "corrected":
            return str(word) or None
    one, other = (side.get("corrected_answer") for side in found.whole)
    return one if one == other else None


def own_labels(
    found: Adjudication, picks: Picks, value: str | None, lead: str
) -> tuple[dict[str, Any], ...]:
    """The labels of a lead who decides differently from both.

    What both say alike stays; of what they differ in only what is in `picks` is said. `value` is
    that of faithfulness, None is undetermined.
    """
    labels = _in_common(found)
    faithful = labels.setdefault(_FAITHFULNESS, {"criterion": _FAITHFULNESS})
    for each, word in picks:
        if each.kind == "claim":
            claims = labels.setdefault(each.criterion, {"criterion": each.criterion})
            claims.setdefault("claims", []).append(_claim_record(found, each, word))
        elif each.kind == "value" and each.criterion != _FAITHFULNESS and word is not None:
            label = labels.setdefault(each.criterion, {"criterion": each.criterion})
            label |= {"undetermined": True} if word == "undetermined" else {"value": word}
        elif each.kind == "missing" and word:
            label = labels.setdefault(each.criterion, {"criterion": each.criterion})
            label["missing"] = list(word)
    faithful.pop("undetermined", None)
    faithful |= {"value": value} if value else {"value": None, "undetermined": True}
    return tuple({**label, "by": lead} for label in labels.values())


def _in_common(found: Adjudication) -> dict[str, dict[str, Any]]:
    """The labels with what both say: equal ones whole, of others the claims alike."""
    one, other = ({str(x["criterion"]): x for x in side.get("labels", ())} for side in found.whole)
    common: dict[str, dict[str, Any]] = {}
    for criterion in one:
        if criterion not in other:
            continue
        pair = (one[criterion], other[criterion])
        verdicts = {claim_name(claim): claim["verdict"] for claim in pair[1].get("claims", ())}
        alike = [
            dict(claim)
            for claim in pair[0].get("claims", ())
            if verdicts.get(claim_name(claim)) == claim["verdict"]
        ]
        label: dict[str, Any] = {"criterion": criterion}
        label |= {
            key: pair[0][key]
            for key in ("value", "undetermined", "missing")
            if key in pair[0] and pair[0][key] == pair[1].get(key)
        }
        if alike:
            label["claims"] = alike
        if len(label) > 1:
            common[criterion] = label
    return common


def _claim_record(found: Adjudication, each: Difference, verdict: str) -> dict[str, Any]:
    """The claim of a difference with another verdict, as one of the two labels names it."""
    for side in found.whole:
        for label in side.get("labels", ()):
            for claim in label.get("claims", ()):
                if label["criterion"] == each.criterion and claim_name(claim) == each.claim_id:
                    return {**claim, "verdict": verdict}
    return {"claim_id": each.claim_id, "verdict": verdict}
