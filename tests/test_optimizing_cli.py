"""What `adjudge optimize` shows and refuses: estimates, the log, differences, the way back."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_support import invoke, write_lines
from click.testing import Result
from optimizing_world import World, cases, world_in
from rich.console import Console
from rich.progress import Progress

from adjudge_engine.judges.rubrics import load_rubric
from adjudge_engine.optimizing.history import History
from adjudge_queue import Queue
from adjudge_tui.cli.judges.optimize_progress import Bar, columns

ARGUMENTS = ("--labels", "labelled.jsonl", "--judge", "reader", "--criterion", "tone")


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    with world_in(tmp_path, monkeypatch) as found:
        yield found


def optimize(*more: object, width: int = 80) -> Result:
    return invoke("optimize", *ARGUMENTS, *more, env={"COLUMNS": str(width)})


def failure(*words: object) -> str:
    """What stands on stderr where the command ends with 2."""
    result = invoke("optimize", *words)
    assert result.exit_code == 2, result.output
    return result.stderr


def test_a_run_fits_80_columns_and_says_what_to_do_next(world: World) -> None:
    result = optimize()
    assert result.exit_code == 0, result.output
    assert max(map(len, result.stdout.splitlines())) <= 80
    said = " ".join(result.stdout.split())
    assert "stopped by reached: alignment 1.000 is 0.95 or more" in said
    assert "held-out, measured once" in said
    assert "with the good answer as the positive" in said
    assert 'rubrics = { tone = "tone-optimized.toml" }' in said
    assert "calibrate and admit it" in said


def test_the_written_rubric_can_be_named_by_the_configuration(world: World) -> None:
    optimize()
    text = Path("adjudge.toml").read_text("utf-8").replace('"tone.toml"', '"tone-optimized.toml"')
    Path("adjudge.toml").write_text(text, encoding="utf-8")
    found = json.loads(optimize("--json", "--out", "again.toml").stdout)
    assert found["start"]["alignment"] == 1.0
    assert found["start"]["hash"] == load_rubric("tone-optimized.toml").hash


def test_a_dry_run_sends_and_writes_nothing(world: World) -> None:
    before = sorted(Path().iterdir())
    result = optimize("--dry-run", "--rounds", "2", "--json")
    found = json.loads(result.stdout)
    assert found["cases"] == {"dev": 10, "held_out": 5, "candidates_most": 10}
    assert found["scoring"]["calls"] == 10
    assert found["scoring"]["times_most"] == 11
    assert found["total_most"]["calls"] == 10 * 11 + 10 + 5
    assert found["total_most"]["cost_usd_most"] > 0
    assert "Nothing was sent" in optimize("--dry-run").stdout
    assert sorted(Path().iterdir()) == before
    assert not world.server.requests


def test_log_difference_and_the_way_back(world: World) -> None:
    optimize()
    log = json.loads(invoke("optimize", "--log", "--json").stdout)
    (run,) = log["runs"]
    assert run["stop"]["rule"] == "reached"
    assert run["held_out"]["alignment"] == 1.0
    first, last = run["revisions"][0], run["revisions"][-1]
    shown = invoke("optimize", "--log").stdout
    assert "1-opt.2.3" in shown
    diff = invoke("optimize", "--diff", first["hash"][:20], "1-opt.2.3").stdout
    assert "-Judge the tone of a reply to a customer of our help desk." in diff
    assert "+Judge the tone of a reply. Mind this: brevity, joke, mock." in diff
    assert "say the same" in invoke("optimize", "--diff", "1", "1").stdout
    result = invoke("optimize", "--revert", last["parent"])
    assert result.exit_code == 0, result.output
    assert load_rubric("tone-optimized.toml").hash == last["parent"]
    assert f"parent: {first['hash']}" in Path("tone-optimized.toml").read_text("utf-8")


def test_revisions_that_are_not_there(world: World, tmp_path: Path) -> None:
    assert "There is no history" in failure("--log")
    optimize()
    assert "No revision is called '?*'" in failure("--diff", "1", "?*")
    assert "Several revisions" in failure("--revert", "")
    assert invoke("optimize", "--log", "--revert", "1").exit_code == 2


def test_a_file_of_somebody_else_is_not_written_over(world: World) -> None:
    Path("mine.toml").write_text("# mine\n", encoding="utf-8")
    assert "not written by this command" in failure(*ARGUMENTS, "--out", "mine.toml")
    assert "folder" in failure(*ARGUMENTS, "--out", ".")
    assert Path("mine.toml").read_text("utf-8") == "# mine\n"
    assert not world.server.requests
    optimize()
    text = ("--rubric", "tone-optimized.toml", "--out", "tone-optimized.toml")
    assert "is the rubric to begin with" in failure(*ARGUMENTS, *text)


def test_a_history_that_is_something_else(world: World) -> None:
    Path("other.db").write_bytes(b"no database at all, but long enough to be read as one" * 20)
    assert "cannot be used" in failure(*ARGUMENTS, "--history", "other.db")
    with Queue.open(Path("queue.db"), create=True):
        pass
    assert "another program's" in failure(*ARGUMENTS, "--history", "queue.db")
    assert not world.server.requests


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--judge", "local"), "by no rubric"),
        (("--judge", "reader", "--criterion", "tone", "--rewriter", "local"), "no language model"),
        (("--judge", "nobody"), "no judge called"),
        (("--judge", "reader", "--criterion", "clarity"), "by no rubric"),
        (("--judge", "reader", "--criterion", "tone", "--rubric", "relevance"), "cannot be held"),
    ],
    ids=["local", "rewriter", "nobody", "criterion", "rubric"],
)
def test_judges_and_rubrics_that_cannot_be_rewritten(
    world: World, words: tuple[str, ...], said: str
) -> None:
    assert said in failure("--labels", "labelled.jsonl", *words)
    assert not world.server.requests


@pytest.mark.parametrize(
    "words",
    [
        ("--judge", "reader"),
        ("--judge", "reader", "--labels", "a", "--golden", "b"),
        ("--labels", "labelled.jsonl"),
        ("--judge", "reader", "--golden", "@"),
        ("--rounds", "0"),
    ],
    ids=["no labels", "both", "no judge", "bad name", "rounds"],
)
def test_wrong_usage_exits_with_2(world: World, words: tuple[str, ...]) -> None:
    assert invoke("optimize", *words).exit_code == 2


def test_a_golden_set_hands_out_one_side_at_a_time(world: World) -> None:
    rows = [one | {"labels": [one["labels"][0]]} for one in cases()]
    with Queue.open(Path("adjudge.db"), create=True) as queue:
        queue.golden_import("letters", rows, actor="ines")
    golden = ("--golden", "letters", "--judge", "reader", "--criterion", "tone", "--json")
    found = json.loads(invoke("optimize", *golden).stdout)
    assert found["labels"] == "golden set letters@1"
    assert found["held_out"]["n"] == 5
    assert "There is no golden set" in failure("--golden", "letters@7", "--judge", "reader")


def test_records_that_cannot_be_read_are_counted(world: World) -> None:
    write_lines(Path("labelled.jsonl"), [*cases(), "{broken"])
    assert "rejected: 1 record that could not be read" in optimize().stdout


def test_the_bar_shows_candidate_alignment_and_cost(tmp_path: Path) -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100, markup=False)
    with History(tmp_path / "h.db") as history, Progress(*columns(), console=console) as bar:
        history.add_spent("r", "sha256:x", 0.25, 10, 10)
        shown = Bar(history, "r", bar)
        shown.working("round 1, [red]improve", 3, 10, 0.5)
        bar.refresh()
        shown.finished("round 1, [red]improve", "candidate", 0.75, True)
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", out.getvalue())
    assert "round 1, [red]improve" in text
    assert "3 of 10" in text
    assert "best 0.500 · $0.2500" in text
    assert "alignment 0.750, the best so far · $0.2500" in text
