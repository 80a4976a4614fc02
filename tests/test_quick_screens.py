"""What is asked first is necessary for what is asked then: no outcome hangs on the short cut."""

from __future__ import annotations

import re
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.dates import find
from adjudge_engine.dates.find import find_dates
from adjudge_engine.dates.identifiers import only_counts
from adjudge_engine.gates.flagging import silent_denials
from adjudge_engine.gates.flagging.denial_words import CUES
from adjudge_engine.numbers.reading import join
from adjudge_engine.numbers.reading.scan import prepare
from adjudge_engine.subject import parted
from adjudge_engine.text.blocks import blocks
from adjudge_engine.text.negation import negations_in

_PIECES = (
    *("at", "in", "the", "take", "for", "ore", "alle", "before", "may", "May", "vor", "hace"),
    *("5", "12", "3", "30", "days", "day", "weeks", "times", "mg", "months", "minutes", "years"),
    *("later", "ago", "from now", "Later", "after", "a", "of", "July", "morning", "\n", ".", ","),
    *("bis", "to", "-", "u.", "Y", "AND", "и", "до", "か", "から", "à", "À", "no", "not", "No1"),
    *("never", "un-known", "isn't", "nothing", "No"),
)
_texts = st.lists(st.sampled_from(_PIECES), max_size=14).map(" ".join)


@given(_texts)
def test_counts_at_a_glance_are_no_dates(text: str) -> None:
    found = find_dates(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(find, "only_counts", lambda *_: False)
        assert find_dates(text) == found


def test_days_that_are_later_are_looked_at() -> None:
    assert only_counts("take it for 5 days.", 12, 13)
    assert not only_counts("paid some 5 days later", 10, 11)
    assert [one.text for one in find_dates("He paid some 5 days later.")] == ["5 days later"]


@given(st.text(alphabet=" -–~,/toTObisàAUундоИeyかから5\n\u00a0", max_size=8))
def test_what_may_link_numbers(text: str) -> None:
    pattern: re.Pattern[str] = import_module(join.__name__).__dict__["_JOINT"]
    for end in range(len(text) + 1):
        assert join.is_linked(text, end) is (pattern.match(text, end) is not None)


@given(_texts.map(lambda text: text.encode("ascii", "ignore").decode().lower()))
def test_negations_by_words_at_hand(text: str) -> None:
    assert negations_in(text, prepare(text).style.words) == negations_in(text)


@given(st.text(alphabet=" .,\nnotNeverx'\u2003\x1f", max_size=24))
def test_words_that_deny(text: str) -> None:
    for cues in (frozenset({"not"}), frozenset({"not", "no", "Never"})):
        assert silent_denials._has(text, cues) is (not cues.isdisjoint(parted(text)))


def test_words_that_deny_have_no_edges() -> None:
    assert not [cue for cue in CUES if parted(cue) != [cue]]


_LINES = ("Plain words", "a) item", "iv. item", "- item", "", "===", "# Head", "> quoted", "**B**")


@given(st.lists(st.sampled_from((*_LINES, "```", "Plain", "1. one", " indented", "é")), max_size=9))
def test_lines_of_prose_joined_at_once(lines: list[str]) -> None:
    """A table far below keeps lines apart while they are read; the blocks above are the same."""
    text = "\n".join(lines)
    if "```" in text:
        return
    below = text + "\n\n\nx | y"
    assert blocks(text) == [one for one in blocks(below) if one.end <= len(text)]
