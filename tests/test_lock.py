"""requirements.lock: versions and hashes of everything, and no word about where it came from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", re.MULTILINE)


def locked() -> dict[str, list[Version]]:
    found: dict[str, list[Version]] = {}
    for name, version in PINNED.findall(LOCK):
        found.setdefault(name.lower().replace("_", "-"), []).append(Version(version))
    return found


def test_every_declared_dependency_is_locked_at_a_version_it_allows() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    have = locked()
    for line in declared:
        wanted = Requirement(line)
        versions = have.get(wanted.name.lower().replace("_", "-"), [])
        assert versions, f"{wanted.name} is not in requirements.lock"
        for version in versions:
            assert version in wanted.specifier, f"{wanted.name} {version} is not {wanted.specifier}"


def test_every_pin_has_a_hash_and_nothing_names_a_host() -> None:
    blocks = re.split(r"\n(?=\S)", LOCK.strip())
    assert len(blocks) > 40
    for block in blocks:
        assert "--hash=sha256:" in block, block.splitlines()[0]
    assert "://" not in LOCK
    assert not re.search(r"^\s*--(index|extra-index|find-links)", LOCK, re.MULTILINE)


def test_the_malicious_releases_cannot_be_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    litellm = next(Requirement(one) for one in project["dependencies"] if "litellm" in one)
    for bad in ("1.82.7", "1.82.8"):
        assert Version(bad) not in litellm.specifier
