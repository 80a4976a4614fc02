"""Which claims are proved: the whole sentence, word for word, and nothing cut away."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge_engine.case import Case
from adjudge_engine.gates.citations import check_citations, proved_claims
from adjudge_engine.subject import Subject

TEXT = (
    "The fee is 500 euros. It is not true that the seller pays. Hail is covered, and frost is too."
    "\nThe fee is refunded unless the ticket was used.\n\nShops open at 9"
)


def _proved(
    answer: str,
    *citations: dict[str, Any],
    text: str = TEXT,
    question: str | None = None,
    **context: Any,
) -> list[str]:
    case = Case.model_validate(
        {
            "id": "x",
            "question": question,
            "answer": answer,
            "contexts": [{"id": "c1", "text": text, **context}],
            "citations": [
                {"id": str(at + 1), "context_id": "c1", **one} for at, one in enumerate(citations)
            ],
        }
    )
    subject = Subject(case)
    proved = proved_claims(subject, check_citations(subject))
    return [claim.text for claim in subject.claims if claim.id in proved]


FEE = {"quote": "The fee is 500 euros."}


@pytest.mark.parametrize(
    "answer",
    ["The fee is 500 euros.", "The fee is 500 euros", "The fee is 500 euros [1].",
     "The **fee** is 500\u00a0euros."],
)  # fmt: skip
def test_a_verbatim_sentence_is_proved(answer: str) -> None:
    assert _proved(answer, FEE) == [answer]


@pytest.mark.parametrize(
    ("answer", "quote"),
    [
        ("the fee is 500 euros.", "The fee is 500 euros."),  # another letter case
        ("The fee is 500 euros a year.", "The fee is 500 euros."),  # says more
        ("The fee is 500.", "The fee is 500 euros."),  # cut within the quote
        ("the seller pays.", "the seller pays."),  # a negation left outside
        ("The fee is refunded.", "The fee is refunded"),  # a condition left outside
        ("The fee is 500 euros.", "The fee is 501 euros."),  # the quote is not there
        ("Hail is covered.", "Hail is covered"),  # half a sentence
        ("The fee is 500 euros?", "The fee is 500 euros."),  # asks
        ("The fee is 500 euros …", "The fee is 500 euros."),  # trails off
        ("The fee is \u202e500\u202c euros.", "The fee is 500 euros."),  # is shown as 005
        ("The fee is 5*0*0 euros.", "The fee is 500 euros."),  # multiplies
    ],
)
def test_anything_else_is_not(answer: str, quote: str) -> None:
    assert _proved(answer, {"quote": quote}) == []


def test_one_sentence_of_a_longer_quote_is_proved() -> None:
    quote = TEXT[: TEXT.index("\n")]
    assert _proved("The fee is 500 euros.", {"quote": quote}) == ["The fee is 500 euros."]
    assert _proved("the seller pays.", {"quote": quote}) == []


def test_every_clause_of_a_proved_sentence_is_proved() -> None:
    sentence = "Hail is covered, and frost is too."
    assert "".join(_proved(sentence, {"quote": sentence})) != ""
    subject = Subject(Case(id="x", answer=sentence))
    assert len(_proved(sentence, {"quote": sentence})) == len(subject.claims)


def test_every_check_of_the_citation_must_have_passed() -> None:
    answer = "The fee is 500 euros."
    assert _proved(answer, {**FEE, "page": 2}, page=1) == []
    assert _proved(answer, {**FEE, "page": 2}, page=2) == [answer]
    assert _proved(answer, {**FEE, "id": None}) == []
    assert _proved(answer, {**FEE, "id": "k"}, {**FEE, "id": "k"}) == []
    assert _proved(answer, {**FEE, "claim": "Something else."}) == []
    assert _proved(answer, FEE, text=TEXT + " The fee is 500 euros.") == []


def test_the_citation_must_be_about_the_claim() -> None:
    answer = "The fee is 500 euros. Shops are closed."
    elsewhere = {**FEE, "claim": "Shops are closed."}
    assert _proved(answer, elsewhere) == []
    assert _proved(answer, {**FEE, "claim": "The fee is 500 euros."}) == ["The fee is 500 euros."]
    assert _proved("The fee is 500 euros [2].", FEE, {"quote": "Shops open at 9"}) == []


def test_a_sentence_that_is_not_seen_to_end_is_none() -> None:
    assert _proved("Shops open at 9", {"quote": "Shops open at 9"}) == []
    answer = "The dose is 5."
    assert _proved(answer, {"quote": answer}, text=answer) == [answer]
    assert _proved(answer, {"quote": answer}, text=answer, truncated=True) == []


def test_a_cell_proves_a_bare_value_where_the_question_names_its_place() -> None:
    cells = [["", "2023", "2024"], ["Pump", "345 euros", "360 euros"]]
    cell = {"kind": "table_cell", "row": 1, "column": 1, "value": "345 euros"}
    asked = "What did the pump cost in 2023?"

    def proved(answer: str, question: str, rows: Any = cells, **more: Any) -> list[str]:
        cited = {**cell, "claim": "345 euros", **more}
        return _proved(answer, cited, cells=rows, question=question)

    assert proved("345 euros", asked) == ["345 euros"]
    assert proved("345 euros", asked, [*cells[:1], ["Pump", "345 euros"]]) == ["345 euros"]
    assert proved("345 euros", "What did the pump cost in 2024?") == []
    assert proved("345 euros", "What did the drill cost in 2023?") == []
    assert proved("It costs 345 euros.", asked) == []
    assert proved("345 euros", asked, claim=None) == []


def test_no_citations_prove_nothing() -> None:
    assert _proved("The fee is 500 euros.") == []
    assert _proved("The fee is 500 euros.", {"kind": "presence"}) == []


def test_japanese_sentences() -> None:
    text = "返品は７日以内です。\n送料は無料ではありません。"
    assert _proved("返品は7日以内です。", {"quote": "返品は7日以内です。"}, text=text) == [
        "返品は7日以内です。"
    ]
    assert _proved("送料は無料で", {"quote": "送料は無料で"}, text=text) == []


@pytest.mark.parametrize("name", ["not", "per day", "wrong; it is free"])
def test_a_word_in_brackets_is_no_mark_even_where_a_citation_is_called_so(name: str) -> None:
    cited = {"id": name, "quote": "The fee is 500 euros."}
    assert _proved(f"The fee is 500 euros [{name}].", cited) == []
    assert _proved("The fee is 500 euros 【1†not refundable】.", FEE) == []
    assert _proved("The fee is 500 euros 【1†source】.", FEE) != []


@pytest.mark.parametrize("kind", ["value", None])
def test_a_value_proves_no_more_than_a_quote(kind: str | None) -> None:
    def by_value(text: str) -> list[str]:
        return _proved(text, {"kind": kind, "value": text.rstrip("."), "claim": text})

    assert by_value("The fee is 500 euros.") == ["The fee is 500 euros."]
    assert by_value("the seller pays.") == []
    assert by_value("The fee is refunded.") == []


def test_a_sentence_that_leans_on_another_needs_that_one_too() -> None:
    text = "The P200 is small. It costs 500 euros. The P300 is big. It costs 900 euros."
    small, big = ({"quote": f"The P{one}."} for one in ("200 is small", "300 is big"))
    price = {"quote": "It costs 500 euros."}
    both = ["The P200 is small.", "It costs 500 euros."]
    assert _proved(" ".join(both), small, price, text=text) == both
    assert _proved("The P300 is big. It costs 500 euros.", big, price, text=text) == [
        "The P300 is big."
    ]
    assert _proved("It costs 500 euros.", price, text=text) == []
    assert _proved("Yes.", {"quote": "Yes."}, text="Are dogs allowed? Yes. Cats? No.") == []
