"""Tokens: offsets that hold, and the folding under which words are the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.text import sentences
from adjudge_engine.text import tokens as reading
from adjudge_engine.text.languages import guess_language
from adjudge_engine.text.names import names
from adjudge_engine.text.tokens import fold, folded_words, is_content, is_number, tokens


def test_offsets_point_at_the_words() -> None:
    text = "Don’t pay 1,234.50 EUR for X-200s."
    assert [text[one.start : one.end] for one in tokens(text)] == [
        "Don’t", "pay", "1,234.50", "EUR", "for", "X", "200", "s",
    ]  # fmt: skip
    part = tokens(text, 6, 18)
    assert [text[one.start : one.end] for one in part] == ["pay", "1,234.50"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Refunds", "refund"),
        ("policies", "POLICY"),
        ("cancelling", "cancelled"),
        ("planned", "planning"),
        ("used", "using"),
        ("1,234.50", "1234.5"),
        ("1.234,50", "1234.5"),
        ("12,34", "12.34"),
        ("two", "2"),
        ("zwölf", "12"),
        ("３", "3"),
        ("٣٤", "34"),
        ("Straße", "STRASSE"),
        ("customer’s", "customer"),
    ],
)
def test_the_same(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1234", "1.234"),
        ("12.5", "125"),
        ("0.5", "5"),
        ("10", "1"),
        ("one", "1"),
        ("able", "unable"),
        ("thing", "the"),
        ("bus", "bu"),
        ("use", "us"),
        ("news", "new"),
    ],
)
def test_not_the_same(one: str, other: str) -> None:
    assert fold(one) != fold(other)


def test_scripts_without_spaces_give_pairs() -> None:
    assert folded_words("東京都は3月") == ["東京", "京都", "都は", "3", "月"]
    assert folded_words("हिन्दी भाषा") == ["हिन्दी", "भाषा"]  # vowel signs stay in the word


def test_content_and_numbers() -> None:
    said = folded_words("The fee of 12 is not for a dog")
    assert [word for word in said if is_content(word)] == ["fee", "12", "dog"]
    assert [word for word in said if is_number(word)] == ["12"]
    assert not is_content("する")
    assert is_content("東京")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("This is the price of the plan.", "en"),
        ("Die Frist beginnt mit dem Tag, an dem die Ware da ist.", "de"),
        ("Les frais ne sont pas dus par le client.", "fr"),
        ("東京は日本の首都です", "ja"),
        ("北京是中国首都", "zh"),
        ("Это цена", "ru"),
        ("Lamp 5", None),
        ("", None),
    ],
)
def test_language(text: str, language: str | None) -> None:
    assert guess_language(folded_words(text)) == language


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Atlas S costs $5, the Atlas X-200 more.", ["Atlas S", "Atlas X-200"]),
        ("Refunds are due in Norland.", ["Norland"]),
        ("Orel Pay works with iPod 12 at J. P. Hart.", ["Orel Pay", "iPod 12", "J. P. Hart"]),
        ("GDPR applies.", ["GDPR"]),
        ("Dr. Byrd met the Union's Board.", ["Dr. Byrd", "Union's Board"]),
        ("I think I am.", []),
        ("However, it is free.", []),
        ("Plan B is free", ["Plan B"]),
        ("", []),
    ],
)
def test_names(text: str, found: list[str]) -> None:
    assert [one.text for one in names(text)] == found


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_tokens_and_names_hold_for_any_text(text: str) -> None:
    for token in tokens(text):
        assert 0 <= token.start < token.end <= len(text)
        assert token.folded
    for name in names(text):
        assert text[name.start : name.end] == name.text
        assert name.words


@settings(max_examples=300)
@given(
    st.text(alphabet=st.characters(max_codepoint=127), max_size=120)
    | st.from_regex(r"[a1_'.,]{0,90}")
)
def test_the_patterns_for_ascii_find_what_those_for_any_text_find(text: str) -> None:
    if text.isascii():
        assert reading._ASCII_TOKEN.findall(text) == reading._TOKEN.findall(text)
        told = [word.lower() for word in sentences._WORD.findall(text)]
        assert sentences._ASCII_WORD.findall(text.lower()) == told
