"""What is wrong with a decision whatever the item: kinds, lengths, words that nobody knows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from types import UnionType
from typing import Final

from adjudge_engine.errors import DecisionError
from adjudge_queue.file import clock
from adjudge_queue.items import outcomes
from adjudge_queue.items.claiming import checked_name
from adjudge_queue.records import REASON_CODES, Decision, Seen

_CUSTOM_CODE: Final = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")
_SNOOZE: Final = timedelta(days=1)
_LONGEST: Final = 10**9  # seconds


def checked_decision(decision: Decision) -> str | None:
    """Refuse what is wrong whatever the item; the end of a snooze."""
    checked_name(decision.reviewer)
    _check_kinds(decision)
    if decision.action not in outcomes.ACTIONS:
        raise DecisionError(
            f"there is no decision {decision.action!r}", f"Use {', '.join(outcomes.ACTIONS)}."
        )
    if not decision.key or len(decision.key) > 200:
        raise DecisionError("a decision needs a key of 1 to 200 characters", "Make one up for it.")
    for code in decision.reason_codes:
        if not _CUSTOM_CODE.fullmatch(code):
            raise DecisionError(
                f"{code[:80]!r} is no reason code",
                f"Use {', '.join(REASON_CODES)}, or a short word of your own (a-z, 0-9, _.-).",
            )
    seconds = decision.seconds
    if seconds is not None and not 0 <= seconds <= _LONGEST:  # which no NaN is
        raise DecisionError("that is no time spent", "Give seconds, or leave them out.")
    if decision.labels and decision.action != "relabel":
        raise DecisionError(
            f"{decision.action} takes no labels", "Use relabel to say what should be different."
        )
    return _snooze_end(decision)


def _check_kinds(decision: Decision) -> None:
    """Refuse what is not of the kind that a decision's part is: it must not fail halfway."""
    kinds: tuple[tuple[str, object, type | UnionType], ...] = (
        ("key", decision.key, str),
        ("note", decision.note, str | None),
        ("corrected_answer", decision.corrected_answer, str | None),
        ("seconds", decision.seconds, int | float | None),
        ("until", decision.until, str | None),
        ("labels", decision.labels, Sequence),
        ("reason_codes", decision.reason_codes, list | tuple),
        ("seen", decision.seen, Seen | None),
    )
    wrong = [name for name, value, kind in kinds if not isinstance(value, kind)]
    if wrong or not all(isinstance(code, str) for code in decision.reason_codes):
        what = wrong[0] if wrong else "reason_codes"
        raise DecisionError(
            f"the {what} of this decision is of no kind that it can be", "See Decision."
        )


def _snooze_end(decision: Decision) -> str | None:
    if decision.action != "snooze":
        return None
    if decision.until is None:
        return clock.stamp(clock.now() + _SNOOZE)
    try:
        moment = clock.parse(decision.until)
        until = clock.stamp(moment)
    except (ValueError, OverflowError) as error:
        raise DecisionError(
            f"{decision.until[:80]!r} is no time", "Give a date and time, 2026-03-01T09:30."
        ) from error
    if moment <= clock.now():
        raise DecisionError(f"{decision.until} is past", "Give a time to come.")
    return until
