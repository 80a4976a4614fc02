"""A person's labels: checked against the case and its claims, and brought into one form.

Every claim verdict is tied to a claim of the evaluation by id, or, where no claim has exactly
that span, to the span. What a label leaves unsaid is worked out only where that is safe.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from adjudge_engine.errors import DecisionError
from adjudge_engine.vocabulary import LABEL_VERDICTS
from adjudge_queue.file.jsontext import load
from adjudge_queue.file.store import Transaction

_FIELDS: Final = frozenset(
    {
        "criterion",
        "value",
        "claims",
        "missing",
        "corrected_answer",
        "undetermined",
        "by",
        "at",
        "note",
    }
)
_AGAINST: Final = ("partial", "not_mentioned", "contradicted")
_SHORT = 200
#: Labels of one decision; parts of an answer that one label may name by their text.
MOST: Final = 200


def checked(
    labels: Sequence[Mapping[str, Any]], case: Mapping[str, Any], evaluation: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The labels in their stored form, without `by` and `at`, which the decision says.

    Raises DecisionError for anything unknown, contradictory or empty.
    """
    if not labels:
        raise DecisionError("a relabel needs at least one label", "Say what should be different.")
    if len(labels) > MOST:
        raise DecisionError(
            f"those are {len(labels)} labels", f"Give up to {MOST}, one a criterion."
        )
    found: dict[str, dict[str, Any]] = {}
    for label in labels:
        one = _checked_label(label, case, evaluation)
        if one["criterion"] in found:
            raise DecisionError(f"there are two labels for {one['criterion']}", "Give one each.")
        found[one["criterion"]] = one
    return list(found.values())


def checked_on(
    tx: Transaction, item_id: int, evaluation_id: int, labels: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """`checked` against an item's case and one of the evaluations that it had, as stored."""
    row = tx.one(
        "SELECT p.body, e.body FROM payloads p, evaluations e WHERE p.item_id = ? AND e.id = ?",
        (item_id, evaluation_id),
    )
    case, evaluation = (load(text, dict) for text in row or ("{}", "{}"))
    return checked(labels, case, evaluation)


def _checked_label(
    label: Mapping[str, Any], case: Mapping[str, Any], evaluation: Mapping[str, Any]
) -> dict[str, Any]:
    if not isinstance(label, Mapping):
        raise DecisionError("a label is a record with a criterion", f"It has {_list(_FIELDS)}.")
    unknown = sorted(map(repr, set(label) - _FIELDS))
    if unknown:
        raise DecisionError(f"a label has no field {unknown[0][:80]}", f"It has {_list(_FIELDS)}.")
    criterion = label.get("criterion")
    if not isinstance(criterion, str) or not criterion.strip() or len(criterion) > _SHORT:
        raise DecisionError("a label needs the name of its criterion", "For example faithfulness.")
    one: dict[str, Any] = {"criterion": criterion}
    _take_value(one, label.get("value"))
    claims = _claims(_several(label, "claims"), case, evaluation)
    if claims:
        one["claims"] = claims
    missing = [_text(text, "what is missing") for text in _several(label, "missing")]
    if missing:
        one["missing"] = missing
    for key in ("corrected_answer", "note"):
        if label.get(key) is not None:
            one[key] = _text(label[key], key)
    undetermined = label.get("undetermined")
    if undetermined not in (None, False, True):
        raise DecisionError("undetermined is true or false", "Or leave it out.")
    if undetermined:
        one["undetermined"] = True
    if criterion == "faithfulness":
        _complete_faithfulness(one, evaluation)
    elif not set(one) & {"value", "claims", "missing", "undetermined"}:
        raise DecisionError(f"the label for {criterion} says nothing", "Give a value.")
    return one


def _take_value(one: dict[str, Any], value: object) -> None:
    if value is None:
        return
    good = (isinstance(value, str) and 0 < len(value) <= _SHORT) or (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and -(2**53) <= value <= 2**53  # which no NaN and no infinity is
    )
    if not good:
        raise DecisionError(
            f"the value of {one['criterion']} must be a short word or a number",
            "For example faithful, unfaithful, or 1 to 5.",
        )
    one["value"] = value


def _text(text: object, what: str) -> str:
    if not isinstance(text, str) or not text.strip():
        raise DecisionError(f"{what}: there is no text", "Write it, or leave it out.")
    return text


def _several(label: Mapping[str, Any], field: str) -> Sequence[Any]:
    """A field that holds a list; a text is one thing, not a list of its letters."""
    value = label.get(field)
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise DecisionError(f"{field} of a label is a list", "Give one even of a single thing.")
    if field == "missing" and len(value) > MOST:
        raise DecisionError(f"those are {len(value)} things missing", f"Give up to {MOST}.")
    return value


def _claims(
    given: Sequence[Mapping[str, Any]], case: Mapping[str, Any], evaluation: Mapping[str, Any]
) -> list[dict[str, Any]]:
    ids = {claim["id"] for claim in evaluation.get("claims", ())}
    spans: dict[tuple[int, int], str] = {
        (claim["start"], claim["end"]): claim["id"] for claim in evaluation.get("claims", ())
    }
    found: dict[object, dict[str, Any]] = {}
    if len(given) > len(ids) + MOST:
        raise DecisionError(
            f"those are {len(given)} verdicts on claims", f"The item has {len(ids)} claims."
        )
    for claim in given:
        if not isinstance(claim, Mapping):
            raise DecisionError("a labelled claim is a record with a verdict", "Name it by its id.")
        verdict = claim.get("verdict")
        if verdict not in LABEL_VERDICTS:
            raise DecisionError(f"there is no verdict {verdict!r}", f"Use {_list(LABEL_VERDICTS)}.")
        place = _place(claim, ids, spans, case.get("answer") or "")
        where = tuple(place.values())
        if where in found:
            raise DecisionError(f"two verdicts on the same claim {where[0]}", "Give one.")
        found[where] = {**place, "verdict": verdict}
    return list(found.values())


def _place(
    claim: Mapping[str, Any], ids: set[str], spans: Mapping[tuple[int, int], str], answer: str
) -> dict[str, Any]:
    """The claim's id, or its span where no claim has that one."""
    claim_id = claim.get("claim_id")
    if claim_id is not None:
        if not (isinstance(claim_id, str) and claim_id in ids):
            raise DecisionError(
                f"the item has no claim {claim_id!r:.80}", "`adjudge show` lists its claims."
            )
        return {"claim_id": claim_id}
    start, end, text = claim.get("start"), claim.get("end"), claim.get("text")
    if start is None and end is None and isinstance(text, str) and text:
        start = answer.find(text)
        end = start + len(text)
        if start >= 0 and answer.find(text, start + 1) >= 0:
            raise DecisionError("that text stands in the answer more than once", "Give its span.")
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(answer):
        raise DecisionError("a labelled claim is no part of the answer", "Name it by its id.")
    if isinstance(text, str) and text and answer[start:end] != text:
        raise DecisionError(
            f"the answer does not say that at {start}:{end}", "Name the claim by its id."
        )
    known = spans.get((start, end))
    return {"claim_id": known} if known else {"start": start, "end": end}


def _complete_faithfulness(one: dict[str, Any], evaluation: Mapping[str, Any]) -> None:
    """The value that follows from the claims, where none was given."""
    value = one.get("value")
    if value not in (None, "faithful", "unfaithful"):
        raise DecisionError(
            f"faithfulness is faithful or unfaithful, not {value!r}", "Or leave it undetermined."
        )
    if value is not None or one.get("undetermined"):
        return
    verdicts = [claim["verdict"] for claim in one.get("claims", ())]
    if any(verdict in _AGAINST for verdict in verdicts):
        one["value"] = "unfaithful"
    elif "undetermined" in verdicts:
        one["undetermined"] = True
    elif verdicts and _others_supported(one["claims"], evaluation):
        one["value"] = "faithful"
    else:
        raise DecisionError(
            "the label does not say whether the answer is faithful",
            "Give the value faithful or unfaithful, mark it undetermined, or label every claim.",
        )


def _others_supported(labelled: Sequence[Mapping[str, Any]], evaluation: Mapping[str, Any]) -> bool:
    """Whether each claim that was not labelled is proved, or supported by every judge."""
    done = {claim.get("claim_id") for claim in labelled}
    said: dict[str, set[str]] = {}
    for judgment in evaluation.get("judgments", ()):
        if judgment.get("criterion") == "faithfulness" and not judgment.get("abstained"):
            for claim in judgment.get("claims", ()):
                said.setdefault(claim["claim_id"], set()).add(claim["verdict"])
    return all(
        claim["id"] in done or claim.get("proved") or said.get(claim["id"]) == {"supported"}
        for claim in evaluation.get("claims", ())
    )


def _list(words: Sequence[str] | frozenset[str]) -> str:
    return ", ".join(sorted(words) if isinstance(words, frozenset) else words)
