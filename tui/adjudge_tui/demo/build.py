"""The samples become a queue: the evaluating of `adjudge evaluate`, with the demo's own rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, get_args

from adjudge_engine.case import Case
from adjudge_engine.errors import QueueError
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.leading import leading
from adjudge_engine.policy import load_policy
from adjudge_engine.reading import read_cases, read_registry
from adjudge_queue import Queue
from adjudge_queue.records import OPEN_STATES, Filter, Item, State
from adjudge_tui.demo import CASES, DATABASE, POLICY, SOURCES
from adjudge_tui.running.evaluating import evaluate_files
from adjudge_tui.running.tally import Tally
from adjudge_tui.running.under_way import Rules

_ALL: Final = Filter(states=get_args(State))
_MOST: Final = 1_000


@dataclass(frozen=True)
class Sample:
    """One sample as it stands in the queue. `why`: one sentence for its route."""

    item_id: int
    case_id: str
    state: State
    route: str
    risk: str
    why: str


@dataclass(frozen=True)
class Summary:
    """What a run did, and what the queue holds now, most urgent first.

    `rejects` is the file of the samples that could not be evaluated, where there are any.
    """

    db: Path
    evaluated: int
    known: int
    rejected: int
    rejects: Path
    samples: tuple[Sample, ...]

    @property
    def waiting(self) -> list[Sample]:
        """What somebody still has to look at."""
        return [one for one in self.samples if one.state in OPEN_STATES]

    @property
    def routes(self) -> dict[str, int]:
        """Route → number of samples."""
        found = [one.route for one in self.samples]
        return {route: found.count(route) for route in sorted(set(found))}

    def routed(self, route: str) -> list[Sample]:
        """The samples of one route."""
        return [one for one in self.samples if one.route == route]


def build_queue(db: Path, tick: Callable[[Tally], None] = lambda tally: None) -> Summary:
    """Evaluates the samples into the queue `db`, which may hold them already: nothing is doubled.

    Raises QueueError where the file cannot be used, or is the queue of something else.
    """
    rules = Rules(
        policy=load_policy(POLICY), judges=make_judges("local"), sources=read_registry(SOURCES)
    )
    with Queue.open(db, create=True) as queue:
        _refuse_other_work(queue)
        rejects = db.with_name(f"{db.stem}.rejects.jsonl")
        tally = evaluate_files(queue, [CASES], rules, rejects=rejects, tick=tick)
        samples = tuple(_samples(queue))
    return Summary(db, tally.evaluated, tally.known, tally.rejected, rejects, samples)


def _refuse_other_work(queue: Queue) -> None:
    """Samples among real answers would be decided, counted and exported with them."""
    ours = {case.id for case in read_cases(CASES) if isinstance(case, Case)}
    for row in queue.page(_ALL, limit=len(ours) + 1):
        if row.case_id not in ours:
            raise QueueError(
                f"{queue.path} holds answers that are not samples.",
                f"Let the demo have a file of its own: adjudge demo --db {DATABASE}.",
            )


def _samples(queue: Queue) -> Iterable[Sample]:
    for row in queue.page(_ALL, limit=_MOST):
        why = _why(queue.item(row.item_id))
        yield Sample(row.item_id, row.case_id, row.state, row.route, row.risk, why)


def _why(item: Item) -> str:
    """One sentence for the route."""
    if item.row.route == "release":
        proved = item.evaluation["reasons"]["proved"]
        quoted = any(one["code"] == "claim_proved" for one in proved)
        return (
            "every claim is verified word for word"
            if quoted
            else "rightly says that it cannot tell"
        )
    lead = leading(item.evaluation)
    return str(lead["message"]) if lead else ""
