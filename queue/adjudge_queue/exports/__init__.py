"""Golden sets in the formats that other tools read.

Each format is a function from golden rows to the text of a file, piece by piece; the same rows
give the same bytes. What a format cannot carry is said in `carries`, and in docs/golden.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from adjudge_queue.exports import (
    argilla,
    deepeval,
    judge_human,
    label_studio,
    langfuse,
    native,
    phoenix,
    promptfoo,
    ragas,
    scout,
)
from adjudge_queue.exports.rows import GoldenCase


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write a golden set.

    `lossless`: `read` gives back every row as it was. A format without `read` cannot be imported.
    """

    write: Callable[[Iterable[GoldenCase]], Iterator[str]]
    suffix: str
    carries: str
    read: Callable[[str], Iterator[dict[str, Any]]] | None = None
    lossless: bool = False


_WHOLE: Final = "everything (the row travels along); withdrawn rows are left out"

#: Name → format, the ones with nothing lost first.
EXPORTS: Final[dict[str, Format]] = {
    "jsonl": Format(native.write, ".jsonl", "everything", native.read, lossless=True),
    "deepeval": Format(deepeval.write, ".json", _WHOLE, deepeval.read, lossless=True),
    "promptfoo": Format(promptfoo.write, ".json", _WHOLE, promptfoo.read, lossless=True),
    "langfuse-dataset": Format(
        langfuse.write_items, ".jsonl", _WHOLE, langfuse.read_items, lossless=True
    ),
    "label-studio": Format(label_studio.write, ".json", _WHOLE, label_studio.read, lossless=True),
    "argilla": Format(argilla.write, ".json", _WHOLE, argilla.read, lossless=True),
    "judge-human": Format(
        judge_human.write,
        ".csv",
        "id, each label's value and who gave it, each judge's value, split, group",
        judge_human.read,
    ),
    "ragas": Format(
        ragas.write,
        ".json",
        "question, answer, contexts, claims with the judge's and the person's verdicts",
    ),
    "langfuse-scores": Format(
        langfuse.write_scores, ".jsonl", "trace, labels, claims, corrected answers, notes, split"
    ),
    "phoenix": Format(
        phoenix.write, ".json", "span, labels, claims, corrected answers, notes, split"
    ),
    "scout": Format(scout.write, ".csv", "id, each label's value, split"),
}
