"""What went wrong with an attempt, from the error that litellm raised: a code, and what to do.

No sentence here repeats a provider's: such messages may quote the prompt or the key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from adjudge_engine.judges.llm.retries import told_wait

#: `again`: try later. `shut`: ask this provider nothing more. `plainer`: ask for less structure.
#: `no`: asking again would end the same.
Next = Literal["again", "shut", "plainer", "no"]


@dataclass(frozen=True)
class Failure:
    """One failed attempt. `wait_s` is what the provider told; `billed`: it may have cost money."""

    code: str
    message: str
    next: Next
    wait_s: float | None = None
    billed: bool = False


#: What a provider says where it cannot give structured output (a 400).
_STRUCTURE: Final = re.compile(
    r"response_?format|json_schema|json_object|json mode|structured|guided|grammar", re.IGNORECASE
)
#: What a provider says of a prompt that is too long (a 400).
_LENGTH: Final = re.compile(
    r"context[ _](?:length|window|size)|maximum (?:context|sequence|prompt)"
    r"|too many (?:input )?tokens|prompt is too long|input (?:is )?too long"
    r"|max_model_len|string_above_max_length|exceeds? the (?:model's )?max",
    re.IGNORECASE,
)
_QUOTA: Final = re.compile(
    r"insufficient_quota|exceeded your current quota|billing|credit balance", re.IGNORECASE
)
_POLICY: Final = re.compile(r"content_?(?:policy|filter)|content management policy", re.IGNORECASE)
#: How much of an error is looked at.
_LOOKED: Final = 4000


#: The provider gave nothing in the time that an attempt has.
TIMED_OUT: Final = Failure("timeout", "no reply within the time allowed", "again", billed=True)


def failure_of(error: Exception) -> Failure:
    """What an exception out of litellm means."""
    status, text = _status(error), str(error)[:_LOOKED]
    kind = type(error).__name__
    if isinstance(error, ImportError):
        missing = error.name or "a package"
        return Failure("provider_error", f"this provider needs {missing}, not installed", "no")
    if kind == "Timeout" or status == 408:
        return Failure("timeout", "the provider was too slow", "again", billed=True)
    if status in (401, 403) or kind in ("AuthenticationError", "PermissionDeniedError"):
        return Failure("unauthorised", f"the provider does not accept the key ({status})", "shut")
    if status == 429 or kind == "RateLimitError":
        return refusal(_headers(error), text)
    if kind == "ContextWindowExceededError" or status == 413:
        return Failure("too_long", "the prompt is longer than the model can read", "no")
    if kind == "ContentPolicyViolationError":
        return Failure("refused", "the provider's content policy refuses the prompt", "no")
    if status is not None and 400 <= status < 500 and status not in (409, 425):
        return _bad_request(status, kind, text)
    wait = told_wait(_headers(error))
    what = (
        f"the provider failed ({status})"
        if _answered(error)
        else "the connection broke, or the response made no sense"
    )
    return Failure("provider_error", what, "again", wait, billed=not _answered(error))


def refusal(headers: Mapping[str, str], text: str) -> Failure:
    """What a 429 with these headers and this body means."""
    if _QUOTA.search(text[:_LOOKED]):
        return Failure("rate_limited", "the account's quota is used up (429)", "no")
    wait = told_wait(headers)
    return Failure("rate_limited", "the provider's rate limit was reached (429)", "again", wait)


def _bad_request(status: int, kind: str, text: str) -> Failure:
    if _LENGTH.search(text):
        return Failure("too_long", "the prompt is longer than the model can read", "no")
    if status in (400, 422) and (_STRUCTURE.search(text)):
        return Failure("provider_error", "it does not give structured output", "plainer")
    if _POLICY.search(text):
        return Failure("refused", "the provider's content policy refuses the prompt", "no")
    if kind == "UnsupportedParamsError":
        return Failure("provider_error", "the model does not take one of the parameters set", "no")
    if status == 404:
        return Failure("provider_error", "no such model or address (404)", "no")
    return Failure("provider_error", f"the provider does not accept the request ({status})", "no")


def _status(error: Exception) -> int | None:
    found = getattr(error, "status_code", None)
    return found if isinstance(found, int) else None


def _answered(error: Exception) -> bool:
    """Whether the provider itself answered with an error: it did not break off."""
    return bool(_headers(error)) and (_status(error) or 0) >= 400


def _headers(error: Exception) -> Mapping[str, str]:
    for found in (
        getattr(error, "litellm_response_headers", None),
        getattr(getattr(error, "response", None), "headers", None),
    ):
        if found and hasattr(found, "items"):
            return {str(name): str(value) for name, value in _pairs(found)}
    return {}


def _pairs(found: Any) -> list[tuple[Any, Any]]:
    try:
        return list(found.items())
    except Exception:  # headers of whatever type a provider's own code gave
        return []
