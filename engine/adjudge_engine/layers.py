"""The pipeline's layers, in order: one gate each, one function from a subject to its checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from adjudge_engine.evaluation import Check, GateResult
from adjudge_engine.gates.abstention import check_abstention
from adjudge_engine.gates.access import check_access
from adjudge_engine.gates.calculations import check_calculations
from adjudge_engine.gates.citations import check_citations
from adjudge_engine.gates.contract import check_contract
from adjudge_engine.gates.dates import check_dates
from adjudge_engine.gates.facts import check_facts
from adjudge_engine.gates.identity import check_identity
from adjudge_engine.gates.numbers import check_numbers
from adjudge_engine.subject import Subject
from adjudge_engine.vocabulary import Gate


class Layer(NamedTuple):
    """A gate and its rule. `on_empty`: it has something to say about an empty answer too;
    `on_pairs`: about a comparison, for it asks what may be read and not what is answered."""

    gate: Gate
    run: Callable[[Subject], list[Check]]
    on_empty: bool = False
    on_pairs: bool = False


LAYERS: Final[tuple[Layer, ...]] = (
    Layer("access", check_access, on_pairs=True),
    Layer("identity", check_identity, on_pairs=True),
    Layer("citations", check_citations),
    Layer("contract", check_contract, on_empty=True),
    Layer("numbers", check_numbers),
    Layer("calculations", check_calculations),
    Layer("dates", check_dates),
    Layer("facts", check_facts, on_empty=True),
    Layer("abstention", check_abstention, on_empty=True),
)


#: The result of every gate that has nothing to say; most have not.
_SILENT: Final = GateResult.of([])


def run_layers(subject: Subject) -> dict[Gate, GateResult]:
    """Every gate's result, in the layers' order."""
    empty, pair = not subject.answer.strip(), subject.case.is_comparison
    found: dict[Gate, GateResult] = {}
    for gate, run, on_empty, on_pairs in LAYERS:
        applies = on_pairs if pair else on_empty or not empty
        checks = run(subject) if applies else None
        found[gate] = GateResult.of(checks) if checks else _SILENT
    return found
