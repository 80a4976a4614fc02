"""Labelled rows for the tests of calibration: by hand, and from hypothesis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from hypothesis import strategies as st

from adjudge_engine.calibration.measures.labelled import Labelled
from adjudge_engine.calibration.measures.splits import split_of
from adjudge_engine.calibration.statistics.confusion import CELLS, Confusion, Said, Truth


def row(
    truth: Truth,
    said: Said,
    score: float | None = None,
    *,
    group: str = "g",
    slices: Mapping[str, str] | None = None,
    tags: tuple[str, ...] = (),
) -> Labelled:
    """One row."""
    return Labelled(
        case_id=f"{truth}-{said}",
        group=group,
        truth=truth,
        said=said,
        score=score,
        slices=slices or {},
        split=split_of(group),
        tags=tags,
    )


def rows_of(matrix: Confusion, **more: Mapping[str, str] | None) -> list[Labelled]:
    """As many rows as the matrix counts, each in a group of its own."""
    cells = [cell for cell, count in zip(CELLS, matrix.counts, strict=True) for _ in range(count)]
    return [
        row(truth, said, group=f"g{at}", slices=more.get("slices"))
        for at, (truth, said) in enumerate(cells)
    ]


def drawn_rows(
    groups: int, random: Random, *, bad: float = 0.3, per_group: Sequence[int] = (1, 2, 3)
) -> list[Labelled]:
    """Rows of groups that differ in how hard they are, so that rows of one group err together."""
    found = []
    for number in range(groups):
        hard = random.betavariate(1.5, 4.5)  # how often the judge errs on this group
        for _ in range(random.choice(per_group)):
            truth: Truth = "bad" if random.random() < bad else "good"
            right: Said = "fail" if truth == "bad" else "pass"
            wrong: Said = "pass" if truth == "bad" else "fail"
            found.append(row(truth, wrong if random.random() < hard else right, group=f"g{number}"))
    return found


MATRICES = st.builds(Confusion, *[st.integers(0, 12)] * 6)

_TRUTHS: tuple[Truth, ...] = ("good", "bad")
_SAID: tuple[Said, ...] = ("pass", "fail", "abstain")

SCORED = st.lists(
    st.tuples(
        st.sampled_from(_TRUTHS),
        st.sampled_from(_SAID),
        st.one_of(st.none(), st.integers(0, 4).map(lambda one: one / 4)),
        st.integers(0, 3).map(str),
    ),
    max_size=24,
).map(lambda drawn: [row(truth, said, score, group=group) for truth, said, score, group in drawn])
