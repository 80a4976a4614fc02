"""Runs by batch: one command sends, the next one like it collects and evaluates."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, invoke, write_lines
from lamps import lamp, right, settings
from llm_server import LlmServer, truncated

pytestmark = [
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
RUN = ("evaluate", "in.jsonl", "--db", "q.db", "--out", "e.jsonl", "--judge", "reader")
NAMES = Path("q.replies.batches.json")


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer(right) as running:
        yield running
    gc.collect()


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)


def configure(server: LlmServer, **more: Any) -> None:
    Path("adjudge.toml").write_text(f"[judges.reader]\n{settings(server, **more)}")


def test_one_command_sends_and_the_same_collects(server: LlmServer) -> None:
    configure(server, batch="true")
    cited = [{"id": "1"}, {"id": "1"}]
    write_lines(Path("in.jsonl"), [*map(lamp, range(5)), lamp(9, citations=cited)])
    plan = answer(*RUN, "--dry-run")
    assert (plan["batch"], plan["calls"]) == (True, 5)
    assert server.everything == b""
    sent = answer(*RUN)["batches"]
    assert [(one["requests"], one["model"]) for one in sent["sent"]] == [(5, "openai/stub")]
    assert json.loads(NAMES.read_text())[0]["name"] == sent["sent"][0]["name"]
    assert not Path("e.jsonl").exists()
    assert b"Lamp 9" not in server.everything
    waits = invoke(*RUN)  # the stub is done when it is asked for the second time
    assert waits.exit_code == 0
    assert "not done yet (5 requests)" in waits.stdout
    done = answer(*RUN)
    assert (done["evaluated"], done["judging"][0]["calls"], done["judging"][0]["cached"]) == (
        6,
        0,
        5,
    )
    assert len(server.requests) == 5
    assert not NAMES.exists()
    assert answer(*RUN)["known"] == 6
    assert len(server.requests) == 5


def test_what_a_batch_could_not_answer_is_asked_by_calls(server: LlmServer) -> None:
    configure(server, repeats=2)
    write_lines(Path("in.jsonl"), [lamp(1), lamp(2)])
    server.reply = lambda request: right(request) if request.number else truncated()
    words = (*RUN, "--batch")
    assert answer(*words)["batches"]["sent"][0]["requests"] == 4
    answer(*words)
    shown = invoke(*words)
    assert "3 replies; without one: truncated 1" in shown.stdout
    assert "2 evaluated" in shown.stdout
    assert len(server.requests) == 5


def test_a_batch_that_cannot_be_is_said_so(server: LlmServer) -> None:
    configure(server)
    write_lines(Path("in.jsonl"), [lamp(1)])
    assert "--no-cache" in invoke(*RUN, "--batch", "--no-cache").stderr
    assert answer(*RUN[:-2], "--batch")["evaluated"] == 1  # the local judge makes no calls
    NAMES.write_text("{")
    assert "cannot be read" in invoke(*RUN, "--batch").stderr
    gone = {"name": "gone", "model": "openai/stub", "api_base": server.base_url, "requests": 1}
    NAMES.write_text(json.dumps([gone]))
    assert "delete q.replies.batches.json" in invoke(*RUN, "--batch").stderr
    NAMES.unlink()
    configure(server, model='"ollama/stub"')
    assert "cannot be asked by batch" in invoke(*RUN, "--batch").stderr
    assert server.requests == []


def test_a_batch_keeps_to_the_budget(server: LlmServer) -> None:
    configure(server)
    write_lines(Path("in.jsonl"), [lamp(1)])
    assert "budget" in invoke(*RUN, "--batch", "--budget", "0.0001").stderr
    assert server.everything == b""
    assert not NAMES.exists()


def test_batches_of_others_are_left_alone(server: LlmServer) -> None:
    configure(server)
    write_lines(Path("in.jsonl"), [lamp(1)])
    other = {"name": "far", "model": "openai/other", "api_base": None, "requests": 1}
    NAMES.write_text(json.dumps([other]))
    assert answer(*RUN, "--batch")["batches"]["sent"][0]["requests"] == 1
    assert [one["model"] for one in json.loads(NAMES.read_text())] == [
        "openai/other",
        "openai/stub",
    ]
