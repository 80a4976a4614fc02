"""What tokens cost: litellm's own price list, read as the file it is, without importing litellm."""

from __future__ import annotations

import functools
import importlib.metadata
import json
import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

_LIST: Final = "litellm/model_prices_and_context_window_backup.json"
_TIER: Final = re.compile(r"input_cost_per_token_above_([0-9]{1,6})k_tokens")
_MILLION: Final = Decimal(1_000_000)


@dataclass(frozen=True)
class Tier:
    """US dollars a token, for prompts of more than `above` tokens."""

    above: int
    came: Decimal
    went: Decimal
    cached: Decimal


@dataclass(frozen=True)
class Price:
    """What a model costs; the tiers ascend, the first for prompts of any length."""

    tiers: tuple[Tier, ...]

    @classmethod
    def of_million(cls, came: float, went: float) -> Price:
        """A price that the user gives, in US dollars for a million tokens."""
        first, second = Decimal(str(came)) / _MILLION, Decimal(str(went)) / _MILLION
        return cls((Tier(0, first, second, first),))

    def cost(self, tokens_in: int, tokens_out: int, cached_in: int = 0) -> Decimal:
        """US dollars. `cached_in` of `tokens_in` came out of the provider's own prefix cache."""
        tier = next(one for one in reversed(self.tiers) if tokens_in > one.above or not one.above)
        hit = min(max(cached_in, 0), tokens_in)
        return (tokens_in - hit) * tier.came + hit * tier.cached + tokens_out * tier.went


@functools.cache
def _listed() -> dict[str, dict[str, Any]]:
    """The whole list; empty where litellm is not installed or keeps it elsewhere."""
    try:
        file = importlib.metadata.distribution("litellm").locate_file(_LIST)
        found = json.loads(Path(str(file)).read_bytes(), parse_float=Decimal)
    except (importlib.metadata.PackageNotFoundError, OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _entry(model: str) -> dict[str, Any] | None:
    """The list's entry: under the whole name, else under the model's own if the provider agrees."""
    listed = _listed()
    if model in listed:
        return listed[model]
    provider, slash, rest = model.partition("/")
    found = listed.get(rest) if slash else None
    return found if found is not None and found.get("litellm_provider") == provider else None


@functools.cache
def price_of(model: str, *, batch: bool = False) -> Price | None:
    """What the list says about a model, as a whole batch at once if so asked; None: nothing."""
    entry = _entry(model)
    if entry is None:
        return None
    end = "_batches" if batch else ""
    tiers = [
        _tier(entry, 0, "", end),
        *(
            _tier(entry, int(found[1]) * 1000, f"_above_{found[1]}k_tokens", end)
            for found in map(_TIER.fullmatch, entry)
            if found is not None
        ),
    ]
    known = sorted((one for one in tiers if one is not None), key=lambda one: one.above)
    return Price(tuple(known)) if known and known[0].above == 0 else None


def _tier(entry: dict[str, Any], above: int, tier: str, end: str) -> Tier | None:
    came = entry.get(f"input_cost_per_token{tier}{end}")
    went = entry.get(f"output_cost_per_token{tier}{end}")
    if not isinstance(came, Decimal | int) or not isinstance(went, Decimal | int):
        return None
    cached = entry.get(f"cache_read_input_token_cost{tier}{end}")
    hit = cached if isinstance(cached, Decimal | int) else came
    return Tier(above, Decimal(came), Decimal(went), Decimal(hit))
