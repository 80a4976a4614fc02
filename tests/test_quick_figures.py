"""Figures are looked up at a glance as they are when all of a text is read."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudge_engine.numbers.lookup.haystack import Haystack
from adjudge_engine.numbers.lookup.measured import Measured
from adjudge_engine.numbers.lookup.unspelled import Wordings
from adjudge_engine.numbers.reading.quick import read_alone
from adjudge_engine.numbers.reading.scan import prepare
from adjudge_engine.numbers.reading.window import Window


def rows_of(*pieces: str, most: int = 9) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(pieces), max_size=most).map("".join)


FIGURES = rows_of(
    "7 ", "17 ", "1.7 ", "17,000 ", "0.17 ", "170 ", "7.17.1 ", "1 700 ", "1'7 ", ".17 ", "17. ",
    "12 400 ", "1,2,3,4,5,6,7,8 ", "700", "and ", "\u00a0", "-", "17 mg ", "2 hours ",
    "30 minutes ", "2 h 30 min ", "5 m2 ", "m ", "% ", "five ", "5, 7 or 9 mg ", "½ ",
    "weeks, and ",
)  # fmt: skip


@given(FIGURES)
@settings(max_examples=150, deadline=None)
def test_the_first_questions_are_answered_as_all_later_ones(text: str) -> None:
    asked = ["17", "7", "12", "124", "5", "2", "3", "1717", "71"]
    first, later = Haystack([text]), Haystack([text])
    for _ in range(40):
        later.with_digits("99")
        later.with_digits("98")
        later.where(later._distinct[0]) if later._distinct else None
        later.between(900_000.0, 900_001.0)
    for digits in asked:
        assert first.with_digits(digits, Decimal(17)) == later.with_digits(digits, Decimal(17))
    for low, high in ((6.0, 8.0), (16.0, 18.0), (0.1, 0.2)):
        assert Haystack([text]).between(low, high) == later.between(low, high)
        powers = (-2, -1, 1, 2, 3)
        scaled = [later.between(low / 10.0**one, high / 10.0**one) for one in powers]
        assert list(map(list, first.between_scaled(low, high, powers))) == scaled


ALONE = rows_of(
    "7", "13.4", "2014", "0.05", "12", "1.234", "5. ", " %", "%", " % of ", " % and ", " %-points ",
    " mg ", " people ", "; ", ", ", " in 2003; ", "felt better; ", "of the ", "fell by ", "about ",
    "on May ", "in ", "to ", "\n", "(", ") ", " percent ", " weeks later ", "[", "] ", "- ", "–",
    "€", "$", "and ", " was tried in ", "The dose is ", ".", ": ", " am ", " Uhr ", "e5 ",
    " per day ", "five ", "million ", " less ", " drop ", "\n1) ", "½", "/", " (in thousands)\n",
    most=12,
)  # fmt: skip


@given(ALONE)
@settings(max_examples=300, deadline=None)
@example("It was tried in 40 people in 2003; 13.4 % of them felt better; 7 % did not.")
@example("The dose is 0.5 mg and it fell by 2.5 people in all.")
def test_a_figure_read_alone_is_what_is_read_there(text: str) -> None:
    prepared = prepare(text)
    for start, end in Haystack([text]).spans:
        alone = read_alone(prepared, start, end)
        if alone is not None:
            stretch = Window(text, prepared.folded)._read_stretch(start, end)
            there = [one for one in stretch.numbers if one.start < end and one.end > start]
            assert there == [alone]


def test_usual_shares_and_decimals_are_read_alone() -> None:
    text = "The pump ran in 2003; 13.4 % of all. The dose is 0.5 mg in all, or all of it 7 % less."
    for figure, kind, unit in (("13.4", "percent", ""), ("0.5", "plain", "mg")):
        start = text.index(f" {figure} ") + 1
        number = read_alone(prepare(text), start, start + len(figure))
        assert number is not None
        assert (number.kind, number.unit, number.value) == (kind, unit, Decimal(figure))


MEASURES = rows_of(
    "7 ", "17 ", "1.7 ", "1 700", ".5", "17. ", "5.", "...", ",, ", "'''", "h", " mg", " hours ",
    "hour", " minutes ", " h ", " m2 ", " and ", "and ", ", ", " to ", "to ", "-", "or ", "five ",
    "two", "km ", " people ", " %", " million ", " us dollars", " fluid ounces", " per day", "; ",
    "\n", " an hour", "½ ", "3/4 ", "百 ", "'", '"', " ft ", "cubic ", " x", " in ", "kg",
    " of sugar ", "lorem ipsum ",
    most=14,
)  # fmt: skip


@given(MEASURES)
@settings(max_examples=300, deadline=None)
@example("7 hours 17 minutes")
@example("5 to 7 or two kg ")
def test_units_are_found_among_few_figures_as_among_all(text: str) -> None:
    prepared = prepare(text)
    measured, every = (Measured(Haystack([text]), Wordings([(0, prepared)])) for _ in range(2))
    every._is_simple = False
    assert list(measured.units.items()) == list(every.units.items())
    assert list(measured.pairs()) == list(every.pairs())


def test_most_texts_are_simple() -> None:
    text = "It ran 2 hours 30 minutes, then 5 to 7 days, two of them in May."
    measured = Measured(Haystack([text]), Wordings([(0, prepare(text))]))
    assert measured._is_simple
    assert list(measured.units) == ["h", "min", "day"]
