"""A user's model folder, looked over before anything in it is loaded.

Only weights that cannot hold code are taken (ONNX, safetensors), and nothing else is run: no
Python file, no class that the configuration names, no pickle, whatever it is called.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, NoReturn

from adjudge_engine.errors import JudgeError

Runtime = Literal["onnx", "transformers"]

#: Bytes. An ONNX file is a protobuf message, which cannot be longer than 2 GiB.
MOST_ONNX: Final = 2 * 1024**3
MOST_SAFETENSORS: Final = 8 * 1024**3
MOST_TOKENIZER: Final = 128 * 1024**2
MOST_CONFIG: Final = 1024**2
#: Files that a model's folder may have, those of its folders included.
MOST_FILES: Final = 1_000

#: Formats that are, or hold, Python pickles: loading one runs whatever it says.
_PICKLED: Final = frozenset(
    (".bin", ".pt", ".pth", ".pkl", ".pickle", ".joblib", ".ckpt", ".dill", ".npy", ".npz", ".h5")
)
#: How pickles of protocol 2 to 5 begin, and ZIP archives, which newer ones are packed in.
_PICKLE_BEGINS: Final = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05", b"PK\x03\x04")
_CODE: Final = frozenset((".py", ".pyc", ".so", ".dll", ".dylib"))
_BLOCK: Final = 1024**2


@dataclass(frozen=True)
class ModelFolder:
    """A folder that may be loaded. `hashes`: file name → SHA-256 of all that decides verdicts."""

    path: Path
    runtime: Runtime
    weights: Path
    tokenizer: bytes
    config: dict[str, Any]
    hashes: dict[str, str]

    @property
    def labels(self) -> list[str]:
        """The names of the model's outputs, in order. JudgeError where they make no sense."""
        named = self.config.get("id2label")
        if isinstance(named, dict) and 0 < len(named) <= 100:
            found = [named.get(str(at)) for at in range(len(named))]
            if all(isinstance(one, str) and one for one in found):
                return [str(one) for one in found]
        _refuse(self.path, "its config.json has no id2label that names every output", "add it")

    def number(self, key: str) -> int | None:
        """A whole number of its config.json; None where there is none."""
        value = self.config.get(key)
        return value if isinstance(value, int) and not isinstance(value, bool) else None


def open_folder(path: Path, runtime: Runtime | None = None) -> ModelFolder:
    """Looks a model's folder, or one `.onnx` file in it, over. JudgeError for what is refused.

    Weights are read whole once, for their hash.
    """
    folder = path.parent if path.suffix == ".onnx" else path
    if not folder.is_dir() or (folder is not path and not path.is_file()):
        raise JudgeError(
            f"there is no model at {path}",
            "path names a folder with model.onnx or model.safetensors, and tokenizer.json",
        )
    files = _looked_over(folder)
    tokenizer = _beside(folder, "tokenizer.json")
    raw = _read(_beside(folder, "config.json"), MOST_CONFIG)
    config = _config(folder, raw)
    onnx, safe = _weights(path, folder, files)
    chosen: Runtime = runtime or ("onnx" if onnx else "transformers")
    weights = onnx if chosen == "onnx" else safe
    if not weights:
        kind = "no .onnx file" if chosen == "onnx" else "no .safetensors file"
        _refuse(folder, f"it has {kind}", "export the model there, or set runtime")
    if chosen == "onnx" and len(weights) > 1:
        _refuse(folder, "it has several .onnx files", "let path name the one to use")
    most = MOST_ONNX if chosen == "onnx" else MOST_SAFETENSORS
    text = _read(tokenizer, MOST_TOKENIZER)
    hashes = {one.name: _hash(one, most) for one in weights}
    hashes["tokenizer.json"] = hashlib.sha256(text).hexdigest()
    hashes["config.json"] = hashlib.sha256(raw).hexdigest()
    return ModelFolder(folder, chosen, weights[0], text, config, dict(sorted(hashes.items())))


def read_weights(folder: ModelFolder) -> bytes:
    """The bytes of the one weights file, those that were hashed. JudgeError where they changed."""
    data = _read(folder.weights, MOST_ONNX)
    if hashlib.sha256(data).hexdigest() != folder.hashes[folder.weights.name]:
        raise JudgeError(f"{folder.weights.name} has changed since the run began", "start anew")
    return data


def _weights(path: Path, folder: Path, files: list[Path]) -> tuple[list[Path], list[Path]]:
    """The ONNX files that could be meant, and the safetensors."""
    safe = [one for one in files if one.suffix == ".safetensors" and one.parent == folder]
    if folder is not path:
        return [path], safe
    onnx = [one for one in files if one.suffix == ".onnx"]
    usual = [one for one in onnx if one in (folder / "model.onnx", folder / "onnx" / "model.onnx")]
    return usual[:1] or onnx, safe


def _looked_over(folder: Path) -> list[Path]:
    """The files of the folder and those in it, sorted. JudgeError for any that could run code."""
    files = []
    for one in _files(folder):
        name = one.relative_to(folder)
        if one.suffix.lower() in _PICKLED or _begins_as_pickle(one):
            _refuse(
                folder, f"{name} is a pickle or may hold one", "take it out; see docs/judges.md"
            )
        if one.name == "adapter_config.json":
            _refuse(folder, "it is an adapter of another model", "merge the two and save that")
        if one.suffix.lower() in _CODE:
            _refuse(folder, f"{name} is code", "models that need code of their own are not loaded")
        files.append(one)
    return sorted(files)


def _files(folder: Path) -> Iterator[Path]:
    left, seen = [folder], 0
    while left:
        try:
            inside = sorted(left.pop().iterdir())
        except OSError as error:
            _refuse(folder, f"it cannot be read: {error.strerror}", "check its permissions")
        for one in inside:
            seen += 1
            if seen > MOST_FILES:
                _refuse(folder, f"it has more than {MOST_FILES:,} files", "name the model's own")
            if one.is_dir():
                if not one.is_symlink():  # which could lead round in a circle
                    left.append(one)
            elif one.is_file():
                yield one


def _begins_as_pickle(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(4).startswith(_PICKLE_BEGINS)
    except OSError:
        return False  # reading it, if it is needed, tells why


def _beside(folder: Path, name: str) -> Path:
    """A file of the folder, or of the one above where only weights lie in a folder of their own."""
    for one in (folder / name, folder.parent / name if folder.name == "onnx" else folder / name):
        if one.is_file():
            return one
    _refuse(folder, f"it has no {name}", "save the model with its tokenizer and configuration")


def _config(folder: Path, raw: bytes) -> dict[str, Any]:
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        _refuse(folder, "its config.json is no JSON object", "save the model anew")
    if "auto_map" in found:
        _refuse(folder, "its config.json asks for code of its own (auto_map)", "it is not loaded")
    return found


def _read(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        _refuse(path, f"it cannot be read: {error.strerror}", "check its permissions")
    if len(data) > most:
        _refuse(path, f"it is larger than {most:,} bytes", "no such file of a model is")
    return data


def _hash(path: Path, most: int) -> str:
    digest, size = hashlib.sha256(), 0
    try:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                size += len(block)
                if size > most:
                    _refuse(path, f"it is larger than {most:,} bytes", "take a smaller model")
                digest.update(block)
    except OSError as error:
        _refuse(path, f"it cannot be read: {error.strerror}", "check its permissions")
    return digest.hexdigest()


def _refuse(path: Path, problem: str, hint: str) -> NoReturn:
    raise JudgeError(f"the model at {path} is not used: {problem}", hint)
