"""The reviewer's own keys: `[desk.keys]` of adjudge.toml, checked, by the ids of `keys`.

    [desk.keys]
    "item.approve" = "x"             # a letter, digit or sign as it is typed
    "item.skip" = ["S", "f2"]        # several; names as in f2, home, ctrl+s

What is not named keeps its keys. Whatever would leave a key with two meanings on one screen, or
let Enter, space or Tab decide, is refused: a key that does something else than it says is worse
than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from adjudge_tui.desk import keys as tables
from adjudge_tui.desk.keys import Key

#: Keys that mean the same everywhere, and cannot be given to anything else.
FIXED: Final = {"escape": "desk.back", "ctrl+c": "", "ctrl+q": ""}
#: Keys by which nothing is ever decided.
HARMLESS: Final = frozenset({"enter", "space", "tab", "shift+tab"})
_MODIFIED: Final = re.compile(r"(?:ctrl\+|alt\+|shift\+){0,3}([a-z0-9_]{1,30})")
_MOST: Final = 6  # keys for one thing

#: Id → the keys as they are typed or named.
Rebinding = Mapping[str, tuple[str, ...]]


def rebinding(wanted: object) -> dict[str, tuple[str, ...]]:
    """The checked table. ValueError says in one sentence what is wrong with it."""
    if not isinstance(wanted, Mapping):
        raise ValueError("desk.keys must be a table of ids and keys")
    known = {key.id: key for table in _tables() for key in table}
    found = {str(name): _keys_of(str(name), value, known) for name, value in wanted.items()}
    for table in _tables():
        _refuse_clash(rebound(table, found))
    return found


def rebound(table: tuple[Key, ...], given: Rebinding) -> tuple[Key, ...]:
    """A table of keys with the reviewer's own in the place of the usual ones."""
    if not given:
        return table
    return tuple(
        key._replace(keys=",".join(map(key_name, given[key.id])), shown=" ".join(given[key.id]))
        if key.id in given
        else key
        for key in table
    )


def help_shown(table: Sequence[Key], given: Rebinding) -> str:
    """How the key for help of a screen is named; the usual one where it has none."""
    found = [key for key in rebound(tuple(table), given) if key.id.endswith(".help")]
    return found[0].shown if found else "?"


def keymap(given: Rebinding) -> dict[str, str]:
    """The same as Textual takes it: id → names of keys, with commas between."""
    return {name: ",".join(map(key_name, keys)) for name, keys in given.items()}


def key_name(key: str) -> str:
    """Textual's name of a key as it is typed: `x`, `full_stop`; others have theirs already."""
    from textual.keys import _character_to_key

    return _character_to_key(key) if len(key) == 1 else key


def _keys_of(name: str, value: Any, known: Mapping[str, Key]) -> tuple[str, ...]:
    if name not in known:
        near = ", ".join(sorted(one for one in known if one.split(".")[0] == name.split(".")[0]))
        raise ValueError(f"desk.keys: there is no {name[:60]!r}; {near or _prefixes(known)}")
    given = value if isinstance(value, list) else [value]
    if not given or len(given) > _MOST or not all(isinstance(one, str) for one in given):
        raise ValueError(f"desk.keys: {name} takes a key, or a list of up to {_MOST}")
    for key in given:
        _refuse_key(known[name], key)
    return tuple(given)


def _prefixes(known: Mapping[str, Key]) -> str:
    first = sorted({name.split(".")[0] for name in known})
    return f"ids begin with {', '.join(first)}"


def _refuse_key(key: Key, given: str) -> None:
    """ValueError where `given` is no key, or none for this."""
    name = key_name(given) if given else ""
    if not name or not _is_key(given):
        raise ValueError(
            f"desk.keys: {key.id}: {given[:30]!r} is no key; write x, f2, home, ctrl+s"
        )
    if name in FIXED and key.id != FIXED[name] and not key.id.endswith(".back"):
        raise ValueError(f"desk.keys: {key.id}: {name} means the same everywhere")
    if key.decides and name in HARMLESS:
        raise ValueError(f"desk.keys: {key.id}: {name} never decides")


def _is_key(given: str) -> bool:
    from textual.keys import Keys

    if len(given) == 1:
        return given.isprintable()
    found = _MODIFIED.fullmatch(given)
    names = {one.value for one in Keys} | {key_name(chr(code)) for code in range(33, 127)}
    return found is not None and (given in names or found[1] in names)


def _refuse_clash(table: tuple[Key, ...]) -> None:
    taken: dict[str, str] = {}
    for key in table:
        for name in key.keys.split(","):
            other = taken.setdefault(name, key.id)
            if other != key.id:
                raise ValueError(
                    f"desk.keys: {name} is both {other} and {key.id}; give one another"
                )


def _tables() -> Iterator[tuple[Key, ...]]:
    """Every table of keys that there is, one a screen."""
    for value in vars(tables).values():
        if isinstance(value, tuple) and value and all(isinstance(one, Key) for one in value):
            yield value
