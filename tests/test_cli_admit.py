"""`adjudge admit`, `thresholds` and `compare` on real files, and what `evaluate` makes of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import pytest
from cli_support import answer, invoke, run, write_lines
from shared_data import SHARED, needs_shared

from adjudge_engine.calibration.fitting import fit_local
from adjudge_engine.calibration.measures.splits import split_of
from adjudge_engine.calibration.releasing.admissions import load_admissions
from adjudge_engine.case import Case
from adjudge_engine.reading import read_labelled

POLICY = """
[policy]
name = "lakes"
version = "1"
[tiers.low]
required_criteria = { faithfulness = { minimum = 1.0 } }
[tiers.standard]
required_criteria = { faithfulness = { minimum = 1.0 } }
[tiers.high]
[admission]
false_pass_upper = 0.2
"""
MATS = (
    "Members of the rowing guild receive a free cushion.",
    "Schools are offered a discount for guided excursions.",
    "The ferry has carried a brass band since the jubilee.",
)


def lake(number: int, bad: bool, **changes: Any) -> dict[str, Any]:
    """An answer of two claims, the second of which is made up where it is bad."""
    said = f"Lake Orrin{number} is {3 + number % 7} kilometres long and belongs to the crown."
    about = f"{said} Its boats are painted blue every spring, and the pier is oak wood."
    more = MATS[number % 3] if bad else "Its boats are painted blue every spring."
    verdict = "not_mentioned" if bad else "supported"
    text = f"{said} {more}"
    claims = [
        {"start": 0, "end": len(said), "verdict": "supported"},
        {"start": len(said) + 1, "end": len(text), "verdict": verdict},
    ]
    value = "unfaithful" if bad else "faithful"
    label = {"criterion": "faithfulness", "value": value, "claims": claims, "by": "ann"}
    return {
        "id": f"lake-{number}",
        "question": f"What is Lake Orrin{number} like?",
        "answer": text,
        "contexts": [{"id": f"p{number}", "text": about}],
        "labels": [label],
        "risk": "low",
        "metadata": {"group": f"lake {number}"},
        **changes,
    }


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDGE_DB", raising=False)
    (tmp_path / "policy.toml").write_text(POLICY, encoding="utf-8")
    write_lines(tmp_path / "labelled.jsonl", [lake(n, n % 2 == 1) for n in range(160)])
    fresh = [lake(n, n % 2 == 1, labels=[]) for n in range(200, 206)]
    write_lines(tmp_path / "new.jsonl", fresh)
    return tmp_path


ADMIT = ("admit", "--labels", "labelled.jsonl", "--judge", "local", "--policy", "policy.toml")
EVALUATE = ("evaluate", "new.jsonl", "--policy", "policy.toml")


def routes() -> list[str]:
    invoke(*EVALUATE, "--out", "out.jsonl")
    lines = Path("out.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["route"] for line in lines]


def reasons() -> dict[str, str]:
    """The message of `judge_not_admitted` by case, in the last evaluations."""
    found = {}
    for line in Path("out.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        for one in told["reasons"]["uncertain"]:
            if one["code"] == "judge_not_admitted":
                found[told["case_id"]] = one["message"]
    return found


def test_an_admitted_judge_releases_and_a_withdrawn_one_does_not(place: Path) -> None:
    assert routes() == ["review"] * 6
    assert "no admission is on file" in reasons()["lake-200"]
    entered = answer(*ADMIT)
    assert entered["entered"] == "adjudge-admissions.json"
    (entry,) = entered["admissions"]
    assert (entry["outcome"], entry["level"]) == ("admitted", "claim")
    assert routes() == ["release", "review"] * 3
    assert "known already" in invoke(*EVALUATE).output
    assert invoke("admit", "--withdraw", "--judge", "local").exit_code == 2  # no reason given
    withdrawn = invoke("admit", "--withdraw", "--judge", "local", "--why", "\x1b[31mred")
    assert withdrawn.exit_code == 0, withdrawn.output
    assert routes() == ["review"] * 6
    assert reasons()["lake-200"].startswith(
        "local has not been admitted for faithfulness (withdrawn"
    )
    assert "\x1b" not in invoke("admit", "--list").output
    again = invoke("admit", "--withdraw", "--judge", "local", "--why", "x")
    assert again.exit_code == 2
    Path("adjudge-admissions.json").unlink()
    assert routes() == ["review"] * 6


def test_a_stricter_policy_or_another_minimum_takes_it_back(place: Path) -> None:
    answer(*ADMIT)
    stricter = POLICY.replace("0.2", "0.01")
    Path("policy.toml").write_text(stricter, encoding="utf-8")
    assert routes() == ["review"] * 6
    assert "demands more" in reasons()["lake-200"]
    other = POLICY.replace("minimum = 1.0", 'minimum = 0.9, reading = "score"')
    Path("policy.toml").write_text(other, encoding="utf-8")
    assert routes() == ["review"] * 6
    assert "measured at strict ≥ 1" in reasons()["lake-200"]
    answer(*ADMIT)
    assert routes() == ["release", "review"] * 3


def test_another_fingerprint_is_another_judge(place: Path) -> None:
    answer(*ADMIT)
    book = Path("adjudge-admissions.json")
    (entry,) = load_admissions(book).entries
    changed = book.read_text("utf-8").replace(entry.fingerprint, "sha256:" + "0" * 64)
    book.write_text(changed, encoding="utf-8")
    assert routes() == ["review"] * 6
    assert "fingerprint has changed" in reasons()["lake-200"]


def test_outcomes_have_exit_codes_and_a_dry_run_enters_nobody(place: Path) -> None:
    few = invoke(*ADMIT[:2], "few.jsonl", *ADMIT[3:])
    assert few.exit_code == 2  # there is no such file
    write_lines(place / "few.jsonl", [lake(n, n % 2 == 1) for n in range(30)])
    open_ = invoke(*ADMIT[:2], "few.jsonl", *ADMIT[3:], "--dry-run")
    assert open_.exit_code == 1
    assert "INCONCLUSIVE" in open_.output
    assert "Nothing was entered" in open_.output
    assert load_admissions(Path("adjudge-admissions.json")).entries == ()
    assert [one["outcome"] for one in answer("admit", "--list")] == ["looked"]
    Path("adjudge-admissions.json").unlink()
    assert invoke("admit", "--list").output.startswith("No judge")
    assert answer("admit", "--list") == []


@pytest.mark.parametrize(
    "words",
    [
        ("admit",),
        ("admit", "--judge", "local"),
        ("admit", "--judge", "local", "--labels", "labelled.jsonl", "--golden", "x"),
        ("admit", "--judge", "nobody", "--labels", "labelled.jsonl"),
        ("admit", "--judge", "none", "--labels", "labelled.jsonl"),
        ("admit", "--judge", "recorded:x", "--labels", "labelled.jsonl"),
        ("admit", "--judge", "local", "--labels", "labelled.jsonl", "--criterion", "relevance"),
        ("admit", "--judge", "local", "--golden", "lakes@2"),
        ("evaluate", "new.jsonl", "--admissions", "nowhere.json"),
        ("evaluate", "new.jsonl", "--admissions", "policy.toml"),
        ("thresholds", "--judge", "local", "--labels", "labelled.jsonl"),
        (
            "thresholds", "--judge", "local", "--labels", "labelled.jsonl",
            "--guarantee", "0.1", "--cost-review", "1",
        ),
        ("thresholds", "--judge", "local", "--labels", "labelled.jsonl", "--cost-review", "1"),
        ("compare", "--judge", "local", "--judge", "local", "--labels", "labelled.jsonl"),
    ],
    ids=range(14),
)  # fmt: skip
def test_wrong_usage_ends_with_a_sentence(place: Path, words: Sequence[str]) -> None:
    result = invoke(*words)
    assert result.exit_code == 2, result.output
    assert result.stderr.strip()
    assert not Path("adjudge-admissions.json").exists()


def test_what_is_written_over_an_admissions_file_is_refused(place: Path) -> None:
    answer(*ADMIT)
    result = invoke("evaluate", "new.jsonl", "--out", "adjudge-admissions.json")
    assert result.exit_code == 2
    assert load_admissions(Path("adjudge-admissions.json")).entries


def test_what_cannot_be_read_is_said_and_the_rest_counts(place: Path) -> None:
    with Path("labelled.jsonl").open("a", encoding="utf-8") as out:
        out.write("{broken\n")
    result = invoke(*ADMIT)
    assert result.exit_code == 0, result.output
    assert "1 record could not be read, the first: " in result.stderr


def test_a_head_fitted_to_the_same_sources_is_refused(place: Path) -> None:
    cases = [one for one in read_labelled(Path("labelled.jsonl")) if isinstance(one, Case)]
    Path("adjudge.toml").write_text('[judges.ours]\ntype = "local"\nhead = "head.json"\n', "utf-8")
    words = ("admit", "--labels", "labelled.jsonl", "--judge", "ours", "--policy", "policy.toml")
    Path("head.json").write_text(fit_local(cases).head.to_json(), encoding="utf-8")
    learned = invoke(*words, "--config", "adjudge.toml")
    assert learned.exit_code == 2
    assert "fitted" in learned.stderr
    dev = [one for one in cases if split_of(one.group) == "dev"]
    Path("head.json").write_text(fit_local(dev).head.to_json(), encoding="utf-8")
    weighed = invoke(*words, "--config", "adjudge.toml", "--json")
    assert weighed.exit_code in (0, 1), weighed.output
    (entry,) = json.loads(weighed.stdout)["admissions"]
    assert list(entry["excluded"]) == ["dev"]


def test_thresholds_for_the_local_judges_risk(place: Path) -> None:
    words = ("thresholds", "--labels", "labelled.jsonl", "--judge", "local", "--level", "claim")
    costs = ("--cost-false-release", 20, "--cost-false-block", 5, "--cost-review", 2)
    found = answer(*words, *costs)
    assert (found["scored_by"], found["level"]) == ("risk", "claim")
    assert found["line"].startswith('"passes_below": ')
    assert found["held_out"]["bad"]["release"] == 0
    sure = answer(*words, "--guarantee", 0.2)
    assert sure["guarantee"]["released_bad"] == 0
    none = invoke(*words, "--guarantee", 0.01)
    assert none.exit_code == 1
    assert "No set has this guarantee" in none.output


def test_help_and_listing_load_no_numbers(tmp_path: Path) -> None:
    script = (
        "import sys; from adjudge_tui.cli import main\n"
        "from adjudge_tui.cli.judges import admit, compare, thresholds\n"
        "import adjudge_tui.cli.runs.evaluate\n"
        "heavy = {'numpy', 'scipy', 'litellm'} & set(sys.modules)\n"
        "sys.exit(bool(heavy))"
    )
    import subprocess
    import sys

    assert subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=False).returncode == 0


def test_the_command_runs_as_a_process(place: Path) -> None:
    done = run(*ADMIT, "--json", cwd=place)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["admissions"][0]["outcome"] == "admitted"


# --- real answers with recorded judges


REAL = (
    ("items/wice_claims_judged", "faithfulness", ("gpt-4-0613", "gpt-3.5-turbo-0613")),
    ("items/nomiracl_answerability", "answerability", ("gpt-4-azure", "Orca-2-13b", "aya-101")),
    (
        "judge_replay/opengate_exp2",
        "faithfulness",
        ("ragas-faithfulness/gpt-4o", "deepeval-faithfulness/gpt-4o"),
    ),
    ("pairwise/llmbar_swap", "preference", ("GPT-4/CoT", "ChatGPT/CoT")),
)


@needs_shared
@pytest.mark.parametrize(("name", "criterion", "judges"), REAL, ids=[one[0] for one in REAL])
def test_recorded_judges_go_all_the_way(
    name: str,
    criterion: str,
    judges: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("policy.toml").write_text(POLICY + 'level = "answer"\n', encoding="utf-8")
    labels = ("--labels", SHARED / f"{name}.jsonl", "--criterion", criterion)
    named = [f"recorded:{one}" for one in judges]
    compared = answer(
        "compare", *labels, "--split", "all", *(word for one in named for word in ("--judge", one))
    )
    assert [one["judge"] for one in compared["judges"]] == named
    assert compared["choice"] is None  # nothing there says what it cost
    for judge in named:
        result = invoke("admit", *labels, "--judge", judge, "--policy", "policy.toml", "--json")
        assert result.exit_code == 1, result.output  # none of them is that good, on so few
        (entry,) = json.loads(result.stdout)["admissions"]
        assert entry["outcome"] in ("refused", "inconclusive")
        assert entry["fingerprint"].startswith("sha256:")
        assert entry["level"] == "answer"
    costs = ("--cost-false-release", 10, "--cost-false-block", 5, "--cost-review", 1)
    for how in (costs, ("--guarantee", "0.2")):
        result = invoke(
            "thresholds", *labels, "--judge", named[0], "--reading", "strict", *how, "--json"
        )
        assert result.exit_code in (0, 1), result.output
        assert json.loads(result.stdout)["scored_by"] == "1 - strict"


def test_measuring_again_is_said(place: Path) -> None:
    how = ("admit", "--labels", "labelled.jsonl", "--judge", "local", "--policy", "policy.toml")
    assert "before" not in invoke(*how).output
    again = invoke(*how).output
    assert "Measured 1 time before: admitted on labelled.jsonl." in again
    lower = invoke(*how, "--reading", "score", "--minimum", "0.5").output
    assert "On these very labels 1 other version, reading or minimum of it" in lower


def test_in_80_columns_no_figure_and_no_outcome_is_cut(place: Path) -> None:
    narrow = {"COLUMNS": "80"}
    how = ("--labels", "labelled.jsonl", "--judge", "local")
    said = invoke("admit", *how, "--policy", "policy.toml", env=narrow).output
    (row,) = [line for line in said.splitlines() if line.startswith(" false pass")]
    assert row.split()[-3:] == ["20", "%", "met"]
    listed = "".join(invoke("admit", "--list", env=narrow).output.split())
    assert "admitted" in listed
    beside = invoke("compare", *how, "--judge", "none", env=narrow)
    assert max(map(len, beside.output.splitlines()[:8])) <= 80
    assert "…  " not in beside.output  # an interval's dots stand between two figures


def test_no_option_takes_what_is_no_number() -> None:
    """`nan` lies outside no range: as a budget it bounds nothing, as a cost it costs nothing."""
    from click.testing import CliRunner

    from adjudge_tui.cli import main
    from adjudge_tui.cli.options import FiniteRange

    context = main.make_context("adjudge", [], resilient_parsing=True)
    ranges = 0
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        for param in command.params if command is not None else ():
            if isinstance(param.type, click.types.FloatParamType):
                assert isinstance(param.type, FiniteRange), (name, param.name)
                ranges += 1
    assert ranges > 10
    for word in ("nan", "inf", "-inf"):
        words = ["thresholds", "--labels", "x", "--judge", "local", "--cost-review", word]
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 2
        assert "Invalid value for '--cost-review'" in result.output
