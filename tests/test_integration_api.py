"""The public names of the engine: light to import, all there, the same awaited as called."""

from __future__ import annotations

import asyncio
import importlib
import subprocess
import sys
import time
from typing import Any

import pytest

import adjudge_engine
from adjudge_engine import (
    AdjudgeError,
    Case,
    Evaluation,
    aassess,
    aevaluate,
    assess,
    case_of,
    check_case,
    default_policy,
    evaluate,
    make_judges,
)
from adjudge_engine.errors import InputError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.policy import parse_policy

PASSAGES = [
    "The Corvo pump lifts 46 litres a minute and costs $310.",
    "The Corvo is made in Porto.",
]


class Slow:
    """A judge that waits for each reply, and notes how many it waited for at once."""

    name = "slow"
    remote = False
    criteria = ("faithfulness",)

    def __init__(self) -> None:
        self.now = self.most = 0

    def fingerprint(self, criterion: str) -> str:
        return f"slow/{criterion}"

    def judge(self, request: JudgeRequest) -> Judgment:
        raise AssertionError("it is awaited")

    async def ajudge(self, request: JudgeRequest) -> Judgment:
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0.1)
        self.now -= 1
        return Judgment(criterion=request.criterion, judge=self.name, strict=1.0, score=1.0)


def case(number: int = 1, price: int = 310) -> Case:
    return case_of(f"The Corvo pump costs ${price}.", PASSAGES, id=f"case-{number}")


def test_importing_the_engine_loads_nothing_of_it() -> None:
    code = (
        "import sys, adjudge_engine; dir(adjudge_engine);"
        "print([one for one in sys.modules if one.startswith(('adjudge', 'pydantic', 'litellm'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['adjudge_engine']"


def test_every_public_name_is_there_with_a_docstring() -> None:
    assert sorted(adjudge_engine._HOMES) == adjudge_engine.__all__
    for name in adjudge_engine.__all__:
        found = getattr(adjudge_engine, name)
        home = importlib.import_module(f"adjudge_engine.{adjudge_engine._HOMES[name]}")
        assert found is getattr(home, name)
        assert found.__doc__
    with pytest.raises(AttributeError, match="evalute"):
        _ = adjudge_engine.evalute


def told(evaluation: Evaluation) -> Any:
    """An evaluation without what it took."""
    found = evaluation.to_dict()
    for judgment in found["judgments"]:
        del judgment["usage"]
    return found


@pytest.mark.parametrize("price", [310, 390], ids=["right", "wrong"])
async def test_awaited_and_called_are_the_same(price: int) -> None:
    policy, judges = default_policy(), make_judges("local")
    one = case(price=price)
    assert told(await aevaluate(one, policy, judges)) == told(evaluate(one, policy, judges))
    assert (await aassess(one)).gates == assess(one).gates


async def test_many_wait_for_their_judges_at_once() -> None:
    slow: Any = Slow()
    policy = default_policy()
    found = await asyncio.gather(*(aevaluate(case(at), policy, [slow]) for at in range(20)))
    assert [one.case_id for one in found] == [f"case-{at}" for at in range(20)]
    assert all(one.judgments[0].strict == 1.0 for one in found)
    assert slow.most > 1


async def test_the_loop_goes_on_while_code_checks() -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    beside = asyncio.create_task(tick())
    started = time.process_time()
    await aevaluate(case_of("It costs $310. " * 60, PASSAGES * 20), default_policy())
    beside.cancel()
    assert time.process_time() > started
    assert ticks > 1


async def test_cancelled_it_gives_up_what_was_asked() -> None:
    slow: Any = Slow()
    task = asyncio.create_task(aevaluate(case(), default_policy(), [slow]))
    while not slow.most:
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_what_is_no_case_is_named() -> None:
    with pytest.raises(InputError, match="citations"):
        case_of("x", PASSAGES, citations=[{"page": "three"}])
    with pytest.raises(InputError, match="contexts must be a list"):
        case_of("x", "one passage")
    with pytest.raises(InputError, match="no gate 'numbrs'"):
        check_case(case(), gates=["numbrs"])
    assert issubclass(InputError, AdjudgeError)


def codes(*words: Any, **named: Any) -> list[str]:
    asked = {name: named.pop(name) for name in ("gates", "allow_review", "judges") if name in named}
    found = check_case(case_of(*words, **named), **asked)
    assert found.passed is not bool(found.against)
    return [one.code for one in found.against]


def test_nothing_that_is_missing_failed_or_could_not_be_checked_passes() -> None:
    assert codes("The Corvo costs $310.", PASSAGES) == []
    assert codes("The Corvo costs $390.", PASSAGES) == ["untraced"]
    assert codes("", PASSAGES) == ["empty_answer"]
    assert codes("The Corvo is green.", PASSAGES) == ["nothing_checked"]
    assert codes("The Corvo is made in Porto.", PASSAGES) == []  # word for word
    assert codes("Bees sleep at night.", PASSAGES) == ["unbacked", "nothing_checked"]
    assert codes("Bees sleep.", []) == ["unbacked", "nothing_checked"]
    assert codes("Bees sleep.", [], allow_review=True) == ["nothing_checked"]
    assert codes("It costs $310.", PASSAGES, gates=["dates"]) == ["nothing_checked"]
    governed = [{"text": PASSAGES[0], "source_id": "prices"}]
    assert codes("It costs $310.", governed) == ["no_registry", "no_registry"]
    assert codes("I do not know.", PASSAGES, expect={"answerable": False}) == []
    assert codes("I do not know.", PASSAGES, expect={"answerable": True}) != []


def test_a_judge_that_says_no_or_nothing_keeps_an_answer_from_passing() -> None:
    judges = make_judges("local")
    assert codes(PASSAGES[0], PASSAGES, judges=judges) == []
    green = "The Corvo pump costs $310 and is painted green by hand."
    assert codes(green, PASSAGES, judges=judges)
    assert codes(green, PASSAGES) == []  # numbers hold, and nobody read the rest


def test_policy_says_which_gates_count() -> None:
    tiers = "".join(f'[tiers.{one}]\nrequired_gates = ["facts"]\n' for one in ("low", "high"))
    text = f'[policy]\nname="x"\nversion="1"\n{tiers}[tiers.standard]\nrequired_gates=["facts"]\n'
    policy = parse_policy(text.encode(), "x")
    wrong = case_of("The Corvo costs $390.", PASSAGES, facts=["$390"])
    assert check_case(wrong, policy=policy).gates == ("facts",)
    assert check_case(wrong, policy=policy).passed
    assert not check_case(wrong).passed


def test_hostile_text_cannot_break_or_act() -> None:
    for text in ("\x00\ud800", "\x1b[31m$9\u202e", "9" * 5000, "(" * 5000, "\u2028x"):
        found = check_case(case_of(text, [text, "It costs $3."], question=text))
        assert all(one.isprintable() for one in found.explain().replace("\n", ""))
