"""Where calls go: this machine only if it is written so, approved providers only at their hosts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge_engine.privacy.providers import (
    check_allowed,
    destination,
    host_of,
    is_loopback,
    provider_of,
)


@dataclass(frozen=True)
class Rules:
    local_only: bool = False
    approved_providers: tuple[str, ...] | None = None


LOCAL = Rules(local_only=True)
NOTHING: Mapping[str, str] = {}


@pytest.mark.parametrize(
    ("model", "provider"),
    [
        ("openai/gpt-4o", "openai"),
        ("gpt-4o", "openai"),
        ("o3-mini", "openai"),
        ("claude-sonnet-4", "anthropic"),
        ("Azure/my-deployment", "azure"),
        ("openrouter/anthropic/claude-3", "openrouter"),
        ("ollama/qwen3:8b", "ollama"),
        ("something", "unknown"),
        ("/x", "unknown"),
    ],
)
def test_the_provider_stands_before_the_slash(model: str, provider: str) -> None:
    assert provider_of(model) == provider or provider == "unknown"
    if provider == "unknown":
        assert not destination(model, None, NOTHING).on_this_machine


@pytest.mark.parametrize(
    "api_base",
    [
        "http://127.0.0.1:8000/v1",
        "http://localhost:11434",
        "https://LOCALHOST/v1",
        "http://[::1]:8080/v1",
        "http://127.8.9.10/",
    ],
)
def test_loopback_is_this_machine(api_base: str) -> None:
    assert check_allowed("openai/x", api_base, LOCAL, NOTHING) is None
    assert check_allowed("openai/x", api_base, Rules(approved_providers=()), NOTHING) is None


@pytest.mark.parametrize(
    "api_base",
    [
        "http://192.168.0.5/v1",
        "http://10.0.0.1/v1",
        "http://0.0.0.0:8000",
        "http://127.0.0.1.example.com/v1",
        "http://localhost.example.com/v1",
        "http://api.localhost/v1",
        "http://localhost@example.com/v1",
        "http://example.com\\@localhost/v1",
        "http://example.com#@localhost/",
        "http://example.com?@localhost/",
        "http://127.1/v1",
        "http://2130706433/v1",
        "http://0x7f000001/v1",
        "http://[::ffff:127.0.0.1]/v1",
        "http://[::]/v1",
        "http://host.docker.internal/v1",
        "unix:///run/model.sock",
        "http+unix://run/model.sock",
        "file:///etc/passwd",
        "localhost:8000",
        "//localhost",
        "http://",
        "http://[::1",
        "http://localhost:port/",
        "http://local host/",
        "http://localhost\n.example.com/",
        "http://ｌocalhost/",
    ],
)
def test_everything_else_is_not(api_base: str) -> None:
    refused = check_allowed("ollama/x", api_base, LOCAL, NOTHING)
    assert refused is not None
    assert refused[0] == "local_only"


@pytest.mark.parametrize("model", ["ollama/qwen3", "ollama_chat/qwen3", "llamafile/x"])
def test_a_provider_that_runs_here_stays_here_unless_a_variable_leads_away(model: str) -> None:
    assert check_allowed(model, None, LOCAL, NOTHING) is None
    name = "LLAMAFILE_API_BASE" if model.startswith("llamafile") else "OLLAMA_API_BASE"
    assert check_allowed(model, None, LOCAL, {name: "http://gpu.example.com"}) is not None
    assert check_allowed(model, None, LOCAL, {name: "http://127.0.0.1:9999"}) is None


def test_a_proxy_takes_even_loopback_calls_off_the_machine() -> None:
    base = "http://127.0.0.1:8000/v1"
    proxy = {"HTTP_PROXY": "http://proxy.example.com:3128"}
    refused = check_allowed("openai/x", base, LOCAL, proxy)
    assert refused is not None
    assert "HTTP_PROXY" in refused[1]
    assert check_allowed("openai/x", base, LOCAL, proxy | {"NO_PROXY": "a, 127.0.0.1"}) is None
    assert check_allowed("openai/x", base, LOCAL, {"http_proxy": "http://127.0.0.1:3128"}) is None
    assert check_allowed("openai/x", base, LOCAL, {"HTTPS_PROXY": "http://p.example"}) is None
    assert check_allowed("ollama/x", None, LOCAL, {"ALL_PROXY": "socks5://p.example"}) is not None


@pytest.mark.parametrize("model", ["openai/gpt-4o", "gpt-4o", "azure/x", "vllm/x", "nobody/x", "x"])
def test_local_only_refuses_whatever_is_not_here(model: str) -> None:
    refused = check_allowed(model, None, LOCAL, NOTHING)
    assert refused is not None
    assert refused[0] == "local_only"


@pytest.mark.parametrize(
    ("model", "api_base", "approved", "allowed"),
    [
        ("openai/gpt-4o", None, ("openai",), True),
        ("gpt-4o", None, ("OpenAI",), True),
        ("gpt-4o", None, ("api.openai.com",), True),
        ("gpt-4o", None, ("anthropic",), False),
        ("gpt-4o", None, (), False),
        ("openai/x", "https://api.openai.com/v1", ("openai",), True),
        ("openai/x", "https://llm.example.com/v1", ("openai",), False),
        ("openai/x", "https://api.openai.com.example.com/v1", ("openai",), False),
        ("openai/x", "https://llm.example.com/v1", ("llm.example.com",), True),
        ("azure/x", "https://us.openai.azure.com", ("azure",), True),
        ("azure/x", "https://openai.azure.com.evil.example", ("azure",), False),
        ("hosted_vllm/x", "https://gpu.example.com/v1", ("hosted_vllm",), False),
        ("hosted_vllm/x", "https://gpu.example.com/v1", ("gpu.example.com",), True),
        ("openai/x", "nonsense", ("openai",), False),
    ],
)
def test_a_name_covers_the_providers_own_hosts_only(
    model: str, api_base: str | None, approved: tuple[str, ...], allowed: bool
) -> None:
    refused = check_allowed(model, api_base, Rules(approved_providers=approved), NOTHING)
    assert (refused is None) == allowed
    if refused is not None:
        assert refused[0] == "not_approved"


def test_a_variable_cannot_lead_an_approved_provider_elsewhere() -> None:
    rules = Rules(approved_providers=("openai",))
    assert check_allowed("gpt-4o", None, rules, {"OPENAI_BASE_URL": "https://x.example"})
    assert check_allowed("gpt-4o", None, rules, {"OPENAI_API_BASE": "https://x.example"})


def test_without_a_list_any_readable_address_may_be_asked() -> None:
    assert check_allowed("openai/x", "https://llm.example.com/v1", Rules(), NOTHING) is None
    assert check_allowed("openai/x", "https://[", Rules(), NOTHING) is not None


@given(st.text(max_size=40))
def test_no_address_breaks_the_reading(text: str) -> None:
    for address in (text, f"http://{text}", f"http://localhost{text}/v1"):
        host = host_of(address)
        assert host is None or "@" not in host
        if is_loopback(host):
            assert address.lower().startswith(("http://127.", "http://localhost", "http://[::1]"))
