"""Figures on held-out labels that admit nobody are written down as seen, where a lead looks."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from cli_support import answer, invoke
from well_samples import lay, one_voice

from adjudge_engine.calibration.releasing.admissions import (
    FILE,
    AdmissionsBook,
    enter_looks,
    load_admissions,
)
from adjudge_engine.calibration.releasing.looks import MOST_LOOKS, LabelSet, Look, with_looks

LABELS = ("--labels", "labelled.jsonl")
FAR = (*LABELS, "--judge", "recorded:far")
POLICY = ("--policy", "policy.toml")
COSTS = ("--cost-false-release", 50, "--cost-false-block", 5, "--cost-review", 2)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDGE_DB", raising=False)
    lay(tmp_path, one_voice)
    return tmp_path


def book() -> AdmissionsBook:
    return load_admissions(Path(FILE)) if Path(FILE).exists() else AdmissionsBook()


def ask(*words: object) -> Any:
    result = invoke(*words)
    assert result.exit_code in (0, 1), result.output
    return result


def test_a_dry_run_admits_nobody_and_is_seen_to_have_been(place: Path) -> None:
    said = ask("admit", *FAR, *POLICY, "--dry-run").output
    assert "ADMITTED" in said
    assert "Nothing was entered (--dry-run) but that these figures were seen." in said
    assert book().entries == ()
    (look,) = book().looks
    assert (look.judge, look.how, look.by, look.times) == ("far", "admit --dry-run", "mori", 1)
    again = ask("admit", *FAR, *POLICY, "--dry-run").output
    assert "looked at 1 time before" in again
    entered = ask("admit", *FAR, *POLICY).output
    assert "looked at 2 times before, and not entered" in entered
    listed = ask("admit", "--list").output
    assert "admit --dry-run" in listed
    rows = answer("admit", "--list")
    assert [(one["outcome"], one.get("times")) for one in rows] == [
        ("admitted", None),
        ("looked", 2),
    ]


@pytest.mark.parametrize(
    ("words", "how"),
    [
        (("calibrate", *FAR, "--split", "held-out"), "calibrate, held-out side"),
        (("thresholds", *FAR, "--reading", "score", *COSTS), "thresholds, held-out side"),
        (
            ("compare", *FAR, "--judge", "carried", "--split", "held-out"),
            "compare, held-out side",
        ),
        (
            ("gate", "--write-baseline", "b.json", *FAR, "--split", "held-out"),
            "gate, held-out side",
        ),
        (("report", *FAR, "--split", "held-out", "--out", "r.html"), "report, held-out side"),
    ],
    ids=lambda one: one[0] if isinstance(one, tuple) else "",
)
def test_every_command_that_shows_that_side_says_so(
    place: Path, words: tuple[object, ...], how: str
) -> None:
    ask(*words)
    assert {one.how for one in book().looks} == {how}
    ask("admit", *FAR, *POLICY, "--dry-run")
    assert len({one.labels.hash for one in book().looks}) == 1  # they are the same labels


@pytest.mark.parametrize("split", ["dev", "all"])
def test_the_dev_side_is_there_to_be_looked_at(place: Path, split: str) -> None:
    ask("calibrate", *FAR, "--split", split)
    assert not Path(FILE).exists()


def test_both_sides_are_a_look_where_judges_are_admitted(place: Path) -> None:
    ask("admit", *FAR, *POLICY)
    ask("calibrate", *FAR)
    assert [one.how for one in book().looks] == ["calibrate, both sides"]
    assert [one.outcome for one in book().entries] == ["admitted"]


def test_another_version_that_was_only_looked_at_counts_as_one(place: Path) -> None:
    ask("calibrate", *FAR, "--split", "held-out")
    rows = [json.loads(one) for one in Path("labelled.jsonl").read_text("utf-8").splitlines()]
    for row in rows:
        row["judgments"][0]["model"] = "m2"
    text = "".join(json.dumps(row) + "\n" for row in rows)
    Path("labelled.jsonl").write_text(text, encoding="utf-8")
    said = ask("admit", *FAR, *POLICY).output
    assert "On these very labels 1 other version" in said
    assert "far (recorded)" in ask("admit", "--list").output


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_what_cannot_be_written_down_is_not_shown(place: Path) -> None:
    place.chmod(0o500)
    try:
        result = invoke("calibrate", *FAR, "--split", "held-out", "--json")
    finally:
        place.chmod(0o700)
    assert result.exit_code == 2
    assert result.stdout == ""


def test_a_file_that_cannot_be_relied_on_is_not_written_over(place: Path) -> None:
    Path(FILE).write_text("{", encoding="utf-8")
    result = invoke("calibrate", *FAR, "--split", "held-out", "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert Path(FILE).read_text("utf-8") == "{"


def look(**changes: Any) -> Look:
    labels = LabelSet(name="wells", hash="sha256:b")
    told = {"judge": "j", "criterion": "tone", "reading": "strict", "minimum": 1.0, "how": "x"}
    return Look.model_validate({**told, "labels": labels, "at": "2031-05-04T09:00:00Z", **changes})


def test_the_same_look_counts_on_and_nothing_rests_on_it(tmp_path: Path) -> None:
    file = tmp_path / FILE
    for at in ("1", "2"):
        enter_looks(file, [look(at=at), look(judge="\ud800", recorded=True)])
    found = load_admissions(file)
    assert [(one.called, one.times) for one in found.looks] == [("j", 2), ("\ud800 (recorded)", 2)]
    assert found.looks[0].at == "2"
    assert found.stamp == {}
    many = with_looks((), (look(judge=str(number)) for number in range(MOST_LOOKS + 3)))
    assert (len(many), many[0].judge) == (MOST_LOOKS, "3")
