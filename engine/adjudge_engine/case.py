"""A case: one question with the answer under review and all that is known about it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.evaluation import Judgment
from adjudge_engine.keys import JsonObject, NamedTexts
from adjudge_engine.models import Frozen
from adjudge_engine.vocabulary import CitationKind, LabelVerdict, Risk


class Span(Frozen):
    """A half-open range of Unicode code points, `text[start:end]`."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)

    @model_validator(mode="after")
    def _ordered(self) -> Span:
        if self.end < self.start:
            raise ValueError("end lies before start")
        return self


class Cell(Frozen):
    """One table cell; rows and columns count from 0, a merged cell stands at its first place."""

    row: int = Field(ge=0)
    column: int = Field(ge=0)
    row_span: int = Field(default=1, ge=1)
    col_span: int = Field(default=1, ge=1)
    text: str = ""


class Context(Frozen):
    """One retrieved passage. `page` counts from 1. `metadata` holds what the engine ignores."""

    id: str
    text: str = ""
    source_id: str | None = None
    page: int | None = Field(default=None, ge=1)
    element_id: str | None = None
    score: float | None = None
    truncated: bool = False
    kind: str | None = None
    cells: tuple[tuple[str, ...], ...] | tuple[Cell, ...] | None = None
    updated_at: str | None = None
    accesses: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    confidence: float | None = None
    corroborated: bool | None = None
    metadata: JsonObject = Field(default_factory=dict)


class Citation(Frozen):
    """Where the answer says that a claim comes from.

    One locator: `context_id` (with an optional `span`), or `source_id` with `page`,
    `element_id` or `span`, or `source_id` with `table_id`, `row`, `column`. A `page` beside a
    `context_id` is compared with that context's page. `id` is None where the file gave none.
    """

    id: str | None = None
    claim: str | Span | None = None
    context_id: str | None = None
    source_id: str | None = None
    page: int | None = None
    element_id: str | None = None
    span: Span | None = None
    table_id: str | None = None
    row: int | None = None
    column: int | None = None
    fingerprint: str | None = None
    kind: CitationKind | None = None
    quote: str | None = None
    value: str | None = None


class Fact(Frozen):
    """A value that a good answer states; any alias will do. An optional one never fails."""

    value: str
    aliases: tuple[str, ...] = ()
    required: bool = True


class Calculation(Frozen):
    """A declared calculation: numbers are exact decimals in text, names refer to `values`."""

    claimed: str
    formula: str
    values: NamedTexts = Field(default_factory=dict)
    tolerance: str | None = None


class Expect(Frozen):
    """What is expected of the answer; each part is optional and switches its check on."""

    answerable: bool | Literal["unknown"] | None = None
    facts: tuple[Fact, ...] = ()
    criteria: tuple[str, ...] = ()
    answer_schema: JsonObject | bool | None = None
    calculations: tuple[Calculation, ...] = ()
    transaction_date: str | None = None
    reference: str | None = None
    allowed_numbers: tuple[str, ...] = ()
    citations_required: bool | None = None


class Requester(Frozen):
    """Who asked; one group in common with a source is enough to read it.

    `groups` None: the case does not say which ones the requester has; an empty list: none.
    """

    id: str | None = None
    groups: tuple[str, ...] | None = None


class LabelClaim(Frozen):
    """A person's verdict on one claim, by id or by its span in the answer."""

    claim_id: str | None = None
    start: int | None = None
    end: int | None = None
    text: str | None = None
    verdict: LabelVerdict


class Label(Frozen):
    """The right value of one criterion for one case, from a person."""

    criterion: str
    value: str | int | float | None = None
    claims: tuple[LabelClaim, ...] = ()
    missing: tuple[str, ...] = ()
    corrected_answer: str | None = None
    undetermined: bool = False
    by: str | None = None
    at: str | None = None
    note: str | None = None


class Case(Frozen):
    """One question, the answer under review, its contexts, citations and expectations."""

    id: str
    question: str | None = None
    answer: str | None = None
    answers: tuple[str, ...] = ()
    contexts: tuple[Context, ...] = ()
    citations: tuple[Citation, ...] = ()
    expect: Expect = Field(default_factory=Expect)
    requester: Requester | None = None
    risk: Risk = "standard"
    generator: str | None = None
    created_at: str | None = None
    tags: tuple[str, ...] = ()
    metadata: JsonObject = Field(default_factory=dict)
    labels: tuple[Label, ...] = ()
    judgments: tuple[Judgment, ...] = ()

    @model_validator(mode="after")
    def _unique_contexts(self) -> Case:
        seen: set[str] = set()
        for context in self.contexts:
            if context.id in seen:
                raise ValueError(f"two contexts have the id {context.id!r}")
            seen.add(context.id)
        return self

    @property
    def is_comparison(self) -> bool:
        """Two answers to choose from, instead of one to check."""
        return self.answer is None and bool(self.answers)

    @property
    def compared(self) -> tuple[str, ...]:
        """The answers of a comparison; none in any other case."""
        return self.answers if self.is_comparison else ()

    def context(self, context_id: str) -> Context | None:
        """The context of that id, or None."""
        return next((one for one in self.contexts if one.id == context_id), None)

    @property
    def group(self) -> str:
        """What splits must keep together: `metadata.group`, else the source, else the contexts."""
        group = self.metadata.get("group")
        if isinstance(group, str | int):
            return str(group)
        source = next((one.source_id for one in self.contexts if one.source_id), None)
        return source or canonical_hash([one.text for one in self.contexts])


#: What makes a case the same case; labels, judgments, tags and metadata do not.
HASHED_FIELDS = frozenset(
    {
        "question",
        "answer",
        "answers",
        "contexts",
        "citations",
        "expect",
        "requester",
        "risk",
        "generator",
    }
)


def case_hash(case: Case) -> str:
    """`sha256:…` over the content of a case: canonical JSON of `HASHED_FIELDS`, nothing empty."""
    content: dict[str, Any] = case.model_dump(
        mode="json", include=set(HASHED_FIELDS), exclude_defaults=True
    )
    for context in content.get("contexts", ()):
        context.pop("metadata", None)
    return canonical_hash(content)
