"""Cuts from costs and with a guarantee; the curve's drawing; the line for the policy."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from io import StringIO
from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rich.console import Console

from adjudge_engine.calibration.measures.labelled import Compared, Labelled
from adjudge_engine.calibration.measures.splits import Split
from adjudge_engine.calibration.releasing.guarantee import cuts_of, guarantee
from adjudge_engine.calibration.releasing.thresholds import (
    PER,
    Costs,
    Cuts,
    check,
    cuts_from,
    fit,
    thresholds,
)
from adjudge_engine.calibration.statistics.confusion import Truth
from adjudge_engine.errors import InputError
from adjudge_engine.policy import Criterion
from adjudge_engine.vocabulary import Reading
from adjudge_tui.cli.judges.plot import Dot, plot
from adjudge_tui.cli.judges.thresholds_view import policy_line, show_guarantee

COSTS = Costs(50, 5, 2)


def row(score: float | None, bad: bool, number: int = 0, split: Split = "dev") -> Labelled:
    truth: Truth = "bad" if bad else "good"
    return Labelled(str(number), f"g{number}", truth, "abstain", score, {}, split)


def drawn(count: int, seed: int, split: Split = "dev") -> list[Labelled]:
    """Scores on a grid; the chance of being bad is the score itself."""
    random = Random(seed)
    scores = [random.randrange(11) / 10 for _ in range(count)]
    return [row(one, random.random() < one, at, split) for at, one in enumerate(scores)]


@pytest.mark.parametrize(
    ("costs", "chances"),
    [
        (Costs(50, 5, 2), (0.04, 0.6, True)),
        (Costs(10, 10, 5), (0.5, 0.5, True)),
        (Costs(4, 4, 3), (0.5, 0.5, False)),
        (Costs(2, 6, 5), (0.75, 0.75, False)),
    ],
    ids=range(4),
)
def test_the_chances_at_which_costs_turn(costs: Costs, chances: tuple[float, float, bool]) -> None:
    assert costs.chances == pytest.approx(chances)


@given(st.floats(0.1, 100), st.floats(0.1, 100), st.floats(0.1, 100), st.floats(0, 1))
def test_no_other_route_is_cheaper_at_any_chance(f: float, b: float, r: float, p: float) -> None:
    costs = Costs(f, b, r)
    expected = {"release": p * f, "block": (1 - p) * b, "review": r}
    low, high, _ = costs.chances
    route = "release" if p <= low else "block" if p >= high else "review"
    assert expected[route] <= min(expected.values()) * (1 + 1e-9) + 1e-12


def test_the_chance_of_being_bad_never_falls() -> None:
    found = fit(drawn(500, 1))
    assert all(one <= other for one, other in pairwise(found.chances))
    assert found.at(-1) == found.chances[0]
    assert found.at(2) == found.chances[-1]
    assert found.at(0.45) == found.at(0.5)  # between two scores: the worse one


def test_the_regression_is_scikit_learns() -> None:
    isotonic = pytest.importorskip("sklearn.isotonic")
    rows = drawn(300, 2)
    scores = [one.score for one in rows]
    theirs = isotonic.IsotonicRegression().fit(scores, [one.truth == "bad" for one in rows])
    found = fit(rows)
    assert list(found.chances) == pytest.approx(list(theirs.predict(found.scores)))


def test_the_cuts_are_where_the_chances_cross() -> None:
    found = fit(drawn(4_000, 3))
    cuts = cuts_from(found, Costs(10, 10, 3))  # released to 0.3, blocked from 0.7
    assert cuts.release == pytest.approx(0.3, abs=0.11)
    assert cuts.block == pytest.approx(0.7, abs=0.11)
    one_cut = cuts_from(found, Costs(4, 4, 3))
    assert one_cut.release is not None
    assert one_cut.block == pytest.approx(one_cut.release + 0.1)


def test_what_has_no_score_goes_to_a_person() -> None:
    cuts = Cuts(0.2, 0.6)
    assert [cuts.route(one) for one in (None, 0.2, 0.21, 0.6)] == [
        "review",
        "release",
        "review",
        "block",
    ]
    assert Cuts(None, None).route(0.0) == "review"
    found = check([row(None, True), row(0.0, True, 1), row(0.9, False, 2)], cuts, COSTS)
    assert found.cost == pytest.approx(PER * (2 + 50 + 5) / 3)
    assert found.routes == {"release": 1, "review": 1, "block": 1}
    assert found.bad == {"release": 1, "review": 1, "block": 0}


def test_the_cost_chosen_is_near_the_least_of_the_curve() -> None:
    found = thresholds(drawn(900, 4), drawn(900, 5, "held-out"), Costs(10, 10, 3))
    assert found.held_out.interval is not None
    assert found.held_out.interval.low < found.held_out.cost < found.held_out.interval.high
    least = min(one.cost for one in found.curve)
    assert found.held_out.cost <= least * 1.1
    assert found.held_out.cost < min(found.held_out.alternatives.values())
    for one in found.curve:
        assert one.low is not None
        assert one.high is not None
        assert one.low <= one.cost <= one.high
    assert found.to_dict()["cuts"] == {"release": found.cuts.release, "block": found.cuts.block}


def test_a_side_without_scores_is_an_error() -> None:
    with pytest.raises(InputError, match="held-out"):
        thresholds(drawn(50, 1), [row(None, True)], COSTS)


# --- the guarantee


def held_out(good: int, bad: int) -> list[Labelled]:
    """Good ones at 0 … 0.5, bad ones at 0.5 … 1."""
    rows = [row(at / good / 2, False, at, "held-out") for at in range(good)]
    return rows + [row(0.5 + at / bad / 2, True, 10_000 + at, "held-out") for at in range(bad)]


def test_the_largest_set_with_the_guarantee() -> None:
    dev = [row(at / 1_000, False, at) for at in range(1_001)]
    found = guarantee(dev, held_out(100, 100), 0.1, 0.95)
    assert found.cut is not None
    assert (found.bad, found.fewest) == (100, 29)
    assert found.released_bad == 4  # five of a hundred would have p = 0.058
    assert found.p_value is not None
    assert found.p_value <= 0.05
    assert found.bound <= 0.1
    assert found.released == 104


def test_too_few_bad_ones_guarantee_nothing() -> None:
    dev = [row(at / 100, False, at) for at in range(101)]
    found = guarantee(dev, held_out(100, 20), 0.05)
    assert (found.cut, found.released, found.fewest) == (None, 0, 59)
    assert found.p_value == pytest.approx(0.95**20)
    nobody = guarantee(dev, held_out(100, 1)[:100], 0.05)
    assert (nobody.cut, nobody.p_value, nobody.tested) == (None, None, 0)


def test_bad_ones_of_one_source_are_no_more_than_one() -> None:
    """Ten bad answers that were copied ten times are not a hundred."""
    dev = [row(at / 100, False, at) for at in range(101)]
    few = [replace(one, group=f"source {at % 10}") for at, one in enumerate(held_out(1, 100)[1:])]
    found = guarantee(dev, few, 0.05)
    assert (found.cut, found.bad) == (None, 100)
    assert found.effect == pytest.approx(10)
    assert found.p_value == pytest.approx(0.95**10)


def test_it_is_told_that_items_of_one_source_count_for_fewer() -> None:
    """Else a hundred bad ones that are no help look like a riddle."""
    dev = [row(at / 100, False, at) for at in range(101)]
    few = [replace(one, group=f"source {at % 10}") for at, one in enumerate(held_out(1, 100)[1:])]
    console = Console(file=StringIO(), width=200)
    show_guarantee(compared(), "answer", guarantee(dev, few, 0.05), None, console)
    assert isinstance(console.file, StringIO)
    said = console.file.getvalue()
    assert "The strictest cut has p = 0.6; items ÷ 10.00, as those of one source err" in said


def test_bad_ones_without_a_score_count_and_are_not_released() -> None:
    dev = [row(at / 100, False, at) for at in range(101)]
    silent = [row(None, True, 20_000 + at, "held-out") for at in range(100)]
    found = guarantee(dev, held_out(50, 1)[:50] + silent, 0.05)
    assert (found.bad, found.released, found.released_bad) == (100, 50, 0)


@given(st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=40))
def test_cuts_are_scores_in_order(scores: list[float | None]) -> None:
    found = cuts_of([row(one, False, at) for at, one in enumerate(scores)])
    assert found == sorted(set(found))
    assert set(found) <= {one for one in scores if one is not None}
    known = [one for one in scores if one is not None]
    assert (not known) or found[-1] == max(known)


# --- the line, and the drawing


def compared(reading: Reading = "score", scored_by: str = "1 - score") -> Compared:
    return Compared("j", "f", "faithfulness", reading, 1.0, scored_by)


@settings(max_examples=200)
@given(st.integers(0, 40), st.integers(1, 40), st.integers(1, 40))
def test_the_line_releases_and_blocks_what_the_cuts_do(part: int, whole: int, more: int) -> None:
    value = min(part, whole) / whole
    release = 1 - value
    block = release + more / 41
    assume(block <= 1)
    line = policy_line(compared(), "answer", release, block)
    said = Criterion.model_validate(tomllib.loads(line)["required_criteria"]["faithfulness"])
    assert value >= said.minimum
    assert value - 2e-6 < said.minimum
    assert said.block_below is not None
    assert 1 - block < said.block_below


def test_the_line_of_an_odd_criterion_is_toml() -> None:
    odd = Compared("j", "f", 'a "b" \u202e.c', "strict", 1.0, "1 - strict")
    said = tomllib.loads(policy_line(odd, "answer", 0.25, None))
    assert list(said["required_criteria"]) == ['a "b" \u202e.c']


def test_the_line_of_a_risk_is_for_the_head() -> None:
    assert policy_line(compared(scored_by="risk"), "claim", 0.0606421, None) == (
        '"passes_below": 0.060642'
    )


def test_a_curve_is_drawn_with_its_band_and_marks() -> None:
    dots = [Dot(at / 10, at, at - 0.5, at + 0.5) for at in range(11)]
    lines = plot(dots, x="share", y="cost", mark=0.52, lines=(4.0,))
    text = "\n".join(lines)
    assert lines[0].strip() == "cost"
    assert all(sign in text for sign in "●░│─")
    assert sum(line.count("●") for line in lines) == 11
    assert len({len(line) <= 72 for line in lines}) == 1


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), max_size=30))
def test_any_points_can_be_drawn(points: list[tuple[float, float]]) -> None:
    lines = plot([Dot(*one) for one in points], x="x", y="y", mark=0.0, lines=(0.0,))
    assert bool(lines) == bool(points)
