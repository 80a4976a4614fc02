"""Several judges on the same labels: paired differences, and the cheapest that is not worse."""

from __future__ import annotations

from random import Random

import pytest

from adjudge_engine.calibration.measures.labelled import Compared, Labelled
from adjudge_engine.calibration.statistics.confusion import Said, Truth
from adjudge_engine.calibration.watching.comparison import Comparison, compare
from adjudge_engine.evaluation import Usage


def judged(
    name: str, blunder: float, cost: float | None, seed: int, count: int = 400, **fixed: Said
) -> Compared:
    """A judge that errs on that share; the cases are the same for all."""
    random, out = Random(seed), Compared(name, name, "faithfulness", "strict", 1.0, "1 - strict")
    for number in range(count):
        bad = number % 3 == 0
        right: Said = "fail" if bad else "pass"
        wrong: Said = "pass" if bad else "fail"
        said = fixed.get("always") or (wrong if random.random() < blunder else right)
        truth: Truth = "bad" if bad else "good"
        group = f"g{number // 2}"
        out.answer.append(Labelled(str(number), group, truth, said, None, {}, "dev"))
        out.usage.append(Usage(cost_usd=cost, latency_ms=float(number % 10)))
    return out


def told(found: Comparison, judge: str) -> tuple[bool, bool]:
    (one,) = [one for one in found.against if one.judge == judge]
    return one.difference.shown, one.not_worse


def test_the_cheapest_that_is_not_worse_is_chosen() -> None:
    best = judged("dear", 0.02, 0.01, 1)
    near = judged("cheap", 0.02, 0.001, 2)
    worse = judged("cheapest", 0.25, 0.0001, 3)
    found = compare([best, near, worse], margin=0.1)
    assert found.best in ("dear", "cheap")
    other = "cheap" if found.best == "dear" else "dear"
    assert told(found, other) == (False, True)
    assert told(found, "cheapest") == (True, False)
    assert found.choice == "cheap"
    assert [one.cost for one in found.judges] == pytest.approx([10.0, 1.0, 0.1])
    assert [one.latency_ms for one in found.judges] == [4.5, 4.5, 4.5]


def test_not_shown_to_be_worse_is_not_enough() -> None:
    found = compare([judged("a", 0.1, 1.0, 1, 40), judged("b", 0.12, 0.1, 2, 40)], margin=0.01)
    (against,) = found.against
    assert not against.difference.shown
    assert not against.not_worse
    assert found.choice == found.best


def test_a_judge_that_is_the_same_is_not_worse() -> None:
    found = compare([judged("a", 0.1, 1.0, 1), judged("b", 0.1, 0.5, 1)])
    (against,) = found.against
    assert (against.difference.value, against.difference.shown, against.not_worse) == (
        0.0,
        False,
        True,
    )
    assert found.choice == "b"


def test_an_unknown_cost_is_not_zero() -> None:
    found = compare([judged("a", 0.1, None, 1), judged("b", 0.1, 0.5, 1)])
    assert found.choice == "b"
    assert compare([judged("a", 0.1, None, 1), judged("b", 0.1, None, 2)]).choice is None
    partly = judged("c", 0.1, 0.5, 1)
    partly.usage[0] = None
    (one,) = compare([partly]).judges
    assert one.cost is None


def test_a_judge_of_one_word_cannot_be_compared() -> None:
    found = compare([judged("a", 0.1, 1.0, 1), judged("yes", 0.0, 0.0, 1, always="pass")])
    assert found.best == "a"
    assert told(found, "yes") == (False, False)
    assert found.choice == "a"
    alone = compare([judged("yes", 0.0, 0.0, 1, always="pass")])
    assert (alone.best, alone.choice, alone.against) == (None, None, ())


def test_only_items_that_both_were_given_are_paired() -> None:
    short = judged("short", 0.1, 1.0, 1, 100)
    found = compare([judged("a", 0.1, 1.0, 1), short])
    (against,) = found.against
    assert against.items == 100


def test_the_same_input_gives_the_same_output() -> None:
    given = [judged("a", 0.1, 1.0, 1), judged("b", 0.15, 0.5, 2)]
    assert compare(given).to_dict() == compare(given).to_dict()
