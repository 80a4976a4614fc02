"""A run whose prompts go out as batches first: sent by one command, collected by the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from adjudge_engine.judges.llm.batch import Item
from adjudge_engine.judges.llm.batches import Batches, Step
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.judges.planning import calls_of
from adjudge_engine.judges.running import requests_of
from adjudge_engine.pipeline import assess
from adjudge_engine.reading import Way
from adjudge_queue import Queue
from adjudge_tui.running.dry_run import unknown_cases
from adjudge_tui.running.under_way import Rules


def batch_step(
    files: Iterable[Path],
    rules: Rules,
    queue: Queue | None,
    cache: Path | None,
    way: Way = None,
) -> Step:
    """Sends what the run would ask, or collects what was sent. Raises JudgeError.

    Of a case that code hands to no judge nothing is sent; nor are rankings, which cannot wait.
    """

    def items() -> Iterator[tuple[LiteLlmCaller, Item]]:
        for case in unknown_cases(files, rules, queue, way):
            assessment = assess(case, rules.sources)
            if not assessment.may_be_judged:
                continue
            for judge, request in requests_of(assessment, rules.judges):
                for call in calls_of(judge, request):
                    caller = call.model.caller
                    if call.model.batch and isinstance(caller, LiteLlmCaller):
                        yield caller, Item(call.prompt, call.rubric_hash, call.sample)

    return Batches(rules.judges, cache).step(items)
