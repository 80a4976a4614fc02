"""The terminal's driver, for a desk that is stopped from outside and goes on."""

from __future__ import annotations

from typing import Any

from textual.drivers.linux_driver import LinuxDriver


class ContinuingDriver(LinuxDriver):
    """Textual's driver, which a stop that nobody announced does not leave with two readers.

    `ctrl+z` is announced, and gives the terminal back first. After a bare SIGSTOP the desk is
    told to go on while it still reads: then the terminal is given back now, so that the second
    start is the only one.
    """

    def _sigcont_application(self, *args: Any) -> None:
        stopped_as_it_was = not self._must_signal_resume and self._key_thread is not None
        if self._auto_restart and stopped_as_it_was:
            self.suspend_application_mode()
            self._must_signal_resume = True  # and all is drawn anew
        super()._sigcont_application(*args)
