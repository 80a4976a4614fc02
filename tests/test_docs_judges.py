"""docs/judges.md is true: its table of abstentions is the engine's.

`python tests/test_docs_judges.py` rewrites that table.
"""

from __future__ import annotations

import re
from pathlib import Path

from adjudge_engine.judges.abstentions import ABSTENTIONS, BY_CODE
from adjudge_engine.judges.settings import (
    LlmSettings,
    LocalSettings,
    PanelSettings,
    PrivacySettings,
    RecordedSettings,
    RunSettings,
)

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "judges.md"
_TABLE = re.compile(r"(?<=<!-- abstentions -->\n).*(?=<!-- /abstentions -->)", re.DOTALL)
_KINDS = {
    "material": "nothing to judge",
    "own": "its own word",
    "evidence": "its word does not hold",
    "disagreement": "no agreement",
    "reply": "the reply",
    "call": "the call",
    "rule": "a rule",
}


def table() -> str:
    """The abstention codes, in the engine's order."""
    rows = [
        f"| `{one.code}` | {_KINDS[one.kind]} | {one.meaning} | {'again' if one.again else ''} |"
        for one in ABSTENTIONS
    ]
    return "\n".join(["| code | because of | meaning | next run |", "|---|---|---|---|", *rows, ""])


def test_the_table_of_abstentions_is_the_engines() -> None:
    (found,) = _TABLE.findall(PAGE.read_text("utf-8"))
    assert found == table(), "run: python tests/test_docs_judges.py"
    assert len(BY_CODE) == len(ABSTENTIONS)


def test_every_setting_is_described() -> None:
    page = PAGE.read_text("utf-8")
    shapes = (LlmSettings, LocalSettings, PanelSettings, RecordedSettings)
    for shape in (*shapes, PrivacySettings, RunSettings):
        for name in shape.model_fields:
            assert f"`{name}`" in page or re.search(rf"^{name} = ", page, re.MULTILINE), name


def test_every_code_that_the_judges_use_is_in_the_table() -> None:
    used = set()
    for file in (ROOT / "engine" / "adjudge_engine" / "judges").rglob("*.py"):
        text = file.read_text("utf-8")
        used |= set(re.findall(r'(?:Failure|CallFailed)\(\s*"([a-z_]+)"', text))
        used |= set(re.findall(r'_abstain\(\s*request, "([a-z_]+)"', text))
        used |= set(re.findall(r'abstained\(\s*self,\s*[a-zA-Z_.]+,\s*"([a-z_]+)"', text))
        used |= set(re.findall(r'code="([a-z_]+)"', text))
    assert len(used) > 12
    assert not used - set(BY_CODE)


if __name__ == "__main__":
    PAGE.write_text(_TABLE.sub(lambda _: table(), PAGE.read_text("utf-8")), encoding="utf-8")
