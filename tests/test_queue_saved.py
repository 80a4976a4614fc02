"""Filters as lines of text, and those that are kept under a name."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from queue_samples import Clock, record

from adjudge_engine.errors import DecisionError
from adjudge_engine.vocabulary import GATES, RISKS, ROUTES, Disposition
from adjudge_queue import Queue
from adjudge_queue.file import clock
from adjudge_queue.finding import filtertext, saved
from adjudge_queue.records import OPEN_STATES, Filter, State

EVERY = get_args(State)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("", Filter()),
        ("route:block gate:numbers", Filter(EVERY, route="block", gate="numbers")),
        ("gate:numbers risk:high", Filter(gate="numbers", risk="high")),
        ("disposition:released", Filter(EVERY, disposition="released")),
        ("route:block state:open", Filter(OPEN_STATES, route="block")),
        ("state:blocked state:decided", Filter(("decided", "blocked"))),
        ("state:all", Filter(EVERY)),
        ("state:any", Filter(EVERY)),
        ("state:none", Filter(())),
        ("tag:x assigned:me", Filter(tag="x", assigned_to="me")),
        ('by:"Dr. Mori" stale:yes', Filter(EVERY, decided_by="Dr. Mori", stale=True)),
        ("stale:no", Filter(EVERY, stale=False)),
        ("since:2026-03-01", Filter(since="2026-03-01T00:00:00.000000Z")),
        ("until:2026-03-01T09:30+01:00", Filter(until="2026-03-01T08:30:00.000000Z")),
        ("two  words", Filter(text="two words")),
        ('"two  words"', Filter(text="two  words")),
        ('"gate:numbers"', Filter(text="gate:numbers")),
        ('a "b c" d', Filter(text="a b c d")),
        ('tag:"say ""hi"""', Filter(tag='say "hi"')),
        ('5" pipe', Filter(text='5" pipe')),
        ('"open end', Filter(text='"open end')),
        ("at 12:30 http://x", Filter(text="at 12:30 http://x")),
        ("tag:a tag:b", Filter(tag="b")),
        ("Gate:numbers", Filter(text="Gate:numbers")),
    ],
)
def test_a_line_says_a_filter(line: str, wanted: Filter) -> None:
    assert filtertext.parse(line) == wanted
    assert filtertext.parse(filtertext.line(wanted)) == wanted


moments = st.datetimes(timezones=st.just(UTC)).map(clock.stamp)
anything = (
    st.text() | st.text(' "\\:ab\t') | st.sampled_from(["gate:numbers", "state:", 'a"b', "me"])
)
filters = st.builds(
    Filter,
    states=st.sets(st.sampled_from(EVERY)).map(
        lambda some: tuple(state for state in EVERY if state in some)
    )
    | st.sampled_from([OPEN_STATES, EVERY]),
    route=st.none() | st.sampled_from(ROUTES),
    risk=st.none() | st.sampled_from(RISKS),
    gate=st.none() | st.sampled_from(GATES),
    disposition=st.none() | st.sampled_from(get_args(Disposition)),
    tag=st.none() | anything,
    text=st.none() | anything,
    assigned_to=st.none() | anything,
    decided_by=st.none() | anything,
    stale=st.none() | st.booleans(),
    since=st.none() | moments,
    until=st.none() | moments,
)


@given(filters)
@settings(max_examples=300, deadline=None)
def test_every_filter_is_read_back_from_its_line(where: Filter) -> None:
    assert filtertext.parse(filtertext.line(where)) == where


@given(st.text() | st.text('"": gate:numbers'))
@settings(max_examples=300, deadline=None)
def test_every_line_is_a_filter_or_is_refused_by_name(line: str) -> None:
    try:
        where = filtertext.parse(line)
    except filtertext.UnknownWord:
        return
    assert filtertext.parse(filtertext.line(where)) == where


def test_every_field_of_a_filter_has_a_word() -> None:
    named = {*filtertext._FIELDS.values(), "states", "text"}
    assert named == set(Filter.__dataclass_fields__)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("gate:nombers", "gate:nombers: not one of access"),
        ("stale:maybe", "stale:maybe: not one of yes, no"),
        ("state:", "^state: not one of pending"),
        ("disposition:", "^disposition: not one of released"),
        ("since:", "^since: not one of 2026"),
        ("since:yesterday", "since:yesterday: not one of 2026-03-01"),
    ],
)
def test_an_unknown_word_is_named(line: str, said: str) -> None:
    with pytest.raises(filtertext.UnknownWord, match=said):
        filtertext.parse(line)


@pytest.mark.parametrize("unit", ['"', '""x ', 'a:"', 'tag:""" ', '"x ""y ', "tag:"])
def test_a_long_line_of_quotes_is_read_in_one_pass(unit: str) -> None:
    line = unit * (400_000 // len(unit))  # a quadratic reader would not come back
    filtertext.parse(f"{line} end")


def test_filters_are_kept_replaced_and_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Clock(monkeypatch)
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        first = queue.save_filter("mine", "ann", Filter(gate="numbers", risk="high"))
        assert (first.name, first.owner, first.line) == ("mine", "ann", "risk:high gate:numbers")
        time.forward(60)
        again = queue.save_filter("mine", "ann", Filter(EVERY, decided_by="me"))
        queue.save_filter("álgebra \U0001f600", "bob", Filter(text="dose"))
        assert queue.saved_filters() == [again, queue.saved_filters()[1]]
        assert again.at > first.at
        assert again.where("cem") == Filter(EVERY, decided_by="cem")
        for taken in (
            lambda: queue.save_filter("mine", "bob", Filter()),
            lambda: queue.drop_filter("mine", owner="bob"),
        ):
            with pytest.raises(DecisionError, match="the filter 'mine' is ann's"):
                taken()
        assert queue.drop_filter("mine", owner="ann")
        assert not queue.drop_filter("mine")
        assert [one.name for one in queue.saved_filters()] == ["álgebra \U0001f600"]
        assert queue.verify().problems == ()
        assert queue.head()[0] == 0  # a convenience, no event


def test_me_is_whoever_uses_a_filter() -> None:
    assert saved.meant_by(Filter(assigned_to="me"), "ann") == Filter(assigned_to="ann")
    assert saved.meant_by(Filter(assigned_to="bob", tag="me"), "ann") == Filter(
        assigned_to="bob", tag="me"
    )


@pytest.mark.parametrize("name", ["", " ", "x" * 81, "a\nb", "a\x1b[2J"])
def test_a_name_must_be_short_and_printable(tmp_path: Path, name: str) -> None:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        with pytest.raises(DecisionError, match="a saved filter needs a name"):
            queue.save_filter(name, "ann", Filter())
        with pytest.raises(DecisionError, match="the filter has"):
            queue.save_filter("long", "ann", Filter(text="x" * 5000))


def test_new_filters_choose_what_they_say(tmp_path: Path) -> None:
    with Queue.open(tmp_path / "q.db", create=True) as queue:
        queue.enqueue([record(str(number)) for number in range(3)])
        created = queue.rows([1])[0].created_at
        for line, wanted in (
            (f"since:{created}", [1, 2, 3]),
            (f"until:{created}", []),
            ("assigned:ann", []),
            ("by:ann", []),
            ("stale:no", [1, 2, 3]),
            ("stale:yes", []),
        ):
            assert list(queue.ids(filtertext.parse(line))) == wanted, line
        with pytest.raises(DecisionError, match="'soon' is no time"):
            queue.page(Filter(since="soon"))
