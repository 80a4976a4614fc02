"""`adjudge calibrate`: what it prints at 80 columns, its JSON, and what it says when it cannot."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adjudge_engine.calibration.measures.calibrate import calibrate_recorded
from adjudge_engine.canonical import canonical_json
from adjudge_engine.case import Case, case_hash
from adjudge_engine.claims import split_claims
from adjudge_engine.errors import AdjudgeError, InputError, JudgeError
from adjudge_engine.pipeline import canonical_report_of, evaluate
from adjudge_engine.policy import load_policy
from adjudge_engine.reading import read_labelled
from adjudge_queue import Queue
from adjudge_queue.records import Decision, Record
from adjudge_tui.cli.judges.calibrate import calibrate as command

CONTEXT = "The Aster pump weighs 12 kg. It runs on 24 V. The warranty is two years."


def record(number: int, value: str | None, strict: float | None, **other: Any) -> dict[str, Any]:
    """A labelled case with a judgment by `m1` (None: an abstention)."""
    said: dict[str, Any] = {"criterion": "faithfulness", "judge": "m1"}
    said |= {"abstained": True} if strict is None else {"strict": strict}
    labels = [{"criterion": "faithfulness", "value": value, "by": "ines"}] if value else []
    data: dict[str, Any] = {
        "id": f"pump-{number}",
        "question": "What does the pump weigh?",
        "answer": "The Aster pump weighs 12 kg." if value == "faithful" else "It weighs 99 tons.",
        "contexts": [{"id": "c1", "text": CONTEXT}],
        "labels": labels,
        "judgments": [said],
    }
    return data | other


def write(path: Path, *records: object) -> Path:
    """A file of JSON Lines; text goes in as it is."""
    lines = (one if isinstance(one, str) else json.dumps(one) for one in records)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """Ten bad answers (2 passed, 6 failed, 2 abstained), eight good (5, 2, 1), and the rest."""
    bad = [1.0] * 2 + [0.0] * 6 + [None] * 2
    good = [1.0] * 5 + [0.0] * 2 + [None]
    records = [record(number, "unfaithful", strict) for number, strict in enumerate(bad)]
    records += [record(20 + number, "faithful", strict) for number, strict in enumerate(good)]
    undetermined = [{"criterion": "faithfulness", "undetermined": True}]
    return write(
        tmp_path / "labelled.jsonl",
        *records,
        record(40, None, 1.0),
        record(41, None, 1.0, labels=undetermined),
        record(42, "faithful", 1.0, risk="extreme"),
        "{broken",
    )


def run(*arguments: object, width: int = 80) -> Result:
    """The command as it is called from a shell of that width."""
    return CliRunner(env={"COLUMNS": str(width)}).invoke(command, [str(one) for one in arguments])


def failure(*arguments: object) -> AdjudgeError:
    """The error that ends the command; the entry point prints it and exits with 2."""
    error = run(*arguments).exception
    assert isinstance(error, AdjudgeError)
    return error


def test_figures_by_hand_at_80_columns(labelled: Path) -> None:
    result = run("--labels", labelled, "--judge", "recorded:m1")
    assert result.exit_code == 0, result.output
    lines = [" ".join(line.split()) for line in result.output.splitlines()]
    assert "18 of 20 cases compared · passes at strict ≥ 1 · " in " ".join(lines)
    assert "unfaithful 2 6 2 10" in lines
    assert "faithful 5 2 1 8" in lines
    assert "false pass 25.0 % 7.1 – 59.1 % 2 of 8 unfaithful, judged" in lines
    assert "bad passed, of all 20.0 % 5.7 – 51.0 % 2 of 10 unfaithful" in lines
    assert "false reject 28.6 % 8.2 – 64.1 % 2 of 7 faithful, judged" in lines
    assert "abstention 16.7 % 5.8 – 39.2 % 3 of 18 labelled" in lines
    assert any(line.startswith("κ 0.46") and "moderate" in line for line in lines)
    assert "left out: 1 without a label" in lines
    assert "left out: 1 undetermined by people" in lines
    assert "rejected: 2 records that could not be read" in lines
    assert "18 labels are too few to lean on: 30 are a start." in lines
    assert max(len(line) for line in result.output.splitlines()) <= 80


def test_it_says_that_nothing_is_admitted(labelled: Path) -> None:
    output = " ".join(run("--labels", labelled, "--judge", "recorded:m1").output.split())
    assert "This admits nothing" in output
    assert output.endswith("admitted that judge for the criterion.")


def test_disagreements_are_named(labelled: Path) -> None:
    output = run("--labels", labelled, "--judge", "recorded:m1").output
    assert "passed though unfaithful: pump-0, pump-1\n" in output
    assert "failed though faithful: pump-25, pump-26\n" in output


def test_json_is_the_calibration_with_rejects(labelled: Path) -> None:
    result = run("--labels", labelled, "--judge", "recorded:m1", "--json")
    values = json.loads(result.stdout)
    cases = [one for one in read_labelled(labelled) if isinstance(one, Case)]
    expected = calibrate_recorded(cases, "m1").to_dict()
    assert {key: values[key] for key in expected} == expected
    assert [(one["line"], one["field"]) for one in values["rejects"]] == [(21, "risk"), (22, "")]
    assert values["labels"] == str(labelled)


def test_the_local_judge_is_asked_about_every_labelled_answer(labelled: Path) -> None:
    result = run("--labels", labelled, "--judge", "local", "--json")
    assert result.exit_code == 0, result.output
    values = json.loads(result.stdout)
    assert values["judge"] == "local"
    assert values["fingerprint"]
    assert values["answer"]["n"] == 18
    assert values["answer"]["matrix"]["bad"]["pass"] == 0  # 99 tons stand nowhere
    assert values["claim"]["matrix"]["good"]["pass"] == 8  # word for word in the context


def test_reading_and_minimum_change_what_passes(tmp_path: Path) -> None:
    half = {"criterion": "faithfulness", "judge": "m", "strict": 0.0, "score": 0.5}
    cases = write(
        tmp_path / "a.jsonl",
        record(1, "faithful", 0.0, judgments=[half]),
        record(2, "unfaithful", 0.0, judgments=[half | {"score": 0.2}]),
    )
    common = ("--labels", cases, "--judge", "recorded:m", "--json")
    strict = json.loads(run(*common).stdout)["answer"]["matrix"]
    by_share = json.loads(run(*common, "--reading", "score", "--minimum", "0.5").stdout)
    assert strict["good"] == {"pass": 0, "fail": 1, "abstain": 0}
    assert by_share["answer"]["matrix"]["good"] == {"pass": 1, "fail": 0, "abstain": 0}
    assert by_share["answer"]["matrix"]["bad"] == {"pass": 0, "fail": 1, "abstain": 0}


def test_another_criterion(tmp_path: Path) -> None:
    def answerable(number: int, value: str, strict: float) -> dict[str, Any]:
        said = {"criterion": "answerability", "judge": "m", "strict": strict}
        label = {"criterion": "answerability", "value": value}
        return record(number, None, 1.0, labels=[label], judgments=[said], answer=None)

    cases = write(
        tmp_path / "a.jsonl",
        answerable(1, "answerable", 1.0),
        answerable(2, "unanswerable", 1.0),
        answerable(3, "unanswerable", 0.0),
    )
    output = run("--labels", cases, "--judge", "recorded:m", "--criterion", "answerability").output
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert "unanswerable 1 1 0 2" in lines
    assert "CLAIMS" not in output


def test_hostile_names_are_shown_literally(tmp_path: Path) -> None:
    said = {"criterion": "faithfulness", "judge": "[bold]m\x1b[31m", "strict": 1.0}
    name = "id [red]\x1b]0;gone\x07\u202e"
    cases = write(tmp_path / "a.jsonl", record(1, "unfaithful", 1.0, id=name, judgments=[said]))
    output = run("--labels", cases, "--judge", "recorded:[bold]m\x1b[31m").output
    assert "\x1b" not in output
    assert "\u202e" not in output
    assert "[bold]m␛[31m on faithfulness" in output
    assert "id [red]␛]0;gone␇�" in output


def test_undefined_is_said_to_be_undefined(tmp_path: Path) -> None:
    cases = write(tmp_path / "a.jsonl", *(record(n, "faithful", 1.0) for n in range(40)))
    output = run("--labels", cases, "--judge", "recorded:m1").output
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert "false pass undefined – 0 of 0 unfaithful, judged" in lines
    assert any(line == "κ undefined: nothing unfaithful has a verdict" for line in lines)
    assert "Only 0 are unfaithful: the false-pass rate rests on those." in lines
    assert "40 labels are a start; a production gate needs 200 or more." in lines


def test_nothing_labelled(tmp_path: Path) -> None:
    cases = write(tmp_path / "a.jsonl", record(1, None, 1.0), record(2, None, 1.0))
    error = failure("--labels", cases, "--judge", "recorded:m1")
    assert isinstance(error, InputError)
    assert "has a usable label for faithfulness (2 cases, 0 rejects)" in error.message
    assert "No case there has a label." in error.hint


def test_labels_on_other_criteria_are_named(tmp_path: Path) -> None:
    cases = write(tmp_path / "a.jsonl", record(1, "faithful", 1.0))
    error = failure("--labels", cases, "--judge", "recorded:m1", "--criterion", "tone")
    assert "Labels there: faithfulness." in error.hint


def test_an_unknown_recorded_judge_lists_those_that_are_there(labelled: Path) -> None:
    error = failure("--labels", labelled, "--judge", "recorded:m2")
    assert isinstance(error, JudgeError)
    assert "by m2" in error.message
    assert "Judges there: m1 (18)." in error.hint


def test_an_unknown_judge_and_the_one_that_judges_nothing(labelled: Path) -> None:
    assert isinstance(failure("--labels", labelled, "--judge", "oracle"), JudgeError)
    assert "judges nothing" in failure("--labels", labelled, "--judge", "none").message
    other = failure("--labels", labelled, "--judge", "local", "--criterion", "tone")
    assert "local does not judge tone" in other.message


def test_answers_that_are_missing_cannot_be_judged(tmp_path: Path) -> None:
    cases = write(tmp_path / "a.jsonl", record(1, "faithful", 1.0, answer=None))
    error = failure("--labels", cases, "--judge", "local")
    assert "no answer to judge" in error.message
    assert "recorded:" in error.hint


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    assert "There is no file" in failure("--labels", tmp_path / "no", "--judge", "local").message
    (tmp_path / "empty.jsonl").touch()
    assert isinstance(failure("--labels", tmp_path / "empty.jsonl", "--judge", "local"), InputError)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--judge", "local"),
        ("--judge", "local", "--labels", "a", "--golden", "b"),
        ("--labels", "a"),
        ("--judge", "local", "--golden", "pumps@"),
        ("--judge", "local", "--golden", "pumps@two"),
        ("--judge", "local", "--golden", "@2"),
        ("--judge", "local", "--labels", "a", "--minimum", "2"),
        ("--judge", "local", "--labels", "a", "--reading", "mean"),
    ],
)
def test_wrong_usage_exits_with_2(arguments: tuple[str, ...]) -> None:
    assert run(*arguments).exit_code == 2


def test_from_the_shell_an_error_is_a_sentence_and_exit_code_2(labelled: Path) -> None:
    command_line = [sys.executable, "-c", "from adjudge_tui.cli import main; main()", "calibrate"]
    command_line += ["--labels", str(labelled), "--judge", "recorded:m2"]
    done = subprocess.run(command_line, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("Error: No labelled case of ")
    assert "Judges there: m1 (18)." in done.stderr


@pytest.fixture
def queue_file(tmp_path: Path) -> Path:
    """A queue with a golden set `pumps` in two versions: one row, then two."""
    path = tmp_path / "queue.db"
    policy = load_policy()
    with Queue.open(path, create=True) as queue:
        for number, answer in enumerate(("It is heavy.", "The Aster pump weighs 12 kg.")):
            case = Case.model_validate(
                {"id": f"p{number}", "answer": answer, "contexts": [{"id": "c1", "text": CONTEXT}]}
            )
            evaluation = evaluate(case, policy)
            queue.enqueue(
                [
                    Record(
                        case_id=case.id,
                        case_hash=case_hash(case),
                        key=f"key-{number}",
                        case=case.to_dict(),
                        evaluation=evaluation.to_dict(),
                        report=canonical_json(canonical_report_of(evaluation)),
                    )
                ]
            )
            (claim,) = split_claims(answer)
            label = {
                "criterion": "faithfulness",
                "value": "faithful" if number else "unfaithful",
                "claims": [
                    {"claim_id": claim.id, "verdict": "supported" if number else "contradicted"}
                ],
            }
            item = queue.claim(queue.find(case.id), "ines")
            queue.decide(
                item.row.item_id,
                Decision(action="relabel", reviewer="ines", key=f"d{number}", labels=[label]),
            )
            queue.golden_create("pumps", actor="ines")
    return path


def test_a_golden_set_is_calibrated_by_its_newest_or_a_named_version(queue_file: Path) -> None:
    common = ("--db", queue_file, "--judge", "local", "--json")
    newest = json.loads(run("--golden", "pumps", *common).stdout)
    first = json.loads(run("--golden", "pumps@1", *common).stdout)
    assert (newest["answer"]["n"], newest["claim"]["n"]) == (2, 2)
    assert newest["claim"]["matrix"]["good"]["pass"] == 1
    assert newest["claim"]["matrix"]["bad"]["pass"] == 0
    assert (first["answer"]["n"], first["labels"]) == (1, "golden set pumps@1")


def test_a_golden_set_or_queue_that_is_not_there(queue_file: Path, tmp_path: Path) -> None:
    assert failure("--golden", "valves", "--db", queue_file, "--judge", "local").message
    assert failure("--golden", "pumps@9", "--db", queue_file, "--judge", "local").message
    missing = tmp_path / "none.db"
    assert failure("--golden", "pumps", "--db", missing, "--judge", "local").message
    assert not missing.exists()
