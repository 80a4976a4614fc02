"""Risk against coverage, the quality of abstentions, and the small plot of the terminal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from calibration_samples import SCORED, row, rows_of
from hypothesis import given, settings

from adjudge_engine.calibration.measures.labelled import Labelled
from adjudge_engine.calibration.measures.risk import POINTS, abstentions, risk_coverage
from adjudge_engine.calibration.statistics.confusion import Confusion
from adjudge_engine.calibration.statistics.differences import Difference, difference
from adjudge_engine.calibration.statistics.intervals import Interval
from adjudge_tui.cli.judges.calibrate_plot import plot

#: Four scores; the two of 0.5 are let through together.
BY_HAND = [
    row("good", "pass", 0.1, group="a"),
    row("good", "pass", 0.5, group="b"),
    row("bad", "pass", 0.5, group="c"),
    row("bad", "abstain", 0.9, group="d"),
    row("good", "fail", None, group="e"),
]


def test_points_by_hand() -> None:
    curve = risk_coverage(BY_HAND)
    found = [(one.score, one.passed, one.bad, one.coverage) for one in curve.points]
    assert found == [(0.1, 1, 0, 0.2), (0.5, 3, 1, 0.6), (0.9, 4, 2, 0.8)]
    assert [one.risk for one in curve.points] == [0, 1 / 3, 1 / 2]
    assert (curve.n, curve.scored, curve.base) == (5, 4, 0.5)
    # One of four at risk 0, two at 1/3, one at 1/2; with the bad ones last: 0, 0, 1/3, 1/2.
    assert curve.aurc == pytest.approx((0 + 1 / 3 + 1 / 3 + 1 / 2) / 4)
    assert curve.best == pytest.approx((1 / 3 + 1 / 2) / 4)
    assert (curve.verdicts.passed, curve.verdicts.bad) == (3, 1)
    assert curve.verdicts.coverage == pytest.approx(0.6)
    assert curve.interval is None, "four groups with a score are too few"


def area(rows: Sequence[Labelled]) -> float:
    """The definition, item by item: the risk of letting through everything no worse than it."""
    risks = []
    for one in rows:
        passed = [two for two in rows if (two.score or 0) <= (one.score or 0)]
        risks.append(sum(two.truth == "bad" for two in passed) / len(passed))
    return sum(risks) / len(risks)


@settings(deadline=None)
@given(SCORED)
def test_the_area_follows_its_definition(rows: list[Labelled]) -> None:
    curve = risk_coverage(rows, resamples=20)
    scored = [one for one in rows if one.score is not None]
    assert curve.scored == len(scored)
    if not scored:
        assert (curve.aurc, curve.interval, curve.base, curve.best) == (None, None, None, None)
        assert curve.points == ((curve.verdicts,) if rows else ())
        return
    assert curve.aurc == pytest.approx(area(scored))
    assert curve.best is not None
    assert curve.aurc is not None
    assert curve.best <= curve.aurc + 1e-12
    assert curve.points[-1].passed == len(scored)
    assert [one.passed for one in curve.points] == sorted({one.passed for one in curve.points})
    lines = plot(curve)
    assert bool(lines) == (len(curve.points) > 1)
    assert all(len(line) <= 72 for line in lines)


def test_a_score_that_tells_nothing_gives_the_share_of_bad_ones() -> None:
    same = [row("bad" if at < 3 else "good", "pass", 0.5, group=str(at)) for at in range(12)]
    curve = risk_coverage(same)
    assert curve.aurc == curve.base == 0.25
    assert len(curve.points) == 1
    assert plot(curve) == []


def test_the_interval_redraws_groups() -> None:
    def rows(size: int) -> list[Labelled]:
        return [
            row("bad" if at % 4 == 0 else "good", "pass", (at * 7 % 20) / 20, group=str(at // size))
            for at in range(200)
        ]

    alone, together = risk_coverage(rows(1)), risk_coverage(rows(20))
    assert alone.aurc == together.aurc
    assert alone.interval is not None
    assert alone.aurc is not None
    assert alone.interval.low < alone.aurc < alone.interval.high
    assert risk_coverage(rows(1)[::-1]).interval == alone.interval
    assert risk_coverage(rows(100)).interval is None


def test_a_long_curve_is_written_out_in_a_hundred_points() -> None:
    rows = [
        row("bad" if at % 5 == 0 else "good", "pass", at / 5000, group="g") for at in range(5000)
    ]
    curve = risk_coverage(rows)
    assert len(curve.points) == 5000
    drawn = curve.drawn(POINTS)
    assert 90 <= len(drawn) <= POINTS
    assert (drawn[0], drawn[-1]) == (curve.points[0], curve.points[-1])
    assert len(curve.to_dict()["points"]) == len(drawn)
    assert curve.drawn(2) == (curve.points[0], curve.points[-1])


def test_the_plot_shows_where_the_verdicts_stand() -> None:
    rows = [row("good", "pass", at / 20, group=str(at)) for at in range(10)]
    rows += [row("bad", "fail", 0.5 + at / 20, group=str(at)) for at in range(10)]
    lines = plot(risk_coverage(rows), width=20, height=5)
    assert lines == [
        "  50.0 % ┤                 •••",
        "         │              •••",
        "  25.0 % ┤            ••",
        "         │          ••",
        "   0.0 % ┤•••••••••◆",
        "         └────────────────────",
        "          0 %    50 %     100 %",
    ]


def test_abstaining_where_it_would_have_erred() -> None:
    apt = Confusion(bad_pass=2, bad_fail=10, bad_abstain=18, good_pass=38, good_abstain=2)
    found = abstentions(rows_of(apt))
    assert (found.caught.hits, found.caught.n) == (18, 20)
    assert (found.held_up.hits, found.held_up.n) == (2, 40)
    assert found.bad.value == 0.9
    assert found.gain.value == pytest.approx(0.9 - 0.05)
    assert found.gain.shown


def test_abstaining_at_random_is_no_difference_shown() -> None:
    random = Confusion(bad_pass=10, bad_abstain=5, good_pass=21, good_abstain=10)
    found = abstentions(rows_of(random))
    assert found.gain.value is not None
    assert abs(found.gain.value) < 0.05
    assert not found.gain.shown
    assert not found.to_dict()["gain"]["shown"]


@pytest.mark.parametrize(
    "matrix",
    [Confusion(), Confusion(bad_pass=3, good_pass=4), Confusion(bad_abstain=3, good_fail=4)],
    ids=["empty", "never abstains", "nothing good but failed"],
)
def test_without_abstentions_or_a_kind_nothing_is_said_of_them(matrix: Confusion) -> None:
    found = abstentions(rows_of(matrix))
    assert (found.gain.value, found.gain.interval, found.gain.shown) == (None, None, False)


def test_all_abstained() -> None:
    found = abstentions(rows_of(Confusion(bad_abstain=6, good_abstain=6)))
    assert found.gain.value == 0
    assert found.gain.interval is None
    assert not found.gain.shown
    curve = risk_coverage(rows_of(Confusion(bad_abstain=6, good_abstain=6)))
    assert (curve.verdicts.risk, curve.verdicts.coverage) == (None, 0)


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [(0.1, 0.2, True), (-0.2, -0.1, True), (-0.1, 0.2, False), (0.0, 0.2, False)],
    ids=["above", "below", "across", "touching"],
)
def test_a_difference_smaller_than_its_interval_is_not_shown(
    low: float, high: float, shown: bool
) -> None:
    assert Difference(0.1, Interval(low, high, 0.95, "by hand")).shown is shown
    assert not Difference(0.1, None).shown


def test_a_difference_of_nothing() -> None:
    assert difference([], lambda total: 1.0) == Difference(None, None)
