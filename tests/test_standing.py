"""What has gone stale, how many labels are missing, and what to label next."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from admission_samples import entry

from adjudge_engine.calibration.releasing.admission import weigh
from adjudge_engine.calibration.releasing.admissions import Entry
from adjudge_engine.calibration.statistics.bounds import POWER
from adjudge_engine.calibration.watching.labelling_next import near_of, nearest, thin_slices, widest
from adjudge_engine.calibration.watching.standing import (
    from_nothing,
    missing_labels,
    never_measured,
    stale_admissions,
    stale_files,
)
from adjudge_engine.policy import Admission, Policy, parse_policy

TOML = b"""
[policy]
name = "lamps"
version = "1"
[tiers.low]
required_criteria = { faithfulness = { minimum = 1.0, reading = "strict" } }
[tiers.standard]
required_criteria = { faithfulness = { minimum = 0.7, reading = "score" } }
[tiers.high]
always_review = true
"""
PLACE = ("reader", "faithfulness")


@pytest.fixture
def policy() -> Policy:
    return parse_policy(TOML, "policy.toml")


def whys(
    entries: list[Entry], policy: Policy, now: str | None = "sha256:a", newest: int = 2
) -> list[str]:
    found = stale_admissions(entries, policy, {PLACE: now}, {"lamps": newest})
    return [one.why for one in found]


def test_nothing_is_stale_where_nothing_moved(policy: Policy) -> None:
    assert whys([entry()], policy) == []


@pytest.mark.parametrize(
    ("changes", "now", "newest", "why"),
    [
        ({}, "sha256:b", 2, "fingerprint_changed"),
        ({}, None, 2, "fingerprint_unknown"),
        ({}, "sha256:a", 3, "golden_newer"),
        ({"reading": "not_contradicted"}, "sha256:a", 2, "policy_changed"),
        ({"minimum": 0.5}, "sha256:a", 2, "policy_changed"),
        ({"demands": {"false_pass_upper": 0.2}}, "sha256:a", 2, "policy_changed"),
        ({"outcome": "withdrawn"}, "sha256:a", 2, "withdrawn"),
    ],
    ids=["changed", "unknown", "golden", "reading", "minimum", "demands", "withdrawn"],
)
def test_whatever_moved_is_named(
    changes: dict[str, Any], now: str | None, newest: int, why: str, policy: Policy
) -> None:
    assert whys([entry(**changes)], policy, now, newest) == [why]


def test_the_name_of_a_set_may_carry_its_version(policy: Policy) -> None:
    labels = {"name": "lamps@2", "version": 2, "hash": "sha256:b"}
    assert whys([entry(labels=labels)], policy, newest=3) == ["golden_newer"]
    labels = {"name": "lamps.jsonl", "version": None, "hash": "sha256:b"}
    assert whys([entry(labels=labels)], policy, newest=3) == []


def test_of_one_judge_the_entry_of_its_fingerprint_now_is_weighed(policy: Policy) -> None:
    old = entry("sha256:old", at="2032-01-01T00:00:00Z")
    assert whys([entry(), old], policy) == []
    assert whys([old, entry()], policy, "sha256:new") == ["fingerprint_changed"]


def test_what_was_never_measured_is_told_for_each_way_to_read_it(policy: Policy) -> None:
    found = never_measured([entry()], policy, [PLACE, ("other", "relevance")])
    assert [one.message for one in found] == ["never at score ≥ 0.7"]
    (missing,) = missing_labels([entry()], policy, {PLACE: "sha256:a"}, [PLACE])
    assert (missing.reading, missing.from_nothing) == ("score", True)
    assert missing.items == from_nothing(policy.admission)


def test_files_older_than_the_judge_are_stale() -> None:
    said = {"judge": "reader", "criterion": "faithfulness", "fingerprint": "sha256:a"}
    assert stale_files("probes", [said], {PLACE: "sha256:a"}) == []
    (one,) = stale_files("probes", [said], {PLACE: "sha256:b"})
    assert (one.what, one.why) == ("probes", "older_than_the_judge")
    (one,) = stale_files("calibration", [said], {})
    assert one.why == "fingerprint_unknown"
    assert stale_files("probes", [{**said, "fingerprint": None}], {PLACE: "sha256:a"})


def test_an_inconclusive_entry_says_what_admit_said(policy: Policy) -> None:
    tallies = [[0, 1, 0, 2, 0, 0]] * 30
    figures = weigh(tallies, Admission()).to_dict()
    one = entry(outcome="inconclusive", figures=figures)
    (found,) = missing_labels([one], policy, {PLACE: "sha256:a"}, [])
    (demand,) = figures["demands"]
    assert found.items == demand["more"]["items"]
    assert found.labels == figures["more"]
    assert found.all_labels == 3 * figures["more"]
    assert missing_labels([one], policy, {PLACE: "sha256:other"}, []) == []
    assert missing_labels([entry()], policy, {PLACE: "sha256:a"}, []) == []
    (odd,) = missing_labels(
        [entry(outcome="inconclusive", figures={"demands": [7, {}, {"more": []}], "more": "x"})],
        policy,
        {PLACE: None},
        [],
    )
    assert (odd.items, odd.labels) == (None, None)


def settled(times: int, seed: int, bad: int = 60, rate: float = 0.02) -> float:
    """How often as many labels as were said to be missing settle it, the rate being as it was."""
    demands = Admission(level="answer")
    hits = round(bad * rate)
    tallies = [[1, 0, 0, 0, 0, 0]] * hits + [[0, 1, 0, 0, 0, 0]] * (bad - hits)
    tallies += [[0, 0, 0, 1, 0, 0]] * bad
    (demand,) = weigh(tallies, demands).demands
    assert demand.outcome == "inconclusive"
    assert demand.more is not None
    random, done = Random(seed), 0
    for _ in range(times):
        more = [
            [1, 0, 0, 0, 0, 0] if random.random() < hits / bad else [0, 1, 0, 0, 0, 0]
            for _ in range(demand.more.items)
        ]
        done += weigh([*tallies, *more], demands).demands[0].outcome == "admitted"
    return done / times


def test_the_missing_labels_settle_it_as_often_as_is_said() -> None:
    assert settled(100, 1) >= POWER - 3 * (POWER * (1 - POWER) / 100) ** 0.5


@pytest.mark.stress
@pytest.mark.parametrize("bad", [60, 90])
def test_the_missing_labels_settle_it_as_often_as_is_said_in_many_draws(bad: int) -> None:
    assert settled(1000, 2, bad) >= POWER - 3 * (POWER * (1 - POWER) / 1000) ** 0.5


def test_from_nothing_a_judge_without_an_error_is_admitted_by_that_many() -> None:
    demands = Admission(level="answer", minimum_labels=1)
    need = from_nothing(demands)
    assert need is not None
    for count, outcome in ((need, "admitted"), (need - 1, "inconclusive")):
        tallies = [[0, 1, 0, 0, 0, 0]] * count
        assert weigh(tallies, demands).outcome == outcome


def judged(**more: object) -> dict[str, Any]:
    return {"judgments": [{"criterion": "faithfulness", "judge": "reader", **more}]}


def test_items_near_the_threshold_come_first(policy: Policy) -> None:
    said: list[dict[str, Any]] = [
        judged(score=0.9),
        judged(score=0.65),
        judged(abstained=True),
        judged(score=0.1),
        judged(score=None),
        judged(score="0.7"),
        {"judgments": "none"},
        judged(score=0.72),
    ]
    found = [near_of(at, f"c{at}", one, policy, "standard") for at, one in enumerate(said)]
    assert [one is None for one in found] == [0, 0, 0, 0, 1, 1, 1, 0]
    order = [one.item_id for one in nearest([one for one in found if one], 4)]
    assert order == [7, 1, 0, 3]
    assert near_of(1, "c", judged(score=0.9), policy, "high") is None
    assert near_of(1, "c", judged(score=1.0, strict=1.0), policy, "low") is None
    near = near_of(1, "c", judged(score=0.5, strict=0.0), policy, "low")
    assert near is not None
    assert near.distance == 0.5


def test_thin_slices_are_those_of_which_something_waits() -> None:
    rows = {("risk", "low"): 40, ("tag", "a b"): 3}
    waiting = {("risk", "low"): 9, ("tag", "a b"): 2, ("language", "de"): 5}
    found = thin_slices(rows, waiting, 9)
    assert [(one.value, one.rows, one.filter) for one in found] == [
        ("de", 0, None),
        ("a b", 3, 'tag:"a b"'),
    ]


def test_the_widest_slices_come_from_calibrations_and_nonsense_is_none() -> None:
    def rate(low: float, high: float) -> dict[str, object]:
        return {"n": 12, "interval": {"low": low, "high": high}}

    slices = [
        {"kind": "tag", "value": "x", "false_pass": rate(0.1, 0.2)},
        {"kind": "tag", "value": "y", "false_pass": rate(0.1, 0.6)},
        {"kind": "tag", "value": "z", "false_pass": {"n": 0, "interval": None}},
        7,
        {"kind": "tag", "value": "q", "false_pass": {"n": "many"}},
    ]
    said = {
        "judge": "reader",
        "criterion": "faithfulness",
        "answer": {"by_slice": {"slices": slices}},
    }
    assert [one.value for one in widest([said, {}, {"answer": 3}], 5)] == ["z", "y", "x"]
