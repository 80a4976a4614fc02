"""One decoded record becomes one case: aliases resolved, shapes checked, nothing dropped."""

from __future__ import annotations

from typing import Any, Final

from pydantic import ValidationError

from adjudge_engine.case import Case, case_hash
from adjudge_engine.keys import safe_keys
from adjudge_engine.reading.aliases import CASE, REFERENCE, take
from adjudge_engine.reading.contexts import as_text, read_contexts
from adjudge_engine.reading.items import citations_from, is_mark, labels_from
from adjudge_engine.reading.judge_entries import judgments_from
from adjudge_engine.reading.judged import read_judgments
from adjudge_engine.reading.parts import (
    read_answers,
    read_citations,
    read_expect,
    read_requester,
    text_list,
)
from adjudge_engine.reading.problems import Problem, kind_of, problem_of, without_unknown

_PASSED_ON: Final = ("risk", "labels")


def to_case(value: Any, *, labelled: bool = False) -> Case:
    """The case that a decoded JSON value is. Raises Problem with field and reason.

    `labelled`: a record without an answer is taken too, for the labels and judgments it carries.
    """
    if not isinstance(value, dict):
        raise Problem("", f"a case must be an object, not {kind_of(value)}")
    try:
        record = dict(safe_keys(value))
    except ValueError as error:
        raise Problem("", str(error)) from None
    reader = _Reader(record, labelled)
    data = reader.read()
    case = _validated(data, reader)
    if case.id:
        return case
    return case.model_copy(update={"id": "case-" + case_hash(case).removeprefix("sha256:")[:12]})


class _Reader:
    """Takes a record apart; what nobody asks for ends in `metadata`."""

    def __init__(self, record: dict[str, Any], labelled: bool) -> None:
        self.record = record
        self.labelled = labelled
        self.names: dict[str, str] = {}
        self.extras: dict[str, dict[str, Any]] = {}
        self.metadata: dict[str, Any] = {}

    def read(self) -> dict[str, Any]:
        """The record as `Case` takes it."""
        own = self.record.pop("metadata", None)
        if isinstance(own, dict):
            self.metadata.update(own)
        elif own is not None:
            self.metadata["metadata"] = own
        data: dict[str, Any] = {"id": self._id()}
        data["question"] = self._text("question")
        data["answer"] = self._answer()
        data["contexts"], rest = self._contexts()
        self._extra("contexts", rest)
        for name in _PASSED_ON:
            if self.record.get(name) is not None:
                data[name] = self.record.pop(name)
        data["answers"], rest = read_answers(self.record.pop("answers", None))
        self._extra("answers", rest)
        if isinstance(data.get("risk"), str):
            data["risk"] = data["risk"].strip().lower()
        if self.record.get("tags") is not None:
            data["tags"] = text_list(self.record.pop("tags"), "tags")
        data["created_at"] = as_text(self.record.pop("created_at", None), "created_at")
        data["expect"] = read_expect(self.record.pop("expect", None), self._reference())
        data["requester"] = read_requester(self.record.pop("requester", None))
        self._citations(data)
        self._people_and_judges(data)
        data["generator"] = self._generator()
        for name in ("meta", *self.record):
            self._keep(name)
        return {key: one for key, one in data.items() if one is not None}

    def _id(self) -> str:
        self.names["id"], given = take(self.record, CASE["id"])
        return as_text(given, self.names["id"]) or ""

    def _text(self, field: str) -> str | None:
        name, value = take(self.record, CASE[field])
        self.names[field] = name
        if value is None or isinstance(value, str):
            return value
        raise Problem(name, f"must be text, not {kind_of(value)}")

    def _answer(self) -> str | None:
        present = [name for name in CASE["answer"] if name in self.record]
        answer = self._text("answer")
        if answer is not None or self.labelled:
            return answer
        if self.record.get("answers") is not None:
            return None  # a comparison: its answers are read, and refused, where they stand
        if present:
            raise Problem(present[0], "is null: there is no answer to evaluate")
        raise Problem("answer", "is missing")

    def _contexts(self) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        name, value = take(self.record, CASE["contexts"])
        self.names["contexts"] = name
        return read_contexts(value, name)

    def _reference(self) -> str | None:
        """A reference answer that stands beside `expect`; a list of several stays metadata."""
        for name in REFERENCE:
            if isinstance(self.record.get(name), str):
                return str(self.record.pop(name))
        return None

    def _citations(self, data: dict[str, Any]) -> None:
        given = self.record.pop("citations", None)
        if given is None:
            return
        if not isinstance(given, list):
            raise Problem("citations", f"must be a list, not {kind_of(given)}")
        if not given or not all(map(is_mark, given)):
            data["citations"], rest = read_citations(given)
            self._extra("citations", rest)
            return
        spans = self.record.pop("context_spans", None)
        known = spans if isinstance(spans, list) else []
        data["citations"], rest, unused = citations_from(given, known, data["answer"])
        self._extra("citations", rest)
        left = unused if isinstance(spans, list) else spans
        if left:
            self._put("context_spans", left)

    def _people_and_judges(self, data: dict[str, Any]) -> None:
        human = self.record.get("human")
        if isinstance(human, dict):
            labels = data.get("labels", [])
            if isinstance(labels, list):
                data["labels"] = labels + labels_from(human, data["answer"])
        judgments, rest = read_judgments(self.record.pop("judgments", None), data["answer"])
        self._extra("judgments", rest)
        compared = data["answer"] is None and bool(data["answers"])
        found, unknown = judgments_from(self.record.pop("judge", None), compared=compared)
        data["judgments"] = judgments + found
        if unknown is not None:
            self._put("judge", unknown)

    def _generator(self) -> str | None:
        """Who wrote the answer: a name in the record, else `meta.model`."""
        for name in CASE["generator"]:
            if isinstance(self.record.get(name), str):
                return str(self.record.pop(name))
        meta = self.record.get("meta")
        if isinstance(meta, dict) and isinstance(meta.get("model"), str):
            self.record["meta"] = {key: one for key, one in meta.items() if key != "model"}
            return str(meta["model"])
        return None

    def _keep(self, name: str) -> None:
        """Moves what is left under `name` to the metadata."""
        value = self.record.pop(name, None)
        if name == "meta" and isinstance(value, dict):
            for key, one in value.items():
                self._put(key, one)
        elif value is not None:
            self._put(name, value)

    def _put(self, name: str, value: Any) -> None:
        """Adds to the metadata; a name that is taken already is told apart, never overwritten."""
        while name in self.metadata and self.metadata[name] != value:
            name = f"record.{name}"
        self.metadata[name] = value

    def _extra(self, part: str, rest: dict[str, Any]) -> None:
        if rest:
            self.extras.setdefault(part, {}).update(rest)

    def with_metadata(self, data: dict[str, Any]) -> dict[str, Any]:
        """`data` with the metadata as it stands."""
        metadata = dict(self.metadata)
        for part, rest in self.extras.items():
            name = f"{part}_extra"
            while name in metadata:
                name = f"record.{name}"
            metadata[name] = rest
        return {**data, "metadata": metadata}


def _validated(data: dict[str, Any], reader: _Reader) -> Case:
    """The case; keys that a shape does not know move to the metadata, by their path."""
    try:
        return Case.model_validate(reader.with_metadata(data))
    except ValidationError as error:
        data, unknown = without_unknown(error, data)
    for path, one in unknown.items():
        part = path.partition(".")[0].partition("[")[0]
        reader.extras.setdefault(part, {})[path] = one
    try:
        return Case.model_validate(reader.with_metadata(data))
    except ValidationError as error:
        raise problem_of(error, data, reader.names) from None
