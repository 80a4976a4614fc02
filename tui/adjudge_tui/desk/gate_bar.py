"""The second header line: the gates side by side, none of those that do not pass left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from rich.cells import cell_len

from adjudge_tui.desk.views import GateView, ItemView
from adjudge_tui.wording.strings import say

OUTCOME_TONES: Final = {"fail": "bad", "unavailable": "warn", "pass": "good"}
_OPEN: Final = ("fail", "unavailable")
_GAP: Final = 3  # cells between two parts

Part = tuple[str, str]


def gate_line(view: ItemView, width: int) -> list[Part]:
    """The bar of an item; of a purged one that its gates went with its texts."""
    return [(say("purged.gates"), "muted")] if view.purged else gate_bar(view.gates, width)


def gate_bar(gates: Sequence[GateView], width: int = 0) -> list[Part]:
    """The gates side by side as (text, tone): those that do not pass by name, then the others.

    Those that pass are named too where `width` cells have room for it, else counted. Where there
    is no room for a part of its own for each gate that does not pass, those of one outcome share
    one; the last names of it that do not fit are counted.
    """
    if not gates:
        return [(say("gates.none"), "muted")]
    waiting = [gate for gate in gates if gate.outcome in _OPEN]
    each = [_part([gate], 0) for gate in waiting]
    passed = [gate.name for gate in gates if gate.outcome == "pass"]
    idle = sum(gate.outcome == "not_applicable" for gate in gates)
    rest = (say("gates.rest", passed=len(passed), idle=idle), "muted")
    if passed:
        named = (say("gates.named", names=", ".join(passed), idle=idle), "muted")
        if _cells([*each, named]) <= width:
            return [*each, named]
    if not width or _cells([*each, rest]) <= width:
        return [*each, rest]
    return [*_together(waiting, width - _cells([rest]) - _GAP), rest]


def _together(gates: Iterable[GateView], width: int) -> list[Part]:
    """One part for each outcome; names give way from the end, of what is worst at last, and the
    last name of each only where nothing else can."""
    groups = [list(group) for _, group in groupby(gates, key=lambda gate: gate.outcome)]
    left_out = [0] * len(groups)
    while True:
        parts = [_part(group, less) for group, less in zip(groups, left_out, strict=True)]
        named = [len(group) - less for group, less in zip(groups, left_out, strict=True)]
        more = [at for least in (0, 1) for at, count in enumerate(named) if count > least]
        if _cells(parts) <= width or not more:
            return parts
        left_out[more[-1]] += 1


def _part(gates: Sequence[GateView], left_out: int) -> Part:
    """Gates of one outcome: its sign, their names, its word; the last ones only counted."""
    first = gates[0]
    if len(gates) == left_out:
        text = f"{first.glyph} {left_out} {first.word}"
    elif len(gates) == 1:
        text = f"{first.glyph} {first.name} {first.word}{_times(first)}"
    else:
        shown = gates[: len(gates) - left_out]
        names = ", ".join(f"{gate.name}{_times(gate)}" for gate in shown)
        more = f" +{left_out}" if left_out else ""
        text = f"{first.glyph} {names}{more} {first.word}"
    return text, OUTCOME_TONES[first.outcome]


def _times(gate: GateView) -> str:
    """How many checks of it came out as the gate did, if more than one."""
    count = sum(check.outcome == gate.outcome for check in gate.checks)
    return f" ×{count}" if count > 1 else ""


def _cells(parts: Sequence[Part]) -> int:
    return sum(cell_len(text) for text, _ in parts) + _GAP * max(0, len(parts) - 1)
