"""How long texts are kept after an item is done with, and purging what is older.

```toml
[retention]
days = 730          # everything else; left out: for good

[retention.risk]
high = 3650

[retention.tag]
pilot = 30          # a tag goes before the risk; of several the shortest counts
```

Days count from the standing decision, or from the item's coming in where the policy alone has
spoken. An item that waits for somebody is never too old.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from adjudge_engine.errors import QueueError
from adjudge_engine.vocabulary import RISKS
from adjudge_queue.file import clock
from adjudge_queue.file.jsontext import unpack
from adjudge_queue.file.store import Store
from adjudge_queue.purging import purge
from adjudge_queue.purging.purged import Purge

_TABLES: Final = ("risk", "tag")
_LONGEST: Final = 365_000


@dataclass(frozen=True, slots=True)
class Retention:
    """Days to keep texts: of every item, of a risk, of a tag. None keeps for good."""

    days: int | None = None
    risk: Mapping[str, int] = field(default_factory=dict)
    tag: Mapping[str, int] = field(default_factory=dict)

    def of(self, risk: str, tags: Sequence[str]) -> int | None:
        """The days for one item."""
        tagged = [self.tag[tag] for tag in tags if tag in self.tag]
        return min(tagged) if tagged else self.risk.get(risk, self.days)


@dataclass(frozen=True, slots=True)
class Due:
    """An item that has been kept long enough: since when it is done with, and for how many days."""

    item_id: int
    case_id: str
    closed: str
    days: int


@dataclass(frozen=True, slots=True)
class Kept:
    """What a look at the ages found, and the purge that followed unless it was a dry run."""

    due: tuple[Due, ...]
    purge: Purge | None = None


def load(path: Path) -> Retention:
    """The rules in the table `[retention]` of an `adjudge.toml`. Raises QueueError."""
    import tomllib

    try:
        data = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise QueueError(f"{path} cannot be read: {error.strerror}", "Check the name.") from error
    except (ValueError, RecursionError) as error:
        raise QueueError(f"{path} is not TOML: {error}", "Mend the file there.") from error
    return parse(data.get("retention", {}), path)


def parse(table: Any, path: Path) -> Retention:
    """The rules in that table. QueueError names what is wrong: nothing unknown is passed over."""
    if not isinstance(table, dict):
        raise _wrong(path, "retention", "it must be a table")
    for name in table:
        if name != "days" and name not in _TABLES:
            raise _wrong(path, f"retention.{name}", "there is no such setting")
    days = table.get("days")
    found = {name: _table(path, name, table.get(name, {})) for name in _TABLES}
    for risk in found["risk"]:
        if risk not in RISKS:
            raise _wrong(path, f"retention.risk.{risk}", f"a risk is one of {', '.join(RISKS)}")
    return Retention(
        None if days is None else _days(path, "retention.days", days), found["risk"], found["tag"]
    )


def _table(path: Path, name: str, table: Any) -> dict[str, int]:
    if not isinstance(table, dict):
        raise _wrong(path, f"retention.{name}", "it must be a table")
    return {key: _days(path, f"retention.{name}.{key}", days) for key, days in table.items()}


def _days(path: Path, place: str, days: Any) -> int:
    if type(days) is not int or not 1 <= days <= _LONGEST:
        raise _wrong(path, place, f"it must be a whole number of days, 1 to {_LONGEST:,}")
    return days


def _wrong(path: Path, place: str, why: str) -> QueueError:
    return QueueError(f"{path}: {place}: {why}", "docs/upkeep.md shows the table [retention].")


def apply(
    store: Store,
    rule: Retention,
    by: str,
    *,
    dry_run: bool,
    beside: Sequence[Path] = (),
    vacuum: bool | None = None,
) -> Kept:
    """Find what is due, and purge it unless it is a dry run."""
    due = find(store, rule, clock.now())
    if dry_run or not due:
        return Kept(due)
    wanted = purge.Wanted({one.item_id: one.closed for one in due})
    done = purge.purge(store, wanted, by, "retention", beside=beside, vacuum=vacuum)
    return Kept(due, done)


def find(store: Store, rule: Retention, now: datetime) -> tuple[Due, ...]:
    """The items that are done with and older than the rule lets them be, by number."""
    found = []
    with store.snapshot():
        for item_id, case_id, closed, risk, tags in store.stream(_CLOSED):
            days = rule.of(risk, json.loads(tags))
            if days is not None and clock.parse(closed) + timedelta(days=days) <= now:
                found.append(Due(item_id, unpack(case_id), closed, days))
    return tuple(found)


#: Tags that are no text (see `jsontext.pack`) can stand in no rule.
_CLOSED: Final = (
    "SELECT c.id, i.case_id, c.closed, c.risk, (SELECT json_group_array(tag) FROM item_tags"
    " WHERE item_id = c.id AND typeof(tag) = 'text')"
    f" FROM ({purge.CLOSED}) c JOIN items i ON i.id = c.id ORDER BY c.id"
)
