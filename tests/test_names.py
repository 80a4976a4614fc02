"""Names: which single words are alike and yet name different things, and what a drug's name is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.text.alike import DRUG_STEMS, DRUG_TAILS, drug_stem, is_alike, plain
from adjudge_engine.text.names import names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("K200", "K300"),
        ("P-400", "P-450"),
        ("2044-B", "2044-K"),
        ("A320", "B320"),
        ("Meier", "Maier"),
        ("Zentravo", "Zentrevo"),
        ("Hartmann", "Hardtmann"),
    ],
)
def test_alike(one: str, other: str) -> None:
    assert is_alike(one, other)
    assert is_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("K200", "k200"),
        ("COVID", "COVID-19"),
        ("K200", "Q731"),
        ("2", "3"),
        ("Berlin", "Berliner"),
        ("Berlins", "Berlin"),
        ("Okoro's", "Okoro"),
        ("Müller", "Mueller"),
        ("Müller", "Muller"),
        ("Petrov", "Petroff"),
        ("Ivan", "Iwan"),
        ("Center", "Centre"),
        ("Labor", "Labour"),
        ("Frenchman", "Frenchmen"),
        ("Москва", "Москве"),
        ("", "A"),
    ],
)
def test_not_alike(one: str, other: str) -> None:
    assert not is_alike(one, other)
    assert not is_alike(other, one)


def test_beside_a_word_in_common_more_may_differ() -> None:
    assert not is_alike("Walden", "Welten")
    assert is_alike("Walden", "Welten", beside=True)


@given(st.text(max_size=30), st.text(max_size=30))
def test_alike_is_mutual_and_never_of_oneself(one: str, other: str) -> None:
    assert is_alike(one, other) == is_alike(other, one)
    assert not is_alike(one, one)
    assert plain(plain(one)) == plain(plain(plain(one)))


def test_drugs_by_their_endings() -> None:
    assert drug_stem("metoprolol") == "olol"
    assert drug_stem("metformin") == "formin"
    for word in ("control", "april", "protocol", "cat", "", "platin"):
        assert drug_stem(word) == ""
    assert all(stem[-4:] in DRUG_TAILS for stem in DRUG_STEMS)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Dr. Meyer works at Atlas Corp in Graz.", ["Dr. Meyer", "Atlas Corp", "Graz"]),
        ("The X-200 is blue.", ["X-200"]),
        ("It is paid.", []),
    ],
)
def test_names_in_running_text(text: str, found: list[str]) -> None:
    assert [one.text for one in names(text)] == found
