"""What a run did, in the lines that the reports of a queue's and of a shard's share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from adjudge_tui.running.tally import Tally


def with_routes(said: str, routes: Mapping[str, int]) -> str:
    """The sentence with a count for each route behind it: "12 evaluated: block 2, review 10"."""
    counts = ", ".join(f"{name} {count:,}" for name, count in sorted(routes.items()))
    return f"{said}: {counts}" if counts else said


def done_lines(tally: Tally, seconds: float, rejects: Path | None) -> Iterator[str]:
    """What was evaluated, known already, and rejected into the file `rejects`."""
    yield with_routes(f"{tally.evaluated:,} evaluated in {seconds:.1f} s", tally.routes)
    if tally.known:
        yield f"{tally.known:,} known already, nothing done twice"
    if tally.same_id:
        yield f"{tally.same_id:,} under an id that came before with another answer: all are kept"
    if tally.rejected:
        yield f"{tally.rejected:,} rejected, kept in {rejects}"


def unfinished_lines(tally: Tally) -> Iterator[str]:
    """How many lack a judgment; nothing where none does."""
    if tally.unfinished:
        yield f"{tally.unfinished:,} lack a judgment that could not be had; run again to ask again"
