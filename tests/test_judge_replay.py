"""Real recorded judges, replayed: every published figure comes out of the raw files again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import replay_figures as figures
from shared_data import needs_shared

from adjudge_engine.case import Case
from adjudge_engine.judges.scores.worded import verdict_in

pytestmark = needs_shared


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def wanted(prefix: str) -> dict[str, dict[str, float]]:
    known = figures.reference()
    return {
        name.removeprefix(prefix): one for name, one in known.items() if name.startswith(prefix)
    }


@pytest.mark.parametrize("parsed", [False, True], ids=["as recorded", "from the raw reply alone"])
def test_wice_verdicts_against_people(parsed: bool) -> None:
    found = {
        one.judge: {"n": one.n, "agree": rounded(one.agree), "kappa": rounded(one.kappa)}
        for one in figures.worded(figures.WICE, "faithfulness", parsed=parsed)
    }
    assert found == wanted("wice/")


def test_every_raw_reply_of_wice_is_read_as_recorded() -> None:
    said = [one for record in figures.raw_records(figures.WICE) for one in record["judge"].values()]
    assert len(said) == 390
    assert [verdict_in(one["raw"]) for one in said] == [one["verdict"] for one in said]


def test_nomiracl_answerability_with_what_is_unclear() -> None:
    found = {
        one.judge: {
            "n": one.n,
            "unclear": one.unclear,
            "agree": rounded(one.agree),
            "kappa": rounded(one.kappa),
        }
        for one in figures.worded(figures.NOMIRACL, "answerability")
    }
    assert found == wanted("nomiracl/")


def test_llmbar_orders() -> None:
    found = {
        one.judge: {
            "n": one.both_orders,
            "agree_order_ab": rounded(one.order_ab.agree),
            "agree_order_ba": rounded(one.order_ba.agree),
            "consistent": rounded(one.consistent),
            "first_position_wins": rounded(one.first_position_wins),
        }
        for one in figures.compared(figures.LLMBAR)
    }
    assert found == wanted("llmbar/")


def test_pandalm_in_one_order() -> None:
    known = wanted("pandalm/")
    known.pop("humans")
    compared = list(figures.compared(figures.PANDALM))
    found = {
        one.judge: {
            "n": one.own_order.n,
            "agree": rounded(one.own_order.agree),
            "kappa": rounded(one.own_order.kappa),
        }
        for one in compared
    }
    assert found == known
    assert {one.counted.n for one in compared} == {0}, "one order alone never counts"


def test_opengate_repeats() -> None:
    found = {
        one.judge: {
            "items": one.items,
            "repeats": one.repeats,
            "mean_sd": rounded(one.mean_sd),
            "items_with_any_spread": one.items_with_any_spread,
        }
        for one in figures.spreads()
    }
    assert found == wanted("opengate/")


def test_opengate_readings_equal_the_recorded_verdicts_in_every_defect_class() -> None:
    raw = figures.raw_records(figures.OPENGATE)
    for judge in figures.judges(figures.OPENGATE):
        scores: dict[str, list[list[float]]] = {}
        for record in raw:
            runs = [one["score"] for one in record["judge"][judge]]
            scores.setdefault(record["human"]["defect_class"], []).append(runs)
        found = figures.caught(judge)
        assert found.keys() == scores.keys()
        for name, answers in scores.items():
            every = [one for runs in answers for one in runs]
            assert found[name] == figures.Caught(
                answers=len(answers),
                runs=len(every),
                lowest=min(every),
                highest=max(every),
                flagged=sum(one < 1 for one in every),
                steady=sum(all(one < 1 for one in runs) for runs in answers),
                never=sum(all(one == 1 for one in runs) for runs in answers),
            )


def test_a_replayed_judge_never_says_more_than_all_its_repeats() -> None:
    words: Counter[tuple[str, str]] = Counter()
    for case in figures.cases(figures.OPENGATE):
        for judge in figures.judges(figures.OPENGATE):
            found = figures.replayed(case, judge)
            runs = [one.strict for one in case.judgments if one.judge == judge]
            assert len(runs) == 5
            assert found.strict == (runs[0] if len(set(runs)) == 1 else None)
            spread: Any = found.parameters["runs"]
            every = [one.score for one in case.judgments if one.judge == judge]
            scores = [one for one in every if one is not None]
            assert spread["score"] == {"min": min(scores), "max": max(scores)}
            word = found.abstention.code if found.abstention else str(found.strict)
            words[judge, word] += 1
    assert words["deepeval-faithfulness/gpt-4o", "1.0"] == 0, "not contradicted is not supported"
    assert words["ragas-faithfulness/gpt-4o", "1.0"] == 5


def test_no_judgment_of_the_real_files_is_lost() -> None:
    for path in (figures.OPENGATE, figures.WICE, figures.NOMIRACL, figures.LLMBAR, figures.PANDALM):
        for record, case in zip(figures.raw_records(path), figures.cases(path), strict=True):
            assert isinstance(case, Case)
            names = {one.judge for one in case.judgments}
            assert names == record["judge"].keys()
            assert "judge" not in case.metadata
