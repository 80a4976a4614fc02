"""The contract gate: strict JSON against a schema that may be hostile."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.case import Case
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.contract import check_contract
from adjudge_engine.gates.schema.patterns import PatternRefused, compiled, search
from adjudge_engine.subject import Subject


def _checks(answer: str, schema: Any) -> list[Check]:
    case = Case.model_validate({"id": "x", "answer": answer, "expect": {"answer_schema": schema}})
    return check_contract(Subject(case))


def _codes(answer: str, schema: Any) -> list[str]:
    return [one.code for one in _checks(answer, schema)]


@pytest.mark.parametrize(
    ("answer", "schema", "code"),
    [
        ('"a"', {"type": "string"}, "conforms"),
        ("1.0", {"type": "integer"}, "conforms"),
        ("true", {"type": "integer"}, "schema_violation"),
        ("19.99", {"multipleOf": 0.01}, "conforms"),
        ("{}", False, "schema_violation"),
        ("{}", True, "conforms"),
        ('```json\n{"a": 1}\n```', {"required": ["a"]}, "fenced"),
        ('```\n{"a": 1}\n```', {"required": ["b"]}, "schema_violation"),
        ('Here: ```json\n{"a": 1}\n```', {}, "not_json"),
        ("```json\n1\n```\n```json\n2\n```", {}, "not_json"),
        ("The colour is green.", {}, "not_json"),
        ("", {}, "not_json"),
        ("NaN", {}, "not_json"),
        ("[-Infinity]", {}, "not_json"),
        ('{"a": 1, "a": 2}', {}, "not_json"),
        ("1e999", {}, "not_json"),
        ("9" * 100_000, {}, "not_json"),
        ("[" * 100_000, {}, "too_deep"),
        ("[" * 300 + "]" * 300, {}, "too_deep"),
        ("1", {"type": "objekt"}, "schema_invalid"),
        ("1", {"pattern": "("}, "schema_invalid"),
        ("1", {"$ref": "#/$defs/none"}, "schema_invalid"),
        ("1", {"$schema": "https://example.org/own"}, "schema_invalid"),
        ("1", {"$ref": "https://example.org/a.json"}, "schema_remote"),
        ("1", {"$ref": "file:///etc/hostname"}, "schema_remote"),
        ("1", {"$ref": "#"}, "schema_endless"),
        ('"aa"', {"pattern": r"^(a)\1$"}, "pattern_refused"),
        ("[1, 1.0]", {"uniqueItems": True}, "schema_violation"),
        ("[1, true, [1], {}]", {"uniqueItems": True}, "conforms"),
        ('{"b": 1}', {"patternProperties": {"^a": {}}, "additionalProperties": False},
         "schema_violation"),
        ('{"a1": "x"}', {"patternProperties": {"^(a+)+1$": {"type": "number"}}},
         "schema_violation"),
    ],
)  # fmt: skip
def test_outcomes(answer: str, schema: Any, code: str) -> None:
    assert _codes(answer, schema) == [code]


def test_violations_are_listed_with_their_places() -> None:
    schema = {
        "required": ["b"],
        "properties": {"seats": {"type": "integer"}, "x~/y": {"items": {"minimum": 0}}},
    }
    checks = _checks('{"seats": "48", "x~/y": [1, -7]}', schema)
    places = [one.observed.where.path for one in checks if one.observed and one.observed.where]
    assert places == ["", "/seats", "/x~0~1y/1"]
    assert [one.message for one in checks] == [
        "the answer lacks b",
        "/seats is string, not integer",
        "/x~0~1y/1 breaks 'minimum': 0",
    ]


def test_at_most_twenty_violations_in_an_order_of_their_own() -> None:
    one = {"properties": {name: {"type": "string"} for name in "abc"}}
    other = {"properties": {name: {"type": "string"} for name in "cba"}}
    answer = '{"a": 1, "b": 2, "c": 3}'
    assert _checks(answer, one) == _checks(answer, other)
    assert len(_checks(json.dumps([1] * 500), {"items": {"type": "string"}})) == 20


def test_a_violation_counts_even_where_the_rest_cannot_be_checked() -> None:
    schema = {"type": "string", "allOf": [{"$ref": "https://example.org/a"}]}
    assert _codes("1", schema) == ["schema_violation", "schema_remote"]


def test_references_that_multiply_come_to_an_end() -> None:
    names = [f"a{at}" for at in range(40)]
    twice = {
        name: {"allOf": [{"$ref": f"#/$defs/{before}"}] * 2} for before, name in pairwise(names)
    }
    assert _codes("1", {"$defs": {"a0": {}, **twice}, "$ref": "#/$defs/a39"}) == ["schema_endless"]


def test_hostile_patterns_come_to_an_end() -> None:
    for pattern, text, ok in [
        ("^(a+)+$", "a" * 40 + "!", False),
        ("^(a+)+$", "a" * 40, True),
        ("^(a|a)*$", "a" * 5_000 + "!", False),
        ("a*a*a*a*b", "a" * 20_000, False),
        ("^([a-z]+-)*[a-z]+$", "ab-cd-ef", True),
    ]:
        assert search(pattern, text) is ok
    for pattern in (r"(a)\1", "(?<=a)b", "(?i)a", "(a{1000}){1000}", "(?=a{999}){3}"):
        with pytest.raises(PatternRefused):
            search(pattern, "a")
    with pytest.raises(PatternRefused):
        search("(x+x+)+y", "x" * 2_000_000)


def test_patterns_that_re_would_try_in_many_ways_are_not_handed_to_it() -> None:
    bounded = r"a{0,40}" * 6 + "b"
    for pattern in (bounded, "a*a{0,9}a{0,9}a{0,9}b", "a{0,51}a{0,51}b"):
        assert compiled(pattern)[0] is None
        assert search(pattern, "a" * 900) is False
    for pattern in ("^[A-Z]{2}-[0-9]{1,4}$", "^a?b?c?$", "a+"):
        assert compiled(pattern)[0] is not None


_PIECES = st.sampled_from(
    ["a", "b", ".", "[ab]", "[^a]", r"\d", r"\w", r"\b", "^", "$", "(a|b)", "(ab)*", "a+", "b?",
     "a{2}", "(a|bc){1,3}", "a*?", "(?:b+a)+", r"\s", "[a-c1]", "(?=a)", "(?!b|c)"]
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.lists(_PIECES, max_size=5), st.text("abc1 \n", max_size=8))
def test_the_automaton_agrees_with_re(pieces: list[str], text: str) -> None:
    pattern = "".join(pieces)
    assert search(pattern, text) is _as_re(pattern, text)
    nested = f"(?:{pattern}|c)"  # never simple: always the automaton
    assert search(nested, text) is _as_re(nested, text)


def _as_re(pattern: str, text: str) -> bool:
    """What Python's `re` says, with the meaning that ECMA-262 gives the pattern."""
    return re.search(pattern.replace("$", r"\Z"), text, re.ASCII) is not None


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        (r"^\d$", "٣", False),
        (r"^\w$", "é", False),
        (r"\bb", "éb", True),
        ("^a$", "a\n", False),
        (r"^\s$", "\u3000", True),
        (r"^\s$", "\x1c", False),
        ("^.$", "\u2028", False),
        (r"^\p{L}+$", "Ünal", True),
        (r"^\p{Lu}\P{Lu}$", "Üb", True),
        (r"^[\p{Script=Han}々]+$", "佐々木", True),
        (r"^[^\p{N}]+$", "a٣", False),
        (r"^\\p{2}$", "\\pp", True),
        (r"^(?<year>\d{4})$", "2031", True),
        (r"^\u{e9}\u{1F600}$", "é😀", True),
        (r"^[\u{61}-\u{63}]$", "d", False),
        (r"^\\u{3}$", "\\uuu", True),
    ],
)
def test_patterns_mean_what_ecma_262_says(pattern: str, text: str, matches: bool) -> None:
    assert search(pattern, text) is matches


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        ("^(?=.*[0-9])(?=.*[a-z])[a-z0-9]{4,}$", "kiln7", True),
        ("^(?=.*[0-9])(?=.*[a-z])[a-z0-9]{4,}$", "kilns", False),
        ("^(?!draft-).*$", "draft-3", False),
        ("^(?!draft-).*$", "final-3", True),
        ("^(?:(?!--)[a-z-])+$", "two-ways", True),
        ("^(?:(?!--)[a-z-])+$", "two--ways", False),
        ("a(?!b)", "abac", True),
        ("a(?!b)", "abab", False),
        ("^(?=(?!x)y)y$", "y", True),
        (r"^(?=\p{Lu})\w+$", "Ada", True),
        (r"^(?=\p{Lu})\w+$", "ada", False),
        ("(?=a)b", "ab", False),
    ],
)
def test_patterns_that_look_ahead(pattern: str, text: str, matches: bool) -> None:
    assert search(pattern, text) is matches


def test_looking_ahead_comes_to_an_end() -> None:
    assert search("(?=(a+)+$)b", "a" * 300 + "!") is False
    for pattern in ("(?=.*x)y", "(?=.*(?=.*(?=.*z)))q"):
        with pytest.raises(PatternRefused):
            search(pattern, "y" * 5_000)
    with pytest.raises(PatternRefused):
        compiled("(?=a)b")


def test_an_unknown_property_is_refused() -> None:
    with pytest.raises(PatternRefused, match="Klingon"):
        search(r"\p{Script=Klingon}", "a")


@pytest.mark.parametrize(
    ("schema", "code"),
    [
        ({"properties": {"a": {"$ref": "https://example.org/a.json"}}}, "schema_remote"),
        ({"properties": {"a": {"$ref": "#/$defs/b"}}}, "schema_invalid"),
        ({"properties": {"a": {"pattern": "["}}}, "schema_invalid"),
        ({"enum": [{"$ref": "https://example.org/a.json"}, {}]}, "conforms"),
        ({"properties": {"$ref": {"type": "string"}}}, "conforms"),
        ({"$id": "https://example.org/s.json", "not": {"$ref": "s.json#/$defs/n"},
          "$defs": {"n": {"type": "string"}}}, "conforms"),
        ({"properties": {"a": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}},
         "conforms"),
    ],
)  # fmt: skip
def test_what_the_answer_never_reaches(schema: Any, code: str) -> None:
    assert _codes("{}", schema) == [code]


def test_a_schema_of_many_references_is_read_once() -> None:
    ids = [{"$id": f"https://example.org/{at}", "type": "object"} for at in range(3_000)]
    refs = [{"$ref": f"https://example.org/{at}"} for at in range(3_000)]
    assert _codes("{}", {"$defs": {"a": {"anyOf": ids}, "b": {"anyOf": refs}}}) == ["conforms"]


def test_large_answers() -> None:
    rows = json.dumps([{"a": at} for at in range(5_000)])
    schema = {"uniqueItems": True, "items": {"properties": {"a": {"type": "integer"}}}}
    assert _codes(rows, schema) == ["conforms"]
    assert _codes('"\\ud800\\u0000"', {"type": "string"}) == ["conforms"]


def test_no_schema_no_checks() -> None:
    assert check_contract(Subject(Case(id="x", answer="A."))) == []
