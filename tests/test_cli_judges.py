"""Whole runs with a judge that asks a model over HTTP: cost, budget, resume, privacy, doctor."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, invoke, start, write_lines
from lamps import lamp, right, settings
from llm_server import (
    LlmServer,
    Request,
    empty,
    good,
    prose,
    rate_limited,
    refusal,
    server_error,
    truncated,
)

from adjudge_queue import Queue, verify_file
from adjudge_queue.records import Filter
from adjudge_tui.cli.common import STATES


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer(right) as running:
        yield running


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    return tmp_path


def configure(server: LlmServer, extra: str = "", **more: Any) -> None:
    """An adjudge.toml in this folder with the judge `reader`."""
    Path("adjudge.toml").write_text(f"[judges.reader]\n{settings(server, **more)}\n{extra}")


def lamps(count: int, **changes: Any) -> Path:
    return write_lines(Path("in.jsonl"), [lamp(number, **changes) for number in range(count)])


def evaluations(path: str = "e.jsonl") -> list[Any]:
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


RUN = ("evaluate", "in.jsonl", "--db", "q.db", "--out", "e.jsonl", "--judge", "reader")


def test_a_run_its_table_and_its_repeat(server: LlmServer) -> None:
    configure(server)
    lamps(30)
    done = answer(*RUN)
    assert (done["evaluated"], done["unfinished"]) == (30, 0)
    assert len(server.requests) == 30
    (line,) = done["judging"]
    assert (line["judge"], line["criterion"]) == ("reader", "faithfulness")
    assert (line["calls"], line["cached"], line["tokens_in"]) == (30, 0, 3_000)
    assert line["cost_usd"] == pytest.approx(0.0036)
    found = evaluations()
    assert [one["case_id"] for one in found] == [f"lamp-{number}" for number in range(30)]
    assert [one["judgments"][0]["strict"] for one in found] == [
        1.0 if number % 3 else 0.0 for number in range(30)
    ]
    assert answer(*RUN)["known"] == 30
    other = invoke(*RUN[:3], "other.db", *RUN[4:], "--no-cache", "--judge", "local")
    assert other.exit_code == 0, other.output
    assert len(server.requests) == 60
    shown = [one for one in other.stdout.splitlines() if one.strip().startswith("reader")]
    assert "$0.0036" in shown[0]
    assert other.stdout.splitlines()[-1].startswith("Next: ")


def test_a_new_queue_asks_nothing_that_is_cached(server: LlmServer) -> None:
    configure(server, '[run]\ncache = "kept/replies.db"\n')
    lamps(6)
    answer(*RUN)
    again = answer(*RUN[:3], "other.db", *RUN[4:])
    assert len(server.requests) == 6
    assert (again["judging"][0]["calls"], again["judging"][0]["cached"]) == (0, 6)
    assert again["judging"][0]["cost_usd"] == 0.0
    assert Path("kept/replies.db").exists()


def test_the_reports_do_not_know_in_which_order_replies_came(server: LlmServer) -> None:
    configure(server)
    lamps(30)

    def late(request: Request) -> Any:
        slow = request.number % 7 == 0
        return good(right(request).content, delay_s=0.1 if slow else 0.0)

    server.reply = late
    answer(*RUN)
    first = evaluations()
    server.reply = right
    answer(*RUN[:3], "other.db", *RUN[4:], "--no-cache")
    assert server.peak > 1
    for one in (first, evaluations()):
        assert [each["case_id"] for each in one] == [f"lamp-{number}" for number in range(30)]
    assert [one["report_hash"] for one in first] == [one["report_hash"] for one in evaluations()]
    orders = []
    for name in ("q.db", "other.db"):
        with Queue.open(name, readonly=True) as queue:
            rows = queue.page(Filter(states=STATES), order="oldest", limit=100)
        orders.append([row.case_id for row in rows])
    assert orders[0] == orders[1]


def test_faults_cost_a_judgment_each_and_are_asked_for_again(server: LlmServer) -> None:
    configure(server, attempt_timeout=5.0, deadline=5.0)
    lamps(30)
    faults = [server_error(500), empty(), truncated(), refusal(), good("Fine, I think.")]

    def faulty(request: Request) -> Any:
        number = int(request.text.rpartition("does lamp ")[2].split()[0])
        if number < 5:
            return faults[number]
        said = right(request).content
        return prose(said) if number == 5 else good(said)

    server.reply = faulty
    result = invoke(*RUN)
    assert result.exit_code == 0, result.output
    assert "5 lack a judgment that could not be had; run again to ask again" in result.stdout
    assert "10.0% of its replies could not be read" in result.stdout
    codes = [(one["judgments"][0]["abstention"] or {}).get("code") for one in evaluations()]
    wanted = ["provider_error", "empty", "truncated", "refused", "malformed"]
    assert codes[:5] == wanted
    assert set(codes[5:]) == {None}
    assert all(one["route"] != "release" for one in evaluations())
    asked = len(server.requests)
    server.reply = right
    again = answer(*RUN)
    assert (again["evaluated"], again["known"], again["unfinished"]) == (5, 25, 0)
    assert len(server.requests) == asked + 5
    assert [one["judgments"][0]["abstained"] for one in evaluations()] == [False] * 30
    assert verify_file(Path("q.db")).ok
    with Queue.open("q.db", readonly=True) as queue:
        assert len(queue.page(Filter(states=STATES), limit=100)) == 30


def test_a_429_delays_and_loses_nothing(server: LlmServer) -> None:
    configure(server)
    lamps(10)

    def busy(request: Request) -> Any:
        return rate_limited(after=0.1) if request.number == 3 else right(request)

    server.reply = busy
    done = answer(*RUN)
    assert done["judging"][0]["abstentions"] == {}
    assert len(server.requests) == 11


def test_the_budget_holds_and_says_so(server: LlmServer) -> None:
    configure(server, concurrency=1)
    lamps(10, risk="high")
    server.reply = lambda request: good(right(request).content, tokens=(900, 100))
    done = answer(*RUN, "--budget", "0.006")
    (line,) = done["judging"]
    over = line["abstentions"]["over_budget"]
    assert 0 < over < 10
    assert len(server.requests) == 10 - over
    assert line["cost_usd"] <= 0.006
    found = evaluations()
    assert len(found) == 10
    assert {one["route"] for one in found[-over:]} <= {"review", "block"}
    assert all(one["judgments"] for one in found)
    more = answer(*RUN)
    assert (more["evaluated"], more["known"]) == (over, 10 - over)
    assert len(server.requests) == 10


def test_a_dry_run_sends_and_writes_nothing(server: LlmServer) -> None:
    configure(server, criteria='["faithfulness", "relevance"]')
    lamps(6)
    before = sorted(Path().iterdir())
    plan = answer(*RUN, "--dry-run")
    assert (plan["cases"], plan["calls"]) == (6, 12)
    assert plan["cost_usd_most"] > 0
    assert {one["criterion"] for one in plan["judges"]} == {"faithfulness", "relevance"}
    assert all(one["tokens_in"] > 100 for one in plan["judges"])
    assert server.everything == b""
    assert sorted(Path().iterdir()) == before
    shown = invoke(*RUN, "--dry-run")
    assert "6 cases, 12 calls to judges" in shown.stdout
    configure(server, mode='"claim"', price="[2.0, 2.0]")
    assert answer(*RUN, "--dry-run")["calls"] == 12
    lamps(2, answer=" ")
    assert answer(*RUN, "--dry-run")["not_for_judges"] == 2
    lamps(2)
    assert answer(*RUN[:-1], "local", "--dry-run")["calls"] == 0


def test_a_dry_run_leaves_out_what_is_known(server: LlmServer) -> None:
    configure(server)
    lamps(4)
    answer(*RUN)
    lamps(6)
    plan = answer(*RUN, "--dry-run")
    assert (plan["cases"], plan["known"], plan["calls"]) == (6, 4, 2)
    assert len(server.requests) == 4


def test_what_code_bars_is_never_sent(server: LlmServer) -> None:
    configure(server)
    cited = [{"id": "1", "source_id": "other"}]
    unknown = {"contexts": [{"id": "x", "text": "Lamp.", "source_id": "s"}], "citations": cited}
    write_lines(Path("in.jsonl"), [lamp(1, **unknown), lamp(2, answer=""), lamp(4, citations=[{}])])
    write_lines(Path("sources.json"), [{"sources": [{"source_id": "s", "groups": []}]}])
    done = answer(*RUN, "--sources", "sources.json")
    assert done["evaluated"] == 3
    assert server.everything == b""
    skipped = [{one["code"] for one in each["reasons"]["uncertain"]} for each in evaluations()]
    assert all("judge_skipped" in codes for codes in skipped)


@pytest.mark.parametrize(
    ("address", "extra", "words", "message"),
    [
        ("https://api.example.org/v1", "", ["--local-only"], "nothing may leave it"),
        ("https://api.example.org/v1", "[privacy]\nlocal_only = true\n", [], "nothing may leave"),
        ("https://api.example.org/v1", "[privacy]\napproved_providers = []\n", [], "not approved"),
    ],
)
def test_a_judge_that_may_not_be_asked_is_refused(
    server: LlmServer, address: str, extra: str, words: list[str], message: str
) -> None:
    configure(server, extra, api_base=f'"{address}"')
    lamps(2)
    result = invoke(*RUN, *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not Path("q.db").exists()


def test_a_judge_on_this_machine_is_local(server: LlmServer) -> None:
    configure(server)
    lamps(2)
    assert answer(*RUN, "--local-only")["evaluated"] == 2
    assert len(server.requests) == 2


def test_private_values_are_in_no_request(server: LlmServer) -> None:
    configure(server, '[privacy]\nnames_file = "names.txt"\npatterns = {TICKET = "T-[0-9]{4}"}\n')
    Path("names.txt").write_text("# who works here\nMaeve O'Brien\n田中 一郎\n", encoding="utf-8")
    secrets = ["maeve@example.org", "O’Brien", "T-4711", "田中", "+49 89 1234567"]
    text = "Lamp 1 weighs 101 grams and is made of brass. " + " ".join(secrets)
    write_lines(Path("in.jsonl"), [lamp(1, contexts=[{"id": "x", "text": text}])])
    answer(*RUN)
    sent = server.everything.decode()
    shown = json.loads(sent.partition("\r\n\r\n")[2])["messages"][1]["content"]
    for secret in secrets:
        assert secret not in shown, secret
    assert evaluations()[0]["judgments"][0]["strict"] == 1.0


def test_contexts_are_ranked_by_the_model_of_a_judge(server: LlmServer) -> None:
    configure(server, '[ranking]\njudge = "reader"\ntimeout_s = 20.0\n')
    texts = [{"id": f"x{at}", "text": f"Lamp 1 weighs 101 grams, shelf {at}."} for at in range(3)]
    write_lines(Path("in.jsonl"), [lamp(1, contexts=texts), lamp(2, answer="")])

    def rating(request: Request) -> Any:
        if '"claims"' in request.text:
            return right(request)
        return good({"r": "", "v": str(1 + int(request.text.rpartition("shelf ")[2][0]))})

    server.reply = rating
    answer(*RUN)
    ranked, barred = (one["ranking"] for one in evaluations())
    assert [(one["context_id"], one["score"]) for one in ranked] == [
        ("x2", 3.0),
        ("x1", 2.0),
        ("x0", 1.0),
    ]
    assert {one["origin"] for one in ranked} == {"judge"}
    assert [one["origin"] for one in barred] == ["default"]
    assert len(server.requests) == 4
    configure(server, "[ranking]\nzeal = 3\n")
    assert "ranking.zeal" in invoke(*RUN).stderr


def test_several_judges_and_a_panel(server: LlmServer) -> None:
    panel = '[judges.both]\ntype = "panel"\njudges = ["reader", "local"]\n'
    configure(server, panel)
    lamps(3)
    done = answer(*RUN, "--judge", "local", "--judge", "both", "--judge", "recorded")
    assert [one["judge"] for one in done["judging"]] == ["reader", "local", "both", "recorded"]
    assert len(server.requests) == 3
    assert done["judging"][1]["calls"] == 0
    assert [len(one["judgments"]) for one in evaluations()] == [4, 4, 4]


def test_recorded_judgments_are_part_of_what_is_known(server: LlmServer) -> None:
    said = {"criterion": "faithfulness", "judge": "other", "score": 1.0, "strict": 1.0}
    lamps(1, judgments=[said])
    words = (*RUN[:-1], "recorded:other")
    assert answer(*words)["evaluated"] == 1
    assert evaluations()[0]["judgments"][0]["strict"] == 1.0
    lamps(1, judgments=[said | {"score": 0.0, "strict": 0.0}])
    assert answer(*words)["evaluated"] == 1
    assert evaluations()[0]["judgments"][0]["strict"] == 0.0


@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.stress)]
)
def test_stopped_in_the_middle_and_run_again(server: LlmServer, number: int) -> None:
    configure(server)
    lamps(30)
    enough = threading.Event()

    def slow(request: Request) -> Any:
        if request.number == 20:
            enough.set()
        return good(right(request).content, delay_s=0.0 if request.number < 20 else 30.0)

    server.reply = slow
    with start(*RUN, cwd=Path.cwd()) as process:
        assert enough.wait(60)
        time.sleep(0.3)  # replies that came are on disk within a tenth of a second
        os.kill(process.pid, number)
        process.communicate(timeout=60)
    if number == signal.SIGINT:
        assert process.returncode == 130
        with Queue.open("q.db", readonly=True) as queue:
            assert len(queue.page(Filter(states=STATES), limit=100)) == 20
    assert not Path("e.jsonl").exists()
    asked = len(server.requests)
    server.reply = right
    done = answer(*RUN)
    assert done["evaluated"] + done["known"] == 30
    assert len(server.requests) - asked == 10
    assert [one["case_id"] for one in evaluations()] == [f"lamp-{number}" for number in range(30)]
    assert all(not one["judgments"][0]["abstained"] for one in evaluations())
    assert verify_file(Path("q.db")).ok


def test_doctor_describes_each_judge(server: LlmServer, monkeypatch: pytest.MonkeyPatch) -> None:
    far = (
        '[judges.far]\ntype = "llm"\nmodel = "mistral/mistral-small"\napi_key_env = "LAMP_KEY"\n'
        '[privacy]\napproved_providers = ["openai"]\n'
    )
    configure(server, far)
    monkeypatch.setenv("LAMP_KEY", "do-not-show-this")
    found = invoke("doctor", "--db", "q.db", "--json")
    assert found.exit_code == 1
    report = json.loads(found.stdout)
    by = {one["name"]: one for one in report["judges"]}
    assert by["reader"]["remote"] is False
    assert by["reader"]["rubrics"]["faithfulness"].startswith("faithfulness-strict/2#")
    assert by["reader"]["sends"] == ["answer", "contexts", "question"]
    assert {"email", "card", "phone", "name"} <= set(by["reader"]["redacts"])
    assert (by["far"]["key_variable"], by["far"]["key_set"]) == ("LAMP_KEY", True)
    assert "not approved" in by["far"]["problem"]
    shown = invoke("doctor", "--db", "q.db")
    assert "approved providers: openai" in shown.stdout
    assert "key in LAMP_KEY (set)" in shown.stdout
    assert "do-not-show-this" not in found.output + shown.output
    configure(server, far.partition("[privacy]")[0])
    monkeypatch.delenv("LAMP_KEY")
    problems = json.loads(invoke("doctor", "--db", "q.db", "--json").stdout)["problems"]
    assert problems == ["judge far: the environment variable LAMP_KEY is not set"]
    assert server.everything == b""


def test_doctor_pings_on_demand(server: LlmServer) -> None:
    configure(server)
    server.reply = good({"ok": True})
    found = answer("doctor", "--judge", "reader", "--ping", "--db", "q.db")
    assert found["pings"][0]["calls"][0]["ok"] is True
    assert len(server.requests) == 1
    server.reply = server_error(500)
    result = invoke("doctor", "--judge", "reader", "--ping", "--db", "q.db")
    assert result.exit_code == 1
    assert "provider_error" in result.stdout
    assert invoke("doctor", "--ping").exit_code == 2


def test_a_run_says_why_judgments_could_not_be_had(server: LlmServer) -> None:
    configure(server)
    lines = Path("adjudge.toml").read_text().splitlines()
    Path("adjudge.toml").write_text("\n".join(one for one in lines if "price" not in one))
    lamps(3)
    shown = invoke(*RUN, "--budget", "2.5")
    assert shown.exit_code == 0
    assert "reader on faithfulness: 3 × over_budget: the model's price is unknown" in shown.stdout
    assert server.everything == b""


def test_a_rankings_calls_stand_in_the_plan_and_in_the_table(server: LlmServer) -> None:
    configure(server, '[ranking]\njudge = "reader"\ntimeout_s = 20.0\n')
    texts = [{"id": f"x{at}", "text": f"Lamp 1 weighs 101 grams, shelf {at}."} for at in range(3)]
    cited = [{"id": "1"}, {"id": "1"}]
    rows = [lamp(1, contexts=texts), lamp(2, contexts=texts, citations=cited), lamp(4, question="")]
    write_lines(Path("in.jsonl"), rows)
    plan = answer(*RUN, "--dry-run")
    calls = [(one["judge"], one["criterion"], one["calls"]) for one in plan["judges"]]
    assert calls == [("reader", "faithfulness", 2), ("reader", "ranking", 3)]
    server.reply = lambda request: (
        right(request) if '"claims"' in request.text else good({"r": "", "v": "4"})
    )
    done = answer(*RUN)
    ranking = next(one for one in done["judging"] if one["criterion"] == "ranking")
    assert (ranking["judge"], ranking["calls"], ranking["tokens_in"]) == ("reader", 3, 300)
    assert ranking["cost_usd"] == pytest.approx(3 * 120 / 1e6)
    assert len(server.requests) == plan["calls"] == 5
    origins = [{one["origin"] for one in each["ranking"]} for each in evaluations()]
    assert origins == [{"judge"}, {"default"}, {"default"}]


def test_calibration_asks_side_by_side_and_nothing_that_a_run_would_not(server: LlmServer) -> None:
    configure(server)
    label = {"criterion": "faithfulness", "value": "faithful", "by": "mori"}
    rows = [lamp(number, labels=[label]) for number in range(1, 13)]
    rows.append(lamp(40, labels=[label], citations=[{"id": "1"}, {"id": "1"}]))
    write_lines(Path("in.jsonl"), rows)
    server.reply = lambda request: good(right(request).content, delay_s=0.05)
    found = answer("calibrate", "--labels", "in.jsonl", "--judge", "reader")
    assert sum(found["answer"]["matrix"]["good"].values()) == 12
    assert found["left_out"] == {"no_judgment": 1}
    assert len(server.requests) == 12
    assert server.peak > 1
    assert b"Lamp 40" not in server.everything
