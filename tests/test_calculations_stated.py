"""Which claims state a calculation, and which number is its result."""

from __future__ import annotations

import pytest

from adjudge_engine.numbers.stating.operation_words import STEMS
from adjudge_engine.numbers.stating.stated import calculation_in, may_state, read_claim

STATED = [
    ("Both together come to a total of 2,100 euros.", "total", "2,100 euros"),
    ("Tuition of 340 pounds plus materials of 25 pounds makes 365 pounds.", "total", "365 pounds"),
    ("It scored 71 and 85, an average of 78.", "average", "78"),
    ("The average of the four sites is 78.", "average", "78"),
    ("The total of rows A and B is 61.", "total", "61"),
    ("It grew from 640 to 800, an increase of 25%.", "change", "25%"),
    ("The ratio of nurses to doctors is 5 to 1.", "ratio", "5"),
    ("There are 64 posts and 47 are filled, so 17 posts are vacant.", "difference", "17"),
    ("Die Summe beträgt 160 Euro.", "total", "160 Euro"),
    ("Soit un total de 500 €.", "total", "500 €"),
    ("La diferencia es de 40 euros.", "difference", "40 euros"),
    ("合計は8,200円です。", "total", "8,200円"),
    ("40份样品中有30份合格，合格率为75%。", "ratio", "75%"),
    ("The goods weigh 1.2 kg and the box 350 g, 1.55 kg in total.", "total", "1.55 kg"),
    ("The wards have 20 and 30 beds, 50 beds together.", "total", "50"),
    ("Of 5,000 francs 4,000 were spent, which leaves 1,000 francs.", "difference", "1,000 francs"),
    ("It rose by 40 from 100 to 140.", "change", "40"),
    ("Sales increased by 12 % last year.", "change", "12 %"),
    ("It fell 3 % on the year before.", "change", "3 %"),
    ("It costs $15 more than the basic plan.", "difference", "$15"),
    ("Revenue is three times as high as before the 2 mergers.", "ratio", "three"),
    ("The difference between the 2 plans is 40 euros.", "difference", "40 euros"),
    ("Der Umsatz ist um 12 % gestiegen.", "change", "12 %"),
    ("前期に比べて5.3%増加しました。", "change", "5.3%"),
    ("从200增加到250，增长率为25%。", "change", "25%"),
]


@pytest.mark.parametrize(("claim", "operation", "result"), STATED)
def test_a_stated_calculation_names_its_result(claim: str, operation: str, result: str) -> None:
    assert may_state(claim.lower())
    reading = read_claim(claim)
    statement = reading.statements[0]
    assert statement.operation == operation
    assert statement.result is not None
    number = reading.numbers[statement.result]
    assert number.text == result
    assert claim[number.start : number.end] == number.text
    assert statement.start <= statement.end <= len(claim)


@pytest.mark.parametrize(
    "claim",
    ["It is $450 + $680.", "So 4% - 1.6% = 2.4%.", "They have 40 beds, twice as many as we have."],
)
def test_signs_and_comparisons_state_one_too(claim: str) -> None:
    assert calculation_in(claim) is not None


@pytest.mark.parametrize(
    "claim",
    [
        "It costs 40 euros.",
        "The total is unknown.",
        "Take 2 tablets.",
        "Net income was $7 million.",
        "The board guarantees a dividend of 0.85 euros per share.",
        "The bank may call them after three years at 102 % of their value.",
        "Each change after that costs $15.",
        "Parcels leave the depot twice a day, at 9 kg each.",
        "Cook it for 6 - 8 hours.",
        "Cut it into 1 x 1 x 3 inch sticks.",
        "Mix 2 eggs until combined.",
        "Add one drop of blood; the growth takes 3 days.",
        "The main difference is that one has 2 toes.",
        "When it comes to 5 year olds, be patient.",
        "The average temperature is 12 °C.",
        "Sie arbeiten zusammen an 5 Orten.",
        "A total solar eclipse crossed 14 states.",
    ],
)
def test_plain_numbers_and_plain_words_are_no_calculation(claim: str) -> None:
    assert calculation_in(claim) is None


@pytest.mark.parametrize(
    "text",
    ["5 " * 5000, "total " * 2000 + "5", "5 so that " * 1500, "5 " + "a-" * 5000, "又5比" * 4000],
)
def test_a_hostile_claim_is_read_to_its_end(text: str) -> None:
    assert calculation_in(text) is None


@pytest.mark.parametrize(("claim", "operation", "result"), STATED)
def test_the_pieces_of_an_operation_stand_in_every_claim_that_states_it(
    claim: str, operation: str, result: str
) -> None:
    assert STEMS[operation].stand_in(claim.lower())


@pytest.mark.parametrize("text", ["", "\x00", "\ud800 total 5", "\u202e5 total", "=" * 100])
def test_odd_texts_are_read(text: str) -> None:
    read_claim(text)
    may_state(text.lower())
