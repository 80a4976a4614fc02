"""What a team's own models would read, before a run; and where they are, in the doctor's report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_support import answer, invoke, write_lines
from entailment_models import entailment_folder
from entailment_server import ScoreServer, plain
from test_judge_entailment_models import needs_onnx

RUN = ("evaluate", "in.jsonl", "--db", "q.db", "--dry-run", "--judge")
FAR = '[judges.far]\ntype = "entailment"\nendpoint = "{}"\n{}\n'


def crate(number: int) -> dict[str, object]:
    """Two claims beside one window."""
    return {
        "id": f"crate-{number}",
        "question": "What is in the crate?",
        "answer": f"Crate {number} holds plums. Crate {number} is green.",
        "contexts": [{"id": "k", "text": f"Crate {number} is green and holds plums."}],
    }


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with five cases, one of them without a context."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    bare = crate(9) | {"contexts": []}
    write_lines(Path("in.jsonl"), [*map(crate, range(4)), bare])
    return tmp_path


def configure(endpoint: str, *lines: str, extra: str = "") -> None:
    Path("adjudge.toml").write_text(FAR.format(endpoint, "\n".join(lines)) + extra)


@pytest.mark.parametrize(
    ("line", "calls", "readings"),
    [("batch = 16", 4, 8), ("batch = 1", 8, 8), ('reads = "spans"', 4, 4)],
    ids=["batches", "pairs", "answers"],
)
def test_a_dry_run_counts_what_an_endpoint_would_read(line: str, calls: int, readings: int) -> None:
    with ScoreServer(plain(lambda premise, claim: 0.9)) as server:
        configure(server.address, line)
        plan = answer(*RUN, "far")
        assert (plan["cases"], plan["calls"], plan["cost_usd_most"]) == (5, calls, 0)
        (found,) = plan["judges"]
        assert (found["readings"], found["hosts"]) == (readings, ["127.0.0.1"])
        shown = invoke(*RUN, "far").stdout
        assert f"far on faithfulness: {readings} pairs to read, at 127.0.0.1" in shown
        assert not server.requests


def test_what_a_remote_endpoint_costs_nobody_knows() -> None:
    configure("https://nli.example.org/score")
    plan = answer(*RUN, "far")
    assert (plan["calls"], plan["cost_usd_most"]) == (4, None)
    assert plan["judges"][0]["hosts"] == ["nli.example.org"]


def test_of_a_panel_its_members_readings_count() -> None:
    second = FAR.format("http://127.0.0.1:9/b", "").replace("far", "near")
    both = '[judges.both]\ntype = "panel"\njudges = ["far", "near"]\n'
    configure("http://localhost:9/a", extra=second + both)
    (found,) = answer(*RUN, "both")["judges"]
    assert (found["calls"], found["readings"]) == (8, 16)
    assert found["hosts"] == ["127.0.0.1", "localhost"]


@needs_onnx
def test_a_model_of_a_folder_costs_nothing(here: Path) -> None:
    entailment_folder(here / "model")
    Path("adjudge.toml").write_text('[judges.own]\ntype = "entailment"\npath = "model"\n')
    plan = answer(*RUN, "own")
    assert (plan["calls"], plan["cost_usd_most"]) == (0, 0)
    assert (plan["judges"][0]["readings"], plan["judges"][0]["hosts"]) == (8, [])
    assert "8 pairs to read, in this process" in invoke(*RUN, "own").stdout
    report = json.loads(invoke("doctor", "--db", "q.db", "--judge", "own", "--json").stdout)
    assert report["judges"][0]["path"] == "model"
    assert not report["judges"][0]["remote"]


def test_the_doctor_names_the_host_and_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    both = '[judges.both]\ntype = "panel"\njudges = ["far", "local"]\n'
    configure("https://nli.example.org/score", 'api_key_env = "NLI_KEY"', extra=both)
    monkeypatch.setenv("NLI_KEY", "do-not-show-this")
    found = invoke("doctor", "--db", "q.db", "--json")
    by = {one["name"]: one for one in json.loads(found.stdout)["judges"]}
    far = by["far"]
    assert (far["host"], far["remote"], far["key_set"]) == ("nli.example.org", True, True)
    assert (far["hosts"], far["sends"]) == (["nli.example.org"], ["answer", "contexts"])
    assert {"email", "name"} <= set(far["redacts"])
    assert by["both"]["hosts"] == ["nli.example.org"]
    shown = invoke("doctor", "--db", "q.db")
    assert "model far at nli.example.org; key in NLI_KEY (set)" in shown.stdout
    assert "models at nli.example.org" in shown.stdout
    assert "do-not-show-this" not in found.output + shown.output
    monkeypatch.delenv("NLI_KEY")
    again = json.loads(invoke("doctor", "--db", "q.db", "--json").stdout)
    assert "judge far: the environment variable NLI_KEY is not set" in again["problems"]
