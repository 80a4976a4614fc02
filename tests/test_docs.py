"""The documentation is true: commands exist and are described, codes and links are current.

`python tests/test_docs.py` rewrites docs/codes.md from the table in the engine.
"""

from __future__ import annotations

import ast
import json
import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest

from adjudge_engine import routing
from adjudge_engine.case import Case
from adjudge_engine.codes import CODES
from adjudge_engine.policy import Policy, parse_policy
from adjudge_engine.vocabulary import GATES

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
DOCS = ROOT / "docs"
PAGES = [README, ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md"))]

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)")

CODES_HEAD = """\
# Reason codes

Every check names what it found by one of these codes. The outcome belongs to the code; what it \
leads to is the policy's word and can be changed there ([policy.md](policy.md)). The table is \
written from the engine's own (`python tests/test_docs.py`); a test keeps the two equal. The codes \
that the policy itself gives are in [policy.md](policy.md#reasons).
"""


def codes_page() -> str:
    """docs/codes.md: one table for each gate, in the order of the gates and of the engine."""
    shipped = parse_policy(
        b"[policy]\nname='x'\nversion='1'\n[tiers.low]\n[tiers.standard]\n[tiers.high]\n", "x"
    )
    parts = [CODES_HEAD]
    for gate in GATES:
        parts.append(f"\n## {gate}\n\n| code | outcome | leads to | meaning |\n|---|---|---|---|\n")
        for row in CODES:
            if row.gate == gate:
                parts.append(
                    f"| `{row.code}` | {row.outcome.replace('_', ' ')} "
                    f"| {_leads_to(shipped, row.gate, row.code)} | {row.meaning} |\n"
                )
    return "".join(parts)


def _leads_to(policy: Policy, gate: str, code: str) -> str:
    from adjudge_engine.codes import finding

    (known,) = (one for one in GATES if one == gate)
    check = finding(known, code, "", check="x", verifier="x/1")
    return policy.action(known, check) or "–"


def fences(path: Path, language: str) -> list[str]:
    """The fenced blocks of that language in a page."""
    text = path.read_text(encoding="utf-8")
    return [body for kind, body in _FENCE.findall(text) if kind == language]


def shell_lines() -> list[str]:
    """Every command line of the pages' `console` and `sh` blocks, without the prompt."""
    lines = []
    for page in PAGES:
        for block in fences(page, "console"):
            lines += [line[2:] for line in block.splitlines() if line.startswith("$ ")]
        for block in fences(page, "sh"):
            lines += [line for line in block.splitlines() if line and not line.startswith("#")]
    return lines


def adjudge_commands() -> list[list[str]]:
    """The words after `adjudge` of every command in the pages."""
    found = []
    for line in shell_lines():
        for part in re.split(r"&&|\||;", line):
            words = shlex.split(part, comments=True)
            names = [Path(word).name for word in words]
            if "adjudge" in names:
                found.append(words[names.index("adjudge") + 1 :])
    return found


def cli() -> click.Group:
    from adjudge_tui.cli import main

    assert isinstance(main, click.Group)
    return main


def resolve(words: list[str]) -> tuple[str, click.Command, list[str]]:
    """The command that the words lead to, its full name and the words that are left."""
    command: click.Command = cli()
    context = click.Context(command, info_name="adjudge")
    names: list[str] = []
    rest = list(words)
    while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
        found = command.get_command(context, rest[0])
        assert found is not None, f"adjudge {' '.join(words)}: there is no {rest[0]!r}"
        names.append(rest.pop(0))
        command = found
        context = click.Context(command, info_name=names[-1], parent=context)
    return " ".join(names), command, rest


def all_commands() -> set[str]:
    """The full names of all commands that do something."""
    found = set()
    stack: list[tuple[str, click.Command]] = [("", cli())]
    while stack:
        name, command = stack.pop()
        if isinstance(command, click.Group):
            context = click.Context(command)
            for sub in command.list_commands(context):
                child = command.get_command(context, sub)
                assert child is not None
                stack.append((f"{name} {sub}".strip(), child))
        else:
            found.add(name)
    return found


def test_codes_page_is_the_engines_table() -> None:
    page = (DOCS / "codes.md").read_text(encoding="utf-8")
    assert page == codes_page(), "run: python tests/test_docs.py"


def test_every_command_is_described() -> None:
    described = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    missing = {name for name in all_commands() if not re.search(rf"\badjudge {name}\b", described)}
    assert not missing


def test_there_are_commands_to_check() -> None:
    assert len(adjudge_commands()) >= 10


@pytest.mark.parametrize("words", adjudge_commands(), ids=" ".join)
def test_described_commands_exist_with_their_options(words: list[str]) -> None:
    name, command, rest = resolve(words)
    known = {option for one in command.params for option in (*one.opts, *one.secondary_opts)}
    known.add("--help")
    unknown = {word.partition("=")[0] for word in rest if word.startswith("-")} - known
    assert not unknown, f"adjudge {name}: no {unknown}"


def test_readme_sets_up_in_one_command_each() -> None:
    lines = [line for block in fences(README, "sh") for line in block.splitlines()]
    assert (
        "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/adjudge demo"
        in lines
    )
    assert (
        "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/pytest -n auto"
        in lines
    )
    assert "uv run --extra dev adjudge demo" in lines
    assert "uv run --extra dev pytest -n auto" in lines
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "dev" in extras["optional-dependencies"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_resolve(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in _LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        at = (page.parent / file).resolve() if file else page
        assert at.exists(), f"{page.name}: {target}"
        if anchor:
            assert anchor in _anchors(at), f"{page.name}: {target}"


def _anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head).strip().lower().replace(" ", "-") for head in heads}


def test_every_code_of_the_routing_is_described() -> None:
    page = (DOCS / "policy.md").read_text(encoding="utf-8")
    tree = ast.parse(Path(routing.__file__).read_text(encoding="utf-8"))
    codes = {
        one.args[0].value
        for one in ast.walk(tree)
        if isinstance(one, ast.Call)
        and isinstance(one.func, ast.Attribute)
        and one.func.attr == "open"
        and one.args
        and isinstance(one.args[0], ast.Constant)
        and isinstance(one.args[0].value, str)
    }
    assert len(codes) >= 8
    assert not {code for code in codes if f"`{code}`" not in page}


def test_the_case_of_the_docs_is_a_case() -> None:
    example = fences(DOCS / "case-format.md", "json")[0]
    case = Case.model_validate(json.loads(example))
    (citation,) = case.citations
    assert citation.quote is not None
    assert citation.quote in case.contexts[0].text


def test_every_field_of_a_case_is_described() -> None:
    page = (DOCS / "case-format.md").read_text(encoding="utf-8")
    for model in (Case, *(Case.model_fields[name].annotation for name in ("expect",))):
        assert model is not None
        for field in model.model_fields:
            assert f"`{field}`" in page, field


def test_the_policy_of_the_docs_is_a_policy() -> None:
    (example,) = fences(DOCS / "policy.md", "toml")
    whole = example + "\n[tiers.standard]\n[tiers.high]\n"
    assert parse_policy(whole.encode(), "docs/policy.md").sampling.release_share == 0.05


def test_the_readme_counts_the_samples_and_names_their_claims() -> None:
    from adjudge_engine.claims import split_claims
    from adjudge_tui.demo import CASES

    samples = [Case.model_validate_json(line) for line in CASES.read_text("utf-8").splitlines()]
    ids = {claim.id for case in samples for claim in split_claims(case.answer or "")}
    text = README.read_text(encoding="utf-8")
    assert f"{len(samples)} sample answers" in text
    assert f"{len(samples)} sample answers" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\bk[0-9a-f]{10}\b", text))
    assert named
    assert named <= ids


def test_the_python_of_the_readme_does_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = fences(README, "python")
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.strip() == example.rpartition("# ")[2].strip()


if __name__ == "__main__":
    (DOCS / "codes.md").write_text(codes_page(), encoding="utf-8")
