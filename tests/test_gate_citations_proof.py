"""Which claims are proved: the whole sentence, word for word, and nothing cut away."""

from __future__ import annotations

from typing import Any

import pytest

from adjudge_engine.case import Case
from adjudge_engine.gates.citations import check_citations, proved_claims
from adjudge_engine.gates.proving.proof import Proofs, proof_of
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
    subject, proofs = _proofs(answer, *citations, text=text, question=question, **context)
    assert proved_claims(subject, check_citations(subject)) == proofs.proved
    assert proofs.proved.isdisjoint(proofs.refused)
    return [claim.text for claim in subject.claims if claim.id in proofs.proved]


def _proofs(
    answer: str,
    *citations: dict[str, Any],
    text: str = TEXT,
    question: str | None = None,
    **context: Any,
) -> tuple[Subject, Proofs]:
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
    return subject, proof_of(subject, check_citations(subject))


def _refused(answer: str, *citations: dict[str, Any], **more: Any) -> list[str]:
    """What is said of the claims that are refused, in the answer's order."""
    subject, proofs = _proofs(answer, *citations, **more)
    return [proofs.refused[one.id] for one in subject.claims if one.id in proofs.refused]


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


LIMESCALE = "The warranty covers two years. It does not cover limescale."


@pytest.mark.parametrize(
    ("said", "text", "why"),
    [
        ("It does not cover limescale.", LIMESCALE, 'begins with "It": what it speaks of'),
        ("これは対象外となっています。", "保証は二年です。これは対象外となっています。", '"これ"'),
        ("Fully refundable.", "Read this. Fully refundable. End.", "too short"),
        ("Refunds are final", "# Refunds are final\n\nSee below.", "has it as a heading"),
        ("Refunds are final.", "# Refunds are final.\n\nSee below.", "has it as a heading"),
        ("Refunds are final", "Refunds are final\n\nSee below.", "a line without a final stop"),
        ("Refunds are final", "See below.\nRefunds are final", "ends there without a final stop"),
        ("Hail is covered.", "Hail is covered, if you asked for it.", "goes on where it ends"),
        ("Hail is covered.", "Hail is covered.* See below.", "has a footnote to it"),
        ("The seller pays.", "In May: The seller pays. Good.", "only a part of a sentence"),
        ("The seller pays.", "> The seller pays.\n\nSo they wrote.", "as a quotation"),
        ("The seller pays.", 'He wrote: "The seller pays." Why?', "as a quotation"),
        ("The seller pays.", "Where it says:\nThe seller pays.\n", "leads up to it"),
        ("The seller pays.", "The seller pays. But only in May.", "limits it or takes it back"),
        ("The seller pays.", "The seller pays. That is a myth.", "limits it or takes it back"),
        ("The seller pays.", "# Myths\n\nThe seller pays.\n", "may disown it"),
        ("The seller pays.", "<del>Old. The seller pays.</del> Now not.", "deleted"),
    ],
)
def test_an_exact_quote_that_proves_nothing_says_why(said: str, text: str, why: str) -> None:
    quote = {"quote": said.rstrip(".")}
    (reason,) = _refused(said, quote, text=text)
    assert reason.startswith("is quoted exactly, but ")
    assert why in reason
    assert _proved(said, quote, text=text) == []


def test_a_cut_context_says_so() -> None:
    answer = "The dose is 5."
    (reason,) = _refused(answer, {"quote": answer}, text=answer, truncated=True)
    assert reason == "is quoted exactly, but the passage is cut off right after it"


def test_a_claim_in_other_words_than_its_verified_quote_says_so() -> None:
    own = "One pays 500 euros."
    expected = "has a verified quote, but is put in words of its own"
    assert _refused(own, {**FEE, "claim": own}) == [expected]
    assert _refused("One pays 500 euros [1].", FEE) == [expected]
    assert _refused(own, FEE) == []  # it may be about another claim
    assert _refused(own, {"quote": "The fee is 501 euros.", "claim": own}) == []  # not verified
    asks = "The fee is 500 euros?"
    (reason,) = _refused(asks, {**FEE, "claim": asks})
    assert "asks, trails off or hides characters" in reason


def test_a_claim_that_another_quote_proves_is_not_refused() -> None:
    text = "Hail is covered, and frost is too. It is simple. Hail is covered. Good."
    whole, part = {"quote": "It is simple. Hail is covered."}, {"quote": text[:34]}
    assert _refused("Hail is covered.", part, text=text) != []
    assert _refused("Hail is covered.", part, whole, text=text) == []


def test_a_cell_that_was_not_asked_for_says_so() -> None:
    cells = [["", "2023"], ["Pump", "345 euros"]]
    cell = {"kind": "table_cell", "row": 1, "column": 1, "value": "345 euros"}

    def refused(answer: str, question: str) -> list[str]:
        cited = {**cell, "claim": answer}
        return _refused(answer, cited, text="", cells=cells, question=question)

    (reason,) = refused("345 euros", "What did the drill cost?")
    assert reason.endswith("the question does not name its row and column")
    (reason,) = refused("The pump was 345 euros.", "What did the pump cost in 2023?")
    assert reason == "has a verified table cell, but says more"
