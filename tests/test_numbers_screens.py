"""Quick looks for pieces of words: none may pass over what the pattern behind it would find."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from pattern_choices import choices

from adjudge_engine.numbers.binding import outflow, per_when, respectively, shares_of
from adjudge_engine.numbers.deriving import wording
from adjudge_engine.numbers.reading import headings
from adjudge_engine.numbers.stating import cues
from adjudge_engine.numbers.worded import romans
from adjudge_engine.text.tokens import fold


def _written(pattern: re.Pattern[str], lead: str = "", tail: str = "") -> Iterator[str]:
    """What of all choices the pattern finds once it stands in a text."""
    for one in choices(pattern):
        if pattern.search(f"{lead}{one}{tail}") is not None:
            yield one


def _ascii(texts: Iterator[str]) -> list[str]:
    return [one for one in texts if one.isascii()]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("a(?:b|c)?", ["a", "ab", "ac"]),
        (r"x[- ]y{0,3}\b|\w{2,9}\s", ["x-", "x-y", "x ", "x y", "xx "]),
        ("[^a-c](?!d)[d-f]|.+", ["xd", "x"]),
    ],
    ids=["optional", "sets", "negated"],
)
def test_choices_of_a_pattern(pattern: str, expected: list[str]) -> None:
    assert sorted(choices(pattern)) == sorted(expected)


def test_operation_pieces() -> None:
    """Every word for an operation in plain letters is seen by the look for its piece."""
    written = _ascii(_written(cues._OPERATION))
    assert len(written) > 150
    found = {one: cues.operation_in(one) for one in written}
    assert [one for one, operation in found.items() if operation is None] == []


def test_operation_words_are_all_written_out() -> None:
    """No alternative is lost for what has to stand around it."""
    parts = [part for _, words in cues._OPERATIONS for part in choices(words)]
    missed = [one for one in parts if cues._OPERATION.search(one) is None]
    assert missed == []


def test_rank_pieces() -> None:
    """Every word in plain letters that Roman numerals stand behind."""
    written = _ascii(_written(wording._RANKED))
    assert len(written) > 10
    assert [one for one in written if not one.endswith(wording._RANKS)] == []


@pytest.mark.parametrize(
    ("words", "hints"),
    [
        (outflow._LOSS_WORDS, outflow._LOSS_HINTS),
        (outflow._GAIN_WORDS, outflow._GAIN_HINTS),
        (outflow._RESULT_WORDS, outflow._GAIN_HINTS),
    ],
    ids=["loss", "gain", "result"],
)
def test_loss_and_gain_pieces(words: tuple[str, ...], hints: tuple[str, ...]) -> None:
    assert words
    assert [one for one in words if not any(hint in one for hint in hints)] == []


def test_loss_words_begin_as_they_are_folded() -> None:
    missed = [one for one in outflow._LOSS_WORDS if not outflow._may_say_loss(f"A {one} of 5")]
    assert missed == []
    assert not outflow._may_say_loss("A gain of 5")


#: An article of one language stands before no noun of another.
_WITH_ARTICLE = frozenset(
    f"{article} {noun}"
    for article, nouns in (
        ("a", "second sec minute min day week month quarter year"),
        ("an", "hour"),
    )
    for noun in nouns.split()
)


def test_how_often_hints() -> None:
    """Every way in plain letters to say how often, behind a figure or before it."""
    behind = _ascii(_written(per_when._PER_BEHIND, "5 mg "))
    behind = [
        one for one in behind if one in _WITH_ARTICLE or not one.startswith(("a ", "an ", "all "))
    ]
    behind += _ascii(_written(per_when._OFTEN_BEHIND, "5 mg "))
    before = _ascii(_written(per_when._OFTEN_BEFORE))
    assert set(behind) >= _WITH_ARTICLE
    assert len(before) > 10
    texts = [f"5 mg {one} ." for one in behind] + [f"{one} 5 mg ." for one in before]
    missed = [text for text in texts if not any(map(text.__contains__, per_when._PLAIN_HINTS))]
    assert missed == []


@pytest.mark.parametrize("said", ["per day", "a second", "in der minute"])
def test_how_often(said: str) -> None:
    assert per_when.how_often(f"5 mg {said}", 0, 1) in ("day", "second", "minute")


def test_respective_hints() -> None:
    written = list(_written(respectively._RESPECTIVELY))
    assert len(written) > 5
    for one in (*written, *(word.capitalize() for word in written)):
        assert any(hint in one for hint in respectively._HINTS), one


def test_multiple_hints() -> None:
    written = list(_written(shares_of._MULTIPLE))
    assert len(written) > 20
    assert [one for one in written if not shares_of.multiples_in(one)] == []


def test_part_words() -> None:
    written = [one for words in shares_of._PARTS.values() for one in choices(words)]
    assert len(written) > 40
    missed = [one for one in written if not shares_of.part_before(f"{one} ", len(one) + 1)]
    # A sign for any letter stands for no word.
    assert [one for one in missed if not one.endswith(("aucunx", "nenhumx"))] == []


@pytest.mark.parametrize("piece", headings.SCALE_PIECES, ids=bytes.decode)
def test_scale_pieces_are_found(piece: bytes) -> None:
    assert headings.has_scale_piece(b"x" + piece + b"x")
    assert not headings.has_scale_piece(piece[:-1])


@pytest.mark.parametrize("word", choices(headings._SCALE))
def test_scale_pieces(word: str) -> None:
    assert headings.has_scale_piece(word.encode())
    assert headings.may_have_headings(f"Sales (in {word.upper()})")


@pytest.mark.parametrize("numeral", sorted(romans.ROMANS))
def test_roman_hints(numeral: str) -> None:
    text = f"Class {numeral} devices"
    assert any(map(text.__contains__, romans._HINTS)) or len(numeral) == 1


def test_folded_words_are_those_of_the_lists() -> None:
    """The words that are looked for are the words that the hints are told of."""
    assert frozenset(map(fold, outflow._LOSS_WORDS)) == outflow._LOSS
    assert frozenset(map(fold, outflow._GAIN_WORDS)) == outflow._GAIN
