"""Lone surrogates: files, the library and the server for agents take the same texts alike."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cli_support import COMMAND
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from adjudge_engine import Case, case_of, default_policy, evaluate, read_cases
from adjudge_engine.case import case_hash
from adjudge_engine.errors import InputError
from adjudge_engine.integrations.grounding import check_case
from adjudge_engine.reading.native import to_case
from adjudge_engine.reading.problems import Problem
from adjudge_tui.agents.mcp_server_tools import Tools
from adjudge_tui.agents.mcp_wire import marked, unmarked

LONE = "\ud800"
ANSWER = f"The Corvo{LONE} pump costs $310."
PASSAGE = f"The Corvo{LONE} pump costs $310 in all.\udfff"
QUOTE = {"id": f"q{LONE}", "context_id": "c1", "kind": "quote", "quote": ANSWER[:-1]}
SCHEMA = {"properties": {f"k{LONE}": {"type": "string"}}}


def of_a_file(folder: Path, record: dict[str, Any]) -> Case:
    path = folder / "cases.jsonl"
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    (case,) = read_cases(path)
    assert isinstance(case, Case)
    return case


def test_a_file_and_the_library_make_one_case_of_them(tmp_path: Path) -> None:
    fields: dict[str, Any] = {
        "id": f"1{LONE}",
        "question": LONE,
        "answer": ANSWER,
        "contexts": [{"id": "c1", "text": PASSAGE}],
        "citations": [QUOTE],
        "expect": {"answer_schema": SCHEMA},
        "metadata": {f"k{LONE}": [{LONE: LONE}]},
    }
    read = of_a_file(tmp_path, fields)
    own = Case.model_validate(fields)
    assert own == read == case_of(**fields)
    assert own.answer == ANSWER
    assert own.metadata == {"k\\ud800": [{"\\ud800": LONE}]}
    found = [evaluate(one, default_policy()) for one in (read, own)]
    assert found[0] == found[1]
    assert json.loads(json.dumps(found[0].to_dict())) == json.loads(json.dumps(found[1].to_dict()))


@pytest.mark.parametrize("other", ["\ud801", "\ufffd\ufffd\ufffd", "?"], ids=ascii)
def test_keys_that_differ_are_two_cases(other: str) -> None:
    def schema(key: str) -> Case:
        expect = {"answer_schema": {"properties": {key: {"type": "string"}}}}
        return Case.model_validate({"id": "1", "answer": "{}", "expect": expect})

    assert case_hash(schema(LONE)) != case_hash(schema(other))


def test_two_keys_are_never_silently_one() -> None:
    record: dict[str, Any] = {"answer": "x", "metadata": {LONE: 1, "\\ud800": 2}}
    with pytest.raises(Problem, match="two keys differ"):
        to_case(record)
    with pytest.raises(InputError, match="two keys differ"):
        case_of(**record)
    with pytest.raises(ValueError, match="two keys differ"):
        Case.model_validate(record | {"id": "1"})


@pytest.mark.parametrize("depth", [600, 5_000])
def test_a_program_that_nests_too_deep_gets_a_sentence(depth: int) -> None:
    deep: Any = "x"
    for _ in range(depth):
        deep = {"a": deep}
    records: list[dict[str, Any]] = [{"metadata": {"a": deep}}, {"own": {"a": deep}}]
    for record in records:
        with pytest.raises(InputError, match="nested too deep"):
            case_of("x", ["y"], **record)


def test_a_key_that_is_no_text_gets_a_sentence() -> None:
    with pytest.raises(InputError):
        case_of("x", ["y"], metadata={1: 2})
    with pytest.raises(ValueError, match="valid string"):
        Case.model_validate({"id": "1", "answer": "x", "metadata": {1: 2}})


def test_an_unknown_key_with_one_is_kept_as_any_other() -> None:
    own: dict[str, Any] = {f"own{LONE}": 8}
    case = case_of("x", ["y"], citations=[{"id": "1", f"more{LONE}": 7}], **own)
    kept = json.dumps(case.metadata)
    assert "7" in kept
    assert case.metadata["own\\ud800"] == 8


# On the wire


TEXTS = st.text(st.characters(exclude_categories=()), max_size=12) | st.sampled_from(
    [LONE, "\\ud800", "\\\\ud800", "\udc00\ud800", "\U0001f600", "\ud83d\ude00"]
)
VALUES = st.recursive(
    TEXTS | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(VALUES, st.booleans())
@example("\ud83d" + "\ude00", True)
def test_what_is_sent_arrives(value: Any, escaped: bool) -> None:
    sent = json.dumps(value, ensure_ascii=escaped).encode("utf-8", "surrogatepass")
    wanted = json.loads(json.dumps(value))  # two that make a pair are one character in JSON
    if not escaped and sent != json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"):
        return  # no UTF-8: the test below
    line = marked(sent)
    read = json.loads(line)
    json.dumps(read, ensure_ascii=False).encode("utf-8")  # the SDK takes it
    assert unmarked(read) == wanted


@pytest.mark.parametrize("raw", [b"\xff", b"\xed\xa0\x80", b"\x80"], ids=ascii)
def test_a_byte_that_is_no_utf8_is_an_error_as_in_a_file(raw: bytes) -> None:
    read = json.loads(marked(b'["a' + raw + b'"]'))
    with pytest.raises(InputError, match=f"not UTF-8: byte 0x{raw[0]:02X}"):
        unmarked(read)


def ask(*lines: bytes) -> list[dict[str, Any]]:
    """What a server of its own says to calls of `check_answer`, each with these arguments."""
    pytest.importorskip("mcp")
    start = {"protocolVersion": "2024-11-05", "capabilities": {}}
    start["clientInfo"] = {"name": "x", "version": "1"}
    hello = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": start}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    calls = [
        b'{"jsonrpc": "2.0", "id": %d, "method": "tools/call", "params": '
        b'{"name": "check_answer", "arguments": %b}}' % (number, one)
        for number, one in enumerate(lines, 1)
    ]
    with subprocess.Popen(
        [*COMMAND, "mcp", "--db", "none.db"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        said = []
        for line in (json.dumps(hello).encode(), json.dumps(ready).encode(), *calls):
            server.stdin.write(line + b"\n")
            server.stdin.flush()
            if b"notifications" not in line:
                said.append(json.loads(server.stdout.readline()))
        server.stdin.close()
    return [one["result"] for one in said[1:]]


def test_an_agent_gets_the_answer_that_a_program_gets(tmp_path: Path) -> None:
    cited = QUOTE | {"id": "q1"}
    given: dict[str, Any] = {
        "answer": ANSWER,
        "contexts": [PASSAGE],
        "question": LONE,
        "citations": [cited],
    }
    found, refused, after = ask(
        json.dumps(given).encode(),
        b'{"answer": "The pump costs \xff", "contexts": ["x"]}',
        json.dumps(given | {"answer": ANSWER.replace(LONE, "\udfff")}).encode(),
    )
    tools = Tools(tmp_path / "none.db", "x", default_policy())
    assert json.loads(found["content"][0]["text"]) == tools.check_answer(**given)
    assert json.loads(found["content"][0]["text"])["gates"]["citations"] == "pass"
    assert refused["isError"] is True
    assert "not UTF-8: byte 0xFF" in refused["content"][0]["text"]
    assert json.loads(after["content"][0]["text"])["claims"][0]["proved"] is False


def test_the_check_of_a_program_is_that_of_a_file(tmp_path: Path) -> None:
    fields: dict[str, Any] = {"answer": ANSWER, "contexts": [PASSAGE], "citations": [QUOTE]}
    read = check_case(of_a_file(tmp_path, fields))
    own = check_case(case_of(**fields))
    assert read.outcomes == own.outcomes
    assert read.explain() == own.explain()
