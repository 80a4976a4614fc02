"""A real browser on the served desk: what is decided there is in the file."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tui_samples import build, northwind, plain

pytest.importorskip("textual_serve")

from browser import BROWSER, Page, browser
from serve_desk import gone, serving
from test_tui_hostile import hostile

from adjudge_queue import Queue
from adjudge_queue.records import Filter

pytestmark = [
    pytest.mark.stress,
    pytest.mark.skipif(BROWSER is None, reason="no browser is installed"),
]
#: Where to leave the pictures for somebody to look at.
PICTURES = os.environ.get("ADJUDGE_PICTURES")

SHOWN = "document.body.classList.contains('-first-byte')"


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("NO_COLOR", raising=False)


async def _picture(page: Page, name: str) -> None:
    if PICTURES:
        await page.picture(Path(PICTURES) / f"{name}.png")


def _decided(path: Path) -> list[tuple[str, str | None, str | None]]:
    with Queue.open(path, readonly=True) as queue:
        rows = queue.rows(queue.ids(Filter(states=("decided",))))
        return [(row.case_id, row.action, row.decided_by) for row in rows]


def _held(path: Path, name: str) -> bool:
    with Queue.open(path, readonly=True) as queue:
        return bool(queue.held(name))


async def test_a_key_pressed_in_a_browser_decides_in_the_file(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [northwind("one"), hostile("evil"), plain("two")])
    async with (
        serving(path, tokens={"secret": None}) as served,
        browser(tmp_path / "profile") as page,
    ):
        await page.go(f"{served.base}/")
        await page.until("document.body?.textContent.includes('adjudge serve')")
        assert served.server.tabs == {}
        await page.do("Page.navigate", url=f"{served.base}/?token=secret")
        await page.until("document.activeElement?.id === 'name'")
        assert await page.value("location.href") == f"{served.base}/"
        await _picture(page, "name")
        await page.type("engine\r")
        await page.until("document.getElementById('problem').textContent !== ''")
        await page.value("document.getElementById('name').value = ''")
        await page.type("ann\r")
        await page.until(SHOWN)
        async with asyncio.timeout(60):
            while not _held(path, "ann"):
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)
        await _picture(page, "desk")
        (pid,) = served.pids
        await page.type("a")
        async with asyncio.timeout(60):
            while not _decided(path):
                await asyncio.sleep(0.05)
        assert _decided(path) == [("one", "approve", "ann")]
        await asyncio.sleep(0.2)
        await _picture(page, "next")
        assert await page.value("window.open('http://127.0.0.1:9/')") is None
        await page.do("Page.reload")
        await page.until("document.readyState === 'complete'")
        await page.until(SHOWN)
        assert await gone(pid)  # the desk of the page before
        async with asyncio.timeout(60):
            while len(served.pids) != 1 or not _held(path, "ann"):
                await asyncio.sleep(0.05)
        await page.type("q")
        await page.until("document.body.classList.contains('-closed')")
        await asyncio.sleep(0.2)
        await _picture(page, "closed")
        hosts = {urlsplit(one).netloc for one in page.requests if not one.startswith("data:")}
        assert hosts == {f"127.0.0.1:{served.server.guard.port}"}
        assert not any("Exception" in one for one in page.said), page.said
    assert served.complaints == []
