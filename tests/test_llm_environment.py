"""litellm is loaded late, silent and offline, and never in a release that steals credentials."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cli_support import case, write_lines
from llm_server import LlmServer

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.llm.environment import MALICIOUS, refuse_malicious

SHOW = (
    "\nshown = [one for one in ('litellm', 'openai', 'httpx', 'aiohttp') if one in sys.modules]\n"
    "print('LOADED', shown)\n"
)
CALL = """
import asyncio, os, sys, threading, logging
logging.basicConfig(level=logging.DEBUG)
from adjudge_engine.judges.llm.caller import LiteLlmCaller
from adjudge_engine.judges.llm.environment import close_clients
from adjudge_engine.judges.llm.ledger import Ledger
from adjudge_engine.judges.llm.limits import Limits
from adjudge_engine.judges.llm.settings import CallSettings
from adjudge_engine.judges.prompt import Message, Prompt
asked = Prompt((Message("user", "Mrs Halloran"),), "verdicts", {"type": "object"}, 10)
caller = LiteLlmCaller(CallSettings("openai/stub", api_base=sys.argv[1]), limits=Limits(),
                       cache=None, ledger=Ledger())
async def main():
    found = await caller.complete(asked, rubric_hash="r")
    await close_clients()
    return found.text
seen = []
def audit(event, args):
    if event == "socket.connect":
        seen.append(args[1][0])
    if event == "os.system" or (event == "subprocess.Popen" and args[0] != "uname"):
        seen.append(event)  # the platform module asks `uname` what machine this is
sys.addaudithook(audit)
print("TEXT", asyncio.run(main()))
print("ENV", os.environ.get("FROM_DOTENV"), os.environ.get("OPENAI_API_KEY"))
print("SEEN", sorted(set(seen)))
names = [one.name for one in threading.enumerate() if one is not threading.main_thread()]
print("THREADS", [one for one in names if not one.startswith("asyncio_")])
"""


def python(code: str, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error::ResourceWarning", "-c", code, *words]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=120)


def test_neither_commands_that_call_nobody_nor_the_desk_load_it(tmp_path: Path) -> None:
    write_lines(tmp_path / "in.jsonl", [case(1)])
    table = '[judges.far]\ntype = "llm"\nmodel = "openai/gpt-4o-mini"\n'
    (tmp_path / "adjudge.toml").write_text(table)
    commands = [
        ["--help"],
        ["evaluate", "--help"],
        ["evaluate", "in.jsonl", "--judge", "far", "--dry-run"],
        ["evaluate", "in.jsonl", "--judge", "local"],
        ["list"],
    ]
    code = (
        "import sys\n"
        "from adjudge_tui.cli import main\n"
        f"for words in {commands!r}:\n"
        "    try:\n"
        "        main(words, 'adjudge')\n"
        "    except SystemExit as end:\n"
        "        print('ENDED', end.code)\n"
        "import adjudge_tui.desk.app\n"
    )
    done = python(code + SHOW, cwd=tmp_path)
    assert "LOADED []" in done.stdout, done.stdout + done.stderr
    assert done.stdout.count("ENDED 0") == len(commands), done.stdout + done.stderr
    assert "1 call to judges" in done.stdout


def test_a_call_is_silent_and_goes_nowhere_else(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("FROM_DOTENV=loaded\nOPENAI_API_KEY=sk-dotenv\n")
    with LlmServer('{"a": 1}') as server:
        done = python(
            "import os\nos.environ.pop('OPENAI_API_KEY', None)\n"
            "os.environ['LITELLM_LOG'] = 'DEBUG'\nos.environ['LITELLM_MODE'] = 'DEV'\n" + CALL,
            server.base_url,
            cwd=tmp_path,
        )
        assert len(server.requests) == 1
    assert done.stdout.splitlines() == [
        'TEXT {"a": 1}',
        "ENV None None",
        "SEEN ['127.0.0.1']",
        "THREADS []",
    ], done.stdout + done.stderr
    assert "Halloran" not in done.stderr
    assert "LiteLLM" not in done.stderr
    assert "Warning" not in done.stderr


def test_a_malicious_release_is_refused_before_it_is_imported(tmp_path: Path) -> None:
    version, *others = sorted(MALICIOUS)
    for one in (version, *others):
        with pytest.raises(JudgeError, match="steals"):
            refuse_malicious(one)
    package = tmp_path / "site" / "litellm"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("print('IMPORTED')\n")
    about = tmp_path / "site" / f"litellm-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: litellm\nVersion: {version}\n")
    code = (
        "import sys\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from adjudge_engine.judges.llm.environment import load\n"
        "try:\n    load()\n"
        "except Exception as error:\n    print(type(error).__name__, error)\n"
    )
    done = python(code, str(tmp_path / "site"), cwd=tmp_path)
    assert done.stdout.startswith("JudgeError litellm"), done.stdout + done.stderr
    assert "IMPORTED" not in done.stdout


def test_a_broken_installation_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "litellm").mkdir()
    (tmp_path / "litellm" / "__init__.py").write_text("import no_such_module_at_all\n")
    code = (
        "import sys\n"
        "sys.path.insert(0, '.')\n"
        "from adjudge_engine.judges.llm.environment import load\n"
        "try:\n    load()\n"
        "except Exception as error:\n    print(type(error).__name__, error)\n"
    )
    done = python(code, cwd=tmp_path)
    assert done.stdout.startswith("JudgeError litellm"), done.stdout + done.stderr
    assert "no_such_module_at_all" in done.stdout
