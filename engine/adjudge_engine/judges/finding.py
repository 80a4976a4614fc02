"""Which configuration a command goes by, and how far it is trusted.

A file that somebody names, or keeps in the user's own folder, is theirs. One that merely lies in
the working folder may have come with the data. It can say how to judge, but neither weaken the
privacy of the user's own file nor lead text or a key to an address that nobody has vouched for.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.config import FILE, VARIABLE, find_config, load_config, user_folder
from adjudge_engine.judges.settings import JudgeConfig, PrivacySettings
from adjudge_engine.privacy.providers import destination, is_loopback, is_providers_own

#: The user's word that the file is theirs.
VOUCH: Final = f"if the file is yours, name it: --config {FILE}, or ${VARIABLE}"


def configuration(named: Path | None = None) -> JudgeConfig:
    """The configuration that `find_config` finds; `JudgeConfig()` without any. Raises JudgeError.

    `vouched_for` is False for one that was only found in the working folder; then the privacy of
    the user's own file counts as well, whichever is stricter.
    """
    path = find_config(named)
    config = load_config(path)
    chosen = named is not None or bool(os.environ.get(VARIABLE, "").strip())
    own = user_folder() / FILE
    if path is None or chosen or path == own:
        return config
    found = replace(config, vouched_for=False)
    if not own.is_file():
        return found
    mine = load_config(own)
    mine = replace(mine, privacy=mine.privacy.model_copy(update={"names": tuple(names_of(mine))}))
    return replace(found, privacy=_stricter(mine.privacy, found.privacy))


def names_of(config: JudgeConfig) -> Iterable[str]:
    """The names that are taken out of texts: those listed, then those of the file. JudgeError."""
    said = config.privacy
    if said.names_file is None:
        return said.names
    path = config.file(said.names_file)
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise JudgeError(
            f"{config.path}: privacy.names_file: {path} cannot be read: {why}.",
            "It has one name a line.",
        ) from None
    listed = (line.strip() for line in lines if line.strip() and not line.startswith("#"))
    return (*said.names, *listed)


def refuse_stray_address(config: JudgeConfig, name: str, model: str, api_base: str | None) -> None:
    """JudgeError where a file that nobody vouched for leads to an address of its own."""
    where = destination(model, api_base)
    if config.vouched_for or api_base is None or is_loopback(where.host):
        return
    if not is_providers_own(where):
        raise JudgeError(
            f"judges.{name}: {config.path} lies in this folder and leads to {where.host}, "
            "an address of its own",
            VOUCH,
        )


def refuse_stray_file(config: JudgeConfig, key: str, file: Path) -> None:
    """JudgeError where a file that nobody vouched for has another written outside its folder."""
    folder = Path(config.path or FILE).resolve().parent
    named = config.run.cache if isinstance(config.run.cache, str) else None
    if named is not None and not file.resolve().is_relative_to(folder):
        raise JudgeError(
            f"{config.path} lies in this folder and has {file} written, outside of it ({key})",
            VOUCH,
        )


def _stricter(mine: PrivacySettings, other: PrivacySettings) -> PrivacySettings:
    """Both rules at once: what either forbids is forbidden, what either hides is hidden."""
    lists = [one for one in (other.approved_providers, mine.approved_providers) if one is not None]
    both = tuple(one for one in lists[0] if one in lists[-1]) if lists else None
    kinds = (
        None
        if mine.redact is None or other.redact is None
        else tuple(dict.fromkeys((*mine.redact, *other.redact)))
    )
    patterns = dict(other.patterns)
    for kind, pattern in mine.patterns.items():
        theirs = patterns.get(kind, pattern)
        patterns[kind] = pattern if theirs == pattern else f"(?:{pattern})|(?:{theirs})"
    return other.model_copy(
        update={
            "local_only": mine.local_only or other.local_only,
            "approved_providers": both,
            "redact": kinds,
            "names": (*mine.names, *other.names),
            "patterns": patterns,
        }
    )
