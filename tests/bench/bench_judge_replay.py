"""Prints how recorded judges did on real answers, worked out by the product from the raw files.

`python tests/bench/bench_judge_replay.py`: verdicts against people (WiCE, NoMIRACL), comparisons
in both orders (LLMBar, PandaLM), repeats and both readings per defect class (OpenGATE). A figure
that differs from the known one is marked. Says so where the real answers are absent.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import replay_figures as figures
from shared_data import SHARED


def main() -> None:
    """All tables."""
    if not figures.OPENGATE.is_file():
        print(f"The real answers are not there: {SHARED}")
        return
    known = figures.reference()
    _words("wice", figures.WICE, "faithfulness", known, parsed=True)
    _words("nomiracl", figures.NOMIRACL, "answerability", known)
    _orders(known)
    _repeats(known)
    _classes()


def _words(
    name: str,
    path: Path,
    criterion: str,
    known: dict[str, dict[str, float]],
    *,
    parsed: bool = False,
) -> None:
    print(
        f"\n{name}: {criterion} in words against people\n{'judge':34}     n unclear  agree      κ"
    )
    for one in figures.worded(path, criterion, parsed=parsed):
        right = known[f"{name}/{one.judge}"]
        mark = _mark([(one.agree, right["agree"]), (one.kappa, right["kappa"])])
        print(f"{one.judge:34} {one.n:5} {one.unclear:7} {one.agree:6.4f} {one.kappa:6.4f} {mark}")


def _orders(known: dict[str, dict[str, float]]) -> None:
    print("\nComparisons in both orders; counted: what both orders agree on, against people")
    head = "contradiction  first wins  agree AB  agree BA  counted  agree"
    print(f"{'judge':34}     n  {head}")
    for one in figures.compared(figures.LLMBAR):
        right = known[f"llmbar/{one.judge}"]
        mark = _mark(
            [
                (one.consistent, right["consistent"]),
                (one.first_position_wins, right["first_position_wins"]),
                (one.order_ab.agree, right["agree_order_ab"]),
                (one.order_ba.agree, right["agree_order_ba"]),
            ]
        )
        print(
            f"{one.judge:34} {one.both_orders:5}  {one.contradiction:13.4f}"
            f"  {one.first_position_wins:10.4f}  {one.order_ab.agree:8.4f}"
            f"  {one.order_ba.agree:8.4f}  {one.counted.n:7}  {one.counted.agree:5.4f} {mark}"
        )
    print("\nComparisons in one order (PandaLM): they never count; against people")
    for one in figures.compared(figures.PANDALM):
        own, right = one.own_order, known[f"pandalm/{one.judge}"]
        mark = _mark([(own.agree, right["agree"]), (own.kappa, right["kappa"])])
        print(f"{one.judge:34} {own.n:5}  agree {own.agree:.4f}  κ {own.kappa:.4f} {mark}")


def _repeats(known: dict[str, dict[str, float]]) -> None:
    print(f"\nRepeats\n{'judge':34} items repeats mean sd  any spread  strict flips")
    for one in figures.spreads():
        mark = _mark([(one.mean_sd, known[f"opengate/{one.judge}"]["mean_sd"])])
        print(
            f"{one.judge:34} {one.items:5} {one.repeats:7} {one.mean_sd:7.4f}"
            f"  {one.items_with_any_spread:10}  {one.flips:12} {mark}"
        )


def _classes() -> None:
    print("\nBoth readings per defect class: range of the score; runs with strict 0")
    for judge in figures.judges(figures.OPENGATE):
        print(f"{judge}\n  {'class':24} answers  score          flagged runs  every run  never")
        for name, one in figures.caught(judge).items():
            print(
                f"  {name:24} {one.answers:7}  {one.lowest:.3f} … {one.highest:.3f}"
                f"  {one.flagged:4} of {one.runs:3}   {one.steady:9}  {one.never:5}"
            )


def _mark(pairs: Iterable[tuple[float | None, float]]) -> str:
    same = all(found is not None and round(found, 4) == right for found, right in pairs)
    return "" if same else "≠ known"


if __name__ == "__main__":
    main()
