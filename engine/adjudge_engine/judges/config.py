"""Finding and reading `adjudge.toml`: which judges there are, and what they may do.

Nothing unknown is passed over, so that a typo cannot switch a safeguard off; and no key of a
provider may stand in the file, so that it can be shared.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from pydantic import ValidationError

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.settings import (
    BUILT_IN,
    RESERVED,
    JudgeConfig,
    JudgeSettings,
    PluginSettings,
    PrivacySettings,
    RunSettings,
)
from adjudge_engine.models import Frozen

FILE: Final = "adjudge.toml"
#: The environment variable that names the configuration file.
VARIABLE: Final = "ADJUDGE_CONFIG"

_TABLES: Final = ("judges", "privacy", "run", "ranking")
#: Of the same file, but the queue's, the desk's and the readers' to read.
_OTHERS: Final = ("reviewers", "retention", "desk", "map")
_HELP: Final = "docs/judges.md describes every setting."
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")

#: Keys that hold a secret, whatever they are spelled like; `max_tokens`, a number, is none.
_SECRET_KEYS: Final = re.compile(
    r"(?:^|_)(?:key|token|auth|bearer)$|api_?key$|secret|passw|authori[sz]ation|credential"
)
#: How the keys of well-known providers begin.
_SECRET_VALUES: Final = re.compile(
    r"(?:sk-|pk-|rk-|xai-|gsk_|hf_|r8_|ghp_|AIza|AKIA|Bearer )[A-Za-z0-9_./+-]{8}"
)

Table = TypeVar("Table", bound=Frozen)


def find_config(named: Path | None = None) -> Path | None:
    """The configuration file: the one named, else $ADJUDGE_CONFIG, this folder's, the user's.

    None where there is none. JudgeError if the one named does not exist.
    """
    if named is None and (variable := os.environ.get(VARIABLE, "").strip()):
        named = Path(variable)
    if named is not None:
        if not named.is_file():
            raise JudgeError(
                f"There is no configuration file {named}.",
                f"Name an existing file with --config or ${VARIABLE}.",
            )
        return named
    return next((one for one in (Path(FILE), user_folder() / FILE) if one.is_file()), None)


def user_folder() -> Path:
    """Where the user's own configuration lies on this system."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "adjudge"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "adjudge"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "adjudge"


def load_config(path: Path | None = None) -> JudgeConfig:
    """The configuration of that file; None gives the one without any. Raises JudgeError."""
    if path is None:
        return JudgeConfig()
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise JudgeError(
            f"The configuration file {path} cannot be read: {error.strerror}.",
            "Check its permissions.",
        ) from None
    return parse_config(raw, path)


def parse_config(raw: bytes, path: Path) -> JudgeConfig:
    """The configuration in the bytes of a TOML file. JudgeError names the file and the key."""
    try:
        data = tomllib.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise JudgeError(f"{path} is not UTF-8 text.", "Save it as UTF-8.") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise JudgeError(f"{path} is not TOML: {error}.", "Mend the file there.") from None
    _refuse_unknown(path, "", data, (*_TABLES, *_OTHERS))
    tables = {name: _table(path, name, data.get(name, {})) for name in _TABLES}
    return JudgeConfig(
        path=path,
        judges={name: _judge(path, name, table) for name, table in tables["judges"].items()},
        privacy=_shaped(path, "privacy", tables["privacy"], PrivacySettings),
        run=_shaped(path, "run", tables["run"], RunSettings),
        ranking=tables["ranking"],
    )


def _judge(path: Path, name: str, value: Any) -> JudgeSettings:
    place = f"judges.{name}"
    if name in RESERVED:
        _refuse(path, place, f"the name {name!r} is taken", "Give the judge another name.")
    if not _NAME.fullmatch(name):
        _refuse(path, place, "a judge's name is of letters, digits, '.', '_' and '-'")
    table = _table(path, place, value)
    for key in _secrets(table):
        _refuse(
            path,
            f"{place}.{key}",
            "looks like a secret, and a secret does not belong in this file",
            'Put it into an environment variable and name that: api_key_env = "MY_KEY".',
        )
    kind = table.get("type")
    if not isinstance(kind, str):
        known = ", ".join(BUILT_IN)
        _refuse(path, place, "has no type", f"The types are {known}, and those of plug-ins.")
    if kind not in BUILT_IN:
        return PluginSettings(kind, {key: one for key, one in table.items() if key != "type"})
    return _shaped(path, place, table, BUILT_IN[kind])  # type: ignore[return-value]


def _secrets(table: Mapping[str, Any]) -> Iterator[str]:
    """Dotted keys of what looks like a secret, at any depth of the table."""
    left: list[tuple[str, Any]] = list(table.items())
    while left:
        key, value = left.pop(0)
        name = re.sub(r"[^a-z0-9]", "_", key.rpartition(".")[2].lower())
        if isinstance(value, Mapping):
            left += [(f"{key}.{inner}", one) for inner, one in value.items()]
        elif isinstance(value, list):
            left += [(f"{key}.{at}", one) for at, one in enumerate(value)]
        elif isinstance(value, str) and (
            _SECRET_KEYS.search(name) or _SECRET_VALUES.match(value.strip())
        ):
            yield key


def _table(path: Path, place: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        _refuse(path, place, "must be a table", f"Write it as [{place}].")
    return value


def _shaped(path: Path, place: str, table: Mapping[str, Any], shape: type[Table]) -> Table:
    """The table as its model. JudgeError for the first thing that is wrong with it."""
    _refuse_unknown(path, place, table, tuple(shape.model_fields))
    try:
        return shape.model_validate(table)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        inside = [str(part) for part in first["loc"]]
        message = first["msg"].removeprefix("Value error, ")
        _refuse(path, ".".join([place, *inside]), message[:1].lower() + message[1:])


def _refuse_unknown(
    path: Path, place: str, table: Mapping[str, Any], known: tuple[str, ...]
) -> None:
    for key in table:
        if key not in known:
            near = get_close_matches(key, known, n=1)
            hint = f"Did you mean {near[0]!r}?" if near else f"It may have: {', '.join(known)}."
            where = f"{place}.{key}" if place else key
            _refuse(path, where, "there is no such setting", hint)


def _refuse(path: Path, place: str, message: str, hint: str = _HELP) -> NoReturn:
    raise JudgeError(f"{path}: {place}: {message}.", hint)
