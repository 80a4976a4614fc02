"""A team's own patterns: found where they stand, in bounded time, or the text does not go out."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.gates.schema.patterns import PatternRefused
from adjudge_engine.gates.schema.spans import find_spans
from adjudge_engine.privacy.patterns import NotRedacted
from adjudge_engine.privacy.redaction import RedactionSettings, Redactor


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        (r"KD-\d{6}", "KD-123456, KD-12345, xKD-000001", ["KD-123456", "KD-000001"]),
        (r"(?:AB|CD)+x", "ABCDABx CDx AB x", ["ABCDABx", "CDx"]),
        (r"a|ab|abc", "abcab", ["abc", "ab"]),
        (r"\bid\d+\b", "id12 xid3 id4x id5", ["id12", "id5"]),
        (r"ACME-\w+", "ACME-x1_y, ACME-", ["ACME-x1_y"]),
        (r"[A-Z]{2,3}\d{2,4}", "AB12345", ["AB1234"]),
        (r"^x|y$", "xxyy", ["x", "y"]),
        (r"x*", "axxb", ["xx"]),
        (r"\p{Lu}{3}", "abÄÖÜ", ["ÄÖÜ"]),
        (r"(?:a+b)+", "aabab ab", ["aabab", "ab"]),
    ],
)
def test_spans_are_leftmost_and_longest(pattern: str, text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_spans(pattern, text)] == found


@given(
    st.sampled_from([r"a+b", r"(?:ab)+", r"a{2,4}", r"[ab]c+a", r"ab?c", r"(?:a|b)c{1,2}", r"b+"]),
    st.text(alphabet="abc", max_size=30),
)
@settings(max_examples=150, deadline=None)
def test_spans_are_those_of_re_where_greedy_is_longest(pattern: str, text: str) -> None:
    assert list(find_spans(pattern, text)) == [one.span() for one in re.finditer(pattern, text)]


@pytest.mark.parametrize("pattern", [r"(?:a+)+b", r"(?:a|a)+b", r"(?:a?){30}a{30}b", r"a+b"])
def test_a_pattern_that_explodes_is_bounded(pattern: str) -> None:
    assert list(find_spans(pattern, "a" * 60)) == []
    with pytest.raises(PatternRefused):
        list(find_spans(pattern, "a" * 20_000, most_steps=20_000))


def test_a_text_that_cannot_be_searched_does_not_go_out() -> None:
    session = Redactor(RedactionSettings(patterns=(("CODE", "(?:a|aa)+b"),))).session()
    with pytest.raises(NotRedacted, match="CODE") as caught:
        session.redact("a" * 300_000)
    assert "aaa" not in str(caught.value)
