"""The calibration screen writes down that held-out labels were looked at, or shows nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from test_tui_calibration import calibration, figures
from tui_calibration_sets import calibrated
from tui_leads import at_a_fixed_time

from adjudge_engine.calibration.releasing.admissions import FILE, load_admissions
from adjudge_engine.calibration.releasing.looks import Look
from adjudge_engine.errors import AdjudgeError
from adjudge_tui.calibrating import calibration_apart
from adjudge_tui.desk.blinding import Eyes


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(calibration_apart, "step", lambda line: None)
    return at_a_fixed_time(lambda place: calibrated(place, 14), tmp_path / "q.db")


def looks(path: Path) -> tuple[Look, ...]:
    return load_admissions(path.with_name(FILE)).looks


def test_each_way_of_reading_is_a_look_and_the_same_again_counts_on(path: Path) -> None:
    said = figures(path, Eyes("ann"))
    (look,) = looks(path)
    assert (look.judge, look.criterion, look.by, look.times) == ("reader", "faithfulness", "ann", 1)
    assert (look.reading, look.minimum) == (said["dry"]["reading"], said["dry"]["minimum"])
    assert look.labels.model_dump() == said["dry"]["labels"]
    assert (look.labels.name, look.fingerprint) == ("filters@1", "sha256:reader")
    figures(path, Eyes("bob"), split="dev")  # what admission would say stands there too
    assert [(one.by, one.times) for one in looks(path)] == [("bob", 2)]
    figures(path, Eyes("ann"), reading="score", minimum=0.8)
    assert [one.reading for one in looks(path)] == ["strict", "score"]
    assert load_admissions(path.with_name(FILE)).entries == ()


def test_the_admission_that_follows_tells_of_it(path: Path) -> None:
    """The labels are those that the command counts."""
    from cli_support import invoke

    figures(path, Eyes("ann"), how="asked", judge="local", reading="strict", minimum=1.0)
    words: tuple[Any, ...] = ("--golden", "filters@1", "--judge", "local", "--db", path)
    said = invoke("admit", *words, "--reading", "strict", "--minimum", 1).output
    assert "looked at 1 time before, and not entered" in " ".join(said.split())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_what_cannot_be_written_down_is_not_shown(path: Path) -> None:
    path.parent.chmod(0o500)
    try:
        with pytest.raises(AdjudgeError, match="cannot be written"):
            figures(path, Eyes("ann"))
    finally:
        path.parent.chmod(0o700)


def test_a_folder_in_the_place_of_the_file_is_a_problem_that_is_said(path: Path) -> None:
    path.with_name(FILE).mkdir()
    with pytest.raises(AdjudgeError, match="cannot be"):
        figures(path, Eyes("ann"))


async def test_the_screen_itself_writes_it_down(path: Path) -> None:
    async with calibration(path) as one:
        assert "filters@1" in one.text
        (look,) = looks(path)
        assert (look.by, look.how) == ("ann", "desk")
