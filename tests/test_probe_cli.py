"""`adjudge probe`: its modes, its JSON, its exit codes, and what it says when it cannot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, invoke
from lamps import settings
from llm_server import LlmServer
from probe_samples import compared, fair, plain, preferring, scale, sourced

from adjudge_engine.case import Case


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer(scale(lambda at, _: fair(at))) as running:
        yield running


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    return tmp_path


def written(cases: list[Case], name: str = "in.jsonl") -> Path:
    path = Path(name)
    lines = [json.dumps(one.to_dict()) for one in cases]
    path.write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")
    return path


def configure(server: LlmServer, **more: Any) -> None:
    table = settings(server, criteria='["relevance"]', **more)
    Path("adjudge.toml").write_text(f"[judges.reader]\n{table}\n", encoding="utf-8")


READER = ("--judge", "reader", "--criterion", "relevance")


def test_probes_as_a_table_and_as_json() -> None:
    written(sourced(6))
    shown = invoke("probe", "in.jsonl", "--repeats", 2, env={"COLUMNS": "80"})
    assert shown.exit_code == 0, shown.output
    assert "local on faithfulness, probed" in shown.output
    assert max(map(len, shown.output.splitlines())) <= 80
    found = answer("probe", "in.jsonl", "--repeats", 2)
    assert (found["schema"], found["cases"], found["rejected"]) == ("adjudge.probe/1", 6, 0)
    assert found["repeats"]["runs"] == 2
    assert len(found["probes"]) == 15
    assert found["spent"] == {"calls": 0, "cost_usd": 0}
    assert {one["finding"] for one in found["probes"]} <= {"moves", "none", "untested"}


def test_only_the_probes_that_are_named() -> None:
    written(sourced(2))
    found = answer("probe", "in.jsonl", "--only", "tone, empty-context", "--repeats", 2)
    assert [one["probe"] for one in found["probes"]] == ["tone", "empty-context"]
    refused = invoke("probe", "in.jsonl", "--only", "tons")
    assert refused.exit_code == 2
    assert "There is no 'tons'" in refused.output


def test_what_is_drawn_is_drawn_by_seed() -> None:
    written(sourced(9))
    plan = ("probe", "in.jsonl", "--only", "tone", "--repeats", 2, "--limit", 4)
    first, again = answer(*plan), answer(*plan)
    assert first == again
    assert first["cases"] == 4


def test_a_dry_run_sends_nothing(server: LlmServer) -> None:
    configure(server)
    written(plain(5))
    found = answer("probe", "in.jsonl", *READER, "--repeats", 3, "--dry-run")
    assert found["calls"] == 5 * (3 + 9)
    assert found["cost_usd_most"] > 0
    said = invoke("probe", "in.jsonl", *READER, "--dry-run")
    assert "Nothing was sent" in said.output
    assert not server.requests


def test_cost_budget_and_check(server: LlmServer) -> None:
    configure(server)
    written(plain(8))
    only = ("--only", "confidence", "--repeats", 2)
    found = answer("probe", "in.jsonl", *READER, *only)
    assert found["spent"]["calls"] == 24
    assert found["spent"]["cost_usd"] > 0
    assert invoke("probe", "in.jsonl", *READER, *only, "--check").exit_code == 0
    server.reply = scale(lambda at, text: "no doubt" in text)
    moved = invoke("probe", "in.jsonl", *READER, *only, "--check")
    assert moved.exit_code == 1
    assert "MOVES" in moved.output
    assert invoke("probe", "in.jsonl", *READER, *only).exit_code == 0
    before = len(server.requests)
    short = answer("probe", "in.jsonl", *READER, *only, "--budget", "0")
    assert len(server.requests) == before
    assert short["probes"][0]["lost"] == {"over_budget": 8}
    assert short["probes"][0]["finding"] == "untested"
    untold = invoke("probe", "in.jsonl", *READER, *only, "--budget", "0", "--check")
    assert untold.exit_code == 1, "what could not be tested has not passed"


def test_comparisons_are_judged_by_preference(server: LlmServer) -> None:
    server.reply = preferring(lambda *_: "A")
    table = settings(server, criteria='["preference"]')
    Path("adjudge.toml").write_text(f"[judges.reader]\n{table}\n", encoding="utf-8")
    written(compared(6))
    args = ("probe", "in.jsonl", "--judge", "reader", "--only", "order", "--repeats", 2)
    found = answer(*args)
    assert found["criterion"] == "preference"
    assert found["first_place"] == {"first": 12}
    assert "won 12 of 12" in invoke(*args).output


def test_mutations_are_written_counted_and_found_again() -> None:
    written(sourced(3))
    args = ("probe", "in.jsonl", "--mutations", "out.jsonl", "--repeats", 2)
    found = answer(*args)
    lines = [json.loads(one) for one in Path("out.jsonl").read_text("utf-8").splitlines()]
    planted = [one for one in lines if "defect" in one.get("metadata", {})]
    classes = {one["class"]: one for one in found["classes"]}
    assert len(planted) == sum(one["n"] for one in classes.values()) == 21
    assert classes["non_abstention"]["void"] == {"not_abstaining": 3}
    assert classes["fabricated_number"]["caught_by_code"] == 3
    again = answer("probe", "out.jsonl", "--pairs", "--repeats", 2)
    for one in again["classes"]:
        assert one == classes[one["class"]] | {"void": {}}
    shown = invoke(*args, env={"COLUMNS": "80"})
    assert "caught by" in shown.output
    assert max(map(len, shown.output.splitlines())) <= 80
    some = answer(*args, "--only", "inversion")
    assert [one["class"] for one in some["classes"]] == ["inversion"]


def test_answers_that_people_call_bad_are_no_bases() -> None:
    labels = [{"criterion": "faithfulness", "value": "unfaithful", "by": "a"}]
    one, two = sourced(2)
    bad = Case.model_validate(two.to_dict() | {"labels": labels})
    written([one, bad])
    found = answer("probe", "in.jsonl", "--mutations", "out.jsonl", "--repeats", 2)
    assert found["bad_bases"] == 1
    assert {entry["n"] for entry in found["classes"]} == {0, 1}


def test_recorded_defects_are_replayed() -> None:
    judgments = [{"criterion": "faithfulness", "judge": "m", "strict": one} for one in (1, 1)]
    flags = [{"criterion": "faithfulness", "judge": "m", "strict": one} for one in (0, 0)]
    base, other = sourced(2)
    cases = [
        Case.model_validate(base.to_dict() | {"judgments": judgments, "id": "a"}),
        Case.model_validate(
            other.to_dict()
            | {
                "judgments": flags,
                "id": "b",
                "metadata": {"defect": {"class": "made up", "base": "a"}},
            }
        ),
    ]
    written(cases)
    found = answer("probe", "in.jsonl", "--pairs", "--judge", "recorded:m")
    (one,) = found["classes"]
    assert (one["class"], one["caught"], one["n"]) == ("made up", 1, 1)
    assert found["spread"]["repeats"] == 0
    nobody = invoke("probe", "in.jsonl", "--pairs", "--judge", "recorded:x")
    assert nobody.exit_code == 2
    assert "Judges there: m." in nobody.output
    asked = invoke("probe", "in.jsonl", "--judge", "recorded:m")
    assert asked.exit_code == 2
    assert "--pairs" in asked.output


def test_anchors_are_written_once_and_compared_then(server: LlmServer) -> None:
    configure(server)
    written(plain(8))
    args = ("probe", "in.jsonl", *READER, "--anchors", "a.json")
    assert answer(*args)["anchors"] == 8
    kept = Path("a.json").read_bytes()
    same = answer(*args)
    assert (same["same_fingerprint"], same["drift"]["finding"]) == (True, "none")
    server.reply = scale(lambda *_: True)
    assert invoke(*args).exit_code == 0
    moved = invoke(*args, "--check")
    assert moved.exit_code == 0, "four of eight could be chance"
    server.reply = scale(lambda at, _: not fair(at))
    moved = invoke(*args, "--check")
    assert moved.exit_code == 1
    assert "the model behind it is not" in moved.output
    configure(server, temperature=0.5)
    assert "changed since" in invoke(*args).output
    assert Path("a.json").read_bytes() == kept


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("none.jsonl",), "none.jsonl"),
        (("in.jsonl", "--judge", "nobody"), "nobody"),
        (("in.jsonl", "--pairs"), "no defect"),
        (("in.jsonl", "--pairs", "--mutations", "o.jsonl"), "Give one of"),
        (("in.jsonl", "--pairs", "--only", "tone"), "--only"),
        (("in.jsonl", "--mutations", "in.jsonl"), "is the input too"),
        (("in.jsonl", "--mutations", "o.jsonl", "--check"), "--check"),
        (("in.jsonl", "--criterion", "preference"), "does not judge"),
        (("in.jsonl", "--judge", "none"), "does not judge"),
        (("in.jsonl", "--anchors", "in.jsonl"), "is the input too"),
        (("in.jsonl", "--mutations", "no/such/o.jsonl"), "folder does not exist"),
        (("pairs.jsonl", "--criterion", "faithfulness"), "no case"),
        (("broken.jsonl",), "no case that can be read"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_it_says_when_it_cannot(words: tuple[str, ...], said: str) -> None:
    written(sourced(1))
    written(compared(1), "pairs.jsonl")
    Path("broken.jsonl").write_text('{"id": {}}\n', encoding="utf-8")
    result = invoke("probe", *words)
    assert result.exit_code != 0
    assert said in f"{result.output} {result.exception}"


def test_hostile_names_do_not_act() -> None:
    case = sourced(1)[0].model_copy(update={"id": "\x1b[31m[red]x"})
    mark = {"class": "\x1b[2J[bold]bad", "base": case.id}
    other = case.model_copy(update={"id": "y", "metadata": {"defect": mark}})
    written([case, other])
    result = invoke("probe", "in.jsonl", "--pairs", "--repeats", 2)
    assert result.exit_code == 0, result.output
    assert "\x1b" not in result.output
    assert "[bold]bad" in result.output
