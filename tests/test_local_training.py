"""Fitting the local judge: the optimum within its signs, thresholds, and the command."""

from __future__ import annotations

import json
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_data import SHARED, needs_shared

from adjudge_engine.calibration.fitting import fit_local, labelled_claims
from adjudge_engine.calibration.statistics.auroc import auroc, auroc_interval
from adjudge_engine.calibration.statistics.passing import passing_threshold, upper_bound
from adjudge_engine.case import Case, Context, Label, LabelClaim
from adjudge_engine.claims import split_claims
from adjudge_engine.errors import InputError
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.local.features import FEATURES, NAMES
from adjudge_engine.judges.local.fit import calibrate, fit
from adjudge_engine.judges.local.head import HEAD_FILE, load_head, shipped_head
from adjudge_engine.judges.local.judge import LocalJudge
from adjudge_engine.judges.local.learning import (
    Example,
    Recipe,
    even_prior,
    fold_of,
    out_of_fold,
    words_brought,
)
from adjudge_tui.cli.judges.calibrate import calibrate as command

PARTS = ("lid", "grate", "flue", "shelf", "door", "coil", "vent", "brick", "hinge", "latch")
STUFF = ("fireclay", "steel", "copper", "granite", "mullite", "ceramic", "alumina", "basalt")


def sample(count: int, seed: int = 3) -> tuple[list[tuple[float, ...]], list[bool]]:
    """Rows of three values: the first makes bad, the second good, the third says nothing."""
    random = Random(seed)
    rows = [tuple(random.random() for _ in range(3)) for _ in range(count)]
    bad = [random.random() < 1 / (1 + exp(-(4 * one[0] - 4 * one[1]))) for one in rows]
    return rows, bad


def test_the_weights_are_the_best_within_their_signs() -> None:
    rows, bad = sample(300)
    signs, prior, strength = (1, 1, 1), (0.1, 0.1, 0.1), 0.05
    found = fit(rows, bad, signs=signs, prior=prior, strength=strength)

    def loss(weights: tuple[float, ...], bias: float) -> float:
        total = 0.0
        for row, one in zip(rows, bad, strict=True):
            parts = zip(row, found.means, found.scales, weights, strict=True)
            score = bias + sum(w * (value - mean) / scale for value, mean, scale, w in parts)
            total += log(1 + exp(-score if one else score))
        pulled = sum((one - two) ** 2 for one, two in zip(weights, prior, strict=True))
        return total / len(rows) + strength / 2 * pulled

    best = loss(found.weights, found.biases[0])
    assert found.weights[0] > 0.3
    assert found.weights[1] == 0.0  # the data say that more of it is better: it may not be
    for at in range(3):
        for change in (-0.01, 0.01):
            weights = list(found.weights)
            weights[at] += change
            if weights[at] >= 0:
                assert loss(tuple(weights), found.biases[0]) > best
    for change in (-0.01, 0.01):
        assert loss(found.weights, found.biases[0] + change) > best


def test_without_constraint_the_second_weight_is_negative() -> None:
    rows, bad = sample(300)
    found = fit(rows, bad, signs=(0, 0, 0), prior=(0.0,) * 3, strength=0.01)
    assert found.weights[1] < -0.3


def test_a_strong_pull_leaves_the_prior() -> None:
    rows, bad = sample(100)
    found = fit(rows, bad, signs=(1, 1, 1), prior=(0.2, 0.3, 0.4), strength=1e6)
    assert found.weights == pytest.approx((0.2, 0.3, 0.4), abs=1e-4)


def test_base_rates_of_sets_teach_nothing() -> None:
    """A feature that only tells the sets apart gets no weight from their different rates."""
    random = Random(5)
    sets = [at % 2 for at in range(400)]
    rows = [(float(one), random.random()) for one in sets]
    bad = [random.random() < (0.8 if one else 0.2) for one in sets]
    arguments: dict[str, Any] = {"signs": (1, 1), "prior": (0.0, 0.0), "strength": 0.001}
    assert fit(rows, bad, **arguments).weights[0] > 1
    assert fit(rows, bad, sets=sets, **arguments).weights[0] < 0.05


def test_calibrated_scores_have_the_rate_of_the_rows() -> None:
    rows, bad = sample(400)
    scores = [10 * (one[0] - one[1]) + 3 for one in rows]
    slope, offset = calibrate(scores, bad)
    assert 0.1 <= slope < 1
    risks = [1 / (1 + exp(-(slope * one + offset))) for one in scores]
    assert sum(risks) == pytest.approx(sum(bad), abs=1.0)


def example(value: float, bad: bool, group: str, news: tuple[str, ...] = ()) -> Example:
    return Example((value,) * len(NAMES), news, bad, group)


def test_no_example_is_scored_by_a_head_that_saw_its_source() -> None:
    """The values of the one odd source are unlike all others; its own labels cannot help it."""
    random = Random(2)
    examples = [example(random.random(), at % 3 == 0, f"s{at % 30}") for at in range(90)]
    odd = [example(9.0, True, "odd") for _ in range(20)]
    recipe = Recipe(even_prior(), 0.05)
    kept = [one for one in examples if fold_of(one.group) != fold_of("odd")]
    scored = out_of_fold([*examples, *odd], recipe)[-20:]
    alone = out_of_fold([*kept, *[one._replace(bad=False) for one in odd]], recipe)[-20:]
    assert scored == pytest.approx(alone)


def test_words_that_bad_claims_bring_in() -> None:
    examples = [example(0.5, True, f"a{at}", ("glaze",)) for at in range(6)]
    examples += [example(0.5, False, f"b{at}", ("note", "safe")) for at in range(6)]
    examples += [example(0.5, True, "c", ("once",))]
    found = words_brought(examples)
    assert found["glaze"] > 0 > found["note"]
    assert "once" not in found
    assert words_brought(examples[:6]) == {}


def test_the_even_prior_keeps_to_the_signs() -> None:
    prior = even_prior()
    assert all(one * sign >= 0 for one, sign in zip(prior, FEATURES.values(), strict=True))


def test_auroc_by_hand() -> None:
    assert auroc([1, 2, 3, 4], [False, True, False, True]) == 0.75
    assert auroc([1, 1, 1, 1], [False, True, False, True]) == 0.5
    assert auroc([1, 2], [True, True]) is None
    between = auroc_interval(
        [1, 2, 3, 4] * 5, [False, True, False, True] * 5, [*"abcdefg" * 3][:20]
    )
    assert between is not None
    assert between.low <= 0.75 <= between.high
    assert auroc_interval([1, 2], [True, False], ["a", "a"]) is None


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=2, max_size=40))
def test_auroc_counts_pairs(pairs: list[tuple[int, bool]]) -> None:
    bad = [score for score, one in pairs if one]
    good = [score for score, one in pairs if not one]
    found = auroc([score for score, _ in pairs], [one for _, one in pairs])
    if not bad or not good:
        assert found is None
        return
    won = sum((b > g) + (b == g) / 2 for b in bad for g in good)
    assert found == pytest.approx(won / (len(bad) * len(good)))


@pytest.mark.parametrize(
    ("hits", "n", "bound"),
    # 1 - 0.05 ** (1 / n) without a hit; the others from tables of the beta distribution.
    [
        (0, 10, 0.25887),
        (0, 100, 0.02951),
        (1, 10, 0.39416),
        (5, 100, 0.10225),
        (3, 3, 1),
        (0, 0, 1),
    ],
)
def test_clopper_pearson_bounds(hits: int, n: int, bound: float) -> None:
    assert upper_bound(hits, n) == pytest.approx(bound, abs=2e-5)


def test_the_threshold_stops_where_the_bound_does() -> None:
    risks = [at / 1000 for at in range(1000)]
    bad = [at >= 400 for at in range(1000)]
    found = passing_threshold(risks, bad, 0.02)
    assert found.below == 0.4
    assert (found.passed, found.bad) == (400, 0)
    assert found.bound < 0.02
    assert passing_threshold(risks, [True] * 1000, 0.02).below == 0
    assert passing_threshold(risks[:20], [False] * 20, 0.02).below == 0  # too few to show it


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=200), st.floats(0.01, 0.5))
def test_what_passes_is_bounded(pairs: list[tuple[float, bool]], target: float) -> None:
    found = passing_threshold([risk for risk, _ in pairs], [one for _, one in pairs], target)
    below = [one for risk, one in pairs if risk < found.below]
    assert (found.passed, found.bad) == (len(below), sum(below))
    assert found.below == 0 or upper_bound(found.bad, found.passed) <= target


def labelled_cases(count: int) -> list[Case]:
    """Answers of four claims about kilns; what is not in the passage is labelled so."""
    random = Random(11)
    cases = []
    for number in range(count):
        parts, stuff = random.sample(PARTS, 4), [random.choice(STUFF) for _ in range(4)]
        facts = [
            f"The {part} of kiln {number + 20} is made of {one} by the north works."
            for part, one in zip(parts, stuff, strict=True)
        ]
        said = [
            f"The {part}, made in Torvald, withstands solvents and frost for decades."
            if random.random() < 0.3
            else f"Kiln {number + 20} has a {part} that the north works made of {one}."
            for part, one in zip(parts, stuff, strict=True)
        ]
        answer = " ".join(said)
        claims = tuple(
            LabelClaim(
                claim_id=claim.id,
                verdict="not_mentioned" if "Torvald" in claim.text else "supported",
            )
            for claim in split_claims(answer)
        )
        cases.append(
            Case(
                id=f"k{number}",
                question="What is the kiln made of?",
                answer=answer,
                contexts=(Context(id="c", text=" ".join(facts)),),
                labels=(Label(criterion="faithfulness", claims=claims, by="ines"),),
                metadata={"group": f"g{number % 40}"},
            )
        )
    return cases


def test_a_fitted_judge_passes_what_it_may_and_no_more() -> None:
    cases = labelled_cases(80)
    fitting = fit_local(cases)
    assert (fitting.claims, fitting.sources, fitting.left_out) == (320, 40, 0)
    assert fitting.after.value is not None
    assert fitting.after.value > 0.95
    assert 0 < fitting.passing.below < 1
    assert fitting.passing.bound <= fitting.passing.target == 0.02
    judge = LocalJudge(fitting.head)
    fresh = Case(
        id="fresh",
        question="What is the kiln made of?",
        answer="Kiln 7 has a lid that the north works made of granite.",
        contexts=(
            Context(
                id="c",
                text="The lid of kiln 7 is made of granite by the north works. It is heavy.",
            ),
        ),
    )
    claims = split_claims(fresh.answer or "")
    (one,) = judge.judge(JudgeRequest("faithfulness", fresh, claims)).claims
    assert one.verdict == "supported"
    (shipped,) = LocalJudge().judge(JudgeRequest("faithfulness", fresh, claims)).claims
    assert shipped.verdict == "unsure"
    assert judge.fingerprint("faithfulness") != LocalJudge().fingerprint("faithfulness")


def test_the_same_labels_give_the_same_bytes() -> None:
    first, second = (fit_local(labelled_cases(26)).head.to_json() for _ in range(2))
    assert first == second


def test_what_cannot_be_read_is_left_out() -> None:
    case = labelled_cases(1)[0]
    assert labelled_claims(case.model_copy(update={"contexts": ()})) is None
    assert labelled_claims(case.model_copy(update={"labels": ()})) == []
    german = "Der Ofen ist aus Ton und steht in der Halle."
    foreign = case.model_copy(
        update={
            "answer": german,
            "contexts": (Context(id="c", text=german),),
            "labels": (Label(criterion="faithfulness", value="faithful"),),
        }
    )
    assert labelled_claims(foreign) is None


@pytest.mark.parametrize(
    ("cases", "says"),
    [
        (labelled_cases(20), "80 labelled claims; a head needs at least 100"),
        (
            [
                one.model_copy(update={"labels": (Label(criterion="faithfulness", value="good"),)})
                for one in labelled_cases(40)
            ],
            "0 are unsupported",
        ),
        (
            [one.model_copy(update={"metadata": {"group": "one"}}) for one in labelled_cases(40)],
            "on 1 sources",
        ),
    ],
)
def test_too_few_labels_are_refused(cases: list[Case], says: str) -> None:
    with pytest.raises(InputError) as failure:
        fit_local(cases)
    assert says in failure.value.message
    assert failure.value.hint


def run(*arguments: object) -> Any:
    return CliRunner(env={"COLUMNS": "80"}).invoke(command, [str(one) for one in arguments])


def written(path: Path, cases: list[Case]) -> Path:
    path.write_text(
        "\n".join(one.model_dump_json(exclude_defaults=True) for one in cases) + "\n",
        encoding="utf-8",
    )
    return path


def test_the_command_writes_a_head_that_can_be_named(tmp_path: Path) -> None:
    labels = written(tmp_path / "labels.jsonl", labelled_cases(60))
    head = tmp_path / "local-head.json"
    result = run("--labels", labels, "--judge", "local", "--fit-local", head)
    assert result.exit_code == 0, (result.output, result.exception)
    text = " ".join(result.output.split())
    assert "240 labelled claims on 40 sources" in text
    assert "AUROC by claim, fitted" in text
    assert "[judges.ours]" in text
    assert load_head(head).trained["claims"] == 240
    as_json = run("--labels", labels, "--judge", "local", "--fit-local", head, "--json")
    data = json.loads(as_json.output)
    assert data["schema"] == "adjudge.fitting/1"
    assert data["head"] == load_head(head).hash


def test_nothing_is_written_where_nothing_could_be_fitted(tmp_path: Path) -> None:
    labels = written(tmp_path / "labels.jsonl", labelled_cases(3))
    head = tmp_path / "local-head.json"
    result = run("--labels", labels, "--judge", "local", "--fit-local", head)
    assert isinstance(result.exception, InputError)
    assert not head.exists()


def test_only_the_local_judge_can_be_fitted(tmp_path: Path) -> None:
    labels = written(tmp_path / "labels.jsonl", labelled_cases(3))
    result = run(
        "--labels", labels, "--judge", "recorded:m1", "--fit-local", tmp_path / "head.json"
    )
    assert result.exit_code == 2
    assert "--fit-local" in result.output


@needs_shared
@pytest.mark.stress
def test_the_shipped_head_is_what_its_script_makes() -> None:
    from adjudge_engine.judges.local import train

    folder = Path(train.__file__).parent
    made = train.train(SHARED / "items")
    assert made.to_json() == (folder / HEAD_FILE).read_text(encoding="utf-8")
    assert made == shipped_head()
    words = json.loads((folder / "rarity.json").read_text(encoding="utf-8"))
    assert train.common_words(SHARED / "items") == words
