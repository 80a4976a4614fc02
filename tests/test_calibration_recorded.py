"""The recorded judges of the real files, through `adjudge calibrate` from end to end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import replay_figures as figures
from click.testing import CliRunner, Result
from shared_data import needs_shared

from adjudge_engine.calibration.measures.judgments import Recorded
from adjudge_engine.calibration.measures.labelled import label_rows
from adjudge_engine.calibration.measures.splits import split_of
from adjudge_tui.cli.judges.calibrate import calibrate as command

pytestmark = needs_shared


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at is written down where one works."""
    monkeypatch.chdir(tmp_path)


def run(path: Path, judge: str, criterion: str, *more: str) -> Result:
    words = ["--labels", str(path), "--judge", f"recorded:{judge}", "--criterion", criterion]
    result = CliRunner(env={"COLUMNS": "80"}).invoke(command, [*words, *more])
    assert result.exit_code == 0, (result.output, result.exception)
    return result


def values(path: Path, judge: str, criterion: str, *more: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(path, judge, criterion, "--json", *more).stdout)
    return found


def lines(result: Result) -> list[str]:
    """The output, blanks folded."""
    assert max(map(len, result.output.splitlines())) <= 80
    return [" ".join(line.split()) for line in result.output.splitlines()]


def test_a_judge_of_claims_in_words() -> None:
    found = values(figures.WICE, "gpt-4-0613", "faithfulness")
    assert found["answer"]["n"] == 195
    assert found["answer"]["risk_coverage"]["scored"] == 195
    assert found["scored_by"] == "1 - strict"
    # Read as good and bad κ is another figure than in the three words of both.
    assert round(found["words"]["kappa"], 4) == 0.4067
    chance = (153 * 143 + 42 * 52) / 195**2  # 22 of 153 bad ones passed, 12 of 42 good ones failed
    kappa = ((131 + 30) / 195 - chance) / (1 - chance)
    assert found["answer"]["kappa"] == pytest.approx(kappa)
    shown = " ".join(lines(run(figures.WICE, "gpt-4-0613", "faithfulness")))
    assert "In their own words, partly right apart: they agree on 68.2 % of 195, κ 0.41." in shown
    assert "false pass 14.4 % 9.7 – 20.8 % 22 of 153 unfaithful, judged" in shown
    assert "people first: No answer was labelled by two people" in shown


def test_both_sides_of_the_split_make_the_whole() -> None:
    sides = [
        values(figures.WICE, "gpt-4-0613", "faithfulness", "--split", split)
        for split in ("dev", "held-out", "all")
    ]
    dev, held, whole = (one["answer"]["n"] for one in sides)
    assert (dev + held, whole) == (195, 195)
    assert dev > held > 0
    rows = label_rows(figures.cases(figures.WICE), Recorded("gpt-4-0613", "faithfulness")).answer
    assert held == sum(split_of(one.group) == "held-out" for one in rows)


def test_a_judge_that_is_unclear_in_twelve_languages() -> None:
    judge = "llama-2-13b-chat"
    found = values(figures.NOMIRACL, judge, "answerability")
    assert found["answer"]["coverage"]["hits"] == 109
    assert found["answer"]["abstention"]["hits"] == 107
    slices = found["answer"]["by_slice"]["slices"]
    assert sum(one["kind"] == "language" for one in slices) == 12
    assert sum(one["n"] for one in slices if one["kind"] == "language") == 216
    shown = " ".join(lines(run(figures.NOMIRACL, judge, "answerability")))
    assert "abstention 49.5 % 42.9 – 56.2 % 107 of 216 labelled" in shown
    assert "unanswerable with a verdict: how it does there is not known." in shown


def test_a_judge_of_pairs_and_what_the_order_decides() -> None:
    known = figures.reference()["llmbar/ChatGPT/CoT"]
    found = values(figures.LLMBAR, "ChatGPT/CoT", "preference")
    assert found["schema"] == "adjudge.pairwise-calibration/1"
    assert found["both_orders"] == known["n"]
    assert round(found["consistent"], 4) == known["consistent"]
    interval = found["intervals"]["consistent"]
    assert interval["low"] < found["consistent"] < interval["high"]
    assert found["counted"]["n"] == round(known["consistent"] * known["n"])
    shown = lines(run(figures.LLMBAR, "ChatGPT/CoT", "preference"))
    (line,) = (one for one in shown if one.startswith("contradicts itself"))
    assert line.startswith("contradicts itself 43.7 %")
    (line,) = (one for one in shown if one.startswith("first place wins"))
    assert "71.2 %" in line
    sides = [
        values(figures.LLMBAR, "ChatGPT/CoT", "preference", "--split", split)["comparisons"]
        for split in ("dev", "held-out")
    ]
    assert sum(sides) == found["comparisons"]


def test_a_judge_with_five_repeats() -> None:
    judge = "ragas-faithfulness/gpt-4o"
    found = values(figures.OPENGATE, judge, "faithfulness")
    known = figures.reference()[f"opengate/{judge}"]
    assert found["answer"]["n"] == 17
    assert found["repeats"]["items"] == known["items"]
    assert found["repeats"]["items_with_any_spread"] == known["items_with_any_spread"]
    assert round(found["repeats"]["mean_sd"], 4) == known["mean_sd"]
    assert any(
        line.startswith("Repeats: up to 5 an answer; scores differ on 5 of 17")
        for line in lines(run(figures.OPENGATE, judge, "faithfulness"))
    )


def test_labels_on_another_criterion_are_no_labels() -> None:
    words = ["--labels", str(figures.OPENGATE), "--judge", "recorded:opengate-deterministic/-"]
    result = CliRunner().invoke(command, [*words, "--criterion", "checks"])
    assert "has a usable label for checks" in str(result.exception)
