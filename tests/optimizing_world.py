"""A small world for the optimiser: labelled replies of a help desk, a judge and a rewriting model.

Both models are one HTTP server on loopback. The judge's verdicts hang on words in its rubric: it
lets jokes pass unless the rubric speaks of a joke, mockery unless it speaks of to mock, and fails
what is curt unless it speaks of brevity. The rewriting model does as its script says.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from cli_support import invoke
from click.testing import Result
from llm_server import LlmServer, Reply, Request, good

from adjudge_engine.calibration.measures.splits import split_of

#: Kind of answer → what people say, and what it takes for the judge to see it.
KINDS: Final = {
    "plain": ("good", ""),
    "rude": ("bad", ""),
    "joking": ("bad", "joke"),
    "mocking": ("bad", "mock"),
    "curt": ("good", "brevity"),
}
WORDS: Final = ("joke", "mock", "brevity")
GROUPS: Final = tuple(f"letter-{number}" for number in (0, 2, 3))
DEV: Final = tuple(one for one in GROUPS if split_of(one) == "dev")
HELD_OUT: Final = tuple(one for one in GROUPS if split_of(one) == "held-out")
#: Where the command writes the winner if nobody says otherwise.
OUT: Final = "tone-optimized.toml"
MEANINGS: Final = [{"code": "2", "meaning": "nothing to change."},
                   {"code": "1", "meaning": "it would upset a customer."},
                   {"code": "U", "meaning": "it cannot be told."}]  # fmt: skip

RUBRIC: Final = """\
[rubric]
name = "tone"
version = "1"
criterion = "tone"
kind = "scale"
needs = ["answer"]
uses = ["question"]
instructions = "Judge the tone of a reply to a customer of our help desk."

[scale]
min = 1
max = 2
passes_from = 2

[[labels]]
value = 2
meaning = "nothing to change."

[[labels]]
value = 1
meaning = "it would upset a customer."

[[labels]]
code = "U"
verdict = "unsure"
meaning = "it cannot be told."
"""

#: What a rewriting model does: from the strategy, the words of the present rubric, and the whole
#: request to a reply.
Script = Callable[[str, frozenset[str], Request], "Reply | str"]

_STRATEGIES: Final = {
    "Improve the rubric": "improve",
    "lets through what people refuse": "fix_false_passes",
    "refuses what people let through": "fix_false_rejects",
    "Make the rubric explicit": "explicit",
    "Simplify radically": "simplify",
}


def case(group: str, kind: str, **changes: Any) -> dict[str, Any]:
    """A labelled reply to a customer."""
    return {
        "id": f"{group}-{kind}",
        "question": f"What does the customer of {group} hear?",
        "answer": f"This reply to {group} is {kind} throughout.",
        "contexts": [{"id": "c", "text": f"The customer wrote {group} last week."}],
        "metadata": {"group": group},
        "labels": [{"criterion": "tone", "value": KINDS[kind][0], "by": "ines"}],
        **changes,
    }


def cases(groups: Sequence[str] = GROUPS) -> list[dict[str, Any]]:
    """One reply of each kind to each letter."""
    return [case(group, kind) for group in groups for kind in KINDS]


def rubric_reply(*words: str, **changes: Any) -> str:
    """A rewriting whose instructions speak of those words."""
    about = ", ".join(words) or "nothing in particular"
    said = {"instructions": f"Judge the tone of a reply. Mind this: {about}.", "labels": MEANINGS}
    return json.dumps(said | changes)


def learning(strategy: str, words: frozenset[str], _: Request) -> Reply | str:
    """Learns one thing by each strategy, two by `explicit`, and forgets all by `simplify`."""
    learnt = {
        "improve": {"joke"},
        "fix_false_passes": {"mock"},
        "fix_false_rejects": {"brevity"},
        "explicit": {"joke", "mock"},
    }.get(strategy)
    return rubric_reply(*sorted(words | learnt)) if learnt else rubric_reply()


class World:
    """The server's side: answers as judge or as rewriting model, and sorts what it was asked."""

    def __init__(self, script: Script = learning) -> None:
        self.script = script
        self.judge: Callable[[Request], Reply | None] = lambda request: None
        self.server = LlmServer(self.reply)

    def reply(self, request: Request) -> Reply | str:
        """One reply."""
        if is_rewriting(request):
            return self.script(strategy_of(request), present_words(request), request)
        special = self.judge(request)
        return special if special is not None else verdict(request)

    @property
    def judged(self) -> list[Request]:
        """What the judge was asked."""
        return [one for one in self.server.requests if not is_rewriting(one)]

    @property
    def rewritten(self) -> list[Request]:
        """What the rewriting model was asked."""
        return [one for one in self.server.requests if is_rewriting(one)]


def is_rewriting(request: Request) -> bool:
    """Whether the rewriting model is meant."""
    return request.messages[0][1].startswith("You write rubrics")


def strategy_of(request: Request) -> str:
    """Which strategy the request is of, by the task that stands after the quoted parts."""
    text = request.messages[1][1]
    task = text[text.rindex(" end\n") :]
    return next(name for words, name in _STRATEGIES.items() if words in task)


def present_words(request: Request) -> frozenset[str]:
    """The words that the present rubric speaks of: the first part of the message."""
    text = request.messages[1][1]
    mark = re.escape(text.split(" ", 1)[0])
    part = re.split(rf"^{mark} ", text, flags=re.MULTILINE)[1]
    return frozenset(word for word in WORDS if word in part)


def verdict(request: Request) -> Reply:
    """The judge's word on one reply, by the rubric that it was given."""
    rubric, text = request.messages[0][1], request.messages[1][1]
    kind = next(one for one in KINDS if f" is {one} throughout" in text)
    truth, word = KINDS[kind]
    seen = not word or word in rubric
    passes = (truth == "good") == seen
    return good({"r": f"it is {kind}", "v": "2" if passes else "1"})


def prepare(folder: Path, server: LlmServer, *, judge: str = "", writer: str = "") -> Path:
    """Labels, rubric and configuration in `folder`; further settings of either table."""
    lines = [json.dumps(one) for one in cases()]
    (folder / "labelled.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "tone.toml").write_text(RUBRIC, encoding="utf-8")
    common = f'type = "llm"\nmodel = "openai/stub"\napi_base = "{server.base_url}"\n'
    priced = "" if "price" in judge else "price = [1.0, 1.0]\n"
    (folder / "adjudge.toml").write_text(
        f'[judges.reader]\n{common}{priced}criteria = ["tone"]\n{judge}\n'
        f'[judges.reader.rubrics]\ntone = "tone.toml"\n'
        f"[judges.writer]\n{common}price = [1.0, 1.0]\ntemperature = 0.7\n{writer}\n",
        encoding="utf-8",
    )
    return folder


@contextmanager
def world_in(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[World]:
    """A world that is served, and `folder` as the working folder with all its files."""
    patch.chdir(folder)
    for name in ("ADJUDGE_DB", "ADJUDGE_CONFIG"):
        patch.delenv(name, raising=False)
    found = World()
    with found.server as server:
        prepare(folder, server)
        yield found


def optimize(*more: object) -> Result:
    """`adjudge optimize` on the world's files."""
    common = ("--labels", "labelled.jsonl", "--judge", "reader", "--rewriter", "writer")
    return invoke("optimize", *common, *_criterion(more), *more)


def _criterion(more: tuple[object, ...]) -> tuple[str, ...]:
    return () if "--criterion" in more else ("--criterion", "tone")


def outcome(*more: object, code: int = 0) -> dict[str, Any]:
    """The outcome as JSON; it must end with that exit code."""
    result = optimize("--json", *more)
    assert result.exit_code == code, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def speaks_of(requests: list[Request], words: tuple[str, ...]) -> list[int]:
    """The numbers of the requests whose texts hold one of `words`."""
    return [one.number for one in requests if any(word in one.text for word in words)]


def asked_twice(requests: list[Request]) -> list[bytes]:
    return [body for body, count in Counter(one.body for one in requests).items() if count > 1]


def always(reply: Callable[[], Reply | str]) -> Callable[..., Reply | str]:
    return lambda *_: reply()
