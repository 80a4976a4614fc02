"""Models in a folder: what is loaded, what is refused, and what their outputs come to."""

from __future__ import annotations

import importlib.util
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from entailment_models import (
    entailment_folder,
    save_config,
    spans_folder,
    transformers_folder,
)

from adjudge_engine.case import Case
from adjudge_engine.claims import split_claims
from adjudge_engine.errors import JudgeError
from adjudge_engine.evaluation import Judgment
from adjudge_engine.judges.base import Judge, JudgeRequest, WaitingJudge
from adjudge_engine.judges.config import parse_config
from adjudge_engine.judges.entailment import folder as folders
from adjudge_engine.judges.entailment.folder import open_folder
from adjudge_engine.judges.entailment.judge import EntailmentJudge
from adjudge_engine.judges.entailment.models import Pair
from adjudge_engine.judges.entailment.runtimes import check_installed
from adjudge_engine.judges.registry import make_judges
from adjudge_engine.judges.shared import Shared


def has(*names: str) -> bool:
    return all(importlib.util.find_spec(one) is not None for one in names)


needs_onnx = pytest.mark.skipif(
    not has("onnx", "onnxruntime", "tokenizers"), reason="needs onnx and onnxruntime"
)
needs_transformers = pytest.mark.skipif(
    not has("transformers", "torch", "tokenizers"), reason="needs transformers and torch"
)

KILOS = "The red lamp from Porto weighs two kilos. The box is included."


def made(path: Path, **settings: object) -> Judge:
    lines = [f"{name} = {value}" for name, value in settings.items()]
    text = "\n".join(
        ['[judges.own]\ntype = "entailment"', f"path = {json.dumps(str(path))}", *lines]
    )
    config = parse_config(text.encode(), path.parent / "adjudge.toml")
    (judge,) = make_judges("own", Shared(config=config, local_only=True))
    return judge


def judged(judge: Judge, answer: str, *contexts: str, **more: object) -> Judgment:
    held = [{"id": f"k{at}", "text": text} | more for at, text in enumerate(contexts)]
    fields = {"id": "c", "question": "Which lamp?", "answer": answer, "contexts": held}
    case = Case.model_validate(fields)
    return judge.judge(JudgeRequest("faithfulness", case, split_claims(answer)))


def bare_folder(tmp_path: Path) -> Path:
    """A folder that passes every look, with weights that are never loaded."""
    (tmp_path / "model.onnx").write_bytes(b"\x08\x09no graph")
    (tmp_path / "tokenizer.json").write_text("{}")
    save_config(tmp_path, ["contradiction", "entailment", "neutral"])
    return tmp_path


@needs_onnx
def test_an_onnx_model_judges_each_claim_beside_its_best_window(tmp_path: Path) -> None:
    judge = made(entailment_folder(tmp_path))
    assert isinstance(judge, EntailmentJudge)
    assert not isinstance(judge, WaitingJudge)
    assert not judge.remote
    answer = "The lamp weighs two kilos. The lamp is blue. The lamp is not red."
    found = judged(judge, answer, "The box is included.", KILOS + " It is red.")
    assert [one.verdict for one in found.claims] == ["supported", "unsure", "contradicted"]
    assert (found.score, found.strict) == (1 / 3, 0.0)
    (evidence,) = found.claims[0].evidence
    assert evidence.context_id == "k1"
    assert "weighs two kilos" in evidence.text
    assert found.rubric == "entailment/1"
    assert found.model == "own"
    assert found.admitted is False
    assert found.usage is not None
    assert found.usage.cost_usd == 0


@needs_onnx
def test_all_supported_is_one_and_an_unsure_claim_abstains(tmp_path: Path) -> None:
    judge = made(entailment_folder(tmp_path))
    found = judged(judge, "The lamp weighs two kilos.", KILOS)
    assert (found.score, found.strict, found.abstained) == (1.0, 1.0, False)
    doubted = judged(
        judge, "The lamp weighs two kilos. It is blue.", "It weighs two kilos the lamp is"
    )
    assert doubted.abstained or doubted.strict == 0.0
    assert doubted.strict != 1.0


@needs_onnx
def test_what_a_tokenizer_would_cut_off_is_read(tmp_path: Path) -> None:
    """The file asks for a truncation to nine tokens; the fact stands behind them."""
    judge = made(entailment_folder(tmp_path))
    long = "The box is included. " * 6 + "The lamp is blue."
    found = judged(judge, "The lamp is blue.", long)
    assert found.strict == 1.0
    assert found.claims[0].evidence[0].text.endswith("The lamp is blue.")


@needs_onnx
def test_a_claim_longer_than_the_model_reads_is_too_long(tmp_path: Path) -> None:
    judge = made(entailment_folder(tmp_path))
    found = judged(judge, "The lamp is red " * 40 + ".", KILOS)
    assert found.abstention is not None
    assert found.abstention.code == "too_long"
    assert found.score is None


@needs_onnx
def test_a_token_classifier_marks_words_of_the_answer(tmp_path: Path) -> None:
    labels = '{ LABEL_0 = "supported", LABEL_1 = "neutral" }'
    judge = made(spans_folder(tmp_path), reads='"spans"', labels=labels)
    answer = "The lamp weighs two kilos. The lamp from Porto is blue. It was made."
    found = judged(judge, answer, KILOS + " It is red.")
    assert [one.verdict for one in found.claims] == ["supported", "partial", "not_mentioned"]
    assert found.strict == 0.0


@needs_onnx
def test_spans_need_their_labels_named(tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match="label 'LABEL_0'"):
        made(spans_folder(tmp_path), reads='"spans"')


@needs_onnx
def test_a_model_of_other_inputs_or_outputs_gives_no_score(tmp_path: Path) -> None:
    judge = made(entailment_folder(tmp_path), labels='{ more = "neutral" }')
    save_config(tmp_path, ["contradiction", "entailment", "neutral", "more"])
    judge = made(tmp_path, labels='{ more = "neutral" }')
    found = judged(judge, "The lamp is red.", KILOS)
    assert found.abstention is not None
    assert found.abstention.code == "malformed"
    spans = made(tmp_path, reads='"spans"', labels='{ more = "neutral" }')
    assert judged(spans, "The lamp is red.", KILOS).abstention is not None


@needs_onnx
def test_weights_that_are_no_graph_end_as_an_abstention(tmp_path: Path) -> None:
    entailment_folder(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"\x08\x09no graph")
    judge = made(tmp_path)
    found = judged(judge, "The lamp is red.", KILOS)
    assert found.abstention is not None
    assert found.abstention.code == "judge_failed"
    assert "cannot be loaded" in found.abstention.message
    assert str(tmp_path) not in found.abstention.message


@needs_onnx
def test_weights_that_changed_under_way_are_not_loaded(tmp_path: Path) -> None:
    judge = made(entailment_folder(tmp_path))
    path = tmp_path / "model.onnx"
    path.write_bytes(path.read_bytes() + b"\x00")
    found = judged(judge, "The lamp is red.", KILOS)
    assert found.score is None
    assert found.abstention is not None
    assert "has changed" in found.abstention.message


@needs_onnx
def test_hostile_text_is_judged_or_abstained_on(tmp_path: Path) -> None:
    judge = made(entailment_folder(tmp_path))
    for text in ("\ud800 lamp \x00 is \u202e red.", "\u200b" * 50 + "lamp.", "x" * 5_000 + "."):
        found = judged(judge, text, KILOS + text, "")
        assert found.strict in (None, 0.0, 1.0)
    for found in (judged(judge, "The lamp is red."), judged(judge, "The lamp is red.", " ")):
        assert found.abstention is not None
        assert found.abstention.code == "no_context"


@needs_onnx
def test_a_cut_off_context_does_not_support_by_its_unfinished_end(tmp_path: Path) -> None:
    judge = made(entailment_folder(tmp_path))
    context = "The box is included. The lamp is red"
    assert judged(judge, "The lamp is red.", context).strict == 1.0
    assert judged(judge, "The lamp is red.", context, truncated=True).strict != 1.0


@needs_onnx
def test_the_fingerprint_follows_files_and_thresholds_and_not_the_place(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.mkdir()
    second.mkdir()
    prints = [
        made(entailment_folder(first)).fingerprint("faithfulness"),
        made(entailment_folder(second)).fingerprint("faithfulness"),
        made(first, supported_from=0.8).fingerprint("faithfulness"),
        made(first, unsupported_below=0.2).fingerprint("faithfulness"),
        made(first, contradicted_from=0.8).fingerprint("faithfulness"),
        made(first, window=100).fingerprint("faithfulness"),
        made(first, max_length=100).fingerprint("faithfulness"),
        made(first, labels='{ neutral = "contradicted" }').fingerprint("faithfulness"),
    ]
    assert prints[0] == prints[1]
    assert len(set(prints)) == len(prints) - 1
    (second / "tokenizer.json").write_text((first / "tokenizer.json").read_text() + "\n")
    assert made(second).fingerprint("faithfulness") != prints[0]


@needs_onnx
def test_one_onnx_file_may_be_named_and_several_must_be(tmp_path: Path) -> None:
    entailment_folder(tmp_path, "onnx/small.onnx")
    entailment_folder(tmp_path, "onnx/large.onnx")
    with pytest.raises(JudgeError, match="several"):
        made(tmp_path)
    judge = made(tmp_path / "onnx" / "small.onnx")
    assert judged(judge, "The lamp weighs two kilos.", KILOS).strict == 1.0


@pytest.mark.parametrize(
    "name", ["pytorch_model.bin", "model.pt", "training_args.bin", "heads.PKL", "deep/er/x.joblib"]
)
def test_a_folder_with_a_pickle_is_refused_whatever_else_is_in_it(
    tmp_path: Path, name: str
) -> None:
    folder = bare_folder(tmp_path)
    open_folder(folder)
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x")
    with pytest.raises(JudgeError, match="pickle"):
        open_folder(folder)


@pytest.mark.parametrize("data", [pickle.dumps([1], protocol) for protocol in (2, 3, 4, 5)])
def test_a_pickle_by_another_name_is_refused(tmp_path: Path, data: bytes) -> None:
    folder = bare_folder(tmp_path)
    (folder / "model.safetensors").write_bytes(data)
    with pytest.raises(JudgeError, match="pickle"):
        open_folder(folder)


def test_code_in_a_folder_or_asked_for_by_its_configuration_is_refused(tmp_path: Path) -> None:
    folder = bare_folder(tmp_path)
    save_config(folder, ["entailment", "neutral"], auto_map={"AutoModel": "modeling.Mine"})
    with pytest.raises(JudgeError, match="auto_map"):
        open_folder(folder)
    save_config(folder, ["entailment", "neutral"])
    (folder / "adapter_config.json").write_text("{}")
    with pytest.raises(JudgeError, match="adapter"):
        open_folder(folder)
    (folder / "adapter_config.json").unlink()
    (folder / "modeling.py").write_text("print('never run')")
    with pytest.raises(JudgeError, match="is code"):
        open_folder(folder)


@pytest.mark.parametrize("text", ["[]", "{", "[" * 100_000, "\ud800"])
def test_a_configuration_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    folder = bare_folder(tmp_path)
    (folder / "config.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(JudgeError, match="JSON object"):
        open_folder(folder)


def test_files_too_large_or_too_many_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = bare_folder(tmp_path)
    for name in ("MOST_ONNX", "MOST_TOKENIZER", "MOST_CONFIG", "MOST_FILES"):
        with monkeypatch.context() as context:
            context.setattr(folders, name, 1)
            with pytest.raises(JudgeError, match=r"larger than|more than"):
                open_folder(folder)


def test_a_folder_that_leads_round_in_a_circle_is_read_once(tmp_path: Path) -> None:
    folder = bare_folder(tmp_path)
    os.symlink(folder, folder / "again", target_is_directory=True)
    assert open_folder(folder).runtime == "onnx"


@pytest.mark.parametrize("name", ["tokenizer.json", "config.json", "model.onnx"])
def test_what_is_missing_is_named(tmp_path: Path, name: str) -> None:
    folder = bare_folder(tmp_path)
    (folder / name).unlink()
    with pytest.raises(JudgeError, match=name.removeprefix("model")):
        open_folder(folder, "onnx")
    with pytest.raises(JudgeError, match="there is no model"):
        open_folder(folder / "nowhere")


def test_missing_packages_are_named_with_the_way_to_get_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "onnxruntime" else find(name)
    )
    with pytest.raises(JudgeError, match="onnxruntime") as caught:
        check_installed("onnx")
    assert "adjudge[onnx]" in caught.value.hint


def test_no_runtime_is_imported_before_it_runs(tmp_path: Path) -> None:
    """In a process of its own, for this one may have imported them already."""
    code = (
        "import sys\n"
        "from adjudge_engine.judges.registry import make_judges\n"
        "from adjudge_engine.judges.entailment import making\n"
        "heavy = {'onnxruntime', 'numpy', 'tokenizers', 'torch', 'transformers', 'litellm'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"


@needs_transformers
@pytest.mark.filterwarnings("ignore")
def test_safetensors_run_in_transformers_as_they_do_there(tmp_path: Path) -> None:
    import torch
    import transformers

    judge = made(transformers_folder(tmp_path))
    assert isinstance(judge, EntailmentJudge)
    pair = Pair("The lamp is red.", "It is blue.")
    (odds,) = judge.model.ask([pair]).odds
    from tokenizers import Tokenizer

    tokens = Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    tokens.no_truncation()
    encoded = tokens.encode(pair.premise, pair.hypothesis)
    model = transformers.BertForSequenceClassification.from_pretrained(str(tmp_path)).eval()
    with torch.no_grad():
        logits = model(
            input_ids=torch.tensor([encoded.ids]), token_type_ids=torch.tensor([encoded.type_ids])
        ).logits[0]
    wanted = torch.softmax(logits.double(), -1).tolist()
    assert odds.supported == pytest.approx(wanted[0], abs=1e-5)
    assert odds.contradicted == pytest.approx(wanted[2], abs=1e-5)
    assert judged(judge, "The lamp is red.", KILOS).strict != 1.0


@needs_transformers
@pytest.mark.filterwarnings("ignore")
def test_token_classifiers_run_in_transformers(tmp_path: Path) -> None:
    judge = made(transformers_folder(tmp_path, spans=True), reads='"spans"')
    found = judged(judge, "The lamp is red. It is blue.", KILOS)
    assert len(found.claims) == 2
    assert found.strict in (None, 0.0)


@needs_transformers
@pytest.mark.filterwarnings("ignore")
def test_a_folder_without_safetensors_is_not_looked_for_elsewhere(tmp_path: Path) -> None:
    transformers_folder(tmp_path)
    (tmp_path / "model.safetensors").unlink()
    with pytest.raises(JudgeError, match="safetensors"):
        made(tmp_path)
