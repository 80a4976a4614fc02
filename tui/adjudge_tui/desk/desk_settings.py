"""How the desk is set up: the table `[desk]` of `adjudge.toml`, found where the team is.

[desk]
language = "ja"        # or "en"
blind_share = 0.15     # of the items is first shown without the judge
blind_seed = "spring"  # which ones: drawn by a hash of this and the case
sources = "registry"   # the registry that was evaluated with: its documents can be opened
reasons = ["judge_wrong", "tone"]  # the codes offered for a block
reason_demanded = true             # a block asks for one of them first

[desk.keys]            # see `rebinding`
"item.approve" = "x"
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from adjudge_engine.errors import QueueError
from adjudge_queue.records import REASON_CODES, Order
from adjudge_tui.desk.blinding import Blinding
from adjudge_tui.desk.rebinding import Rebinding, rebinding
from adjudge_tui.desk.reviewers import settings_files
from adjudge_tui.wording.strings import LANGUAGES

TABLE: Final = "desk"
_HELP: Final = (
    "[desk] has language, blind_share (0 to 1), blind_seed (a text), sources (a file or folder),"
    " reasons (up to 9 codes), reason_demanded (true or false) and keys (a table)."
)
_MOST: Final = 9  # reasons: one key each
_CODE: Final = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """What the file says; `language` and `sources` are None where it says nothing of them."""

    language: str | None = None
    blind_share: float = 0.0
    blind_seed: str = Blinding().seed
    sources: str | None = None
    reasons: tuple[str, ...] = REASON_CODES
    reason_demanded: bool = False
    keys: Rebinding = field(default_factory=dict)

    def blinding(self, *, whole: bool = False, by: Order = "priority") -> Blinding:
        """How a sitting is blind; `whole`: on demand, every item; `by`: the order asked for."""
        return Blinding(self.blind_share, self.blind_seed, whole, by=by)


def desk_settings(db: Path) -> DeskSettings:
    """The first `[desk]` among the files that count for this queue. Raises QueueError."""
    for path in settings_files(db):
        table = _table(path)
        if table is not None:
            return _read(path, table)
    return DeskSettings()


def _table(path: Path) -> Any:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8")).get(TABLE)
    except OSError as error:
        raise QueueError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise QueueError(f"{path} is not TOML: {error}", "Mend the file there.") from None


def _read(path: Path, table: Any) -> DeskSettings:
    if not isinstance(table, dict):
        raise QueueError(f"{path}: desk must be a table", _HELP)
    unknown = [key for key in table if key not in DeskSettings.__dataclass_fields__]
    if unknown:
        raise QueueError(f"{path}: [desk] has no {unknown[0]!r:.80}", _HELP)
    settings = DeskSettings(**table | _reasons(path, table) | _keys(path, table))
    share = settings.blind_share
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise QueueError(f"{path}: desk.blind_share must be a number from 0 to 1", _HELP)
    if not isinstance(settings.blind_seed, str):
        raise QueueError(f"{path}: desk.blind_seed must be a text", _HELP)
    if settings.language not in (None, *LANGUAGES):
        raise QueueError(f"{path}: desk.language must be {' or '.join(LANGUAGES)}", _HELP)
    if settings.sources is None:
        return settings
    if not isinstance(settings.sources, str) or not settings.sources.strip():
        raise QueueError(f"{path}: desk.sources must name a file or folder", _HELP)
    return replace(settings, sources=str(path.parent / settings.sources))


def _reasons(path: Path, table: dict[str, Any]) -> dict[str, Any]:
    """The codes that are offered, checked."""
    if not isinstance(table.get("reason_demanded", False), bool):
        raise QueueError(f"{path}: desk.reason_demanded must be true or false", _HELP)
    if "reasons" not in table:
        return {}
    codes = table["reasons"]
    good = isinstance(codes, list) and all(isinstance(one, str) for one in codes)
    if not good or not 0 < len(set(codes)) == len(codes) <= _MOST:
        raise QueueError(f"{path}: desk.reasons must be 1 to {_MOST} different codes", _HELP)
    for code in codes:
        if not _CODE.fullmatch(code):
            raise QueueError(
                f"{path}: desk.reasons: {code[:60]!r} is no short word (a-z, 0-9, _.-)", _HELP
            )
    return {"reasons": tuple(codes)}


def _keys(path: Path, table: dict[str, Any]) -> dict[str, Any]:
    """The reviewer's own keys, checked."""
    try:
        return {"keys": rebinding(table["keys"])} if "keys" in table else {}
    except ValueError as error:
        raise QueueError(f"{path}: {error}", "docs/desk.md lists the ids and their keys.") from None
