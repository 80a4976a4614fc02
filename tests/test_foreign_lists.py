"""Lists written into one cell: JSON, Python, NumPy, joined; anything else is one text."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adjudge_engine.reading.foreign.leftovers import kept
from adjudge_engine.reading.foreign.lists import texts_in, written_list
from adjudge_engine.reading.foreign.templates import original
from adjudge_queue.exports.promptfoo import inert

texts = st.text(max_size=30) | st.sampled_from(["it's", 'a "b"', "\\n", "\n", "'", "x', 'y", "\0"])


@given(st.lists(texts, max_size=5))
@example(["it's", 'say "no"', "a\\'b", "\U0001f6e0\x85"])
def test_what_python_prints_comes_back(found: list[str]) -> None:
    assert written_list(repr(found)) == found


@given(st.lists(texts, max_size=5), st.sampled_from([" ", "\n ", "\n"]))
def test_what_numpy_prints_is_as_many_texts(found: list[str], between: str) -> None:
    assert written_list(f"[{between.join(map(repr, found))}]") == found


@given(st.lists(texts | st.integers() | st.none() | st.dictionaries(texts, texts), max_size=4))
def test_what_json_writes_comes_back(found: list[Any]) -> None:
    assert written_list(json.dumps(found)) == found


@pytest.mark.parametrize(
    "cell",
    ["", "[", "]", "text", "['open", "['a' b]", "[1 2]", "{'a': 1}", "['a'] more", "['a', f('b')]"],
)
def test_other_text_is_no_list(cell: str) -> None:
    assert written_list(cell) is None


def test_a_cell_is_none_one_or_several_texts() -> None:
    assert texts_in(None) == texts_in("  ") == []
    assert texts_in("one | two") == ["one | two"]
    assert texts_in("one|two|", "|") == ["one", "two"]
    assert texts_in("['one|two']", "|") == ["one|two"]
    assert texts_in({"a": 1}) == [{"a": 1}]


@given(st.text("[]'\"\\, \nab", max_size=60))
def test_no_cell_breaks_the_scanner(cell: str) -> None:
    found = written_list(cell)
    assert found is None or isinstance(found, list)


def test_the_scanner_takes_time_as_the_cell_is_long() -> None:
    def seconds(size: int) -> float:
        cells = ["['" + "\\" * size + "]", "[" + "' '" * size + "]", "[" + "," * size + "]"]
        start = time.process_time()
        for cell in cells:
            written_list(cell)
        return time.process_time() - start

    seconds(1_000)
    assert seconds(200_000) < 40 * max(seconds(20_000), 0.001)


def test_leftovers_that_say_nothing_or_too_much_are_left_out() -> None:
    notes: list[str] = []
    found = kept(
        {"a": None, "b": "", "c": [], "d": 0, "e": "x" * 30_000, "f": [float("nan"), {"g": 1}]},
        notes.append,
    )
    assert found == {"d": 0, "f": ["nan", {"g": 1}]}
    assert notes == ["'e' is too large to be kept with a case, and is left out"]


@given(st.text("{%#\u2060 e:/fil", max_size=20))
def test_texts_made_inert_for_promptfoo_come_back(text: str) -> None:
    assert original(inert(text)) == text
