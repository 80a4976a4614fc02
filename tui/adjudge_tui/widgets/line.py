"""One row of text: never wraps, never reads markup, cut with an ellipsis."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.widget import Widget


class Line(Widget):
    """A row made of (text, style) pieces; the texts must be display-safe and without newlines."""

    DEFAULT_CSS = """
    Line { height: 1; width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.content = Content("")

    def render(self) -> Content:
        """The row."""
        return self.content

    def put(self, pieces: Iterable[tuple[str, str]]) -> None:
        """Show these pieces; styles are Textual's (`bold $error`)."""
        content = Content.assemble(*pieces)
        if not content.is_same(self.content):
            self.content = content
            self.refresh()
