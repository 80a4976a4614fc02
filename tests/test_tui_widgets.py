"""Each widget in a small app of its own."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from textual.app import App, ComposeResult
from textual.selection import Selection
from textual.widget import Widget
from tui_desk import screen_text
from tui_samples import build, northwind, plain

from adjudge_queue import Queue
from adjudge_queue.records import ItemRow
from adjudge_tui.desk.doc import Doc, Mark
from adjudge_tui.desk.state import build_view
from adjudge_tui.desk.theme import DARK
from adjudge_tui.desk.views import ItemView
from adjudge_tui.widgets.line import Line
from adjudge_tui.widgets.prompt import Prompt
from adjudge_tui.widgets.rail import ClaimRail
from adjudge_tui.widgets.rowlist import PAGE, RowList
from adjudge_tui.widgets.spanview import SpanView
from adjudge_tui.widgets.sqllist import SqlList


class Host(App[None]):
    """Nothing but the widget under test; notes the messages that reach it."""

    CSS_PATH = Path(__file__).resolve().parents[1] / "tui" / "adjudge_tui" / "desk" / "desk.tcss"
    CSS = "#one { height: 1fr; }"

    def __init__(self, widget: Widget) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.theme = DARK.name
        self._widget = widget
        self.chosen: list[int] = []

    def compose(self) -> ComposeResult:
        yield self._widget

    def on_claim_rail_chosen(self, message: ClaimRail.Chosen) -> None:
        self.chosen.append(message.index)

    def on_row_list_opened(self, message: SqlList.Opened) -> None:
        self.chosen.append(message.number)


@pytest.fixture
def view(tmp_path: Path) -> ItemView:
    path = build(tmp_path / "q.db", [northwind()])
    with Queue.open(path, readonly=True) as queue:
        return build_view(queue.item(queue.find("northwind")))


async def test_a_line_reads_no_markup_and_cuts() -> None:
    line = Line("one")
    app = Host(line)
    async with app.run_test(size=(20, 3)) as pilot:
        line.put([("[bold]x[/] [/] ", ""), ("日本語日本語日本語", "bold")])
        await pilot.pause()
        first = screen_text(app).splitlines()[0]
    assert first.startswith("[bold]x[/] [/] 日")
    assert first.endswith("…")


async def test_a_line_is_drawn_anew_when_only_its_style_changes() -> None:
    line = Line("one")
    app = Host(line)
    async with app.run_test(size=(20, 3)) as pilot:
        for style in ("", "bold"):
            line.put([("same", style)])
            await pilot.pause()
        assert line.render().is_same(line.content)
        drawn = [segment for segment in line.render_lines(line.size.region)[0]]
        assert any(segment.style is not None and segment.style.bold for segment in drawn)


async def test_marks_are_drawn_in_layers_and_tags_stand_in_the_gutter() -> None:
    pane = SpanView("one", gutter=6, sticky=True)
    app = Host(pane)
    async with app.run_test(size=(30, 8)) as pilot:
        marks = (Mark(4, 9, "link", "~1"), Mark(4, 9, "judge", "=1"))
        pane.put(Doc("one two three", marks))
        pane.mark([Mark(4, 7, "active")])
        await pilot.pause()
        row = pane.render_line(0)
        pieces = {segment.text: segment.style for segment in row}
        assert "▌≈1   " in pieces
        active, rest = pieces["two"], pieces[" t"]
        assert active is not None
        assert rest is not None
        assert (active.bold, active.underline) == (True, True)
        assert (rest.bold, rest.underline, rest.italic) == (None, True, True)


async def test_revealing_scrolls_and_wrapping_follows_the_width() -> None:
    pane = SpanView("one")
    app = Host(pane)
    text = "\n".join(f"line {number}" for number in range(500))
    async with app.run_test(size=(40, 10)) as pilot:
        pane.put(Doc(text))
        pane.reveal(text.index("line 300"))
        await pilot.pause()
        assert "line 300" in screen_text(app)
        await pilot.resize_terminal(5, 10)
        await pilot.pause()
        assert pane.virtual_size.height == 1000
        assert "300" in screen_text(app).replace("\n", "")


@pytest.mark.parametrize("left", [False, True])
async def test_what_was_revealed_stays_in_sight_unless_it_was_left(left: bool) -> None:
    """A pane may be laid out, smaller, only after it was told what to show."""
    pane = SpanView("one")
    app = Host(pane)
    text = "\n".join(f"line {number}" for number in range(100))
    async with app.run_test(size=(40, 30)) as pilot:
        pane.put(Doc(text))
        pane.reveal(text.index("line 20"))
        if left:
            pane.scroll_to(y=2, animate=False, immediate=True)
        await pilot.resize_terminal(40, 8)
        await pilot.pause()
        assert ("line 20" in screen_text(app)) is not left


async def test_a_pane_filled_twice_at_once_shows_what_it_was_told_last() -> None:
    pane = SpanView("one")
    app = Host(pane)
    text = "\n".join(f"line {number}" for number in range(100))
    async with app.run_test(size=(40, 10)) as pilot:
        pane.put(Doc(text))
        pane.reveal(text.index("line 50"))
        await pilot.pause()
        for shown in ("other", text):
            pane.put(Doc(shown))
        pane.reveal(text.index("line 50"))
        await pilot.pause()
        assert "line 50" in screen_text(app)


async def test_a_selection_has_no_newline_at_soft_wraps() -> None:
    pane = SpanView("one", gutter=3)
    app = Host(pane)
    async with app.run_test(size=(14, 6)) as pilot:
        pane.put(Doc("alpha beta gamma\ndelta"))
        await pilot.pause()
        everything = pane.get_selection(Selection(None, None))
        assert everything == ("alpha beta gamma\ndelta", "\n")


async def test_the_rail_has_columns_where_there_is_room(view: ItemView) -> None:
    rail = ClaimRail("one")
    app = Host(rail)
    async with app.run_test(size=(80, 10)) as pilot:
        rail.put(view.claims, {"c3": "partial"}, 2)
        await pilot.pause()
        lines = screen_text(app).splitlines()
        assert lines[0].startswith("━3/4")
        assert lines[3].startswith("▌  3 ✗ numbers ✗ contradicted  ◐ partly")
        assert lines[3].index("✗ contradicted") == lines[0].index("judge")
        assert lines[3].index("◐ partly") == lines[0].index("you")
        assert lines[3].index("Operating") == lines[0].index("CLAIMS")
        await pilot.resize_terminal(50, 10)
        await pilot.pause()
        text = screen_text(app)
        assert "▌  3 Operating margin" in text
        assert "▌    ✗ numbers ✗ contradicted  ◐ partly" in text


async def test_the_rail_keeps_the_chosen_claim_in_sight(view: ItemView) -> None:
    rail = ClaimRail("one")
    app = Host(rail)
    many = view.claims * 50
    async with app.run_test(size=(80, 8)) as pilot:
        for index in (0, 120, 199, 60):
            rail.put(many, {}, index)
            await pilot.pause()
            bars = [line for line in screen_text(app).splitlines() if line.startswith("▌")]
            assert len(bars) == 1


async def test_the_mouse_points_and_decides_nothing(view: ItemView) -> None:
    rail = ClaimRail("one")
    app = Host(rail)
    async with app.run_test(size=(80, 10)) as pilot:
        rail.put(view.claims, {}, 0)
        await pilot.pause()
        await pilot.click(rail, offset=(10, 3))
        await pilot.click(rail, offset=(10, 9))
    assert app.chosen == [2]


def row(number: int) -> ItemRow:
    return ItemRow(
        number,
        f"case-{number}",
        "pending",
        "review",
        "standard",
        "pending",
        200,
        "numbers failed",
        "[bold]why?",
        {"numbers": "fail"},
        None,
        None,
        "2026-01-01T00:00:00Z",
        None,
        None,
    )


async def test_the_list_fetches_only_what_is_seen() -> None:
    asked: list[int] = []

    def fetch(ids: Sequence[int], reply: Callable[[list[ItemRow]], None]) -> None:
        asked.append(len(ids))
        reply([row(number) for number in ids])

    listed = SqlList("one", fetch)
    app = Host(listed)
    async with app.run_test(size=(120, 20)) as pilot:
        listed.put(array("q", range(1_000_000)))
        await pilot.pause()
        assert asked == [PAGE]
        assert "case-0 " in screen_text(app)
        listed.move_to(999_999)
        await pilot.pause()
        text = screen_text(app)
        assert "▌○ pending" in text
        assert "case-999999" in text
        assert "[bold]why?" in text
        assert sum(asked) <= 4 * PAGE
        for place in range(0, 1_000_000, 40_000):
            listed.move_to(place)
            await pilot.pause()
        assert len(listed._pages) <= 17


async def test_a_rail_without_a_judge_has_no_column_for_one(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [northwind()])
    with Queue.open(path, readonly=True) as queue:
        hidden = build_view(queue.item(queue.find("northwind")), hidden=True)
    rail = ClaimRail("one")
    app = Host(rail)
    async with app.run_test(size=(100, 8)) as pilot:
        rail.put(hidden.claims, {"c1": "supported"}, 0)
        await pilot.pause()
        lines = screen_text(app).splitlines()
    assert "judge" not in lines[0]
    assert "code      you" in lines[0]
    assert lines[1].startswith("▌  1 ✓ numbers ✓ supported")
    assert lines[0].index("you") == lines[1].index("✓ supported")


async def test_a_prompt_tells_each_letter_and_then_the_text() -> None:
    heard: list[str] = []
    answered: list[str | None] = []
    app = Host(Prompt("say", answered.append, value="a", changed=heard.append))
    async with app.run_test(size=(60, 4)) as pilot:
        await pilot.press("b", "c", "enter")
        await pilot.pause()
    assert heard[-2:] == ["ab", "abc"]
    assert answered == ["abc"]


async def test_a_list_that_is_renewed_keeps_its_rows_until_the_new_ones_are_there(
    tmp_path: Path,
) -> None:
    path = build(tmp_path / "q.db", [plain(f"water-{number}") for number in range(5)])
    waiting: list[Callable[[], None]] = []
    with Queue.open(path) as queue:

        def fetch(ids: Sequence[int], reply: Callable[[list[ItemRow]], None]) -> None:
            waiting.append(lambda: reply(queue.rows(ids)))

        listed = SqlList("one", fetch)
        app = Host(listed)
        async with app.run_test(size=(70, 8)) as pilot:
            ids = queue.ids()
            listed.put(ids)
            await pilot.pause()
            waiting.pop()()
            await pilot.pause()
            before = screen_text(app)
            queue.claim(ids[1], "bo")
            listed.renew()
            listed.renew()
            await pilot.pause()
            assert screen_text(app) == before
            old, new = waiting
            new()
            await pilot.pause()
            after = screen_text(app)
            old()  # of a generation that is over
            await pilot.pause()
            assert screen_text(app) == after
    changed = [
        number
        for number, (was, now) in enumerate(
            zip(before.splitlines(), after.splitlines(), strict=True)
        )
        if was != now
    ]
    assert len(changed) == 1
    assert "held by bo" in after.splitlines()[changed[0]]


@pytest.mark.parametrize("width", [70, 40], ids=["one-line", "two-lines"])
async def test_a_list_under_a_border_redraws_the_rows_that_it_leaves_and_comes_to(
    width: int,
) -> None:
    listed = SqlList("one", lambda ids, reply: reply([row(number) for number in ids]))
    app = Host(listed)
    async with app.run_test(size=(width, 13)) as pilot:
        listed.put(array("q", range(100)))
        listed.title("TITLE")
        await pilot.pause()
        assert "TITLE" in screen_text(app).splitlines()[0]
        for place in (1, 4, 2, 0, 5, 50, 49, 99):
            listed.move_to(place)
            await pilot.pause()
            lines = screen_text(app).splitlines()
            pointed = [line for line in lines if line.startswith("▌")]
            assert len(pointed) == listed.tall
            assert f"case-{place}" in pointed[0]
        await pilot.click(RowList, offset=(3, 1))
        assert listed.cursor == 99 - (11 if listed.tall == 1 else 5)
        await pilot.click(RowList, offset=(3, 1))
        assert app.chosen == [listed.cursor]
