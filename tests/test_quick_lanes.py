"""What is settled at a glance is what looking closely settles, or nothing."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudge_engine.case import Case, Context
from adjudge_engine.claims import split_claims
from adjudge_engine.dates.find import find_in
from adjudge_engine.dates.identifiers import is_count
from adjudge_engine.numbers.binding.agree import all_near, all_same
from adjudge_engine.numbers.binding.owners import Owners
from adjudge_engine.numbers.lookup.index import NumberIndex
from adjudge_engine.numbers.lookup.material import Material
from adjudge_engine.numbers.reading.headings import headings_of
from adjudge_engine.numbers.reading.scan import parse_numbers
from adjudge_engine.numbers.reading.style import _STOPWORDS, Style, language_of
from adjudge_engine.numbers.worded.seeking import word_places
from adjudge_engine.numbers.worded.words import NUMBER_WORDS, SPELLED, find_words
from adjudge_engine.once import once
from adjudge_engine.text.plain_sentences import plain_sentences
from adjudge_engine.text.sentences import sentences_of_any


def rows_of(*pieces: str, most: int = 9) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(pieces), max_size=most).map("".join)


# Sentences

PROSE = rows_of(
    "The pump ran. ", "It cost 5.5 mg.", "\n", "item one. Next ", "e.g. this ", "Dr. Smith went. ",
    "U.S. The ", "No. 5 is. ", "foo.\n", "Bar. Baz. ", "in 2. Then ", "word", "X", " ", "etc. The ",
    "mg. The ", "hello. world. ", "A. ", "(see). Next ", '"Quoted." Then ', "no stop\nNext line",
    "[1]. ", "foo.Bar ", "... ", "; ", "! ", "Grün. Blau", "it: 1. One 2. Two",
)  # fmt: skip


@given(PROSE, st.integers(0, 8), st.integers(0, 8))
@settings(max_examples=150, deadline=None)
@example("It ran. It stood.\nIt fell. ", 0, 0)
def test_plain_sentences_are_the_sentences(text: str, before: int, behind: int) -> None:
    start, end = min(before, len(text)), max(min(before, len(text)), len(text) - behind)
    plain = plain_sentences(text, start, end)
    if plain is not None:
        assert plain == sentences_of_any(text, start, end)


def test_plain_prose_is_split_at_a_glance() -> None:
    text = "The pump ran. It stood still again.\nNobody knew why, and"
    assert plain_sentences(text, 0, len(text)) == [(0, 13), (14, 35), (36, 56)]


# Dates

BEFORE = (
    "for in may May of the AD mars vor hace il-y-a heisei Heisei july mid about de juin sept no a "
    "on since"
)
COUNTED = "days weeks months years hours minutes seconds times people patients mg km percent"
BEHIND = (
    "'''", ".", " later", " ago", " BC", " of 2019", " 2020", ", 2021", " in May", " July 2025",
    " '25", " before", " past 9", "-long", " of July 2025", " after",
)  # fmt: skip
COUNTS = st.tuples(
    st.sampled_from(BEFORE.split()),
    st.sampled_from("7 14 3 19 2 31 44 5 1 24 90".split()),  # noqa: SIM905
    st.sampled_from(COUNTED.split()),
    st.sampled_from(BEHIND),
)


@given(COUNTS)
@settings(max_examples=150, deadline=None)
def test_a_plain_count_begins_and_ends_no_date(parts: tuple[str, str, str, str]) -> None:
    before, digits, word, behind = parts
    text = f"It was {before} {digits} {word}{behind}"
    start = text.index(f" {digits} ") + 1
    if is_count(text, start, start + len(digits)):
        swapped = text.replace(f" {word}", " zzzz", 1)  # a word that nothing knows is looked into
        found = [one for one in find_in(swapped) if one.start <= start < one.end]
        assert found == []


# Number words, languages, headings

WORDY = rows_of(
    *(f"{word} " for word in sorted(NUMBER_WORDS)[::3]), "twenty-", "bone ", "tone, ", "One",
    "_one", "’ten ", "ones ", "éone ", "onE5 ", "and a half ", "hundred and ", "\n", "the ",
    most=30,
)  # fmt: skip


@given(WORDY)
@settings(max_examples=150, deadline=None)
def test_a_long_text_has_the_number_words_of_its_parts(text: str) -> None:
    padding = " lorem ipsum" * 60
    assert list(find_words(text + padding)) == list(find_words(text))


def test_words_are_given_with_their_places() -> None:
    words = frozenset([b"one", b"ten"])
    assert word_places("one, tenth ten one_ bone", words) == [
        (0, "one"), (11, "ten"), (15, "one"), (21, "one"),
    ]  # fmt: skip


SMALL_WORDS = rows_of(
    "the ", "of ", "a ", "in ", "de ", "la ", "le ", "der ", "und ", "die. ", "is ", "es ", "(el) ",
    "que ", "para ", "do ", "not ", "at, ", "on ", "per ", "word ", "x", "en ", "te ", "var ",
)  # fmt: skip


@given(SMALL_WORDS)
@settings(max_examples=150, deadline=None)
@example("the de la le en")
def test_a_language_told_at_once_is_the_one_with_most_of_its_small_words(text: str) -> None:
    every = {word.strip(".,;:!?()\"'") if len(word) > 1 else "" for word in text.lower().split()}
    counts = {name: len(words & every) for name, words in _STOPWORDS.items()}
    best = max(counts, key=lambda name: counts[name])  # of several the first
    assert language_of(f"{text} zzzz") == (best if counts[best] else "")


HEADED = rows_of(
    "(in thousands)\n", "in millions of euros\n", "€ million | ", "autumn in ", "in the ",
    "USD mn\n", "en millones) ", "em milhões", "in ", "family ", "thousand ", "in us$ thousands: ",
    "in RMB bn\n", " | ", "7 ", "within millions.", "IN THOUSANDS) ", "in €k\n", "单位：百万 ",
)  # fmt: skip


@given(HEADED)
@settings(max_examples=150, deadline=None)
def test_headings_are_found_whatever_stands_around_them(text: str) -> None:
    language = language_of(text)
    assert Style(text).headings == headings_of(text, language)
    far = "lorem ipsum " * 40
    moved = [(end + len(far), factor) for end, factor in headings_of(text, language)]
    if text[:1] != " ":
        assert list(headings_of(f"{far}{text}", language)) == moved


@given(HEADED, st.integers(0, 60))
@settings(max_examples=150, deadline=None)
def test_no_heading_rules_where_none_may(text: str, step: int) -> None:
    padded = text + "Lorem ipsum dolor sit amet. " * 300 + text
    every = Style(padded)
    style = Style(padded)
    for offset in (step, 2 * step, len(text), 5_000, len(padded) - step, len(padded)):
        if not style.may_rule(offset):
            assert every.heading_at(offset) is None


# Whose a number is

CLAIMS = st.lists(
    st.sampled_from(
        ["Oak costs $40. ", "Elm costs $55. ", "Plan Oak costs 40 euros and Elm 55 euros. ",
         "In 2021 it was 310 t, in 2022 355 t. ", "The dose is 40 mg. ",
         "Order 77-40 has 55 parts. ", "It costs 40 euros. ", "Elm has 40 rooms and 55 beds. ",
         "Oak has 55 rooms and 40 beds. ",
         "A profit of 40 million. ", "A loss of 40 million. ", "Take 40 mg 2 times a day. "]
    ),
    min_size=1,
    max_size=4,
).map("".join)  # fmt: skip


@given(CLAIMS, CLAIMS, st.sampled_from(["'''", "What does Oak cost?", "How much in 2022?"]))
@settings(max_examples=150, deadline=None)
def test_a_number_at_home_is_misplaced_nowhere(answer: str, text: str, question: str) -> None:
    claims = split_claims(answer)
    texts = [("c1", text, True)]
    material = Material(answer=answer, question=question, texts=texts, claims=claims)
    index = NumberIndex(texts)
    for number in parse_numbers(answer):
        claim = next((one for one in claims if one.start <= number.start < one.end), None)
        like = [*islice(all_same(index, number), 50), *islice(all_near(index, number), 50)]
        if like and Owners(material).is_at_home(number, claim, like[0]):
            owners = Owners(material)
            assert not owners.only_in_codes(number, like)
            assert owners.misplaced(number, claim, like) is None


def test_most_right_numbers_are_at_home_and_wrong_ones_are_not() -> None:
    text = "Plan Oak costs $40. Plan Elm costs $55."
    for answer, at_home in (("Plan Elm costs $55.", True), ("Plan Elm costs $40.", False)):
        material = Material(
            answer=answer, question="'''", texts=[("c1", text, True)], claims=split_claims(answer)
        )
        (number,) = parse_numbers(answer)
        found = next(all_same(NumberIndex(material.texts), number))
        assert Owners(material).is_at_home(number, material.claims[0], found) is at_home


# Attributes worked out once


def test_an_attribute_is_worked_out_once_and_may_be_set() -> None:
    class Counted:
        calls = 0

        @once
        def size(self) -> int:
            """How often it was asked."""
            self.calls += 1
            return self.calls

    one, two = Counted(), Counted()
    assert (one.size, one.size, two.size) == (1, 1, 1)
    two.size = 7
    assert two.size == 7
    assert Counted.size.__doc__ == "How often it was asked."


@pytest.mark.parametrize("word", sorted(NUMBER_WORDS))
def test_every_number_word_is_known_to_the_quick_look(word: str) -> None:
    assert word.encode() in SPELLED
    assert not Style(f"It says {word.upper()}, twice.").words.isdisjoint(SPELLED)


def test_records_made_without_validation_equal_those_made_with_it() -> None:
    context = Context(id="c", text="x")
    case = Case(id="a", answer="b", contexts=(context,))
    again = Case.trusted(**{name: getattr(case, name) for name in Case.model_fields})
    assert again == case
    assert again.model_dump() == case.model_dump()
    assert again.model_copy(update={"id": "z"}).id == "z"
