"""The batches of a run: sent by one command, collected by the next one like it.

Between the two only the batches' names are kept, in a file beside the reply cache. A batch whose
replies are in the cache is forgotten; what it could not answer is asked for by ordinary calls.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.llm import environment
from adjudge_engine.judges.llm.batch import BatchCaller, Full, Item, Outcome
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.judges.llm.completion import CallFailed
from adjudge_engine.judges.planning import models_behind
from adjudge_engine.judges.running import wait_for

#: Gives what there is to ask, and whom.
Items = Callable[[], Iterable[tuple[LiteLlmCaller, Item]]]


@dataclass(frozen=True)
class Sent:
    """A batch on its way: its name at the provider, whom it asks, and with how many requests."""

    name: str
    model: str
    api_base: str | None
    requests: int


@dataclass
class Step:
    """What a command did about batches: sent new ones, still waits for some, collected others."""

    sent: list[Sent] = field(default_factory=list)
    waiting: list[Sent] = field(default_factory=list)
    collected: list[tuple[Sent, Outcome]] = field(default_factory=list)

    @property
    def may_go_on(self) -> bool:
        """Whether nothing is still to come."""
        return not self.sent and not self.waiting

    def to_dict(self) -> dict[str, Any]:
        """The step as JSON values."""
        return {
            "sent": [asdict(one) for one in self.sent],
            "waiting": [asdict(one) for one in self.waiting],
            "collected": [asdict(one) | asdict(outcome) for one, outcome in self.collected],
        }


class Batches:
    """The batches of some judges. JudgeError where one of them cannot be asked by batch."""

    def __init__(self, judges: Sequence[Judge], cache: Path | None) -> None:
        if cache is None:
            raise JudgeError(
                "a batch needs the reply cache, and it is switched off", "leave out --no-cache"
            )
        self.file = cache.with_name(f"{cache.stem}.batches.json")
        models = [one for judge in judges for one in models_behind(judge) if one.batch]
        callers = {id(one.caller): one.caller for one in models}
        self._senders = [_sender(one) for one in callers.values()]

    def step(self, items: Items) -> Step:
        """Collects the batches that were sent before; without any, sends what is not cached.

        JudgeError where a batch can be neither sent nor collected: nothing is lost by that.
        """
        if not self._senders:
            return Step()
        sent = [one for one in self._read() if self._sender_of(one) is not None]
        return self._collect(sent) if sent else self._send(items)

    def _sender_of(self, sent: Sent) -> BatchCaller | None:
        """Who sent the batch; None for one of other judges that keep their replies here."""
        return next((one for one in self._senders if _is_of(sent, one.caller)), None)

    def _collect(self, sent: Sequence[Sent]) -> Step:
        step = Step()
        for one in sent:
            sender = self._sender_of(one)
            assert sender is not None, "only such batches are handed in"
            try:
                step.collected.append((one, wait_for(sender.collect(one.name, deadline_s=0.0))))
            except CallFailed as failed:
                if failed.code != "timeout":
                    raise JudgeError(
                        f"the batch {one.name} cannot be collected: {failed.message}",
                        f"run again later, or delete {self.file} to give it up",
                    ) from None
                step.waiting.append(one)
                continue
            self._write([other for other in self._read() if other != one])
        return step

    def _send(self, items: Items) -> Step:
        step = Step()
        wait_for(environment.prepared())
        fillings = {id(one.caller): (one, one.filling()) for one in self._senders}
        for caller, item in items():
            if id(caller) in fillings:
                sender, filling = fillings[id(caller)]
                self._hand_over(step, sender, filling.add(item))
        for sender, filling in fillings.values():
            self._hand_over(step, sender, filling.rest())
        return step

    def _hand_over(self, step: Step, sender: BatchCaller, full: Full | None) -> None:
        if full is None:
            return
        try:
            name = wait_for(sender.send(full))
        except CallFailed as failed:
            raise JudgeError(
                f"a batch of {len(full.lines):,} requests cannot be sent: {failed.message}",
                "run again later, or without --batch (batch = true)",
            ) from None
        caller = sender.caller
        step.sent.append(Sent(name, caller.model, caller.settings.api_base, len(full.lines)))
        self._write([*self._read(), step.sent[-1]])

    def _read(self) -> list[Sent]:
        try:
            return [Sent(**one) for one in json.loads(self.file.read_text("utf-8"))]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, TypeError) as error:
            raise JudgeError(
                f"the names of batches in {self.file} cannot be read: {type(error).__name__}",
                "delete the file to give those batches up",
            ) from None

    def _write(self, sent: Sequence[Sent]) -> None:
        if not sent:
            self.file.unlink(missing_ok=True)
            return
        fresh = self.file.with_suffix(".new")
        fresh.write_text(json.dumps([asdict(one) for one in sent], indent=1) + "\n", "utf-8")
        fresh.replace(self.file)


def _sender(caller: object) -> BatchCaller:
    assert isinstance(caller, LiteLlmCaller), "a judge of the configuration"
    try:
        return BatchCaller(caller)
    except CallFailed as failed:
        raise JudgeError(
            f"{caller.model} cannot be asked by batch: {failed.message}",
            "leave out --batch, or batch = true in its table",
        ) from None


def _is_of(sent: Sent, caller: LiteLlmCaller) -> bool:
    return (sent.model, sent.api_base) == (caller.model, caller.settings.api_base)
