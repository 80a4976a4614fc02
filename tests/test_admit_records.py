"""Judges that read records: what one is admitted by is what its words count by, and all see it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, invoke
from well_samples import Told, lay, one_voice, record


def two_voices(told: Told, number: int, bad: bool) -> list[Told]:
    return [record(told, bad=bad), record(told, bad=bad, judge="near")]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDGE_DB", raising=False)
    return tmp_path


def admit(judge: str) -> Any:
    return invoke(
        "admit", "--labels", "labelled.jsonl", "--judge", judge, "--policy", "policy.toml"
    )


def evaluated(judge: str) -> list[Told]:
    invoke("evaluate", "new.jsonl", "--policy", "policy.toml", "--judge", judge, "--out", "o.jsonl")
    return [json.loads(line) for line in Path("o.jsonl").read_text("utf-8").splitlines()]


def routes(judge: str) -> list[str]:
    return [one["route"] for one in evaluated(judge)]


@pytest.mark.parametrize("judge", ["tape", "theirs", "carried", "recorded:far", "board"])
def test_a_judge_of_records_that_is_admitted_releases(place: Path, judge: str) -> None:
    lay(place, one_voice)
    assert routes(judge) == ["review"] * 6
    entered = admit(judge)
    assert "ADMITTED" in entered.output, entered.output
    assert routes(judge) == ["release", "review"] * 3


def test_so_does_a_cassette_of_several_judges_as_the_panel_that_it_is(place: Path) -> None:
    lay(place, two_voices)
    assert "ADMITTED" in admit("tape").output
    assert routes("tape") == ["release", "review"] * 3
    assert routes("theirs") == ["review"] * 6  # one of the two has earned nothing


def test_another_cassette_has_earned_nothing(place: Path) -> None:
    lay(place, one_voice)
    admit("tape")
    with (place / "tape.jsonl").open("a", encoding="utf-8") as tape:
        tape.write("\n{}\n".replace("{}", json.dumps({"case_hash": "h", "judgments": []})))
    assert routes("tape") == ["review"] * 6


@pytest.mark.parametrize("judge", ["carried", "recorded:far", "board"])
def test_records_of_another_model_under_the_same_name_release_nothing(
    place: Path, judge: str
) -> None:
    def changed(told: Told, number: int, bad: bool) -> list[Told]:
        return [record(told, bad=bad, model="m1" if number < 200 else "m2")]

    lay(place, changed)
    assert "ADMITTED" in admit(judge).output
    assert routes(judge) == ["review"] * 6


@pytest.mark.parametrize("judge", ["tape", "carried", "board"])
def test_records_of_several_models_are_no_one_judge(place: Path, judge: str) -> None:
    def mixed(told: Told, number: int, bad: bool) -> list[Told]:
        return [record(told, bad=bad, model=f"m{number % 4}")]

    lay(place, mixed)
    refused = admit(judge)
    assert refused.exit_code == 2
    assert "have no one fingerprint" in refused.stderr
    assert not Path("adjudge-admissions.json").exists()


def test_a_record_in_the_name_of_another_judge_is_told_as_a_record(place: Path) -> None:
    def posing(told: Told, number: int, bad: bool) -> list[Told]:
        return [record(told, bad=bad, judge="local")]

    lay(place, posing)
    assert "local (recorded) on faithfulness" in admit("recorded:local").output
    assert "local (recorded)" in invoke("admit", "--list").output
    assert [one["recorded"] for one in answer("admit", "--list")] == [True]
    assert routes("local") == ["review"] * 6  # the judge itself has earned nothing
    told = evaluated("recorded:local")
    assert [one["route"] for one in told] == ["release", "review"] * 3
    said = [one["message"] for one in told[0]["reasons"]["judged"]]
    assert said
    assert all(one.startswith("local (recorded): ") for one in said)
    assert told[0]["judgments"][0]["parameters"]["recorded"] == "case"


def test_a_record_cannot_deny_that_it_is_one(place: Path) -> None:
    def denying(told: Told, number: int, bad: bool) -> list[Told]:
        return [record(told, bad=bad) | {"parameters": {"recorded": ""}}]

    lay(place, denying)
    assert evaluated("recorded")[0]["judgments"][0]["parameters"]["recorded"] == "case"
    tape = evaluated("tape")[0]["judgments"][0]["parameters"]["recorded"]
    assert tape.startswith("sha256:")


def test_what_records_were_admitted_for_is_withdrawn_by_either_name(place: Path) -> None:
    lay(place, one_voice)
    admit("recorded:far")
    admit("local")
    why = ("--why", "its model is gone")
    assert invoke("admit", "--withdraw", "--judge", "recorded:local", *why).exit_code == 2
    assert invoke("admit", "--withdraw", "--judge", "far", *why).exit_code == 0
    admit("recorded:far")
    assert invoke("admit", "--withdraw", "--judge", "recorded:far", *why).exit_code == 0
    outcomes = {one["judge"]: one["outcome"] for one in answer("admit", "--list")}
    assert outcomes == {"far": "withdrawn", "local": "admitted"}
