"""The review flags: similar names, truncated support, denials without support, disagreement.

Precision first: each flag has more cases in which it must be silent than in which it speaks.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.case import Case, Context
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.citations import check_citations
from adjudge_engine.gates.context_texts import sentence_around
from adjudge_engine.gates.flagging.conflicts import check_conflicts
from adjudge_engine.gates.flagging.cut_support import check_cut_support
from adjudge_engine.gates.flagging.flags import check_flags
from adjudge_engine.gates.flagging.near_names import check_near_names
from adjudge_engine.gates.flagging.no_names import is_other_amount
from adjudge_engine.gates.flagging.silent_denials import check_silent_denials
from adjudge_engine.subject import Subject


def _subject(answer: str, *contexts: str | dict[str, Any], **more: Any) -> Subject:
    named = [
        {"id": f"c{at}", "text": one} if isinstance(one, str) else {"id": f"c{at}", **one}
        for at, one in enumerate(contexts, 1)
    ]
    return Subject(Case.model_validate({"id": "x", "answer": answer, "contexts": named, **more}))


def _place_is_true(check: Check, subject: Subject) -> bool:
    place = check.expected
    if place is None or place.where is None or place.start is None:
        return True
    context = subject.case.context(place.where.id or "")
    return context is not None and context.text[place.start : place.end] == place.text


@pytest.mark.parametrize(
    ("answer", "context", "named", "there"),
    [
        ("The Model K300 has a warranty of 36 months.",
         "The Model K200 has a warranty of 36 months from delivery.", "K300", "K200"),
        ("Dr. Anna Maier leads the heart clinic in Graz.",
         "The heart clinic in Graz is led by Dr. Anna Meier.", "Maier", "Meier"),
        ("Take metoprolol twice a day with food.",
         "Patients take metformin twice a day with food.", "metoprolol", "metformin"),
        ("Atorvastatin lowers the level in most patients.",
         "Rosuvastatin lowers the level in most patients.", "Atorvastatin", "Rosuvastatin"),
        ("File Form 2044-K by the end of January.",
         "File Form 2044-B by the end of January.", "2044-K", "2044-B"),
        ("Orbita 10 needs 4 GB of memory.", "Orbita 11 needs 4 GB of memory.",
         "Orbita 10", "Orbita 11"),
        ("Zentrevo is approved for adults with asthma.",
         "Zentravo is approved for adults with asthma.", "Zentrevo", "Zentravo"),
        ("Die Pumpe P-450 hat zwei Jahre Garantie.",
         "Die Pumpe P-400 hat zwei Jahre Garantie.", "P-450", "P-400"),
    ],
)  # fmt: skip
def test_a_similar_name_is_flagged(answer: str, context: str, named: str, there: str) -> None:
    subject = _subject(answer, context)
    (flag,) = check_near_names(subject)
    assert (flag.code, flag.outcome) == ("near_name", "unavailable")
    assert flag.message == f'"{named}": no context names it; context c1 names {there}'
    assert flag.observed is not None
    assert flag.observed.text == named
    assert _place_is_true(flag, subject)


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("Zentravo's approval covers adults.", "Zentravo is approved for adults."),
        ("The Model K200 has a warranty.", "THE MODEL K200 HAS A WARRANTY."),
        ("J. Okoro leads the heart clinic.", "Jane Okoro leads the heart clinic."),
        ("Dr. Müller leads the heart clinic.", "Dr. Mueller leads the heart clinic."),
        ("Dr. Muller leads the heart clinic.", "Dr. Müller leads the heart clinic."),
        ("Berliners like the lake in summer.", "In Berlin people like the lake in summer."),
        ("Italian coffee is served in the lobby.", "Coffee from Italy is served in the lobby."),
        ("Iwan Petrov leads the heart clinic.", "Ivan Petrov leads the heart clinic."),
        ("The K300 costs more than the K200.", "The K200 costs 30 euros more."),
        ("Model K300 was painted blue in Oslo.", "The K200 carries a warranty of two years."),
        ("The organisation pays the seller.", "The Organization pays the seller."),
        ("In March 2020 the seller paid it.", "In March 2021 the seller paid it."),
        ("Step 2: The seller pays the fee.", "Step 1: The seller pays the fee."),
        ("The seller pays the fee.", ""),
    ],
)  # fmt: skip
def test_other_forms_of_a_name_are_not(answer: str, context: str) -> None:
    assert check_near_names(_subject(answer, context)) == []


def test_a_name_of_the_question_is_not_flagged() -> None:
    answer = "The K300 has a warranty of 36 months."
    context = "The K200 has a warranty of 36 months."
    assert check_near_names(_subject(answer, context))
    assert check_near_names(_subject(answer, context, question="How long for the K300?")) == []


CUT = "The pump has a warranty of 36 months. The seals are excluded and the"


@pytest.mark.parametrize(
    "context",
    [
        {"text": CUT, "truncated": True},
        {"text": CUT + " …"},
        {"text": CUT + "..."},
        {"text": CUT + " [truncated]"},
    ],
)
def test_a_claim_past_the_cut_is_flagged(context: dict[str, Any]) -> None:
    past = "The seals are excluded and the filter costs 40 euros."
    subject = _subject(past, context)
    (flag,) = check_cut_support(subject)
    assert flag.code == "truncated_support"
    assert "context c1 is cut off after" in flag.message
    assert _place_is_true(flag, subject)
    for before in ("The pump has a warranty of 36 months.", "The seals are excluded."):
        assert check_cut_support(_subject(before, context)) == []


def test_what_rests_on_more_than_the_cut_is_not_flagged() -> None:
    past = "The seals are excluded and the filter costs 40 euros."
    cut: dict[str, Any] = {"text": CUT, "truncated": True}
    assert check_cut_support(_subject(past, CUT)) == []
    assert check_cut_support(_subject(past, cut, "The filter costs 40 euros.")) == []
    assert check_cut_support(_subject("The office in Graz opens at noon.", cut)) == []
    assert check_cut_support(_subject("I do not know what else is excluded.", cut)) == []


def test_what_cites_a_cut_context_must_stand_before_the_cut() -> None:
    cut: dict[str, Any] = {"text": CUT, "truncated": True}
    cited = "The pump must be serviced each spring for 80 euros [1]."
    assert [one.code for one in check_cut_support(_subject(cited, cut))] == ["truncated_support"]
    citation = {"id": "k", "context_id": "c1", "kind": "presence", "claim": cited[:-5]}
    listed = _subject(cited, cut, citations=[citation])
    assert [one.code for one in check_cut_support(listed)] == ["truncated_support"]
    assert check_cut_support(_subject("The pump has a warranty of 36 months [1].", cut)) == []


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("The warranty does not cover batteries.", "The warranty covers the motor for two years."),
        ("The plan doesn't include roaming.", "The plan includes 10 GB of data a month."),
        ("There is no cancellation fee.", "The contract can be cancelled with a month's notice."),
        ("The company has no branches in Norway.", "The company has branches in Sweden."),
        ("The device never overheats.", "The device weighs 2 kg."),
        ("Die Garantie umfasst keine Batterien.", "Die Garantie umfasst den Motor."),
        ("Batterien sind von der Garantie nicht abgedeckt.", "Die Garantie umfasst den Motor."),
        ("La garantie ne couvre pas les batteries.", "La garantie couvre le moteur."),
        ("La garantía no cubre las baterías.", "La garantía cubre el motor."),
        ("Гарантия не покрывает аккумуляторы.", "Гарантия покрывает двигатель."),
        ("保証は電池を対象としていない。", "保証はモーターを二年間対象とする。"),
        ("保修不包括电池。", "保修包括电机两年。"),
    ],
)
def test_a_denial_on_which_contexts_are_silent_is_flagged(answer: str, context: str) -> None:
    (flag,) = check_silent_denials(_subject(answer, context))
    assert (flag.code, flag.outcome) == ("unsupported_negative", "unavailable")
    assert flag.message.endswith("silence proves no denial")


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        ("There is no cancellation fee.", "The contract can be cancelled free of charge."),
        ("There is no cancellation fee.", "Cancellation costs 20 euros."),
        ("The warranty does not cover batteries.", "The warranty excludes batteries."),
        ("The warranty does not cover batteries.", "The warranty covers batteries."),
        ("The warranty does not cover batteries.", "The warranty covers only the motor."),
        ("The warranty does not cover batteries.", "The train leaves at noon."),
        ("The contract does not mention batteries.", "The contract covers the motor."),
        ("The passages do not say what the fee is.", "The contract covers the motor."),
        ("I don't know.", "The contract covers the motor."),
        ("If you do not pay the fee, call the seller.", "The contract covers the motor."),
        ("The device is not only light but cheap.", "The device weighs 2 kg."),
        ("The seller, who does not smoke, pays the device.", "The device weighs 2 kg."),
        ("Does the device not overheat?", "The device weighs 2 kg."),
        ("The device weighs 2 kg.", "The device weighs 2 kg."),
        ("Es gibt keine Gebühr für den Vertrag.", "Der Vertrag ist kostenlos."),
    ],
)
def test_other_denials_are_left_to_judges(answer: str, context: str) -> None:
    assert check_silent_denials(_subject(answer, context)) == []


@pytest.mark.parametrize(
    ("answer", "one", "other", "figure"),
    [
        ("The warranty is 36 months.", "The pump carries a warranty of 36 months from delivery.",
         "The pump carries a warranty of 24 months from delivery.", "24"),
        ("The annual fee is EUR 500.", "The annual fee is EUR 500.",
         "The annual fee is EUR 450.", "450"),
        ("The company was founded in 1990.", "The company was founded in 1990 in Oslo.",
         "The company was founded in 1992 in Oslo.", "1992"),
        ("The office opened on March 5, 2020.", "The office in Graz opened on March 5, 2020.",
         "The office in Graz opened on March 8, 2020.", "8"),
        ("Die Garantie beträgt 36 Monate.", "Die Garantie für die Pumpe beträgt 36 Monate.",
         "Die Garantie für die Pumpe beträgt 24 Monate.", "24"),
        ("The rate is 5 %.", "The interest rate on the loan is 5 %.",
         "The interest rate on the loan is 7 %.", "7"),
        ("保証期間は36か月です。", "ポンプの保証期間は36か月です。",
         "ポンプの保証期間は24か月です。", "24"),
    ],
)  # fmt: skip
def test_contexts_that_disagree_are_flagged(answer: str, one: str, other: str, figure: str) -> None:
    subject = _subject(answer, one, other)
    (flag,) = check_conflicts(subject)
    assert flag.code == "conflicting_sources"
    assert f"context c1 says so, context c2 says {figure}" in flag.message
    assert _place_is_true(flag, subject)
    assert check_conflicts(_subject(answer, one, one.replace("  ", " "))) == []
    assert check_conflicts(_subject(answer, one)) == []


@pytest.mark.parametrize(
    ("answer", "one", "other"),
    [
        ("In 2019 revenue was 5 million euros.", "In 2019 the revenue was 5 million euros.",
         "In 2020 the revenue was 6 million euros."),
        ("The Alpha plan costs $20 a month.", "The Alpha plan costs $20 a month.",
         "The Beta plan costs $30 a month."),
        ("The load limit is 40 kg.", "The load limit is about 40 kg.", "The load limit is 42 kg."),
        ("The warranty is 36 or 24 months.", "The pump carries a warranty of 36 months.",
         "The pump carries a warranty of 24 months."),
        ("Bake the bread for 20 minutes.", "Bake the bread for 20 minutes, then 5 minutes.",
         "Bake the bread for 30 minutes, then 10 minutes."),
        ("The fee is 5 euros.", "The fee is 5 euros.", "The office in Graz is 7 km away."),
        ("The limit is 40 kg.", "The load limit is 40 to 50 kg.", "The load limit is 60 kg."),
        ("It works [2].", "The fee is 2 euros for each one.", "The fee is 3 euros for each one."),
        ("Room 12 has a window.", "Room 12 has a window to the court.",
         "Room 14 has a window to the court."),
        ("She won in 2015.", "### 2015 Harbour Cup Results", "### 2018 Harbour Cup Results"),
    ],
)  # fmt: skip
def test_values_of_other_things_do_not_conflict(answer: str, one: str, other: str) -> None:
    assert check_conflicts(_subject(answer, one, other)) == []


def test_flags_are_part_of_the_gate_with_and_without_citations() -> None:
    answer, context = (
        "The K300 has a warranty of 36 months.",
        "The K200 has a warranty of 36 months.",
    )
    assert [one.code for one in check_citations(_subject(answer, context))] == ["near_name"]
    citation = {"id": "1", "context_id": "c1", "kind": "presence"}
    codes = [one.code for one in check_citations(_subject(answer, context, citations=[citation]))]
    assert codes == ["ids_well_formed", "resolved", "near_name"]
    assert check_flags(_subject("", context)) == []
    assert check_flags(_subject(answer)) == []


def test_work_is_bounded_in_large_contexts() -> None:
    names = " ".join(
        f"The Zq{chr(97 + at % 26)}ro{at} plan does not cover {at} days." for at in range(400)
    )
    subject = _subject(
        names, "The plan covers the motor. " * 40_000, "The plan is 5 days. " * 40_000
    )
    assert len(check_flags(subject)) <= 200


PIECES = st.sampled_from(
    [
        *(
            "The Model K300 ",
            "K200",
            "Anna Maier ",
            "metoprolol",
            "5 ",
            "36 months",
            " not ",
            "no ",
        ),
        *(
            "warranty ",
            "…",
            "...",
            ". ",
            "\n",
            "[1]",
            "保証",
            "ない",
            "不",
            "İ",
            "\ud800",
            "\x00",
            "’",
        ),
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=20), st.lists(PIECES, max_size=20), st.booleans())
def test_any_text_is_read_and_places_are_true(
    said: list[str], there: list[str], truncated: bool
) -> None:
    text = "".join(there)
    subject = _subject("".join(said), {"text": text, "truncated": truncated}, text[::-1])
    for check in check_flags(subject):
        assert check.outcome == "unavailable"
        assert _place_is_true(check, subject)
        assert check.observed is not None
        assert check.observed.start is not None
        start, end = check.observed.start, check.observed.end
        assert subject.answer[start:end] == check.observed.text


@settings(max_examples=100, deadline=None)
@given(st.text("aB. Dr.\n。!", max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_a_sentence_holds_what_it_is_around(text: str, at: int, to: int) -> None:
    start, end = sorted((min(at, len(text)), min(to, len(text))))
    first, last = sentence_around(text, start, end)
    assert 0 <= first <= start <= end <= last <= len(text)


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        (
            "Der Umsatz der Firma betrug 12 Milliarden Euro im Jahr.",
            "Der Umsatz der Firma betrug 12 Millionen Euro im Jahr.",
        ),
        ("Der Umsatz betrug 12 Milliarden Euro.", "Der Umsatz betrug 12 Millionen Euro."),
        (
            "Revenue of the Acme company was 12 Billion dollars last year.",
            "Revenue of the Acme company was 12 Million dollars last year.",
        ),
        ("Revenue: 12 Billion dollars.", "Revenue: 12 Million dollars."),
        ("The shop opens on Tuesday at the harbour.", "The shop opens on Thursday at the harbour."),
        (
            "The Acme shop closes in June for two weeks.",
            "The Acme shop closes in July for two weeks.",
        ),
        ("Das Gerät wiegt zwölf Gramm im Koffer.", "Das Gerät wiegt zwölf Kilogramm im Koffer."),
        (
            "The tank of the Boxer holds 12 Kilometers of rope.",
            "The tank of the Boxer holds 12 Kilograms of rope.",
        ),
        ("Fourteen guests stayed at the hotel.", "Fifteen guests stayed at the hotel. Forty left."),
        (
            "Das Konzert beginnt am Dienstag im Stadtpark.",
            "Das Konzert beginnt am Donnerstag im Stadtpark.",
        ),
        ("Das Fest ist im Juni im Stadtpark.", "Das Fest ist im Juli im Stadtpark."),
        ("Vierzehn Gäste blieben im Hotel.", "Vierzig Gäste blieben im Hotel."),
        (
            "The Fourth Amendment covers searches of homes.",
            "The Fifth Amendment covers searches of homes.",
        ),
        (
            "El Martes abre la tienda del puerto.",
            "El Jueves abre la tienda del puerto. Marzo abre.",
        ),
    ],
)
def test_amounts_and_days_are_no_names(answer: str, context: str) -> None:
    case = Case(id="x", answer=answer, contexts=(Context(id="c1", text=context),))
    assert check_near_names(Subject(case)) == []


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Milliarden", "Millionen", True),
        ("billion", "million", True),
        ("Juni", "Juli", True),
        ("Tuesday", "Thursday", True),
        ("fourteen", "fifteen", True),
        ("Kilogramm", "Gramm", True),
        ("Meier", "Maier", False),
        ("June", "Jane", False),
        ("X200", "X300", False),
    ],
)
def test_two_amounts_or_two_days(one: str, other: str, expected: bool) -> None:
    assert is_other_amount(one, other) is expected
