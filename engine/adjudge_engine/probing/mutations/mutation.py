"""What a planted defect is: one edit of one text, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

from adjudge_engine.case import Case, Citation, Span

DEFECT_SCHEMA: Final = "adjudge.defect/1"

Kind = Literal[
    "dropped_fact",
    "fabricated_number",
    "non_abstention",
    "added_contradiction",
    "inversion",
    "swapped_entity",
    "misattributed_number",
    "cut_context",
]


class Edit(NamedTuple):
    """`before` at `start` of a text becomes `after`. `context_id` None: the text is the answer."""

    start: int
    before: str
    after: str
    context_id: str | None = None

    def applied(self, text: str) -> str:
        """The edited text. Raises ValueError where `before` does not stand at its place."""
        end = self.start + len(self.before)
        if text[self.start : end] != self.before:
            raise ValueError("the edit is of another text")
        return text[: self.start] + self.after + text[end:]


@dataclass(frozen=True, slots=True)
class Void:
    """A defect that could not be planted in a case, or would not have changed its meaning."""

    kind: Kind
    reason: str


@dataclass(frozen=True, slots=True)
class Mutation:
    """A case with one defect planted: `case` is `base` but for `edit`."""

    kind: Kind
    base: Case
    edit: Edit

    @property
    def case(self) -> Case:
        """The mutated case: labels and judgments, which are of the base, are gone; citations keep
        their places in the answer; `metadata.defect` says what was changed, and where."""
        update: dict[str, Any] = {
            "id": f"{self.base.id}#{self.kind}",
            "labels": (),
            "judgments": (),
            "metadata": {
                **self.base.metadata,
                "group": self.base.group,
                "defect": self.defect(),
            },
        }
        if self.edit.context_id is None:
            update["answer"] = self.edit.applied(self.base.answer or "")
            update["citations"] = tuple(self._moved())
        else:
            update["contexts"] = tuple(
                one.model_copy(update={"text": self.edit.applied(one.text)})
                if one.id == self.edit.context_id
                else one
                for one in self.base.contexts
            )
        return self.base.model_copy(update=update)

    def defect(self) -> dict[str, Any]:
        """What was changed, and where: `base[start : start + len(before)]` was `before`."""
        context = self.edit.context_id
        return {
            "schema": DEFECT_SCHEMA,
            "class": self.kind,
            "base": self.base.id,
            "where": "answer" if context is None else "context",
            "context_id": context,
            "start": self.edit.start,
            "end": self.edit.start + len(self.edit.after),
            "before": self.edit.before,
            "after": self.edit.after,
        }

    def _moved(self) -> Iterator[Citation]:
        """The citations, their spans in the answer where the same words stand now."""
        for one in self.base.citations:
            if isinstance(one.claim, Span):
                start, end = self._place(one.claim.start), self._place(one.claim.end)
                span = Span(start=min(start, end), end=end)
                one = one.model_copy(update={"claim": span})
            yield one

    def _place(self, at: int) -> int:
        """Where a place of the old answer is in the new; one within the edit goes to its end."""
        end = self.edit.start + len(self.edit.before)
        if at <= self.edit.start:
            return at
        grown = len(self.edit.after) - len(self.edit.before)
        return at + grown if at >= end else self.edit.start + len(self.edit.after)
