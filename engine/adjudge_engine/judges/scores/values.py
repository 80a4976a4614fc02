"""What all readers of scores share: figures, names of criteria, abstentions, verdict words."""

from __future__ import annotations

import math
import re
from typing import Any, Final

from adjudge_engine.vocabulary import Verdict

#: Fields of a `Judgment`, not validated yet.
Fields = dict[str, Any]

_LONGEST: Final = 80
_NOT_A_NAME: Final = re.compile(r"[^0-9a-z\w.-]+")

#: What judges call their verdict on one claim → ours.
_VERDICTS: Final[dict[str, Verdict]] = {
    "supported": "supported",
    "entailment": "supported",
    "faithful": "supported",
    "yes": "supported",
    "true": "supported",
    "1": "supported",
    "full": "supported",
    "partial": "partial",
    "partially_supported": "partial",
    "partially supported": "partial",
    "not_mentioned": "not_mentioned",
    "not mentioned": "not_mentioned",
    "not_supported": "not_mentioned",
    "not supported": "not_mentioned",
    "unsupported": "not_mentioned",
    "neutral": "not_mentioned",
    "neither": "not_mentioned",
    "idk": "not_mentioned",
    "false": "not_mentioned",
    "0": "not_mentioned",
    "contradicted": "contradicted",
    "contradiction": "contradicted",
    "conflicted": "contradicted",
    "no": "contradicted",
}


def figure(value: Any) -> float | None:
    """A finite number, also where it stands in text or is a truth value; else None."""
    if isinstance(value, bool | int | float):
        try:
            number = float(value)
        except OverflowError:
            return None
    elif isinstance(value, str) and len(value) <= 40:
        try:
            number = float(value)
        except ValueError:
            return None
    else:
        return None
    return number if math.isfinite(number) else None


def verdict_of(value: Any) -> Verdict:
    """Our word for a verdict on a claim: `unsure` for one that nobody knows."""
    if isinstance(value, bool | int | float):
        number = figure(value)
        value = f"{number:g}" if number is not None else ""
    return _VERDICTS.get(value.strip().lower(), "unsure") if isinstance(value, str) else "unsure"


def criterion_name(name: Any) -> str:
    """A metric's name as a criterion: `Answer Relevancy [GEval]` → `answer_relevancy`."""
    text = str(name)[:_LONGEST]
    for bracket in "([":
        head, _, _ = text.partition(bracket)
        text = head if head.strip() else text
    words = _NOT_A_NAME.sub("_", text.strip().lower()).strip("_")
    return words or "score"


def abstains(fields: Fields, message: str) -> Fields:
    """The judgment as an abstention: its record cannot be read."""
    for name in ("value", "score", "strict", "not_contradicted"):
        fields.pop(name, None)
    return fields | {
        "abstained": True,
        "abstention": {"code": "unreadable_record", "message": message},
    }


def text_of(value: Any) -> str | None:
    """A text, or None."""
    return value if isinstance(value, str) and value.strip() else None


def known(**fields: Any) -> dict[str, Any]:
    """The fields that have a value."""
    return {name: one for name, one in fields.items() if one is not None}
