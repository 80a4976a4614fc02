"""How the desk is set up: the table `[desk]` of `adjudge.toml`, found where the team is.

[desk]
language = "ja"        # or "en"
blind_share = 0.15     # of the items is first shown without the judge
blind_seed = "spring"  # which ones: drawn by a hash of this and the case
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from adjudge_engine.errors import QueueError
from adjudge_tui.blinding import Blinding
from adjudge_tui.reviewers import settings_files
from adjudge_tui.strings import LANGUAGES

TABLE: Final = "desk"
_HELP: Final = "[desk] has language, blind_share (0 to 1) and blind_seed (a text)."


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """What the file says; `language` is None where it says nothing of it."""

    language: str | None = None
    blind_share: float = 0.0
    blind_seed: str = Blinding().seed

    def blinding(self, *, whole: bool = False) -> Blinding:
        """How a sitting is blind; `whole`: on demand, every item."""
        return Blinding(self.blind_share, self.blind_seed, whole)


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
    settings = DeskSettings(**table)
    share = settings.blind_share
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise QueueError(f"{path}: desk.blind_share must be a number from 0 to 1", _HELP)
    if not isinstance(settings.blind_seed, str):
        raise QueueError(f"{path}: desk.blind_seed must be a text", _HELP)
    if settings.language not in (None, *LANGUAGES):
        raise QueueError(f"{path}: desk.language must be {' or '.join(LANGUAGES)}", _HELP)
    return settings
