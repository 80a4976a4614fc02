"""What people and judges said in tracing tools, as labels and judgments of our own shape.

Feedback there is a name with a label, a number or both, and says who gave it. A person's word is a
label, a model's or a program's a judgment, and where nobody says whose it is it is neither. A
number keeps the meaning that the tool gives it: which end of its scale is good is not known here,
so only words (and yes or no on names whose good end is known) become `strict`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any, Final

from adjudge_engine.judges.scores.values import (
    Fields,
    abstains,
    criterion_name,
    figure,
    known,
    text_of,
)

_CRITERIA: Final = {
    "faithful": "faithfulness",
    "faithfulness": "faithfulness",
    "groundedness": "faithfulness",
    "retrieval_groundedness": "faithfulness",
    "correct": "correctness",
    "correctness": "correctness",
    "answer_correctness": "correctness",
    "relevance": "relevance",
    "relevance_to_query": "relevance",
    "answer_relevance": "relevance",
    "answer_relevancy": "relevance",
}
#: The good and the bad word of a criterion's label, where it has its own.
_WORDS: Final = {
    "faithfulness": ("faithful", "unfaithful"),
    "correctness": ("correct", "incorrect"),
}
_YES: Final = frozenset({"true", "yes", "pass", "passed"})
_NO: Final = frozenset({"false", "no", "fail", "failed"})
_GOOD: Final = frozenset(
    {"faithful", "supported", "grounded", "factual", "correct", "relevant", "pass", "passed"}
)
_BAD: Final = frozenset(
    {
        "unfaithful",
        "unsupported",
        "not_supported",
        "partially_supported",
        "contradicted",
        "ungrounded",
        "hallucinated",
        "incorrect",
        "irrelevant",
        "unrelated",
        "partial",
        "fail",
        "failed",
    }
)
#: Criteria whose "yes" is the good end.
_YES_IS_GOOD: Final = frozenset(
    {*_CRITERIA.values(), "sufficiency", "context_sufficiency", "safety", "guidelines"}
    | {"guideline_adherence", "relevance_to_context", "chunk_relevance", "equivalence"}
)
_LONGEST: Final = 2_000
#: So many of one person's labels on one criterion are looked at for the one that a part is of.
_LOOKED_BACK: Final = 20


def criterion(name: Any) -> str:
    """A feedback's name as a criterion: `Faithful` → `faithfulness`."""
    found = criterion_name(name)
    return _CRITERIA.get(found, found)


def plain(value: Any) -> Any:
    """A value as metadata can hold it: NaN and infinities as words."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list) else value


def label_value(name: str, value: Any) -> Any:
    """A person's value on the criterion `name` in the words of labels; None where it is none."""
    if isinstance(value, bool):
        value = "true" if value else "false"
    if isinstance(value, str):
        word = value.strip()
        good, bad = _WORDS.get(name, (word, word))
        return good if word.lower() in _YES else bad if word.lower() in _NO else word or None
    if isinstance(value, int | float) and math.isfinite(value):
        return int(value) if float(value).is_integer() else value
    return None


def label(name: Any, value: Any, *, by: Any = None, at: str = "", note: Any = None) -> Fields:
    """A label; without a value that can be read it says nothing, and `value` is missing."""
    found = criterion(name)
    said = label_value(found, value)
    out: Fields = {"criterion": found} | known(
        by=text_of(by) or (str(by) if isinstance(by, int) else None),
        at=at or None,
        note=text_of(note),
    )
    if said == "undetermined":
        return out | {"undetermined": True}
    return out | known(value=said)


def tells(label: Fields) -> bool:
    """Whether a label says anything of the answer, and not only who gave it."""
    return any(name in label for name in ("value", "undetermined", "claims", "corrected_answer"))


def judgment(
    name: Any,
    *,
    tool: str,
    judge: Any = None,
    number: Any = None,
    word: Any = None,
    reason: Any = None,
    model: Any = None,
    error: Any = None,
    **parameters: Any,
) -> Fields:
    """A judgment from a number, a word or a truth value; without any it abstains.

    `number` stands in `value` on the tool's own scale; `word` decides `strict` where its meaning
    is known, and the number is `score` as well where it is 0 or 1 and says the same.
    """
    found = criterion(name)
    if isinstance(number, bool):
        word = word if isinstance(word, str) else number
        number = None
    value = figure(number)
    said = _spelled(word)
    fields: Fields = {"criterion": found, "judge": text_of(judge) or str(name)[:80]}
    fields |= known(model=text_of(model), rationale=text_of(reason))
    fields["parameters"] = {"tool": tool} | known(
        metric=str(name)[:200],
        scale="as the tool gives it" if value is not None else None,
        verdict=said[:200] or None,
        **parameters,
    )
    if error:
        return abstains(fields, f"the tool reports an error: {str(error)[:200]}")
    strict = _strict(found, said)
    if value is None and strict is None:
        none = f"the verdict {said[:40]!r} is not known" if said else "there is no number, no word"
        return abstains(fields, none)
    out = fields | known(value=value, strict=strict)
    return out | ({"score": value} if value is not None and value == strict else {})


def _spelled(word: Any) -> str:
    if isinstance(word, bool):
        return "true" if word else "false"
    return word.strip() if isinstance(word, str) else ""


def _strict(name: str, word: str) -> float | None:
    key = "_".join(word.lower().replace("-", " ").split())[:80]
    if key in _GOOD or (key in _YES and name in _YES_IS_GOOD):
        return 1.0
    if key in _BAD or (key in _NO and name in _YES_IS_GOOD):
        return 0.0
    return None


def merged(labels: Iterable[Fields]) -> list[Fields]:
    """Labels of one person on one criterion as one, where they tell different parts of it.

    A verdict on the answer, verdicts on its claims and a corrected answer come from some tools as
    records of their own.
    """
    out: list[Fields] = []
    told_by: dict[tuple[Any, Any], list[Fields]] = {}
    for one in labels:
        told = told_by.setdefault((one["criterion"], one.get("by")), [])
        first = next((other for other in told[-_LOOKED_BACK:] if not _clash(other, one)), None)
        if first is None:
            out.append(dict(one))
            told.append(out[-1])
            continue
        claims = first.get("claims", []) + one.get("claims", [])
        first |= one
        if claims:
            first["claims"] = claims
    return out


def _clash(one: Fields, other: Fields) -> bool:
    """Whether both say a thing that there is one place for."""
    told = ("value", "undetermined", "note", "corrected_answer", "missing")
    return any(name in one and name in other for name in told)


def short(value: Any) -> Any:
    """A part of a record for the metadata, or how large it is where it is too large to keep."""
    value = plain(value)
    size = len(json.dumps(value))
    return value if size <= _LONGEST else f"left out: {size:,} characters"
