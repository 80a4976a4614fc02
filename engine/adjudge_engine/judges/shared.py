"""What the judges of one run have in common: configuration, budget, cache, limits, privacy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.settings import JudgeConfig, LlmSettings, PrivacySettings

if TYPE_CHECKING:
    from adjudge_engine.judges.base import Judge
    from adjudge_engine.judges.llm.cache import ReplyCache
    from adjudge_engine.judges.llm.ledger import Ledger
    from adjudge_engine.judges.llm.limits import Limits
    from adjudge_engine.privacy.redaction import Redactor


@dataclass
class Shared:
    """Made once for a run; each part comes into being where a judge first needs it.

    `local_only` and `budget_usd` are the run's own word: the first adds to the configuration's,
    the second replaces it. `cache` is the file that replies are kept in; None keeps none. `batch`:
    every model is asked by batch. Used as a context manager, it closes that file.
    """

    config: JudgeConfig = field(default_factory=JudgeConfig)
    local_only: bool = False
    budget_usd: float | None = None
    cache: Path | None = None
    batch: bool = False

    def __post_init__(self) -> None:
        self.local_only = self.local_only or self.config.privacy.local_only
        if self.budget_usd is None:
            self.budget_usd = self.config.run.budget_usd
        #: Name → the judges made for it: one judge has one cache, however often it is named.
        self.made: dict[str, tuple[Judge, ...]] = {}
        self._limits: dict[tuple[str, str | None], Limits] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the reply cache."""
        if "replies" in self.__dict__ and self.replies is not None:
            self.replies.close()

    @cached_property
    def ledger(self) -> Ledger:
        """What the run's calls took, and its budget."""
        from adjudge_engine.judges.llm.ledger import Ledger

        return Ledger(self.budget_usd)

    @cached_property
    def replies(self) -> ReplyCache | None:
        """The replies kept on disk; the file is made here."""
        from adjudge_engine.judges.llm.cache import ReplyCache

        return None if self.cache is None else ReplyCache(self.cache)

    @cached_property
    def redactor(self) -> Redactor | None:
        """What takes private values out of texts; None where the configuration wants none.

        JudgeError for settings that cannot be followed.
        """
        from adjudge_engine.judges.finding import names_of
        from adjudge_engine.privacy.redaction import KINDS, RedactionSettings, Redactor

        said = self.config.privacy
        kinds = tuple(KINDS) if said.redact is None else said.redact
        if not kinds and not said.patterns:
            return None
        names = tuple(names_of(self.config))
        return Redactor(RedactionSettings(kinds, names, tuple(said.patterns.items())))

    def limits_of(self, provider: str, settings: LlmSettings) -> Limits:
        """The limits of a provider's address: one for all its judges, the strictest of theirs."""
        from adjudge_engine.judges.llm.limits import Limits

        key = provider, settings.api_base
        if key not in self._limits:
            alike = [one for one in self._settings() if _address(one) == _address(settings)]
            self._limits[key] = Limits(
                min(one.concurrency for one in alike),
                _least(one.rpm for one in alike),
                _least(one.tpm for one in alike),
            )
        return self._limits[key]

    def _settings(self) -> list[LlmSettings]:
        return [one for one in self.config.judges.values() if isinstance(one, LlmSettings)]

    @property
    def rules(self) -> PrivacySettings:
        """Where text may go: the configuration's word, and the run's own."""
        return self.config.privacy.model_copy(update={"local_only": self.local_only})

    def refuse_plugin(self, name: str, kind: str) -> None:
        """JudgeError for a judge of a plug-in that sends text away, where it may not.

        Where it sends it nobody can tell, so under a list of providers its type must be on it.
        """
        approved = self.config.privacy.approved_providers
        if approved is not None and kind not in approved:
            raise JudgeError(
                f"the judge {name!r} sends text away, and its type {kind!r} is not approved",
                f"add {kind!r} to approved_providers under [privacy], or name another judge",
            )
        if self.local_only:
            raise JudgeError(
                f"the judge {name!r} sends text away, and only judges on this machine may be asked",
                "leave out --local-only (or local_only under [privacy]), or name another judge",
            )


def _address(settings: LlmSettings) -> tuple[str, str | None]:
    provider, slash, _ = settings.model.partition("/")
    return (provider if slash else "openai"), settings.api_base


def _least(values: Iterable[int | None]) -> int | None:
    return min((one for one in values if one is not None), default=None)
