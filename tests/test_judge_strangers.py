"""A configuration that came with the data, and judges that are not what they say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from admission_samples import admitted
from cli_support import answer, invoke, write_lines
from judge_samples import case
from lamps import lamp, right, settings
from llm_server import LlmServer, good

from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import ClaimVerdict, Judgment
from adjudge_engine.judges import registry
from adjudge_engine.judges.base import JudgeRequest
from adjudge_engine.judges.config import parse_config
from adjudge_engine.judges.finding import configuration, names_of
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.judges.shared import Shared
from adjudge_engine.pipeline import evaluate
from adjudge_engine.policy import default_policy
from adjudge_engine.privacy.providers import stray_key

RUN = ("evaluate", "in.jsonl", "--db", "q.db", "--judge")
FAR = '[judges.far]\ntype = "llm"\nmodel = "openai/gpt-4o-mini"\napi_base = "{}"\n'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own configuration folder; the working folder is a stranger's."""
    own = tmp_path / "home" / "adjudge"
    own.mkdir(parents=True)
    (tmp_path / "data").mkdir()
    monkeypatch.chdir(tmp_path / "data")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ADJUDGE_CONFIG", raising=False)
    write_lines(Path("in.jsonl"), [lamp(1)])
    return own


@pytest.fixture
def server() -> Iterator[LlmServer]:
    with LlmServer(right) as running:
        yield running


@pytest.mark.parametrize(
    ("variable", "base", "strays"),
    [
        ("OPENAI_API_KEY", "https://evil.example.org/v1", True),
        ("OPENAI_API_KEY_2", "https://evil.example.org/v1", True),
        ("openai_key", "https://api.openai.com.evil.example.org/v1", True),
        ("ANTHROPIC_API_KEY", None, True),
        ("HF_TOKEN", "https://llm.example.org/v1", True),
        ("OPENAI_API_KEY", "https://api.openai.com/v1", False),
        ("OPENAI_API_KEY", "http://127.0.0.1:8000/v1", False),
        ("OPENAI_API_KEY", None, False),
        ("GATEWAY_KEY", "https://llm.example.org/v1", False),
        (None, "https://llm.example.org/v1", False),
    ],
)
def test_a_providers_key_goes_to_that_provider(
    variable: str | None, base: str | None, strays: bool
) -> None:
    assert (stray_key("openai/gpt-4o-mini", base, variable) is not None) == strays


def test_no_config_sends_a_providers_key_elsewhere(tmp_path: Path) -> None:
    said = FAR.format("https://evil.example.org/v1") + 'api_key_env = "OPENAI_API_KEY"\n'
    config = parse_config(said.encode(), tmp_path / "adjudge.toml")
    with pytest.raises(JudgeError, match="key of openai"):
        make_judges("far", Shared(config=config))


def test_a_found_file_leads_to_no_address_of_its_own(home: Path) -> None:
    said = FAR.format("https://evil.example.org/v1")
    Path("adjudge.toml").write_text(said + 'api_key_env = "AWS_SECRET_ACCESS_KEY"\n')
    refused = invoke(*RUN, "far")
    assert refused.exit_code == 2
    assert "evil.example.org" in refused.stderr
    assert "--config adjudge.toml" in refused.stderr
    assert not configuration().vouched_for
    vouched = configuration(Path("adjudge.toml"))
    assert vouched.vouched_for
    assert make_judges("far", Shared(config=vouched))
    Path("adjudge.toml").write_text(FAR.format("https://api.openai.com/v1"))
    assert make_judges("far", Shared(config=configuration()))
    Path("adjudge.toml").rename(home / "adjudge.toml")
    assert configuration().vouched_for


def test_nobody_is_asked_who_was_not_named(home: Path, server: LlmServer) -> None:
    far = FAR.format("https://api.openai.com/v1") + 'api_key_env = "LAMP_KEY"\n'
    Path("adjudge.toml").write_text(far + '[ranking]\njudge = "far"\n')
    refused = invoke(*RUN, "none")
    assert refused.exit_code == 2
    assert "nobody asked for" in refused.stderr
    near = f"[judges.near]\n{settings(server)}"
    Path("adjudge.toml").write_text(near)
    assert answer(*RUN, "none")["evaluated"] == 1
    assert server.everything == b""


def test_a_found_file_weakens_no_rule_of_the_users_own(home: Path) -> None:
    (home / "names.txt").write_text("Maeve O'Brien\n")
    mine = '[privacy]\nlocal_only = true\napproved_providers = ["openai", "mistral"]\n'
    mine += 'redact = ["email"]\nnames_file = "names.txt"\npatterns = { A = "a1", B = "b" }\n'
    (home / "adjudge.toml").write_text(mine)
    theirs = '[privacy]\nlocal_only = false\napproved_providers = ["mistral", "evil.example.org"]\n'
    theirs += 'redact = ["phone"]\nnames = ["Jo Poe"]\npatterns = { A = "a2", C = "c" }\n'
    Path("adjudge.toml").write_text(theirs)
    found = configuration().privacy
    assert found.local_only
    assert found.approved_providers == ("mistral",)
    assert set(found.redact or ()) == {"email", "phone"}
    assert set(names_of(configuration())) == {"Maeve O'Brien", "Jo Poe"}
    assert found.patterns == {"A": "(?:a1)|(?:a2)", "B": "b", "C": "c"}
    Path("adjudge.toml").write_text("")
    assert configuration().privacy.approved_providers == ("openai", "mistral")
    assert configuration(Path("adjudge.toml")).privacy.local_only is False


def test_a_found_file_has_nothing_written_outside_its_folder(home: Path) -> None:
    Path("adjudge.toml").write_text('[run]\ncache = "../home/replies.db"\n')
    refused = invoke(*RUN, "none")
    assert refused.exit_code == 2
    assert "run.cache" in refused.stderr
    assert not (home.parent / "replies.db").exists()
    assert answer(*RUN, "none", "--config", "adjudge.toml")["evaluated"] == 1
    Path("adjudge.toml").write_text('[run]\ncache = "kept/replies.db"\n')
    assert answer(*RUN, "none", "--db", "other.db")["evaluated"] == 1


@dataclass
class Odd:
    """A plug-in's judge; `does` is what it does when asked."""

    does: Any = None
    name: str = "odd"
    remote: bool = False
    criteria: tuple[str, ...] = ("faithfulness",)
    asked: list[JudgeRequest] = field(default_factory=list)

    def fingerprint(self, criterion: str) -> str:
        return f"odd/{criterion}"

    def judge(self, request: JudgeRequest) -> Judgment:
        self.asked.append(request)
        found = self.does(request)
        assert isinstance(found, Judgment)
        return found


class Broken:
    """Has every part of a judge, and none that works."""

    @property
    def name(self) -> str:
        raise RuntimeError("no name today")

    remote = False
    criteria = ("faithfulness",)

    def fingerprint(self, criterion: str) -> str:
        return "f"

    def judge(self, request: JudgeRequest) -> Judgment:
        raise NotImplementedError


def leaving(settings: Any) -> Any:
    raise SystemExit(3)


def broken(settings: Any) -> Any:
    return Broken()


def nameless(settings: Any) -> Any:
    return Odd(name="")


def no_criteria(settings: Any) -> Any:
    return Odd(criteria="faithfulness")  # type: ignore[arg-type]


def remote(settings: Any) -> Any:
    return Odd(remote=True)


def plugged(monkeypatch: pytest.MonkeyPatch, **rules: Any) -> Shared:
    """Plug-ins of the names above, a judge of each, and the rules of privacy."""
    makers = {one.__name__: one for one in (leaving, broken, nameless, no_criteria, remote)}
    found = [metadata.EntryPoint(name, f"plugs:{name}", registry.GROUP) for name in makers]
    monkeypatch.setattr(metadata.EntryPoint, "load", lambda self: makers[self.name])
    monkeypatch.setattr(registry, "entry_points", lambda group: found)
    said = "".join(f'[judges.{name}]\ntype = "{name}"\n' for name in makers)
    said += "[privacy]\n" + "".join(f"{key} = {json.dumps(one)}\n" for key, one in rules.items())
    return Shared(config=parse_config(said.encode(), Path("adjudge.toml")))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("leaving", "SystemExit"),
        ("broken", "no name today"),
        ("nameless", "name is no text"),
        ("no_criteria", "criteria are no list"),
    ],
)
def test_a_plugin_that_breaks_is_an_error_of_ours(
    monkeypatch: pytest.MonkeyPatch, name: str, says: str
) -> None:
    with pytest.raises(JudgeError, match=says):
        make_judges(name, plugged(monkeypatch))


def test_a_plugin_that_sends_text_away_needs_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    assert make_judges("remote", plugged(monkeypatch))
    assert make_judges("remote", plugged(monkeypatch, approved_providers=["openai", "remote"]))
    for rules in ({"approved_providers": ["openai"]}, {"local_only": True}):
        with pytest.raises(JudgeError, match="sends text away"):
            make_judges("remote", plugged(monkeypatch, **rules))


def passing(request: JudgeRequest, **more: Any) -> Judgment:
    claims = tuple(ClaimVerdict(claim_id=one.id, verdict="supported") for one in request.claims)
    fields = {"criterion": "faithfulness", "judge": "odd", "score": 1.0, "strict": 1.0}
    return Judgment.model_validate(fields | {"claims": claims} | more)


@pytest.mark.parametrize(
    "values",
    [
        {"score": float("nan")},
        {"strict": float("inf")},
        {"strict": 2.0},
        {"not_contradicted": -0.5},
        {"value": float("nan")},
    ],
)
def test_a_score_that_is_none_passes_nothing(values: dict[str, float]) -> None:
    judge = Odd(lambda request: passing(request, **values))
    found = evaluate(case(), default_policy(), [judge], admissions=admitted("odd/faithfulness"))
    (said,) = found.judgments
    assert said.abstention is not None
    assert said.abstention.code == "judge_failed"
    assert found.route != "release"


def test_no_judge_passes_itself_off_as_another() -> None:
    judge = Odd(
        lambda request: passing(
            request, judge="reader", fingerprint="the admitted one", admitted=True
        )
    )
    book = admitted("the admitted one")
    found = evaluate(case(), default_policy(), [judge], admissions=book)
    (said,) = found.judgments
    assert (said.judge, said.fingerprint, said.admitted) == ("odd", "odd/faithfulness", False)


def test_a_judge_that_ends_the_process_ends_nothing() -> None:
    def leave(request: JudgeRequest) -> Judgment:
        raise SystemExit(1)

    (said,) = evaluate(case(), default_policy(), [Odd(leave)]).judgments
    assert said.abstention is not None
    assert said.abstention.code == "judge_failed"


@pytest.mark.parametrize(
    "secret",
    [
        'api_key = "x"',
        'extra = { extra_body = { authorization = "abc" } }',
        'model = "sk-abcdefghij"',
    ],
)
def test_a_secret_in_the_file_is_refused_and_not_repeated(
    home: Path, secret: str, server: LlmServer
) -> None:
    lines = [one for one in settings(server).splitlines() if not one.startswith(secret[:5])]
    Path("adjudge.toml").write_text("[judges.reader]\n" + "\n".join([*lines, secret]) + "\n")
    refused = invoke(*RUN, "reader")
    assert refused.exit_code == 2
    assert "secret" in refused.stderr
    assert "abc" not in refused.output.replace("abcdef", "abc") or "sk-" not in refused.output


def test_ties_and_orders(server: LlmServer, home: Path) -> None:
    table = settings(server, criteria='["preference"]')
    Path("adjudge.toml").write_text(f"[judges.reader]\n{table}")
    write_lines(
        Path("in.jsonl"),
        [{"id": "p", "question": "Which?", "answers": ["Lamp one.", "Lamp two."], "contexts": []}],
    )
    for first, second, preferred in (("tie", "tie", "tie"), ("A", "B", "A"), ("A", "tie", None)):
        server.reply = lambda request, first=first, second=second: good(
            {
                "r": "so",
                "v": first if request.text.index("one.") < request.text.index("two.") else second,
            }
        )
        done = answer(
            *RUN, "reader", "--no-cache", "--out", "e.jsonl", "--db", f"{first}{second}.db"
        )
        assert done["evaluated"] == 1
        (found,) = [json.loads(line) for line in Path("e.jsonl").read_text().splitlines()]
        assert found["pairwise"]["preferred"] == preferred
