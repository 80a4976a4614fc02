"""Where a judge's calls go, and whether they may: local only, approved providers.

Nothing is looked up. A host is this machine only if it is written as a loopback address; every
other name or address, private networks too, is remote. What litellm would read from the
environment (base addresses, proxies) is read here as well, so that a variable cannot send text
elsewhere than it seems.
"""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol
from urllib.parse import urlsplit


class Rules(Protocol):
    """What the configuration says of where text may go.

    `approved_providers`: names of providers or hosts; None where no list was given.
    """

    @property
    def local_only(self) -> bool: ...

    @property
    def approved_providers(self) -> tuple[str, ...] | None: ...


@dataclass(frozen=True)
class Destination:
    """Where the calls of a model go. `host` None: its provider's own, which no setting names.

    `readable` False: the address is none that can be trusted to mean what it seems to.
    """

    provider: str
    host: str | None
    readable: bool = True
    proxy: str | None = None

    @property
    def on_this_machine(self) -> bool:
        """Whether no text leaves the machine."""
        return self.readable and self.proxy is None and is_loopback(self.host)


#: Providers that litellm reaches on this machine unless told otherwise, and where.
_LOCAL: Final = {
    "ollama": "localhost",
    "ollama_chat": "localhost",
    "llamafile": "127.0.0.1",
    "xinference": "127.0.0.1",
    "lemonade": "localhost",
    "docker_model_runner": "localhost",
}
#: Providers whose own hosts are known: what approving them by name covers.
_HOSTS: Final[dict[str, tuple[str, ...]]] = {
    "openai": ("api.openai.com",),
    "anthropic": ("api.anthropic.com",),
    "azure": (".openai.azure.com", ".cognitiveservices.azure.com"),
    "azure_ai": (".services.ai.azure.com", ".models.ai.azure.com", ".inference.ai.azure.com"),
    "gemini": ("generativelanguage.googleapis.com",),
    "vertex_ai": ("aiplatform.googleapis.com", "-aiplatform.googleapis.com"),
    "mistral": ("api.mistral.ai",),
    "codestral": ("codestral.mistral.ai",),
    "cohere": ("api.cohere.com", "api.cohere.ai"),
    "cohere_chat": ("api.cohere.com", "api.cohere.ai"),
    "groq": ("api.groq.com",),
    "deepseek": ("api.deepseek.com",),
    "together_ai": ("api.together.xyz", "api.together.ai"),
    "openrouter": ("openrouter.ai",),
    "fireworks_ai": ("api.fireworks.ai",),
    "perplexity": ("api.perplexity.ai",),
    "xai": ("api.x.ai",),
    "cerebras": ("api.cerebras.ai",),
    "deepinfra": ("api.deepinfra.com",),
    "huggingface": ("router.huggingface.co", ".endpoints.huggingface.cloud"),
}
#: Further words that variables with keys begin with, and whose they are.
_ALIASES: Final = {
    "azure_openai": "azure",
    "google": "gemini",
    "hf": "huggingface",
    "hugging_face": "huggingface",
    "togetherai": "together_ai",
    "together": "together_ai",
    "fireworks": "fireworks_ai",
    "co": "cohere",
    "perplexityai": "perplexity",
}
#: How the names of models begin that are called without a provider.
_BARE: Final = (
    ("openai", re.compile(r"gpt-|chatgpt|o[134](?:-|$)|text-|ft:", re.IGNORECASE)),
    ("anthropic", re.compile(r"claude", re.IGNORECASE)),
    ("vertex_ai", re.compile(r"gemini", re.IGNORECASE)),
)
#: Variables that litellm or the clients below it take a base address from, by provider.
_VARIABLES: Final[dict[str, tuple[str, ...]]] = {
    "openai": ("OPENAI_BASE_URL", "OPENAI_API_BASE"),
    "ollama": ("OLLAMA_API_BASE", "OLLAMA_BASE_URL"),
    "ollama_chat": ("OLLAMA_API_BASE", "OLLAMA_BASE_URL"),
}
_ADDRESS: Final = re.compile(r"https?://[^\s\\@?#\x00-\x1f]{1,2000}", re.IGNORECASE)


def provider_of(model: str) -> str:
    """The provider that litellm reaches the model at: what stands before the first `/`.

    `unknown` for a bare name that tells none.
    """
    provider, slash, rest = model.strip().partition("/")
    if slash and rest:
        return provider.lower()
    return next((name for name, begins in _BARE if begins.match(model.strip())), "unknown")


def host_of(api_base: str) -> str | None:
    """The host of a base address, in lower case; None where the address cannot be trusted."""
    if not _ADDRESS.fullmatch(api_base.strip()):
        return None
    try:
        parts = urlsplit(api_base.strip())
        _ = parts.port  # ValueError for one that is no number
        return parts.hostname
    except ValueError:
        return None


def is_loopback(host: str | None) -> bool:
    """Whether the host is written as this machine: 127.0.0.0/8, ::1 or localhost."""
    if host is None:
        return False
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv4Address):
        return address in ipaddress.IPv4Network("127.0.0.0/8")
    return address == ipaddress.IPv6Address("::1")


def destination(
    model: str, api_base: str | None, environ: Mapping[str, str] | None = None
) -> Destination:
    """Where the calls of `model` go, by its name, `api_base` and the environment."""
    variables = os.environ if environ is None else environ
    provider = provider_of(model)
    base = api_base or _base_from(provider, variables)
    if base:
        host = host_of(base)
        proxy = _proxy(host, base, variables) if host else None
        return Destination(provider, host, readable=host is not None, proxy=proxy)
    host = _LOCAL.get(provider)
    return Destination(provider, host, proxy=_proxy(host, "http:", variables) if host else None)


def _base_from(provider: str, variables: Mapping[str, str]) -> str | None:
    name = re.sub(r"[^A-Z0-9]", "_", provider.upper())
    listed = _VARIABLES.get(provider, (f"{name}_API_BASE", f"{name}_BASE_URL"))
    return next((variables[one].strip() for one in listed if variables.get(one, "").strip()), None)


def _proxy(host: str | None, base: str, variables: Mapping[str, str]) -> str | None:
    """The variable whose proxy would carry calls to a loopback host off the machine, if any."""
    scheme = "https" if base.lower().startswith("https") else "http"
    for name in (f"{scheme}_proxy", "all_proxy"):
        for spelled in (name, name.upper()):
            value = variables.get(spelled, "").strip()
            if value and not _exempt(host, variables) and not is_loopback(_proxy_host(value)):
                return spelled
    return None


def _proxy_host(value: str) -> str | None:
    try:
        return urlsplit(value if "://" in value else f"http://{value}").hostname
    except ValueError:
        return None


def _exempt(host: str | None, variables: Mapping[str, str]) -> bool:
    listed = variables.get("no_proxy", "") or variables.get("NO_PROXY", "")
    names = [one.strip().lower().strip("[]") for one in listed.split(",")]
    return "*" in names or (host is not None and host in names)


def stray_key(model: str, api_base: str | None, variable: str | None) -> str | None:
    """Why the key in a variable does not belong where the calls go; None if it may go there.

    A key that is called after a well-known provider goes to that provider's own hosts and to this
    machine, never to another address: there it would be a gift.
    """
    owner = _owner_of(variable)
    where = destination(model, api_base)
    if owner is None or is_loopback(where.host):
        return None
    at_home = where.provider == owner if where.host is None else _is_host_of(owner, where.host)
    if at_home:
        return None
    to = where.host or where.provider
    return f"{variable} is the key of {owner}, and must not be sent to {to}"


def is_providers_own(where: Destination) -> bool:
    """Whether calls go to the provider's own hosts, by its default address or by name."""
    return where.host is None or (where.readable and _is_host_of(where.provider, where.host))


def _owner_of(variable: str | None) -> str | None:
    """The well-known provider that a variable is called after: `OPENAI_API_KEY`, `openai_key`."""
    words = (variable or "").lower()
    aliases = {**_ALIASES, **{one: one for one in _HOSTS}}
    return next(
        (
            owner
            for name, owner in sorted(aliases.items(), key=lambda one: -len(one[0]))
            if re.match(rf"{name}_(?:api_)?(?:key|token)", words)
        ),
        None,
    )


def _is_host_of(provider: str, host: str) -> bool:
    own = _HOSTS.get(provider, ())
    return any(host == one or (one[0] in ".-" and host.endswith(one)) for one in own)


def check_allowed(
    model: str,
    api_base: str | None,
    privacy: Rules,
    environ: Mapping[str, str] | None = None,
) -> tuple[str, str] | None:
    """Why the model may not be asked, as an abstention's code and message; None if it may.

    A model on this machine always may. Where there is a list, a provider's name on it covers the
    provider's own hosts only; any other address must stand there itself.
    """
    where = destination(model, api_base, environ)
    if where.on_this_machine:
        return None
    if privacy.local_only:
        return "local_only", f"{_named(where)} is not this machine, and nothing may leave it"
    approved = privacy.approved_providers
    if approved is None and where.readable:
        return None
    if where.readable and _is_approved(where, approved or ()):
        return None
    wanted = where.host or where.provider
    if not where.readable:
        return "not_approved", "the address of the judge cannot be read"
    return "not_approved", f"{_named(where)} is not approved: add {wanted!r} to approved_providers"


def _named(where: Destination) -> str:
    if where.proxy is not None and is_loopback(where.host):
        return f"{where.host}, by the proxy of {where.proxy},"
    return where.host or f"the provider {where.provider}"


def _is_approved(where: Destination, approved: tuple[str, ...]) -> bool:
    names = {one.strip().lower() for one in approved}
    if where.host is None:
        own = _HOSTS.get(where.provider, ())
        return where.provider in names or any(one in names for one in own)
    if where.host in names:
        return True
    return where.provider in names and _is_host_of(where.provider, where.host)
