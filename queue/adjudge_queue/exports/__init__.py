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
    inspect_samples,
    judge_human,
    label_studio,
    langfuse,
    mlflow,
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
    `parts`: what of one row goes into the file, where that may be nothing.
    """

    write: Callable[[Iterable[GoldenCase]], Iterator[str]]
    suffix: str
    carries: str
    read: Callable[[str], Iterator[dict[str, Any]]] | None = None
    lossless: bool = False
    parts: Callable[[GoldenCase], Iterable[object]] | None = None

    def holds(self, row: GoldenCase) -> bool:
        """Whether anything of a row that was not withdrawn goes into the file."""
        return self.parts is None or any(True for _ in self.parts(row))


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
    "mlflow": Format(mlflow.write, ".json", _WHOLE, mlflow.read, lossless=True),
    "inspect": Format(inspect_samples.write, ".jsonl", _WHOLE, inspect_samples.read, lossless=True),
    "judge-human": Format(
        judge_human.write,
        ".csv",
        "id, each label's value and who gave it, each judge's value, split, group",
        judge_human.read,
        parts=judge_human.of_row,
    ),
    "ragas": Format(
        ragas.write,
        ".json",
        "question, answer, contexts, claims with the judge's and the person's verdicts",
        parts=ragas.of_row,
    ),
    "langfuse-scores": Format(
        langfuse.write_scores,
        ".jsonl",
        "trace, labels, claims, corrected answers, notes, split",
        parts=langfuse.scores,
    ),
    "phoenix": Format(
        phoenix.write,
        ".json",
        "span, labels, claims, corrected answers, notes, split",
        parts=phoenix.of_row,
    ),
    "scout": Format(scout.write, ".csv", "id, each label's value, split", parts=scout.targets),
}
