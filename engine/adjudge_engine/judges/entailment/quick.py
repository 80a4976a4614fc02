"""A model in this process: texts to tokens, through the network, outputs to odds or spans."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final

from pydantic import JsonValue

from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Usage
from adjudge_engine.judges.entailment.folder import ModelFolder
from adjudge_engine.judges.entailment.models import Pair, Said, Span, WholeAnswer
from adjudge_engine.judges.entailment.odds import Odds, from_logits, roles_of
from adjudge_engine.judges.entailment.runtimes import (
    Network,
    check_installed,
    load_network,
    padded,
)
from adjudge_engine.judges.entailment.settings import EntailmentSettings
from adjudge_engine.judges.llm.completion import CallFailed

#: Families whose first positions are taken by padding, so that fewer tokens than positions fit.
_OFFSET: Final = ("roberta", "xlm-roberta", "camembert", "longformer", "mpnet")
_SLOTS: Final = re.compile(r"(\{question\}|\{passages\})")


class QuickModel:
    """A model of a folder. It is loaded where the first text is counted or read.

    JudgeError where its labels tell nothing, or its runtime is not installed.
    """

    def __init__(self, name: str, folder: ModelFolder, settings: EntailmentSettings) -> None:
        check_installed(folder.runtime)
        self.name = name
        self.settings = settings
        self.folder = folder
        named = roles_of(folder.labels, settings.labels)
        self._roles = [named[one] for one in folder.labels]
        self._loading = threading.Lock()
        self._tokens: Any = None
        self._network: Network | None = None

    @property
    def identity(self) -> dict[str, JsonValue]:
        """Its files by their hashes, and its runtime; not where they lie."""
        return {"runtime": self.folder.runtime, "files": dict(self.folder.hashes)}

    @property
    def longest(self) -> int | None:
        """Tokens that it has positions for."""
        positions = self.folder.number("max_position_embeddings")
        if positions is not None and self.folder.config.get("model_type") in _OFFSET:
            positions -= (self.folder.number("pad_token_id") or 0) + 1
        return positions

    def count(self, text: str) -> int:
        """Tokens of a text, without those that are put around it."""
        return len(self._tokenizer().encode(text, add_special_tokens=False).ids)

    def ask(self, asked: Sequence[Pair] | Sequence[WholeAnswer]) -> Said:
        """The model's word on each. Raises CallFailed `too_long`, `malformed`."""
        began = perf_counter()
        texts = [self._texts(one) for one in asked]
        encoded = self._tokenizer().encode_batch(texts)
        longest = self.settings.max_length or self.longest
        if longest is not None and any(len(one.ids) > longest for one in encoded):
            raise CallFailed("too_long", "a window is longer than the model can read")
        outputs = self._outputs(encoded)
        usage = _usage(began, sum(len(one.ids) for one in encoded))
        if self.settings.reads == "claims":
            odds = tuple(from_logits(_numbers(one), self._roles) for one in outputs)
            return Said(odds=odds, usage=usage)
        pairs = zip(encoded, outputs, strict=True)
        return Said(spans=tuple(self._spans(one, rows) for one, rows in pairs), usage=usage)

    def _texts(self, one: Pair | WholeAnswer) -> tuple[str, str]:
        if isinstance(one, Pair):
            return one.premise, one.hypothesis
        fills = {"{question}": one.question, "{passages}": "\n".join(one.passages)}
        parts = _SLOTS.split(self.settings.prompt)
        return "".join(fills.get(part, part) for part in parts), one.answer

    def _tokenizer(self) -> Any:
        with self._loading:
            if self._tokens is None:
                import tokenizers

                try:
                    found = tokenizers.Tokenizer.from_str(self.folder.tokenizer.decode("utf-8"))
                except Exception as error:  # the library has one type of error for everything
                    raise JudgeError(
                        "the model's tokenizer.json cannot be read",
                        "save it anew with the tokenizers library",
                    ) from error
                found.no_truncation()  # what is cut off would not have been read
                found.no_padding()
                self._tokens = found
        return self._tokens

    def _outputs(self, encoded: Sequence[Any]) -> list[Any]:
        """The raw output for each text: those of about one length together, padding is work."""
        network = self._loaded()
        order = sorted(range(len(encoded)), key=lambda at: len(encoded[at].ids))
        found: list[Any] = [None] * len(encoded)
        pad = self.folder.number("pad_token_id") or 0
        for at in range(0, len(order), self.settings.batch):
            chosen = order[at : at + self.settings.batch]
            some = [encoded[one] for one in chosen]
            rows = network.run(
                padded([one.ids for one in some], pad),
                padded([one.attention_mask for one in some], 0),
                padded([one.type_ids for one in some], 0),
            )
            if len(rows) != len(chosen):
                raise CallFailed("malformed", "the model's output is not one row for each text")
            for place, row in zip(chosen, rows, strict=True):
                found[place] = row
        return found

    def _loaded(self) -> Network:
        with self._loading:
            if self._network is None:
                self._network = load_network(
                    self.folder,
                    spans=self.settings.reads == "spans",
                    threads=self.settings.threads,
                )
        return self._network

    def _spans(self, encoded: Any, rows: Any) -> tuple[Span, ...]:
        """The answer's tokens (the second of the two texts), each with its doubt."""
        if not isinstance(rows, list) or len(rows) < len(encoded.ids):
            raise CallFailed("malformed", "the model's output is not one row for each token")
        found = []
        for (start, end), text, row in zip(
            encoded.offsets, encoded.sequence_ids, rows, strict=False
        ):
            if text == 1 and start < end:
                odds: Odds = from_logits(_numbers(row), self._roles)
                found.append(Span(start, end, round(1 - odds.supported, 6)))
        return tuple(found)


def _numbers(row: Any) -> list[float]:
    if not isinstance(row, list) or not all(isinstance(one, float) for one in row):
        raise CallFailed("malformed", "the model's output has another shape than its labels")
    return row


def _usage(began: float, tokens: int) -> Usage:
    return Usage(
        tokens_in=tokens,
        tokens_out=0,
        cost_usd=0.0,
        latency_ms=round((perf_counter() - began) * 1000, 3),
        attempts=1,
        cached=False,
    )
