"""Prints false passes, false alarms and answers per second beside two other tools, in one run.

`pip install -e '.[peers]' && python tests/bench/bench_peers.py`. The others are opengate-grounding
(numbers, required facts, abstention) and corroborate (numbers, dates, quotes). Of ours all nine
gates run, and any gate that does not pass counts as an alarm, so "review" is one, too. Times are
CPU time, interleaved, the median of several rounds; read the ratios, machines differ.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from peer_samples import PAIRS, Sample, answers

from adjudge_engine.case import Case, Context
from adjudge_engine.layers import LAYERS, run_layers
from adjudge_engine.pipeline import assess
from adjudge_engine.subject import Subject

ROUNDS: Final = 7
SIZES: Final = ((600, 300), (1_000, 4_000), (1_000, 100_000))
Verdict = Callable[[str, str], bool]


def ours(context: str, answer: str) -> bool:
    """Whether no gate objects or leaves anything open."""
    case = Case(id="x", answer=answer, contexts=(Context(id="c1", text=context),))
    gates = run_layers(Subject(case))
    return all(gate.outcome in ("pass", "not_applicable") for gate in gates.values())


def ours_blocks(context: str, answer: str) -> bool:
    """Whether no gate fails: what would not be blocked."""
    case = Case(id="x", answer=answer, contexts=(Context(id="c1", text=context),))
    return all(gate.outcome != "fail" for gate in run_layers(Subject(case)).values())


def verdicts() -> dict[str, Verdict]:
    """The tools that are installed, as context × answer → whether the answer passes."""
    found: dict[str, Verdict] = {"adjudge": ours, "adjudge (fails only)": ours_blocks}
    try:
        from opengate_grounding import check_grounding

        found["opengate-grounding"] = lambda context, answer: bool(check_grounding(answer, context))
    except ImportError:
        print("opengate-grounding is not installed: pip install -e '.[peers]'")
    try:
        import corroborate

        found["corroborate"] = lambda context, answer: corroborate.check_answer(
            "", [context], answer
        ).ok()
    except ImportError:
        print("corroborate is not installed: pip install -e '.[peers]'")
    return found


def compare_truth() -> None:
    """False passes and false alarms of every tool on the invented pairs."""
    wrong = sum(not right for *_, right in PAIRS)
    print(f"{len(PAIRS)} answers with known truth: {wrong} wrong, {len(PAIRS) - wrong} right")
    for name, verdict in verdicts().items():
        passes: Counter[str] = Counter()
        alarms: Counter[str] = Counter()
        for kind, context, answer, right in PAIRS:
            said = verdict(context, answer)
            if said and not right:
                passes[kind] += 1
            elif right and not said:
                alarms[kind] += 1
        print(f"  {name:22} false passes {passes.total():2} of {wrong}: {_listed(passes)}")
        print(
            f"  {'':22} false alarms {alarms.total():2} of {len(PAIRS) - wrong}: {_listed(alarms)}"
        )


def _listed(kinds: Counter[str]) -> str:
    return (
        ", ".join(f"{kind} {n}" if n > 1 else kind for kind, n in sorted(kinds.items())) or "none"
    )


def timed(samples: list[Sample]) -> dict[str, float]:
    """Median CPU microseconds an answer, by tool."""
    cases = [sample.case(f"s{at}") for at, sample in enumerate(samples)]
    tools: dict[str, Callable[[], object]] = {
        "adjudge, nine gates": lambda: [run_layers(Subject(case)) for case in cases],
        "adjudge, with evidence": lambda: [assess(case) for case in cases],
    }
    try:
        from opengate_grounding import Anchor, check_grounding

        tools["opengate-grounding"] = lambda: [
            check_grounding(
                one.answer,
                one.context,
                question=one.question,
                anchors=[Anchor(value, [alias]) for value, alias in one.anchors],
            )
            for one in samples
        ]
    except ImportError:
        pass
    try:
        import corroborate

        tools["corroborate"] = lambda: [
            corroborate.check_answer(one.question, [one.context], one.answer) for one in samples
        ]
    except ImportError:
        pass
    spent: dict[str, list[float]] = {name: [] for name in tools}
    for _ in range(ROUNDS):
        for name, run in tools.items():
            start = time.process_time()
            run()
            spent[name].append((time.process_time() - start) / len(samples) * 1e6)
    return {name: statistics.median(times) for name, times in spent.items()}


def compare_speed() -> None:
    """Times by size, as ratios to ours with all nine gates on."""
    for answer_size, context_size in SIZES:
        samples = answers(60 if context_size < 50_000 else 15, answer_size, context_size)
        found = timed(samples)
        base = found["adjudge, nine gates"]
        print(f"\n{answer_size} B answer over {context_size:,} B context, 5 facts expected")
        for name, spent in found.items():
            rate = 1e6 / spent
            print(f"  {name:24} {spent:9.0f} µs {rate:9,.0f}/s   {spent / base:6.2f} × our time")
        print(f"  of which: {_per_gate(samples)}")


def _per_gate(samples: list[Sample]) -> str:
    """Our microseconds by gate; the claims are split before the first of them."""
    spent: Counter[str] = Counter()
    for _ in range(3):
        for at, sample in enumerate(samples):
            subject = Subject(sample.case(f"s{at}"))
            start = time.process_time()
            _ = subject.claims
            spent["claims"] += int((time.process_time() - start) * 1e9)
            for layer in LAYERS:
                start = time.process_time()
                layer.run(subject)
                spent[layer.gate] += int((time.process_time() - start) * 1e9)
    total = 3 * len(samples) * 1_000
    return ", ".join(f"{name} {time_ / total:.0f}" for name, time_ in spent.most_common())


if __name__ == "__main__":
    compare_truth()
    compare_speed()
