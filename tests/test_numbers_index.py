"""Looking numbers up without reading the texts through finds what reading everything finds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from functools import partial
from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shared_data import SHARED, needs_shared

from adjudge_engine.numbers import Number
from adjudge_engine.numbers.comparing.convert import whole_of
from adjudge_engine.numbers.comparing.match import keys
from adjudge_engine.numbers.lookup.index import NumberIndex
from adjudge_engine.numbers.reading.figures import EXACT
from adjudge_engine.numbers.reading.scan import scan
from adjudge_engine.numbers.worded.ordinals import stem

Key = tuple[str, Number]


class Eager:
    """All numbers of all texts, read through."""

    def __init__(self, texts: list[tuple[str, str, bool]]) -> None:
        self.numbers: list[Key] = []
        self.wholes: list[Key] = []
        for context_id, text, _ in texts:
            last: Number | None = None
            for number in scan(text):
                self.numbers.append((context_id, number))
                if last is not None and last.unit and number.unit:
                    whole = whole_of(last, number, text[last.end : number.start])
                    if whole is not None:
                        self.wholes.append((context_id, whole))
                last = number

    def of_size(self, stated: Number) -> set[Key]:
        every = self.numbers + (self.wholes if stated.unit else [])
        wanted = set(keys(stated))
        return {one for one in every if one[1].is_quantity and wanted & set(keys(one[1]))}

    def between(self, low: Decimal, high: Decimal) -> set[Key]:
        return {
            one
            for one in self.numbers
            if one[1].is_quantity and any(low <= size <= high for size in keys(one[1]))
        }


def unplaced(found: set[Key]) -> set[Number]:
    """Numbers by all that is compared: equal ones may be given once, wherever they stand."""
    blank = {"start": 0, "end": 0, "text": "", "label": "", "approximate": False, "decimals": 0}
    return {one._replace(scale=str(bool(one.scale)), **blank) for _, one in found}  # type: ignore[arg-type]


def compare(texts: list[tuple[str, str, bool]], asked: list[Number]) -> None:
    eager, index = Eager(texts), NumberIndex(texts)
    for stated in asked:
        if not stated.is_quantity:
            continue
        want = eager.of_size(stated)
        got = {(found.context_id, found.number) for found in index.of_size(stated)}
        assert got <= want, (stated.text, got - want)
        assert unplaced(got) == unplaced(want), stated.text
        size = stated.value.copy_abs()
        for reach in (stated.step, size / 20):
            low, high = EXACT.subtract(size, reach), EXACT.add(size, reach)
            if high > 10**18:
                continue  # with an exponent beyond any scale word: found as written, not by range
            want = eager.between(low, high)
            got = {(found.context_id, found.number) for found in index.between(low, high)}
            assert got <= want, (stated.text, got - want)
            if len(want) < 150:  # the first 200 places are read
                assert unplaced(got) == unplaced(want), (stated.text, low, high)


def _has_unit(unit: str, one: Number) -> bool:
    return one.unit == unit


def compare_rest(texts: list[tuple[str, str, bool]]) -> None:
    """Years, ranks and units."""
    eager, index = Eager(texts), NumberIndex(texts)
    for _, one in eager.numbers:
        if one.kind in ("year", "date"):
            assert one.text in index.years
        if one.kind == "ordinal" and one.noun:
            assert index.ordinals.get(stem(one.noun)) is not None
        if one.unit and one.is_quantity:
            assert one.unit in index.units
            found = index.with_unit(partial(_has_unit, one.unit))
            assert found is not None


FIGURES = [
    "7", "12", "12.4", "12,400", "12.400", "12 400", "12\u00a0400", "12'400", "1,24,000", "0.124",
    ".5", "1/2", "2 1/2", "1½", "2019", "3.11.2", "555-010-4477", "(7)", "[7]", "[7, 12]", "-7",
    "７", "١٢", "1.5e3", "12:30", "12.05.2021", "7, 12 and 31", "7–12", "10 to 12", "007", "0",
    "twelve", "seven", "half", "two thirds", "twenty-one", "one hundred and five", "first",
    "3億2,000万", "二十", "B12", "70..73", "$7", "€12.4", "US$ 31", "7)",
]  # fmt: skip
FOLLOWING = [
    "", " ", ".", ",", ")", " million", " billion dollars", "%", " percent", " mg", " kg per day",
    " hours and", " minutes", " bps", "‰", "th amendment", " men", " thousand", "m", "k", " crore",
    " Mio. Euro", "\n", " | ", "円", "万円", " weeks ago", "°C", "-inch", " a day", " of",
]  # fmt: skip
BETWEEN = [
    " ", " and ", " the cost rose by ", "\n", ". The ", " (in thousands)\n| ", " from ", "; about ",
    " € million\n", " in section ", "\n1. ", " 2) ", " at least ", " the second ", "Der Preis ist ",
    " March ", " version ", "’", " — ", "1) ", " 単位：百万円 ",
]  # fmt: skip
TEXTS = st.lists(
    st.tuples(st.sampled_from(BETWEEN), st.sampled_from(FIGURES), st.sampled_from(FOLLOWING)),
    max_size=12,
).map(lambda parts: "".join("".join(part) for part in parts))


@settings(max_examples=60, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=3), TEXTS)
@example([" 7,1) 7 the cost rose by 7 2) 7"], "")
@example([" 1.5e3 7,1) 7 the cost rose by 7 2) 7"], "")
@example([" 1.5e31) 7"], "")
def test_a_look_up_finds_what_reading_everything_finds(written: list[str], answer: str) -> None:
    texts = [(f"c{at}", text, True) for at, text in enumerate(written)]
    compare(texts, [*scan(answer), *(one for _, text, _ in texts for one in scan(text))])


@settings(max_examples=50, deadline=None)
@given(st.text(alphabet="0123456789.,'-/()[ \n½andto", max_size=60))
def test_any_row_of_digits_and_signs_is_looked_up_as_it_is_read(text: str) -> None:
    compare([("c", text, True)], list(scan(text)))


def _records(name: str) -> Iterator[dict[str, object]]:
    with (SHARED / "items" / f"{name}.jsonl").open(encoding="utf-8") as lines:
        for line in islice(lines, 0, 240, 8):
            yield json.loads(line)


@needs_shared
@pytest.mark.parametrize("name", ["ragtruth_qa", "tatqa", "summedits", "xquad_parallel", "jsquad"])
def test_real_contexts_are_looked_up_as_they_are_read(name: str) -> None:
    for record in _records(name):
        contexts = record["contexts"]
        assert isinstance(contexts, list)
        texts = [(str(one["id"]), str(one["text"]), True) for one in contexts]
        own = [one for _, text, _ in texts for one in scan(text)]
        compare(texts, [*scan(str(record["answer"] or "")), *own[:20]])
        compare_rest(texts)


def test_nothing_is_read_that_is_not_asked_for() -> None:
    text = "Lot 40 holds 120 kg. " * 5_000 + "The last one holds 77.5 kg."
    index = NumberIndex([("c", text, True)])
    (stated,) = scan("77.5 kg")
    found = next(index.of_size(stated))
    assert text[found.number.start : found.number.end] == "77.5 kg"
    assert index.read == 1


def test_an_index_over_no_digits_answers_every_question() -> None:
    index = NumberIndex([("c", "no figure at all \ud800 \x00", True)])
    (stated,) = scan("5 mg")
    assert list(index.of_size(stated)) == []
    assert list(index.between(Decimal(0), Decimal(10))) == []
    assert index.of_digits(stated) == []
    assert index.with_unit(lambda one: True) is None
    assert index.by_writing.get("3.11.2") is None
    assert index.ordinals.get("amendment") is None
    assert "2019" not in index.years
    assert index.units == {}
    assert index.factors == set()


def test_versions_and_telephone_numbers_are_found_as_they_are_written() -> None:
    index = NumberIndex([("c", "Call (555) 010-4477; needs version 3.11.2.", True)])
    assert index.by_writing.get("5550104477") is not None
    assert index.by_writing.get("3.11.2") is not None
    assert index.by_writing.get("3.11") is None


def test_a_place_counts_in_its_own_text() -> None:
    texts = [("a", "nothing", True), ("b", "and 12.4 million here", True), ("b", "| 31 |", False)]
    index = NumberIndex(texts)
    (million,), (bare,) = scan("12,400,000"), scan("31")
    (found,) = index.of_size(million)
    assert (found.context_id, found.number.text, found.number.start) == ("b", "12.4 million", 4)
    (found,) = index.of_size(bare)
    assert (found.context_id, found.located, found.number.start) == ("b", False, 2)
