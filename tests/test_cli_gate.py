"""`adjudge gate`: exit codes, outputs for machines, and text that must stay text in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from cli_support import case, invoke, write_lines
from click.testing import Result
from cycle_samples import HOSTILE, labels_in

from adjudge_engine.calibration.watching.regression import Finding, Regression, Status
from adjudge_tui.cli.judges.gate_files import annotation_lines, write_markdown
from adjudge_tui.cli.machine_text import tame, tame_json

HOW = ("--judge", "recorded:good", "--reading", "score", "--minimum", "0.6")


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A baseline of the good judge, beside its labels."""
    labels = labels_in(tmp_path / "labels.jsonl")
    path = tmp_path / "base.json"
    done = invoke("gate", "--write-baseline", path, "--labels", labels, *HOW)
    assert done.exit_code == 0, done.output
    assert "120 answers" in done.output
    return path


def gate(base: Path, labels: Path, *more: object) -> Result:
    return invoke(
        "gate",
        "--baseline",
        base,
        "--labels",
        labels,
        "--judge",
        "recorded:good",
        *more,
        env={"GITHUB_ACTIONS": ""},
    )


def test_the_same_passes_and_a_worse_judge_fails(base: Path, tmp_path: Path) -> None:
    done = gate(base, tmp_path / "labels.jsonl")
    assert done.exit_code == 0, done.output
    assert "PASSED" in done.output
    worse = labels_in(tmp_path / "now.jsonl", swapped=True)
    done = gate(base, worse, "--annotations")
    assert done.exit_code == 1, done.output
    assert "FAILED" in done.output
    assert "::error title=adjudge gate::answer.false_pass" in done.output
    assert "turned: lamp-" in done.output


def test_it_holds_no_text_of_a_case(base: Path) -> None:
    text = base.read_text("utf-8")
    assert "grams" not in text
    assert "weigh" not in text
    assert "leaf-" not in text


def test_the_json_has_every_figure_and_the_reading_of_the_baseline(
    base: Path, tmp_path: Path
) -> None:
    done = gate(base, tmp_path / "labels.jsonl", "--json")
    said = json.loads(done.stdout)
    assert said["ok"] is True
    assert {one["name"].partition(".")[2] for one in said["findings"]} == {
        "false_pass",
        "false_reject",
        "abstention",
        "kappa",
        "alignment",
    }
    assert gate(base, tmp_path / "labels.jsonl", "--reading", "strict").exit_code == 2


def test_fewer_cases_and_other_labels_fail_though_no_figure_does(
    base: Path, tmp_path: Path
) -> None:
    done = gate(base, labels_in(tmp_path / "few.jsonl", 110))
    assert done.exit_code == 1
    assert "fewer cases: 10 of 120" in done.output
    done = gate(base, labels_in(tmp_path / "other.jsonl", answer="Every lamp weighs the same."))
    assert done.exit_code == 1
    assert "changed labels" in done.output


def test_a_judge_that_says_nothing_any_more_fails(base: Path, tmp_path: Path) -> None:
    silent = labels_in(tmp_path / "now.jsonl", judgments=[])
    done = gate(base, silent)
    assert done.exit_code == 1, done.output
    assert "fewer cases: 120 of 120" in done.output


def test_junit_and_markdown_hold_the_outcome(base: Path, tmp_path: Path) -> None:
    junit, markdown = tmp_path / "gate.xml", tmp_path / "gate.md"
    worse = labels_in(tmp_path / "now.jsonl", swapped=True)
    gate(base, worse, "--junit", junit, "--markdown", markdown)
    suite = ElementTree.fromstring(junit.read_text("utf-8")).find("testsuite")
    assert suite is not None
    assert len(suite.findall("testcase")) == int(suite.attrib["tests"]) == 6
    failed = [one for one in suite.findall("testcase") if one.find("failure") is not None]
    assert len(failed) == int(suite.attrib["failures"]) >= 1
    text = markdown.read_text("utf-8")
    assert text.startswith("### adjudge gate: FAILED")
    assert "**worse by more than noise**" in text


def hostile(ok: bool) -> Regression:
    status: Status = "same" if ok else "worse"
    one = Finding("answer.kappa", "higher", 0.9, 0.5, None, 0.0, status, (HOSTILE, "b\n::error::c"))
    return Regression(HOSTILE, "a | b\n# c", HOSTILE, 3, (one,), () if ok else (HOSTILE,))


def test_foreign_text_gives_a_runner_no_command(tmp_path: Path) -> None:
    lines = list(annotation_lines(hostile(False)))
    assert len(lines) == 2
    for line in lines:
        assert line.startswith("::error title=adjudge gate::")
        rest = line.removeprefix("::error title=adjudge gate::")
        assert "::" not in rest
        assert "##[" not in rest
        assert "\n" not in rest
        assert "\x1b" not in rest
    (only,) = annotation_lines(hostile(True))
    assert only.startswith("::notice title=adjudge gate::")
    assert tame("::stop-commands::x ##[error]") == ":\u2236stop-commands:\u2236x #\u2317[error]"
    text = tame_json(hostile(False).to_dict())
    assert "::" not in text
    assert "##[" not in text
    assert json.loads(text) == hostile(False).to_dict()


def test_foreign_text_is_no_markdown(tmp_path: Path) -> None:
    path = tmp_path / "gate.md"
    write_markdown(path, hostile(False))
    text = path.read_text("utf-8")
    assert "<script" not in text
    assert "\x1b" not in text
    (row,) = [line for line in text.splitlines() if line.startswith("| answer")]
    assert row.count("|") == 7


def test_a_hostile_id_prints_no_command(base: Path, tmp_path: Path) -> None:
    def ids(path: Path, swapped: bool) -> Path:
        labels_in(path, swapped=swapped)
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for at, row in enumerate(rows):
            row["id"] = f"::error::{at} ##[error]{'x ' * 40}"
        return write_lines(path, rows)

    was = tmp_path / "was.json"
    done = invoke(
        "gate", "--write-baseline", was, "--labels", ids(tmp_path / "a.jsonl", False), *HOW
    )
    assert done.exit_code == 0
    junit = tmp_path / "gate.xml"
    done = gate(was, ids(tmp_path / "b.jsonl", True), "--junit", junit)
    assert done.exit_code == 1
    assert "turned:" in done.output
    assert "::" not in done.output
    assert "##[" not in done.output
    ElementTree.fromstring(junit.read_text("utf-8"))


def test_two_files_are_compared_as_they_are(base: Path, tmp_path: Path) -> None:
    now = tmp_path / "now.json"
    worse = labels_in(tmp_path / "now.jsonl", swapped=True)
    assert invoke("gate", "--write-baseline", now, "--labels", worse, *HOW).exit_code == 0
    assert invoke("gate", "--baseline", base, "--current", now).exit_code == 1
    assert invoke("gate", "--baseline", base, "--current", base).exit_code == 0


def stored(path: Path, labels: Path) -> Path:
    done = invoke("calibrate", "--labels", labels, *HOW, "--json")
    path.write_text(done.stdout, "utf-8")
    return path


def test_two_stored_calibrations_are_compared_as_independent(base: Path, tmp_path: Path) -> None:
    then = stored(tmp_path / "then.json", tmp_path / "labels.jsonl")
    worse = labels_in(tmp_path / "b.jsonl", swapped=True)
    now = stored(tmp_path / "now.json", worse)
    assert invoke("gate", "--baseline", then, "--current", then).exit_code == 0
    done = invoke("gate", "--baseline", then, "--current", now, "--json")
    assert done.exit_code == 1
    (one,) = [f for f in json.loads(done.stdout)["findings"] if f["name"] == "answer.alignment"]
    assert one["status"] == "worse"
    assert "independent" in one["interval"]["method"]
    few = stored(tmp_path / "few.json", labels_in(tmp_path / "few.jsonl", 100))
    done = invoke("gate", "--baseline", then, "--current", few)
    assert done.exit_code == 1
    assert "fewer cases: 100 answers now, 120 then" in done.output
    assert invoke("gate", "--baseline", then, "--current", base).exit_code == 2


@pytest.mark.parametrize("wound", ["value", "interval", "hits", "level"])
def test_a_stored_figure_that_is_nonsense_is_no_pass(
    wound: str, base: Path, tmp_path: Path
) -> None:
    then = stored(tmp_path / "then.json", tmp_path / "labels.jsonl")
    said: dict[str, Any] = json.loads(then.read_text("utf-8"))
    own = said["answer"]["ensembles"]["bad"]
    if wound == "value":
        own["kappa"] = "much"
    elif wound == "interval":
        own["kappa"], own["intervals"]["kappa"] = own["kappa"] - 0.1, {"low": 2, "high": 1}
    elif wound == "hits":
        said["answer"]["false_pass"]["hits"] = 10**9
    else:
        said["answer"] = None
    now = tmp_path / "now.json"
    now.write_text(json.dumps(said), "utf-8")
    done = invoke("gate", "--baseline", then, "--current", now)
    assert done.exit_code == 1, done.output
    assert "FAILED" in done.output


def evaluations(path: Path, wrong: int) -> Path:
    """24 lamps evaluated, `wrong` of them with a weight that the context does not have."""
    records = [
        case(
            number,
            answer=f"Lamp {number} weighs {(100 + number) * (9 if number < wrong else 1)} g.",
        )
        for number in range(24)
    ]
    file = write_lines(path.with_suffix(".in.jsonl"), records)
    done = invoke("evaluate", file, "--db", path.with_suffix(".db"), "--out", path)
    assert done.exit_code == 0, done.output
    return path


def test_evaluations_are_compared_by_routes_and_gates(tmp_path: Path) -> None:
    old, new = evaluations(tmp_path / "old.jsonl", 2), evaluations(tmp_path / "new.jsonl", 20)
    done = invoke("gate", "--evaluations", old, old)
    assert done.exit_code == 0, done.output
    assert "a shift either way counts" in done.output
    done = invoke("gate", "--evaluations", old, new, "--json")
    assert done.exit_code == 1
    failed = [one["name"] for one in json.loads(done.stdout)["findings"] if one["failed"]]
    assert "numbers.fail" in failed
    back = invoke("gate", "--evaluations", new, old)
    assert back.exit_code == 0, back.output
    lines = new.read_text("utf-8").splitlines()
    (tmp_path / "part.jsonl").write_text("\n".join(lines[:20]) + "\n", "utf-8")
    done = invoke("gate", "--evaluations", new, tmp_path / "part.jsonl")
    assert done.exit_code == 1
    assert "fewer cases: 4 of 24" in done.output


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--baseline", "none.json"),
        ("--baseline", "none.json", "--current", "none.json"),
        ("--baseline", "a", "--write-baseline", "b"),
        ("--evaluations", "none", "none"),
        ("--evaluations", "a", "b", "--judge", "x"),
        ("--write-baseline", "b", "--judge", "recorded:good"),
        ("--current", "a", "--write-baseline", "b"),
        ("--baseline", "a", "--current", "b", "--tolerance", "kappa"),
        ("--baseline", "a", "--current", "b", "--tolerance", "kappa=nan"),
    ],
    ids=range(10),
)
def test_what_cannot_be_done_ends_with_2(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert invoke("gate", *words).exit_code == 2


def test_nothing_that_is_read_is_written_over(base: Path, tmp_path: Path) -> None:
    text = base.read_text("utf-8")
    for option in ("--junit", "--markdown"):
        assert gate(base, tmp_path / "labels.jsonl", option, base).exit_code == 2
    labels = tmp_path / "labels.jsonl"
    assert invoke("gate", "--write-baseline", labels, "--labels", labels, *HOW).exit_code == 2
    assert base.read_text("utf-8") == text


def test_a_file_of_the_wrong_kind_ends_with_2(base: Path, tmp_path: Path) -> None:
    for raw in (b"", b"[]", b'{"schema": 3}', b"\xff", b'{"a": 1}\n{"b": 2}'):
        path = tmp_path / "odd"
        path.write_bytes(raw)
        assert invoke("gate", "--baseline", path, "--current", base).exit_code == 2
        assert invoke("gate", "--evaluations", path, path).exit_code == 2
