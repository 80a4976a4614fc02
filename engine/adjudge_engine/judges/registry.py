"""The judges by name, as the command line and policies call them.

A name is one of the built-in ones, `recorded:NAME`, or a table of `adjudge.toml`. A table's type
is built in, or the name of an entry point of the group `adjudge.judges`, which is loaded only
where a judge of it is asked for: `callable(settings: Mapping) -> Judge`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from adjudge_engine.errors import AdjudgeError, JudgeError
from adjudge_engine.judges.base import Judge
from adjudge_engine.judges.entailment.settings import EntailmentSettings
from adjudge_engine.judges.settings import (
    BUILT_IN,
    RESERVED,
    JudgeConfig,
    LlmSettings,
    LocalSettings,
    PanelSettings,
    PluginSettings,
    RecordedSettings,
)
from adjudge_engine.judges.shared import Shared

#: Judges that need no configuration.
JUDGE_NAMES: Final[tuple[str, ...]] = ("local", "none", "recorded")
#: The group of the entry points that make judges.
GROUP: Final = "adjudge.judges"

_RECORDED: Final = "recorded:"


def make_judges(names: str | Iterable[str], shared: Shared | None = None) -> tuple[Judge, ...]:
    """The judges that the names stand for, each once, in their order.

    `shared` holds the configuration and what the judges of a run have in common. JudgeError for
    a name nobody knows, and for a judge that cannot be set up or may not be asked.
    """
    given = (names,) if isinstance(names, str) else tuple(names)
    using = Shared() if shared is None else shared
    made: list[Judge] = []
    for name in dict.fromkeys(one.strip() for one in given):
        made += _Making(using).of(name)
    return tuple(made)


def known_names(config: JudgeConfig) -> tuple[str, ...]:
    """Every name that can be asked for: the built-in ones, then those of the configuration."""
    return (*JUDGE_NAMES, *config.judges)


class _Making:
    """Makes one judge and, for a panel, its members; `path` is how it came to the present one."""

    def __init__(self, shared: Shared, path: tuple[str, ...] = ()) -> None:
        self.shared = shared
        self.path = path

    def of(self, name: str) -> tuple[Judge, ...]:
        """The judges of the name; the same ones however often they are named."""
        if name not in self.shared.made:
            self.shared.made[name] = self._new(name)
        return self.shared.made[name]

    def _new(self, name: str) -> tuple[Judge, ...]:
        if name.lower() in RESERVED:
            return _built_in(name.lower())
        if name.lower().startswith(_RECORDED):
            whose = RecordedSettings(name=name[len(_RECORDED) :].strip() or None)
            return _recorded(whose, self.shared.config, name)
        settings = self.shared.config.judges.get(name)
        if settings is None:
            raise _nobody(name, known_names(self.shared.config))
        if name in self.path:
            raise JudgeError(
                f"the panel {self.path[0]!r} has itself as a member",
                f"take one of these out: {' → '.join((*self.path, name))}",
            )
        if isinstance(settings, PanelSettings):
            return (self._panel(name, settings),)
        if isinstance(settings, LlmSettings):
            from adjudge_engine.judges.llm.making import make_llm_judges

            return make_llm_judges(name, settings, self.shared)
        if isinstance(settings, EntailmentSettings):
            from adjudge_engine.judges.entailment.making import make_entailment_judge

            return (make_entailment_judge(name, settings, self.shared),)
        if isinstance(settings, RecordedSettings):
            return _recorded(settings, self.shared.config, name)
        if isinstance(settings, LocalSettings):
            return _local(self.shared.config, settings, name)
        return (_plugin(name, settings, self.shared),)

    def _panel(self, name: str, settings: PanelSettings) -> Judge:
        from adjudge_engine.judges.panel import PanelJudge

        inside = _Making(self.shared, (*self.path, name))
        members = [judge for one in dict.fromkeys(settings.judges) for judge in inside.of(one)]
        return PanelJudge(name, members, quorum=settings.quorum)


def _built_in(name: str) -> tuple[Judge, ...]:
    if name == "recorded":
        return _recorded(RecordedSettings(), JudgeConfig(), name)
    if name == "none":
        from adjudge_engine.judges.none import NoJudge

        return (NoJudge(),)
    from adjudge_engine.judges.local.judge import LocalJudge

    return (LocalJudge(),)


def _local(config: JudgeConfig, settings: LocalSettings, name: str) -> tuple[Judge, ...]:
    from adjudge_engine.judges.local.head import load_head
    from adjudge_engine.judges.local.judge import LocalJudge

    head = None if settings.head is None else load_head(config.file(settings.head))
    judge = LocalJudge(head, criteria=settings.criteria)
    judge.name = name
    return (judge,)


def _recorded(settings: RecordedSettings, config: JudgeConfig, name: str) -> tuple[Judge, ...]:
    from adjudge_engine.judges.cassette import Cassette
    from adjudge_engine.judges.recorded import RecordedJudge

    cassette = None if settings.cassette is None else Cassette(config.file(settings.cassette))
    criteria = settings.criteria or None
    return (RecordedJudge(settings.name, criteria=criteria, cassette=cassette, name=name),)


def _plugin(name: str, settings: PluginSettings, shared: Shared) -> Judge:
    """The judge that a plug-in makes. Whatever goes wrong in there is a JudgeError."""
    from adjudge_engine.judges.proved import proved_judge

    entry = _entry_point(name, settings.type)
    try:
        judge = entry.load()({**settings.table, "name": name})
        problem = _problem_with(judge)
    except AdjudgeError:
        raise
    except (Exception, SystemExit) as error:  # foreign code: its errors must end as ours
        raise JudgeError(
            f"the plug-in {settings.type!r} cannot make the judge {name!r}: "
            f"{type(error).__name__}: {error}",
            f"it is {entry.value}; check its settings under [judges.{name}]",
        ) from error
    if problem is not None:
        raise JudgeError(
            f"the plug-in {settings.type!r} made no judge: {problem}",
            "a judge has name, remote, criteria, fingerprint() and judge()",
        )
    if judge.remote is not False:
        shared.refuse_plugin(name, settings.type)
    return proved_judge(judge, shared.redactor)


def _problem_with(judge: object) -> str | None:
    """What a plug-in's judge lacks, each part of it asked for once; raises what that raises."""
    if not isinstance(judge, Judge):
        return f"{type(judge).__name__} has not all of its parts"
    if not isinstance(judge.name, str) or not judge.name.strip():
        return "its name is no text"
    criteria = judge.criteria
    if not isinstance(criteria, tuple | list) or not all(isinstance(one, str) for one in criteria):
        return "its criteria are no list of names"
    if not all(isinstance(judge.fingerprint(one), str) for one in criteria):
        return "its fingerprint is no text"
    return None


def _entry_point(name: str, kind: str) -> EntryPoint:
    found: Mapping[str, Any] = {one.name: one for one in entry_points(group=GROUP)}
    if kind not in found:
        raise _nobody(kind, (*BUILT_IN, *found), f"judges.{name}: there is no type of judges")
    entry = found[kind]
    assert isinstance(entry, EntryPoint)
    return entry


def _nobody(name: str, known: Iterable[str], what: str = "there is no judge called") -> JudgeError:
    names = list(known)
    near = get_close_matches(name[:100], names, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return JudgeError(f"{what} {name[:100]!r}", f"{hint}the known ones are: {', '.join(names)}")
