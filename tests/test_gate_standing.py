"""Which sentences of a text are its own whole statements, so that a quote of one may go out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudge_engine.gates.proving.standing import stands_alone


def _stands(sentence: str, text: str) -> bool:
    start = text.index(sentence)
    return stands_alone(text, start, start + len(sentence))


FEE = "The fee is 500 euros"


@pytest.mark.parametrize(
    "text",
    [
        "The fee is 500 euros.",
        "Members are insured. The fee is 500 euros. Dogs are allowed.",
        "It is not true that the seller pays. The fee is 500 euros. It is paid in May.",
        "# Fees\n\nThe fee is 500 euros.",
        "Fees and terms\n\nThe fee is 500 euros.\n\nDogs are allowed.",
        "- Dogs are allowed.\n- The fee is 500 euros.\n- Cats are not.",
        "Is there a fee? The fee is 500 euros.",
        'He said "hello". The fee is 500 euros.',
        "The board's rules, the members' rights. The fee is 500 euros.",
        "Mr. Smith asked in No. 5 of the journal. The fee is 500 euros.",
        "**The fee is 500 euros.**",
        "The fee is 500 euros.[3] More follows.",
    ],
)
def test_a_statement_of_its_own(text: str) -> None:
    assert _stands(FEE, text)


@pytest.mark.parametrize(
    "text",
    [
        # a heading, a question, no end in sight
        "# The fee is 500 euros\n\nNot so.",
        "The fee is 500 euros\n\nNot so.",
        "The fee is 500 euros? No.",
        "The fee is 500 euros?! No.",
        "The fee is 500 euros... or so they say.",
        "The fee is 500 euros unless you are a member.",
        "The fee is 500 euros.5 is wrong.",
        # somebody else's words
        'People say: "The fee is 500 euros." Nobody pays it.',
        "«Come in. The fee is 500 euros. Pay now,» he wrote.",
        "He wrote: 'Come in. The fee is 500 euros. Pay now.' He was drunk.",
        "Customer: Hello. The fee is 500 euros.\nAgent: No.",
        "> The fee is 500 euros.",
        # cut out of a sentence
        "It is false that Dr. The fee is 500 euros.",
        "It is not true that\nThe fee is 500 euros.",
        "It is not true that\n\nThe fee is 500 euros.",
        "It is false that... The fee is 500 euros.",
        "Not so: The fee is 500 euros.",
        # governed by what stands above
        "Mark as false:\n- Entry is free.\n- The fee is 500 euros.",
        "Mark as false:\n1. Entry is free.\n2. The fee is 500 euros.",
        "Myth:\nThe fee is 500 euros.\nFact:\nIt is free.",
        "Myth: Entry is free. The fee is 500 euros.",
        "# Myths\n\nEntry is free.\n\nThe fee is 500 euros.\n\n# Facts",
        "Old rules\n\nThe fee is 500 euros.",
        "You must never\n\n* Run.\n* The fee is 500 euros.",
        "All of this is false. The fee is 500 euros.",
        # taken back, limited, struck out
        "The fee is 500 euros. This is no longer the case.",
        "The fee is 500 euros. However, members pay nothing.",
        "The fee is 500 euros. (Except for members.)",
        "The fee is 500 euros.\n\nExceptions: members.",
        "The fee is 500 euros. Members are excepted.",
        "The fee is 500 euros.* Pay now.\n\n* For guests.",
        "The fee is 500 euros*. Pay now.",
        "The fee is 500 euros.² Pay now.",
        "~~Pay now. The fee is 500 euros.~~ It is free.",
        "<!-- Pay now. The fee is 500 euros. --> It is free.",
        "<del>Pay now. The fee is 500 euros. Thanks.</del> It is free.",
    ],
)
def test_no_statement_of_its_own(text: str) -> None:
    assert not _stands(FEE, text)


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("Shops open at 9 a.m", "Shops open at 9 a.m. only on Sundays."),
        ("Smith pays the fee", "It is not true that Mr. Smith pays the fee."),
        ("5 is banned", "Only No. 5 is banned."),
        ("the seller pays", "the seller pays. A chunk that begins within a sentence."),
        ("送料は無料です", "送料は無料です。ただし、離島を除きます。"),
        ("送料は無料です", "彼は「来てください。送料は無料です。急いで。」と言いました。"),
        ("费用是五百元", "费用是五百元。但是会员免费。"),
        ("Die Gebühr beträgt 5 Euro", "Die Gebühr beträgt 5 Euro. Dies gilt nicht für Gäste."),
    ],
)
def test_other_cuts_and_languages(sentence: str, text: str) -> None:
    assert not _stands(sentence, text)


def test_japanese_and_german_statements() -> None:
    assert _stands("送料は無料です", "返品できます。送料は無料です。急いでください。")
    assert _stands("Die Gebühr beträgt 5 Euro", "Am 3. Mai ist zu. Die Gebühr beträgt 5 Euro.")


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80), st.integers(0, 80), st.integers(0, 80))
def test_any_place_of_any_text_gets_an_answer(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    if stands_alone(text, start, end):
        assert text[end:].strip()


def test_the_work_is_bounded() -> None:
    for piece in ("a. ", "- ", "\n", '"', "<s>", "'a ", "**a**\n", "[1]", "(((", "x:\n"):
        text = piece * 200_000
        stands_alone(text, len(text) // 2, len(text) // 2 + 1)
