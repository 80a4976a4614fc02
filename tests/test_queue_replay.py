"""Real annotators at the desk: what the queue tells of their agreement is what is known of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from queue_samples import decision, record
from shared_data import SHARED, needs_shared

from adjudge_engine.calibration.raters.coefficient import Resampling
from adjudge_engine.calibration.raters.cohen import cohen
from adjudge_engine.calibration.raters.multirater import fleiss
from adjudge_engine.calibration.raters.reviewers import (
    ReviewDecision,
    pairwise_agreement,
    ratings_of,
)
from adjudge_queue import Queue

pytestmark = needs_shared

QUICK = Resampling(resamples=0)
Said = Mapping[str, Any]


def rows(name: str) -> list[dict[str, Any]]:
    with (SHARED / "pairwise" / f"{name}.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def known(name: str) -> dict[str, float]:
    figures = json.loads((SHARED / "reference_figures.json").read_text(encoding="utf-8"))
    found: dict[str, float] = figures[name]
    return found


def labels(said: Said) -> list[dict[str, Any]]:
    return [{"criterion": criterion, "value": value} for criterion, value in said.items()]


def at_the_desk(queue: Queue, cases: list[tuple[str, dict[str, Said]]]) -> None:
    """Two annotators decide on each case apart; a third one on a copy of it, since two who agree
    are enough."""
    made = []
    for name, people in cases:
        content: dict[str, Any] = {"metadata": {"group": name}}
        made.append(replace(record(name, **content), second="replayed"))
        if len(people) > 2:
            made.append(record(f"{name}/third", **content))
    for begin in range(0, len(made), 100):
        queue.enqueue(made[begin : begin + 100])
    number = 0
    for _, people in cases:
        number += 1
        first, second, *third = people.items()
        queue.decide(number, decision("relabel", first[0], labels=labels(first[1])))
        done = queue.decide(number, decision("relabel", second[0], labels=labels(second[1])))
        assert done.state == ("decided" if first[1] == second[1] else "adjudication")
        for name, said in third:
            number += 1
            queue.decide(number, decision("relabel", name, labels=labels(said)))


def told(queue: Queue, about: str) -> Iterator[ReviewDecision]:
    """What the queue's figures are made from, the copies under their originals' names."""
    for one in queue.review_decisions():
        case_id = queue.rows([int(one.item)])[0].case_id.removesuffix("/third")
        yield replace(one, item=case_id, verdicts={about: one.verdicts[about]})


def three(path: Path, found: list[dict[str, Any]]) -> list[ReviewDecision]:
    """The annotators of PandaLM through a queue."""
    cases: list[tuple[str, dict[str, Said]]] = [
        (
            row["id"],
            {name: {"preferred": said} for name, said in row["human"]["annotators"].items()},
        )
        for row in found
    ]
    with Queue.open(path, create=True) as queue:
        at_the_desk(queue, cases)
        assert queue.verify().problems == ()
        return list(told(queue, "preferred"))


def test_two_annotators_of_ragchecker_at_the_desk(tmp_path: Path) -> None:
    cases = [(row["id"], row["human"]["annotators"]) for row in rows("ragchecker_meta")]
    figure = known("ragchecker/humans_overall")
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        at_the_desk(queue, cases)
        said = list(told(queue, "overall"))
        states = queue.counts().states
        assert queue.verify().problems == ()
    [pair] = pairwise_agreement(said, how=QUICK)
    assert (pair.agreement.n, round(pair.agreement.value or 0, 4)) == (figure["n"], figure["agree"])
    kappa = cohen(ratings_of(said), "quadratic", how=QUICK).value
    assert round(kappa or 0, 4) == figure["kappa_quadratic"]
    # Who is to settle what has been asked on every criterion, not on one of them alone.
    alike = sum(one["a1"] == one["a2"] for _, one in cases)
    assert states == {"decided": alike, "adjudication": len(cases) - alike}


def test_some_of_pandalms_annotators_at_the_desk(tmp_path: Path) -> None:
    found = rows("pandalm")[::9]
    said = three(tmp_path / "q.db", found)
    ratings = ratings_of(said)
    assert [list(unit.values) for unit in ratings.units()] == [
        list(row["human"]["annotators"].values()) for row in found
    ]


@pytest.mark.stress
def test_all_of_pandalms_annotators_at_the_desk(tmp_path: Path) -> None:
    figure = known("pandalm/humans")
    ratings = ratings_of(three(tmp_path / "q.db", rows("pandalm")))
    agreement = fleiss(ratings, how=QUICK)
    assert (agreement.n, round(agreement.value or 0, 4)) == (figure["n"], figure["fleiss"])
    alike = [len(set(unit.values)) == 1 for unit in ratings.units()]
    assert round(sum(alike) / len(alike), 4) == figure["unanimous"]
