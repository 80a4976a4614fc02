"""Slices: every kind, the worst by its upper bound, small ones flagged and never the worst."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from calibration_samples import SCORED, row
from hypothesis import given, settings

from adjudge_engine.calibration.measures.labelled import Labelled
from adjudge_engine.calibration.measures.slices import FEWEST_BAD, by_slice
from adjudge_engine.calibration.statistics.confusion import Confusion


def rows(
    slices: Mapping[str, str], bad_pass: int, bad_fail: int, good: int = 20, tag: str = ""
) -> list[Labelled]:
    """Rows of one slice, each in its own group."""
    counts = [("bad", "pass")] * bad_pass + [("bad", "fail")] * bad_fail + [("good", "pass")] * good
    name = "-".join([*slices.values(), tag])
    return [
        row(
            "bad" if truth == "bad" else "good",
            "pass" if said == "pass" else "fail",
            group=f"{name}-{at}",
            slices=slices,
            tags=(tag,) if tag else (),
        )
        for at, (truth, said) in enumerate(counts)
    ]


GERMAN = {"language": "de", "risk": "standard"}
ENGLISH = {"language": "en", "risk": "standard"}
FRENCH = {"language": "fr", "risk": "standard"}


def test_the_worst_slice_has_the_highest_upper_bound_and_is_set_against_the_rest() -> None:
    found = by_slice(rows(GERMAN, 20, 20) + rows(ENGLISH, 2, 38) + rows(FRENCH, 1, 2))
    names = [(one.kind, one.value, one.small) for one in found.slices]
    assert names == [
        ("language", "de", False),
        ("language", "en", False),
        ("language", "fr", True),
    ], "all are of one risk: that is no slice"
    assert found.worst is not None
    assert found.worst.value == "de"
    assert found.worst.confusion == Confusion(bad_pass=20, bad_fail=20, good_pass=20)
    assert found.against_rest is not None
    assert found.against_rest.value == pytest.approx(20 / 40 - 3 / 43)
    assert found.against_rest.shown
    assert found.against_rest.interval is not None
    assert found.against_rest.interval.confidence == pytest.approx(1 - 0.05 / 2)
    assert [one.value for one in found.small] == ["fr"]
    assert found.to_dict()["worst"] == {"kind": "language", "value": "de"}


def test_a_handful_of_bad_items_is_never_the_worst() -> None:
    small = rows(FRENCH, FEWEST_BAD - 1, 0)
    found = by_slice(rows(GERMAN, 1, 30) + rows(ENGLISH, 2, 30) + small)
    assert found.worst is not None
    assert found.worst.value == "en"
    only_small = by_slice(rows(FRENCH, 3, 1) + rows(GERMAN, 1, 3))
    assert (only_small.worst, only_small.against_rest) == (None, None)
    assert len(only_small.small) == 2


def test_a_difference_that_chance_explains_is_not_shown() -> None:
    found = by_slice(rows(GERMAN, 6, 24) + rows(ENGLISH, 5, 25))
    assert found.worst is not None
    assert found.against_rest is not None
    assert not found.against_rest.shown


def test_a_row_is_in_the_slice_of_each_of_its_tags() -> None:
    both = [row("bad", "pass", group=str(at), tags=("a", "b")) for at in range(3)]
    found = by_slice(both + rows({}, 0, 4, 0, tag="b") + rows({}, 1, 0, 0))
    assert [(one.value, one.confusion.n, one.groups) for one in found.slices] == [
        ("a", 3, 3),
        ("b", 7, 7),
    ]


def test_an_empty_set_and_a_single_row_have_no_slices() -> None:
    assert by_slice([]).slices == ()
    assert by_slice(rows(GERMAN, 1, 0, 0)).slices == ()
    nothing = by_slice(rows(GERMAN, 0, 0, 3) + rows(ENGLISH, 0, 0, 3))
    assert [one.upper for one in nothing.slices] == [1.0, 1.0]
    assert nothing.worst is None


@settings(deadline=None, max_examples=40)
@given(SCORED)
def test_the_slices_of_one_kind_add_up_to_the_whole(found: list[Labelled]) -> None:
    named = [
        row(one.truth, one.said, group=one.group, slices={"language": one.group}) for one in found
    ]
    slices = by_slice(named, resamples=10).slices
    if len({one.group for one in found}) > 1:
        assert sum(one.confusion.n for one in slices) == len(found)
    else:
        assert slices == ()
