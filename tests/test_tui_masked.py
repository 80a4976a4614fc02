"""Contexts that are not for the reviewer are counted and named, never shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tui_desk import desk
from tui_samples import MARGIN, TEN_Q, build, northwind, plain

from adjudge_tui.widgets.spanview import SpanView

_TEAM = """
[reviewers.ana]
role = "reviewer"
groups = ["everybody"]

[reviewers.lea]
role = "lead"
groups = "*"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "adjudge.toml").write_text(_TEAM, encoding="utf-8")
    sources: dict[str, dict[str, Any]] = {
        "10-Q": {"groups": ["finance"], "hash": "sha256:1"},
        "Call transcript": {"groups": None, "hash": "sha256:2"},
    }
    return build(tmp_path / "q.db", [northwind(), plain("water")], sources)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_masked_contexts_are_counted_and_the_decision_says_so(
    path: Path, size: tuple[int, int]
) -> None:
    async with desk(path, size=size) as one:
        assert "EVIDENCE  2 contexts not open to you" in one.text
        assert "∅ not open to you" in one.text
        assert "partly informed" in one.text.splitlines()[0]
        assert (
            "Analyst: can you size the backlog?"
            in one.app.desk.query_one("#evidence", SpanView).doc.text
        )
        for hidden in (TEN_Q[:20], MARGIN[:20], "same metric", "stands in no context"):
            assert hidden not in one.text
            assert hidden not in one.app.desk.query_one("#evidence", SpanView).doc.text
        await one.press("b")
        assert "blocked “northwind”, partly informed · u undo" in one.text
    decided = next(e for e in one.item("northwind").history if e["kind"] == "decided")
    assert (decided["body"]["informed"], decided["body"]["masked"]) == ("partial", 2)


async def test_one_masked_context_is_one(tmp_path: Path) -> None:
    (tmp_path / "adjudge.toml").write_text(_TEAM, encoding="utf-8")
    path = build(tmp_path / "q.db", [northwind()], {"10-Q": {"groups": None, "hash": "x"}})
    async with desk(path) as one:
        assert "EVIDENCE  1 context not open to you" in one.text


async def test_whoever_may_read_everything_is_told_nothing_of_it(path: Path) -> None:
    async with desk(path, reviewer="lea") as one:
        assert "not open to you" not in one.text
        assert "partly informed" not in one.text
        await one.press("b")
        assert "blocked “northwind” · B says why · u undo" in one.text
