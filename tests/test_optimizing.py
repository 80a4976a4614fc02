"""`adjudge optimize` against a scripted rewriting model and a judge, both served over HTTP."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cli_support import write_lines
from llm_server import Reply, Request, good
from optimizing_world import (
    DEV,
    HELD_OUT,
    KINDS,
    OUT,
    World,
    always,
    asked_twice,
    case,
    cases,
    optimize,
    outcome,
    rubric_reply,
    speaks_of,
    world_in,
)

from adjudge_engine.judges.rubrics import load_rubric


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    with world_in(tmp_path, monkeypatch) as found:
        yield found


class Done(NamedTuple):
    """A run that came to its end, and where."""

    world: World
    found: dict[str, Any]
    folder: Path


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Done]:
    """One whole run, for the tests that only look at it."""
    folder = tmp_path_factory.mktemp("done")
    with pytest.MonkeyPatch.context() as patch, world_in(folder, patch) as found:
        outcome_then = outcome()
        patch.undo()
        yield Done(found, outcome_then, folder)


def test_a_rubric_gets_better_until_the_target_is_reached(done: Done) -> None:
    found = done.found
    assert found["stop"]["rule"] == "reached"
    assert found["start"]["alignment"] < 0.5
    assert found["winner"]["alignment"] == found["held_out"]["alignment"] == 1.0
    assert found["winner"]["round"] == 2
    assert found["held_out"]["n"] == len(HELD_OUT) * len(KINDS)
    rubric = load_rubric(str(done.folder / OUT))
    assert rubric.hash == found["winner"]["hash"]
    assert (rubric.name, rubric.version) == ("tone", "1-opt.2.3")
    assert found["winner"]["parent"] in (done.folder / OUT).read_text("utf-8")
    assert all(word in rubric.instructions for word in ("joke", "mock", "brevity"))


def test_every_revision_has_its_parent_and_is_scored_once(done: Done) -> None:
    found = done.found
    first, *others = found["revisions"]
    assert first["parent"] is None
    hashes = [one["hash"] for one in found["revisions"]]
    assert len(set(hashes)) == len(hashes)
    assert all(one["parent"] in hashes and one["scored"] for one in others)
    assert not asked_twice(done.world.server.requests)


def test_nothing_of_the_held_out_side_is_sent_before_the_end(done: Done) -> None:
    world = done.world
    held_out = speaks_of(world.server.requests, HELD_OUT)
    before = speaks_of(world.server.requests, DEV)
    assert len(held_out) == len(HELD_OUT) * len(KINDS)
    assert before
    assert max(before) < min(held_out)
    assert not speaks_of(world.rewritten, HELD_OUT)


def test_a_second_measurement_is_refused_and_shows_the_first(
    done: Done, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(done.folder)
    world, first = done.world, done.found
    count = len(world.server.requests)
    Path(OUT).unlink()
    again = outcome("--rounds", "20")
    assert len(world.server.requests) == count
    assert again["shown_again"] is True
    assert again["held_out"] == first["held_out"]
    assert again["held_out_at"] == first["held_out_at"]
    assert load_rubric(OUT).hash == first["winner"]["hash"]
    assert "not measured again" in optimize().stdout


def test_another_seed_is_another_run_and_says_that_the_other_side_was_used(
    done: Done, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(done.folder)
    assert outcome("--seed", "1")["other_runs_on_held_out"] == 1


def test_people_s_labels_are_shown_to_the_rewriting_model_alone(world: World) -> None:
    labelled = [one | {"labels": [_note(one)]} for one in cases()]
    write_lines(Path("labelled.jsonl"), labelled)
    outcome()
    assert world.judged
    assert not speaks_of(world.judged, ("thinks that",))
    shown = [one for one in world.rewritten if "thinks that" in one.text]
    assert shown
    assert not speaks_of(shown, HELD_OUT)


def _note(one: dict[str, Any]) -> dict[str, Any]:
    label: dict[str, Any] = one["labels"][0]
    return label | {"note": f"she thinks that of {one['id']}"}


def test_regress_does_not_cycle_and_ends_on_the_plateau(world: World) -> None:
    """The model goes round in three rubrics, none of them better than the first."""
    turns = iter(range(1_000))
    names = ("north", "south", "west")
    world.script = always(lambda: rubric_reply(names[next(turns) % 3]))
    found = outcome(code=1)
    assert found["stop"]["rule"] == "plateau"
    assert found["winner"] is None
    assert len(found["revisions"]) == 4
    outcomes = Counter(one["outcome"] for one in found["rewritings"])
    assert outcomes == {"candidate": 3, "tried": 7}
    assert not asked_twice(world.judged)
    assert not speaks_of(world.server.requests, HELD_OUT)
    assert not Path(OUT).exists()


def test_the_rewriting_model_is_told_what_was_tried_before(world: World) -> None:
    world.script = always(lambda: rubric_reply("north"))
    outcome(code=1)
    later = [one for one in world.rewritten if "tried before, 1" in one.text]
    assert later
    assert all("Write something else" in one.text for one in later)
    assert all("Mind this: north" in one.text for one in later)


def test_good_enough_stops_after_a_round_of_small_gain(world: World) -> None:
    """One letter's curt reply stays unseen, whatever the rubric says."""

    def judge(request: Request) -> Reply | None:
        odd = f"{DEV[0]} is curt" in request.text or f"{HELD_OUT[0]} is curt" in request.text
        return good({"r": "it is curt", "v": "1"}) if odd else None

    world.judge = judge
    found = outcome()
    assert found["stop"]["rule"] == "good_enough"
    assert 0.8 < found["winner"]["alignment"] < 0.95


def test_a_first_rubric_that_is_good_needs_no_other(world: World) -> None:
    text = Path("tone.toml").read_text("utf-8").replace("help desk", "help desk: joke mock brevity")
    Path("tone.toml").write_text(text, encoding="utf-8")
    found = outcome()
    assert found["stop"]["rule"] == "reached"
    assert found["winner"] is None
    assert not world.rewritten
    assert not speaks_of(world.server.requests, HELD_OUT)


def test_rounds_are_counted(world: World) -> None:
    found = outcome("--rounds", "1")
    assert found["stop"]["rule"] == "rounds"
    assert {one["round"] for one in found["rewritings"]} == {1}
    assert found["winner"]["round"] == 1


def test_where_people_disagree_nothing_is_spent(world: World) -> None:
    other = {"good": "bad", "bad": "good"}
    labels = [
        [
            label,
            {**label, "by": "mori", "value": other[label["value"]] if n % 2 else label["value"]},
        ]
        for n, one in enumerate(cases())
        for label in one["labels"]
    ]
    write_lines(
        Path("labelled.jsonl"),
        [one | {"labels": said} for one, said in zip(cases(), labels, strict=True)],
    )
    found = outcome(code=1)
    assert found["stop"]["rule"] == "people"
    assert "Fix the guideline, not the judge" in found["stop"]["message"]
    assert not world.server.requests


def test_labels_of_one_kind_show_nothing(world: World) -> None:
    write_lines(Path("labelled.jsonl"), [case(group, "plain") for group in DEV])
    result = optimize()
    assert "no bad answers on tone" in result.stderr
    assert not world.server.requests


def test_the_budget_stops_in_time_to_measure_the_winner(world: World) -> None:
    """A call costs 0.00012 $; the first round takes 5 × 10 of them."""
    text = Path("adjudge.toml").read_text("utf-8")
    Path("adjudge.toml").write_text(text + "max_tokens = 200\n", encoding="utf-8")
    found = outcome("--budget", "0.008")
    assert found["stop"]["rule"] == "budget"
    assert "measurement at the end would take" in found["stop"]["message"]
    assert found["held_out"] is not None
    assert found["spent"]["usd"] <= 0.008


def test_what_was_spent_counts_in_the_next_process_too(world: World) -> None:
    first = outcome("--budget", "0.002", code=1)
    assert first["stop"]["rule"] == "budget"
    count = len(world.server.requests)
    assert outcome("--budget", "0.002", code=1)["spent"]["usd"] <= 0.002
    assert len(world.server.requests) - count <= 1
    more = outcome("--budget", "1")
    assert more["stop"]["rule"] == "reached"
    assert more["spent"]["usd"] > first["spent"]["usd"]
    assert not asked_twice(world.judged)


def test_no_price_no_budget(world: World) -> None:
    text = Path("adjudge.toml").read_text("utf-8").replace("price = [1.0, 1.0]", "")
    Path("adjudge.toml").write_text(text, encoding="utf-8")
    assert "price of openai/stub is unknown" in optimize("--budget", "1").stderr
    assert not world.server.requests
