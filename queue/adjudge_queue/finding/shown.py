"""What lists show of an item and choose it by, as hashes that its events carry.

Question, tags, reason and open gates stand in columns of their own, worked out when the item came
in. The hashes let `audit` see that none was changed since, whatever a later version would make
of the same case.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from adjudge_engine.canonical import canonical_hash
from adjudge_queue.file.jsontext import pack


def face(question: str, tags: Iterable[str]) -> str:
    """The hash of what the case itself gives to the lists."""
    return canonical_hash([question, sorted(map(_bare, tags))])


def finding(reason: str, gates: Mapping[str, str]) -> str:
    """The hash of what its evaluation gives to them."""
    return canonical_hash([reason, sorted(f"{gate} {outcome}" for gate, outcome in gates.items())])


def _bare(tag: str) -> str:
    """A tag as SQL can name it: one that is stored as bytes is said in hexadecimal."""
    stored = pack(tag)
    return stored if isinstance(stored, str) else stored.hex().upper()


#: The tags and open gates of a row of `items`, for `stored_hashes`.
COLUMNS: Final = (
    "question, (SELECT json_group_array(CASE typeof(tag) WHEN 'text' THEN tag ELSE hex(tag) END)"
    " FROM item_tags WHERE item_id = items.id),"
    " priority_reason, (SELECT json_group_array(gate || ' ' || outcome)"
    " FROM item_gates WHERE item_id = items.id)"
)


def stored_hashes(question: str, tags: str, reason: str, gates: str) -> tuple[str, str]:
    """Face and finding as the file has them now, from the values of `COLUMNS`."""
    return _hash(question, tags), _hash_of_finding(reason, gates)


def _hash(text: str, words: str) -> str:
    return canonical_hash([text, sorted(json.loads(words))])


#: Many items of a file have the same reason and the same gates.
_hash_of_finding: Final = lru_cache(maxsize=1024)(_hash)
