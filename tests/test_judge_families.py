"""Which family a model is of, and whether a judge judges its own family's words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.families import family_of, prefers_itself, same_family


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("gpt-4o-mini", "gpt"),
        ("azure/gpt-4.1", "gpt"),
        ("openai/o3-mini", "gpt"),
        ("o1", "gpt"),
        ("chatgpt-4o-latest", "gpt"),
        ("ft:gpt-3.5-turbo:team::abc", "gpt"),
        ("openrouter/anthropic/claude-3.5-sonnet", "claude"),
        ("bedrock/us.anthropic.claude-3-haiku-20240307-v1:0", "claude"),
        ("anthropic.claude-v2", "claude"),
        ("vertex_ai/gemini-1.5-pro", "gemini"),
        ("ollama/gemma2:9b", "gemini"),
        ("ollama/llama3", "llama"),
        ("meta-llama/Llama-3.1-70B-Instruct", "llama"),
        ("bedrock/meta.llama3-70b-instruct-v1:0", "llama"),
        ("mistralai/Mixtral-8x7B-Instruct-v0.1", "mistral"),
        ("open-mistral-7b", "mistral"),
        ("Qwen/Qwen2.5-72B-Instruct", "qwen"),
        ("deepseek/deepseek-chat", "deepseek"),
        ("deepseek-r1-distill-llama-70b", "llama"),
        ("deepseek-r1-distill-qwen-32b", "qwen"),
        ("command-r-plus", "command"),
        ("cohere.command-r-v1:0", "command"),
        ("microsoft/phi-3-mini", "phi"),
        ("xai/grok-2", "grok"),
        ("Llama_2_7b_chat", "llama"),
    ],
)
def test_families_by_name(name: str, family: str) -> None:
    assert family_of(name) == family
    assert family_of(name.upper()) == family


@pytest.mark.parametrize(
    "name",
    [
        None,
        "",
        "local",
        "azure/my-deployment",
        "mygpt-model",
        "o11y",
        "octopus",
        "notllama",
        "x" * 999,
    ],
)
def test_a_name_that_tells_nothing_is_unknown(name: str | None) -> None:
    assert family_of(name) is None
    assert same_family(name, "gpt-4o") is None
    assert same_family("gpt-4o", name) is None


def test_families_are_compared_only_where_both_are_known() -> None:
    assert same_family("azure/gpt-4o", "o3-mini") is True
    assert same_family("claude-3-opus", "gpt-4o") is False


def test_a_panel_prefers_itself_if_a_member_does() -> None:
    members = [{"judge": "a", "model": "claude-3-opus"}, {"judge": "b", "model": "gpt-4o"}]
    panel = Judgment(criterion="x", judge="panel", parameters={"members": members})
    assert prefers_itself(panel, "gpt-4") is True
    assert prefers_itself(panel, "qwen-7b") is False
    assert prefers_itself(panel, None) is None


def test_what_a_judge_says_of_itself_counts_only_against_it() -> None:
    honest = Judgment(criterion="x", judge="j", self_preference=True)
    assert prefers_itself(honest, None) is True
    sly = Judgment(criterion="x", judge="j", model="gpt-4o", self_preference=False)
    assert prefers_itself(sly, "gpt-4") is True


@given(st.text(max_size=80))
def test_any_name_has_a_family_or_none(name: str) -> None:
    assert family_of(name) is None or same_family(name, name) is True
