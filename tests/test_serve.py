"""The desk in a browser: a decision made there, one process a tab, and the end of it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
from pathlib import Path

import pytest
from cli_support import COMMAND, interruptible, invoke
from tui_samples import build, northwind, plain

pytest.importorskip("textual_serve")

from serve_desk import Served, alive, gone, serving

from adjudge_queue import Queue
from adjudge_queue.records import Filter
from adjudge_tui.serving.wanted import Wanted

#: Names and folders that a shell, a quoted line or an option parser would act upon.
HOSTILE_NAMES = (
    "$(touch PWNED)",
    "`touch PWNED`",
    "; touch PWNED #",
    "a' || touch PWNED || '",
    '"; touch PWNED; "',
    "--blind",
    "-",
    "{0} %s %(x)s \\",
    "田中 & 花子 | > PWNED",
)


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("NO_COLOR", raising=False)


def decided(path: Path) -> list[tuple[str | None, str | None]]:
    """Who decided what, read by a connection of its own."""
    with Queue.open(path, readonly=True) as queue:
        rows = queue.rows(queue.ids(Filter(states=("decided",))))
        return [(row.decided_by, row.action) for row in rows]


def holders(path: Path) -> list[str | None]:
    """Who holds the items, those that are open."""
    with Queue.open(path, readonly=True) as queue:
        return [row.holder for row in queue.rows(queue.ids())]


async def test_a_decision_made_in_a_tab_is_in_the_file(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [northwind("one"), plain("two")])
    async with serving(path) as served:
        async with served.tab("ann") as tab:
            await tab.until("approve")
            await tab.until("Northwind")
            assert "ann" in holders(path)
            (pid,) = served.pids
            await tab.type("C")
            await tab.until("no editor here")
            await tab.type("a")
            await tab.until("approved")
            assert decided(path) == [("ann", "approve")]
        assert await gone(pid)
        assert holders(path) == [None]
        while served.server.tabs:  # the place is given back once the process is known to be gone
            await asyncio.sleep(0.02)
        assert served.complaints == []


async def test_each_tab_is_a_process_and_a_reviewer_of_its_own(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain(f"item-{number}") for number in range(4)])
    async with serving(path, most=2) as served:
        async with served.tab("ann") as one, served.tab("ben") as two:
            await one.until("Water")
            await two.until("Water")
            assert len(set(served.pids)) == 2
            assert {"ann", "ben"} <= set(holders(path))
            refused = await served.ticket("cy")
            assert refused["status"] == 503
            assert "socket" not in refused
            await one.type("q")
            await one.closed()
            while len(served.server.tabs) > 1:
                await asyncio.sleep(0.01)
            assert (await served.ticket("cy"))["status"] == 200
        pids = served.pids
    assert all([await gone(pid) for pid in pids])


async def test_a_place_is_not_given_twice_to_tickets_of_the_same_moment(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    async with serving(path, most=1) as served:
        tickets = [(await served.ticket("ann"))["socket"] for _ in range(3)]
        sockets = await asyncio.gather(
            *(
                served.client.ws_connect(served.base + one, headers={"Origin": served.base})
                for one in tickets
            ),
            return_exceptions=True,
        )
        opened = [one for one in sockets if not isinstance(one, BaseException)]
        assert len(opened) == 1
        assert len(served.server.tabs) == 1
        await opened[0].close()


async def test_names_and_paths_are_text_to_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process for all that can go wrong with the line of a shell: the path has it all."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "a b'c\"d;touch PWNED;$(touch PWNED)`touch PWNED`\n-x"
    folder.mkdir()
    path = build(folder / "--help $HOME.db", [plain("one")])
    async with serving(path) as served, served.tab(HOSTILE_NAMES[0]) as tab:
        await tab.until("Water")
        await tab.type("a")
        await tab.until("approved")
    assert decided(path) == [(HOSTILE_NAMES[0], "approve")]
    assert not list(tmp_path.rglob("PWNED"))


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_the_command_line_keeps_every_name(tmp_path: Path, name: str) -> None:
    wanted = Wanted(
        db=os.fsdecode(os.fsencode(tmp_path) + b"/\xff \n.db"),
        reviewer=name,
        chosen={"words": [name], "view": None},
    )
    command = wanted.command()
    assert Wanted.read(command[-1]) == wanted
    assert command[-1].isascii()
    assert command[-1].isprintable()


async def test_the_server_ends_its_desks(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    async with serving(path) as served:
        path_of = (await served.ticket("ann"))["socket"]
        socket = await served.client.ws_connect(
            served.base + path_of, headers={"Origin": served.base}
        )
        while "ann" not in holders(path):
            await asyncio.sleep(0.02)
        (pid,) = served.pids
        reading = asyncio.create_task(_drain(socket))
        await served.server.close(served.server.app())
        await reading
    assert not alive(pid)
    assert holders(path) == [None]


async def _drain(socket: object) -> None:
    async for _ in socket:  # type: ignore[attr-defined]
        pass


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=["told", "killed"])
async def test_no_process_outlives_the_command(tmp_path: Path, number: int) -> None:
    """`adjudge serve` itself, ended by a signal with a tab open."""
    from aiohttp import ClientSession

    path = build(tmp_path / "q.db", [plain("one")])
    process = await asyncio.create_subprocess_exec(
        *COMMAND, "serve", "--port", "0", "--reviewer", "ann", "--db", str(path),
        stderr=asyncio.subprocess.PIPE, cwd=tmp_path,
    )  # fmt: skip
    assert process.stderr is not None
    line = ""
    while "The desk" not in line:
        line = (await process.stderr.readline()).decode()
        assert line
    base = line.split(": ", 1)[1].strip().rstrip("/")
    assert "token" not in base
    async with ClientSession() as client:
        async with client.post(
            f"{base}/begin", json={"reviewer": "mallory"}, headers={"Origin": base}
        ) as reply:
            place = (await reply.json())["socket"]
        socket = await client.ws_connect(base + place, headers={"Origin": base})
        while "ann" not in holders(path):  # the name that was given counts
            await asyncio.sleep(0.02)
        children = _children(process.pid)
        assert len(children) == 1
        reading = asyncio.create_task(_drain(socket))
        process.send_signal(number)
        await process.wait()
        await reading
    assert await gone(children[0])
    assert holders(path) == [None]
    rest = (await process.stderr.read()).decode()
    assert "Traceback" not in rest


def _children(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            if int(stat.rpartition(")")[2].split()[1]) == pid:
                found.append(int(entry.name))
    return found


async def test_a_desk_that_cannot_start_says_so(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    settings = tmp_path / "adjudge.toml"
    async with serving(path) as served:
        place = (await served.ticket("ann"))["socket"]
        settings.write_text("[desk]\nnonsense\x1b = 1\n", encoding="utf-8")
        socket = await served.client.ws_connect(
            served.base + place, headers={"Origin": served.base}
        )
        shown = b"".join([one.data async for one in socket if isinstance(one.data, bytes)])
        assert b"adjudge.toml" in shown
        assert shown.count(b"\x1b") == 2  # ours: clear, home
        assert "adjudge.toml" in "".join(served.complaints)
        assert "\x1b" not in "".join(served.complaints)


@pytest.mark.parametrize(
    "text",
    ["", "[", "{}", "[]", "[1]", '["stdin"]', '["stdin", 7]', '["resize", {"width": "x"}]',
     '["resize", {"width": 1e400, "height": -5}]', '["resize", []]', '["\\ud800"]', "[" * 9000],
    ids=range(12),
)  # fmt: skip
async def test_what_is_no_message_is_passed_over(tmp_path: Path, text: str) -> None:
    from adjudge_tui.serving.server import heard

    class Kept:
        def __init__(self) -> None:
            self.got: list[object] = []

        async def type(self, data: str) -> None:
            self.got.append(data)

        async def tell(self, **message: object) -> None:
            self.got.append(message)

    kept = Kept()
    await heard(kept, None, text)  # type: ignore[arg-type]
    for one in kept.got:
        assert isinstance(one, dict)
        assert 1 <= one["width"] <= 500
        assert 1 <= one["height"] <= 200


async def test_typed_surrogates_do_not_end_the_desk(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    async with serving(path) as served, served.tab("ann") as tab:
        await tab.until("Water")
        await tab.socket.send_str(json.dumps(["stdin", "c\ud83d\x00"]))
        await tab.socket.send_str(json.dumps(["resize", {"width": 10**12, "height": 0}]))
        await tab.socket.send_str(json.dumps(["resize", {"width": 100, "height": 30}]))
        await tab.type("\x1b")
        await tab.type("\x1ba")
        await tab.until("approve")
        assert alive(served.pids[0])


def test_without_the_library_the_line_to_type_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    monkeypatch.setattr("adjudge_tui.serving.page.find_spec", lambda name: None)
    done = invoke("serve", "--db", path)
    assert done.exit_code == 2
    assert "pip install 'adjudge[serve]'" in done.stderr


def test_an_order_that_would_tell_of_the_judge_is_refused_before_any_tab(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    done = invoke("serve", "--db", path, "--blind", "--order", "informative")
    assert done.exit_code == 2
    assert "a blind sitting is not ordered by what a judge said" in done.stderr


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    from adjudge_tui.serving.running import listen

    path = build(tmp_path / "q.db", [plain("one")])
    with listen("127.0.0.1", 0) as taken:
        done = invoke("serve", "--db", path, "--port", taken.getsockname()[1])
    assert done.exit_code == 2
    assert "Address already in use" in done.stderr


def served_text(served: Served) -> str:
    """All that the page is made of, ours and theirs."""
    return "".join(
        file.read_text(encoding="utf-8", errors="replace")
        for file, kind in served.server.files.values()
        if kind.startswith("text/")
    )


async def test_nothing_is_asked_of_another_host(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    async with serving(path) as served:
        async with served.client.get(served.base) as reply:
            page = await reply.text()
            policy = reply.headers["Content-Security-Policy"]
        found = re.findall(r"(?:https?:)?//[\w.-]+", page + served_text(served))
        assert [one for one in found if "googleapis" in one] == []
        assert "default-src 'none'" in policy
        assert not re.search(r"\*|https:", policy)
        for place in re.findall(r'(?:href|src)="([^"]+)"', page):
            if place.startswith("/static/"):
                async with served.client.get(served.base + place) as reply:
                    assert reply.status == 200
            else:
                assert place == "data:,"
        async with served.client.get(f"{served.base}/static/..%2f..%2fserver.py") as reply:
            assert reply.status == 404


async def test_bound_for_others_it_warns_and_asks_for_a_token(tmp_path: Path) -> None:
    from aiohttp import ClientSession

    path = build(tmp_path / "q.db", [plain("one")])
    process = await asyncio.create_subprocess_exec(
        *COMMAND, "serve", "--host", "0.0.0.0", "--port", "0", "--reviewer", "ann",
        "--reviewer", "ben", "--db", str(path), stderr=asyncio.subprocess.PIPE, cwd=tmp_path,
        preexec_fn=interruptible,
    )  # fmt: skip
    assert process.stderr is not None
    said = ""
    while "ctrl+c" not in said:
        line = (await process.stderr.readline()).decode()
        assert line, said
        said += line
    assert said.startswith("Warning: bound to 0.0.0.0")
    links = re.findall(r"The desk for (\w+): http://[^:]+:(\d+)/\?token=([\w-]{43})", said)
    assert [name for name, _, _ in links] == ["ann", "ben"]
    assert links[0][2] != links[1][2]
    base = f"http://127.0.0.1:{links[0][1]}"
    async with ClientSession() as client:
        async with client.get(base) as reply:
            assert reply.status == 401
        async with client.get(f"{base}/?token={links[1][2]}", allow_redirects=False) as reply:
            assert reply.status == 303
        async with client.get(base, headers={"Host": f"evil.example:{links[0][1]}"}) as reply:
            assert reply.status == 403
    assert _children(process.pid) == []
    process.send_signal(signal.SIGINT)
    assert await process.wait() == 0
