"""The stub server's files and batches, as OpenAI's API has them: only what a client needs.

A batch is answered at once when it is made, line by line, by the test's own reply function, and
reported `in_progress` until it was asked for `polls` times.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any


class Batches:
    """`/v1/files` and `/v1/batches`, kept in memory."""

    def __init__(self, answered: Callable[[bytes], tuple[int, bytes]], polls: int = 1) -> None:
        self._answered = answered
        self.polls = polls
        self.files: dict[str, bytes] = {}
        self.batches: dict[str, dict[str, Any]] = {}
        self._asked: dict[str, int] = {}

    def respond(
        self, method: str, path: str, headers: dict[str, str], body: bytes
    ) -> tuple[int, bytes]:
        """(status, body) of any request that is no chat completion."""
        parts = path.split("?")[0].removeprefix("/v1").strip("/").split("/")
        match method, parts:
            case "POST", ["files"]:
                return 200, _file(self._store(_uploaded(body, headers)))
            case "GET", ["files", name] if name in self.files:
                return 200, _file(name)
            case "GET", ["files", name, "content"] if name in self.files:
                return 200, self.files[name]
            case "DELETE", ["files", name] if name in self.files:
                del self.files[name]
                return 200, json.dumps({"id": name, "object": "file", "deleted": True}).encode()
            case "POST", ["batches"]:
                return 200, self._begin(json.loads(body)["input_file_id"])
            case "GET", ["batches", name] if name in self.batches:
                return 200, self._state(name)
            case "POST", ["batches", name, "cancel"] if name in self.batches:
                self.batches[name]["status"] = "cancelled"
                return 200, json.dumps(self.batches[name]).encode()
        error = {"message": f"no such thing: {path}", "type": "stub", "param": None, "code": None}
        return 404, json.dumps({"error": error}).encode()

    def _store(self, content: bytes) -> str:
        name = f"file-{len(self.files)}"
        self.files[name] = content
        return name

    def _begin(self, source: str) -> bytes:
        good: list[str] = []
        bad: list[str] = []
        for line in self.files[source].splitlines():
            asked = json.loads(line)
            status, body = self._answered(json.dumps(asked["body"]).encode())
            result = {
                "id": f"r-{asked['custom_id']}",
                "custom_id": asked["custom_id"],
                "response": {"status_code": status, "request_id": "x", "body": json.loads(body)},
                "error": None,
            }
            (good if status == 200 else bad).append(json.dumps(result))
        good.reverse()  # the order of the results is not promised
        name = f"batch_{len(self.batches)}"
        self.batches[name] = {
            "id": name,
            "object": "batch",
            "endpoint": "/v1/chat/completions",
            "input_file_id": source,
            "completion_window": "24h",
            "status": "in_progress",
            "created_at": 1_700_000_000,
            "output_file_id": self._store("\n".join(good).encode()) if good else None,
            "error_file_id": self._store("\n".join(bad).encode()) if bad else None,
            "request_counts": {
                "total": len(good) + len(bad),
                "completed": len(good),
                "failed": len(bad),
            },
        }
        return json.dumps(self.batches[name]).encode()

    def _state(self, name: str) -> bytes:
        self._asked[name] = self._asked.get(name, 0) + 1
        batch = self.batches[name]
        if batch["status"] == "in_progress" and self._asked[name] > self.polls:
            batch["status"] = "completed"
        return json.dumps(batch).encode()


def _file(name: str) -> bytes:
    known = {"id": name, "object": "file", "bytes": 1, "created_at": 1_700_000_000}
    more = {"filename": "batch.jsonl", "purpose": "batch", "status": "processed"}
    return json.dumps({**known, **more}).encode()


def _uploaded(body: bytes, headers: dict[str, str]) -> bytes:
    """The file's own bytes within a multipart form."""
    found = re.search(r'boundary="?([^";]+)', headers.get("content-type", ""))
    if found is None:
        return body
    for part in body.split(b"--" + found[1].encode()):
        head, _, content = part.partition(b"\r\n\r\n")
        if b"filename=" in head:
            return content.removesuffix(b"\r\n")
    return b""
