"""Canonical JSON: the vectors of RFC 8785, number formatting, key order, hostile text."""

from __future__ import annotations

import enum
import hashlib
import json
import struct
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.canonical import canonical_hash, canonical_json, sha256_hex

# RFC 8785, appendix B: a double's bits and what ECMAScript writes for it.
DOUBLES = [
    ("0000000000000000", "0"),
    ("8000000000000000", "0"),
    ("0000000000000001", "5e-324"),
    ("8000000000000001", "-5e-324"),
    ("7fefffffffffffff", "1.7976931348623157e+308"),
    ("ffefffffffffffff", "-1.7976931348623157e+308"),
    ("4340000000000000", "9007199254740992"),
    ("c340000000000000", "-9007199254740992"),
    ("4430000000000000", "295147905179352830000"),
    ("44b52d02c7e14af5", "9.999999999999997e+22"),
    ("44b52d02c7e14af6", "1e+23"),
    ("44b52d02c7e14af7", "1.0000000000000001e+23"),
    ("444b1ae4d6e2ef4e", "999999999999999700000"),
    ("444b1ae4d6e2ef4f", "999999999999999900000"),
    ("444b1ae4d6e2ef50", "1e+21"),
    ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
    ("3eb0c6f7a0b5ed8d", "0.000001"),
    ("41b3de4355555553", "333333333.3333332"),
    ("41b3de4355555554", "333333333.33333325"),
    ("41b3de4355555555", "333333333.3333333"),
    ("41b3de4355555556", "333333333.3333334"),
    ("41b3de4355555557", "333333333.33333343"),
    ("becbf647612f3696", "-0.0000033333333333333333"),
    ("43143ff3c1cb0959", "1424953923781206.2"),
]


@pytest.mark.parametrize(("bits", "written"), DOUBLES)
def test_doubles_are_written_as_ecmascript_does(bits: str, written: str) -> None:
    (value,) = struct.unpack(">d", bytes.fromhex(bits))
    assert canonical_json(value) == written.encode()


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (1.0, "1"),
        (-1.5, "-1.5"),
        (4.50, "4.5"),
        (2e-3, "0.002"),
        (1e-27, "1e-27"),
        (1e30, "1e+30"),
        (0.1 + 0.2, "0.30000000000000004"),
        (123456789012345680000.0, "123456789012345680000"),
        (100.0, "100"),
        (1.5e300, "1.5e+300"),
        (0, "0"),
        (-7, "-7"),
        (2**53, "9007199254740992"),
        (2**53 + 1, "9007199254740993"),
        (-(10**25) - 1, "-10000000000000000000000001"),
        (10**400, "1" + "0" * 400),
        (True, "true"),
        (False, "false"),
        (None, "null"),
    ],
)
def test_scalars(value: object, written: str) -> None:
    assert canonical_json(value) == written.encode()


def test_the_example_of_the_standard() -> None:
    example = json.loads(
        r"""{
          "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
          "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
          "literals": [null, true, false]
        }"""
    )
    assert (
        canonical_json(example)
        == (
            r'{"literals":[null,true,false],'
            r'"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
            r'"string":"€$\u000f\nA'
            r"'B\"\\\\\"/"
            r'"}'
        ).encode()
    )


def test_keys_are_ordered_by_utf_16_code_units() -> None:
    keys = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\x80", "\xf6"]
    written = canonical_json(dict.fromkeys(keys, 0))
    # An astral character begins with a surrogate (D83D), so it comes before U+FB33.
    assert list(json.loads(written)) == [
        "\r",
        "1",
        "\x80",
        "\xf6",
        "\u20ac",
        "\U0001f600",
        "\ufb33",
    ]


def test_control_characters_have_their_short_or_lower_case_escapes() -> None:
    assert canonical_json("\b\t\n\f\r\x00\x0b\x1f\x7f\u2028/") == (
        '"\\b\\t\\n\\f\\r\\u0000\\u000b\\u001f\x7f\u2028/"'.encode()
    )


def test_lone_surrogates_are_escaped_and_come_back() -> None:
    assert canonical_json("a\ud800b\udfffc") == rb'"a\ud800b\udfffc"'
    assert canonical_json({"\udc00": "\\\ud800"}) == rb'{"\udc00":"\\\ud800"}'
    assert json.loads(canonical_json("\\\ud800é")) == "\\\ud800é"
    assert canonical_json("\ud800") != canonical_json(r"\ud800")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), [float("nan")]])
def test_what_is_not_a_number_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="NaN"):
        canonical_json(value)


@pytest.mark.parametrize("value", [{1: "a"}, {"a": b"b"}, {"a", "b"}, {None: 1}, object()])
def test_what_json_has_no_word_for_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        canonical_json(value)


def test_endless_nesting_is_refused_with_a_sentence() -> None:
    nested: list[object] = []
    for _ in range(sys.getrecursionlimit() * 100):
        nested = [nested]
    with pytest.raises(ValueError, match="nested too deeply"):
        canonical_json(nested)


def test_subclasses_are_written_as_their_values() -> None:
    class Grade(enum.IntEnum):
        GOOD = 3

    class Word(enum.StrEnum):
        YES = "yes"

    class Loud(float):
        def __repr__(self) -> str:
            return "loud"

    assert canonical_json([Grade.GOOD, Word.YES, Loud(0.5), (1, 2)]) == b'[3,"yes",0.5,[1,2]]'


def test_the_hash_is_the_sha_256_of_the_bytes() -> None:
    assert sha256_hex(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    value = {"b": [1, 2.0], "a": "é"}
    expected = hashlib.sha256('{"a":"é","b":[1,2]}'.encode()).hexdigest()
    assert canonical_hash(value) == f"sha256:{expected}"


def surrogates_apart(text: str) -> bool:
    """No lone high surrogate stands right before a lone low one: read back, they are a pair."""
    return bool(text == json.loads(json.dumps(text)))


TEXT = st.text(st.characters(codec=None, exclude_categories=())).filter(surrogates_apart)
SAFE_NUMBERS = st.floats(allow_nan=False, allow_infinity=False).filter(
    lambda one: abs(one) < 2**53 or abs(one) >= 1e21
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | SAFE_NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(TEXT, inner, max_size=5),
    max_leaves=20,
)


@settings(max_examples=100, deadline=None)
@given(JSON)
def test_reading_back_gives_the_same_value(value: object) -> None:
    written = canonical_json(value)
    assert json.loads(written) == value
    assert canonical_json(json.loads(written)) == written


@settings(max_examples=100, deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_double_comes_back_as_the_same_double(value: float) -> None:
    assert float(canonical_json(value)) == value


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(TEXT, st.integers(), min_size=2, max_size=6), st.randoms())
def test_the_order_of_keys_going_in_does_not_matter(
    value: dict[str, int],
    random: Random,
) -> None:
    items = list(value.items())
    random.shuffle(items)
    written = canonical_json(dict(items))
    assert written == canonical_json(value)
    keys = [key.encode("utf-16-be", "surrogatepass") for key in json.loads(written)]
    assert keys == sorted(keys)
