"""One command of a screen: its keys, its action, its words; bindings and the last line from it."""

from __future__ import annotations

import re
from typing import NamedTuple

from textual.binding import Binding

from adjudge_tui.wording.strings import say


class Key(NamedTuple):
    """One command. `footer` names its word in the last line (empty: help only)."""

    id: str
    keys: str
    action: str
    shown: str
    footer: str = ""
    decides: bool = False

    @property
    def changes(self) -> bool:
        """Whether it changes what is in the file: it decides, or takes a decision back."""
        return self.decides or self.action == "undo"

    @property
    def help(self) -> str:
        """What it does, in a sentence."""
        return say(f"do.{self.id}")


def bindings(keys: tuple[Key, ...]) -> list[Binding]:
    """Textual's bindings for a table of keys; our own help says what they do."""
    return [
        Binding(key.keys, key.action, show=False, id=key.id, key_display=key.shown) for key in keys
    ]


def footer(keys: tuple[Key, ...]) -> list[tuple[str, str, bool]]:
    """(key, word, whether it decides) for the last line, the five verdicts as one."""
    return [(key.shown, say(f"foot.{key.footer}"), key.decides) for key in in_footer(keys)]


def in_footer(keys: tuple[Key, ...]) -> list[Key]:
    """The keys of the last line, the five verdicts as one; `^z` is left to the help."""
    out = []
    for key in keys:
        if key.id == "claim.supported":
            out.append(key._replace(shown=marks_shown(keys), footer="mark_claim"))
        elif key.footer:
            letters = [one for one in key.shown.split(" ") if not re.fullmatch(r"\^.", one)]
            out.append(key._replace(shown=" ".join(letters) or key.shown))
    return out


def marks_shown(keys: tuple[Key, ...]) -> str:
    """The keys of the five verdicts on a claim as one: `0-4` where they are the usual ones."""
    marks = "".join(key.shown for key in keys if key.action.startswith(("verdict(", "pick(")))
    return "0-4" if marks == "12340" else marks
