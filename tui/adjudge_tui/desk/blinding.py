"""Which items are first shown without their judge, and whether that is so for one of them now.

A reviewer who has read an opinion agrees with it more often. So a share of the items, drawn by a
seeded hash of the case whatever became of it, and on demand every one, is shown without anything
that a judge had a part in until the reviewer has said a first word.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from adjudge_queue.records import OPEN_STATES, Filter, Item, ItemRow, Order, State

#: Orders that a judge had a part in.
_BY_JUDGE: Final = frozenset({"priority", "informative"})
_BITS: Final = 52  # as many as a double holds exactly
#: States that the policy gives alone: they tell what it made of the judge.
_BY_POLICY: Final = frozenset({"released", "blocked"})


@dataclass(frozen=True, slots=True)
class Blinding:
    """How a sitting is blind.

    `share` (0 to 1) of the items is drawn with `seed`; `whole` makes every item of the sitting
    blind and shuffles them; `asked` is the reviewer's own wish of the moment, which they may take
    back. `word_first` holds for the first two. `by` is the order that the sitting asks for.
    """

    share: float = 0.0
    seed: str = "adjudge"
    whole: bool = False
    asked: bool = False
    by: Order = "priority"

    @property
    def all(self) -> bool:
        """Every item is blind: then nothing of what a judge said may order or choose them."""
        return self.whole or self.share >= 1

    @property
    def order(self) -> tuple[Order, str | None]:
        """In which order items come, and the seed of a shuffle."""
        if self.all and self.by in _BY_JUDGE:
            return "random", self.seed
        return self.by, self.seed if self.by == "random" else None

    def drawn(self, case_hash: str) -> bool:
        """Whether the item of this case is blind, whatever its reviewer wishes."""
        if self.all or self.share <= 0:
            return self.all
        digest = hashlib.sha256(f"adjudge.blind/1\0{self.seed}\0{case_hash}".encode()).digest()
        place: float = (int.from_bytes(digest[:8], "big") >> 64 - _BITS) / 2.0**_BITS
        return place < self.share


@dataclass(frozen=True, slots=True)
class Eyes:
    """Who looks, and what they may be shown. `seen`: items whose judge they have seen already;
    `shown`: those of them for which it is not hidden again.
    """

    reviewer: str
    blinding: Blinding = Blinding()
    seen: frozenset[int] = frozenset()
    shown: frozenset[int] = frozenset()

    def word_due(self, item: Item) -> bool:
        """Whether a first word is to be said on this item before its judge is shown."""
        if item.row.state not in OPEN_STATES or item.row.item_id in self.seen:
            return False
        wanted = self.blinding.asked or self.blinding.drawn(case_hash_of(item))
        return wanted and not said_before(item, self.reviewer)

    def hides(self, item: Item) -> bool:
        """Whether nothing of its judge may be shown."""
        return self.word_due(item) or (self.blinding.asked and item.row.item_id not in self.shown)


def case_hash_of(item: Item) -> str:
    """The hash of an item's case, as its evaluation names it."""
    return str(item.evaluation.get("case_hash") or item.row.case_id)


def said_before(item: Item, reviewer: str) -> bool:
    """Whether the reviewer has said their first word on the item."""
    return any(
        event.get("kind") == "first_word" and event.get("actor") == reviewer
        for event in item.history
    )


def without_judge(evaluation: Any) -> dict[str, Any]:
    """What code alone found: the gates, and the claims with the evidence that code gave them."""
    return {key: evaluation[key] for key in ("case_hash", "gates", "claims") if key in evaluation}


def veiled(row: ItemRow) -> ItemRow:
    """A row of the list without what a judge had a part in."""
    return replace(row, route="", priority=0, priority_reason="")


def veil_rows(
    rows: Iterable[ItemRow], blinding: Blinding, closed: Collection[int]
) -> list[ItemRow]:
    """Rows as they may be shown; `closed` are the items that are drawn and still wait."""
    return [veiled(row) if blinding.all or row.item_id in closed else row for row in rows]


def blind_filter(where: Filter | None) -> Filter:
    """`where` without the states that a policy gives alone."""
    where = where or Filter()
    states: tuple[State, ...] = tuple(one for one in where.states if one not in _BY_POLICY)
    return replace(where, states=states or OPEN_STATES)


def tells_verdict(where: Filter | None) -> bool:
    """Whether a filter chooses by what the judge had a part in."""
    return where is not None and (where.route is not None or where.disposition is not None)
