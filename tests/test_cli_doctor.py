"""What `adjudge doctor` says that an installation can do, held against what it does."""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import requires
from importlib.util import find_spec
from pathlib import Path

import pytest
from cli_support import answer, invoke

from adjudge_tui.cli.upkeep.doctor_extras import capabilities


def test_what_it_says_to_read_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = answer("doctor")["capabilities"]
    Path("c.csv").write_text("id,answer,contexts\nx,It lifts 12 kg.,It lifts 12 kg.\n")
    assert found["read JSON, JSON Lines and CSV"] is True
    assert invoke("evaluate", "c.csv", "--judge", "none").exit_code == 0
    if found["read and write Parquet"]:
        assert invoke("evaluate", "c.csv", "--judge", "none", "--out", "o.parquet").exit_code == 0
    assert found["read and write Parquet"] is (find_spec("pyarrow") is not None)


def test_what_is_missing_is_told_with_the_line_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert capabilities()["read and write Parquet"] is False
    shown = invoke("doctor").output
    assert "read and write Parquet: no; pip install 'adjudge[parquet]'" in shown
    assert "not in this version" not in shown


def test_every_required_library_is_named(tmp_path: Path) -> None:
    """The report lists what `pip install adjudge` brings, so that a missing one is found."""
    packages = answer("doctor", "--db", tmp_path / "none.db")["packages"]
    required = [one for one in requires("adjudge") or () if "extra ==" not in one]
    assert len(required) > 5
    assert {re.split(r"[^A-Za-z0-9-]", one)[0] for one in required} <= packages.keys()
    assert json.dumps(packages).count("null") == 0
