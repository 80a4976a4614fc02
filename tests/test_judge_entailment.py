"""Entailment judges: settings, windows, places in redacted text, verdicts, and whole runs."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, write_lines
from entailment_server import ScoreServer, plain
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.case import Case
from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.config import parse_config
from adjudge_engine.judges.entailment.endpoint import Endpoint
from adjudge_engine.judges.entailment.models import Pair, Span
from adjudge_engine.judges.entailment.odds import Bands, Odds, from_logits, roles_of
from adjudge_engine.judges.entailment.replies import odds_in, spans_in
from adjudge_engine.judges.entailment.settings import EntailmentSettings
from adjudge_engine.judges.entailment.shown import Shown
from adjudge_engine.judges.entailment.windows import estimated_tokens, groups_of, windows_of
from adjudge_engine.judges.llm.completion import CallFailed
from adjudge_engine.privacy.redaction import RedactionSettings, Redactor

TEXTS = st.lists(
    st.sampled_from(
        [
            "The lamp is red.",
            "x" * 70,
            "Yes!",
            "\n\n",
            "- one",
            "漢字です。",
            "a, b",
            "\ud800",
            "\x00",
            "?",
        ]
    ),
    max_size=40,
).map(" ".join)


@given(TEXTS, st.integers(1, 60))
def test_windows_hold_every_letter_in_order_and_within_bounds(text: str, most: int) -> None:
    found = windows_of(3, text, estimated_tokens, most, cut=False)
    seen = [False] * len(text)
    for one in found:
        assert one.place == 3
        assert one.text == text[one.start : one.end]
        seen[one.start : one.end] = [True] * (one.end - one.start)
        # What is between two pieces adds at most their white space.
        assert estimated_tokens("".join(one.text.split())) <= max(most, 2)
    starts = [(one.start, one.end) for one in found]
    assert starts == sorted(set(starts))
    assert all(held for held, letter in zip(seen, text, strict=True) if letter.isalnum())


@given(TEXTS)
def test_neighbours_share_a_sentence_where_there_is_room(text: str) -> None:
    found = windows_of(0, text, lambda _: 1, 3, cut=False)
    for before, after in pairwise(found):
        assert before.start < after.start < before.end < after.end


def test_a_text_of_a_million_characters_takes_as_many_counts_as_it_has_sentences() -> None:
    calls = 0

    def count(text: str) -> int:
        nonlocal calls
        calls += 1
        return len(text) // 3

    text = "The lamp is red and weighs two kilos. " * 26_000 + "x" * 100_000
    found = windows_of(0, text, count, 300, cut=False)
    assert len(found) < len(text) / 400
    assert calls < 3 * 26_300


def test_groups_are_as_full_as_they_may_be() -> None:
    windows = windows_of(
        0, "The lamp is red. It is light. It is new. It is here.", lambda _: 1, 1, cut=False
    )
    groups = groups_of(windows, lambda _: 1, 3)
    assert [len(one) for one in groups] == [3, 1]


PRIVATE = st.lists(
    st.sampled_from(
        [
            "rosa@example.org", "ines.b@example.org", "+351 912 345 678", "+351912345678",
            "⟦EMAIL-1⟧", "[EMAIL-1]", "EMAIL 1", "The lamp", "is red.", "\n", "\ud800", "漢字。",
        ]
    ),
    max_size=20,
).map(" ".join)  # fmt: skip


@given(PRIVATE)
def test_places_in_redacted_text_lead_back_and_forth(text: str) -> None:
    redactor = Redactor(RedactionSettings())
    case = Case.model_validate({"id": "c", "answer": text, "contexts": []})
    session = redactor.session(case)
    shown = Shown(text, session.redact, session.restore)
    assert shown.is_traced
    for word in ("The lamp", "is red.", "漢字。"):
        at = text.find(word)
        if at < 0:
            continue
        start, end = shown.shown(at, at + len(word))
        assert shown.text[start:end] == word
        assert shown.original(start, end) == (at, at + len(word))
    at = text.find("rosa@example.org")
    if at >= 0:
        start, end = shown.shown(at + 2, at + 5)
        assert shown.text[start:end].startswith("⟦EMAIL")
        assert shown.original(start + 1, end - 1) == (at, at + len("rosa@example.org"))


def test_a_text_whose_places_are_lost_says_so() -> None:
    assert not Shown("a rosa b", lambda _: "a ⟦NAME-1⟧ b", lambda _: "ines").is_traced
    assert not Shown("a rosa b", lambda _: "something else").is_traced
    assert Shown("a rosa b", lambda _: "a ⟦NAME-1⟧ b", lambda _: "rosa").is_traced
    assert Shown("").is_traced


BANDS = Bands(0.9, 0.1, 0.9)


@pytest.mark.parametrize(
    ("odds", "verdict", "at"),
    [
        ([Odds(0.2), Odds(0.95), Odds(0.4)], "supported", 1),
        ([Odds(0.95), Odds(0.95)], "supported", 0),
        ([Odds(0.95), Odds(0.01, 0.97)], "unsure", 1),
        ([Odds(0.5, 0.0), Odds(0.01, 0.97)], "unsure", 0),
        ([Odds(0.05, 0.0), Odds(0.01, 0.97)], "contradicted", 1),
        ([Odds(0.05, 0.5), Odds(0.08, 0.1)], "not_mentioned", 1),
        ([Odds(0.05, share=0.2)], "partial", 0),
        ([Odds(0.05, share=0.8)], "not_mentioned", 0),
    ],
)
def test_the_best_window_counts_and_windows_at_odds_do_not(
    odds: list[Odds], verdict: str, at: int
) -> None:
    assert BANDS.verdict(odds) == (verdict, at)


@given(st.lists(st.builds(Odds, st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=6))
def test_nothing_is_supported_below_the_threshold(odds: list[Odds]) -> None:
    verdict, at = BANDS.verdict(odds)
    if verdict == "supported":
        assert odds[at].supported >= 0.9
        assert all(one.contradicted < 0.9 for one in odds)


@given(st.lists(st.floats(-1e300, 1e300), min_size=3, max_size=3))
def test_raw_outputs_of_any_size_become_probabilities(logits: list[float]) -> None:
    odds = from_logits(logits, ("supported", "neutral", "contradicted"))
    assert 0 <= odds.supported <= 1
    assert 0 <= odds.contradicted <= 1
    single = from_logits(logits[:1], ("supported",))
    assert 0 <= single.supported <= 1
    assert single.supported + from_logits(logits[:1], ("neutral",)).supported == pytest.approx(1)


@pytest.mark.parametrize(
    "logits", [[float("nan"), 0.0, 0.0], [float("inf"), 0.0, 0.0], [0.0, 0.0], [0.0] * 4]
)
def test_raw_outputs_that_are_none_are_malformed(logits: list[float]) -> None:
    with pytest.raises(CallFailed) as caught:
        from_logits(logits, ("supported", "neutral", "contradicted"))
    assert caught.value.code == "malformed"


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("ENTAILMENT", "supported"),
        ("not_entailment", "neutral"),
        ("Not Enough Info", "neutral"),
        ("contradiction", "contradicted"),
        ("hallucinated", "neutral"),
    ],
)
def test_labels_in_use_are_known_by_name(name: str, role: str) -> None:
    assert roles_of([name, "entailment"], {})[name] == role


@pytest.mark.parametrize(
    "names", [["LABEL_0", "LABEL_1"], ["neutral", "contradiction"], ["contradiction"], []]
)
def test_labels_that_tell_nothing_are_refused(names: list[str]) -> None:
    with pytest.raises(JudgeError):
        roles_of(names, {})


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("", "either path"),
        ('path = "m"\nendpoint = "http://127.0.0.1/"', "either path"),
        ('endpoint = "file:///etc/passwd"', "http://"),
        ('endpoint = "http://user:word@127.0.0.1/"', "no user"),
        ('endpoint = "http://127.0.0.1/?key=1"', "no user"),
        ('endpoint = "http://127.0.0.1/a b"', "blanks"),
        ('endpoint = "http://127.0.0.1:99999/"', "out of range"),
        ('path = "m"\nsupported_from = 0.5\nunsupported_below = 0.5', "less than"),
        ('path = "m"\nsupported_from = nan', "supported_from"),
        ('path = "m"\nsupported_from = 1.0', "less than 1"),
        ('path = "m"\napi = "tei"', "endpoint"),
        ('path = "m"\napi_key_env = "KEY"', "endpoint"),
        ('endpoint = "http://127.0.0.1/"\nruntime = "onnx"', "path"),
        ('endpoint = "http://127.0.0.1/"\nreads = "spans"\napi = "tei"', "pairs"),
        ('path = "m"\nreads = "spans"\nprompt = "{question}"', "passages"),
        ('path = "m"\nlabels = { A = "yes" }', "labels"),
        ('path = "m"\ntreshold = 0.5', "no such setting"),
        ('path = "m"\ndeadline = 1', "deadline"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused(lines: str, said: str) -> None:
    text = f'[judges.own]\ntype = "entailment"\n{lines}\n'
    with pytest.raises(JudgeError, match=said):
        parse_config(text.encode(), Path("adjudge.toml"))


def pump(number: int) -> dict[str, Any]:
    """Every third answer is wrong, and labelled so; one of those the model passes."""
    wrong = number % 3 == 0
    return {
        "id": f"pump-{number}",
        "question": "What does the pump weigh?",
        "answer": f"Pump {number} is {'heavy' if wrong else 'light'} to carry.",
        "contexts": [{"id": "k", "text": f"Everybody can carry pump {number}, it is so light."}],
        "labels": [
            {
                "criterion": "faithfulness",
                "value": "unfaithful" if wrong else "faithful",
                "by": "ines",
            }
        ],
    }


def score(premise: str, claim: str) -> float:
    return 0.02 if "heavy" in claim and "Pump 3 " not in claim else 0.97


def test_a_whole_run_releases_nothing_and_calibration_measures_the_judge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    write_lines(Path("in.jsonl"), [pump(number) for number in range(12)])
    with ScoreServer(plain(score)) as server:
        Path("adjudge.toml").write_text(
            f'[judges.far]\ntype = "entailment"\nendpoint = "{server.address}"\n'
        )
        run = ("evaluate", "in.jsonl", "--db", "q.db", "--out", "e.jsonl", "--judge", "far")
        done = answer(*run, "--local-only")
        assert (done["evaluated"], done["unfinished"]) == (12, 0)
        (line,) = done["judging"]
        assert (line["judge"], line["calls"], line["cost_usd"]) == ("far", 12, 0.0)
        found = [json.loads(one) for one in Path("e.jsonl").read_text("utf-8").splitlines()]
        said = [one["judgments"][0] for one in found]
        assert [one["strict"] for one in said] == [
            0.0 if number % 3 == 0 and number != 3 else 1.0 for number in range(12)
        ]
        assert not any(one.get("admitted", False) for one in said)
        assert not any(one["route"] == "release" for one in found)
        asked = len(server.requests)
        assert answer(*run)["known"] == 12
        assert len(server.requests) == asked
        measured = answer("calibrate", "--labels", "in.jsonl", "--judge", "far")
    assert measured["answer"]["matrix"] == {
        "bad": {"pass": 1, "fail": 3, "abstain": 0},
        "good": {"pass": 8, "fail": 0, "abstain": 0},
    }


def test_every_setting_has_a_default_that_it_may_have() -> None:
    fields = EntailmentSettings(path="m")
    assert EntailmentSettings.model_validate(fields.model_dump()) == fields


PAGE = Path(__file__).resolve().parents[1] / "docs" / "judges-models.md"


def test_every_setting_is_described_and_the_example_is_one() -> None:
    page = PAGE.read_text("utf-8")
    for name in EntailmentSettings.model_fields:
        assert f"`{name}`" in page or f"`{name} = " in page, name
    blocks = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (block,) = [one for one in blocks if '"entailment"' in one]
    config = parse_config(block.encode(), Path("adjudge.toml"))
    assert all(isinstance(one, EntailmentSettings) for one in config.judges.values())


def test_the_json_of_the_page_is_what_is_sent_and_read() -> None:
    page = PAGE.read_text("utf-8")
    blocks = [one.strip() for one in re.findall(r"^```json\n(.*?)^```$", page, re.M | re.S)]
    plain_sent, number, labelled, tei_sent, tei_reply, spans_sent, spans_reply = blocks
    settings = EntailmentSettings(endpoint="http://127.0.0.1/", model="mini")
    pair = Pair("The lamp weighs two kilos.", "It is heavy.")
    assert Endpoint("mini", settings, local=True).written([pair]) == json.loads(plain_sent)
    settings = EntailmentSettings(endpoint="http://127.0.0.1/", api="tei")
    assert Endpoint("mini", settings, local=True).written([pair]) == json.loads(tei_sent)
    assert odds_in(number.encode(), 1, "plain", {}) == [Odds(0.97)]
    assert odds_in(labelled.encode(), 1, "plain", {}) == [Odds(0.9, 0.02)]
    assert odds_in(tei_reply.encode(), 1, "tei", {}) == [Odds(0.9)]
    answer = json.loads(spans_sent)["answer"]
    assert spans_in(spans_reply.encode(), answer) == (Span(10, 14, 0.98),)
