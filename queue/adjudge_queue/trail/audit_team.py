"""Checking what a team leaves behind: double reviews, first words, planted items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudge_queue.file.store import Store
from adjudge_queue.items.itemstate import ItemState
from adjudge_queue.trail.audit_content import plain, read_json
from adjudge_queue.trail.replay import Replayed, Trail


def findings(store: Store, trail: Trail) -> Iterator[str]:
    """Everything of it that does not agree with the trail."""
    yield from _reviews(store, trail)
    yield from _first_words(store, trail)
    yield from _planted(store, trail)


def _reviews(store: Store, trail: Trail) -> Iterator[str]:
    stored: dict[Any, list[Any]] = {}
    for item_id, *review in store.stream("SELECT item_id, round, decision_id FROM reviews"):
        stored.setdefault(item_id, []).append(tuple(review))
    told = {item_id: _state(one).reviews for item_id, one in trail.items.items() if one.first}
    for item_id in sorted(stored.keys() | told.keys(), key=repr):
        if sorted(stored.get(item_id, ()), key=repr) != sorted(told.get(item_id, ()), key=repr):
            yield f"item {item_id}: its double review is not what its events say"


def _state(one: Replayed) -> ItemState:
    return ItemState(*(getattr(one, name) for name in ItemState._fields))


def _first_words(store: Store, trail: Trail) -> Iterator[str]:
    seen = set()
    for item_id, reviewer, at, action, body, event in store.stream(
        "SELECT item_id, reviewer, at, action, body, event FROM first_words"
    ):
        key = (item_id, plain(reviewer))
        seen.add(key)
        number = trail.first_words.get(key)
        told = {} if number is None else trail.told(number)
        said = {"labels": told.get("labels"), "evidence": told.get("evidence")}
        wanted = (number, told.get("at"), told.get("action"), said)
        if (event, at, action, read_json(body)) != wanted:
            yield f"item {item_id}: a first word on it is not what its event says"
    for key in sorted(trail.first_words.keys() - seen):
        yield f"item {key[0]}: a first word is missing (event {trail.first_words[key]})"


def _planted(store: Store, trail: Trail) -> Iterator[str]:
    sql = "SELECT item_id, name, version, row, event FROM planted"
    stored = {item_id: (plain(name), *rest) for item_id, name, *rest in store.stream(sql)}
    for item_id in sorted(stored.keys() | trail.planted.keys(), key=repr):
        if stored.get(item_id) != trail.planted.get(item_id):
            yield f"item {item_id}: whether it was planted is not what the events say"
