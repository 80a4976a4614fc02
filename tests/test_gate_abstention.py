"""The abstention gate in the languages of our users."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.case import Case
from adjudge_engine.evaluation import Check
from adjudge_engine.gates.abstention import check_abstention, is_abstention
from adjudge_engine.subject import Subject

PLAN = "The Premium plan includes telephone support. Spare keys are ordered at the front desk."


def _checks(answer: str, answerable: object, context: str = PLAN) -> list[Check]:
    case = Case.model_validate(
        {
            "id": "x",
            "question": "What is the price of the Premium plan?",
            "answer": answer,
            "contexts": [{"id": "c1", "text": context}],
            "expect": {"answerable": answerable},
        }
    )
    return [one for one in check_abstention(Subject(case)) if one.code != "bare"]


ABSTENTIONS = [
    "I don't know.",
    "The context does not state the price of the Premium plan.",
    "Based on the provided context, it is not possible to determine the price.",
    "Sorry, but I could not find the answer in the documents. Please contact support.",
    "Unfortunately, the documents don't specify this. If you need more help, let me know.",
    "None of the passages mention the price.",
    "Unable to answer based on given passages.",
    "I cannot answer this because the context provides insufficient information.",
    "Unknown.",
    "Die Unterlagen enthalten dazu keine Angaben.",
    "Das geht aus den Dokumenten nicht hervor.",
    "Das weiß ich leider nicht.",
    "Le contexte ne précise pas le prix.",
    "Aucune information n'est fournie à ce sujet.",
    "No encuentro esa información en los documentos.",
    "El texto no menciona el precio.",
    "Non lo so.",
    "I documenti non contengono questa informazione.",
    "O documento não menciona o preço.",
    "De documenten bevatten geen informatie over de prijs.",
    "Asiakirjoissa ei mainita hintaa.",
    "В документах нет информации о цене.",
    "К сожалению, в материалах не говорится о цене.",
    "لا توجد معلومات عن السعر في المستندات.",
    "لم يُذكر السعر في النص.",
    "نمی\u200cدانم.",
    "در متن اطلاعاتی درباره قیمت وجود ندارد.",
    "दस्तावेज़ों में इसकी जानकारी नहीं है।",
    "문서에서 답을 찾을 수 없습니다.",
    "資料には料金の記載がありません。",
    "申し訳ありませんが、その情報は見つかりませんでした。",
    "文档中没有提到价格。",
    "根据提供的资料，无法确定价格。",
]


@pytest.mark.parametrize("answer", ABSTENTIONS)
def test_abstentions(answer: str) -> None:
    (unanswerable,) = _checks(answer, False)
    assert unanswerable.code == "abstained"
    (answerable,) = _checks(answer, True)
    assert (answerable.code, answerable.outcome) == ("over_abstained", "fail")
    assert is_abstention(answer)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("The price is 20 euros.", "answered_anyway"),
        ("No, it is free.", "answered_anyway"),
        ("I don't know, but it is $500.", "asserts_beside"),
        ("I am not sure, but it probably lasts ten years.", "asserts_beside"),
        ("The documents do not say. Such plans usually cost little.", "asserts_beside"),
        ("The text does not mention it, so it is free.", "asserts_beside"),
        ("Although the context does not say, the founder was Edith Crane.", "asserts_beside"),
        ("I don't know. In general the plan is free.", "asserts_beside"),
        ("I don't know exactly, around 150 euros.", "asserts_beside"),
        ("Sorry, I don't know. Please note that the plan is expensive.", "asserts_beside"),
        ("Dazu enthalten die Unterlagen keine Angaben, sie beträgt aber 40 Euro.",
         "asserts_beside"),
        ("Je ne sais pas, mais c'est probablement cher.", "asserts_beside"),
        ("No lo sé, pero son 20 euros.", "asserts_beside"),
        ("資料に記載はありません。料金は500円です。", "asserts_beside"),
        ("わかりませんが、おそらく無料です。", "asserts_beside"),
        ("我不知道，但是价格是500元。", "asserts_beside"),
        ("Не знаю, но обычно это 20 евро.", "asserts_beside"),
        ("The documents don't give the price; they only mention telephone support.", "abstained"),
        ("The price is not stated. The Premium plan includes telephone support.", "abstained"),
        ("I'm sorry, I can't help with that.", "refusal"),
    ],
)  # fmt: skip
def test_unanswerable(answer: str, code: str) -> None:
    (check,) = _checks(answer, False)
    assert check.code == code
    if code == "asserts_beside":
        assert check.observed is not None
        assert answer[check.observed.start : check.observed.end] == check.observed.text


@pytest.mark.parametrize(
    "answer",
    [
        "The price is 20 euros.",
        "No, the policy does not cover damage by frost.",
        "Breakfast is not included.",
        "It does not contain nuts.",
        "They do not offer refunds.",
        "The contract does not allow subletting.",
        "Data is not shared with third parties.",
        'The witness replied "I don\'t know".',
        "He replied that he did not know.",
        "The notice period is 60 days. The handbook does not say whether it must be in writing.",
        "Frühstück ist nicht enthalten.",
        "No se permite fumar.",
        "朝食は含まれません。",
        "不包含早餐。",
    ],
)
def test_answers_are_no_abstentions(answer: str) -> None:
    (check,) = _checks(answer, True)
    assert (check.code, check.outcome) == ("answered", "pass")


def test_what_a_source_itself_leaves_open_is_an_answer() -> None:
    answer = "The cause of the fire is unknown."
    assert _checks(answer, True, "The cause of the fire is unknown to this day.")[0].code == (
        "answered"
    )
    assert _checks(answer, True, "The fire was caused by a cable.")[0].code == "over_abstained"


@pytest.mark.parametrize("answerable", [True, False, "unknown", None])
def test_an_empty_answer_fails_whatever_is_expected(answerable: object) -> None:
    (check,) = _checks(" \n", answerable)
    assert (check.code, check.outcome) == ("empty_answer", "fail")


@pytest.mark.parametrize("answerable", ["unknown", None])
def test_without_an_expectation_there_is_nothing_to_check(answerable: object) -> None:
    assert _checks("I don't know.", answerable) == []


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=60), st.booleans())
def test_any_answer_gets_one_check(answer: str, answerable: bool) -> None:
    assert len(_checks(answer, answerable)) == 1


def test_long_answers_are_no_abstentions() -> None:
    for answer in ("I don't know. " * 1_000, "not " * 50_000, "\ud800\x00" * 5_000):
        assert not is_abstention(answer)
