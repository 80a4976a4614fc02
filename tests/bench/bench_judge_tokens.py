"""Prints tokens and cost of a judge's calls per 1,000 answers, beside a two-call shape.

`python tests/bench/bench_judge_tokens.py [answers] [model …]`: our prompts as they are sent, over
the answers beside the repository (or invented ones where there are none). Nothing is called: the
replies are written from people's verdicts and from evidence found by code, in the shape asked
for, and counted with litellm's tokenizer and price table.

The two-call shape is the usual one: list the answer's statements, then give each a verdict with a
reason, repeating the statement. It is counted twice: as evaluation libraries prompt for it, with
the JSON schema and worked examples in the prompt, and lean, with neither schema nor a second
example. It is given as many statements as we have claims, though it mostly makes more of them.
A schema sent beside a prompt is not counted for anyone.

Prefix caching is priced as providers do it: what a prompt has in common from the start with the
last one of its kind counts as cached from 1,024 tokens on, in steps of 128.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
os.environ.setdefault("LITELLM_OFFLINE_MODE", "true")
os.environ.setdefault("LITELLM_MODE", "PRODUCTION")

from shared_data import SHARED

from adjudge_engine.case import Case
from adjudge_engine.claims import split_claims
from adjudge_engine.evaluation import Claim
from adjudge_engine.evidence import find_evidence
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.rubrics import Material, Rubric, load_rubric, render

MODELS: Final = ("gpt-4o-mini", "gpt-4o", "gemini-2.5-flash")
_CACHED_FROM, _CACHED_STEP = 1_024, 128
_BASE: Final = "two calls: list, then judge"

_LIST: Final = """Given a question, its contexts and an answer, break the answer down into simple, \
self-contained statements. Leave out no information of the answer and add none. Replace every \
pronoun by what it stands for. Output JSON."""
_LIST_EXAMPLE: Final = """

Example
Input: {"question": "Who was Edda Fenn and what is she remembered for?", "answer": "She was a \
Dunmere-born hydraulic engineer, widely regarded as one of the ablest bridge builders of her time. \
She is remembered above all for the tidal barrier at Eastholm."}
Output: {"statements": ["Edda Fenn was a Dunmere-born hydraulic engineer.", "Edda Fenn is widely \
regarded as one of the ablest bridge builders of her time.", "Edda Fenn is remembered above all \
for the tidal barrier at Eastholm."]}"""
_JUDGE: Final = """Judge the faithfulness of a series of statements to the given contexts. For \
each statement give verdict 1 if the statement can be directly inferred from the contexts, or 0 \
if it cannot, and the reason for your verdict. Output JSON."""
_JUDGE_EXAMPLE: Final = """

Example
Input: {"contexts": "Mara is an apprentice at Hollin Boatworks. She is learning to build clinker \
dinghies, and this winter she takes evening classes in drawing, joinery and book-keeping. She is \
often the last to leave the yard and practises at home on Sundays.", "statements": ["Mara is \
learning to be a baker.", "Mara takes a class in navigation.", "Mara is a dedicated apprentice.", \
"Mara has a second job."]}
Output: {"statements": [{"statement": "Mara is learning to be a baker.", "reason": "The contexts \
state that Mara is learning to build clinker dinghies, and say nothing of baking.", "verdict": 0}, \
{"statement": "Mara takes a class in navigation.", "reason": "The contexts list the classes that \
she takes, and navigation is not among them.", "verdict": 0}, {"statement": "Mara is a dedicated \
apprentice.", "reason": "The contexts say that she is often the last to leave and practises on \
Sundays, which implies dedication.", "verdict": 1}, {"statement": "Mara has a second job.", \
"reason": "There is no information about a second job in the contexts.", "verdict": 0}]}"""
_SECOND_EXAMPLE: Final = """

Example
Input: {"contexts": "A sluice lets water through when its gate is raised. The sluice at Aldermoor \
has two gates, raised by hand.", "statements": ["The sluice at Aldermoor is raised by an electric \
motor."]}
Output: {"statements": [{"statement": "The sluice at Aldermoor is raised by an electric motor.", \
"reason": "The contexts say that its gates are raised by hand.", "verdict": 0}]}"""
_LIST_SCHEMA: Final = {
    "type": "object",
    "title": "Statements",
    "properties": {
        "statements": {
            "type": "array",
            "title": "Statements",
            "description": "The generated statements",
            "items": {"type": "string"},
        }
    },
    "required": ["statements"],
}
_JUDGE_SCHEMA: Final = {
    "$defs": {
        "Verdict": {
            "type": "object",
            "title": "Verdict",
            "properties": {
                "statement": {
                    "type": "string",
                    "title": "Statement",
                    "description": "the original statement, word-by-word",
                },
                "reason": {
                    "type": "string",
                    "title": "Reason",
                    "description": "the reason of the verdict",
                },
                "verdict": {
                    "type": "integer",
                    "title": "Verdict",
                    "description": "the verdict (0 or 1) of the faithfulness",
                },
            },
            "required": ["statement", "reason", "verdict"],
        }
    },
    "type": "object",
    "title": "Verdicts",
    "properties": {
        "statements": {
            "type": "array",
            "title": "Statements",
            "items": {"$ref": "#/$defs/Verdict"},
        }
    },
    "required": ["statements"],
}
_SCHEMA_NOTE: Final = (
    "\nReturn the output in a JSON format that complies with the following schema as specified in"
    " JSON Schema. Use double quotes, properly escaped.\n"
)
_GOOD: Final = "The contexts state this directly, so the statement can be inferred from them."
_BAD: Final = "The contexts do not mention this, so the statement cannot be inferred from them."


class Call(NamedTuple):
    """One call: what is sent, as (role, text), and what comes back."""

    sent: tuple[tuple[str, str], ...]
    reply: str


class Sample(NamedTuple):
    """One answer, its claims, and the ids of those that people found unfaithful."""

    case: Case
    claims: tuple[Claim, ...]
    bad: frozenset[str]


def samples(count: int) -> Iterator[Sample]:
    """The answers to measure."""
    file = SHARED / "items" / "ragtruth_qa.jsonl"
    if not file.is_file():
        yield from islice(_invented(), count)
        return
    with file.open(encoding="utf-8") as lines:
        for line in islice(lines, count):
            row = json.loads(line)
            contexts = [{"id": one["id"], "text": one["text"]} for one in row["contexts"]]
            case = Case.model_validate(
                {"id": row["id"], "question": row["question"], "answer": row["answer"]}
                | {"contexts": contexts}
            )
            yield _sample(case, row["human"]["spans"])


def _invented() -> Iterator[Sample]:
    text = "The pump at Aldermoor was serviced in 2019 and moved 4,200 litres per hour. "
    text += "Keep the valve at 18 °C for 25 minutes, then let it rest. "
    while True:
        contexts = [{"id": f"p{number}", "text": text * 3} for number in range(3)]
        yield _sample(
            Case.model_validate(
                {"id": "x", "question": "When was the pump serviced?", "answer": text * 3}
                | {"contexts": contexts}
            ),
            [],
        )


def _sample(case: Case, spans: list[dict[str, Any]]) -> Sample:
    claims = find_evidence(split_claims(case.answer or ""), case.contexts, 1)
    bad = {
        claim.id
        for claim in claims
        for span in spans
        if span["start"] < claim.end and claim.start < span["end"]
    }
    return Sample(case, claims, frozenset(bad))


def ours(rubric: Rubric, sample: Sample, each: bool) -> list[Call]:
    """One call an answer, or one a claim."""
    request = JudgeRequest("faithfulness", sample.case, sample.claims)
    batches = [(claim,) for claim in sample.claims] if each else [sample.claims]
    calls = []
    for batch in batches:
        prompt = render(rubric, Material.of(request, rubric, batch))
        rows = [_row(rubric, number, claim, sample) for number, claim in enumerate(batch, 1)]
        said = {"claims": rows, "extra": []} if rubric.extra else {"claims": rows}
        reply = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
        calls.append(Call(tuple((one.role, one.content) for one in prompt.messages), reply))
    return calls


def _row(rubric: Rubric, number: int, claim: Claim, sample: Sample) -> list[Any]:
    if claim.id in sample.bad or not claim.evidence:
        return [number, "", "N", "the sources do not say what the claim adds"]
    quote = " ".join(claim.evidence[0].text.split()[:7])
    return [number, quote, "=S" if rubric.entity else "S"]


def two_calls(sample: Sample, lean: bool) -> list[Call]:
    """Statements first, verdicts after; as many statements as we have claims, no more."""
    case = sample.case
    contexts = "\n".join(context.text for context in case.contexts)
    said = [claim.text for claim in sample.claims]
    asked = {"question": case.question, "contexts": contexts, "answer": case.answer}
    verdicts = [
        {
            "statement": claim.text,
            "reason": _BAD if claim.id in sample.bad else _GOOD,
            "verdict": 0 if claim.id in sample.bad else 1,
        }
        for claim in sample.claims
    ]
    first, second = _LIST + _LIST_EXAMPLE, _JUDGE + _JUDGE_EXAMPLE
    if not lean:
        first = _LIST + _SCHEMA_NOTE + json.dumps(_LIST_SCHEMA) + _LIST_EXAMPLE
        second = (
            _JUDGE + _SCHEMA_NOTE + json.dumps(_JUDGE_SCHEMA) + _JUDGE_EXAMPLE + _SECOND_EXAMPLE
        )
    return [
        Call((("system", first), ("user", _input(asked))), _dumped({"statements": said})),
        Call(
            (("system", second), ("user", _input({"contexts": contexts, "statements": said}))),
            _dumped({"statements": verdicts}),
        ),
    ]


def _input(said: dict[str, Any]) -> str:
    return f"Input: {_dumped(said)}\nOutput:"


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


class Tally:
    """Tokens of many calls with one model."""

    def __init__(self, model: str) -> None:
        import litellm

        self.model = model
        self.encode: Callable[[str], list[int]] = lambda text: litellm.encode(model, text)
        self.calls = self.sent = self.cached = self.replied = 0
        self._last: dict[str, list[list[int]]] = {}

    def add(self, call: Call) -> None:
        """Count one call, in the order in which calls are made."""
        tokens: list[int] = []
        for role, text in call.sent:
            tokens += self.encode(f"{role}\n") + self.encode(text) + self.encode("\n")
        self.calls += 1
        self.sent += len(tokens)
        self.replied += len(self.encode(call.reply))
        earlier = self._last.get(call.sent[0][1])
        common = _common(earlier[-1], tokens) if earlier else 0
        if common >= _CACHED_FROM:
            self.cached += common - common % _CACHED_STEP
        self._last[call.sent[0][1]] = [tokens]

    def cost(self, caching: bool) -> float | None:
        """US dollars by litellm's price table; None where it has no price."""
        import litellm

        price = litellm.model_cost.get(self.model, {})
        each, back = price.get("input_cost_per_token"), price.get("output_cost_per_token")
        if each is None or back is None:
            return None
        again = price.get("cache_read_input_token_cost", each)
        cached = self.cached if caching else 0
        return float((self.sent - cached) * each + cached * again + self.replied * back)


def _common(one: list[int], other: list[int]) -> int:
    same = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        same += 1
    return same


def main() -> None:
    """Measure, and print one row for each shape."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    models = sys.argv[2:] or MODELS
    answers = [one for one in samples(count) if one.claims]
    claims = sum(len(one.claims) for one in answers)
    generic, strict = load_rubric("faithfulness-generic"), load_rubric("faithfulness-strict")
    shapes: dict[str, Callable[[Sample], list[Call]]] = {
        "generic, one call an answer": lambda one: ours(generic, one, each=False),
        "strict, one call an answer": lambda one: ours(strict, one, each=False),
        "generic, one call a claim": lambda one: ours(generic, one, each=True),
        "strict, one call a claim": lambda one: ours(strict, one, each=True),
        "two calls, lean": lambda one: two_calls(one, lean=True),
        _BASE: lambda one: two_calls(one, lean=False),
    }
    print(f"{len(answers)} answers, {claims / len(answers):.1f} claims each; per 1,000 answers:")
    for model in models:
        tallies = {name: Tally(model) for name in shapes}
        for name, shape in shapes.items():
            for answer in answers:
                for call in shape(answer):
                    tallies[name].add(call)
        heads = "sent k  reply k cached k        $  $ cached  tokens ÷     $ ÷"
        print(f"\n{model}\n{'':30}   {heads}")
        base = tallies[_BASE]
        for name, tally in tallies.items():
            print(_line(name, tally, base, len(answers)))


def _line(name: str, tally: Tally, base: Tally, answers: int) -> str:
    """One row; the last two columns are shares of what the two calls take."""
    scale = 1_000 / answers
    plain, cached, other = tally.cost(False), tally.cost(True), base.cost(False)
    money, ratio = f"{'–':>8} {'–':>9}", f"{'–':>7}"
    if plain is not None and cached is not None and other:
        money = f"{plain * scale:8.3f} {cached * scale:9.3f}"
        ratio = f"{plain / other:7.2f}"
    tokens = (tally.sent + tally.replied) / (base.sent + base.replied)
    counts = (tally.sent, tally.replied, tally.cached)
    shown = " ".join(f"{count * scale / 1_000:8.0f}" for count in counts)
    return f"{name:30} {shown} {money} {tokens:9.2f} {ratio}"


if __name__ == "__main__":
    main()
