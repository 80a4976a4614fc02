"""The layout holds: three packages, nothing that shadows the standard library, a whole wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {
    "adjudge_engine": ROOT / "engine" / "adjudge_engine",
    "adjudge_queue": ROOT / "queue" / "adjudge_queue",
    "adjudge_tui": ROOT / "tui" / "adjudge_tui",
}
QUEUE_IS_STDLIB = """
import pathlib, queue, sysconfig
queue.SimpleQueue().put(1)
print(pathlib.Path(queue.__file__).parent == pathlib.Path(sysconfig.get_path("stdlib")))
"""
IMPORT_THE_ENGINE_ALONE = """
import importlib, pkgutil, sys
for name in ("adjudge_queue", "adjudge_tui", "textual", "rich", "click", "litellm"):
    sys.modules[name] = None  # any import of it now fails
import adjudge_engine
for module in pkgutil.walk_packages(adjudge_engine.__path__, "adjudge_engine."):
    importlib.import_module(module.name)
    print(module.name)
"""


def python(code: str, cwd: Path, **environment: str) -> str:
    """What a fresh interpreter prints for `code`, started in `cwd`, which it can import from."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def folders() -> Iterator[tuple[Path, list[str]]]:
    """Every folder of the repository with the names of its files; hidden ones and caches not."""
    for here, inside, files in os.walk(ROOT):
        inside[:] = [
            name
            for name in inside
            if not name.startswith(".")
            and name not in ("__pycache__", "build", "dist", "node_modules")
            and not (Path(here) / name / "pyvenv.cfg").exists()
        ]
        yield Path(here), files


def test_no_folder_called_queue_is_a_package() -> None:
    queues = [(path, files) for path, files in folders() if path.name == "queue"]
    assert [path for path, _ in queues] == [ROOT / "queue"]
    assert not any("__init__.py" in files for _, files in queues)


def test_the_source_roots_and_tests_are_no_packages() -> None:
    roots = [ROOT, *(package.parent for package in PACKAGES.values()), ROOT / "tests"]
    assert not [root for root in roots if (root / "__init__.py").exists()]


@pytest.mark.parametrize("folder", [".", "tests", "engine", "tui"])
def test_queue_is_the_standard_librarys_from_the_repository(folder: str) -> None:
    assert python(QUEUE_IS_STDLIB, ROOT / folder) == "True"


def test_queue_is_the_standard_librarys_where_the_packages_are_installed(tmp_path: Path) -> None:
    code = f"import adjudge_engine, adjudge_queue, adjudge_tui{QUEUE_IS_STDLIB}"
    assert python(code, tmp_path) == "True"
    assert python(code, ROOT) == "True"


def test_every_module_of_the_engine_stands_without_queue_and_interface(tmp_path: Path) -> None:
    imported = python(IMPORT_THE_ENGINE_ALONE, tmp_path).split()
    modules = PACKAGES["adjudge_engine"].rglob("*.py")
    assert len(imported) == sum(1 for _ in modules) - 1  # the package itself is not listed
    assert "adjudge_engine.canonical" in imported


def test_the_import_contracts_hold() -> None:
    command = Path(sysconfig.get_path("scripts")) / "lint-imports"
    done = subprocess.run(
        [command, "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the working tree without fetching anything."""
    out = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, ROOT],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's contents in a folder of their own."""
    site = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return site


def test_the_wheel_holds_every_file_of_the_packages_and_nothing_else(unpacked: Path) -> None:
    wanted = {
        (Path(name) / file.relative_to(package)).as_posix()
        for name, package in PACKAGES.items()
        for file in package.rglob("*")
        if file.is_file()
        and file.suffix != ".pyc"
        and not any(part.startswith(".") for part in file.relative_to(package).parts)
    }
    inside = {
        file.relative_to(unpacked).as_posix()
        for file in unpacked.rglob("*")
        if file.is_file() and ".dist-info" not in file.parts[len(unpacked.parts)]
    }
    assert inside == wanted


def test_the_wheel_has_types_policies_styles_and_samples(unpacked: Path) -> None:
    for name in PACKAGES:
        assert (unpacked / name / "py.typed").is_file()
    assert (unpacked / "adjudge_engine" / "policies" / "default.toml").is_file()
    assert list((unpacked / "adjudge_tui").rglob("*.tcss"))
    assert list((unpacked / "adjudge_tui" / "demo").rglob("*.jsonl"))


def test_the_wheel_says_what_it_is(unpacked: Path) -> None:
    (info,) = unpacked.glob("*.dist-info")
    metadata = Parser().parsestr((info / "METADATA").read_text(encoding="utf-8"))
    assert metadata["Name"] == "adjudge"
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Requires-Python"] == ">=3.11"
    assert (info / "licenses" / "LICENSE").stat().st_size > 10_000
    entry_points = (info / "entry_points.txt").read_text(encoding="utf-8")
    assert "adjudge = adjudge_tui.cli:main" in entry_points


def test_queue_is_the_standard_librarys_from_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    code = f"import adjudge_engine, adjudge_queue, adjudge_tui{QUEUE_IS_STDLIB}"
    code += "print(*(one.__file__ for one in (adjudge_engine, adjudge_queue, adjudge_tui)))"
    first, where = python(code, tmp_path, PYTHONPATH=str(unpacked)).splitlines()
    assert first == "True"
    assert all(file.startswith(str(unpacked)) for file in where.split())


def test_the_command_runs_from_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    code = "import sys; from adjudge_tui.cli import main; sys.argv = ['adjudge', '--help']; main()"
    assert "calibrate" in python(code, tmp_path, PYTHONPATH=str(unpacked))
