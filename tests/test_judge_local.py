"""The local judge: supported only nearly verbatim, silent at whatever could turn the meaning."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from shared_data import SHARED, needs_shared

from adjudge_engine.case import Case, Context
from adjudge_engine.claims import split_claims
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import ClaimVerdict, Judgment
from adjudge_engine.judges.base import Judge, JudgeRequest
from adjudge_engine.judges.local.judge import LocalJudge
from adjudge_engine.judges.none import NoJudge
from adjudge_engine.judges.registry import JUDGE_NAMES, make_judges


def judged(
    answer: str, *contexts: str | Context, question: str | None = "What does the policy say?"
) -> Judgment:
    held = tuple(
        one if isinstance(one, Context) else Context(id=f"c{at}", text=one)
        for at, one in enumerate(contexts)
    )
    case = Case(id="x", question=question, answer=answer, contexts=held)
    return LocalJudge().judge(JudgeRequest("faithfulness", case, split_claims(answer)))


def verdict(answer: str, *contexts: str | Context) -> ClaimVerdict:
    (one,) = judged(answer, *contexts).claims
    return one


@pytest.mark.parametrize(
    ("claim", "context"),
    [
        (
            "Customers may return unused lamps within 30 days of delivery.",
            "It is simple. Customers may return unused lamps within 30 days of delivery. Good.",
        ),
        (
            "The return fee is 5 EUR for each parcel. [2]",
            "The return fee is 5 EUR for each parcel (lamps included).",
        ),
        (
            "Additionally, gift cards are not refunded in any shop.",
            "Gift cards are not refunded in any shop.",
        ),
        (
            "Die Rückgabefrist beträgt 14 Tage ab dem Erhalt der Ware.",
            "Hinweis. Die Rückgabefrist beträgt 14 Tage ab dem Erhalt der Ware.",
        ),
        ("返品は30日以内に限ります。", "返品は30日以内に限ります。"),
    ],
)
def test_supported(claim: str, context: str) -> None:
    one = verdict(claim, context)
    assert one.verdict == "supported"
    (place,) = one.evidence
    assert context[place.start : place.end] == place.text == one.quote
    judgment = judged(claim, context)
    assert judgment.score == judgment.strict == judgment.not_contradicted == 1.0
    assert not judgment.abstained


@pytest.mark.parametrize(
    ("claim", "context", "reason"),
    [
        (
            "Opened lamps can be returned to the shop.",
            "Opened lamps can not be returned to the shop.",
            "the passage denies it",
        ),
        (
            "Opened lamps cannot be returned to the shop.",
            "Opened lamps can be returned to the shop.",
            "the claim denies it",
        ),
        (
            "The red lamp is not dimmable, the blue lamp is new.",
            "The red lamp is dimmable, the blue lamp is not new.",
            'negates "dimmable"',
        ),
        (
            "The usual dose is 500 mg of the syrup.",
            "The usual dose is 50 mg of the syrup.",
            'the number "500"',
        ),
        (
            "Revenue reached 12.4 million euros that year.",
            "Revenue reached 12.4 billion euros, not million, that year.",
            "another unit, scale or sign",
        ),
        (
            "The net result was 30 million euros in total.",
            "The net result was -30 million euros in total.",
            "another unit, scale or sign",
        ),
        (
            "The battery of the Atlas S lasts nine hours.",
            "The battery of the Atlas X lasts nine hours.",
            'names "Atlas S", the passage names "Atlas X"',
        ),
        (
            "The warranty also covers Norland for two years.",
            "The warranty covers the mainland for two years.",
            'does not name "Norland"',
        ),
        (
            "Prices will increase in the second quarter of sales.",
            "Prices will decrease in the second quarter of sales.",
            'says "increase", the passage says "decrease"',
        ),
        (
            "Cancel the order before the parcel leaves the store.",
            "Cancel the order after the parcel leaves the store.",
            'says "before", the passage says "after"',
        ),
        (
            "Smoking is allowed on the roof terrace.",
            "Smoking is forbidden on the roof terrace.",
            'says "allowed", the passage says "forbidden"',
        ),
        (
            "The minimum order for free shipping is 40 EUR.",
            "The maximum order for free shipping is 40 EUR.",
            'says "minimum", the passage says "maximum"',
        ),
        (
            "Guests must register with the front desk.",
            "Guests may register with the front desk.",
            'says "must", the passage says "may"',
        ),
        (
            "Refunds are always paid to the original card.",
            "Refunds are paid to the original card.",
            'the claim says "always", the passage does not go so far',
        ),
        (
            "The new valve fixes the leak in the pump.",
            "The new valve may fix, it fixes perhaps, the leak in the pump.",
            "less certain",
        ),
        (
            "Members receive a free replacement lamp.",
            "Members receive a free replacement lamp unless the glass is broken.",
            'sets a condition ("unless")',
        ),
        (
            "Cold lamps last twice as long in winter.",
            "It is a myth that cold lamps last twice as long in winter.",
            'may not say it as a fact ("myth")',
        ),
        (
            "Lamps need a permit from the city.",
            "Do lamps need a permit from the city?",
            "asks a question",
        ),
        (
            "Brown lamps replace black chairs in the lobby.",
            "Black chairs replace brown lamps in the lobby.",
            "another order",
        ),
        (
            "The brass lamp was painted by hand in spring.",
            "The brass lamp was sold by hand in spring.",
            'the passage does not say "painted"',
        ),
        (
            "The vaccine prevents infection in all adults.",
            "The vaccine prevents severe infection in all adults.",
            'leaves out "severe"',
        ),
        (
            "Lamps are made in the old works by hand.",
            "Brass lamps are made in the old works by hand.",
            'leaves out "Brass"',
        ),
        ("Lamps are free.", "Lamps are free.", "too short"),
        ("The shop sells these lamps:", "The shop sells these lamps:", "introduces"),
        (
            "La garanzia copre le lampade per due anni interi.",
            "Nota: la garanzia copre le lampade per due anni interi, dice il negozio.",
            "the language is not clear",
        ),
    ],
)
def test_unsure_with_its_reason(claim: str, context: str, reason: str) -> None:
    one = verdict(claim, context)
    assert one.verdict == "unsure"
    assert reason in (one.reason or "")
    judgment = judged(claim, context)
    assert judgment.abstained
    assert judgment.strict is None
    assert judgment.abstention is not None
    assert judgment.abstention.code == "unsure"


@pytest.mark.parametrize(
    ("claim", "context", "reason"),
    [
        (
            "The AquaVane P300 can be used in swimming pools.",
            "The AquaVane P300 is made for ponds. The pump must not be used in swimming pools.",
            'the passage denies it ("must not be used"), the claim does not',
        ),
        (
            "The AquaVane P300 is cleaned with a soft brush.",
            "The AquaVane P300 is new. It has a hose. The pump is cleaned with a soft brush.",
            'this sentence does not name "AquaVane P300"',
        ),
        (
            "The AquaVane P300 is cleaned with a soft brush.",
            "The Tidewell is new. The pump is cleaned with a soft brush.",
            'the passage does not name "AquaVane P300"',
        ),
        (
            "The deductible also applies to damage of glass.",
            "In no case exceeds the sum its limit, and the deductible does not apply to damage of "
            "glass.",
            'the passage denies it ("does not apply"), the claim does not',
        ),
        (
            "The deductible also applies to damage of glass.",
            "The deductible also applies to damage of glass and in no case exceeds 90 euros.",
            'the passage says "no case", the claim does not',
        ),
        (
            "Members park free of charge at the harbour.",
            "Members park at the harbour without paying a charge.",
            'the passage says "without", the claim does not',
        ),
        (
            "Members park at the harbour without a charge.",
            "Members park at the harbour for a charge.",
            'the claim says "without", the passage does not',
        ),
        (
            "KX-20は屋外のプールで使用できます。",
            "ポンプは屋外のプールで使用できます。",
            'the passage does not name "KX-20"',
        ),
        (
            "電気ポンプKX-20は屋外のプールで使用できます。",
            "電気ポンプKX-21は屋外のプールで使用できます。",
            'the claim names "KX-20", the passage names "KX-21"',
        ),
        (
            "KX-20は屋外のプールで30分使用できます。",
            "KX-20は屋外のプールで25分使用できます。",
            'the number "30" is not in the passage',
        ),
    ],
)
def test_the_reason_names_the_defect(claim: str, context: str, reason: str) -> None:
    one = verdict(claim, context)
    assert one.verdict == "unsure"
    assert one.reason == reason


def test_an_abstention_is_neither_supported_nor_missing() -> None:
    context = "The lamp is sold with a bulb and a cable. All boxes are provided at the desk."
    for claim in (
        "I could not find that in the boxes provided.",
        "The report does not specify the yearly cost of whale migration.",
    ):
        one = verdict(claim, context)
        assert (one.verdict, one.quote, one.evidence) == ("unsure", None, ())


def test_words_gathered_from_two_sentences_are_no_support() -> None:
    one = verdict(
        "The brass lamp is made by the Orel works.",
        "The brass lamp is on sale. The desk is made by the Orel works.",
    )
    assert one.verdict == "unsure"


def test_the_end_of_a_truncated_context_supports_nothing() -> None:
    text = "Customers may return unused lamps within 30 days"
    whole, cut = Context(id="c", text=text), Context(id="c", text=text, truncated=True)
    assert verdict(text, whole).verdict == "supported"
    assert verdict(text, cut).verdict == "unsure"
    longer = Context(id="c", text=f"{text}. The fee is", truncated=True)
    assert verdict(f"{text}.", longer).verdict == "supported"


def test_a_list_item_needs_a_context_about_its_lead_in() -> None:
    zinc = "Properties of zinc: it melts at 419 degrees and is a bluish white metal."
    tin = "Properties of tin. It melts at 231 degrees, says the book of metals."
    answer = "Properties of tin:\n\n- It melts at 419 degrees and is a bluish white metal"
    item = judged(answer, zinc, tin).claims[1]
    assert item.verdict == "unsure"
    assert "tin" in (item.reason or "")
    item = judged(answer.replace("tin", "zinc"), zinc, tin).claims[1]
    assert item.verdict == "supported"


def test_a_pronoun_needs_a_context_about_what_it_means() -> None:
    other = "The Atlas X is black. It costs 99 euros with free shipping."
    answer = "It costs 99 euros with free shipping."
    asked = judged(answer, other, question="How much is the Atlas S?")
    assert asked.claims[0].verdict == "unsure"
    assert "Atlas S" in (asked.claims[0].reason or "")
    right = judged(answer, other, question="How much is the Atlas X?")
    assert right.claims[0].verdict == "supported"


def test_not_mentioned_only_where_nothing_of_it_stands() -> None:
    context = "The lamp is sold with a bulb and a cable. The shop is open on all days of the week."
    claim = "Blue whales migrate thousands of miles past Iceland, Greenland and the Hebrides."
    judgment = judged(claim, context)
    assert judgment.claims[0].verdict == "not_mentioned"
    assert judgment.claims[0].quote is None
    assert judgment.score == judgment.strict == 0.0
    assert judgment.not_contradicted == 1.0
    for silent in (
        "The provided documents contain no information about whales.",
        "Wale wandern jedes Jahr durch die nördlichen Ozeane und sind dabei sehr laut.",
        "Would whales migrate through the northern oceans of the planet?",
        "Please feel free to contact our friendly whale experts.",
        "It is best to consult a professional whale expert about migrating Icelandic whales.",
    ):
        assert verdict(silent, context).verdict == "unsure", silent


def test_nothing_to_judge() -> None:
    def code(judgment: Judgment) -> str | None:
        assert judgment.abstained
        assert judgment.score is None
        return judgment.abstention.code if judgment.abstention else None

    assert code(judged("The lamp is green.")) == "no_context"
    assert code(judged("The lamp is green.", "  ")) == "no_context"
    assert code(judged("---", "The lamp is green.")) == "no_claims"
    case = Case(id="x", answer="The lamp is green.", contexts=(Context(id="c", text="x"),))
    other = LocalJudge().judge(JudgeRequest("relevance", case, split_claims("The lamp is green.")))
    assert code(other) == "criterion"


def test_usage_and_rationale_are_told() -> None:
    judgment = judged(
        "Lamps are sold in boxes of four. Whales are big.", "Lamps are sold in boxes."
    )
    assert judgment.usage is not None
    assert (judgment.usage.cost_usd, judgment.usage.tokens_in, judgment.usage.attempts) == (0, 0, 1)
    assert (judgment.usage.latency_ms or 0) > 0
    assert judgment.rationale == "Of 2 claims: 2 left open."


def test_the_fingerprint_changes_with_what_decides() -> None:
    judge = LocalJudge()
    mark = judge.fingerprint("faithfulness")
    assert mark.startswith("sha256:")
    assert mark == LocalJudge().fingerprint("faithfulness")
    assert mark != judge.fingerprint("completeness")
    other = replace(judge.head, passes_below=0.01)
    assert mark != LocalJudge(other).fingerprint("faithfulness")
    told = replace(judge.head, trained={"on": "something else"})
    assert mark == LocalJudge(told).fingerprint("faithfulness")
    assert judged("The lamp is green and new.", "x").fingerprint == mark


def test_judges_by_name() -> None:
    assert set(JUDGE_NAMES) == {"none", "local", "recorded"}
    for name in JUDGE_NAMES:
        (judge,) = make_judges(name)
        assert isinstance(judge, Judge)
        assert judge.name == name
        assert not judge.remote
    assert NoJudge().criteria == ()
    with pytest.raises(JudgeError) as failure:
        make_judges("oracle")
    assert "oracle" in failure.value.message
    assert "local" in failure.value.hint


def test_hostile_text_is_judged_like_any_other() -> None:
    for text in (
        "\ud800\x00\u202e lamp " * 50,
        "[bold]lamp[/bold] fee \x1b[31m" * 50,
        "a" * 50_000,
    ):
        judgment = judged(text, text)
        assert {one.verdict for one in judgment.claims} <= {"supported", "unsure"}


@needs_shared
def test_few_of_the_claims_called_supported_are_marked_by_people() -> None:
    supported = marked = 0
    path = SHARED / "items" / "ragtruth_qa.jsonl"
    with path.open(encoding="utf-8") as lines:
        for line in list(lines)[::8]:
            record = json.loads(line)
            answer = record["answer"]
            contexts = [Context(id=one["id"], text=one["text"]) for one in record["contexts"]]
            spans = [(one["start"], one["end"]) for one in record["human"]["spans"]]
            judgment = judged(answer, *contexts, question=record["question"])
            for claim, said in zip(split_claims(answer), judgment.claims, strict=True):
                if said.verdict == "supported":
                    supported += 1
                    marked += any(start < claim.end and end > claim.start for start, end in spans)
    assert supported >= 40
    assert marked <= 0.03 * supported
