"""adjudge.toml: found, read strictly, free of secrets; judges made of it, plug-ins included."""

from __future__ import annotations

import re
import sys
from importlib import resources
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lamps import assessed

from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import ClaimVerdict, Judgment
from adjudge_engine.judges import registry
from adjudge_engine.judges.base import Judge, JudgeRequest, WaitingJudge, faithfulness
from adjudge_engine.judges.config import find_config, load_config, parse_config, user_folder
from adjudge_engine.judges.local.judge import LocalJudge
from adjudge_engine.judges.planning import models_behind
from adjudge_engine.judges.registry import known_names, make_judges
from adjudge_engine.judges.settings import DEFAULT_RUBRICS, JudgeConfig, LlmSettings
from adjudge_engine.judges.shared import Shared
from adjudge_engine.pipeline import ask

LLM = '[judges.reader]\ntype = "llm"\nmodel = "openai/gpt-x"\n'


def parsed(text: str, folder: Path = Path()) -> JudgeConfig:
    return parse_config(text.encode(), folder / "adjudge.toml")


def shared(text: str, folder: Path = Path(), **more: Any) -> Shared:
    return Shared(config=parsed(text, folder), **more)


def refused(text: str) -> JudgeError:
    with pytest.raises(JudgeError) as caught:
        parsed(text)
    return caught.value


WHOLE = """
[judges.reader]
type = "llm"
model = "openai/gpt-x"
api_base = "https://llm.example.org/v1"
api_key_env = "READER_KEY"
criteria = ["faithfulness", "tone"]
rubrics = { tone = "rubrics/tone.toml" }
mode = "claim"
temperature = "default"
max_tokens = 900
seed = 7
attempt_timeout = 20
deadline = 90
concurrency = 16
rpm = 500
tpm = 200000
repeats = 3
structured = "object"
extra = { reasoning_effort = "low" }
price = [0.15, 0.6]

[judges.both]
type = "panel"
judges = ["reader", "local"]
quorum = "majority"

[judges.earlier]
type = "recorded"
name = "gpt-x"

[privacy]
local_only = false
approved_providers = ["openai", "llm.example.org"]
redact = ["email", "name"]
names = ["Ada Lovelace"]
patterns = { TICKET = "T-[0-9]{4}" }

[run]
budget_usd = 2.5
cache = "replies.db"
"""


def test_a_whole_file() -> None:
    found = parsed(WHOLE, Path("folder"))
    reader = found.judges["reader"]
    assert isinstance(reader, LlmSettings)
    assert reader.rubric_names == {
        "faithfulness": "faithfulness-strict",
        "tone": "rubrics/tone.toml",
    }
    assert reader.temperature == "default"
    assert found.file("rubrics/tone.toml") == Path("folder/rubrics/tone.toml")
    assert found.privacy.approved_providers == ("openai", "llm.example.org")
    assert (found.run.budget_usd, found.run.cache) == (2.5, "replies.db")
    assert known_names(found) == ("local", "none", "recorded", "reader", "both", "earlier")


def test_without_a_file_everything_is_as_it_ships() -> None:
    assert load_config(None) == JudgeConfig()
    assert parsed("") == JudgeConfig(path=Path("adjudge.toml"))
    assert Shared().budget_usd is None
    assert parsed("[run]\ncache = false\n").run.cache is False


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("[judge.x]", "adjudge.toml: judge: there is no such setting", "'judges'"),
        (LLM + 'modell = "x"', "judges.reader.modell: there is no such setting", "'model'"),
        (LLM + "temprature = 0.0", "judges.reader.temprature", "'temperature'"),
        (LLM + "zzzz = 1", "judges.reader.zzzz", "It may have: type, model"),
        ("[privacy]\nlocalonly = true", "privacy.localonly", "'local_only'"),
        ("[run]\nbudget = 1.0", "run.budget", "'budget_usd'"),
        ('[judges.x]\ntype = "panel"\njudge = []', "judges.x.judge", "'judges'"),
        ('[judges.x]\nmodel = "m"', "judges.x: has no type", "The types are llm"),
        ('[judges.x]\ntype = "llm"', "judges.x.model: field required", "docs/judges.md"),
        (LLM + "temperature = 9", "judges.reader.temperature", ""),
        (LLM + "concurrency = 0", "judges.reader.concurrency", ""),
        (LLM + "attempt_timeout = -1", "judges.reader.attempt_timeout", ""),
        (LLM + "attempt_timeout = 99\ndeadline = 9", "deadline is shorter", ""),
        (LLM + 'mode = "both"', "judges.reader.mode", ""),
        (LLM + 'criteria = ["tone"]', "the criterion 'tone' has no rubric", ""),
        (LLM + 'criteria = ["relevance"]\nrubrics = {clarity = "clarity"}', "'clarity'", ""),
        (LLM + 'api_base = "ftp://x"', "must be an address", ""),
        ("[judges.local]\ntype = 'local'", "judges.local: the name 'local' is taken", ""),
        ('[judges."a b"]\ntype = "local"', "a judge's name is of letters", ""),
        ("judges = 3", "judges: must be a table", "[judges]"),
        ("[judges]\nx = 3", "judges.x: must be a table", ""),
        ("a = ", "adjudge.toml is not TOML", "Mend"),
        ("[run]\nbudget_usd = -1", "run.budget_usd", ""),
        ("[run]\nbudget_usd = nan", "run.budget_usd", ""),
        ("[run]\ncache = true", "run.cache", ""),
    ],
)
def test_what_is_wrong_is_said_with_file_and_key(text: str, message: str, hint: str) -> None:
    error = refused(text)
    assert message in error.message
    assert error.message.startswith("adjudge.toml")
    assert hint in error.hint


SECRET = "sk-proj-a1b2c3d4e5f6"


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (f'api_key = "{SECRET}"', "api_key"),
        ('apikey = "abcdef"', "apikey"),
        ('token = "abcdef"', "token"),
        ('"API-KEY" = "abcdef"', "API-KEY"),
        (f'api_key_env = "{SECRET}"', "api_key_env"),
        (f'extra = {{ headers = {{ Authorization = "Bearer {SECRET}" }} }}', "extra.headers"),
        (f'extra = {{ extra_body = ["a", "{SECRET}"] }}', "extra.extra_body.1"),
        ('extra = { aws_secret_access_key = "abc" }', "extra.aws_secret_access_key"),
        ('password = "abcdef"', "password"),
    ],
)
@pytest.mark.parametrize("kind", ["llm", "a_plugin"])
def test_a_secret_is_refused_and_not_repeated(line: str, key: str, kind: str) -> None:
    error = refused(f'[judges.x]\ntype = "{kind}"\nmodel = "openai/gpt-x"\n{line}\n')
    assert "looks like a secret" in error.message
    assert f"judges.x.{key}" in error.message
    assert "api_key_env" in error.hint
    assert SECRET not in str(error)
    assert "abcdef" not in str(error)


def test_other_places_of_a_secret() -> None:
    for base in ("https://me:pw@example.org/v1", "https://example.org/v1?key=pw"):
        error = refused(LLM + f'api_base = "{base}"')
        assert "api_base" in error.message
        assert "pw" not in str(error)
    assert parsed(LLM + 'max_tokens = 5\napi_key_env = "MY_KEY"\ntpm = 5')


def said_of(raw: bytes) -> str:
    """The message about a file that is no configuration; empty for one that is."""
    try:
        parse_config(raw, Path("x.toml"))
    except JudgeError as error:
        return error.message
    return ""


@given(st.binary(max_size=200))
def test_any_bytes_are_a_configuration_or_an_error(raw: bytes) -> None:
    said = said_of(raw)
    assert not said or said.startswith("x.toml")


@given(st.dictionaries(st.sampled_from(["type", "model", "judges", "rpm", "x"]), st.integers()))
def test_any_table_is_a_judge_or_an_error(table: dict[str, int]) -> None:
    lines = "".join(f"{key} = {value}\n" for key, value in table.items())
    said = said_of(f"[judges.a]\n{lines}".encode())
    assert "judges.a" in said or "not TOML" in said


def test_where_the_file_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    home = tmp_path / "home"
    monkeypatch.setattr("adjudge_engine.judges.config.user_folder", lambda: home)
    assert find_config() is None
    home.mkdir()
    (home / "adjudge.toml").touch()
    assert find_config() == home / "adjudge.toml"
    Path("adjudge.toml").touch()
    assert find_config() == Path("adjudge.toml")
    other = tmp_path / "other.toml"
    other.touch()
    monkeypatch.setenv("ADJUDGE_CONFIG", str(other))
    assert find_config() == other
    assert find_config(Path("adjudge.toml")) == Path("adjudge.toml")
    with pytest.raises(JudgeError, match="There is no configuration file"):
        find_config(Path("none.toml"))


@pytest.mark.skipif(sys.platform != "linux", reason="where it lies depends on the system")
def test_the_users_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/somewhere")
    assert user_folder() == Path("/somewhere/adjudge")
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert user_folder() == Path.home() / ".config" / "adjudge"


def test_built_in_judges() -> None:
    assert [one.name for one in make_judges("local")] == ["local"]
    assert [one.name for one in make_judges(["none", "local", "local"])] == ["none", "local"]
    assert make_judges("LOCAL")[0].name == "local"
    assert make_judges("recorded:gpt-x")[0].name == "recorded:gpt-x"


@pytest.mark.parametrize(
    ("name", "hint"), [("lokal", "did you mean 'local'?"), ("reder", "did you mean 'reader'?")]
)
def test_a_name_that_nobody_knows(name: str, hint: str) -> None:
    with pytest.raises(JudgeError, match="there is no judge called") as caught:
        make_judges(name, shared(LLM))
    assert hint in caught.value.hint


def test_the_embedded_judge_with_a_head_of_its_own(tmp_path: Path) -> None:
    from adjudge_engine.judges.local.head import shipped_head

    (tmp_path / "head.json").write_text(shipped_head().to_json(), encoding="utf-8")
    text = '[judges.ours]\ntype = "local"\nhead = "head.json"\ncriteria = ["completeness"]\n'
    (judge,) = make_judges("ours", shared(text, tmp_path))
    assert (judge.name, judge.criteria, judge.remote) == ("ours", ("completeness",), False)
    with pytest.raises(JudgeError, match=r"none\.json"):
        make_judges("ours", shared(text.replace("head.json", "none.json"), tmp_path))


def test_one_judge_is_made_once_and_panels_share_it() -> None:
    panel = '[judges.both]\ntype = "panel"\njudges = ["reader", "local"]\n'
    using = shared(LLM + panel)
    reader, both = make_judges(["reader", "both"], using)
    assert list(models_behind(both)) == [reader]
    assert both.remote
    assert make_judges("reader", using) == (reader,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[judges.a]\ntype = "panel"\njudges = ["a", "local"]', "has itself as a member"),
        (
            '[judges.a]\ntype = "panel"\njudges = ["b", "local"]\n'
            '[judges.b]\ntype = "panel"\njudges = ["a", "local"]',
            "has itself as a member",
        ),
        ('[judges.a]\ntype = "panel"\njudges = ["x", "local"]', "there is no judge called 'x'"),
        ('[judges.a]\ntype = "panel"\njudges = ["local", "local"]', "1 members"),
        ('[judges.a]\ntype = "llm"\nmodel = "a b"', "holds spaces"),
        (LLM.replace("reader", "a") + 'extra = {api_base = "x"}', "`extra` cannot hold api_base"),
        (LLM.replace("reader", "a") + 'rubrics = {x = "no/such.toml"}', "cannot be read"),
        (
            LLM.replace("reader", "a") + 'rubrics = {context_relevance = "context-relevance"}',
            "ranks contexts",
        ),
        ('[judges.a]\ntype = "nonsense"', "there is no type of judges 'nonsense'"),
        (LLM.replace("reader", "a") + '[privacy]\nnames_file = "no.txt"', "cannot be read"),
        (LLM.replace("reader", "a") + '[privacy]\nredact = ["mail"]', "mail"),
        (LLM.replace("reader", "a") + '[privacy]\npatterns = {X_Y = "("}', "pattern"),
    ],
)
def test_judges_that_cannot_be_made(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(JudgeError) as caught:
        make_judges("a", shared(text, tmp_path))
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("lines", "allowed"),
    [
        ("", True),
        ("[privacy]\nlocal_only = true", False),
        ('[privacy]\napproved_providers = ["openai"]', True),
        ('[privacy]\napproved_providers = ["mistral"]', False),
        ("[privacy]\napproved_providers = []", False),
    ],
)
def test_who_may_be_asked(lines: str, allowed: bool) -> None:
    if allowed:
        assert make_judges("reader", shared(LLM + lines))[0].remote
    else:
        with pytest.raises(JudgeError, match="may not be asked"):
            make_judges("reader", shared(LLM + lines))
    local = LLM + 'api_base = "http://127.0.0.1:8000/v1"\n' + lines
    assert not make_judges("reader", shared(local))[0].remote


def test_one_providers_limits_are_shared_and_the_strictest() -> None:
    text = LLM + "concurrency = 4\nrpm = 90\n" + LLM.replace("reader", "other") + "rpm = 60\n"
    using = shared(text)
    first, second = (next(models_behind(one)) for one in make_judges(["reader", "other"], using))
    assert first.caller.limits is second.caller.limits  # type: ignore[attr-defined]
    assert first.caller.limits.concurrency == 4  # type: ignore[attr-defined]
    assert first.caller.ledger is second.caller.ledger  # type: ignore[attr-defined]


def test_every_criterion_has_a_shipped_rubric_of_its_own() -> None:
    names = ", ".join(f'"{one}"' for one in DEFAULT_RUBRICS)
    judges = make_judges("reader", shared(LLM + f"criteria = [{names}]"))
    assert [one for judge in judges for one in judge.criteria] == list(DEFAULT_RUBRICS)
    assert all(isinstance(one, WaitingJudge) for one in judges)


def test_a_teams_own_rubric_lies_beside_the_file(tmp_path: Path) -> None:
    shipped = resources.files("adjudge_engine.judges.rubrics") / "clarity.toml"
    own = shipped.read_text("utf-8").replace("clarity", "tone")
    (tmp_path / "rubrics").mkdir()
    (tmp_path / "rubrics" / "tone.toml").write_text(own, encoding="utf-8")
    text = LLM + 'rubrics = {tone = "rubrics/tone.toml"}'
    (judge,) = make_judges("reader", shared(text, tmp_path))
    assert judge.criteria == ("tone",)


def polite(settings: Any) -> Judge:
    """A plug-in: the embedded judge by another name, which its table may make remote."""
    judge = LocalJudge()
    judge.name = settings["name"]
    judge.remote = settings.get("far", False)
    return judge


class Inventive(LocalJudge):
    """Supports the first claim by words that nobody wrote."""

    name = "inventive"

    def judge(self, request: JudgeRequest) -> Judgment:
        first, *others = (
            ClaimVerdict(claim_id=one.id, verdict="supported", quote="is made of brass")
            for one in request.claims
        )
        made_up = first.model_copy(update={"quote": "weighs as much as it should"})
        return faithfulness(self, [made_up, *others], rationale="")


def inventive(settings: Any) -> Judge:
    return Inventive()


def broken(settings: Any) -> Judge:
    raise KeyError("server")


def no_judge(settings: Any) -> Any:
    return object()


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Entry points as an installed distribution declares them; the names of those looked for."""
    looked: list[str] = []
    found = [
        EntryPoint(name, f"{__name__}:{name}", registry.GROUP)
        for name in ("polite", "inventive", "broken", "no_judge")
    ]
    found.append(EntryPoint("gone", "no_such_module_at_all:make", registry.GROUP))

    def entry_points(group: str) -> list[EntryPoint]:
        looked.append(group)
        return found

    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or _this())
    monkeypatch.setattr(registry, "entry_points", entry_points)
    return looked


def _this() -> Any:
    from types import SimpleNamespace

    return SimpleNamespace(polite=polite, inventive=inventive, broken=broken, no_judge=no_judge)


def test_a_plugin_makes_a_judge_where_it_is_named(plugins: list[str]) -> None:
    using = shared('[judges.mine]\ntype = "polite"\nwords = 3\n' + LLM)
    make_judges(["reader", "local"], using)
    assert plugins == []
    (judge,) = make_judges("mine", using)
    assert plugins == ["adjudge.judges"]
    assert judge.name == "mine"
    assert ask(assessed(), [judge])[0].judge == "mine"
    assert isinstance(judge.judge(JudgeRequest("tone", assessed().case, ())).abstained, bool)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ('type = "broken"', "KeyError"),
        ('type = "no_judge"', "made no judge: object"),
        ('type = "gone"', "ModuleNotFoundError"),
        ('type = "polit"', "there is no type of judges 'polit'"),
    ],
)
def test_a_plugin_that_fails_is_an_error_of_ours(
    plugins: list[str], table: str, message: str
) -> None:
    with pytest.raises(JudgeError) as caught:
        make_judges("mine", shared(f"[judges.mine]\n{table}\n"))
    assert message in caught.value.message


def test_a_plugins_quotes_are_looked_up(plugins: list[str]) -> None:
    judges = make_judges("mine", shared('[judges.mine]\ntype = "inventive"\n'))
    (found,) = ask(assessed(), judges)
    assert [one.verdict for one in found.claims] == ["unsure", "supported"]
    assert found.claims[1].evidence[0].context_id == "x"
    assert found.strict is None
    assert found.abstention is not None
    assert found.abstention.code == "quote_not_found"


def test_a_remote_plugin_is_refused_where_only_local_ones_may_be_asked(plugins: list[str]) -> None:
    text = '[judges.mine]\ntype = "polite"\nfar = true\n'
    assert make_judges("mine", shared(text))[0].remote
    with pytest.raises(JudgeError, match="sends text away"):
        make_judges("mine", shared(text, local_only=True))


def test_the_configuration_of_the_docs_is_one(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[1] / "docs" / "judges.md").read_text("utf-8")
    blocks = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        assert parsed(block, tmp_path)
    every = "\n".join(blocks)
    for name in LlmSettings.model_fields:
        assert f"`{name}`" in page or f"{name} =" in every, name
