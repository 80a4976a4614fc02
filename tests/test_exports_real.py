"""The exports as the real libraries read them; skipped where they are not installed (`formats`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from export_samples import UNFAITHFUL, golden_row

from adjudge_queue.exports import EXPORTS

pytestmark = pytest.mark.filterwarnings("ignore")  # theirs are not ours to mend


def write(tmp_path: Path, name: str, *rows: dict[str, Any]) -> Path:
    path = tmp_path / f"golden{EXPORTS[name].suffix}"
    path.write_text("".join(EXPORTS[name].write(rows)), encoding="utf-8")
    return path


def test_deepeval_takes_the_goldens_and_gives_them_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEEPEVAL_TELEMETRY_OPT_OUT", "YES")
    monkeypatch.chdir(tmp_path)  # it leaves a folder behind where it runs
    dataset = pytest.importorskip("deepeval.dataset", exc_type=ImportError)
    rows = [golden_row("a"), golden_row("b", question="{{ x }} =1+1")]
    found = dataset.EvaluationDataset()
    found.add_goldens_from_json_file(str(write(tmp_path, "deepeval", *rows)))
    assert [one.name for one in found.goldens] == ["a", "b"]
    first = found.goldens[0]
    assert first.expected_output == UNFAITHFUL["corrected_answer"]
    assert first.retrieval_context == ["The pump weighs 21 kg."]
    assert first.source_file == "manual"
    again = found.save_as(file_type="json", directory=str(tmp_path), file_name="again")
    read = EXPORTS["deepeval"].read
    assert read is not None
    assert list(read(Path(again).read_text("utf-8"))) == rows


def test_ragas_takes_the_annotations(tmp_path: Path) -> None:
    schema = pytest.importorskip("ragas.dataset_schema", exc_type=ImportError)
    path = write(tmp_path, "ragas", golden_row("a"), golden_row("b"))
    found = schema.MetricAnnotation.from_json(str(path), metric_name="faithfulness")
    assert len(found) == 2
    sample = found["faithfulness"][0]
    assert (sample.metric_output, sample.is_accepted, sample.target) == (1.0, False, 0.0)
    assert found["faithfulness"].to_evaluation_dataset()[0].response == golden_row()["answer"]


def test_ragas_knows_the_prompts_by_our_names() -> None:
    metrics = pytest.importorskip("ragas.metrics._faithfulness", exc_type=ImportError)
    known = metrics.Faithfulness().get_prompts()
    rows = [golden_row()]
    (annotation,) = EXPORTS["ragas"].write(rows)
    prompts = json.loads(annotation)["faithfulness"][0]["prompts"]
    assert set(prompts) == set(known)
    for name, one in prompts.items():
        known[name].input_model.model_validate(one["prompt_input"])
        for output in (one["prompt_output"], one["edited_output"]):
            if output is not None:
                known[name].output_model.model_validate(output)
