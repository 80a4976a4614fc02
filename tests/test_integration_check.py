"""`adjudge check`: the gates alone, its exit codes, and what it writes for machines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from cli_support import answer, case, invoke, write_lines
from hypothesis import example, given
from hypothesis import strategies as st

from adjudge_engine.integrations.wording import visible
from adjudge_tui.cli.runs.check_files import annotation, shown
from adjudge_tui.cli.runs.check_run import Result

POLICY = '[policy]\nname = "p"\nversion = "1"\n[tiers.low]\n[tiers.standard]\n[tiers.high]\n'
RUBRIC = """
[rubric]
name = "tone"
version = "1"
criterion = "tone"
kind = "scale"
instructions = "Say whether the answer keeps to the tone of our desk."
[scale]
min = 1
max = 2
passes_from = 2
[[labels]]
value = 1
meaning = "rude"
[[labels]]
value = 2
meaning = "fine"
[[labels]]
code = "U"
verdict = "unsure"
meaning = "no idea"
"""
HOSTILE = {
    "id": "::error::x ##[group] | `x` <b> \x1b[31m\u202e",
    "answer": "It costs $390 ]]> <script> ::set-output name=a::b",
    "contexts": ["It costs $310."],
}


def open_case(number: int) -> dict[str, Any]:
    """A case that rests on a governed source: without a registry nobody can say whether it may."""
    text = f"Lamp {number} weighs {100 + number} grams and is made of brass in Porto."
    return case(number, contexts=[{"id": "c", "text": text, "source_id": "catalogue"}])


def test_what_speaks_against_an_answer_is_told_with_its_line(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "cases.jsonl", [case(1), case(3), case(4)])
    result = invoke("check", source)
    assert result.exit_code == 1
    told, summary = result.stdout.splitlines()
    assert told.startswith(f"{source}:2: lamp-3: numbers: ")
    assert '"103000 grams"' in told
    assert summary == "1 file: 2 pass, 1 to block"
    assert list(tmp_path.iterdir()) == [source]  # nothing is stored


def test_nothing_against_any_answer_ends_with_0(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "cases.jsonl", [case(1), case(2)])
    result = invoke("check", source)
    assert (result.exit_code, result.stdout) == (0, "1 file: 2 pass\n")


@pytest.mark.parametrize("text", ["[]", '{"cases": []}', "id,answer,contexts\n"])
def test_a_file_of_no_cases_does_not_pass(tmp_path: Path, text: str) -> None:
    full = write_lines(tmp_path / "cases.jsonl", [case(1)])
    source = tmp_path / "golden.json"
    source.write_text(text, encoding="utf-8")
    result = invoke("check", full, source)
    assert result.exit_code == 2
    assert "golden.json has no case" in result.stdout


def test_what_a_person_should_see_fails_only_where_asked(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "cases.jsonl", [open_case(2)])
    soft = tmp_path / "policy.toml"
    soft.write_text(POLICY + "[actions.gates.access]\nunavailable = 'review'\n", encoding="utf-8")
    words = ("check", source, "--policy", soft)
    found = answer(*words)
    assert (found["review"], found["block"], found["failures"]) == (1, 0, 0)
    result = invoke(*words, "--fail-on", "review")
    assert result.exit_code == 1
    assert "no_registry" in result.stdout


def test_a_line_that_is_no_case_fails(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "cases.jsonl", [case(1), "{broken", {"id": "x"}])
    result = invoke("check", source)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{source}:2: ")
    assert lines[1] == f"{source}:3: not a case: answer: is missing"
    assert lines[2] == "1 file: 1 pass, 2 no case"


def test_a_file_that_cannot_be_used_ends_with_2_after_the_others(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "cases.jsonl", [case(3)])
    result = invoke("check", tmp_path / "none.jsonl", source)
    assert result.exit_code == 2
    assert "none.jsonl" in result.stdout.splitlines()[0]
    assert "lamp-3" in result.stdout


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("policy.toml", POLICY, 0),
        ("policy.toml", POLICY.replace("[tiers.high]", "[tiers.higher]"), 2),
        ("tone.toml", RUBRIC, 0),
        ("tone.toml", RUBRIC.replace("kind", "kin"), 2),
        ("adjudge.toml", '[judges.near]\ntype = "local"\n', 0),
        ("adjudge.toml", '[judges.near]\ntype = "nothing-known"\n[judges.x]\ncolour = 1\n', 2),
        ("adjudge.toml", '[reviewers.ann]\nrole = "boss"\n', 2),
        ("other.toml", '[tool.x]\ny = "z"\n', 0),
        ("broken.toml", "[policy\n", 2),
        ("deep.toml", "x = " + "[" * 5000 + "]" * 5000, 2),
    ],
    ids=[
        "policy",
        "policy-wrong",
        "rubric",
        "rubric-wrong",
        "configuration",
        "configuration-wrong",
        "team-wrong",
        "somebody-elses",
        "not-toml",
        "deep",
    ],
)
def test_policies_rubrics_and_configurations_are_read(
    name: str, text: str, code: int, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    result = invoke("check", file)
    assert result.exit_code == code, result.output
    assert result.stdout.startswith("1 file: ") is (code == 0)
    assert "should not happen" not in result.output


def test_junit_counts_every_case_and_says_why(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "cases.jsonl", [case(1), case(3), HOSTILE, "nothing"])
    junit = tmp_path / "junit.xml"
    assert invoke("check", source, "--junit", junit).exit_code == 1
    (suite,) = ElementTree.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("4", "3")
    failures = [one.find("failure") for one in suite]
    assert [one is None for one in failures] == [True, False, False, False]
    assert failures[1] is not None
    assert "103000 grams" in (failures[1].text or "")
    assert "\x1b" not in junit.read_text(encoding="utf-8")


def test_foreign_text_is_only_text_for_a_runner_and_in_markdown(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "cases.jsonl", [HOSTILE])
    summary = tmp_path / "summary.md"
    result = invoke("check", source, "--annotations", "--markdown", summary)
    commands = [line for line in result.stdout.splitlines() if "::" in line]
    assert commands
    for line in commands:
        assert line.startswith("::error file=")
        assert line.count("::") == 2
    assert "##[" not in result.stdout
    assert "\x1b" not in result.stdout
    assert "\u202e" not in result.stdout
    table = summary.read_text(encoding="utf-8").splitlines()[-1]
    assert table.count("|") == 4
    assert "<" not in table
    assert "`" not in table


def test_json_says_it_all_and_annotations_go_beside_it(tmp_path: Path) -> None:
    source = write_lines(tmp_path / "cases.jsonl", [case(1), HOSTILE])
    result = invoke("check", source, "--json", "--annotations")
    assert "##[" not in result.stdout
    found = json.loads(result.stdout)
    assert found["pass"] == found["block"] == 1
    (first, *_) = found["findings"]
    assert (first["line"], first["case"]) == (2, HOSTILE["id"])
    assert result.stderr.startswith("::error ")


def test_without_files_it_is_wrong_usage() -> None:
    assert invoke("check").exit_code == 2


@given(st.text(alphabet=st.characters(), max_size=60), st.text(max_size=30))
@example("##[error]x", "::error::")
def test_no_text_can_act_in_an_annotation_or_in_markdown(told: str, name: str) -> None:
    one = Result(f"{name}.jsonl", 1, name, "no_case", problem=told)
    line = annotation(one, told)
    assert line.startswith("::error file=")
    assert line.count("::") == 2
    assert line.count(",title=") == 1
    for text in (line, *shown(one, "block")):
        assert "##[" not in text
        assert text.isprintable() or not set(text) & set("\n\r\x1b\u202e\u2028")


@given(st.text(alphabet=st.characters(), max_size=400))
def test_visible_text_is_one_printable_line(text: str) -> None:
    assert visible(text).isprintable()
    assert visible(text, 10).isprintable()
