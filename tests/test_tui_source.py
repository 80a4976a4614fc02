"""The source screen on a real file and a real registry: pages, tables, cited places, masks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from test_tui_hostile import EVIL, hostile
from tui_desk import Desk, desk
from tui_samples import (
    JSON,
    build,
    check,
    claims_of,
    evaluation_of,
    gates_of,
    judgment_of,
    northwind,
    plain,
    span,
)

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.errors import QueueError
from adjudge_engine.reading import read_registry
from adjudge_tui.desk.blinding import Blinding
from adjudge_tui.desk.desk_settings import desk_settings
from adjudge_tui.screens.source import SourceScreen

WARMTH = "The Orlen stove warms a room of 60 m². It burns beech for four hours."
CARE = "Empty the ash box once a week."


def _entry(**more: Any) -> JSON:
    elements = [
        {"id": "h1", "page": 1, "kind": "heading", "text": "Warmth"},
        {"id": "p1", "page": 1, "kind": "paragraph", "text": WARMTH},
        {"id": "p2", "page": 2, "kind": "paragraph", "text": CARE},
        *({"id": f"x{n}", "page": 3, "text": f"Filler paragraph {n}."} for n in range(40)),
    ]
    cells = [
        {"row": 0, "column": 0, "text": "Wood"},
        {"row": 0, "column": 1, "text": "Hours", "col_span": 2},
        {"row": 1, "column": 0, "text": "Beech", "row_span": 2},
        {"row": 1, "column": 1, "text": "4"},
        {"row": 1, "column": 2, "text": "dry"},
        {"row": 2, "column": 1, "text": "3"},
        {"row": 2, "column": 2, "text": "damp"},
    ]
    return {
        "source_id": "stove",
        "title": "Orlen stove",
        "version": "7",
        "capabilities": {"pages": True, "elements": True, "tables": True},
        "pages": [{"page": 1}, {"page": 2}, {"page": 3}],
        "elements": elements,
        "tables": [{"id": "burning", "page": 2, "cells": cells}],
        **more,
    }


def _registry(folder: Path, *entries: JSON) -> Path:
    file = folder / "registry.json"
    file.write_text(json.dumps({"sources": list(entries)}), encoding="utf-8")
    return file


def _item(case_id: str = "stove-1") -> tuple[JSON, JSON]:
    answer = "The stove warms 60 m². Beech burns four hours. The ash box is emptied weekly."
    text = WARMTH
    case: JSON = {
        "id": case_id,
        "question": "What does the stove do?",
        "answer": answer,
        "contexts": [
            {"id": "k1", "source_id": "stove", "page": 1, "element_id": "p1", "text": text},
            {"id": "k2", "text": "Another note, of no known source."},
        ],
        "citations": [
            {"id": "1", "source_id": "stove", "table_id": "burning", "row": 2, "column": 1},
            {"id": "2", "source_id": "stove", "page": 2, "quote": CARE},
        ],
    }
    cell = {"part": "source", "id": "stove", "page": 2, "element_id": "burning"}
    where = cell | {"path": "/cells/1/1"}
    claims = claims_of(answer, {1: [span("k1", text, "warms a room of 60 m²")]})
    seen = check("pass", "cell_matches", "4", claim_id="c2", observed={"text": "4", "where": where})
    gates = gates_of(citations={"outcome": "pass", "checks": [seen]})
    judgment = judgment_of({"c1": "supported", "c2": "supported", "c3": "supported"})
    judgment["claims"][0]["evidence"] = [span("k1", text, "It burns beech")]
    return case, evaluation_of(case, "review", gates, claims, [judgment])


def _stamped(file: Path) -> dict[str, JSON]:
    versions = read_registry(file).versions("stove")
    return {"stove": {"groups": None, "hash": canonical_hash([one.to_dict() for one in versions])}}


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    return _registry(tmp_path, _entry())


@pytest.fixture
def path(tmp_path: Path, registry: Path) -> Path:
    return build(tmp_path / "q.db", [_item(), plain("water")], _stamped(registry))


async def _open(one: Desk, sources: Path | None, *args: Any, **named: Any) -> list[str]:
    one.app.sources = sources
    one.app.push_screen(SourceScreen(one.session, *args, **named))
    await one.settle()
    return one.text.splitlines()


async def test_the_document_opens_at_the_place_of_a_link(path: Path, registry: Path) -> None:
    async with desk(path) as one:
        one.app.sources = registry
        view = one.session.view
        assert view is not None
        one.app.push_screen(SourceScreen.at_link(one.session, view.claims[0].links[0]))
        await one.settle()
        lines = one.text.splitlines()
        assert lines[0] == " SOURCE  Orlen stove · version 7  pages 3 · cited 5"
        assert lines[1] == " the document, as it was when this was evaluated"
        assert lines[2] == "      ── p.1 ─────────────────────────────────────────────────────"
        assert lines[5].startswith("▌≈1")
        assert "warms a room of 60 m²" in lines[5]
        assert lines[-2].startswith(
            " element 2/44  cited 2/5 claim 1 = judge  p.1 · paragraph · p1"
        )
        assert lines[-1].startswith(" j ↓ element  n cited  ] page  / find  y copy  Esc back")


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_tables_are_drawn_with_merged_cells_and_the_cited_one_marked(
    path: Path, registry: Path, size: tuple[int, int]
) -> None:
    async with desk(path, size=size) as one:
        await _open(one, registry, "k1")
        await one.press("n", "n", "n", "n")
        text = one.text
        for row in (
            "┌───────┬─────────────┐",
            "│ Wood  │ Hours       │",
            "├───────┼──────┬──────┤",
            "│ Beech │ 4    │ dry  │",
            "│       ├──────┼──────┤",
            "│       │ 3    │ damp │",
        ):
            assert row in text
        marked = next(line for line in text.splitlines() if "│ Beech │ 4 " in line)
        assert marked.startswith("▌~2")
        assert "▌»    │       │ 3 " in text
        assert "cited 4/5 claim 2 ~ code  p.2 · table · burning" in text
        await one.press("n")
        assert "cited 5/5 » answer  p.2 · table · burning" in one.text
        await one.press("y")
        copied = "Orlen stove · version 7 · p.2 · table · burning · row 2, column 1\n3"
        assert one.app.clipboard == copied
        assert "copied: Orlen stove · version 7" in one.text


async def test_every_key(path: Path, registry: Path) -> None:
    async with desk(path) as one:
        await _open(one, registry, "k1")

        def at() -> str:
            return one.text.splitlines()[-2]

        await one.press("home")
        assert at().startswith(" element 1/44  p.1 · heading · h1")
        await one.press("j", "down", "k")
        assert at().startswith(" element 2/44")
        await one.press("right_square_bracket")
        assert at().startswith(" element 3/44  p.2")
        await one.press("left_square_bracket", "left_square_bracket")
        assert "that was the first page" in one.text
        await one.press("right_square_bracket", "right_square_bracket", "right_square_bracket")
        assert "that was the last page" in one.text
        assert at().startswith(" element 5/44  p.3")
        await one.press("end")
        assert at().startswith(" element 44/44")
        assert "Filler paragraph 39." in one.text
        await one.press("pageup", "K", "up")
        assert at().startswith(" element 43/44")
        await one.press("home", "space", "J", "pagedown")
        assert "── p.1" not in one.text
        await one.press("N")
        assert "cited 5/5" in at()
        await one.press("full_stop")
        assert "cited 1/5" in at()
        await one.press("comma")
        assert "cited 5/5" in at()
        await one.press("slash", *"PARAGRAPH", "enter")
        assert "“PARAGRAPH” 1 of 40" in one.text
        await one.press("n", "N", "N")
        assert "“PARAGRAPH” 40 of 40" in one.text
        await one.press("escape")
        assert "cited" in one.text.splitlines()[-1]
        await one.press("slash", *"no such words", "enter")
        assert "no such words" in one.text.splitlines()[-1]
        await one.press("question_mark")
        assert "copy the place and its words" in one.text
        await one.press("escape", "a", "b", "1", "r", "enter", "escape")
        assert one.app.screen is one.app.desk
        assert one.item("stove-1").row.state == "claimed"
        await _open(one, registry, "k1")
        await one.press("q")
    assert one.app.return_code == 0


async def test_other_sizes_keep_the_place(path: Path, registry: Path) -> None:
    async with desk(path, size=(120, 36)) as one:
        await _open(one, registry, "k1")
        await one.press("n", "n", "n", "n")
        await one.pilot.resize_terminal(80, 24)
        await one.settle()
        assert "cited 4/5" in one.text
        assert "│ Beech │ 4 " in one.text
        assert max(map(len, one.text.splitlines())) <= 80
        await one.pilot.resize_terminal(60, 16)
        await one.settle()
        assert "│ Beech │ 4 " in one.text


async def test_without_a_registry_the_stored_passages_are_shown_and_said_to_be(path: Path) -> None:
    async with desk(path) as one:
        lines = await _open(one, None, "k1", (4, 29))
        assert lines[0] == " SOURCE  passages of stove-1  cited 3"
        assert lines[1].startswith(" passages as they are stored with the item · no registry of")
        assert "[1] stove · p.1 · p1" in one.text
        assert "[2] k2" in one.text
        assert "cited 1/3 ? nearest" in one.text
        await one.press("j")
        assert "element 2/2" in one.text


async def test_what_the_registry_does_not_give_is_said(path: Path, tmp_path: Path) -> None:
    other = _registry(tmp_path, _entry(source_id="oven"))
    async with desk(path) as one:
        lines = await _open(one, other, "k1")
        assert lines[1].endswith("the registry does not know stove")
        await one.press("escape")
        other.write_text("{", encoding="utf-8")
        lines = await _open(one, other, "k1")
        assert "the registry cannot be read: " in lines[1]
        await one.press("escape")
        _registry(tmp_path, _entry(title="Orlen stove, mended"))
        lines = await _open(one, other, "k1")
        assert lines[1] == " the document has changed since this was evaluated"
        await one.press("escape")
        _registry(tmp_path, _entry(approved=False))
        lines = await _open(one, other, "k1")
        assert lines[1].endswith(" · not the approved version")
        await one.press("escape")
        _registry(tmp_path, _entry(elements=[], tables=[], pages=[]))
        await _open(one, other, "k1")
        assert "Nothing is in this document that could be shown." in one.text
        await one.press("j", "n", "y", "right_square_bracket", "end", "space")
        await one.press("escape")
        lines = await _open(one, other, "k2")
        assert lines[1] == " passages as they are stored with the item"


_TEAM = '[reviewers.ana]\nrole = "lead"\ngroups = ["everybody"]\n'


async def test_what_is_not_open_to_the_reviewer_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "adjudge.toml").write_text(_TEAM, encoding="utf-8")
    file = _registry(tmp_path, _entry())
    closed = {"stove": {"groups": ["engineers"], "hash": "sha256:0"}}
    path = build(tmp_path / "q.db", [_item()], closed)
    async with desk(path) as one:
        await _open(one, file, "k1")
        assert "∅ not open to you" in one.text
        for hidden in ("Orlen", "beech", "Beech", "60 m²."):
            assert hidden not in one.text
        await one.press("n", "y")
        assert "Orlen" not in one.app.clipboard


async def test_a_document_closed_since_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "adjudge.toml").write_text(_TEAM, encoding="utf-8")
    file = _registry(tmp_path, _entry(groups=["engineers"]))
    path = build(tmp_path / "q.db", [_item()], {"stove": {"groups": None, "hash": "sha256:0"}})
    async with desk(path) as one:
        lines = await _open(one, file, "k1")
        assert lines[1].endswith(" · stove is not open to you")
        assert CARE not in one.text


async def test_blind_no_place_of_a_judge_is_marked(path: Path, registry: Path) -> None:
    async with desk(path, blinding=Blinding(whole=True, seed="s")) as one:
        one.session.open(1)
        await one.settle()
        lines = await _open(one, registry, "k1")
        assert lines[0].endswith("cited 4")
        assert "judge" not in one.text
        assert "=1" not in one.text


async def test_an_item_without_passages_and_none_at_all(tmp_path: Path) -> None:
    case, evaluation = plain("bare", contexts=[])
    evaluation["claims"] = []
    path = build(tmp_path / "q.db", [(case, evaluation)])
    async with desk(path) as one:
        await _open(one, None)
        assert "Nothing is in this document that could be shown." in one.text
        await one.press("j", "k", "n", "y", "space", "escape")
        await one.press("b")
        lines = await _open(one, None)
        assert "There is no item whose document could be shown." in lines[-1]


async def test_northwind_without_a_registry(tmp_path: Path) -> None:
    async with desk(build(tmp_path / "q.db", [northwind()])) as one:
        lines = await _open(one, None, "margin")
        assert any(line.startswith("▌     [2] 10-Q · p.6") for line in lines)
        assert "≈3" in one.text


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_hostile_text_is_literal(tmp_path: Path, size: tuple[int, int]) -> None:
    case, evaluation = hostile()
    case["contexts"][0] |= {"id": "k0", "source_id": "stove"}
    evaluation = evaluation_of(case, "review", evaluation["gates"], evaluation["claims"], [])
    cells = [{"row": 0, "column": n, "text": EVIL, "col_span": 1 + n} for n in range(3)]
    elements = [{"id": EVIL + str(n), "page": 1, "kind": EVIL, "text": EVIL} for n in range(3)]
    file = _registry(
        tmp_path,
        _entry(title=EVIL, version=EVIL, elements=elements, tables=[{"id": EVIL, "cells": cells}]),
    )
    async with desk(build(tmp_path / "q.db", [(case, evaluation)]), size=size) as one:
        seen = []
        for sources in (file, None):
            await _open(one, sources, "k0")
            for keys in ((), ("j",), ("end",), ("n",), ("y",), ("slash", *"[bold]", "enter")):
                await one.press(*keys)
                seen.append(one.text)
            await one.press("escape", "escape")
    text = "\n".join(seen)
    assert "[bold]x[/] [/nope] ␛]0;PWNED␇" in text
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\ud800-\udfff]", text)


async def test_ten_thousand_elements_are_drawn_line_by_line(tmp_path: Path) -> None:
    elements = [{"id": f"e{n}", "page": n // 40 + 1, "text": f"Line {n}."} for n in range(10_000)]
    file = _registry(tmp_path, _entry(elements=elements, tables=[]))
    path = build(tmp_path / "q.db", [_item()], _stamped(file))
    async with desk(path) as one:
        await _open(one, file, "k1")
        await one.press("end", "left_square_bracket", "space", "K")
        assert "Line 9999." not in one.text
        pane = one.app.screen.query_one("#source")
        assert len(pane._strips) < 200  # type: ignore[attr-defined]
        assert pane.virtual_size.height > 20_000


def test_the_settings_name_the_registry(tmp_path: Path) -> None:
    file, db = tmp_path / "adjudge.toml", tmp_path / "q.db"
    file.write_text('[desk]\nsources = "papers/registry.json"\n', encoding="utf-8")
    assert desk_settings(db).sources == str(tmp_path / "papers" / "registry.json")
    for wrong in ("sources = 3", 'sources = " "', "sources = []"):
        file.write_text(f"[desk]\n{wrong}\n", encoding="utf-8")
        with pytest.raises(QueueError, match=r"desk\.sources must name a file or folder"):
            desk_settings(db)
