"""The two header lines say what they are for, whatever has to stand in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len
from tui_desk import desk
from tui_leads import differing
from tui_samples import JSON, build, check, evaluation_of, gates_of, plain

from adjudge_engine.vocabulary import GATES
from adjudge_queue import Queue
from adjudge_queue.records import Decision
from adjudge_tui.desk.gate_bar import gate_bar
from adjudge_tui.desk.views import CheckView, GateView
from adjudge_tui.wording.strings import say, speak


def gate(name: str, outcome: str, count: int = 1) -> GateView:
    return GateView(
        name, outcome, tuple(CheckView(outcome, "x", "", None, "") for _ in range(count))
    )


def cells(parts: list[tuple[str, str]]) -> int:
    return sum(cell_len(text) for text, _ in parts) + 3 * (len(parts) - 1)


def with_gates(case_id: str, **outcomes: str) -> tuple[JSON, JSON]:
    case, evaluation = plain(case_id)
    gates = gates_of(
        **{
            name: {"outcome": outcome, "checks": [check(outcome, "untraced", f"{name} says so")]}
            for name, outcome in outcomes.items()
        }
    )
    return case, evaluation_of(case, "review", gates, evaluation["claims"], [])


async def test_no_gate_is_cut_away_where_many_do_not_pass(tmp_path: Path) -> None:
    """Without a registry of sources two gates stand open on every item; a third was cut off."""
    item = with_gates(
        "many", numbers="fail", access="unavailable", identity="unavailable",
        calculations="unavailable", citations="unavailable", dates="pass",
    )  # fmt: skip
    async with desk(build(tmp_path / "q.db", [item])) as one:
        line = one.text.splitlines()[1]
        assert "…" not in line
        assert line.startswith(" ✗ numbers fail   ? access, identity, ")
        for name in ("citations", "calculations"):
            assert name in line or "+" in line
        assert line.endswith("unavailable   1 pass · 3 n/a")
        await one.pilot.resize_terminal(200, 50)
        await one.settle()
        assert "? access unavailable   ? identity unavailable" in one.text.splitlines()[1]


def test_gates_of_one_outcome_stand_together_where_each_alone_has_no_room() -> None:
    gates = [
        gate("numbers", "fail", 3),
        gate("facts", "fail"),
        gate("access", "unavailable", 2),
        gate("dates", "unavailable"),
        gate("citations", "pass"),
    ]
    assert gate_bar(gates, 75) == [
        ("✗ numbers ×3, facts fail", "bad"),
        ("? access ×2, dates unavailable", "warn"),
        ("1 pass · 0 n/a", "muted"),
    ]
    assert gate_bar(gates, 72) == [
        ("✗ numbers ×3, facts fail", "bad"),
        ("? access ×2 +1 unavailable", "warn"),
        ("1 pass · 0 n/a", "muted"),
    ]


@pytest.fixture(params=["en", "ja"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    speak(request.param)
    yield request.param
    speak("en")


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("width", [58, 78, 138])
def test_every_gate_is_named_or_counted(width: int) -> None:
    """However many gates do not pass, the row holds all of them and the rest."""
    fail, unavailable = say("outcome.fail"), say("outcome.unavailable")
    for failed in range(len(GATES) + 1):
        for open_ in range(len(GATES) + 1 - failed):
            outcomes = ["fail"] * failed + ["unavailable"] * open_
            outcomes += ["pass"] * (len(GATES) - len(outcomes))
            gates = [gate(name, one, 12) for name, one in zip(GATES, outcomes, strict=True)]
            parts = gate_bar(gates, width)
            assert cells(parts) <= width
            for word, count in ((fail, failed), (unavailable, open_)):
                told = [text for text, _ in parts if f" {word}" in text]
                if len(told) != count:  # they share a part
                    (text,) = told
                    if text.endswith(f" {count} {word}"):
                        continue
                    more = int(text.rsplit("+", 1)[1].split(" ")[0]) if "+" in text else 0
                    assert text.count(",") + 1 + more == count


@pytest.mark.parametrize("width", [60, 80, 120])
async def test_a_long_name_hides_neither_the_id_nor_whether_all_is_saved(
    tmp_path: Path, width: int
) -> None:
    path = build(tmp_path / "q.db", [plain("water-1"), plain("water-2")])
    with Queue.open(path) as queue:
        queue.claim(1, "n" * 200)
        queue.decide(1, Decision(action="block", reviewer="n" * 200, key="k"))
    async with desk(path, size=(width, 24)) as one:
        await one.press("g", *"water-1", "enter")
        place = one.text.splitlines()[0]
        assert "blocked by nnnn" in place
        assert "water-1" in place
        assert place.endswith("saved ✓")


@pytest.mark.parametrize("reviewer", ["lea", "ann"])
async def test_an_item_that_two_differ_on_says_so(tmp_path: Path, reviewer: str) -> None:
    """A lead's word on it settles it for both, whether they came by `g` or by `A`."""
    path = differing(tmp_path / "q.db")
    async with desk(path, reviewer=reviewer) as one:
        await one.press("g", *"northwind", "enter")
        assert "in adjudication" in one.text.splitlines()[0]
        if reviewer == "lea":
            await one.press("b")
            await one.press("g", *"northwind", "enter")
            assert "in adjudication" not in one.text.splitlines()[0]
            assert "blocked by lea" in one.text.splitlines()[0]
