"""A quote is no proof where another passage says the same with another figure, or denies it."""

from __future__ import annotations

import pytest

from adjudge_engine.case import Case
from adjudge_engine.pipeline import assess


def _is_proved(sentence: str, *others: str) -> bool:
    contexts = [{"id": f"c{at}", "text": text} for at, text in enumerate((sentence, *others))]
    cited = {"id": "1", "context_id": "c0", "kind": "quote", "quote": sentence}
    fields = {"id": "x", "answer": sentence, "contexts": contexts, "citations": [cited]}
    (claim,) = assess(Case.model_validate(fields)).claims
    return claim.proved


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("The fee is 500 euros.", "The fee is 600 euros."),
        ("The fee is 500 euros.", "In short: the fee is 1,500 euros. Bring it."),
        ("The late fee for lamps is 500 euros.", "The late fee for lamps is now 700 euros."),
        ("Dogs are allowed in the garden.", "Dogs are not allowed in the garden."),
        ("Die Gebühr beträgt 5 Euro im Jahr.", "Die Gebühr beträgt 7 Euro im Jahr."),
    ],
)
def test_a_rival(sentence: str, other: str) -> None:
    assert _is_proved(sentence)
    assert not _is_proved(sentence, other)


@pytest.mark.parametrize(
    "other",
    ["The late fee for lamps is 500 euros.", "Lamps are made in Porto since 1900.", ""],
)
def test_no_rival(other: str) -> None:
    assert _is_proved("The late fee for lamps is 500 euros.", other)


def test_two_things_with_figures_of_their_own_are_no_rivals() -> None:
    assert _is_proved("The P200 pump weighs 5 kg.", "The P300 pump weighs 9 kg.")
    assert _is_proved("The fee was 5 euros in 2023.", "The fee was 7 euros in 2024.")
