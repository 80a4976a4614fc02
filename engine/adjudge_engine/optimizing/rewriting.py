"""One rewriting: a prompt, a reply that is a rubric, or an abstention with its code.

A reply that cannot be used is told what is wrong with it, once. After that the strategy abstains
in this round, and the abstention is counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from adjudge_engine.canonical import canonical_hash
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.judges.llm.completion import CallFailed
from adjudge_engine.judges.prompt import Prompt
from adjudge_engine.judges.rubrics.json_in_text import Malformed
from adjudge_engine.judges.rubrics.rubric import Rubric
from adjudge_engine.judges.running import wait_for
from adjudge_engine.optimizing.account import REWRITING as SPENT_ON
from adjudge_engine.optimizing.account import KeptLedger
from adjudge_engine.optimizing.asking import REDACTED, REWRITING, read_rewriting, told_again
from adjudge_engine.optimizing.shown import ShownCase
from adjudge_engine.privacy.redaction import Redactor

#: Failures of a reply that a shorter or other one may not have.
_TOLD: Final = {
    "truncated": "it was cut off at its length limit: write a shorter rubric",
    "empty": "it was empty",
}


class Rewritten(NamedTuple):
    """What came of a rewriting: a rubric, or the code and the sentence of an abstention."""

    rubric: Rubric | None
    code: str
    message: str
    again: bool


@dataclass(frozen=True)
class Rewriter:
    """The rewriting model: the project's own caller, with its cache, limits and budget."""

    caller: LiteLlmCaller
    redactor: Redactor | None
    ledger: KeptLedger

    def prompt(self, prompt: Prompt) -> Prompt:
        """The prompt as it is sent."""
        return prompt if self.redactor is None else prompt.noted(REDACTED)

    def rewrite(
        self, prompt: Prompt, parent: Rubric, version: str, shown: list[ShownCase], sample: int
    ) -> Rewritten:
        """Asks, and where the reply is of no use asks once more, the error said."""
        asked, problem, code = prompt, "", ""
        for again in (False, True):
            reply = ""
            try:
                reply = self._complete(asked, sample)
                rubric = read_rewriting(reply, parent, version, shown)
                return Rewritten(rubric, "candidate", "", again)
            except Malformed as error:
                code, problem = "malformed", error.message
            except CallFailed as failed:
                code, problem = failed.code, _TOLD.get(failed.code, failed.message)
                if failed.code not in _TOLD:
                    return Rewritten(None, code, problem, again)
            asked = told_again(prompt, reply, problem)
        return Rewritten(None, code, problem, True)

    def _complete(self, prompt: Prompt, sample: int) -> str:
        with self.ledger.on(SPENT_ON):
            done = wait_for(self.caller.complete(prompt, rubric_hash=REWRITING, sample=sample))
        if self.caller.cache is not None:
            self.caller.cache.flush()
        return done.text


def prompt_hash(prompt: Prompt) -> str:
    """`sha256:…` of all that is sent."""
    return canonical_hash([[one.role, one.content] for one in prompt.messages])
