"""Cases to probe judges with, and judges served over HTTP that are biased in a known way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from zlib import crc32

from llm_server import LlmServer, Reply, Request, good

from adjudge_engine.case import Case, Context
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.judges.settings import JudgeConfig, LlmSettings
from adjudge_engine.judges.shared import Shared
from adjudge_engine.probing.asking import Asking

#: What a biased judge says of an answer: whether it is good, by the question's number and text.
Bias = Callable[[int, str], bool]

#: Whatever a prompt puts behind its mark ends the part before.
_PART = re.compile(r"^~[0-9a-f]+ (\S.*)$", re.MULTILINE)
_NUMBER = re.compile(r"number (\d+)")
_KINDS = ("brass", "oak", "glass", "steel", "cork", "slate", "linen", "amber")


def parts_of(request: Request) -> dict[str, str]:
    """The named parts of a prompt: question, answer, A, B …"""
    text = request.messages[1][1]
    found = list(_PART.finditer(text))
    ends = [one.start() for one in found[1:]] + [len(text)]
    return {
        one.group(1): text[one.end() : end].strip("\n")
        for one, end in zip(found, ends, strict=True)
    }


def number_of(request: Request) -> int:
    """The number of the case that a prompt is about."""
    found = _NUMBER.search(parts_of(request)["question"])
    assert found is not None
    return int(found.group(1))


def fair(number: int, _: str = "") -> bool:
    """What the unbiased judge says: good of every other case, whatever its answer's dress."""
    return number % 2 == 0


def scale(bias: Bias) -> Callable[[Request], Reply]:
    """A server's word on relevance: 5 or 2."""

    def reply(request: Request) -> Reply:
        said = bias(number_of(request), parts_of(request)["answer"])
        return good({"r": "", "v": "5" if said else "2"})

    return reply


def preferring(choice: Callable[[int, str, str], str]) -> Callable[[Request], Reply]:
    """A server's choice between the answer that it is shown first and the other."""

    def reply(request: Request) -> Reply:
        parts = parts_of(request)
        return good({"r": "", "v": choice(number_of(request), parts["A"], parts["B"])})

    return reply


class Flipping:
    """The fair judge, but for a share of its replies, which are drawn by a seed.

    Replies depend on how often the same prompt came before, never on the order of others.
    """

    def __init__(self, share: float) -> None:
        self.share = share
        self.seen: Counter[bytes] = Counter()

    def __call__(self, request: Request) -> Reply:
        self.seen[request.body] += 1
        draw = Random(crc32(request.body) + 7_919 * self.seen[request.body]).random()
        said = fair(number_of(request)) != (draw < self.share)
        return good({"r": "", "v": "5" if said else "2"})


def plain(count: int) -> list[Case]:
    """Cases without contexts, to be judged by their relevance; groups of their own."""
    return [
        Case(
            id=f"shelf-{at}",
            question=f"Which material is shelf number {at} made of?",
            answer=f"The shelf is of {_KINDS[at % 8]}. It was put up by the carpenters.",
            metadata={"group": f"shelf-{at}"},
        )
        for at in range(count)
    ]


def compared(count: int) -> list[Case]:
    """Comparisons of two answers."""
    return [
        Case(
            id=f"pair-{at}",
            question=f"Which material is shelf number {at} made of?",
            answers=(f"It is of {_KINDS[at % 8]}.", f"It is of {_KINDS[(at + 3) % 8]}."),
            metadata={"group": f"pair-{at}"},
        )
        for at in range(count)
    ]


def sourced(count: int) -> list[Case]:
    """Cases whose answers stand word for word in their context, with numbers and names."""
    return [
        Case(
            id=f"lamp-{at}",
            question=f"How heavy is lamp number {at}?",
            answer=f"The Borealis lamp of model {_KINDS[at % 8]} weighs {310 + at} grams. "
            f"It must be mounted above the bench by Ingrid Vollan.",
            contexts=(
                Context(
                    id="sheet",
                    text=f"The Borealis lamp of model {_KINDS[at % 8]} weighs {310 + at} grams. "
                    "It must be mounted above the bench by Ingrid Vollan. "
                    f"The Meridian lamp weighs {520 + at} grams and was drawn by Oskar Tveit.",
                ),
                Context(id="note", text="Lamps are tested twice before they leave the workshop."),
            ),
            metadata={"group": f"lamp-{at}"},
        )
        for at in range(count)
    ]


def served(
    server: LlmServer, criterion: str = "relevance", *, budget: float | None = None, **more: object
) -> Asking:
    """The judge behind a server, asked through its real client."""
    settings = LlmSettings.model_validate(
        {
            "type": "llm",
            "model": "openai/stub",
            "api_base": server.base_url,
            "criteria": [criterion],
            "concurrency": 4,
            "price": (1.0, 1.0),
            **more,
        }
    )
    shared = Shared(config=JudgeConfig(judges={"reader": settings}), budget_usd=budget)
    (judge,) = make_judges("reader", shared)
    return Asking(judge, criterion)
