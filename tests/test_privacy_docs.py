"""docs/privacy.md is true: its examples run, its settings are settings, its names are found."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from privacy_samples import redactor

from adjudge_engine.judges.config import parse_config
from adjudge_engine.judges.ranking.settings import BlendWeights, ranking_settings
from adjudge_engine.privacy.redaction import KINDS, RedactionSettings, Redactor

PAGE = Path(__file__).resolve().parents[1] / "docs" / "privacy.md"
TEXT = PAGE.read_text(encoding="utf-8")


def fences(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_the_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = fences("python")
    exec(compile(example, "privacy.md", "exec"), {})
    said = [line[2:] for line in example.splitlines() if line.startswith("# ")]
    assert capsys.readouterr().out.splitlines() == said


def test_the_privacy_settings_are_settings() -> None:
    config = parse_config(fences("toml")[0].encode(), Path("adjudge.toml"))
    said = config.privacy
    assert said.redact == ("email", "phone", "card", "iban", "name")
    made = Redactor(RedactionSettings(said.redact, said.names, tuple(said.patterns.items())))
    assert made.session().redact("KD-123456") == "⟦CUSTOMER-1⟧"
    assert said.approved_providers == ("openai", "llm.example.com")


def test_the_ranking_settings_are_settings() -> None:
    table = tomllib.loads(fences("toml")[1])["ranking"]
    found = ranking_settings(table)
    assert found.blend == BlendWeights(relevance=3.0, recency=1.0, frequency=1.0)
    assert found.timeout_s == ranking_settings({}).timeout_s


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_described(kind: str) -> None:
    assert f"| `{kind}` |" in TEXT


@pytest.mark.parametrize(
    ("line", "text", "rest"),
    [
        ("Dr. Jean-Luc Perrault", "Dr. PERRAULT, Jean-Luc; Perrault's", "Dr. N; N's"),
        ("Müller, Jürgen", "Jürgen Mueller, Muller; Müllers Müllerei", "N, N; Ns Müllerei"),
        ("Will Smith", "WILL SMITH will; smith; Smith", "N will; smith; N"),
        ("田中 太郎", "田中太郎、田中 太郎、田中さん、太郎", "N、N、Nさん、N"),
        ("林 直樹", "林様と森林", "N様と森林"),
        ("Tanaka Taro | 田中 太郎", "Tanaka, 田中", "N, N"),
    ],
)
def test_the_table_of_names_holds(line: str, text: str, rest: str) -> None:
    assert f"`{line}`" in TEXT.replace("\\|", "|")
    redacted = redactor(line).session().redact(text)
    assert re.sub(r"⟦NAME-1[a-z]?⟧", "N", redacted) == rest
