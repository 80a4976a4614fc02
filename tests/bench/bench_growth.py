"""Prints how time and memory of the deterministic part grow, and what hostile texts cost.

`python tests/bench/bench_growth.py [--most BYTES]`: answers and contexts of 1 kB … 10 MB and
1 … 100,000 citations, each in a process of its own (CPU seconds, and how far the resident memory
rose above what the finished imports took); then texts made to be slow, at 100 and 200 kB, where
a ratio of about 2 is linear and 4 is not.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from peer_samples import answers

from adjudge_engine.case import Case, Citation, Context
from adjudge_engine.pipeline import assess
from adjudge_engine.registry import Registry
from adjudge_engine.source import Capabilities, Element, Page, Source

SIZES: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
COUNTS: Final = (1, 10, 100, 1_000, 10_000, 100_000)
#: A piece of text that is repeated to the size asked for.
BAITS: Final = (
    "9", "9,", "1.", "1 ", " ", "(", "[", "[1]", "[1,", '"', "“", "|", "| 1 |\n", "- ", "1. a\n",
    "a.", "Dr. ", "5 mg ", "twenty-", "one hundred ", "zwei", "十", "万", "٣", "१,", "½",
    "3 May ", "2025-01-", "12:30 ", "01/02/", "Q3 ", "next year ", "5 % of ", "1 + ", "1 + 1 = ",
    "(Smith et al., 2020) ", "passage 3 ", "¹", "A. Smith, ", "not ", "no fee; ", "$", "$-",
    "€5 + €6 = ", "in total 5 ", "x100 ", "\u200b", "\ud800", "\x00", "\u202e", "{", "a\n", "# a\n",
    "1/", "1e9", "-5-", "5°", "mcg", "Model X1 ", "...", "…", "؟", "。", "」", "'s ", "\\", "<b>",
)  # fmt: skip


def text_of(size: int) -> str:
    """Running text with numbers, of about `size` code points."""
    return answers(1, 200, size)[0].context[:size]


def answer_case(size: int) -> tuple[Case, Registry | None]:
    """A long answer over 4 kB of context."""
    answer = text_of(size)
    return Case(id="a", answer=answer, contexts=(Context(id="c", text=text_of(4_000)),)), None


def context_case(size: int) -> tuple[Case, Registry | None]:
    """A usual answer over a long context."""
    return Case(
        id="c", answer=text_of(1_000), contexts=(Context(id="c", text=text_of(size)),)
    ), None


def citation_case(count: int) -> tuple[Case, Registry | None]:
    """As many citations into a source of as many elements."""
    parts = [f"Valve {at} closes at {at % 97}.{at % 7} bar." for at in range(count)]
    source = Source(
        source_id="manual",
        capabilities=Capabilities(pages=True, elements=True),
        pages=tuple(Page(page=at + 1) for at in range(count // 20 + 1)),
        elements=tuple(
            Element(id=f"e{at}", page=at // 20 + 1, text=text) for at, text in enumerate(parts)
        ),
    )
    citations = tuple(
        Citation(
            id=str(at), source_id="manual", page=at // 20 + 1, element_id=f"e{at}", kind="quote",
            quote=text, claim=text,
        )
        for at, text in enumerate(parts)
    )  # fmt: skip
    answer = " ".join(parts)
    context = Context(id="c", text="\n".join(parts), source_id="manual")
    return Case(id="q", answer=answer, contexts=(context,), citations=citations), Registry([source])


MAKERS: Final[dict[str, Callable[[int], tuple[Case, Registry | None]]]] = {
    "answer": answer_case,
    "context": context_case,
    "citations": citation_case,
}


def measure(kind: str, size: int) -> None:
    """In the process of its own: CPU seconds and megabytes of one assessment."""
    small, registry = MAKERS[kind](1)
    assess(small, registry)
    case, registry = MAKERS[kind](size)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    assess(case, registry)
    spent = time.process_time() - start
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{spent:.4f} {(after - before) / 1024:.1f}")


def grow(kind: str, sizes: tuple[int, ...]) -> None:
    """One line a size, with the ratio to the line before."""
    print(f"\n{kind}: size, CPU seconds, ratio to the line before, MB above the input")
    last = 0.0
    for size in sizes:
        command = [sys.executable, __file__, "--measure", kind, str(size)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=1_800)
        if done.returncode:
            print(f"  {size:>11,}  {done.stderr.strip().splitlines()[-1:]}")
            return
        seconds, memory = map(float, done.stdout.split())
        ratio = f"{seconds / last:5.1f}" if last else "    -"
        print(f"  {size:>11,} {seconds:10.4f} s {ratio} {memory:9.1f} MB", flush=True)
        last = seconds


def bait(size: int) -> None:
    """What each hostile text costs as answer and as context."""
    print(f"\nhostile texts of {size:,} and {2 * size:,} code points: seconds, ratio (worst first)")
    rows = []
    for piece in BAITS:
        for place in ("answer", "context"):
            spent = []
            for length in (size, 2 * size):
                text = (piece * (length // len(piece) + 1))[:length]
                answer, context = (text, "5 mg") if place == "answer" else ("Take 7 mg.", text)
                case = Case(id="b", answer=answer, contexts=(Context(id="c", text=context),))
                start = time.process_time()
                assess(case)
                spent.append(time.process_time() - start)
            rows.append((spent[1], spent[1] / max(spent[0], 1e-3), place, piece))
    for seconds, ratio, place, piece in sorted(rows, reverse=True)[:25]:
        print(f"  {seconds:8.3f} s {ratio:6.1f}  {place:8} {piece!a}")
    worst = sorted(rows, key=lambda row: -row[1])[:10]
    print("  steepest:", ", ".join(f"{row[3]!a} {row[2]} {row[1]:.1f}" for row in worst))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=SIZES[-1], help="largest text")
    parser.add_argument("--bait", type=int, default=100_000, help="size of the hostile texts")
    parser.add_argument("--only", choices=[*MAKERS, "bait"])
    parser.add_argument("--measure", nargs=2, metavar=("KIND", "SIZE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(options.measure[0], int(options.measure[1]))
        return
    for kind in MAKERS:
        if options.only in (None, kind):
            sizes = COUNTS if kind == "citations" else SIZES
            grow(kind, tuple(size for size in sizes if size <= options.most))
    if options.only in (None, "bait"):
        bait(options.bait)


if __name__ == "__main__":
    main()
