"""Claims: exact spans, nothing lost, nothing invented, in linear time."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from line_count import lines_run
from shared_data import SHARED, needs_shared

from adjudge_engine.claims import LONG, MOST, split_claims
from adjudge_engine.text.blocks import blocks


def said(answer: str) -> list[str]:
    return [claim.text for claim in split_claims(answer)]


@pytest.mark.parametrize(
    ("answer", "claims"),
    [
        ("It is open. It is free.", ["It is open.", "It is free."]),
        (
            "Dr. Ada Byrd of the U.S. Navy met J. R. Hart on Jan. 5. He paid $3.50 (approx. 5 %).",
            [
                "Dr. Ada Byrd of the U.S. Navy met J. R. Hart on Jan. 5.",
                "He paid $3.50 (approx. 5 %).",
            ],
        ),
        (
            "See Fig. 3 and No. 5 of vol. 2. No. That is wrong.",
            ["See Fig. 3 and No. 5 of vol. 2.", "No.", "That is wrong."],
        ),
        (
            "Take 5 mg. Rest until 5 p.m. Customers of Orel Inc. pay later.",
            ["Take 5 mg.", "Rest until 5 p.m.", "Customers of Orel Inc. pay later."],
        ),
        (
            "Some items (e.g. lamps, i.e. fragile ones) are excluded. Others vs. these differ.",
            [
                "Some items (e.g. lamps, i.e. fragile ones) are excluded.",
                "Others vs. these differ.",
            ],
        ),
        ('"Why?" he asked. Wait . . . what?', ['"Why?" he asked.', "Wait . . . what?"]),
        (
            "It ends.The next is glued. See orel.example now.",
            ["It ends.", "The next is glued.", "See orel.example now."],
        ),
        (
            "Am 3. März kam z. B. Prof. Dr. Weiß. Er blieb bis zum 2. Quartal. Dann ging er.",
            [
                "Am 3. März kam z. B. Prof. Dr. Weiß.",
                "Er blieb bis zum 2. Quartal.",
                "Dann ging er.",
            ],
        ),
        (
            "彼は「はい。」と答えた。次です！本当？",
            ["彼は「はい。」と答えた。", "次です！", "本当？"],
        ),
        ("هل هذا صحيح؟ نعم۔", ["هل هذا صحيح؟", "نعم۔"]),
        ("यह पहला है। यह दूसरा है।", ["यह पहला है।", "यह दूसरा है।"]),
    ],
)
def test_sentences(answer: str, claims: list[str]) -> None:
    assert said(answer) == claims


def test_a_citation_mark_after_the_stop_belongs_to_the_sentence_before() -> None:
    assert said("It is 5 EUR.[3] Tax is extra. (Passage 2) Shipping is free. [1][2]") == [
        "It is 5 EUR.[3]",
        "Tax is extra. (Passage 2)",
        "Shipping is free. [1][2]",
    ]


def test_semicolons_part_clauses_but_not_lists_or_brackets() -> None:
    assert said("The plan is free; it can be cancelled at any time.") == [
        "The plan is free;",
        "it can be cancelled at any time.",
    ]
    assert said("We sell red apples; green pears; plums.") == [
        "We sell red apples; green pears; plums."
    ]
    assert said("The fee is low (it is 5 now; it was 6 before).") == [
        "The fee is low (it is 5 now; it was 6 before)."
    ]


def test_markup_is_in_no_claim() -> None:
    answer = (
        "# Returns\n\nThe rules:\n\n1. Keep the box\n2. Keep the bill.\n"
        "- **Time:** 30 days\n\n| Item | Fee |\n|---|---:|\n| Lamp | 5 |\n| Desk | 6 |\n\n"
        "> Quoted one.\n> Quoted two.\n\n```text\nx = 1\ny = 2\n```\n---\n"
    )
    assert said(answer) == [
        "The rules:",
        "Keep the box",
        "Keep the bill.",
        "**Time:** 30 days",
        "Lamp | 5",
        "Desk | 6",
        "Quoted one.",
        "Quoted two.",
        "x = 1\ny = 2",
    ]


def test_a_table_without_outer_pipes() -> None:
    assert said("Item | Fee\n--- | ---\nLamp | 5\nDesk | 6\n\nThat is all.") == [
        "Lamp | 5",
        "Desk | 6",
        "That is all.",
    ]


def test_a_heading_is_a_claim_only_where_it_states_something() -> None:
    assert said("## Returns") == ["## Returns"]  # the whole answer
    assert said("## Returns\n\nFree.") == ["Free."]
    assert said("## 2. Returns\n\nFree.") == ["Free."]
    assert said("**Returns**\n\nFree.") == ["Free."]
    assert said("## The dose is 500 mg\n\nFree.") == ["The dose is 500 mg", "Free."]
    assert said("## Returns are free.\n\nYes.") == ["Returns are free.", "Yes."]


def test_a_wrapped_line_runs_on_and_a_short_one_ends() -> None:
    wrapped = "This line was wrapped by whoever wrote it and so it goes on in the\nnext one. New."
    assert said(wrapped) == [wrapped[:-5], "New."]
    assert said("Red lamp\nBlue lamp") == ["Red lamp", "Blue lamp"]


def test_inline_numbers_open_the_next_claim() -> None:
    assert said("Two steps: 1. Open the lid 2. Close it.") == [
        "Two steps:",
        "1. Open the lid",
        "2. Close it.",
    ]


def test_json_is_one_claim() -> None:
    for answer in (' {"a": "One. Two.", "b": [1, 2]} ', '[{"a": "One. Two."}]'):
        assert said(answer) == [answer.strip()]
    assert said('{"a": broken. Not json}') == ['{"a": broken.', "Not json}"]


@pytest.mark.parametrize("answer", ["", "   \n\t", "---", "- ", "?!", "👍"])
def test_nothing_said_is_no_claim(answer: str) -> None:
    assert split_claims(answer) == ()


def test_long_text_is_cut_at_commas_and_only_there() -> None:
    endless = "word " * 1_000
    assert len(said(endless)) == 1
    listed = "some words here, " * 500
    assert all(len(text) <= LONG for text in said(listed))
    assert "".join(said(listed)).replace(" ", "") == listed.replace(" ", "")
    assert said("1,234" * 1_000) == ["1,234" * 1_000]


def test_there_is_a_most() -> None:
    claims = split_claims("So it is. " * (2 * MOST + 1))
    assert len(claims) <= MOST
    assert claims[-1].end == len(("So it is. " * (2 * MOST + 1)).rstrip())


def test_ids_depend_on_span_and_text_and_are_unique() -> None:
    first, second = split_claims("Yes it is. Yes it is.")
    assert re.fullmatch(r"k[0-9a-f]{10}", first.id)
    assert first.text == second.text
    assert first.id != second.id
    assert split_claims("Yes it is. Something else.")[0].id == first.id
    assert split_claims("\ud800 is a lone surrogate.")[0].id  # can be hashed at all


WORDS = ["The fee is 5", "No", "e.g", "Dr", "U.S", "é", "東京", "1.5", "\ud800", "\x00", "[1]"]
MARKUP = ["- ", "2. ", "# ", "|", "|---|", "```", "> ", "*", "**", " ", "\n", "\n\n", "\r\n"]
PIECES = st.sampled_from([*WORDS, *MARKUP, *'.?!;:,()[]{}"「」。“”؟'])


@settings(max_examples=100, deadline=None)
@given(st.lists(PIECES, max_size=60).map("".join) | st.text(max_size=120))
def test_spans_are_exact_ordered_trimmed_and_cover_what_is_said(answer: str) -> None:
    claims = split_claims(answer)
    end = 0
    covered = [False] * len(answer)
    for claim in claims:
        assert answer[claim.start : claim.end] == claim.text
        assert claim.text == claim.text.strip()
        assert any(map(str.isalnum, claim.text))
        assert claim.start >= end
        end = claim.end
        covered[claim.start : claim.end] = [True] * len(claim.text)
    assert len({claim.id for claim in claims}) == len(claims)
    markup = [True] * len(answer)
    for block in blocks(answer):
        if block.kind not in ("heading", "header", "fence", "rule"):
            markup[block.start : block.end] = [False] * (block.end - block.start)
    lost = [
        at
        for at, letter in enumerate(answer)
        if letter.isalnum() and not covered[at] and not markup[at]
    ]
    assert not lost, [answer[at] for at in lost]


@pytest.mark.parametrize(
    "bait",
    ["“", ". ", "a. ", "Ab. ", "; ", "it is so and; ", "(", "|a|\n", "> ", "**a**\n", "1. ", "[",
     ".[1]", "\n", "```\n", " ", "[1", "- ", "{", "#", "。", "あ。", "a, "],
)  # fmt: skip
def test_bait_takes_steps_in_proportion_to_its_length(bait: str) -> None:
    baits = [bait * (size // len(bait)) for size in (4_000, 16_000)]
    small, large = (lines_run(partial(split_claims, answer)) for answer in baits)
    assert large <= 5 * small + 1_000


def test_claims_are_the_same_under_any_hash_seed() -> None:
    code = (
        "from adjudge_engine.claims import split_claims;"
        "print([c.id for c in split_claims('One is. Two are; they were not. | a |')])"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(outputs) == 1


@needs_shared
def test_spans_equal_those_that_people_marked() -> None:
    """Sentences of real answers; list numbers are left aside, as people put them anywhere."""
    marked = found = 0
    path = SHARED / "items" / "delucionqa_sentences.jsonl"
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            answer = record["answer"]
            ours = {_bare(answer, one.start, one.end) for one in split_claims(answer)}
            theirs = {_bare(answer, one["start"], one["end"]) for one in record["human"]["claims"]}
            marked += len(theirs)
            found += len(ours & theirs)
    assert found / marked > 0.99


def _bare(answer: str, start: int, end: int) -> tuple[int, int]:
    text = answer[start:end]
    ahead = re.match(r"\d+\.\s+", text)
    behind = re.search(r"\s\d+\.$", text)
    return start + (ahead.end() if ahead else 0), end - (len(behind.group()) if behind else 0)
