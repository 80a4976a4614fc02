"""What of a case a value from elsewhere becomes: `answer`, `contexts[].id`, `labels.faithfulness`.

The targets of `--map`, and the names of a table's columns where they have dots in them.
"""

from __future__ import annotations

from typing import Any, Final

from adjudge_engine.judges.scores.values import abstains, figure
from adjudge_engine.reading.contexts import as_text
from adjudge_engine.reading.foreign.lists import texts_in
from adjudge_engine.reading.foreign.paths import EVERY, BadPath, Path
from adjudge_engine.reading.problems import Problem, kind_of

_PLAIN: Final = ("id", "question", "answer", "generator", "risk", "created_at")
_LISTS: Final = ("contexts", "tags", "answers")
#: Taken as they are: a case's own shapes, as objects or lists.
_WHOLE: Final = ("citations", "expect", "requester", "labels", "judgments", "metadata")
_OBJECTS: Final = ("expect", "requester", "metadata")
_IN_LABELS: Final = ("note", "by", "at", "corrected_answer")
_IN_JUDGMENTS: Final = ("rationale", "model")
#: Words of a judge that say that an answer passes, or that it does not.
_GOOD: Final = frozenset({"pass", "passed", "true", "yes", "faithful", "supported", "answerable"})
_BAD: Final = frozenset(
    {"fail", "failed", "false", "no", "unfaithful", "not_supported", "unsupported", "contradicted"}
    | {"partial", "partially_supported", "unanswerable"}
)
KNOWN: Final = (
    *_PLAIN,
    *(f"{one}[]" for one in _LISTS),
    "contexts[].id",
    "contexts[].text",
    "expect.NAME",
    "requester.NAME",
    "metadata.NAME",
    "labels.CRITERION",
    "judgments.CRITERION.JUDGE",
)


def check_target(path: Path) -> None:
    """Raises BadPath where a case has no such place."""
    first, rest = path.steps[0], path.steps[1:]
    names = [one for one in rest if isinstance(one, str)]
    if first in _PLAIN and not rest:
        return
    if first in _LISTS and (not rest or rest == (EVERY,)):
        return
    if first == "contexts" and len(rest) == 2 and rest[0] is EVERY and names:
        return
    if first in _WHOLE and not rest:
        return
    if first in _OBJECTS and names == list(rest[:1]) and rest[1:] in ((), (EVERY,)):
        return
    if len(names) == len(rest) and (
        (first == "labels" and _ends(names, 1, _IN_LABELS))
        or (first == "judgments" and _ends(names, 2, _IN_JUDGMENTS))
    ):
        return
    raise BadPath(f"a case has no place {path.text!r}")


def _ends(names: list[str], least: int, further: tuple[str, ...]) -> bool:
    return len(names) == least or (len(names) == least + 1 and names[-1] in further)


def put(record: dict[str, Any], target: Path, values: list[Any], source: Path) -> None:
    """Puts what was found at `source` into the record, at a checked target. Raises Problem."""
    first, rest = target.steps[0], target.steps[1:]
    if first in _LISTS and len(rest) < 2:
        record[str(first)] = _listed(values, source)
    elif first == "contexts":
        _parallel(record, str(rest[1]), _listed(values, source), source.text)
    elif first in ("labels", "judgments") and rest:
        _said(record, str(first), [str(one) for one in rest], _one(values, source))
    elif not rest:
        record[str(first)] = _one(values, source)
    else:
        name = str(rest[0])
        inner = record.setdefault(str(first), {})
        if not isinstance(inner, dict):
            raise Problem(str(first), f"must be an object, not {kind_of(inner)}")
        inner[name] = _listed(values, source) if EVERY in rest else _one(values, source)


def _listed(values: list[Any], source: Path) -> list[Any]:
    """Several values: one for each item, or those of a list that stands in one place."""
    return values if source.many else texts_in(values[0])


def _one(values: list[Any], source: Path) -> Any:
    if len(values) > 1:
        raise Problem(source.text, f"holds {len(values):,} values where one is needed")
    return values[0]


def _parallel(record: dict[str, Any], name: str, values: list[Any], source: str) -> None:
    """One field of every context; all such fields must come in the same number."""
    contexts = record.setdefault("contexts", [])
    known = isinstance(contexts, list) and all(isinstance(one, dict) for one in contexts)
    if not known or (contexts and len(contexts) != len(values)):
        raise Problem(source, f"holds {len(values):,} values for the {len(contexts):,} contexts")
    if not contexts:
        contexts += [{} for _ in values]
    for one, value in zip(contexts, values, strict=True):
        if value is not None:
            one[name] = value


def _said(record: dict[str, Any], kind: str, names: list[str], value: Any) -> None:
    """A person's label or a judge's word, entry by entry; blank says nothing."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return
    size = 1 if kind == "labels" else 2
    keys = ("criterion",) if kind == "labels" else ("criterion", "judge")
    found = record.setdefault(kind, [])
    if not isinstance(found, list):
        raise Problem(kind, f"must be a list, not {kind_of(found)}")
    own = dict(zip(keys, names, strict=False))
    entry = next((one for one in found if own.items() <= one.items()), None)
    if entry is None:
        entry = own
        found.append(entry)
    if len(names) > size:
        entry[names[-1]] = as_text(value, f"{kind}.{'.'.join(names)}") or ""
    elif kind == "labels":
        entry["value"] = _label(value)
    else:
        entry |= _judgment(value, entry)


def _label(value: Any) -> Any:
    """A label's value: a number where it is one, else the word. Raises Problem for no value."""
    if isinstance(value, str):
        number = figure(value)
        return value.strip().lower() if number is None else number
    if isinstance(value, int | float) and (number := figure(value)) is not None:
        return int(number) if isinstance(value, bool) else value
    raise Problem("labels", f"a label must be a word or a number, not {kind_of(value)}")


def _judgment(value: Any, entry: dict[str, Any]) -> dict[str, Any]:
    """A judge's figure from 0 to 1 as its score, 0 and 1 as its strict word; a word likewise.

    A figure beyond is a value on the judge's own scale; what is neither is an abstention.
    """
    number = figure(value)
    if isinstance(value, str) and number is None:
        word = value.strip().lower().replace(" ", "_")
        parameters = {"parameters": {"verdict": word[:80]}}
        if word in _GOOD or word in _BAD:
            return parameters | {"strict": 1.0 if word in _GOOD else 0.0}
        return parameters | abstains({}, f"the judge's word {word!r:.60} is none that is known")
    if number is None:
        return abstains({}, f"the judge's score is {str(value)[:40]}")
    if number in (0, 1):
        return {"strict": number, "score": number}
    return {"score": number} if 0 < number < 1 else {"value": number}
