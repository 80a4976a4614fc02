"""Prints what each gate, the claims and the whole deterministic half cost, in µs a case.

`python tests/bench/bench_gates.py [rounds]`: answers of 0.6 kB and 1 kB over contexts of 0.3 kB,
4 kB and 100 kB; half of the invented answers state figures that stand in no context. Where real
answers lie beside the repository they are measured as well. CPU time, contexts fresh every time;
of several rounds the median. Machines differ and so do runs: compare what one run prints.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from shared_data import SHARED

from adjudge_engine.case import Case, Context
from adjudge_engine.layers import LAYERS
from adjudge_engine.pipeline import assess
from adjudge_engine.subject import Subject

SIZES = ((600, 300), (1_000, 4_000), (1_000, 100_000))
CASES = 24
#: "passage 3" and "[1]" would ask the citations gate for more than plain answers do.
_CITING = re.compile(r"passages? [0-9]|\[[0-9]")

_PLACES = ("Aldermoor", "Brackwell", "Corfield", "Dunmere", "Eastholm", "Farrowby", "Hollin")
_THINGS = ("pump", "valve", "filter", "boiler", "sluice", "turbine", "conveyor", "silo")
_SENTENCES = (
    "The {thing} at {place} was serviced in {year} and moved {figure} litres per hour.",
    "{place} spent {money} million on its {thing}, up {small}% on the year before.",
    "Keep the {thing} at {small} °C for {figure} minutes, then let it rest.",
    "According to the warden of {place}, the {thing} needs no more than two people.",
    "Nothing in the records says why the {thing} was replaced so soon.",
    "It was the third {thing} that {place} had bought, and the quietest so far.",
)


def sentences(source: random.Random) -> Iterator[str]:
    """Invented sentences, about half of them with figures."""
    while True:
        yield source.choice(_SENTENCES).format(
            place=source.choice(_PLACES),
            thing=source.choice(_THINGS),
            year=source.randint(1990, 2024),
            figure=f"{source.randint(100, 9_000):,}",
            money=f"${source.randint(10, 999) / 10}",
            small=source.randint(2, 95),
        )


def written(source: random.Random, size: int) -> str:
    """An invented text of about `size` characters."""
    found: list[str] = []
    for sentence in sentences(source):
        if sum(map(len, found)) >= size:
            break
        found.append(sentence)
    return " ".join(found)


def invented(answer_size: int, context_size: int) -> list[Case]:
    """Cases whose answers repeat their context, every second one with other figures."""
    found = []
    for number in range(CASES):
        source = random.Random(number)
        context = written(source, context_size)[:context_size]
        answer = (context + " " + written(source, answer_size))[:answer_size]
        if number % 2:
            answer = answer.replace("7", "3").replace("4", "9")
        found.append(_case(str(number), "What do the records say?", answer, context))
    return found


def real(answer_size: int, context_size: int) -> list[Case]:
    """Cases with real answers of about that size, their contexts filled up with others'."""
    with (SHARED / "items" / "ragtruth_qa.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    source = random.Random(7)
    source.shuffle(rows)
    pool = [one["text"] for row in rows for one in row["contexts"]]
    found = []
    for row in rows:
        answer = row["answer"]
        near = answer_size * 3 // 4 <= len(answer) <= answer_size * 5 // 4
        if not near or _CITING.search(answer):
            continue
        context = "\n\n".join(one["text"] for one in row["contexts"])
        while len(context) < context_size:
            context += "\n\n" + source.choice(pool)
        found.append(_case(row["id"], row["question"], answer, context[:context_size]))
        if len(found) == CASES:
            break
    return found


def _case(name: str, question: str, answer: str, context: str) -> Case:
    contexts = (Context(id="c1", text=context),)
    return Case(id=name, question=question, answer=answer, contexts=contexts)


def cost(run: Callable[[Case], object], cases: Sequence[Case], rounds: int) -> float:
    """µs of CPU time a case, the median of several rounds."""
    found = []
    for _ in range(rounds):
        before = time.process_time()
        for case in cases:
            run(case)
        found.append((time.process_time() - before) / len(cases) * 1e6)
    return median(found)


def _alone(run: Callable[[Subject], object], case: Case) -> object:
    return run(Subject(case))


def measured(cases: Sequence[Case], rounds: int) -> dict[str, float]:
    """Name of a part → µs a case, every part on a subject of its own."""
    assess(cases[0])  # what is loaded once is loaded
    found: dict[str, float] = {
        layer.gate: cost(partial(_alone, layer.run), cases, rounds) for layer in LAYERS
    }
    found["claims"] = cost(lambda case: Subject(case).claims, cases, rounds)
    found["all"] = cost(assess, cases, rounds)
    return found


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    sources = [("invented", invented)]
    if (SHARED / "items").is_dir():
        sources.append(("real", real))
    columns = {
        f"{name} {answer / 1000:g}/{context / 1000:g} kB": measured(make(answer, context), rounds)
        for name, make in sources
        for answer, context in SIZES
    }
    print(f"{'µs a case':<14}" + "".join(f"{name:>22}" for name in columns))
    for part in next(iter(columns.values())):
        print(f"{part:<14}" + "".join(f"{column[part]:>22,.0f}" for column in columns.values()))


if __name__ == "__main__":
    main()
