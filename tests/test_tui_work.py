"""How much is done for a key, counted: what is drawn, wrapped, laid out, built; no clock."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen
from tui_desk import desk
from tui_samples import build, claims_of, evaluation_of, gates_of, plain, span

from adjudge_queue.records import ItemRow
from adjudge_tui.desk import ahead, laying
from adjudge_tui.desk.doc import Lines
from adjudge_tui.widgets.spanview import SpanView
from adjudge_tui.widgets.sqllist import SqlList


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Calls by name, and characters wrapped."""
    count: Counter[str] = Counter()

    def watch(kind: type, name: str, key: str) -> None:
        real = getattr(kind, name)

        def called(*args: Any, **named: Any) -> Any:
            count[key] += 1
            return real(*args, **named)

        monkeypatch.setattr(kind, name, called)

    watch(Screen, "_refresh_layout", "layouts")
    watch(SpanView, "_draw", "rows")
    watch(SqlList, "render_line", "list rows")
    real = Lines.__init__

    def wrapped(self: Lines, text: str, width: int) -> None:
        count["wrapped"] += len(text)
        real(self, text, width)

    monkeypatch.setattr(Lines, "__init__", wrapped)
    return count


def _long(characters: int = 200_000) -> tuple[dict[str, Any], dict[str, Any]]:
    parts = [f"Number {number} says {number * 7} of it." for number in range(200)]
    answer = " ".join(parts)
    answer += " " + ("and on it went 日本語の文 " * (characters // 20))[: characters - len(answer)]
    texts = [f"{parts[number]} " + "More of it. " * 150 for number in range(100)]
    claims = claims_of(" ".join(parts)[:-1])
    for number, claim in enumerate(claims):
        at = number % 100
        claim["evidence"] = [span(f"k{at}", texts[at], parts[at])]
    contexts = [{"id": f"k{number}", "text": text} for number, text in enumerate(texts)]
    case = {"id": "long", "question": "What?", "answer": answer, "contexts": contexts}
    return case, evaluation_of(case, "review", gates_of(), claims, [])


async def test_a_jump_draws_the_rows_in_sight_and_wraps_nothing_again(
    tmp_path: Path, counted: Counter[str]
) -> None:
    path = build(tmp_path / "q.db", [_long()])
    async with desk(path, size=(200, 50)) as one:
        await one.press("j")
        for keys in (("j", "j", "j"), ("space", "pageup"), (".", ","), ("J", "K")):
            counted.clear()
            await one.press(*keys)
            assert counted["wrapped"] < 2000 * len(keys)  # the small panes at most
            assert counted["rows"] < 150 * len(keys)


async def test_a_resize_lays_out_twice_and_wraps_each_text_once(
    tmp_path: Path, counted: Counter[str]
) -> None:
    path = build(tmp_path / "q.db", [_long()])
    async with desk(path, size=(200, 50)) as one:
        texts = sum(len(pane.doc.text) for pane in one.app.desk.query(SpanView))
        assert texts > 350_000
        for size in ((210, 52), (120, 36), (80, 24), (200, 50)):
            counted.clear()
            await one.pilot.resize_terminal(*size)
            await one.settle()
            # Columns come and go, so their widths are known at the second layout.
            assert counted["layouts"] <= 6, size
            assert counted["wrapped"] <= 2.5 * texts, size


async def test_a_decision_draws_the_rows_of_the_list_that_changed(
    tmp_path: Path, counted: Counter[str]
) -> None:
    path = build(tmp_path / "q.db", [plain(f"water-{number:02}") for number in range(60)])
    async with desk(path, size=(200, 50)) as one:
        await one.press("a")
        counted.clear()
        await one.press("b")
        assert 4 <= counted["list rows"] <= 16
        beside = one.app.desk.query_one("#queue", SqlList)
        assert beside.current_row is not None
        assert beside.current_row.case_id == "water-02"
        rows = one.text.splitlines()
        assert [line[1] for line in rows if "water-0" in line[:34]][:4] == ["●", "●", "◐", "○"]


async def test_the_next_view_is_built_before_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = build(tmp_path / "q.db", [plain(f"water-{number}") for number in range(8)])
    built: list[tuple[str, str]] = []
    for module, where in ((laying, "asked"), (ahead, "ahead")):
        real = module.build_view

        def spy(item: Any, *, hidden: bool = False, where: str = where, real: Any = real) -> Any:
            built.append((where, item.row.case_id))
            return real(item, hidden=hidden)

        monkeypatch.setattr(module, "build_view", spy)
    async with desk(path) as one:
        await one.press("a", "b", "]", "s", "a")
        assert one.session.ahead_hits == 5
    assert [name for where, name in built if where == "asked"] == ["water-0"]
    assert ("ahead", "water-1") in built


async def test_a_view_from_ahead_is_of_what_the_item_is_now(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain(f"water-{number}") for number in range(3)])
    async with desk(path) as one:
        await one.press("]")
        assert one.session.ahead_hits == 1
        assert one.session.view is not None
        assert one.session.view.state == "claimed"
        assert any("taken" in event for event in one.session.view.history)
        assert one.session.can_decide
        await one.press("v", "]")  # what is built ahead is not what may be shown now
        assert one.session.view is not None
        assert one.session.view.hidden


def test_rows_are_values(tmp_path: Path) -> None:
    """`renew` compares rows, so they must be equal when they say the same."""
    assert ItemRow.__eq__ is not object.__eq__
