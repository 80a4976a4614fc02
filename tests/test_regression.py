"""The regression gate's figures: what counts as worse, what is noise, and what never passes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.calibration.statistics.confusion import Said, Truth
from adjudge_engine.calibration.statistics.intervals import wilson
from adjudge_engine.calibration.watching.baseline import (
    Baseline,
    KeptRow,
    parse_baseline,
    read_json,
    write_baseline,
)
from adjudge_engine.calibration.watching.gating import against_baseline, undefined_in, values_of
from adjudge_engine.calibration.watching.regression import (
    FALSE_ALARMS,
    Finding,
    Regression,
    confidence_of,
    independent,
    paired_shares,
    weigh,
)
from adjudge_engine.calibration.watching.routes import Evaluated, Run, against_run
from adjudge_engine.errors import InputError

Word = tuple[Truth, Said]


def kept(words: Sequence[Word], *, per_group: int = 2, mark: str = "m") -> Baseline:
    """A baseline of answers with these words."""
    rows = [
        KeptRow(case_id=f"a{at}", group=f"g{at // per_group}", mark=mark, truth=truth, said=said)
        for at, (truth, said) in enumerate(words)
    ]
    return Baseline.model_validate(
        {
            "judge": "reader",
            "criterion": "faithfulness",
            "reading": "strict",
            "minimum": 1.0,
            "labels": "lamps",
            "answer": rows,
        }
    )


def drawn(n: int, random: Random, wrong: float = 0.15) -> list[Word]:
    """What a judge that errs so often says of n answers, two of five bad."""
    found: list[Word] = []
    for at in range(n):
        truth: Truth = "bad" if at % 5 < 2 else "good"
        right: Said = "fail" if truth == "bad" else "pass"
        other: Said = "pass" if truth == "bad" else "fail"
        said: Said = other if random.random() < wrong else right
        found.append((truth, "abstain" if random.random() < 0.05 else said))
    return found


def spoilt(words: Sequence[Word], count: int) -> list[Word]:
    """The same, the first `count` caught bad ones passed."""
    found = list(words)
    for at, word in enumerate(words):
        if word == ("bad", "fail") and count:
            found[at] = ("bad", "pass")
            count -= 1
    return found


def of(found: Regression, name: str) -> Finding:
    (one,) = [one for one in found.findings if one.name == name]
    return one


def test_nothing_changed_passes() -> None:
    words = drawn(120, Random(1))
    found = against_baseline(kept(words), kept(words))
    assert found.ok
    assert not found.notes
    assert {one.status for one in found.findings} == {"same"}
    assert found.compared == 120


def test_a_drop_beyond_noise_fails_in_its_direction_and_names_the_cases() -> None:
    words = drawn(200, Random(2))
    worse, better = kept(spoilt(words, 25)), kept(words)
    found = against_baseline(better, worse)
    assert not found.ok
    false_pass = of(found, "answer.false_pass")
    assert false_pass.status == "worse"
    assert false_pass.difference is not None
    assert false_pass.difference > 0
    assert false_pass.interval is not None
    assert false_pass.interval.low > 0
    assert len(false_pass.turned) == 20
    assert of(found, "answer.alignment").status == "worse"
    back = against_baseline(worse, better)
    assert back.ok
    assert of(back, "answer.false_pass").status == "better"


def test_a_drop_within_noise_passes() -> None:
    words = drawn(200, Random(3))
    found = against_baseline(kept(words), kept(spoilt(words, 1)))
    assert of(found, "answer.false_pass").difference != 0
    assert found.ok


def test_a_tolerated_drop_passes_and_a_larger_one_does_not() -> None:
    words = drawn(200, Random(4))
    now = kept(spoilt(words, 20))
    names = ("false_pass",)
    drop = of(against_baseline(kept(words), now, names=names), "answer.false_pass").difference
    assert drop is not None
    for tolerance, ok in ((drop + 0.01, True), (drop - 0.01, False)):
        given_ = {"false_pass": tolerance}
        assert against_baseline(kept(words), now, names=names, tolerance=given_).ok is ok
    with pytest.raises(InputError, match="No figure"):
        against_baseline(kept(words), now, names=names, tolerance={"kappa": 0.1})


def test_all_changed_alike_is_worse_though_groups_show_no_spread() -> None:
    words: list[Word] = [("bad", "fail"), ("good", "pass")] * 20
    now: list[Word] = [("bad", "pass"), ("good", "pass")] * 20
    found = against_baseline(kept(words), kept(now), names=("false_pass", "kappa"))
    assert of(found, "answer.false_pass").status == "worse"
    assert of(found, "answer.kappa").status == "untold"


@pytest.mark.parametrize("groups", [1, 4])
def test_with_few_sources_the_items_that_turned_decide(groups: int) -> None:
    words: list[Word] = [("bad", "fail"), ("good", "pass")] * 40
    size = 80 // groups
    now = spoilt(words, 15)
    found = against_baseline(kept(words, per_group=size), kept(now, per_group=size))
    assert of(found, "answer.false_pass").status == "worse"
    assert of(found, "answer.kappa").status == "untold"
    assert not found.ok


def test_a_figure_that_is_undefined_now_fails() -> None:
    words: list[Word] = [("bad", "fail"), ("good", "pass")] * 15
    now: list[Word] = [("bad", "abstain"), ("good", "abstain")] * 15
    found = against_baseline(kept(words), kept(now))
    assert of(found, "answer.false_pass").status == "undefined"
    assert of(found, "answer.abstention").status == "worse"
    assert not found.ok


def test_a_figure_that_the_baseline_lacks_fails() -> None:
    words: list[Word] = [("good", "pass")] * 20
    before = kept(words)
    assert undefined_in(before) == ["answer.false_pass", "answer.kappa", "answer.alignment"]
    found = against_baseline(before, before)
    assert of(found, "answer.false_pass").status == "missing"
    assert not found.ok
    assert against_baseline(before, before, names=("false_reject",)).ok


@pytest.mark.parametrize("change", ["gone", "new", "relabelled", "rewritten", "twice"])
def test_other_labels_or_cases_never_pass(change: str) -> None:
    words = drawn(60, Random(5))
    before = kept(words)
    rows = list(before.answer)
    first = rows[0]
    if change == "gone":
        rows.pop()
    elif change == "new":
        rows.append(first.model_copy(update={"case_id": "another"}))
    elif change == "relabelled":
        other = "good" if first.truth == "bad" else "bad"
        rows[0] = first.model_copy(update={"truth": other})
    elif change == "rewritten":
        rows[0] = first.model_copy(update={"mark": "n"})
    else:
        rows.append(first)
    now = before.model_copy(update={"answer": tuple(rows)})
    found = against_baseline(before, now)
    assert not found.ok
    (problem,) = found.problems
    assert problem.startswith("fewer cases" if change == "gone" else "changed labels")
    assert not found.failures


def test_verdicts_on_claims_that_are_gone_never_pass() -> None:
    words = drawn(60, Random(6))
    now = kept(words)
    claims = tuple(one.model_copy(update={"claim_id": "c1"}) for one in now.answer)
    before = now.model_copy(update={"claim": claims})
    found = against_baseline(before, now)
    assert not found.ok
    assert "no verdicts by claim any more" in found.problems[0]
    assert of(found, "claim.false_pass").status == "undefined"


def test_another_reading_cannot_be_compared() -> None:
    one = kept([("bad", "fail")])
    with pytest.raises(InputError, match="reading"):
        against_baseline(one, one.model_copy(update={"reading": "score"}))
    with pytest.raises(InputError, match="There is no figure"):
        against_baseline(one, one, names=("beauty",))


def test_nothing_compared_is_no_pass() -> None:
    empty = kept([])
    assert not against_baseline(empty, empty).ok
    assert not Regression("x", "a", "b", 0, ()).ok


def test_a_baseline_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    before = kept(drawn(10, Random(7)))
    write_baseline(path, before)
    assert parse_baseline(read_json(path, "it", "hint"), path) == before


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b"{}",
        b'{"schema":"adjudge.baseline/1"}',
        b'{"schema":"adjudge.baseline/1","judge":1}',
        b'{"schema":["adjudge.baseline/1"]}',
    ],
    ids=range(9),
)
def test_what_is_no_baseline_is_refused(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    path.write_bytes(raw)
    with pytest.raises(InputError):
        parse_baseline(read_json(path, "a baseline", "hint"), path)


def test_a_folder_or_nothing_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(InputError):
            read_json(path, "a baseline", "hint")


@given(st.lists(st.integers(0, 40), min_size=6, max_size=6))
def test_rates_from_counts_are_those_of_the_matrix(counts: list[int]) -> None:
    from adjudge_engine.calibration.statistics.confusion import Confusion

    matrix = Confusion(*counts)
    rates = ("false_pass", "false_reject", "abstention", "accuracy", "precision", "recall")
    found = values_of((*rates, "kappa"), counts)
    for name in rates:
        assert found[name] == getattr(matrix, name).value
    assert found["kappa"] == (None if matrix.kappa is None else pytest.approx(matrix.kappa))


def test_paired_shares_are_agresti_and_min() -> None:
    found = paired_shares(5, 15, 100, 0.95)
    assert found is not None
    assert (found.low, found.high) == pytest.approx((-0.1840, -0.0121), abs=2e-4)
    assert paired_shares(0, 0, 0, 0.95) is None


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
def test_paired_shares_turn_with_their_sign(gained: int, lost: int, rest: int) -> None:
    n = gained + lost + rest
    one, other = paired_shares(gained, lost, n, 0.9), paired_shares(lost, gained, n, 0.9)
    if one is None or other is None:
        assert n == 0
        return
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert one.low <= (gained - lost) / (n + 2) <= one.high


def test_independent_intervals_are_newcombes() -> None:
    # R. G. Newcombe (1998), table II, example (a): 56 of 70 against 48 of 80, method 10.
    a, b = wilson(56, 70), wilson(48, 80)
    assert a is not None
    assert b is not None
    found = independent(48 / 80, b, 56 / 70, a, 0.95)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=1e-4)
    wider = independent(48 / 80, b, 56 / 70, a, 0.99)
    assert wider.low < found.low < found.high < wider.high


@pytest.mark.parametrize(
    ("before", "now", "status"),
    [(None, 0.5, "missing"), (0.5, None, "undefined"), (0.5, 0.4, "untold"), (0.5, 0.6, "same")],
    ids=["missing", "undefined", "untold", "same"],
)
def test_without_an_interval_a_drop_is_no_pass(
    before: float | None, now: float | None, status: str
) -> None:
    assert weigh("x", "higher", before, now, None).status == status


def run(routes: dict[str, tuple[str, str, str]]) -> Run:
    """Case id → (hash, route, outcome of numbers)."""
    by_case = {
        case: Evaluated(
            mark, frozenset({f"route.{route}"} | ({f"numbers.{gate}"} if gate else set()))
        )
        for case, (mark, route, gate) in routes.items()
    }
    return Run("run", by_case, frozenset({"numbers"}))


def test_on_the_same_answers_a_check_that_finds_less_fails() -> None:
    old = run(
        {
            f"c{at}": ("h", "block" if at < 15 else "review", "fail" if at < 15 else "")
            for at in range(60)
        }
    )
    new = run({f"c{at}": ("h", "review", "") for at in range(60)})
    found = against_run(old, new)
    assert of(found, "numbers.fail").status == "worse"
    assert not found.ok
    changed = run({f"c{at}": (f"h{at}", "review", "") for at in range(60)})
    assert of(against_run(old, changed), "numbers.fail").status == "better"
    assert of(against_run(changed, old), "numbers.fail").status == "worse"


def test_evaluations_that_are_gone_never_pass() -> None:
    old = run({f"c{at}": ("h", "review", "") for at in range(20)})
    new = Run("new", {key: old.by_case[key] for key in list(old.by_case)[1:]}, old.gates)
    found = against_run(old, new)
    assert not found.ok
    assert found.problems == ("fewer cases: 1 of 20 are not there now",)
    assert against_run(new, old).ok
    without = Run("new", old.by_case, frozenset())
    assert of(against_run(old, without), "numbers.fail").status == "undefined"
    assert of(against_run(without, old), "numbers.fail").status == "missing"
    nothing = Run("other", {"z": Evaluated("h", frozenset())}, old.gates)
    assert not against_run(old, nothing).ok


def alarms(times: int, n: int, seed: int) -> float:
    """How often the gate fails where the judge is drawn twice from the same."""
    random = Random(seed)
    failed = 0
    for _ in range(times):
        hard = [random.betavariate(1, 5) for _ in range(n // 2)]
        pair: list[list[Word]] = [[], []]
        for at in range(n):
            truth: Truth = "bad" if at % 5 < 2 else "good"
            for side in pair:
                is_wrong = random.random() < hard[at // 2]
                passes = (truth == "good") != is_wrong
                said: Said = "pass" if passes else "fail"
                side.append((truth, "abstain" if random.random() < 0.08 else said))
        failed += not against_baseline(kept(pair[0]), kept(pair[1])).ok
    return failed / times


def test_noise_alone_seldom_fails_the_gate() -> None:
    assert alarms(12, 80, 8) <= FALSE_ALARMS + 3 * (0.05 * 0.95 / 12) ** 0.5
    assert confidence_of("lower", 5) == pytest.approx(0.98)
    assert confidence_of("either", 5) == pytest.approx(0.99)


@pytest.mark.stress
def test_noise_alone_seldom_fails_the_gate_in_many_runs() -> None:
    assert alarms(400, 200, 9) <= FALSE_ALARMS + 3 * (0.05 * 0.95 / 400) ** 0.5


def test_the_comparison_is_json() -> None:
    words = drawn(40, Random(10))
    said: Any = json.loads(json.dumps(against_baseline(kept(words), kept(words)).to_dict()))
    assert said["schema"] == "adjudge.regression/1"
    assert said["ok"] is True
    assert said["findings"][0]["name"] == "answer.false_pass"
