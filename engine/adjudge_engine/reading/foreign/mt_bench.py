"""MT-Bench: its questions and its judges' prompts, neither of which holds an answer to check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudge_engine.reading.foreign.base import Head, Row
from adjudge_engine.reading.foreign.opened import Opened
from adjudge_engine.reading.problems import Problem

_QUESTION: Final = frozenset({"question_id", "turns"})
_PROMPT: Final = frozenset({"prompt_template", "output_format"})
_WHY_QUESTION: Final = Problem("answer", "is missing: the turns of a question, before any model")
_WHY_PROMPT: Final = Problem(
    "", "a prompt for a judge, no case: it holds no question and no answer"
)


class MtBench:
    """`question.jsonl` and `judge_prompts.jsonl`: every record is refused with its reason."""

    name = "mt-bench"
    title = "MT-Bench"

    def recognises(self, head: Head) -> bool:
        """By the names of a question without an answer, or of a judge's prompt."""
        if head.kind not in ("json", "jsonl"):
            return False
        names = head.record.keys()
        answered = names & {"answer", "response", "choices"}
        return names >= _PROMPT or (names >= _QUESTION and not answered)

    def rows(self, opened: Opened) -> Iterator[Row]:
        """Each record, refused."""
        for one in opened.records():
            prompt = isinstance(one.value, dict) and one.value.keys() >= _PROMPT
            yield one.refused(one.problem or (_WHY_PROMPT if prompt else _WHY_QUESTION))

    def cannot_serve(self) -> tuple[str, ...]:
        """What the files lack."""
        return ("no answers: nothing to evaluate",)


FORMATS: Final = (MtBench(),)
