"""Quotes of judges: found where they stand, and nowhere else."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudge_engine.case import Context
from adjudge_engine.judges.quotes import Quotes, says_enough

PRICES = Context(
    id="prices",
    text="A kayak costs $12.4 million.\n“Paddles” are\u00a0included – always."
    " Boats go back by 19:30.",
)
HOURS = Context(id="hours", text="The boathouse opens at 9:00. Boats go back by 19:30, not later.")


def found(quote: str, *contexts: Context, named: str | None = None) -> tuple[str, str] | None:
    """Context id and the text that stands there."""
    standing = Quotes(contexts or (PRICES, HOURS)).find(quote, named)
    if standing is None:
        return None
    (evidence,) = standing.evidence
    context = next(one for one in contexts or (PRICES, HOURS) if one.id == evidence.context_id)
    assert context.text[evidence.start : evidence.end] == evidence.text
    return standing.context_id, evidence.text


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("A kayak costs $12.4 million", "A kayak costs $12.4 million"),
        ("costs $12.4  million.", "costs $12.4 million."),
        ("12.4 million", "12.4 million"),
        ('"Paddles" are included - always', "“Paddles” are\u00a0included – always"),
        ("million. “Paddles” are", "million.\n“Paddles” are"),
        ("“boathouse opens at 9:00”", "boathouse opens at 9:00"),
        ("the boathouse opens", "The boathouse opens"),
        ("Kayak costs", "kayak costs"),
        ("A kayak costs.", "A kayak costs"),
        ('"The boathouse opens at 9:00"!', "The boathouse opens at 9:00"),
        ("A kayak costs … million", "A kayak costs $12.4 million"),
        ("A kayak [...] are included", "A kayak costs $12.4 million.\n“Paddles” are\u00a0included"),
        ("... opens at 9:00 ...", "opens at 9:00"),
        ("opens\u200b at\u00ad 9:00", "opens at 9:00"),
    ],
)
def test_words_that_stand_there_are_found(quote: str, text: str) -> None:
    standing = found(quote)
    assert standing is not None
    assert standing[1] == text


@pytest.mark.parametrize(
    "quote",
    [
        "",
        " … ",
        "2.4 million",
        "$12.4 millio",
        "12.4 billion",
        "$12.5 million",
        "costs 12.4 million",
        "A KAYAK COSTS",
        "a canoe costs",
        "Boats go back by 19:3",
        "Boats go back by 9:30",
        "included ... costs",
        "A kayak ... opens at 9:00",
        "kayak ... ... of",
        "later. The boathouse",
        "A kayak does not cost $12.4 million",
    ],
)
def test_words_that_do_not_stand_there_are_not(quote: str) -> None:
    assert found(quote) is None


def test_the_context_that_the_judge_names_comes_first() -> None:
    assert found("Boats go back by 19:30", named="hours") == ("hours", "Boats go back by 19:30")
    assert found("Boats go back by 19:30", named="prices") == ("prices", "Boats go back by 19:30")
    assert found("Boats go back by 19:30") == ("prices", "Boats go back by 19:30")
    assert found("opens at 9:00", named="prices") == ("hours", "opens at 9:00")
    assert found("opens at 9:00", named="k9") == ("hours", "opens at 9:00")


def test_an_ellipsis_leaves_out_a_little_only() -> None:
    near = Context(id="near", text="The fee is due on signing; it is, by contract, 500 euros.")
    assert found("The fee is ... 500 euros", near) is not None
    far = Context(
        id="far", text=f"The fee is waived. {'Other matters follow. ' * 40}It is 500 euros."
    )
    assert found("The fee is ... 500 euros", far) is None
    assert found("The fee is ... it", near) is None  # a part without a sense of its own
    later = Context(id="later", text=f"{far.text} {near.text}")
    assert found("The fee is ... 500 euros", later) is not None


def test_cells_hold_quotes_too_but_have_no_place_in_the_text() -> None:
    table = Context(id="t", text="Boats", cells=(("Raft", "95 euros"), ("Canoe", "60 euros")))
    standing = Quotes((table,)).find("Raft | 95 euros")
    assert standing is not None
    assert (standing.context_id, standing.evidence, standing.cut) == ("t", (), False)
    assert Quotes((table,)).find("Raft | 60 euros") is None


def test_the_end_of_a_context_that_was_cut_off_is_known() -> None:
    text = "Boats go back by 19:30. Late boats pay 40 eur"
    whole, cut = Context(id="a", text=text), Context(id="b", text=text, truncated=True)
    for quote, expected in (("Boats go back by 19:30", False), ("Late boats pay 40", True)):
        standing = Quotes((cut,)).find(quote)
        assert standing is not None
        assert standing.cut is expected
        uncut = Quotes((whole,)).find(quote)
        assert uncut is not None
        assert not uncut.cut
    both = Quotes((cut, whole)).find("Late boats pay 40", "b")
    assert both is not None
    assert (both.context_id, both.cut) == ("a", False)
    ended = Quotes((Context(id="c", text="Late boats pay 40 euros.", truncated=True),))
    standing = ended.find("Late boats pay 40 euros")
    assert standing is not None
    assert not standing.cut


@pytest.mark.parametrize(
    ("quote", "claim", "enough"),
    [
        ("the", "The kayak costs 18 euros.", False),
        ("however, it is the", "The kayak costs 18 euros.", False),
        ("kayak", "The kayak costs 18 euros.", False),
        ("kayaking", "The kayak costs 18 euros.", False),
        ("5 mg", "The dose is 5 mg.", False),
        ("18 euros", "The kayak costs 18 euros.", True),
        ("kayak costs", "The kayak costs 18 euros.", True),
        ("Paris", "Paris.", True),
        ("5 mg", "It is 5 mg.", True),
        ("Lyon", "Paris.", False),
        ("the", "It is.", False),
        ("...", "!", False),
        ("東京都庁", "東京都庁は新宿区にある。", True),
        ("東", "東京都庁は新宿区にある。", False),
    ],
)
def test_a_quote_must_say_something(quote: str, claim: str, enough: bool) -> None:
    assert says_enough(quote, claim) is enough


def test_hostile_texts_do_no_harm() -> None:
    odd = Context(id="odd", text="A\ud800B pays\x00 18 \x1b[31meuros\u202e\U000e0041 an hour")
    assert found("pays  18", odd) == ("odd", "pays\x00 18")
    assert found("A\ufffdB pays", odd) == ("odd", "A\ud800B pays")
    assert found("A\ud800B pays", odd) == ("odd", "A\ud800B pays")
    assert found("[31meuros an hour", odd) is not None
    long = Context(id="long", text="a " * 200_000 + "kayak")
    quotes = Quotes((long,))
    assert quotes.find("a kayak") is not None
    assert quotes.find("... " * 2_000 + "a raft") is None
    assert quotes.find("a " * 2_000 + "raft") is None


_WORD = st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=8)
_GLUE = st.sampled_from([" ", "  ", "\n", ", ", ". ", " – ", "\u00a0", "\u200b ", " “", "” "])
_TEXT = st.lists(st.tuples(_WORD, _GLUE), min_size=1, max_size=20)


@given(_TEXT, st.data())
def test_a_true_piece_is_always_found(pieces: list[tuple[str, str]], data: st.DataObject) -> None:
    text = "".join(word + glue for word, glue in pieces)
    words = [match.span() for match in re.finditer(r"\w+", text)]
    assume(words)
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    quote = text[words[first][0] : words[last][1]]
    standing = Quotes((Context(id="x", text=text),)).find(quote)
    assume(
        not _splits_a_number(text, words[first][0]) and not _splits_a_number(text, words[last][1])
    )
    assert standing is not None
    (evidence,) = standing.evidence
    assert text[evidence.start : evidence.end] == evidence.text


def _splits_a_number(text: str, at: int) -> bool:
    """Whether digits stand near the place: "3 – 4" and "1 000" have boundaries of their own."""
    return any(map(str.isnumeric, text[max(0, at - 8) : at + 8]))


@given(st.lists(st.integers(10, 10**7), min_size=1, max_size=8, unique=True), st.data())
def test_a_changed_digit_is_never_found(numbers: list[int], data: st.DataObject) -> None:
    text = "; ".join(f"boat {number} cost {number:,} euros" for number in numbers)
    number = data.draw(st.sampled_from(numbers))
    digits = str(number)
    at = data.draw(st.integers(0, len(digits) - 1))
    other = data.draw(st.sampled_from([one for one in "0123456789" if one != digits[at]]))
    changed = digits[:at] + other + digits[at + 1 :]
    assume(int(changed) not in numbers)
    quotes = Quotes((Context(id="x", text=text),))
    assert quotes.find(f"boat {digits} cost") is not None
    assert quotes.find(f"boat {changed} cost") is None
    assert quotes.find(f"cost {int(changed):,} euros") is None
    assert quotes.find(changed) is None


@given(
    st.text(st.characters(codec=None), max_size=200),
    st.text(st.characters(codec=None), max_size=40),
)
def test_what_is_found_stands_there(text: str, quote: str) -> None:
    standing = Quotes((Context(id="x", text=text, truncated=True),)).find(quote)
    if standing is not None:
        (evidence,) = standing.evidence
        assert text[evidence.start : evidence.end] == evidence.text
        assert evidence.text
