"""Figures on reviewers: pace, agreement with each other and with themselves, drift."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from line_count import lines_run

from adjudge_engine.calibration.raters.coefficient import Resampling
from adjudge_engine.calibration.raters.drift import drift
from adjudge_engine.calibration.raters.ratings import Value
from adjudge_engine.calibration.raters.reviewers import (
    ReviewDecision,
    Thing,
    pace,
    pairwise_agreement,
    ratings_of,
    self_consistency,
)

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
QUICK = Resampling(resamples=0)
SCALE = ("unfaithful", "faithful")


def decision(
    reviewer: str,
    item: str,
    said: Value | None = None,
    *,
    minute: float = 0,
    action: str = "relabel",
    seconds: float | None = None,
    group: str | None = None,
) -> ReviewDecision:
    return ReviewDecision(
        reviewer=reviewer,
        item=item,
        at=START + timedelta(minutes=minute),
        action=action,
        verdicts={} if said is None else {"answer": said},
        seconds=seconds,
        group=group,
    )


def test_pace() -> None:
    ines, omar, ruth = pace(
        [
            decision("omar", "a", action="skip", seconds=500),
            decision("ines", "a", action="approve", seconds=20),
            decision("ines", "b", action="block", seconds=100),
            decision("ines", "c", action="relabel", seconds=30),
            decision("ines", "d", action="approve"),
            decision("ines", "e", action="skip", seconds=50),
            decision("ruth", "e", action="snooze"),
            decision("ruth", "f", action="approve"),
        ]
    )
    assert (ines.reviewer, ines.decisions, ines.timed, ines.median_seconds) == ("ines", 4, 3, 30)
    assert ines.per_hour == pytest.approx(3 / (200 / 3600))
    assert (ines.skipped.hits, ines.skipped.n) == (1, 5)
    assert (omar.decisions, omar.median_seconds, omar.per_hour) == (0, None, None)
    assert omar.skipped.value == 1
    assert (ruth.decisions, ruth.timed, ruth.per_hour, ruth.skipped.value) == (1, 0, None, 0)
    assert ines.to_dict()["skipped"]["of"] == "all actions"
    assert pace([]) == ()


def test_a_time_without_a_zone_and_a_time_before_time() -> None:
    with pytest.raises(ValueError, match="the time of ines on a has no zone"):
        ReviewDecision("ines", "a", datetime(2026, 3, 2), "approve")  # noqa: DTZ001
    for seconds in (-1.0, float("nan")):
        with pytest.raises(ValueError, match="cannot have spent"):
            decision("ines", "a", seconds=seconds)


def test_reviewers_are_compared_on_what_both_judged() -> None:
    said = {
        "ines": {"a": 1, "b": 1, "c": 0, "d": 0},
        "omar": {"a": 1, "b": 0, "c": 0, "x": 1},
        "ruth": {"x": 1},
        "zoe": {"y": 1},
    }
    one, other = pairwise_agreement(
        [decision(who, item, value) for who, own in said.items() for item, value in own.items()],
        how=QUICK,
    )
    assert (one.first, one.second, one.agreement.n) == ("ines", "omar", 3)
    assert one.agreement.value == pytest.approx(2 / 3)
    assert one.kappa.value == pytest.approx(0.4)
    assert (other.first, other.second, other.agreement.n) == ("omar", "ruth", 1)
    assert (other.agreement.value, other.kappa.undefined) == (1, "one_value")
    assert one.to_dict()["ac1"]["n"] == 3


def test_the_last_verdict_counts_and_skipping_says_nothing() -> None:
    found = ratings_of(
        [
            decision("ines", "a", "faithful", minute=9),
            decision("ines", "a", "unfaithful", minute=3),
            decision("ines", "b", action="skip"),
        ]
    )
    assert found.by_rater == {"ines": {("a", "answer"): "faithful"}}


def test_ac1_with_the_scale_where_two_reviewers_always_say_the_same() -> None:
    said = [decision(who, str(item), "faithful") for who in ("ines", "omar") for item in range(9)]
    (plain,), (scaled,) = pairwise_agreement(said), pairwise_agreement(said, scale=SCALE)
    assert (plain.ac1.undefined, plain.kappa.undefined) == ("one_value", "one_value")
    assert (scaled.ac1.value, scaled.kappa.undefined) == (1, "one_value")
    assert scaled.ac1.interval is not None
    assert scaled.ac1.interval.low < 0.75


def test_claims_of_an_item_and_items_of_a_document_go_together() -> None:
    claims = [
        ReviewDecision(who, str(item), START, "relabel", {str(c): (item + c) % 2 for c in range(5)})
        for who in ("ines", "omar")
        for item in range(6)
    ]
    (by_item,) = pairwise_agreement(claims)
    assert (by_item.agreement.n, by_item.agreement.groups) == (30, 6)
    grouped = [
        decision(who, str(item), item % 2, group=f"doc {item % 3}" if who == "ines" else None)
        for who in ("ines", "omar")
        for item in range(12)
    ]
    (by_document,) = pairwise_agreement(grouped)
    assert (by_document.agreement.n, by_document.agreement.groups) == (12, 3)


def test_with_oneself() -> None:
    found = self_consistency(
        [
            decision("ines", "a", 1, minute=0),
            decision("ines", "b", 0, minute=1),
            decision("ines", "c", 0, minute=2),
            decision("ines", "once", 0, minute=2),
            decision("ines", "c", 1, minute=30),
            decision("ines", "a", 1, minute=31),
            decision("ines", "b", 0, minute=32),
            decision("ines", "b", 1, minute=90),  # a third time, which is not asked for
            decision("omar", "a", 0),
        ],
        how=QUICK,
    )
    assert [(one.first, one.second, one.agreement.n) for one in found] == [("ines", "ines", 3)]
    assert found[0].agreement.value == pytest.approx(2 / 3)


def watched(rates: list[float], *, each: int = 40) -> tuple[list[ReviewDecision], dict[Thing, int]]:
    """A reviewer who is right at one rate after the other, `each` gold items at each, by day."""
    random = Random(11)
    known: dict[Thing, int] = {}
    made: list[ReviewDecision] = []
    for day, rate in enumerate(rates):
        for place in range(each):
            item = f"{day}-{place}"
            known[item, "answer"] = place % 2
            right = random.random() < rate
            said = place % 2 if right else 1 - place % 2
            made.append(decision("ines", item, said, minute=day * 24 * 60 + place))
    return made, known


def test_a_decline_is_told_from_a_steady_hand() -> None:
    made, known = watched([0.95, 0.95])
    (steady,) = drift(made, known)
    assert steady.declined is False
    made, known = watched([0.95, 0.4])
    (declined,) = drift(made, known)
    assert declined.declined is True
    early, late = declined.windows
    assert (early.decisions, late.decisions) == (40, 40)
    assert early.end < late.start
    assert early.agreement.value is not None
    assert late.agreement.value is not None
    assert early.agreement.value > 0.85 > 0.6 > late.agreement.value
    made, known = watched([0.4, 0.95])
    (better,) = drift(made, known)
    assert better.declined is False


def test_a_fall_within_the_intervals_is_no_decline() -> None:
    made = [
        decision("ines", str(place), int(place % 10 < (9 if place < 100 else 8)), minute=place)
        for place in range(200)
    ]
    (found,) = drift(made, {(str(place), "answer"): 1 for place in range(200)})
    early, late = (window.agreement for window in found.windows)
    assert (early.value, late.value) == (0.9, 0.8)
    assert early.interval is not None
    assert late.interval is not None
    assert early.interval.low < late.interval.high < early.interval.high
    assert found.declined is False


def test_too_little_to_know() -> None:
    made, known = watched([1.0, 0.5], each=40)
    for few in (made[:1], [*made[:3], *made[40:43]]):
        (found,) = drift(few, known)
        assert found.declined is not True
    assert drift(made, {}) == ()
    (one,) = drift(made, known, windows=1)
    assert one.declined is None
    assert one.to_dict()["declined"] is None
    (unsure,) = drift(made, known, how=QUICK)
    assert unsure.declined is None


def test_windows_by_the_calendar() -> None:
    made, known = watched([1.0, 1.0, 0.5], each=12)
    late = [
        ReviewDecision(
            one.reviewer,
            one.item,
            # A week with no decision, and another time zone.
            (one.at + timedelta(days=7)).astimezone(timezone(timedelta(hours=9))),
            one.action,
            one.verdicts,
        )
        for one in made[24:]
    ]
    (found,) = drift([*made[:24], *late], known, every=timedelta(days=1))
    assert [window.decisions for window in found.windows] == [12, 12, 12]
    assert found.windows[2].start - found.windows[1].end > timedelta(days=7)
    for windows, every in ((0, None), (2, timedelta(0))):
        with pytest.raises(ValueError, match="at least one window"):
            drift(made, known, windows=windows, every=every)


def test_only_verdicts_with_a_known_answer_count() -> None:
    made = [
        ReviewDecision("ines", "a", START, "relabel", {"answer": 1, "claim": 0}),
        decision("ines", "b", 0, minute=1),
        decision("ines", "a", 0, minute=2),
        decision("omar", "b", 0),
    ]
    (found,) = drift(made, {("a", "answer"): 1}, windows=1)
    assert (found.reviewer, found.windows[0].decisions) == ("ines", 2)
    assert (found.windows[0].agreement.n, found.windows[0].agreement.value) == (2, 0.5)
    assert found.windows[0].agreement.groups == 1


@settings(max_examples=50, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("abc"), st.sampled_from("pqrst"), st.integers(0, 2), st.integers(0, 99)
        ),
        max_size=30,
        unique_by=lambda one: (one[0], one[1], one[3]),
    ),
    st.randoms(use_true_random=False),
)
def test_the_order_of_the_records_does_not_matter(
    drawn: list[tuple[str, str, int, int]], random: Random
) -> None:
    made = [decision(who, item, said, minute=at, seconds=at) for who, item, said, at in drawn]
    mixed = made[:]
    random.shuffle(mixed)
    known: dict[Thing, Value] = {(item, "answer"): 1 for item in "pqr"}
    how = Resampling(resamples=20)
    assert pace(made) == pace(mixed)
    assert pairwise_agreement(made, how=how) == pairwise_agreement(mixed, how=how)
    assert self_consistency(made, how=how) == self_consistency(mixed, how=how)
    assert drift(made, known, how=how) == drift(mixed, known, how=how)


def test_time_grows_with_the_decisions() -> None:
    def figures(items: int) -> int:
        made = [
            decision(who, str(item), (item * place) % 3, minute=item, seconds=9)
            for place, who in enumerate(("ines", "omar", "ruth"), 1)
            for item in range(items)
        ]
        known: dict[Thing, Value] = {(str(item), "answer"): 1 for item in range(0, items, 5)}
        return lines_run(
            lambda: (
                pace(made),
                pairwise_agreement(made, how=QUICK),
                self_consistency(made, how=QUICK),
                drift(made, known, how=QUICK),
            )
        )

    assert figures(600) < 2.2 * figures(300)
