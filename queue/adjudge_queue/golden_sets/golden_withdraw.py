"""Withdrawing a golden row by hand: the label is no longer vouched for, whatever the reason."""

from __future__ import annotations

from adjudge_engine.errors import DecisionError
from adjudge_queue.decisions import texts
from adjudge_queue.file.store import Store
from adjudge_queue.golden_sets import golden
from adjudge_queue.items import itemstate
from adjudge_queue.items.claiming import checked_name
from adjudge_queue.items.itemstate import Cause


def withdraw(
    store: Store, name: str, version: int | None, item_id: int, actor: str, why: str
) -> int:
    """Mark an item's row as withdrawn, in one version or in all; the event's number.

    The next snapshot leaves the item out until somebody decides on it again. Raises
    DecisionError where there is no such row, or it is withdrawn already.
    """
    checked_name(actor)
    if not why.strip():
        raise DecisionError("a withdrawal needs a reason", "Say why the label is not to be used.")
    if version is not None:
        golden.version_of(store, name, version)
    with store.write() as tx:
        before = itemstate.load(tx, item_id)
        found = tx.rows(_ROWS, (name, item_id, version))
        if not found:
            where = name if version is None else f"{name}@{version}"
            raise DecisionError(
                f"item #{item_id} has no row in the golden set {where[:80]}",
                "`adjudge golden show` lists its rows. The rows of an imported version have no"
                " item: import a version without them.",
            )
        standing = [row for row in found if row[2] is None]
        if not standing:
            raise DecisionError(
                f"the row of item #{item_id} was withdrawn by event {found[0][2]}",
                "There is nothing left to withdraw.",
            )
        for row in standing:
            tx.run("UPDATE golden_rows SET withdrawn = ? WHERE id = ?", (tx.next_event, row[0]))
        body = {
            "name": name,
            "versions": [row[1] for row in standing],
            "note": texts.keep(tx, item_id, "note", why),
        }
        cause = Cause("golden_withdrawn", actor, body)
        return itemstate.change(tx, item_id, before, before, cause)


_ROWS = (
    "SELECT id, version, withdrawn FROM golden_rows WHERE name = ? AND item_id = ?"
    " AND version = coalesce(?, version) ORDER BY version"
)
