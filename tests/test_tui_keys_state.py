"""Moments, criteria, omissions and reasons without a screen; a reason that could not be written."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tui_keys import decided
from tui_samples import build, northwind, plain
from tui_sitting import Sitting, case_of

from adjudge_queue import Queue
from adjudge_queue.records import Decision
from adjudge_tui.desk.keeping import Draft, Kept
from adjudge_tui.desk.labels import Written, criteria_of, several
from adjudge_tui.desk.laying import Unsent
from adjudge_tui.desk.waiting import moment_of, offers, shown, stamp

NOW = datetime(2026, 3, 27, 14, 30)  # noqa: DTZ001 - a Friday, by the local clock


@pytest.fixture
def vienna() -> Iterator[None]:
    """A place where clocks go forward on 2026-03-29."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = "Europe/Vienna"
    time.tzset()
    yield
    os.environ.pop("TZ") if before is None else os.environ.update(TZ=before)
    time.tzset()


def test_the_moments_that_are_offered() -> None:
    hour, tomorrow, monday = offers(NOW)
    assert [offer.key for offer in offers(NOW)] == ["1", "2", "3"]
    assert hour.moment == NOW + timedelta(hours=1)
    assert tomorrow.moment == NOW.replace(day=28, hour=9, minute=0)
    assert monday.moment == NOW.replace(day=30, hour=9, minute=0)
    on_monday = offers(monday.moment)
    assert on_monday[2].moment == monday.moment + timedelta(days=7)


def test_nine_is_nine_also_when_the_clocks_have_changed(vienna: None) -> None:
    _, tomorrow, monday = offers(NOW)
    assert stamp(tomorrow.moment) == "2026-03-28T09:00:00+01:00"
    assert stamp(monday.moment) == "2026-03-30T09:00:00+02:00"


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("3h", "17:30"),
        (" 2d ", "2026-03-29 14:30"),
        ("1w", "2026-04-03 14:30"),
        ("15:00", "15:00"),
        ("9:15", "2026-03-28 09:15"),
        ("2026-04-01", "2026-04-01 09:00"),
        ("2026-04-01 08:00", "2026-04-01 08:00"),
        ("2026-04-01T08:00", "2026-04-01 08:00"),
        ("2026-03-27", ""),
        ("2026-02-31", ""),
        ("2026-04-01T08:00+09:00", ""),
        ("99:99", ""),
        ("0m", ""),
        ("9999w", "2217-11-14 14:30"),
        ("", ""),
        ("٣h", ""),
        ("1" * 100, ""),
    ],
)
def test_a_moment_of_ones_own(text: str, moment: str) -> None:
    found = moment_of(text, NOW)
    assert (shown(found, NOW) if found else "") == moment


@given(text=st.text(max_size=60))
@example(text="9999-12-31")
@example(text="9999w")
def test_any_text_is_a_moment_to_come_or_none(text: str) -> None:
    found = moment_of(text, NOW)
    assert found is None or found > NOW


def test_what_is_missing_comes_apart_at_semicolons() -> None:
    assert several(" a; b ；a;;\n c;") == ("a", "b", "c")
    assert several("；") == ()


def test_criteria_are_names_with_values() -> None:
    assert criteria_of("relevance=4; tone = poor ;x=-1.5; y=undetermined; z=1e9") == [
        {"criterion": "relevance", "value": 4},
        {"criterion": "tone", "value": "poor"},
        {"criterion": "x", "value": -1.5},
        {"criterion": "y", "undetermined": True},
        {"criterion": "z", "value": "1e9"},
    ]
    assert Written(("tax",), "completeness=2").labels("ana") == (
        {"criterion": "completeness", "value": 2, "missing": ["tax"], "by": "ana"},
    )
    assert Written().labels("ana") == ()


@pytest.mark.parametrize(
    "bad", ["relevance", "=4", "x=", "x=1; x=2", "faithfulness=1", "x=" + "y" * 200]
)
def test_what_is_no_criterion_is_named(bad: str) -> None:
    with pytest.raises(ValueError, match=bad.rpartition("; ")[2][:20]):
        criteria_of(bad)


@given(text=st.text(max_size=80))
def test_any_line_of_criteria_is_read_or_refused(text: str) -> None:
    try:
        found = criteria_of(text)
    except ValueError:
        return
    assert len({one["criterion"] for one in found}) == len(found)


def test_drafts_and_an_unsent_reason_come_back_from_the_file() -> None:
    decision = Decision("block", "ana", "k", reason_codes=("judge_wrong",))
    draft = Draft("h", missing=["tax"], criteria="x=1", codes=["judge_wrong"])
    kept = Kept(drafts={1: draft}, unsent={2: Unsent(2, "case", decision, amends=True)})
    assert Kept.load(kept.dump()) == kept
    old = Kept.load(kept.dump().replace(b', "amends": true', b""))
    assert old.unsent[2].amends is False


def test_a_reason_that_could_not_be_written_is_kept_and_written_later(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [northwind(), plain("water")])
    sitting = Sitting(path, "ana")
    session = sitting.session
    try:
        session.start()
        sitting.settle()
        session.block()
        sitting.settle()
        locked = sqlite3.connect(path, isolation_level=None)
        locked.execute("BEGIN IMMEDIATE")
        try:
            assert session.blocked is not None
            session.add_reason("judge_wrong", session.blocked)
            sitting.settle()
        finally:
            locked.execute("ROLLBACK")
            locked.close()
        assert session.alarm
        assert [one.amends for one in session.unsent.values()] == [True]
        assert not session.may_quit()
        assert case_of(session) == "water"
        session.retry()
        sitting.settle()
        assert session.unsent == {}
        assert case_of(session) == "water"  # the item at hand stays
    finally:
        session.close()
    assert [one["reason_codes"] for one in decided(path, "northwind")] == [[], ["judge_wrong"]]


def test_a_redo_that_is_refused_is_said_and_changes_nothing(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [northwind(), plain("water")])
    sitting = Sitting(path, "ana")
    session = sitting.session
    try:
        session.start()
        sitting.settle()
        session.block()
        sitting.settle()
        session.undo()
        sitting.settle()
        assert session.view is not None
        number = session.view.item_id
        with Queue.open(path) as queue:
            queue.release(number, "ana")
            queue.claim(number, "bo")
        session.redo()
        sitting.settle()
        assert "is held by bo" in session.flash
        assert session.mine == 0
    finally:
        session.close()
