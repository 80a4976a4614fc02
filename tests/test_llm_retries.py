"""How long is waited: as providers say it, in all their ways, and never for ever."""

from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.judges.llm.retries import (
    LONGEST_WAIT_S,
    backoff,
    told_wait,
    wait_after_refusal,
)

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)
NAMES = (
    "Retry-After",
    "retry-after-ms",
    "x-ratelimit-reset",
    "x-ratelimit-reset-requests",
    "x-ratelimit-remaining-requests",
    "anthropic-ratelimit-tokens-reset",
)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after": "0.25"}, 0.25),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "1e9"}, LONGEST_WAIT_S),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "later"}, None),
        ({"retry-after": ""}, None),
        ({"retry-after": "Sun, 01 Mar 2026 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Sun, 01 Mar 2026 11:00:30 GMT"}, 0.0),
        ({"retry-after": "Sunday, 01-Mar-26 12:00:09 GMT"}, 9.0),
        ({"retry-after": "9", "retry-after-ms": "1500"}, 1.5),
        ({"x-ratelimit-reset-requests": "6m0s"}, LONGEST_WAIT_S),
        ({"x-ratelimit-reset-requests": "1m2.5s"}, 62.5),
        ({"x-ratelimit-reset-tokens": "250ms"}, 0.25),
        ({"x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "4s"}, 4.0),
        (
            {
                "x-ratelimit-reset-requests": "1s",
                "x-ratelimit-remaining-requests": "0",
                "x-ratelimit-reset-tokens": "4s",
                "x-ratelimit-remaining-tokens": "100",
            },
            1.0,
        ),
        ({"x-ratelimit-reset": str(int(NOW.timestamp()) + 20)}, 20.0),
        ({"anthropic-ratelimit-tokens-reset": "2026-03-01T12:00:05Z"}, 5.0),
        ({"retry-after": "later", "x-ratelimit-reset": "2"}, 2.0),
    ],
)
def test_headers_as_providers_write_them(headers: dict[str, str], seconds: float | None) -> None:
    found = told_wait(headers, NOW)
    assert found == (seconds if seconds is None else pytest.approx(seconds))


@given(
    st.dictionaries(
        st.sampled_from(NAMES),
        st.text(max_size=80)
        | st.floats().map(str)
        | st.datetimes().map(str)
        | st.from_regex(r"[0-9]{0,12}h?[0-9]{0,12}m?s?", fullmatch=True),
    )
)
def test_any_header_is_a_bounded_wait_or_none(headers: dict[str, str]) -> None:
    found = told_wait(headers, NOW)
    assert found is None or 0 <= found <= LONGEST_WAIT_S


@given(st.integers(1, 10_000), st.integers())
def test_backoff_grows_to_a_bound(attempt: int, seed: int) -> None:
    found = backoff(attempt, random.Random(seed))
    assert 0.25 <= found <= 30
    assert found <= 0.5 * 2 ** min(attempt - 1, 10)


def test_what_is_told_is_waited_but_zero_not_for_ever() -> None:
    chance = random.Random(1)
    assert wait_after_refusal(1, 4.0, chance) == 4.0
    assert wait_after_refusal(9, 4.0, chance) == 4.0
    assert 0 < wait_after_refusal(1, 0.0, chance) < 0.1
    assert wait_after_refusal(9, 0.0, chance) >= 1.0
    assert 0.25 <= wait_after_refusal(1, None, chance) <= 0.5
