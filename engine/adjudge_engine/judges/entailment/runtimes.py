"""The two runtimes that a folder's weights can run in; each is imported where it first runs."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from typing import Any, Final, Protocol

from adjudge_engine.errors import JudgeError
from adjudge_engine.judges.entailment.folder import ModelFolder, Runtime, read_weights

#: Runtime → the modules that it takes.
_NEEDS: Final[dict[Runtime, tuple[str, ...]]] = {
    "onnx": ("onnxruntime", "numpy", "tokenizers"),
    "transformers": ("transformers", "torch", "tokenizers"),
}
_INPUTS: Final = ("input_ids", "attention_mask", "token_type_ids")

#: Rows of numbers, all of one length.
Rows = list[list[int]]


class Network(Protocol):
    """Token numbers in, raw outputs out: a list for each row, or for each token of each row."""

    def run(self, ids: Rows, mask: Rows, types: Rows) -> list[Any]: ...


def check_installed(runtime: Runtime) -> None:
    """JudgeError where the runtime's packages are missing; nothing is imported to find out."""
    missing = [one for one in _NEEDS[runtime] if importlib.util.find_spec(one) is None]
    if missing:
        raise JudgeError(
            f"models of this kind need {' and '.join(missing)}, not installed",
            f"pip install 'adjudge[{runtime}]'",
        )


def load_network(folder: ModelFolder, *, spans: bool, threads: int) -> Network:
    """The network of a folder. JudgeError where it cannot be loaded."""
    check_installed(folder.runtime)
    try:
        if folder.runtime == "onnx":
            return OnnxNetwork(read_weights(folder), threads)
        return TransformersNetwork(folder, spans, threads)
    except JudgeError:
        raise
    except Exception as error:  # two large libraries with errors of every kind
        raise JudgeError(
            f"the model cannot be loaded: {type(error).__name__}",
            "check that it was exported for sequence (reads: claims) or token classification",
        ) from error


class OnnxNetwork:
    """An ONNX graph with the inputs of a BERT-like encoder; its first output are the logits.

    It is loaded from bytes, so no file beside it is read (external data are not supported).
    """

    def __init__(self, graph: bytes, threads: int) -> None:
        import numpy
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        self._session = onnxruntime.InferenceSession(
            graph, options, providers=["CPUExecutionProvider"]
        )
        self._wanted = {one.name: one.type for one in self._session.get_inputs()}
        unknown = [one for one in self._wanted if one not in _INPUTS]
        if unknown or "input_ids" not in self._wanted:
            raise JudgeError(
                f"the ONNX model wants {', '.join(self._wanted) or 'nothing'}",
                f"a model's inputs are {', '.join(_INPUTS)}",
            )
        self._array = numpy.array
        self._output = self._session.get_outputs()[0].name

    def run(self, ids: Rows, mask: Rows, types: Rows) -> list[Any]:
        """The logits of some rows of one length."""
        given = dict(zip(_INPUTS, (ids, mask, types), strict=True))
        feed = {
            name: self._array(given[name], dtype="int32" if "int32" in kind else "int64")
            for name, kind in self._wanted.items()
        }
        (found,) = self._session.run([self._output], feed)
        rows: list[Any] = found.astype("float64").tolist()
        return rows


class TransformersNetwork:
    """A model that transformers has a class for, from safetensors alone."""

    def __init__(self, folder: ModelFolder, spans: bool, threads: int) -> None:
        # Read when the library is imported; the arguments below forbid the network once more.
        os.environ["HF_HUB_OFFLINE"] = os.environ["TRANSFORMERS_OFFLINE"] = "1"
        import torch
        import transformers

        torch.set_num_threads(threads)
        transformers.logging.set_verbosity_error()
        kind = (
            transformers.AutoModelForTokenClassification
            if spans
            else transformers.AutoModelForSequenceClassification
        )
        self._torch = torch
        self._model = kind.from_pretrained(
            str(folder.path),
            local_files_only=True,
            trust_remote_code=False,
            use_safetensors=True,
            attn_implementation="eager",  # a configuration may name one that is fetched
        )
        self._model.float().eval()
        known = self._model.forward.__code__.co_varnames
        self._takes_types = "token_type_ids" in known and bool(
            getattr(self._model.config, "type_vocab_size", 0)
        )

    def run(self, ids: Rows, mask: Rows, types: Rows) -> list[Any]:
        """The logits of some rows of one length."""
        tensor = self._torch.tensor
        feed = {"input_ids": tensor(ids), "attention_mask": tensor(mask)}
        if self._takes_types:
            feed["token_type_ids"] = tensor(types)
        with self._torch.no_grad():
            rows: list[Any] = self._model(**feed).logits.double().tolist()
        return rows


def padded(rows: Sequence[Sequence[int]], with_: int) -> Rows:
    """The rows, each as long as the longest."""
    longest = max(map(len, rows))
    return [[*row, *[with_] * (longest - len(row))] for row in rows]
