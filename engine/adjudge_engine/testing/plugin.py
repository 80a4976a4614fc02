"""The pytest plugin: settings, a marker and two fixtures. It imports nothing of the checks.

`-p no:adjudge` switches it off.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from adjudge_engine.testing.settings import Settings, use

if TYPE_CHECKING:
    from adjudge_engine.case import Case
    from adjudge_engine.integrations.grounding import Checked

_KEYS: Final = ("policy", "sources", "judge", "gates", "allow_review")
_MARKER: Final = (
    "adjudge(policy=None, sources=None, judge=None, gates=None, allow_review=None): "
    "how answers are checked in this test."
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The settings of a suite, in its ini file."""
    parser.addini("adjudge_policy", "The release policy (TOML) of adjudge's assertions.")
    parser.addini("adjudge_sources", "The registry of sources of adjudge's assertions.")
    parser.addini(
        "adjudge_judge", "Judges that read what code cannot check: local, recorded …", type="args"
    )
    parser.addini("adjudge_allow_review", "Let pass what a person should see.", type="bool")


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker."""
    config.addinivalue_line("markers", _MARKER)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """What holds for this test: the marker's word, else the suite's."""
    use(_settings(item))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Nothing of a test's settings is left for what follows it."""
    use(Settings())


@pytest.fixture
def adjudge_check() -> Callable[..., Checked]:
    """The outcome for a case, or for an answer with its contexts, whatever it is.

    It takes what `assert_grounded` takes, and asserts nothing: `.passed`, `.findings`, `.route`.
    """
    from adjudge_engine.testing.asserting import check_grounded

    return check_grounded


@pytest.fixture
def adjudge_case(request: pytest.FixtureRequest) -> Case:
    """The case that `adjudge_cases` hands to this test; it fails where the line is none."""
    from adjudge_engine.case import Case

    given = getattr(request, "param", None)
    if isinstance(given, Case):
        return given
    if given is None:
        pytest.fail("adjudge_case needs @adjudge_cases('cases.jsonl') on the test.", pytrace=False)
    from adjudge_engine.integrations.wording import visible

    pytest.fail(f"not a case: {visible(str(given))}", pytrace=False)


def _settings(item: pytest.Item) -> Settings:
    config = item.config
    said: dict[str, Any] = {
        "policy": config.getini("adjudge_policy") or None,
        "sources": config.getini("adjudge_sources") or None,
        "judge": tuple(config.getini("adjudge_judge")),
        "gates": None,
        "allow_review": config.getini("adjudge_allow_review"),
    }
    for marker in reversed(list(item.iter_markers("adjudge"))):
        unknown = [name for name in marker.kwargs if name not in _KEYS]
        if marker.args or unknown:
            raise pytest.UsageError(f"the marker adjudge takes {', '.join(_KEYS)} by name")
        said |= marker.kwargs
    folder = config.inipath.parent if config.inipath else config.rootpath
    return Settings(
        policy=_file(folder, said["policy"]),
        sources=_file(folder, said["sources"]),
        judges=_names(said["judge"]),
        gates=None if said["gates"] is None else _names(said["gates"]),
        allow_review=bool(said["allow_review"]),
    )


def _file(folder: Path, name: str | Path | None) -> Path | None:
    return None if name is None else folder / name


def _names(value: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return () if value is None else (value,) if isinstance(value, str) else tuple(value)
