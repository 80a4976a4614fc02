"""`adjudge status`: the queue, what is stale, what to label next, and rates in production."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from admission_samples import entry
from cli_support import answer, case, invoke, run, write_lines
from cycle_samples import HOSTILE, POLICY, labels_in, queue_in

from adjudge_engine.calibration.releasing.admissions import FILE, AdmissionsBook, save_admissions


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return queue_in(tmp_path)


def status(db: Path, *more: object) -> Any:
    return answer("status", "--db", db, "--policy", db.with_name("policy.toml"), *more)


def test_it_says_where_the_queue_and_the_sets_stand(db: Path) -> None:
    said = status(db)
    assert said["queue"]["open"] + said["queue"]["states"]["decided"] == sum(
        said["queue"]["states"].values()
    ) - said["queue"]["states"].get("blocked", 0) - said["queue"]["states"].get("released", 0)
    assert said["queue"]["decided_since_golden"] == 0
    assert [(one["name"], one["version"]) for one in said["golden"]] == [("lamps", 1)]
    assert said["rates"] is None
    (waiting, *_) = answer("list", "--db", db)["items"]
    done = invoke("decide", f"#{waiting['item_id']}", "approve", "--db", db)
    assert done.exit_code == 0
    done = invoke("undo", f"#{waiting['item_id']}", "--db", db)
    assert status(db)["queue"]["decided_since_golden"] == 1


def test_a_judge_that_was_never_measured_lacks_labels(db: Path) -> None:
    said = status(db)
    (missing,) = said["labels_missing"]
    assert (missing["judge"], missing["from_nothing"]) == ("local", True)
    assert missing["items"] > 0
    assert [one["why"] for one in said["stale"]] == ["never_measured"]


def test_what_moved_since_the_admission_is_named(db: Path) -> None:
    (judge,) = status(db)["judges"]
    labels = {"name": "lamps@1", "version": 1, "hash": "sha256:b"}
    about = {"judge": "local", "reading": "score", "minimum": 0.6, "labels": labels}
    demands = {"level": "answer", "false_pass_upper": 0.3}
    fresh = entry(judge["fingerprint"], demands=demands, **about)
    save_admissions(db.with_name(FILE), AdmissionsBook((fresh,)))
    assert status(db)["stale"] == []
    assert invoke("golden", "create", "lamps", "--approved", "--db", db).exit_code == 0
    assert [one["why"] for one in status(db)["stale"]] == ["golden_newer"]
    old = entry("sha256:old", demands=demands, **about)
    save_admissions(db.with_name(FILE), AdmissionsBook((old,)))
    assert [one["why"] for one in status(db)["stale"]] == ["fingerprint_changed", "golden_newer"]
    lax = POLICY.replace("0.3\n", "0.1\n")
    db.with_name("policy.toml").write_text(lax, "utf-8")
    assert "policy_changed" in [one["why"] for one in status(db)["stale"]]


def test_probes_and_calibrations_of_another_judge_are_stale(db: Path, tmp_path: Path) -> None:
    (judge,) = status(db)["judges"]
    probes = tmp_path / "probes.json"
    said = {"schema": "adjudge.probe/1", "judge": "local", "criterion": "faithfulness"}
    for fingerprint, stale in ((judge["fingerprint"], 0), ("sha256:old", 1)):
        probes.write_text(json.dumps(said | {"fingerprint": fingerprint}), "utf-8")
        found = status(db, "--probes", probes)["stale"]
        assert sum(one["what"] == "probes" for one in found) == stale
    labels = labels_in(tmp_path / "labels.jsonl")
    kept = tmp_path / "kept.json"
    how = ("--judge", "recorded:poor", "--reading", "score", "--minimum", "0.6", "--json")
    kept.write_text(invoke("calibrate", "--labels", labels, *how).stdout, "utf-8")
    found = status(db, "--calibration", kept)
    assert "fingerprint_unknown" in [one["why"] for one in found["stale"]]
    widest = found["label_next"]["widest_slices"]
    assert {one["value"] for one in widest} >= {"de", "en"}
    text = invoke("status", "--db", db, "--calibration", kept)
    assert text.exit_code == 0
    assert "calibration of poor on faithfulness" in text.output


def test_what_to_label_next_are_items_that_are_open(db: Path) -> None:
    said = status(db)["label_next"]
    waiting = {row["item_id"] for row in answer("list", "--db", db)["items"]}
    assert {one["item_id"] for one in said["uncertain"]} <= waiting
    assert said["thin_slices"]
    for one in said["thin_slices"]:
        if one["filter"]:
            rows = answer("list", "--db", db, one["filter"])["items"]
            assert len(rows) == one["waiting"]


def released(folder: Path, share: float) -> Path:
    """A queue of which an admitted recorded judge releases most, a share being drawn."""
    folder.mkdir()
    policy = folder / "policy.toml"
    gates = "required_gates = []\nrequired_criteria = {}\n"
    text = POLICY.replace(
        'required_criteria = { faithfulness = { minimum = 0.6, reading = "score" } }', gates
    )
    policy.write_text(f"{text}\n[sampling]\nrelease_share = {share}\n", "utf-8")
    db = folder / "adjudge.db"
    file = write_lines(folder / "cases.jsonl", [one for one in map(bare, range(60))])
    done = invoke("evaluate", file, "--db", db, "--policy", policy, "--judge", "none")
    assert done.exit_code == 0, done.output
    return db


def bare(number: int) -> dict[str, Any]:
    text = f"Lamp {number} weighs {100 + number} grams and is made of brass in Porto."
    return case(number, answer=text, contexts=[text])


def test_rates_without_people_are_missing_and_said_so(tmp_path: Path) -> None:
    db = released(tmp_path / "none", 0.0)
    said = status(db, "--rates")["rates"]
    assert len(said) == 4
    assert [one["value"] for one in said] == [None] * 4
    text = invoke("status", "--db", db, "--rates")
    assert "undefined" in text.output


def test_rates_of_released_answers_come_from_those_that_were_drawn(db: Path) -> None:
    from adjudge_tui.cli.judges.status_rates import RELEASED, REVIEWED, Production, Seen, corrected

    items = [Seen(RELEASED, "pass", False, 0.5)] * 19 + [Seen(RELEASED, "pass", True, 0.5)]
    items += [Seen(RELEASED, "pass", None, None)] * 20 + [Seen(REVIEWED, "fail", True, 1.0)] * 10
    items += [Seen("blocked", "fail", None, None)] * 5
    production = Production("local", "faithfulness", items=items)
    production.fingerprints["sha256:a"] = 1
    let_out, looked_at, both, flags = corrected(production, [])
    assert let_out.value == pytest.approx(0.05)
    assert let_out.n == 40
    assert (looked_at.value, looked_at.n) == (1.0, 10)
    assert both.value == pytest.approx((0.05 * 40 + 10) / 50)
    assert flags.value is None
    matrix = {
        "bad": {"pass": 2, "fail": 18, "abstain": 0},
        "good": {"pass": 60, "fail": 0, "abstain": 0},
    }
    kept = {
        "judge": "local",
        "criterion": "faithfulness",
        "fingerprint": "sha256:a",
        "answer": {"matrix": matrix, "groups": 80},
    }
    assert corrected(production, [kept])[3].value == pytest.approx(15 / 55 / 0.9)
    assert corrected(production, [kept | {"fingerprint": "sha256:b"}])[3].value is None
    assert corrected(production, [kept | {"answer": {"matrix": {"bad": 3}}}])[3].value is None


def test_rates_of_a_queue_follow_peoples_word(db: Path) -> None:
    said = {one["what"]: one for one in status(db, "--rates")["rates"]}
    reviewed = said["reviewed answers"]
    assert reviewed["labelled"] > 0
    assert 0 < reviewed["value"] < 1
    assert reviewed["interval"]["low"] <= reviewed["value"] <= reviewed["interval"]["high"]
    assert reviewed["worst"] >= reviewed["value"]


def test_a_file_of_the_wrong_kind_ends_with_2(db: Path, tmp_path: Path) -> None:
    odd = tmp_path / "odd.json"
    for raw in ("[]", "{", '{"schema": "adjudge.probe/1"}', '{"schema": "adjudge.calibration/1"}'):
        odd.write_text(raw, "utf-8")
        for option in ("--probes", "--calibration"):
            assert invoke("status", "--db", db, option, odd).exit_code == 2
    assert invoke("status", "--db", tmp_path / "none.db").exit_code == 2


def test_hostile_text_acts_on_no_terminal(tmp_path: Path) -> None:
    db = tmp_path / "adjudge.db"
    name = HOSTILE.encode("utf-8", "replace").decode()
    file = write_lines(tmp_path / "a.jsonl", [case(1, id=name, tags=[name], generator=name)])
    assert invoke("evaluate", file, "--db", db).exit_code == 0
    done = invoke("status", "--db", db, "--rates")
    assert done.exit_code == 0, done.output
    assert not {"\x1b", "\u202e", "\x00"} & set(done.output)
    assert "script" in done.output


def test_help_loads_no_statistics() -> None:
    code = (
        "import sys; from click.testing import CliRunner; from adjudge_tui.cli import main\n"
        "for name in ('gate', 'status', 'report'):\n"
        "    assert CliRunner().invoke(main, [name, '--help']).exit_code == 0\n"
        "print([one for one in ('numpy', 'scipy', 'litellm', 'pyarrow', 'textual')"
        " if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_commands_are_listed(tmp_path: Path) -> None:
    done = run("--help", cwd=tmp_path)
    for name in ("status", "report", "gate"):
        assert f"\n  {name} " in done.stdout
