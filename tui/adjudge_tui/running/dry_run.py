"""What a run would ask of judges and what it would cost, without asking: a dry run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any

from adjudge_engine.case import Case
from adjudge_engine.judges.planning import Planned, plan, plan_ranking
from adjudge_engine.judges.running import requests_of
from adjudge_engine.pipeline import assess
from adjudge_engine.reading import Reject, Way, read_numbered
from adjudge_queue import Queue
from adjudge_tui.running.file_counts import FileCounts
from adjudge_tui.running.judge_usage import RANKING
from adjudge_tui.running.one_run import BATCH
from adjudge_tui.running.under_way import Rules


@dataclass
class DryRun:
    """The cases of a run and the calls that it would make, by judge and criterion.

    `barred`: cases that code hands to no judge. `known` ones are in the queue already. `batched`:
    the calls are sent as a batch first.
    """

    cases: int = 0
    known: int = 0
    rejected: int = 0
    barred: int = 0
    batched: bool = False
    files: list[FileCounts] = field(default_factory=list)
    planned: dict[tuple[str, str], Planned] = field(default_factory=dict)

    @property
    def calls(self) -> int:
        """All calls."""
        return sum(one.calls for one in self.planned.values())

    @property
    def cost_usd_most(self) -> float | None:
        """The most that all calls may cost; None where a price is not known."""
        if any(one.unpriced for one in self.planned.values()):
            return None
        return sum(one.cost_usd_most for one in self.planned.values())

    def to_dict(self) -> dict[str, Any]:
        """The plan as JSON values."""
        return {
            "dry_run": True,
            "cases": self.cases,
            "known": self.known,
            "rejected": self.rejected,
            "not_for_judges": self.barred,
            "batch": self.batched,
            "calls": self.calls,
            "cost_usd_most": self.cost_usd_most,
            "judges": [
                {
                    "judge": judge,
                    "criterion": criterion,
                    "calls": one.calls,
                    "tokens_in": one.tokens_in,
                    "tokens_out_most": one.tokens_out_most,
                    "cost_usd_most": None if one.unpriced else one.cost_usd_most,
                    "readings": one.readings,
                    "hosts": sorted(one.hosts),
                }
                for (judge, criterion), one in self.planned.items()
            ],
            "files": [one.to_dict() for one in self.files],
        }


def dry_run(files: Iterable[Path], rules: Rules, queue: Queue | None, way: Way = None) -> DryRun:
    """Reads and checks the cases and renders every prompt; sends nothing and writes nothing."""
    found = DryRun()
    for case in _unknown(found, files, rules, queue, way):
        _plan(found, case, rules)
    return found


def _unknown(
    found: DryRun,
    files: Iterable[Path],
    rules: Rules,
    queue: Queue | None,
    way: Way,
) -> Iterator[Case]:
    """The cases that the queue does not know yet; the others are counted."""
    cases = chain.from_iterable(_cases(found, file, way) for file in files)
    while batch := list(islice(cases, BATCH)):
        pairs = [(case.id, rules.key(case)) for case in batch]
        known = queue.known(pairs) if queue is not None else set()
        for case, pair in zip(batch, pairs, strict=True):
            if pair in known:
                found.known += 1
            else:
                yield case


def _cases(found: DryRun, file: Path, way: Way) -> Iterator[Case]:
    counts = FileCounts(str(file))
    found.files.append(counts)
    for _, _, record in read_numbered(file, format=way, about=counts.about):
        counts.add(record)
        if isinstance(record, Reject):
            found.rejected += 1
        else:
            found.cases += 1
            yield record


def _plan(found: DryRun, case: Case, rules: Rules) -> None:
    assessment = assess(case, rules.sources)
    if not assessment.may_be_judged:
        found.barred += 1
        return
    for judge, request in requests_of(assessment, rules.judges):
        planned = plan(judge, request)
        if planned.calls or planned.readings:
            found.planned.setdefault((judge.name, request.criterion), Planned()).join(planned)
    ranking = rules.ranking
    if ranking is not None and ranking.judge is not None:
        ranked = plan_ranking(ranking.ranker, case)
        if ranked.calls:
            found.planned.setdefault((ranking.judge, RANKING), Planned()).join(ranked)


def unknown_cases(
    files: Iterable[Path], rules: Rules, queue: Queue | None, way: Way = None
) -> Iterator[Case]:
    """The cases that a run would evaluate: those that the queue does not know yet."""
    found = DryRun()
    yield from _unknown(found, files, rules, queue, way)
