"""What a number belongs to, and that a figure of one thing is no evidence for another."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from line_count import lines_run

from adjudge_engine.case import Case, Cell, Context
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.numbers.binding.belonging import binding, near
from adjudge_engine.numbers.binding.clauses import clause_at, sentence_at
from adjudge_engine.numbers.binding.names import named_in
from adjudge_engine.numbers.binding.owners import Owners
from adjudge_engine.numbers.binding.periods import periods_in
from adjudge_engine.numbers.binding.rough import Sentence, clause, whole_clause
from adjudge_engine.numbers.lookup.allowance import Allowance
from adjudge_engine.numbers.lookup.index import Found
from adjudge_engine.numbers.lookup.material import Material
from adjudge_engine.numbers.reading.scan import parse_numbers
from adjudge_engine.subject import Subject
from adjudge_engine.text.tokens import folded_words, is_content


def checks(answer: str, *texts: str, question: str = "What is it?") -> list[Check]:
    contexts = tuple(Context(id=f"c{at + 1}", text=text) for at, text in enumerate(texts))
    case = Case(id="x", question=question, answer=answer, contexts=contexts)
    return check_numbers(Subject(case))


def codes(answer: str, *texts: str, question: str = "What is it?") -> list[str]:
    return [check.code for check in checks(answer, *texts, question=question)]


def at(text: str, figure: str) -> tuple[frozenset[str], frozenset[str]]:
    start = text.index(figure)
    return binding(text, start, start + len(figure))


TARIFFS = "The Amber tariff costs €21 a month. The Cobalt tariff costs €34 a month."
TABLE = "| Boat | Berths | Length |\n|---|---|---|\n| Petrel | 6 | 11 |\n| Gannet | 8 | 14 |"
HEADINGS = "# Boats\n\n## Petrel\nBerths: 6\n\n## Gannet\nBerths: 8\n"


@pytest.mark.parametrize(
    ("text", "figure", "words"),
    [
        (TARIFFS, "€21", {"amber", "tariff"}),
        ("Amber costs 21; Cobalt 34.", "34", {"cobalt"}),
        ("Amber costs 21 and weighs 4 kg.", "4 kg", {"amber"}),
        ("Ida is 34, Otto 41.", "41", {"otto"}),
        (TABLE, "8", {"gannet", "berth"}),
        (TABLE, "11", {"petrel", "length"}),
        ("Boat\tBerths\nPetrel\t6\nGannet\t8", "8", {"gannet", "berth"}),
        (HEADINGS, "8", {"gannet", "berth"}),
        ("- **Adults**: 2 tablets\n- **Infants**: 1 tablet", "1", {"infant"}),
        ("Pumps A and B cost 5 and 7 euros respectively.", "7", {"pump", "letter b"}),
        ("Gannet is the long one. It has 8 berths.", "8", {"gannet"}),
        ("青プランは500円、緑プランは900円です。", "900", {"緑プ"}),
    ],
)
def test_the_words_said_with_a_number(text: str, figure: str, words: set[str]) -> None:
    assert words <= at(text, figure)[0]


@pytest.mark.parametrize(
    ("text", "figure", "not_said"),
    [
        (TARIFFS, "€34", "amber"),
        ("Amber costs 21; Cobalt 34.", "34", "amber"),
        ("Ida is 34, Otto 41.", "34", "otto"),
        (TABLE, "8", "petrel"),
        (TABLE, "8", "length"),
        (HEADINGS, "8", "petrel"),
        ("Pumps A and B cost 5 and 7 euros respectively.", "7", "letter a"),
    ],
)
def test_the_words_said_with_another_number(text: str, figure: str, not_said: str) -> None:
    assert not_said not in at(text, figure)[0]


@pytest.mark.parametrize(
    ("text", "figure", "periods"),
    [
        ("In 2021, 310 came; in 2022, 480 came.", "480", {"2022"}),
        ("It was 5 in the third quarter of 2020.", "5", {"quarter 3", "2020"}),
        ("It was 5 in Q3, up from 4 in Q2.", "4", {"quarter 2"}),
        ("| | 2021 | 2022 |\n| Sales | 5 | 7 |", "7", {"2022"}),
        ("Im ersten Halbjahr waren es 5.", "5", {"half 1"}),
        ("On March 4 it was 65 degrees.", "65", {"month mar 4"}),
        ("第3四半期の売上は5億円でした。", "5億", {"quarter 3"}),
    ],
)
def test_the_periods_said_with_a_number(text: str, figure: str, periods: set[str]) -> None:
    assert at(text, figure)[1] == periods


SWAPPED = [
    ("The Cobalt tariff costs €21.", TARIFFS),
    ("Otto is 34.", "Ida is 34, Otto 41."),
    ("Ida is 41 and Otto is 34.", "Ida is 34, Otto 41."),
    ("The Gannet has 6 berths.", TABLE),
    ("The length of the Petrel is 14.", TABLE),
    ("The Gannet has 6 berths.", HEADINGS),
    ("Pump A costs 7 euros.", "Pumps A and B cost 5 and 7 euros respectively."),
    ("Infants take 2 tablets.", "- **Adults**: 2 tablets\n- **Infants**: 1 tablet"),
    ("In 2022, 310 claims came.", "In 2021, 310 claims came; in 2022, 480 claims came."),
    ("It was $4 million in the second quarter.", "It was $4 million in Q1 and $6 million in Q2."),
    ("It was 310 t in 2022.", "It was 310 t in 2021 and 355 t in 2022."),
    ("It was $4 million in Q2.", "It was $4 million in Q1 and $6 million in Q2."),
    ("Die Radnabe wiegt 9 kg.", "Die Felge wiegt 9 kg. Die Radnabe wiegt 12 kg."),
    ("青プランは900円です。", "青プランは500円、緑プランは900円です。"),
    ("2023年的收入为20亿元。", "2022年的收入为20亿元，2023年的收入为30亿元。"),
    ("- Amber: €34\n- Cobalt: €21", TARIFFS),
]


@pytest.mark.parametrize(("answer", "text"), SWAPPED)
def test_a_number_of_something_else(answer: str, text: str) -> None:
    assert "entity_mismatch" in codes(answer, text)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("The Cobalt tariff costs €34.", TARIFFS),
        ("Amber is €21 and Cobalt €34 a month.", TARIFFS),
        ("At €34, Cobalt is dearer than Amber at €21.", TARIFFS),
        ("The cheaper tariff costs €21.", TARIFFS),
        ("It costs €21 or €34.", TARIFFS),
        ("Ida is 34 and Otto is 41.", "Ida is 34, Otto 41."),
        ("The Gannet has 8 berths.", TABLE),
        ("The Gannet sleeps 8.", HEADINGS),
        ("Pumps A and B cost 5 and 7 euros.", "Pump A costs 5 euros. Pump B costs 7 euros."),
        ("In 2021, 310 claims came.", "In 2021, 310 claims came; in 2022, 480 claims came."),
        ("緑プランは900円です。", "青プランは500円、緑プランは900円です。"),
        ("It was 355 t in 2022.", "It was 310 t in 2021 and 355 t in 2022."),
        ("It was $6 million in Q2.", "It was $4 million in Q1 and $6 million in Q2."),
        ("Bake the loaf for 40 minutes.", "Let it rise 20 minutes. Bake for 40 minutes."),
        ("The Cobalt tariff costs €34.", TARIFFS + " The Slate tariff costs €34 as well."),
        ("The Slate tariff costs €34.", TARIFFS),
    ],
)
def test_a_number_of_the_thing_itself(answer: str, text: str) -> None:
    assert "entity_mismatch" not in codes(answer, text)


def test_every_place_counts() -> None:
    twice = "The Amber tariff costs €21. The Cobalt tariff costs €34 new, then €21 a month."
    assert "entity_mismatch" not in codes("The Cobalt tariff costs €21.", twice)


def test_the_question_names_what_the_answer_leaves_unsaid() -> None:
    asked = "What does the Cobalt tariff cost?"
    assert codes("€21", TARIFFS, question=asked) == ["entity_mismatch"]
    assert codes("It costs €21.", TARIFFS, question=asked) == ["entity_mismatch"]
    assert codes("€34", TARIFFS, question=asked) == ["traced"]


def test_passages_about_other_things() -> None:
    one, two = "Amber is for students. It costs €21.", "Cobalt is for families. It costs €34."
    assert codes("Cobalt costs €21.", one, two) == ["entity_mismatch"]
    assert codes("Amber costs €21.", one, two) == ["traced"]


def test_the_message_names_both_and_the_place_is_shown() -> None:
    (check,) = checks("The Cobalt tariff costs €21.", TARIFFS)
    message = '"€21": the source says that of Amber; for Cobalt it says €34 a month (context c1)'
    assert check.message == message
    assert check.expected is not None
    assert check.expected.start is not None
    assert TARIFFS[check.expected.start : check.expected.end] == check.expected.text


def test_a_number_of_the_question_alone_stays_one() -> None:
    found = codes("The Cobalt tariff costs €50.", TARIFFS, question="Why is Cobalt €50?")
    assert found == ["question_only"]


@pytest.mark.parametrize(
    ("answer", "text", "code"),
    [
        ("It comes within 24 hours.", "It comes within a day.", "traced"),
        ("It comes within 7 days.", "It comes within a week.", "traced"),
        ("Take 24 tablets.", "Take it within a day.", "untraced"),
        ("It lasts 7 days.", "Take two tablets a week.", "untraced"),
        ("In the third quarter sales rose.", "In Q3 sales rose.", "traced"),
        ("In the third quarter sales rose.", "In Q2 sales rose.", "ordinal_unchecked"),
        ("One in eight people left.", "12.5 % of people left.", "traced"),
        ("One in eight people left.", "40 % of people left.", "untraced"),
        ("12.5% of people left.", "One in eight people left.", "traced"),
        ("30% of people left.", "One in eight people left.", "untraced"),
        ("Two friends, Ida and Otto, met.", "Ida met Otto.", "counted"),
        ("Three friends, Ida and Otto, met.", "Ida met Otto.", "untraced"),
        ("It offers two lamps.", "Our lamps:\n1. Amber\n2. Cobalt", "counted"),
        ("It offers three lamps.", "Our lamps:\n1. Amber\n2. Cobalt", "untraced"),
        ("They may lose 5 million dollars.", "We may lose 5 mln bucks.", "traced"),
        ("Fuel expense was 80,411.", "| Fuel expense | (80,411) |", "traced"),
        ("Profit was 80,411.", "| Profit (loss) | (80,411) |", "sign_mismatch"),
    ],
)
def test_what_a_text_says_without_the_figure(answer: str, text: str, code: str) -> None:
    assert codes(answer, text) == [code]


@pytest.mark.parametrize("answer", ["It is red (p. 12).", "See pp. 4–6.", "It is red [page 3]."])
def test_page_marks_ask_for_no_source(answer: str) -> None:
    assert codes(answer, "It is red.") == []


def test_a_cell_is_named_by_row_and_column() -> None:
    cells = (
        Cell(row=0, column=0, text="Boat"),
        Cell(row=0, column=2, text="Berths"),
        Cell(row=3, column=0, text="Gannet"),
        Cell(row=3, column=2, text="8"),
    )
    case = Case(id="x", question=None, answer="It has 8.", contexts=(Context(id="t", cells=cells),))
    (check,) = check_numbers(Subject(case))
    assert check.code == "traced"
    assert "context t, row 3, column 2" in check.message


TEXTS = st.text(
    st.sampled_from("aB 1.2,;:|\n\t-#*%(é年月第一。、 and") | st.characters(), max_size=300
)


@given(TEXTS, st.data())
@settings(max_examples=200, deadline=None)
def test_any_place_of_any_text_has_a_binding(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    words, periods = binding(text, start, end)
    assert all(words)
    assert all(periods)
    assert isinstance(near(text, start, end), str)
    sentence = sentence_at(text, start, end)
    assert sentence.start <= start
    assert end <= sentence.end
    for span in clause_at(text, start, end, sentence):
        assert 0 <= span.start <= span.end <= len(text)
    for period in periods_in(text, 0, len(text)):
        assert 0 <= period.start < period.end <= len(text)


def test_far_away_text_changes_nothing() -> None:
    far = "Slate costs €9. " * 2_000
    assert at(far + TARIFFS + far, "€34") == at(TARIFFS, "€34")


@pytest.mark.parametrize(
    ("text", "keys", "labels"),
    [
        ("Studies of the service failed.", ("stud", "servic", "fail"), ()),
        ("A study of services.", ("stud", "servic"), ()),
        ("Pump B and Module 12 run.", ("pump", "modul", "run"), ("pump b", "module 12")),
        ("Torvane 250 mg 3 times", ("torvan",), ()),
        ("What do I paint?", ("paint",), ()),
        ("青プラン", ("青プ", "プラ", "ラン"), ()),
    ],
)
def test_keys_are_what_the_forms_of_a_word_share(
    text: str, keys: tuple[str, ...], labels: tuple[str, ...]
) -> None:
    named = named_in(text, text.lower(), 0, len(text))
    assert (named.keys, named.labels) == (keys, labels)


PROSE = st.lists(
    st.sampled_from(
        [
            "Amber",
            "costs",
            "5,",
            "weighs",
            "7",
            "kg",
            "and",
            "lasts.",
            "Cobalt",
            "(12",
            "km)",
            "in",
            "2021:",
            "it",
            "takes",
            "2",
            "to",
            "3",
            "days;",
            "while",
            "Slate's",
            "pump",
            "B",
            "has",
            "44",
            "%.",
            "They,",
            "however,",
            "use",
            "approx.",
            "9",
            "litres",
        ]
    ),
    min_size=1,
    max_size=40,
).map(" ".join)


@given(PROSE, st.data())
@settings(max_examples=300, deadline=None)
def test_the_rough_clause_is_part_of_what_is_said_with_a_number(
    text: str, data: st.DataObject
) -> None:
    numbers = parse_numbers(text)
    if not numbers:
        return
    one = data.draw(st.sampled_from(numbers))
    lower, said = text.lower(), near(text, one.start, one.end)
    for rough in (clause(lower, one.start, one.end), whole_clause(text, lower, one.start, one.end)):
        words = {word for word in folded_words(rough) if is_content(word) and word.isalpha()}
        assert words <= set(folded_words(said))
    sentence = Sentence(text, lower, one.start)
    assert sentence.start <= one.start < sentence.end


def bound(size: int, bait: str) -> tuple[int, int]:
    """Lines run to bind every number of a text of that size to itself; how many were left out."""
    text = (bait * (size // len(bait) + 1))[:size]
    material = Material(text, "Which Pump in 2022?", [("c", f"Zz 9 mg {text}", True)])
    owners = Owners(material)
    like = {one.text: one for one in reversed(parse_numbers(material.texts[0][1]))}
    numbers = [one for one in parse_numbers(text) if one.text in like]

    def bind() -> None:
        for one in numbers:
            owners.misplaced(one, None, iter([Found(like[one.text], "c", True)]))

    return lines_run(bind), owners.unbound


@pytest.mark.parametrize(
    "bait",
    ["5 mg ", "a 5 ", "x 5 ,", "Ab 5 kg, Cd 7 kg. ", "| a | 5 |\n", "In 2021 5 t; in 2022 7 t. "],
)
def test_binding_is_linear_in_answer_and_context_together(bait: str) -> None:
    few, many = bound(2_000, bait), bound(4_000, bait)
    assert few[0] > 1_000
    assert many[0] <= 2.6 * few[0]


def test_what_is_not_looked_up_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = "The Cobalt tariff costs €21."
    material = Material(answer, "", [("c", TARIFFS, True)], split_claims(answer))
    (number,), (claim,) = parse_numbers(answer), material.claims
    like = Found(parse_numbers(TARIFFS)[0], "c", True)
    generous, spent = Owners(material), Owners(material, Allowance(-1))
    assert generous.misplaced(number, claim, iter([like])) is not None
    assert spent.misplaced(number, claim, iter([like])) is None
    assert (generous.unbound, spent.unbound) == (0, 1)
    monkeypatch.setattr("adjudge_engine.numbers.lookup.allowance._LEAST", -10_000_000)
    found = checks(answer, TARIFFS)
    assert [check.code for check in found] == ["traced", "search_limit"]
    assert found[-1].outcome == "unavailable"
    assert found[-1].message.startswith("1 number of the answer")
