"""The one tree of errors that users see: what went wrong, and what to do about it."""

from __future__ import annotations

from typing import Final

_STOPS: Final = (".", "!", "?", "。")


class AdjudgeError(Exception):
    """An error with a sentence for people and, where there is one, the way out.

    `message` says what failed and where; `hint` says what to do. The command line prints both
    and exits 2; the interface shows them as one line.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    @property
    def sentences(self) -> str:
        """Message and hint on one line, each with its stop."""
        said = (text for text in (self.message, self.hint) if text)
        return " ".join(text if text.endswith(_STOPS) else f"{text}." for text in said)

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class InputError(AdjudgeError):
    """A file that cannot be read at all (missing, wrong encoding, unknown format, empty)."""


class PolicyError(AdjudgeError):
    """A policy file that is missing or says something that cannot be followed."""


class JudgeError(AdjudgeError):
    """A judge that does not exist or cannot be set up; never a verdict."""


class QueueError(AdjudgeError):
    """The queue's file cannot be opened, is locked, is newer than this program, or is damaged."""


class DecisionError(AdjudgeError):
    """A decision that cannot be taken: unknown item or claim, lost lease, nothing to undo."""
