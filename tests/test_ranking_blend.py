"""The optional blend: each component as published, together monotone and within 1 to 5."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.case import Context
from adjudge_engine.judges.ranking.agreeing import agreeing
from adjudge_engine.judges.ranking.blend import blended
from adjudge_engine.judges.ranking.components import (
    activation,
    age_days,
    components,
    frequency,
    recency,
)
from adjudge_engine.judges.ranking.rank import rank_offline
from adjudge_engine.judges.ranking.settings import BlendWeights, RankingSettings
from adjudge_engine.reading.contexts import read_contexts

NOW = datetime(2024, 6, 1, 12, tzinfo=UTC)
SETTINGS = RankingSettings()
NAMES = ("relevance", "recency", "frequency", "entities", "corroboration", "confidence")
SCORE = st.floats(min_value=1, max_value=5)
PARTS = st.fixed_dictionaries({"relevance": SCORE}, optional=dict.fromkeys(NAMES[1:], SCORE))
WEIGHTS = (
    st.builds(BlendWeights, **dict.fromkeys(NAMES, st.floats(min_value=0, max_value=1e6)))
    | st.none()
)


def ago(days: float) -> str:
    return (NOW - timedelta(days=days)).isoformat()


@given(PARTS, WEIGHTS)
def test_the_blend_stays_within_its_parts(
    parts: dict[str, float], weights: BlendWeights | None
) -> None:
    score = blended(parts, weights)
    assert min(parts.values()) - 1e-9 <= score <= max(parts.values()) + 1e-9


@given(PARTS, WEIGHTS, st.sampled_from(NAMES), SCORE)
def test_no_part_that_rises_lowers_the_score(
    parts: dict[str, float], weights: BlendWeights | None, name: str, value: float
) -> None:
    if name in parts:
        raised = parts | {name: max(value, parts[name])}
        assert blended(raised, weights) >= blended(parts, weights) - 1e-9


def test_without_weights_relevance_alone_counts() -> None:
    parts = {"relevance": 2.0, "recency": 5.0}
    assert blended(parts, None) == 2.0
    assert blended(parts, BlendWeights()) == 2.0
    assert blended(parts, BlendWeights(recency=1.0)) == 3.5
    assert blended(parts, BlendWeights(relevance=0.0, confidence=1.0)) == 2.0


def test_recency_halves_with_each_half_life() -> None:
    assert recency(ago(0), NOW, 30) == 5.0
    assert recency(ago(30), NOW, 30) == 3.0
    assert recency(ago(60), NOW, 30) == 2.0
    assert recency((NOW + timedelta(days=9)).isoformat(), NOW, 30) == 5.0
    assert recency(ago(100_000), NOW, 30) == pytest.approx(1.0)
    assert recency(None, NOW, 30) is None
    assert recency(ago(1), None, 30) is None


def test_activation_is_the_logarithm_of_the_sum_of_powers() -> None:
    days = (0.5, 3.0, 40.0)
    expected = math.log(sum(one**-0.5 for one in days))
    assert activation([ago(one) for one in days], NOW) == pytest.approx(expected)
    assert activation([ago(4)], NOW, decay=1.0) == pytest.approx(math.log(0.25))
    assert activation(["nonsense"], NOW) is None
    assert activation([ago(1)], None) is None


def test_frequency_is_middling_for_one_access_a_half_life_ago() -> None:
    assert frequency([ago(30)], NOW, SETTINGS) == pytest.approx(3.0)


@given(st.lists(st.floats(min_value=0, max_value=1e5), min_size=1, max_size=20))
def test_every_further_access_raises_frequency(days: list[float]) -> None:
    all_of_them = frequency([ago(one) for one in days], NOW, SETTINGS)
    assert all_of_them is not None
    assert 1.0 <= all_of_them <= 5.0
    fewer = frequency([ago(one) for one in days[1:]], NOW, SETTINGS)
    assert fewer is None or fewer <= all_of_them + 1e-9
    later = frequency([ago(one / 2) for one in days], NOW, SETTINGS)
    assert later is not None
    assert later >= all_of_them - 1e-9


@pytest.mark.parametrize(
    ("moment", "days"),
    [
        ("2024-06-01T12:00:00Z", 0.0),
        ("2024-05-31T12:00:00", 1.0),
        ("2024-05-31T14:00:00+02:00", 1.0),
        ("2024-05-31", 1.5),
        ("2030-01-01", 0.0),
        (str(int(NOW.timestamp()) - 86_400), 1.0),
        (str((int(NOW.timestamp()) - 86_400) * 1000), 1.0),
        ("last week", None),
        ("", None),
        ("nan", None),
        ("1e400", None),
        ("-1e300", None),
        ("0001-01-01T00:00:00+23:59", None),
        ("9" * 50, None),
    ],
)
def test_times_of_every_kind(moment: str, days: float | None) -> None:
    found = age_days(moment, NOW)
    if moment.startswith("0001"):
        assert found is None or found > 700_000
    else:
        assert found == (None if days is None else pytest.approx(days))


@given(st.text(max_size=45))
def test_no_time_breaks_the_reading(moment: str) -> None:
    found = age_days(moment, NOW)
    assert found is None or found >= 0


def test_entities_of_the_question_that_a_context_is_about() -> None:
    contexts = (
        Context(id="c1", entities=("Atlas S", "Berlin")),
        Context(id="c2", entities=("atlas s",)),
        Context(id="c3", entities=("Atlas",)),
        Context(id="c4"),
        Context(id="c5", entities=("東京",)),
    )
    found = components(contexts, "Is the Atlas  S sold in Berlin?", None, SETTINGS)
    assert [one.get("entities") for one in found] == [1 + 8 / 3, 1 + 4 / 3, 1 + 4 / 3, None, 1.0]
    japanese = components(contexts, "東京の店は?", None, SETTINGS)
    assert [one.get("entities") for one in japanese] == [1.0, 1.0, 1.0, None, 5.0]
    none = components(contexts, "Is it sold?", None, SETTINGS)
    assert [one.get("entities") for one in none] == [None] * 5


def test_corroboration_is_the_cases_word_or_counted() -> None:
    said = "The lamp may be sent back within thirty days of the purchase for a full refund."
    contexts = (
        Context(id="c1", text=said),
        Context(id="c2", text="As we wrote: " + said.lower()),
        Context(id="c3", text="Brass lamps are polished by hand in a small workshop near Lyon."),
        Context(id="c4", text="", corroborated=True),
        Context(id="c5", text=said, corroborated=False),
    )
    assert agreeing(contexts) == [2, 2, 0, 0, 2]
    found = components(contexts, None, None, SETTINGS)
    assert [one["corroboration"] for one in found] == [4.0, 4.0, 1.0, 5.0, 1.0]


def test_counting_who_agrees_stays_cheap_where_all_do() -> None:
    contexts = tuple(
        Context(id=f"c{at}", text=f"all of them say the very same words {at}") for at in range(5000)
    )
    assert sum(agreeing(contexts)) == 0  # what everyone says tells nothing


def test_the_parts_of_a_ranking_explain_it() -> None:
    contexts = (
        Context(id="old", text="a", score=0.5, updated_at=ago(30), confidence=2.0),
        Context(id="new", text="b", score=0.5, updated_at=ago(0), accesses=(ago(30),)),
    )
    settings = RankingSettings(blend=BlendWeights(relevance=2.0, recency=1.0, frequency=1.0))
    new, old = rank_offline(contexts, "q", settings=settings, now=NOW)
    assert new.parts == {
        "relevance": 3.0,
        "recency": 5.0,
        "frequency": pytest.approx(3.0),
        "corroboration": 1.0,
    }
    assert new.score == 3.5
    assert old.parts["confidence"] == 5.0
    assert old.score == 3.0
    assert [one.origin for one in (new, old)] == ["fallback", "fallback"]


def test_what_a_file_says_for_ranking_is_read() -> None:
    entry = {"text": "a", "updated_at": 1717243200, "accesses": [1717243200, "2024-05-31"]}
    ((read,), _) = read_contexts([entry], "contexts")
    context = Context.model_validate(read)
    assert recency(context.updated_at, NOW, 30) == 5.0
    assert activation(context.accesses, NOW) is not None
    assert len(context.accesses) == 2
