"""What the tests of the keys share: a plain terminal, and what a decision left in the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.events import Key
from textual.keys import _character_to_key
from tui_desk import _CHARACTERS, Desk

from adjudge_queue import Queue


def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """No colours or themes of the machine that runs the tests."""
    for name in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_COLOR_SYSTEM", "VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)


def decided(path: Path, case_id: str) -> list[dict[str, Any]]:
    """Every decision on a case, oldest first, as its proof has them; the trail must hold."""
    with Queue.open(path, readonly=True) as queue:
        proof = queue.proof(queue.find(case_id))
        assert proof["chain"]["problems"] == []
        found: list[dict[str, Any]] = proof["decided"]
        return found


async def at_once(one: Desk, *keys: str) -> None:
    """Press keys without waiting between them, as a paste or a slow line delivers them."""
    driver = one.app._driver
    assert driver is not None
    for key in keys:
        name = key if key.isalnum() or len(key) > 1 else _character_to_key(key)
        event = Key(name, _CHARACTERS.get(key, key if len(key) == 1 else None))
        event.set_sender(one.app)
        driver.send_message(event)
    await one.settle()
