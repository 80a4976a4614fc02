"""The names that fields go by in other people's files; the first one present with a value wins.

A name that loses stays in `metadata`: nothing is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

Aliases = Mapping[str, tuple[str, ...]]

#: Field of a case → its names, our own first.
CASE: Final[Aliases] = {
    "id": ("id", "case_id", "example_id", "sample_id"),
    "question": ("question", "user_input", "input", "query", "prompt"),
    "answer": ("answer", "response", "actual_output", "output", "prediction", "completion"),
    "contexts": (
        "contexts",
        "retrieved_contexts",
        "retrieval_context",
        "context",
        "documents",
        "passages",
        "retrieved_documents",
        "chunks",
        "sources_text",
    ),
    "generator": ("generator", "model", "model_name"),
}

#: Names of `expect.reference` outside `expect`.
REFERENCE: Final = (
    "reference",
    "ground_truth",
    "expected_output",
    "expected_answer",
    "reference_answer",
)

#: Field of a context → its names.
CONTEXT: Final[Aliases] = {
    "id": ("id", "context_id", "doc_id", "docid", "document_id", "passage_id", "chunk_id", "_id"),
    "text": ("text", "content", "page_content", "passage", "body", "context", "document"),
}


def take(record: dict[str, Any], names: tuple[str, ...]) -> tuple[str, Any]:
    """Removes and gives the first of `names` that has a value, with the name that it had.

    Names whose value is null are removed only when nothing else is found under any of them:
    then the answer is (the first name present, or the first of all, None).
    """
    for name in names:
        if record.get(name) is not None:
            return name, record.pop(name)
    present = [name for name in names if name in record]
    for name in present:
        del record[name]
    return (present or list(names))[0], None
