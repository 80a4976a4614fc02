"""Who may come in: hosts, origins, tokens, cookies; and that nobody else starts a process."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tui_samples import build, plain

pytest.importorskip("textual_serve")

from serve_desk import Served, serving

from adjudge_tui.serving.guard import Guard, is_loopback, new_tokens, place_of
from adjudge_tui.serving.running import Offer, links

LOCAL = Guard("127.0.0.1", 8000)
OPEN = Guard("0.0.0.0", 8000, names=frozenset({"desk-host"}), tokens={"secret": None})
PROXIED = Guard("127.0.0.1", 8000, public="https://desk.example.org", tokens={"secret": None})


@pytest.mark.parametrize(
    ("guard", "host", "meant"),
    [
        (LOCAL, "127.0.0.1:8000", True),
        (LOCAL, "localhost:8000", True),
        (LOCAL, "LOCALHOST:8000", True),
        (LOCAL, "[::1]:8000", True),
        (LOCAL, "localhost.:8000", True),
        (LOCAL, "localhost", False),
        (LOCAL, "localhost:8001", False),
        (LOCAL, "evil.example:8000", False),
        (LOCAL, "127.0.0.1.evil.example:8000", False),
        (LOCAL, "localhost.evil.example:8000", False),
        (LOCAL, "user@localhost:8000", False),
        (LOCAL, "localhost:8000/..", False),
        (LOCAL, "localhost:8000 ", False),
        (LOCAL, "192.168.1.5:8000", False),
        (LOCAL, "", False),
        (LOCAL, None, False),
        (LOCAL, "[::1", False),
        (LOCAL, "localhost:99999999", False),
        (OPEN, "192.168.1.5:8000", True),
        (OPEN, "desk-host:8000", True),
        (OPEN, "evil.example:8000", False),
        (PROXIED, "desk.example.org", True),
        (PROXIED, "desk.example.org:443", True),
        (PROXIED, "127.0.0.1:8000", True),
        (PROXIED, "other.example.org", False),
    ],
)
def test_only_our_own_names_are_meant(guard: Guard, host: str | None, meant: bool) -> None:
    assert guard.host_meant(host) is meant


@pytest.mark.parametrize(
    ("guard", "origin", "host", "own"),
    [
        (LOCAL, "http://127.0.0.1:8000", "127.0.0.1:8000", True),
        (LOCAL, "http://localhost:8000", "localhost:8000", True),
        (LOCAL, "http://localhost:8001", "localhost:8000", False),
        (LOCAL, "http://localhost:8000", "127.0.0.1:8000", False),
        (LOCAL, "https://localhost:8000", "localhost:8000", False),
        (LOCAL, "http://evil.example:8000", "evil.example:8000", False),
        (LOCAL, "http://evil.example", "localhost:8000", False),
        (LOCAL, "null", "localhost:8000", False),
        (LOCAL, "", "localhost:8000", False),
        (LOCAL, None, "localhost:8000", False),
        (PROXIED, "https://desk.example.org", "desk.example.org", True),
        (PROXIED, "https://desk.example.org", "127.0.0.1:8000", True),
        (PROXIED, "https://evil.example.org", "desk.example.org", False),
    ],
)
def test_only_our_own_page_may_act(guard: Guard, origin: str | None, host: str, own: bool) -> None:
    assert guard.own_page(origin, host) is own


@given(st.text(max_size=60))
def test_no_header_breaks_the_guard(text: str) -> None:
    """Whatever a header says, it is read; only our own places are taken for ours."""
    place_of(text)
    if LOCAL.host_meant(text):
        host = text.rpartition(":")[0].strip("[]").rstrip(".")
        assert is_loopback(host)
    assert not LOCAL.own_page(text, "localhost:8000") or text.startswith("http://localhost:8000")


@given(st.text(max_size=50))
def test_no_other_token_is_the_token(text: str) -> None:
    guard = Guard("127.0.0.1", 8000, tokens={"secret": "ann", "other": "ben"})
    known, reviewer = guard.holder(text)
    assert known is (text in ("secret", "other"))
    assert reviewer == {"secret": "ann", "other": "ben"}.get(text)


def test_tokens_are_long_and_of_their_own() -> None:
    made = new_tokens(["ann", "ben"])
    assert list(made.values()) == ["ann", "ben"]
    assert all(len(one) >= 43 for one in made)
    assert list(new_tokens([]).values()) == [None]


@pytest.mark.parametrize(
    ("offer", "closed"),
    [
        (Offer(), False),
        (Offer(host="localhost"), False),
        (Offer(host="::1"), False),
        (Offer(reviewers=("ann",)), False),
        (Offer(reviewers=("ann", "ben")), True),
        (Offer(token=True), True),
        (Offer(host="0.0.0.0"), True),
        (Offer(host="::"), True),
        (Offer(host="192.168.1.5"), True),
        (Offer(host="desk-host"), True),
        (Offer(public="https://desk.example.org"), True),
    ],
    ids=lambda value: repr(value) if isinstance(value, bool) else "",
)
def test_a_token_is_asked_for_wherever_others_reach_it(offer: Offer, closed: bool) -> None:
    assert offer.closed is closed


def test_links_lead_to_each_reviewer() -> None:
    guard = Guard("::1", 8000, tokens={"s1": "ann", "s2": "ben"})
    assert links(guard) == [
        ("ann", "http://[::1]:8000/?token=s1"),
        ("ben", "http://[::1]:8000/?token=s2"),
    ]
    assert links(LOCAL) == [(None, "http://127.0.0.1:8000/")]


PATHS = ("/", "/begin", "/ws/x", "/static/desk.js", "/static/textual.js", "/nowhere")


async def _status(served: Served, path: str, **headers: str) -> int:
    """The answer to a GET with these headers, as with a program that is no browser."""
    async with served.client.get(
        served.base + path, headers=headers, allow_redirects=False
    ) as reply:
        assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
        assert reply.headers["Referrer-Policy"] == "no-referrer"
        return reply.status


async def test_without_the_token_nothing_is_given(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    async with serving(path, tokens={"secret": None}) as served:
        cookie = served.server.guard.cookie
        for place in PATHS:
            assert await _status(served, place) == 401
            assert await _status(served, place, Cookie=f"{cookie}=secreT") == 401
        assert await _status(served, "/?token=wrong") == 403
        assert await _status(served, "/ws/x?token=secret") == 401
        async with served.client.get(
            f"{served.base}/?token=secret", allow_redirects=False
        ) as reply:
            assert reply.status == 303
            assert reply.headers["Location"] == "/"
            kept = reply.headers["Set-Cookie"]
        assert "HttpOnly" in kept
        assert "SameSite=Lax" in kept
        assert await _status(served, "/") == 200
        assert (await served.ticket("ann"))["status"] == 200
        assert served.server.tabs == {}


async def test_a_token_is_for_one_reviewer(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    async with serving(path, tokens={"s1": "ann", "s2": "ben"}) as served:
        async with served.client.get(f"{served.base}/?token=s2") as reply:
            page = await reply.text()
        assert 'data-reviewer="ben"' in page
        place = (await served.ticket("ann"))["socket"].rpartition("/")[2]
        assert served.server.tickets[place].reviewer == "ben"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({}, 403),
    ],
    ids=["host", "origin", "null", "none"],
)
async def test_no_socket_for_other_pages(
    tmp_path: Path, headers: dict[str, str], status: int
) -> None:
    from aiohttp import WSServerHandshakeError

    path = build(tmp_path / "q.db", [plain("one")])
    async with serving(path) as served:
        place = (await served.ticket("ann"))["socket"]
        with pytest.raises(WSServerHandshakeError) as refused:
            await served.client.ws_connect(served.base + place, headers=headers)
        assert refused.value.status == status
        async with served.client.post(
            f"{served.base}/begin", json={"reviewer": "ann"}, headers=headers
        ) as reply:
            assert reply.status == status
        assert served.server.tabs == {}
        assert place.rpartition("/")[2] in served.server.tickets  # it was not used up by that


async def test_a_ticket_is_good_once_and_not_for_long(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    async with serving(path) as served:
        place = (await served.ticket("ann"))["socket"]
        for ticket in served.server.tickets.values():
            ticket.until = 0.0
        assert await _status(served, place, Origin=served.base) == 403
        assert served.server.tickets == {}
        for _ in range(150):
            await served.ticket("ann")
        assert len(served.server.tickets) == 100


@pytest.mark.parametrize(
    "name",
    ["", "   ", "x" * 201, "a\x1b[31m", "a\u202eb", "a\nb", "engine", "\ud83d"],
    ids=["empty", "blank", "long", "escape", "bidi", "line", "no-person", "surrogate"],
)
async def test_a_name_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    async with serving(path) as served:
        found = await served.ticket(name)
        assert found["status"] == 400
        assert found["problem"]
        assert "socket" not in found


async def test_a_team_takes_none_but_its_own(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    (tmp_path / "adjudge.toml").write_text('[reviewers.ann]\nrole = "lead"\n', encoding="utf-8")
    async with serving(path) as served:
        refused = await served.ticket("mallory")
        assert (refused["status"], "socket" in refused) == (400, False)
        assert "not one of the reviewers" in refused["problem"]
        assert (await served.ticket("ann"))["status"] == 200


async def test_the_page_holds_a_name_as_text(tmp_path: Path) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    evil = '"><script>alert(1)</script>'
    async with (
        serving(path, reviewer=evil) as served,
        served.client.get(served.base) as reply,
    ):
        page = await reply.text()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


@pytest.mark.parametrize("body", [b"", b"[", b"[]", b'{"reviewer": 7}', b"[" * 4000, b"x" * 5000])
async def test_a_body_that_is_none_is_refused(tmp_path: Path, body: bytes) -> None:
    path = build(tmp_path / "q.db", [plain("one")])
    async with (
        serving(path) as served,
        served.client.post(
            f"{served.base}/begin", data=body, headers={"Origin": served.base}
        ) as reply,
    ):
        assert reply.status in (400, 413)
