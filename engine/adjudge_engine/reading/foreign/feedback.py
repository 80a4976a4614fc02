"""Feedback on spans and traces, as OpenInference's attributes and Phoenix' annotations write it.

`annotator_kind` says who gave it: HUMAN is a person, LLM and CODE are judges, anything else is
nobody that is known. Names: `spec/semantic_conventions.md` of OpenInference;
`src/phoenix/server/api/routers/v1/annotations.py` of Phoenix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from adjudge_engine.judges.scores.values import Fields, figure, known, text_of
from adjudge_engine.reading.foreign import said
from adjudge_engine.reading.foreign.spans import Attributes, Span, hexadecimal, listed, moment

_PREFIXES: Final = ("annotation", "evaluation")
_CLAIM: Final = ".claim"


@dataclass(frozen=True, slots=True)
class Said:
    """One piece of feedback: a label's or a judgment's fields, or only `raw` from nobody known.

    `trace` and `span` name what it is about, where it says so; `part` that it is about one
    document or a session; `whole` that it speaks of the trace as such.
    """

    by: Literal["person", "judge", "nobody"]
    fields: Fields
    raw: Any
    trace: str = ""
    span: str = ""
    part: bool = False
    whole: bool = False


def is_annotation(value: Any) -> bool:
    """Whether a JSON value is an annotation of Phoenix."""
    return (
        isinstance(value, dict)
        and "annotator_kind" in value
        and isinstance(value.get("name"), str)
        and any(isinstance(value.get(one), str) for one in ("span_id", "trace_id", "session_id"))
    )


def of_annotation(value: dict[str, Any]) -> Said:
    """A Phoenix annotation; `result` holds label, score and explanation."""
    result = value.get("result")
    given = result if isinstance(result, dict) else {}
    metadata = value.get("metadata")
    about = metadata if isinstance(metadata, dict) else {}
    at = moment(value.get("updated_at")) or moment(value.get("created_at"))
    by = value.get("user_id") if about.get("by") is None else about.get("by")
    return _said(
        value["name"],
        value.get("annotator_kind"),
        {**given, "by": by, "at": at, "identifier": value.get("identifier")},
        about,
        said.short(value),
        trace=_id(value.get("trace_id")),
        span=_id(value.get("span_id")),
        part="document_position" in value or not (value.get("trace_id") or value.get("span_id")),
    )


def feedback_of(span: Span) -> list[Said]:
    """What the span's own attributes say: single annotations, and lists of them."""
    out = []
    for prefix in _PREFIXES:
        for start in (f"{prefix}s", f"trace.{prefix}s"):
            for one in listed(span.attributes, start):
                found = _of_attributes(one, prefix, whole=start.startswith("trace."))
                out += [] if found is None else [found]
        own = {name: one for name, one in span.attributes.items() if name.startswith(f"{prefix}.")}
        found = _of_attributes(own, prefix, whole=False) if own else None
        out += [] if found is None else [found]
    return out


def _of_attributes(flat: Attributes, prefix: str, *, whole: bool) -> Said | None:
    start = f"{prefix}."
    given = {name.removeprefix(start): one for name, one in flat.items()}
    name = given.get("name")
    if not isinstance(name, str) or not name.strip():
        return None
    metadata = {
        key.removeprefix("metadata."): one
        for key, one in given.items()
        if key.startswith("metadata.")
    }
    raw = said.short({**given, "name": name})
    return _said(name, given.get("annotator_kind"), given, metadata, raw, whole=whole)


def _said(
    name: str,
    kind: Any,
    given: dict[str, Any],
    about: dict[str, Any],
    raw: Any,
    **place: Any,
) -> Said:
    word = kind.upper() if isinstance(kind, str) else ""
    if word == "HUMAN":
        fields = _label(name, given, about)
        return Said("person" if said.tells(fields) else "nobody", fields, raw, **place)
    if word in ("LLM", "CODE"):
        return Said("judge", _judgment(name, word, given, about), raw, **place)
    return Said("nobody", {}, raw, **place)


def _label(name: str, given: dict[str, Any], about: dict[str, Any]) -> Fields:
    """A person's annotation; of our own exports also the verdict on one claim."""
    by = about.get("by") if given.get("by") is None else given.get("by")
    by = given.get("identifier") if by is None and not _is_key(given.get("identifier")) else by
    value = _word_or_number(given.get("label"), given.get("score"))
    at = str(given.get("at") or "")
    note = given.get("explanation")
    end = about.get("end")
    if name.endswith(_CLAIM) and isinstance(end, int):
        claim = known(
            claim_id=text_of(about.get("claim_id")),
            start=about.get("start", 0),  # a zero was left out once
            end=end,
            text=text_of(note),
            verdict=value,
        )
        label = said.label(name.removesuffix(_CLAIM), None, by=by, at=at)
        return label | {"claims": [claim]}
    label = said.label(name, value, by=by, at=at, note=note)
    missing = about.get("missing")
    if isinstance(missing, list) and all(isinstance(one, str) for one in missing) and missing:
        label["missing"] = missing
    return label | known(corrected_answer=text_of(about.get("corrected_answer")))


def _word_or_number(word: Any, number: Any) -> Any:
    """The label, as a number where it only spells the score."""
    value = figure(number) if not isinstance(number, bool) else None
    if isinstance(word, str) and word.strip():
        spelled = figure(word)
        return spelled if spelled is not None and spelled == value else word
    return word if isinstance(word, bool) else number if isinstance(number, bool) else value


def _judgment(name: str, kind: str, given: dict[str, Any], about: dict[str, Any]) -> Fields:
    return said.judgment(
        name,
        tool="openinference",
        number=given.get("score"),
        word=given.get("label"),
        reason=given.get("explanation"),
        model=about.get("model", about.get("model_name")),
        error=about.get("error"),
        kind=kind,
        identifier=text_of(given.get("identifier")),
    )


def _is_key(value: Any) -> bool:
    """Whether an identifier is a machine's: no name of a person is so long without a blank."""
    return not isinstance(value, str) or not value.strip() or len(value) >= 32


def _id(value: Any) -> str:
    return hexadecimal(value) if isinstance(value, str) and len(value) <= 2_000 else ""
