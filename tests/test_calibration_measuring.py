"""All figures of a level at once: consistent with each other, and defined at every edge."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest
from calibration_samples import SCORED, drawn_rows, row, rows_of
from hypothesis import given, settings

from adjudge_engine.calibration.measures.ensemble import MEASURES
from adjudge_engine.calibration.measures.judgments import Asked
from adjudge_engine.calibration.measures.labelled import Labelled
from adjudge_engine.calibration.measures.measuring import REFERENCE_POINTS, measure
from adjudge_engine.calibration.measures.pairwise import calibrate_pairwise_source
from adjudge_engine.calibration.statistics.confusion import Confusion
from adjudge_engine.case import Case
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.preference import Orders, preference
from adjudge_engine.vocabulary import PREFERENCE, Preferred


@settings(deadline=None, max_examples=40)
@given(SCORED)
def test_any_rows_can_be_measured_and_written_as_json(rows: list[Labelled]) -> None:
    level = measure(rows, resamples=20)
    assert json.loads(json.dumps(level.to_dict(), allow_nan=False))["n"] == len(rows)
    assert level.confusion.n == len(rows)
    for one, between in zip(level.ensembles, level.intervals, strict=True):
        for name in MEASURES:
            value, interval = getattr(one, name), between[name]
            if interval is not None and value is not None and interval.method == "wilson":
                assert interval.low <= value <= interval.high


def test_the_intervals_hold_the_figures_and_do_not_depend_on_the_order_of_rows() -> None:
    from random import Random

    rows = drawn_rows(60, Random(4))
    level = measure(rows, resamples=300)
    for one, between in zip(level.ensembles, level.intervals, strict=True):
        for name in (*MEASURES, "alignment"):
            interval = between[name]
            assert interval is not None
            assert interval.low < getattr(one, name) < interval.high
    assert measure(rows[::-1], resamples=300).intervals == level.intervals
    kappa = level.confusion.kappa
    assert kappa == level.ensembles[0].kappa == level.ensembles[1].kappa
    assert level.kappa_interval == level.intervals[1]["kappa"]


@pytest.mark.parametrize(
    ("rows", "alpha"),
    [
        ([], "no_items"),
        ([row("good", "abstain")], "no_items"),
        ([row("good", "pass")], "one_value"),
        (rows_of(Confusion(bad_abstain=4, good_abstain=9)), "no_items"),
        (rows_of(Confusion(good_pass=40)), "one_value"),
    ],
    ids=["empty", "one, abstained", "one", "all abstained", "one class"],
)
def test_at_the_edges_figures_are_undefined_by_name(rows: list[Labelled], alpha: str) -> None:
    level = measure(rows, resamples=50)
    assert level.alpha.undefined == alpha
    assert level.alpha.value is None
    assert all(one.alignment is None and one.undefined for one in level.ensembles)
    assert level.intervals[0]["kappa"] is None
    json.dumps(level.to_dict(), allow_nan=False)


def test_a_rate_without_a_spread_has_wilsons_interval_and_never_certainty() -> None:
    level = measure(rows_of(Confusion(bad_fail=20, good_pass=30)), resamples=50)
    for between in level.intervals:
        assert between["kappa"] is None
        recall = between["recall"]
        assert recall is not None
        assert recall.method == "wilson"
        assert recall.low < 0.9


def test_the_reference_points_are_those_of_the_guides() -> None:
    assert REFERENCE_POINTS == {
        "kappa_substantial": 0.6,
        "kappa_not_the_same_thing": 0.4,
        "labels_to_start": 30,
        "labels_for_a_gate": 200,
        "people_agree": 0.8,
        "within_one_point": 0.8,
    }


@dataclass
class FirstPlace:
    """A judge of pairs that prefers whatever is shown first, unless one answer is empty."""

    name: str = "first"
    remote: bool = False
    criteria: tuple[str, ...] = (PREFERENCE,)
    requests: list[JudgeRequest] = field(default_factory=list)

    def fingerprint(self, criterion: str) -> str:
        """The same for all."""
        return f"first/{criterion}"

    def judge(self, request: JudgeRequest) -> Judgment:
        """Both orders at once."""
        self.requests.append(request)
        first, second = request.case.answers
        better: Preferred | None = "A" if not second else "B" if not first else None
        return preference(self, Orders(better or "A", better or "B"))


def pair(number: int, first: str, second: str, preferred: str | None) -> Case:
    """A comparison with a person's word."""
    labels = [{"criterion": PREFERENCE, "value": preferred, "by": "ines"}] if preferred else []
    return Case.model_validate(
        {"id": str(number), "question": f"{number}?", "answers": [first, second], "labels": labels}
        | {"metadata": {"group": number}}
    )


def test_a_judge_of_pairs_can_be_asked() -> None:
    judge = FirstPlace()
    cases = [pair(at, "yes", "", "A") for at in range(6)]
    cases += [pair(at, "yes", "no", "B") for at in range(6, 10)]
    cases.append(pair(10, "", "no", None))
    found = calibrate_pairwise_source(cases, Asked(judge, PREFERENCE))
    assert all(one.case.labels == () for one in judge.requests)
    assert (found.cases, found.comparisons, found.without_people) == (11, 11, 1)
    assert found.consistent == 7 / 11
    assert found.first_position_wins == (7 + 2 * 4) / 22
    assert (found.counted.n, found.counted.agree, found.counted.kappa) == (6, 1, None)
    assert found.order_ab.n == 10
    assert (found.fingerprint, found.people.verdict) == ("first/preference", "one_person")
    json.dumps(found.to_dict(), allow_nan=False)


def test_no_pairs_at_all() -> None:
    found = calibrate_pairwise_source([], Asked(FirstPlace(), PREFERENCE))
    assert (found.comparisons, found.consistent, found.counted.agree) == (0, None, None)
