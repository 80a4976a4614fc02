"""The hash of an event, written directly, is that of its canonical JSON."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.canonical import canonical_json, sha256_hex
from adjudge_queue.file import events

texts = st.text(st.characters(codec=None)) | st.text('"\\\x7f\u2028\ud800é')
numbers = st.none() | st.integers()
odd = st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | texts | numbers


def plainly(columns: tuple[Any, ...]) -> str:
    return sha256_hex(canonical_json(dict(zip(events.COLUMNS[:9], columns, strict=True))))


@given(
    st.tuples(st.integers(), texts, texts, texts, numbers, numbers, numbers, texts, texts)
    | st.tuples(*[odd] * 9)
)
@settings(max_examples=300, deadline=None)
def test_it_is_the_hash_of_the_canonical_json(columns: tuple[Any, ...]) -> None:
    assert events.event_hash(columns) == plainly(columns)


def test_bytes_have_no_hash() -> None:
    with pytest.raises(TypeError):
        events.event_hash((1, "at", "kind", b"\xff", None, None, None, "{}", ""))
