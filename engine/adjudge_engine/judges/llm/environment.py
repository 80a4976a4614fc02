"""The one place that imports litellm: offline, silent, and never a release known to be malicious.

Importing it costs seconds of CPU and thousands of modules, so `load` runs where the first call is
made. By itself litellm fetches a price list, reads the working folder's `.env` into the
environment, logs request bodies, and keeps its own retries, callbacks and caches. None of that
happens here.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import importlib.metadata
import logging
import os
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any, Final

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.llm.wire import guard_transports

#: Releases of 24 March 2026 that stole credentials.
MALICIOUS: Final[frozenset[str]] = frozenset({"1.82.7", "1.82.8"})

#: Read by litellm while it is imported; no value that the user set weakens them.
SETTINGS: Final[dict[str, str]] = {
    "LITELLM_OFFLINE_MODE": "true",
    "LITELLM_MODE": "PRODUCTION",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
}

#: Would turn on debugging output, and with it request bodies.
_UNSET: Final[tuple[str, ...]] = (
    "LITELLM_LOG",
    "OPENAI_LOG",
    "LITELLM_PRINT_STANDARD_LOGGING_PAYLOAD",
)

#: Their debugging lines hold addresses, headers and whole prompts.
_LOGGERS: Final[tuple[str, ...]] = (
    "LiteLLM",
    "LiteLLM Proxy",
    "LiteLLM Router",
    "litellm",
    "openai",
    "httpx",
    "httpcore",
    "aiohttp",
)

_loading: Final = threading.Lock()


def refuse_malicious(version: str) -> None:
    """JudgeError where litellm's installed release is one that must not run at all."""
    if version in MALICIOUS:
        raise JudgeError(
            f"litellm {version} is installed, a release that steals credentials",
            "treat this machine's keys as stolen; install another release from a clean place",
        )


def load() -> Any:
    """litellm itself, imported once. JudgeError where it is missing, broken or malicious."""
    if (module := sys.modules.get("litellm")) is not None and _marked(module):
        return module
    with _loading:
        try:
            version = importlib.metadata.version("litellm")
        except importlib.metadata.PackageNotFoundError:
            raise JudgeError("litellm is not installed", "pip install adjudge brings it") from None
        refuse_malicious(version)
        os.environ.update(SETTINGS)
        for name in _UNSET:
            os.environ.pop(name, None)
        _silence_loggers()
        try:
            module = importlib.import_module("litellm")
        except ImportError as error:
            missing = error.name or "a module"
            raise JudgeError(
                f"litellm {version} cannot be imported: {missing} is not to be had",
                "install adjudge's locked requirements afresh",
            ) from None
        _silence(module)
        # Of a call that is given up; it could not be helped by anybody who reads it.
        warnings.filterwarnings("ignore", "coroutine 'OpenAIChatCompletion", RuntimeWarning)
        guard_transports()
        module.adjudge_prepared = True  # type: ignore[attr-defined]
        return module


async def prepared() -> Any:
    """litellm, loaded, and what it imports at its first call too: a call's time is not for that."""
    module = load()
    if not getattr(module, "adjudge_warm", False):
        module.adjudge_warm = True
        with contextlib.suppress(Exception), unobserved():
            message = {"role": "user", "content": "-"}
            # A made-up reply: nothing is sent.
            await module.acompletion("openai/-", [message], mock_response="-", api_key="-")
    return module


def _marked(module: Any) -> bool:
    return getattr(module, "adjudge_prepared", False) is True


def _silence(module: Any) -> None:
    """No output, no callbacks, no retries of its own, no cache, no state kept of what was asked."""
    for name, value in {
        "suppress_debug_info": True,
        "set_verbose": False,
        "telemetry": False,
        "turn_off_message_logging": True,
        "drop_params": False,  # a parameter that silently does not count would be a lie
        "modify_params": False,
        "num_retries": None,
        "cache": None,
        "max_budget": 0.0,
    }.items():
        setattr(module, name, value)
    for name in dir(module):
        if name.endswith(("_callback", "callbacks")) and isinstance(getattr(module, name), list):
            setattr(module, name, [])
    _silence_loggers()


def _silence_loggers() -> None:
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.setLevel(logging.CRITICAL + 1)
        logger.propagate = False
        logger.handlers.clear()
        logger.addHandler(logging.NullHandler())


@contextlib.contextmanager
def unobserved() -> Iterator[None]:
    """Calls made within run none of litellm's logging: it prices and copies every request for it.

    That is a sixth of its CPU time per call. Where a release has no such switch, nothing happens.
    """
    try:
        from litellm._internal_context import internal_sub_call
    except ImportError:
        yield
        return
    with internal_sub_call():
        yield


async def close_clients() -> None:
    """Closes the connections that litellm keeps for the running event loop; call it at its end."""
    kept = getattr(sys.modules.get("litellm"), "in_memory_llm_clients_cache", None)
    if kept is None or not hasattr(kept, "update_cache_key_with_event_loop"):
        return
    mine = kept.update_cache_key_with_event_loop("")  # what the names of this loop's clients end in
    for name in [one for one in kept.cache_dict if one.endswith(mine)]:
        client = kept.cache_dict.pop(name)
        kept.ttl_dict.pop(name, None)
        close = getattr(client, "close", None) or getattr(client, "aclose", None)
        if close is not None:
            with contextlib.suppress(Exception):  # it is given up anyway
                if asyncio.iscoroutine(closing := close()):
                    await closing
