"""One trace as one case, whichever conventions its spans follow.

The root says question and answer; where it does not, the call of the model does. The passages are
those of the spans that retrieved, in the order in which these began. Attributes: OpenInference
(`spec/semantic_conventions.md`) and the GenAI conventions of OpenTelemetry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from adjudge_engine.judges.scores.values import Fields, known, text_of
from adjudge_engine.reading.decode import Decoder
from adjudge_engine.reading.foreign import genai, said, wordings
from adjudge_engine.reading.foreign.feedback import Said, feedback_of
from adjudge_engine.reading.foreign.said import plain, short
from adjudge_engine.reading.foreign.spans import Attributes, Span, listed
from adjudge_engine.reading.problems import Problem

_KIND: Final = "openinference.span.kind"
_CALLS: Final = frozenset({"LLM"})
#: Spans whose word is about the answer as a whole, where they gave it.
_ANSWERING: Final = frozenset({"LLM", "CHAIN", "AGENT", ""})

Look = Callable[[str], str | None]


def record_of(
    spans: list[Span],
    note: Callable[[str], None],
    look: Look | None = None,
    feedback: Iterable[Said] = (),
) -> Fields:
    """The trace as a native record. Raises Problem where it answers nothing.

    `look` gives the text of a document by its id, where a content store was named. `feedback`:
    what stands beside the spans.
    """
    told = _Trace(_distinct(spans, note), note, look)
    answer = told.answer()
    if answer is None:
        raise Problem("", told.why_no_answer())
    people, judges, rest = told.feedback(answer, feedback)
    root = told.root
    out: Fields = {
        "id": root.trace,
        "question": told.question(),
        "answer": answer,
        "contexts": told.contexts(),
        "labels": people,
        "judgments": judges,
        "generator": told.generator(answer),
        "created_at": root.start or None,
        "tags": told.tags(),
        "metadata": told.metadata(rest),
    }
    return {name: one for name, one in out.items() if one not in (None, [], {})}


class _Trace:
    """The spans of one trace, the root first found."""

    def __init__(self, spans: list[Span], note: Callable[[str], None], look: Look | None) -> None:
        self.spans = sorted(spans, key=lambda one: (one.start or "~", one.order))
        self.note = note
        self.look = look
        self.root = self._root()
        self.calls = [one for one in self.spans if _kind(one) in _CALLS or genai.is_call(one)]

    def _root(self) -> Span:
        """The span without a parent here; of several one that says question and answer."""
        ids = {one.id for one in self.spans}
        tops = [one for one in self.spans if one.parent not in ids] or self.spans
        tops.sort(key=lambda one: bool(one.parent))
        both = [one for one in tops if _asked(one) is not None and _answered(one) is not None]
        found = (both or [one for one in tops if _answered(one) is not None] or tops)[0]
        if len(tops) > 1:
            self.note("traces with several roots: the first that has an answer is the case")
        elif found.parent:
            self.note("traces whose root is not in the file: their topmost span stands for it")
        return found

    def question(self) -> str | None:
        """What was asked."""
        found = _asked(self.root)
        for call in self.calls:
            found = found if found is not None else _asked(call)
        if found is None:
            found = next((one for one in map(_query, self.spans) if one is not None), None)
        return found

    def answer(self) -> str | None:
        """What was answered: by the root, else by the last call that says so."""
        if _kind(self.root) == "EVALUATOR":
            return None
        found = _answered(self.root)
        for call in reversed(self.calls):
            found = found if found is not None else _answered(call)
        return found

    def why_no_answer(self) -> str:
        """The sentence for a trace without an answer."""
        if _kind(self.root) == "EVALUATOR":
            return "is the trace of an evaluator, not of an answer"
        failed = next((one.failed for one in (self.root, *self.spans) if one.failed), "")
        if failed:
            return f"the trace has no answer; it failed: {failed}"
        return "the trace has no answer: neither its root nor a call of a model has an output"

    def contexts(self) -> list[Fields]:
        """The retrieved passages; what gives only ids is looked up, or stays without text."""
        found: list[Any] = []
        for span in self.spans:
            found += _documents(span, "retrieval.documents")
        if not found:
            for span in self.spans:
                found += _documents(span, "reranker.output_documents")
        missing = 0
        for span in self.spans:
            for document in genai.documents(span):
                text = document.get("content")
                if text is None and self.look is not None:
                    text = self.look(document["id"])
                missing += text is None
                found += [] if text is None else [document | {"content": text}]
        if missing:
            self.note(
                "retrieved documents are named by id alone: needs a content store "
                "(--content FILE, a JSON object of id and text)"
            )
        return wordings.passages(found)

    def generator(self, answer: str) -> str | None:
        """The model whose answer this is, else the only one that was called."""
        models = [(_answered(one), name) for one in self.calls if (name := _model(one))]
        own = [name for said, name in models if said == answer]
        names = dict.fromkeys(name for _, name in models)
        return own[-1] if own else next(iter(names)) if len(names) == 1 else None

    def tags(self) -> list[str]:
        """The tags of the root."""
        found = self.root.attributes.get("tag.tags")
        return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []

    def feedback(
        self, answer: str, beside: Iterable[Said]
    ) -> tuple[list[Fields], list[Fields], list[Any]]:
        """Labels, judgments, and what is about other parts of the trace or from nobody known."""
        about: list[Said] = []
        rest: list[Said] = []
        for span in self.spans:
            whole = span is self.root or (
                _kind(span) in _ANSWERING and _answered(span) in (answer, None)
            )
            for one in (*feedback_of(span), *genai.evaluations(span)):
                (about if whole or one.whole else rest).append(one)
        own = {one.id for one in self.spans if one is self.root or _answered(one) == answer}
        for one in beside:
            whole = not one.part and (not one.span or one.span in own)
            (about if whole else rest).append(one)
        if rest:
            self.note("feedback on single steps of a trace is kept in the metadata")
        people = said.merged(one.fields for one in about if one.by == "person")
        judges = [one.fields for one in about if one.by == "judge"]
        nobody = [one.raw for one in about if one.by == "nobody"]
        if nobody:
            self.note("feedback that does not say who gave it is kept in the metadata")
        return people, judges, nobody + [one.raw for one in rest]

    def metadata(self, feedback: list[Any]) -> Fields:
        """Where the case comes from, and what the root says beside it."""
        root = self.root
        source = {"tool": "opentelemetry", "trace_id": root.trace, "span_id": root.id}
        session = text_of(root.attributes.get("session.id"))
        user = text_of(root.attributes.get("user.id"))
        own = root.attributes.get("metadata")
        about = known(
            name=root.name or None,
            spans=len(self.spans),
            failed=root.failed or None,
            metadata=short(_decoded(own)) if own is not None else None,
            feedback=short(plain(feedback)) if feedback else None,
        )
        out: Fields = {
            "source": source | known(session_id=session, user_id=user) | root.resource,
            "trace_id": root.trace,
            "span_id": root.id,
            "trace": about,
        }
        return out


def _distinct(spans: list[Span], note: Callable[[str], None]) -> list[Span]:
    """Each span once: of one written twice the one that ended later, else the last."""
    found: dict[str, Span] = {}
    for one in spans:
        other = found.get(one.id)
        if other is None or one.end >= other.end:
            found[one.id] = one
    if len(found) < len(spans):
        note("spans that stand twice: the one that ended last is taken")
    return list(found.values())


def _kind(span: Span) -> str:
    kind = span.attributes.get(_KIND)
    return kind.upper() if isinstance(kind, str) else ""


def _asked(span: Span) -> str | None:
    if _KIND not in span.attributes and genai.is_call(span):
        return genai.asked(span)
    if _kind(span) in _CALLS:
        said = wordings.last_asked(_messages(span, "llm.input_messages"))
        if said is not None:
            return said
    return _value(span, "input", wordings.question_in)


def _answered(span: Span) -> str | None:
    if _KIND not in span.attributes and genai.is_call(span):
        return genai.answered(span)
    if _kind(span) in _CALLS:
        said = wordings.last_answered(_messages(span, "llm.output_messages"))
        if said is not None:
            return said
    return _value(span, "output", wordings.answer_in)


def _value(span: Span, name: str, found_in: Callable[[Any], str | None]) -> str | None:
    """The input or output of a span: its text, or the part of an object that says it."""
    value = span.attributes.get(f"{name}.value")
    if not isinstance(value, str):
        return None
    if span.attributes.get(f"{name}.mime_type", "text/plain") == "text/plain":
        return value or None
    found = found_in(value)
    return value if found is None else found


def _query(span: Span) -> str | None:
    return _value(span, "input", wordings.question_in) if _kind(span) == "RETRIEVER" else None


def _messages(span: Span, prefix: str) -> list[Fields]:
    out = []
    for one in listed(span.attributes, prefix):
        parts = [
            {"type": "text", "text": part["message_content.text"]}
            for part in listed(one, "message.contents")
            if isinstance(part.get("message_content.text"), str)
        ]
        content = one.get("message.content")
        out.append({"role": one.get("message.role"), "content": parts or content})
    return out


def _documents(span: Span, prefix: str) -> list[Attributes]:
    out = []
    for one in listed(span.attributes, prefix):
        about = {name: value for name, value in one.items() if name.startswith("document.metadata")}
        metadata = _decoded(about.get("document.metadata", _inner(about)))
        fields: Fields = {"content": one.get("document.content"), "id": one.get("document.id")}
        fields["score"] = one.get("document.score")
        out.append(fields | ({"metadata": plain(metadata)} if isinstance(metadata, dict) else {}))
    return out


def _inner(flat: Attributes) -> Attributes | None:
    start = "document.metadata."
    return {name[len(start) :]: value for name, value in flat.items()} or None


def _decoded(value: Any) -> Any:
    """The JSON object that an attribute is written as, else the attribute."""
    if not isinstance(value, str):
        return value
    try:
        return Decoder().decode(value)
    except Problem:
        return value


def _model(span: Span) -> str | None:
    names = ("llm.model_name", "gen_ai.response.model", "gen_ai.request.model")
    return next((one for name in names if (one := text_of(span.attributes.get(name)))), None)
