"""The hash chain: what an event is, and what its hash covers.

An event's hash is SHA-256 over the canonical JSON of all its other columns, its predecessor's
hash among them. Bodies hold ids, words of the closed lists and hashes, never free text.

| kind | what happened |
|---|---|
| `enqueued` | a case came in with its first evaluation |
| `evaluated` | a known case got another evaluation |
| `claimed` / `returned` | a reviewer took an item / gave it back undecided |
| `expired` / `woken` | a lease ran out / a snooze ended |
| `decided` | a decision of any kind, skip, snooze and escalate among them |
| `undone` | a decision was taken back |
| `golden` | a golden set was frozen |
"""

from __future__ import annotations

from typing import Any, Final

from adjudge_engine.canonical import canonical_json, sha256_hex

#: The columns in the order of the table; the last one covers all others.
COLUMNS: Final = (
    "seq",
    "at",
    "kind",
    "actor",
    "item_id",
    "evaluation_id",
    "decision_id",
    "body",
    "prev",
    "hash",
)
SELECT: Final = f"SELECT {', '.join(COLUMNS)} FROM events"
INSERT: Final = f"INSERT INTO events({', '.join(COLUMNS)}) VALUES (?,?,?,?,?,?,?,?,?,?)"


def body_text(body: dict[str, Any]) -> str:
    """An event's body as it is stored: canonical JSON."""
    return canonical_json(body).decode("utf-8")


def event_hash(columns: tuple[Any, ...]) -> str:
    """The hash over the first nine columns. `actor` comes unpacked, `body` as stored."""
    return sha256_hex(canonical_json(dict(zip(COLUMNS[:9], columns, strict=True))))
