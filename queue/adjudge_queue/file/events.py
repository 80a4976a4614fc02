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
| `assigned` / `unassigned` | an item was given to a reviewer / is anybody's again |
| `first_word` | what a reviewer said before the judge was shown |
| `stale` | what a decision rests on has changed, or is as it was again |
| `planted` | the items that come next are copies of golden rows; it belongs to none of them |
| `purged` | the text of an item was removed; the hashes of what was removed |
| `packet` | the first event of a packet's own file: whose it is, and what it was made from |
| `packed` | items were put into a packet for a reviewer |
| `unpacked` | a packet came back; the head and the hash of its chain, what became of each item |
| `packet_withdrawn` | a packet is no longer waited for |
| `golden` | a golden set was frozen |
| `golden_imported` | a golden set came in from a file |
| `golden_withdrawn` | a row of a golden set was withdrawn by hand |
"""

from __future__ import annotations

import itertools
import json
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
    """The hash over the first nine columns. `actor` comes unpacked, `body` as stored.

    What is hashed is the canonical JSON of the columns under their names. It is written here
    directly, since an audit does so for every event; for values of other types than a stored
    event has, as a damaged one may, it is made as everywhere.
    """
    if tuple(map(type, columns)) not in _TYPES:
        return sha256_hex(canonical_json(dict(zip(COLUMNS[:9], columns, strict=True))))
    seq, at, kind, actor, item_id, evaluation_id, decision_id, body, prev = columns
    text = (
        f'{{"actor":{_quoted(actor)},"at":{_quoted(at)},"body":{_quoted(body)},'
        f'"decision_id":{"null" if decision_id is None else decision_id},'
        f'"evaluation_id":{"null" if evaluation_id is None else evaluation_id},'
        f'"item_id":{"null" if item_id is None else item_id},'
        f'"kind":{_quoted(kind)},"prev":{_quoted(prev)},"seq":{seq}}}'
    )
    return sha256_hex(text.encode("utf-8", "backslashreplace"))


_quoted: Final = json.encoder.encode_basestring
_NUMBERS: Final = (int, type(None))
#: The types of an event's columns: its three ids may be missing.
_TYPES: Final = frozenset(
    (int, str, str, str, item_id, evaluation_id, decision_id, str, str)
    for item_id, evaluation_id, decision_id in itertools.product(_NUMBERS, repeat=3)
)
