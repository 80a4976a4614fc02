"""Tiny real models for the tests of entailment judges: they compare words, and nothing else.

Their label order, inputs, tokenizer and files are those of exported BERT-like encoders.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

_TEXT: Final = "the lamp is red it weighs two kilos was made in porto from box included blue"
WORDS: Final = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "not", ".", *_TEXT.split()]
NOT: Final = WORDS.index("not")


def save_tokenizer(folder: Path) -> None:
    """A tokenizer of whole words, with the marks that BERT has around two texts."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    made: Any = Tokenizer(
        models.WordLevel({word: at for at, word in enumerate(WORDS)}, unk_token="[UNK]")
    )
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", WORDS.index("[CLS]")), ("[SEP]", WORDS.index("[SEP]"))],
    )
    made.enable_truncation(max_length=9)  # as many files have it: what is cut off is not read
    made.save(str(folder / "tokenizer.json"))


def save_config(folder: Path, labels: list[str], **more: Any) -> None:
    """A config.json as transformers writes it, as far as it counts."""
    named = {str(at): label for at, label in enumerate(labels)}
    config = {"model_type": "bert", "id2label": named, "max_position_embeddings": 128}
    (folder / "config.json").write_text(json.dumps(config | {"pad_token_id": 0} | more))


def entailment_folder(folder: Path, name: str = "model.onnx") -> Path:
    """contradiction, entailment, neutral: a negation more or less; every word there; else."""
    import onnx
    from onnx import TensorProto, helper

    node = helper.make_node
    nodes = [
        *_presence(),
        # Words of the claim that the premise does not have, and whether "not" differs.
        node("Sub", ["one", "in_premise"], ["out_of_premise"]),
        node("Mul", ["in_claim", "out_of_premise"], ["lacking"]),
        node("ReduceSum", ["lacking", "axis"], ["many"], keepdims=1),
        node("Gather", ["in_premise", "not"], ["said_not"], axis=1),
        node("Gather", ["in_claim", "not"], ["claimed_not"], axis=1),
        node("Sub", ["said_not", "claimed_not"], ["turned"]),
        node("Abs", ["turned"], ["contrary"]),
        node("Mul", ["contrary", "thirty"], ["contradiction"]),
        node("Mul", ["many", "minus_five"], ["penalty"]),
        node("Add", ["penalty", "six"], ["entailment"]),
        node("Mul", ["many", "zero"], ["neutral"]),
        node("Concat", ["contradiction", "entailment", "neutral"], ["logits"], axis=1),
    ]
    numbers = {"thirty": 30.0, "minus_five": -5.0, "six": 6.0, "zero": 0.0}
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["b", 3])
    _save(onnx, folder / name, nodes, numbers, output)
    save_tokenizer(folder)
    save_config(folder, ["contradiction", "entailment", "neutral"])
    return folder


def spans_folder(folder: Path) -> Path:
    """A label for every token: whether the first text has the word."""
    import onnx
    from onnx import TensorProto, helper

    node = helper.make_node
    nodes = [
        *_presence(),
        node("Unsqueeze", ["in_premise", "axis"], ["premise_row"]),
        node("Mul", ["hot", "premise_row"], ["held"]),
        node("ReduceSum", ["held", "last"], ["found"], keepdims=1),
        node("Sub", ["one", "found"], ["lacks"]),
        node("Mul", ["lacks", "twenty"], ["scaled"]),
        node("Sub", ["scaled", "ten"], ["doubt"]),
        node("Mul", ["lacks", "zero"], ["trust"]),
        node("Concat", ["trust", "doubt"], ["logits"], axis=2),
    ]
    numbers = {"twenty": 20.0, "ten": 10.0, "zero": 0.0}
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["b", "s", 2])
    _save(onnx, folder / "model.onnx", nodes, numbers, output)
    save_tokenizer(folder)
    save_config(folder, ["LABEL_0", "LABEL_1"])
    return folder


def transformers_folder(folder: Path, *, spans: bool = False) -> Path:
    """A BERT of a few hundred random weights, saved as safetensors."""
    import torch
    import transformers

    torch.manual_seed(7)
    shape = transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=128,
        num_labels=2 if spans else 3,
    )
    names = ["supported", "hallucinated"] if spans else ["entailment", "neutral", "contradiction"]
    shape.id2label = dict(enumerate(names))
    shape.label2id = {name: at for at, name in enumerate(names)}
    kind = (
        transformers.BertForTokenClassification
        if spans
        else transformers.BertForSequenceClassification
    )
    kind(shape).save_pretrained(str(folder), safe_serialization=True)
    save_tokenizer(folder)
    return folder


def _presence() -> list[Any]:
    """Which words either text has: rows of the vocabulary's length, of zeros and ones."""
    from onnx import TensorProto, helper

    node = helper.make_node
    return [
        node("OneHot", ["input_ids", "depth", "off_on"], ["raw"], axis=-1),
        node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        node("Unsqueeze", ["mask", "last"], ["mask_column"]),
        node("Mul", ["raw", "mask_column"], ["hot"]),
        node("Cast", ["token_type_ids"], ["types"], to=TensorProto.FLOAT),
        node("Unsqueeze", ["types", "last"], ["second"]),
        node("Sub", ["one", "second"], ["first"]),
        node("Mul", ["hot", "first"], ["hot_first"]),
        node("Mul", ["hot", "second"], ["hot_second"]),
        node("ReduceMax", ["hot_first"], ["in_premise"], axes=[1], keepdims=0),
        node("ReduceMax", ["hot_second"], ["in_claim"], axes=[1], keepdims=0),
    ]


def _save(onnx: Any, path: Path, nodes: list[Any], numbers: dict[str, float], output: Any) -> None:
    from onnx import TensorProto, helper

    path.parent.mkdir(parents=True, exist_ok=True)
    tensor = helper.make_tensor
    fixed = [tensor(name, TensorProto.FLOAT, [], [value]) for name, value in numbers.items()]
    fixed += [
        tensor("one", TensorProto.FLOAT, [], [1.0]),
        tensor("depth", TensorProto.INT64, [], [len(WORDS)]),
        tensor("off_on", TensorProto.FLOAT, [2], [0.0, 1.0]),
        tensor("axis", TensorProto.INT64, [1], [1]),
        tensor("last", TensorProto.INT64, [1], [2]),
        tensor("not", TensorProto.INT64, [1], [NOT]),
    ]
    used = {name for node in nodes for name in node.input}
    names = ("input_ids", "attention_mask", "token_type_ids")
    inputs = [helper.make_tensor_value_info(one, TensorProto.INT64, ["b", "s"]) for one in names]
    graph = helper.make_graph(
        nodes, "words", inputs, [output], [one for one in fixed if one.name in used]
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(made)
    onnx.save(made, str(path))
