"""Every reference figure, whole table: worked out by the product from the raw files.

A figure without a reproduction fails here, so that none is added, or lost, unseen.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import replay_figures as figures
from shared_data import SHARED, needs_shared

from adjudge_engine.calibration.raters.coefficient import Coefficient, Resampling
from adjudge_engine.calibration.raters.cohen import cohen
from adjudge_engine.calibration.raters.multirater import fleiss, percent_agreement
from adjudge_engine.calibration.raters.ratings import Ratings, Value
from adjudge_engine.case import Case

pytestmark = needs_shared

Figures = dict[str, dict[str, Any]]

QUICK = Resampling(resamples=0)
COVERAGE = ("none", "partial", "full")
FACTCC = SHARED / "items" / "factcc_rationales.jsonl"
SUMMHAY = SHARED / "items" / "summhay_coverage.jsonl"
RAGCHECKER = SHARED / "pairwise" / "ragchecker_meta.jsonl"


def in_words(path: Path, criterion: str) -> Figures:
    return {
        one.judge: {"n": one.n, "unclear": one.unclear, "agree": one.agree, "kappa": one.kappa}
        for one in figures.worded(path, criterion)
    }


def people_of(case: Case) -> dict[str, Any]:
    human: Any = case.metadata["human"]
    assert isinstance(human, dict)
    return human


def by_annotator(path: Path, criterion: str | None) -> Ratings:
    """Annotator → case → word, from the cases as they were read."""
    triples: list[tuple[str, Hashable, Value | None]] = [
        (name, case.id, said if criterion is None else said[criterion])
        for case in figures.cases(path)
        for name, said in people_of(case)["annotators"].items()
    ]
    return Ratings.of(triples)


def value(one: Coefficient) -> float:
    assert one.value is not None
    return one.value


def wice() -> Figures:
    return in_words(figures.WICE, "faithfulness")


def nomiracl() -> Figures:
    return in_words(figures.NOMIRACL, "answerability")


def summhay() -> Figures:
    found: Figures = {}
    for judge in figures.raw_records(SUMMHAY)[0]["judge"]:
        people: list[Value | None] = []
        said: list[Value | None] = []
        for record in figures.raw_records(SUMMHAY):
            for one in record["human"]["criteria"]:
                people.append(one["human"])
                said.append(record["judge"][judge][one["criterion_id"]]["verdict"])
        ratings = Ratings.paired(people, said)
        found[judge] = {
            "n": len(people),
            "agree": value(percent_agreement(ratings, how=QUICK)),
            "kappa": value(cohen(ratings, scale=COVERAGE, how=QUICK)),
            "kappa_quadratic": value(cohen(ratings, "quadratic", scale=COVERAGE, how=QUICK)),
        }
    return found


def llmbar() -> Figures:
    return {
        one.judge: {
            "n": one.both_orders,
            "agree_order_ab": one.order_ab.agree,
            "agree_order_ba": one.order_ba.agree,
            "consistent": one.consistent,
            "first_position_wins": one.first_position_wins,
        }
        for one in figures.compared(figures.LLMBAR)
    }


def pandalm() -> Figures:
    ratings = by_annotator(figures.PANDALM, None)
    units = ratings.units()
    found: Figures = {
        one.judge: {
            "n": one.own_order.n,
            "agree": one.own_order.agree,
            "kappa": one.own_order.kappa,
        }
        for one in figures.compared(figures.PANDALM)
    }
    found["humans"] = {
        "n": len(units),
        "fleiss": value(fleiss(ratings, how=QUICK)),
        "unanimous": sum(len(set(one.values)) == 1 for one in units) / len(units),
    }
    return found


def ragchecker() -> Figures:
    ratings = by_annotator(RAGCHECKER, "overall")
    agreement = percent_agreement(ratings, how=QUICK)
    kappa = cohen(ratings, "quadratic", how=QUICK)
    found = {"n": agreement.n, "agree": value(agreement), "kappa_quadratic": value(kappa)}
    return {"humans_overall": found}


def opengate() -> Figures:
    return {
        one.judge: {
            "items": one.items,
            "repeats": one.repeats,
            "mean_sd": one.mean_sd,
            "items_with_any_spread": one.items_with_any_spread,
        }
        for one in figures.spreads()
    }


def factcc_rationales() -> Figures:
    counts: Counter[str] = Counter()
    for case in figures.cases(FACTCC):
        judge: Any = case.metadata["judge"]
        counts.update(one["human_rationale_label"] for one in judge["rationales"])
    return {"": dict(counts)}


REPRODUCED: dict[str, Callable[[], Figures]] = {
    made.__name__: made
    for made in (
        wice,
        nomiracl,
        summhay,
        llmbar,
        pandalm,
        ragchecker,
        opengate,
        factcc_rationales,
    )
}


@cache
def reproduced(prefix: str) -> Figures:
    return REPRODUCED[prefix]()


def names() -> list[str]:
    path = SHARED / "reference_figures.json"
    return list(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else []


@pytest.mark.parametrize("name", names())
def test_every_figure_comes_out_of_the_raw_files(name: str) -> None:
    prefix, _, rest = name.partition("/")
    if prefix == "optional":
        held = json.loads((SHARED / "manifest.json").read_text(encoding="utf-8"))["sets"]
        assert not [one for one in held if one.startswith(rest.partition("/")[0])], (
            f"the raw files of {name} are there: reproduce it"
        )
        pytest.skip("the raw files of this one are not among the data")
    assert prefix in REPRODUCED, f"nothing reproduces {name}"
    found = reproduced(prefix)[rest]
    for figure, known in figures.reference()[name].items():
        assert round(found[figure], 4) == known, (name, figure)


@pytest.mark.parametrize("prefix", sorted(REPRODUCED))
def test_no_judge_of_a_file_is_without_a_figure(prefix: str) -> None:
    known = {name for name in names() if name.partition("/")[0] == prefix}
    made = {f"{prefix}/{rest}" if rest else prefix for rest in reproduced(prefix)}
    assert made == known
