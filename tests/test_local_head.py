"""The local judge's features and head: what counts as missing, what a head file may hold."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import SHARED, needs_shared

from adjudge_engine.calibration.statistics.auroc import auroc
from adjudge_engine.case import Case, Context, Expect
from adjudge_engine.claims import split_claims
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import ClaimVerdict, GateResult, Judgment
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.local.bearing import Bearing
from adjudge_engine.judges.local.features import FEATURES, NAMES, Measured, Measurement
from adjudge_engine.judges.local.head import (
    Head,
    answer_score,
    load_head,
    logistic,
    shipped_head,
)
from adjudge_engine.judges.local.judge import LocalJudge
from adjudge_engine.judges.local.mentions import Mentions, without_mentions
from adjudge_engine.judges.local.rarity import rarity
from adjudge_engine.judges.local.session import Session
from adjudge_engine.judges.local.sources import NOWHERE, Sources
from adjudge_engine.judges.local.texts import Texts
from adjudge_engine.judges.running import requests_of
from adjudge_engine.pipeline import assess
from adjudge_engine.text.tokens import folded_words
from adjudge_engine.vocabulary import Gate

KILN = (
    "The Ember kiln reaches 1,250 °C within three hours. It must not be opened above 150 °C. "
    "The lid is made of fireclay. Each firing uses about 18 kWh of electricity."
)
EVERYTHING_PASSES = replace(shipped_head(), passes_below=1.0, flags_from=1.0)


def measured(
    answer: str, *contexts: str, question: str | None = "How hot does the kiln get?"
) -> list[Measured]:
    held = tuple(Context(id=f"c{at}", text=text) for at, text in enumerate(contexts))
    case = Case(id="x", question=question, answer=answer, contexts=held)
    claims = split_claims(answer)
    return Measurement(case, claims, Bearing(case, claims)).all()


def judged(answer: str, *contexts: str, head: Head | None = None) -> Judgment:
    held = tuple(Context(id=f"c{at}", text=text) for at, text in enumerate(contexts))
    case = Case(id="x", question="What of the kiln?", answer=answer, contexts=held)
    return LocalJudge(head).judge(JudgeRequest("faithfulness", case, split_claims(answer)))


def verdict(answer: str, *contexts: str, head: Head | None = None) -> ClaimVerdict:
    (one,) = judged(answer, *contexts, head=head).claims
    return one


def test_what_stands_there_word_for_word_misses_nothing() -> None:
    (one,) = measured("The lid is made of fireclay.", KILN)
    assert one.news == ()
    for name in ("news", "novel", "window", "order", "pairs", "together", "run", "numbers"):
        assert one.value(name) == 0, name
    assert one.window.words[:3] == ("the", "lid", "is")


def test_what_the_question_asks_is_no_news() -> None:
    answer = "The glaze of the kiln is made of fireclay."
    (asked,) = measured(answer, KILN, question="What is the glaze?")
    (other,) = measured(answer, KILN, question="What is it?")
    assert asked.news == ()
    assert other.news == ("glaz",)
    assert other.value("news") > asked.value("news") == 0


def test_a_number_is_traced_and_never_a_part_of_another() -> None:
    (part,) = measured("The kiln needs 25 kWh for each firing of the lid.", KILN)
    assert part.figures.nowhere == ["25 kWh"]  # 25 is a part of 1,250
    (same,) = measured("Each firing uses about 18,000 Wh of electricity.", KILN)
    assert same.figures.missing == 0
    assert same.value("numbers") == 0
    (unit,) = measured("Each firing uses about 18 litres of electricity.", KILN)
    assert unit.value("numbers") > 0


def test_what_the_gates_found_is_taken_and_not_read_again() -> None:
    answer = "The kiln needs 25 kWh for each firing. The lid of 1,250 °C is made of fireclay."
    case = Case(id="x", question="What?", answer=answer, contexts=(Context(id="c", text=KILN),))
    found = assess(case)
    judge = LocalJudge()
    ((_, request),) = requests_of(found, [judge])
    assert request.gates is found.gates
    alone = replace(request, gates=None)
    assert judge.judge(request).claims == judge.judge(alone).claims
    scores = [
        Session(judge.head, one.case, one.claims, one.gates).scores() for one in (request, alone)
    ]
    assert scores[0] == scores[1]
    nothing: dict[Gate, GateResult] = {"numbers": GateResult.of([]), "dates": GateResult.of([])}
    untraced, *_ = Session(judge.head, case, found.claims, found.gates).measured
    blank, *_ = Session(judge.head, case, found.claims, nothing).measured
    assert untraced.figures.nowhere == ["25 kWh"]
    assert blank.figures.nowhere == []


def test_a_text_is_read_once() -> None:
    texts = Texts()
    first = texts["The lid of the Ember kiln."]
    assert texts["The lid of the Ember kiln."] is first
    assert first.words == folded_words(first.text) == [one.folded for one in first.tokens]
    assert [one.text for one in first.names] == ["Ember"]


def test_a_number_of_another_sentence_stands_apart() -> None:
    (one,) = measured(
        "The lid is made of fireclay for 18 kWh.", KILN.replace("Each", "Every. " * 4 + "Each")
    )
    assert one.value("numbers") == 0
    assert one.value("numbers_apart") > 0


def test_names_that_no_context_has() -> None:
    (one,) = measured("The lid is made of fireclay in Torvald.", KILN)
    assert [name.text for name in one.lost_names] == ["Torvald"]
    assert one.value("names") > 0


def test_a_claim_that_names_the_wrong_passage() -> None:
    other = "The shop opens at nine. It is closed on all holidays of the year."
    right, wrong = (
        measured(f"According to passage {at}, the lid is made of fireclay.", KILN, other)[0]
        for at in (1, 2)
    )
    assert right.value("misattributed") == 0
    assert wrong.value("misattributed") == 1


def test_mentions_are_carried_into_their_list_only() -> None:
    mentions = Mentions(3)
    assert mentions.cited("Passage 2 gives the steps:", listed=False) == (1,)
    assert mentions.cited("Close the lid.", listed=True) == (1,)
    assert mentions.cited("Then wait.", listed=False) == ()
    assert mentions.cited("Wait. [3]", listed=True) == (2,)
    assert mentions.cited("See source 9.", listed=False) == ()
    assert without_mentions("It is hot (Passage 1 and 2).").strip() == "It is hot"


def test_the_window_is_the_shortest_that_holds_most() -> None:
    text = "Red lids are sold here. Blue pots too. Green jars are sold in boxes of four."
    sources = Sources([text, "Green lids."], [["green", "jar", "box"], ["lid", "pot"]])
    window = sources.best({"green": 1.0, "jar": 1.0, "box": 1.0})
    assert sources.text_of(window)[0] == 0
    assert window.last - window.first == 1
    both = sources.best({"lid": 1.0, "pot": 1.0})
    assert (both.first, both.last) == (0, 2)
    assert sources.best({"nothing": 1.0}) is NOWHERE


def test_common_words_are_less_rare() -> None:
    assert rarity("use") < rarity("magnet") <= rarity("zzyzx") == 1.0
    assert 0 <= rarity("the") < 0.2


@pytest.mark.parametrize("name", [name for name, sign in FEATURES.items() if sign > 0])
def test_more_missing_is_never_more_faithful(name: str) -> None:
    head, at = shipped_head(), NAMES.index(name)
    values = [0.5] * len(NAMES)
    more = [*values]
    more[at] = 3.0
    assert head.score(more) >= head.score(values)


def test_the_shipped_head_passes_nothing_by_its_risk_and_says_what_it_is_from() -> None:
    head = shipped_head()
    assert head.passes_below == 0
    names = [one["name"] for one in head.trained["sets"]]
    assert names == ["attribution", "halueval_qa_pairs", "summhay_coverage"]
    assert all(one["licences"] and one["claims"] for one in head.trained["sets"])
    assert "of AttributionBench only HAGRID" in head.trained["sets"][0]["note"]
    licences = {one for told in head.trained["sets"] for one in told["licences"]}
    assert not any("Common Crawl" in one or "non-commercial" in one for one in licences)


def test_a_head_file_round_trips(tmp_path: Path) -> None:
    head = replace(shipped_head(), passes_below=0.02, words={"glaze": 0.7})
    file = tmp_path / "head.json"
    file.write_text(head.to_json(), encoding="utf-8")
    again = load_head(file)
    assert again == head
    assert again.hash == head.hash != shipped_head().hash
    assert again.score([0.0] * len(NAMES), ["glaze"]) == head.score([0.0] * len(NAMES), ["glaze"])


def test_words_that_claims_brought_in_before_count() -> None:
    at = NAMES.index("brought")
    weights = tuple(1.0 if one == at else 0.0 for one in range(len(NAMES)))
    head = replace(shipped_head(), weights=weights, words={"glaze": 0.7, "lid": -0.2})
    nothing = [0.0] * len(NAMES)
    assert head.score(nothing, ["glaze"]) > head.score(nothing) > head.score(nothing, ["lid"])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"schema": "other"}, "schema"),
        ({"features": "features/0"}, "fit it again"),
        ({"weights": {}}, "features"),
        ({"bias": "much"}, "no usable head"),
        ({"bias": float("nan")}, "not finite"),
        ({"slope": -1}, "positive"),
        ({"passes_below": 1.5}, "between 0 and 1"),
        ({"words": None}, "no usable head"),
    ],
)
def test_a_head_file_that_is_none(tmp_path: Path, change: dict[str, object], says: str) -> None:
    file = tmp_path / "head.json"
    file.write_text(json.dumps(shipped_head().to_dict() | change), encoding="utf-8")
    with pytest.raises(JudgeError) as failure:
        load_head(file)
    assert says in str(failure.value)
    assert "head.json" in failure.value.message


def test_a_weight_of_the_wrong_sign_is_refused(tmp_path: Path) -> None:
    data = shipped_head().to_dict()
    data["weights"]["numbers"]["weight"] = -0.1
    file = tmp_path / "head.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(JudgeError, match="numbers has the wrong sign"):
        load_head(file)


@pytest.mark.parametrize("content", [None, b"", b"[1]", b"\xff", b"[" * 100_000])
def test_a_file_that_cannot_be_a_head(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "head.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(JudgeError) as failure:
        load_head(file)
    assert failure.value.hint


@given(st.lists(st.floats(-40, 40), max_size=20))
def test_an_answer_is_at_least_as_risky_as_its_worst_claim(scores: list[float]) -> None:
    assert answer_score(scores) >= max(scores, default=-40.0)


def test_the_logistic_is_not_shaken_by_size() -> None:
    assert logistic(1e9) == 1.0
    assert 0 <= logistic(-1e9) < 1e-300
    assert logistic(0) == 0.5


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200), st.text(max_size=200), st.text(max_size=40))
def test_any_text_is_measured(answer: str, context: str, question: str) -> None:
    for one in measured(answer, context, question=question):
        assert len(one.values) == len(NAMES)
        assert all(-1e-9 <= value < 100 for value in one.values)
        assert 0 <= shipped_head().risk(one.values, one.news) <= 1


@settings(max_examples=40, deadline=None)
@given(st.text("ab 1.\n-:(),$%", max_size=120), st.text("ab 1.\n-:(),$%", max_size=300))
def test_every_evidence_stands_where_it_says(answer: str, context: str) -> None:
    for one in judged(answer, context, head=EVERYTHING_PASSES).claims:
        for place in one.evidence:
            assert context[place.start : place.end] == place.text == one.quote


def test_a_paraphrase_is_supported_only_by_a_head_that_passes() -> None:
    claim = "The kiln's lid consists of fireclay, and each firing uses about 18 kWh of electricity."
    text = KILN.replace("The lid", "The kiln's lid")
    assert verdict(claim, text).verdict == "unsure"
    one = verdict(claim, text, head=EVERYTHING_PASSES)
    assert one.verdict == "supported"
    assert "risk" in (one.reason or "")
    assert one.quote is not None
    assert "18 kWh" in one.quote


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        ("The kiln can be opened quickly above 150 °C.", "the passage denies it"),
        ("The kiln reaches 1,350 °C within three hours of firing.", "1,350"),
        ("The Cinder kiln reaches 1,250 °C within just three hours.", "Cinder"),
        ("The kiln always reaches 1,250 °C within just three hours.", 'the claim says "always"'),
        ("Hot kiln.", "too short"),
        ("The kiln reaches these heights within hours:", "introduces"),
        ("The documents give the fireclay lid as safe for electricity.", "its sources"),
        ("The lid is made of Norland fireclay and brass.", "Norland"),
        ("Zebras gallop.", "too short"),
    ],
)
def test_no_risk_is_low_enough_for_these(claim: str, reason: str) -> None:
    one = verdict(claim, KILN, head=EVERYTHING_PASSES)
    assert one.verdict == "unsure"
    assert reason in (one.reason or "")


def test_a_reason_names_what_no_context_says() -> None:
    one = verdict("The lid is painted with cobalt varnish by apprentices.", KILN)
    assert one.verdict == "unsure"
    assert "no context says" in (one.reason or "")
    assert '"cobalt"' in (one.reason or "")
    assert one.evidence


def test_a_number_or_name_that_nothing_has_is_not_mentioned_where_the_risk_is_high() -> None:
    head = replace(shipped_head(), flags_from=0.0)
    one = verdict("The lid was patented in Torvald by Ilsa Brandt.", KILN, head=head)
    assert (one.verdict, one.quote) == ("not_mentioned", None)
    assert "no context names" in (one.reason or "")
    advice = verdict("It is best to consult Ilsa Brandt about the lid.", KILN, head=head)
    assert advice.verdict == "unsure"


@pytest.mark.parametrize(
    ("answer", "context"),
    [
        (
            "Ο φούρνος φτάνει τους χίλιους βαθμούς πολύ γρήγορα.",
            "Ο φούρνος είναι μεγάλος και φτάνει τους χίλιους βαθμούς.",
        ),
        (
            "Der Ofen ist sehr schnell und wird in drei Stunden heiß.",
            "Der Ofen wird nach und nach in drei Stunden sehr heiß und ist groß.",
        ),
        ("The kiln is hot and it is in the yard.", "Печь стоит во дворе и очень горячая."),
    ],
)
def test_other_languages_are_not_weighed(answer: str, context: str) -> None:
    judgment = judged(answer, context, head=EVERYTHING_PASSES)
    assert judgment.strict is None
    assert judgment.abstention is not None
    assert judgment.abstention.code == "language"
    assert all("risk" not in (one.reason or "") for one in judgment.claims)


def coverage(
    answer: str, *, criteria: tuple[str, ...] = (), reference: str | None = None
) -> Judgment:
    case = Case(id="x", answer=answer, expect=Expect(criteria=criteria, reference=reference))
    return LocalJudge().judge(JudgeRequest("completeness", case, split_claims(answer)))


def test_completeness_names_what_is_left_out() -> None:
    answer = "The kiln reaches 1,250 °C within three hours. Its lid is made of fireclay."
    criteria = (
        "The kiln reaches 1,250 °C within three hours.",
        "The warranty of Norland covers the heating coils for nine years.",
    )
    judgment = coverage(answer, criteria=criteria)
    assert judgment.missing == criteria[1:]
    assert (judgment.score, judgment.strict, judgment.abstained) == (0.5, 0.0, False)
    full = coverage(answer, criteria=criteria[:1])
    assert (full.score, full.strict, full.missing) == (1.0, 1.0, ())
    by_reference = coverage(answer, reference=" ".join(criteria))
    assert by_reference.missing == criteria[1:]


def test_completeness_abstains_without_anything_to_compare() -> None:
    codes = [
        coverage("The kiln is hot."),
        coverage(" ", criteria=("The kiln is hot.",)),
        coverage("Die Öfen sind heiß und die Deckel sind aus Ton.", criteria=("Der Ofen ist zu.",)),
    ]
    found = [one.abstention.code if one.abstention else None for one in codes]
    assert found == ["no_reference", "no_claims", "language"]
    assert all(one.score is None for one in codes)


def test_relevance_is_not_judged() -> None:
    case = Case(id="x", answer="The kiln is hot.", contexts=(Context(id="c", text=KILN),))
    judgment = LocalJudge().judge(JudgeRequest("relevance", case, split_claims("The kiln is hot.")))
    assert judgment.abstention is not None
    assert judgment.abstention.code == "criterion"


def test_the_same_words_give_the_same_risk_whatever_the_hash_seed() -> None:
    code = (
        "from adjudge_engine.case import Case, Context\n"
        "from adjudge_engine.claims import split_claims\n"
        "from adjudge_engine.judges.local.head import shipped_head\n"
        "from adjudge_engine.judges.local.session import Session\n"
        f"text = {KILN!r}\n"
        "answer = 'The Torvald kiln, cobalt and brass, takes 7 hours. Its lid opens at 150 °C.'\n"
        "case = Case(id='x', answer=answer, contexts=(Context(id='c', text=text),))\n"
        "session = Session(shipped_head(), case, split_claims(answer))\n"
        "print(session.scores(), session.verdicts())\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_a_long_answer_is_measured_in_steps_that_grow_with_it() -> None:
    """What is read per claim is bounded: ten thousand places of a word are not all looked at."""
    text = "The lid is hot. " * 3_000
    sources = Sources([text], [["lid", "hot"]] * 2_000)
    assert len(sources.sentences) == 3_000
    assert len(sources._voted({"lid": 1.0, "hot": 1.0})) <= 2_000
    assert sources.together("lid", "hot")


@needs_shared
def test_it_tells_people_s_marks_better_than_the_words_alone() -> None:
    """Real answers that the head never saw; the full table is in `tests/bench`."""
    scores: list[float] = []
    novel: list[float] = []
    bad: list[bool] = []
    path = SHARED / "items" / "ragtruth_qa.jsonl"
    with path.open(encoding="utf-8") as lines:
        for line in list(lines)[::10]:
            record = json.loads(line)
            held = tuple(Context(id=one["id"], text=one["text"]) for one in record["contexts"])
            case = Case(id="x", question=record["question"], answer=record["answer"], contexts=held)
            session = Session(shipped_head(), case, split_claims(record["answer"]))
            spans = record["human"]["spans"]
            for one, score in zip(session.measured, session.scores(), strict=True):
                scores.append(score)
                novel.append(one.value("novel"))
                start, end = one.claim.start, one.claim.end
                bad.append(any(min(s["end"], end) - max(s["start"], start) >= 3 for s in spans))
    area, words = auroc(scores, bad), auroc(novel, bad)
    assert area is not None
    assert words is not None
    assert area >= 0.81
    assert area >= words + 0.04
