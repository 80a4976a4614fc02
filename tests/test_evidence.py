"""Evidence: the sentences that bear on a claim, best first, the same everywhere."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from line_count import lines_run

from adjudge_engine.case import Context
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Evidence
from adjudge_engine.evidence import NEAREST, SUPPORTING, find_evidence, without_misses
from adjudge_engine.text.passages import WIDEST, Passages

POLICY = (
    "Orders ship within two days. Customers may return unused lamps within 30 days of delivery. "
    "The return fee is 5 EUR for each parcel. Gift cards are never refunded."
)


def found(claim: str, *texts: str, limit: int = 3) -> tuple[Evidence, ...]:
    contexts = [Context(id=f"c{at}", text=text) for at, text in enumerate(texts)]
    (out,) = find_evidence(split_claims(claim), contexts, limit)
    return out.evidence


def test_word_for_word_is_one() -> None:
    (best,) = found("Gift cards are never refunded.", POLICY)
    assert best.text == "Gift cards are never refunded."
    assert best.score == 1.0
    assert POLICY[best.start : best.end] == best.text


def test_case_widths_and_citation_marks_do_not_matter() -> None:
    (best,) = found("gift CARDS are\nnever  refunded [1].", POLICY)
    assert best.score == 1.0


def test_a_part_of_a_sentence_brings_the_whole_sentence() -> None:
    (best,) = found("The return fee is 5 EUR", POLICY)
    assert best.text == "The return fee is 5 EUR for each parcel."


def test_a_paraphrase_is_found_and_scores_less() -> None:
    best = found("Unused lamps can be sent back by customers within 30 days.", POLICY)[0]
    assert best.text == "Customers may return unused lamps within 30 days of delivery."
    assert best.score is not None
    assert SUPPORTING <= best.score < 1.0


def test_two_sentences_together_where_one_has_half() -> None:
    text = "The Orel lamp has a brass foot. It weighs 900 grams without the bulb. Others differ."
    best = found("The Orel lamp with a brass foot weighs 900 grams without the bulb.", text)[0]
    assert best.text == "The Orel lamp has a brass foot. It weighs 900 grams without the bulb."


def test_the_nearest_miss_is_alone_and_low() -> None:
    (miss,) = found("The return label costs nothing for members abroad.", POLICY)
    assert miss.score is not None
    assert NEAREST <= miss.score < SUPPORTING
    assert found("Whales sing loudly at night.", POLICY) == ()


def test_an_abstention_has_no_near_misses() -> None:
    answer = "I could not find that in the documents provided. The fee for documents is 5 EUR."
    text = "Documents provided at the desk have a fee of 5 EUR. Nobody could find the cause."
    near = find_evidence(split_claims(answer), [Context(id="c", text=text)])
    abstention, statement = without_misses(near)
    assert near[0].evidence
    assert abstention.evidence == ()
    assert statement.evidence == near[1].evidence != ()
    said = "The cause is not mentioned in the report."
    (told,) = without_misses(find_evidence(split_claims(said), [Context(id="c", text=said)]))
    assert [one.text for one in told.evidence] == [said]  # a source may abstain itself


def test_best_first_then_order_of_contexts_then_place() -> None:
    line = "The return fee is 5 EUR."
    twice = f"{line} Nothing else. {line}"
    places = [(one.context_id, one.start) for one in found(line, POLICY, twice, line)]
    assert places == [("c0", 91), ("c1", 0), ("c1", 39)]
    assert len(found(line, twice, limit=1)) == 1


def test_table_rows_and_list_items_are_passages() -> None:
    text = (
        "| Item | Fee |\n|---|---|\n| Desk lamp | 5 EUR |\n| Floor lamp | 9 EUR |\n\n- Chair: 7 EUR"
    )
    assert found("The floor lamp fee is 9 EUR.", text)[0].text == "Floor lamp | 9 EUR"
    assert found("The chair is 7 EUR.", text)[0].text == "Chair: 7 EUR"


def test_other_scripts() -> None:
    text = "返品は30日以内に限ります。送料は無料です。"
    assert found("返品は30日以内です。", text)[0].text == "返品は30日以内に限ります。"
    hindi = "वापसी तीस दिन में संभव है। शुल्क नहीं है।"
    assert found("वापसी तीस दिन में संभव है।", hindi)[0].score == 1.0


def test_a_context_without_text_has_no_evidence() -> None:
    contexts = [Context(id="t", cells=(("Lamp", "5 EUR"),))]
    (claim,) = find_evidence(split_claims("Lamp 5 EUR"), contexts)
    assert claim.evidence == ()


def test_a_claim_over_several_passages_is_found_whole() -> None:
    text = 'Before.\n\n{"fee": 5,\n "currency": "EUR"}\n\nAfter.'
    best = found('{"fee": 5,\n "currency": "EUR"}', text)[0]
    assert best.score == 1.0
    assert best.text == '{"fee": 5,\n "currency": "EUR"}'


def test_the_wording_matters_more_than_common_words() -> None:
    text = "It is the case that all of the above is so. Refunds need a receipt."
    assert found("It is so that refunds need the receipt.", text)[0].text == (
        "Refunds need a receipt."
    )


def test_other_fields_of_a_claim_are_kept() -> None:
    claims = split_claims(POLICY)
    out = find_evidence(claims, [Context(id="c", text=POLICY)])
    assert [one.model_copy(update={"evidence": ()}) for one in out] == list(claims)
    assert all(one.evidence[0].score == 1.0 for one in out)


PIECES = st.sampled_from(
    [
        "lamp ",
        "fee ",
        "5 ",
        "EUR",
        ". ",
        "\n",
        "| ",
        "- ",
        "東京",
        "。",
        "\x00",
        "\ud800",
        "x" * 1_500,
    ]
)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(PIECES, max_size=20).map("".join),
    st.lists(st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=100), max_size=3),
)
def test_spans_hold_for_any_text(answer: str, texts: list[str]) -> None:
    contexts = [Context(id=str(at), text=text) for at, text in enumerate(texts)]
    for claim in find_evidence(split_claims(answer), contexts):
        scores = [one.score or 0.0 for one in claim.evidence]
        assert scores == sorted(scores, reverse=True)
        assert len(scores) <= 3
        for one in claim.evidence:
            assert texts[int(one.context_id)][one.start : one.end] == one.text
            assert NEAREST <= (one.score or 0.0) <= 1.0
    for text in texts:
        end = 0
        for start, stop in Passages(text).spans:
            assert end <= start < stop <= start + WIDEST
            end = stop


@pytest.mark.parametrize(
    "bait", ["lamp ", "lamp", "lamp. ", "|lamp|\n", "lamp, fee ", "\n", "東京"]
)
def test_work_grows_with_the_context_and_no_faster(bait: str) -> None:
    claims = split_claims("The lamp fee is 5 EUR, says 東京 lamp.")
    texts = [bait * (size // len(bait)) for size in (4_000, 16_000)]
    small, large = (
        lines_run(partial(find_evidence, claims, [Context(id="c", text=text)])) for text in texts
    )
    assert large <= 5 * small + 2_000


def test_the_same_under_any_hash_seed() -> None:
    code = (
        "from adjudge_engine.case import Context;"
        "from adjudge_engine.claims import split_claims;"
        "from adjudge_engine.evidence import find_evidence;"
        f"texts = [{POLICY!r}, {POLICY[::-1]!r}, {POLICY.upper()!r}];"
        "contexts = [Context(id=str(at), text=text) for at, text in enumerate(texts)];"
        "print(find_evidence(split_claims('Lamps return in 30 days. Fee 5 EUR.'), contexts))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
