"""Real annotators and judges, replayed as raters: the figures that are known of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from shared_data import SHARED, needs_shared

from adjudge_engine.calibration.raters.coefficient import Coefficient, Resampling
from adjudge_engine.calibration.raters.cohen import cohen
from adjudge_engine.calibration.raters.krippendorff import krippendorff
from adjudge_engine.calibration.raters.multirater import fleiss, gwet, percent_agreement
from adjudge_engine.calibration.raters.ordinal import spearman, within
from adjudge_engine.calibration.raters.ratings import Ratings, Value
from adjudge_engine.calibration.raters.reviewers import (
    ReviewDecision,
    pairwise_agreement,
    ratings_of,
)

pytestmark = needs_shared

QUICK = Resampling(resamples=0)
COVERAGE = ("none", "partial", "full")
START = datetime(2026, 1, 5, 8, tzinfo=UTC)


def rows(name: str) -> Iterator[dict[str, Any]]:
    with (SHARED / f"{name}.jsonl").open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def known(prefix: str) -> dict[str, dict[str, float]]:
    figures = json.loads((SHARED / "reference_figures.json").read_text(encoding="utf-8"))
    return {key: figure for key, figure in figures.items() if key.startswith(prefix)}


def to_four(one: Coefficient) -> float:
    assert one.value is not None
    return round(one.value, 4)


def decisions(name: str, criterion: str | None = None) -> list[ReviewDecision]:
    """Every annotator's word as a decision on the item, a minute apart."""
    return [
        ReviewDecision(
            reviewer=annotator,
            item=row["id"],
            at=START + timedelta(minutes=place),
            action="relabel",
            verdicts={"preferred": said if criterion is None else said[criterion]},
            seconds=60,
            group=row["meta"]["group"],
        )
        for place, row in enumerate(rows(name))
        for annotator, said in row["human"]["annotators"].items()
    ]


def people_and_judge(name: str, judge: str, label: str) -> Ratings:
    """People's word and the judge's; a reply in which nothing could be read is missing."""
    people: list[Value | None] = []
    judged: list[Value | None] = []
    groups: list[str] = []
    for row in rows(name):
        said = row["judge"].get(judge, {}).get("verdict")
        people.append(row["human"][label])
        judged.append(None if said in ("unclear", "garbage") else said)
        groups.append(row["meta"]["group"])
    return Ratings.paired(people, judged, groups)


def test_three_annotators_of_pandalm() -> None:
    figure = known("pandalm/humans")["pandalm/humans"]
    said = decisions("pairwise/pandalm")
    ratings = ratings_of(said)
    found = fleiss(ratings)
    assert found.n == figure["n"] == 663
    assert to_four(found) == figure["fleiss"]
    assert found.groups == 111
    assert found.interval is not None
    assert found.analytic is not None
    assert found.interval.low < found.analytic.low  # items of one question err together
    alike = [len(set(unit.values)) == 1 for unit in ratings.units()]
    assert round(sum(alike) / len(alike), 4) == figure["unanimous"]
    # With three ratings on every item α is κ of Fleiss, but for the size of the sample.
    alpha = krippendorff(ratings, how=QUICK).value
    assert found.value is not None
    assert alpha == pytest.approx(found.value + (1 - found.value) / (3 * 663))
    assert to_four(gwet(ratings, how=QUICK)) >= figure["fleiss"]
    pairs = pairwise_agreement(said, how=QUICK)
    assert [(one.first, one.second) for one in pairs] == [("a1", "a2"), ("a1", "a3"), ("a2", "a3")]
    agreed = [one.agreement.value or 0 for one in pairs]
    assert sum(agreed) / 3 == pytest.approx(percent_agreement(ratings, how=QUICK).value)


def test_two_annotators_of_ragchecker() -> None:
    figure = known("ragchecker/humans_overall")["ragchecker/humans_overall"]
    said = decisions("pairwise/ragchecker_meta", "overall")
    (pair,) = pairwise_agreement(said, how=QUICK)
    assert pair.agreement.n == figure["n"] == 180
    assert to_four(pair.agreement) == figure["agree"]
    ratings = ratings_of(said)
    assert to_four(cohen(ratings, "quadratic", how=QUICK)) == figure["kappa_quadratic"]
    near = within(ratings, how=QUICK).value
    assert near is not None
    assert near > figure["agree"]
    correlation = spearman(ratings, how=QUICK).value
    assert correlation == pytest.approx(krippendorff(ratings, "ordinal").value, abs=0.1)


@pytest.mark.parametrize(
    ("prefix", "name", "label"),
    [
        ("pandalm/", "pairwise/pandalm", "preferred"),
        ("wice/", "items/wice_claims_judged", "raw_label"),
        ("nomiracl/", "items/nomiracl_answerability", "label"),
    ],
)
def test_judges_against_people(prefix: str, name: str, label: str) -> None:
    figures = known(prefix)
    figures.pop("pandalm/humans", None)
    assert len(figures) >= 2
    for key, figure in figures.items():
        ratings = people_and_judge(name, key.removeprefix(prefix), label)
        kappa = cohen(ratings, how=QUICK)
        assert kappa.n == figure["n"], key
        assert to_four(percent_agreement(ratings, how=QUICK)) == figure["agree"], key
        assert to_four(kappa) == figure["kappa"], key


def test_coverage_judges_on_an_ordered_scale() -> None:
    figures = known("summhay/")
    assert len(figures) == 6
    answers = list(rows("items/summhay_coverage"))
    for key, figure in figures.items():
        judge = key.removeprefix("summhay/")
        asked = [
            (one["human"], row["judge"][judge][one["criterion_id"]]["verdict"], row)
            for row in answers
            for one in row["human"]["criteria"]
        ]
        ratings = Ratings.paired(
            [people for people, _, _ in asked],
            [said for _, said, _ in asked],
            [row["meta"]["group"] for _, _, row in asked],
        )
        plain = cohen(ratings, scale=COVERAGE, how=QUICK)
        weighted = cohen(ratings, "quadratic", scale=COVERAGE, how=QUICK)
        assert plain.n == figure["n"], key
        assert to_four(percent_agreement(ratings, how=QUICK)) == figure["agree"], key
        assert to_four(plain) == figure["kappa"], key
        assert to_four(weighted) == figure["kappa_quadratic"], key
