"""The page around the terminal, and the files that it needs, all from this server."""

from __future__ import annotations

from html import escape
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Final

from adjudge_engine.errors import AdjudgeError
from adjudge_tui.wording.strings import say

HERE: Final = Path(__file__).resolve().parent
#: Name under /static → the file in textual-serve's own folder, and its kind.
_THEIRS: Final = {
    "xterm.css": ("css/xterm.css", "text/css"),
    "textual.js": ("js/textual.js", "text/javascript"),
    "roboto-mono.ttf": ("fonts/RobotoMono-VariableFont_wght.ttf", "font/ttf"),
    "roboto-mono-italic.ttf": ("fonts/RobotoMono-Italic-VariableFont_wght.ttf", "font/ttf"),
}
_OURS: Final = {"desk.css": "text/css", "desk.js": "text/javascript"}

#: Nothing is fetched from another host, sent to one, or shown inside another page.
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';"
        " font-src 'self'; img-src 'self' data:; connect-src 'self' {sockets};"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class ServingError(AdjudgeError):
    """The desk cannot be served: a library is missing, a port is taken, an address is not ours."""


def static_files() -> dict[str, tuple[Path, str]]:
    """The files under /static by name, with their kinds. ServingError without textual-serve."""
    spec = find_spec("textual_serve")
    if spec is None or not spec.submodule_search_locations or find_spec("aiohttp") is None:
        raise ServingError(
            "the desk in a browser needs textual-serve, which is not installed",
            "pip install 'adjudge[serve]'",
        )
    theirs = Path(next(iter(spec.submodule_search_locations))) / "static"
    files = {name: (HERE / name, kind) for name, kind in _OURS.items()}
    files |= {name: (theirs / file, kind) for name, (file, kind) in _THEIRS.items()}
    missing = [name for name, (file, _) in files.items() if not file.is_file()]
    if missing:
        raise ServingError(
            f"textual-serve has no {missing[0]} here", "pip install 'textual-serve>=1.1.2,<2'"
        )
    return files


def page(language: str, *, reviewer: str | None, usual: str = "") -> str:
    """The page: for one reviewer, or asking who it is, where `usual` stands in the field."""
    words = {
        name: escape(say(f"serve.{name}"))
        for name in ("ask_name", "open", "closed", "again", "other", "no_script")
    }
    return Template((HERE / "page.html").read_text(encoding="utf-8")).substitute(
        words,
        language=language,
        reviewer=escape(reviewer or ""),
        asked="" if reviewer else "yes",
        usual=escape(usual),
    )


def headers(host: str, *, secure: bool) -> dict[str, str]:
    """The headers of every answer; `host` is the checked Host header, empty for none."""
    sockets = f"{'wss' if secure else 'ws'}://{host}" if host else ""
    policy = HEADERS["Content-Security-Policy"].format(sockets=sockets)
    return HEADERS | {"Content-Security-Policy": policy}
