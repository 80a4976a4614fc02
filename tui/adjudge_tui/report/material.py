"""What a report is made of: JSON values, made now or kept in files earlier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Said = Mapping[str, Any]


@dataclass(frozen=True)
class Measured:
    """One judge on one criterion: `calibration` as `adjudge calibrate --json` prints it.

    `reliability` and `thresholds` need the cases: None where only the calibration was kept, or
    where they cannot be had; `why_not` says why there are no thresholds.
    """

    calibration: Said
    reliability: Sequence[Said] | None = None
    thresholds: Said | None = None
    why_not: str = ""


@dataclass(frozen=True)
class Run:
    """One run of the optimiser: its revisions in order, why it stopped, what it came to."""

    name: str
    at: str
    settings: Said
    revisions: Sequence[Said]
    stopped: str
    measured: Said | None


@dataclass(frozen=True)
class Material:
    """Everything that is at hand. None, and nothing, where a part was not given."""

    title: str
    at: str
    status: Said | None = None
    measured: Sequence[Measured] = ()
    comparison: Said | None = None
    admissions: Sequence[Said] | None = None
    probes: Sequence[Said] = ()
    runs: Sequence[Run] | None = None
    rates: Sequence[Said] | None = None
