"""The pytest plugin in projects of its own, each run by a pytest of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from adjudge_engine.integrations.grounding import case_of
from adjudge_engine.testing import NotGrounded, assert_grounded, check_grounded

ROOT = Path(__file__).resolve().parents[1]
PLUGIN = "adjudge_engine.testing.plugin"
PASSAGES = ["The Corvo pump lifts 46 litres a minute and costs $310."]


def pytest_run(folder: Path, *words: str, **files: str) -> subprocess.CompletedProcess[str]:
    """pytest in a throw-away project of those files (`name_ini` for `name.ini`)."""
    for name, text in files.items():
        stem, _, ending = name.rpartition("_")
        (folder / f"{stem}.{ending}").write_text(textwrap.dedent(text), encoding="utf-8")
    env = {name: one for name, one in os.environ.items() if not name.startswith("PYTEST_")}
    env |= {"COLUMNS": "200", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", PLUGIN, *words],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_entry_point_is_declared_and_leads_to_the_plugin() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"adjudge": PLUGIN}
    assert hasattr(import_module(PLUGIN), "pytest_runtest_setup")


def test_a_suite_asserts_and_is_told_what_speaks_against_an_answer(tmp_path: Path) -> None:
    done = pytest_run(
        tmp_path,
        "-q",
        test_pumps_py="""
            from adjudge_engine.testing import assert_grounded

            PASSAGES = ["The Corvo pump lifts 46 litres a minute and costs $310."]

            def test_right():
                assert_grounded("The Corvo pump costs $310.", PASSAGES, facts=["$310"])

            def test_wrong():
                assert_grounded(
                    "The Corvo pump costs $390.",
                    PASSAGES,
                    question="What does the Corvo cost?",
                    facts=["46 litres a minute"],
                )
        """,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 1 passed" in done.stdout
    told = [line.removeprefix("E").strip() for line in done.stdout.splitlines() if line[:1] == "E"]
    assert told[0].startswith("adjudge_engine.testing.asserting.NotGrounded: 2 findings against")
    assert told[1:] == [
        "question: What does the Corvo cost?",
        "answer: The Corvo pump costs $390.",
        'numbers: untraced (block): "$390" stands in no context',
        "observed: $390",
        "where: answer, characters 21–25",
        'facts: fact_missing (block): missing fact "46 litres a minute"',
        "expected: 46 litres a minute",
        "where: expect /facts/0",
    ]
    assert "asserting.py" not in done.stdout.replace("testing.asserting", "")  # our frames hidden


def test_a_file_of_cases_is_a_test_for_each_and_a_bad_line_fails(tmp_path: Path) -> None:
    lines = [
        {"id": "good", "answer": "It costs $310.", "contexts": PASSAGES},
        {"id": "bad", "answer": "It costs $3,100.", "contexts": PASSAGES},
        {"id": "none", "contexts": PASSAGES},
    ]
    text = "\n".join(map(json.dumps, lines))
    done = pytest_run(
        tmp_path,
        "-v",
        cases_jsonl=text,
        test_cases_py="""
            from adjudge_engine.testing import adjudge_cases, assert_grounded

            @adjudge_cases("cases.jsonl")
            def test_answers(adjudge_case):
                assert_grounded(adjudge_case)
        """,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "test_answers[good] PASSED" in done.stdout
    assert "test_answers[bad] FAILED" in done.stdout
    assert "test_answers[line 3] ERROR" in done.stdout
    assert "not a case: " in done.stdout
    assert "cases.jsonl:3: answer: is missing" in done.stdout


def test_settings_come_from_the_ini_file_and_the_marker(tmp_path: Path) -> None:
    done = pytest_run(
        tmp_path,
        "--strict-markers",
        "-q",
        pytest_ini="""
            [pytest]
            adjudge_policy = lax.toml
            adjudge_judge = local
        """,
        lax_toml="""
            [policy]
            name = "lax"
            version = "7"
            [tiers.low]
            [tiers.standard]
            [tiers.high]
            [actions]
            fail = "review"
        """,
        test_settings_py="""
            import pytest

            PASSAGES = ["The Corvo pump lifts 46 litres a minute and costs $310."]
            ANSWER = "The Corvo pump costs $390."

            def test_ini(adjudge_check):
                found = adjudge_check(ANSWER, PASSAGES)
                assert found.evaluation.policy.name == "lax"
                assert [one.judge for one in found.evaluation.judgments][:1] == ["local"]
                assert not found.passed

            @pytest.mark.adjudge(judge="none", allow_review=True, gates=["numbers"])
            def test_marker(adjudge_check):
                found = adjudge_check(ANSWER, PASSAGES)
                assert found.evaluation.judgments == ()
                assert found.gates == ("numbers",)
                assert [one.action for one in found.findings] == ["review"]
                assert not found.against

            @pytest.mark.adjudge(polcy="x")
            def test_typo(adjudge_check):
                pass
        """,
    )
    assert "2 passed, 1 error" in done.stdout, done.stdout + done.stderr
    assert "the marker adjudge takes policy, sources, judge, gates, allow_review" in done.stdout


def test_what_cannot_be_done_is_an_error_and_says_why(tmp_path: Path) -> None:
    done = pytest_run(
        tmp_path,
        "-q",
        "--continue-on-collection-errors",
        pytest_ini="[pytest]\nadjudge_judge = reader\n",
        adjudge_toml='[judges.reader]\ntype = "llm"\nmodel = "openai/gpt-4o-mini"\n',
        empty_jsonl="\n",
        test_remote_py="""
            from adjudge_engine.testing import assert_grounded

            def test_a_judge_elsewhere():
                assert_grounded("It costs $310.", ["It costs $310."])
        """,
        test_bare_py="def test_no_cases_named(adjudge_case):\n    pass\n",
        test_empty_py="""
            from adjudge_engine.testing import adjudge_cases

            @adjudge_cases("empty.jsonl")
            def test_nothing(adjudge_case):
                pass
        """,
    )
    assert "1 failed, 2 errors" in done.stdout, done.stdout + done.stderr
    assert "JudgeError" in done.stdout
    assert "adjudge_case needs @adjudge_cases" in done.stdout
    assert "InputError" in done.stdout  # a test of no cases would pass unseen


def test_it_costs_a_suite_nothing_that_does_not_use_it(tmp_path: Path) -> None:
    done = pytest_run(
        tmp_path,
        "-q",
        test_other_py="""
            import sys

            def test_nothing_is_loaded():
                ours = {one for one in sys.modules if one.startswith("adjudge")}
                assert ours == {
                    "adjudge_engine",
                    "adjudge_engine.testing",
                    "adjudge_engine.testing.plugin",
                    "adjudge_engine.testing.settings",
                }
                assert "pydantic" not in sys.modules
        """,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_error_holds_what_was_found_and_shows_no_escapes() -> None:
    with pytest.raises(NotGrounded) as caught:
        assert_grounded("It costs \x1b[31m$390\u202e.", PASSAGES)
    assert "\x1b" not in str(caught.value)
    assert "\u202e" not in str(caught.value)
    assert r"\x1b[31m$390" in str(caught.value)
    assert [one.code for one in caught.value.checked.against][:1] == ["untraced"]


def test_a_case_brings_all_that_it_has() -> None:
    case = case_of("It costs $310.", PASSAGES)
    assert check_grounded(case).passed
    with pytest.raises(TypeError, match="already"):
        check_grounded(case, PASSAGES)
