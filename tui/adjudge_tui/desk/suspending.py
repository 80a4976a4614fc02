"""Putting the desk aside as `ctrl+z` does for other programs, where a shell can bring it back."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Any

from adjudge_tui.wording.strings import say

if TYPE_CHECKING:
    from textual.app import App


def no_suspending(app: App[Any]) -> str:
    """Why the desk cannot be put aside here; empty where it can.

    In the browser and on Windows it cannot. Nor where it is no job of a shell (started by a
    multiplexer, a container, a script): once stopped there, nothing would let it go on.
    """
    driver = app._driver
    if app.is_web or driver is None or not driver.can_suspend:
        return say("flash.no_suspend")
    return say("flash.no_suspend") if os.getpgrp() == os.getsid(0) else ""


def suspend(app: App[Any]) -> None:
    """Stop the whole job, so that the shell hears of it even where something stands between."""
    app._suspend_signal()
    os.killpg(os.getpgrp(), signal.SIGTSTP)
