"""The family of a model by its name: a judge tends to prefer what its own family wrote.

Names are read as they stand in calls and in records, through the prefixes of providers and
gateways (`azure/…`, `openrouter/anthropic/…`, `bedrock/us.anthropic.…`, `ollama/…`). A name that
tells no family gives None, never a guess: a deployment may be called anything.
"""

from __future__ import annotations

import re
from typing import Final

from adjudge_engine.evaluation import Judgment

#: Family → how the names of its models begin, once the prefixes are off.
_BEGINNINGS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("gpt", ("gpt-oss", "gpt-", "gpt3", "gpt4", "gpt5", "chatgpt", "text-davinci", "davinci")),
    ("claude", ("claude",)),
    ("gemini", ("gemini", "gemma", "palm", "text-bison", "chat-bison", "medgemma", "codegemma")),
    ("llama", ("llama", "meta-llama", "codellama", "code-llama", "tinyllama", "vicuna", "alpaca")),
    ("mistral", ("mistral", "mixtral", "ministral", "codestral", "magistral", "devstral")),
    ("mistral", ("open-mistral", "open-mixtral", "pixtral", "zephyr")),
    ("qwen", ("qwen", "qwq", "qvq")),
    ("deepseek", ("deepseek",)),
    ("command", ("command", "c4ai-command", "aya", "c4ai-aya")),
    ("phi", ("phi-", "phi1", "phi2", "phi3", "phi4")),
    ("grok", ("grok",)),
    ("nova", ("nova-",)),
    ("glm", ("glm-", "chatglm", "glm4")),
    ("yi", ("yi-",)),
    ("falcon", ("falcon",)),
    ("granite", ("granite",)),
    ("olmo", ("olmo", "tulu")),
    ("kimi", ("kimi", "moonshot")),
    ("jamba", ("jamba", "j2-")),
    ("smollm", ("smollm",)),
    ("flan", ("flan-", "t5-")),
    ("orca", ("orca-",)),
)
#: Distillations carry two names; the words of the one that was trained are theirs.
_DISTILLED: Final = re.compile(r"-distill-(qwen|llama)")
_REASONING: Final = re.compile(r"o[134](?![0-9a-z])")
_TITAN: Final = re.compile(r"titan-text")
#: What providers put before the name within one part: `us.anthropic.claude-…`, `eu.meta.llama…`.
_DOTTED: Final = re.compile(r"(?:[a-z]{2,12}\.){1,3}(?=[a-z])")
_LONGEST: Final = 300


def family_of(model: str | None) -> str | None:
    """`gpt`, `claude`, `gemini`, `llama` …; None for a name that tells none."""
    if not model or len(model) > _LONGEST:
        return None
    parts = re.split(r"[/:@\s]", model.lower().strip().replace("_", "-"))
    for part in reversed(parts):  # the model stands last, its tag or date after it tells nothing
        found = _family_of_part(part)
        if found:
            return found
    return None


def same_family(judge: str | None, generator: str | None) -> bool | None:
    """Whether two models are of one family; None where either one's is not known."""
    one, other = family_of(judge), family_of(generator)
    return None if one is None or other is None else one == other


def _family_of_part(part: str) -> str | None:
    dotted = _DOTTED.match(part)
    for name in (part, part[dotted.end() :] if dotted else ""):
        if not name:
            continue
        if found := _DISTILLED.search(name):
            return found.group(1)
        if _REASONING.match(name):
            return "gpt"
        if _TITAN.match(name):
            return "nova"
        for family, beginnings in _BEGINNINGS:
            if name.startswith(beginnings):
                return family
    return None


def prefers_itself(judgment: Judgment, generator: str | None) -> bool | None:
    """Whether a judgment's model, or that of any member of its panel, is of the answer's family.

    The mark that the judge made itself counts where it says so; None where nothing is known.
    """
    models = [judgment.model or judgment.judge]
    members = judgment.parameters.get("members")
    for one in members if isinstance(members, list) else ():
        if isinstance(one, dict):
            model = one.get("model") or one.get("judge")
            models.append(model if isinstance(model, str) else "")
    found = [judgment.self_preference, *(same_family(model, generator) for model in models)]
    if any(found):
        return True
    return None if all(one is None for one in found) else False
