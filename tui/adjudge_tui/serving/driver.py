"""The desk's side of the pipes between a tab's process and the server."""

from __future__ import annotations

import contextlib

from textual import messages
from textual.drivers.web_driver import WebDriver


class TabDriver(WebDriver):
    """Textual's driver for the browser, which also leaves when nobody is at the other end.

    A server that was killed says no goodbye; its end of the pipes is closed all the same.
    """

    def write(self, data: str) -> None:
        """Send what is to be shown; what nobody reads any more is dropped."""
        with contextlib.suppress(OSError):
            super().write(data)

    def write_meta(self, data: dict[str, object]) -> None:
        """Send a message to the server, if it is still there."""
        with contextlib.suppress(OSError):
            super().write_meta(data)

    def run_input_thread(self) -> None:
        """Take in what the browser sends until that ends, and end the desk with it."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(messages.ExitApp())
